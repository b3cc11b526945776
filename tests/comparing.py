"""What was told of a table against what happened there: found, missed, asked, wrong, invented, and how late."""

from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Callable, Container, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum, StrEnum, auto
from statistics import median

from companion.cards import split_name
from companion.facts import UNKNOWN, Fact, Moved, Placed, Removed, Reordered, Turned, Way
from companion.places import Zone

# A card may be told a picture before the truth's clock has it down; ten seconds later nobody is told anything.
EARLY_S = 0.5
LATE_S = 10.0
# It has left its place as soon as it is lifted; the truth has it moved when it lies again.
LIFTED_S = 1.0
# A card carried in a hand is told as moved when it lies again, however slow.
CARRIED_S = 120.0
LATE_SHARE = 0.95


class Change(Enum):
    """What became different in a zone."""

    CAME = auto()
    LEFT = auto()
    TURNED = auto()
    ORDERED = auto()


class Judgement(StrEnum):
    """What became of one true change, or of one told."""

    FOUND = "found"
    MISSED = "missed"
    ASKED = "asked"
    WRONG = "wrong"
    INVENTED = "invented"
    WRONG_ZONE = "wrong-zone"
    WRONG_ORDER = "wrong-order"
    WRONG_DIRECTION = "wrong-direction"


@dataclass(frozen=True, slots=True)
class Misjudged:
    """A change that was not found, or is none: when, which card, in which zone."""

    judgement: Judgement
    at_s: float
    card: str
    zone: Zone


@dataclass(frozen=True, slots=True)
class Compared:
    """A true change and when it was told, if it was; or one told that is none."""

    judgement: Judgement
    change: Change
    card: str
    zone: Zone
    true_s: float | None
    told_s: float | None


@dataclass(frozen=True, slots=True)
class Tally:
    """How many changes were judged so, how long after the truth those found were told, and the others one by one."""

    counts: Mapping[Judgement, int] = field(default_factory=Counter)
    delays_s: tuple[float, ...] = ()
    misjudged: tuple[Misjudged, ...] = ()

    def __add__(self, other: "Tally") -> "Tally":
        counts = Counter(self.counts) + Counter(other.counts)
        return Tally(counts, self.delays_s + other.delays_s, self.misjudged + other.misjudged)

    def __getitem__(self, judgement: Judgement) -> int:
        return self.counts.get(judgement, 0)

    def without_inventions(self, of: Container[tuple[str, Zone]]) -> "Tally":
        """The same, but these cards were not invented in these zones: they lie there, though nobody says so."""
        pardoned = [
            each for each in self.misjudged if each.judgement is Judgement.INVENTED and (each.card, each.zone) in of
        ]
        counts = Counter(self.counts) - Counter(each.judgement for each in pardoned)
        return Tally(counts, self.delays_s, tuple(each for each in self.misjudged if each not in pardoned))

    @property
    def true_changes(self) -> int:
        """How many changes there were to find."""
        return sum(self.counts.values()) - self[Judgement.INVENTED]

    @property
    def median_delay_s(self) -> float | None:
        """The delay that half of those found did not reach."""
        return median(self.delays_s) if self.delays_s else None

    @property
    def late_delay_s(self) -> float | None:
        """The delay that 95 in 100 of those found did not exceed."""
        if not self.delays_s:
            return None
        ordered = sorted(self.delays_s)
        return ordered[min(len(ordered) - 1, int(LATE_SHARE * len(ordered)))]


EVERY_CHANGE = frozenset(Change)


def compare(
    truth: Sequence[Fact],
    told: Sequence[Fact],
    of: frozenset[Change] = EVERY_CHANGE,
    stills_s: Sequence[float] = (),
) -> Tally:
    """Judge what was told by what happened; touches are neither.

    Delays count from the change; where it is known when nothing moved, from the first such moment, and not below 0.

    `removed` then `placed` counts as `moved`. Asked is what was told as unknown, by its print only, or with no certain
    way; a card told in a zone where another one came is wrong, one where none came is invented.
    """
    comparison = _Comparison(
        [each for each in _changes(truth) if each.change in of],
        [each for each in _changes(told) if each.change in of],
        stills_s,
    )
    comparison.match_all()
    return comparison.tally()


def compared(truth: Sequence[Fact], told: Sequence[Fact], late_s: float = LATE_S) -> tuple[Compared, ...]:
    """Every true change with when it was told, and every invention, judged as `compare` does; told late is told."""
    comparison = _Comparison(list(_changes(truth)), list(_changes(told)), (), late_s)
    comparison.match_all()
    comparison.tally()
    return tuple(comparison.compared)


@dataclass(frozen=True, slots=True, eq=False)
class _Seen:
    """One change, in a zone, of a card; an order is the card names of the zone."""

    change: Change
    at_s: float
    card: str
    zone: Zone
    index: int | None = None
    way: Way | None = None


def _changes(facts: Iterable[Fact]) -> Iterator[_Seen]:
    for fact in facts:
        match fact:
            case Placed(at_s, card, zone, index, way):
                yield _Seen(Change.CAME, at_s, card, zone, index, way)
            case Removed(at_s, card, zone, index):
                yield _Seen(Change.LEFT, at_s, card, zone)
            case Moved(at_s, card, source, target, index, way):
                yield _Seen(Change.LEFT, at_s, card, source)
                yield _Seen(Change.CAME, at_s, card, target, index, way)
            case Turned(at_s, card, zone, way):
                yield _Seen(Change.TURNED, at_s, card, zone, None, way)
            case Reordered(at_s, zone, cards):
                yield _Seen(Change.ORDERED, at_s, " ".join(cards), zone)


_Key = Callable[[_Seen], Hashable]
_Judge = Callable[[_Seen, _Seen], Judgement | None]


class _Comparison:
    """True and told changes, those that belong together taken out pair by pair."""

    def __init__(
        self, truth: list[_Seen], told: list[_Seen], stills_s: Sequence[float], late_s: float = LATE_S
    ) -> None:
        self.compared: list[Compared] = []
        self._truth = truth
        self._told = told
        self._stills_s, self._late_s = stills_s, late_s
        self._misjudged: list[Misjudged] = []
        self._counts: Counter[Judgement] = Counter()
        self._delays_s: list[float] = []

    def match_all(self) -> None:
        """Pair from the strictest to the loosest, so that no pair that fits better is torn apart."""
        for key, judge in _PASSES:
            self.match(key, judge)

    def match(self, key: _Key, judge: _Judge) -> None:
        """Pair what has the same key, each true change with the first told one that may tell of it."""
        waiting: dict[Hashable, list[_Seen]] = defaultdict(list)
        for each in self._told:
            waiting[key(each)].append(each)
        self._truth = [each for each in self._truth if not self._is_paired(each, waiting.get(key(each), []), judge)]

    def tally(self) -> Tally:
        """What was judged; the rest was missed or invented."""
        for each in self._truth:
            self._count(Judgement.MISSED, each, each.at_s, None)
        for each in self._told:
            self._count(Judgement.INVENTED, each, None, each.at_s)
        return Tally(self._counts, tuple(self._delays_s), tuple(self._misjudged))

    def _is_paired(self, true: _Seen, waiting: list[_Seen], judge: _Judge) -> bool:
        for told in waiting:
            judgement = judge(true, told) if _is_timely(true, told, self._late_s) else None
            if judgement is not None:
                waiting.remove(told)
                self._told.remove(told)
                self._count(judgement, true, true.at_s, told.at_s)
                if judgement is Judgement.FOUND and true.change is not Change.LEFT:
                    self._delays_s.append(self._delay_s(true, told))
                return True
        return False

    def _count(self, judgement: Judgement, each: _Seen, true_s: float | None, told_s: float | None) -> None:
        self._counts[judgement] += 1
        self.compared.append(Compared(judgement, each.change, each.card, each.zone, true_s, told_s))
        if judgement is not Judgement.FOUND:
            self._misjudged.append(Misjudged(judgement, each.at_s, each.card, each.zone))

    def _delay_s(self, true: _Seen, told: _Seen) -> float:
        still = bisect_left(self._stills_s, true.at_s)
        if still == len(self._stills_s):
            return told.at_s - true.at_s
        return max(0.0, told.at_s - self._stills_s[still])


def _is_timely(true: _Seen, told: _Seen, late_s: float) -> bool:
    is_gone = true.change is Change.LEFT
    early_s, late_s = (LIFTED_S, max(CARRIED_S, late_s)) if is_gone else (EARLY_S, late_s)
    return -early_s <= told.at_s - true.at_s <= late_s


def _fully_right(true: _Seen, told: _Seen) -> Judgement | None:
    is_right = true.index in (None, told.index) and true.way in (None, told.way)
    return Judgement.FOUND if is_right else None


def _right_card_and_zone(true: _Seen, told: _Seen) -> Judgement:
    if true.index not in (None, told.index):
        return Judgement.WRONG_ORDER
    return Judgement.ASKED if told.way in (None, Way.UNSURE) else Judgement.WRONG_DIRECTION


def _half_named(true: _Seen, told: _Seen) -> Judgement | None:
    name = split_name(true.card)
    is_half = told.card == UNKNOWN or (name is not None and name.number is not None and told.card == name.print)
    return Judgement.ASKED if is_half else None


_PASSES: tuple[tuple[_Key, _Judge], ...] = (
    (lambda each: (each.change, each.card, each.zone), _fully_right),
    (lambda each: (each.change, each.card, each.zone), _right_card_and_zone),
    (lambda each: (each.change, each.zone), _half_named),
    (lambda each: (each.change, each.card), lambda _, __: Judgement.WRONG_ZONE),
    (
        lambda each: (each.change, each.zone),
        lambda true, _: Judgement.WRONG_ORDER if true.change is Change.ORDERED else Judgement.WRONG,
    ),
)
