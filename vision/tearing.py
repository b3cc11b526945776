"""Pictures that are torn: from side to side, some rows show something else than a moment ago, the others the same.

What else they show is another picture, or the same one pushed aside; the latter is known even where the cloth is bare.
"""

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import NDArray

from vision.frames import Picture

Grey = NDArray[np.float32]
Parts = NDArray[np.float32]

# A picture is compared in so many bands of rows, each in so many parts.
BANDS, PARTS = 27, 6
ROWS, COLUMNS = 5 * BANDS, 40 * PARTS
# Grey levels: bare cloth looks the same wherever it was torn to, and its noise is like nothing.
TEXTURE = 8.0
# Of two textures together: rounding alone does not reach it.
NOTHING = 1.0
# How alike (correlation) the same part is in two pictures, whatever the light; what was torn is below.
ALIKE = 0.5
# Grey levels: where textures differ so much in so few parts of a band, the band as a whole differs by so much more than
# one that does not, whatever the noise.
CALM = 1.5
# Of a band's parts that have texture.
MOST = 0.75
FEWEST_BANDS, FEWEST_PARTS, EDGE = 2, 3, 1
# Rows in which all pixels are of one grey: what a decoder paints where a picture's bytes were missing.
PAINTED_SPREAD = 0.5
PAINTED_GREYS = 13, 242
# A picture is pushed aside by so many of these columns; less may be a hand that moves, of more too little is left.
NARROW = 120
LEAST_PUSHED, MOST_PUSHED = 7, 56
# Grey levels, summed up: by so much more a picture is like the pushed one; what it differs by is then less than half.
PULL, LEFT_OVER = 1000.0, 0.45
PUSHED = np.array([*range(-MOST_PUSHED, 1 - LEAST_PUSHED), *range(LEAST_PUSHED, MOST_PUSHED + 1)])
# Grey levels: where nothing but noise is new no band differs so much more than the others.
STIRRED = 2.0
# Pictures in a row: a tear is gone in the next one or two, a hand is not.
LONGEST = 2
# Grey levels: before and after a tear all bands are alike; where a hand moves, some are not.
STEADY = 8.0
# One torn picture counts as much as so many whole ones; three of them in a second are told, until they are long gone.
WEIGHT, TOLD, WORST = 15, 35, 60


class Tearing:
    """Looks at every picture of a camera; `is_told` says whether tearing is more than a rare accident."""

    def __init__(self) -> None:
        self._last: Grey | None = None
        self._unlike = self._pushed = 0
        self._score = 0
        self.is_told = False

    def torn_by_now(self, picture: Picture) -> int:
        """How many torn pictures this one shows: itself, or some before it now that everything is as it was again."""
        now = sketch(picture)
        if self._last is not None and self._pushed < LONGEST and is_pushed_from(self._last, now):
            self._pushed += 1
            return self._counted(1)
        self._pushed = 0
        if self._last is not None and self._unlike <= LONGEST and _is_unlike(self._last, now):
            self._unlike += 1
            return 0
        is_over = self._last is not None and 0 < self._unlike <= LONGEST and _apart(self._last, now).max() < STEADY
        torn = self._unlike if is_over else 0
        self._last, self._unlike = now, 0
        return self._counted(torn)

    def _counted(self, torn: int) -> int:
        self._score = min(WORST, self._score + WEIGHT * torn) if torn else max(0, self._score - 1)
        self.is_told = self._score >= TOLD or (self.is_told and self._score > 0)
        return torn


def _is_unlike(last: Grey, now: Grey) -> bool:
    return is_torn_from(last, now) or (is_painted(now) and not is_painted(last))


def torn_ones(pictures: Sequence[Picture]) -> list[bool]:
    """Which of these pictures of a still table are torn: they differ so from the one that most are like."""
    sketches = [sketch(each) for each in pictures]
    usual = min(sketches, key=lambda each: sum(float(np.abs(each - other).mean()) for other in sketches))
    painted = [is_painted(each) for each in sketches]
    # A table may really have an edge of one grey.
    return [
        (paint and not all(painted)) or _is_other(usual, each) for paint, each in zip(painted, sketches, strict=True)
    ]


def _is_other(usual: Grey, each: Grey) -> bool:
    return is_torn_from(usual, each) or is_pushed_from(usual, each)


def sketch(picture: Picture) -> Grey:
    """A picture in few pixels, its green for its grey."""
    small = cv2.resize(picture, (COLUMNS, ROWS), interpolation=cv2.INTER_NEAREST)
    return np.asarray(small[..., 1], np.float32)


def is_painted(now: Grey) -> bool:
    """Whether the lower rows are of one single grey that is neither black nor white, and the others are not."""
    rows = now[-ROWS // BANDS :]
    least, most = PAINTED_GREYS
    return bool(rows.std() < PAINTED_SPREAD and least < rows.mean() < most and now.std() > TEXTURE)


def is_torn_from(last: Grey, now: Grey) -> bool:
    """Whether one run of bands shows something else across the picture, and all the others do not."""
    if np.ptp(_apart(last, now)) < CALM:
        return False
    texture, likeness = _compared(last, now)
    has_texture = texture > TEXTURE
    is_other = has_texture & (likeness < ALIKE)
    judged = has_texture.sum(axis=1) >= FEWEST_PARTS
    share = is_other.sum(axis=1)[judged] / has_texture.sum(axis=1)[judged]
    changed = is_other[judged][share >= MOST]
    # An arm comes from one side only.
    is_across = bool(changed[:, :EDGE].any() and changed[:, -EDGE:].any())
    return is_across and _is_one_run(share >= MOST, share <= 1 - MOST)


def is_pushed_from(last: Grey, now: Grey) -> bool:
    """Whether the lower bands show the same as before, but further to one side, and the upper ones stayed."""
    before, after = _narrowed(last), _narrowed(now)
    stirred = np.sort(np.abs(after - before).mean(axis=1))
    if stirred[-1] < stirred[BANDS // 2] + STIRRED:
        return False
    pull, columns, first = _pulled(before, after)
    if pull < PULL or first < FEWEST_BANDS:
        return False
    unmoved, moved = (np.abs(each[first:]).mean() for each in _differences(before, after, columns))
    return bool(moved < LEFT_OVER * unmoved)


def _narrowed(grey: Grey) -> Grey:
    """Each band as one row."""
    return np.asarray(cv2.resize(grey, (NARROW, BANDS), interpolation=cv2.INTER_AREA), np.float32)


def _differences(before: Grey, after: Grey, columns: int) -> tuple[Grey, Grey]:
    """What a picture differs by from the one before, and from that one pushed aside, where both show something."""
    first, last = max(0, columns), min(NARROW, NARROW + columns)
    now = after[:, first:last]
    return now - before[:, first:last], now - before[:, first - columns : last - columns]


def _pulled(before: Grey, after: Grey) -> tuple[float, int, int]:
    """How much more alike pictures are from some band down if one is pushed aside, by how many columns, which band."""
    moved = _differing(_pushed(before), after) - _outside(after)
    unmoved = np.abs(after - before).sum(axis=1) - _outside(np.asarray(np.abs(after - before), np.float32))
    downwards = np.cumsum((unmoved - moved)[:, ::-1], axis=1)[:, ::-1]
    push, band = divmod(int(downwards.argmax()), BANDS)
    return float(downwards[push, band]), int(PUSHED[push]), band


def _pushed(before: Grey) -> NDArray[np.float32]:
    """A picture pushed aside in every way, nothing where it shows nothing then."""
    wide = np.pad(before, ((0, 0), (MOST_PUSHED, MOST_PUSHED)))
    ways = sliding_window_view(wide, NARROW, axis=1).transpose(1, 0, 2)[::-1]
    return np.asarray(ways[PUSHED + MOST_PUSHED], np.float32)


def _differing(ways: NDArray[np.float32], after: Grey) -> NDArray[np.float32]:
    """What every band differs by from every way that a picture is pushed."""
    ways -= after
    return np.asarray(np.abs(ways, out=ways).sum(axis=2), np.float32)


def _outside(values: Grey) -> NDArray[np.float32]:
    """The sum of every band's values where a pushed picture shows nothing, for every way to push it."""
    from_left = np.pad(np.cumsum(values, axis=1), ((0, 0), (1, 0)))
    left, right = np.maximum(PUSHED, 0), NARROW + np.minimum(PUSHED, 0)
    return np.asarray((from_left[:, left] + from_left[:, -1:] - from_left[:, right]).T, np.float32)


def _apart(last: Grey, now: Grey) -> Parts:
    """By how many grey levels each band differs."""
    return np.asarray(_means(np.asarray(cv2.absdiff(now, last), np.float32)).mean(axis=1), np.float32)


def _is_one_run(other: NDArray[np.bool_], same: NDArray[np.bool_]) -> bool:
    """Whether the bands that are other lie together; one that is neither may lie where they end."""
    if other.sum() < FEWEST_BANDS or same.sum() < FEWEST_BANDS:
        return False
    first, last = np.flatnonzero(other)[[0, -1]]
    neither = len(other) - other.sum() - same.sum()
    return bool(other[first : last + 1].all() and neither <= FEWEST_BANDS)


def _compared(last: Grey, now: Grey) -> tuple[Parts, Parts]:
    """How much texture each part of each band had, and how what is there now correlates with it: nothing, by 0."""
    before, after = _means(last), _means(now)
    texture, left = (
        np.sqrt(np.maximum(_means(each * each) - mean * mean, 0)) for each, mean in ((last, before), (now, after))
    )
    shared = _means(last * now) - before * after
    return texture, shared / np.maximum(texture * left, NOTHING)


def _means(values: Grey) -> Parts:
    """The mean of each part of each band."""
    return np.asarray(cv2.resize(values, (PARTS, BANDS), interpolation=cv2.INTER_AREA), np.float32)
