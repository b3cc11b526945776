"""A damaged journal as people meet it: started, told or not, started again; and what must not have happened."""

import sqlite3
from collections.abc import Iterable
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from companion.journal_errors import JournalBroken, JournalDamaged, JournalError, NotAJournal
from companion.journal_opening import open_journal, set_aside
from tests.damage.scanner import Disk, Found, certain, seal_of
from tests.damage.sorts import DAMAGES, INDEX, LOG
from tests.damage.stocks import NOW, SORTS, Files, State, Stock, files, lay, state, stock

STOCKS = 12
# Trying every end of every text takes longer than all the rest: one damage in so many.
THOROUGH = 10
MEMORY = Path("/dev/shm")  # noqa: S108 - a folder for folders, where syncing costs nothing
ALLOWED = ("", LOG, INDEX, ".lock")

Line = tuple[bytes, int, str]


@dataclass
class Outcome:
    """What came of one damage."""

    is_told: bool = False
    on_disk: int = 0
    rescued: int = 0
    lost: int = 0
    faults: list[str] = field(default_factory=list)


def judged(sort: str, seed: int) -> Outcome:
    chance = Random(f"{sort} {seed}")
    whole = stock(chance.choice(list(SORTS)), chance.randrange(STOCKS))
    damaged = DAMAGES[sort](whole, chance)
    with TemporaryDirectory(dir=MEMORY if MEMORY.is_dir() else None) as folder:
        path = Path(folder) / "games.sqlite"
        lay(path, damaged)
        outcome = _started(path, whole, damaged)
        if outcome.is_told and seed % THOROUGH == 0 and not outcome.faults:
            hidden = Disk(damaged.get("", b""), damaged.get(LOG, b"")).without_lengths()
            outcome.faults += ["a line without its lengths is lost"] if _plain(hidden) - _kept(path) else []
        return outcome


def _started(path: Path, whole: Stock, damaged: Files) -> Outcome:
    outcome, first = Outcome(), None
    file, log, index = (damaged.get(each, b"") for each in ("", LOG, INDEX))
    every, written = _lines(file, log), _lines(whole.files[""], whole.files.get(LOG, b""))
    outcome.on_disk = len(every)
    try:
        first = _read(path)
    except JournalDamaged as told:
        outcome.is_told = True
        outcome.faults += _aside(told.aside, file, log)
    except NotAJournal:
        outcome.is_told = True
        outcome.faults += ["a journal refused"] if every or files(path).get("") != file else []
        return outcome
    except JournalError as error:
        outcome.faults.append(f"refused: {type(error).__name__}")
    try:
        second = _read(path)
    except JournalError as error:
        outcome.faults.append(f"second start: {type(error).__name__}")
        return outcome
    kept = _kept(path)
    outcome.rescued, outcome.lost = len(kept), len(written - kept)
    evident = every if outcome.is_told else _lines(file, certain(log, index))
    outcome.faults += ["a line on the disk is lost"] if evident - kept else []
    outcome.faults += ["a line is invented"] if kept - written else []
    if not outcome.is_told:
        outcome.faults += _silent(first, second, whole, damaged, written - kept)
    outcome.faults += [f"left behind: {each}" for each in _left(path, is_told=outcome.is_told)]
    return outcome


def _silent(first: State | None, second: State, whole: Stock, damaged: Files, missing: set[Line]) -> Iterable[str]:
    """What may not be otherwise where nobody was told.

    A log that ends sooner, with nothing to say that it went on, is a journal as it was a little earlier; so are parts
    that are all of an earlier moment. Whatever lay in the file itself has to be there.
    """
    if first != second:
        yield "two starts differ"
    is_earlier = damaged.get("") == whole.earlier.get("")
    if second == whole.whole or not damaged.get(""):
        return
    if not is_earlier and all(damaged.get(each, b"") == whole.files.get(each, b"") for each in (LOG, INDEX)):
        yield "changed in silence"
    elif missing & _lines((whole.earlier if is_earlier else whole.files)[""], b""):
        yield "a line of the file gone in silence"


def _read(path: Path) -> State:
    """Everything, as whoever lists the games reads it; damage found only then is put aside and told."""
    try:
        with open_journal(path, NOW) as journal:
            return state(journal)
    except JournalBroken:
        raise set_aside(path, NOW) from None


def _lines(file: bytes, log: bytes) -> set[Line]:
    return _plain(Disk(file, log).lines())


def _plain(lines: Iterable[Found]) -> set[Line]:
    return {(each.game, each.n, each.text) for each in lines}


def _kept(path: Path) -> set[Line]:
    """Every line that the journal has now, counted or behind a gap."""
    with closing(sqlite3.connect(path)) as connection:
        rows = [row for table in ("lines", "behind") for row in connection.execute(f"SELECT * FROM {table}")]  # noqa: S608
    return {(game, n, text) for game, n, text, before, seal in rows if seal == seal_of(game, n, before, text.encode())}


def _aside(aside: Path, file: bytes, log: bytes) -> Iterable[str]:
    """The damaged files lie aside as they were found."""
    found = files(aside)
    if found.get("", b"") != file or found.get(LOG, b"") != log:
        yield "the damaged file was changed"


def _left(path: Path, *, is_told: bool) -> Iterable[str]:
    for each in path.parent.iterdir():
        ending = each.name.removeprefix(path.name)
        if ending not in ALLOWED and not (is_told and ending.startswith(".damaged-")):
            yield ending
