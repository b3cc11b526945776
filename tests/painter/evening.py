"""The state of a table while a film is planned: who is busy, what lies where, what comes next."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from tests.painter.levels import Level
from tests.painter.moves import Carry, Change, HandMove, Script, Slide
from tests.painter.places import Layout, Seat, Zone
from tests.painter.plane import CARD_MM, Mm, Pose, Track, heading, turn

BACK = "/back"


@dataclass(frozen=True)
class Go:
    """Who begins to do something, and when."""

    seat: Seat
    start: float


@dataclass
class Evening:
    """Everything that planning needs to know."""

    layout: Layout
    level: Level
    rng: np.random.Generator
    deck: list[str]
    things: list[str]
    script: Script = field(default_factory=Script)
    lying: dict[str, list[tuple[str, Pose]]] = field(default_factory=dict)
    across: set[str] = field(default_factory=set)
    laid_things: dict[str, Pose] = field(default_factory=dict)
    zone_free: dict[str, float] = field(default_factory=dict)
    hand_free: dict[tuple[int, bool], float] = field(default_factory=dict)
    deeds: int = 0

    def cards(self, zone: str) -> list[tuple[str, Pose]]:
        """What lies in a place, oldest first."""
        return self.lying.setdefault(zone, [])

    def pace(self, low: float, high: float) -> float:
        """A time by chance, shorter on brisk evenings."""
        return float(self.rng.uniform(low, high)) / self.level.speed

    def new_deed(self) -> int:
        """A number for one movement."""
        self.deeds += 1
        return self.deeds

    def near(self, scale: float = 1.0) -> tuple[float, float, float]:
        """A little untidiness: dx, dy, turn."""
        mm, deg = self.level.untidy_mm * scale, self.level.askew_deg * scale
        dx, dy = self.rng.uniform(-mm, mm, 2)
        return float(dx), float(dy), float(self.rng.uniform(-deg, deg))

    def put(self, at: float, key: str, pose: Pose, deed: int, zone: str | None) -> None:
        """Note that something is laid."""
        self.script.changes.append(Change(at, "put", key, pose.at_height(0), deed, zone, key in self.across))
        if zone:
            self.cards(zone).append((key, pose.at_height(0)))

    def take(self, at: float, key: str, deed: int, zone: str | None) -> Pose:
        """Note that something leaves the table; returns where it lay."""
        pose = next(p for k, p in self.cards(zone) if k == key) if zone else self.laid_things[key]
        self.script.changes.append(Change(at, "take", key, pose, deed, zone))
        if zone:
            self.lying[zone] = [(k, p) for k, p in self.cards(zone) if k != key]
        return pose

    def slide(self, zone: str, key: str, t0: float, t1: float, to: Pose) -> None:
        """Push a lying card."""
        place, old = next((i, p) for i, (k, p) in enumerate(self.cards(zone)) if k == key)
        self.script.slides.append(Slide(key, Track(((t0, old), (t1, to)))))
        self.cards(zone)[place] = (key, to)

    def hand(self, seat: Seat, shape: str, keys: list[tuple[float, Pose]], *, left: bool = False) -> None:
        """Let a hand go along."""
        self.script.hands.append(HandMove(seat.number, left, shape, Track(tuple(keys))))
        self.hand_free[(seat.number, left)] = keys[-1][0]
        self.script.end = max(self.script.end, keys[-1][0])

    def carry(self, key: str, keys: list[tuple[float, Pose]]) -> None:
        """Let a thing go along in a hand."""
        self.script.carries.append(Carry(key, Track(tuple(keys))))

    def free_at(self, seat: Seat, *, left: bool = False) -> float:
        """When a hand is free."""
        return self.hand_free.get((seat.number, left), 0.0)


def home(seat: Seat, target: Pose) -> Pose:
    """Where a hand comes from, out of the picture, before it reaches for a target."""
    x = seat.shoulder[0] + (target.x - seat.shoulder[0]) * 0.16
    y = seat.shoulder[1] + (target.y - seat.shoulder[1]) * 0.16
    return Pose(x, y, target.deg, 70)


def towards(seat: Seat, pose: Pose) -> Mm:
    """The unit vector from a card to its bearer's shoulder."""
    away = np.array([seat.shoulder[0] - pose.x, seat.shoulder[1] - pose.y])
    away = away / np.linalg.norm(away)
    return float(away[0]), float(away[1])


def grip(seat: Seat, pose: Pose, inside_mm: float = 14.0) -> Pose:
    """Where fingers hold a card: near the edge on the bearer's side."""
    ux, uy = towards(seat, pose)
    local = turn(pose.deg).T @ np.array([ux, uy])
    reach = min(CARD_MM[0] / 2 / max(abs(local[0]), 1e-6), CARD_MM[1] / 2 / max(abs(local[1]), 1e-6)) - inside_mm
    return Pose(pose.x + ux * reach, pose.y + uy * reach, 0, pose.z + 3)


def on_table(pose: Pose) -> bool:
    """Whether a card at this pose lies wholly on the table."""
    half = np.abs(turn(pose.deg)) @ np.array([CARD_MM[0] / 2, CARD_MM[1] / 2])
    return bool(half[0] + 3 < pose.x < 997 - half[0] and half[1] + 3 < pose.y < 597 - half[1])


def next_pose(evening: Evening, zone: Zone, how: str = "upright") -> Pose | None:
    """Where the next card of a place is laid, upright, turned or across; nothing if it is full."""
    dx, dy, ddeg = evening.near()
    deg = zone.up_deg + (180 if how == "turned" else 0) + ddeg
    if not zone.ordered:
        spin = float(evening.rng.choice([0, 90, 180, 270], p=[0.7, 0.1, 0.15, 0.05]))
        return Pose(*zone.start, zone.up_deg + spin).by(dx * 2, dy * 2, ddeg * 2)
    cards = evening.cards(zone.name)
    along = np.array(zone.along)
    step = zone.pitch + float(evening.rng.uniform(0, evening.level.slack_mm))
    spot = np.array(zone.start)
    if cards:
        last = max(cards, key=lambda c: c[1].x * along[0] + c[1].y * along[1])[1]
        ahead = abs(float(heading(last.deg) @ along)) > 0.7
        lying_across = ahead != (abs(float(heading(zone.up_deg) @ along)) > 0.7)
        side = np.array(zone.start) - np.array([last.x, last.y])
        spot = (
            np.array([last.x, last.y])
            + along * (step + (13 if lying_across else 0))
            + (side - along * (side @ along)) * 0.6
        )
    if how == "across":
        spot = spot + along * 10
        deg += 90 if evening.rng.random() < 0.5 else -90
    pose = Pose(float(spot[0]), float(spot[1]), deg).by(dx, dy)
    fits = zone.holds((pose.x, pose.y), 9) and on_table(pose) and not _blocked(evening, pose)
    return pose if fits else None


def _blocked(evening: Evening, pose: Pose) -> bool:
    """Whether a thing lies in the way."""
    return any(np.hypot(pose.x - p.x, pose.y - p.y) < 85 for p in evening.laid_things.values())
