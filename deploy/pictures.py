"""Photographs of the main screens from a fixed game: `make pictures`."""

import time
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from companion.facts import UNKNOWN, Fact, Placed, Way
from companion.games.vedrfolnir.blunders import blunder_evening_of
from companion.games.vedrfolnir.catalogue import Set
from companion.games.vedrfolnir.decks import default_deck
from companion.games.vedrfolnir.mistakes import MistakeId
from companion.games.vedrfolnir.rulings import Rulings
from companion.games.vedrfolnir.session import Perform
from companion.games.vedrfolnir.setup import Mode, Setup, deck_in_play
from companion.games.vedrfolnir.simulation import simulate_from
from companion.games.vedrfolnir.writing import act_line, header_line
from companion.games.vedrfolnir.zones import stake
from companion.journal import GameId, Journal
from companion.places import Seat
from companion.words import Language, Words
from deploy.cli import PACKAGES
from ui.desk import Desk
from ui.flow import Place
from ui.memory import OFF, ON, Memory, ThemeName
from ui.past import known_games
from ui.window import prepare_window

if TYPE_CHECKING:
    from ui.app import CompanionApp

FOLDER = Path(__file__).parent.parent / "docs" / "pictures"
SIZE_PX = (800, 480)
PLAYERS = tuple(map(Seat, ("Astrid", "Bjorn", "Freydis", "Harald", "Ingrid", "Sigurd")))
SETS = (Set.BASE, Set.SPRING, Set.WINTER)
SEED = "evening 19"
EARLY_ACTS = 82
MISTAKE_SEED = 3
STEPS_DONE = 5
EVENINGS = 8
# A card that arrives has lain down by then.
SETTLING_FRAMES = 40


def main() -> None:
    """Write every picture anew."""
    prepare_window(SIZE_PX)
    # Kivy opens its window when it is imported.
    from kivy.clock import Clock  # noqa: PLC0415

    from ui.app import CompanionApp, Doors  # noqa: PLC0415

    FOLDER.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory() as folder, Journal(Path(folder) / "games.sqlite") as journal:
        desk = Desk(journal, Words(Language.ENGLISH, (*PACKAGES, "ui")), time.monotonic)
        app = CompanionApp(desk, Memory(journal.path), Doors(lambda: None, lambda: False))
        frames = _frames(app)

        def turn(_: float) -> None:
            if next(frames, False) is False:
                app.stop()

        Clock.schedule_interval(turn, 0)
        app.run()


def _frames(app: "CompanionApp") -> Iterator[bool]:
    """One picture after the other, a frame at a time."""
    from kivy.core.window import Window  # noqa: PLC0415  # it is open by now

    for name in filter(None, _scenes(app)):
        yield from (True for _ in range(SETTLING_FRAMES))
        written = Path(Window.screenshot(name=str(FOLDER / "part.png")))
        written.replace(FOLDER / f"{name}.png")


def _scenes(app: "CompanionApp") -> Iterator[str]:
    """The screens in the order of an evening; each is on the window when its name comes."""
    desk = app.desk
    setup = _setup(PLAYERS)
    acts = iter(simulate_from(setup, SEED).acts)
    yield "home"
    desk.begin(setup)
    app.go(Place.TABLE)
    for act in islice(acts, EARLY_ACTS):
        desk.do(Perform(act))
    yield from _early(app)
    for act in acts:
        app.do(Perform(act))
        if app.screen.place is Place.COLLECTION and _is_shared(desk):
            break
        if app.screen.place is Place.COLLECTION:
            app.back()
    yield "collection"
    for act in acts:
        desk.do(Perform(act))
    app.look()
    app.back()
    yield "scores"
    app.go(Place.HOME)
    app.go(Place.SETTINGS)
    yield "settings"
    yield from _settled(app)
    yield from _past(app)


def _settled(app: "CompanionApp") -> Iterator[str]:
    """A mistake half put right, and a card that nobody could read."""
    desk = app.desk
    app.go(Place.HOME)
    app.go(Place.TABLE)
    evening = blunder_evening_of(_setup(PLAYERS[:4]), MistakeId.MISSED_COLLECTION, MISTAKE_SEED)
    if evening is not None:
        desk.begin(evening.setup)
        _hear(desk, evening.facts)
        app.look()
        yield "mistake"
    desk.begin(_setup(PLAYERS[:4]))
    _hear(desk, (Placed(1.0, UNKNOWN, stake(PLAYERS[1]), 0, Way.UPRIGHT),))
    app.look()
    yield "question"


def _hear(desk: Desk, facts: tuple[Fact, ...]) -> None:
    """Let a camera tell this, up to a mistake of which some steps are done."""
    session = desk.session
    if session is None:
        return
    steps = STEPS_DONE
    for fact in facts:
        session.hear(fact)
        steps -= any(not each.is_settled for each in session.referee.mistakes)
        if not steps:
            break
    desk.speak(desk.words)


def _past(app: "CompanionApp") -> Iterator[str]:
    """Games of other evenings."""
    journal = app.desk.journal
    for number in range(EVENINGS):
        setup = _setup(PLAYERS[: 4 + number % 3])
        simulated = simulate_from(setup, f"{SEED} {number}")
        started = f"2026-11-{10 + number}T19:30:00+00:00"
        journal.add(header_line(setup), None, started, map(act_line, simulated.acts))
    app.go(Place.HOME)
    app.go(Place.HISTORY)
    while len(known_games(app.desk, journal.games())) < len(journal.games()):
        app.desk.take_in()
        yield ""
    app.look()
    yield "history"
    app.go(Place.STATISTICS)
    yield "statistics"
    app.back()
    app.look_back_at(GameId(1))
    app.screen.go_to(EARLY_ACTS)
    yield "past-game"


def _setup(players: tuple[Seat, ...]) -> Setup:
    deck = deck_in_play(default_deck(), Mode.STANDARD, SETS)
    return Setup(Mode.STANDARD, SETS, players, players[0], Rulings(), deck)


def _early(app: "CompanionApp") -> Iterator[str]:
    """A table with some cards on it."""
    app.look()
    yield "table"
    app.wear(ThemeName.LIGHT)
    yield "table-light"
    app.wear(ThemeName.DARK)
    app.keep(odds=ON)
    app.look_at(PLAYERS[0])
    while app.desk.chances(PLAYERS[0]) is None:
        app.desk.take_in()
        yield ""
    app.look()
    yield "seat"
    app.keep(odds=OFF)
    app.back()
    app.go(Place.BY_HAND)
    yield "by-hand"
    app.go(Place.TABLE)


def _is_shared(desk: Desk) -> bool:
    """Whether the last collection has a majority table."""
    return desk.scene is not None and bool(desk.scene.collections[-1].majority)


if __name__ == "__main__":
    main()
