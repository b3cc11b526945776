"""What can be set on a camera, where it lets anybody: focus, and keeping exposure and colours as they are."""

from typing import NamedTuple, Protocol, runtime_checkable


class FocusRange(NamedTuple):
    """The lens positions that a camera can take, from the farthest to the nearest."""

    farthest: float
    nearest: float


@runtime_checkable
class Controls(Protocol):
    """A camera that can be set; one that can't has a range of None, and holding its light changes nothing."""

    @property
    def focus_range(self) -> FocusRange | None:
        """The lens positions it can take; None: its focus is fixed, or set by hand."""
        ...

    def focus(self, position: float) -> None:
        """Move the lens there and keep it there; pictures show it a few pictures later."""
        ...

    def hold_light(self) -> None:
        """Keep exposure, gain and white balance from now on as they are."""
        ...
