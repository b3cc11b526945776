"""Joins the rooms that see: the eye, tracking and the rendered table."""

from pathlib import Path
from random import Random

from companion.cards import Deck
from companion.games.vedrfolnir.catalogue import Kind
from companion.games.vedrfolnir.decks import deck_from_text, default_deck
from companion.games.vedrfolnir.hands import Hands, is_pile
from companion.games.vedrfolnir.printing import printed_deck
from companion.games.vedrfolnir.replaying import Stopped
from companion.games.vedrfolnir.setup import DUO_PLAYERS, Mode, Setup
from companion.games.vedrfolnir.simulation import NAMES, Simulated, simulate_from
from companion.games.vedrfolnir.zones import DRAW
from companion.lines import Unreadable
from companion.mirror import Mirror
from companion.outlines import CardShape
from companion.profile import TableProfile
from companion.profile_file import read_profile
from companion.tracking import TrackedTable, Tracker
from deploy.evening import Evening, read_evening
from deploy.rendered import Manner, drawable, film_of, named_profile, own_faces, rendered_profile
from deploy.terminal import file_message
from deploy.watch import Joins, Unwatchable, WantedWatch, Watched, described_game, game_to_watch, whole_deck
from deploy.watching import Sight
from vision.eye.eye import Eye
from vision.sim.film import Pace
from vision.sim.levels import Difficulty
from vision.sim.playing import RenderedTable
from vision.sources import SimAt

# Smaller pictures of a whole table do not show a tag's modules.
SIM_PX = 1920, 1080
SIM_SEATS = 4


def sight(profile: TableProfile, _setup: Setup, deck: Deck, start: Mirror | None = None) -> Sight:
    """The eye that knows this table and this deck, and the tracking behind it, from an empty table or one known."""
    printed = printed_deck(deck)
    zones = frozenset(plan.zone for plan in profile.zones)
    sided = frozenset(each.name for each in deck.copies if each.kind == Kind.TYR)
    shape = CardShape(printed.size, printed.tags)
    table = TrackedTable(profile.zones, shape, frozenset(filter(is_pile, zones)), frozenset({DRAW}), sided)
    return Sight(Eye(profile, printed, own_faces(deck).back()), Tracker(table, start))


def rendered(address: SimAt, wanted: WantedWatch, fps: float) -> Watched:
    """A rendered table that plays a record, or a simulated game, with its own profile unless one was named."""
    file = str(wanted.table)
    try:
        named = None if wanted.table is None else read_profile(Path(wanted.table))
        file = str(address.record or wanted.table)
        evening = _evening(address, wanted, named)
        deck = whole_deck(wanted.deck) if address.record is None else _recorded_deck(evening)
        faces = own_faces(deck)
    except Unreadable as unreadable:
        raise Unwatchable(file_message(file, unreadable)) from None
    profile = rendered_profile(evening.setup, SIM_PX, Difficulty.MIDDLE) if named is None else drawable(named)
    film = film_of(evening, profile, faces, Manner(pace=Pace(fps=fps)))
    shown = profile if named is None else named
    return Watched(evening.setup, named_profile(shown, evening.setup), deck, RenderedTable(film))


def _recorded_deck(evening: Evening) -> Deck:
    return default_deck() if evening.deck_text is None else deck_from_text(evening.deck_text)


def _evening(address: SimAt, wanted: WantedWatch, profile: TableProfile | None) -> Evening:
    if address.record is None:
        names = list(NAMES[: DUO_PLAYERS if wanted.mode == Mode.DUO else SIM_SEATS])
        setup = described_game(wanted, names)[0] if profile is None else game_to_watch(wanted, profile)
        return _simulated(simulate_from(setup, "sim"))
    evening = read_evening(address.record, 0)
    if isinstance(evening, Stopped):
        raise Unreadable(evening.forbidden.message, evening.line.number)
    return evening


def _simulated(simulated: Simulated) -> Evening:
    hands = Hands(simulated.setup, Random("sim"))  # noqa: S311 - games, not secrets
    return Evening(simulated.setup, tuple(hands.evening(simulated.acts)))


JOINS = Joins(sight, rendered)
