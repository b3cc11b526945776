"""A monkey at the screen: touches by chance, everywhere; the journal has to agree with what is shown."""

import time
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from random import Random

from kivy.core.window import Window
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.widget import Widget

from companion.games.vedrfolnir.ledger import judged
from companion.games.vedrfolnir.mistakes import MistakeId
from companion.games.vedrfolnir.session import journal_sightings
from companion.games.vedrfolnir.simulation import Wishes, simulate
from companion.games.vedrfolnir.standing import standing
from companion.mirror import Mirror
from companion.status import CameraState, TableStatus
from tests.bench.app_driver import TurnedApp
from tests.practice.blunders import blunder_evening_of
from ui.desk import Desk
from ui.feeding import Feed, News
from ui.screens.registry import SCREENS

# How often it aims at something that can be touched, goes astray, or is carried to another screen.
AIMS, DRAGS, CARRIED = 0.85, 0.05, 0.04
CHECKED_EVERY = 100
WATCHED_NAP_S = 0.01


@dataclass(slots=True)
class Romp:
    """What a monkey did: touches by screen, and how often the journal was compared with the screen."""

    touches: Counter[str] = field(default_factory=Counter)
    compared: int = 0


class Disagreement(Exception):
    """The journal, read anew, gives another game than the one that is shown."""


def romp(turned: TurnedApp, seconds: float, seed: int) -> Romp:
    """Touch for so long; every exception comes through."""
    chance = Random(f"monkey-{seed}")
    done = Romp()
    until_s = time.monotonic() + seconds
    while time.monotonic() < until_s:
        _touch(turned, chance)
        turned.turn()
        done.touches[turned.app.screen.place.value] += 1
        if done.touches.total() % CHECKED_EVERY == 0:
            done.compared += _compare(turned)
    done.compared += _compare(turned)
    return done


def _touch(turned: TurnedApp, chance: Random) -> None:
    if chance.random() < CARRIED:
        turned.app.go(chance.choice(SCREENS).place)
        return
    targets = [each for each in turned.app.root.walk() if isinstance(each, ButtonBehavior) and _is_shown(each)]
    x, y = chance.uniform(0, Window.width - 1), chance.uniform(0, Window.height - 1)
    if targets and chance.random() < AIMS:
        target = chance.choice(targets)
        x, y = target.to_window(*target.center)
    to = (chance.uniform(0, Window.width - 1), y) if chance.random() < DRAGS else None
    turned.touch(x, y, to)


def _is_shown(widget: Widget) -> bool:
    return bool(widget.width > 1 and widget.height > 1 and widget.opacity)


def _compare(turned: TurnedApp) -> int:
    """Read the journal anew, and compare: the game, and the table that people see."""
    session, scene = turned.desk.session, turned.desk.scene
    if session is None or scene is None or turned.desk.is_shown:
        return 0
    again = judged(journal_sightings(turned.journal, session.id)).referee
    if standing(again.game) != standing(session.game) or scene.table_of(again) != scene.table:
        raise Disagreement
    return 1


def mistaken_feed(number: int) -> Feed:
    """A watched game in which hands go wrong once."""
    setup = simulate(Wishes(seats=4), f"monkey-{number}").setup
    mistakes = (blunder_evening_of(setup, each, number) for each in MistakeId)
    facts = next(each.facts for each in mistakes if each is not None)

    def news(_: Mirror | None, is_stopped: Callable[[], bool]) -> Iterable[News]:
        for fact in facts:
            if is_stopped():
                return
            time.sleep(WATCHED_NAP_S)
            yield fact

    return Feed(setup, None, news, TableStatus(CameraState.RENDERED))


class Shown:
    """Games for a monkey that asks to be shown one: each another, each with a mistake, all kept to be compared."""

    def __init__(self) -> None:
        self._number = 0

    def show(self, desk: Desk) -> None:
        """The next one."""
        self._number += 1
        desk.follow(mistaken_feed(self._number))
