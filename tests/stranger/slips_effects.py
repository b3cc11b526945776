"""Mistakes with effects, jokers, refusals and order."""

from __future__ import annotations

from typing import Any

from .deck import JOKERS, RAVENS, Card
from .events import Arrive, Bounce, Refuse, Remove
from .scene import Scene, Told, is_objective_or_joker


def _given(scene: Scene, card: Card, to: str, *, refuse: bool = False) -> list[Any]:
    """Give a card and lay it for its recipient; returns what should follow."""
    story = scene.give(card, to, refuse=refuse)
    scene.calm(story)
    scene.lay(card, scene.zone(card, to))
    return story.events[1:]


def no_draw(scene: Scene) -> Told:
    """The card that sleipnir or a raven asks for was not drawn."""
    scene.need(scene.mode == "left" and scene.table.draw > 3)
    scene.may_go_on()
    to = scene.pick(scene.unserved_seats())
    card = scene.unseen(
        lambda card: (
            card.kind in RAVENS or (card.kind == "sleipnir" and scene.table.stars(to) + 1 < scene.table.objective(to))
        )
    )
    scene.table.unseen.remove(card)
    scene.lay(card, f"stake:{to}")
    scene.table.served.add(to)
    scene.table.stakes[to].append(card)
    scene.table.hand -= 1
    line = scene.next_card()
    return scene.told("no-draw", "VED-4.9" if card.kind == "sleipnir" else "VED-4.10", line, state=False)


def _remover(scene: Scene, kinds: tuple[str, ...], least: int) -> tuple[Card, str]:
    scene.may_go_on()
    to = scene.pick([seat for seat in scene.unserved_seats() if len(scene.table.stakes[seat]) >= least])
    return scene.unseen(lambda card: card.kind in kinds), to


def no_removal(scene: Scene) -> Told:
    """loki, fenrir or skoll_hati removed nothing ('skoll_hati takes the last, until hands show it')."""
    scene.need(scene.mode != "fixed")
    card, to = _remover(scene, ("loki", "fenrir", "skoll_hati"), 1)
    scene.host.dealer.ends = ("last",)
    events = _given(scene, card, to)
    scene.host.dealer.ends = ("first", "last")
    removal = scene.pick(event for event in events if isinstance(event, Remove))
    line = scene.next_card((to,))
    if scene.mode == "late":
        scene.move(removal.card, removal.zone, "discard")
    return scene.told("no-removal", "VED-4.8", line)


def wrong_removal(scene: Scene) -> Told:
    """A card that the effect could not take left the stake; the right one too, or it leaves when this is put right."""
    card, to = _remover(scene, ("loki", "fenrir"), 2)
    events = _given(scene, card, to)
    removal = scene.pick(event for event in events if isinstance(event, Remove))
    zone = f"stake:{to}"
    wrong = scene.pick(seen for seen in scene.scribe.zone(zone) if seen.card not in (card, removal.card))
    both = scene.mode != "fixed" or scene.rng.random() < 0.5
    if both:
        scene.move(removal.card, zone, "discard")
    index = scene.scribe.zone(zone).index(wrong)
    scene.need(not any(other.print == wrong.print for other in scene.scribe.zone("discard")))
    line = scene.move(wrong.front, zone, "discard")
    if scene.mode != "fixed":
        scene.next_card((to,))
    if scene.mode != "left":
        scene.move(wrong.front, "discard", zone, index)
    if not both:
        scene.move(removal.card, zone, "discard")
    return scene.told("wrong-removal", "VED-4.8", line)


def joker_swept(scene: Scene) -> Told:
    """A joker leaves although its owner was not receiving a card."""
    scene.may_go_on()
    scene.need(scene.scribe.numbers == "all" and scene.host.recent)
    seen, zone = scene.pick(
        (seen, zone)
        for seen, zone in scene.lying([f"jokers:{seat}" for seat in scene.seats()])
        if zone.split(":", 1)[1] not in scene.host.touched
    )
    line = scene.move(seen.front, zone, "discard")
    if scene.mode == "late":
        scene.next_card((zone.split(":", 1)[1],))
    if scene.mode != "left":
        scene.move(seen.front, "discard", zone)
    else:
        scene.next_card((zone.split(":", 1)[1],))
    return scene.told("joker-swept", "VED-5.4", line)


def double_joker(scene: Scene) -> Told:
    """A second joker of one kind is kept."""
    scene.need(scene.mode != "fixed")
    scene.may_go_on()
    to = scene.pick(seat for seat in scene.unserved_seats() if scene.table.jokers[seat])
    held = {joker.kind for joker in scene.table.jokers[to]}
    card = scene.unseen(lambda card: card.kind in held)
    events = _given(scene, card, to)
    scene.need(any(isinstance(event, Bounce) for event in events))
    line = scene.next_card((to,))
    if scene.mode == "late":
        scene.move(card, f"jokers:{to}", "discard")
    return scene.told("double-joker", "VED-2.3", line)


def joker_in_stake(scene: Scene) -> Told:
    """A joker lies in a stake, or a stake card in a jokers place."""
    scene.may_go_on()
    to = scene.pick(scene.unserved_seats())
    card = scene.unseen(
        lambda card: scene.harmless(card, to) or (card.kind in JOKERS and not scene.table.holds(to, card.kind))
    )
    right = scene.zone(card, to)
    wrong = f"{'stake' if card.kind in JOKERS else 'jokers'}:{to}"
    scene.calm(scene.give(card, to))
    scene.lay(card, wrong)
    line = scene.line
    if scene.mode != "fixed":
        scene.next_card((to,))
    if scene.mode != "left":
        scene.move(card, wrong, right)
    return scene.told("joker-in-stake", "VED-4.3", line)


def stuck_on_tribute(scene: Scene) -> Told:
    """An objective card or joker stays on the tribute."""
    scene.need(scene.mode != "fixed" and "tribute" in scene.game.unserved())
    scene.may_go_on(("tribute",))
    card = scene.unseen(is_objective_or_joker)
    _given(scene, card, "tribute")
    line = scene.next_card(("tribute",))
    if scene.mode == "late":
        scene.move(card, "tribute", "discard")
    return scene.told("stuck-on-tribute", "VED-4.14", line)


def refused_without_joker(scene: Scene) -> Told:
    """A card given goes from its recipient to the discard or to another recipient, and no joker left."""
    scene.may_go_on()
    to = scene.pick(scene.unserved_seats())
    card = scene.unseen(lambda card: scene.harmless(card, to))
    others = [f"stake:{seat}" for seat in scene.seats() if seat != to] + ["tribute", "discard"]
    target = scene.pick(
        zone for zone in others if not any(seen.print == card.print for seen in scene.scribe.zone(zone))
    )
    _given(scene, card, to)
    scene.wait()
    line = scene.move(card, f"stake:{to}", target)
    if scene.mode != "fixed":
        scene.next_card((to, target.split(":")[-1]))
    if scene.mode != "left":
        scene.wait()
        scene.move(card, target, f"stake:{to}")
    return scene.told("refused-without-joker", "VED-4.2", line)


def straight_to_discard(scene: Scene) -> Told:
    """A card of the hand goes face up straight to the discard, and no joker leaves."""
    scene.need(scene.mode != "late")
    scene.may_go_on()
    to = scene.pick(scene.unserved_seats())
    card = scene.unseen(lambda card: scene.harmless(card, to) and not scene.scribe.mistakable(card, "discard"))
    scene.need(not any(seen.print == card.print for seen in scene.scribe.zone("discard")))
    scene.lay(card, "discard")
    line = scene.line
    if scene.mode == "fixed":
        scene.calm(scene.give(card, to))
        scene.move(card, "discard", f"stake:{to}")
    else:
        scene.next_card(print_=card.print)
    return scene.told("refused-without-joker", "VED-4.2", line, state=scene.mode == "fixed")


def refused_card_stays(scene: Scene) -> Told:
    """Nornes left and the refused card still lies with the refuser (early-reveal)."""
    scene.need(scene.mode != "fixed")
    scene.may_go_on()
    to = scene.pick(
        seat for seat in scene.unserved_seats() if [joker.kind for joker in scene.table.jokers[seat]] == ["nornes"]
    )
    card = scene.unseen(lambda card: scene.harmless(card, to))
    events = _given(scene, card, to, refuse=True)
    refusal = scene.pick(event for event in events if isinstance(event, Refuse))
    scene.move(refusal.joker, f"jokers:{to}", "discard")
    line = scene.next_card((to,))
    if scene.mode == "late":
        scene.move(card, f"stake:{to}", "discard")
    return scene.told("early-reveal", "VED-3.3", line)


def drawn_card_stays(scene: Scene) -> Told:
    """A card that R4 or R5 sends to the discard still lies there (early-reveal)."""
    scene.need(scene.mode != "fixed" and scene.table.draw > 3)
    scene.may_go_on()
    to = scene.pick(scene.unserved_seats())
    scene.need(scene.table.setup.ruling(4) == "drawn" or scene.table.setup.ruling(5) == "discard")
    scene.need(not scene.table.jokers[to])
    raven = scene.unseen(lambda card: card.kind in RAVENS)
    events = _given(scene, raven, to)
    arrive = scene.pick(event for event in events if isinstance(event, Arrive))
    bounce = [event for event in events if isinstance(event, Bounce) and event.card is arrive.card]
    scene.need(len(events) == 2 and bounce and bounce[0].why in ("R4", "R5"))
    scene.lay(arrive.card, arrive.zone)
    line = scene.next_card((to,))
    if scene.mode == "late":
        scene.move(arrive.card, arrive.zone, "discard")
    return scene.told("early-reveal", "VED-3.3", line)


def order_changed(scene: Scene) -> Told:
    """The order of a stake or of the tribute changed."""
    scene.may_go_on()
    zone = scene.pick(zone for zone in scene.ordered() if len(scene.scribe.zone(zone)) > 1)
    cards = scene.scribe.zone(zone)
    scene.need(len({seen.print for seen in cards}) == len(cards))
    at = scene.rng.randrange(len(cards) - 1)

    def swap() -> None:
        cards[at], cards[at + 1] = cards[at + 1], cards[at]
        scene.scribe.tick()
        scene.scribe.put({"saw": "reordered", "zone": zone, "cards": [scene.scribe.name(seen) for seen in cards]})

    swap()
    line = scene.line
    if scene.mode == "late":
        scene.next_card((zone.split(":", 1)[-1],))
    if scene.mode != "left":
        swap()
    else:
        scene.next_card((zone.split(":", 1)[-1],))
    return scene.told("order-changed", "VED-2.2", line)


def laid_in_front(scene: Scene) -> Told:
    """A card was laid anywhere but at the end."""
    scene.may_go_on()
    to = scene.pick([name for name in scene.game.unserved() if name == "tribute"] + scene.unserved_seats())
    card = scene.unseen(lambda card: scene.harmless(card, to))
    zone = scene.zone(card, to)
    cards = scene.scribe.zone(zone)
    scene.need(cards and not any(seen.print == card.print for seen in cards))
    scene.calm(scene.give(card, to))
    seen = scene.lay(card, zone)
    cards.remove(seen)
    at = scene.rng.randrange(len(cards))
    cards.insert(at, seen)
    scene.scribe.lines[-1]["index"] = at
    line = scene.line
    if scene.mode != "fixed":
        scene.next_card((to,))
    if scene.mode != "left":
        cards.remove(seen)
        cards.append(seen)
        scene.wait()
        scene.need(len({card.print for card in cards}) == len(cards))
        scene.scribe.put({"saw": "reordered", "zone": zone, "cards": [scene.scribe.name(seen) for seen in cards]})
    return scene.told("order-changed", "VED-2.2", line)


def tyr_turned(scene: Scene) -> Told:
    """A Tyr was turned after play had gone on."""
    scene.may_go_on()
    seen, zone = scene.pick(
        (seen, zone) for seen, zone in scene.lying(scene.ordered(), scene.host.recent) if seen.front.kind == "tyr"
    )
    seen.turned = not seen.turned
    scene.host.narrator.turn(seen, zone)
    line = scene.line
    if scene.mode != "fixed":
        scene.next_card((zone.split(":", 1)[-1],))
    if scene.mode != "left":
        seen.turned = not seen.turned
        scene.host.narrator.turn(seen, zone)
    return scene.told("tyr-turned", "VED-4.6", line)


SLIPS = [
    no_draw,
    no_removal,
    wrong_removal,
    joker_swept,
    double_joker,
    joker_in_stake,
    stuck_on_tribute,
    refused_without_joker,
    straight_to_discard,
    refused_card_stays,
    drawn_card_stays,
    order_changed,
    laid_in_front,
    tyr_turned,
]
