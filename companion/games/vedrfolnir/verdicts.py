"""What the rules say of an act they do not allow."""

from dataclasses import dataclass

from companion.games.vedrfolnir.zones import TRIBUTE, Recipient
from companion.words import NOTHING, Message, Values


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


def forbid(rule: str, key: str, values: Values = NOTHING) -> Refused:
    """The refusal to raise for this rule."""
    return Refused(Forbidden(rule, Message(f"forbidden.{key}", values)))


def named(recipient: Recipient) -> str | Message:
    """A recipient as sentences name it: players by their name, the tribute in the reader's language."""
    return Message("recipient.tribute") if recipient == TRIBUTE else recipient
