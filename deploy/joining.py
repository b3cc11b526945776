"""Joins the rooms that see: the eye, tracking and the rendered table."""

from companion.cards import Deck
from companion.games.vedrfolnir.setup import Setup
from companion.profile import TableProfile
from companion.words import Message
from deploy.bench_vision import MakeEye
from deploy.watch import Joins, Unwatchable, WantedWatch, Watched
from deploy.watching import Sight
from vision.sources import SimAt


def sight(_profile: TableProfile, _setup: Setup, _deck: Deck) -> Sight:
    """The eye that knows this table and this deck, and the tracking behind it."""
    raise Unwatchable(Message("watch.no-eye"))


def rendered(_address: SimAt, _wanted: WantedWatch, _fps: float) -> Watched:
    """A rendered table that plays a record, with its own profile unless one was named."""
    raise Unwatchable(Message("watch.no-eye"))


JOINS = Joins(sight, rendered)
EYE: MakeEye | None = None
