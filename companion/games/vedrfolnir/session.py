"""A game being played: the fold of its lines in the journal."""

import io
import json
from pathlib import Path
from typing import Self

from companion.games.vedrfolnir.acts import Act
from companion.games.vedrfolnir.decks import deck_from_text
from companion.games.vedrfolnir.record import Record, parse_record
from companion.games.vedrfolnir.replaying import Stopped, moments
from companion.games.vedrfolnir.rulebook import begin, step
from companion.games.vedrfolnir.setup import Setup
from companion.games.vedrfolnir.state import Game
from companion.games.vedrfolnir.verdicts import Forbidden
from companion.games.vedrfolnir.writing import act_fields, header_line
from companion.journal import GameId, Journal, in_force


class Session:
    """One game: an act is judged, then written, then part of the game."""

    def __init__(self, journal: Journal, game: GameId, games: list[Game]) -> None:
        """Go on from the games after each line still in force; `start` and `resume` know them."""
        self.id = game
        self._journal = journal
        self._games = games

    @classmethod
    def start(cls, journal: Journal, setup: Setup, deck_text: str | None, started: str) -> Self:
        """A new game; `deck_text` is the deck file it is played with, if any."""
        return cls(journal, journal.start(header_line(setup), deck_text, started), [begin(setup)])

    @classmethod
    def resume(cls, journal: Journal, game: GameId) -> Self:
        """The game as the journal has it."""
        record = journal_record(journal, game)
        after = [each.after for each in moments(record) if not isinstance(each, Stopped)]
        return cls(journal, game, [begin(record.setup), *after])

    @property
    def game(self) -> Game:
        """The game at this moment."""
        return self._games[-1]

    def play(self, act: Act, at_s: float) -> Game | Forbidden:
        """The game after this act, once it is on the disk, or the rule that forbids it."""
        after = step(self.game, act)
        if isinstance(after, Game):
            self._write({"at": at_s} | act_fields(act))
            self._games.append(after)
        return after

    def retract(self, at_s: float) -> Game:
        """The game without its last act: taking back is one more line."""
        if len(self._games) > 1:
            self._write({"at": at_s, "say": "undo"})
            self._games.pop()
        return self.game

    def _write(self, fields: dict[str, object]) -> None:
        self._journal.append(self.id, json.dumps(fields, ensure_ascii=False))


def journal_record(journal: Journal, game: GameId) -> Record:
    """What was done in a game of the journal and not taken back."""
    entry = journal.entry(game)
    lines = map(_without_time, in_force(journal.lines(game)))
    deck = None if entry.deck is None else deck_from_text(entry.deck)
    return parse_record(io.BytesIO("\n".join([entry.header, *lines]).encode()), Path(), deck)


def _without_time(line: str) -> str:
    """A line of the journal as records have it."""
    return json.dumps({key: value for key, value in json.loads(line).items() if key != "at"}, ensure_ascii=False)
