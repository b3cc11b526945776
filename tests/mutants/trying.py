"""Which commands a broken file is given to, and what is wrong with what they answer."""

import json
import os
import re
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random

from tests.mutants.bases import SUFFIX, Sort, bases, lay_out
from tests.mutants.mutating import mutated
from tests.mutants.running import Command, Job, Run

Runner = Callable[[Sequence[Job], Path], list[Run]]

ALLOWED = (0, 1, 2)
BAD_FILE = 2
MOST_S = 10.0
MOST_BYTES = 1024**3
SEED_DIGITS = 9
PICTURES = ("--seats", "Ana,Bo,Cy", "--source", "images:seen")
# Commands that read a file of each sort, and how many of a hundred files they are given; FILE is its name.
COMMANDS: dict[Sort, dict[str, int]] = {
    Sort.RECORD: {
        "replay FILE": 23,
        "replay --json FILE": 21,
        "explain FILE": 19,
        "explain FILE --at 3": 14,
        "odds FILE": 3,
        "odds FILE --json --at 2": 3,
        "odds FILE --card sleipnir-1s": 3,
        "import FILE --journal games.sqlite": 10,
        "watch --source sim:FILE --json": 2,
        "render FILE --out film.avi --size 128x72 --fps 1 --cut": 2,
    },
    Sort.SIGHTINGS: {
        "referee FILE": 28,
        "referee --json FILE": 30,
        "referee --json FILE --record new.jsonl": 18,
        "referee --odds FILE": 12,
        "import FILE --journal games.sqlite": 12,
    },
    Sort.DECK: {
        "deck check FILE": 23,
        "deck list --deck FILE": 17,
        "deck list --toml --deck FILE": 15,
        "replay --json game.jsonl": 15,
        "odds game.jsonl": 5,
        "odds game.jsonl --json --card hugin-0s": 9,
        "deck stickers --deck FILE --out new.pdf": 3,
        "watch --table table.toml --deck FILE " + " ".join(PICTURES): 6,
        "deck print --deck FILE --cards 1-2 --out new.pdf": 4,
        "render game.jsonl --out film.avi --size 128x72 --fps 1 --cut": 3,
    },
    Sort.PROFILE: {
        "watch --json --table FILE " + " ".join(PICTURES): 14,
        "doctor --json --table FILE --source images:seen --journal games.sqlite": 64,
        "render game.jsonl --out film.avi --fps 1 --cut --table FILE": 9,
        "play --headless --table FILE --journal games.sqlite " + " ".join(PICTURES): 13,
    },
    Sort.CAMERA: {
        "doctor --json --table table.toml --source usb:77": 75,
        "watch --table table.toml --source usb:77": 25,
    },
    Sort.PICTURE: {
        "watch --json --table table.toml " + " ".join(PICTURES): 25,
        "doctor --table table.toml --source images:seen": 75,
    },
    Sort.FILM: {"watch --json --table table.toml --seats Ana,Bo,Cy --source video:FILE": 100},
}
SUFFIXES = {Sort.PICTURE: (".bmp", ".jpg", ".png", ".tif", ".webp"), Sort.FILM: (".avi", ".mp4", ".mkv")}
NAMES = {Sort.DECK: "deck.toml", Sort.CAMERA: "table.camera.toml", Sort.PROFILE: "mine.toml"}
# The settings could be read; that this camera is not there is no fault of theirs.
NO_CAMERA = "Camera 77 gives no picture."
# Commands whose objects other programs read.
PRINTS_ERRORS = ("replay", "referee")
# Faults of a whole file have no place in it; nor has a table of another size, a deck of more cards than there are tags,
# or a card asked for that is not there.
PLACE = re.compile(
    r"is empty|far too large|can't be read as a film|Picture \d+|Not one picture|revealed|bytes|The deck has \d+ cards|"
    r"line \d+|“(?!=”)[^”]+”|print \d+|zone \d+|mark \d+|column \d+|:\d+\b|\w+_\w+|end of document"
)


def chance_of(sort: Sort, number: int) -> Random:
    """The chance that makes one broken file."""
    return Random(f"{sort} {number}")


class Place:
    """A folder with everything in it that a command needs; it is where commands run."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        lay_out(folder)
        self._laid = {file: (file.read_bytes(), _stamp(file)) for file in _files(folder)}

    def restore(self) -> None:
        """Undo what a command left, changed or took away."""
        for file in _files(self.folder):
            if file not in self._laid:
                file.unlink()
        for file, (content, stamp) in self._laid.items():
            if not file.exists() or _stamp(file) != stamp:
                file.write_bytes(content)
                self._laid[file] = content, _stamp(file)


def _files(folder: Path) -> list[Path]:
    return [Path(path, name) for path, _, names in os.walk(folder) for name in names]


def _stamp(file: Path) -> tuple[int, int, int]:
    told = file.stat()
    return told.st_ino, told.st_size, told.st_mtime_ns


@contextmanager
def workplace() -> Iterator[Place]:
    """A place where commands run, for as long as some do."""
    before = Path.cwd()
    with tempfile.TemporaryDirectory(prefix="mutants-") as name:
        folder = Path(name) / "place"
        folder.mkdir()
        place = Place(folder)
        os.chdir(folder)
        os.environ["COMPANION_JOURNAL"] = str(folder / "games.sqlite")
        try:
            yield place
        finally:
            os.chdir(before)
            del os.environ["COMPANION_JOURNAL"]


def broken_file(sort: Sort, number: int) -> tuple[str, bytes]:
    """The name of one broken file, and what it holds."""
    chance = chance_of(sort, number)
    at = chance.randrange(len(bases(sort)))
    return _name(sort, at), mutated(bases(sort)[at], chance)


def broken_name(sort: Sort, number: int) -> str:
    """The name alone: what it holds can be large."""
    return _name(sort, chance_of(sort, number).randrange(len(bases(sort))))


def _name(sort: Sort, at: int) -> str:
    return NAMES.get(sort) or f"broken{SUFFIX[sort] if sort in SUFFIX else SUFFIXES[sort][at]}"


def command_for(sort: Sort, number: int, name: str) -> Command:
    """The command that this file is given to."""
    commands = COMMANDS[sort]
    (chosen,) = Random(f"command {sort} {number}").choices(list(commands), list(commands.values()))
    return (*(each.replace("FILE", name) for each in chosen.split()), "--lang", "en")


@dataclass(frozen=True, slots=True)
class Tried:
    """What a command made of the broken file of that number, and what is wrong with that."""

    number: int
    run: Run
    wrong: list[str]


def tried(sort: Sort, numbers: Sequence[int], run: Runner, place: Place) -> list[Tried]:
    """Give each broken file to one command; what is wrong is tried alone once more, and is told as it is then."""
    names = [broken_name(sort, each) for each in numbers]
    runs = run([_job(sort, each, place) for each in numbers], place.folder.parent)
    found = [
        Tried(number, each, list(faults(each, name))) for number, name, each in zip(numbers, names, runs, strict=True)
    ]
    if len(numbers) == 1:
        return found
    return [_alone(sort, each, run, place) if each.wrong else each for each in found]


def _alone(sort: Sort, each: Tried, run: Runner, place: Place) -> Tried:
    (alone,) = tried(sort, [each.number], run, place)
    return alone if alone.wrong else replace(each, wrong=[f"after others only: {kind}" for kind in each.wrong])


def _job(sort: Sort, number: int, place: Place) -> Job:
    def lay_out_broken() -> None:
        place.restore()
        name, content = broken_file(sort, number)
        (place.folder / "seen" / name if sort is Sort.PICTURE else place.folder / name).write_bytes(content)

    return Job(command_for(sort, number, broken_name(sort, number)), lay_out_broken)


def command_name(run: Run) -> str:
    """What a person calls the command."""
    return " ".join(run.argv[:2] if run.argv[0] == "deck" else run.argv[:1])


def faults(run: Run, name: str) -> Iterator[str]:
    """What is wrong with an answer."""
    what = command_name(run)
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
    if run.argv[0] == "doctor":
        yield from (f"{what}: {each}" for each in _unfound(run, name))
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


def _unfound(run: Run, name: str) -> Iterator[str]:
    """What the doctor does not say of a file that it can't read."""
    for said in re.findall(r'"check": "(?:profile|settings)", "grade": "fail", "said": "((?:[^"\\]|\\.)*)"', run.out):
        if not (name in said and PLACE.search(said.replace(name, ""))):
            yield f"no line or key named: {said[:80]}"


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
