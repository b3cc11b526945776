"""Which screen is shown: the one people went to, or one that has something to say."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from ui.scene import Scene


class Place(StrEnum):
    """The screens by name."""

    HOME = "home"
    NEW_GAME = "new-game"
    PLAYER = "player"
    STARTER = "starter"
    RULINGS = "rulings"
    TABLE = "table"
    SEAT = "seat"
    CARD = "card"
    COLLECTION = "collection"
    MISTAKE = "mistake"
    QUESTION = "question"
    BY_HAND = "by-hand"
    SOLO = "solo"
    SCORES = "scores"
    WON = "won"
    TABLE_AND_DECK = "table-and-deck"
    NEW_TABLE = "new-table"
    SET_UP = "set-up"
    HISTORY = "history"
    PAST_GAME = "past-game"
    STATISTICS = "statistics"
    SETTINGS = "settings"


# These show the game that is open.
OF_A_GAME = (
    Place.TABLE,
    Place.SEAT,
    Place.CARD,
    Place.COLLECTION,
    Place.BY_HAND,
    Place.SOLO,
    Place.SCORES,
    Place.WON,
)
# From these a screen that has something to say may take over: people are at the table.
AT_THE_TABLE = (Place.TABLE, Place.BY_HAND, Place.SOLO)


@dataclass(frozen=True, slots=True)
class Caller:
    """A screen that comes by itself: `occasion` names what it has to say now, None if nothing."""

    place: Place
    occasion: Callable[[Scene], str | None]


class Call(NamedTuple):
    """A screen that has something to say, and what."""

    place: Place
    occasion: str


class Flow:
    """The places people went through; what calls and was not put aside comes before them."""

    def __init__(self, callers: Sequence[Caller], dismissed: Iterable[str] = ()) -> None:
        self._callers = callers
        self._trail = [Place.HOME]
        self.dismissed = frozenset(dismissed)

    @property
    def place(self) -> Place:
        """Where people went themselves."""
        return self._trail[-1]

    @property
    def trail(self) -> tuple[Place, ...]:
        """The way there, from home."""
        return tuple(self._trail)

    def go(self, place: Place) -> None:
        """Go somewhere; a place on the way is gone back to."""
        if place in self._trail:
            self._trail = self._trail[: self._trail.index(place) + 1]
        else:
            self._trail.append(place)

    def back(self, scene: Scene | None) -> None:
        """Put aside what called, or go back one place."""
        calls = self._calls(scene)
        if calls:
            self.dismissed |= {calls[0].occasion}
        elif len(self._trail) > 1:
            self._trail.pop()

    def recall(self, *places: Place) -> None:
        """Let these screens come up again with what was put aside."""
        self.dismissed = frozenset(each for each in self.dismissed if not each.startswith(tuple(places)))

    def shown(self, scene: Scene | None) -> Place:
        """The screen to show; what was put aside and is over may call again."""
        if scene is not None:
            self.dismissed &= {each.occasion for each in self._occasions(scene)}
        calls = self._calls(scene)
        return calls[0].place if calls else self.place

    def _calls(self, scene: Scene | None) -> list[Call]:
        if scene is None or self.place not in AT_THE_TABLE:
            return []
        return [each for each in self._occasions(scene) if each.occasion not in self.dismissed]

    def _occasions(self, scene: Scene) -> list[Call]:
        named = ((caller.place, caller.occasion(scene)) for caller in self._callers)
        return [Call(place, occasion) for place, occasion in named if occasion is not None]
