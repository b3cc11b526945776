"""A small table that is filmed once without any fault: two rows of zones, four marks, ten facts."""

from functools import cache

from companion.facts import Fact, Moved, Placed, Removed, Turned, Way
from companion.games.vedrfolnir.decks import default_deck
from companion.games.vedrfolnir.printing import printed_deck
from companion.games.vedrfolnir.zones import Place
from companion.geometry import Point
from companion.places import Seat, zone
from companion.profile import Mark, TableProfile, ZonePlan
from deploy.rendered import own_faces
from vision.sim.cameras import Mount, overhead_camera
from vision.sim.choreography import Habits
from vision.sim.film import Film, Pace, Shot
from vision.sim.levels import LEVELS, Difficulty, Level

SIZE_PX = 960, 540
TABLE_MM = 540.0, 300.0
FACE_PX_PER_MM = 4
FPS, HANDS_SPEED, STILL_S = 15.0, 1.6, 0.75
CORNERS = ((580, 22, 22), (581, 518, 22), (582, 518, 278), (583, 22, 278))
MARK_MM = 32.0
COLUMNS, ROWS = 3, 2
ZONE_MM = 146.0, 128.0
LEFT_MM, TOP_MM = 50.0, 20.0


def _zone(column: int, row: int) -> ZonePlan:
    (width, height), number = ZONE_MM, row * COLUMNS + column + 1
    left, top = LEFT_MM + column * width, TOP_MM + row * height
    corners = ((left, top), (left + width, top), (left + width, top + height), (left, top + height))
    return ZonePlan(zone(Place.STAKE, Seat(str(number))), tuple(Point(*each) for each in corners), 0.0)


ZONES = tuple(_zone(column, row) for row in range(ROWS) for column in range(COLUMNS))


def small_profile(difficulty: Difficulty = Difficulty.EASY) -> TableProfile:
    """The table with its marks, seen from above."""
    marks = tuple(Mark(number, Point(x_mm, y_mm), MARK_MM) for number, x_mm, y_mm in CORNERS)
    mount = Mount(distortion=LEVELS[difficulty].distortion)
    return TableProfile(*TABLE_MM, overhead_camera(SIZE_PX, TABLE_MM, marks, mount), ZONES)


def facts() -> tuple[Fact, ...]:
    """Cards that come, move, are turned and leave, all over the table."""
    names = [each.name for each in printed_deck(default_deck()).cards][3::17]
    first, second, third, fourth, fifth, sixth = (plan.zone for plan in ZONES)
    return (
        Placed(0, names[0], first, 0, Way.UPRIGHT),
        Placed(0, names[1], fifth, 0, Way.UPRIGHT),
        Placed(0, names[2], first, 1, Way.UPRIGHT),
        Placed(0, names[3], third, 0, Way.TURNED),
        Moved(0, names[1], fifth, fourth, 0, Way.UPRIGHT),
        Placed(0, names[4], sixth, 0, Way.UPRIGHT),
        Turned(0, names[3], third, Way.UPRIGHT, 0),
        Removed(0, names[4], sixth, 0),
        Placed(0, names[5], second, 0, Way.UPRIGHT),
        Placed(0, names[6], second, 1, Way.UPRIGHT),
    )


@cache
def clean_film(level: Level = LEVELS[Difficulty.EASY], seed: int = 3) -> tuple[Shot, ...]:
    """Every picture of it, drawn once."""
    profile = small_profile()
    habits, pace = Habits(still_s=STILL_S), Pace(fps=FPS, speed=HANDS_SPEED)
    faces = own_faces(default_deck(), FACE_PX_PER_MM)
    return tuple(Film(facts(), profile, faces, level, seed=seed, pace=pace, habits=habits).frames())
