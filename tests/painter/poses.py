"""Shapes of a hand: each finger as joints (x, y, radius) in the hand's own millimetres, back to front."""

from __future__ import annotations

Chain = tuple[tuple[float, float, float], ...]

FINGERS_PINCH: dict[str, Chain] = {
    "thumb": ((-30, 118, 13), (-42, 82, 11), (-24, 36, 9)),
    "little": ((34, 92, 9.5), (42, 66, 8.5), (37, 42, 7)),
    "ring": ((19, 84, 10.5), (27, 48, 9.5), (23, 20, 8)),
    "middle": ((0, 80, 11), (6, 38, 10), (6, -5, 8)),
    "index": ((-20, 84, 11), (-18, 42, 10), (-8, 2, 8)),
}
FINGERS_SIDES: dict[str, Chain] = {
    "thumb": ((-30, 118, 13), (-48, 66, 11), (-35, 8, 9)),
    "little": ((36, 92, 9.5), (50, 62, 8.5), (44, 36, 7)),
    "ring": ((22, 84, 10.5), (42, 40, 9.5), (40, 12, 8)),
    "middle": ((2, 78, 11), (26, 26, 10), (35, -6, 8)),
    "index": ((-18, 82, 11), (-8, 26, 10), (4, -14, 8)),
}
FINGERS_OPEN: dict[str, Chain] = {
    "thumb": ((-32, 55, 13), (-58, 28, 11), (-72, -2, 9)),
    "little": ((34, 8, 9.5), (46, -20, 8.5), (52, -46, 6.5)),
    "ring": ((16, -2, 10.5), (22, -42, 9.5), (24, -76, 7.5)),
    "middle": ((-4, -6, 11), (-4, -50, 10), (-6, -88, 8)),
    "index": ((-24, -2, 11), (-32, -42, 10), (-38, -74, 8)),
}
FINGERS_POINT: dict[str, Chain] = {
    "little": ((34, 92, 9.5), (38, 74, 10), (28, 88, 8)),
    "ring": ((18, 86, 10.5), (20, 62, 11), (12, 82, 9)),
    "middle": ((2, 82, 11), (2, 54, 11.5), (-4, 80, 9)),
    "index": ((-20, 84, 11), (-14, 42, 10), (0, 0, 7.5)),
    "thumb": ((-32, 116, 13), (-36, 84, 11), (-8, 76, 9)),
}
FINGERS_FIST: dict[str, Chain] = {
    "little": ((32, 40, 10), (36, 14, 10.5), (26, 30, 8)),
    "ring": ((14, 32, 11), (16, 4, 11.5), (8, 24, 9)),
    "middle": ((-6, 30, 11.5), (-6, -2, 12), (-10, 22, 9)),
    "index": ((-24, 34, 11), (-26, 4, 11.5), (-26, 28, 9)),
    "thumb": ((-34, 66, 13), (-42, 36, 11.5), (-18, 18, 9.5)),
}
FINGERS_THUMB: dict[str, Chain] = {
    "little": ((36, 94, 9.5), (46, 60, 8.5), (44, 30, 7)),
    "ring": ((20, 86, 10.5), (30, 44, 9.5), (28, 4, 8)),
    "middle": ((2, 82, 11), (10, 38, 10), (12, -12, 8)),
    "index": ((-18, 86, 11), (-14, 44, 10), (-8, -10, 8)),
}
THUMB_OVER: dict[str, Chain] = {"thumb": ((-26, 104, 13), (-24, 56, 11.5), (-4, -4, 9.5))}
POSES: dict[str, tuple[dict[str, Chain], float]] = {
    "pinch": (FINGERS_PINCH, 80),
    "sides": (FINGERS_SIDES, 80),
    "open": (FINGERS_OPEN, -4),
    "point": (FINGERS_POINT, 82),
    "fist": (FINGERS_FIST, 32),
    "thumb": (FINGERS_THUMB, 82),
}
