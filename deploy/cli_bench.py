"""The commands that measure."""

import argparse

from deploy.cli_commands import Commands, Parser
from deploy.terminal import BAD_FILE, Terminal

LEVELS = ["easy", "middle", "hard"]
SIZES = ["1920x1080", "2304x1296", "4608x2592"]


def add_bench(commands: Commands) -> None:
    """What can be measured."""
    bench = commands.group("bench")
    commands.add("bench rules", _bench_rules, bench)
    referee = commands.add("bench referee", _bench_referee, bench)
    commands.option(referee, "--games", type=int, default=200, metavar="N")
    commands.option(referee, "--cases", type=int, default=10, metavar="N")
    commands.option(referee, "--from", type=int, default=0, metavar="N")
    commands.option(referee, "--kinds", metavar="IDS")
    games = commands.add("bench games", _bench_games, bench)
    commands.option(games, "--games", type=int, default=6, metavar="N")
    commands.option(games, "--from", type=int, default=0, metavar="N")
    commands.option(games, "--level", choices=LEVELS, default="middle")
    commands.option(games, "--mistakes", "bench-mistakes", action="store_true")
    vision = commands.add("bench vision", _bench_vision, bench)
    commands.option(vision, "--size", "bench-size", default="1920x1080", metavar="WxH")
    commands.option(vision, "--level", choices=LEVELS, default="middle")
    commands.option(vision, "--cards", "bench-cards", type=int, default=8, metavar="N")
    commands.option(vision, "--seed", "bench-seed", type=int, default=0, metavar="N")
    commands.option(vision, "--frames", type=int, default=0, metavar="N")
    _add_sight(commands, bench)
    _add_screen(commands, bench)
    calibration = commands.add("bench calibration", _bench_calibration, bench)
    commands.option(calibration, "--tables", "bench-tables", type=int, default=6, metavar="N")
    commands.option(calibration, "--games", "bench-bumps", type=int, default=2, metavar="N")
    commands.option(calibration, "--from", "first-scene", type=int, default=0, metavar="N")


def _add_sight(commands: Commands, bench: "argparse._SubParsersAction[Parser]") -> None:
    sight = commands.add("bench sight", _bench_sight, bench)
    commands.option(sight, "--level", "levels", nargs="+", choices=LEVELS, default=LEVELS)
    commands.option(sight, "--size", "sizes", nargs="+", default=SIZES, metavar="WxH")
    commands.option(sight, "--scenes", type=int, default=8, metavar="N")
    commands.option(sight, "--from", "first-scene", type=int, default=0, metavar="N")
    commands.option(sight, "--bands", type=int, default=0, metavar="%%")
    commands.option(sight, "--noise", type=int, default=0, metavar="N")
    commands.option(sight, "--strobe", type=int, default=0, metavar="%%")


def _add_screen(commands: Commands, bench: "argparse._SubParsersAction[Parser]") -> None:
    screen = commands.add("bench screen", _bench_screen, bench)
    commands.option(screen, "--idle", type=float, default=20.0, metavar="S")
    commands.option(screen, "--facts", "bench-facts", type=int, default=2000, metavar="N")
    commands.option(screen, "--monkey", type=float, metavar="MINUTES")
    commands.option(screen, "--seed", "bench-seed", type=int, default=0, metavar="N")


def _bench_screen(terminal: Terminal, chosen: argparse.Namespace) -> int:
    from deploy.bench_screen import WantedBench, run_bench_screen

    minutes = None if chosen.monkey is None else max(0.0, chosen.monkey)
    return run_bench_screen(terminal, WantedBench(max(0.1, chosen.idle), max(1, chosen.facts), minutes, chosen.seed))


def _bench_rules(terminal: Terminal, _: argparse.Namespace) -> int:
    from deploy.bench import run_bench_rules

    return run_bench_rules(terminal)


def _bench_referee(terminal: Terminal, chosen: argparse.Namespace) -> int:
    from companion.games.vedrfolnir.mistakes import MistakeId
    from deploy.bench_referee import Proof, run_bench_referee

    asked = [*MistakeId] if chosen.kinds is None else [each.strip() for each in chosen.kinds.split(",")]
    unknown = next((each for each in asked if each not in list(MistakeId)), None)
    if unknown is not None:
        terminal.warn(terminal.say("bench.unknown-mistake", {"id": unknown, "ids": ", ".join(MistakeId)}))
        return 2
    games, cases, first = max(0, chosen.games), max(1, chosen.cases), max(0, vars(chosen)["from"])
    return run_bench_referee(terminal, Proof(games, cases, first, tuple(map(MistakeId, asked))))


def _bench_games(terminal: Terminal, chosen: argparse.Namespace) -> int:
    from deploy.bench_games import Proof, run_bench_games
    from vision.sim.levels import Difficulty

    first, games = max(0, vars(chosen)["from"]), max(1, chosen.games)
    return run_bench_games(terminal, Proof(first, games, Difficulty(chosen.level), has_mistakes=chosen.mistakes))


def _bench_vision(terminal: Terminal, chosen: argparse.Namespace) -> int:
    from deploy.bench_table import bench_table
    from deploy.bench_vision import run_bench_vision
    from deploy.bench_wishes import MOST_CARDS, BadBench, wanted_number, wanted_size
    from vision.sim.levels import Difficulty

    try:
        size_px, seed = wanted_size(chosen.size), wanted_number("--seed", chosen.seed, 0)
        cards = wanted_number("--cards", chosen.cards, 1, MOST_CARDS)
        frames = wanted_number("--frames", chosen.frames, 0)
    except BadBench as bad:
        terminal.warn(terminal.words.say(bad.message))
        return BAD_FILE
    return run_bench_vision(terminal, bench_table(size_px, Difficulty(chosen.level), seed), cards, frames)


def _bench_sight(terminal: Terminal, chosen: argparse.Namespace) -> int:
    from deploy.bench_sight import SightProof, run_bench_sight
    from deploy.bench_wishes import BadBench, wanted_number, wanted_size
    from vision.sim.levels import Difficulty, Lamp

    try:
        sizes_px = tuple(map(wanted_size, chosen.size))
        first, scenes = wanted_number("--from", vars(chosen)["from"], 0), wanted_number("--scenes", chosen.scenes, 1)
        bands, strobe = wanted_number("--bands", chosen.bands, 0, 90), wanted_number("--strobe", chosen.strobe, 0, 90)
        lamp = Lamp(bands / 100, wanted_number("--noise", chosen.noise, 0, 90), strobe / 100)
    except BadBench as bad:
        terminal.warn(terminal.words.say(bad.message))
        return BAD_FILE
    levels = tuple(map(Difficulty, chosen.level))
    return run_bench_sight(terminal, SightProof(levels, sizes_px, first, scenes, lamp=lamp))


def _bench_calibration(terminal: Terminal, chosen: argparse.Namespace) -> int:
    from deploy.bench_calibration import CalibrationProof, run_bench_calibration
    from deploy.bench_wishes import BadBench, wanted_number

    try:
        first = wanted_number("--from", vars(chosen)["from"], 0)
        tables, games = wanted_number("--tables", chosen.tables, 0), wanted_number("--games", chosen.games, 0)
    except BadBench as bad:
        terminal.warn(terminal.words.say(bad.message))
        return BAD_FILE
    return run_bench_calibration(terminal, CalibrationProof(first, tables, games))
