"""What somebody touched that changes what has happened: it counts once people have seen what it changes."""

from typing import NamedTuple

from companion.games.vedrfolnir.session import Intent
from ui.flow import Place
from ui.scene import Scene, Spot


class Asked(NamedTuple):
    """Something to be confirmed: in which game, in which words, and the screens that have nothing to show then.

    What is `about` a card of the table is done to that card and to no other, wherever in its place it lies by then.
    """

    game: object
    intent: Intent
    heading: str
    leaves: tuple[Place, ...] = ()
    about: Spot | None = None

    def aimed(self, scene: Scene) -> Intent | None:
        """What is done now; nothing if the card has left its place."""
        return self.intent if self.about is None else scene.aimed(self.intent, self.about.id)

    def strayed(self, scene: Scene) -> str:
        """That its card has left its place, if it has."""
        return "" if self.about is None or self.aimed(scene) is not None else scene.strayed(self.about)
