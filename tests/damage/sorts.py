"""What disks and people do to files, by the name of the sort."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from tests.damage.stocks import Files, Stock, lay

PAGE, SECTOR = 4096, 512
LOG, INDEX = "-wal", "-shm"


def flipped(raw: bytes, chance: Random, times: int = 1) -> bytes:
    changed = bytearray(raw)
    for _ in range(times if raw else 0):
        changed[chance.randrange(len(changed))] ^= 1 << chance.randrange(8)
    return bytes(changed)


def overwritten(raw: bytes, start: int, new: bytes) -> bytes:
    return raw[:start] + new[: max(0, len(raw) - start)] + raw[start + len(new) :]


def pages(raw: bytes, kinds: tuple[int, ...]) -> list[int]:
    """Where the pages of some kinds begin; the first one has the head of the file before its own."""
    return [at for at in range(0, len(raw), PAGE) if raw[at + (0 if at else 100)] in kinds]


def roots(stock: Stock) -> list[int]:
    """Where the first pages of all tables and indexes begin, and that of the list of them."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "copy.sqlite"
        lay(path, {each: raw for each, raw in stock.files.items() if each != INDEX})
        with closing(sqlite3.connect(path)) as connection:
            found = connection.execute("SELECT rootpage FROM sqlite_schema WHERE rootpage > 0").fetchall()
    return [0, *((number - 1) * PAGE for (number,) in found)]


def bit(stock: Stock, chance: Random) -> Files:
    return {**stock.files, "": flipped(stock.files[""], chance)}


def bits(stock: Stock, chance: Random) -> Files:
    return {**stock.files, "": flipped(stock.files[""], chance, chance.randint(2, 40))}


def index_bit(stock: Stock, chance: Random) -> Files:
    raw = stock.files[""]
    start = chance.choice(pages(raw, (2, 10)) or [0])
    return {**stock.files, "": raw[:start] + flipped(raw[start : start + PAGE], chance) + raw[start + PAGE :]}


def head_byte(stock: Stock, chance: Random) -> Files:
    at = chance.randrange(100)
    return {**stock.files, "": overwritten(stock.files[""], at, chance.randbytes(1))}


def sector(stock: Stock, chance: Random) -> Files:
    raw = stock.files[""]
    new = chance.choice((bytes(SECTOR), b"\xff" * SECTOR, chance.randbytes(SECTOR)))
    return {**stock.files, "": overwritten(raw, chance.randrange(0, max(1, len(raw)), SECTOR), new)}


def page(stock: Stock, chance: Random) -> Files:
    raw = stock.files[""]
    new = chance.choice((bytes(PAGE), chance.randbytes(PAGE)))
    return {**stock.files, "": overwritten(raw, chance.randrange(0, max(1, len(raw)), PAGE), new)}


def root(stock: Stock, chance: Random) -> Files:
    """The first page of a table or of an index, or the first sector of all."""
    raw, start = stock.files[""], chance.choice(roots(stock))
    return {**stock.files, "": overwritten(raw, start, bytes(chance.choice((SECTOR, PAGE))))}


def stretch(stock: Stock, chance: Random) -> Files:
    """A third of the file and more."""
    raw = stock.files[""]
    start, length = chance.randrange(max(1, len(raw))), chance.randint(PAGE, max(PAGE, len(raw) // 2))
    return {**stock.files, "": overwritten(raw, start, chance.choice((bytes(length), chance.randbytes(length))))}


def cut(stock: Stock, chance: Random) -> Files:
    raw = stock.files[""]
    return {**stock.files, "": raw[: chance.randrange(len(raw) + 1)]}


def swapped(stock: Stock, chance: Random) -> Files:
    raw = bytearray(stock.files[""])
    one, two = (chance.randrange(max(1, len(raw) // PAGE)) * PAGE for _ in range(2))
    raw[one : one + PAGE], raw[two : two + PAGE] = raw[two : two + PAGE], raw[one : one + PAGE]
    return {**stock.files, "": bytes(raw)}


def stale_page(stock: Stock, chance: Random) -> Files:
    """A page as it was earlier: a write that the disk never did."""
    raw, old = stock.files[""], stock.earlier.get("", b"")
    start = chance.randrange(max(1, min(len(raw), len(old)) // PAGE)) * PAGE
    return {**stock.files, "": overwritten(raw, start, old[start : start + PAGE])}


def log_bit(stock: Stock, chance: Random) -> Files:
    return {**stock.files, LOG: flipped(stock.files.get(LOG, b""), chance, chance.choice((1, 1, 1, 12)))}


def log_sector(stock: Stock, chance: Random) -> Files:
    raw = stock.files.get(LOG, b"")
    new = chance.choice((bytes(SECTOR), chance.randbytes(SECTOR)))
    return {**stock.files, LOG: overwritten(raw, chance.randrange(0, max(1, len(raw)), SECTOR), new)}


def log_head(stock: Stock, chance: Random) -> Files:
    return {**stock.files, LOG: overwritten(stock.files.get(LOG, b""), chance.randrange(32), chance.randbytes(4))}


def log_cut(stock: Stock, chance: Random) -> Files:
    raw = stock.files.get(LOG, b"")
    return {**stock.files, LOG: raw[: chance.randrange(len(raw) + 1)]}


def index_gone(stock: Stock, chance: Random) -> Files:
    """The log's index is lost or garbled, and now and then a bit of the log with it."""
    log = stock.files.get(LOG, b"")
    index = chance.choice((b"", bytes(32768), chance.randbytes(32768), stock.earlier.get(INDEX, b"")))
    return {**stock.files, INDEX: index, LOG: flipped(log, chance) if chance.random() < 0.3 else log}


def mixed(stock: Stock, chance: Random) -> Files:
    """File, log and index of one journal, but of different moments."""
    moments = (stock.files, stock.earlier)
    return {each: chance.choice(moments).get(each, b"") for each in ("", LOG, INDEX)}


def file_gone(stock: Stock, chance: Random) -> Files:
    left = {each: raw for each, raw in stock.files.items() if each}
    return left if chance.random() < 0.5 else {**left, "": b""}


def two(stock: Stock, chance: Random) -> Files:
    damaged = Stock(stock.name, chance.choice((bit, sector, page))(stock, chance), stock.whole, stock.earlier)
    return chance.choice((log_bit, log_sector, log_cut, swapped, bits))(damaged, chance)


DAMAGES: dict[str, Callable[[Stock, Random], Files]] = {
    "one bit": bit,
    "some bits": bits,
    "a bit of an index": index_bit,
    "a byte of the head": head_byte,
    "a sector": sector,
    "a page": page,
    "a root page": root,
    "a long stretch": stretch,
    "cut": cut,
    "pages swapped": swapped,
    "a page as it was": stale_page,
    "the log: bits": log_bit,
    "the log: a sector": log_sector,
    "the log: its head": log_head,
    "the log: cut": log_cut,
    "the log: its index": index_gone,
    "parts of two moments": mixed,
    "the log alone": file_gone,
    "file and log": two,
}
