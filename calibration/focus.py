"""Finding the sharpest focus: first anywhere, then around the best place, then around the best of those."""

import cv2
import numpy as np

from vision.controls import LATENCY, FocusRange
from vision.frames import Picture

COARSE = 9
FINE = 7
# A Camera Module 3 goes from infinity to 3 cm: the first rounds only find where the table is.
ROUNDS = 3
# Of the best: positions so sharp are equally good.
AS_SHARP = 0.97
# A camera tells where it sends its lens: the next pictures still show it moving. So many are then measured.
STILL_MOVING, MEASURED = 2, 2
# So many pictures later a lens that is told to be elsewhere will not come any more.
LATEST = 24
# Of the way between two positions: a lens so near is there.
SLACK = 0.1


def sharpness(picture: Picture) -> float:
    """How much fine detail a picture has, whatever its brightness."""
    grey = cv2.GaussianBlur(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), (0, 0), 1.0)
    detail = cv2.Laplacian(grey, cv2.CV_32F)
    return float(np.square(detail).mean() / max(1.0, float(grey.mean())) ** 2)


class Journey:
    """A lens on its way: a camera tells when it is there, or it is waited for."""

    def __init__(self, to: float | None, slack: float) -> None:
        self._to, self._slack = to, slack
        self._pictures = self._there = 0

    def is_over(self, lens_at: float | None) -> bool:
        """Whether one more picture shows the lens where it was sent; it is at rest then, or will not come."""
        self._pictures += 1
        if lens_at is None or self._to is None:
            return self._pictures > LATENCY
        self._there += abs(lens_at - self._to) <= self._slack
        return self._there > STILL_MOVING or self._pictures > LATEST


class Sweep:
    """Asks for lens positions one by one, and knows the sharpest in the end."""

    def __init__(self, focus_range: FocusRange) -> None:
        self._range = focus_range
        self._left = list(np.linspace(*focus_range, COARSE))
        self._step = (focus_range.nearest - focus_range.farthest) / (COARSE - 1)
        self._seen: dict[float, float] = {}
        self._pictures: list[float] = []
        self._round = 1
        self._journey = self.journey(self.position)

    @property
    def position(self) -> float | None:
        """Where the lens has to be now; None when all is measured."""
        return float(self._left[0]) if self._left else None

    @property
    def sharpest(self) -> float:
        """The best position so far: the middle of those that noise alone tells apart."""
        enough = AS_SHARP * max(self._seen.values())
        alike = [position for position, value in self._seen.items() if value >= enough]
        return (min(alike) + max(alike)) / 2

    @property
    def share(self) -> float:
        """How much of the way is done."""
        return min(1.0, len(self._seen) / (COARSE + (ROUNDS - 1) * FINE))

    @property
    def is_flat(self) -> bool:
        """Whether the lens made no difference: there is nothing to focus on, or the lens does not move."""
        values = np.array(list(self._seen.values()))
        return bool(values.max() < 1.3 * values.min())

    def journey(self, to: float | None) -> Journey:
        """The lens's way to a position, as near as the positions now lie together."""
        return Journey(to, SLACK * self._step)

    def see(self, picture: Picture, lens_at: float | None) -> bool:
        """Measure a picture if the lens is where it has to be; whether it has to move on now."""
        if not self._left or not self._journey.is_over(lens_at):
            return False
        self._pictures.append(sharpness(picture))
        if len(self._pictures) < MEASURED:
            return False
        self._seen[float(self._left.pop(0))] = float(np.median(self._pictures))
        self._pictures = []
        if not self._left and self._round < ROUNDS:
            self._refine()
        self._journey = self.journey(self.position)
        return True

    def _refine(self) -> None:
        self._round += 1
        low, high = sorted(self._range)
        around = self._step * np.linspace(-0.75, 0.75, FINE)
        self._step = abs(around[1] - around[0])
        places = np.clip(self.sharpest + around, low, high)
        self._left = [each for each in dict.fromkeys(places.tolist()) if each not in self._seen]
