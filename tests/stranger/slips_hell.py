"""Mistakes with hell and with a Heimdall that was paid in vain."""

from __future__ import annotations

from collections.abc import Callable

from .deck import Card
from .scene import Scene, Told


def _laid(scene: Scene, fits: Callable[[Card], bool], avoid: tuple[str, ...] = ()) -> tuple[Card, str]:
    """A card lands and does nothing yet; the game is carried on by hand."""
    scene.need(scene.mode == "left")
    scene.may_go_on()
    to = scene.pick(seat for seat in scene.unserved_seats() if seat not in avoid)
    card = scene.unseen(fits)
    scene.dirty = True
    scene.table.unseen.remove(card)
    scene.table.hand -= 1
    scene.table.served.add(to)
    scene.table.stakes[to].append(card)
    scene.lay(card, f"stake:{to}")
    return card, to


def _is_hell(card: Card) -> bool:
    return card.kind == "hell"


def _an_empty_stake(scene: Scene) -> None:
    """Hell may name an empty stake, so that nothing else is open."""
    empty = [seat for seat in scene.seats() if not scene.table.stakes[seat]]
    scene.need(len(empty) > 1)


def hell_takes_own_joker(scene: Scene) -> Told:
    """hell destroyed the chooser's own joker (4.11)."""
    active = scene.table.active_seat
    scene.need(not scene.table.solo and scene.table.jokers[active] and any(map(_is_hell, scene.table.unseen)))
    _an_empty_stake(scene)
    _, to = _laid(scene, _is_hell, (active,))
    line = scene.move(scene.table.jokers[active][0], f"jokers:{active}", "discard")
    scene.next_card((to, active))
    return scene.told("joker-swept", "VED-4.11", line, state=False)


def hell_takes_nothing(scene: Scene) -> Told:
    """Every seat's stake holds another card: 'Where the choice was never seen, hell takes nothing'."""
    scene.need(all(scene.table.stakes[seat] for seat in scene.seats()) and not scene.table.solo)
    _, to = _laid(scene, _is_hell)
    line = scene.next_card((to,))
    return scene.told("no-removal", "VED-4.11", line)


def hell_takes_from_the_middle(scene: Scene) -> Told:
    """A card that is neither first nor last of its stake left after a hell."""
    _an_empty_stake(scene)
    seat = scene.pick(seat for seat in scene.seats() if len(scene.table.stakes[seat]) > 2)
    middle = scene.pick(scene.table.stakes[seat][1:-1])
    _, to = _laid(scene, _is_hell, (seat,))
    line = scene.move(middle, f"stake:{seat}", "discard")
    scene.next_card((to, seat))
    return scene.told("wrong-removal", "VED-4.11", line, state=False)


def redirected_card_stays(scene: Scene) -> Told:
    """Heimdall left and the card still lies with the refuser (early-reveal)."""
    holders = [
        seat for seat in scene.unserved_seats() if [joker.kind for joker in scene.table.jokers[seat]] == ["heimdall"]
    ]
    scene.need(holders)
    others = tuple(seat for seat in scene.seats() if seat != holders[0])
    _, to = _laid(scene, lambda card: scene.harmless(card, holders[0]), others)
    scene.move(scene.table.jokers[to][0], f"jokers:{to}", "discard")
    line = scene.next_card((to,))
    return scene.told("early-reveal", "VED-3.3", line, state=False)


SLIPS = [hell_takes_own_joker, hell_takes_nothing, hell_takes_from_the_middle, redirected_card_stays]
