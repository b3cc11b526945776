"""What is tried on real windows, each in a process of its own: `python -m tests.screen_cases CASE FOLDER`."""

import json
import os
import signal
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from random import Random

from companion.games.vedrfolnir.decks import default_deck
from companion.games.vedrfolnir.rulings import RULINGS, FreyjaFactor, Rulings
from companion.games.vedrfolnir.setup import Mode, Setup, deck_in_play
from companion.games.vedrfolnir.sightings import Acted
from companion.games.vedrfolnir.simulation import simulate_from
from companion.games.vedrfolnir.zones import TRIBUTE
from companion.places import Seat
from companion.words import Language, Words
from tests.games import EVERY_SET, setup
from tests.screen_games import filmed, games, give_by_chance, given
from tests.touched import Touched
from ui.app import CardAt
from ui.desk import Scene
from ui.flow import Place
from ui.memory import ThemeName
from ui.people import Birthday, Person
from ui.sheet import GameSheet

LONG = "Wilhelmine-M Maximilienne Wolfgangette Constantinus Bartholomews Guillemettes Hammerschmid Montgommerie"
SEATS = tuple(map(Seat, LONG.split()))
LEFT_ACTS = 3


def eight() -> Setup:
    """As many seats, as long names and as many sorts of cards as there can be."""
    deck = deck_in_play(default_deck(), Mode.STANDARD, EVERY_SET)
    return Setup(Mode.STANDARD, EVERY_SET, SEATS, SEATS[0], Rulings(), deck)


def left(folder: Path) -> object:
    """A game given by touches, left in the middle of a turn by a kill that nothing can catch."""
    window = Touched(folder / "games.sqlite")
    window.desk.begin(setup())
    window.open()
    window.app.go(Place.TABLE)
    window.app.go(Place.BY_HAND)
    give_by_chance(window, LEFT_ACTS, Random("left"))
    return killed(state(window))


def left_again(folder: Path) -> object:
    """Started again, played on until a collection was put aside, and killed once more."""
    window = reopened(folder)
    found = state(window)
    while window.desk.scene is not None and not window.desk.scene.collected:
        give_by_chance(window, given(window.desk.scene) + 1, Random("again"))
    return killed({"found": found, "left": state(window)})


def found_again(folder: Path) -> object:
    """Started again."""
    window = reopened(folder)
    said = state(window)
    window.close()
    return said


def reopened(folder: Path) -> Touched:
    """The same program started again."""
    window = Touched(folder / "games.sqlite")
    game = window.desk.unfinished
    if window.memory.is_away and game is not None:
        window.desk.resume(game)
    window.open()
    return window


def killed(said: object) -> object:
    """Say something, and end as if the plug had been pulled."""
    sys.stdout.write(json.dumps(said))
    sys.stdout.flush()
    os.kill(os.getpid(), signal.SIGKILL)
    return None


def state(window: Touched) -> dict[str, object]:
    """Where people are, and what is to be done."""
    scene = window.desk.scene
    step = None if scene is None else scene.table.next_step
    return {"place": window.app.screen.place, "step": step, "acts": given(scene)}


def fit(folder: Path) -> object:
    """Every screen with the longest names and numbers, both languages and themes: what does not fit."""
    window = Touched(folder / "games.sqlite")
    window.desk.begin(eight())
    window.open()
    window.app.sheet = long_sheet()
    window.desk.session.hear(*(Acted(0.0, act) for act in simulate_from(eight(), "fit").acts[:160]))  # type: ignore[union-attr]
    # A theme changes no text: each language is measured in one of them.
    worn = zip(Language, ThemeName, strict=True)
    screens = {name for language, theme in worn for name in measured(window, language, theme)}
    solo = setup(Mode.SOLO)
    window.desk.begin(solo)
    window.desk.session.hear(*(Acted(0.0, act) for act in simulate_from(solo, "fit").acts[:60]))  # type: ignore[union-attr]
    screens |= {name for language in Language for name in measured(window, language, ThemeName.DARK, solo_screens)}
    window.close()
    return {"misfits": MISFITS, "screens": sorted(screens)}


MISFITS: list[str] = []


def measured(
    window: Touched,
    language: Language,
    theme: ThemeName,
    screens: Callable[[Touched], Iterator[str]] | None = None,
) -> Iterator[str]:
    """The screens, each shown and measured."""
    window.app.speak(language)
    window.app.wear(theme)
    for name in (screens or every_screen)(window):
        window.settle()
        MISFITS.extend(f"{name} {language} {theme} {each}" for each in window.misfits())
        yield name


def long_sheet() -> GameSheet:
    """As many people as there can be, with the longest names, all of whom have birthdays."""
    people = tuple(Person(name, token, Birthday(9, 30)) for token, name in enumerate(SEATS))
    guests = tuple(person._replace(name=f"Other{person.name[:7]}") for person in people)
    return GameSheet(people, guests, first=3).ruled(RULINGS["VED-R7"], FreyjaFactor.TRIPLE)


def every_screen(window: Touched) -> Iterator[str]:
    """Every screen in turn, each with its longest words."""
    yield from starting_screens(window)
    yield from table_screens(window)
    yield from hand_screens(window)


def shown(window: Touched, place: Place) -> str:
    """Show a screen, whatever the flow would show."""
    window.app.stage.current = place.value
    window.app.screen.show(window.desk)
    return place.value


def starting_screens(window: Touched) -> Iterator[str]:
    """What is seen before a game."""
    app = window.app
    yield shown(window, Place.HOME)
    yield shown(window, Place.NEW_GAME)
    for mode in Mode:
        app.sheet = replace(app.sheet, mode=mode)
        yield shown(window, Place.NEW_GAME)
        shown(window, Place.RULINGS)
        for number in range(len(app.sheet.open_rulings)):
            app.screen.number = number
            yield shown(window, Place.RULINGS)
    app.sheet, app.person = replace(app.sheet, mode=Mode.STANDARD), 2
    yield shown(window, Place.PLAYER)
    app.screen.typed, app.screen.ids.keyboard.is_accented = "Thor", True
    yield shown(window, Place.PLAYER)
    yield shown(window, Place.STARTER)
    app.screen.asked = 2
    yield shown(window, Place.STARTER)
    app.screen.month = 12
    yield shown(window, Place.STARTER)


def table_screens(window: Touched) -> Iterator[str]:
    """What is seen of a game."""
    app, desk = window.app, window.desk
    lengthen(desk.scene, desk.words)
    app.seat, app.card = SEATS[3], CardAt(TRIBUTE, 0)
    for place in (Place.TABLE, Place.SCORES, Place.SEAT, Place.COLLECTION, Place.CARD, Place.WON):
        yield shown(window, place)
    shown(window, Place.SCORES)
    app.screen.turn()
    app.screen.kept = f"/home/{LONG}"[:60]
    yield "race"


def hand_screens(window: Touched) -> Iterator[str]:
    """A card given by hand, touch by touch."""
    desk = window.desk
    for number in range(4):
        shown(window, Place.BY_HAND)
        yield f"{Place.BY_HAND}-{number}"
        if desk.draft is not None and desk.draft.options and number < 3:
            desk.touch(desk.draft.options[0].draft)
    while desk.is_drafting:
        desk.back()


def solo_screens(window: Touched) -> Iterator[str]:
    """Brynhildr's guide."""
    lengthen(window.desk.scene, window.desk.words)
    yield shown(window, Place.SOLO)


def lengthen(scene: Scene | None, words: Words) -> None:
    """Scores of three digits, below zero too; majorities that nobody has."""
    if scene is None:
        return
    scene.table = replace(scene.table, seats=tuple(replace(each, points=-128) for each in scene.table.seats))
    scene.scores = replace(scene.scores, ranking=tuple(replace(each, points=-128) for each in scene.scores.ranking))
    last = max(scene.collections, key=lambda each: len(each.majority) + len(each.takings), default=None)
    if last is not None:
        lost = [replace(each, winner=None, said=words.text("collection.no-rune")) for each in last.majority]
        scene.last_collection = replace(last, majority=tuple(lost))


CASES = {each.__name__: each for each in (games, left, left_again, found_again, fit, filmed)}

if __name__ == "__main__":
    sys.stdout.write(json.dumps(CASES[sys.argv[1]](Path(sys.argv[2]))))
