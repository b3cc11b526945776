"""Directed evenings for the shown game; `python -m tests.practice.shown` writes those of the game's package anew.

Each is the first evening with a card that nobody can read, a collection, and a mistake that is put right, all early;
then the players stop. It holds where people should look.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import count
from pathlib import Path

from companion.facts import UNKNOWN, Corrected, Fact, Moved, Placed, Removed, Reordered, Sighting, Turned
from companion.games.vedrfolnir.catalogue import Kind, Set
from companion.games.vedrfolnir.decks import default_deck
from companion.games.vedrfolnir.ledger import Ledger
from companion.games.vedrfolnir.mistakes import MistakeId
from companion.games.vedrfolnir.rulebook import begin, step
from companion.games.vedrfolnir.rulings import Rulings
from companion.games.vedrfolnir.setup import DUO_PLAYERS, EXPANSIONS, STANDARD_SEATS, Mode, Setup, deck_in_play
from companion.games.vedrfolnir.shown import FOLDER, HOLD, shown_file
from companion.games.vedrfolnir.sightings import SeenLine
from companion.games.vedrfolnir.simulation import NAMES
from companion.games.vedrfolnir.state import Game
from companion.games.vedrfolnir.writing import fact_line, header_line
from companion.games.vedrfolnir.zones import Place
from companion.places import Seat, Zone
from tests.practice.blunders import Evening, blunder_evening_of

MISTAKE = MistakeId.WRONG_SHARE
PLAYERS = (*((Mode.STANDARD, seats) for seats in STANDARD_SEATS), (Mode.DUO, DUO_PLAYERS), (Mode.SOLO, 0))
SETS = ((Set.BASE,), (Set.BASE, *EXPANSIONS))
# All that people should see has happened after so many facts; so many acts after the mistake a turn is the last one.
MOST_FACTS, ACTS_AFTER = 160, 10
# A card can't be read once the table is no longer bare.
FIRST_DOUBTED = 3
# How often the card that can't be read is told of: a second time it would be asked about anew.
LAID_AND_TAKEN = 2
# A comment: from which seed the evening was made.
SEED = "// seed "
# How long people look at a question, a collection, a mistake, and the table in the end.
ASKED_S, COLLECTED_S, MISTAKEN_S, ENDED_S = 5.0, 4.0, 8.0, 2.0


@dataclass(frozen=True, slots=True)
class Directed:
    """What happens in a shown game, and after which facts it holds for how many seconds."""

    seed: int
    setup: Setup
    facts: tuple[Fact, ...]
    holds: Mapping[int, float]

    def text(self) -> str:
        """The text of its file: a sightings file with comments."""
        return "".join(f"{line}\n" for line in self._lines())

    def _lines(self) -> Iterator[str]:
        yield header_line(self.setup)
        yield f"{SEED}{self.seed}"
        for index, fact in enumerate(self.facts):
            yield fact_line(fact)
            if index in self.holds:
                yield f"{HOLD}{self.holds[index]:g}"


def setups() -> dict[str, Setup]:
    """Every game that is shown, by the name of its file."""
    every = (_setup(mode, seats, sets) for mode, seats in PLAYERS for sets in SETS)
    return {shown_file(setup): setup for setup in every}


def _setup(mode: Mode, seats: int, sets: tuple[Set, ...]) -> Setup:
    players = tuple(map(Seat, NAMES[:seats]))
    deck = deck_in_play(default_deck(), mode, sets)
    return Setup(mode, sets, players, next(iter(players), None), Rulings(), deck, default_deck(), is_first_said=False)


def directed(setup: Setup, first: int = 0) -> Directed:
    """The first evening of this set-up that has everything, from this seed on."""
    return next(found for seed in count(first) if (found := _directed(setup, seed)) is not None)


def _directed(setup: Setup, seed: int) -> Directed | None:
    whole = blunder_evening_of(setup, MISTAKE, seed)
    if whole is None or whole.fixed_at > MOST_FACTS:
        return None
    games = _games(whole)
    collected = _first(number for number in range(whole.act_index) if _collects(games, number))
    stops = _first(number for number in range(whole.act_index + ACTS_AFTER, len(whole.acts)) if _turns(games, number))
    evening = None if None in (collected, stops) else blunder_evening_of(setup, MISTAKE, seed, stops)
    if evening is None or collected is None:
        return None
    doubted = _first(each for each in evening.act_ends[FIRST_DOUBTED : collected - 1] if _may_be_unread(evening, each))
    if doubted is None:
        return None
    facts = _with_question(evening.facts, doubted)
    shown = _shown(setup, facts)
    return None if shown is None else Directed(seed, setup, facts, shown)


def _first(numbers: Iterable[int]) -> int | None:
    return next(iter(numbers), None)


def _games(evening: Evening) -> list[Game]:
    games = [begin(evening.setup)]
    for act in evening.acts:
        after = step(games[-1], act)
        if not isinstance(after, Game):
            raise TypeError(after)
        games.append(after)
    return games


def _collects(games: list[Game], number: int) -> bool:
    return len(games[number + 1].collections) > len(games[number].collections)


def _turns(games: list[Game], number: int) -> bool:
    return games[number].turn > games[number - 1].turn


def _may_be_unread(evening: Evening, at: int) -> bool:
    """Whether this fact lays a card in a stake that leaves in a handful before another covers it, and shows no more."""
    laid = evening.facts[at]
    if at + 1 not in evening.act_ends or not isinstance(laid, Placed) or not laid.zone.startswith(Place.STAKE):
        return False
    told = [each for each in evening.facts if isinstance(each, Sighting) and laid.card in _cards(each)]
    between = evening.facts[at + 1 : evening.facts.index(told[-1])]
    is_covered = any(_arrives(each, laid.zone) for each in between)
    is_gone = len(told) == LAID_AND_TAKEN and isinstance(told[-1], Removed)
    return is_gone and not is_covered and not laid.card.startswith(Kind.TYR)


def _arrives(fact: Fact, zone: Zone) -> bool:
    return isinstance(fact, Placed | Moved) and zone == (fact.zone if isinstance(fact, Placed) else fact.target)


def _cards(fact: Fact) -> tuple[str, ...]:
    match fact:
        case Reordered():
            return fact.cards
        case Placed() | Removed() | Moved() | Turned() | Corrected():
            return (fact.card,)
    return ()


def _with_question(facts: tuple[Fact, ...], doubted: int) -> tuple[Fact, ...]:
    """The same with a card that shows nothing, and a player who says which it is."""
    laid, following = facts[doubted], facts[doubted + 1]
    if not isinstance(laid, Placed):
        raise TypeError(laid)
    unread = [
        replace(each, card=UNKNOWN) if isinstance(each, Placed | Moved | Removed) and each.card == laid.card else each
        for each in facts
    ]
    said = Corrected(following.at_s, laid.card, laid.zone, laid.index)
    return (*unread[: doubted + 1], said, *unread[doubted + 1 :])


def _shown(setup: Setup, facts: tuple[Fact, ...]) -> dict[int, float] | None:
    """The facts that bring a question, a collection, a mistake; None unless cards bring them, and all ends well."""
    ledger, showing = Ledger(setup), []
    for number, fact in enumerate(facts, start=2):
        ledger.take(SeenLine(number, fact))
        referee = ledger.referee
        if any(each.finding.id is not MISTAKE for each in referee.mistakes):
            return None
        asked = any(each.step == "name" for each in referee.open_steps)
        showing.append((asked, len(referee.game.collections) > 0, len(referee.mistakes) > 0))
    referee = ledger.referee
    if [each.is_settled for each in referee.mistakes] != [True] or referee.open_steps or not referee.game.is_over:
        return None
    firsts = [column.index(True) for column in zip(*showing, strict=True)]
    come = firsts == sorted(firsts) and all(isinstance(facts[each], Placed) for each in firsts)
    holds = dict(zip(firsts, (ASKED_S, COLLECTED_S, MISTAKEN_S), strict=True)) | {len(facts) - 1: ENDED_S}
    return holds if come else None


if __name__ == "__main__":
    for name, wanted in setups().items():
        evening = directed(wanted)
        Path(str(FOLDER), name).write_text(evening.text(), encoding="utf-8")
        print(f"{name}  {len(evening.facts)} facts")
