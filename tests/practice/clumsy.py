"""Hands that go wrong: what they do besides the motions of a lawful game."""

from dataclasses import dataclass

from companion.games.vedrfolnir.hands import Hands
from companion.games.vedrfolnir.motions import Carry


@dataclass(frozen=True, slots=True)
class Shove(Carry):
    """A card goes from zone to zone in one sight."""


@dataclass(frozen=True, slots=True)
class Wait:
    """Nothing is done for a while."""

    seconds: float


class ClumsyHands(Hands):
    """Hands that may shove cards, and wait."""

    def wait(self, seconds: float) -> None:
        """Nothing is done for so long."""
        self._clock_s += seconds

    def _is_seen_leaving(self, carry: Carry) -> bool:
        return not isinstance(carry, Shove) and super()._is_seen_leaving(carry)
