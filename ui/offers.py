"""What the one who joins everybody offers to the screen: decks to choose from, and a shelf for files."""

from dataclasses import dataclass
from typing import Protocol

from companion.cards import Deck
from companion.games.vedrfolnir.decks import default_deck
from companion.games.vedrfolnir.views import ScoresView
from companion.journal import GameId
from companion.words import Message, Words


@dataclass(frozen=True, slots=True)
class DeckOffer:
    """A deck by the name of its file; the published one has none."""

    name: str
    deck: Deck
    text: str | None = None


PUBLISHED = DeckOffer("", default_deck())


class Shelf(Protocol):
    """Where people find what they keep; every answer says where it went, or why not."""

    def keep_picture(self, game: GameId, png: bytes) -> Message:
        """A picture of the screen."""
        ...

    def keep_pdf(self, game: GameId, scores: ScoresView, words: Words) -> Message:
        """The scores on a page."""
        ...

    def keep_record(self, game: GameId) -> Message:
        """The record of the game."""
        ...
