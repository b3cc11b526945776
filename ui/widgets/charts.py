"""Small charts: points game by game, the odds of the next card, and a line of time to slide along."""

from kivy.input.motionevent import MotionEvent
from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.places import Seat
from ui.desk import Desk
from ui.theme import BOLD
from ui.widgets.cards import Drawn
from ui.widgets.drawing import Area, draw_box, draw_text

BROADEST_BAR_UNITS = 44
# Below this a bar has no room for its figure.
NARROW_BAR_UNITS = 18


class Timeline(Drawn):
    """Moments in a row, where we are among them, and where something went wrong; a touch goes there."""

    most = NumericProperty(0)
    now = NumericProperty(0)
    marks = ObjectProperty(())
    redrawn_by = ("most", "now", "marks")
    __events__ = ("on_choose",)

    def on_choose(self, _: int) -> None:
        """Somebody touched this moment."""

    def on_touch_down(self, touch: MotionEvent) -> bool:
        """Take hold of the line."""
        if not self.collide_point(*touch.pos):
            return False
        touch.grab(self)
        self._choose(touch.x)
        return True

    def on_touch_move(self, touch: MotionEvent) -> bool:
        """Slide along it."""
        if touch.grab_current is not self:
            return False
        self._choose(touch.x)
        return True

    def on_touch_up(self, touch: MotionEvent) -> bool:
        """Let go."""
        if touch.grab_current is not self:
            return False
        touch.ungrab(self)
        return True

    def x_of(self, moment: int) -> float:
        """Where on the line a moment is."""
        margin = self.height * 0.3
        return float(self.x + margin + (self.width - 2 * margin) * moment / max(1, self.most))

    def _choose(self, x: float) -> None:
        start, end = self.x_of(0), self.x_of(self.most)
        share = (x - start) / max(1.0, end - start)
        self.dispatch("on_choose", round(max(0.0, min(1.0, share)) * self.most))

    def draw(self, area: Area) -> None:
        """The line, what is behind us, the marks, and the knob."""
        middle, thick = area.y + area.height / 2, 8 * self.unit
        start, here = self.x_of(0), self.x_of(self.now)
        draw_box(Area(start, middle - thick / 2, self.x_of(self.most) - start, thick), self.palette.line, thick / 2)
        draw_box(Area(start, middle - thick / 2, here - start, thick), self.palette.accent, thick / 2)
        for each in self.marks:
            post = Area(self.x_of(each) - 2 * self.unit, area.top - 16 * self.unit, 4 * self.unit, 12 * self.unit)
            draw_box(post, self.palette.bust)
            draw_box(post._replace(y=area.y + 4 * self.unit), self.palette.bust)
        side = area.height * 0.6
        draw_box(Area(here - side / 2, middle - side / 2, side, side), self.palette.ink, side / 2)


class ResultBars(Drawn):
    """A player's points, a bar a game, won ones gold with a star; a line at their mean."""

    results = ObjectProperty(())
    mean = NumericProperty(0)
    redrawn_by = ("results", "mean")

    def draw(self, area: Area) -> None:
        """The bars from the zero line up, below it where points are below zero."""
        if not self.results:
            return
        points = [each.points for each in self.results]
        most, least = max(*points, 1), min(*points, 0)
        heading = 22 * self.unit
        room = Area(area.x, area.y + heading, area.width, area.height - 2 * heading)
        zero = room.y - least / (most - least) * room.height
        step = min(BROADEST_BAR_UNITS * self.unit, room.width / len(points))
        for number, each in enumerate(self.results):
            height = each.points / (most - least) * room.height
            left, low = room.x + (number + 0.1) * step, min(zero, zero + height)
            bar = Area(left, low, step * 0.8, max(abs(height), self.unit))
            draw_box(bar, self.palette.accent if each.is_won else self.palette.line, min(4 * self.unit, step * 0.2))
            self._label(bar, f"{each.points}", heading, is_won=each.is_won)
        draw_box(Area(room.x, zero - self.unit / 2, room.width, self.unit), self.palette.muted)
        mean = zero + self.mean / (most - least) * room.height
        draw_box(Area(room.x, mean - self.unit, step * len(points), 2 * self.unit), self.palette.exact)

    def _label(self, bar: Area, points: str, height: float, *, is_won: bool) -> None:
        if bar.width >= NARROW_BAR_UNITS * self.unit:
            draw_text(points, BOLD, Area(bar.x, bar.top + 2 * self.unit, bar.width, height * 0.8), self.palette.ink)
        if is_won:
            draw_text("★", BOLD, Area(bar.x, self.y, bar.width, height * 0.9), self.palette.accent)


class OddsBar(Drawn):
    """What the next card may do: exact, bust, or hanging on a choice, as parts of one bar; the rest is left empty."""

    chances = ObjectProperty(None, allownone=True)
    redrawn_by = ("chances",)

    def draw(self, area: Area) -> None:
        """The parts side by side, each with its sign where it has room."""
        draw_box(area, self.palette.line, 5 * self.unit)
        if self.chances is None:
            return
        left, colours = area.x, self.palette
        parts = ((self.chances.exact, "✓", colours.exact), (self.chances.bust, "✗", colours.bust))
        for share, sign, colour in (*parts, (self.chances.depends, "?", colours.accent)):
            part = Area(left, area.y, area.width * share, area.height)
            draw_box(part, colour, min(5 * self.unit, part.width / 2))
            if part.width > area.height:
                inner = part._replace(y=area.y + area.height * 0.2, height=area.height * 0.6)
                draw_text(sign, BOLD, inner, colours.ground)
            left = part.right


class OddsLine(BoxLayout):
    """What the next card does to a seat, drawn and said, if people want to know; it is counted elsewhere."""

    is_counting = BooleanProperty(defaultvalue=False)
    chances = ObjectProperty(None, allownone=True)
    said = StringProperty("")

    def show(self, seat: Seat, desk: Desk, *, is_wanted: bool) -> None:
        """Show the odds of a seat that may be given the next card."""
        self.is_counting = is_wanted and desk.scene is not None and desk.scene.has_chances(seat)
        self.chances = desk.chances(seat) if self.is_counting else None
        counting = desk.words.text("seat.counting") if self.is_counting else ""
        self.said = counting if self.chances is None else self.chances.said
