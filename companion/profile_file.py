"""Table profiles: how the camera sees the table and where its zones are, in TOML, written by `companion calibrate`."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from companion.geometry import FULL_TURN_DEG, Point
from companion.lines import Unreadable, first_repeated
from companion.places import Seat, Zone, zone
from companion.plane import crosses_itself, is_flat, is_in_picture, is_seen_from_above, signed_area
from companion.profile import Camera, Lens, Mark, Matrix, TableProfile, ZonePlan
from companion.profile_writing import FIRST_REMARK, LAST_REMARK
from companion.tables import PLAIN, Table, Within, parse_toml, read_small_file
from companion.words import Message

VERSION = 1
PILES = frozenset({"draw", "discard"})
TABLE_PLACES = PILES | {"tribute"}
SEAT_PILES = frozenset({"won", "pile"})
SEAT_PLACES = SEAT_PILES | {"stake", "jokers"}
SEATS = range(1, 100)
SIDES_PX = range(64, 32_769)
# As much as the largest cameras have.
MOST_PIXELS = 64_000_000
# Longer than any table, and than any place beside one.
MOST_MM = 5_000.0
# Ten times a table of two metres by one: every bit of a zone is looked at again and again.
MOST_M2 = 20
PLACES_MM = Within(-MOST_MM, MOST_MM)
# What is smaller than a millimetre is no table and no mark.
SIZES_MM = Within(1.0, MOST_MM)
# Pixels and bends of any lens that gives a picture.
MATRIX = Within(-1e6, 1e6)
DISTORTION = Within(-1000, 1000)
# AprilTag 36h11 has 587 numbers.
MARK_IDS = range(587)
# The corners of one mark of 40 mm, known to 0.1 px, leave the far end of a table uncertain by 60 mm; two marks leave 2.
FEWEST_MARKS = 2
FEWEST_POINTS = 3
MOST_POINTS = 100
# Eight seats have four each, and three lie in the middle.
MOST_ZONES = 100
SMALLEST_MM2 = 1.0
DISTORTIONS = 5

_PROFILE = frozenset({"version", "table", "camera", "zone"})
_TABLE = frozenset({"width_mm", "height_mm"})
_CAMERA = frozenset({"size_px"})
_VIEW = frozenset({"homography", "marks"})
_LENS = frozenset({"matrix", "distortion"})
_MARK = frozenset({"id", "at_mm", "side_mm"})
_ZONE = frozenset({"name", "polygon_mm"})
_UP = frozenset({"up_deg"})


def read_profile(path: Path) -> TableProfile:
    """The table profile in a file."""
    return parse_profile(read_small_file(path))


def parse_profile(raw: bytes) -> TableProfile:
    """The table profile in the text of a file."""
    if _is_cut_short(raw):
        raise Unreadable(Message("unreadable.profile-cut-short"))
    whole = Table(parse_toml(raw, "profile-not-toml")[0])
    whole.require(_PROFILE)
    whole.whole("version", range(VERSION, VERSION + 1))
    table = whole.table("table")
    table.require(_TABLE)
    size = Point(table.size("width_mm", SIZES_MM), table.size("height_mm", SIZES_MM))
    return TableProfile(size.x_mm, size.y_mm, _camera(whole.table("camera"), size), tuple(_zones(whole)))


def _is_cut_short(raw: bytes) -> bool:
    """Whether the end of a file that we wrote is missing: what is left may still look like a smaller table."""
    lines = raw.decode("utf-8", "replace").splitlines()
    return FIRST_REMARK in lines and LAST_REMARK not in lines


def _camera(camera: Table, table: Point) -> Camera:
    camera.require(_CAMERA, _VIEW | _LENS)
    width, height = camera.wholes("size_px", SIDES_PX, 2)
    if width * height > MOST_PIXELS:
        camera.fail("many-pixels", "size_px", MOST_PIXELS // 1_000_000)
    views = _VIEW & camera.values.keys()
    if len(views) != 1:
        camera.fail("both-views" if views else "no-view", " / ".join(sorted(_VIEW)))
    if "marks" in camera:
        return Camera((width, height), marks=_marks(camera), lens=_lens(camera))
    return Camera((width, height), homography=_homography(camera, (width, height), table), lens=_lens(camera))


def _homography(camera: Table, size_px: tuple[int, int], table: Point) -> Matrix:
    matrix = _matrix(camera, "homography", PLAIN)
    if is_flat(matrix, size_px, table):
        camera.fail("flat-homography", "homography")
    if not is_seen_from_above(matrix, table):
        camera.fail("folded-homography", "homography")
    if not is_in_picture(matrix, size_px, table):
        camera.fail("misplaced-homography", "homography")
    return matrix


def _matrix(camera: Table, key: str, within: Within) -> Matrix:
    rows = camera.rows(key, 3, within)
    if len(rows) != len(("x", "y", "depth")):
        camera.fail("not-so-many", key, 3)
    (a, b, c), (d, e, f), (g, h, i) = rows
    return (a, b, c), (d, e, f), (g, h, i)


def _marks(camera: Table) -> tuple[Mark, ...]:
    marks = tuple(_mark(each) for each in camera.tables("marks"))
    repeated = first_repeated(str(each.id) for each in marks)
    if repeated is not None:
        camera.fail("repeated-mark", "marks", repeated)
    if len(marks) < FEWEST_MARKS:
        camera.fail("few-marks", "marks", FEWEST_MARKS)
    if len({each.at for each in marks}) < len(marks):
        camera.fail("marks-on-marks", "marks")
    return marks


def _mark(mark: Table) -> Mark:
    mark.require(_MARK)
    x_mm, y_mm = mark.numbers("at_mm", 2, PLACES_MM)
    return Mark(mark.whole("id", MARK_IDS), Point(x_mm, y_mm), mark.size("side_mm", SIZES_MM))


def _lens(camera: Table) -> Lens | None:
    given = _LENS & camera.values.keys()
    if not given:
        return None
    if given != _LENS:
        camera.fail("half-lens", min(_LENS - given), min(given))
    matrix = _matrix(camera, "matrix", MATRIX)
    (across, _, _), (aslant, down, _), last = matrix
    if across <= 0 or down <= 0 or aslant or last != (0, 0, 1):
        camera.fail("bad-lens", "matrix")
    return Lens(matrix, camera.numbers("distortion", DISTORTIONS, DISTORTION))


def _zones(whole: Table) -> Iterator[ZonePlan]:
    tables = whole.tables("zone")
    if not tables:
        whole.fail("missing-key", "zone")
    if len(tables) > MOST_ZONES:
        whole.fail("many-tables", "zone", MOST_ZONES)
    names: set[str] = set()
    area_mm2 = 0.0
    for each in tables:
        plan = _zone(each)
        if plan.zone in names:
            each.fail("repeated-zone", "name", plan.zone)
        names.add(plan.zone)
        area_mm2 += _room_mm2(plan.polygon)
        if area_mm2 > MOST_M2 * 1e6:
            each.fail("wide-zones", "polygon_mm", MOST_M2)
        yield plan


def _room_mm2(polygon: tuple[Point, ...]) -> float:
    """The area of the upright rectangle around a polygon."""
    across, down = zip(*polygon, strict=True)
    return float((max(across) - min(across)) * (max(down) - min(down)))


def _zone(table: Table) -> ZonePlan:
    table.require(_ZONE, _UP)
    name = table.text("name")
    place, number = _place(name)
    if not _is_zone(place, number):
        table.fail("unknown-place", "name", name[:60])
    if "up_deg" not in table and place not in PILES | SEAT_PILES:
        table.fail("missing-key", "up_deg")
    up_deg = table.number("up_deg") if "up_deg" in table else 0.0
    if abs(up_deg) > FULL_TURN_DEG:
        table.fail("not-direction", "up_deg")
    return ZonePlan(Zone(name), _polygon(table), up_deg % FULL_TURN_DEG)


def _place(name: str) -> tuple[str, int | None]:
    """A zone's sort of place and its seat's number, None where it belongs to no seat; 0 for no number at all."""
    place, colon, number = name.partition(":")
    if not colon:
        return place, None
    is_number = number.isascii() and number.isdecimal() and not number.startswith("0") and len(number) < len("1000")
    return place, int(number) if is_number else 0


def _is_zone(place: str, number: int | None) -> bool:
    return place in TABLE_PLACES if number is None else place in SEAT_PLACES and number in SEATS


def _polygon(table: Table) -> tuple[Point, ...]:
    corners = tuple(Point(*each) for each in table.rows("polygon_mm", 2, PLACES_MM))
    polygon = tuple(each for each, before in zip(corners, (corners[-1:] + corners), strict=False) if each != before)
    if not FEWEST_POINTS <= len(polygon) <= MOST_POINTS:
        table.fail("few-points", "polygon_mm", MOST_POINTS)
    if crosses_itself(polygon):
        table.fail("crossed-polygon", "polygon_mm")
    if abs(signed_area(polygon)) < SMALLEST_MM2:
        table.fail("flat-polygon", "polygon_mm")
    return polygon


def seats_seen(profile: TableProfile) -> int:
    """The highest seat number that a zone of the profile has; 0 if none belongs to a seat."""
    return max((_place(each.zone)[1] or 0 for each in profile.zones), default=0)


def for_seats(profile: TableProfile, seats: int) -> TableProfile:
    """The profile for fewer people: the places of the others stay empty."""
    kept = tuple(each for each in profile.zones if (_place(each.zone)[1] or 0) <= seats)
    return replace(profile, zones=kept)


def named_zones(profile: TableProfile, seats: Sequence[Seat]) -> TableProfile:
    """The profile with its seats called by name, in the game's seat order: `stake:1` is Ana's stake."""
    return replace(profile, zones=tuple(replace(each, zone=_named(each.zone, seats)) for each in profile.zones))


def _named(numbered: Zone, seats: Sequence[Seat]) -> Zone:
    place, number = _place(numbered)
    if number is None:
        return numbered
    if number > len(seats):
        raise Unreadable(Message("unreadable.zone-without-seat", {"zone": numbered, "seats": len(seats)}))
    return zone(place, seats[number - 1])
