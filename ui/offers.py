"""What the one who joins everybody offers to the screen: decks, a shelf for files, and the table under the camera."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from companion.cards import Deck
from companion.games.vedrfolnir.decks import default_deck
from companion.games.vedrfolnir.setup import Mode, Setup
from companion.games.vedrfolnir.views import ScoresView
from companion.geometry import Size
from companion.journal import GameId
from companion.setting_up import SetUpIntent, SetUpView
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


@dataclass(frozen=True, slots=True)
class TableWish:
    """The table that people want to set up: for whom, how large, whether the board for the lens is at hand.

    `is_as_before` takes everything from the profile that is there; a rehearsal is seen on a drawn table.
    """

    mode: Mode
    seats: int
    size: Size
    has_board: bool = False
    is_as_before: bool = False
    is_rehearsal: bool = False


@runtime_checkable
class SetUp(Protocol):
    """A set-up that is going on; `refused` says why it never began."""

    refused: Message | None

    def view(self) -> SetUpView | None:
        """What there is to see now, if it is anything new."""
        ...

    def do(self, intent: SetUpIntent) -> None:
        """Pass on what was touched."""
        ...

    def speak(self, words: Words) -> None:
        """Say everything in another language."""
        ...

    def close(self) -> None:
        """Let go of the camera, as soon as it can be; may be asked twice."""
        ...

    def join(self, within_s: float) -> None:
        """Wait until the camera is free again, but not longer."""
        ...


class CameraTable(Protocol):
    """The table that a camera looks at."""

    @property
    def is_set_up(self) -> bool:
        """Whether it has a profile, so that games can be watched there."""
        ...

    def watch(self, setup: Setup, deck: DeckOffer) -> Message | None:
        """Begin a game that the camera follows, or say why not."""
        ...

    def go_on(self, game: GameId) -> Message | None:
        """Open a game that was begun; if the camera followed it, it does again, or there is a word why not."""
        ...

    def set_up(self, wish: TableWish, words: Words) -> SetUp | Message:
        """Begin to set it up, or say why not."""
        ...


@dataclass(frozen=True, slots=True)
class Doors:
    """What only the one who joins everybody can do: show a rendered game, say whether the program has to end.

    `table` is the one under the camera.
    """

    show_game: Callable[[], None]
    is_ending: Callable[[], bool]
    table: CameraTable | None = None
    decks: tuple[DeckOffer, ...] = (PUBLISHED,)
    shelf: Shelf | None = None
