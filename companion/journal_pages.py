"""Rows of a journal found without its tables: whatever lies in any page and proves itself by its seal."""

import re
from collections.abc import Callable, Iterable, Iterator
from itertools import islice, product
from typing import NamedTuple, TypeVar

from companion.journal_log import every_page
from companion.journal_schema import PAGE_BYTES
from companion.journal_seals import BEFORE_BYTES, KEY_BYTES, SEAL_BYTES, GameKey, Mark, SealedLine, line_of, mark_of

# A table's cell up to MOST_LOCAL bytes lies in its page; of a longer one LEAST_LOCAL at least, the rest in a chain.
MOST_LOCAL = PAGE_BYTES - 35
LEAST_LOCAL = (PAGE_BYTES - 12) * 32 // 255 - 23
LINK_BYTES = 4
CHAIN_BYTES = PAGE_BYTES - LINK_BYTES
# A page may lie there in several versions: so many pages are tried to put a long row together.
MOST_STEPS = 20_000

# How SQLite writes down what a row holds: its length, then a number for each value. Blobs of 16, 8 and 32 bytes are
# 2C, 1C and 4C; an odd number is a text.
_TEXT = rb"[\x80-\xff]{0,3}[\x00-\x7f]"
_LINE = re.compile(rb"(?=([\x06-\x09]\x2c[\x01-\x06\x08\x09](?:" + _TEXT + rb")\x1c\x4c))")
_MARK = re.compile(rb"(?=([\x05-\x0b]\x2c(?:" + _TEXT + rb")(?:" + _TEXT + rb")\x4c))")
_NUMBER_BYTES = (0, 1, 2, 3, 4, 6, 8)
_ZERO, _ONE = 8, 9
_FIRST_BLOB = 12
_SEVEN_BITS = 7


_Row = tuple[object, ...]
_Found = TypeVar("_Found")


class Rows(NamedTuple):
    """What was found, in the order in which it lies there."""

    lines: tuple[SealedLine, ...]
    marks: tuple[Mark, ...]


class Pages:
    """Pages by their numbers, each in all its versions."""

    def __init__(self) -> None:
        self._versions: dict[int, dict[bytes, None]] = {}

    def add(self, number: int, data: bytes) -> None:
        """One more version of a page."""
        self._versions.setdefault(number, {})[data] = None

    def add_file(self, raw: bytes) -> None:
        """All pages of a file; the last may be cut."""
        for start in range(0, len(raw), PAGE_BYTES):
            self.add(start // PAGE_BYTES + 1, raw[start : start + PAGE_BYTES])

    def rows(self) -> Rows:
        """Every row that proves itself, each once."""
        lines: dict[SealedLine, None] = {}
        marks: dict[Mark, None] = {}
        for data in (each for number in sorted(self._versions) for each in self._versions[number]):
            lines.update(dict.fromkeys(self._proved(data, _LINE, line_of)))
            marks.update(dict.fromkeys(self._proved(data, _MARK, mark_of)))
        return Rows(tuple(lines), tuple(marks))

    def every_row(self) -> Rows:
        """The same, and lines whose own lengths are damaged: whoever knows a line beside them knows how they end."""
        found = self.rows()
        lines = new = dict.fromkeys(found.lines)
        while new:
            places = {(each.game, each.n) for each in lines}
            new = {each: None for line in new for each in self._beside(line, places) if each not in lines}
            lines = lines | new
        return Rows(tuple(lines), found.marks)

    def _beside(self, line: SealedLine, places: set[tuple[GameKey, int]]) -> Iterator[SealedLine]:
        """The lines before and after this one, where nothing was found yet."""
        if (line.game, line.n + 1) not in places:
            yield from self._ending(line.game, line.n + 1, line.seal[:BEFORE_BYTES], at=0)
        if line.n and (line.game, line.n - 1) not in places:
            yield from self._ending(line.game, line.n - 1, line.before, at=BEFORE_BYTES)

    def _ending(self, game: GameKey, n: int, known: bytes, at: int) -> Iterator[SealedLine]:
        """Lines of a game that have some bytes so far from the end of their text."""
        for data in (each for versions in self._versions.values() for each in versions if known in each):
            ends = (found.start() - at for found in re.finditer(re.escape(known), data))
            for end, size in product((each for each in ends if each > 0), _NUMBER_BYTES):
                start = data.rfind(game, 0, end) + KEY_BYTES + size
                before, seal = data[end : end + BEFORE_BYTES], data[end + BEFORE_BYTES :][:SEAL_BYTES]
                line = line_of((game, n, _text(data[start:end]), before, seal))
                if line is not None:
                    yield line

    def _proved(self, data: bytes, form: re.Pattern[bytes], made: Callable[[_Row], _Found | None]) -> Iterator[_Found]:
        """The rows of one form in a page, which SQLite fills from its end."""
        for found in reversed(tuple(form.finditer(data))):
            kinds = tuple(_numbers(found[1][1:]))
            if len(found[1]) == found[1][0]:
                rows = (
                    made(_values(kinds, each[len(found[1]) :])) for each in self._payloads(data, found.start(), kinds)
                )
                yield from islice((each for each in rows if each is not None), 1)

    def _payloads(self, data: bytes, start: int, kinds: tuple[int, ...]) -> Iterator[bytes]:
        """All that a row may hold that begins here: what lies in the page, with every version of the rest."""
        size = data[start] + sum(map(_size, kinds))
        local = size if size <= MOST_LOCAL else LEAST_LOCAL + (size - LEAST_LOCAL) % CHAIN_BYTES
        local = local if local <= MOST_LOCAL else LEAST_LOCAL
        here, link = data[start : start + local], data[start + local : start + local + LINK_BYTES]
        if local == size:
            yield here
        elif size <= len(self._versions) * PAGE_BYTES:
            yield from (here + rest for rest in self._chains(int.from_bytes(link, "big"), size - local))

    def _chains(self, page: int, size: int) -> Iterator[bytes]:
        """So many bytes from a chain of pages, in every way that its pages allow."""
        open_ways: list[tuple[int, int, tuple[bytes, ...]]] = [(page, size, ())]
        for _ in range(MOST_STEPS):
            if not open_ways:
                return
            number, missing, parts = open_ways.pop()
            for data in self._versions.get(number, ()):
                part = data[LINK_BYTES : LINK_BYTES + missing]
                if len(part) == missing:
                    yield b"".join((*parts, part))
                elif len(part) == CHAIN_BYTES:
                    link = int.from_bytes(data[:LINK_BYTES], "big")
                    open_ways.append((link, missing - CHAIN_BYTES, (*parts, part)))


def pages_of(file: bytes, log: bytes) -> Pages:
    """The pages of a journal's file and of its log, committed or not."""
    pages = Pages()
    pages.add_file(file)
    for number, data in every_page(log):
        pages.add(number, data)
    return pages


def _numbers(raw: bytes) -> Iterator[int]:
    """Numbers as SQLite writes them: seven bits a byte, the last one below 128."""
    value = 0
    for byte in raw:
        value = value << _SEVEN_BITS | byte & 0x7F
        if byte < 1 << _SEVEN_BITS:
            yield value
            value = 0


def _size(kind: int) -> int:
    """How many bytes a value of a kind takes."""
    if kind >= _FIRST_BLOB:
        return (kind - _FIRST_BLOB) // 2
    return _NUMBER_BYTES[kind] if kind < len(_NUMBER_BYTES) else 0


def _values(kinds: Iterable[int], raw: bytes) -> _Row:
    """The values of a row; a text that is none proves nothing."""
    values: list[object] = []
    at = 0
    for kind in kinds:
        part = raw[at : at + _size(kind)]
        at += _size(kind)
        if kind >= _FIRST_BLOB:
            values.append(_text(part) if kind % 2 else part)
        else:
            values.append(kind - _ZERO if kind in (_ZERO, _ONE) else int.from_bytes(part, "big", signed=True))
    return tuple(values)


def _text(raw: bytes) -> str | None:
    try:
        return raw.decode()
    except UnicodeDecodeError:
        return None
