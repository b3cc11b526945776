"""What every source has to do, whatever is behind it."""

import itertools
from collections.abc import Callable

import numpy as np
import pytest

from vision.frames import Frame, Source


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
    assert {each.picture.shape for each in found} == {(size_px[1], size_px[0], 3)}
    assert {each.picture.dtype for each in found} == {np.dtype(np.uint8)}
    assert all(each.picture.flags.c_contiguous for each in found)


def may_be_left_and_opened_again(open_source: Callable[[], Source]) -> None:
    """At any time: after a picture, and before the first one."""
    for _ in range(2):
        with open_source() as source:
            assert isinstance(next(iter(source)), Frame)
        with open_source():
            pass
