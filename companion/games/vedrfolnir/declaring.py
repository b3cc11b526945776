"""What has to be declared with a card, and whether it was (VED-4.1)."""

from collections.abc import Mapping
from enum import Enum, auto

from companion.cards import Card
from companion.games.vedrfolnir.acts import Choice, Played
from companion.games.vedrfolnir.catalogue import CATALOGUE, Row
from companion.games.vedrfolnir.effects import Destroy, Discard, End, Joker
from companion.games.vedrfolnir.verdicts import Refused, forbid


class Need(Enum):
    """What a card asks its giver to declare."""

    NOTHING = auto()
    SIDE = auto()
    END = auto()
    TARGET = auto()


def _need(row: Row) -> Need:
    if row.score is not None and row.score.is_sided:
        return Need.SIDE
    match row.effect:
        case Discard(None):
            return Need.END
        case Destroy():
            return Need.TARGET
        case _:
            return Need.NOTHING


_NEEDS: Mapping[str, Need] = {kind: _need(row) for kind, row in CATALOGUE.items()}


def need(card: Card) -> Need:
    """What has to be declared with this card."""
    return _NEEDS[card.print.kind]


def is_declared(needed: Need, choice: Choice) -> bool:
    """Whether the choice says what is needed."""
    match needed:
        case Need.SIDE:
            return choice.side is not None
        case Need.END:
            return choice.end is not None
        case Need.TARGET:
            return choice.joker is not None or choice.stake is not None or choice.is_unseen
        case Need.NOTHING:
            return True


def is_aimed_at_joker(card: Card, choice: Choice) -> bool:
    """Whether this is a hell declared against a joker, which nobody can refuse (VED-4.11)."""
    return need(card) is Need.TARGET and choice.joker is not None


def ends_refused(played: Played) -> bool:
    """Whether a refusal sent the card to the discard, so that it never lands."""
    return any(refusal.joker is Joker.NORNES for refusal in played.refusals)


def require_declared(card: Card, played: Played, *, is_landing: bool) -> None:
    """Refuse a choice made twice, or missing when the card lands."""
    needed = need(card)
    if needed is Need.NOTHING:
        return
    choices = (played.choice, *(refusal.choice for refusal in played.refusals))
    if any(_is_doubled(needed, choice) for choice in choices):
        raise forbid("VED-4.1", "choice-doubled", {"card": card.name})
    if is_landing and not any(is_declared(needed, choice) for choice in choices):
        raise forbid("VED-4.1", "choice-missing", {"card": card.name})


def _is_doubled(needed: Need, choice: Choice) -> bool:
    return needed is Need.TARGET and choice.joker is not None and choice.stake is not None


def require_each(card: Card, choices: tuple[Choice, ...], seats: int, *, may_be_fewer: bool) -> None:
    """Refuse a wrong number of choices for a card going round, or one that is incomplete (VED-R15)."""
    is_cut_short = may_be_fewer and 0 < len(choices) < seats
    if len(choices) != seats and not is_cut_short:
        raise wrong_number(card)
    for choice in choices:
        require_declared(card, Played(card.name, choice), is_landing=True)


def wrong_number(card: Card) -> Refused:
    """Not one choice for each seat that applied the card (VED-R15)."""
    return forbid("VED-4.1", "choices-number", {"card": card.name})


def declared_end(choice: Choice) -> End:
    """The end that was declared; `require_declared` made sure that there is one."""
    return choice.end or End.LAST
