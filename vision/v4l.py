"""What a camera's driver says of its controls; Linux tells it through `/dev/video0`, other systems do not."""

import os
import struct
from pathlib import Path
from typing import NamedTuple

try:
    from fcntl import ioctl
except ImportError:  # not on Windows
    ioctl = None  # type: ignore[assignment]

DEVICES = Path("/dev")
# The numbers of linux/v4l2-controls.h and linux/videodev2.h.
FOCUS = 0x009A_090A
AUTO_EXPOSURE = 0x009A_0901
QUERY = 0xC044_5624
# Number, sort, name, least, greatest, step, usual value, flags, two that are kept free.
_ANSWER = struct.Struct("=II32siiiiI8x")
DISABLED, READ_ONLY = 0x0001, 0x0004


class Span(NamedTuple):
    """The least and the greatest value of a control."""

    least: int
    greatest: int


def span(device: int, control: int, devices: Path = DEVICES) -> Span | None:
    """The values that a camera's control can have; None: it has no such control."""
    if ioctl is None:
        return None
    try:
        opened = os.open(devices / f"video{device}", os.O_RDWR | os.O_NONBLOCK)
    except OSError:
        return None
    try:
        return parsed_span(ioctl(opened, QUERY, _ANSWER.pack(control, 0, b"", 0, 0, 0, 0, 0)))
    except OSError:
        return None
    finally:
        os.close(opened)


def parsed_span(answer: bytes) -> Span | None:
    """The span in a driver's answer; None where the control can't be set."""
    _, _, _, least, greatest, _, _, flags = _ANSWER.unpack(answer)
    return None if flags & (DISABLED | READ_ONLY) or least >= greatest else Span(least, greatest)
