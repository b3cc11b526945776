"""Mistakes with collections, shares and won piles."""

from __future__ import annotations

from .deck import SCORE
from .scene import Scene, Told
from .scribe import Seen
from .share import Move


def missed_collection(scene: Scene) -> Told:
    """Exact or bust with the last card of the turn; play goes on and no card was moved for it."""
    scene.need(scene.mode != "fixed")
    _, _, moves, _, _ = scene.collection(("exact", "bust"), last=True)
    line = scene.next_card()
    if scene.mode == "late":
        scene.clear(moves)
    return scene.told("missed-collection", "VED-5.1", line)


def _early_won(scene: Scene) -> tuple[Seen, str]:
    return scene.pick(
        (seen, zone) for seen, zone in scene.lying(scene.ordered(), scene.host.recent) if seen.front.kind in SCORE
    )


def false_collection(scene: Scene) -> Told:
    """With no collection due a card goes from a stake or the tribute to a won pile."""
    scene.may_go_on()
    seen, zone = _early_won(scene)
    index = scene.scribe.zone(zone).index(seen)
    won = f"won:{scene.pick(scene.seats())}"
    scene.move(seen.front, zone, won)
    line = scene.line
    if scene.mode == "late":
        scene.next_card((zone.split(":")[-1],))
    if scene.mode != "left":
        scene.move(seen.front, won, zone, index)
    else:
        scene.next_card((zone.split(":")[-1],))
    return scene.told("false-collection", "VED-5.1", line)


def false_clearing(scene: Scene) -> Told:
    """With no collection due a whole stake of two or more cards goes to the discard."""
    scene.may_go_on()
    zone = scene.pick(
        f"stake:{seat}"
        for seat in scene.seats()
        if len(scene.table.stakes[seat]) > 1 and not set(scene.host.recent) & set(scene.table.stakes[seat])
    )
    cards = list(scene.scribe.zone(zone))
    scene.need(len({seen.print for seen in cards}) == len(cards) and scene.scribe.numbers == "all")
    lines = [scene.move(seen.front, zone, "discard") for seen in cards[::-1]]
    if scene.mode == "late":
        scene.next_card((zone.split(":")[-1],))
    if scene.mode != "left":
        for seen in cards:
            scene.move(seen.front, "discard", zone)
    else:
        scene.next_card((zone.split(":")[-1],))
    return scene.told("false-collection", "VED-5.1", lines[0])


def _wrong_target(scene: Scene, moves: list[Move], rest: int, wrong: Move, target: str) -> int:
    """Carry the collection out with one card going to the wrong place; returns that line."""
    others = [move for move in moves if move is not wrong]
    before = scene.rng.random() < 0.5
    if not before:
        scene.clear(others, rest)
    line = scene.move(wrong.card, wrong.source, target)
    if before:
        scene.clear(others, rest)
    return line


def _then(scene: Scene, wrong: Move, target: str) -> None:
    """Put it right at once, later or never."""
    if scene.mode != "fixed":
        scene.next_card()
    if scene.mode != "left":
        scene.move(wrong.card, target, wrong.target)


def effect_won(scene: Scene) -> Told:
    """A card that is no score card goes to a won pile."""
    scene.need(any(card.kind not in SCORE for seat in scene.seats() for card in scene.table.stakes[seat]))
    seat, _, moves, rest, _ = scene.collection(("exact", "bust"))
    wrong = scene.pick(move for move in moves if move.card.kind not in SCORE)
    line = _wrong_target(scene, moves, rest, wrong, f"won:{seat}")
    _then(scene, wrong, f"won:{seat}")
    return scene.told("effect-won", "VED-5.2", line)


def _share_rule(kind: str, move: Move) -> str:
    if kind == "exact":
        return "VED-5.2"
    if move.source != "tribute":
        return "VED-5.3"
    return "VED-6.3" if move.card.kind == "freyja" else "VED-6.1"


def wrong_share(scene: Scene) -> Told:
    """In a collection that is due a score card goes to another won pile, or to the discard."""
    _, _, moves, rest, kind = scene.collection(("exact", "bust"))
    wrong = scene.pick(move for move in moves if move.card.kind in SCORE)
    targets = ["discard"] + [f"won:{name}" for name in scene.seats()]
    target = scene.pick(name for name in targets if name != wrong.target)
    line = _wrong_target(scene, moves, rest, wrong, target)
    _then(scene, wrong, target)
    return scene.told("wrong-share", _share_rule(kind, wrong), line)


def not_cleared(scene: Scene) -> Told:
    """A card was moved, and a stake or the tribute still holds cards that had to leave."""
    scene.need(scene.mode != "fixed")
    _, _, moves, rest, kind = scene.collection(("exact", "bust"))
    scene.need(len(moves) > 1)
    left = scene.rng.sample(moves, scene.rng.randint(1, len(moves) - 1))
    scene.clear([move for move in moves if move not in left], rest)
    line = scene.next_card()
    if scene.mode == "late":
        scene.clear(left)
    return scene.told("not-cleared", "VED-5.2" if kind == "exact" else "VED-5.3", line)


def hand_kept(scene: Scene) -> Told:
    """After a collection the next card is given before the rest of the hand was seen on the discard."""
    scene.need(scene.mode != "fixed" and scene.table.hand > 1)
    _, _, moves, _, _ = scene.collection(("exact", "bust"))
    scene.clear(moves)
    line = scene.next_card()
    if scene.mode == "late":
        scene.scribe.lay(Seen(None), "discard")
    return scene.told("hand-kept", "VED-8.3" if scene.table.solo else "VED-3.4", line)


def won_card_leaves(scene: Scene) -> Told:
    """A card leaves a won pile."""
    scene.may_go_on()
    scene.need(scene.scribe.numbers == "all" and scene.table.served)
    seen, zone = scene.pick(scene.lying([f"won:{seat}" for seat in scene.seats()]))
    line = scene.move(seen.front, zone, "discard")
    if scene.mode != "fixed":
        scene.next_card()
    if scene.mode != "left":
        scene.move(seen.front, "discard", zone)
    return scene.told("won-touched", ["VED-5.2", "VED-5.3"], line)


def won_from_discard(scene: Scene) -> Told:
    """A card comes to a won pile from the discard."""
    scene.may_go_on()
    scene.need(scene.scribe.numbers == "all" and scene.table.served)
    seen, _ = scene.pick(
        (seen, zone)
        for seen, zone in scene.lying(["discard"])
        if seen.front.kind in SCORE
        and seen.front in scene.host.older
        and not any(air.seen is seen for air in scene.scribe.lost)
    )
    won = f"won:{scene.pick(scene.seats())}"
    line = scene.move(seen.front, "discard", won)
    if scene.mode != "fixed":
        scene.next_card()
    if scene.mode != "left":
        scene.move(seen.front, won, "discard")
    return scene.told("won-touched", ["VED-5.2", "VED-5.3"], line)


SLIPS = [
    missed_collection,
    false_collection,
    false_clearing,
    effect_won,
    wrong_share,
    not_cleared,
    hand_kept,
    won_card_leaves,
    won_from_discard,
]
