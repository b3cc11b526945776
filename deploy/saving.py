"""Files that people keep from the screen: a picture, a page, a record, each under a name of its own."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from itertools import count
from pathlib import Path

import platformdirs

from companion.games.vedrfolnir.views import ScoresView
from companion.journal import GameId, Journal
from companion.words import Message, Words
from deploy.games import JOURNAL_VARIABLE, exported_text, journal_path
from deploy.recording import deck_name, write_with_deck
from deploy.score_page import score_page
from deploy.terminal import Unwritable, keep_file

FOLDER = "vedrfolnir"


def saved_folder(journal: str | None, environment: Mapping[str, str]) -> Path:
    """Where people look for their files; beside the journal, where that has a place of its own."""
    if journal is not None or environment.get(JOURNAL_VARIABLE):
        return journal_path(journal).parent / FOLDER
    return platformdirs.user_documents_path() / FOLDER


@dataclass(frozen=True, slots=True)
class FileShelf:
    """A folder; `now` tells the day."""

    journal: Journal
    folder: Path
    now: Callable[[], datetime]

    def keep_picture(self, game: GameId, png: bytes) -> Message:
        """A picture of the screen."""
        return self._keep(game, "png", lambda path: keep_file(path, png))

    def keep_pdf(self, game: GameId, scores: ScoresView, words: Words) -> Message:
        """The scores on a page."""
        page = score_page(scores, words, f"{self.now():%Y-%m-%d}")
        return self._keep(game, "pdf", lambda path: keep_file(path, page))

    def keep_record(self, game: GameId) -> Message:
        """The record of the game; what only sightings can say, as sightings."""
        entry = self.journal.entry(game)
        name = deck_name(self._free(game, "jsonl"), entry.deck)
        text = exported_text(self.journal, entry, name, is_record=True)
        told = exported_text(self.journal, entry, name, is_record=False) if text is None else text
        return self._keep(game, "jsonl", lambda path: write_with_deck(path, told or "", entry.deck))

    def _keep(self, game: GameId, ending: str, write: Callable[[Path], None]) -> Message:
        path = self._free(game, ending)
        try:
            write(path)
        except Unwritable as unwritable:
            return unwritable.message
        return Message("saving.kept", {"file": str(path)})

    def _free(self, game: GameId, ending: str) -> Path:
        """A name that no file has yet: the day, the game, and a number if it was kept before."""
        name = f"{self.now():%Y-%m-%d}-{game}"
        numbers = count(2)
        path = self.folder / f"{name}.{ending}"
        while path.exists():
            path = self.folder / f"{name}-{next(numbers)}.{ending}"
        return path
