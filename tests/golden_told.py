"""Told evenings in tests/golden_evenings: sightings with mistakes in them, each line with what the referee said to it.

`python -m tests.golden_told` writes the verdicts anew; read the difference before you keep it.
"""

from collections.abc import Iterator
from pathlib import Path

from companion.games.vedrfolnir.phrases import Phrases
from companion.games.vedrfolnir.referee import Referee
from companion.games.vedrfolnir.reporting import Report
from companion.games.vedrfolnir.sightings import read_sightings
from companion.words import Language, Words

FOLDER = Path(__file__).parent / "golden_evenings"
PACKAGES = ("companion", "companion.games.vedrfolnir")


def evenings() -> list[Path]:
    return sorted(FOLDER.glob("*.jsonl"))


def told(path: Path) -> str:
    """Every line of an evening, and the mistakes, settlements and steps that came with it."""
    return "\n".join(_lines(path)) + "\n"


def _lines(path: Path) -> Iterator[str]:
    sightings = read_sightings(path)
    written = path.read_text(encoding="utf-8").splitlines()
    referee, report = Referee(sightings.setup), Report(Phrases(Words(Language.ENGLISH, PACKAGES), sightings.setup.deck))
    yield written[0]
    settled: set[int] = set()
    for line in sightings.lines:
        known = len(referee.mistakes)
        referee.follow(line.heard, line.number)
        yield written[line.number - 1]
        for each in referee.mistakes[known:]:
            yield f"    mistake {each.finding.id} ({each.finding.rule}): {report.message(each)}"
        for number, each in enumerate(referee.mistakes):
            if each.is_settled and number not in settled:
                settled.add(number)
                yield f"    settled {each.finding.id}"
        yield from (f"    to do {report.step(step)} ({step.rule})" for step in referee.open_steps)


if __name__ == "__main__":
    for evening_path in evenings():
        evening_path.with_suffix(".txt").write_text(told(evening_path), encoding="utf-8")
