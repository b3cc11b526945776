"""Tokens: the colour and shape that a player has on every screen, told apart without seeing colours."""

from math import cos, pi, sin

from kivy.graphics import Color, Mesh, SmoothLine
from kivy.properties import NumericProperty, StringProperty
from kivy.utils import get_color_from_hex

from ui.theme import BOLD, Colour
from ui.widgets.cards import NIGHT, Drawn
from ui.widgets.drawing import Area, draw_text

# Apart in lightness as well as in hue.
COLOURS: tuple[Colour, ...] = tuple(
    tuple(get_color_from_hex(each))
    for each in ("#e69f00", "#56b4e9", "#d55e00", "#0b9e78", "#cc79a7", "#4f7fd6", "#c7b81f", "#9aa4ae")
)
CIRCLE_CORNERS = 28
INWARDS = 0.46


def _around(corners: int, turned: float = 0.0, inwards: float = 1.0) -> tuple[tuple[float, float], ...]:
    """The corners of a shape within a circle of radius one; every second one may lie further in."""
    angles = (turned + 2 * pi * number / corners for number in range(corners))
    reach = (1.0 if number % 2 == 0 else inwards for number in range(corners))
    return tuple((far * sin(angle), far * cos(angle)) for angle, far in zip(angles, reach, strict=True))


SHAPES = (
    _around(CIRCLE_CORNERS),
    _around(4, pi / 4),
    _around(3),
    _around(4),
    _around(10, inwards=INWARDS),
    _around(6),
    _around(3, pi),
    _around(8, inwards=INWARDS),
)


def draw_token(token: int, area: Area) -> None:
    """A token in the middle of an area."""
    radius = min(area.width, area.height) * 0.46
    x, y = area.x + area.width / 2, area.y + area.height / 2
    corners = [(x + radius * right, y + radius * up) for right, up in SHAPES[token % len(SHAPES)]]
    fan = [(x, y), *corners, corners[0]]
    Color(rgba=COLOURS[token % len(COLOURS)])
    vertices = [part for right, up in fan for part in (right, up, 0, 0)]
    Mesh(vertices=vertices, indices=list(range(len(fan))), mode="triangle_fan")
    SmoothLine(points=[part for corner in corners for part in corner], close=True, width=1.1)


class Token(Drawn):
    """A token, with a mark on it."""

    token = NumericProperty(-1)
    mark = StringProperty("")
    redrawn_by = ("token", "mark")

    def draw(self, area: Area) -> None:
        """The shape, and the mark in its middle."""
        if self.token < 0:
            return
        draw_token(int(self.token), area)
        side = min(area.width, area.height) * 0.62
        middle = Area(area.x + (area.width - side) / 2, area.y + (area.height - side) / 2, side, side)
        draw_text(self.mark, BOLD, middle, NIGHT)
