"""What changes nothing: undos and redos, ghosts, misreadings, things put back, place cards."""

from __future__ import annotations

from typing import Any

from .deck import PLACES, SCORE, Card
from .game import Game
from .narrate import Narrator
from .rulings import RULINGS
from .scribe import Scribe, Seen, is_pile


class Noise:
    """Everything that may stand in a lawful evening without changing the game."""

    def __init__(self, scribe: Scribe, game: Game, narrator: Narrator) -> None:
        self.scribe, self.game, self.narrator = scribe, game, narrator
        self.rng, self.tally = scribe.rng, scribe.tally
        self.pending = False
        self.busy = False
        self.level = self.rng.choice((0.0, 0.5, 1.0))
        scribe.after_put = self._after_line
        scribe.before_touch = self.take_back_touch
        narrator.misreading = 0.04 * self.level

    def chance(self, share: float) -> bool:
        """True that often, in a noisy evening."""
        return self.rng.random() < share * self.level

    # undo and redo -------------------------------------------------------------------------------------------

    def _after_line(self) -> None:
        """After any line: it may be taken back and said again, or nonsense may be said and taken back."""
        if self.busy or not self.chance(0.025):
            return
        self.busy = True
        self.rng.choice((self._undo_redo, self._undo_again, self._nonsense))()
        self.busy = False

    def _undo_redo(self) -> None:
        """n undos, n redos: everything counts again, in its old place."""
        in_force = self._in_force()
        count = min(self.rng.choice((1, 1, 2, 3)), in_force)
        for word in ["undo"] * count + ["redo"] * count:
            self.scribe.put({"say": word})
        self.tally["t undo, redo"] += count

    def _in_force(self) -> int:
        """How many lines there are that an undo can take back, at least."""
        tail = 0
        for line in reversed(self.scribe.lines):
            if line.get("say") in ("undo", "redo") or line.get("lying") or ("say" in line and line["say"] == "keep"):
                break
            tail += 1
        return tail

    def _undo_again(self) -> None:
        """The last line is taken back and comes again."""
        line = self.scribe.lines[-1]
        if line.get("say") in ("undo", "redo", "absent", "correct", "keep"):
            return
        self.scribe.put({"say": "undo"})
        self.scribe.put({key: value for key, value in line.items() if key != "at"})
        self.tally["t undo, the line again"] += 1

    def _nonsense(self) -> None:
        count = self.rng.choice((1, 1, 2, 3))
        for _ in range(count):
            self.scribe.put(self._nonsense_line())
        for _ in range(count):
            self.scribe.put({"say": "undo"})
        self.tally["t nonsense, undone"] += count

    def _nonsense_line(self) -> dict[str, Any]:
        """A line that would be a mistake or a wrong touch if it stood."""
        zones = [*self.game.table.open_zones(), "discard"]
        lying = [
            (seen, zone)
            for zone in zones
            for seen in self.scribe.zone(zone)
            if seen.card and not seen.alias and not is_pile(zone)
        ]
        kind = self.rng.choice(("placed", "removed", "moved", "back", "end-turn", "end-game", "keep"))
        if kind in ("removed", "moved") and lying:
            seen, zone = self.rng.choice(lying)
            card = seen.card.numbered if seen.known and seen.card else seen.print
            if kind == "removed":
                return {"saw": "removed", "card": card, "zone": zone, "index": self.scribe.zone(zone).index(seen)}
            return {
                "saw": "moved",
                "card": card,
                "from": zone,
                "to": self.rng.choice(zones),
                "from_index": self.scribe.zone(zone).index(seen),
            }
        if kind in ("end-turn", "end-game") or (kind == "keep" and self._may_keep()):
            return {"say": kind}
        zone = self.rng.choice(zones)
        card = "back" if kind == "back" or not self.game.table.unseen else self.rng.choice(self.game.table.unseen).print
        place = {} if is_pile(zone) else {"index": len(self.scribe.zone(zone)), "turned": False}
        return {"saw": "placed", "card": card, "zone": zone, **place}

    def _may_keep(self) -> bool:
        """Not in a reveal, and not so early that it would mean cards lying at the start."""
        return not self.game.revealing and self.scribe.now > 3.5

    # touches taken back --------------------------------------------------------------------------------------

    def wrong_touch(self) -> None:
        """A touch that will be taken back with `of: touch`, whatever is seen until then."""
        if self.pending or not self.chance(0.04):
            return
        self.scribe.tick()
        self.busy = True
        self.scribe.put(self._touch())
        self.busy = False
        self.pending = True

    def _touch(self) -> dict[str, Any]:
        table = self.game.table
        words: list[dict[str, Any]] = [{"say": "end-turn"}, {"say": "end-game"}, self._wrong_ruling()]
        if self._may_keep():
            words.append({"say": "keep"})
        if not table.solo:
            words.append({"say": "turn", "seat": self.rng.choice(table.seats)})
        lying = [(seen, zone) for seen, zone in self._lying() if not is_pile(zone)]
        strange = self.narrator.strange_name()
        if lying and strange:
            seen, zone = self.rng.choice(lying)
            words.append({"say": "correct", "card": strange, "zone": zone, "index": self.scribe.zone(zone).index(seen)})
        return self.rng.choice(words)

    def _wrong_ruling(self) -> dict[str, Any]:
        name = self.rng.choice([name for name in RULINGS if name != "VED-R9"])
        return {"say": "setup", "rulings": {name: self.rng.choice(RULINGS[name])}}

    def take_back_touch(self) -> None:
        """`undo` `of: touch`, sometimes redone and taken back again."""
        if not self.pending:
            return
        self.pending = False
        self.scribe.tick()
        self.busy = True
        self.scribe.put({"say": "undo", "of": "touch"})
        if self.rng.random() < 0.3:
            self.scribe.put({"say": "redo"})
            self.scribe.put({"say": "undo", "of": "touch"})
            self.tally["t undo of touch, redo, undo"] += 1
        self.busy = False
        self.tally["t undo of touch"] += 1

    # ghosts --------------------------------------------------------------------------------------------------

    def ghost(self) -> None:
        """A card that never lay there is seen, perhaps moves about, and is said to be absent later."""
        if self.scribe.ghosts() or not self.chance(0.05):
            return
        name = self.rng.choice(("unknown", "back", self.narrator.strange_name() or "unknown"))
        seats = self.game.table.seats
        zone = self.rng.choice(
            [f"stake:{seat}" for seat in seats] + [f"jokers:{seat}" for seat in seats] + ["tribute", "discard"]
        )
        seen = Seen(None, alias=name)
        cards = self.scribe.zone(zone)
        index = self.rng.randint(0, len(cards))
        self.scribe.tick()
        cards.insert(len(cards) if is_pile(zone) else index, seen)
        place = {} if is_pile(zone) else {"index": index, "turned": False}
        self.busy = True
        self.scribe.put({"saw": "placed", "card": name, "zone": zone, **place})
        self.busy = False
        self.tally[f"t ghost {name if name in ('unknown', 'back') else 'card'}"] += 1
        if is_pile(zone):
            self.scribe.absent(seen)
        elif self.rng.random() < 0.3:
            self._ghost_moves(seen, zone)

    def _ghost_moves(self, ghost: Seen, zone: str) -> None:
        target = self.rng.choice([f"stake:{seat}" for seat in self.game.table.seats] + ["tribute"])
        if target == zone:
            return
        self.scribe.tick()
        line = {
            "saw": "moved",
            "card": ghost.alias,
            "from": zone,
            "to": target,
            "from_index": self.scribe.zone(zone).index(ghost),
            "index": len(self.scribe.zone(target)),
        }
        self.scribe.zone(zone).remove(ghost)
        self.scribe.zone(target).append(ghost)
        self.scribe.put(line)
        self.tally["t ghost that moved"] += 1

    # things put back -----------------------------------------------------------------------------------------

    def put_back(self, last: Card | None) -> None:
        """Sentence 9: until play goes on anything may be put back. `last` is the card given last."""
        if not self.chance(0.22):
            return
        self.scribe.settle()
        lying = [(seen, zone) for seen, zone in self._lying() if seen.card is not last]
        if lying:
            seen, zone = self.rng.choice(lying)
            ways = [self._away_and_back]
            if not is_pile(zone):
                ways += [self._lifted]
            if len(self.scribe.zone(zone)) > 1 and zone.startswith(("stake", "tribute")):
                ways += [self._shuffled]
            if seen.card and seen.card.kind == "tyr" and zone.startswith(("stake", "tribute")):
                ways = [self._turned_twice]
            self.rng.choice(ways)(seen, zone)

    def _lying(self) -> list[tuple[Seen, str]]:
        """Cards that hands could touch and a reader could tell apart."""
        return [
            (seen, zone)
            for zone in self.game.table.open_zones()
            for seen in self.scribe.zone(zone)
            if seen.card and not seen.alias and (not is_pile(zone) or self._alone(seen, zone))
        ]

    def _alone(self, seen: Seen, zone: str) -> bool:
        return sum(other.print == seen.print for other in self.scribe.zone(zone)) == 1

    def _lifted(self, seen: Seen, zone: str) -> None:
        index = self.scribe.zone(zone).index(seen)
        self.scribe.alight(self.scribe.lift(seen, zone, zone), index)
        self.tally[f"s9 lifted and put back: {zone.split(':', maxsplit=1)[0]}"] += 1

    def _away_and_back(self, seen: Seen, zone: str) -> None:
        seats = self.game.table.seats
        targets = [["discard"]]
        if zone.startswith("stake") or zone == "tribute":
            targets.append([f"stake:{seat}" for seat in seats if f"stake:{seat}" != zone])
            if seen.card and seen.card.kind in SCORE and self._won_alone(seen):
                targets += [[f"won:{seat}" for seat in seats]] * (2 if zone == "tribute" else 1)
        target = self.rng.choice(self.rng.choice(targets))
        if any(other.print == seen.print for other in self.scribe.zone(target)):
            return
        index = None if is_pile(zone) else self.scribe.zone(zone).index(seen)
        self.scribe.move(seen, zone, target)
        self.scribe.move(seen, target, zone, index)
        self.tally[f"s9 away and back: {zone.split(':', maxsplit=1)[0]}, {target.split(':')[0]}"] += 1

    def _won_alone(self, seen: Seen) -> bool:
        return not any(
            other.print == seen.print for seat in self.game.table.seats for other in self.scribe.zone(f"won:{seat}")
        )

    def _shuffled(self, seen: Seen, zone: str) -> None:
        """Two different cards change places and change back."""
        cards = self.scribe.zone(zone)
        index = cards.index(seen)
        other = index + 1 if index + 1 < len(cards) else index - 1
        if len({card.print for card in cards}) < len(cards) or any(card.alias for card in cards):
            return
        for _ in range(2):
            cards[index], cards[other] = cards[other], cards[index]
            self.scribe.tick()
            self.scribe.put({"saw": "reordered", "zone": zone, "cards": [self.scribe.name(card) for card in cards]})
        self.tally["s9 reordered and back"] += 1

    def _turned_twice(self, seen: Seen, zone: str) -> None:
        for _ in range(2):
            seen.turned = not seen.turned
            self.narrator.turn(seen, zone)
        self.tally["s9 tyr turned twice"] += 1

    # place cards ---------------------------------------------------------------------------------------------

    def place_card(self) -> None:
        """Place cards are ignored, in every `index` too."""
        if not self.chance(0.02):
            return
        self.scribe.tick()
        zone = self.rng.choice(self.game.table.open_zones())
        self.busy = True
        self.scribe.put(
            {
                "saw": "placed",
                "card": self.rng.choice(PLACES),
                "zone": zone,
                **({} if is_pile(zone) else {"index": 0, "turned": False}),
            }
        )
        self.busy = False
        self.tally["s0 place card"] += 1
