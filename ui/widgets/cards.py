"""Small cards: the emblem on the kind's colour, its runes and its stars; and cards side by side in their order."""

from collections.abc import Iterator, Mapping
from functools import cache
from types import MappingProxyType

from kivy.animation import Animation
from kivy.app import App
from kivy.clock import Clock
from kivy.input.motionevent import MotionEvent
from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.widget import Widget
from kivy.utils import get_color_from_hex

from companion.facts import BACK, UNKNOWN
from companion.games.vedrfolnir.looks import kind_sides
from companion.games.vedrfolnir.views import CardView, WonCardView
from ui.theme import BOLD, Colour
from ui.widgets.drawing import Area, draw_art, draw_box, draw_outline, draw_text

# Width by height of a card in millimetres.
BROAD = 63 / 88
# Below this an emblem is a blot: cards then overlap.
NARROWEST_UNITS = 14
GAP_UNITS = 2
# Below this runes are counted instead of drawn.
NARROW_UNITS = 34
CREAM: Colour = (0.97, 0.94, 0.88, 1)
NIGHT: Colour = (0.11, 0.09, 0.05, 1)
LIGHT = 0.51  # grounds lighter than this take dark ink
# Cards that nobody can name, and what stands on them.
NAMELESS: Mapping[str, str] = MappingProxyType({BACK: "ᚹ", UNKNOWN: "?"})
SLATE: Colour = (0.36, 0.39, 0.43, 1)
RUNES: Mapping[str, str] = MappingProxyType({"thor": "ᚦ", "odin": "ᚨ", "surtr": "ᛋ", "tyr": "ᛏ", "freyja": "ᚠ"})
STAR = "★"
# How much of a won card its points take.
POINTS_SHARE = 0.26
ARRIVAL_S = 0.45


@cache
def field_colour(kind: str) -> Colour:
    """The ground of a kind."""
    return tuple(get_color_from_hex(kind_sides(kind)[0].field))


def ink_colour(kind: str) -> Colour:
    """What is read on that ground."""
    return NIGHT if sum(field_colour(kind)[:3]) > 3 * LIGHT else CREAM


def shown_kind(card: CardView) -> str:
    """Whose emblem and colour a card shows: a Tyr that lies one way shows that side."""
    return card.side or card.kind


def rune_text(card: CardView, *, is_narrow: bool) -> str:
    """The runes as marks, or counted where there is no room for them."""
    rune = RUNES.get(card.kind, "ᚱ")
    if not card.runes:
        return rune if card.kind in ("freyja", "tyr") else ""
    return f"{card.runes}{rune}" if is_narrow else rune * card.runes


def star_text(card: CardView) -> str:
    """The stars, or the objective that the card sets."""
    if card.objective is not None:
        return f"/{card.objective}"
    return "" if card.stars is None else f"{card.stars}{STAR}"


def draw_card(card: CardView, area: Area, unit: float) -> None:
    """One small card: emblem above, runes and stars below."""
    kind, radius = shown_kind(card), min(6 * unit, area.width * 0.14)
    if kind in NAMELESS:
        draw_box(area, SLATE, radius)
        draw_text(NAMELESS[kind], BOLD, area._replace(y=area.y + area.height * 0.3, height=area.height * 0.4), CREAM)
        return
    ground = field_colour(kind)
    draw_box(area, ground, radius)
    if not star_text(card) and not rune_text(card, is_narrow=True):
        side = min(area.width, area.height) - 2 * unit
        draw_art(kind, Area(area.x + (area.width - side) / 2, area.y + (area.height - side) / 2, side, side))
        return
    emblem_px = min(area.width - 2 * unit, area.height * (0.46 if star_text(card) else 0.7))
    top = area.top - emblem_px - 1.5 * unit
    draw_art(kind, Area(area.x + (area.width - emblem_px) / 2, top, emblem_px, emblem_px))
    marks = Area(area.x + unit, area.y + unit, area.width - 2 * unit, top - area.y - unit)
    _draw_marks(card, marks, is_narrow=area.width < NARROW_UNITS * unit)


def _draw_marks(card: CardView, area: Area, *, is_narrow: bool) -> None:
    """What is counted: stars below, runes above them; one alone has all the room."""
    ink = ink_colour(shown_kind(card))
    texts = [each for each in (star_text(card), rune_text(card, is_narrow=is_narrow)) if each]
    margin = area.width * (0.02 if is_narrow else 0.1)
    height = min(area.height / max(1, len(texts)), area.width * 0.56)
    lowest = area.y + (area.height - height * len(texts)) / 2
    for number, text in enumerate(texts):
        place = Area(area.x + margin, lowest + number * height, area.width - 2 * margin, height * 0.9)
        draw_text(text, BOLD, place, ink)


def draw_emblem(kind: str, area: Area, radius_px: float) -> None:
    """A kind's emblem, filling the ground around it."""
    side = min(area.width, area.height)
    draw_box(area, field_colour(kind), radius_px)
    draw_art(kind, Area(area.x + (area.width - side) / 2, area.y + (area.height - side) / 2, side, side))


class Drawn(Widget):
    """A widget that draws itself anew, once a frame at most, when a property it names becomes different."""

    palette = ObjectProperty(None, allownone=True)
    unit = NumericProperty(1.0)
    redrawn_by: tuple[str, ...] = ()

    def __init__(self, **properties: object) -> None:
        super().__init__(**properties)
        redraw = Clock.create_trigger(self._redraw, -1)
        for name in ("pos", "size", "palette", "unit", *self.redrawn_by):
            self.fbind(name, redraw)
        redraw()

    def _redraw(self, *_: object) -> None:
        self.canvas.clear()
        if self.palette is not None and self.width > 1 and self.height > 1:
            with self.canvas:
                self.draw(Area(self.x, self.y, self.width, self.height))

    def draw(self, area: Area) -> None:
        """Draw everything."""


class CardFan(Drawn):
    """Cards in their order, oldest first; the newest is seen to arrive."""

    cards = ObjectProperty(())
    newest = NumericProperty(-1)
    coming = NumericProperty(1.0)
    is_centred = BooleanProperty(defaultvalue=False)
    highest = NumericProperty(90)
    zone = StringProperty("")
    redrawn_by: tuple[str, ...] = ("cards", "newest", "coming", "is_centred", "highest")
    _touched: tuple[int, int | None] | None = None

    def card_at(self, x: float, y: float) -> int | None:
        """Which card lies there, by its number; of two the upper one."""
        places = list(self.places(Area(self.x, self.y, self.width, self.height)))
        hit = (number for number, each in enumerate(places) if each.x <= x <= each.right and each.y <= y <= each.top)
        return max(hit, default=None)

    def on_touch_down(self, touch: MotionEvent) -> bool:
        """A card of a certain zone may be touched for its detail."""
        self._touched = self._card_under(touch) if self.zone else None
        if self._touched is None:
            return bool(super().on_touch_down(touch))
        touch.grab(self)
        return True

    def on_touch_up(self, touch: MotionEvent) -> bool:
        """The finger leaves where it came down."""
        if touch.grab_current is not self:
            return bool(super().on_touch_up(touch))
        touch.ungrab(self)
        if self._touched is not None and self._card_under(touch) == self._touched:
            App.get_running_app().look_at_card(self.zone, *self._touched)
        return True

    def _card_under(self, touch: MotionEvent) -> tuple[int, int | None] | None:
        """The card under a finger: its number here, and which card of the table it is."""
        number = self.card_at(*touch.pos)
        return None if number is None else (number, self.cards[number].id)

    def arrive(self) -> None:
        """Let the newest card come in from above."""
        Animation.cancel_all(self, "coming")
        self.coming = 0.0
        Animation(coming=1.0, duration=ARRIVAL_S, t="out_cubic").start(self)

    def draw(self, area: Area) -> None:
        """The cards, the newest one on its way if it is still coming."""
        radius = 6 * self.unit
        for number, (card, place) in enumerate(zip(self.cards, self.places(area), strict=True)):
            if number != self.newest:
                draw_card(card, place, self.unit)
                continue
            risen = place._replace(y=place.y + (1 - self.coming) * place.height * 0.6)
            draw_card(card, risen, self.unit)
            draw_outline(risen, self.palette.accent, 1.5 * self.unit, radius)

    def places(self, area: Area) -> Iterator[Area]:
        """Where each card lies: side by side, narrower when there are many, one over the other only then."""
        count, gap = len(self.cards), GAP_UNITS * self.unit
        if not count:
            return
        height = min(area.height, self.highest * self.unit)
        room = (area.width + gap) / count - gap
        width = max(NARROWEST_UNITS * self.unit, min(height * BROAD, room))
        step = min(width + gap, (area.width - width) / max(1, count - 1))
        start = area.x + (area.width - step * (count - 1) - width) / 2 if self.is_centred else area.x
        for number in range(count):
            yield Area(start + number * step, area.y + (area.height - height) / 2, width, height)


class CardFace(Drawn):
    """One card as large as its box lets it be."""

    card = ObjectProperty(None, allownone=True)
    redrawn_by = ("card",)

    def draw(self, area: Area) -> None:
        """The card in the middle."""
        if self.card is None:
            return
        height = min(area.height, area.width / BROAD)
        width = height * BROAD
        place = Area(area.x + (area.width - width) / 2, area.y + (area.height - height) / 2, width, height)
        draw_card(self.card, place, self.unit)


class WonFan(CardFan):
    """Won cards with their points; one that a Freyja multiplies says so."""

    won = ObjectProperty(())
    redrawn_by = ("won", "highest")

    def on_won(self, _: object, won: tuple[WonCardView, ...]) -> None:
        """The cards themselves are drawn as in any fan."""
        self.cards = tuple(each.card for each in won)

    def draw(self, area: Area) -> None:
        """Every card, its points on its foot."""
        for each, place in zip(self.won, self.places(area), strict=True):
            foot = place._replace(height=place.height * POINTS_SHARE)
            draw_card(each.card, place._replace(y=foot.top, height=place.height - foot.height), self.unit)
            is_multiplied = each.factor > 1
            said = f"{each.points}×{each.factor}" if is_multiplied else f"{each.points}"
            draw_text(said, BOLD, foot, self.palette.accent if is_multiplied else self.palette.ink)
            if is_multiplied:
                draw_outline(place, self.palette.accent, 1.5 * self.unit, min(6 * self.unit, place.width * 0.14))


class Emblem(Drawn):
    """A kind's emblem on its ground; a badge is written across its foot."""

    kind = ObjectProperty("")
    badge = StringProperty("")
    redrawn_by = ("kind", "badge")

    def draw(self, area: Area) -> None:
        """The emblem, filling the ground around it."""
        if not self.kind:
            return
        draw_emblem(self.kind, area, 8 * self.unit)
        if self.badge:
            foot = area._replace(height=area.height * POINTS_SHARE * 1.4)
            draw_box(foot, self.palette.accent, 4 * self.unit)
            draw_text(self.badge, BOLD, foot, self.palette.on_accent)
