"""Talking to a person, or to a program, through a terminal."""

import errno
import json
import os
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from shutil import rmtree
from typing import TextIO, TypeVar

from companion.durable import settle_names, write_through
from companion.lines import Unreadable
from companion.trouble import remedy, trouble
from companion.words import Message, Values, Words

DONE, FORBIDDEN, BAD_FILE = 0, 1, 2
BAR_WIDTH = 30
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f]")

Each = TypeVar("Each")


@dataclass(frozen=True)
class Terminal:
    """Standard output for results, standard error for everything said about them."""

    words: Words

    def show(self, lines: Iterable[str]) -> None:
        """Print lines of a result."""
        for line in lines:
            print(_cleaned(line))

    def show_now(self, line: str) -> None:
        """Print one line of a result at once, for somebody who waits for it."""
        print(_cleaned(line), flush=True)

    def show_json(self, value: object) -> None:
        """Print a result for another program, on one line."""
        print(json.dumps(value, ensure_ascii=False))

    def say(self, key: str, values: Values | None = None) -> str:
        """A sentence in the person's language."""
        return self.words.say(Message(key, values or {}))

    def number(self, value: float, digits: int) -> str:
        """A number as the person writes it."""
        return self.words.number(value, digits)

    def warn(self, sentence: str) -> None:
        """Tell the person something beside the result."""
        try:
            print(_cleaned(sentence), file=sys.stderr)
        except OSError:
            leave(sys.stderr)

    def fault(self, file: str, unreadable: Unreadable) -> str:
        """What is wrong with a file, with its name and line."""
        return self.words.say(file_message(file, unreadable))

    def progress(self, each: Iterable[Each], total: int) -> Iterator[Each]:
        """The same items, with a bar on a terminal while they come."""
        is_watched = sys.stderr.isatty()
        for done, item in enumerate(each, start=1):
            yield item
            if is_watched and (done == total or done % max(1, total // 200) == 0):
                filled = BAR_WIDTH * done // total
                bar = f"\r{'█' * filled}{'░' * (BAR_WIDTH - filled)} {done}/{total}"
                print(bar, end="\n" if done == total else "", file=sys.stderr, flush=True)


def file_message(file: str, unreadable: Unreadable) -> Message:
    """What is wrong with a file, with its name and line."""
    values: Values = {"file": file, "said": unreadable.message}
    if unreadable.line is None:
        return Message("terminal.file", values)
    return Message("terminal.file-line", {**values, "line": unreadable.line})


def leave(stream: TextIO) -> None:
    """Nobody reads what is still to be written there: let it go nowhere."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def _cleaned(text: str) -> str:
    """A line without control characters that a terminal would obey."""
    return _CONTROL.sub(lambda found: found[0].encode("unicode_escape").decode(), text)


class Unwritable(Exception):
    """A file that can't be written."""

    def __init__(self, file: str, error: OSError) -> None:
        super().__init__(file, error)
        fault = trouble(error)
        self.message = Message("terminal.unwritable", {"file": file, "fault": fault, "remedy": remedy(fault)})


def write_file(path: Path, content: str | bytes) -> None:
    """Write a new file, whole or not at all; what is there already is never overwritten."""
    _put(path, content, lambda part, raw: part.write_bytes(raw))


def keep_file(path: Path, content: str | bytes) -> None:
    """The same for what people keep: it is on the disk once this returns."""
    _put(path, content, write_through)
    settle_names(path.parent)


def _put(path: Path, content: str | bytes, write: Callable[[Path, bytes], object]) -> None:
    part = path.parent / f".{os.getpid()}.part"
    try:
        if not path.name or path.exists() or path.is_symlink():
            raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST))
        path.parent.mkdir(parents=True, exist_ok=True)
        write(part, content.encode("utf-8") if isinstance(content, str) else content)
        part.rename(path)
    except OSError as error:
        with suppress(OSError):
            part.unlink()
        raise Unwritable(str(path), error) from None


@contextmanager
def new_folder(path: Path) -> Iterator[Path]:
    """A folder to write into that is there whole in the end or not at all; one with files in it is left alone."""
    part = path.parent / f".{path.name}.{os.getpid()}.part"
    try:
        if not path.name or (path.exists() and any(path.iterdir())):
            raise FileExistsError(errno.ENOTEMPTY, os.strerror(errno.ENOTEMPTY))
        part.mkdir(parents=True)
        yield part
        part.rename(path)
    except OSError as error:
        raise Unwritable(str(path), error) from None
    finally:
        rmtree(part, ignore_errors=True)
