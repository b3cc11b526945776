"""One command run: its language, its options, its status."""

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from companion.trouble import trouble
from companion.words import Language, Words, system_language
from deploy.cli import PACKAGES
from deploy.cli_bench import add_bench
from deploy.cli_commands import Commands, Parser
from deploy.cli_deck import add_deck
from deploy.cli_game import add_game
from deploy.cli_journal import add_journal
from deploy.cli_mat import add_mat
from deploy.cli_table import add_table
from deploy.terminal import BAD_FILE, Terminal, Unwritable, leave


def run(arguments: Sequence[str]) -> int:
    """Run one command; its exit status."""
    _open_missing_streams()
    _speak_utf8()
    words = Words(_asked_language(arguments), PACKAGES)
    _translate_argparse(Words(words.language, PACKAGES[:1]))
    chosen = _parser(words, arguments).parse_args(arguments)
    terminal = Terminal(words)
    try:
        status: int = chosen.run(terminal, chosen)
        sys.stdout.flush()
    except Unwritable as unwritable:
        terminal.warn(words.say(unwritable.message))
        return BAD_FILE
    except BrokenPipeError:
        leave(sys.stdout)
        return 0
    except OSError as error:
        leave(sys.stdout)
        terminal.warn(terminal.say("terminal.no-output", {"fault": trouble(error)}))
        return BAD_FILE
    return status


def _open_missing_streams() -> None:
    """A program started without standard streams gets empty ones."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, Path(os.devnull).open(mode, encoding="utf-8"))  # noqa: SIM115 - open to the end


def _speak_utf8() -> None:
    """Print UTF-8 wherever it goes; what can't be text is shown as its escape."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")


def _asked_language(arguments: Sequence[str]) -> Language:
    """The language asked for, before the parser that speaks it exists."""
    asked = argparse.ArgumentParser(add_help=False, exit_on_error=False, allow_abbrev=False)
    asked.add_argument("--lang", choices=[each.value for each in Language])
    try:
        found = asked.parse_known_args(arguments)[0].lang
    except (argparse.ArgumentError, SystemExit):
        found = None
    return Language(found) if found else system_language()


def _translate_argparse(words: Words) -> None:
    """Let argparse say its own sentences in the person's language."""

    def translated(sentence: str) -> str:
        key = f"argparse.{sentence}"
        return words.text(key) if words.knows(key) else sentence

    def translated_number(one: str, many: str, number: int) -> str:
        return translated(one if number == 1 else many)

    vars(argparse).update(_=translated, ngettext=translated_number)


def _parser(words: Words, arguments: Sequence[str]) -> Parser:
    commands = Commands(words, arguments)
    for add in (add_game, add_table, add_mat, add_deck, add_journal, add_bench):
        add(commands)
    return commands.parser
