"""The shown game: what the eye tells of the rendered table is what happens there."""

from dataclasses import replace
from itertools import islice

from companion.facts import Fact, Sighting
from deploy.joining import JOINS
from deploy.shown import FASTEST, played_game, shown_events
from deploy.watch import WantedWatch

# Up to the first clearing: cards carried in one hand may be told one by one or as they are carried.
FIRST = 18
WANTED = WantedWatch(source="sim", table=None)


class Never:
    """Nobody asks to stop."""

    is_asked = False


def shown(speed: float | None) -> list[Fact]:
    """The first facts of the shown game, whenever they come."""
    setup, _ = played_game(WANTED)
    events = shown_events(setup, None, JOINS, speed, Never())
    seen = (each for each in events if isinstance(each, Sighting))
    return [replace(each, at_s=0.0) for each in islice(seen, FIRST)]


def test_the_eye_tells_what_happens() -> None:
    assert shown(FASTEST) == shown(None)
