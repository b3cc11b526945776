"""What the rules still ask for, step by step."""

from collections.abc import Iterator
from typing import NamedTuple

from companion.facts import UNKNOWN, Way
from companion.games.vedrfolnir.catalogue import is_sided
from companion.games.vedrfolnir.difference import is_ordered, place_of
from companion.games.vedrfolnir.judging import Closing, hand_rule, is_cleared, rule_of
from companion.games.vedrfolnir.moves import place
from companion.games.vedrfolnir.zones import BRYNHILDR, DISCARD, DRAW, PILE, Place, stake
from companion.mirror import Mirror, print_name
from companion.places import Zone


class OpenStep(NamedTuple):
    """Something the rules still ask for."""

    step: str
    rule: str
    card: str | None
    source: Zone | None
    target: Zone


def open_steps(closing: Closing) -> Iterator[OpenStep]:
    """The steps in the order in which hands best take them."""
    game, mirror = closing.game, closing.mirror
    if closing.owed is not None:
        yield OpenStep("draw", closing.owed.rule, None, DRAW, place(closing.owed.recipient))
    for each in closing.undone:
        is_share = each.target.startswith(f"{Place.WON}:")
        kind = "share" if is_share else "clear" if is_cleared(closing, each) else "discard"
        yield OpenStep(kind, rule_of(closing, each), each.name, each.source, each.target)
    yield from _choices(closing)
    yield from _names(mirror)
    if closing.is_rest_owed:
        yield OpenStep("rest", hand_rule(closing), None, None, DISCARD)
    if game.is_revealing:
        yield OpenStep("reveal", "VED-8.4", None, PILE, stake(BRYNHILDR))


def _choices(closing: Closing) -> Iterator[OpenStep]:
    """What only people can show or say: to whom a card goes, whom hell hits, which way a Tyr lies."""
    for card, rule in ((closing.unsent, "VED-4.2"), (closing.unaimed, "VED-4.11")):
        zone = None if card is None else closing.mirror.spot(card)
        if card is not None and zone is not None:
            yield OpenStep("choose", rule, closing.mirror.name(card), zone, zone)
    for zone in filter(is_ordered, closing.mirror.zones):
        for lying in (each for each in closing.mirror.real(zone) if each.way is Way.UNSURE):
            known = closing.card(print_name(lying.name))
            if known is not None and is_sided(known) and place_of(closing.game, lying.id) == zone:
                yield OpenStep("choose", "VED-4.1", lying.name, zone, zone)


def _names(mirror: Mirror) -> Iterator[OpenStep]:
    """Which card lies there."""
    for zone in mirror.zones:
        yield from (OpenStep("name", "VED-2.4", None, zone, zone) for each in mirror.real(zone) if each.name == UNKNOWN)
