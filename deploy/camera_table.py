"""The table under the camera, as the screen may use it: watch games there, set it up anew."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from calibration.keeping import Unkept, check_place, keep_profile
from calibration.reporting import accuracy_said, noted_profile
from calibration.wizard import Calibration, Means
from companion.games.vedrfolnir.setup import Mode, Setup
from companion.journal import GameId
from companion.setting_up import Step
from companion.words import Message, Words
from deploy.calibrate import WantedCalibration, opened_sources, rehearsed_table, table_to_set
from deploy.cameras import keep_camera
from deploy.case_recorder import FOLDER
from deploy.feeds import GameToWatch, new_feed
from deploy.led_set_up import Begun, LedSetUp, Outcome
from deploy.mat import WantedTable
from deploy.notifying import Pulse
from deploy.watch import Joins, Unwatchable, WantedWatch
from ui.desk import Desk
from ui.offers import PUBLISHED, DeckOffer, TableWish
from vision.camera_file import camera_file
from vision.controls import Controls
from vision.frames import BadSource
from vision.sim.rehearsal import Showing
from vision.sources import SimAt

SHOWN = {Step.LENS: Showing.BOARD, Step.TEST: Showing.CARD}


@dataclass(frozen=True, slots=True)
class Table:
    """What is needed to watch: a source by its name, the file of the profile, decks by their files."""

    wanted: WantedWatch
    profile: Path
    decks: Sequence[DeckOffer]


class WatchedTable:
    """Joins the screen's desk to the camera."""

    def __init__(self, desk: Desk, table: Table, joins: Joins, pulse: Pulse) -> None:
        self._desk, self._table, self._joins, self._pulse = desk, table, joins, pulse
        self._led: LedSetUp | None = None

    @property
    def is_set_up(self) -> bool:
        """Whether there is a profile."""
        return self._table.profile.is_file()

    def watch(self, setup: Setup, deck: DeckOffer) -> Message | None:
        """Begin a game that the camera follows, or say why not."""
        try:
            game = GameToWatch(setup, deck, self._await_free, self._cases)
            feed = new_feed(self._wanted, self._joins, game, self._pulse)
        except (BadSource, Unwatchable) as bad:
            return bad.message
        return self._desk.follow(feed)

    def go_on(self, game: GameId) -> Message | None:
        """Open a game that was begun; if the camera followed it, it does again, or there is a word why not."""
        self._desk.resume(game)
        session = self._desk.session
        if session is None or not self.is_set_up or not self._desk.is_of_a_camera:
            return None
        text = self._desk.journal.entry(game).deck
        deck = next((each for each in self._table.decks if each.text == text), PUBLISHED)
        watched = GameToWatch(session.setup, replace(deck, text=text), self._await_free, self._cases, session.places)
        try:
            feed = new_feed(self._wanted, self._joins, watched, self._pulse)
        except (BadSource, Unwatchable) as bad:
            return bad.message
        self._desk.follow_on(game, feed)
        return None

    def set_up(self, wish: TableWish, words: Words) -> LedSetUp | Message:
        """Begin to set the table up, or say why not."""
        if wish.is_rehearsal:
            return LedSetUp(lambda: self._rehearsed(wish), words, _rehearsed)
        try:
            check_place(self._table.profile, may_replace=True)
            check_place(camera_file(self._table.profile), may_replace=True)
        except Unkept as bad:
            return bad.message
        before = self._led
        self._led = LedSetUp(lambda: self._begun_after(before, wish), words, self._kept)
        return self._led

    @property
    def _cases(self) -> Path:
        return self._desk.journal.path.parent / FOLDER

    @property
    def _wanted(self) -> WantedWatch:
        return replace(self._table.wanted, table=str(self._table.profile))

    def _await_free(self) -> None:
        """Wait until a set-up that was left has let go of the camera."""
        if self._led is not None:
            self._led.join()

    def _begun_after(self, before: LedSetUp | None, wish: TableWish) -> Begun:
        """Begin once those who had the camera have let go of it."""
        if before is not None:
            before.join()
        self._desk.await_free()
        return self._begun(wish)

    def _begun(self, wish: TableWish) -> Begun:
        wanted = self._calibration(wish)
        table = table_to_set(wanted)
        sources = opened_sources(wanted, table)
        controls = sources.table if isinstance(sources.table, Controls) else None
        means = Means(controls, is_live=sources.is_live, has_board=wish.has_board)
        return Begun(Calibration(table, means), sources.table, sources.address)

    def _rehearsed(self, wish: TableWish) -> Begun:
        # A drawn camera has a lens of its own.
        table = replace(table_to_set(self._calibration(wish)), camera=None)
        source = rehearsed_table(table, lambda: SHOWN.get(calibration.step, Showing.BARE))
        calibration = Calibration(table, Means(source, has_board=wish.has_board))
        return Begun(calibration, source, SimAt(None))

    def _calibration(self, wish: TableWish) -> WantedCalibration:
        """The same as options."""
        profile = str(self._table.profile)
        size = f"{wish.size.width_mm:.0f}x{wish.size.height_mm:.0f}"
        seats = str(wish.seats) if wish.mode is Mode.STANDARD else None
        table = WantedTable(seats, wish.mode.value, size)
        return WantedCalibration(
            source=self._table.wanted.source,
            out=profile,
            table=table,
            known=profile if wish.is_as_before else None,
            deck=self._table.wanted.deck,
            may_replace=True,
        )

    def _kept(self, done: Begun, words: Words) -> Outcome:
        profile, found = done.calibration.profile, done.calibration.accuracy
        if profile is None or found is None:
            return Outcome((Message("set-up.unfinished"),), is_kept=False)
        try:
            keep_camera(self._table.profile, done.address, done.source)
            keep_profile(self._table.profile, noted_profile(profile, found, words), may_replace=True)
        except Unkept as bad:
            return Outcome((bad.message,), is_kept=False)
        return Outcome(tuple(accuracy_said(found)))


def _rehearsed(done: Begun, _: Words) -> Outcome:
    found = done.calibration.accuracy
    return Outcome((Message("set-up.rehearsed"), *(() if found is None else accuracy_said(found))), is_kept=False)
