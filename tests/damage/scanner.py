"""Sealed lines on a disk, found by somebody who knows SQLite's file format and the seal, and nothing else."""

from collections.abc import Iterator
from hashlib import sha256
from typing import Literal, NamedTuple

PAGE = 4096
LEAF = bytes((13,))
# What a row of lines holds: game (16 bytes), number, text, before (8 bytes), seal (32 bytes).
GAME, BEFORE, SEAL = 44, 28, 76
INTEGERS = {1: 1, 2: 2, 3: 3, 4: 4, 5: 6, 6: 8}


class Found(NamedTuple):
    game: bytes
    n: int
    before: bytes
    text: str
    seal: bytes


class Disk:
    """The pages of a file and of its log; the log's in the order of its frames."""

    def __init__(self, file: bytes, log: bytes = b"") -> None:
        self.blocks = [(at // PAGE + 1, file[at : at + PAGE]) for at in range(0, len(file), PAGE)]
        for at in range(32, len(log), 24 + PAGE):
            self.blocks.append((int.from_bytes(log[at : at + 4], "big"), log[at + 24 : at + 24 + PAGE]))

    def lines(self) -> frozenset[Found]:
        return frozenset(line for _, block in self.blocks for _, line in self._in(block))

    def without_lengths(self) -> frozenset[Found]:
        """Lines in leaves of tables of which only the lengths are lost: any end of the text is tried."""
        games = {line.game for line in self.lines()}
        found = set()
        for block in {block for _, block in self.blocks if block[:1] == LEAF}:
            starts = {start for start, _ in self._in(block)}
            for start in {at for game in games for at in places(game, block)} - starts:
                found |= set(ending_anywhere(block[start:]))
        return frozenset(found) - self.lines()

    def _in(self, block: bytes) -> Iterator[tuple[int, Found]]:
        """Every place where a row could begin is tried: the list of cells may be what was lost."""
        at = block.find(GAME)
        while at >= 0:
            for payload, kinds in self._rows(block, at - 1) if at else ():
                line = proved(payload, kinds)
                if line is not None:
                    yield at - 1 + block[at - 1], line
                    break
            at = block.find(GAME, at + 1)

    def _rows(self, block: bytes, start: int) -> Iterator[tuple[bytes, list[int]]]:
        length = block[start]
        kinds = varints(block[start + 1 : start + length])
        if len(kinds) != 5 or (kinds[0], kinds[3], kinds[4]) != (GAME, BEFORE, SEAL) or kinds[2] < 13:
            return
        if kinds[1] not in INTEGERS and kinds[1] not in (8, 9):
            return
        whole = length + 16 + INTEGERS.get(kinds[1], 0) + (kinds[2] - 13) // 2 + 8 + 32
        here = whole
        if whole > PAGE - 35:
            least = (PAGE - 12) * 32 // 255 - 23
            here = least + (whole - least) % (PAGE - 4)
            here = least if here > PAGE - 35 else here
        if here == whole:
            yield block[start + length : start + whole], kinds
            return
        first = int.from_bytes(block[start + here : start + here + 4], "big")
        for rest in self._chain(first, whole - here, 40):
            yield block[start + length : start + here] + rest, kinds

    def _chain(self, page: int, size: int, deep: int) -> Iterator[bytes]:
        if size <= 0 or not deep:
            yield b""
            return
        for number, block in self.blocks:
            if number == page and len(block) == PAGE:
                part = block[4 : 4 + size]
                for rest in self._chain(int.from_bytes(block[:4], "big"), size - len(part), deep - 1):
                    yield part + rest


def varints(raw: bytes) -> list[int]:
    found, value = [], 0
    for byte in raw:
        value = (value << 7) + (byte % 128)
        if byte < 128:
            found.append(value)
            value = 0
    return found


def proved(payload: bytes, kinds: list[int]) -> Found | None:
    """The line, if its seal says so."""
    size = INTEGERS.get(kinds[1], 0)
    n = kinds[1] - 8 if kinds[1] in (8, 9) else int.from_bytes(payload[16 : 16 + size], "big", signed=True)
    game, text = payload[:16], payload[16 + size : -40]
    before, seal = payload[-40:-32], payload[-32:]
    return Found(game, n, before, text.decode(), seal) if n >= 0 and seal == seal_of(game, n, before, text) else None


def ending_anywhere(raw: bytes) -> Iterator[Found]:
    """What begins with the id of a game, with whatever number and text proves itself."""
    for size in range(3):
        for end in range(16 + size, len(raw) - 39):
            before, seal = raw[end : end + 8], raw[end + 8 : end + 40]
            for n in (0, 1) if size == 0 else (int.from_bytes(raw[16 : 16 + size], "big", signed=True),):
                if n >= 0 and seal == seal_of(raw[:16], n, before, raw[16 + size : end]):
                    yield Found(raw[:16], n, before, raw[16 + size : end].decode(), seal)
                    return


def places(part: bytes, block: bytes) -> Iterator[int]:
    at = block.find(part)
    while at >= 0:
        yield at
        at = block.find(part, at + 1)


def seal_of(game: bytes, n: int, before: bytes, text: bytes) -> bytes:
    return sha256(b"line\0" + game + n.to_bytes(8, "big") + before + text).digest()


def certain(log: bytes, index: bytes) -> bytes:
    """The part of a log of which anything still says that it was committed.

    That is up to the last commit before the first frame that does not fit; all of it, if a later frame of the same log
    says that a commit came after that one, if the log's index knows of more, or if its own head is lost.
    """
    frames = [log[at : at + 24 + PAGE] for at in range(32, len(log) - 24 - PAGE + 1, 24 + PAGE)]
    head, salts = log[:32], log[16:24]
    order: Literal["little", "big"] = "little" if head[:4] == bytes.fromhex("377f0682") else "big"
    sums = checksum(words(head[:24], order), (0, 0))
    if head[:3] != bytes.fromhex("377f06") or spelt(sums) != head[24:32]:
        return log if any(commits(each) for each in frames) else b""
    committed = fitting = 0
    for number, frame in enumerate(frames, start=1):
        sums = checksum(words(frame[:8] + frame[24:], order), sums)
        if frame[8:16] != salts or spelt(sums) != frame[16:24]:
            break
        fitting = number
        committed = number if commits(frame) else committed
    is_later = any(commits(each) and each[8:16] == salts for each in frames[fitting + 1 :])
    return log if is_later or known(index, salts) > committed else log[: 32 + committed * (24 + PAGE)]


def words(raw: bytes, order: Literal["little", "big"]) -> list[int]:
    return [int.from_bytes(raw[at : at + 4], order) for at in range(0, len(raw), 4)]


def commits(frame: bytes) -> bool:
    return any(frame[4:8])


def known(index: bytes, salts: bytes) -> int:
    """How many frames an index of the same log knows, if both of its heads agree."""
    head = index[:48]
    if len(index) < 96 or head != index[48:96] or head[32:40] != salts:
        return 0
    one, two = checksum(words(head[:40], "little"), (0, 0))
    is_right = one.to_bytes(4, "little") + two.to_bytes(4, "little") == head[40:48]
    return int.from_bytes(head[16:20], "little") if is_right else 0


def checksum(numbers: list[int], sums: tuple[int, int]) -> tuple[int, int]:
    one, two = sums
    for at in range(0, len(numbers), 2):
        one = (one + numbers[at] + two) % 2**32
        two = (two + numbers[at + 1] + one) % 2**32
    return one, two


def spelt(sums: tuple[int, int]) -> bytes:
    return sums[0].to_bytes(4, "big") + sums[1].to_bytes(4, "big")
