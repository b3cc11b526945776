"""What really happened, and from when on it could be seen: cards free of hands and still."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from tests.painter.evening import BACK
from tests.painter.ground import Ground
from tests.painter.moves import Change
from tests.painter.places import Layout, Zone
from tests.painter.plane import Pic

FPS = 15
SIGHT_FRAMES = 6
CALM_FRAMES = 15
TAKEN = 0.9  # of a place that a card left, under cards that came since: nobody sees that it left


@dataclass
class Sight:
    """How long something was free in sight: seconds at which a run of free pictures began."""

    run: int = 0
    seen_at: float | None = None
    calm_at: float | None = None
    longest: int = 0

    def look(self, t: float, *, free: bool) -> None:
        """One more picture."""
        self.run = self.run + 1 if free else 0
        self.longest = max(self.longest, self.run)
        if self.run == SIGHT_FRAMES and self.seen_at is None:
            self.seen_at = t - (SIGHT_FRAMES - 1) / FPS
        if self.run == CALM_FRAMES and self.calm_at is None:
            self.calm_at = t - (CALM_FRAMES - 1) / FPS


@dataclass
class Stint:
    """A card lying in a place, from when to when."""

    key: str
    zone: str | None
    turned: bool
    across: bool
    deed: int
    since: float
    until: float | None = None
    left_deed: int | None = None
    sight: Sight = field(default_factory=Sight)
    gap: Sight = field(default_factory=Sight)
    place: Pic | None = None

    @property
    def card(self) -> str:
        """What a line may call it."""
        return "back" if self.key.endswith(BACK) else self.key


def is_turned(zone: Zone, deg: float) -> tuple[bool, bool]:
    """Whether a card lies turned in its place, and whether it lies across."""
    off = abs((deg - zone.up_deg + 180) % 360 - 180)
    return off > 135, 45 <= off <= 135


class Truth:
    """Follows a film picture by picture."""

    def __init__(self, layout: Layout, things: set[str]) -> None:
        self.layout, self.things = layout, things
        self.stints: list[Stint] = []
        self.order: dict[str, list[str]] = {}
        self.orders: list[tuple[float, str, tuple[str, ...]]] = []

    def change(self, change: Change, ground: Ground) -> None:
        """Something was laid or taken; called before the ground changes."""
        if change.key in self.things or change.key.startswith("draw-"):
            return
        if change.do == "put":
            self._put(change)
        else:
            self._take(change, ground)

    def _put(self, change: Change) -> None:
        name = self.layout.zone_of((change.pose.x, change.pose.y))
        zone = self.layout.zone(name) if name else None
        turned, across = is_turned(zone, change.pose.deg) if zone and zone.ordered else (False, False)
        self.stints.append(Stint(change.key, name, turned, across, change.deed, change.at))
        self._reorder(change.at, name, [*self.order.get(name or "", []), change.key])

    def _take(self, change: Change, ground: Ground) -> None:
        stint = next(s for s in self.stints if s.key == change.key and s.until is None)
        stint.until, stint.left_deed = change.at, change.deed
        stint.place = ground.footprint(change.key)
        self._reorder(change.at, stint.zone, [k for k in self.order.get(stint.zone or "", []) if k != change.key])

    def _reorder(self, t: float, zone: str | None, keys: list[str]) -> None:
        if zone:
            self.order[zone] = keys
            self.orders.append((t, zone, tuple("back" if k.endswith(BACK) else k for k in keys)))

    def look(self, t: float, owners: Pic, numbers: dict[str, int], covered: Pic, sliding: set[str]) -> None:
        """One picture: which cards, and which empty places, are free in sight."""
        hidden = covered > 12
        for stint in self.stints:
            if stint.until is None and stint.sight.calm_at is None:
                free = stint.key in numbers and stint.key not in sliding
                if free:
                    shown = owners == numbers[stint.key]
                    free = bool(shown.any()) and float(hidden[shown].mean()) < 0.004
                stint.sight.look(t, free=free)
            elif stint.until is not None and stint.place is not None and stint.gap.calm_at is None:
                stint.gap.look(t, free=self._is_gap_free(stint, owners, numbers, hidden))

    def _is_gap_free(self, gone: Stint, owners: Pic, numbers: dict[str, int], hidden: Pic) -> bool:
        """Whether a place that a card left shows, and neither a hand nor later cards take (nearly) all of it."""
        if gone.place is None or not gone.place.any():
            return True
        later = [s for s in self.stints if s.until is None and gone.until is not None and s.since >= gone.until]
        taken = np.isin(owners[gone.place], [numbers[s.key] for s in later if s.key in numbers])
        return float(hidden[gone.place].mean()) < 0.01 and float(taken.mean()) < TAKEN


def facts(truth: Truth, seen_zones: frozenset[str]) -> list[dict[str, Any]]:
    """The changes of a film as a list of facts, with the second from which each could be seen."""
    told = []
    stints = [_placed_out(s, seen_zones) for s in truth.stints]
    by_deed = {s.deed: s for s in stints}
    for stint in stints:
        if stint.zone:
            told.append(_arrival(stint, _last_seen(stint, stints)))
        if stint.until is not None and stint.zone and not _goes_on(by_deed.get(stint.left_deed or -1)):
            told.append(_departure(stint, stints))
    return sorted((t for t in told if t), key=lambda f: f["done"])


def _last_seen(stint: Stint, stints: list[Stint]) -> Stint | None:
    """Where a card lay before; of several stays in one place the last one that anybody saw."""
    before = next((s for s in stints if s.left_deed == stint.deed), None)
    if before is None or before.zone != stint.zone or before.sight.seen_at is not None:
        return before
    return _last_seen(before, stints) or before


def _goes_on(later: Stint | None) -> bool:
    """Whether a card that left is seen again where it went; one that is hidden there has only left."""
    return later is not None and later.zone is not None and later.sight.seen_at is not None


def _placed_out(stint: Stint, seen_zones: frozenset[str]) -> Stint:
    if stint.zone not in seen_zones:
        stint.zone = None
    return stint


def _arrival(stint: Stint, before: Stint | None) -> dict[str, Any]:
    source = before.zone if before and before.zone else None
    saw = "lying" if stint.since <= 0 else "moved" if source else "placed"
    if source == stint.zone and before is not None and before.card == stint.card:
        is_told = before.turned != stint.turned and stint.card != "back"  # nobody can tell which end of a back is up
        saw = "turned" if is_told else "again"
    fact: dict[str, Any] = {"saw": saw, "card": stint.card, "key": stint.key, "zone": stint.zone, "from": source}
    fact |= {"turned": stint.turned, "across": stint.across, "done": round(stint.since, 3), "until": stint.until}
    if saw == "moved" and before is not None:
        fact |= {"from_done": before.until, "was": before.card}
    return fact | _times(stint.sight)


def _is_back(gone: Stint, stints: list[Stint]) -> bool:
    """Whether a card lay in its place again before that was ever seen without it: nobody could tell that it left."""
    again = (s.since for s in stints if (s.key, s.zone) == (gone.key, gone.zone) and s.since >= (gone.until or 0))
    back = min(again, default=None)
    return back is not None and (gone.gap.seen_at is None or gone.gap.seen_at > back)


def _departure(stint: Stint, stints: list[Stint]) -> dict[str, Any]:
    fact = {"saw": "removed", "card": stint.card, "key": stint.key, "zone": stint.zone, "from": stint.zone}
    sight = stint.sight.seen_at is not None and not _is_back(stint, stints)
    times = _times(stint.gap)
    return fact | {"done": round(stint.until or 0, 3)} | times | {"counts": bool(times["counts"]) and sight}


def _times(sight: Sight) -> dict[str, Any]:
    free, calm = (None if at is None else round(at, 3) for at in (sight.seen_at, sight.calm_at))
    return {"counts": free is not None, "free": free, "calm": calm}
