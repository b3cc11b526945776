"""What the rules say of an act they do not allow."""

from collections.abc import Mapping
from dataclasses import dataclass

from companion.words import NOTHING, Message


@dataclass(frozen=True, slots=True)
class Forbidden:
    """An act that the rules forbid: the rule, and why in words."""

    rule: str
    message: Message


class Refused(Exception):
    """Ends the resolution of a forbidden act."""

    def __init__(self, forbidden: Forbidden) -> None:
        """Carry the verdict to the door of the rulebook."""
        super().__init__(forbidden.rule)
        self.forbidden = forbidden


def forbid(rule: str, key: str, values: Mapping[str, str | int] = NOTHING) -> Refused:
    """The refusal to raise for this rule."""
    return Refused(Forbidden(rule, Message(f"forbidden.{key}", values)))
