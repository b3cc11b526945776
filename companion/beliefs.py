"""What tracking takes to be in plain sight, so that a still table can be compared with it."""

from collections.abc import Iterable
from dataclasses import dataclass

from companion.geometry import Point, Pose
from companion.outlines import Outline
from companion.tabletop import Laid


@dataclass(frozen=True, slots=True)
class Belief:
    """A card and how it lies; `marks` are the places of its marks that show."""

    card: str
    pose: Pose
    marks: tuple[Point, ...]


def beliefs(cards: Iterable[Laid]) -> tuple[Belief, ...]:
    """The cards of which somebody has seen where they lie, the lower ones first."""
    placed = sorted(cards, key=lambda each: each.height)
    return tuple(_belief(each, each.outline) for each in placed if each.outline is not None)


def _belief(laid: Laid, outline: Outline) -> Belief:
    shown = sorted(laid.read) if laid.is_shown else ()
    return Belief(laid.copy or laid.name, outline.pose, tuple(outline.marks[each] for each in shown))
