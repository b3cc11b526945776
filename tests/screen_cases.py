"""What is tried on real windows, each in a process of its own: `python -m tests.screen_cases CASE FOLDER`."""

import json
import os
import signal
import sys
from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from pathlib import Path
from random import Random

from companion.games.vedrfolnir.decks import default_deck
from companion.games.vedrfolnir.mistakes import MistakeId
from companion.games.vedrfolnir.rulings import Rulings
from companion.games.vedrfolnir.session import Perform
from companion.games.vedrfolnir.setup import Mode, Setup, deck_in_play
from companion.games.vedrfolnir.simulation import simulate_from
from companion.places import Seat
from companion.words import Language
from tests.games import EVERY_SET, setup
from tests.past_cases import PAST, keep_games
from tests.settings_cases import SETTINGS
from tests.settling_cases import SETTLING, ask, err
from tests.touched import Touched
from ui.desk import Scene
from ui.flow import Place
from ui.memory import OFF, ON, TextSize, ThemeName
from ui.past import known_games
from ui.screens.by_hand import Option
from ui.widgets.grids import RankRow

LONG = "Wilhelmine-M Maximilienne Wolfgangette Constantinus Bartholomews Guillemettes Hammerschmid Montgommerie"
SEATS = tuple(map(Seat, LONG.split()))
LONG_MISTAKES = (MistakeId.MISSED_COLLECTION, MistakeId.WRONG_SHARE, MistakeId.ORDER_CHANGED)
BY_HAND_ACTS = 16
LEFT_ACTS = 3


def eight() -> Setup:
    """As many seats, as long names and as many sorts of cards as there can be."""
    deck = deck_in_play(default_deck(), Mode.STANDARD, EVERY_SET)
    return Setup(Mode.STANDARD, EVERY_SET, SEATS, SEATS[0], Rulings(), deck)


def by_hand(folder: Path) -> object:
    """A short game given by touches; then its scores as the screen has them."""
    window = Touched(folder / "games.sqlite")
    window.desk.begin(setup())
    window.open()
    window.app.go(Place.BY_HAND)
    give_by_chance(window, BY_HAND_ACTS, Random("by hand"))
    for key in ("hand.end-game", "hand.sure"):
        window.touch_text(window.app.words.text(key))
    put_aside(window)
    place = window.app.screen.place
    ranking = {each.name: int(each.points) for each in window.shown() if isinstance(each, RankRow)}
    window.close()
    return {"place": place, "scores": ranking}


def given(scene: Scene | None) -> int:
    """How many acts there were."""
    return 0 if scene is None or scene.table.arrival is None else scene.table.arrival.number


def give_by_chance(window: Touched, acts: int, chance: Random) -> None:
    """Touch options until so many acts are given; what comes up in between is put aside by a touch."""
    while given(window.desk.scene) < acts:
        put_aside(window)
        view = window.desk.draft
        options = [each for each in window.shown() if isinstance(each, Option)]
        if view is not None and view.act is not None and (not options or chance.random() < 0.5):
            window.touch_text(window.app.words.text("hand.give"))
        else:
            window.touch(chance.choice(options))
    put_aside(window)


def put_aside(window: Touched) -> None:
    """Touch a collection away."""
    if window.app.screen.place is Place.COLLECTION:
        window.touch_text(window.app.words.text("go.continue"))


def left(folder: Path) -> object:
    """A game given by touches, left in the middle of a turn by a kill that nothing can catch."""
    window = Touched(folder / "games.sqlite")
    window.desk.begin(setup())
    window.open()
    window.app.go(Place.TABLE)
    window.app.go(Place.BY_HAND)
    give_by_chance(window, LEFT_ACTS, Random("left"))
    sys.stdout.write(json.dumps(state(window)))
    sys.stdout.flush()
    os.kill(os.getpid(), signal.SIGKILL)
    return None


def found_again(folder: Path) -> object:
    """The same program started again."""
    window = Touched(folder / "games.sqlite")
    game = window.desk.unfinished
    if window.memory.is_away and game is not None:
        window.desk.resume(game)
    window.open()
    said = state(window)
    window.close()
    return said


def state(window: Touched) -> dict[str, object]:
    """Where people are, and what is to be done."""
    scene = window.desk.scene
    step = None if scene is None else scene.table.next_step
    return {"place": window.app.screen.place, "step": step, "acts": given(scene)}


def fit(folder: Path) -> object:
    """Every screen with the longest names and numbers, both languages and themes: what does not fit.

    Themes have the same letters: the screens that take longer to get to are measured in one of them.
    """
    window = Touched(folder / "games.sqlite")
    window.desk.begin(eight())
    window.open()
    for act in simulate_from(eight(), "fit").acts[:160]:
        window.desk.do(Perform(act))
    found: list[str] = []
    screens: dict[str, None] = {}
    for language, theme in product(Language, ThemeName):
        window.app.speak(language)
        window.app.wear(theme)
        for name in every_screen(window, is_whole=theme is ThemeName.DARK):
            window.rest()
            screens[name] = None
            found.extend(f"{name} {language} {theme} {each}" for each in window.misfits())
    window.close()
    return {"misfits": found, "screens": list(screens)}


def every_screen(window: Touched, *, is_whole: bool) -> Iterator[str]:
    """Every screen in turn, each with its longest words."""
    app, desk = window.app, window.desk
    for place in (Place.HOME, Place.TABLE, Place.SCORES, Place.SEAT, Place.COLLECTION):
        lengthen(desk.scene)
        app.seat = SEATS[3]
        app.stage.current = place.value
        app.screen.show(desk)
        yield place
    app.stage.current = Place.BY_HAND.value
    for number in range(4):
        app.screen.show(desk)
        yield f"{Place.BY_HAND}-{number}"
        if desk.draft is not None and desk.draft.options and number < 3:
            desk.touch(desk.draft.options[0].draft)
    while desk.is_drafting:
        desk.back()
    if is_whole and desk.session is not None:
        session = desk.session
        yield from past_screens(window)
        yield from settling_screens(window)
        yield from settings_screens(window)
        desk._open(session)  # noqa: SLF001  # nothing of it is played anew


def settings_screens(window: Touched) -> Iterator[str]:
    """The settings; then a seat with its odds, and texts as large as they can be."""
    app, desk = window.app, window.desk
    app.stage.current = Place.SETTINGS.value
    app.screen.show(desk)
    yield Place.SETTINGS
    window.memory.keep(odds=ON)
    window.wait(lambda: desk.chances(SEATS[3]) is not None)
    app.theme.write(TextSize.LARGEST)
    for place in (Place.SETTINGS, Place.SEAT, Place.TABLE):
        app.stage.current = place.value
        app.screen.show(desk)
        yield f"{place}-largest"
    window.memory.keep(odds=OFF)
    app.theme.write(TextSize.NORMAL)


def past_screens(window: Touched) -> Iterator[str]:
    """The list of games, one of them with its reasons and mistakes, and everybody's figures."""
    app, desk = window.app, window.desk
    if len(desk.journal.games()) < 4:
        keep_games(desk.journal, eight())
    window.wait(lambda: len(known_games(desk, desk.journal.games())) == len(desk.journal.games()))
    for place in (Place.HISTORY, Place.STATISTICS):
        app.stage.current = place.value
        app.screen.show(desk)
        yield place
    app.past = max(each.id for each in desk.journal.games() if each.facts > 40)
    app.stage.current = Place.PAST_GAME.value
    app.screen.show(desk)
    for page in ("table", "why", "mistakes"):
        app.screen.turn_to(page)
        yield f"{Place.PAST_GAME}-{page}"


def settling_screens(window: Touched) -> Iterator[str]:
    """A mistake with every page of it, and a question, with the longest names."""
    app, desk = window.app, window.desk
    for kind in LONG_MISTAKES:
        err(window, kind, SEATS)
        app.stage.current = Place.MISTAKE.value
        app.screen.show(desk)
        yield f"{Place.MISTAKE}-{kind}"
    app.screen.undo()
    yield f"{Place.MISTAKE}-undo"
    app.screen.correct()
    yield f"{Place.MISTAKE}-correct"
    app.screen.put_back()
    ask(window, SEATS)
    app.stage.current = Place.QUESTION.value
    app.screen.show(desk)
    yield Place.QUESTION
    app.screen.name_another()
    yield f"{Place.QUESTION}-naming"
    app.screen.name_another()


def lengthen(scene: Scene | None) -> None:
    """Scores of three digits, below zero too."""
    if scene is None:
        return
    scene.table = replace(scene.table, seats=tuple(replace(each, points=-128) for each in scene.table.seats))
    scene.scores = replace(scene.scores, ranking=tuple(replace(each, points=-128) for each in scene.scores.ranking))


CASES = {each.__name__: each for each in (by_hand, left, found_again, fit, *SETTLING, *PAST, *SETTINGS)}

if __name__ == "__main__":
    sys.stdout.write(json.dumps(CASES[sys.argv[1]](Path(sys.argv[2]))))
