"""Whether covered cards are verified by what shows of them: the still table looked at afresh, by a new eye."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import cycle, islice

from companion.facts import BACK, UNKNOWN
from companion.geometry import Pose, Size, distance_mm, turn_between_deg
from companion.places import Zone
from deploy.watching import Eye
from tests.bench.strip_width import strip_mm
from vision.frames import DEFAULT_FPS
from vision.sim.film import Shot
from vision.sim.stage import Laid

LEAST_MM = 14.0
# A new eye has told what it sees after so many pictures.
LOOKS = 8
NEAR_MM, NEAR_DEG = 6.0, 8.0


@dataclass(frozen=True, slots=True)
class Strips:
    """Covered cards that show a strip of 14 mm or more: how many there were, which of them were not read.

    `wrong` are names that were read and lie nowhere on the table.
    """

    there: int = 0
    unread: tuple[str, ...] = ()
    wrong: tuple[str, ...] = ()

    def __add__(self, other: "Strips") -> "Strips":
        return Strips(self.there + other.there, self.unread + other.unread, self.wrong + other.wrong)

    @property
    def verified(self) -> int:
        """How many were read where they lie."""
        return self.there - len(self.unread)


class StripLooks:
    """Looks afresh at a film's still table: at its end, and after so many facts each time, if a number is given."""

    def __init__(self, make_eye: Callable[[], Eye], size: Size, every: int | None) -> None:
        self.strips = Strips()
        self._make_eye, self._size, self._every = make_eye, size, every
        self._facts = 0
        self._calm: list[Shot] = []

    def passing(self, shots: Iterable[Shot]) -> Iterator[Shot]:
        """The same pictures; those of a still table without hands are kept while they last."""
        for shot in shots:
            beat = shot.moment.beat
            if shot.told or beat.paths or not beat.is_still:
                self._look_after(self._every)
                self._calm = []
            self._facts += len(shot.told)
            self._calm += [] if beat.paths or not beat.is_still else [shot]
            yield shot
        self._look_after(0)

    def _look_after(self, facts: int | None) -> None:
        if self._calm and facts is not None and self._facts >= facts:
            self._facts = 0
            self.strips += self._looked(self._calm)

    def _looked(self, shots: list[Shot]) -> Strips:
        eye, read = self._make_eye(), list[tuple[str, Pose]]()
        for number, shot in enumerate(islice(cycle(shots), LOOKS)):
            seen = eye.look(shot.picture, number / DEFAULT_FPS)
            read += [(each.card, pose) for each in (seen.sightings if seen else ()) for pose in each.poses]
        zones = shots[-1].moment.zones
        lying = {each.name for cards in zones.values() for each in cards}
        strips = [each for each in _stripped(zones, self._size) if each.name != BACK]
        unread = tuple(each.name for each in strips if not any(_is_it(each, *found) for found in read))
        wrong = {name for name, _ in read} - lying - {UNKNOWN, BACK}
        return Strips(len(strips), unread, tuple(sorted(wrong)))


def _stripped(zones: Mapping[Zone, tuple[Laid, ...]], size: Size) -> Iterator[Laid]:
    """The cards with others on them that show a strip wide enough."""
    cards = [each for lying in zones.values() for each in lying]
    for place, each in enumerate(cards):
        over = [other.pose for other in cards[place + 1 :] if _may_touch(each.pose, other.pose, size)]
        free_mm = strip_mm(each.pose, over, size) if over else None
        if free_mm is not None and free_mm >= LEAST_MM:
            yield each


def _may_touch(one: Pose, other: Pose, size: Size) -> bool:
    return distance_mm(one.centre, other.centre) < size.width_mm + size.height_mm


def _is_it(card: Laid, name: str, pose: Pose) -> bool:
    is_near = distance_mm(card.pose.centre, pose.centre) <= NEAR_MM
    return name == card.name and is_near and turn_between_deg(card.pose.top_deg, pose.top_deg) <= NEAR_DEG
