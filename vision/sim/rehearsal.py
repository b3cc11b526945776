"""A table to rehearse a set-up on, drawn: it shows the board, or a card, for as long as that is asked for."""

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import Enum, auto
from itertools import count
from typing import Self

from companion.profile import TableProfile
from vision.frames import Frame, Glimpse
from vision.printing.boards import SMALL
from vision.sim.boards import board_picture, held_about
from vision.sim.faces import FaceSource
from vision.sim.levels import Level
from vision.sim.pixels import Pixels
from vision.sim.scene import Scene
from vision.sim.settable import SettableCamera
from vision.sim.stage import Laid

FPS = 10.0
# So many pictures are drawn of each kind, and then shown again.
DRAWN = 6
VIEWS = 14
# A view of the board is held so long, and so long nobody has laid the card yet, in pictures.
HELD, HESITATION = 5, 12


class Showing(Enum):
    """What is seen on the table."""

    BARE = auto()
    BOARD = auto()
    CARD = auto()


@dataclass(frozen=True, slots=True)
class Props:
    """What is drawn: a table whose camera has its true homography and lens, faces, how hard, and the card."""

    profile: TableProfile
    faces: FaceSource
    level: Level
    card: Laid


class Rehearsal(SettableCamera):
    """Pictures at the pace of a camera, of whatever is asked for at that moment."""

    def __init__(self, props: Props, showing: Callable[[], Showing], *, seed: int = 0) -> None:
        super().__init__(props.profile.camera.size_px, props.level, seed)
        self._props, self._showing = props, showing
        self._scene = Scene(props.profile.camera, props.faces, props.level, seed)
        self._held = held_about(self._chance, VIEWS, props.profile.camera)
        self._drawn: dict[Showing, list[Pixels]] = {each: [] for each in Showing}

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        """Nothing is held."""

    def __iter__(self) -> Iterator[Glimpse]:
        """Pictures without end."""
        before, since = Showing.BARE, 0
        for number in count():
            began_s = time.monotonic()
            now = self._showing()
            since = since + 1 if now is before else 0
            before = now
            yield Frame(number, number / FPS, self.taken(self._picture(now, since)))
            time.sleep(max(0.0, began_s + 1 / FPS - time.monotonic()))

    def _picture(self, showing: Showing, since: int) -> Pixels:
        """The picture so long after something began to be shown."""
        match showing:
            case Showing.BOARD:
                return self._repeated(showing, since // HELD, VIEWS)
            case Showing.CARD if since < HESITATION:
                return self._repeated(Showing.BARE, since, DRAWN)
            case _:
                return self._repeated(showing, since, DRAWN)

    def _repeated(self, showing: Showing, since: int, most: int) -> Pixels:
        drawn = self._drawn[showing]
        if len(drawn) < most and since >= len(drawn):
            drawn.append(self._draw(showing, len(drawn)))
        return drawn[since % len(drawn)]

    def _draw(self, showing: Showing, number: int) -> Pixels:
        props = self._props
        if showing is Showing.BOARD:
            return board_picture(props.profile.camera, SMALL, next(self._held), props.level, self._chance)
        laid = (props.card,) if showing is Showing.CARD else ()
        return self._scene.picture(laid, (), number / FPS)
