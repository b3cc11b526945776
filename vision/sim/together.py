"""Several hands over the table at once."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from companion.facts import Fact, Moved, Removed
from companion.places import Zone
from vision.sim.gestures import Beat, Path

# Between two pictures, as finely as any film shows them.
TICK_S = 1 / 30
# A hand begins so much after the one before it.
APART_S = 0.35


@dataclass(frozen=True, slots=True)
class Rest:
    """A hand that lies on a zone for a while, and changes nothing."""

    zone: Zone
    seconds: float


@dataclass(frozen=True, slots=True)
class Together:
    """What several hands do at once: each its own deeds, one after the other; a picture shows every tick."""

    hands: tuple[tuple[Fact | Rest, ...], ...]
    tick_s: float = TICK_S


def crowded(facts: Sequence[Fact]) -> tuple[Fact | Together, ...]:
    """The same evening, but where cards leave several zones one after the other, everybody clears their own."""
    found: list[Fact | Together] = []
    for is_clearing, run in groupby(facts, key=_leaves):
        part = tuple(run)
        zones = {_source(each): None for each in part} if is_clearing else {}
        if len(zones) > 1:
            found.append(Together(tuple(tuple(each for each in part if _source(each) == zone) for zone in zones)))
        else:
            found += part
    return tuple(found)


def _leaves(fact: Fact) -> bool:
    return isinstance(fact, Moved)


def _source(fact: Fact) -> str:
    return fact.source if isinstance(fact, Moved) else fact.zone if isinstance(fact, Removed) else ""


@dataclass(slots=True)
class _Hand:
    """One hand: what it does now, since when, and what it will do."""

    beats: Iterator[Beat]
    starts_s: float
    beat: Beat | None = None

    def advance(self, now_s: float) -> tuple[Fact, ...]:
        """Go on to what is done now; the facts that have become true since."""
        told: tuple[Fact, ...] = ()
        while now_s >= self.starts_s and (self.beat is None or now_s >= self.starts_s + self.beat.seconds):
            self.starts_s += 0.0 if self.beat is None else self.beat.seconds
            self.beat = next(self.beats, None)
            if self.beat is None:
                self.starts_s = float("inf")
                break
            told += self.beat.told
        return told

    def paths(self, now_s: float) -> tuple[Path, ...]:
        """Where it is."""
        if self.beat is None or now_s < self.starts_s:
            return ()
        share = min(1.0, (now_s - self.starts_s) / self.beat.seconds)
        return tuple(_stopped(each, share) for each in self.beat.paths)


def together(hands: Sequence[Iterator[Beat]], tick_s: float = TICK_S) -> Iterator[Beat]:
    """The beats of several hands as one row of short ones."""
    busy = [_Hand(beats, number * APART_S) for number, beats in enumerate(hands)]
    now_s, ticks = 0.0, 0
    while any(each.starts_s < float("inf") for each in busy):
        told = tuple(fact for each in busy for fact in each.advance(now_s))
        paths = {path: None for each in busy for path in each.paths(now_s)}
        yield Beat(tick_s, tuple(paths), told)
        ticks += 1
        now_s = ticks * tick_s


def _stopped(path: Path, share: float) -> Path:
    """A hand where it is this share of the way."""
    pose = path.pose(share)
    return replace(path, start=pose, end=pose)
