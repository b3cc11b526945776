"""What somebody touched that changes what has happened: it counts once people have seen what it changes."""

from typing import NamedTuple

from companion.games.vedrfolnir.session import Intent
from ui.flow import Place


class Asked(NamedTuple):
    """Something to be confirmed: in which game, in which words, and the screens that have nothing to show then."""

    game: object
    intent: Intent
    heading: str
    leaves: tuple[Place, ...] = ()
