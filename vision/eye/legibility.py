"""Whether cards can still be read at all: one that can't is a question, several in a row are a fault of the picture."""

from companion.geometry import Point, distance_mm
from vision.eye.looks import Look
from vision.eye.memory import UNKNOWN

APART_MM = 40.0  # what is nearer may be the same card, looked at again
SEVERAL = 3


class Legibility:
    """Counts the places where something card-shaped was not read since any card was."""

    def __init__(self) -> None:
        self._unread: list[Point] = []

    @property
    def is_lost(self) -> bool:
        """Whether several cards in a row, in different places, could not be read."""
        return len(self._unread) >= SEVERAL

    def see(self, look: Look) -> None:
        """One more look that is told; what lay there at the first one may be anything."""
        if any(each.id in look.fresh for each in look.cards):
            self._unread.clear()
        unread = (each for each in (*look.shapes, *look.lost) if each.card == UNKNOWN and each.is_new is not None)
        for each in unread:
            if all(distance_mm(each.pose.centre, other) > APART_MM for other in self._unread):
                self._unread.append(each.pose.centre)
