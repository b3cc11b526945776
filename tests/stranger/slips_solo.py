"""Mistakes around Brynhildr (VED-8.4)."""

from __future__ import annotations

from .deck import CHOICE, DRAWERS, JOKERS
from .events import Collect
from .scene import Scene, Told
from .scribe import Seen


def _reveal_starts(scene: Scene, least: int) -> None:
    """A brynhildr of the hand goes to the discard, and the rest of the hand."""
    scene.need(scene.table.solo and scene.table.pile >= least and scene.table.draw > 2 * scene.table.size)
    card = scene.unseen(lambda card: card.kind == "brynhildr")
    rest = scene.table.hand - 1
    scene.need(not scene.scribe.rest_open)
    scene.give(card, "tribute")
    scene.lay(card, "discard")
    scene.clear([], rest)


def skipped(scene: Scene) -> Told:
    """A Brynhildr card was seen and a card is given before 8.4 has come to its end."""
    scene.need(scene.mode == "left")
    _reveal_starts(scene, 1)
    card = scene.unseen(lambda card: card.kind in ("thor", "odin"))
    scene.lay(card, scene.pick(scene.ordered()))
    return scene.told("brynhildr-skipped", "VED-8.4", scene.line, state=False)


def revealed_without(scene: Scene) -> Told:
    """Her pile is revealed without a Brynhildr card."""
    scene.need(scene.mode != "late" and scene.table.solo and scene.table.pile and scene.scribe.zone("pile:Brynhildr"))
    card = scene.unseen(lambda card: card.kind in ("thor", "odin"))
    scene.scribe.tick()
    scene.scribe.put({"saw": "removed", "card": "back", "zone": "pile:Brynhildr"})
    lines = [scene.line]
    scene.lay(card, "stake:Brynhildr")
    lines.append(scene.line)
    if scene.mode == "left":
        return scene.told("brynhildr-skipped", "VED-8.4", lines, state=False)
    scene.table.unseen.remove(card)
    seen = scene.scribe.find(card, "stake:Brynhildr")
    scene.scribe.zone("stake:Brynhildr").remove(seen)
    scene.scribe.tick()
    scene.scribe.put({"saw": "removed", "card": scene.scribe.name(seen), "zone": "stake:Brynhildr", "index": 0})
    scene.scribe.tick()
    scene.scribe.put({"saw": "placed", "card": "back", "zone": "pile:Brynhildr"})
    return Told()


def hand_kept_after_brynhildr(scene: Scene) -> Told:
    """A Brynhildr card, an empty pile, everything cleared: the next card is given before the rest was seen."""
    scene.need(scene.mode != "fixed" and scene.table.solo and scene.table.pile == 0)
    scene.need(scene.table.hand > 1 and scene.table.draw > 2 * scene.table.size)
    scene.need(not scene.scribe.rest_open)
    card = scene.unseen(lambda card: card.kind == "brynhildr")
    story = scene.give(card, "tribute")
    scene.lay(card, "discard")
    scene.clear([move for event in story.events if isinstance(event, Collect) for move in event.moves])
    line = scene.next_card()
    if scene.mode == "late":
        scene.scribe.lay(Seen(None), "discard")
    return scene.told("hand-kept", "VED-8.4", line)


def revealed_cards_stay(scene: Scene) -> Told:
    """8.4b: her revealed cards still lie when the next card is given (early-reveal)."""
    scene.need(scene.mode != "fixed")
    _reveal_starts(scene, 2)
    card = scene.unseen(lambda card: card.kind not in JOKERS | DRAWERS | CHOICE | {"brynhildr", "loki", "fenrir"})
    scene.table.unseen.remove(card)
    scene.host.narrator.tell(scene.game.reveal(card), [])
    scene.need(scene.game.revealing and scene.table.stakes["Brynhildr"])
    last = scene.unseen(lambda card: card.kind == "brynhildr")
    scene.table.unseen.remove(last)
    story = scene.game.reveal(last)
    scene.host.narrator.tell(type(story)(story.act, story.events[:2]), [])
    scene.scribe.settle()
    line = scene.next_card()
    if scene.mode == "late":
        scene.move(card, "stake:Brynhildr", "discard")
    return scene.told("early-reveal", "VED-3.3", line)


SLIPS = [skipped, revealed_without, hand_kept_after_brynhildr, revealed_cards_stay]
