"""Commands and their options, described in one language."""

import argparse
import sys
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, NoReturn, TextIO

from companion.words import Language, Words
from deploy.terminal import BAD_FILE, Terminal, leave

if TYPE_CHECKING:
    from _typeshed import SupportsWrite

# Commands import what they need when they run: `companion replay` has to start at once.
Command = Callable[[Terminal, argparse.Namespace], int]


class Parser(argparse.ArgumentParser):
    """A parser that takes options in full, and whose errors show the usage."""

    def __init__(self, prog: str | None = None, **settings: object) -> None:
        super().__init__(prog, allow_abbrev=False, **settings)  # type: ignore[arg-type]  # argparse names them
        self._is_heard = True

    def error(self, message: str) -> NoReturn:
        """Say what is wrong with the command line, and stop."""
        self.print_usage(sys.stderr)
        self.exit(2, f"{self.prog}: {message}\n")

    def exit(self, status: int = 0, message: str | None = None) -> NoReturn:
        """Stop with this status; what nobody could be told is no success."""
        if message:
            self._print_message(message, sys.stderr)
        for stream in (sys.stdout, sys.stderr):
            self._try(stream, stream.flush)
        sys.exit(status if self._is_heard else BAD_FILE)

    def _print_message(self, message: str, file: "SupportsWrite[str] | None" = None) -> None:
        """Say it; argparse would be silent about a stream that takes nothing."""
        is_fault = file is sys.stderr
        stream = sys.stderr if is_fault else sys.stdout
        self._try(stream, lambda: stream.write(message))

    def _try(self, stream: TextIO, act: Callable[[], object]) -> None:
        try:
            act()
        except OSError:
            self._is_heard = False
            leave(stream)


class Commands:
    """The commands, described in one language; of what is typed with its options, too."""

    def __init__(self, words: Words, typed: Iterable[str]) -> None:
        self._words, self._typed = words, frozenset(typed)
        self._language = Parser(add_help=False)
        self._language.add_argument("--lang", choices=[each.value for each in Language], help=words.text("option.lang"))
        self.parser = Parser("companion", description=self._help("companion"), parents=[self._language])
        self._commands = self.parser.add_subparsers(required=True, metavar="COMMAND")

    def add(self, name: str, run: Command, under: "argparse._SubParsersAction[Parser] | None" = None) -> Parser:
        """A command that runs this function."""
        text = self._help(name)
        commands = under or self._commands
        parser = commands.add_parser(name.rsplit(maxsplit=1)[-1], help=text, description=text, parents=[self._language])
        parser.set_defaults(run=run)
        return parser

    def group(self, name: str) -> "argparse._SubParsersAction[Parser]":
        """A command with commands of its own."""
        text = self._help(name)
        parser = self._commands.add_parser(name, help=text, description=text, parents=[self._language])
        return parser.add_subparsers(required=True, metavar="COMMAND")

    def option(self, parser: Parser, name: str, text: str | None = None, **kind: object) -> None:
        """An option with its help text, by its own name unless another text fits better."""
        if not self._typed.issuperset(parser.prog.split()[1:]):
            return
        key = f"option.{text or name.lstrip('-')}"
        parser.add_argument(name, help=self._words.text(key), **kind)  # type: ignore[arg-type]  # argparse names them

    def _help(self, name: str) -> str:
        return self._words.text(f"help.{name}")
