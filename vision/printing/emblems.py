"""Emblems, runes and set symbols, drawn from the rows of `art/emblems.toml`."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from companion.geometry import Point
from vision.printing.drawing import Colour, Contour, Drawing, Shape, joined
from vision.printing.outlines import traced

BOX = 100
MIDDLE = Point(BOX / 2, BOX / 2)


@dataclass(frozen=True, slots=True)
class Inks:
    """The colours of an emblem's roles: the figure, the ground it stands on, and the second ink."""

    main: Colour
    cut: Colour
    accent: Colour

    def of(self, role: str) -> Colour:
        """The colour of a role."""
        return {"main": self.main, "cut": self.cut, "accent": self.accent}[role]


@dataclass(frozen=True, slots=True, eq=False)
class _Stroke:
    """A shape of an emblem before it has its colour, its middle at the origin."""

    contours: tuple[Contour, ...]
    role: str
    width: float | None
    turns: tuple[tuple[float, bool], ...]  # each by how many degrees, and whether mirrored


def emblem(name: str, inks: Inks, centre: Point, side_mm: float) -> Drawing:
    """An emblem in a square of this side."""
    drawn = joined(_drawn(stroke, inks) for stroke in _emblems()[name])
    return drawn.scaled(side_mm / BOX).moved(centre)


def emblem_names() -> frozenset[str]:
    """Every emblem there is."""
    return frozenset(_emblems())


def _drawn(stroke: _Stroke, inks: Inks) -> Drawing:
    plain = Drawing((Shape(stroke.contours, inks.of(stroke.role), stroke.width),))
    return joined((plain.mirrored() if flipped else plain).turned(turn_deg) for turn_deg, flipped in stroke.turns)


@cache
def _emblems() -> Mapping[str, tuple[_Stroke, ...]]:
    text = files("vision.printing").joinpath("art/emblems.toml").read_text(encoding="utf-8")
    return {name: tuple(map(_stroke, rows)) for name, rows in tomllib.loads(text).items()}


def _stroke(row: Mapping[str, object]) -> _Stroke:
    contours = tuple(contour - MIDDLE for contour in traced(str(row["d"])))
    width = row.get("width")
    return _Stroke(contours, str(row["colour"]), float(str(width)) if width else None, _turns(row))


def _turns(row: Mapping[str, object]) -> tuple[tuple[float, bool], ...]:
    if "turns" in row:
        number = int(str(row["turns"]))
        return tuple((360 / number * each, False) for each in range(number))
    if "mirror" in row:
        return ((0, False), (0, True))
    return ((float(str(row.get("turn", 0))), "flip" in row),)
