"""A game for somebody who has never seen one: the rendered table plays it, and the eye follows."""

import time
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import TypeVar

from companion.cards import Deck
from companion.facts import Fact
from companion.games.vedrfolnir.setup import DUO_PLAYERS, Mode, Setup
from companion.games.vedrfolnir.shown import ShownEvening, shown_evening
from companion.games.vedrfolnir.simulation import NAMES, simulate_from
from companion.words import Message
from deploy.evening import Evening, played_evening
from deploy.filmed import told_of
from deploy.rendered import Manner, film_of, own_faces, rendered_profile
from deploy.watch import Joins, Unwatchable, WantedWatch, described_game, whole_deck
from deploy.watching import Asked, Watch
from vision.sim.film import Film, Pace, Shot
from vision.sim.levels import Difficulty

NAP_S = 0.05
FASTEST = 1e6
# With hands so many times as fast as usual the table is still long enough to be read.
MOST_SEEN = 2.0
# Cut to the moments that count, and so many times as fast, an evening takes less than a minute.
CUT, CUT_SPEED = Pace(is_cut=True, cut_stills=3), 3.5
SHOWN_SEATS = 4
# Smaller pictures of a whole table do not show a tag's modules.
SHOWN_PX = (1920, 1080)
FACE_PX_PER_MM = 4.0
SHOWN_SEED = 1
# While people look at a table at rest, so does the eye, so often.
LOOKED_AGAIN_S = 0.5

_Timed = TypeVar("_Timed", Fact, Shot)


def played_game(wanted: WantedWatch) -> tuple[Setup, str | None]:
    """The game that the options describe, with names for whoever has none, and its deck file."""
    return described_game(wanted, list(NAMES[: DUO_PLAYERS if wanted.mode == Mode.DUO else SHOWN_SEATS]))


def shown_events(setup: Setup, deck: str | None, joins: Joins, speed: float | None, asked: Asked) -> Iterator[Fact]:
    """What happens in a shown game, as the eye sees it, with time to look where people should.

    Where hands are faster than any eye, it is told as it happens.
    """
    whole = whole_deck(deck)
    shown = shown_evening(setup) or _lawful(setup)
    if speed is not None and speed > MOST_SEEN:
        yield from paced(shown.facts, speed, asked)
        return
    pace, rate = (CUT, CUT_SPEED) if speed is None else (Pace(speed=speed), 1.0)
    film = _shown_film(Evening(setup, shown.facts), whole, pace)
    watch = Watch(joins.sight(film.profile, setup, whole, None))
    holds = {fact: hold_s * rate for fact, hold_s in shown.holds.items()}
    for shot in paced(held(film.frames(), holds), rate, asked):
        yield from told_of(shot, watch)
    yield from watch.pending()


def _lawful(setup: Setup) -> ShownEvening:
    """An evening played by nobody, for a deck that none was recorded with."""
    return ShownEvening(played_evening(setup, simulate_from(setup, str(SHOWN_SEED)).acts, SHOWN_SEED).facts, {})


def _shown_film(evening: Evening, deck: Deck, pace: Pace) -> Film:
    manner = Manner(Difficulty.EASY, SHOWN_SEED, pace, is_resting=False)
    profile = rendered_profile(evening.setup, SHOWN_PX, manner.difficulty)
    return film_of(evening, profile, own_faces(deck, FACE_PX_PER_MM), manner)


def held(shots: Iterable[Shot], holds: Mapping[Fact, float]) -> Iterator[Shot]:
    """The same, but after these facts the table at rest is looked at for so long."""
    late_s = hold_s = 0.0
    last: Shot | None = None
    for shot in shots:
        if last is not None and hold_s and last.moment.beat.is_still and not shot.moment.beat.is_still:
            yield from _looked_at(last, hold_s)
            late_s, hold_s = late_s + hold_s, 0.0
        last = replace(shot, at_s=shot.at_s + late_s)
        yield last
        hold_s = max([hold_s, *(holds.get(fact, 0.0) for fact in shot.moment.done)])
    if last is not None:
        yield from _looked_at(last, hold_s)


def _looked_at(shot: Shot, seconds: float) -> Iterator[Shot]:
    """The same picture again and again; nothing happens in it."""
    still = replace(shot.moment, done=())
    for look in range(1, int(seconds / LOOKED_AGAIN_S)):
        yield replace(shot, at_s=shot.at_s + look * LOOKED_AGAIN_S, moment=still)


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
