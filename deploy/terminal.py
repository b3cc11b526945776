"""Talking to a person, or to a program, through a terminal."""

import json
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from companion.lines import Unreadable
from companion.words import Message, Values, Words

DONE, FORBIDDEN, BAD_FILE = 0, 1, 2
BAR_WIDTH = 30

Each = TypeVar("Each")


@dataclass(frozen=True)
class Terminal:
    """Standard output for results, standard error for everything said about them."""

    words: Words

    def show(self, lines: Iterable[str]) -> None:
        """Print lines of a result."""
        for line in lines:
            print(line)

    def show_json(self, value: object) -> None:
        """Print a result for another program, on one line."""
        print(json.dumps(value, ensure_ascii=False))

    def say(self, key: str, values: Values | None = None) -> str:
        """A sentence in the person's language."""
        return self.words.say(Message(key, values or {}))

    def warn(self, sentence: str) -> None:
        """Tell the person something beside the result."""
        print(sentence, file=sys.stderr)

    def fault(self, file: str, unreadable: Unreadable) -> str:
        """What is wrong with a file, with its name and line."""
        said = self.words.say(unreadable.message)
        if unreadable.line is None:
            return self.say("terminal.file", {"file": file, "said": said})
        return self.say("terminal.file-line", {"file": file, "line": unreadable.line, "said": said})

    def progress(self, each: Iterable[Each], total: int) -> Iterator[Each]:
        """The same items, with a bar on a terminal while they come."""
        is_watched = sys.stderr.isatty()
        for done, item in enumerate(each, start=1):
            yield item
            if is_watched and (done == total or done % max(1, total // 200) == 0):
                filled = BAR_WIDTH * done // total
                bar = f"\r{'█' * filled}{'░' * (BAR_WIDTH - filled)} {done}/{total}"
                print(bar, end="\n" if done == total else "", file=sys.stderr, flush=True)


class Unwritable(Exception):
    """A file that can't be written."""

    def __init__(self, file: str, fault: str) -> None:
        super().__init__(file, fault)
        self.message = Message("terminal.unwritable", {"file": file, "fault": fault})


def write_file(path: Path, text: str) -> None:
    """Write a whole text file, or leave what was there."""
    part = path.with_name(f".{path.name}.part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        part.write_text(text, encoding="utf-8")
        part.replace(path)
    except OSError as error:
        if part.is_file():
            part.unlink()
        raise Unwritable(str(path), error.strerror or str(error)) from None
