"""Journals to be damaged, as bytes: how people leave them, and how a killed companion does."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from companion.journal import GameId, Journal
from companion.journal_errors import JournalDamaged
from companion.journal_opening import open_journal

NOW = datetime(2026, 11, 16, 20, tzinfo=UTC)
STARTED = "2026-11-16T20:00:00+00:00"
ENDINGS = ("", "-wal", "-shm")
DECK = 'game = "vedrfolnir"\n' + "# a card of our own\n" * 700

Files = dict[str, bytes]


@dataclass(frozen=True)
class State:
    """All that a journal says: its games by number, what lies behind, what was deleted."""

    games: dict[GameId, tuple[str, str | None, tuple[str, ...]]]
    behind: frozenset[tuple[GameId, int, str]]

    @property
    def lines(self) -> int:
        return sum(len(lines) for _, _, lines in self.games.values())


@dataclass(frozen=True)
class Stock:
    name: str
    files: Files
    whole: State
    earlier: Files


def state(journal: Journal) -> State:
    games = {each.id: (each.header, each.deck, journal.lines(each.id)) for each in journal.games()}
    lines = journal.behind().items()
    return State(games, frozenset((game, line.n, line.text) for game, found in lines for line in found))


def files(path: Path) -> Files:
    return {each: Path(f"{path}{each}").read_bytes() for each in ENDINGS if Path(f"{path}{each}").exists()}


def lay(path: Path, laid: Files) -> None:
    for ending, raw in laid.items():
        Path(f"{path}{ending}").write_bytes(raw)


def fact(chance: Random, number: int) -> str:
    long = "x" * chance.choice((0, 0, 0, 0, 30, 3000, 9000)) if number % 17 == 0 else ""
    return f'{{"at": {number}.25, "act": "give", "card": "thor-1r-1s#{number % 40:02d}", "to": "Zoé{long}"}}'


def play(journal: Journal, chance: Random, games: int) -> None:
    """Some games, one deleted; the last ones at once, line by line."""
    for number in range(games):
        deck = DECK if number % 3 == 1 else None
        lines = [fact(chance, each) for each in range(1, chance.randint(3, 60))]
        journal.add(f'{{"game": {number}, "of": {chance.random()}}}', deck, STARTED, lines)
    journal.delete(GameId(2), STARTED)
    both = [journal.start('{"one": 1}', None, STARTED), journal.start('{"other": 2}', None, STARTED)]
    go_on(journal, chance, both, 60)


def go_on(journal: Journal, chance: Random, games: list[GameId], lines: int) -> None:
    for _ in range(lines):
        game = chance.choice(games)
        journal.append(game, fact(chance, journal.entry(game).facts + 1))
        if chance.random() < 0.05:
            journal.checkpoint()


def closed(path: Path, chance: Random) -> tuple[Files, State, Files]:
    """Ended as it should be: no log."""
    with Journal(path) as journal:
        play(journal, chance, 5)
        earlier = files(path)
        go_on(journal, chance, [GameId(6), GameId(7)], 20)
        whole = state(journal)
    return files(path), whole, earlier


def killed(path: Path, chance: Random) -> tuple[Files, State, Files]:
    """Killed in the evening: the last turns are in the log only."""
    with Journal(path) as journal:
        play(journal, chance, 4)
        journal.checkpoint()
        earlier = files(path)
        go_on(journal, chance, [GameId(5), GameId(6)], chance.randint(4, 50))
        return files(path), state(journal), earlier


def unchecked(path: Path, chance: Random) -> tuple[Files, State, Files]:
    """Killed on the first evening: nearly all is in the log only."""
    with Journal(path) as journal:
        journal.start("{}", None, STARTED)
        earlier = files(path)
        play(journal, chance, 3)
        return files(path), state(journal), earlier


def rescued(path: Path, chance: Random) -> tuple[Files, State, Files]:
    """Damaged once before, and gone on with: some lines lie behind a gap."""
    laid, _, _ = closed(path, chance)
    raw = bytearray(laid[""])
    for _ in range(2):
        page = chance.randrange(3, len(raw) // 4096) * 4096
        raw[page : page + 4096] = bytes(4096)
    path.write_bytes(raw)
    while True:
        try:
            with open_journal(path, NOW) as journal:
                known = [each.id for each in journal.games()]
                earlier = files(path)
                go_on(journal, chance, known, 20)
                return files(path), state(journal), earlier
        except JournalDamaged:
            continue


SORTS: dict[str, Callable[[Path, Random], tuple[Files, State, Files]]] = {
    "closed": closed,
    "killed": killed,
    "unchecked": unchecked,
    "rescued": rescued,
}


@cache
def stock(name: str, seed: int) -> Stock:
    with TemporaryDirectory() as folder:
        return Stock(name, *SORTS[name](Path(folder) / "games.sqlite", Random(f"{name} {seed}")))
