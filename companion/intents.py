"""What people ask for by touching the screen, in every game; a game adds its own acts."""

from dataclasses import dataclass

from companion.places import Seat, Zone


@dataclass(frozen=True, slots=True)
class EndTurn:
    """The turn is over."""


@dataclass(frozen=True, slots=True)
class EndGame:
    """The players stop here."""


@dataclass(frozen=True, slots=True)
class TakeHand:
    """A seat takes the hand."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Undo:
    """The last line is taken back; where a camera watches, the last thing that was said or done by touch."""


@dataclass(frozen=True, slots=True)
class Redo:
    """What was taken back last counts again."""


@dataclass(frozen=True, slots=True)
class Keep:
    """The table is right as it lies."""


@dataclass(frozen=True, slots=True)
class Correct:
    """Which card really lies there; piles have no index, there it is the card that came last."""

    card: str
    zone: Zone
    index: int | None


@dataclass(frozen=True, slots=True)
class SayAbsent:
    """No card lies there: it was never seen."""

    zone: Zone
    index: int | None


@dataclass(frozen=True, slots=True)
class SayWay:
    """Which way a card lies, where the camera could not tell."""

    card: str
    zone: Zone
    is_turned: bool
    index: int | None = None


TableIntent = EndTurn | EndGame | TakeHand | Undo | Redo | Keep | Correct | SayAbsent | SayWay
