"""The race: everybody's points after every round, drawn as lines that end in names."""

from collections.abc import Iterator

from kivy.graphics import Color, SmoothLine
from kivy.properties import ObjectProperty

from companion.places import Seat
from ui.theme import BOLD, PLAIN
from ui.widgets.cards import Drawn
from ui.widgets.drawing import Area, draw_box, draw_text
from ui.widgets.tokens import COLOURS, draw_token

# As many lines across as can be read.
MOST_STEPS = 6
STEPS = (1, 2, 5, 10, 20, 50, 100, 200, 500)
NAMES_SHARE, NAMES_UNITS, FIGURES_UNITS, ROUNDS_UNITS, NAME_UNITS = 0.26, 170, 40, 24, 26
TOKEN_UNITS = 14


def scale(lowest: int, highest: int) -> range:
    """Round numbers from below the lowest to above the highest."""
    step = next((each for each in STEPS if (highest - lowest) / each <= MOST_STEPS), STEPS[-1])
    return range(lowest // step * step, -(-highest // step) * step + step, step)


def apart(heights: list[float], least: float, area: Area) -> list[float]:
    """The same heights, moved so that no two are nearer than `least`, within an area."""
    order = sorted(range(len(heights)), key=lambda each: heights[each])
    moved, floor = list(heights), area.y
    for number in order:
        moved[number] = floor = max(heights[number], floor)
        floor += least
    ceiling = area.top - least
    for number in reversed(order):
        moved[number] = min(moved[number], ceiling)
        ceiling = moved[number] - least
    return moved


class RaceChart(Drawn):
    """Draws the laps of a `ScoresView`; `tokens` are the seats' own."""

    race = ObjectProperty(())
    tokens = ObjectProperty({})
    redrawn_by = ("race", "tokens")

    def draw(self, area: Area) -> None:
        """Figures at the left, rounds below, names at the right."""
        if not self.race:
            return
        unit = self.unit
        names = max(area.width * NAMES_SHARE, NAMES_UNITS * unit)
        plot = Area(
            area.x + FIGURES_UNITS * unit,
            area.y + ROUNDS_UNITS * unit,
            area.width - names - FIGURES_UNITS * unit,
            area.height - (ROUNDS_UNITS + TOKEN_UNITS) * unit,
        )
        totals = [0, *(each.points for lap in self.race for each in lap.points)]
        figures = scale(min(totals), max(*totals, min(totals) + 1))
        self._draw_grid(plot, figures)
        ends = [self._draw_line(seat, plot, figures) for seat in self.tokens]
        self._draw_names(ends, area._replace(x=plot.right + 14 * unit, width=names - 14 * unit))

    def _at(self, lap: int, points: int, plot: Area, figures: range) -> tuple[float, float]:
        share = (points - figures[0]) / (figures[-1] - figures[0])
        return plot.x + plot.width * lap / len(self.race), plot.y + plot.height * share

    def _draw_grid(self, plot: Area, figures: range) -> None:
        unit = self.unit
        for figure in figures:
            _, y = self._at(0, figure, plot, figures)
            is_zero = figure == 0
            draw_box(Area(plot.x, y, plot.width, (2 if is_zero else 1) * unit), self.palette.line)
            place = Area(plot.x - FIGURES_UNITS * unit, y - 8 * unit, (FIGURES_UNITS - 8) * unit, 16 * unit)
            draw_text(str(figure), PLAIN, place, self.palette.muted, 1)
        for lap in self._rounds():
            x, _ = self._at(lap, 0, plot, figures)
            draw_text(
                str(lap), PLAIN, Area(x - 12 * unit, plot.y - 22 * unit, 24 * unit, 15 * unit), self.palette.muted
            )

    def _rounds(self) -> Iterator[int]:
        """The rounds that are numbered: all of them, or every second, or fewer."""
        step = next(each for each in STEPS if len(self.race) / each <= 2 * MOST_STEPS)
        yield from range(step, len(self.race) + 1, step)

    def _draw_line(self, seat: Seat, plot: Area, figures: range) -> tuple[Seat, int, float]:
        """A seat's line with its token at every lap; where it ends."""
        token = self.tokens[seat]
        totals = [0, *(each.points for lap in self.race for each in lap.points if each.seat == seat)]
        places = [self._at(lap, points, plot, figures) for lap, points in enumerate(totals)]
        Color(rgba=COLOURS[token])
        SmoothLine(points=[part for place in places for part in place], width=1.6 * self.unit)
        side = TOKEN_UNITS * self.unit
        for x, y in places[1:] if len(places) <= 3 * MOST_STEPS else places[-1:]:
            draw_token(token, Area(x - side / 2, y - side / 2, side, side))
        return seat, totals[-1], places[-1][1]

    def _draw_names(self, ends: list[tuple[Seat, int, float]], area: Area) -> None:
        """The names where the lines end, one above the other where they end together."""
        high = min(NAME_UNITS * self.unit, area.height / max(1, len(ends)))
        heights = apart([y - high / 2 for _, _, y in ends], high, area)
        for (seat, points, _), y in zip(ends, heights, strict=True):
            place = Area(area.x, y + high * 0.08, area.width, high * 0.84)
            draw_token(self.tokens[seat], place._replace(width=high))
            left = place._replace(x=place.x + high * 1.1, width=place.width * 0.72 - high * 1.1)
            draw_text(seat, PLAIN, left, self.palette.ink, 0)
            draw_text(
                str(points), BOLD, place._replace(x=left.right, width=place.right - left.right), self.palette.ink, 1
            )
