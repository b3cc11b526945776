"""What can be set on a camera, where it lets anybody: focus, and keeping exposure and colours as they are."""

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import astuple, dataclass, replace
from queue import Empty, SimpleQueue
from typing import NamedTuple, Protocol, runtime_checkable

from vision.camera import LiveCamera

# So many pictures after an order the camera does it, at the latest: those that wait in its buffers go before it.
LATENCY = 10


class FocusRange(NamedTuple):
    """The lens positions that a camera can take, from the farthest to the nearest."""

    farthest: float
    nearest: float


@dataclass(frozen=True, slots=True)
class Locks:
    """What is held fast, in the camera's own units (docs/table.md); None: the camera sets it itself."""

    focus: float | None = None
    exposure: float | None = None
    gain: float | None = None
    colours: tuple[float, ...] | None = None


@dataclass(frozen=True, slots=True)
class Wish:
    """What is asked of a live camera."""

    size_px: tuple[int, int]
    fps: float
    locks: Locks = Locks()


@runtime_checkable
class Controls(Protocol):
    """A camera that can be set; what it can't is left alone, and not among its locks."""

    @property
    def focus_range(self) -> FocusRange | None:
        """The lens positions it can take; None: its focus is fixed, or set by hand."""
        ...

    @property
    def may_hold_light(self) -> bool:
        """Whether its exposure can be held."""
        ...

    @property
    def locks(self) -> Locks:
        """What it holds."""
        ...

    @property
    def lens_at(self) -> float | None:
        """Where the lens stood as the newest picture came out; None: the camera does not tell."""
        ...

    def focus(self, position: float | None) -> None:
        """Move the lens there and keep it there, None: as it likes; pictures show it a few pictures later."""
        ...

    def hold_light(self) -> None:
        """Keep exposure, gain and white balance from now on as they are."""
        ...

    def free_light(self) -> None:
        """Let the camera find exposure, gain and white balance by itself again."""
        ...


@dataclass(frozen=True, slots=True)
class Focus:
    """The order to move the lens; None: to where the camera likes."""

    position: float | None


@dataclass(frozen=True, slots=True)
class HoldLight:
    """The order to keep exposure and colours as they are."""


@dataclass(frozen=True, slots=True)
class FreeLight:
    """The order to let the camera find exposure and colours."""


Order = Focus | HoldLight | FreeLight


def is_refused(wanted: Locks, held: Locks) -> bool:
    """Whether anything that has to be held is not."""
    pairs = zip(astuple(wanted), astuple(held), strict=True)
    return any(one is not None and other is None for one, other in pairs)


def obeyed(locks: Locks, order: Order, light: Locks) -> Locks:
    """What is to be held after an order; `light` is how the camera has set itself."""
    match order:
        case Focus(position):
            return replace(locks, focus=position)
        case HoldLight():
            return replace(light, focus=locks.focus)
        case FreeLight():
            return Locks(focus=locks.focus)


class Panel:
    """Between those who set a camera and the thread that reads it: orders in, what the camera can and holds out.

    It outlives the opened camera: whoever opens it again finds here what has to be held, even if it was refused once.
    """

    def __init__(self, wanted: Locks | None = None) -> None:
        self.wanted = wanted or Locks()
        self.locks = self.wanted
        self.focus_range: FocusRange | None = None
        self.may_hold_light = False
        self._orders: SimpleQueue[Order] = SimpleQueue()

    def give(self, order: Order) -> None:
        """An order, obeyed before the next picture."""
        self._orders.put(order)

    def orders(self) -> Iterator[Order]:
        """The orders that nobody has obeyed yet."""
        with suppress(Empty):
            while True:
                yield self._orders.get_nowait()


class SetCamera(LiveCamera):
    """A live camera that can be set through its panel."""

    panel: Panel

    @property
    def focus_range(self) -> FocusRange | None:
        """The lens positions it can take; None: its focus is fixed, or set by hand."""
        return self.panel.focus_range

    @property
    def may_hold_light(self) -> bool:
        """Whether its exposure can be held."""
        return self.panel.may_hold_light

    @property
    def locks(self) -> Locks:
        """What it holds."""
        return self.panel.locks

    def focus(self, position: float | None) -> None:
        """Move the lens there and keep it there, None: as it likes."""
        self.panel.give(Focus(position))

    def hold_light(self) -> None:
        """Keep exposure, gain and white balance as they are at the next picture."""
        self.panel.give(HoldLight())

    def free_light(self) -> None:
        """Let the camera find exposure, gain and white balance by itself again."""
        self.panel.give(FreeLight())
