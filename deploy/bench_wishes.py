"""What benches of seeing are asked for on the command line, and what they can't do."""

from companion.words import Message
from deploy.sizes import parse_size

SMALLEST_PX = 640, 360
MOST_CARDS = 200


class BadBench(Exception):
    """An option that no bench can fulfil."""

    def __init__(self, option: str, value: str | int) -> None:
        super().__init__(option, value)
        self.message = Message("vision.bad-wish", {"option": option, "value": value, "most": MOST_CARDS})


def wanted_size(text: str) -> tuple[int, int]:
    """A size in which a whole table can be drawn."""
    size_px = parse_size(text)
    if size_px is None or any(side < least for side, least in zip(size_px, SMALLEST_PX, strict=True)):
        raise BadBench("--size", text)
    return size_px


def wanted_number(option: str, number: int, least: int, most: int | None = None) -> int:
    """A number within its limits."""
    if number < least or (most is not None and number > most):
        raise BadBench(option, number)
    return number
