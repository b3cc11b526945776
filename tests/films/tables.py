"""The eye that watches a film, as the companion joins it."""

from companion.games.vedrfolnir.decks import default_deck
from companion.games.vedrfolnir.hands import is_pile
from companion.mirror import Mirror
from companion.places import Zone
from companion.profile import TableProfile
from deploy.joining import sight
from deploy.watching import Sight
from tests.films.filming import BusyFilm


def sight_of(film: BusyFilm, profile: TableProfile | None = None, start: Mirror | None = None) -> Sight:
    """Eye and tracking for a film's table, or for the same table in another profile."""
    return sight(profile or film.profile, film.setup, default_deck(), start)


def piles_of(film: BusyFilm) -> frozenset[Zone]:
    """The zones where cards lie on top of each other."""
    return frozenset(plan.zone for plan in film.profile.zones if is_pile(plan.zone))
