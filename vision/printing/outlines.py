"""Contours to draw with: circles, rounded frames, stars, and paths written as in SVG."""

from collections.abc import Sequence

import numpy as np
from fontTools.pens.basePen import BasePen
from fontTools.svgLib.path import parse_path

from companion.geometry import Point
from vision.printing.drawing import Contour

ARC_STEPS = 12  # points of an eighth of a circle, of a rounded corner, and of a curve


def circle(centre: Point, radius_mm: float) -> Contour:
    """A circle."""
    return arc(centre, radius_mm, 0, 360, 8 * ARC_STEPS + 1)


def arc(centre: Point, radius_mm: float, from_deg: float, to_deg: float, points: int = ARC_STEPS) -> Contour:
    """A part of a circle; 0 is to the right, 90 down."""
    turns = np.radians(np.linspace(from_deg, to_deg, points))
    return np.column_stack((centre.x_mm + radius_mm * np.cos(turns), centre.y_mm + radius_mm * np.sin(turns)))


def segment(start: Point, end: Point) -> Contour:
    """A straight line."""
    return np.array((start, end), float)


def box(upper_left: Point, lower_right: Point, radius_mm: float = 0) -> Contour:
    """A rectangle, its corners rounded."""
    (left, top), (right, bottom) = upper_left, lower_right
    corners = ((left, top), (right, top), (right, bottom), (left, bottom))
    return rounded([Point(*each) for each in corners], radius_mm)


def rounded(corners: Sequence[Point], radius_mm: float) -> Contour:
    """A closed line through corners that are rounded."""
    if not radius_mm:
        return np.array((*corners, corners[0]), float)
    points: list[Contour] = []
    around = zip((corners[-1], *corners[:-1]), corners, (*corners[1:], corners[0]), strict=True)
    for before, corner, after in around:
        here = np.array(corner, float)
        start, end = (here + radius_mm * _direction(here, np.array(each, float)) for each in (before, after))
        steps = np.linspace(0, 1, ARC_STEPS)[:, None]
        points.append((1 - steps) ** 2 * start + 2 * (1 - steps) * steps * here + steps**2 * end)
    return np.concatenate((*points, points[0][:1]))


def _direction(one: Contour, other: Contour) -> Contour:
    return np.asarray((other - one) / np.hypot(*(other - one)))


def star(centre: Point, radius_mm: float, points: int = 5, inner: float = 0.45) -> Contour:
    """A star that stands on two points."""
    turns = np.radians(np.arange(2 * points + 1) * 180 / points - 90)
    radii = radius_mm * np.where(np.arange(2 * points + 1) % 2, inner, 1)
    return np.column_stack((centre.x_mm + radii * np.cos(turns), centre.y_mm + radii * np.sin(turns)))


def row(centre: Point, number: int, step_mm: float) -> list[Point]:
    """So many places beside each other, about a centre."""
    first_mm = centre.x_mm - step_mm * (number - 1) / 2
    return [Point(first_mm + step_mm * each, centre.y_mm) for each in range(number)]


def column(centre: Point, number: int, step_mm: float) -> list[Point]:
    """So many places under each other, about a centre."""
    first_mm = centre.y_mm - step_mm * (number - 1) / 2
    return [Point(centre.x_mm, first_mm + step_mm * each) for each in range(number)]


class Tracer(BasePen):  # type: ignore[misc]
    """Follows a path and keeps its contours, curves as short straight lines."""

    def __init__(self, glyphs: object = None, steps: int = ARC_STEPS) -> None:
        super().__init__(glyphs)
        self._shares = np.linspace(0, 1, steps + 1)[1:]
        self.contours: list[Contour] = []
        self._points: list[tuple[float, float]] = []

    def _moveTo(self, pt: tuple[float, float]) -> None:
        self._points = [pt]

    def _lineTo(self, pt: tuple[float, float]) -> None:
        self._points.append(pt)

    def _curveToOne(self, pt1: tuple[float, float], pt2: tuple[float, float], pt3: tuple[float, float]) -> None:
        start, one, two, end = (np.array(each) for each in (self._points[-1], pt1, pt2, pt3))
        for share in self._shares:
            rest = 1 - share
            point = rest**3 * start + 3 * rest**2 * share * one + 3 * rest * share**2 * two + share**3 * end
            self._points.append((float(point[0]), float(point[1])))

    def _closePath(self) -> None:
        self._points.append(self._points[0])
        self._endPath()

    def _endPath(self) -> None:
        if len(self._points) > 1:
            self.contours.append(np.array(self._points, float))
        self._points = []


def traced(path: str) -> tuple[Contour, ...]:
    """The contours of a path written as in SVG."""
    tracer = Tracer()
    parse_path(path, tracer)
    return tuple(tracer.contours)
