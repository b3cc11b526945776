"""What `companion referee --json` and `companion replay --json` print of a text, worked out in this process."""

import io
import json
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from traceback import format_exception
from typing import Any, BinaryIO

from companion.cards import Deck
from companion.games.vedrfolnir.decks import deck_from_text
from companion.games.vedrfolnir.ledger import judged
from companion.games.vedrfolnir.phrases import Phrases
from companion.games.vedrfolnir.record import parse_record
from companion.games.vedrfolnir.replaying import Stopped, replay
from companion.games.vedrfolnir.reporting import Report
from companion.games.vedrfolnir.sightings import parse_sightings
from companion.games.vedrfolnir.standing import standing
from companion.games.vedrfolnir.writing import header_line, heard_line
from companion.journal import Journal
from companion.lines import Unreadable
from companion.words import Language, Words
from deploy.games import exported_text
from deploy.opening import error_fields

PACKAGES = ("companion", "companion.games.vedrfolnir")
NO_FOLDER = Path(__file__).parent / "no folder"

# What a mistake in the companion itself raises: it is an answer too, and no evening expects it.
CRASHES = (ArithmeticError, AssertionError, AttributeError, LookupError, RuntimeError, TypeError, ValueError)

Answer = dict[str, Any]


def refereed(text: str, deck: str | None = None, lang: str = "en") -> Answer:
    """The object that `referee --json` prints of a sightings file; `deck` is the text of the deck file it names."""
    return _answer(_refereed, text, deck, lang)


def replayed(text: str, deck: str | None = None, lang: str = "en") -> Answer:
    """The object that `replay --json` prints of a game record; `deck` is the text of the deck file it names."""
    return _answer(_replayed, text, deck, lang)


def _answer(ask: Callable[[BinaryIO, Deck | None, Words], object], text: str, deck: str | None, lang: str) -> Answer:
    words = _words(lang)
    try:
        told = ask(io.BytesIO(text.encode()), None if deck is None else deck_from_text(deck), words)
    except Unreadable as unreadable:
        told = error_fields(unreadable.line, None, words.say(unreadable.message))
    except CRASHES as crash:
        told = error_fields(None, None, "".join(format_exception(crash)))
    answer: Answer = json.loads(json.dumps(told, ensure_ascii=False))
    return answer


def _refereed(stream: BinaryIO, deck: Deck | None, words: Words) -> object:
    seen = parse_sightings(stream, NO_FOLDER, deck)
    return Report(Phrases(words, seen.setup.deck)).verdict(judged(seen).referee)


def _replayed(stream: BinaryIO, deck: Deck | None, words: Words) -> object:
    result = replay(parse_record(stream, NO_FOLDER, deck))
    if isinstance(result, Stopped):
        return error_fields(result.line.number, result.forbidden.rule, words.say(result.forbidden.message))
    return standing(result)


def through_journal(text: str) -> str:
    """What `export` gives back of a sightings file that `import` took in."""
    seen = parse_sightings(io.BytesIO(text.encode()), NO_FOLDER)
    with TemporaryDirectory() as folder, Journal(Path(folder) / "games.sqlite") as journal:
        lines = (heard_line(line.heard) for line in seen.lines)
        game = journal.add(header_line(seen.setup), seen.deck_text, "2000-01-01T00:00:00+00:00", lines)
        return exported_text(journal, journal.entry(game), None, is_record=False) or ""


class InProcess:
    """A judge for the relations; answers are remembered."""

    def __init__(self) -> None:
        self._known: dict[tuple[str, str], Answer] = {}

    def __call__(self, texts: Sequence[str], lang: str = "en") -> list[Answer]:
        """One answer a text, in order."""
        for text in texts:
            if (text, lang) not in self._known:
                self._known[text, lang] = refereed(text, lang=lang)
        return [self._known[text, lang] for text in texts]

    def through(self, text: str) -> str:
        """What the journal gives back of a file."""
        return through_journal(text)

    def forget(self) -> None:
        """Answers so far are no longer remembered."""
        self._known.clear()


@cache
def _words(lang: str) -> Words:
    return Words(Language(lang), PACKAGES)
