"""Plans a film: many acts by several people, one after another and at once."""

from __future__ import annotations

import numpy as np

from tests.painter import acts, idle, packets
from tests.painter.evening import BACK, Evening, Go, next_pose
from tests.painter.levels import Level
from tests.painter.places import Layout, Seat, Zone
from tests.painter.plane import Pose

TAIL_S = 2.2


def lay_out(evening: Evening, count: int) -> None:
    """Cards that lie on the table when the film begins."""
    zones = [z for z in evening.layout.zones if z.kind in ("stake", "tribute", "won", "jokers", "discard")]
    for _ in range(count):
        zone = zones[int(evening.rng.integers(len(zones)))]
        pose = next_pose(evening, zone, "turned" if evening.rng.random() < 0.15 else "upright")
        if pose is not None and (zone.kind != "jokers" or len(evening.cards(zone.name)) < 2):
            evening.put(0.0, evening.deck.pop(), pose, evening.new_deed(), zone.name)


def draw_pile(evening: Evening) -> None:
    """A stack of backs that nobody has to tell anything of."""
    zone = evening.layout.zone("draw")
    for place in range(6):
        dx, dy, ddeg = evening.near(0.3)
        pose = Pose(*zone.start).by(dx, dy, ddeg)
        evening.put(0.0, f"draw-{place}{BACK}", pose, evening.new_deed(), "draw")


def _seat(evening: Evening) -> Seat:
    """Whoever is free first, with some chance for the others."""
    waits = [evening.free_at(s) + float(evening.rng.uniform(0, 2.5)) for s in evening.layout.seats]
    return evening.layout.seats[int(np.argmin(waits))]


def _pick(evening: Evening, zones: list[Zone], least: int = 1) -> Zone | None:
    full = [z for z in zones if len(evening.cards(z.name)) >= least]
    return full[int(evening.rng.integers(len(full)))] if full else None


class Planner:
    """Chooses act after act until the film has enough changes."""

    def __init__(
        self, layout: Layout, level: Level, rng: np.random.Generator, deck: list[str], things: list[str]
    ) -> None:
        self.evening = Evening(layout, level, rng, deck, things)
        self.rng = rng
        zones = layout.zones
        self.ordered = [z for z in zones if z.kind in ("stake", "tribute")]
        self.jokers = [z for z in zones if z.kind == "jokers"]
        self.piles = [z for z in zones if z.kind in ("discard", "won")]
        self.hidden = [z for z in zones if z.kind == "pile"]

    def plan(self, changes: int, lying: int, tail_s: float = TAIL_S) -> Evening:
        """The whole film."""
        evening = self.evening
        draw_pile(evening)
        lay_out(evening, lying)
        evening.hand_free = {(s.number, left): 1.0 for s in evening.layout.seats for left in (False, True)}
        evening.zone_free = {z.name: 1.0 for z in evening.layout.zones}
        first = len(evening.script.changes)
        while len(evening.script.changes) - first < changes and len(evening.deck) > 12:
            self._step()
        evening.script.changes.sort(key=lambda c: c.at)
        evening.script.end += tail_s
        return evening

    def _step(self) -> None:
        seat = _seat(self.evening)
        start = self.evening.free_at(seat) + float(self.rng.uniform(*self.evening.level.gap_s)) + 0.1
        if self.rng.random() < 0.18 * (0.5 + self.evening.level.odd):
            self._aside(start)
        weights = {"lay": 46, "joker": 5, "pile": 14, "take": 6, "move": 12, "turn": 5, "again": 4, "clear": 5}
        weights |= {"across": 5, "straighten": 4, "back": 3, "reveal": 3, "nudge": 4, "hide": 8 if self.hidden else 0}
        odds = np.array(list(weights.values()), float)
        getattr(self, "_" + str(self.rng.choice(list(weights), p=odds / odds.sum())))(Go(seat, start))

    def _target(self, zones: list[Zone]) -> Zone:
        return zones[int(self.rng.integers(len(zones)))]

    def _lay(self, go: Go) -> None:
        zone = self._target(self.ordered)
        key = self.evening.deck.pop()
        how = "turned" if self.rng.random() < (0.5 if key.startswith("tyr") else 0.08) else "upright"
        if not acts.lay(self.evening, go, zone, key, how):
            self.evening.deck.insert(0, key)
            self._clear(go, zone)

    def _across(self, go: Go) -> None:
        zone = self._target([z for z in self.ordered if z.kind == "stake"])
        key = next(k for k in reversed(self.evening.deck) if not k.startswith("tyr"))
        if acts.lay(self.evening, go, zone, key, "across"):
            self.evening.deck.remove(key)

    def _joker(self, go: Go) -> None:
        zone = self._target(self.jokers)
        if len(self.evening.cards(zone.name)) < 2:
            key = self.evening.deck.pop()
            if not acts.lay(self.evening, go, zone, key):
                self.evening.deck.insert(0, key)

    def _pile(self, go: Go) -> None:
        acts.lay(self.evening, go, self._target(self.piles), self.evening.deck.pop())

    def _hide(self, go: Go) -> None:
        acts.lay(self.evening, go, self.hidden[0], self.evening.deck.pop() + BACK)

    def _back(self, go: Go) -> None:
        zone = self._target(self.ordered + [z for z in self.piles if z.kind == "discard"])
        acts.lay(self.evening, go, zone, self.evening.deck.pop() + BACK)

    def _reveal(self, go: Go) -> None:
        backs = [
            z for z in self.ordered if self.evening.cards(z.name) and self.evening.cards(z.name)[-1][0].endswith(BACK)
        ]
        if backs:
            acts.reveal(self.evening, go, self._target(backs))

    def _take(self, go: Go) -> None:
        zone = _pick(self.evening, self.ordered + self.jokers)
        if zone:
            cards = self.evening.cards(zone.name)
            key = cards[0 if self.rng.random() < 0.4 else -1][0]
            acts.take(self.evening, go, zone, key)

    def _move(self, go: Go) -> None:
        source = _pick(self.evening, self.ordered + self.jokers)
        if source:
            cards = self.evening.cards(source.name)
            key = cards[0 if self.rng.random() < 0.35 else -1][0]
            target = self._target([z for z in self.ordered + self.piles if z is not source])
            acts.move(self.evening, go, source, target, key)

    def _turn(self, go: Go) -> None:
        zone = _pick(self.evening, self.ordered)
        if zone and self.evening.cards(zone.name)[-1][0] not in self.evening.across:
            acts.again(self.evening, go, zone, 180)

    def _again(self, go: Go) -> None:
        zone = _pick(self.evening, self.ordered + self.jokers)
        if zone:
            acts.again(self.evening, go, zone, 0)

    def _straighten(self, go: Go) -> None:
        lying = [
            z
            for z in self.ordered
            if self.evening.cards(z.name) and self.evening.cards(z.name)[-1][0] in self.evening.across
        ]
        if lying:
            acts.straighten(self.evening, go, self._target(lying))

    def _nudge(self, go: Go) -> None:
        zone = _pick(self.evening, self.ordered + self.jokers)
        if zone:
            idle.nudge(self.evening, go, zone)

    def _clear(self, go: Go, zone: Zone | None = None) -> None:
        """One stake, or all stakes at once by several hands."""
        if zone is not None or self.rng.random() < 0.6:
            zone = zone or _pick(self.evening, self.ordered, 2)
            if zone:
                packets.clear(self.evening, go, zone, self._target(self.piles))
            return
        for person in self.evening.layout.seats:
            source = next((z for z in self.ordered if z.name == f"stake:{person.name}"), None)
            if source and len(self.evening.cards(source.name)) > 1:
                begin = max(go.start, self.evening.free_at(person)) + float(self.rng.uniform(0, 0.8))
                packets.clear(self.evening, Go(person, begin), source, self._target(self.piles))

    def _aside(self, start: float) -> None:
        """Something besides the game, with a left hand where one is enough."""
        evening = self.evening
        person = self._someone()
        begin = max(start, evening.free_at(person, left=True))
        sort = str(self.rng.choice(["rest", "beside", "gesture", "fan", "thing"], p=[0.2, 0.2, 0.2, 0.15, 0.25]))
        if sort in ("rest", "beside"):
            self._rest(person, begin, on_cards=sort == "rest")
        if sort == "gesture":
            idle.gesture(evening, person, begin)
        if sort == "fan" and len(evening.deck) > 40:
            idle.fan(evening, person, begin, faces=bool(self.rng.random() < 0.3))
        if sort == "thing":
            self._thing(person)

    def _someone(self) -> Seat:
        seats = self.evening.layout.seats
        return seats[int(self.rng.integers(len(seats)))]

    def _rest(self, person: Seat, begin: float, *, on_cards: bool) -> None:
        zone = _pick(self.evening, self.ordered) if on_cards else None
        if zone:
            begin = max(begin, self.evening.zone_free[zone.name] - 0.4)
            idle.rest(self.evening, person, self.evening.cards(zone.name)[-1][1], begin)
            self.evening.zone_free[zone.name] = self.evening.free_at(person, left=True)
        elif at := idle.free_spot(self.evening, 25, in_zones=False):
            idle.rest(self.evening, person, at, begin)

    def _thing(self, person: Seat) -> None:
        evening = self.evening
        begin = evening.free_at(person) + 0.2
        if evening.laid_things and (self.rng.random() < 0.4 or not evening.things):
            idle.fetch_thing(evening, person, next(iter(evening.laid_things)), begin)
        elif evening.things:
            key = evening.things.pop()
            small = evening.level.odd > 0.5 and key in ("coins", "dice", "other card")
            at = idle.free_spot(evening, 78 if key in ("phone", "pencil", "notepad") else 48, in_zones=small)
            if at:
                idle.bring_thing(evening, person, key, at, begin)
