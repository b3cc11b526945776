"""`companion bench`: what this machine does, against the bars it should reach."""

import io
import json
import os
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from statistics import median
from subprocess import run
from tempfile import TemporaryDirectory

from companion.cards import Deck
from companion.games.vedrfolnir.record import Record, parse_record
from companion.games.vedrfolnir.replaying import replay
from companion.games.vedrfolnir.simulation import Simulated, Wishes, simulate, simulate_from
from companion.games.vedrfolnir.standing import standing
from companion.words import Message
from deploy.simulate import record_text
from deploy.terminal import DONE, Terminal

GAMES = 60
LONG_GAME_ACTS = 400
ROUNDS = 5


@dataclass(frozen=True, slots=True)
class Measured:
    """One figure; `bar` is what it has to reach, `is_rate` says that more is better."""

    what: Message
    value: float
    bar: float | None = None
    is_rate: bool = True


def run_bench_rules(terminal: Terminal) -> int:
    """Measure the rules engine and print figures beside their bars."""
    terminal.show([terminal.say("bench.title", {"cores": os.cpu_count() or 1})])
    for each in _figures():
        terminal.show([bench_line(terminal, each)])
    return DONE


def bench_line(terminal: Terminal, each: Measured) -> str:
    """A figure beside its bar."""
    said = f"  {terminal.words.say(each.what):<48} {terminal.number(each.value, 1):>12}"
    if each.bar is None:
        return said
    ratio = each.value / each.bar if each.is_rate else each.bar / each.value
    bar = terminal.say("bench.at-least" if each.is_rate else "bench.at-most", {"bar": terminal.number(each.bar, 0)})
    return f"{said}  {bar:<18} ×{terminal.number(ratio, 1)}"


def _figures() -> Iterator[Measured]:
    started = time.perf_counter()
    games = [simulate(Wishes(), f"bench-{number}") for number in range(GAMES)]
    yield Measured(Message("bench.simulated"), GAMES / (time.perf_counter() - started))
    texts = [_text(each) for each in games]
    records = [_read(text) for text in texts]
    acts = sum(len(record.lines) for record in records)
    yield Measured(Message("bench.json-only"), acts / _best(lambda: [_parse_json(text) for text in texts]))
    yield Measured(Message("bench.steps"), acts / _best(lambda: [replay(record) for record in records]), 20_000)
    yield Measured(Message("bench.acts"), acts / _best(lambda: [replay(_read(text)) for text in texts]), 20_000)
    yield _long_game()
    yield from _starts(texts[0])


def _best(work: Callable[[], object]) -> float:
    """The shortest of several runs in seconds: the machine may be busy, never too fast."""
    return min(_seconds(work) for _ in range(ROUNDS))


def _seconds(work: Callable[[], object]) -> float:
    started = time.perf_counter()
    work()
    return time.perf_counter() - started


def _text(simulated: Simulated) -> bytes:
    return record_text(simulated).encode()


def _read(text: bytes) -> Record:
    return parse_record(io.BytesIO(text), Path())


def _parse_json(text: bytes) -> list[object]:
    return [json.loads(line) for line in text.splitlines()]


def _long_game() -> Measured:
    """A game of 400 acts, from a deck with every card four times."""
    setup = simulate(Wishes(), "long").setup
    deck = Deck({each: 4 * copies for each, copies in setup.deck.copies.items()})
    simulated = simulate_from(replace(setup, deck=deck), "long")
    acts = simulated.acts[:LONG_GAME_ACTS]
    text = _text(replace(simulated, acts=acts))

    def work() -> object:
        game = replay(parse_record(io.BytesIO(text), Path(), deck))
        return standing(game)  # type: ignore[arg-type]  # lawful by construction

    return Measured(Message("bench.long-game", {"acts": len(acts)}), 1000 * _best(work), 50, is_rate=False)


def _starts(text: bytes) -> Iterator[Measured]:
    """How long the command takes on a small file, and Python alone beside it."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "small.jsonl"
        path.write_bytes(b"\n".join(text.splitlines()[:20]))
        program = "from deploy.cli import main; main()"
        yield _start("bench.start", [sys.executable, "-c", program, "replay", str(path), "--json"], 300)
        yield _start("bench.bare-start", [sys.executable, "-c", "pass"], None)


def _start(key: str, command: list[str], bar: float | None) -> Measured:
    times = [_seconds(lambda: run(command, check=True, capture_output=True)) for _ in range(ROUNDS)]  # noqa: S603 - ourselves
    return Measured(Message(key), 1000 * median(times), bar, is_rate=False)
