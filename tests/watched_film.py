"""Films of a rendered table being watched: what happens in them, and what is told of it."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from companion.facts import Fact, Moved, Placed
from companion.places import Zone
from deploy.filmed import told_of
from deploy.watching import Sight, Watch
from tests.comparing import EVERY_CHANGE, Change, Tally, compare
from vision.sim.film import Shot


@dataclass(frozen=True, slots=True)
class WatchedFilm:
    """What happened in a film, what was told of it, and when nothing moved.

    `silent` are cards of a handful, dropped with the one that is told: they may be seen or not.
    """

    truth: tuple[Fact, ...]
    told: tuple[Fact, ...]
    stills_s: tuple[float, ...]
    silent: frozenset[tuple[str, Zone]]

    def tally(self, of: frozenset[Change] = EVERY_CHANGE) -> Tally:
        """What was told, judged by what happened."""
        return compare(self.truth, self.told, of, self.stills_s).without_inventions(self.silent)


def watched_film(shots: Iterable[Shot], sight: Sight) -> WatchedFilm:
    """A whole film as `companion watch` follows it."""
    watch = Watch(sight)
    truth: list[Fact] = []
    told: list[Fact] = []
    stills_s: list[float] = []
    lying: set[tuple[str, Zone]] = set()
    for shot in shots:
        truth += shot.told
        told += told_of(shot, watch)
        stills_s += [shot.at_s] if shot.moment.beat.is_still else []
        lying.update((card.name, zone) for zone, cards in shot.moment.zones.items() for card in cards)
    silent = frozenset(lying - set(_arrivals(truth)))
    return WatchedFilm(tuple(truth), (*told, *watch.pending()), tuple(stills_s), silent)


def _arrivals(facts: Iterable[Fact]) -> Iterator[tuple[str, Zone]]:
    for fact in facts:
        if isinstance(fact, Placed | Moved):
            yield fact.card, fact.zone if isinstance(fact, Placed) else fact.target
