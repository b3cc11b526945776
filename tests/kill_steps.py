"""Kills a journal's work before every system call that changes a file: `python -m tests.kill_steps WORK FOLDER`.

One thread, so that it may fork; prints how many calls were tried.
"""

import ctypes
import os
import platform
import shutil
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

from companion.journal import GameId, Journal
from companion.journal_errors import JournalDamaged
from companion.journal_opening import open_journal
from tests.damage.scanner import Disk
from tests.damage.stocks import DECK, NOW, STARTED, State, state

TRACEME, SYSCALL, SETOPTIONS, GET_SYSCALL_INFO = 0, 24, 0x4200, 0x420E
GOOD_STOPS, ENTRY = 1, 1
# write, pwrite, open, rename, unlink, truncate, sync and their like; elsewhere every call is tried.
CHANGING = {
    "x86_64": {1, 2, 18, 20, 74, 75, 76, 77, 82, 83, 87, 257, 258, 263, 264, 285, 316},
    "aarch64": {34, 35, 38, 46, 47, 56, 64, 66, 68, 82, 83, 276},
}.get(platform.machine())
OLD = Path(__file__).parent / "old_journals" / "schema-2.sqlite"
LIBC = ctypes.CDLL(None, use_errno=True)
LIBC.ptrace.argtypes = [ctypes.c_long, ctypes.c_long, ctypes.c_void_p, ctypes.c_void_p]

Work = Callable[[Path, int], None]


def killed_before(call: int, work: Work, path: Path) -> tuple[bool, int]:
    """Whether the work came so far that it was killed, and the last number that it acknowledged."""
    reading, told = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        LIBC.ptrace(TRACEME, 0, None, None)
        os.kill(os.getpid(), signal.SIGSTOP)
        try:
            work(path, told)
        finally:
            os._exit(0)
    os.close(told)
    is_killed = followed(child, call)
    with os.fdopen(reading, "rb") as pipe:
        acknowledged = pipe.read()
    return is_killed, acknowledged[-1] if acknowledged else 0


def followed(child: int, call: int) -> bool:
    """Let a child go on from call to call; kill it before the one."""
    os.waitpid(child, 0)
    LIBC.ptrace(SETOPTIONS, child, None, GOOD_STOPS)
    calls, delivered = 0, 0
    while True:
        LIBC.ptrace(SYSCALL, child, None, delivered)
        _, status = os.waitpid(child, 0)
        if not os.WIFSTOPPED(status):
            return False
        delivered = os.WSTOPSIG(status) if os.WSTOPSIG(status) != signal.SIGTRAP | 0x80 else 0
        calls += delivered == 0 and changes(child)
        if calls == call:
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
            return True


def changes(child: int) -> bool:
    """Whether a child is about to make a call that may change a file."""
    info = ctypes.create_string_buffer(96)
    LIBC.ptrace(GET_SYSCALL_INFO, child, len(info), ctypes.cast(info, ctypes.c_void_p))
    return info.raw[0] == ENTRY and (CHANGING is None or int.from_bytes(info.raw[24:32], "little") in CHANGING)


# What is done, and what has to be there whenever it was killed


def fact(number: int) -> str:
    return f'{{"at": {number}.0, "act": "give", "card": "thor-1r-1s", "to": "{"Ana" * (number % 40)}"}}'


def append(path: Path, told: int) -> None:
    with open_journal(path, NOW) as journal:
        for number in range(len(journal.lines(GameId(1))) + 1, 9):
            os.write(told, bytes((journal.append(GameId(1), fact(number)),)))
            if number == 4:
                journal.checkpoint()


def take_in(path: Path, told: int) -> None:
    with open_journal(path, NOW) as journal:
        os.write(told, bytes((journal.add("{}", DECK, STARTED, map(fact, range(60))),)))


def open_it(path: Path, told: int) -> None:
    with suppress(JournalDamaged):
        open_journal(path, NOW).close()
    os.write(told, b"\1")


@dataclass(frozen=True)
class Case:
    """Something done to a journal as it lies; afterwards one state of `states` is there, from the acknowledged on."""

    work: Work
    lay: Callable[[Path], None]
    check: Callable[[Path, Path, int], None]


def whole(path: Path) -> State:
    with open_journal(path, NOW) as journal:
        return state(journal)


def one_game(path: Path) -> None:
    with Journal(path) as journal:
        journal.start('{"game": 1}', DECK, STARTED)
        journal.append(GameId(1), fact(1))


def has_lines(path: Path, _: Path, acknowledged: int) -> None:
    lines = whole(path).games[GameId(1)][2]
    assert lines == tuple(map(fact, range(1, len(lines) + 1)))
    assert len(lines) >= max(1, acknowledged)


def has_all_or_nothing(path: Path, _: Path, acknowledged: int) -> None:
    counts = [len(lines) for _, _, lines in whole(path).games.values()]
    assert counts in ([[60, 1]] if acknowledged else [[1], [60, 1]])


def is_empty(path: Path, _: Path, __: int) -> None:
    assert whole(path) == State({}, frozenset())


def has_the_old_games(path: Path, _: Path, __: int) -> None:
    assert [(number, len(lines)) for number, (_, _, lines) in whole(path).games.items()] == [(3, 31), (1, 2)]


def an_old_one(path: Path) -> None:
    shutil.copyfile(OLD, path)


def damaged(path: Path) -> None:
    """A journal whose log and whose file have lost some bytes each."""
    with Journal(path) as journal:
        journal.add("{}", DECK, STARTED, map(fact, range(1, 60)))
        journal.checkpoint()
        for number in range(60, 64):
            journal.append(GameId(1), fact(number))
        raw, log = bytearray(path.read_bytes()), bytearray(Path(f"{path}-wal").read_bytes())
    raw[5 * 4096 : 6 * 4096] = bytes(4096)
    log[9000:9512] = bytes(512)
    path.write_bytes(raw)
    Path(f"{path}-wal").write_bytes(log)


def damaged_and_half_recovered(path: Path) -> None:
    """The same, killed when the rescued journal was whole and no name had changed yet."""
    damaged(path)
    with pytest.MonkeyPatch.context() as patched, suppress(KeyboardInterrupt):
        patched.setattr("companion.journal_recovery.swap", killed)
        open_journal(path, NOW)


def killed(*_: Path) -> Path:
    raise KeyboardInterrupt


@cache
def sealed_in(file: bytes, log: bytes) -> frozenset[tuple[int, str]]:
    return frozenset((line.n, line.text) for line in Disk(file, log).lines() if line.n)


def is_rescued(path: Path, laid: Path, acknowledged: int) -> None:
    """Told at the next start, unless it was told before or just had to be; everything is there, no copy is left."""
    try:
        found = whole(path)
    except JournalDamaged:
        assert not acknowledged
        found = whole(path)
    file, log = laid.read_bytes(), Path(f"{laid}-wal").read_bytes()
    kept = {(number, text) for number, text in enumerate(found.games[GameId(1)][2], start=1)}
    assert kept | {(n, text) for _, n, text in found.behind} == sealed_in(file, log)
    asides = [each for each in path.parent.iterdir() if ".damaged-" in each.name and not each.name.endswith("-shm")]
    assert sorted(each.read_bytes() for each in asides) == sorted((file, log))
    names = {each.name.removeprefix(path.name) for each in path.parent.iterdir() if ".damaged-" not in each.name}
    assert names <= {"", ".lock"}, names


def an_old_one_damaged(path: Path) -> None:
    raw = OLD.read_bytes()
    at = raw.index(b"thor-1r-1s#20")
    path.write_bytes(raw[:at] + b"odin" + raw[at + 4 :])


def has_what_was_left_of_the_old_games(path: Path, laid: Path, acknowledged: int) -> None:
    try:
        found = whole(path)
    except JournalDamaged:
        assert not acknowledged
        found = whole(path)
    assert [(number, len(lines)) for number, (_, _, lines) in found.games.items()] == [(3, 19), (1, 2)]
    names = {each.name.removeprefix(path.name)[:9]: each for each in path.parent.iterdir()}
    assert names.keys() == {"", ".lock", ".damaged-"}
    assert names[".damaged-"].read_bytes() == laid.read_bytes()


CASES = {
    "append": Case(append, one_game, has_lines),
    "import": Case(take_in, one_game, has_all_or_nothing),
    "beginning": Case(open_it, lambda _: None, is_empty),
    "migration": Case(open_it, an_old_one, has_the_old_games),
    "recovery": Case(open_it, damaged, is_rescued),
    "recovery gone on with": Case(open_it, damaged_and_half_recovered, is_rescued),
    "recovery of an old one": Case(open_it, an_old_one_damaged, has_what_was_left_of_the_old_games),
}


def steps(name: str, folder: Path) -> Iterator[int]:
    """Kill before the first call, the second, until the work is done."""
    case, laid = CASES[name], folder / "laid" / "games.sqlite"
    laid.parent.mkdir()
    case.lay(laid)
    call, is_killed = 0, True
    while is_killed:
        call += 1
        place = folder / str(call)
        shutil.copytree(laid.parent, place)
        is_killed, acknowledged = killed_before(call, case.work, place / laid.name)
        try:
            case.check(place / laid.name, laid, acknowledged)
        except BaseException as error:
            error.add_note(f"{name}: killed before call {call}")
            raise
        shutil.rmtree(place)
        yield call


if __name__ == "__main__":
    print(sum(1 for _ in steps(sys.argv[1], Path(sys.argv[2]))))  # noqa: T201
