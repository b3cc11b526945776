"""A camera that takes its time is opened by whoever watches: the screen says so, shows why not, and may be left."""

import logging
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from queue import SimpleQueue
from threading import current_thread
from typing import Self, cast

import numpy as np
import pytest

import deploy.feeds
from calibration.wizard import Calibration
from companion.facts import UNKNOWN, Placed, Way
from companion.games.vedrfolnir.history import PastGame
from companion.games.vedrfolnir.zones import stake
from companion.journal import Journal
from companion.pictures import CardPicture, Picture
from companion.places import Zone
from companion.profile_writing import profile_text
from companion.setting_up import GoOn, SetUpView, State, Step
from companion.status import CameraState, TableStatus
from companion.words import Language, Message, Words
from deploy.apologising import Asking
from deploy.camera_table import Table, WatchedTable
from deploy.cli import PACKAGES
from deploy.led_set_up import Begun, LedSetUp, Outcome
from deploy.notifying import Pulse
from deploy.rendered import rendered_profile
from deploy.watch import Joins, WantedWatch
from deploy.watching import Sight
from tests.games import setup
from tests.pictures import write_pictures
from tests.test_picturing import Hesitating, StillEye
from ui.backroom import Backroom, Broken
from ui.desk import Desk
from ui.feeding import Feed
from ui.offers import PUBLISHED
from ui.past import kept_games, known_games
from vision.awaited import AwaitedCamera
from vision.folder import Folder
from vision.frames import BadSource, Frame, Glimpse, Source
from vision.sim.levels import Difficulty
from vision.sources import SimAt

SIZE_PX = (1280, 720)
DAY = np.full((720, 1280, 3), 90, np.uint8)
WHY = Message("source.no-camera", {"device": 0})
GAME = setup()


def comes(is_so: Callable[[], bool], within_s: float = 10.0) -> bool:
    """Whether something becomes so before long; it is asked until it is, and not once more."""
    until_s = time.monotonic() + within_s
    while time.monotonic() < until_s:
        if is_so():
            return True
        time.sleep(0.005)
    return False


class SlowCamera:
    """A camera that opens, or does not, when it is told to; and remembers who had it."""

    def __init__(self) -> None:
        self.outcomes: SimpleQueue[Message | None] = SimpleQueue()
        self.tries, self.users, self.most_users = 0, 0, 0
        self.thread = ""

    def open(self, *_: object) -> Source:
        self.tries += 1
        self.users += 1
        self.most_users = max(self.users, self.most_users)
        self.thread = current_thread().name
        why = self.outcomes.get()
        if why is not None:
            self.users -= 1
            raise BadSource(why)
        return self

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.users -= 1

    def __iter__(self) -> Iterator[Glimpse]:
        for number in range(10_000):
            time.sleep(0.005)
            yield Frame(number, number / 15, DAY)


@pytest.fixture
def camera(monkeypatch: pytest.MonkeyPatch) -> SlowCamera:
    slow = SlowCamera()
    monkeypatch.setattr(deploy.feeds, "open_source", slow.open)
    monkeypatch.setattr(deploy.feeds, "AwaitedCamera", partial(AwaitedCamera, pause_s=0.01))
    return slow


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    with Journal(tmp_path / "games.sqlite") as journal:
        desk = Desk(journal, Words(Language.ENGLISH, (*PACKAGES, "ui")), time.monotonic)
        yield desk
        desk.close()


def table(desk: Desk, folder: Path) -> WatchedTable:
    profile = folder / "table.toml"
    profile.write_text(profile_text(rendered_profile(GAME, SIZE_PX, Difficulty.EASY)), encoding="utf-8")
    sight = lambda *_: Sight(StillEye(is_still=True), Hesitating(Zone("tribute")))  # noqa: E731 - sees nothing
    joins = Joins(sight, lambda *_: pytest.fail("nothing is rendered"))
    return WatchedTable(desk, Table(WantedWatch("usb:0", None), profile, ()), joins, Pulse({}))


def becomes(desk: Desk, camera: CameraState) -> bool:
    def is_so() -> bool:
        desk.take_in()
        return desk.status.camera is camera

    return comes(is_so)


def test_a_game_begins_at_once_and_its_camera_when_it_is_there(desk: Desk, camera: SlowCamera, tmp_path: Path) -> None:
    began_s = time.monotonic()
    assert table(desk, tmp_path).watch(GAME, PUBLISHED) is None
    assert time.monotonic() - began_s < 2
    assert desk.session is not None
    assert (desk.status.camera, desk.is_watching) == (CameraState.OPENING, True)
    assert "being opened" in desk.status_view.warning
    assert comes(lambda: camera.tries == 1)
    assert camera.thread == "watching"
    camera.outcomes.put(None)
    assert becomes(desk, CameraState.WATCHING)
    assert desk.status_view.warning == ""


def test_why_a_camera_does_not_open_is_told_until_it_does(desk: Desk, camera: SlowCamera, tmp_path: Path) -> None:
    assert table(desk, tmp_path).watch(GAME, PUBLISHED) is None
    camera.outcomes.put(WHY)
    assert becomes(desk, CameraState.UNOPENED)
    assert desk.words.say(WHY) == desk.status_view.warning
    camera.outcomes.put(WHY)
    camera.outcomes.put(None)
    assert becomes(desk, CameraState.WATCHING)
    assert camera.tries == 3


def test_a_camera_that_is_being_opened_may_be_left_and_is_never_opened_twice(
    desk: Desk, camera: SlowCamera, tmp_path: Path
) -> None:
    under_camera = table(desk, tmp_path)
    assert under_camera.watch(GAME, PUBLISHED) is None
    assert comes(lambda: camera.tries == 1)
    began_s = time.monotonic()
    desk.stop_watching()
    assert desk.session is not None
    assert under_camera.go_on(desk.session.id) is None
    assert under_camera.watch(GAME, PUBLISHED) is None
    assert time.monotonic() - began_s < 2
    assert desk.status.camera is CameraState.OPENING
    camera.outcomes.put(None)
    assert comes(lambda: camera.tries == 2)
    camera.outcomes.put(None)
    assert becomes(desk, CameraState.WATCHING)
    desk.close()
    assert (camera.most_users, camera.users) == (1, 0)


def test_a_set_up_waits_for_the_game_that_it_takes_the_camera_from(
    desk: Desk, camera: SlowCamera, tmp_path: Path
) -> None:
    assert table(desk, tmp_path).watch(GAME, PUBLISHED) is None
    camera.outcomes.put(None)
    assert becomes(desk, CameraState.WATCHING)
    desk.stop_watching()
    desk.await_free()
    assert camera.users == 0


# Work that raises


def failing() -> object:
    raise KeyError


def leaving() -> object:
    raise SystemExit


@pytest.mark.parametrize("work", [failing, leaving])
def test_work_that_raises_is_answered_and_the_next_is_done(
    work: Callable[[], object], caplog: pytest.LogCaptureFixture
) -> None:
    backroom = Backroom()
    assert backroom.ask("odds", 1, work) is None
    assert comes(backroom.take_in)
    assert isinstance(backroom.ask("odds", 1, work), Broken)
    assert backroom.ask("other", 2, lambda: "found") is None
    assert comes(backroom.take_in)
    assert backroom.found(2) == "found"
    assert [each.levelno for each in caplog.records] == [logging.ERROR]


def test_a_past_game_that_can_not_be_worked_out_is_listed_as_unreadable(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ui.past.past_game", lambda *_: failing())
    assert desk.begin(GAME) is None

    def listed() -> list[PastGame]:
        desk.take_in()
        return known_games(desk, kept_games(desk))

    assert comes(lambda: bool(listed()))
    assert [each.mode for each in listed()] == [None]


def test_a_question_whose_picture_nothing_can_be_made_of_is_asked_all_the_same(desk: Desk) -> None:
    def liken(_: Picture) -> tuple[str, ...]:
        raise ValueError

    zone = unread(desk, liken)
    assert desk.scene is not None
    (question,) = desk.scene.questions
    assert question.zone == zone
    assert comes(lambda: desk.take_in() or bool(desk.answers(question)))
    assert desk.answers(question) == question.answers


def unread(desk: Desk, liken: Callable[[Picture], tuple[str, ...]]) -> Zone:
    """A card that nobody could read lies at the first seat."""
    zone = stake(GAME.seats[0])
    picture = CardPicture(zone, 0, Picture(2, 2, bytes(12)))
    news = (Placed(1.0, UNKNOWN, zone, 0, Way.UNSURE), picture)
    desk.follow(Feed(GAME, None, lambda _, __: iter(news), TableStatus(CameraState.WATCHING), liken))
    assert becomes(desk, CameraState.ENDED)
    return zone


VIEW = SetUpView(Step.LIGHT, 1, 6, "", "", (), State.READY, 0.0, may_skip=False)


class BrokenCalibration:
    """A set-up that fails with its first picture; and, once it is asked for anything, whenever it is looked at."""

    is_done, step = False, Step.LIGHT

    def __init__(self) -> None:
        self._is_asked = False

    def see(self, *_: object) -> None:
        raise KeyError

    def say(self, message: Message, words: Words) -> str:
        return words.say(message)

    def do(self, _: object) -> Message | None:
        self._is_asked = True
        return None

    def view(self, _: Words) -> SetUpView:
        return VIEW if not self._is_asked else cast("SetUpView", failing())


def test_a_set_up_that_fails_says_so_and_if_it_fails_again_ends(tmp_path: Path) -> None:
    folder = Folder(write_pictures(tmp_path / "pictures", [DAY]), 15.0)
    begun = Begun(cast("Calibration", BrokenCalibration()), folder, SimAt(None))
    words = Words(Language.ENGLISH, PACKAGES)
    led = LedSetUp(lambda: begun, words, lambda *_: Outcome(()))
    views: list[SetUpView | None] = []
    assert comes(lambda: bool(views.append(led.view()) or views[-1]))  # type: ignore[func-returns-value]  # a list
    assert views[-1] is not None
    assert words.text("set-up.broken") == views[-1].trouble
    assert led.refused is None
    led.do(GoOn())
    assert comes(lambda: led.refused == Message("set-up.broken"))
    led.close()
    led.join(5)


def test_a_question_that_fails_itself_is_asked_again() -> None:
    tries: list[int] = []

    def wrong() -> Message | None:
        tries.append(1)
        return cast("Message", failing()) if len(tries) == 1 else None

    asking = Asking(wrong)
    asking.ask()
    assert comes(lambda: bool(tries) and not asking.is_well)

    def is_well() -> bool:
        asking.ask()
        return asking.is_well

    assert comes(is_well)
