"""A table set up step by step: pictures and intents in, views out, and in the end a table profile."""

from collections import deque
from dataclasses import dataclass, replace
from typing import Protocol

import cv2
import numpy as np

from calibration.lens import CELLS
from calibration.measuring import Accuracy, accuracy
from calibration.plane import Plane
from calibration.reporting import corner_said
from calibration.steps import FocusStep, LensStep, LightStep, MarksStep, StepWork, TestStep, ZonesStep
from calibration.zoning import BadZone, conflicts, moved, reshaped
from companion.geometry import Point, Size
from companion.pictures import Picture as ShownPicture
from companion.places import Zone
from companion.printed import PrintedDeck
from companion.profile import Camera, Lens, Mark, TableProfile, ZonePlan
from companion.setting_up import (
    Again,
    CornerView,
    CoverageView,
    GoBack,
    GoOn,
    MoveCorner,
    MoveZone,
    ResetZones,
    SetUpIntent,
    SetUpView,
    Skip,
    Spot,
    State,
    Step,
    ZoneView,
)
from companion.words import Message, Words
from vision.controls import Controls
from vision.frames import Picture

# What stands in messages for places and cards, to be named as people name them.
_ZONES, _CARDS = ("zone", "other"), ("card",)
SHOWN_WIDTH_PX = 640
REMEMBERED = 8
_ORDER = tuple(Step)


class Namer(Protocol):
    """What the places and cards of a game are called."""

    def zone(self, zone: Zone, words: Words) -> str:
        """A place as people name it."""
        ...

    def card(self, name: str, words: Words) -> str:
        """A card as people name it."""
        ...


@dataclass(frozen=True, slots=True)
class TableToSet:
    """What is known before anybody looks: the table, its marks and zones, the deck, perhaps the camera and its lens."""

    size: Size
    marks: tuple[Mark, ...]
    zones: tuple[ZonePlan, ...]
    printed: PrintedDeck
    namer: Namer
    back: Picture | None = None
    camera: Camera | None = None


@dataclass(frozen=True, slots=True)
class Means:
    """What there is to set up with: a camera that can be set, whether it is live, whether the board is at hand."""

    controls: Controls | None = None
    is_live: bool = True
    has_board: bool = False


class Calibration:
    """One set-up; it reads no source and writes no file."""

    def __init__(self, table: TableToSet, means: Means) -> None:
        self._table, self._means = table, means
        self._size_px: tuple[int, int] | None = None
        self._lens: Lens | None = None
        self._lens_error_px: float | None = None
        self._zones = table.zones
        self._plane: Plane | None = None
        self._recent: deque[Picture] = deque(maxlen=REMEMBERED)
        self._latest: Picture | None = None
        self._focus = None if means.controls is None else means.controls.locks.focus
        self._work: StepWork = LightStep(means.controls, is_live=means.is_live)
        self.is_done = False

    @property
    def step(self) -> Step:
        """Where the set-up stands."""
        return Step.DONE if self.is_done else self._work.step

    @property
    def state(self) -> State:
        """How the step stands."""
        return self._work.state

    @property
    def said(self) -> tuple[Message, ...]:
        """What the step has to say."""
        extra = conflicts(self._zones, self._table.marks) if self.step is Step.ZONES else ()
        return (*self._work.said, *extra)

    @property
    def zones(self) -> tuple[ZonePlan, ...]:
        """The zones as they lie now."""
        return self._zones

    @property
    def accuracy(self) -> Accuracy | None:
        """How good the set-up is, once the marks are found."""
        tag_mm = self._table.printed.tags[0].side_mm
        return None if self._plane is None else accuracy(self._plane, self._table.size, tag_mm, self._lens_error_px)

    @property
    def profile(self) -> TableProfile | None:
        """The table profile, once the marks are found."""
        if self._plane is None:
            return None
        camera = replace(self._plane.camera, marks=self._table.marks)
        return TableProfile(*self._table.size, camera, self._zones)

    # Pictures in

    def see(self, picture: Picture, small: Picture | None = None) -> None:
        """Take one more picture in, `small` is the one to show; one of another size than the first begins anew."""
        self._latest = picture if small is None else small
        size_px = picture.shape[1], picture.shape[0]
        if self._size_px not in (None, size_px):
            self._forget()
        if self._size_px is None:
            self._size_px = size_px
            known = self._table.camera
            self._lens = known.lens if known is not None and known.size_px == size_px else None
        # A board held over the marks would hide them.
        if self.step is not Step.LENS:
            self._recent.append(picture)
        if not self.is_done:
            self._work.see(picture)

    def _forget(self) -> None:
        """Begin anew: nothing that was found in pictures of one size holds for those of another."""
        self._size_px = self._lens_error_px = self._plane = None
        self._recent.clear()
        self._work = LightStep(self._means.controls, is_live=self._means.is_live)
        self.is_done = False

    def end(self) -> None:
        """No more pictures will come: make do with what was seen, step by step."""
        self._work.finish()
        while self._work.state is State.READY and not self.is_done:
            self.do(GoOn())
            self._work.finish()
        if self.step is Step.TEST:
            self.is_done = True

    def end_lens(self) -> None:
        """No more views of the board will come; without enough of them the lens stays unknown."""
        if self.step is Step.LENS:
            self._work.finish()

    # Intents in

    def do(self, intent: SetUpIntent) -> Message | None:
        """Do what was asked for; a message where that is not possible."""
        try:
            return self._do(intent)
        except BadZone as bad:
            return bad.message

    def _do(self, intent: SetUpIntent) -> Message | None:
        match intent:
            case GoOn() if self._work.state is not State.READY:
                return Message("set-up.not-ready")
            case Skip() if not self._may_skip:
                return Message("set-up.not-skipped")
            case GoOn() | Skip():
                self._go_on()
            case Again():
                self._begin(self.step)
            case GoBack():
                self.is_done = False
                self._begin(self._step_before())
            case ResetZones():
                self._zones = self._table.zones
            case MoveZone(zone, start, end):
                (x_mm, y_mm), (from_x_mm, from_y_mm) = self._place(end), self._place(start)
                by = Point(x_mm - from_x_mm, y_mm - from_y_mm)
                self._zones = moved(self._zones, zone, by, self._table.size)
            case MoveCorner(zone, corner, end):
                self._zones = reshaped(self._zones, zone, corner, self._place(end), self._table.size)
        return None

    def _step_before(self) -> Step:
        """The step to go back to: without the board there is none for the lens."""
        before = _ORDER[max(0, _ORDER.index(self.step) - 1)]
        return Step.FOCUS if before is Step.LENS and not self._means.has_board else before

    @property
    def _may_skip(self) -> bool:
        return self.step in (Step.FOCUS, Step.LENS, Step.TEST)

    def _go_on(self) -> None:
        if isinstance(self._work, LensStep) and self._work.fit is not None:
            self._lens, self._lens_error_px = self._work.fit.lens, self._work.fit.error_px
        if isinstance(self._work, MarksStep):
            self._plane = self._work.plane
        self._begin(_ORDER[_ORDER.index(self.step) + 1])

    def _begin(self, step: Step) -> None:
        """Begin a step; the marks are looked for in the last pictures first."""
        if isinstance(self._work, FocusStep):
            self._focus = self._work.leave()
            if self._means.controls is not None:
                # They show the table at every focus but the one that was chosen.
                self._recent.clear()
        camera = Camera(self._size_px or (0, 0), marks=self._table.marks, lens=self._lens)
        match step:
            case Step.LIGHT:
                self._work = LightStep(self._means.controls, is_live=self._means.is_live)
            case Step.FOCUS:
                self._work = FocusStep(self._means.controls, self._focus)
            case Step.LENS if self._means.has_board:
                self._work = LensStep(camera.size_px)
            case Step.LENS | Step.MARKS:
                self._work = MarksStep(camera)
                for each in self._recent:
                    self._work.see(each)
            case Step.ZONES:
                self._work = ZonesStep()
            case Step.TEST if self.profile is not None:
                self._work = TestStep(self.profile, self._table.printed, self._table.back)
            case _:
                self.is_done = True

    def _place(self, spot: Spot) -> Point:
        """Where a place of the picture lies on the table."""
        if self._plane is None or self._size_px is None:
            raise BadZone("no-table", "")
        return self._plane.table.point_mm(spot.x_share * self._size_px[0], spot.y_share * self._size_px[1])

    # Views out

    def view(self, words: Words) -> SetUpView:
        """What there is to see now."""
        return SetUpView(
            step=self.step,
            number=_ORDER.index(self.step) + 1,
            steps=len(_ORDER) - 1,
            title=words.text(f"set-up.{self.step}"),
            task=words.text(f"set-up.{self.step}-task"),
            said=tuple(self.say(each, words) for each in self.said),
            state=self.state,
            share=self._work.share,
            may_skip=self._may_skip,
            coverage=self._coverage(),
            zones=tuple(self._zone_view(each, words) for each in self._zones) if self._plane is not None else (),
            corners=self._corner_views(words),
            picture=None if self._latest is None else shown(self._latest),
        )

    def say(self, message: Message, words: Words) -> str:
        """A message with its places and cards as people name them."""
        namer, values = self._table.namer, dict(message.values)
        values |= {key: namer.zone(Zone(str(values[key])), words) for key in _ZONES if values.get(key)}
        values |= {key: namer.card(str(values[key]), words) for key in _CARDS if values.get(key)}
        return words.say(Message(message.key, values))

    def _coverage(self) -> CoverageView | None:
        return CoverageView(*CELLS, self._work.study.covered) if isinstance(self._work, LensStep) else None

    def _zone_view(self, plan: ZonePlan, words: Words) -> ZoneView:
        return ZoneView(
            plan.zone, self._table.namer.zone(plan.zone, words), tuple(self._spot(each) for each in plan.polygon)
        )

    def _corner_views(self, words: Words) -> tuple[CornerView, ...]:
        found = self.accuracy
        corners = () if found is None else found.corners
        return tuple(CornerView(self._spot(each.at), words.say(corner_said(each))) for each in corners)

    def _spot(self, place: Point) -> Spot:
        if self._plane is None or self._size_px is None:
            return Spot(0, 0)
        x_px, y_px = self._plane.table.to_px(np.array([place]))[0].tolist()
        return Spot(x_px / self._size_px[0], y_px / self._size_px[1])


def shown(picture: Picture) -> ShownPicture:
    """A picture as it crosses to a screen."""
    height_px = round(picture.shape[0] * SHOWN_WIDTH_PX / picture.shape[1])
    small = cv2.resize(picture, (SHOWN_WIDTH_PX, height_px), interpolation=cv2.INTER_AREA)
    return ShownPicture(SHOWN_WIDTH_PX, height_px, cv2.cvtColor(small, cv2.COLOR_BGR2RGB).tobytes())
