"""Sizes of pictures as people type them."""

import re

SIZE = re.compile(r"([0-9]{2,4})x([0-9]{2,4})")
SMALLEST_PX, LARGEST_PX = 64, 8192


def parse_size(text: str) -> tuple[int, int] | None:
    """A size as `1280x720`: even numbers, as videos need them; None: it is none."""
    match = SIZE.fullmatch(text)
    sides = (int(match[1]), int(match[2])) if match else (0, 0)
    return None if any(not SMALLEST_PX <= side <= LARGEST_PX or side % 2 for side in sides) else sides
