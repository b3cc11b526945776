"""SQLite's log, read before SQLite reads it: it drops without a word whatever comes after the first damaged frame."""

import struct
from collections.abc import Iterator
from dataclasses import dataclass

from companion.journal_schema import PAGE_BYTES

HEADER_BYTES = 32
FRAME_BYTES = 24 + PAGE_BYTES
_MAGIC = 0x377F0682
_FORMAT = 3_007_000
_WORD = 0xFFFFFFFF
_INDEX_BYTES = 48


@dataclass(frozen=True, slots=True)
class Frame:
    """One page as a transaction left it; the last one of a transaction says how many pages the file has then."""

    page: int
    pages_after: int
    salts: bytes
    data: bytes

    @property
    def ends(self) -> bool:
        """Whether it is the last one of a transaction."""
        return self.pages_after > 0


@dataclass(frozen=True, slots=True)
class Log:
    """The frames of a log: `valid` of them in unbroken order, `committed` up to the last whole transaction."""

    salts: bytes
    frames: tuple[Frame, ...]
    valid: int
    committed: int

    @property
    def open(self) -> tuple[Frame, ...]:
        """Frames of a transaction that was not ended, though they are whole."""
        return self.frames[self.committed : self.valid]

    @property
    def broken(self) -> tuple[Frame, ...]:
        """Frames of this log that are not as they were written."""
        return tuple(each for each in self.frames[self.valid :] if self.salts and each.salts == self.salts)

    def is_whole(self, index: bytes) -> bool:
        """Whether SQLite will find all that was committed.

        A last transaction that is torn is what a killed process leaves. A commit after the first frame that does not
        fit is damage, and so is one that the log's index knows of: that is written after the log is on the disk.
        """
        if not self.salts:
            return not any(each.ends for each in self.frames)
        later = self.frames[self.valid + 1 :]
        if any(each.ends and each.salts == self.salts for each in later):
            return False
        return _indexed(index, self.salts) <= self.committed


def read_log(raw: bytes) -> Log:
    """The log as far as it can be trusted; without salts if its own header can't."""
    frames = tuple(_frames(raw))
    head = _head(raw[:HEADER_BYTES])
    if head is None:
        return Log(b"", frames, 0, 0)
    order, salts, sums = head
    valid = committed = 0
    for number, each in enumerate(frames, start=1):
        start = HEADER_BYTES + (number - 1) * FRAME_BYTES
        frame = raw[start : start + FRAME_BYTES]
        sums = _summed(order, frame[:8] + frame[24:], sums)
        if each.salts != salts or not each.page or struct.unpack(">II", frame[16:24]) != sums:
            break
        valid = number
        committed = number if each.ends else committed
    return Log(salts, frames, valid, committed)


def every_page(raw: bytes) -> Iterator[tuple[int, bytes]]:
    """The pages of all frames with their numbers, valid or not; the last may be cut."""
    for start in range(HEADER_BYTES, len(raw), FRAME_BYTES):
        yield int.from_bytes(raw[start : start + 4], "big"), raw[start + 24 : start + FRAME_BYTES]


def _frames(raw: bytes) -> Iterator[Frame]:
    """Every whole frame, valid or not."""
    for start in range(HEADER_BYTES, len(raw) - FRAME_BYTES + 1, FRAME_BYTES):
        page, pages_after = struct.unpack_from(">II", raw, start)
        data = raw[start + 24 : start + FRAME_BYTES]
        yield Frame(page, pages_after, raw[start + 8 : start + 16], data)


def _head(head: bytes) -> tuple[str, bytes, tuple[int, int]] | None:
    """Byte order, salts and the first sums of a header that is whole."""
    if len(head) < HEADER_BYTES:
        return None
    magic, form, page_bytes = struct.unpack_from(">III", head)
    order = ">" if magic & 1 else "<"
    sums = _summed(order, head[:24], (0, 0))
    is_ours = (magic | 1, form, page_bytes) == (_MAGIC | 1, _FORMAT, PAGE_BYTES)
    return (order, head[16:24], sums) if is_ours and struct.unpack(">II", head[24:32]) == sums else None


def _indexed(index: bytes, salts: bytes) -> int:
    """How many frames the log's index knows to be committed; none if it is of another log, or torn itself."""
    first, second = index[:_INDEX_BYTES], index[_INDEX_BYTES : 2 * _INDEX_BYTES]
    if not salts or len(second) < _INDEX_BYTES or first != second or first[32:40] != salts:
        return 0
    sums = struct.unpack("=II", first[40:48])
    return int(struct.unpack("=I", first[16:20])[0]) if sums == _summed("=", first[:40], (0, 0)) else 0


def _summed(order: str, raw: bytes, sums: tuple[int, int]) -> tuple[int, int]:
    """SQLite's checksum, going on from an earlier one."""
    one, two = sums
    words = struct.unpack(f"{order}{len(raw) // 4}I", raw)
    for even, odd in zip(words[::2], words[1::2], strict=True):
        one = (one + even + two) & _WORD
        two = (two + odd + one) & _WORD
    return one, two
