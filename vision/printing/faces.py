"""The faces and the back of a printed deck as pictures."""

from collections import OrderedDict
from collections.abc import Callable, Hashable, Mapping
from functools import cached_property

from companion.looks import Look
from companion.printed import PrintedCard, PrintedDeck
from vision.printing.backs import back_art
from vision.printing.cardface import copy_number, face_art
from vision.printing.painting import Picture, paint_over, painted, stamp
from vision.printing.tags import code_square, tag_squares

MOST_KEPT_BYTES = 120_000_000


class _Kept:
    """Pictures made once and kept, the longest unused forgotten first."""

    def __init__(self, most_bytes: int) -> None:
        self._pictures: OrderedDict[Hashable, Picture] = OrderedDict()
        self._most_bytes = most_bytes

    def picture(self, key: Hashable, make: Callable[[], Picture]) -> Picture:
        """The picture of this key."""
        if key not in self._pictures:
            self._pictures[key] = make()
            self._pictures[key].flags.writeable = False
        self._pictures.move_to_end(key)
        while len(self._pictures) > 1 and sum(each.nbytes for each in self._pictures.values()) > self._most_bytes:
            self._pictures.popitem(last=False)
        return self._pictures[key]


class Faces:
    """Draws cards of a deck by their names; pictures are shared and not to be written on."""

    def __init__(self, deck: PrintedDeck, looks: Mapping[str, Look], px_per_mm: float) -> None:
        """Draw with so many pixels a millimetre."""
        self.px_per_mm = px_per_mm
        self._deck = deck
        self._looks = looks
        self._cards = {card.name: card for card in deck.cards}
        self._art = _Kept(MOST_KEPT_BYTES)
        self._faces = _Kept(MOST_KEPT_BYTES)

    def face(self, name: str) -> Picture:
        """The face of a copy (`thor-3r-2s#07`), upright, BGR."""
        return self._faces.picture(name, lambda: self._marked(self._cards[name]))

    def back(self) -> Picture:
        """The back that all cards share."""
        return self._back

    @cached_property
    def _back(self) -> Picture:
        return painted(back_art(self._deck.size), self._deck.size, self.px_per_mm)

    def _marked(self, card: PrintedCard) -> Picture:
        """A print's art with the number, the tags and the code of one copy."""
        art = self._art.picture(card.print, lambda: self._painted(card.print))
        picture = art.copy()
        paint_over(picture, copy_number(card, self._looks[card.print]), self.px_per_mm)
        for square in (*tag_squares(card, self._deck), code_square(card)):
            stamp(picture, square, self.px_per_mm)
        return picture

    def _painted(self, card_print: str) -> Picture:
        return painted(face_art(self._looks[card_print], self._deck.size), self._deck.size, self.px_per_mm)
