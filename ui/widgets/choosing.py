"""Cards to choose from, and places as they lie beside what they should be."""

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout

from companion.games.vedrfolnir.naming import NameView
from companion.games.vedrfolnir.views import CardView, PlaceView, StepView
from ui.theme import BOLD
from ui.widgets.cards import CardFan, Drawn
from ui.widgets.drawing import Area, draw_box, draw_outline, draw_text

# How much worse an empty place is than another shape.
EMPTY_PLACE = 0.3
# How much of a badge its margin takes.
MARGIN = 0.16


class Choice(ButtonBehavior, BoxLayout):
    """Something to touch: words, with the face of a card where they name one, the emblem where they name a kind."""

    said = StringProperty("")
    card = ObjectProperty(None, allownone=True)
    value = ObjectProperty(None, allownone=True)
    is_chosen = BooleanProperty(defaultvalue=False)
    is_kind = BooleanProperty(defaultvalue=False)


class Offer(NamedTuple):
    """One choice: its words, its card, and what touching it means; one that is not open only keeps its place."""

    said: str
    card: CardView | None
    value: object
    is_kind: bool = False
    is_open: bool = True


class Choices(GridLayout):
    """Choices in rows that leave each as much room as they can; `choose` is told which was touched.

    `broad` is how broad a choice should be for each unit of its height.
    """

    broad = NumericProperty(1.5)

    def __init__(self, **properties: object) -> None:
        super().__init__(**properties)
        self._pool: list[Choice] = []
        self._choose: Callable[[Any], None] = lambda _: None
        self.fbind("size", self._lay_out)

    def offer(self, offers: Sequence[Offer], choose: Callable[[Any], None]) -> None:
        """Show these."""
        self._choose = choose
        while len(self._pool) < len(offers):
            choice = Choice()
            choice.bind(on_release=lambda touched: self._choose(touched.value))
            self._pool.append(choice)
        if len(self.children) != len(offers):
            self.clear_widgets()
            for choice in self._pool[: len(offers)]:
                self.add_widget(choice)
        for choice, each in zip(self._pool, offers, strict=False):
            choice.said, choice.card, choice.value, choice.is_kind, is_open = each
            choice.disabled = not is_open
        self._lay_out()

    def offer_names(self, names: Sequence[NameView], choose: Callable[[NameView], None]) -> None:
        """Show what may be touched next to name a card: kinds, or faces."""
        is_kind = not any(each.naming.runes or each.card.stars is not None for each in names)
        self.offer([Offer(each.said, each.card, each, is_kind) for each in names], choose)

    def _lay_out(self, *_: object) -> None:
        """As many columns as come nearest to the shape a choice should have."""
        count = max(1, len(self.children))
        whole, broad = float(self.width) / max(1.0, float(self.height)), float(self.broad)

        def badness(cols: int) -> float:
            rows = -(-count // cols)
            shape = whole * rows / cols
            return max(shape / broad, broad / max(shape, 0.01)) + EMPTY_PLACE * (cols * rows - count)

        self.cols = min(range(1, count + 1), key=badness)


class MarkedFan(CardFan):
    """Cards of which some are marked: by an outline and a sign."""

    marked = ObjectProperty(frozenset())
    sign = StringProperty("")
    mark_colour = ObjectProperty(None, allownone=True)
    redrawn_by = (*CardFan.redrawn_by, "marked", "sign", "mark_colour")

    def draw(self, area: Area) -> None:
        """The cards, then the marks over them."""
        super().draw(area)
        if not self.cards:
            dash = Area(area.x, area.y + area.height * 0.4, 20 * self.unit, min(area.height * 0.2, 20 * self.unit))
            draw_text("–", BOLD, dash, self.palette.muted, 0)
        for number, place in enumerate(self.places(area)):
            if number in self.marked:
                draw_outline(place, self.mark_colour, 2.2 * self.unit, 6 * self.unit)
                side = min(18 * self.unit, place.width * 0.4)
                badge = Area(place.right - side, place.top - side, side, side)
                draw_box(badge, self.mark_colour, 5 * self.unit)
                draw_text(self.sign, BOLD, badge.within(MARGIN * side), self.palette.on_accent)


class PlaceRow(BoxLayout):
    """A place: what lies there, and what should."""

    name = StringProperty("")
    lying = ObjectProperty(())
    due = ObjectProperty(())
    surplus = ObjectProperty(frozenset())
    lacking = ObjectProperty(frozenset())

    def show(self, view: PlaceView) -> None:
        """Show a place with what differs marked."""
        self.name, self.lying, self.due = view.name, view.lying, view.due
        self.surplus = differing(view.lying, view.due)
        self.lacking = differing(view.due, view.lying)


def differing(cards: tuple[CardView, ...], others: tuple[CardView, ...]) -> frozenset[int]:
    """Which of these cards the others lack, the last ones of each sort; if they are the same, those out of order."""
    cards, others = (tuple(each.face for each in row) for row in (cards, others))
    left = Counter(others)
    found = set()
    for number, card in enumerate(cards):
        if left[card]:
            left[card] -= 1
        else:
            found.add(number)
    if not found and not left.total():
        found = {number for number, pair in enumerate(zip(cards, others, strict=True)) if pair[0] != pair[1]}
    return frozenset(found)


class Tick(Drawn):
    """A box that is ticked off, or the number of what is still to do."""

    number = StringProperty("")
    is_done = BooleanProperty(defaultvalue=False)
    redrawn_by = ("number", "is_done")

    def draw(self, area: Area) -> None:
        """A filled box with its tick, or an outline with its number."""
        side = min(area.width, area.height, 30 * self.unit)
        box = Area(area.x + (area.width - side) / 2, area.y + (area.height - side) / 2, side, side)
        if self.is_done:
            draw_box(box, self.palette.exact, 7 * self.unit)
        else:
            draw_outline(box, self.palette.accent, 1.5 * self.unit, 7 * self.unit)
        text, colour = ("✓", self.palette.ground) if self.is_done else (self.number, self.palette.accent)
        draw_text(text, BOLD, box.within(MARGIN * side), colour)


class StepRow(BoxLayout):
    """A step that puts something right."""

    number = StringProperty("")
    said = StringProperty("")
    is_done = BooleanProperty(defaultvalue=False)

    def show(self, view: StepView) -> None:
        """Show a step."""
        self.number, self.said, self.is_done = str(view.number), view.said, view.is_done
