"""Evenings of tests/golden_evenings as `companion play` tells them, in tests/golden_played.

`python -m tests.golden_played` writes them anew; read the difference as a player would before you keep it.
"""

from collections.abc import Iterator
from pathlib import Path

from companion.games.vedrfolnir.phrases import Phrases
from companion.games.vedrfolnir.referee import Referee
from companion.games.vedrfolnir.sightings import Sightings, read_sightings
from companion.words import Language, Words
from deploy.cli import PACKAGES
from deploy.play_words import Telling

EVENINGS = Path(__file__).parent / "golden_evenings"
FOLDER = Path(__file__).parent / "golden_played"
TOLD = tuple(
    (name, language)
    for name in ("standard-wrong-share", "standard-missed-collection", "duo-refused-without-joker", "solo-no-draw")
    for language in Language
)


def path(name: str, language: Language) -> Path:
    return FOLDER / f"{name}.{language}.txt"


def played(name: str, language: Language) -> str:
    """Everything a terminal shows of an evening."""
    return "".join(f"{line}\n" for line in _lines(name, language))


def _lines(name: str, language: Language) -> Iterator[str]:
    yield from told_lines(read_sightings(EVENINGS / f"{name}.jsonl"), language)


def told_lines(sightings: Sightings, language: Language) -> Iterator[str]:
    """What is told of every line of an evening, as it comes."""
    referee = Referee(sightings.setup)
    telling = Telling(Phrases(Words(language, PACKAGES), sightings.setup.deck), referee)
    yield from telling.opening(sightings.setup)
    for line in sightings.lines:
        referee.follow(line.heard, line.number)
        yield from telling.changes(referee)
    yield from telling.closing(referee)


if __name__ == "__main__":
    for told in TOLD:
        path(*told).write_text(played(*told), encoding="utf-8")
