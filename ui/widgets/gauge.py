"""Stars against an objective: how far from exact, at a glance, by length, mark and number besides colour."""

from kivy.properties import NumericProperty, StringProperty

from ui.theme import BOLD, Colour
from ui.widgets.cards import Drawn
from ui.widgets.drawing import Area, draw_box, draw_text

# More stars than this over the objective look no different.
MOST_OVER = 4


class StarGauge(Drawn):
    """A cell a star up to the objective's post; full is exact, past the post is bust."""

    stars = NumericProperty(0)
    objective = NumericProperty(12)
    said = StringProperty("")
    redrawn_by = ("stars", "objective", "said")

    @property
    def over(self) -> int:
        """Stars past the objective."""
        return max(0, int(self.stars) - int(self.objective))

    @property
    def colour(self) -> Colour:
        """Gold on the way, then exact or bust."""
        if self.over:
            return self.palette.bust  # type: ignore[no-any-return]  # a palette, though kivy does not know
        return self.palette.exact if self.stars == self.objective else self.palette.accent  # type: ignore[no-any-return]

    def draw(self, area: Area) -> None:
        """The number large, the cells and the words beside it."""
        number = Area(area.x, area.y + 2 * self.unit, min(area.height * 1.15, area.width * 0.3), area.height * 0.86)
        draw_text(f"{self.stars}", BOLD, number, self.colour if self.stars else self.palette.muted, 0)
        left = number.right + 4 * self.unit
        half = area.height * 0.5
        words = Area(left, area.y + 2 * self.unit, area.right - left, half * 0.72)
        goal, share = f"/ {self.objective}", 0.3
        draw_text(goal, BOLD, words._replace(width=words.width * share), self.palette.ink, 0)
        said = words._replace(x=words.x + words.width * share, width=words.width * (1 - share))
        draw_text(self.said, BOLD, said, self.colour if self.stars >= self.objective else self.palette.muted, 1)
        self._draw_cells(Area(left, area.y + half + 3 * self.unit, area.right - left, half * 0.72))

    def _draw_cells(self, area: Area) -> None:
        over = min(self.over, MOST_OVER)
        post = 3 * self.unit
        gap = max(1.0, 1.2 * self.unit)
        cell = (area.width - post) / (self.objective + max(over, 1)) - gap
        for number in range(self.objective + over):
            is_over = number >= self.objective
            x = area.x + number * (cell + gap) + (post + gap if is_over else 0)
            low = area.height * 0.18 if not is_over else 0
            place = Area(x, area.y + low, cell, area.height - 2 * low)
            draw_box(place, self.colour if number < self.stars else self.palette.line, min(2 * self.unit, cell / 3))
        draw_box(Area(area.x + self.objective * (cell + gap), area.y, post, area.height), self.palette.ink)
