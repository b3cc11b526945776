"""The commands about the journal: games, export, import."""

import argparse

from deploy.cli_commands import Commands
from deploy.terminal import Terminal


def add_journal(commands: Commands) -> None:
    """What can be done with games that were kept."""
    games = commands.add("games", _games)
    export = commands.add("export", _export)
    commands.option(export, "id", type=int, metavar="ID")
    commands.option(export, "--out", metavar="FILE")
    commands.option(export, "--record", "export-record", action="store_true")
    take_in = commands.add("import", _import)
    commands.option(take_in, "files", nargs="+", metavar="FILE")
    for parser in (games, export, take_in):
        commands.option(parser, "--journal", metavar="FILE")


def _games(terminal: Terminal, chosen: argparse.Namespace) -> int:
    from deploy.games import run_games

    return run_games(terminal, chosen.journal)


def _export(terminal: Terminal, chosen: argparse.Namespace) -> int:
    from deploy.games import run_export

    return run_export(terminal, chosen.journal, chosen.id, chosen.out, is_record=chosen.record)


def _import(terminal: Terminal, chosen: argparse.Namespace) -> int:
    from deploy.games import run_import

    return run_import(terminal, chosen.journal, chosen.files)
