"""Where people put their cards: layouts of a table for a number of seats, and the profile file."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from tests.painter.lens import TABLE_MM, Camera, camera_toml
from tests.painter.plane import Mm, Pic, heading, holds

ORDERED = ("stake", "jokers", "tribute")
MARKS = [(580, (30, 30)), (581, (970, 30)), (582, (970, 570)), (583, (30, 570))]


@dataclass(frozen=True)
class Zone:
    """One place: its name in the game and in the profile, its outline, and how cards are fanned there."""

    name: str
    number: str
    box: tuple[float, float, float, float]
    up_deg: float
    start: Mm
    along: Mm
    pitch: float = 20.0

    @property
    def kind(self) -> str:
        """What sort of place it is."""
        return self.name.split(":")[0]

    @property
    def ordered(self) -> bool:
        """Whether cards have an index and a direction here."""
        return self.kind in ORDERED

    @property
    def polygon(self) -> Pic:
        """Its outline."""
        x0, y0, x1, y1 = self.box
        return np.array([[x0, y0], [x1, y0], [x1, y1], [x0, y1]], float)

    def holds(self, point: Mm, margin: float = 0.0) -> bool:
        """Whether a card with this middle lies here."""
        return holds(self.polygon, point, margin)


@dataclass(frozen=True)
class Seat:
    """A person's place: where the shoulder is, and the direction in which they look."""

    name: str
    number: int
    shoulder: Mm
    up_deg: float


@dataclass(frozen=True)
class Layout:
    """All seats and places of one table."""

    seats: tuple[Seat, ...]
    zones: tuple[Zone, ...]
    mode: str

    def zone(self, name: str) -> Zone:
        """The place of this name."""
        return next(z for z in self.zones if z.name == name)

    def zone_of(self, point: Mm) -> str | None:
        """The place that holds a point."""
        return next((z.name for z in self.zones if z.holds(point)), None)

    def seats_argument(self) -> list[str]:
        """What the command line is told of the seats."""
        if self.mode == "solo":
            return []
        people = [s.name for s in self.seats if not s.name.startswith("Ase ")]
        return ["--seats", ",".join(people)]


NAMES = ("Ana", "Bo", "Cy", "Dag", "Eir", "Finn")


def names_for(mode: str, count: int) -> tuple[str, ...]:
    """The seats' names in the order of the rules."""
    if mode == "solo":
        return ("Valhalla", "Heilheim", "Brynhildr")
    if mode == "duo":
        return ("Ana", "Bo", "Ase Ana", "Ase Bo")
    return NAMES[:count]


def _spot(name: str, number: str, spot: tuple[Mm, Mm], up: float, fan: tuple[Mm, Mm, float]) -> Zone:
    """A place around a middle with its half width and half height."""
    (x, y), (wide, high) = spot
    return Zone(name, number, (x - wide, y - high, x + wide, y + high), up, fan[0], fan[1], fan[2])


def _beside(name: str, number: int, middle: Mm, up: float, pitch: float) -> list[Zone]:
    """A seat whose stake is fanned sideways: won to its left, jokers to its right."""
    ahead, right = heading(up), heading(up + 90)
    zones = []
    for kind, off, half in (("won", -195.0, 42.0), ("stake", -10.0, 130.0), ("jokers", 185.0, 55.0)):
        centre = np.array(middle) + right * off
        extent = np.abs(right) * half + np.abs(ahead) * 55
        start = centre - right * (half - 40) if kind == "stake" else centre - right * (18 if kind == "jokers" else 0)
        step = 36.0 if kind == "jokers" else pitch
        fan = ((float(start[0]), float(start[1])), (float(right[0]), float(right[1])), step)
        spot = (float(centre[0]), float(centre[1])), (float(extent[0]), float(extent[1]))
        zones.append(_spot(f"{kind}:{name}", f"{kind}:{number}", spot, up, fan))
    return zones


def _towards(name: str, number: int, middle: Mm, up: float, pitch: float) -> list[Zone]:
    """A seat whose stake is fanned towards it: newer cards nearer to the seat."""
    ahead, right = heading(up), heading(up + 90)
    zones = []
    for kind, off in (("won", -96.0), ("stake", 0.0), ("jokers", 96.0)):
        centre = np.array(middle) + right * off
        start = centre + ahead * (50 if kind == "stake" else 35 if kind == "jokers" else 0)
        extent = np.abs(right) * 46 + np.abs(ahead) * 100
        step = 42.0 if kind == "jokers" else pitch
        fan = ((float(start[0]), float(start[1])), (float(-ahead[0]), float(-ahead[1])), step)
        spot = (float(centre[0]), float(centre[1])), (float(extent[0]), float(extent[1]))
        zones.append(_spot(f"{kind}:{name}", f"{kind}:{number}", spot, up, fan))
    return zones


def _middle(left: float, pitch: float, up: float) -> list[Zone]:
    half = (155.0, 56.0)
    tribute = _spot("tribute", "tribute", ((left + 155, 300), half), up, ((left + 45, 300), (1, 0), pitch))
    draw = _spot("draw", "draw", ((left + 360, 300), (42, 56)), 0, ((left + 360, 300), (1, 0), 0))
    discard = _spot("discard", "discard", ((left + 452, 300), (48, 60)), 0, ((left + 452, 300), (1, 0), 0))
    return [tribute, draw, discard]


SIDES: dict[float, tuple[Mm, Mm]] = {
    0: ((500, 537), (560, 1000)),
    90: ((66, 300), (-420, 330)),
    180: ((500, 63), (440, -400)),
    270: ((934, 300), (1420, 270)),
}


def cross(mode: str, count: int, rng: np.random.Generator) -> Layout:
    """One seat on each side of the table, stakes fanned sideways."""
    ups = (0.0, 90.0, 180.0, 270.0)[: max(count, 3)]
    seats, zones = [], []
    for number, (name, up) in enumerate(zip(names_for(mode, count), ups, strict=False), 1):
        middle, shoulder = SIDES[up]
        short = 0.0 if up in (0, 180) else 1.0
        seats.append(Seat(name, number, shoulder, up))
        zones += _beside(name, number, middle, up, float(rng.uniform(17, 24)) - short)
    if mode == "solo":
        zones.append(_spot("pile:Brynhildr", "pile:3", ((230, 215), (50, 56)), 90, ((230, 215), (1, 0), 0)))
    return Layout(tuple(seats), tuple(zones + _middle(290, float(rng.uniform(18, 25)), 0)), mode)


def rows(mode: str, count: int, rng: np.random.Generator) -> Layout:
    """Seats along both long sides, stakes fanned towards their seats."""
    south = (count + 1) // 2
    spots = [(1000 * (south - i - 0.5) / south, 493.0, 0.0) for i in range(south)]
    north = count - south
    spots += [(1000 * (i + 0.5) / north, 107.0, 180.0) for i in range(north)]
    seats, zones = [], []
    for number, (name, (x, y, up)) in enumerate(zip(names_for(mode, count), spots, strict=True), 1):
        near = 500 + (x - 500) * 0.94
        shoulder = (near + (60 if up == 0 else -60), 1000.0 if up == 0 else -400.0)
        seats.append(Seat(name, number, shoulder, up))
        zones += _towards(name, number, (near, y), up, float(rng.uniform(16, 20)))
    return Layout(tuple(seats), tuple(zones + _middle(250, float(rng.uniform(18, 25)), 0)), mode)


def profile_toml(layout: Layout, camera: Camera, without: frozenset[str], *, with_marks: bool) -> str:
    """The table profile as the formats have it; places without are not seen by the camera."""
    marks = [{"id": i, "at": at, "side": 40} for i, at in MARKS] if with_marks else []
    lines = ["version = 1", "[table]", f"width_mm = {TABLE_MM[0]:.0f}", f"height_mm = {TABLE_MM[1]:.0f}"]
    lines += camera_toml(camera, marks)
    for zone in layout.zones:
        if zone.name not in without:
            polygon = [[round(float(x), 1), round(float(y), 1)] for x, y in zone.polygon]
            lines += ["[[zone]]", f'name = "{zone.number}"', f"polygon_mm = {polygon}", f"up_deg = {zone.up_deg:.0f}"]
    return "\n".join(lines) + "\n"
