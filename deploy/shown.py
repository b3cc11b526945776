"""A game for somebody who has never seen one: the rendered table plays it, and the eye follows."""

import time
from collections.abc import Iterable, Iterator
from typing import TypeVar

from companion.cards import Deck
from companion.facts import Fact
from companion.games.vedrfolnir.mistakes import MistakeId
from companion.games.vedrfolnir.setup import DUO_PLAYERS, Mode, Setup
from companion.games.vedrfolnir.simulation import NAMES, simulate_from
from companion.words import Message
from deploy.evening import Evening, played_evening
from deploy.filmed import told_of
from deploy.rendered import Manner, film_of, own_faces, rendered_profile
from deploy.watch import Joins, Unwatchable, WantedWatch, described_game, whole_deck
from deploy.watching import Asked, Watch
from tests.practice.blunders import blunder_evening_of
from vision.sim.film import Film, Pace, Shot

NAP_S = 0.05
FASTEST = 1e6
# With hands so many times as fast as usual the table is still long enough to be read.
MOST_SEEN = 2.0
# Cut to the moments that count, and so many times as fast, a whole game takes less than a minute.
CUT, CUT_SPEED = Pace(is_cut=True, cut_stills=3), 3.5
SHOWN_SEATS = 4
# Smaller pictures of a whole table do not show a tag's modules.
SHOWN_PX = (1920, 1080)
FACE_PX_PER_MM = 4.0
SHOWN_SEED = 1
# What hands do wrongly once in a shown game; the first that the game has an occasion for.
SHOWN_MISTAKES = (MistakeId.WRONG_SHARE, MistakeId.NO_REMOVAL, MistakeId.SECOND_CARD)

_Timed = TypeVar("_Timed", Fact, Shot)


def played_game(wanted: WantedWatch) -> tuple[Setup, str | None]:
    """The game that the options describe, with names for whoever has none, and its deck file."""
    return described_game(wanted, list(NAMES[: DUO_PLAYERS if wanted.mode == Mode.DUO else SHOWN_SEATS]))


def shown_events(setup: Setup, deck: str | None, joins: Joins, speed: float | None, asked: Asked) -> Iterator[Fact]:
    """What happens in a shown game, with one mistake in it and how it is put right, as the eye sees it.

    Where hands are faster than any eye, it is told as it happens.
    """
    whole = whole_deck(deck)
    if speed is not None and speed > MOST_SEEN:
        yield from paced(_shown_film(setup, whole, Pace()).truth(), speed, asked)
        return
    film = _shown_film(setup, whole, CUT if speed is None else Pace(speed=speed))
    watch = Watch(joins.sight(film.profile, setup, whole, None))
    for shot in paced(film.frames(), CUT_SPEED if speed is None else 1.0, asked):
        yield from told_of(shot, watch)
    yield from watch.pending()


def _shown_film(setup: Setup, deck: Deck, pace: Pace) -> Film:
    manner = Manner(seed=SHOWN_SEED, pace=pace)
    profile = rendered_profile(setup, SHOWN_PX, manner.difficulty)
    return film_of(_shown_evening(setup), profile, own_faces(deck, FACE_PX_PER_MM), manner)


def _shown_evening(setup: Setup) -> Evening:
    for mistake in SHOWN_MISTAKES:
        blundered = blunder_evening_of(setup, mistake, SHOWN_SEED)
        if blundered is not None:
            return Evening(setup, blundered.facts)
    return played_evening(setup, simulate_from(setup, str(SHOWN_SEED)).acts, SHOWN_SEED)


def speed_of(text: str) -> float:
    """How many times as fast as real hands."""
    try:
        speed = float(text)
    except ValueError:
        speed = 0.0
    if not 0 < speed <= FASTEST:
        raise Unwatchable(Message("play.bad-speed", {"speed": text}))
    return speed


def paced(events: Iterable[_Timed], speed: float, asked: Asked) -> Iterator[_Timed]:
    """The same when they happen, until somebody asks to stop."""
    started_s = time.monotonic()
    for event in events:
        while not asked.is_asked and (wait_s := started_s + event.at_s / speed - time.monotonic()) > 0:
            time.sleep(min(NAP_S, wait_s))
        if asked.is_asked:
            return
        yield event
