"""The steps of a set-up: each takes pictures in until it is ready, and says what is in its way."""

from collections import deque
from enum import Enum, auto
from typing import Protocol

from calibration.focus import Journey, Sweep
from calibration.lens import LensFit, LensStudy
from calibration.light import Flaw, flaws, has_jumped
from calibration.plane import PICTURES, MarkError, MarkStudy, Plane, culprit
from companion.geometry import Pose, is_inside
from companion.observation import Sighting
from companion.printed import PrintedDeck
from companion.profile import Camera, TableProfile
from companion.setting_up import State, Step
from companion.words import Message, Values
from vision.controls import LATENCY, Controls
from vision.eye.eye import Eye
from vision.eye.pixels import Unusable
from vision.frames import Picture

LIGHT_PICTURES = 8
# So many pictures a camera that is to set itself needs before its exposure and colours are steady.
SETTLING = LATENCY + 12
# So many show whether a camera that was told to keep its light has kept it.
HELD_PICTURES = 3
# Told and not refused: what a file shows may well be one picture again and again.
_FILED = frozenset({Flaw.FROZEN})


class StepWork(Protocol):
    """One step at work."""

    step: Step
    state: State

    @property
    def share(self) -> float:
        """How much of it is done."""
        ...

    @property
    def said(self) -> tuple[Message, ...]:
        """What it has found, or what is in its way."""
        ...

    def see(self, picture: Picture) -> None:
        """Take one more picture in."""
        ...

    def finish(self) -> None:
        """Make do with what was seen: there will be no more pictures."""
        ...


class _Phase(Enum):
    """What the pictures of the light are for."""

    JUDGING = auto()
    HOLDING = auto()
    LEFT = auto()
    OVER = auto()


class LightStep:
    """Light, and a camera that is alive; then exposure and colours are held, if that changes nothing."""

    step = Step.LIGHT

    def __init__(self, controls: Controls | None, *, is_live: bool) -> None:
        self.state = State.LOOKING
        self.said: tuple[Message, ...] = ()
        self._pictures: deque[Picture] = deque(maxlen=LIGHT_PICTURES)
        self._held: list[Picture] = []
        self._controls = controls if controls is not None and controls.may_hold_light else None
        self._is_live = is_live
        self._phase = _Phase.JUDGING
        self._unjudged = 0
        self._settling = 0
        if self._controls is not None:
            # What was held for another lamp would only be held again.
            self._controls.free_light()
            self._settling = SETTLING

    @property
    def share(self) -> float:
        """How many of the pictures have come."""
        return len(self._pictures) / LIGHT_PICTURES

    def see(self, picture: Picture) -> None:
        """Judge every few pictures, so that a lamp that is put right is noticed; then those of the held light."""
        if self.state is State.READY:
            return
        if self._settling:
            self._settling -= 1
        elif self._phase is _Phase.JUDGING:
            self._collect(picture)
        elif self._phase is _Phase.HOLDING:
            self._held.append(picture)
            if len(self._held) == HELD_PICTURES:
                self._compare()
        else:
            self._end("set-up.light-jumped")

    def _collect(self, picture: Picture) -> None:
        if self._pictures and self._pictures[-1].shape != picture.shape:
            self._pictures.clear()
        self._pictures.append(picture)
        self._unjudged += 1
        if len(self._pictures) == LIGHT_PICTURES and self._unjudged >= LIGHT_PICTURES:
            self._judge()

    def finish(self) -> None:
        """Judge the few pictures that came."""
        if self._phase is _Phase.JUDGING and self._pictures and self.state is State.LOOKING:
            self._judge()
        if self._phase is _Phase.HOLDING:
            self._compare()
        if self._phase is _Phase.LEFT:
            self._end("set-up.light-jumped")

    def _judge(self) -> None:
        self._unjudged = 0
        found = flaws(tuple(self._pictures))
        self.said = tuple(Message(f"set-up.flaw-{each}") for each in found)
        if any(self._is_live or each not in _FILED for each in found):
            self.state = State.REFUSED
        elif self._controls is None:
            self._end("set-up.light-good")
        else:
            self._controls.hold_light()
            self.state, self._phase, self._settling = State.LOOKING, _Phase.HOLDING, LATENCY

    def _compare(self) -> None:
        """Cameras may hold another exposure than the one they had found: that is worse than none."""
        if self._controls is not None and has_jumped(self._pictures, self._held or self._pictures):
            self._controls.free_light()
            self._phase, self._settling = _Phase.LEFT, SETTLING
        else:
            is_held = self._controls is not None and self._controls.locks.exposure is not None
            self._end("set-up.light-held" if is_held else "set-up.light-good")

    def _end(self, key: str) -> None:
        self.said += (Message(key),)
        self.state, self._phase = State.READY, _Phase.OVER


class FocusStep:
    """The sharpest focus, kept."""

    step = Step.FOCUS

    def __init__(self, controls: Controls | None, before: float | None = None) -> None:
        self._controls, self._kept = controls, before
        wide = None if controls is None else controls.focus_range
        self._sweep = None if wide is None else Sweep(wide)
        self._last: Journey | None = None
        self.state = State.LOOKING
        self.said: tuple[Message, ...] = ()
        if controls is None or self._sweep is None or self._sweep.position is None:
            self.state, self.said = State.READY, (Message("set-up.focus-fixed"),)
        else:
            controls.focus(self._sweep.position)

    @property
    def share(self) -> float:
        """How many lens positions were tried."""
        return 1.0 if self._sweep is None else self._sweep.share

    def see(self, picture: Picture) -> None:
        """Measure, and move the lens on; in the end wait until it is where it stays."""
        if self._controls is None or self._sweep is None or self.state is State.READY:
            return
        if self._last is not None:
            self.state = State.READY if self._last.is_over(self._controls.lens_at) else State.LOOKING
        elif self._sweep.see(picture, self._controls.lens_at):
            position = self._sweep.position
            if position is None:
                self._decide(self._sweep)
            self._controls.focus(self._kept if position is None else position)

    def _decide(self, sweep: Sweep) -> None:
        """Keep the sharpest position; where none is, what was before is better than any."""
        if not sweep.is_flat:
            self._kept = sweep.sharpest
            self.said = (Message("set-up.focus-found", {"position": self._kept}),)
        elif self._kept is None:
            self.said = (Message("set-up.focus-left"),)
        else:
            self.said = (Message("set-up.focus-flat", {"position": self._kept}),)
        self._last = sweep.journey(self._kept)

    def finish(self) -> None:
        """Nothing can be measured any more."""

    def leave(self) -> float | None:
        """Where the lens stays: at the sharpest position, or as it was before if nobody waited for that."""
        if self._controls is not None and self.state is not State.READY:
            self._controls.focus(self._kept)
        return self._kept


class LensStep:
    """The lens, by views of the board."""

    step = Step.LENS

    def __init__(self, size_px: tuple[int, int]) -> None:
        self.study = LensStudy(size_px)
        self.state = State.LOOKING

    @property
    def share(self) -> float:
        """How much of the picture the board has covered."""
        return min(1.0, self.study.share_covered)

    @property
    def fit(self) -> LensFit | None:
        """The lens, once it is known well enough."""
        return self.study.fit if self.state is State.READY else None

    @property
    def said(self) -> tuple[Message, ...]:
        """What was taken, what is still missing."""
        study = self.study
        counts: Values = {
            "views": len(study.views),
            "tilted": study.tilted,
            "covered": round(100 * study.share_covered),
            "error": "–" if study.fit is None else Message("set-up.lens-pixels", {"error": study.fit.error_px}),
        }
        said = [Message("set-up.lens-so-far", counts)]
        if self.state is State.REFUSED:
            said.append(Message("set-up.lens-hopeless" if study.is_hopeless else "set-up.lens-too-few", counts))
        elif self.state is State.LOOKING and study.last is not None:
            said.append(Message(f"set-up.lens-{study.last}"))
        elif self.state is State.LOOKING and study.is_unsure:
            said.append(Message("set-up.lens-unsure"))
        return tuple(said)

    def see(self, picture: Picture) -> None:
        """Take a view of the board, if it teaches something."""
        if self.state is State.LOOKING and self.study.see(picture):
            enough = State.READY if self.study.is_enough else State.LOOKING
            self.state = State.REFUSED if self.study.is_hopeless else enough

    def finish(self) -> None:
        """Too few views are too few."""
        self.state = State.READY if self.study.is_enough else State.REFUSED


class MarksStep:
    """The table, by its marks."""

    step = Step.MARKS

    def __init__(self, camera: Camera) -> None:
        self._camera = camera
        self._study = MarkStudy(camera)
        self.state = State.LOOKING
        self.plane: Plane | None = None
        self.said: tuple[Message, ...] = ()

    @property
    def share(self) -> float:
        """How many of the pictures have come."""
        return min(1.0, self._study.pictures / PICTURES)

    def see(self, picture: Picture) -> None:
        """Look at the marks; after a few pictures say what they show, and begin anew if that is not enough."""
        if self.state is State.READY:
            return
        self._study.see(picture)
        if self._study.pictures >= PICTURES:
            self._judge()

    def finish(self) -> None:
        """Judge the marks in as many pictures as came."""
        if self.state is not State.READY and self._study.pictures:
            self._judge()

    def _judge(self) -> None:
        plane = self._study.plane()
        if plane is None:
            self.said, self.state = self._missing(), State.REFUSED
        elif not plane.is_agreed:
            self.said, self.state = self._disagreeing(plane), State.REFUSED
        else:
            self.plane, self.state = plane, State.READY
            self.said = tuple(self._found(plane))
            return
        self._study = MarkStudy(self._camera)

    def _found(self, plane: Plane) -> list[Message]:
        said = [Message("set-up.marks-found", {"marks": len(plane.errors), "error": plane.worst_mm})]
        said += [Message("set-up.lens-guessed", {"doubt": plane.doubt_mm or 0.0})] if plane.is_lens_guessed else []
        hidden = ", ".join(str(each.id) for each in self._study.missing)
        return said + ([Message("set-up.marks-hidden", {"marks": hidden})] if hidden else [])

    def _missing(self) -> tuple[Message, ...]:
        wanted = ", ".join(str(each.id) for each in self._study.missing)
        said = Message("set-up.marks-missing", {"marks": wanted})
        foreign = ", ".join(map(str, self._study.foreign))
        return (said, Message("set-up.marks-foreign", {"marks": foreign})) if foreign else (said,)

    def _disagreeing(self, plane: Plane) -> tuple[Message, ...]:
        said = Message("set-up.marks-disagree", {"error": plane.worst_mm})
        seen = {number: where for number, where in self._study.read.items() if number not in self._study.foreign}
        moved = culprit(plane.camera, seen)
        return (said, Message("set-up.marks-no-culprit")) if moved is None else (said, _moved(moved))


def _moved(error: MarkError) -> Message:
    """Which mark lies wrong, and where it has to go."""
    across = "set-up.to-left" if error.right_mm > 0 else "set-up.to-right"
    along = "set-up.upwards" if error.down_mm > 0 else "set-up.downwards"
    values: Values = {
        "mark": error.mark.id,
        "across": Message(across, {"mm": round(abs(error.right_mm))}),
        "along": Message(along, {"mm": round(abs(error.down_mm))}),
    }
    return Message("set-up.mark-moved", values)


class ZonesStep:
    """The zones lie where they belong for the seats; people may move them."""

    step = Step.ZONES
    state = State.READY
    share = 1.0
    said: tuple[Message, ...] = ()

    def see(self, picture: Picture) -> None:
        """Nothing is measured here."""

    def finish(self) -> None:
        """Nothing is waited for."""


class TestStep:
    """A card laid anywhere: what it is, and where."""

    step = Step.TEST
    __test__ = False

    def __init__(self, profile: TableProfile, printed: PrintedDeck, back: Picture | None) -> None:
        self._profile = profile
        self._eye = Eye(profile, printed, back)
        self._pictures = 0
        self.state = State.LOOKING
        self.said: tuple[Message, ...] = ()

    @property
    def share(self) -> float:
        """All of it, once a card was read."""
        return 1.0 if self.state is State.READY else 0.0

    def see(self, picture: Picture) -> None:
        """Watch for a card."""
        self._pictures += 1
        try:
            look = self._eye.look(picture, self._pictures / 15)
        except Unusable:
            return
        read = [] if look is None else [each for each in look.sightings if "#" in each.card]
        if read:
            self.said, self.state = tuple(map(self._told, read)), State.READY

    def finish(self) -> None:
        """Nobody laid a card."""
        if self.state is not State.READY:
            self.said = (Message("set-up.untested"),)

    def _told(self, sighting: Sighting) -> Message:
        pose: Pose = sighting.poses[0]
        plan = next((each for each in self._profile.zones if is_inside(pose.centre, each.polygon)), None)
        values: Values = {
            "card": sighting.card,
            "zone": "" if plan is None else plan.zone,
            "right": round(pose.centre.x_mm),
            "down": round(pose.centre.y_mm),
        }
        return Message("set-up.card-nowhere" if plan is None else "set-up.card-seen", values)
