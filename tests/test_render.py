"""`companion render`, and the table profiles and copy numbers that belong to it."""

import json
import tomllib
from pathlib import Path

import cv2
import pytest

from companion.games.vedrfolnir.acts import Give, Played
from companion.games.vedrfolnir.numbering import numbered
from companion.games.vedrfolnir.rulings import Rulings
from companion.games.vedrfolnir.setup import Mode
from companion.games.vedrfolnir.simulation import Wishes, simulate
from companion.games.vedrfolnir.tableplan import marks
from companion.geometry import Point
from companion.places import Seat, Zone
from companion.profile import Camera, Lens, TableProfile, ZonePlan
from companion.profile_writing import profile_text
from deploy.evening import Evening, read_evening
from deploy.simulate import record_text, sightings_text
from tests.commands import HEADER, Companion, file
from tests.drawn_faces import write_faces
from tests.evenings import BOTH

GIVE = '{"act": "give", "card": "thor-1r-1s", "to": "Ana"}'
LOKI = '{"act": "give", "card": "loki-0s#03", "to": "Ana"}'
CARDS = ("thor-1r-1s#01", "loki-0s#03")


@pytest.fixture
def faces(tmp_path: Path) -> Path:
    return write_faces(tmp_path / "faces", CARDS)


def test_a_record_becomes_pictures_truth_and_a_table(companion: Companion, tmp_path: Path, faces: Path) -> None:
    record = file(tmp_path, HEADER, GIVE, '{"act": "give", "card": "loki-0s#03", "to": "Bo"}')
    out = tmp_path / "film"
    ran = companion("render", record, "--out", out, "--faces", faces, "--size", "160x90", "--cut")
    assert (ran.status, ran.out) == (0, "")
    pictures = sorted(out.glob("*.jpg"))
    assert cv2.imread(str(pictures[-1])).shape == (90, 160, 3)
    seen = [json.loads(line) for line in (out / "truth.jsonl").read_text(encoding="utf-8").splitlines()[1:]]
    assert [(each["card"], each["zone"]) for each in seen] == [(CARDS[0], "stake:Ana"), (CARDS[1], "stake:Bo")]
    assert seen[-1]["at"] < len(pictures) / 15
    assert companion("referee", out / "truth.jsonl").status == 0
    table = tomllib.loads((out / "table.toml").read_text(encoding="utf-8"))
    assert table["camera"]["size_px"] == [160, 90]
    assert {each["name"] for each in table["zone"]} >= {"stake:1", "jokers:3", "won:2", "tribute", "draw", "discard"}


def test_a_video_with_its_files_beside_it(companion: Companion, tmp_path: Path, faces: Path) -> None:
    out = tmp_path / "film.mp4"
    options = ("--faces", faces, "--size", "160x90", "--cut", "--marks", "--level", "easy")
    assert companion("render", file(tmp_path, HEADER, GIVE), "--out", out, *options).status == 0
    video = cv2.VideoCapture(str(out))
    assert video.read()[1].shape == (90, 160, 3)
    table = tomllib.loads((tmp_path / "film.table.toml").read_text(encoding="utf-8"))
    assert [each["id"] for each in table["camera"]["marks"]] == [580, 581, 582, 583]
    assert "homography" not in table["camera"]
    again = companion("render", file(tmp_path, HEADER, GIVE), "--out", out, *options)
    assert again.status == 2
    assert "Choose another name" in again.err


def test_sightings_are_filmed_too(companion: Companion, tmp_path: Path, faces: Path) -> None:
    seen = '{"at": 1.0, "saw": "placed", "card": "loki-0s#03", "zone": "tribute", "index": 0, "turned": true}'
    out = tmp_path / "film"
    ran = companion("render", file(tmp_path, HEADER, seen), "--out", out, "--faces", faces, "--size", "160x90")
    assert ran.status == 0
    told = json.loads((out / "truth.jsonl").read_text(encoding="utf-8").splitlines()[1])
    assert {**json.loads(seen), "at": told["at"]} == told


ACT = '{"at": 1.0, "act": "give", "card": "thor-1r-1s", "to": "Ana"}'
PRINT = '{"at": 1.0, "saw": "placed", "card": "thor-1r-1s", "zone": "tribute"}'


@pytest.mark.parametrize(
    ("lines", "options", "status", "said"),
    [
        ((HEADER, GIVE), ("--size", "1280"), 2, "--size can't be 1280"),
        ((HEADER, GIVE), ("--size", "161x90"), 2, "--size can't be 161x90"),
        ((HEADER, GIVE), ("--fps", "0"), 2, "--fps can't be 0"),
        ((HEADER, GIVE), ("--seed", "-1"), 2, "--seed can't be -1"),
        ((HEADER, GIVE, GIVE), (), 1, "line 3: not allowed by VED-3.2"),
        ((HEADER, "{"), (), 2, "line 2: This line is not JSON"),
        ((HEADER, '{"act": "keep", "zones": {}}'), (), 2, "line 2: A table kept as it lies can't be filmed"),
        ((HEADER, ACT), (), 2, "line 2: An act given by hand can't be filmed"),
        ((HEADER, PRINT), (), 2, "line 2: thor-1r-1s has no copy number"),
        ((HEADER, '{"act": "give", "card": "odin-1r-1s", "to": "Bo"}'), (), 2, "has no picture of odin-1r-1s#01"),
        ((), (), 2, "The file is empty"),
    ],
)
def test_what_can_not_be_filmed(  # noqa: PLR0913, PLR0917 - a table of cases
    companion: Companion,
    tmp_path: Path,
    faces: Path,
    lines: tuple[str, ...],
    options: tuple[str, ...],
    status: int,
    said: str,
) -> None:
    record, out = file(tmp_path, *lines), tmp_path / "film"
    ran = companion("render", record, "--out", out, "--faces", faces, "--size", "160x90", "--cut", *options)
    assert (ran.status, out.exists(), [*tmp_path.glob(".*")]) == (status, False, [])
    assert said in ran.err


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("manifest.json", "{", "does not describe card faces"),
        ("manifest.json", '{"px_per_mm": "x", "cards": []}', "does not describe card faces"),
        ("back.png", "no picture", "is not a picture"),
        ("thor-1r-1s#01.png", "", "is not a picture"),
    ],
)
def test_broken_faces(  # noqa: PLR0913, PLR0917 - a table of cases
    companion: Companion, tmp_path: Path, faces: Path, name: str, text: str, said: str
) -> None:
    (faces / name).write_text(text, encoding="utf-8")
    record = file(tmp_path, HEADER, GIVE)
    ran = companion("render", record, "--out", tmp_path / "film", "--faces", faces, "--size", "160x90", "--cut")
    assert (ran.status, (tmp_path / "film").exists()) == (2, False)
    assert said in ran.err


def test_a_record_and_its_sightings_are_both_readable(tmp_path: Path) -> None:
    simulated = simulate(Wishes(Mode.SOLO, BOTH, None, Rulings()), "render")
    record = file(tmp_path, record_text(simulated), name="a.jsonl")
    sightings = file(tmp_path, sightings_text(simulated, "x"), name="b.jsonl")
    one, other = read_evening(record, 1), read_evening(sightings, 1)
    assert isinstance(one, Evening)
    assert isinstance(other, Evening)
    assert one.setup.seats == other.setup.seats
    assert len(one.facts) > len(simulated.acts)


def test_cards_without_a_number_become_copies_that_nobody_names() -> None:
    ana = Seat("Ana")
    acts = [
        Give(Played("thor-1r-1s"), ana, (Played("loki-0s"),)),
        Give(Played("thor-1r-1s#01"), ana),
        Give(Played("thor-1r-1s"), ana),
    ]
    named = [each.card for act in numbered(acts) if isinstance(act, Give) for each in (act.played, *act.draws)]
    assert named == ["thor-1r-1s#02", "loki-0s#01", "thor-1r-1s#01", "thor-1r-1s#03"]


LENS = Lens(((900.5, 0, 640), (0, 900.5, 360), (0, 0, 1)), (-0.1, 0.02, 0, 0, 1e-7))
SQUARE = (Point(0, 0), Point(10.25, 0), Point(10.25, 20), Point(0, 20))


def test_a_profile_is_written_by_the_letter() -> None:
    homography = ((0.5, 0, -10), (0, 0.5, 1 / 3), (0, 1e-9, 1))
    plan = ZonePlan(Zone('stake:"é'), SQUARE, 270)
    written = tomllib.loads(profile_text(TableProfile(1000, 600.5, Camera((1280, 720), homography, (), LENS), (plan,))))
    assert written == {
        "version": 1,
        "table": {"width_mm": 1000, "height_mm": 600.5},
        "camera": {
            "size_px": [1280, 720],
            "homography": [list(row) for row in homography],
            "matrix": [list(row) for row in LENS.matrix],
            "distortion": list(LENS.distortion),
        },
        "zone": [{"name": 'stake:"é', "polygon_mm": [list(point) for point in SQUARE], "up_deg": 270}],
    }


def test_a_profile_with_marks_only() -> None:
    written = tomllib.loads(profile_text(TableProfile(1000, 600, Camera((1280, 720), None, marks()), ())))
    assert written["camera"]["marks"][2] == {"id": 582, "at_mm": [970, 570], "side_mm": 40}
