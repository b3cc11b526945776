"""`companion simulate --mistakes`: evenings with exactly one mistake in them, and what a referee should say."""

import json
from itertools import count
from pathlib import Path
from random import Random
from zlib import crc32

from companion.games.vedrfolnir.blunders import Evening, blunder_evening
from companion.games.vedrfolnir.mistakes import MistakeId
from companion.games.vedrfolnir.writing import fact_line, header_line
from deploy.terminal import BAD_FILE, DONE, Terminal, write_file
from deploy.wishes import ANY, WantedGames


def run_mistaken(terminal: Terminal, wanted: WantedGames, asked: str, out: str | None) -> int:
    """Write sightings with one mistake each, of a given kind or of any."""
    kinds = [each for each in MistakeId if asked in (ANY, each)]
    if out is None or not kinds:
        terminal.warn(terminal.say("simulate.mistakes-need", {"ids": ", ".join(MistakeId)}))
        return BAD_FILE
    chance = Random(wanted.seed.encode(errors="surrogateescape"))  # noqa: S311 - games, not secrets
    for number in terminal.progress(range(1, wanted.number + 1), wanted.number):
        evening = _evening(chance.choice(kinds), f"{wanted.seed}-{number}")
        path = Path(out) / f"game-{number:06}"
        write_file(path.with_suffix(".seen.jsonl"), sightings_text(evening))
        write_file(path.with_suffix(".mistake.json"), json.dumps(_expected(evening)) + "\n")
        terminal.show([f"{path.name}.seen.jsonl  {evening.blunder}  {evening.rule}"])
    return DONE


def sightings_text(evening: Evening) -> str:
    """An evening as the text of a sightings file."""
    return "".join(f"{line}\n" for line in (header_line(evening.setup), *map(fact_line, evening.facts)))


def _expected(evening: Evening) -> dict[str, object]:
    """What a referee should say; lines are counted with the header."""
    return {"id": evening.blunder.value, "rule": evening.rule, "line": evening.line_index + 2}


def _evening(kind: MistakeId, seed: str) -> Evening:
    """The first evening from this seed on that has an occasion for the mistake."""
    first = crc32(seed.encode(errors="surrogateescape"))
    return next(each for each in (blunder_evening(kind, number) for number in count(first)) if each is not None)
