"""What the head of a picture file claims of its size: a few bytes may claim to fill the memory."""

import struct
from collections.abc import Callable

# As much as the largest cameras have; a profile may not ask for more either.
MOST_PIXELS = 64_000_000
_PNG = b"\x89PNG\r\n\x1a\n"
# The length, name and sum of a chunk.
_PNG_CHUNK_BYTES = 12
# Every sort of TIFF number of which the first one may be a size, with its letter in `struct`.
_TIFF_NUMBERS = {3: "H", 4: "I", 16: "Q"}
_TIFF_WIDTH, _TIFF_HEIGHT = 256, 257
# Markers of JPEG that stand alone, and those that tell the size.
_LONE = frozenset({0x01, *range(0xD0, 0xDA)})
_SIZES = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}

Size = tuple[int, int]


class TooLarge(Exception):
    """A picture of more pixels than any camera gives."""


def is_picture(raw: bytes) -> bool:
    """Whether the head of a file is that of a picture; raises TooLarge."""
    try:
        reader = next((read for begins, read in _HEADS if raw.startswith(begins)), None)
        size = None if reader is None else reader(raw)
    except (struct.error, IndexError):
        return False
    if size is not None and abs(size[0]) * abs(size[1]) > MOST_PIXELS:
        raise TooLarge
    return size is not None


def _png(raw: bytes) -> Size | None:
    """Room is made for as much as a chunk says it has: what says more than there is is no picture."""
    width, height = struct.unpack_from(">II", raw, 16)
    at, name = len(_PNG), b""
    while at < len(raw) and name != b"IEND":
        length, name = struct.unpack_from(">I4s", raw, at)
        at += _PNG_CHUNK_BYTES + length
    # The library for this format tells a picture without pixels on standard error, by itself.
    return (width, height) if at <= len(raw) and width and height else None


def _bmp(raw: bytes) -> Size:
    is_old = raw[14] == 12  # noqa: PLR2004 - the length of the oldest head
    width, height = struct.unpack_from("<HH" if is_old else "<ii", raw, 18)
    return width, height


def _jpeg(raw: bytes) -> Size | None:
    at = 2
    while raw[at] == 0xFF:  # noqa: PLR2004 - begins a marker
        marker = raw[at + 1]
        if marker in _SIZES:
            height, width = struct.unpack_from(">HH", raw, at + 5)
            return width, height
        at += _jpeg_step(raw, at, marker)
    return None


def _jpeg_step(raw: bytes, at: int, marker: int) -> int:
    """How far it is to the next marker."""
    if marker == 0xFF:  # noqa: PLR2004 - may be repeated before a marker
        return 1
    return 2 if marker in _LONE else 2 + int(struct.unpack_from(">H", raw, at + 2)[0])


def _webp(raw: bytes) -> Size | None:
    match raw[12:16]:
        case b"VP8 ":
            width, height = struct.unpack_from("<HH", raw, 26)
            return width & 0x3FFF, height & 0x3FFF
        case b"VP8L":
            (bits,) = struct.unpack_from("<I", raw, 21)
            return (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1
        case b"VP8X":
            return int.from_bytes(raw[24:27], "little") + 1, int.from_bytes(raw[27:30], "little") + 1
        case _:
            return None


def _tiff(raw: bytes) -> Size | None:
    order = "<" if raw[:2] == b"II" else ">"
    (start,) = struct.unpack_from(f"{order}I", raw, 4)
    (entries,) = struct.unpack_from(f"{order}H", raw, start)
    sizes: dict[int, int] = {}
    for entry in range(start + 2, start + 2 + 12 * entries, 12):
        tag, sort = struct.unpack_from(f"{order}HH", raw, entry)
        if tag in (_TIFF_WIDTH, _TIFF_HEIGHT) and sort in _TIFF_NUMBERS:
            (sizes[tag],) = struct.unpack_from(f"{order}{_TIFF_NUMBERS[sort]}", raw, entry + 8)
    return (sizes[_TIFF_WIDTH], sizes[_TIFF_HEIGHT]) if len(sizes) == len((_TIFF_WIDTH, _TIFF_HEIGHT)) else None


_HEADS: tuple[tuple[bytes, Callable[[bytes], Size | None]], ...] = (
    (_PNG, _png),
    (b"\xff\xd8\xff", _jpeg),
    (b"BM", _bmp),
    (b"RIFF", _webp),
    (b"II*\0", _tiff),
    (b"MM\0*", _tiff),
)
