"""What lies on a back."""

from collections.abc import Sequence

from companion.geometry import Pose, distance_mm
from vision.eye.looks import Surface
from vision.eye.means import Means
from vision.eye.memory import UNKNOWN, Shape
from vision.eye.pixels import share
from vision.eye.placing import Lying
from vision.eye.strips import WHOLE, Over, Strips


class Overlying:
    """Finds what lies on a back: by marks, by who came later, and by what shows where two overlap."""

    def __init__(self, means: Means, strips: Strips) -> None:
        self._layout, self._memory, self._is_known = means.layout, means.memory, means.backs.is_known
        self._strips = strips

    def over(self, surface: Surface, back: Shape, shapes: Sequence[Shape]) -> Over:
        """What lies on a back; of these shapes those of old that came later, and those found now."""
        upper = tuple(each.pose for each in shapes if self._is_shape_on(surface, each, back))
        near = {each.id: each for each in surface.cards if self._overlap(back.pose, each.pose)}
        sure = {number: card.pose for number, card in near.items() if self._is_surely_on(back, card)}
        sure |= self._remembered(surface, back, (*sure.values(), *upper))
        doubtful = [each for number, each in near.items() if number not in sure and self._memory.is_new_here(each)]
        covers = (*sure.values(), *upper)
        came = {each.id: each.pose for each in doubtful if self._has_come_on(surface, back.pose, each.pose, covers)}
        return Over(sure | came, upper)

    def _remembered(self, surface: Surface, back: Shape, covers: Sequence[Pose]) -> dict[int, Pose]:
        """Cards that lay on a back and were not read now, perhaps because nobody looked at them."""
        read = {each.id for each in surface.cards}
        unread = back.covered_by & {each.id for each in self._memory.tags} - read
        poses = {each: self._memory.poses[each] for each in unread & self._memory.poses.keys()}
        return {each: pose for each, pose in poses.items() if not self._is_bared(surface, back.pose, pose, covers)}

    def _is_bared(self, surface: Surface, back: Pose, card: Pose, covers: Sequence[Pose]) -> bool:
        """Whether something changed where a card lay on a back, and the back plainly shows there."""
        is_changed = share(surface.changed, self._memory.cover([back]) & self._memory.cover([card])) > 0
        return is_changed and self._strips.is_bared(surface.piece, back, card, covers)

    def _is_surely_on(self, back: Shape, card: Lying) -> bool:
        """Whether a card lay on a back before, or has a mark that shows where the back lies."""
        is_kept = card.id in back.covered_by and not self._memory.is_new_here(card)
        return is_kept or any(self._strips.is_deep(back.pose, each.centre) for each in card.tags)

    def _has_come_on(self, surface: Surface, back: Pose, card: Pose, covers: Sequence[Pose]) -> bool:
        """Whether a card came to lie on a back, and not under it: something changed there, and the back is hidden."""
        if not self._is_known:
            return True
        place = self._memory.cover([back]) & self._memory.cover([card])
        return share(surface.changed, place) > 0 and self._strips.lies_on(surface.piece, back, card, covers)

    def _is_shape_on(self, surface: Surface, other: Shape, back: Shape) -> bool:
        """Whether another back lies on one, or something that nobody could name."""
        if other is back or not self._overlap(back.pose, other.pose):
            return False
        if other.height and back.height:
            return other.height > back.height
        return other.card == UNKNOWN or self._strips.is_upper(surface.piece, other.pose, back.pose)

    def _overlap(self, one: Pose, other: Pose) -> bool:
        is_near = distance_mm(one.centre, other.centre) < self._layout.diagonal_mm
        return is_near and self._strips.shown(one, (other,)) < WHOLE
