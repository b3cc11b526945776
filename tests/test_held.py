"""Pictures that stay in a camera's buffers: few at a time, given back on every way, whole for whoever keeps them."""

import itertools
import logging
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path

import cv2
import numpy as np
import pytest

import tests.fake_picamera2 as fake
from companion.beliefs import Belief
from companion.cases import CaseNote
from companion.observation import Area
from companion.profile import Matrix
from deploy.case_files import CaseTable, read_case
from deploy.case_recorder import CaseRecorder
from deploy.picturing import PicturedWatch
from deploy.rendered import named_profile, rendered_profile
from deploy.watching import Sight
from tests.fake_picamera2 import BLUE, Plugged, Sensor, filled
from tests.games import setup as game_setup
from tests.pictures import SIZE_PX
from tests.source_contract import gives_frames, gives_parts
from tests.stand_ins import BandTracker
from vision.camera import Patience, Shot
from vision.controls import Panel, Wish
from vision.eye.pixels import shrink_factor, shrunk
from vision.frames import Dropped, Frame, Silent
from vision.held import MOST_HELD, HeldPicture, Lent, Shelf
from vision.picamera import BUFFERS, PiCamera, opener, pi_cameras
from vision.recent import Recent, shown
from vision.sim.levels import Difficulty
from vision.streams import READERS, Stream
from vision.taken import Box, Picture, Pixels, Whole, as_taken, greyed

FPS = 200.0
PATIENT = Patience(deadline_s=5.0, pause_s=0.01)
IMPATIENT = Patience(deadline_s=0.3, pause_s=0.01)
WISH = Wish((320, 240), FPS)


@pytest.fixture
def sensor(monkeypatch: pytest.MonkeyPatch) -> Iterator[Sensor]:
    """Raspberry Pi OS's picamera2, with a camera plugged in."""
    monkeypatch.setitem(sys.modules, "picamera2", fake)
    Plugged.sensor = Sensor()
    yield Plugged.sensor
    Plugged.sensor = None


def frames(camera: PiCamera, count: int) -> Iterator[Frame]:
    return itertools.islice((each for each in camera if isinstance(each, Frame)), count)


def read_frames(count: int) -> Iterator[Frame]:
    """The pictures of a camera that is read without a thread: each as soon as the one before was looked at."""
    device = opener(pi_cameras(), WISH, Panel(), PATIENT)()
    assert device is not None
    for number in range(count):
        shot = device.read()
        assert isinstance(shot, Shot)
        yield Frame(number, number / FPS, shot.taken)
    device.release()


def soon(is_so: Callable[[], bool]) -> bool:
    """Whether it becomes so before long: another thread has to come to it."""
    until_s = time.monotonic() + 2.0
    while not is_so() and time.monotonic() < until_s:
        time.sleep(0.005)
    return is_so()


def is_blue(picture: Picture) -> bool:
    return bool(np.abs(picture[4:, 4:].astype(int) - BLUE).max() <= 6)


def test_what_nobody_asks_for_is_not_even_mapped(sensor: Sensor) -> None:
    for frame in read_frames(20):
        assert frame.small is not None
        assert frame.size_px == (320, 240)
        assert {"lores"} == set(sensor.mapped)


@pytest.mark.parametrize("layout", ["YUV420", "NV12", "RGB888"])
@pytest.mark.parametrize("padding", [0, 32])
def test_a_camera_in_every_usual_layout(layout: str, padding: int, sensor: Sensor) -> None:
    sensor.layout, sensor.small_layout, sensor.stride_more = layout, "NV12" if layout == "NV12" else None, padding
    gives_frames(lambda: PiCamera(WISH, PATIENT), WISH.size_px)
    with PiCamera(WISH, PATIENT) as camera:
        (frame,) = frames(camera, 1)
    assert frame.small is not None
    assert is_blue(frame.picture)
    assert is_blue(frame.small)


def test_the_camera_writes_colours_as_they_are_read(sensor: Sensor) -> None:
    with PiCamera(WISH, PATIENT):
        assert sensor.colours == "Smpte170m"


def test_every_buffer_is_given_back_when_pictures_are_only_looked_at(sensor: Sensor) -> None:
    with PiCamera(WISH, PATIENT) as camera:
        for frame in frames(camera, 30):
            as_taken(frame.taken).grey(Box(10, 10, 60, 60))
        del frame
        assert soon(lambda: len(sensor.lent) <= MOST_HELD)
    assert set() == sensor.lent
    assert sensor.most_lent <= MOST_HELD + 1 < BUFFERS


def test_every_buffer_is_given_back_when_nobody_reads(sensor: Sensor) -> None:
    with PiCamera(WISH, PATIENT):
        assert soon(lambda: sensor.mapped.count("lores") > 3 * BUFFERS)
        assert len(sensor.lent) <= MOST_HELD + 1
    assert set() == sensor.lent


def test_a_slow_look_holds_one_buffer_and_the_camera_goes_on(sensor: Sensor) -> None:
    with PiCamera(WISH, PATIENT) as camera:
        (frame,) = frames(camera, 1)
        before, seen = frame.picture, len(sensor.mapped)
        assert soon(lambda: len(sensor.mapped) > seen + 2 * BUFFERS)
        assert np.array_equal(before, frame.picture)
    assert sensor.most_lent <= MOST_HELD + 1


def test_whoever_keeps_pictures_has_them_even_when_the_camera_is_closed(sensor: Sensor) -> None:
    with PiCamera(WISH, PATIENT) as camera:
        kept = list(frames(camera, 3 * BUFFERS))
    assert set() == sensor.lent
    assert all(is_blue(each.picture) for each in kept)
    counted = [int(as_taken(each.taken).grey()[0, 0]) for each in kept]
    assert counted == sorted(set(counted))
    gives_parts(kept[0])


@pytest.mark.parametrize("breaks_at", ["map lores", "release"])
def test_buffers_are_given_back_when_something_breaks(breaks_at: str, sensor: Sensor) -> None:
    with PiCamera(WISH, IMPATIENT) as camera:
        glimpses = iter(camera)
        assert isinstance(next(glimpses), Frame)
        sensor.breaks_at = breaks_at
        found = list(itertools.islice(glimpses, 8))
        sensor.breaks_at = ""
        assert any(isinstance(each, Silent if breaks_at == "map lores" else Frame | Dropped) for each in found)
        del found
    assert soon(lambda: not sensor.lent)


def test_buffers_are_given_back_when_a_driver_fails_in_an_unknown_way(
    sensor: Sensor, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.CRITICAL)
    with PiCamera(WISH, IMPATIENT) as camera:
        glimpses = iter(camera)
        assert isinstance(next(glimpses), Frame)
        sensor.breaks_at, sensor.breaks_with = "map lores", KeyError
        assert any(isinstance(each, Silent) for each in itertools.islice(glimpses, 20))
        sensor.breaks_at = ""
    caplog.clear()
    assert soon(lambda: not sensor.lent)


def test_a_picture_whose_camera_is_torn_off_is_black_and_no_error(sensor: Sensor) -> None:
    with PiCamera(WISH, PATIENT) as camera:
        (frame,) = frames(camera, 1)
        sensor.breaks_at = "map main"
        assert frame.picture.max() == 0
        assert as_taken(frame.taken).grey(Box(300, 200, 400, 300)).shape == (40, 20)
        sensor.breaks_at = ""
        assert is_blue(frame.picture)
        sensor.breaks_at = "map main"
    sensor.breaks_at = ""
    assert frame.picture.shape == (240, 320, 3)
    assert frame.picture.max() == 0


@pytest.mark.parametrize("is_patient", [True, False])
def test_a_case_is_kept_beside_the_watching_and_every_buffer_given_back(
    is_patient: bool,  # noqa: FBT001 - a row of a table
    sensor: Sensor,
    tmp_path: Path,
) -> None:
    profile = named_profile(rendered_profile(game_setup(), WISH.size_px, Difficulty.EASY), game_setup())
    table = CaseTable(game_setup(), profile, None, "picamera")
    recorder = CaseRecorder(table, tmp_path, lambda: datetime(2026, 11, 18, 20, tzinfo=UTC), is_patient=is_patient)
    with PiCamera(WISH, PATIENT) as camera:
        glimpses = recorder.seen(iter(camera), None)
        for frame in itertools.islice((each for each in glimpses if isinstance(each, Frame)), 40):
            assert is_blue(as_taken(frame.taken).colour(Box(4, 4, 60, 60)))
        recorder.save(CaseNote(()))
        recorder.close()
        recorder.wait(10)
    assert sensor.most_lent < BUFFERS
    assert set() == sensor.lent
    (kept,) = shown(read_case(tmp_path / "2026-11-18-200000").snapshots[:1])
    assert np.abs(kept.picture.mean(axis=(0, 1)) - BLUE).max() < 6


class Blind:
    """An eye that sees nothing new, and knows where the table lies."""

    homography: Matrix = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))
    moves, is_unmarked, is_other_table, out_of_sight = 0, False, False, ()
    veil = None

    def look(self, picture: Pixels, at_s: float) -> None:
        """Nothing."""

    def look_again_at(self, areas: Sequence[Area]) -> None:
        """It does not."""

    def expect(self, beliefs: Sequence[Belief]) -> None:
        """It expects nothing."""


def test_a_table_where_nothing_happens_is_watched_by_the_small_stream_alone(sensor: Sensor) -> None:
    profile = rendered_profile(game_setup(), WISH.size_px, Difficulty.EASY)
    watch = PicturedWatch(Sight(Blind(), BandTracker(profile)), profile)
    mapped: list[int] = []
    for frame in read_frames(10):
        list(watch.events([frame]))
        mapped.append(sensor.mapped.count("main"))
    assert mapped == [len(profile.zones)] * 10  # once, how they lay at first


def test_a_shelf_saves_the_oldest_and_forgets_what_is_gone() -> None:
    given_back: list[int] = []
    stream = Stream("YUV420", SIZE_PX, SIZE_PX[0])

    def held(number: int) -> HeldPicture:
        content = filled("YUV420", SIZE_PX, SIZE_PX[0], number)
        lent = Lent(lambda make: make(content), lambda: given_back.append(number))
        return HeldPicture(lent, stream, np.zeros((1, 1, 3), np.uint8))

    shelf = Shelf()
    pictures = [shelf.add(held(number)) for number in range(4)]
    del pictures[1]
    assert given_back == [1]
    shelf.clear(but=2)
    assert given_back == [1, 0]
    assert [each.is_lent for each in pictures] == [False, True, True]
    shelf.clear()
    assert given_back == [1, 0, 2, 3]
    assert all(is_blue(each.colour()) for each in pictures)
    shelf.clear()
    assert given_back == [1, 0, 2, 3]


@pytest.mark.parametrize("layout", sorted(set(READERS) - {"MJPEG"}))
@pytest.mark.parametrize("padding", [0, 32])
def test_parts_of_every_layout(layout: str, padding: int) -> None:
    stride = SIZE_PX[0] * fake.BYTES_A_PIXEL.get(layout, 1) + padding
    stream, content = Stream(layout, SIZE_PX, stride), filled(layout, SIZE_PX, stride, 7)
    picture = stream.picture(content)
    for box in (Box(1, 1, 8, 8), Box(31, 17, 150, 119), Box(-5, -5, 400, 400), Box(200, 200, 300, 300)):
        assert np.array_equal(picture[_slices(box)], stream.picture(content, box))
        # The first pixel is a number, and no colour that there is.
        away = np.abs(stream.grey(content, box).astype(int) - greyed(picture)[_slices(box)])[2:]
        assert away.max(initial=0) <= 2


def _slices(box: Box) -> tuple[slice, slice]:
    return slice(max(0, box.top), box.bottom), slice(max(0, box.left), box.right)


def yuv(picture: Picture) -> HeldPicture:
    """A picture as a Pi camera gives it, with the small one of its size."""
    height, width = picture.shape[:2]
    content = np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2YUV_I420), np.uint8).ravel()
    small = np.asarray(cv2.resize(picture, (width // 2, height // 2), interpolation=cv2.INTER_AREA), np.uint8)
    return HeldPicture(Lent(lambda make: make(content), lambda: None), Stream("YUV420", (width, height), width), small)


def scenery(number: int) -> Picture:
    """Soft colours with noise, and a square that wanders."""
    rng = np.random.default_rng(number)
    rows, columns = np.mgrid[:360, :640] / 640
    soft = np.stack([90 + 60 * rows, 120 - 50 * columns, 60 + 80 * columns], axis=2)
    soft[100:180, 40 * number : 40 * number + 90] = (200, 190, 180)
    return np.clip(soft + rng.normal(0, 3, soft.shape), 0, 255).astype(np.uint8)


def test_the_eye_sees_the_same_small_picture_however_it_came() -> None:
    picture = np.asarray(cv2.resize(scenery(3), (1920, 1080)), np.uint8)
    factor = shrink_factor((1920, 1080))
    ours, cameras = shrunk(Whole(picture), factor), shrunk(yuv(picture), factor)
    assert ours.shape == cameras.shape == (270, 480, 3)
    assert np.abs(ours.astype(int) - cameras).max() <= 4


def test_a_small_picture_that_is_too_small_or_does_not_divide_is_no_harm() -> None:
    picture = np.asarray(cv2.resize(scenery(3), (1000, 562)), np.uint8)
    held = yuv(picture)
    expected = shrunk(Whole(picture), 6)
    assert np.abs(expected.astype(int) - shrunk(held, 6)).mean() < 2
    held.small = np.zeros((40, 80, 3), np.uint8)
    assert np.abs(expected.astype(int) - shrunk(held, 6)).mean() < 2


def test_a_case_keeps_the_same_pictures_of_a_camera_with_a_small_stream() -> None:
    recents = Recent(30.0, 1_000_000), Recent(30.0, 1_000_000)
    for number in range(6):
        picture = scenery(number)
        recents[0].keep(Frame(number, number / 15, picture))
        recents[1].keep(Frame(number, number / 15, yuv(picture)))
    plain, small = (list(shown(each.snapshots)) for each in recents)
    for one, other in zip(plain, small, strict=True):
        assert np.abs(one.picture.astype(int) - other.picture).mean() < 2
    assert recents[1].size_bytes == pytest.approx(recents[0].size_bytes, rel=0.15)
