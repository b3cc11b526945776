"""The Pi camera's adapter on the real picamera2 and libcamera, whose virtual camera shows pictures of ours.

`deploy/tools/virtual_camera.sh` makes all that is needed in a Debian 13 and runs this; elsewhere it is skipped.
"""

import itertools
import sys
import time
import warnings
from collections.abc import Iterator
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType, SimpleNamespace

import cv2
import numpy as np
import pytest

from tests.source_contract import gives_frames, gives_parts, may_be_left_and_opened_again
from tests.virtual_camera.shown import SHOWN_PX, shown
from vision.camera import Patience
from vision.controls import Locks, Panel, Wish
from vision.frames import BadSource, Frame, Picture, WrongSize, of_size
from vision.held import HeldPicture
from vision.picamera import BUFFERS, PiCamera, PiDevice, opener, pi_cameras, small_size_px
from vision.streams import Stream

CONFIGURATION = Path("/usr/share/libcamera/pipeline/virtual/virtual.yaml")
MISSING = [each for each in ("libcamera", "picamera2") if find_spec(each) is None]
pytestmark = [
    pytest.mark.skipif(
        bool(MISSING) or not CONFIGURATION.exists(),
        reason=f"no {', '.join(MISSING) or CONFIGURATION} here; deploy/tools/virtual_camera.sh has a virtual camera",
    ),
    # What picamera2 warns of is not ours.
    pytest.mark.filterwarnings("ignore"),
]
FPS = 30.0
SMALL_PX = small_size_px(SHOWN_PX)
PATIENT = Patience(deadline_s=5.0, pause_s=0.01)


@pytest.fixture(scope="module", autouse=True)
def _real_picamera2() -> Iterator[None]:
    """picamera2 itself, but for what it takes for granted of a Pi: a display, raw pictures, buffers of one plane."""
    patch = pytest.MonkeyPatch()
    display = ModuleType("pykms")
    patch.setattr(display, "PixelFormat", SimpleNamespace(RGB888=0, BGR888=0, XRGB8888=0, XBGR8888=0), raising=False)
    for each in ("YUV420", "YVU420", "YUYV", "NV12"):
        setattr(display.PixelFormat, each, 0)
    patch.setitem(sys.modules, "pykms", display)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        picamera2, allocators = import_module("picamera2"), import_module("picamera2.allocators")

    class Virtual(picamera2.Picamera2):  # type: ignore[misc, name-defined]
        def __init__(self) -> None:
            super().__init__()
            self.allocator = allocators.LibcameraAllocator(self.camera)
            self.sensor_modes_ = self._get_raw_modes()

        def _get_raw_modes(self) -> list[dict[str, object]]:
            return [{"format": "NV12", "size": SHOWN_PX}]

    patch.setattr(picamera2, "Picamera2", Virtual)
    yield
    patch.undo()


def camera(size_px: tuple[int, int] = SHOWN_PX, locks: Locks | None = None) -> PiCamera:
    return PiCamera(Wish(size_px, FPS, locks or Locks()), PATIENT)


def test_it_does_what_every_source_does() -> None:
    gives_frames(camera, SHOWN_PX)
    may_be_left_and_opened_again(camera)


def test_what_was_asked_for_is_not_what_comes() -> None:
    device = opener(pi_cameras(), Wish(SHOWN_PX, FPS), Panel(), PATIENT)()
    assert isinstance(device, PiDevice)
    layouts = device.main, device.small
    device.release()
    assert layouts == (Stream("NV12", SHOWN_PX, SHOWN_PX[0]), Stream("NV12", SMALL_PX, SMALL_PX[0]))


def likeness(picture: Picture) -> tuple[int, float]:
    """Which of the shown pictures it is, and by how much it differs from that one."""
    size_px = picture.shape[1], picture.shape[0]
    there = [cv2.resize(each, size_px, interpolation=cv2.INTER_AREA) for each in shown()]
    away = [float(np.abs(each.astype(int) - picture).mean()) for each in there]
    return int(np.argmin(away)), min(away)


def test_the_pictures_are_those_that_are_shown_large_and_small() -> None:
    with camera() as source:
        frames = [each for each in itertools.islice(source, 8) if isinstance(each, Frame)]
    for frame in frames:
        assert frame.small is not None
        (large, away), (small, small_away) = likeness(frame.picture), likeness(frame.small)
        assert large == small
        assert max(away, small_away) < 4
    assert len(frames) > 3


def test_pictures_stay_in_their_buffers_until_they_are_replaced_and_whoever_keeps_them_has_them() -> None:
    with camera() as source:
        kept = [each for each in itertools.islice(source, 4 * BUFFERS) if isinstance(each, Frame)]
        assert all(isinstance(each.taken, HeldPicture) for each in kept)
        held = [each for each in kept if isinstance(each.taken, HeldPicture) and each.taken.is_lent]
        assert 0 < len(held) < BUFFERS
        for each in (kept[0], kept[-1]):
            gives_parts(each)
    assert not any(isinstance(each.taken, HeldPicture) and each.taken.is_lent for each in kept)
    assert {likeness(each.picture)[1] < 4 for each in kept} == {True}


def test_pictures_that_nobody_takes_are_given_back() -> None:
    with camera() as source:
        time.sleep(1.0)
        assert sum(isinstance(each, Frame) for each in itertools.islice(source, 3 * BUFFERS)) > BUFFERS


def test_a_size_that_the_camera_has_not_is_told() -> None:
    with camera((1000, 700)) as source:
        glimpse = next(of_size(iter(source), (1000, 700)))
    assert isinstance(glimpse, WrongSize)
    assert glimpse.size_px == SHOWN_PX


def test_controls_that_it_has_not_are_left_alone() -> None:
    with camera(locks=Locks(1.0, 20_000, 2.0, (1.5, 1.9))) as source:
        source.focus(2.0)
        source.hold_light()
        source.free_light()
        assert sum(isinstance(each, Frame) for each in itertools.islice(source, 8)) > 3
        assert (None, False, Locks()) == (source.focus_range, source.may_hold_light, source.locks)


def test_a_camera_that_another_one_has_is_told_and_free_afterwards() -> None:
    with camera() as first:
        with pytest.raises(BadSource) as raised:
            PiCamera(Wish(SHOWN_PX, FPS), Patience(deadline_s=1.0, pause_s=0.01))
        assert raised.value.message.key == "source.no-pi-camera"
        assert any(isinstance(each, Frame) for each in itertools.islice(first, 5))
    with camera() as again:
        assert isinstance(next(iter(again)), Frame)


def test_it_is_free_when_its_user_fails() -> None:
    with pytest.raises(KeyboardInterrupt), camera():
        raise KeyboardInterrupt
    with camera() as again:
        assert isinstance(next(iter(again)), Frame)
