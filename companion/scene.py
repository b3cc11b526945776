"""What one look comes to while tracking works it out."""

from dataclasses import dataclass, field

from companion.claims import Claim
from companion.outlines import Look, Outline
from companion.tabletop import Laid
from companion.telling import Changes


@dataclass(slots=True)
class Scene:
    """One look: the cards seen in it, those found elsewhere than before, those that wait for another look.

    `things` lie there without being known cards; `gone` are cards that are missed; `replaced` are cards without a name
    and what they turned out to be.
    """

    look: Look
    changes: Changes = field(default_factory=Changes)
    seen: dict[Laid, Claim] = field(default_factory=dict)
    moved: set[Laid] = field(default_factory=set)
    spared: set[Laid] = field(default_factory=set)
    things: list[Outline] = field(default_factory=list)
    gone: set[Laid] = field(default_factory=set)
    replaced: dict[Laid, Laid] = field(default_factory=dict)

    def lose(self, laid: Laid) -> None:
        """A card is not there any more."""
        self.gone.add(laid)
        self.changes.goals[laid] = None

    def replace(self, nameless: Laid, laid: Laid) -> None:
        """A card without a name turned out to be this one."""
        self.replaced[nameless] = laid
        self.lose(nameless)
