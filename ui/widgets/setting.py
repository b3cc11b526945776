"""The table as the camera sees it while it is set up: places to drag, corners, and where the board has been."""

from collections.abc import Iterator
from typing import NamedTuple

from kivy.graphics import Color, Line, Mesh, Rectangle
from kivy.graphics.texture import Texture
from kivy.input.motionevent import MotionEvent
from kivy.properties import BooleanProperty, ListProperty, ObjectProperty, StringProperty

from companion.geometry import Point, is_inside
from companion.pictures import Picture
from companion.plane import signed_area
from companion.setting_up import MoveCorner, MoveZone, SetUpIntent, SetUpView, Spot, ZoneView
from ui.memory import ThemeName
from ui.theme import BOLD, PALETTES, Colour
from ui.widgets.cards import Drawn
from ui.widgets.drawing import Area, draw_box, draw_text

# A finger comes down so far from a corner and still means it.
REACH_UNITS = 24
HANDLE_UNITS = 9
NAME_UNITS = 17
# Points of a picture: every so much of it a drag is passed on.
STEP_SHARE = 0.004
SEEN_THROUGH = 0.22
WHITE: Colour = (1, 1, 1, 1)
SHADE: Colour = (0, 0, 0, 0.5)
# Bright in either theme: a picture of a table is dark.
ON_PICTURE = PALETTES[ThemeName.DARK]


class _Drag(NamedTuple):
    """A zone held by a finger, by one of its corners or as a whole, and where the finger was."""

    zone: ZoneView
    corner: int | None
    at: Spot


class SetUpPicture(Drawn):
    """Draws a `SetUpView`; places that are dragged are told as intents."""

    view = ObjectProperty(None, allownone=True)
    is_draggable = BooleanProperty(defaultvalue=False)
    chosen = StringProperty("")
    frame = ListProperty([0, 0, 0, 0])
    redrawn_by = ("view", "is_draggable", "chosen")
    __events__ = ("on_intent",)

    def __init__(self, **properties: object) -> None:
        self._texture: Texture | None = None
        self._drag: _Drag | None = None
        super().__init__(**properties)

    def on_intent(self, intent: SetUpIntent) -> None:
        """Somebody drags a place."""

    # Drawing

    def draw(self, area: Area) -> None:
        """The picture, and on it whatever the step is about."""
        view: SetUpView | None = self.view
        if view is None or view.picture is None:
            return
        place = _fitted(area, view.picture)
        self.frame = list(place)
        Color(rgba=WHITE)
        Rectangle(texture=self._blitted(view.picture), pos=place[:2], size=place[2:])
        self._draw_coverage(view, place)
        if self.is_draggable:
            for each in view.zones:
                self._draw_zone(each, place)
        for corner in view.corners:
            x, y = _there(corner.at, place)
            Color(rgba=ON_PICTURE.accent)
            Line(circle=(x, y, 7 * self.unit), width=1.6 * self.unit)

    def _draw_coverage(self, view: SetUpView, place: Area) -> None:
        """Where the board has been is clear, the rest is darkened."""
        if view.coverage is None:
            return
        wide, high = place.width / view.coverage.columns, place.height / view.coverage.rows
        for column in range(view.coverage.columns):
            for row in range(view.coverage.rows):
                cell = Area(place.x + column * wide, place.top - (row + 1) * high, wide, high)
                is_done = (column, row) in view.coverage.done
                shade = (*ON_PICTURE.exact[:3], SEEN_THROUGH) if is_done else SHADE
                draw_box(cell.within(self.unit), shade)

    def _draw_zone(self, zone: ZoneView, place: Area) -> None:
        is_chosen = zone.zone == self.chosen
        colour = ON_PICTURE.accent if is_chosen else ON_PICTURE.exact
        points = [each for spot in zone.corners for each in _there(spot, place)]
        Color(rgba=(*colour[:3], 2 * SEEN_THROUGH if is_chosen else SEEN_THROUGH))
        corners = [each for spot in zone.corners for each in (*_there(spot, place), 0, 0)]
        Mesh(vertices=corners, indices=list(range(len(zone.corners))), mode="triangle_fan")
        Color(rgba=colour)
        Line(points=points, close=True, width=(2.2 if is_chosen else 1.3) * self.unit)
        self._draw_name(zone, place)
        for spot in zone.corners if is_chosen else ():
            x, y = _there(spot, place)
            half = HANDLE_UNITS * self.unit
            draw_box(Area(x - half, y - half, 2 * half, 2 * half), ON_PICTURE.accent, half / 2)

    def _draw_name(self, zone: ZoneView, place: Area) -> None:
        across = [_there(each, place)[0] for each in zone.corners]
        down = [_there(each, place)[1] for each in zone.corners]
        wide, high = max(across) - min(across), min(NAME_UNITS * self.unit, max(down) - min(down))
        middle = (max(down) + min(down)) / 2
        box = Area(min(across), middle - high / 2, wide, high).within(2 * self.unit)
        draw_box(box, SHADE, 3 * self.unit)
        draw_text(zone.name, BOLD, box.within(self.unit), WHITE)

    def _blitted(self, picture: Picture) -> Texture:
        """One texture for all pictures of a size: making one for each costs more than drawing it."""
        size = picture.width_px, picture.height_px
        if self._texture is None or tuple(self._texture.size) != size:
            self._texture = Texture.create(size=size, colorfmt="rgb")
            self._texture.flip_vertical()
        self._texture.blit_buffer(picture.rgb, colorfmt="rgb", bufferfmt="ubyte")
        return self._texture

    # Touching

    def on_touch_down(self, touch: MotionEvent) -> bool:
        """Take hold of a place: a corner of the chosen one, or whichever lies under the finger."""
        if not self.is_draggable or self.view is None or not self.collide_point(*touch.pos):
            return bool(super().on_touch_down(touch))
        drag = self._taken(Area(*self.frame), touch)
        self.chosen = "" if drag is None else drag.zone.zone
        if drag is None:
            return True
        self._drag = drag
        touch.grab(self)
        return True

    def on_touch_move(self, touch: MotionEvent) -> bool:
        """Drag it along."""
        if touch.grab_current is not self or self._drag is None:
            return bool(super().on_touch_move(touch))
        to = _spot(touch, Area(*self.frame))
        start = self._drag.at
        if max(abs(to.x_share - start.x_share), abs(to.y_share - start.y_share)) >= STEP_SHARE:
            self._pull(self._drag, to)
        return True

    def on_touch_up(self, touch: MotionEvent) -> bool:
        """Let go of it where the finger leaves."""
        if touch.grab_current is not self or self._drag is None:
            return bool(super().on_touch_up(touch))
        to = _spot(touch, Area(*self.frame))
        if to != self._drag.at:
            self._pull(self._drag, to)
        touch.ungrab(self)
        self._drag = None
        return True

    def _pull(self, drag: _Drag, to: Spot) -> None:
        zone = drag.zone.zone
        intent = MoveZone(zone, drag.at, to) if drag.corner is None else MoveCorner(zone, drag.corner, to)
        self._drag = drag._replace(at=to)
        self.dispatch("on_intent", intent)

    def _taken(self, place: Area, touch: MotionEvent) -> _Drag | None:
        at = _spot(touch, place)
        for zone, corner in self._handles(place, touch):
            return _Drag(zone, corner, at)
        inside = [each for each in self.view.zones if is_inside(Point(*at), _outline(each))]
        return _Drag(min(inside, key=_area), None, at) if inside else None

    def _handles(self, place: Area, touch: MotionEvent) -> Iterator[tuple[ZoneView, int]]:
        """The corners of the chosen place within a finger's reach, the nearest first."""
        chosen = next((each for each in self.view.zones if each.zone == self.chosen), None)
        spots = [] if chosen is None else [_there(each, place) for each in chosen.corners]
        apart = sorted((touch.distance(_At(spot)), number) for number, spot in enumerate(spots))
        yield from ((chosen, number) for far, number in apart if chosen and far <= REACH_UNITS * self.unit)


class _At(NamedTuple):
    """A point as touches measure their distance to it."""

    pos: tuple[float, float]


def _fitted(area: Area, picture: Picture) -> Area:
    """The picture's place: as large as it can be, in the middle."""
    scale = min(area.width / picture.width_px, area.height / picture.height_px)
    wide, high = picture.width_px * scale, picture.height_px * scale
    return Area(area.x + (area.width - wide) / 2, area.y + (area.height - high) / 2, wide, high)


def _there(spot: Spot, place: Area) -> tuple[float, float]:
    return place.x + spot.x_share * place.width, place.top - spot.y_share * place.height


def _spot(touch: MotionEvent, place: Area) -> Spot:
    return Spot((touch.x - place.x) / place.width, (place.top - touch.y) / place.height)


def _outline(zone: ZoneView) -> tuple[Point, ...]:
    """A place in the picture, for the geometry of the table: it does not ask for the unit."""
    return tuple(Point(*each) for each in zone.corners)


def _area(zone: ZoneView) -> float:
    """Of places that lie on each other the smallest is meant."""
    return abs(signed_area(_outline(zone)))
