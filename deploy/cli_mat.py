"""The commands about the mat and about setting a table up."""

import argparse

from deploy.cli_commands import Commands, Parser
from deploy.terminal import Terminal

PAPERS = ["a4", "a3", "letter"]


def add_mat(commands: Commands) -> None:
    """What can be printed for a table, and how it is set up."""
    mat = commands.group("mat")
    printing, board = commands.add("mat print", _mat_print, mat), commands.add("mat board", _mat_board, mat)
    _table_options(commands, printing)
    commands.option(printing, "--marks", "only-marks", action="store_true")
    for parser in (printing, board):
        commands.option(parser, "--paper", choices=PAPERS, default="a4")
        commands.option(parser, "--out", "mat-out", metavar="FILE")
    _add_calibrate(commands)


def _add_calibrate(commands: Commands) -> None:
    calibrate = commands.add("calibrate", _calibrate)
    commands.option(calibrate, "--source", "own-source", metavar="SOURCE")
    commands.option(calibrate, "--out", "profile-out", metavar="FILE")
    _table_options(commands, calibrate)
    commands.option(calibrate, "--lens", nargs="?", const="", metavar="SOURCE")
    commands.option(calibrate, "--table", "known-table", metavar="FILE")
    commands.option(calibrate, "--deck", metavar="FILE")
    commands.option(calibrate, "--pixels", metavar="WxH")
    commands.option(calibrate, "--replace", action="store_true")


def _table_options(commands: Commands, parser: Parser) -> None:
    commands.option(parser, "--seats", "mat-seats", metavar="N")
    commands.option(parser, "--mode", "mat-mode", choices=["standard", "duo", "solo"], default="standard")
    commands.option(parser, "--size", "table-size", default="1000x600", metavar="WxH")


def _mat_print(terminal: Terminal, chosen: argparse.Namespace) -> int:
    from deploy.mat import WantedTable, run_mat_print

    wanted = WantedTable(chosen.seats, chosen.mode, chosen.size)
    out = chosen.out or ("marks.pdf" if chosen.marks else "mat.pdf")
    return run_mat_print(terminal, wanted, chosen.paper, out, has_only_marks=chosen.marks)


def _mat_board(terminal: Terminal, chosen: argparse.Namespace) -> int:
    from deploy.mat import run_mat_board

    return run_mat_board(terminal, chosen.paper, chosen.out or "board.pdf")


def _calibrate(terminal: Terminal, chosen: argparse.Namespace) -> int:
    from deploy.calibrate import WantedCalibration, run_calibrate
    from deploy.doctor_findings import this_machine
    from deploy.games import profile_path
    from deploy.mat import WantedTable
    from deploy.own_camera import own_source

    source = chosen.source or own_source(this_machine())
    # A drawn table is not the one that people play at.
    out = chosen.out or (None if source.startswith("sim") else str(profile_path(None)))
    table = WantedTable(chosen.seats, chosen.mode, chosen.size)
    known = chosen.lens, chosen.table, chosen.deck, chosen.pixels
    return run_calibrate(terminal, WantedCalibration(source, out, table, *known, may_replace=chosen.replace))
