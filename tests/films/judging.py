"""What is told of a film, judged by its truth: found, asked, late, missed, wrong, invented."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum

from companion.comparing import Change, Compared, Judgement, compared
from companion.facts import UNKNOWN, Fact, Moved
from companion.geometry import Pose
from companion.places import Zone
from deploy.filmed import told_of
from deploy.watching import Sight, Watch
from tests.films.freedom import Freedom, spots_of
from tests.films.rows import FPS
from vision.sim.film import Shot
from vision.sim.stage import Laid

LATE_BAR_S = 1.0
# A told change belongs to a true one however much later; lateness is judged by when the card was free.
ANY_TIME_S = 3600.0
ASKED_S = 25.0
BEFORE, AFTER = 45, 30


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
        return list(_asked(self._verdict(one, piles) for one in each))

    def _verdict(self, one: Compared, piles: frozenset[Zone]) -> Judged:
        verdict, late_s = _VERDICTS[one.judgement], 0.0
        if verdict in (Verdict.FOUND, Verdict.MISSED) and not self._is_half_of_a_move(one):
            verdict, late_s = self._timed(one, verdict, piles)
        return Judged(verdict, one.judgement, one.change, one.card, one.zone, one.true_s, one.told_s, late_s)

    def _timed(self, one: Compared, verdict: Verdict, piles: frozenset[Zone]) -> tuple[Verdict, float]:
        first, last, poses = self._shown(one, is_pile=one.zone in piles)
        late_s = self.freedom.late_s(spots_of(poses), first, last, one.told_s, LATE_BAR_S)
        if verdict is Verdict.MISSED:
            return (Verdict.BRIEF if late_s is None else Verdict.MISSED), 0.0
        is_late = late_s is not None and late_s > LATE_BAR_S
        return (Verdict.LATE if is_late else Verdict.FOUND), late_s or 0.0

    def _shown(self, one: Compared, *, is_pile: bool) -> tuple[int, int, list[Pose]]:
        """The pictures that show a change, and where: until the card leaves, on a pile until another one covers it."""
        first = round((one.true_s or 0.0) * FPS)
        if one.change is Change.LEFT:
            before = self.zones[max(0, first - 1)][one.zone]
            return first, len(self.zones) - 1, [each.pose for each in before if each.name == one.card][-1:]
        now = self.zones[first][one.zone]
        if one.change is Change.ORDERED:
            return first, len(self.zones) - 1, [each.pose for each in now]
        mine = next(each for each in reversed(now) if each.name == one.card)
        last = next((n for n in range(first, len(self.zones)) if not _shows(self.zones[n][one.zone], mine, is_pile)), 0)
        return first, (last or len(self.zones)) - 1, [mine.pose]

    def _is_half_of_a_move(self, one: Compared) -> bool:
        """A card that was carried is judged by when it lies again."""
        carried = (each for each in self.truth if isinstance(each, Moved) and each.at_s == one.true_s)
        return one.change is Change.LEFT and any(each.card == one.card for each in carried)


def _shows(lying: tuple[Laid, ...], mine: Laid, is_pile: bool) -> bool:  # noqa: FBT001 - what sort of zone
    return lying[-1:] == (mine,) if is_pile else mine in lying


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
