"""Cards on piles: whether what shows there is the one that lay on top, one under it, or another."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from companion.claims import Claim
from companion.doubts import SAME_MM
from companion.facts import BACK
from companion.geometry import distance_mm
from companion.outlines import Outline
from companion.tabletop import Laid

# How well the place of a pile's top is known if nobody compared pictures: a twin laid on it never lies quite the same.
BACK_MM = 2.0
# A face that shows again lies exactly where it lay; one thrown on the pile hits that place once in thousands.
EXACTLY_MM = 0.3
# A back that shows again is measured within 0.06 mm and 0.16° of where it lay (120 rendered trials, three levels).
AGAIN_MM = 0.15
AGAIN_DEG = 0.3
# A face that nobody moved is read within this of where it was read before.
FACE_MM = 1.0


class Shown(NamedTuple):
    """A back of a pile that shows; `is_uncovered` if others lay on it before."""

    laid: Laid
    is_uncovered: bool = False


@dataclass(frozen=True, slots=True)
class Piled:
    """The cards that no other claim of this look has been taken for."""

    free: Sequence[Laid]

    def back(self, claim: Claim, outline: Outline) -> Shown | None:
        """The back that lay on top, or one under it if that shows again; nothing if another one came."""
        backs = (each for each in self.free if each.name == BACK and covers_centre(each, outline))
        there = sorted(backs, key=lambda each: each.height)
        if not there:
            return None
        top = there[-1]
        if self._is_buried(top, outline):
            return Shown(top, is_uncovered=True) if _shows_again(top, outline) else None
        lower = self._shown_again(there, outline)
        if lower is not None:
            return Shown(lower, is_uncovered=True)
        return Shown(top) if is_left_alone(top, claim, outline) else None

    def _shown_again(self, there: Sequence[Laid], outline: Outline) -> Laid | None:
        """The uppermost back under the top that lies more exactly where one shows, if no face lies between them."""
        *under, top = there
        off_mm = _off_mm(top, outline)
        exactly = (each for each in reversed(under) if _shows_again(each, outline))
        lower = next((each for each in exactly if _off_mm(each, outline) < off_mm), None)
        return None if lower is None or self._is_between(lower, top, outline) else lower

    def _is_between(self, lower: Laid, upper: Laid, outline: Outline) -> bool:
        """Whether a card that is no back lies between two backs."""
        between = (each for each in self.free if lower.height < each.height < upper.height)
        return any(each.name != BACK and covers_centre(each, outline) for each in between)

    def _is_buried(self, back: Laid, outline: Outline) -> bool:
        """Whether cards that were seen nowhere else lie on a back: then what shows now is another one."""
        return self.faces_on(back, outline) > 0

    def faces_on(self, laid: Laid, outline: Outline) -> int:
        """How many cards that were seen nowhere else lie face up on one that may show there."""
        above = (each for each in self.free if each.height > laid.height and each.name != BACK)
        return sum(covers_centre(each, outline) for each in above)


def _off_mm(laid: Laid, outline: Outline) -> float:
    return math.inf if laid.outline is None else distance_mm(laid.outline.centre, outline.centre)


def _shows_again(back: Laid, outline: Outline) -> bool:
    """Whether a back lies so exactly where one lay that it is the same."""
    return back.outline is not None and back.outline.is_near_either_way(outline, AGAIN_MM, AGAIN_DEG)


def is_within(laid: Laid, outline: Outline, within_mm: float) -> bool:
    """Whether a card lies there; near its edges a degree moves it by about a millimetre."""
    return laid.outline is not None and laid.outline.is_near_either_way(outline, within_mm, within_mm)


def is_left_alone(top: Laid, claim: Claim, outline: Outline) -> bool:
    """Whether the top of a pile is the one that lay there: the picture did not change, or it lies just the same."""
    uncompared_mm = BACK_MM if claim.is_nameless else FACE_MM
    return claim.is_new is not True and is_within(top, outline, uncompared_mm if claim.is_new is None else SAME_MM)


def covers_centre(laid: Laid, outline: Outline) -> bool:
    """Whether a card lies over the middle of a place."""
    return laid.outline is not None and laid.outline.covers(outline.centre, 0)
