"""What every source has to do, whatever is behind it."""

import itertools
from collections.abc import Callable

import numpy as np
import pytest

from vision.frames import Frame, Source
from vision.taken import Box, as_taken, greyed

# Grey levels: colours and grey are rounded on different ways.
ROUNDED = 1.0


def gives_frames(open_source: Callable[[], Source], size_px: tuple[int, int]) -> None:
    """Pictures of the right size and kind, numbered from 0, their times by their numbers."""
    with open_source() as source:
        found = [each for each in itertools.islice(source, 5) if isinstance(each, Frame)]
    assert len(found) >= 2
    numbers = [each.number for each in found]
    assert sorted(set(numbers)) == numbers
    assert numbers[0] == 0
    rate = round(found[-1].number / found[-1].at_s)
    assert [each.number / rate for each in found] == pytest.approx([each.at_s for each in found], abs=0.001)
    assert {each.size_px for each in found} == {size_px}
    assert {each.picture.shape for each in found} == {(size_px[1], size_px[0], 3)}
    assert {each.picture.dtype for each in found} == {np.dtype(np.uint8)}
    assert all(each.picture.flags.c_contiguous for each in found)
    for each in found:
        gives_parts(each)


def gives_parts(frame: Frame) -> None:
    """Parts of a picture are what all of it has there, in colour and in grey; what lies outside is left out."""
    taken, (width, height) = as_taken(frame.taken), frame.size_px
    grey = taken.grey()
    # Where brightness and colours at half its size do not fit together, at sharp edges, there is no such colour.
    assert np.abs(grey.astype(int) - greyed(frame.picture)).mean() <= ROUNDED
    for box in (Box(0, 0, 9, 7), Box(5, 3, 20, 11), Box(width - 7, height - 5, width + 40, height + 40)):
        rows, columns = slice(box.top, box.bottom), slice(box.left, box.right)
        made = taken.colour(box)
        assert made.flags.c_contiguous
        assert np.array_equal(frame.picture[rows, columns], made)
        assert np.array_equal(grey[rows, columns], taken.grey(box))


def may_be_left_and_opened_again(open_source: Callable[[], Source]) -> None:
    """At any time: after a picture, and before the first one."""
    for _ in range(2):
        with open_source() as source:
            assert isinstance(next(iter(source)), Frame)
        with open_source():
            pass
