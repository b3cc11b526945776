"""Which lying cards a person could still name: a whole tag in sight, on piles nothing on top."""

from __future__ import annotations

import numpy as np

from tests.painter.evening import BACK
from tests.painter.ground import Ground, Lying
from tests.painter.places import Layout
from tests.painter.plane import CARD_MM, Pic, turn

TAG_AT, TAG_HALF = 7.0, 6.3


def _tags() -> list[Pic]:
    """Points of each corner tag with its white rim, in card millimetres from the middle."""
    w, h = CARD_MM[0] / 2 - TAG_AT, CARD_MM[1] / 2 - TAG_AT
    grid = np.array([(a, b) for a in (-1, 0, 1) for b in (-1, 0, 1)]) * TAG_HALF
    return [grid + np.array([x, y]) for x, y in ((-w, -h), (w, -h), (w, h), (-w, h))]


TAGS = _tags()


def _spots(lying: Lying, points: Pic) -> Pic:
    return np.asarray(points @ turn(lying.pose.deg).T + (lying.pose.x, lying.pose.y))


def _under(points: Pic, above: Lying) -> Pic:
    """Which points lie under a thing."""
    size = above.item.layers[-1][1].size_mm
    local = (points - (above.pose.x, above.pose.y)) @ turn(above.pose.deg)
    return np.asarray((np.abs(local[:, 0]) < size[0] / 2) & (np.abs(local[:, 1]) < size[1] / 2))


def names_itself(lying: Lying, above: list[Lying]) -> bool:
    """Whether one tag, or for a back a good strip of it, is wholly in sight."""
    if lying.item.key.endswith(BACK):
        grid = np.array([(x, y) for x in np.linspace(-30, 30, 9) for y in np.linspace(-42, 42, 11)])
        points = _spots(lying, grid)
        hidden = np.zeros(len(points), bool)
        for other in above:
            hidden |= _under(points, other)
        return float(hidden.mean()) < 0.86
    return any(not any(_under(_spots(lying, tag), other).any() for other in above) for tag in TAGS)


def _mostly_open(lying: Lying, above: list[Lying]) -> bool:
    points = _spots(lying, np.array([(x, y) for x in (-22, 0, 22) for y in (-34, 0, 34)]))
    return not any(_under(points, other).any() for other in above)


def readable(ground: Ground, layout: Layout) -> dict[str, int]:
    """The keys of cards that can be named now, with their numbers in the pile."""
    found = {}
    near = ground.lying
    for place, lying in enumerate(near):
        above = [
            o for o in near[place + 1 :] if abs(o.pose.x - lying.pose.x) < 120 and abs(o.pose.y - lying.pose.y) < 120
        ]
        zone = layout.zone_of((lying.pose.x, lying.pose.y))
        ordered = zone is None or layout.zone(zone).ordered
        if names_itself(lying, above) if ordered else _mostly_open(lying, above):
            found[lying.item.key] = place + 1
    return found
