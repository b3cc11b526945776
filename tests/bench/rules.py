"""`bench rules`: acts and games a second, and how soon a command starts."""

import io
import json
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from statistics import median
from subprocess import run
from tempfile import TemporaryDirectory

from companion.cards import Deck
from companion.games.vedrfolnir.record import Record, parse_record
from companion.games.vedrfolnir.replaying import replay
from companion.games.vedrfolnir.simulation import Simulated, Wishes, simulate, simulate_from
from companion.games.vedrfolnir.standing import standing
from deploy.simulate import record_text
from deploy.terminal import DONE
from tests.bench.printing import Figure, figures, show

GAMES = 60
LONG_GAME_ACTS = 400
LEAST_ACTS, MOST_LONG_GAME_MS, MOST_START_MS = 20_000, 50, 300
ROUNDS = 5


def run_bench_rules(seed: int) -> int:
    """Measure the rules engine and print figures beside their bars."""
    show(figures(_figures(seed)))
    return DONE


def _figures(seed: int) -> Iterator[Figure]:
    started = time.perf_counter()
    games = [simulate(Wishes(), f"bench-{number}") for number in range(seed, seed + GAMES)]
    yield Figure("games simulated a second", GAMES / (time.perf_counter() - started))
    texts = [_text(each) for each in games]
    records = [_read(text) for text in texts]
    acts = sum(len(record.lines) for record in records)
    yield Figure("JSON parsing alone, lines a second", acts / _best(lambda: [_parse_json(text) for text in texts]))
    yield Figure(
        "acts stepped a second, already read", acts / _best(lambda: [replay(record) for record in records]), LEAST_ACTS
    )
    yield Figure(
        "acts replayed a second, reading included",
        acts / _best(lambda: [replay(_read(text)) for text in texts]),
        LEAST_ACTS,
    )
    yield _long_game(seed)
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


def _long_game(seed: int) -> Figure:
    """A game of 400 acts, from a deck with every card four times."""
    setup = simulate(Wishes(), f"long-{seed}").setup
    deck = Deck({each: 4 * copies for each, copies in setup.deck.copies.items()})
    simulated = simulate_from(replace(setup, deck=deck), f"long-{seed}")
    acts = simulated.acts[:LONG_GAME_ACTS]
    text = _text(replace(simulated, acts=acts))

    def work() -> object:
        game = replay(parse_record(io.BytesIO(text), Path(), deck))
        return standing(game)  # type: ignore[arg-type]  # lawful by construction

    return Figure(f"replay of a game of {len(acts)} acts, ms", 1000 * _best(work), MOST_LONG_GAME_MS, is_rate=False)


def _starts(text: bytes) -> Iterator[Figure]:
    """How long the command takes on a small file, and Python alone beside it."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "small.jsonl"
        path.write_bytes(b"\n".join(text.splitlines()[:20]))
        program = "from deploy.cli import main; main()"
        command = [sys.executable, "-c", program, "replay", str(path), "--json"]
        yield _start("start-up of `companion replay`, ms", command, MOST_START_MS)
        yield _start("start-up of Python alone, ms", [sys.executable, "-c", "pass"], None)


def _start(what: str, command: list[str], bar: float | None) -> Figure:
    times = [_seconds(lambda: run(command, check=True, capture_output=True)) for _ in range(ROUNDS)]
    return Figure(what, 1000 * median(times), bar, is_rate=False)
