"""The mat that a table is played on: the places of its cards, drawn in millimetres from its upper left corner."""

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import numpy as np

from companion.geometry import Point, Size
from companion.places import Zone
from companion.profile import Mark, ZonePlan
from vision.printing.drawing import Colour, Drawing, filled, joined, lined
from vision.printing.lettering import Font, Style, about
from vision.printing.outlines import rounded
from vision.printing.proof import Said
from vision.printing.tags import Square, tag_modules

# Pale and thin: what is printed must neither look like a card nor hide the edge of one.
LINE, INK = Colour.of("#a9b4bd"), Colour.of("#a9b4bd")
LINE_MM = 0.5
ROUND_MM = 5.0
INSET_MM = 1.5
FOOT_MM = 7.0
NAME = Style(Font.BOLD, 6, INK)
# The white around a mark, as a share of its side: a little more than a module.
MARK_PAPER = 1.3


@dataclass(frozen=True, slots=True)
class Mat:
    """A table to print: its size, its marks, its zones and what they are called."""

    size: Size
    marks: tuple[Mark, ...]
    zones: tuple[ZonePlan, ...]
    names: Mapping[Zone, Said]


def mat_art(mat: Mat) -> Drawing:
    """Everything that is printed on a mat but its marks."""
    return joined(art for plan in mat.zones for art in _zone_art(plan, mat.names[plan.zone]))


def mark_square(mark: Mark) -> Square:
    """A mark as it is printed."""
    return Square(tag_modules(mark.id), mark.at, mark.side_mm)


def outline(plan: ZonePlan, radius_mm: float = ROUND_MM) -> np.ndarray[tuple[int, int], np.dtype[np.float64]]:
    """The edge of a zone, a little inside so that neighbours stay apart."""
    middle = np.mean(plan.polygon, axis=0)
    inner = [Point(*(np.array(each) - INSET_MM * np.sign(np.array(each) - middle))) for each in plan.polygon]
    return rounded(inner, radius_mm)


def _zone_art(plan: ZonePlan, name: Said) -> Iterator[Drawing]:
    """The edge of a zone, its name at its foot as its seat reads it, an arrow where its cards' tops point."""
    yield lined([outline(plan)], LINE, LINE_MM)
    across_mm, along_mm = _extent(plan)
    text = " · ".join(dict.fromkeys(name))
    label = about(text, NAME.fitting(text, across_mm - 10), Point(0, along_mm / 2 - FOOT_MM))
    arrow = np.array([(-3, -along_mm / 2 + 9), (3, -along_mm / 2 + 9), (0, -along_mm / 2 + 4.5)])
    yield (label + filled([arrow], INK)).turned(plan.up_deg).moved(Point(*np.mean(plan.polygon, axis=0)))


def _extent(plan: ZonePlan) -> tuple[float, float]:
    """How wide and how high a zone is as its seat sees it."""
    turn = math.radians(plan.up_deg)
    across, along = np.array([math.cos(turn), math.sin(turn)]), np.array([-math.sin(turn), math.cos(turn)])
    corners = np.array(plan.polygon)
    return float(np.ptp(corners @ across)), float(np.ptp(corners @ along))
