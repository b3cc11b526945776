"""What the rules still ask for, step by step."""

from collections.abc import Iterator
from typing import NamedTuple

from companion.facts import UNKNOWN, Way
from companion.games.vedrfolnir.catalogue import is_sided
from companion.games.vedrfolnir.judging import Closing, hand_rule, is_cleared, is_unsent, rule_of
from companion.games.vedrfolnir.moves import Owed, place
from companion.games.vedrfolnir.state import Game
from companion.games.vedrfolnir.zones import BRYNHILDR, DISCARD, DRAW, PILE, Place, stake
from companion.mirror import Mirror
from companion.places import Zone


class OpenStep(NamedTuple):
    """Something the rules still ask for."""

    step: str
    rule: str
    card: str | None
    source: Zone | None
    target: Zone


def open_steps(closing: Closing, game: Game, mirror: Mirror, owed: Owed | None) -> Iterator[OpenStep]:
    """The steps in the order in which hands best take them."""
    if owed is not None:
        yield OpenStep("draw", owed.rule, None, DRAW, place(owed.recipient))
    for each in closing.undone:
        if each.source is not None and is_unsent(closing, each):
            yield OpenStep("choose", "VED-4.2", each.name, each.source, each.source)
            continue
        is_share = each.target.startswith(f"{Place.WON}:")
        kind = "share" if is_share else "clear" if is_cleared(closing, each) else "discard"
        yield OpenStep(kind, rule_of(closing, each), each.name, each.source, each.target)
    yield from _questions(closing, game, mirror)
    if closing.is_rest_owed:
        yield OpenStep("rest", hand_rule(closing), None, None, DISCARD)
    if game.is_revealing:
        yield OpenStep("reveal", "VED-8.4", None, PILE, stake(BRYNHILDR))


def _questions(closing: Closing, game: Game, mirror: Mirror) -> Iterator[OpenStep]:
    """What only a person can say: which card lies there, and which way a Tyr lies."""
    for zone, cards in mirror.zones.items():
        yield from (OpenStep("name", "VED-2.4", None, zone, zone) for each in cards if each.name == UNKNOWN)
    for arrival in closing.evidence.arrivals:
        card = game.setup.deck.card(arrival.name)
        if card is not None and is_sided(card) and arrival.way is Way.UNSURE and arrival.path:
            yield OpenStep("choose", "VED-4.1", arrival.name, arrival.path[-1], arrival.path[-1])
