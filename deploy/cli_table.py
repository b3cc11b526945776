"""The commands about a table that is looked at: play, watch, case, render, doctor."""

import argparse

from deploy.cli_commands import Commands
from deploy.terminal import Terminal


def add_table(commands: Commands) -> None:
    """What can be done with a table, seen or drawn."""
    _add_play(commands)
    _add_watch(commands)
    _add_render(commands)
    _add_doctor(commands)
    case = commands.add("case", _case)
    commands.option(case, "folders", nargs="+", metavar="FOLDER")
    commands.option(case, "--json", "case-json", action="store_true")


def _add_play(commands: Commands) -> None:
    play = commands.add("play", _play)
    commands.option(play, "--source", "play-source", metavar="SOURCE")
    commands.option(play, "--table", metavar="FILE")
    commands.option(play, "--headless", action="store_true")
    commands.option(play, "--speed", metavar="N")
    commands.option(play, "--seats", "players", metavar="NAMES")
    commands.option(play, "--mode", "watch-mode", choices=["standard", "duo", "solo"], default="standard")
    commands.option(play, "--sets", "watch-sets", metavar="SETS")
    commands.option(play, "--deck", metavar="FILE")
    commands.option(play, "--journal", metavar="FILE")


def _add_watch(commands: Commands) -> None:
    watch = commands.add("watch", _watch)
    commands.option(watch, "--source", required=True, metavar="SOURCE")
    commands.option(watch, "--table", metavar="FILE")
    commands.option(watch, "--seats", "players", metavar="NAMES")
    commands.option(watch, "--mode", "watch-mode", choices=["standard", "duo", "solo"], default="standard")
    commands.option(watch, "--sets", "watch-sets", metavar="SETS")
    commands.option(watch, "--deck", metavar="FILE")
    commands.option(watch, "--fps", "watch-fps", metavar="N")
    commands.option(watch, "--json", "watch-json", action="store_true")
    commands.option(watch, "--show", nargs="?", const="", metavar="DIR")


def _add_render(commands: Commands) -> None:
    render = commands.add("render", _render)
    commands.option(render, "evening", metavar="RECORD")
    commands.option(render, "--out", required=True, metavar="FILE|DIR")
    commands.option(render, "--faces", metavar="DIR")
    commands.option(render, "--table", "draw-table", metavar="FILE")
    commands.option(render, "--size", default="1280x720", metavar="WxH")
    commands.option(render, "--fps", type=int, default=15, metavar="N")
    commands.option(render, "--level", choices=["easy", "middle", "hard"], default="middle")
    commands.option(render, "--seed", type=int, default=0, metavar="N")
    commands.option(render, "--cut", action="store_true")
    commands.option(render, "--marks", action="store_true")


def _add_doctor(commands: Commands) -> None:
    doctor = commands.add("doctor", _doctor)
    commands.option(doctor, "--source", "doctor-source", metavar="SOURCE")
    commands.option(doctor, "--table", metavar="FILE")
    commands.option(doctor, "--journal", metavar="FILE")
    commands.option(doctor, "--json", "doctor-json", action="store_true")


def _play(terminal: Terminal, chosen: argparse.Namespace) -> int:
    from deploy.joining import JOINS
    from deploy.play import WantedPlay, run_play
    from deploy.watch import WantedWatch

    game = (chosen.seats, chosen.mode, chosen.sets, chosen.deck)
    watched = WantedWatch(chosen.source or "", _table(chosen, chosen.journal), *game)
    wanted = WantedPlay(watched, chosen.source, chosen.speed, chosen.journal, chosen.headless)
    return run_play(terminal, wanted, JOINS)


def _watch(terminal: Terminal, chosen: argparse.Namespace) -> int:
    from deploy.joining import JOINS
    from deploy.watch import WantedWatch, run_watch

    game = (chosen.seats, chosen.mode, chosen.sets, chosen.deck)
    wanted = WantedWatch(chosen.source, _table(chosen, None), *game, chosen.fps, chosen.show, chosen.json)
    return run_watch(terminal, wanted, JOINS)


def _case(terminal: Terminal, chosen: argparse.Namespace) -> int:
    from deploy.case import run_case
    from deploy.joining import JOINS

    return run_case(terminal, chosen.folders, JOINS, is_json=chosen.json)


def _render(terminal: Terminal, chosen: argparse.Namespace) -> int:
    from deploy.render import Wanted, run_render

    return run_render(
        terminal,
        Wanted(
            chosen.evening,
            chosen.out,
            chosen.faces,
            chosen.table,
            chosen.size,
            chosen.fps,
            chosen.level,
            chosen.seed,
            is_cut=chosen.cut,
            is_by_marks=chosen.marks,
        ),
    )


def _doctor(terminal: Terminal, chosen: argparse.Namespace) -> int:
    from deploy.doctor import WantedCheck, run_doctor
    from deploy.games import own_profile

    table = chosen.table or own_profile(chosen.journal)
    return run_doctor(terminal, WantedCheck(chosen.source, table, chosen.journal, chosen.json))


def _table(chosen: argparse.Namespace, journal: str | None) -> str | None:
    """The table that was named; else the one that is set up, if anything is to look at it."""
    from deploy.games import own_profile

    is_drawn = (chosen.source or "hand").partition(":")[0] in ("sim", "hand")
    return chosen.table or (None if is_drawn else own_profile(journal))
