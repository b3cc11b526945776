"""Whoever asks a camera that hangs is not held by it: neither the screen that apologises, nor the one that sets up."""

import time
from collections.abc import Callable
from threading import Event, Thread

import pytest

import deploy.apologising
from companion.words import Language, Message, Words
from deploy.apologising import Asking, UnseenCamera
from deploy.cli import PACKAGES
from deploy.led_set_up import Begun, LedSetUp, Outcome
from vision.frames import BadSource
from vision.sources import UsbAt

WRONG = Message("source.no-camera", {"device": 0})


def comes(is_so: Callable[[], bool], within_s: float = 10.0) -> bool:
    """Whether something becomes so before long."""
    until_s = time.monotonic() + within_s
    while not is_so() and time.monotonic() < until_s:
        time.sleep(0.005)
    return is_so()


def test_a_question_that_takes_long_holds_nobody_and_is_asked_once() -> None:
    answer, asked = Event(), []

    def wrong() -> Message | None:
        asked.append(1)
        answer.wait()
        return None

    asking = Asking(wrong)
    for _ in range(3):
        asking.ask()
        assert not asking.is_well
    answer.set()
    assert comes(lambda: asking.is_well)
    assert asked == [1]


def test_what_was_well_once_may_be_wrong_again() -> None:
    is_there = Event()
    is_there.set()
    asking = Asking(lambda: None if is_there.is_set() else WRONG)
    asking.ask()
    assert comes(lambda: asking.is_well)
    is_there.clear()

    def is_wrong() -> bool:
        asking.ask()
        return not asking.is_well

    assert comes(is_wrong)


def test_a_camera_whose_driver_holds_everybody_is_not_tried_again_and_again(monkeypatch: pytest.MonkeyPatch) -> None:
    hang = Event()
    tries: list[Thread] = []

    def opened(*_: object) -> None:
        tries.append(Thread(target=hang.wait, daemon=True))
        tries[-1].start()
        raise BadSource(WRONG, tries[-1])

    monkeypatch.setattr(deploy.apologising, "open_source", opened)
    unseen = UnseenCamera(UsbAt(0), None, WRONG)
    assert [unseen.said] * 6 == [unseen() for _ in range(6)]
    assert len(tries) == 3
    hang.set()
    for each in tries:
        each.join()
    unseen()
    assert len(tries) == 4
    assert all("0" in Words(language, PACKAGES).say(unseen.said) for language in Language)


def test_a_set_up_that_fails_as_it_begins_says_so() -> None:
    def begin() -> Begun:
        raise KeyError("camera")

    led = LedSetUp(begin, Words(Language.ENGLISH, PACKAGES), lambda *_: Outcome(()))
    assert comes(lambda: led.refused is not None)
    led.close()
    assert led.refused == Message("set-up.broken")
