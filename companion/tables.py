"""Reading TOML at the file border: every fault is told with its table and key."""

import math
import re
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple, NoReturn

from companion.lines import Unreadable, open_to_read, shortened
from companion.words import Message

MOST_BYTES = 1_000_000
# A key of thousands of parts takes the parser minutes; ours have two.
MANY_PARTS = re.compile(rb"(?<![\w\"'-])[\w\"'-]+(?:[ \t]*\.[ \t]*[\w\"'-]+){50}")

_AT_LINE, _AT_END = re.compile(r"\(at line (\d+),"), "(at end of document)"


class Within(NamedTuple):
    """The numbers that may stand under a key."""

    least: float
    most: float


PLAIN = Within(-1e9, 1e9)


def read_small_file(path: Path) -> bytes:
    """A file that people edit, whole."""
    with open_to_read(path) as stream:
        raw = _read(stream.read, path)
    if len(raw) > MOST_BYTES:
        raise Unreadable(Message("unreadable.too-large", {"file": str(path), "most": MOST_BYTES}))
    return raw


def _read(read: Callable[[int], bytes], path: Path) -> bytes:
    try:
        return read(MOST_BYTES + 1)
    except OSError:
        raise Unreadable(Message("unreadable.unopened", {"file": str(path)})) from None


def parse_toml(raw: bytes, not_toml: str) -> tuple[dict[str, object], str]:
    """The tables in a TOML file and its text; `not_toml` is what to say where it is none."""
    found = MANY_PARTS.search(raw)
    if found is not None:
        raise Unreadable(Message("unreadable.too-many-parts"), _line(raw, found.start()))
    try:
        text = raw.decode("utf-8-sig")
        return tomllib.loads(text), text
    except UnicodeDecodeError as error:
        raise Unreadable(Message("unreadable.not-utf8"), _line(raw, error.start)) from None
    except (ValueError, RecursionError) as error:
        raise Unreadable(Message(f"unreadable.{not_toml}"), _line_told(str(error), raw)) from None


def _line_told(fault: str, raw: bytes) -> int | None:
    """The line that the parser tells, who speaks one language only."""
    told = _AT_LINE.search(fault)
    if told is not None:
        return int(told[1])
    return _line(raw, len(raw.rstrip())) if _AT_END in fault else None


def _line(raw: bytes, at: int) -> int:
    """The line of a byte, counted from 1."""
    return raw.count(b"\n", 0, at) + 1


class Table:
    """One TOML table, asked key by key; it knows its own name for what it has to refuse."""

    __slots__ = ("_name", "values")

    def __init__(self, values: dict[str, object], name: str = "") -> None:
        self.values = values
        self._name = name

    def __contains__(self, key: str) -> bool:
        return key in self.values

    def require(self, required: frozenset[str], optional: frozenset[str] = frozenset()) -> None:
        """Refuse keys that are missing or unknown."""
        present = self.values.keys()
        if not required <= present:
            self.fail("missing-key", min(required - present))
        if not present <= required | optional:
            self.fail("unknown-key", min(present - required - optional))

    def text(self, key: str) -> str:
        """The text under this key."""
        value = self.values[key]
        if not isinstance(value, str):
            self.fail("not-text", key)
        return value

    def whole(self, key: str, allowed: range) -> int:
        """The whole number under this key."""
        return self._whole(key, self.values[key], allowed)

    def wholes(self, key: str, allowed: range, count: int) -> tuple[int, ...]:
        """So many whole numbers under this key."""
        return tuple(self._whole(key, each, allowed) for each in self._listed(key, self.values[key], count))

    def number(self, key: str, within: Within = PLAIN) -> float:
        """The number under this key."""
        return self._number(key, self.values[key], within)

    def size(self, key: str, within: Within) -> float:
        """The number under this key, more than nothing."""
        size = self._finite(key, self.values[key])
        if size <= 0:
            self.fail("not-size", key)
        return self._number(key, size, within)

    def numbers(self, key: str, count: int, within: Within = PLAIN) -> tuple[float, ...]:
        """So many numbers under this key."""
        return self._numbers(key, self.values[key], count, within)

    def rows(self, key: str, count: int, within: Within = PLAIN) -> tuple[tuple[float, ...], ...]:
        """Lists of so many numbers each under this key."""
        return tuple(self._numbers(key, each, count, within) for each in self._listed(key, self.values[key]))

    def table(self, key: str) -> "Table":
        """The table under this key."""
        return self._table(key, self.values[key], key)

    def tables(self, key: str) -> list["Table"]:
        """The tables under this key, named by their place: `zone 2`."""
        listed = enumerate(self._listed(key, self.values[key]), start=1)
        return [self._table(key, each, f"{key} {place}") for place, each in listed]

    def fail(self, fault: str, key: str, value: str | int = "") -> NoReturn:
        """Refuse the table for what stands under a key."""
        raise Unreadable(Message(f"unreadable.{fault}", {"key": self._path(key), "value": value}))

    def _path(self, key: str) -> str:
        return shortened(f"{self._name}: {key}" if self._name else key)

    def _table(self, key: str, value: object, name: str) -> "Table":
        if not isinstance(value, dict):
            self.fail("not-table", key)
        return Table(value, self._path(name))

    def _listed(self, key: str, value: object, count: int | None = None) -> list[object]:
        if not isinstance(value, list):
            self.fail("not-list", key)
        if count is not None and len(value) != count:
            self.fail("not-so-many", key, count)
        return value

    def _numbers(self, key: str, value: object, count: int, within: Within) -> tuple[float, ...]:
        return tuple(self._number(key, each, within) for each in self._listed(key, value, count))

    def _number(self, key: str, value: object, within: Within) -> float:
        number = self._finite(key, value)
        if not within.least <= number <= within.most:
            self.fail("not-within", key, f"{within.least:g} – {within.most:g}")
        return float(number)

    def _finite(self, key: str, value: object) -> int | float:
        """A number that can be counted with; a whole one may have any length."""
        if isinstance(value, int) and not isinstance(value, bool):
            return value
        if not isinstance(value, float) or not math.isfinite(value):
            self.fail("not-number", key)
        return value

    def _whole(self, key: str, value: object, allowed: range) -> int:
        if not isinstance(value, int) or isinstance(value, bool) or value not in allowed:
            self.fail("not-whole", key, f"{allowed.start} – {allowed.stop - 1}")
        return value
