"""From a look to sightings: names, witnesses, and what is whole."""

from collections.abc import Iterable

from companion.geometry import HALF_TURN_DEG, Pose, distance_mm
from companion.observation import Sighting
from vision.eye.codes import CodeReader
from vision.eye.layout import Layout
from vision.eye.looks import Look
from vision.eye.memory import BACK, UNKNOWN, Shape
from vision.eye.placing import Lying
from vision.eye.stacking import Stacking

SAME_MM = 2.0  # one thing measured twice
MISREAD = 0.1  # the doubt that one more tag takes away


class Teller:
    """Puts names to what a look found."""

    def __init__(self, layout: Layout, codes: CodeReader) -> None:
        self._layout, self._codes = layout, codes

    def sightings(self, look: Look) -> tuple[Sighting, ...]:
        """One sighting for every card and shape of a look."""
        cards = (self._card(look, each) for each in look.cards)
        shapes = (self._shape(look, each) for each in look.shapes if each.is_told)
        lost = (
            Sighting(each.card, (each.pose,), (each.pose.centre,), is_whole=False, sureness=0.0) for each in look.lost
        )
        return (*cards, *shapes, *lost)

    def _card(self, look: Look, card: Lying) -> Sighting:
        is_whole = Stacking(self._layout, look.piece).is_whole(card, look.cards)
        name = self._layout.names[card.id]
        if is_whole and card.id in look.fresh and self._is_denied(look, card, name):
            name = UNKNOWN
        seen = tuple(each.centre for each in card.tags)
        return Sighting(name, tuple(each.pose for each in card.candidates), seen, is_whole, 1 - MISREAD ** len(seen))

    def _is_denied(self, look: Look, card: Lying, name: str) -> bool:
        """Whether the code of a card names another one than its tags do."""
        said = self._codes.read(look.piece, card.pose)
        return said not in (None, name, self._layout.prints[name])

    def _shape(self, look: Look, shape: Shape) -> Sighting:
        name, pose = shape.card, shape.pose
        if name != BACK:
            turned = Pose(pose.centre, (pose.top_deg + HALF_TURN_DEG) % 360)
            names = [(said, each) for each in (pose, turned) if (said := self._codes.read(look.piece, each))]
            name, pose = names[0] if len(names) == 1 else (name, pose)
        return Sighting(name, (pose,), (shape.shows_at or pose.centre,), True, shape.sureness, shape.is_new)  # noqa: FBT003 - whole


def once(sightings: Iterable[Sighting]) -> tuple[Sighting, ...]:
    """Every card without a number once, although several looks of one moment show it."""
    kept: list[Sighting] = []
    for each in sightings:
        is_nameless = each.card in (BACK, UNKNOWN)
        if not (is_nameless and any(_is_same(each, other) for other in kept)):
            kept.append(each)
    return tuple(kept)


def _is_same(one: Sighting, other: Sighting) -> bool:
    return one.card == other.card and distance_mm(one.poses[0].centre, other.poses[0].centre) < SAME_MM
