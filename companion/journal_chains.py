"""Rescued rows put in order: each game up to its first gap, what lies behind it, and the numbers people know."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from companion.journal_pages import Rows
from companion.journal_seals import (
    BEFORE_BYTES,
    DELETED,
    JOURNAL,
    NOTHING_BEFORE,
    NUMBER,
    GameKey,
    Mark,
    SealedLine,
    beginning,
    marked,
    new_epoch,
    new_key,
)


@dataclass(frozen=True, slots=True)
class Rescued:
    """What goes into the new journal: lines that count, lines behind a gap, and marks with a number for every game."""

    lines: tuple[SealedLine, ...]
    behind: tuple[SealedLine, ...]
    marks: tuple[Mark, ...]

    @property
    def games(self) -> int:
        """How many games there are that have a beginning."""
        return sum(line.n == 0 for line in self.lines)

    @property
    def facts(self) -> int:
        """How many lines count besides."""
        return len(self.lines) - self.games


def rescued(rows: Rows) -> Rescued:
    """Every row in its place; nothing is left out, nothing gets another number of its own."""
    games: dict[GameKey, list[SealedLine]] = defaultdict(list)
    for line in rows.lines:
        games[line.game].append(line)
    chains = [line for lines in games.values() for line in _chain(lines)]
    counted = frozenset(chains)
    behind = sorted(
        (each for each in rows.lines if each not in counted), key=lambda each: (each.game, each.n, each.seal)
    )
    return Rescued(tuple(chains), tuple(behind), tuple(_marks(rows.marks, dict.fromkeys(games))))


def _chain(lines: Iterable[SealedLine]) -> list[SealedLine]:
    """The longest unbroken way from line 0: where two copies went on differently, both are kept, one counts."""
    after: dict[tuple[int, bytes], list[SealedLine]] = defaultdict(list)
    ordered = sorted(lines, key=lambda each: (each.n, each.seal))
    for line in ordered:
        after[line.n, line.before].append(line)
    lengths: dict[SealedLine, int] = {}
    for line in reversed(ordered):
        lengths[line] = 1 + max((lengths[each] for each in after[_next(line)]), default=0)
    chain: list[SealedLine] = []
    choices = [each for each in after[0, NOTHING_BEFORE] if beginning(each.text) is not None]
    while choices:
        chain.append(max(choices, key=lambda each: lengths[each]))
        choices = after[_next(chain[-1])]
    return chain


def _next(line: SealedLine) -> tuple[int, bytes]:
    return line.n + 1, line.seal[:BEFORE_BYTES]


def _marks(found: Sequence[Mark], games: dict[GameKey, None]) -> Iterable[Mark]:
    """The journal's own id with a new epoch, what was said of games, and a number for each that has lost its own."""
    own = next((each.about for each in found if each.name == JOURNAL), new_key())
    yield marked(own, JOURNAL, new_epoch())
    yield from {each.about: each for each in found if each.name == DELETED}.values()
    numbers: dict[GameKey, int] = {}
    for each in found:
        if each.name == NUMBER and each.about in games and int(each.value) not in numbers.values():
            numbers.setdefault(each.about, int(each.value))
    for place, game in enumerate(games):
        if game not in numbers:
            numbers[game] = _number([numbers[each] for each in tuple(games)[:place]], numbers)
    for game, number in numbers.items():
        yield marked(game, NUMBER, str(number))


def _number(before: Sequence[int], numbers: dict[GameKey, int]) -> int:
    """The first free number after the game that began before this one: what it was, if no other number is lost."""
    taken = frozenset(numbers.values())
    number = max(before, default=0) + 1
    while number in taken:
        number += 1
    return number
