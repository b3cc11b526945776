"""The files that both trees are given: records, evenings and broken ones, made of a seed by the tree of today."""

import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from itertools import cycle, islice
from pathlib import Path

from companion.games.vedrfolnir.session import journal_sightings
from companion.journal import Journal
from deploy.recording import sightings_text
from tests.mutants.bases import RECORD
from tests.mutants.bases import Sort as BadSort
from tests.mutants.trying import broken_file
from tests.stranger.evening import Evening
from tests.stranger.make import evenings, records, write
from tests.stranger.mistakes import spoiled_evenings
from tests.touching.evening import Company
from tests.touching.making import Sort, touched_evening
from tests.touching.watching import Broken

# FILE is the name of the file.
ON_RECORDS = (
    "replay FILE",
    "replay --json FILE",
    "explain FILE",
    "explain FILE --at 7",
    "odds FILE",
    "odds --json FILE --at 5",
)
ON_EVENINGS = ("referee FILE", "referee --json FILE")
ON_BAD = {
    BadSort.RECORD: ("replay FILE", "replay --json FILE", "explain FILE", "odds FILE", "odds --json FILE"),
    BadSort.SIGHTINGS: ("referee FILE", "referee --json FILE"),
    BadSort.DECK: ("replay FILE", "replay --json FILE", "odds FILE"),
}


@dataclass(frozen=True, slots=True)
class Counts:
    """So many files of each sort."""

    records: int
    evenings: int
    bad: int


@dataclass(frozen=True, slots=True)
class Asked:
    """A command for a file."""

    command: str
    file: str

    @property
    def argv(self) -> list[str]:
        """What a person types."""
        return self.command.replace("FILE", self.file).split()


def all_asked(folder: Path, counts: Counts, seed: int) -> Iterator[Asked]:
    """Every command for every file, which is written there just before."""
    for file in _strangers(folder / "records", records(seed, counts.records), ".jsonl"):
        yield from _each(ON_RECORDS, file, folder)
    for file in _evenings(folder, counts.evenings, seed):
        yield from _each(ON_EVENINGS, file, folder)
    for number, (sort, commands) in enumerate(islice(cycle(ON_BAD.items()), counts.bad), start=seed):
        yield from _each(commands, _bad(folder / "bad", sort, number), folder)


def _each(commands: Iterable[str], file: Path, folder: Path) -> Iterator[Asked]:
    return (Asked(command, str(file.relative_to(folder))) for command in commands)


def _evenings(folder: Path, count: int, seed: int) -> Iterator[Path]:
    """Half with a mistake, a quarter with touches at a watched table, a quarter lawful and told in any way."""
    tally: Counter[str] = Counter()
    mistaken = _strangers(folder / "mistaken", spoiled_evenings(seed, count, tally), ".seen.jsonl")
    lawful = _strangers(folder / "lawful", evenings(seed, count, tally), ".seen.jsonl")
    sorts = (mistaken, lawful, mistaken, _touched(folder / "touched", seed))
    return islice(map(next, cycle(sorts)), count)


def _strangers(folder: Path, made: Iterator[tuple[str, Evening]], ending: str) -> Iterator[Path]:
    """Files of the simulator that shares no code with the product; its deck lies beside each that needs one."""
    for name, evening in made:
        write(folder, name, ending, evening)
        yield folder / f"{name}{ending}"


def _touched(folder: Path, seed: int) -> Iterator[Path]:
    """Evenings seen by the tracker, with what people said by touch; every third of cards that have no numbers."""
    folder.mkdir(parents=True, exist_ok=True)
    for number, sort in enumerate(cycle(Sort), start=seed):
        with tempfile.TemporaryDirectory() as place, Journal(Path(place) / "games.sqlite") as journal:
            with suppress(Broken):
                Company(touched_evening(number, sort), journal).run()
            seen = journal_sightings(journal, journal.games()[0].id)
        file = folder / f"{number:05}.seen.jsonl"
        file.write_text(sightings_text(seen.setup, (line.heard for line in seen.lines)), encoding="utf-8")
        yield file


def _bad(folder: Path, sort: BadSort, number: int) -> Path:
    """A broken file, or the record that is played with a broken deck."""
    name, content = broken_file(sort, number)
    file = folder / f"{number:05}" / name
    file.parent.mkdir(parents=True)
    file.write_bytes(content)
    if sort is not BadSort.DECK:
        return file
    record = file.with_name("game.jsonl")
    record.write_bytes(RECORD)
    return record
