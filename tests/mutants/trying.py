"""Which commands a broken file is given to, and what is wrong with what they answer."""

import json
import os
import re
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

from tests.mutants.bases import SUFFIX, Sort, bases, lay_out
from tests.mutants.mutating import mutated
from tests.mutants.running import Run

Command = tuple[str, ...]
Runner = Callable[[Command, Path], Run]

ALLOWED = (0, 1, 2)
BAD_FILE = 2
MOST_S = 10.0
MOST_BYTES = 1024**3
SEED_DIGITS = 9
PICTURES = ("--seats", "Ana,Bo,Cy", "--source", "images:seen")
# Commands that read a file of each sort; FILE is its name. Those that come first come more often.
COMMANDS: dict[Sort, tuple[str, ...]] = {
    Sort.RECORD: (
        "replay FILE",
        "replay --json FILE",
        "explain FILE",
        "explain FILE --at 3",
        "odds FILE",
        "odds FILE --json --at 2",
        "odds FILE --card sleipnir-1s",
        "import FILE --journal games.sqlite",
        "watch --source sim:FILE --json",
        "render FILE --out film.avi --size 128x72 --fps 1 --cut",
    ),
    Sort.SIGHTINGS: (
        "referee FILE",
        "referee --json FILE",
        "referee --json FILE --record new.jsonl",
        "referee --odds FILE",
        "import FILE --journal games.sqlite",
    ),
    Sort.DECK: (
        "deck check FILE",
        "deck list --deck FILE",
        "deck list --toml --deck FILE",
        "replay --json game.jsonl",
        "odds game.jsonl",
        "odds game.jsonl --json --card hugin-0s",
        "deck stickers --deck FILE --out new.pdf",
        "watch --table table.toml --deck FILE " + " ".join(PICTURES),
        "deck print --deck FILE --cards 1-2 --out new.pdf",
        "render game.jsonl --out film.avi --size 128x72 --fps 1 --cut",
    ),
    Sort.PROFILE: (
        "watch --json --table FILE " + " ".join(PICTURES),
        "doctor --json --table FILE --source images:seen --journal games.sqlite",
        "render game.jsonl --out film.avi --fps 1 --cut --table FILE",
        "play --headless --table FILE --journal games.sqlite " + " ".join(PICTURES),
    ),
    Sort.CAMERA: ("doctor --json --table table.toml --source usb:77", "watch --table table.toml --source usb:77"),
    Sort.PICTURE: (
        "watch --json --table table.toml " + " ".join(PICTURES),
        "doctor --table table.toml --source images:seen",
    ),
    Sort.FILM: ("watch --json --table table.toml --seats Ana,Bo,Cy --source video:FILE",),
}
NAMES = {Sort.DECK: "deck.toml", Sort.CAMERA: "table.camera.toml", Sort.PROFILE: "mine.toml"}
# The settings could be read; that this camera is not there is no fault of theirs.
NO_CAMERA = "Camera 77 gives no picture."
# Commands whose objects other programs read.
PRINTS_ERRORS = ("replay", "referee")
# Faults of a whole file have no place in it; nor has a table of another size, or a card asked for that is not there.
PLACE = re.compile(
    r"is empty|far too large|can't be read as a film|Picture \d+|Not one picture|revealed|bytes|"
    r"line \d+|“[^”]+”|print \d+|zone \d+|column \d+|:\d+\b|\w+_\w+|end of document"
)


def chance_of(sort: Sort, number: int) -> Random:
    """The chance that makes one broken file."""
    return Random(f"{sort} {number}")


@contextmanager
def workplace() -> Iterator[Path]:
    """A folder with everything in it that a command needs; it is where commands run."""
    before = Path.cwd()
    with tempfile.TemporaryDirectory(prefix="mutants-") as name:
        folder = Path(name) / "place"
        folder.mkdir()
        lay_out(folder)
        os.chdir(folder)
        os.environ["COMPANION_JOURNAL"] = str(folder / "games.sqlite")
        try:
            yield folder
        finally:
            os.chdir(before)
            del os.environ["COMPANION_JOURNAL"]


def broken_file(sort: Sort, number: int) -> tuple[str, bytes]:
    """The name of one broken file, and what it holds."""
    chance = chance_of(sort, number)
    at = chance.randrange(len(bases(sort)))
    content = mutated(bases(sort)[at], chance)
    return NAMES.get(sort) or f"broken{SUFFIX[sort] if sort in SUFFIX else _suffix(sort, at)}", content


def _suffix(sort: Sort, at: int) -> str:
    return (".bmp", ".jpg", ".png", ".tif", ".webp")[at] if sort is Sort.PICTURE else (".avi", ".mp4", ".mkv")[at]


def command_for(sort: Sort, number: int, name: str) -> Command:
    """The command that this file is given to."""
    chance, commands = Random(f"command {sort} {number}"), COMMANDS[sort]
    often = min(chance.randrange(len(commands)), chance.randrange(len(commands)))
    return (*(each.replace("FILE", name) for each in commands[often].split()), "--lang", "en")


def tried(sort: Sort, number: int, run: Runner) -> tuple[Run, list[str]]:
    """Give one broken file to one command; what is wrong with the answer."""
    with workplace() as folder:
        name, content = broken_file(sort, number)
        target = folder / "seen" / name if sort is Sort.PICTURE else folder / name
        target.write_bytes(content)
        command = command_for(sort, number, name)
        found = run(command, folder.parent)
        return found, list(faults(found, name))


def faults(run: Run, name: str) -> Iterator[str]:
    """What is wrong with an answer."""
    what = " ".join(run.argv[:2] if run.argv[0] == "deck" else run.argv[:1])
    if "Traceback (most recent call last)" in run.err:
        frames = re.findall(r'File "[^"]*/([^/"]+)", line \d+, in (\w+)', run.err)
        yield f"{what}: traceback: {run.err.strip().splitlines()[-1][:60]} in {frames[-1] if frames else ''}"
    elif run.status not in ALLOWED:
        yield f"{what}: status {run.status}"
    elif run.status == BAD_FILE:
        yield from (f"{what}: {each}" for each in _untold(run, name))
    if max(run.cpu_s, run.wall_s if run.status < 0 else 0) > MOST_S:
        yield f"{what}: over {MOST_S:.0f} s"
    if run.peak_bytes > MOST_BYTES:
        yield f"{what}: over 1 GB"
    if "--json" in run.argv and run.status in ALLOWED:
        yield from (f"{what}: {each}" for each in _unparsed(run))


def _untold(run: Run, name: str) -> Iterator[str]:
    """What an error does not say."""
    if not run.err.strip():
        yield "silent"
    elif run.err.startswith(NO_CAMERA):
        return
    elif not any(each in run.err for each in (name, "game.jsonl", "images:seen", "revealed", "--cards")):
        yield f"no file named: {run.err[:80]}"
    elif not PLACE.search(run.err.replace(name, "")):
        yield f"no line or key named: {run.err[:80]}"
    elif len(run.err) > 4000:
        yield "said too much"


def _unparsed(run: Run) -> Iterator[str]:
    """What other programs can't read."""
    try:
        objects = [json.loads(line, parse_constant=_refused) for line in run.out.split("\n") if line]
    except ValueError:
        yield f"not JSON: {run.out[:60]}"
        return
    is_told = any(isinstance(each, dict) and "error" in each for each in objects)
    if run.argv[0] in PRINTS_ERRORS and run.status != 0 and "--record" not in run.argv and not is_told:
        yield "no error object"


def _refused(constant: str) -> object:
    raise ValueError(constant)


def keep(sort: Sort, number: int, folder: Path) -> Path:
    """Write a broken file out, to look at it."""
    name, content = broken_file(sort, number)
    folder.mkdir(parents=True, exist_ok=True)
    kept = folder / f"{sort.replace(' ', '-')}-{number}-{name}"
    kept.write_bytes(content)
    return kept
