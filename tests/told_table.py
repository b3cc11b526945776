"""A short notation for what hands do on a true table, and for the facts that are told of it.

a>A0     a is laid (or carried) to slot 0 of the fan in zone A; A0l, A0u, A0d: the fan runs left, up, down
a>A0t    turned; a>A0x across; a>A0+5 five degrees askew; a>A0*3 three millimetres off
a>A1/b   slid in under b;  a~A1 pushed or turned in place, whatever lies on it stays
-a       taken away;  ?a, !a: can't be read, can be read
h:A, h:- a hand over a zone, no hand;  .  a look at everything;  .A a look at one zone

+a A0    placed at index 0 (t turned, ? unsure);  -a A0 removed;  a A0>B1 moved;  @a At turned;  =A b,a reordered
"""

import re
from itertools import count

from companion.facts import BACK, UNKNOWN, Fact, Kept, Moved, Placed, Removed, Reordered, Said, Turned, Way, fact_fields
from companion.geometry import Point, Pose
from companion.places import Zone
from companion.tracking import Tracker
from tests.true_table import PLANS, WHOLE_TABLE, TrueCard, TrueTable, area, middle

ZONES = dict(zip("ABCTJWDSN", PLANS, strict=True))
LETTERS = {plan.zone: letter for letter, plan in ZONES.items()}
STEP_MM = 16.0
DIRECTIONS = {"": (1, 0), "l": (-1, 0), "u": (0, -1), "d": (0, 1)}
WAYS = {None: "", Way.UPRIGHT: "", Way.TURNED: "t", Way.UNSURE: "?"}
_LAY = re.compile(r"(\w+)([>~])([A-Z])(\d*)([lud]?)([tx]?)(?:\+(-?\d+))?(?:\*(-?\d+))?(?:/(\w+))?")


def card_name(token: str) -> str:
    """o: a back; y: two-sided; k: a print without copies; any other letter: a copy."""
    return {"o": BACK, "y": "tyr#01", "k": "print"}.get(token[0], f"{token}#01")


def told_name(name: str) -> str:
    return {BACK: "o", UNKNOWN: "?", "tyr#01": "y", "print": "k"}.get(name, name.partition("#")[0])


class Play:
    """Hands at a true table, and a tracker that looks at it."""

    def __init__(self, tracker: Tracker) -> None:
        self.table = TrueTable()
        self.tracker = tracker
        self.cards: dict[str, TrueCard] = {}
        self._clock_s = count(1)

    def run(self, script: str) -> str:
        """What is told, look by look, the looks parted by |."""
        return " | ".join(told for token in script.split() for told in self.do(token))

    def do(self, token: str) -> list[str]:
        if token.startswith("."):
            looked = (area(ZONES[token[1]].polygon),) if token[1:] else (WHOLE_TABLE,)
            facts = self.tracker.follow(self.table.look(next(self._clock_s) / 10, looked))
            return [" ".join(map(shown, facts))]
        if token.startswith("h:"):
            self.table.hands = [] if token[2] == "-" else [area(ZONES[token[2]].polygon)]
        elif token[0] == "-":
            self.table.take(self.cards.pop(token[1:]))
        elif token[0] in "?!":
            self.cards[token[1:]].is_readable = token[0] == "!"
        else:
            self._lay(token)
        return []

    def _lay(self, token: str) -> None:
        match = _LAY.fullmatch(token)
        if match is None:
            raise ValueError(token)
        name, verb, zone, slot, direction, turned, askew, off, under = match.groups()
        plan = ZONES[zone]
        steps = STEP_MM * int(slot or 0)
        right, down = DIRECTIONS[direction]
        centre = middle(plan)
        start_x = centre.x_mm - (120 if zone in "ABT" and not direction else 0)
        place = Point(start_x + right * steps + int(off or 0), centre.y_mm + down * steps)
        pose = Pose(place, plan.up_deg + {"": 0, "t": 180, "x": 90}[turned] + int(askew or 0))
        if verb == "~":
            self.table.shove(self.cards[name], pose)
            return
        if name in self.cards:
            self.table.take(self.cards[name])
        self.cards[name] = self.table.lay(card_name(name), pose, self.cards.get(under))


def shown(fact: Fact) -> str:
    """A fact in the short notation."""
    match fact:
        case Placed(_, card, zone, index, way):
            return f"+{told_name(card)} {_spot(zone, index, way)}"
        case Removed(_, card, zone, index):
            return f"-{told_name(card)} {_spot(zone, index, None)}"
        case Moved(_, card, source, target, index, way, from_index):
            return f"{told_name(card)} {_spot(source, from_index, None)}>{_spot(target, index, way)}"
        case Turned(_, card, zone, way):
            return f"@{told_name(card)} {_spot(zone, None, way)}"
        case Reordered(_, zone, cards):
            return f"={LETTERS[zone]} {','.join(map(told_name, cards))}"
        case Kept() | Said():
            return str(fact_fields(fact)["say"])
        case _:
            raise TypeError(fact)


def _spot(zone: Zone, index: int | None, way: Way | None) -> str:
    return f"{LETTERS[zone]}{'' if index is None else index}{WAYS[way]}"
