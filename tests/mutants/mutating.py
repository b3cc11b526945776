"""Ways to break a file: bytes, tokens, lines, types, numbers, nesting, truncation, unicode."""

import re
from collections.abc import Callable
from random import Random

Mutation = Callable[[bytes, Random], bytes]

TOKEN = re.compile(rb'"(?:[^"\\]|\\.)*"|[-+]?\d[\d.eE+_]*|\w+|[\[\]{}:,=#]')
# Another version is refused before anything else is read.
NUMBER = re.compile(rb"(?<![\w\"#.-])(?<!version = )(?<!\"version\": )-?\d+(?:\.\d+)?(?![\w.-])")
NUMBERS = (
    b"0",
    b"-0",
    b"-1",
    b"0.5",
    b"1e308",
    b"-1e308",
    b"1e309",
    b"1e-320",
    b"1E400",
    b"10.0",
    b"nan",
    b"inf",
    b"-inf",
    b"NaN",
    b"Infinity",
    b"-Infinity",
    b"1" + b"0" * 400,
    b"-1" + b"0" * 400,
    b"9" * 5000,
    b"1" * 70_000,
    b"4294967296",
    b"2147483648",
    b"-2147483649",
    b"9223372036854775808",
    b"18446744073709551616",
    b"1_000_000_000",
    b"0x7fffffff",
    b"01",
    b"+1",
    b"1.",
    b".5",
    b"1000000000",
    b"999999999",
    b"1000000",
    b"65536",
    b"1000",
    b"100",
    b"64",
    b"2",
    b"3",
    b"1e9",
    b"1e6",
    b"1e-9",
    b"1e-300",
)
VALUES = (
    b"null",
    b"true",
    b"false",
    b"[]",
    b"{}",
    b'""',
    b'"x"',
    b'"\\ud800"',
    b'"\\udfff\\ud800"',
    b'"\\u0000"',
    b'"\\u202e"',
    b'"\\ud83d\\ude00"',
    b"[[]]",
    b"[null]",
    b'{"a": {"a": 1}}',
    b"[1, 2]",
    b"[[1, 2], [3, 4]]",
    b'"' + b"x" * 100_000 + b'"',
    b'"Ana"',
    b'"stake:Ana"',
    b'"thor-3r-2s#01"',
    b'"sleipnir-1s"',
    b'"hell-0s"',
    b'"back"',
    b'"unknown"',
    b'"tribute"',
    b'"Brynhildr"',
    b"1979-05-27T07:32:00Z",
    b"'''\n'''",
    b'"/dev/zero"',
    b'"../"',
)
TEXTS = (
    "\u2028",
    "\u0085",
    "\ufeff",
    "\u202e",
    "\0",
    "\x1b[2J",
    "e\u0301",
    "\U0001f409",
    "\ud7ff",
    "\uffff",
    "\r",
    "\v",
    "\f",
    "\u00a0",
    "ß",
    "İ",
    "ﷺ" * 50,
)
BYTES = (
    b"\xed\xa0\x80",
    b"\xff",
    b"\xc0\x80",
    b"\xfe\xff",
    b"\x00",
    b"\xf4\x90\x80\x80",
    b"\x80",
    b'"',
    b"\\",
    b"\n",
    b"{",
    b"]",
)
DEEP = 30_000
MANY = 3000
LONG = 100_000
# So much of a long file is searched for tokens.
PART = 50_000
# Digits of numbers that are nudged.
SHORT = 8
MOST_BYTES = 4_000_000


def _span(text: bytes, chance: Random, most: int = 40) -> tuple[int, int]:
    start = chance.randrange(len(text) + 1)
    return start, min(len(text), start + chance.randint(1, most))


def _tokens(text: bytes, chance: Random) -> list[re.Match[bytes]]:
    """The tokens of a file; of a very long one those of a part."""
    start = chance.randrange(max(1, len(text) - PART))
    return list(TOKEN.finditer(text, start, start + PART))


def _flip(text: bytes, chance: Random) -> bytes:
    if not text:
        return b"\x01"
    at = chance.randrange(len(text))
    return text[:at] + bytes([text[at] ^ 1 << chance.randrange(8)]) + text[at + 1 :]


def _drop_bytes(text: bytes, chance: Random) -> bytes:
    start, end = _span(text, chance)
    return text[:start] + text[end:]


def _put_bytes(text: bytes, chance: Random) -> bytes:
    start, _ = _span(text, chance)
    return text[:start] + chance.choice((chance.choice(BYTES), chance.randbytes(chance.randint(1, 8)))) + text[start:]


def _cut_short(text: bytes, chance: Random) -> bytes:
    return text[: chance.randrange(len(text) + 1)]


def _swap_tokens(text: bytes, chance: Random) -> bytes:
    found = _tokens(text, chance)
    if not found:
        return text
    one, other = chance.choice(found), chance.choice(found)
    return text[: one.start()] + other[0] + text[one.end() :]


def _swap_alike(text: bytes, chance: Random) -> bytes:
    """A string for a string, a number for a number: files that are read further."""
    found = _tokens(text, chance)
    if not found:
        return text
    one = chance.choice(found)
    other = chance.choice([each for each in found if _likeness(each[0]) == _likeness(one[0])])
    return text[: one.start()] + other[0] + text[one.end() :]


def _likeness(token: bytes) -> int:
    return 0 if token[:1] == b'"' else 1 if token[:1].isdigit() else 2


def _nudge(text: bytes, chance: Random) -> bytes:
    """A number that is a little more or less."""
    found = [each for each in NUMBER.finditer(text) if len(each[0]) < SHORT]
    if not found:
        return _swap_alike(text, chance)
    one = chance.choice(found)
    by = chance.choice((-2, -1, 1, 2, 10))
    return text[: one.start()] + f"{float(one[0]) + by:g}".encode() + text[one.end() :]


def _other_value(text: bytes, chance: Random) -> bytes:
    found = _tokens(text, chance)
    if not found:
        return text
    one = chance.choice(found)
    return text[: one.start()] + chance.choice((*VALUES, *NUMBERS)) + text[one.end() :]


def _other_number(text: bytes, chance: Random) -> bytes:
    found = list(NUMBER.finditer(text))
    if not found:
        return _other_value(text, chance)
    one = chance.choice(found)
    new = chance.choice((chance.choice(NUMBERS), b"%d" % (chance.choice((1, 1, -1)) * 10 ** chance.randrange(13))))
    return text[: one.start()] + new + text[one.end() :]


def _other_numbers(text: bytes, chance: Random) -> bytes:
    """Many numbers at once, all of a like size."""
    most = 10 ** chance.randint(1, 7)
    share = chance.random()
    return NUMBER.sub(lambda found: b"%d" % chance.randrange(most) if chance.random() < share else found[0], text)


def _lines(text: bytes, chance: Random) -> bytes:
    rows = text.split(b"\n")
    at, other = chance.randrange(len(rows)), chance.randrange(len(rows))
    match chance.randrange(5):
        case 0:
            del rows[at]
        case 1:
            rows.insert(other, rows[at])
        case 2:
            rows[at], rows[other] = rows[other], rows[at]
        case 3:
            rows[at:at] = [rows[other]] * min(MANY, 1 + MOST_BYTES // (1 + len(rows[other])))
        case _:
            rows = rows[at:]
    return b"\n".join(rows)


def _tables(text: bytes, chance: Random) -> bytes:
    """The same for paragraphs: tables of a TOML file."""
    return b"\n\n".join(
        each.replace(b"\v", b"\n") for each in _lines(text.replace(b"\n\n", b"\v"), chance).split(b"\v")
    )


def _nest(text: bytes, chance: Random) -> bytes:
    found = _tokens(text, chance)
    at = chance.choice(found).start() if found else 0
    deep = chance.choice((10, 200, 900, DEEP))
    opened, closed = chance.choice(((b"[", b"]"), (b'{"a":', b"}"), (b"{a=", b"}"), (b"a.", b"=1"), (b"[", b"")))
    return text[:at] + opened * deep + b"1" + closed * deep + text[at:]


def _put_text(text: bytes, chance: Random) -> bytes:
    found = _tokens(text, chance)
    at = chance.choice(found).start() + 1 if found else 0
    return text[:at] + chance.choice(TEXTS).encode() + text[at:]


def _lengthen(text: bytes, chance: Random) -> bytes:
    """A name or a list that does not end."""
    found = _tokens(text, chance)
    at = chance.choice(found).start() + 1 if found else 0
    return text[:at] + chance.choice((b"x" * LONG, b"1," * LONG, b"[1, 2], " * LONG, b" " * 1_100_000)) + text[at:]


MUTATIONS: tuple[Mutation, ...] = (
    _flip,
    _drop_bytes,
    _put_bytes,
    _cut_short,
    _swap_tokens,
    _swap_alike,
    _swap_alike,
    _nudge,
    _nudge,
    _other_value,
    _other_number,
    _other_number,
    _other_number,
    _other_number,
    _other_number,
    _other_numbers,
    _lines,
    _tables,
    _nest,
    _put_text,
    _lengthen,
)


def mutated(text: bytes, chance: Random) -> bytes:
    """The text, broken once or a few times."""
    for _ in range(chance.choice((1, 1, 1, 2, 3))):
        text = chance.choice(MUTATIONS)(text, chance)[:MOST_BYTES]
    return text
