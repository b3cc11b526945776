"""Films that show the same evening in another way, of which the same facts have to be told."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from copy import deepcopy
from dataclasses import dataclass, field, replace
from functools import partial

import cv2
import numpy as np

from companion.facts import Fact, Kept
from companion.geometry import HALF_TURN_DEG, Point, Pose
from companion.plane import inverse
from companion.profile import Lens, Matrix, TableProfile
from companion.tracking import Tracker
from deploy.watching import Watch
from tests.comparing import Judgement, compared
from tests.films.filming import BusyFilm
from tests.films.freedom import is_under_hand, spots_of
from tests.films.rows import FPS
from tests.films.tables import sight_of
from vision.frames import Frame, Picture
from vision.sim.choreography import REACH_S
from vision.sim.film import Moment
from vision.sim.gestures import Body, Path
from vision.sim.hands import Grip, some_person
from vision.sim.people import OUTSIDE_MM, SHOULDER_MM
from vision.sim.stage import Laid

BEGUN_EVERY_S = 10
GUEST_S = (3.0, 23.0)
SCALES, GAINS = (0.95, 1.05), (0.9, 1.1)
GUEST_DEEP_MM, GUEST_STEP_MM = (80.0, 60.0, 40.0, 20.0), 25


@dataclass(frozen=True, slots=True)
class Relation:
    """Another way to show a film: the profile that fits, and the pictures that one of it becomes."""

    name: str
    profile: Callable[[TableProfile], TableProfile]
    pictures: Callable[[Picture], Sequence[Picture]]


def relations() -> tuple[Relation, ...]:
    """Those that need nothing but the pictures."""
    return (
        Relation("turned by 180°", _turned, lambda picture: (np.ascontiguousarray(picture[::-1, ::-1]),)),
        *(Relation(f"scaled by {each}", partial(_scaled, by=each), partial(_resized, by=each)) for each in SCALES),
        Relation("every frame twice", lambda profile: profile, lambda picture: (picture, picture)),
        *(Relation(f"gain {each}", lambda profile: profile, partial(_lit, by=each)) for each in GAINS),
    )


@dataclass
class Telling:
    """A watch, and what it has told."""

    watch: Watch
    told: list[Fact] = field(default_factory=list)
    pictures: int = 0

    def see(self, pictures: Iterable[Picture]) -> None:
        """Some more pictures."""
        for each in pictures:
            events = self.watch.seen(Frame(self.pictures, round(self.pictures / FPS, 3), each))
            self.told += [event for event in events if isinstance(event, Fact)]
            self.pictures += 1

    def end(self) -> list[Fact]:
        """Everything told, with what was pending."""
        return [*self.told, *self.watch.pending()]


@dataclass
class Begun:
    """A watch that began in the middle, with the table as it had been told until then."""

    at_s: float
    telling: Telling
    before: int


def broken(film: BusyFilm) -> dict[str, list[str]]:
    """What each relation tells otherwise than the film itself; nothing where it holds."""
    eye = sight_of(film)
    plain = Telling(Watch(eye))
    others = [(each, Telling(Watch(sight_of(film, each.profile(film.profile))))) for each in relations()]
    begun: list[Begun] = []
    for shot in film.shots():
        if shot.number and shot.number % round(BEGUN_EVERY_S * FPS) == 0 and isinstance(eye.tracker, Tracker):
            start = deepcopy(eye.tracker.mirror)
            begun.append(Begun(shot.at_s, Telling(Watch(sight_of(film, start=start))), len(plain.told)))
        plain.see((shot.picture,))
        for relation, telling in others:
            telling.see(relation.pictures(shot.picture))
        for each in begun:
            each.telling.see((shot.picture,))
    told = plain.end()
    found = {relation.name: different(told, telling.end()) for relation, telling in others}
    for each in begun:
        found[f"begun at {each.at_s:.0f} s"] = different(told[each.before :], each.telling.end())
    return {**found, "a guest's hand": _guested(film, told)}


def different(one: Sequence[Fact], other: Sequence[Fact]) -> list[str]:
    """What was told only in one of two watches; when it was told does not count, nor where the watch began."""
    first, second = (
        [replace(fact, at_s=0.0) for fact in facts if not isinstance(fact, Kept)] for facts in (one, other)
    )
    return [
        f"{each.judgement} {each.change.name.lower()} {each.card} {each.zone}"
        for each in compared(first, second)
        if each.judgement is not Judgement.FOUND
    ]


def _guested(film: BusyFilm, told: Sequence[Fact]) -> list[str]:
    """A hand comes, rests where nothing ever lies, and goes."""
    spots = spots_of(list({each.pose for moment in film.film.moments() for each in _lying(moment)}))
    places = [path for path in _places(film) if not is_under_hand(spots, path.reaching(1.0))]
    telling = Telling(Watch(sight_of(film)))
    for shot in film.shots(partial(_resting, places[:1])):
        telling.see((shot.picture,))
    return different(told, telling.end()) if places else ["no room for a hand"]


def _lying(moment: Moment) -> Iterator[Laid]:
    return (card for cards in moment.zones.values() for card in cards)


def _resting(paths: Sequence[Path], at_s: float) -> list[Path]:
    start_s, end_s = GUEST_S
    share = min(1.0, (at_s - start_s) / REACH_S, (end_s - at_s) / REACH_S)
    return [replace(path, start=path.pose(share), end=path.pose(share)) for path in paths if share > 0]


def _places(film: BusyFilm) -> Iterator[Path]:
    """A fist all along the long sides of the table, as far in as it may get."""
    person, table = some_person(np.random.default_rng(film.wanted.seed)), film.profile
    for deep_mm in GUEST_DEEP_MM:
        for x_mm in range(GUEST_STEP_MM, round(table.width_mm), GUEST_STEP_MM):
            for edge_mm, out in ((table.height_mm, 1), (0.0, -1)):
                shoulder, outside = (Point(x_mm, edge_mm + out * each) for each in (SHOULDER_MM, OUTSIDE_MM))
                body = Body(person, outside, shoulder, outside)
                yield Path(body, Grip.FIST, Pose(outside, 0.0), Pose(Point(x_mm, edge_mm - out * deep_mm), 0.0))


def _turned(profile: TableProfile) -> TableProfile:
    """The same table seen from the other side; marks would lie upside down, so it goes by the homography alone."""
    (width_px, height_px), camera = profile.camera.size_px, profile.camera
    back = _about((width_px - 1) / 2, (height_px - 1) / 2)
    there = _about(profile.width_mm / 2, profile.height_mm / 2)
    homography = _joined(there, _homography(profile), back)
    zones = tuple(
        replace(
            plan,
            polygon=tuple(Point(profile.width_mm - x, profile.height_mm - y) for x, y in plan.polygon),
            up_deg=(plan.up_deg + HALF_TURN_DEG) % 360,
        )
        for plan in profile.zones
    )
    return replace(profile, camera=replace(camera, homography=homography, marks=()), zones=zones)


def _scaled(profile: TableProfile, by: float) -> TableProfile:
    """The same table in pictures of another size."""
    camera = profile.camera
    size_px = _size(camera.size_px, by)
    across, down = (new / old for new, old in zip(size_px, camera.size_px, strict=True))
    # The middle of the first pixel is (0, 0), its upper left corner (-0.5, -0.5).
    grown: Matrix = ((across, 0.0, (across - 1) / 2), (0.0, down, (down - 1) / 2), (0.0, 0.0, 1.0))
    homography = _joined(_homography(profile), inverse(grown))
    lens = None if camera.lens is None else Lens(_joined(grown, camera.lens.matrix), camera.lens.distortion)
    return replace(profile, camera=replace(camera, size_px=size_px, homography=homography, lens=lens))


def _resized(picture: Picture, by: float) -> tuple[Picture]:
    size_px = _size((picture.shape[1], picture.shape[0]), by)
    way = cv2.INTER_AREA if by < 1 else cv2.INTER_CUBIC
    return (np.asarray(cv2.resize(picture, size_px, interpolation=way), np.uint8),)


def _lit(picture: Picture, by: float) -> tuple[Picture]:
    return (np.asarray(cv2.convertScaleAbs(picture, alpha=by), np.uint8),)


def _size(size_px: tuple[int, int], by: float) -> tuple[int, int]:
    return round(size_px[0] * by), round(size_px[1] * by)


def _about(x: float, y: float) -> Matrix:
    """Half a turn about a point."""
    return (-1.0, 0.0, 2 * x), (0.0, -1.0, 2 * y), (0.0, 0.0, 1.0)


def _homography(profile: TableProfile) -> Matrix:
    if profile.camera.homography is None:
        raise ValueError(profile)
    return profile.camera.homography


def _joined(*matrices: Matrix) -> Matrix:
    """One matrix that does what these do, the last one first."""
    whole = np.linalg.multi_dot([np.array(each) for each in matrices])
    first, second, third = ((float(a), float(b), float(c)) for a, b, c in whole / whole[2, 2])
    return first, second, third
