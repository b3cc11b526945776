"""Photographs of the main screens from a fixed game: `make pictures`."""

import time
from collections.abc import Iterator
from datetime import datetime
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from companion.games.vedrfolnir.catalogue import Set
from companion.games.vedrfolnir.decks import default_deck
from companion.games.vedrfolnir.rulings import Rulings
from companion.games.vedrfolnir.session import Perform
from companion.games.vedrfolnir.setup import Mode, Setup, deck_in_play
from companion.games.vedrfolnir.simulation import simulate_from
from companion.games.vedrfolnir.zones import stake
from companion.journal import Journal
from companion.places import Seat
from companion.words import Language, Words
from deploy.cli import PACKAGES
from deploy.saving import FileShelf
from ui.desk import Desk
from ui.flow import Place
from ui.memory import Memory, ThemeName
from ui.people import Person
from ui.sheet import GameSheet
from ui.window import prepare_window

if TYPE_CHECKING:
    from ui.app import CompanionApp

FOLDER = Path(__file__).parent.parent / "docs" / "pictures"
SIZE_PX = (800, 480)
PLAYERS = tuple(map(Seat, ("Astrid", "Bjorn", "Freydis", "Harald", "Ingrid", "Sigurd")))
SETS = (Set.BASE, Set.SPRING, Set.WINTER)
SEED = "evening 19"
EARLY_ACTS = 82
SOLO_SEED, SOLO_PILE = "evening 2", 3
# A card that arrives has lain down by then.
SETTLING_FRAMES = 40


def main() -> None:
    """Write every picture anew."""
    prepare_window(SIZE_PX)
    # Kivy opens its window when it is imported.
    from kivy.clock import Clock  # noqa: PLC0415 - kivy reads what was prepared when it is imported

    from ui.app import CompanionApp, Doors  # noqa: PLC0415 - the same

    FOLDER.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory() as folder, Journal(Path(folder) / "games.sqlite") as journal:
        desk = Desk(journal, Words(Language.ENGLISH, (*PACKAGES, "ui")), time.monotonic)
        app = CompanionApp(
            desk,
            Memory(journal.path),
            Doors(lambda: None, lambda: False, shelf=FileShelf(journal, Path(folder), datetime.now)),
        )
        frames = _frames(app)

        def turn(_: float) -> None:
            if next(frames, False) is False:
                app.stop()

        Clock.schedule_interval(turn, 0)
        app.run()


def _frames(app: "CompanionApp") -> Iterator[bool]:
    """One picture after the other, a frame at a time."""
    from kivy.core.window import Window  # noqa: PLC0415  # it is open by now

    for name in _scenes(app):
        yield from (True for _ in range(SETTLING_FRAMES))
        written = Path(Window.screenshot(name=str(FOLDER / "part.png")))
        written.replace(FOLDER / f"{name}.png")


def _scenes(app: "CompanionApp") -> Iterator[str]:
    """The screens in the order of an evening; each is on the window when its name comes."""
    desk = app.desk
    deck = deck_in_play(default_deck(), Mode.STANDARD, SETS)
    setup = Setup(Mode.STANDARD, SETS, PLAYERS, PLAYERS[0], Rulings(), deck)
    acts = iter(simulate_from(setup, SEED).acts)
    yield "home"
    yield from _starting(app)
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
    app.screen.turn()
    yield "race"
    app.look_at_won(PLAYERS[0])
    yield "won"
    yield from _alone(app)


def _starting(app: "CompanionApp") -> Iterator[str]:
    """A new game being filled in."""
    people = tuple(Person(name, token) for token, name in enumerate(PLAYERS))
    app.sheet = GameSheet(people, (Person("Leif", 6), Person("Ylva", 7)), first=2)
    app.go(Place.NEW_GAME)
    yield "new-game"
    app.look_at_person(1)
    yield "player"
    app.back()
    app.go(Place.RULINGS)
    yield "rulings"
    app.go(Place.HOME)


def _alone(app: "CompanionApp") -> Iterator[str]:
    """Brynhildr's guide while her pile is revealed."""
    setup = Setup(Mode.SOLO, SETS, (), None, Rulings(), deck_in_play(default_deck(), Mode.SOLO, SETS))
    app.desk.begin(setup)
    for act in simulate_from(setup, SOLO_SEED).acts:
        app.desk.do(Perform(act))
        game = None if app.desk.session is None else app.desk.session.game
        if game is not None and game.is_revealing and game.pile > SOLO_PILE:
            break
    app.sit_down()
    app.back()
    app.go(Place.SOLO)
    yield "solo"


def _early(app: "CompanionApp") -> Iterator[str]:
    """A table with some cards on it."""
    app.look()
    yield "table"
    app.wear(ThemeName.LIGHT)
    yield "table-light"
    app.wear(ThemeName.DARK)
    app.look_at(PLAYERS[2])
    yield "seat"
    app.back()
    app.look_at_card(stake(PLAYERS[4]), 5)
    yield "card"
    app.back()
    app.go(Place.BY_HAND)
    yield "by-hand"
    app.go(Place.TABLE)


def _is_shared(desk: Desk) -> bool:
    """Whether the last collection has a majority table."""
    return desk.scene is not None and bool(desk.scene.collections[-1].majority)


if __name__ == "__main__":
    main()
