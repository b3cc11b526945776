"""Mistakes with cards that should not be there, and with whose turn it is."""

from __future__ import annotations

from .deck import Card, set_prints
from .scene import NotNow, Scene, Told
from .scribe import Seen


def _void(scene: Scene, name: str, rule: str | list[str], shown: str, zone: str) -> Told:
    """'a foreign, surplus or played-on card is void, as if it were not laid, and its fix takes it off the table'."""
    seen = Seen(None, alias=shown, real=True)
    scene.scribe.tick()
    cards = scene.scribe.zone(zone)
    scene.scribe.put({"saw": "placed", "card": shown, "zone": zone, "index": len(cards), "turned": False})
    cards.append(seen)
    line = scene.line
    if scene.mode == "late":
        scene.next_card(print_=seen.print)
    if scene.mode != "left":
        scene.wait(0.5)
        index = cards.index(seen)
        scene.scribe.put({"saw": "removed", "card": shown, "zone": zone, "index": index})
        cards.remove(seen)
    elif not scene.table.over:
        scene.next_card(print_=seen.print)
    return scene.told(name, rule, line)


def _somewhere(scene: Scene) -> str:
    scene.need(not scene.table.over)
    scene.may_go_on()
    to = scene.pick([*scene.unserved_seats(), "tribute"])
    return "tribute" if to == "tribute" else f"stake:{to}"


def foreign_set(scene: Scene) -> Told:
    """A card of a set that is not in this game."""
    absent = [name for name in ("spring", "winter") if name not in scene.table.setup.sets]
    prints = [face.name for name in absent for face in set_prints(name) if face.kind != "heimdall"]
    if scene.table.setup.mode != "solo":
        prints.append("brynhildr")
    zone = _somewhere(scene)
    return _void(scene, "foreign-card", "VED-2.4", scene.pick(prints), zone)


def foreign_name(scene: Scene) -> Told:
    """A name that is in no deck, or of another of our games."""
    return _void(
        scene,
        "foreign-card",
        "VED-2.4",
        scene.pick(("raiders-3", "thor-9r-1s", "ace of spades", "horn")),
        _somewhere(scene),
    )


def number_too_high(scene: Scene) -> Told:
    """A copy number above the copies that the deck has."""
    scene.need(scene.scribe.numbers != "none")
    card = scene.unseen(lambda card: card.kind in ("thor", "odin"))
    shown = f"{card.print}#{card.face.copies + 1 + scene.rng.randint(0, 3):02d}"
    return _void(scene, "too-many-copies", "VED-1.1", shown, _somewhere(scene))


def known_elsewhere(scene: Scene) -> Told:
    """A card given that is known to lie elsewhere, in the discard too."""
    scene.need(scene.scribe.numbers == "all")
    zones = scene.ordered() + ["discard"] + [f"won:{seat}" for seat in scene.seats()]
    seen, _ = scene.pick(
        (seen, zone) for seen, zone in scene.lying(zones) if seen.known and seen.front.kind in ("thor", "odin")
    )
    return _void(scene, "too-many-copies", "VED-1.1", seen.front.numbered, _somewhere(scene))


def copies_used_up(scene: Scene) -> Told:
    """More copies of a print than the deck has."""
    scene.need(scene.scribe.numbers == "none")
    left = {card.print for card in scene.table.unseen}
    seen, _ = scene.pick(
        (seen, zone)
        for seen, zone in scene.lying(scene.ordered())
        if seen.print not in left and seen.front.kind in ("thor", "odin")
    )
    return _void(scene, "too-many-copies", "VED-1.1", seen.print, _somewhere(scene))


def played_on(scene: Scene) -> Told:
    """A card is given after the game has ended."""
    scene.need(scene.mode != "late")
    if not scene.table.over:
        scene.need(not scene.game.revealing)
        scene.host.stop()
    scene.scribe.settle()
    card = scene.unseen(lambda card: card.kind in ("thor", "odin"))
    zone = scene.pick([f"stake:{seat}" for seat in scene.seats()])
    shown = card.print if scene.scribe.numbers == "none" else card.numbered
    return _void(scene, "played-on", "VED-7.1", shown, zone)


def face_down(scene: Scene) -> Told:
    """A face-down card in a stake, a jokers place or on the tribute; void until it is turned up."""
    zone = _somewhere(scene)
    if zone != "tribute" and scene.rng.random() < 0.3:
        zone = zone.replace("stake", "jokers")
    rule: str | list[str] = ["VED-3.2", "VED-8.1"] if scene.table.solo else "VED-3.2"
    return _void(scene, "brynhildr-seen", rule, "back", zone)


def face_down_turned_up(scene: Scene) -> Told:
    """A face-down card that is turned up before play goes on: it was given there."""
    scene.need(scene.mode == "fixed")
    to = scene.pick(name for name in scene.game.unserved() if name in [*scene.seats(), "tribute"])
    card = scene.unseen(lambda card: scene.harmless(card, to))
    zone = scene.zone(card, to)
    index = len(scene.scribe.zone(zone))
    scene.scribe.tick()
    scene.scribe.put({"saw": "placed", "card": "back", "zone": zone, "index": index, "turned": False})
    scene.wait(0.5)
    scene.scribe.put({"saw": "removed", "card": "back", "zone": zone, "index": index})
    scene.calm(scene.give(card, to))
    scene.lay(card, zone)
    return Told()


def face_up_on_pile(scene: Scene) -> Told:
    """A face-up card on Brynhildr's pile: turned face down at once, it is the one that belongs there."""
    scene.need(scene.table.solo and "Brynhildr" in scene.game.unserved() and scene.mode != "late")
    scene.may_go_on(("Brynhildr",))
    card = scene.unseen(lambda card: card.kind in ("thor", "odin"))
    shown = card.print if scene.scribe.numbers == "none" else card.numbered
    scene.scribe.tick()
    scene.scribe.put({"saw": "placed", "card": shown, "zone": "pile:Brynhildr"})
    line = scene.line
    if scene.mode == "left":
        return scene.told("brynhildr-seen", "VED-8.1", line, state=False)
    scene.wait(0.5)
    scene.scribe.put({"saw": "removed", "card": shown, "zone": "pile:Brynhildr"})
    scene.game.hide()
    scene.scribe.lay(Seen(None), "pile:Brynhildr")
    scene.scribe.play_goes_on()
    return Told()


def second_card(scene: Scene) -> Told:
    """A served recipient is given another card."""
    served = scene.pick(name for name in sorted(scene.table.served) if name in [*scene.seats(), "tribute"])
    scene.may_go_on()
    free = scene.pick(name for name in scene.unserved_seats() + [n for n in scene.game.unserved() if n == "tribute"])
    card = scene.unseen(lambda card: scene.harmless(card, served) and scene.harmless(card, free))
    zone = scene.zone(card, served)
    seen = scene.lay(card, zone)
    line = scene.line
    if scene.mode == "fixed":
        scene.wait(0.5)
        scene.calm(scene.give(card, free))
        scene.scribe.carry(seen, zone, scene.zone(card, free), vanish=False)
        return Told()
    _discarded_from_hand(scene, card)
    scene.next_card()
    if scene.mode == "late":
        scene.scribe.move(seen, zone, "discard")
    return scene.told("second-card", "VED-3.2", line)


def _discarded_from_hand(scene: Scene, card: Card) -> None:
    """'if play goes on without that it counts as discarded from the hand'."""
    scene.table.unseen.remove(card)
    scene.table.discard.append(card)
    scene.table.hand -= 1
    if scene.table.hand < 2:
        raise NotNow


def second_card_then_end_turn(scene: Scene) -> Told:
    """The last card goes to a served recipient and `end-turn` is said: a second-card, whatever is said after."""
    scene.need(scene.table.hand == 1 and scene.mode == "left" and scene.table.draw > 2 * scene.table.size)
    served = scene.pick(name for name in sorted(scene.table.served) if name in [*scene.seats(), "tribute"])
    card = scene.unseen(lambda card: scene.harmless(card, served))
    scene.lay(card, scene.zone(card, served))
    line = scene.line
    scene.scribe.say("end-turn")
    scene.table.unseen.remove(card)
    scene.table.discard.append(card)
    scene.game.skip_turn()
    return scene.told("second-card", "VED-3.2", line)


def two_backs(scene: Scene) -> Told:
    """Two backs in one turn."""
    scene.need(scene.table.solo and "Brynhildr" in scene.table.served)
    scene.may_go_on()
    scene.scribe.lay(Seen(None), "pile:Brynhildr")
    scene.scribe.play_goes_on()
    line = scene.line
    if scene.mode == "fixed":
        scene.wait(0.5)
        scene.scribe.put({"saw": "removed", "card": "back", "zone": "pile:Brynhildr"})
        scene.scribe.zone("pile:Brynhildr").pop()
        return Told()
    scene.need(scene.mode == "left")
    scene.next_card()
    return scene.told("second-card", "VED-3.2", line, state=False)


def unserved(scene: Scene) -> Told:
    """`end-turn` is said before all are served."""
    scene.need(scene.table.served and scene.mode != "late")
    scene.scribe.say("end-turn")
    line = scene.line
    if scene.mode == "fixed":
        scene.scribe.put({"say": "undo"})
        return Told()
    return scene.told("unserved", "VED-3.2", line, state=False)


def wrong_seat(scene: Scene) -> Told:
    """Another seat than the active one says that it takes the hand."""
    scene.need(not scene.table.solo and not scene.table.served and scene.mode != "late" and scene.table.turn > 1)
    active = scene.table.active_seat
    scene.scribe.say("turn", seat=scene.pick(seat for seat in scene.table.seats if seat != active))
    line = scene.line
    if scene.mode == "fixed":
        scene.scribe.put({"say": "undo"})
        return Told()
    scene.need(scene.table.draw > 2 * scene.table.size)
    collected = scene.table.collections and scene.table.collections[-1]["turn"] == scene.table.turn - 1
    scene.next_card()
    told = scene.told("wrong-seat-order", "VED-5.5" if collected else "VED-3.5", line)
    del told.rows[0]["settled"]
    return told


SLIPS = [
    foreign_set,
    foreign_name,
    number_too_high,
    known_elsewhere,
    copies_used_up,
    played_on,
    face_down,
    face_down_turned_up,
    face_up_on_pile,
    second_card,
    second_card_then_end_turn,
    two_backs,
    unserved,
    wrong_seat,
]
