"""What is told of a film, judged by its truth: found, asked, late, missed, wrong, invented."""

import math
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import partial

from companion.facts import BACK, UNKNOWN, Fact, Moved
from companion.geometry import Pose, distance_mm
from companion.places import Zone
from deploy.filmed import told_of
from deploy.watching import Sight, Watch
from tests.comparing import Change, Compared, Judgement, compared
from tests.films.freedom import Freedom, spots_of
from tests.films.rows import FPS
from vision.sim.film import Shot
from vision.sim.stage import Laid

LATE_BAR_S = 1.0
# A told change belongs to a true one however much later; lateness is judged by when the card was free.
ANY_TIME_S = 3600.0
ASKED_S = 25.0
BEFORE, AFTER = 45, 30
SAME_PLACE_MM = 8.0


class Verdict(StrEnum):
    """What became of a change; `brief`: not told, but it was not free for a second either."""

    FOUND = "found"
    LATE = "late"
    ASKED = "asked"
    BRIEF = "brief"
    MISSED = "missed"
    WRONG = "wrong"
    INVENTED = "invented"


@dataclass(frozen=True, slots=True)
class Judged:
    """One change with its verdict; how late it was told, and the pictures that show it."""

    verdict: Verdict
    judgement: Judgement
    change: Change
    card: str
    zone: Zone
    true_s: float | None
    told_s: float | None
    late_s: float = 0.0

    @property
    def pictures(self) -> tuple[int, int]:
        """From picture to picture, with some before and after."""
        times = [each for each in (self.true_s, self.told_s) if each is not None]
        return max(0, round(min(times) * FPS) - BEFORE), round(max(times) * FPS) + AFTER

    def __str__(self) -> str:
        told = "not told" if self.told_s is None else f"told {self.told_s:.2f} s"
        true = "no truth" if self.true_s is None else f"true {self.true_s:.2f} s"
        late = f", {self.late_s:.2f} s late" if self.verdict is Verdict.LATE else ""
        first, last = self.pictures
        what = f"{self.verdict} ({self.judgement}) {self.change.name.lower()} {self.card} {self.zone}"
        return f"{what}: {true}, {told}{late}; pictures {first}–{last}"


@dataclass
class Seen:
    """A film while it is watched: what happened, what was told, where every card lay when."""

    truth: list[Fact] = field(default_factory=list)
    told: list[Fact] = field(default_factory=list)
    freedom: Freedom = field(default_factory=Freedom)
    zones: list[Mapping[Zone, tuple[Laid, ...]]] = field(default_factory=list)

    def see(self, shot: Shot, told: Iterable[Fact]) -> None:
        """One more picture."""
        self.truth += shot.told
        self.told += told
        self.freedom.see(shot)
        self.zones.append(shot.moment.zones)

    def judged(self, piles: frozenset[Zone]) -> list[Judged]:
        """Every change with its verdict."""
        each = compared(self.truth, self.told, ANY_TIME_S)
        return list(_asked(_never_shown([self._verdict(one, each, piles) for one in each])))

    def _verdict(self, one: Compared, every: Sequence[Compared], piles: frozenset[Zone]) -> Judged:
        verdict, late_s = _VERDICTS[one.judgement], 0.0
        if one.judgement is Judgement.WRONG_ORDER and self._is_order_hidden(one, every, piles):
            verdict = Verdict.FOUND
        if verdict in (Verdict.FOUND, Verdict.MISSED) and not self._is_half_of_a_move(one):
            verdict, late_s = self._timed(one, verdict, piles)
        return Judged(verdict, one.judgement, one.change, one.card, one.zone, one.true_s, one.told_s, late_s)

    def _timed(self, one: Compared, verdict: Verdict, piles: frozenset[Zone]) -> tuple[Verdict, float]:
        late_s = self._late_s(one, one.told_s, len(self.zones) - 1, piles)
        if verdict is Verdict.MISSED:
            return (Verdict.BRIEF if late_s is None else Verdict.MISSED), 0.0
        is_late = late_s is not None and late_s > LATE_BAR_S
        return (Verdict.LATE if is_late else Verdict.FOUND), late_s or 0.0

    def _is_order_hidden(self, one: Compared, every: Sequence[Compared], piles: frozenset[Zone]) -> bool:
        """Whether something else in the zone, which nobody could see yet, puts the card in another place."""
        told_s = one.told_s or 0.0
        waiting = [
            each
            for each in every
            if each.zone == one.zone and each.true_s is not None and each is not one
            and each.true_s <= told_s < (each.told_s or math.inf)
        ]  # fmt: skip
        until = min(len(self.zones) - 1, round(told_s * FPS))
        return any(self._late_s(each, None, until, piles) is None for each in waiting)

    def _late_s(self, one: Compared, told_s: float | None, until: int, piles: frozenset[Zone]) -> float | None:
        first, last, poses = self._shown(one, is_pile=one.zone in piles)
        return self.freedom.late_s(spots_of(poses), first, min(last, until), told_s, LATE_BAR_S)

    def _shown(self, one: Compared, *, is_pile: bool) -> tuple[int, int, list[Pose]]:
        """The pictures that show a change, and where: until the card leaves, on a pile until another one covers it."""
        first = round((one.true_s or 0.0) * FPS)
        now = self.zones[first][one.zone]
        match one.change:
            case Change.LEFT:
                before = self._before(first, one)
                gone = ([each for each in before if each not in now] or before)[-1:]
                is_bare = partial(_is_bare, now=now, gone=gone)
                return first, self._until(first, is_bare, one.zone), _poses(gone)
            case Change.ORDERED:
                return first, self._until(first, lambda lying: len(lying) == len(now), one.zone), _poses(now)
        mine = next(each for each in reversed(now) if each.name == one.card)
        is_shown = _is_top if is_pile else _is_there
        return first, self._until(first, lambda lying: is_shown(lying, mine), one.zone), [mine.pose]

    def _before(self, first: int, one: Compared) -> list[Laid]:
        """The cards of that name as they last lay there; one that is carried was lifted a while before it is told."""
        for number in range(first - 1, -1, -1):
            lying = [each for each in self.zones[number][one.zone] if each.name == one.card]
            if lying:
                return lying
        return []

    def _until(self, first: int, is_so: Callable[[tuple[Laid, ...]], bool], zone: Zone) -> int:
        """The last picture of those in which it is so."""
        pictures = range(first, len(self.zones))
        return next((number for number in pictures if not is_so(self.zones[number][zone])), len(self.zones)) - 1

    def _is_half_of_a_move(self, one: Compared) -> bool:
        """A card that was carried is judged by when it lies again."""
        carried = (each for each in self.truth if isinstance(each, Moved) and each.at_s == one.true_s)
        return one.change is Change.LEFT and any(each.card == one.card for each in carried)


def _poses(cards: Sequence[Laid]) -> list[Pose]:
    return [each.pose for each in cards]


def _is_top(lying: Sequence[Laid], mine: Laid) -> bool:
    return bool(lying) and lying[-1] == mine


def _is_there(lying: Sequence[Laid], mine: Laid) -> bool:
    """Pushed or turned it is still the same card; of backs nobody knows."""
    return mine in lying if mine.name == BACK else any(each.name == mine.name for each in lying)


def _is_bare(lying: Sequence[Laid], now: Sequence[Laid], gone: Sequence[Laid]) -> bool:
    """Whether no card has come to lie since where one had gone: then nothing shows any more that it had."""
    new = [each for each in lying if each not in now]
    return not any(distance_mm(each.pose.centre, one.pose.centre) < SAME_PLACE_MM for each in new for one in gone)


def _never_shown(judged: Sequence[Judged]) -> Iterator[Judged]:
    """A card that was never free while it came and lay there was not told: nobody can tell that it is gone."""
    unseen = [one for one in judged if one.verdict is Verdict.BRIEF and one.change is Change.CAME]
    for one in judged:
        came = next((each for each in unseen if _is_leaving_of(one, each)), None)
        unseen = [each for each in unseen if each is not came]
        yield one if came is None else replace(one, verdict=Verdict.BRIEF)


def _is_leaving_of(one: Judged, came: Judged) -> bool:
    is_missed = one.verdict is Verdict.MISSED and one.change is Change.LEFT
    return is_missed and (one.card, one.zone) == (came.card, came.zone) and (one.true_s or 0.0) > (came.true_s or 0.0)


def _asked(judged: Iterable[Judged]) -> Iterator[Judged]:
    """A card told as unknown before it was named was asked for, not invented."""
    each = list(judged)
    questions = [one for one in each if one.verdict is Verdict.INVENTED and one.card == UNKNOWN]
    for one in each:
        asking = [q for q in questions if _asks(q, one)]
        if asking:
            questions = [q for q in questions if q not in asking]
        if one.verdict is not Verdict.INVENTED or one.card != UNKNOWN:
            yield replace(one, verdict=Verdict.ASKED, late_s=0.0) if asking else one
    yield from questions


def _asks(question: Judged, one: Judged) -> bool:
    if one.change is not Change.CAME or one.true_s is None or question.told_s is None or question.zone != one.zone:
        return False
    return -1 <= question.told_s - one.true_s <= ASKED_S


_VERDICTS = {
    Judgement.FOUND: Verdict.FOUND,
    Judgement.MISSED: Verdict.MISSED,
    Judgement.ASKED: Verdict.ASKED,
    Judgement.INVENTED: Verdict.INVENTED,
    Judgement.WRONG: Verdict.WRONG,
    Judgement.WRONG_ZONE: Verdict.WRONG,
    Judgement.WRONG_ORDER: Verdict.WRONG,
    Judgement.WRONG_DIRECTION: Verdict.WRONG,
}


def is_slip(judged: Judged) -> bool:
    """Whether it was not found in time, although it could be."""
    return judged.verdict not in (Verdict.FOUND, Verdict.BRIEF)


def tally(judged: Iterable[Judged]) -> Counter[str]:
    """How many changes got each verdict."""
    return Counter(each.verdict.value for each in judged)


def watched(shots: Iterable[Shot], sight: Sight) -> Seen:
    """A whole film as `companion watch` follows it."""
    watch, seen = Watch(sight), Seen()
    for shot in shots:
        seen.see(shot, told_of(shot, watch))
    seen.told += watch.pending()
    return seen
