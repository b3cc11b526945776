"""Which screen is shown: the one people went to, or one that has something to say."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from ui.scene import Scene


class Place(StrEnum):
    """The screens by name."""

    HOME = "home"
    UNDER_WAY = "under-way"
    NEW_GAME = "new-game"
    PLAYER = "player"
    STARTER = "starter"
    RULINGS = "rulings"
    WHAT_WE_PLAY = "what-we-play"
    TABLE = "table"
    SEAT = "seat"
    CARD = "card"
    NAMING = "naming"
    AMEND = "amend"
    COLLECTION = "collection"
    MISTAKE = "mistake"
    QUESTION = "question"
    LEFTOVER = "leftover"
    BY_HAND = "by-hand"
    SOLO = "solo"
    SCORES = "scores"
    WON = "won"
    TABLE_AND_DECK = "table-and-deck"
    NEW_TABLE = "new-table"
    SET_UP = "set-up"
    HISTORY = "history"
    PAST_GAME = "past-game"
    DELETE = "delete"
    STATISTICS = "statistics"
    SETTINGS = "settings"
    RESCUED = "rescued"
    DAY = "day"


# These show the game that is open.
OF_A_GAME = (
    Place.WHAT_WE_PLAY,
    Place.TABLE,
    Place.SEAT,
    Place.CARD,
    Place.NAMING,
    Place.AMEND,
    Place.COLLECTION,
    Place.BY_HAND,
    Place.SOLO,
    Place.SCORES,
    Place.WON,
)
# These are shown when the program begins, and never gone back to.
BEGINNING = (Place.RESCUED, Place.DAY)
# Here nobody is in the middle of anything: a screen that has something to say may come up by itself.
AT_REST = (Place.TABLE, Place.SOLO)
# These only tell something; a more urgent one may come up over them by itself, and they can be gone back to.
TELLING = (Place.COLLECTION, Place.SCORES)


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
    """The places people went through, and over them what calls: where somebody is busy it waits to be opened."""

    def __init__(self, callers: Sequence[Caller], dismissed: Iterable[str] = ()) -> None:
        self._callers = callers
        self._trail = [Place.HOME]
        self._opened: Call | None = None
        self._known: frozenset[str] = frozenset()
        self._brought: frozenset[str] = frozenset()
        self.waiting: Call | None = None
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
        """Go somewhere; what told something there is put aside, and gone back to."""
        opened, self._opened = self._opened, None
        if opened is not None and opened.place in TELLING:
            self.dismissed |= {opened.occasion}
            self._walk(opened.place)
        self._walk(place)

    def back(self) -> None:
        """Put aside what called, or go back one place."""
        opened, self._opened = self._opened, None
        if opened is not None:
            self.dismissed |= {opened.occasion}
        elif len(self._trail) > 1:
            self._trail.pop()

    def leave(self, place: Place) -> None:
        """There is nothing there any more."""
        self._trail = [each for each in self._trail if each is not place]

    def summon(self) -> None:
        """Open what waits."""
        self._opened = self.waiting

    def recall(self, *places: Place) -> None:
        """Let these screens come up again with what was put aside."""
        self.dismissed = frozenset(each for each in self.dismissed if not each.startswith(tuple(places)))

    def shown(self, scene: Scene | None, *, is_touched: bool = True) -> Place:
        """The screen to show after a touch, or after something happened by itself; `waiting` is what may not open yet.

        What was put aside and is over may call again.
        """
        calls = self._calls(scene)
        self._note(frozenset(each.occasion for each in calls), is_touched=is_touched)
        self._opened = self._still_open(calls) or self._next(calls, is_touched=is_touched)
        shown = self.place if self._opened is None else self._opened.place
        self.waiting = next((each for each in calls[:1] if each.place is not shown), None)
        return shown

    def _note(self, occasions: frozenset[str], *, is_touched: bool) -> None:
        """Keep apart what a touch brought about, and what came by itself."""
        new = occasions - self._known if is_touched else frozenset()
        self._known, self._brought = occasions, (self._brought & occasions) | new

    def _still_open(self, calls: list[Call]) -> Call | None:
        """What is open and still has something to say, unless something more urgent may take its place."""
        opened = self._opened
        same = next((each for each in calls if opened is not None and each.place is opened.place), None)
        is_overtaken = same in calls[1:] and same is not None and same.place in TELLING and self.place in AT_REST
        return None if is_overtaken else same

    def _next(self, calls: list[Call], *, is_touched: bool) -> Call | None:
        """What opens now: where cards are given, only what touches brought about."""
        if self.place in AT_REST:
            return next(iter(calls), None)
        if self.place is Place.BY_HAND and is_touched:
            return next((each for each in calls if each.occasion in self._brought), None)
        return None

    def _calls(self, scene: Scene | None) -> list[Call]:
        """What has something to say; where people look at it themselves, it is said."""
        occasions = [] if scene is None else self._occasions(scene)
        if scene is not None:
            self.dismissed &= {each.occasion for each in occasions}
        self.dismissed |= {each.occasion for each in occasions if each.place is self.place}
        return [each for each in occasions if each.occasion not in self.dismissed]

    def _walk(self, place: Place) -> None:
        """A place on the way is gone back to."""
        if place in self._trail:
            self._trail = self._trail[: self._trail.index(place) + 1]
        else:
            self._trail.append(place)

    def _occasions(self, scene: Scene) -> list[Call]:
        named = ((caller.place, caller.occasion(scene)) for caller in self._callers)
        return [Call(place, occasion) for place, occasion in named if occasion is not None]
