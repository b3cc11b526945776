"""The commands about the printed deck."""

import argparse

from deploy.cli_commands import Commands
from deploy.terminal import Terminal


def add_deck(commands: Commands) -> None:
    """What can be done with a deck."""
    deck = commands.group("deck")
    commands.option(commands.add("deck check", _deck_check, deck), "deck-file", metavar="FILE")
    listing = commands.add("deck list", _deck_list, deck)
    commands.option(listing, "--toml", action="store_true")
    faces = commands.add("deck faces", _deck_faces, deck)
    commands.option(faces, "--out", text="faces-out", required=True, metavar="DIR")
    commands.option(faces, "--px-per-mm", default="12", metavar="N")
    printing, stickers = (
        commands.add("deck print", _deck_print, deck),
        commands.add("deck stickers", _deck_stickers, deck),
    )
    for parser in (printing, stickers):
        commands.option(parser, "--out", text="pdf-out", required=True, metavar="FILE")
        commands.option(parser, "--paper", choices=["a4", "a3", "letter"], default="a4")
        commands.option(parser, "--sets", text="print-sets", metavar="SETS")
        commands.option(parser, "--cards", nargs="+", metavar="N")
    for parser in (listing, faces, printing, stickers):
        commands.option(parser, "--deck", metavar="FILE")


def _deck_check(terminal: Terminal, chosen: argparse.Namespace) -> int:
    from deploy.deck import run_check

    return run_check(terminal, vars(chosen)["deck-file"])


def _deck_list(terminal: Terminal, chosen: argparse.Namespace) -> int:
    from deploy.deck import run_list

    return run_list(terminal, chosen.deck, is_toml=chosen.toml)


def _deck_faces(terminal: Terminal, chosen: argparse.Namespace) -> int:
    from deploy.deck_faces import run_faces

    return run_faces(terminal, chosen.out, chosen.px_per_mm, chosen.deck)


def _deck_print(terminal: Terminal, chosen: argparse.Namespace) -> int:
    from deploy.deck_print import PrintOrder, run_print

    return run_print(terminal, PrintOrder(chosen.out, chosen.paper, chosen.sets, chosen.cards, chosen.deck))


def _deck_stickers(terminal: Terminal, chosen: argparse.Namespace) -> int:
    from deploy.deck_print import PrintOrder, run_stickers

    return run_stickers(terminal, PrintOrder(chosen.out, chosen.paper, chosen.sets, chosen.cards, chosen.deck))
