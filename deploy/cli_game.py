"""The commands about games on paper: replay, explain, odds, referee, simulate."""

import argparse

from deploy.cli_commands import Commands
from deploy.terminal import Terminal


def add_game(commands: Commands) -> None:
    """What can be done with records and sightings."""
    replay = commands.add("replay", _replay)
    commands.option(replay, "files", nargs="+", metavar="FILE")
    commands.option(replay, "--json", action="store_true")
    explain = commands.add("explain", _explain)
    commands.option(explain, "file", metavar="FILE")
    commands.option(explain, "--at", type=int, metavar="LINE")
    odds = commands.add("odds", _odds)
    commands.option(odds, "file", metavar="FILE")
    commands.option(odds, "--at", type=int, metavar="LINE")
    commands.option(odds, "--card", metavar="CARD")
    commands.option(odds, "--json", action="store_true")
    referee = commands.add("referee", _referee)
    commands.option(referee, "files", nargs="+", metavar="FILE")
    commands.option(referee, "--json", action="store_true")
    commands.option(referee, "--odds", action="store_true")
    commands.option(referee, "--try", metavar="LINE")
    commands.option(referee, "--record", metavar="FILE")
    _add_simulate(commands)


def _add_simulate(commands: Commands) -> None:
    simulate = commands.add("simulate", _simulate)
    commands.option(simulate, "--games", type=int, default=1, metavar="N")
    commands.option(simulate, "--seed", metavar="S")
    commands.option(simulate, "--mode", choices=["standard", "duo", "solo", "any"], default="standard")
    commands.option(simulate, "--sets", default="base,spring,winter", metavar="SETS")
    commands.option(simulate, "--seats", default="4", metavar="N")
    commands.option(simulate, "--rulings", metavar="RULINGS")
    commands.option(simulate, "--out", metavar="DIR")
    commands.option(simulate, "--sightings", action="store_true")
    commands.option(simulate, "--account", action="store_true")


def _replay(terminal: Terminal, chosen: argparse.Namespace) -> int:
    if chosen.json:
        from deploy.replay import run_replay_json

        return run_replay_json(terminal, chosen.files)
    from deploy.telling import run_replay

    return run_replay(terminal, chosen.files)


def _explain(terminal: Terminal, chosen: argparse.Namespace) -> int:
    from deploy.explain import run_explain

    return run_explain(terminal, chosen.file, chosen.at)


def _odds(terminal: Terminal, chosen: argparse.Namespace) -> int:
    from deploy.odds import run_odds

    return run_odds(terminal, chosen.file, chosen.at, chosen.card, is_json=chosen.json)


def _referee(terminal: Terminal, chosen: argparse.Namespace) -> int:
    from deploy.referee import Wanted, run_referee

    wanted = Wanted(chosen.json, chosen.odds, vars(chosen)["try"], chosen.record)
    return run_referee(terminal, chosen.files, wanted)


def _simulate(terminal: Terminal, chosen: argparse.Namespace) -> int:
    from deploy.simulate import run_simulate
    from deploy.wishes import BadWish, Wanted, wanted_games

    wanted = Wanted(chosen.games, chosen.seed, chosen.mode, chosen.sets, chosen.seats, chosen.rulings)
    try:
        games = wanted_games(wanted)
    except BadWish as bad:
        terminal.warn(terminal.words.say(bad.message))
        return 2
    if chosen.sightings and chosen.out is None:
        terminal.warn(terminal.say("simulate.sightings-need-folder"))
        return 2
    return run_simulate(terminal, games, chosen.out, is_seen=chosen.sightings, is_told=chosen.account)
