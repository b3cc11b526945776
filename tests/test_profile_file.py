"""Table profiles: read by the letter of the format, every fault named with its key."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.geometry import Point
from companion.lines import Unreadable
from companion.places import Seat
from companion.plane import inverse, is_flat, is_seen_from_above, sent
from companion.profile import Lens, Mark, Matrix
from companion.profile_file import named_zones, parse_profile, read_profile, seats_seen
from companion.words import Language, Words

HOMOGRAPHY = "homography = [[0.5, 0, 20], [0, 0.5, 30], [0, 0, 1]]"
MARKS = "marks = [{id = 580, at_mm = [30, 30], side_mm = 40}, {id = 581, at_mm = [970, 570], side_mm = 40}]"
LENS = "matrix = [[1500, 0, 960], [0, 1500, 540], [0, 0, 1]]\ndistortion = [0.1, -0.2, 0, 0, 0]"
STAKE = '[[zone]]\nname = "stake:1"\npolygon_mm = [[0, 0], [300, 0], [300, 200], [0, 200]]\nup_deg = 180'
PROFILE = f"""
version = 1
[table]
width_mm = 1000
height_mm = 600
[camera]
size_px = [1920, 1080]
{HOMOGRAPHY}
{STAKE}
[[zone]]
name = "pile:3"
polygon_mm = [[400, 0], [500, 0], [450, 100.5]]
[[zone]]
name = "tribute"
polygon_mm = [[400, 300], [700, 300], [700, 500], [400, 500], [400, 300]]
up_deg = -90
"""


def with_(old: str, new: str) -> str:
    assert old in PROFILE
    return PROFILE.replace(old, new, 1)


def test_a_profile() -> None:
    profile = parse_profile(PROFILE.encode())
    assert (profile.width_mm, profile.height_mm, profile.camera.size_px) == (1000, 600, (1920, 1080))
    assert profile.camera.homography == ((0.5, 0, 20), (0, 0.5, 30), (0, 0, 1))
    assert [(each.zone, each.up_deg, len(each.polygon)) for each in profile.zones] == [
        ("stake:1", 180, 4),
        ("pile:3", 0, 3),
        ("tribute", 270, 4),
    ]
    assert seats_seen(profile) == 3


def test_marks_and_lens() -> None:
    camera = parse_profile(with_(HOMOGRAPHY, f"{MARKS}\n{LENS}").encode()).camera
    assert camera.homography is None
    assert camera.marks == (Mark(580, Point(30, 30), 40), Mark(581, Point(970, 570), 40))
    assert camera.lens == Lens(((1500, 0, 960), (0, 1500, 540), (0, 0, 1)), (0.1, -0.2, 0, 0, 0))


FAULTS = [
    ("profile-not-toml", "version ="),
    ("profile-not-toml", f"version = {'9' * 5000}"),
    ("missing-key", PROFILE.replace("version = 1", "")),
    ("not-whole", PROFILE.replace("version = 1", "version = 2")),
    ("not-whole", PROFILE.replace("version = 1", "version = true")),
    ("not-whole", PROFILE.replace("version = 1", 'version = "1"')),
    ("not-whole", PROFILE.replace("version = 1", "version = 1.0")),
    ("unknown-key", PROFILE.replace("version = 1", "version = 1\nowner = 1")),
    ("missing-key", "version = 1\ntable = {width_mm = 1, height_mm = 1}\ncamera = {}"),
    ("missing-key", "zone = []\n" + PROFILE.split("[[zone]]", maxsplit=1)[0]),
    ("not-table", 'version = 1\ntable = "oak"\ncamera = {}\nzone = []'),
    ("missing-key", with_("width_mm = 1000", "")),
    ("unknown-key", with_("width_mm = 1000", "width_mm = 1000\ndepth_mm = 3")),
    ("not-number", with_("width_mm = 1000", 'width_mm = "1000"')),
    ("not-number", with_("width_mm = 1000", "width_mm = inf")),
    ("not-number", with_("width_mm = 1000", "width_mm = nan")),
    ("not-within", with_("width_mm = 1000", f"width_mm = {'9' * 400}")),
    ("not-within", with_("width_mm = 1000", "width_mm = 1e308")),
    ("not-within", with_("width_mm = 1000", "width_mm = 5001")),
    ("not-within", with_("width_mm = 1000", "width_mm = 1e-100")),
    ("not-within", with_("height_mm = 600", "height_mm = 1e-200")),
    ("not-within", with_(HOMOGRAPHY, MARKS.replace("side_mm = 40", "side_mm = 1e-200"))),
    ("wide-zones", with_("[[0, 0], [300, 0], [300, 200], [0, 200]]", "[[0, 0], [5000, 0], [5000, 5000], [0, 5000]]")),
    ("not-within", with_(HOMOGRAPHY, MARKS.replace("side_mm = 40", "side_mm = 100000"))),
    ("not-within", with_(HOMOGRAPHY, MARKS.replace("at_mm = [30, 30]", "at_mm = [30, 1e8]"))),
    ("not-within", with_("[300, 200]", "[300, -20000]")),
    ("not-within", with_(HOMOGRAPHY, f"{HOMOGRAPHY}\n{LENS.replace('[1500, 0', '[1e9, 0')}")),
    ("many-pixels", with_("[1920, 1080]", "[32768, 32768]")),
    ("many-tables", PROFILE + "[[zone]]\n" * 200),
    ("too-many-parts", PROFILE + "a" + ".a" * 100 + " = 1\n"),
    ("not-number", with_("width_mm = 1000", "width_mm = true")),
    ("not-size", with_("width_mm = 1000", "width_mm = 0")),
    ("not-size", with_("height_mm = 600", "height_mm = -600")),
    ("missing-key", with_("size_px = [1920, 1080]", "")),
    ("unknown-key", with_("size_px = [1920, 1080]", "size_px = [1920, 1080]\nfps = 15")),
    ("not-list", with_("[1920, 1080]", "1920")),
    ("not-so-many", with_("[1920, 1080]", "[1920]")),
    ("not-whole", with_("[1920, 1080]", "[1920, 1080.0]")),
    ("not-whole", with_("[1920, 1080]", "[1920, 0]")),
    ("not-whole", with_("[1920, 1080]", "[1920, 1000000]")),
    ("no-view", with_(HOMOGRAPHY, "")),
    ("both-views", with_(HOMOGRAPHY, f"{HOMOGRAPHY}\n{MARKS}")),
    ("not-list", with_(HOMOGRAPHY, "homography = 1")),
    ("not-list", with_(HOMOGRAPHY, "homography = [1, 2, 3]")),
    ("not-so-many", with_(HOMOGRAPHY, "homography = [[1, 0], [0, 1], [0, 0]]")),
    ("not-so-many", with_(HOMOGRAPHY, "homography = [[1, 0, 0], [0, 1, 0]]")),
    ("not-number", with_(HOMOGRAPHY, "homography = [[1, 0, nan], [0, 1, 0], [0, 0, 1]]")),
    ("flat-homography", with_(HOMOGRAPHY, "homography = [[0, 0, 0], [0, 0, 0], [0, 0, 0]]")),
    ("flat-homography", with_(HOMOGRAPHY, "homography = [[1, 2, 3], [2, 4, 6], [0, 0, 1]]")),
    ("folded-homography", with_(HOMOGRAPHY, "homography = [[-0.5, 0, 960], [0, 0.5, 0], [0, 0, 1]]")),
    ("folded-homography", with_(HOMOGRAPHY, "homography = [[0.5, 0, 0], [0, 0.5, 0], [0.002, 0, 1]]")),
    ("misplaced-homography", with_(HOMOGRAPHY, "homography = [[0.001, 0, 0], [0, 0.001, 0], [0, 0, 1]]")),
    ("misplaced-homography", with_(HOMOGRAPHY, "homography = [[50, 0, 0], [0, 50, 0], [0, 0, 1]]")),
    ("misplaced-homography", with_(HOMOGRAPHY, "homography = [[0.5, 0, 1200], [0, 0.5, 0], [0, 0, 1]]")),
    ("not-list", with_(HOMOGRAPHY, "marks = 580")),
    ("not-table", with_(HOMOGRAPHY, "marks = [580]")),
    ("few-marks", with_(HOMOGRAPHY, "marks = []")),
    ("few-marks", with_(HOMOGRAPHY, "marks = [{id = 580, at_mm = [30, 30], side_mm = 40}]")),
    ("repeated-mark", with_(HOMOGRAPHY, MARKS.replace("581", "580"))),
    ("marks-on-marks", with_(HOMOGRAPHY, MARKS.replace("[970, 570]", "[30, 30]"))),
    ("missing-key", with_(HOMOGRAPHY, MARKS.replace("id = 580, ", ""))),
    ("unknown-key", with_(HOMOGRAPHY, MARKS.replace("id = 580", "id = 580, turned = true"))),
    ("not-whole", with_(HOMOGRAPHY, MARKS.replace("580", "587"))),
    ("not-whole", with_(HOMOGRAPHY, MARKS.replace("580", "-1"))),
    ("not-so-many", with_(HOMOGRAPHY, MARKS.replace("[30, 30]", "[30, 30, 0]"))),
    ("not-size", with_(HOMOGRAPHY, MARKS.replace("side_mm = 40", "side_mm = 0"))),
    ("half-lens", with_(HOMOGRAPHY, f"{HOMOGRAPHY}\n{LENS.splitlines()[0]}")),
    ("half-lens", with_(HOMOGRAPHY, f"{HOMOGRAPHY}\n{LENS.splitlines()[1]}")),
    ("bad-lens", with_(HOMOGRAPHY, f"{HOMOGRAPHY}\n{LENS.replace('[1500, 0', '[0, 0')}")),
    ("bad-lens", with_(HOMOGRAPHY, f"{HOMOGRAPHY}\n{LENS.replace('0, 0, 1]', '0, 0, 2]')}")),
    ("not-so-many", with_(HOMOGRAPHY, f"{HOMOGRAPHY}\n{LENS.replace('0, 0, 0]', '0, 0]')}")),
    ("not-table", "zone = [1]\n" + PROFILE.split("[[zone]]", maxsplit=1)[0]),
    ("missing-key", with_('name = "stake:1"', "")),
    ("unknown-key", with_('name = "stake:1"', 'name = "stake:1"\ncolour = "red"')),
    ("not-text", with_('"stake:1"', "1")),
    ("unknown-place", with_("stake:1", "stake")),
    ("unknown-place", with_("stake:1", "stake:")),
    ("unknown-place", with_("stake:1", "stake:0")),
    ("unknown-place", with_("stake:1", "stake:01")),
    ("unknown-place", with_("stake:1", "stake:-1")),
    ("unknown-place", with_("stake:1", "stake:²")),
    ("unknown-place", with_("stake:1", "stake:Ana")),
    ("unknown-place", with_("stake:1", f"stake:{'9' * 5000}")),
    ("unknown-place", with_("stake:1", "tribute:1")),
    ("unknown-place", with_("stake:1", "hand:1")),
    ("repeated-zone", PROFILE + STAKE),
    ("missing-key", with_("up_deg = 180", "")),
    ("not-number", with_("up_deg = 180", 'up_deg = "up"')),
    ("not-direction", with_("up_deg = 180", "up_deg = 1000")),
    ("not-list", with_("polygon_mm = [[0, 0], [300, 0], [300, 200], [0, 200]]", "polygon_mm = 1")),
    ("few-points", with_("[[0, 0], [300, 0], [300, 200], [0, 200]]", "[]")),
    ("few-points", with_("[[0, 0], [300, 0], [300, 200], [0, 200]]", "[[0, 0], [300, 0]]")),
    ("few-points", with_("[[0, 0], [300, 0], [300, 200], [0, 200]]", "[[0, 0], [0, 0], [300, 0], [0, 0]]")),
    ("few-points", with_("[[0, 0], [300, 0], [300, 200], [0, 200]]", str([[x, x * x % 500] for x in range(300)]))),
    ("flat-polygon", with_("[[0, 0], [300, 0], [300, 200], [0, 200]]", "[[0, 0], [300, 0], [600, 0]]")),
    ("crossed-polygon", with_("[300, 200], [0, 200]", "[0, 200], [300, 200]")),
    ("not-so-many", with_("[300, 200], [0, 200]", "[300, 200, 0], [0, 200]")),
]


@pytest.mark.parametrize(("expected", "text"), FAULTS)
def test_faults(expected: str, text: str) -> None:
    with pytest.raises(Unreadable) as raised:
        parse_profile(text.encode())
    assert f"unreadable.{expected}" == raised.value.message.key
    assert all(Words(language, ("companion",)).say(raised.value.message) for language in Language)


def test_a_fault_names_its_table_and_key() -> None:
    with pytest.raises(Unreadable) as raised:
        parse_profile(with_(HOMOGRAPHY, MARKS.replace("side_mm = 40}]", 'side_mm = "40"}]')).encode())
    assert raised.value.message.values["key"] == "camera: marks 2: side_mm"
    with pytest.raises(Unreadable) as raised:
        parse_profile(with_("up_deg = -90", "").encode())
    assert raised.value.message.values["key"] == "zone 3: up_deg"


@pytest.mark.parametrize("name", ["none.toml", ".", "binary.toml", "large.toml", "a\0b"])
def test_files_that_are_none(name: str, tmp_path: Path) -> None:
    (tmp_path / "binary.toml").write_bytes(bytes(range(256)))
    (tmp_path / "large.toml").write_bytes(b"#" * 1_000_001)
    with pytest.raises(Unreadable):
        read_profile(tmp_path / name)


def test_seats_are_named_in_their_order() -> None:
    profile = parse_profile(PROFILE.encode())
    named = named_zones(profile, [Seat("Ana"), Seat("Bo"), Seat("Cy")])
    assert [each.zone for each in named.zones] == ["stake:Ana", "pile:Cy", "tribute"]
    assert [each.polygon for each in named.zones] == [each.polygon for each in profile.zones]


def test_a_zone_of_a_seat_that_nobody_has() -> None:
    with pytest.raises(Unreadable) as raised:
        named_zones(parse_profile(PROFILE.encode()), [Seat("Ana"), Seat("Bo")])
    assert raised.value.message.values == {"zone": "pile:3", "seats": 2}


numbers = st.floats(-3, 3)
rows = st.tuples(numbers, numbers, numbers)


@given(st.tuples(rows, rows, rows), st.floats(0, 1000), st.floats(0, 600))
def test_a_matrix_turned_round_sends_points_back(matrix: Matrix, x: float, y: float) -> None:
    table = Point(1000, 600)
    if not is_flat(matrix, (1920, 1080), table) and is_seen_from_above(matrix, table):
        there = sent(inverse(matrix), x, y)
        back = sent(matrix, there.x / there.depth, there.y / there.depth)
        assert (back.x / back.depth, back.y / back.depth) == pytest.approx((x, y), abs=0.5)


@pytest.mark.parametrize(
    "turn", [((0, -0.5, 600), (0.5, 0, 0), (0, 0, 1)), ((-0.5, 0, 1000), (0, -0.5, 600), (0, 0, 1))]
)
def test_a_camera_may_stand_on_any_side(turn: Matrix) -> None:
    assert not is_flat(turn, (1920, 1080), Point(1000, 600))
    assert is_seen_from_above(turn, Point(1000, 600))
