"""A table being set up, drawn: the bare table, the board held about, the table again, then a card laid on it."""

import itertools
from collections.abc import Iterator
from typing import Self

import numpy as np

from companion.profile import TableProfile
from vision.frames import DEFAULT_FPS, Frame, Glimpse
from vision.printing.boards import SMALL
from vision.sim.boards import board_picture, held_about
from vision.sim.faces import FaceSource
from vision.sim.levels import Level
from vision.sim.pixels import Pixels
from vision.sim.scene import Scene
from vision.sim.settable import SettableCamera
from vision.sim.stage import Laid

# Of the bare table, so long as the light is judged and held, and again after the board; then of the card.
FIRST, BARE, LAID = 48, 24, 8
VIEWS = 12
# Nobody shows the board while the lens is still being moved; so many pictures later it is not any more.
SETTLED = 7


class SetUpTable(SettableCamera):
    """The pictures of a set-up; the profile's camera must have its true homography, and a lens."""

    def __init__(self, profile: TableProfile, faces: FaceSource, level: Level, card: Laid, *, seed: int = 0) -> None:
        super().__init__(profile.camera.size_px, level, seed)
        self._profile, self._faces, self._level, self._card = profile, faces, level, card
        self._seed = seed

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        """Nothing is held."""

    def __iter__(self) -> Iterator[Glimpse]:
        """Every picture."""
        for number, picture in enumerate(self._pictures()):
            yield Frame(number, number / DEFAULT_FPS, self.taken(picture))

    def _pictures(self) -> Iterator[Pixels]:
        scene = Scene(self._profile.camera, self._faces, self._level, self._seed)
        for at in itertools.takewhile(lambda at: at < FIRST or self.still < SETTLED + 2 * self.lag, itertools.count()):
            yield scene.picture((), (), at / DEFAULT_FPS)
        yield from () if self._profile.camera.lens is None else self._boards()
        yield from (scene.picture((), (), at / DEFAULT_FPS) for at in range(BARE))
        yield from (scene.picture((self._card,), (), at / DEFAULT_FPS) for at in range(LAID))

    def _boards(self) -> Iterator[Pixels]:
        chance = np.random.default_rng(self._seed)
        for held in held_about(chance, VIEWS, self._profile.camera):
            yield board_picture(self._profile.camera, SMALL, held, self._level, chance)
