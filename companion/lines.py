"""Reading JSON Lines at the file border: every fault is told with its line and key."""

import errno
import json
import os
import stat
from collections.abc import Iterable, Iterator, Sequence
from enum import Enum
from pathlib import Path
from typing import BinaryIO, NoReturn, TypeVar

from companion.words import Message

MOST_BYTES_A_LINE = 1_000_000
# Eight hours of a busy table are 2 MB.
MOST_BYTES = 32_000_000
MOST_SHOWN = 60
COMMENT = "//"
LATEST_S = 1e9

Value = TypeVar("Value", bound=Enum)


class Unreadable(Exception):
    """A file that can't be read as what it should be."""

    def __init__(self, message: Message, line: int | None = None) -> None:
        """Say what is wrong, and in which line of the file if it is in one."""
        super().__init__(message.key, line)
        self.message = message
        self.line = line


class Row:
    """One JSON object of a line, asked key by key."""

    __slots__ = ("_under", "line", "values")

    def __init__(self, values: dict[str, object], line: int, key: str = "") -> None:
        """Hold an object with where it stands: its line and the key it was under."""
        self.values = values
        self.line = line
        self._under = key

    def __contains__(self, key: str) -> bool:
        """Whether the key is there."""
        return key in self.values

    def require(self, required: frozenset[str], optional: frozenset[str]) -> None:
        """Refuse keys that are missing or unknown."""
        present = self.values.keys()
        if not required <= present:
            self.fail("missing-key", min(required - present))
        if len(present) > len(required) and not present - required <= optional:
            self.fail("unknown-key", min(present - required - optional))

    def text(self, key: str) -> str:
        """The text under this key."""
        value = self.values[key]
        if not isinstance(value, str):
            self.fail("not-text", key)
        return value

    def seconds(self, key: str) -> float:
        """The time under this key, in seconds from the start."""
        value = self.values[key]
        if not isinstance(value, int | float) or isinstance(value, bool) or not 0 <= value < LATEST_S:
            self.fail("not-time", key, value)
        return float(value)

    def place(self, key: str) -> int | None:
        """The place in a row of cards under this key, counted from 0; None if it is not told."""
        value = self.values.get(key)
        if key in self.values and (not isinstance(value, int) or isinstance(value, bool) or value < 0):
            self.fail("not-place", key, value)
        return value if isinstance(value, int) else None

    def one_of(self, key: str, values: type[Value]) -> Value:
        """The value of an enumeration under this key."""
        return one_of(self, key, self.values[key], tuple(values))

    def texts(self, key: str) -> list[str]:
        """The list of texts under this key."""
        found = self._list(key)
        texts = [each for each in found if isinstance(each, str)]
        if len(texts) != len(found):
            self.fail("not-texts", key)
        return texts

    def row(self, key: str) -> "Row":
        """The object under this key."""
        return self._row(key, self.values[key])

    def rows(self, key: str) -> list["Row"]:
        """The list of objects under this key."""
        return [self._row(key, each) for each in self._list(key)]

    def fail(self, fault: str, key: str, value: object = None) -> NoReturn:
        """Refuse the line for what stands under a key."""
        path = f"{self._under}.{key}" if self._under else key
        shown = "…" if isinstance(value, list | dict) else json.dumps(value, ensure_ascii=False)
        raise Unreadable(Message(f"unreadable.{fault}", {"key": shortened(path), "value": shortened(shown)}), self.line)

    def _list(self, key: str) -> list[object]:
        value = self.values[key]
        if not isinstance(value, list):
            self.fail("not-list", key)
        return value

    def _row(self, key: str, value: object) -> "Row":
        if not isinstance(value, dict):
            self.fail("not-object", key)
        return Row(value, self.line, f"{self._under}.{key}" if self._under else key)


def shortened(text: str) -> str:
    """As much of a text as a message has room for."""
    return text[:MOST_SHOWN]


def one_of(row: Row, key: str, value: object, values: Sequence[Value]) -> Value:
    """The member of an enumeration that is written so; true is not 1."""
    for each in values:
        if type(each.value) is type(value) and each.value == value:
            return each
    row.fail("unknown-value", key, value)


def read_rows(stream: BinaryIO) -> Iterator[Row]:
    """Every object of a JSON Lines file with its line; blank lines and comments are left out."""
    line = read = 0
    while raw := _next_line(stream, line + 1):
        line, read = line + 1, read + len(raw)
        _require_short(len(raw), line)
        if read > MOST_BYTES:
            raise Unreadable(Message("unreadable.too-long", {"most": MOST_BYTES}), line)
        text = _decoded(raw, line)
        if text and not text.startswith(COMMENT):
            yield Row(_parsed(text, line), line)


def written(text: str, line: int) -> str:
    """A line as it may be written, and read again: it is measured anew, and halves of characters have no bytes."""
    try:
        _require_short(len(text.encode()) + 1, line)
    except UnicodeEncodeError:
        raise Unreadable(Message("unreadable.half-character"), line) from None
    return text


def _require_short(size: int, line: int) -> None:
    if size > MOST_BYTES_A_LINE:
        raise Unreadable(Message("unreadable.line-too-long", {"most": MOST_BYTES_A_LINE}), line)


def _next_line(stream: BinaryIO, line: int) -> bytes:
    try:
        return stream.readline(MOST_BYTES_A_LINE + 1)
    except OSError:
        raise Unreadable(Message("unreadable.not-read"), line) from None


def _decoded(raw: bytes, line: int) -> str:
    """The text of a line; a byte order mark at the start of the file is forgiven."""
    try:
        return raw.decode("utf-8-sig" if line == 1 else "utf-8").strip(" \t\r\n")
    except UnicodeDecodeError:
        raise Unreadable(Message("unreadable.not-utf8"), line) from None


class _RepeatedKey(ValueError):
    """A key stands twice in one object."""


def _without_repeats(pairs: list[tuple[str, object]]) -> dict[str, object]:
    values = dict(pairs)
    if len(values) != len(pairs):
        raise _RepeatedKey(first_repeated(key for key, _ in pairs))
    return values


def first_repeated(texts: Iterable[str]) -> str | None:
    """The first text that has come before."""
    seen: set[str] = set()
    for text in texts:
        if text in seen:
            return text
        seen.add(text)
    return None


def _not_a_number(constant: str) -> NoReturn:
    raise ValueError(constant)


_DECODER = json.JSONDecoder(object_pairs_hook=_without_repeats, parse_constant=_not_a_number)


def _parsed(text: str, line: int) -> dict[str, object]:
    try:
        value, end = _DECODER.raw_decode(text)
    except _RepeatedKey as repeated:
        raise Unreadable(Message("unreadable.repeated-key", {"key": shortened(str(repeated))}), line) from None
    except (ValueError, RecursionError):
        raise Unreadable(Message("unreadable.not-json"), line) from None
    if end != len(text):
        raise Unreadable(Message("unreadable.not-json"), line)
    if not isinstance(value, dict):
        raise Unreadable(Message("unreadable.not-object-line"), line)
    return value


def open_to_read(path: Path) -> BinaryIO:
    """A file opened for reading, or what keeps it from being read; what may never end or begin is none."""
    try:
        stream = open(path, "rb", opener=_opened_at_once)  # noqa: SIM115 - whoever asked closes it
    except OSError as error:
        raise _unopened(path, error) from None
    except ValueError:
        raise Unreadable(Message("unreadable.no-such-file", {"file": str(path)})) from None
    if not stat.S_ISREG(os.fstat(stream.fileno()).st_mode):
        stream.close()
        raise Unreadable(Message("unreadable.no-file", {"file": str(path)}))
    return stream


def _opened_at_once(file: str, flags: int) -> int:
    """Without waiting for somebody to write into a pipe."""
    return os.open(file, flags | os.O_NONBLOCK)


def _unopened(path: Path, error: OSError) -> Unreadable:
    faults = {FileNotFoundError: "no-such-file", IsADirectoryError: "is-directory", PermissionError: "no-permission"}
    # A socket has a name like a file, and can't even be opened.
    fault = "no-file" if error.errno == errno.ENXIO else faults.get(type(error), "unopened")
    return Unreadable(Message(f"unreadable.{fault}", {"file": str(path)}))
