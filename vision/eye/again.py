"""Places that somebody wants to see again, and what earlier looks at them gave."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from companion.observation import Area
from vision.eye.piece import Piece

MOST_LOOKS = 4  # one more has never shown what four averaged ones did not
EVERY = 2  # pictures from one look to the next
SAME_MM = 10.0  # a thing nobody can read is measured a little differently every time


@dataclass(slots=True)
class Place:
    """A part of the table to look at again: how often that was done, what it showed, and when it is due."""

    area: Area
    due: int
    looks: int = 0
    pieces: tuple[Piece, ...] = ()


class Again:
    """The places to look at again, each a few times, as long as they are wanted."""

    def __init__(self) -> None:
        self._places: dict[tuple[int, ...], Place] = {}

    def want(self, areas: Iterable[Area], picture: int) -> None:
        """Only these are wanted from now on."""
        wanted = {_key(each): each for each in areas}
        self._places = {
            key: self._places.get(key) or Place(area, picture + EVERY) for key, area in sorted(wanted.items())
        }

    def due(self, picture: int) -> Iterator[Place]:
        """What to look at in this picture."""
        return (each for each in self._places.values() if each.due <= picture and each.looks < MOST_LOOKS)

    def looked(self, place: Place, piece: Piece, picture: int) -> None:
        """A place was looked at once more."""
        place.looks, place.due, place.pieces = place.looks + 1, picture + EVERY, (*place.pieces, piece)


def _key(area: Area) -> tuple[int, ...]:
    return tuple(round(each / SAME_MM) for each in area)
