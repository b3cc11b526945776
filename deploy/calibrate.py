"""`companion calibrate`: a table set up in the terminal, step by step, and its profile written."""

import os
import select
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import gettempdir

from calibration.keeping import Unkept, check_place, keep_profile
from calibration.reporting import accuracy_said, noted_profile
from calibration.wizard import Calibration, Means, TableToSet
from companion.games.vedrfolnir.printing import printed_deck
from companion.geometry import Point, Pose, Size
from companion.lines import Unreadable
from companion.profile import Camera, TableProfile
from companion.profile_file import read_profile
from companion.setting_up import GoOn, Skip, State, Step
from companion.words import Message, Values, Words
from deploy.cameras import camera_remark, keep_camera, known_locks
from deploy.mat import BadTable, MatNamer, WantedTable, planned_table
from deploy.rendered import own_faces
from deploy.sizes import parse_size
from deploy.terminal import BAD_FILE, DONE, Terminal, file_message
from deploy.watch import Unwatchable, whole_deck
from deploy.watch_words import FaultWords
from deploy.watching import Halt
from vision.camera_file import camera_file
from vision.controls import Controls
from vision.eye.mapping import is_guessed
from vision.frames import BadSource, Fault, Glimpse, Source
from vision.sim.cameras import Mount, overhead_camera
from vision.sim.levels import LEVELS, Difficulty
from vision.sim.rehearsal import Props, Rehearsal, Showing
from vision.sim.setup_film import SetUpTable
from vision.sim.stage import Laid
from vision.sources import Address, Live, PiAt, SimAt, UrlAt, open_source, parse_source

# So long people are waited for at a step that something is in the way of, and for a card to be laid.
PATIENCE_S = 120.0
# How often a step that goes on says how it stands.
AGAIN_S = 2.0
# A Pi's camera reads out its whole view in pairs of pixels: enough for tags from where it sees the whole table.
PI_PIXELS, USUAL_PIXELS = "2304x1296", "1920x1080"
SIM_PX = 1920, 1080
SIM_CARD = Laid("loki-0s#01", Pose(Point(500, 300), 0.0))


@dataclass(frozen=True, slots=True)
class WantedCalibration:
    """The options as they were typed; `lens` None: no board, empty: the board is shown to the same source.

    Without `out` it is a rehearsal.
    """

    source: str
    out: str | None
    table: WantedTable
    lens: str | None = None
    known: str | None = None
    deck: str | None = None
    pixels: str | None = None
    may_replace: bool = False


class Unset(Exception):
    """A set-up that can't begin."""

    def __init__(self, message: Message) -> None:
        super().__init__(message.key)
        self.message = message


@dataclass(frozen=True, slots=True)
class Sources:
    """Where pictures come from: those of the table, and those of the board where it has its own."""

    address: Address
    table: Source
    board: Source | None = None

    @property
    def is_live(self) -> bool:
        """Whether a camera shows the table, and people are at it."""
        return isinstance(self.address, Live)


def run_calibrate(terminal: Terminal, wanted: WantedCalibration) -> int:
    """Set a table up and write its profile."""
    try:
        if wanted.out is not None:
            check_place(Path(wanted.out), may_replace=wanted.may_replace)
            check_place(camera_file(Path(wanted.out)), may_replace=True)
        table = table_to_set(wanted)
        sources = opened_sources(wanted, table)
    except (Unkept, Unset, BadTable, BadSource) as bad:
        terminal.warn(terminal.words.say(bad.message))
        return BAD_FILE
    remark = camera_remark(wanted.source, wanted.known)
    if remark is not None:
        terminal.warn(terminal.words.say(remark))
    has_board = wanted.lens is not None or isinstance(sources.table, SetUpTable)
    controls = sources.table if isinstance(sources.table, Controls) else None
    calibration = Calibration(table, Means(controls, is_live=sources.is_live, has_board=has_board))
    SetUp(terminal, calibration, sources).run()
    profile, found = calibration.profile, calibration.accuracy
    if profile is None or found is None or not calibration.is_done:
        terminal.warn(terminal.say("calibrate.unfinished", {"step": Message(f"set-up.{calibration.step}")}))
        return BAD_FILE
    terminal.show(terminal.words.say(each) for each in accuracy_said(found))
    if wanted.out is None:
        terminal.warn(terminal.say("set-up.rehearsed"))
        return DONE
    text = noted_profile(profile, found, terminal.words)
    return _kept(terminal, sources, text, Path(wanted.out), may_replace=wanted.may_replace)


def _kept(terminal: Terminal, sources: Sources, text: str, out: Path, *, may_replace: bool) -> int:
    """Write the profile, and what the camera holds."""
    try:
        camera = keep_camera(out, sources.address, sources.table)
        before = keep_profile(out, text, may_replace=may_replace)
    except Unkept as bad:
        terminal.warn(terminal.words.say(bad.message))
        _keep_elsewhere(terminal, text)
        return BAD_FILE
    terminal.warn(terminal.say("calibrate.written", {"file": str(out)}))
    if camera is not None:
        is_set = not isinstance(sources.address, UrlAt)
        terminal.warn(terminal.say("camera.kept" if is_set else "camera.unset", {"file": str(camera)}))
    if before is not None:
        terminal.warn(terminal.say("calibrate.before", {"file": str(before)}))
    return DONE


def _keep_elsewhere(terminal: Terminal, text: str) -> None:
    """Nobody has to set a table up twice because its place was taken or full in the end."""
    other = Path(gettempdir()) / f"table-{os.getpid()}.toml"
    try:
        keep_profile(other, text, may_replace=False)
    except Unkept:
        terminal.warn(terminal.say("calibrate.shown"))
        terminal.show(text.splitlines())
    else:
        terminal.warn(terminal.say("calibrate.elsewhere", {"file": str(other)}))


def table_to_set(wanted: WantedCalibration) -> TableToSet:
    """The table that the options describe, or that of a profile that is measured anew."""
    try:
        deck = whole_deck(wanted.deck)
        known = None if wanted.known is None else read_profile(Path(wanted.known))
    except Unwatchable as bad:
        raise Unset(bad.message) from None
    except Unreadable as unreadable:
        raise Unset(file_message(str(wanted.known), unreadable)) from None
    printed, back = printed_deck(deck), own_faces(deck).back()
    if known is None:
        planned = planned_table(wanted.table)
        return TableToSet(planned.size, planned.marks, planned.zones, printed, MatNamer(deck, planned.setup), back)
    if not known.camera.marks:
        raise Unset(Message("calibrate.no-marks", {"file": str(wanted.known)}))
    size = Size(known.width_mm, known.height_mm)
    camera = _known_camera(known.camera, wanted)
    return TableToSet(size, known.camera.marks, known.zones, printed, MatNamer(deck), back, camera)


def _known_camera(camera: Camera, wanted: WantedCalibration) -> Camera:
    """The camera of a profile; its lens counts if it was measured and it is no other sort of camera."""
    is_drawn = isinstance(parse_source(wanted.source), SimAt)
    is_other = is_drawn or camera_remark(wanted.source, wanted.known) is not None
    return replace(camera, lens=None) if is_other or is_guessed(camera) else camera


def opened_sources(wanted: WantedCalibration, table: TableToSet) -> Sources:
    """The pictures that the options name."""
    address = parse_source(wanted.source)
    size_px = _picture_px(wanted, table, address)
    if isinstance(address, SimAt) and wanted.lens:
        raise Unset(Message("calibrate.sim-lens", {"lens": wanted.lens}))
    if isinstance(address, SimAt):
        return Sources(address, _rendered(table))
    board = None
    if wanted.lens:
        board_address = parse_source(wanted.lens)
        if isinstance(board_address, SimAt):
            raise Unset(Message("calibrate.lens-sim"))
        board = open_source(board_address, None, size_px)
    return Sources(address, open_source(address, None, size_px, known_locks(address, wanted.known)), board)


def _picture_px(wanted: WantedCalibration, table: TableToSet, address: Address) -> tuple[int, int]:
    """The size of the pictures to ask for: as typed, as before, or what suits the camera."""
    if wanted.pixels is None and table.camera is not None:
        return table.camera.size_px
    pixels = wanted.pixels or (PI_PIXELS if isinstance(address, PiAt) else USUAL_PIXELS)
    size_px = parse_size(pixels)
    if size_px is None:
        raise Unset(Message("calibrate.bad-pixels", {"pixels": pixels}))
    return size_px


def _rendered(table: TableToSet) -> Source:
    """A table like the one to set up, drawn: somebody shows the board, then lays a card."""
    drawn = _drawn(table)
    return SetUpTable(drawn.profile, drawn.faces, drawn.level, drawn.card)


def rehearsed_table(table: TableToSet, showing: Callable[[], Showing]) -> Rehearsal:
    """The same, with whatever is asked for at that moment."""
    return Rehearsal(_drawn(table), showing)


def _drawn(table: TableToSet) -> Props:
    level = LEVELS[Difficulty.MIDDLE]
    width_mm, height_mm = table.size
    camera = overhead_camera(SIM_PX, (width_mm, height_mm), table.marks, Mount(distortion=level.distortion))
    return Props(TableProfile(*table.size, camera, table.zones), own_faces(whole_deck(None)), level, SIM_CARD)


class SetUp:
    """Leads through a set-up: shows pictures to it, tells what it says, goes on when a step is ready."""

    def __init__(self, terminal: Terminal, calibration: Calibration, sources: Sources) -> None:
        self._terminal, self._calibration, self._sources = terminal, calibration, sources
        self._words: Words = terminal.words
        self._faults = FaultWords(terminal)
        self._step: Step | None = None
        self._told: tuple[str, ...] = ()
        self._told_s = self._since_s = 0.0
        self._share = 0.0

    def run(self) -> None:
        """Show pictures until all steps are done, nobody helps any more, or there are no more of them."""
        with ExitStack() as stack, Halt() as halt:
            table = iter(stack.enter_context(self._sources.table))
            board = None if self._sources.board is None else iter(stack.enter_context(self._sources.board))
            for glimpse in halt.until(self._glimpses(table, board)):
                self._show(glimpse)
                if self._calibration.is_done or self._is_left(glimpse):
                    break
            if not halt.is_asked and not self._calibration.is_done:
                self._calibration.end()
            self._tell(self._told_s + 2 * AGAIN_S)
        self._faults.finish()

    def _glimpses(self, table: Iterator[Glimpse], board: Iterator[Glimpse] | None) -> Iterator[Glimpse]:
        """Pictures of the table; at the lens those of the board, where they come from elsewhere."""
        while True:
            source = board if board is not None and self._calibration.step is Step.LENS else table
            glimpse = next(source, None)
            if glimpse is None and source is board:
                board = None
                self._calibration.end_lens()
            elif glimpse is None:
                return
            else:
                yield glimpse

    def _show(self, glimpse: Glimpse) -> None:
        if isinstance(glimpse, Fault):
            self._faults.tell(glimpse)
            return
        self._calibration.see(glimpse.picture, glimpse.small)
        self._tell(glimpse.at_s)
        self._hear()
        while self._calibration.state is State.READY and not self._calibration.is_done:
            self._tell(glimpse.at_s)
            self._calibration.do(GoOn())
            self._since_s = glimpse.at_s

    def _hear(self) -> None:
        """Somebody who presses Enter does not want to wait for this step."""
        if sys.stdin is not None and sys.stdin.isatty() and select.select([sys.stdin], [], [], 0)[0]:
            sys.stdin.readline()
            refused = self._calibration.do(Skip())
            if refused is not None:
                self._terminal.warn(self._calibration.say(refused, self._words))

    def _is_left(self, glimpse: Glimpse) -> bool:
        """Whether nothing has come of a step for so long that nobody seems to be there."""
        at_s = glimpse.at_s
        is_waiting = self._calibration.state is not State.READY
        return self._sources.is_live and is_waiting and at_s - self._since_s > PATIENCE_S

    def _tell(self, at_s: float) -> None:
        """Say what is to be done, and how it stands, without saying the same again and again."""
        view = self._calibration.view(self._words)
        if view.share != self._share:
            # Somebody is there and gets on.
            self._share, self._since_s = view.share, at_s
        if view.step is not self._step:
            self._step = view.step
            number = "" if view.step is Step.DONE else f"{view.number}/{view.steps} "
            heading: Values = {"title": f"{number}{view.title}", "task": view.task}
            self._terminal.warn(self._terminal.say("set-up.heading", heading))
        is_due = view.state is not State.LOOKING or at_s - self._told_s >= AGAIN_S
        if view.said != self._told and is_due:
            new = [each for each in view.said if each not in self._told]
            self._told, self._told_s = view.said, at_s
            for each in new:
                self._terminal.warn(f"    {each}")
