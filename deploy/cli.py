"""The command line: `companion COMMAND …`."""

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NoReturn

from companion.words import Language, Words, system_language
from deploy.terminal import BAD_FILE, Terminal, Unwritable

PACKAGES = ("deploy", "companion", "companion.games.vedrfolnir")
ANY = "any"
INTERRUPTED = 130

# Commands import what they need when they run: `companion replay` has to start at once.
Command = Callable[[Terminal, argparse.Namespace], int]


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; its exit status."""
    arguments = list(sys.argv[1:] if argv is None else argv)
    _open_missing_streams()
    _speak_utf8()
    words = Words(_asked_language(arguments), PACKAGES)
    _translate_argparse(Words(words.language, PACKAGES[:1]))
    chosen = _parser(words).parse_args(arguments)
    terminal = Terminal(words)
    try:
        status: int = chosen.run(terminal, chosen)
        sys.stdout.flush()
    except Unwritable as unwritable:
        terminal.warn(words.say(unwritable.message))
        return BAD_FILE
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        _leave_output()
        return 0
    except OSError as error:
        _leave_output()
        terminal.warn(terminal.say("terminal.no-output", {"fault": error.strerror or str(error)}))
        return BAD_FILE
    return status


def _leave_output() -> None:
    """Nobody reads what is still to be printed: let it go nowhere."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


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


class _Parser(argparse.ArgumentParser):
    """A parser that takes options in full, and whose errors show the usage."""

    def __init__(self, prog: str | None = None, **settings: object) -> None:
        super().__init__(prog, allow_abbrev=False, **settings)  # type: ignore[arg-type]

    def error(self, message: str) -> NoReturn:
        self.print_usage(sys.stderr)
        self.exit(2, f"{self.prog}: {message}\n")


class _Commands:
    """The commands and their options, described in one language."""

    def __init__(self, words: Words) -> None:
        self._words = words
        self._language = _Parser(add_help=False)
        self._language.add_argument("--lang", choices=[each.value for each in Language], help=words.text("option.lang"))
        self.parser = _Parser("companion", description=self._help("companion"), parents=[self._language])
        self._commands = self.parser.add_subparsers(required=True, metavar="COMMAND")

    def add(self, name: str, run: Command, under: "argparse._SubParsersAction[_Parser] | None" = None) -> _Parser:
        """A command that runs this function."""
        text = self._help(name)
        commands = under or self._commands
        parser = commands.add_parser(name.rsplit(maxsplit=1)[-1], help=text, description=text, parents=[self._language])
        parser.set_defaults(run=run)
        return parser

    def group(self, name: str) -> "argparse._SubParsersAction[_Parser]":
        """A command with commands of its own."""
        text = self._help(name)
        parser = self._commands.add_parser(name, help=text, description=text, parents=[self._language])
        return parser.add_subparsers(required=True, metavar="COMMAND")

    def option(self, parser: _Parser, name: str, text: str | None = None, **kind: object) -> None:
        """An option with its help text, by its own name unless another text fits better."""
        key = f"option.{text or name.lstrip('-')}"
        parser.add_argument(name, help=self._words.text(key), **kind)  # type: ignore[arg-type]

    def _help(self, name: str) -> str:
        return self._words.text(f"help.{name}")


def _parser(words: Words) -> _Parser:
    commands = _Commands(words)
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
    _add_play(commands)
    _add_watch(commands)
    _add_simulate(commands)
    _add_render(commands)
    _add_deck(commands)
    _add_journal(commands)
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
    commands.option(games, "--level", choices=["easy", "middle", "hard"], default="middle")
    commands.option(games, "--mistakes", "bench-mistakes", action="store_true")
    vision = commands.add("bench vision", _bench_vision, bench)
    commands.option(vision, "--size", default="1920x1080", metavar="WxH")
    commands.option(vision, "--cards", "bench-cards", type=int, default=8, metavar="N")
    commands.option(vision, "--frames", type=int, default=0, metavar="N")
    return commands.parser


def _add_play(commands: _Commands) -> None:
    play = commands.add("play", _play)
    commands.option(play, "--source", "play-source", metavar="SOURCE")
    commands.option(play, "--table", metavar="FILE")
    commands.option(play, "--headless", action="store_true")
    commands.option(play, "--speed", metavar="N")
    commands.option(play, "--seats", "players", metavar="NAMES")
    commands.option(play, "--mode", "watch-mode", choices=["standard", "duo", "solo"], default="standard")
    commands.option(play, "--sets", "watch-sets", default="base,spring,winter", metavar="SETS")
    commands.option(play, "--deck", metavar="FILE")
    commands.option(play, "--journal", metavar="FILE")


def _add_watch(commands: _Commands) -> None:
    watch = commands.add("watch", _watch)
    commands.option(watch, "--source", required=True, metavar="SOURCE")
    commands.option(watch, "--table", metavar="FILE")
    commands.option(watch, "--seats", "players", metavar="NAMES")
    commands.option(watch, "--mode", "watch-mode", choices=["standard", "duo", "solo"], default="standard")
    commands.option(watch, "--sets", "watch-sets", default="base,spring,winter", metavar="SETS")
    commands.option(watch, "--deck", metavar="FILE")
    commands.option(watch, "--fps", metavar="N")
    commands.option(watch, "--json", "watch-json", action="store_true")
    commands.option(watch, "--show", nargs="?", const="", metavar="DIR")


def _add_simulate(commands: _Commands) -> None:
    simulate = commands.add("simulate", _simulate)
    commands.option(simulate, "--games", type=int, default=1, metavar="N")
    commands.option(simulate, "--seed", metavar="S")
    commands.option(simulate, "--mode", choices=["standard", "duo", "solo", ANY], default="standard")
    commands.option(simulate, "--sets", default="base,spring,winter", metavar="SETS")
    commands.option(simulate, "--seats", default="4", metavar="N")
    commands.option(simulate, "--rulings", metavar="RULINGS")
    commands.option(simulate, "--out", metavar="DIR")
    commands.option(simulate, "--sightings", action="store_true")
    commands.option(simulate, "--mistakes", metavar="ID")
    commands.option(simulate, "--account", action="store_true")


def _add_render(commands: _Commands) -> None:
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


def _add_deck(commands: _Commands) -> None:
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


def _add_journal(commands: _Commands) -> None:
    games = commands.add("games", _games)
    export = commands.add("export", _export)
    commands.option(export, "id", type=int, metavar="ID")
    commands.option(export, "--out", metavar="FILE")
    commands.option(export, "--record", "export-record", action="store_true")
    take_in = commands.add("import", _import)
    commands.option(take_in, "files", nargs="+", metavar="FILE")
    for parser in (games, export, take_in):
        commands.option(parser, "--journal", metavar="FILE")


def _replay(terminal: Terminal, chosen: argparse.Namespace) -> int:
    if chosen.json:
        from deploy.replay import run_replay_json

        return run_replay_json(terminal, chosen.files)
    from deploy.telling import run_replay

    return run_replay(terminal, chosen.files)


def _referee(terminal: Terminal, chosen: argparse.Namespace) -> int:
    from deploy.referee import Wanted, run_referee

    wanted = Wanted(chosen.json, chosen.odds, vars(chosen)["try"], chosen.record)
    return run_referee(terminal, chosen.files, wanted)


def _odds(terminal: Terminal, chosen: argparse.Namespace) -> int:
    from deploy.odds import run_odds

    return run_odds(terminal, chosen.file, chosen.at, chosen.card, is_json=chosen.json)


def _play(terminal: Terminal, chosen: argparse.Namespace) -> int:
    from deploy.joining import JOINS
    from deploy.play import WantedPlay, run_play
    from deploy.watch import WantedWatch

    game = (chosen.seats, chosen.mode, chosen.sets, chosen.deck)
    watched = WantedWatch(chosen.source or "", chosen.table, *game)
    wanted = WantedPlay(watched, chosen.source, chosen.speed, chosen.journal, chosen.headless)
    return run_play(terminal, wanted, JOINS)


def _watch(terminal: Terminal, chosen: argparse.Namespace) -> int:
    from deploy.joining import JOINS
    from deploy.watch import WantedWatch, run_watch

    game = (chosen.seats, chosen.mode, chosen.sets, chosen.deck)
    wanted = WantedWatch(chosen.source, chosen.table, *game, chosen.fps, chosen.show, chosen.json)
    return run_watch(terminal, wanted, JOINS)


def _explain(terminal: Terminal, chosen: argparse.Namespace) -> int:
    from deploy.telling import run_explain

    return run_explain(terminal, chosen.file, chosen.at)


def _simulate(terminal: Terminal, chosen: argparse.Namespace) -> int:
    from deploy.simulate import run_simulate
    from deploy.wishes import BadWish, Wanted, wanted_games

    wanted = Wanted(chosen.games, chosen.seed, chosen.mode, chosen.sets, chosen.seats, chosen.rulings)
    try:
        games = wanted_games(wanted)
    except BadWish as bad:
        terminal.warn(terminal.words.say(bad.message))
        return 2
    if chosen.mistakes is not None:
        from deploy.mistaken import run_mistaken

        return run_mistaken(terminal, games, chosen.mistakes, chosen.out)
    if chosen.sightings and chosen.out is None:
        terminal.warn(terminal.say("simulate.sightings-need-folder"))
        return 2
    return run_simulate(terminal, games, chosen.out, is_seen=chosen.sightings, is_told=chosen.account)


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


def _games(terminal: Terminal, chosen: argparse.Namespace) -> int:
    from deploy.games import run_games

    return run_games(terminal, chosen.journal)


def _export(terminal: Terminal, chosen: argparse.Namespace) -> int:
    from deploy.games import run_export

    return run_export(terminal, chosen.journal, chosen.id, chosen.out, is_record=chosen.record)


def _import(terminal: Terminal, chosen: argparse.Namespace) -> int:
    from deploy.games import run_import

    return run_import(terminal, chosen.journal, chosen.files)


def _bench_games(terminal: Terminal, chosen: argparse.Namespace) -> int:
    from deploy.bench_games import Proof, run_bench_games
    from vision.sim.levels import Difficulty

    first, games = max(0, vars(chosen)["from"]), max(1, chosen.games)
    return run_bench_games(terminal, Proof(first, games, Difficulty(chosen.level), has_mistakes=chosen.mistakes))


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


def _bench_vision(terminal: Terminal, chosen: argparse.Namespace) -> int:
    from deploy.bench_film import film_asked
    from deploy.bench_vision import run_bench_vision
    from deploy.joining import EYE

    film = film_asked(chosen.size, chosen.cards)
    if film is None:
        terminal.warn(terminal.say("vision.bad-size", {"size": chosen.size, "cards": chosen.cards}))
        return BAD_FILE
    return run_bench_vision(terminal, film, EYE, max(0, chosen.frames))


def _bench_rules(terminal: Terminal, _: argparse.Namespace) -> int:
    from deploy.bench import run_bench_rules

    return run_bench_rules(terminal)
