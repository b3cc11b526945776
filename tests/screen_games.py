"""Whole games in a real window: given by touches on the By hand screen, or filmed and watched."""

import time
from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path
from random import Random

import cv2

from companion.cards import Deck
from companion.games.vedrfolnir.catalogue import Set
from companion.games.vedrfolnir.decks import default_deck
from companion.games.vedrfolnir.scoring import scores
from companion.games.vedrfolnir.setup import Mode, deck_in_play
from companion.games.vedrfolnir.simulation import Simulated, simulate_from
from companion.mirror import Mirror
from companion.status import CameraState, TableStatus
from deploy.deck import deck_toml
from deploy.evening import played_evening
from deploy.filmed import told_of
from deploy.joining import sight
from deploy.rendered import Manner, film_of, named_profile, own_faces, rendered_profile
from deploy.watching import Watch
from deploy.window import deck_offers
from tests.games import setup
from tests.touched import Touched
from ui.feeding import Feed, News
from ui.flow import Place
from ui.scene import Scene
from ui.widgets.choosing import Choice
from ui.widgets.grids import RankRow
from vision.sim.film import Pace
from vision.sim.levels import Difficulty

# So many cards make a game of two turns.
FILMED_CARDS = 10


def games(folder: Path) -> object:
    """A whole game of every mode by touches, from the first screen to the file of its record."""
    fewer = Deck({each: (copies + 2) // 3 for each, copies in default_deck().copies.items()})
    (folder / "fewer.toml").write_text("\n".join(deck_toml(fewer, frozenset())), encoding="utf-8")
    window = Touched(folder / "games.sqlite", decks=deck_offers(None, folder))
    window.open()
    return {mode: game(window, mode) for mode in Mode}


def game(window: Touched, mode: Mode) -> dict[str, object]:
    """Begin, play, look at the scores, keep the record."""
    begin(window, mode)
    revealed = play_on(window, Random(mode))
    place = window.app.screen.place
    scores = shown_scores(window)
    touch_said(window, "scores.record")
    kept = window.app.screen.kept
    touch_said(window, "go.home")
    return {"place": place, "scores": scores, "kept": kept, "revealed": revealed}


def shown_scores(window: Touched) -> dict[str, int]:
    """The points that the widgets of the ranking show."""
    window.settle()
    return {each.name: int(each.points) for each in window.shown() if isinstance(each, RankRow)}


def begin(window: Touched, mode: Mode) -> None:
    """Fill the sheet in by touches: everything for three, fewer cards for one or two."""
    touch_said(window, "home.new-game")
    touch_said(window, f"new.mode-{mode}")
    if mode is Mode.DUO:
        touch_said(window, "new.published")
    touch_said(window, "new.begin")
    touch_said(window, "go.by-hand")


def touch_said(window: Touched, key: str) -> None:
    """Touch the button of these words, with or without a tick before them."""
    said = window.app.words.text(key)
    window.touch(next(each for each in window.shown() if getattr(each, "said", "").removeprefix("✓ ") == said))


def play_on(window: Touched, chance: Random) -> int:
    """Give cards by touches until the game is over; how many were revealed from Brynhildr's pile."""
    revealed = 0
    while (scene := window.desk.scene) is not None and not scene.table.is_over:
        revealed += scene.table.is_revealing
        give_by_chance(window, given(scene) + 1, chance)
    put_aside(window)
    return revealed


def filmed(folder: Path) -> object:
    """A short game on a rendered table, seen by the eye, tracked, judged, and shown."""
    cv2.setNumThreads(1)
    prints = sorted(deck_in_play(default_deck(), Mode.STANDARD, (Set.BASE,)).copies)
    few = Deck(dict.fromkeys(Random(98).sample(prints, FILMED_CARDS), 1))
    simulated = simulate_from(replace(setup(deck=few), sets=(Set.BASE,)), "filmed")
    window = Touched(folder / "games.sqlite")
    window.open()
    window.desk.follow(film_feed(simulated))
    window.app.sit_down()
    while window.desk.status.camera is CameraState.RENDERED:
        time.sleep(0.05)
        window.settle()
        put_aside(window)
    window.settle()
    put_aside(window)
    said = {"place": window.app.screen.place, "shown": shown_scores(window), "played": scores(simulated.game)}
    window.close()
    return said


def film_feed(simulated: Simulated) -> Feed:
    """A film of a game, watched as `companion play` does."""
    setup_, deck = simulated.setup, default_deck()
    profile = rendered_profile(setup_, (1920, 1080), Difficulty.EASY)
    evening = played_evening(setup_, simulated.acts, 1)
    film = film_of(evening, profile, own_faces(deck, 5), Manner(Difficulty.EASY, pace=Pace(is_cut=True)))

    def news(_: Mirror | None, __: Callable[[], bool]) -> Iterable[News]:
        watch = Watch(sight(named_profile(profile, setup_), setup_, deck))
        for shot in film.frames():
            yield from told_of(shot, watch)
        yield from watch.pending()

    return Feed(setup_, None, news, TableStatus(CameraState.RENDERED))


def given(scene: Scene | None) -> int:
    """How many acts there were."""
    return 0 if scene is None or scene.table.arrival is None else scene.table.arrival.number


def give_by_chance(window: Touched, acts: int, chance: Random) -> None:
    """Touch options until so many acts are given; what comes up in between is put aside by a touch."""
    while given(window.desk.scene) < acts:
        put_aside(window)
        view = window.desk.draft
        options = [each for each in window.shown() if isinstance(each, Choice)]
        if view is not None and view.act is not None and (not options or chance.random() < 0.5):
            window.touch_text(window.app.words.text("hand.give"))
        else:
            window.touch(chance.choice(options))
    put_aside(window)


def put_aside(window: Touched) -> None:
    """Touch a collection away."""
    if window.app.screen.place is Place.COLLECTION:
        window.touch_text(window.app.words.text("go.continue"))
