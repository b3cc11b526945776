"""One contract for all sources; cameras that are unplugged, hang, freeze or answer with something else."""

import itertools
import struct
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Event

import cv2
import numpy as np
import pytest

import tests.fake_picamera2 as fake
from calibration.steps import FocusStep
from companion.games.vedrfolnir.decks import default_deck
from companion.setting_up import State
from companion.words import Language, Message, Words
from deploy.cli import PACKAGES
from deploy.evening import Evening
from deploy.rendered import Manner, film_of, own_faces, rendered_profile
from deploy.watch_words import fault_message
from tests.fake_picamera2 import BLUE, Plugged, Sensor, filled
from tests.games import setup as game_setup
from tests.phone import Phone
from tests.pictures import SIZE_PX, plain, write_film, write_pictures
from tests.rtsp_phone import RtspPhone
from tests.source_contract import gives_frames, may_be_left_and_opened_again
from vision.camera import LiveCamera, Patience, Shot
from vision.controls import Controls, Focus, FocusRange, FreeLight, HoldLight, Locks, Order, Panel, Wish
from vision.folder import Folder
from vision.frames import (
    BadSource,
    Dropped,
    EndedEarly,
    Frame,
    Frozen,
    Glimpse,
    Picture,
    Returned,
    Silent,
    Source,
    WrongSize,
    of_size,
)
from vision.picamera import PiCamera, focus_range, opener, pi_cameras, real_size_px, settings, small_size_px, whole_view
from vision.sim.playing import RenderedTable
from vision.sources import PiAt, open_source
from vision.streams import READERS, Stream
from vision.url import UrlCamera
from vision.usb import TRIES, TRY_AGAIN, UsbCamera, UsbDevice, camera_name, number_of
from vision.v4l import FOCUS, parsed_span, span
from vision.video import Video
from vision.web_address import parse_web_address

FPS = 100.0
IMPATIENT = Patience(deadline_s=0.2, pause_s=0.01, equal_pictures=3)
PATIENT = Patience(deadline_s=5.0, pause_s=0.01)


PHONE, RTSP_PHONE = Phone(), RtspPhone()


@pytest.fixture(scope="module", autouse=True)
def phones() -> Iterator[None]:
    """Phones in the same network."""
    with PHONE, RTSP_PHONE:
        yield


@pytest.fixture
def picamera2(monkeypatch: pytest.MonkeyPatch) -> Iterator[Sensor]:
    """Raspberry Pi OS's picamera2, with a camera plugged in."""
    monkeypatch.setitem(sys.modules, "picamera2", fake)
    Plugged.sensor = Sensor()
    yield Plugged.sensor
    Plugged.sensor = None


def images(folder: Path) -> Source:
    return Folder(write_pictures(folder / "pictures", map(plain, (10, 60, 110))), FPS)


def video(folder: Path) -> Source:
    return Video(write_film(folder / "film.avi", map(plain, (10, 60, 110))), FPS)


def usb(folder: Path) -> Source:
    """A camera that OpenCV reads, as it reads a film: the same calls, the same pictures."""
    film = write_film(folder / "camera.avi", map(plain, range(10, 210)))
    return LiveCamera(lambda: UsbDevice(cv2.VideoCapture(str(film))), FPS, PATIENT)


def sim(_: Path) -> Source:
    setup = game_setup()
    manner = Manner(seed=1)
    profile = rendered_profile(setup, SIZE_PX, manner.difficulty)
    return RenderedTable(film_of(Evening(setup, ()), profile, own_faces(default_deck()), manner))


def picamera(_: Path) -> Source:
    return PiCamera(Wish(SIZE_PX, FPS), PATIENT)


def url(_: Path) -> Source:
    return UrlCamera(parse_web_address(PHONE.url), FPS, PATIENT)


def rtsp(_: Path) -> Source:
    return UrlCamera(parse_web_address(RTSP_PHONE.url), FPS, PATIENT)


SOURCES: list[Callable[[Path], Source]] = [images, video, usb, sim, picamera, url, rtsp]


@pytest.mark.usefixtures("picamera2")
@pytest.mark.parametrize("make", SOURCES)
def test_frames_of_every_source(make: Callable[[Path], Source], tmp_path: Path) -> None:
    gives_frames(lambda: make(tmp_path), SIZE_PX)


@pytest.mark.usefixtures("picamera2")
@pytest.mark.parametrize("make", SOURCES)
def test_every_source_may_be_left_at_any_time_and_opened_again(make: Callable[[Path], Source], tmp_path: Path) -> None:
    may_be_left_and_opened_again(lambda: make(tmp_path))


@pytest.mark.parametrize("layout", sorted(set(READERS) - {"MJPEG"}))
@pytest.mark.parametrize("padding", [0, 32])
def test_every_layout_that_a_pi_camera_may_answer_with(layout: str, padding: int) -> None:
    stride = SIZE_PX[0] * fake.BYTES_A_PIXEL.get(layout, 1) + padding
    picture = Stream(layout, SIZE_PX, stride).picture(filled(layout, SIZE_PX, stride, 7))
    assert (SIZE_PX[1], SIZE_PX[0], 3) == picture.shape
    assert np.abs(picture[2:, 2:].astype(int) - BLUE).max() <= 6


def test_a_layout_of_whole_jpegs() -> None:
    stream = Stream("MJPEG", SIZE_PX, 0)
    encoded = np.asarray(cv2.imencode(".jpg", plain(100))[1], np.uint8).ravel()
    assert stream.picture(encoded).mean() == 100
    assert stream.picture(encoded[:90]).max() == 0


def test_another_layout_than_was_asked_for_is_read_as_what_it_is(picamera2: Sensor) -> None:
    picamera2.layout, picamera2.stride_more = "NV12", 16
    with PiCamera(Wish(SIZE_PX, FPS), PATIENT) as camera:
        frame = next(iter(camera))
    assert isinstance(frame, Frame)
    assert np.abs(frame.picture[2:, 2:].astype(int) - BLUE).max() <= 6


def test_a_layout_that_nobody_knows_is_no_camera(picamera2: Sensor) -> None:
    picamera2.layout = "R8"
    with pytest.raises(BadSource):
        PiCamera(Wish(SIZE_PX, FPS), IMPATIENT)
    assert picamera2.users == 0


@pytest.mark.parametrize("breaks_at", ["configure", "start"])
def test_a_camera_that_fails_half_way_is_freed(breaks_at: str, picamera2: Sensor) -> None:
    picamera2.breaks_at = breaks_at
    with pytest.raises(BadSource) as raised:
        PiCamera(Wish(SIZE_PX, FPS), IMPATIENT)
    assert "close" in picamera2.asked
    assert all(Words(language, PACKAGES).say(raised.value.message) for language in Language)


def test_a_camera_that_fails_in_an_unknown_way_is_freed(picamera2: Sensor) -> None:
    picamera2.breaks_at, picamera2.breaks_with = "configure", KeyError
    with pytest.raises(KeyError):
        opener(pi_cameras(), Wish(SIZE_PX, FPS), Panel(), IMPATIENT)()
    assert picamera2.users == 0


def test_a_camera_is_freed_when_its_user_fails(picamera2: Sensor) -> None:
    with pytest.raises(KeyboardInterrupt), PiCamera(Wish(SIZE_PX, FPS), PATIENT):
        raise KeyboardInterrupt
    assert picamera2.users == 0


def comes(glimpses: Iterator[Glimpse], kind: type[Glimpse]) -> bool:
    """Whether something of a kind is next but for a few others: a busy computer is late with its pictures, too."""
    return any(isinstance(each, kind) for each in itertools.islice(glimpses, 50))


def test_a_pi_camera_that_hangs_is_told_freed_and_back_again(picamera2: Sensor) -> None:
    with PiCamera(Wish(SIZE_PX, FPS), IMPATIENT) as camera:
        glimpses = iter(camera)
        assert comes(glimpses, Frame)
        picamera2.is_hanging = True
        assert comes(glimpses, Silent)
        picamera2.is_hanging = False
        assert comes(glimpses, Returned)
        assert comes(glimpses, Frame)
    assert picamera2.users == 0


@pytest.mark.usefixtures("picamera2")
def test_a_camera_unplugged_and_plugged_in_again_is_picked_up() -> None:
    with PiCamera(Wish(SIZE_PX, FPS), IMPATIENT) as camera:
        glimpses = iter(camera)
        assert comes(glimpses, Frame)
        Plugged.sensor = None
        assert all(comes(glimpses, Silent) for _ in range(3))
        Plugged.sensor = Sensor()
        back = next(each for each in glimpses if isinstance(each, Returned))
        assert back.away_s > 0
        assert comes(glimpses, Frame)


def test_no_picamera2(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "picamera2", None)
    with pytest.raises(BadSource) as raised:
        open_source(PiAt(), None, SIZE_PX)
    assert raised.value.message.key == "source.no-picamera2"
    assert all(Words(language, PACKAGES).say(raised.value.message) for language in Language)


def test_the_small_stream_shows_the_same(picamera2: Sensor) -> None:
    picamera2.layout = "XBGR8888"
    with PiCamera(Wish((1280, 720), FPS), PATIENT) as camera:
        frame = next(iter(camera))
    assert isinstance(frame, Frame)
    assert frame.small is not None
    assert (frame.picture.shape, frame.small.shape) == ((720, 1280, 3), (360, 640, 3))
    assert np.abs(frame.picture.mean(axis=(0, 1)) - frame.small.mean(axis=(0, 1))).max() < 6


@pytest.mark.parametrize(
    ("size_px", "expected"),
    [
        ((1920, 1080), (960, 540)),
        ((4608, 2592), (1152, 648)),
        ((160, 120), (80, 60)),
        ((1640, 1232), (820, 616)),
        ((3280, 1844), (1092, 614)),
    ],
)
def test_small_sizes(size_px: tuple[int, int], expected: tuple[int, int]) -> None:
    assert expected == small_size_px(size_px)


LOCKS = Locks(focus=1.1, exposure=20_000, gain=2.0, colours=(1.5, 1.9))
FIXED_FOCUS = ("FrameDurationLimits", "ExposureTime", "AnalogueGain", "AeEnable", "ColourGains", "AwbEnable")
MODULE_3_CONTROLS = (*FIXED_FOCUS, "AfMode", "LensPosition")
LIGHT = {"ExposureTime": 12_345, "AnalogueGain": 1.5, "ColourGains": (1.4, 2.1), "SensorTimestamp": 1}


def test_only_controls_that_the_camera_has_are_set() -> None:
    assert settings(25.0, LOCKS, FIXED_FOCUS) == {
        "FrameDurationLimits": (40_000, 40_000),
        "ExposureTime": 20_000,
        "AnalogueGain": 2.0,
        "AeEnable": False,
        "ColourGains": (1.5, 1.9),
        "AwbEnable": False,
    }
    module_3 = settings(25.0, LOCKS, MODULE_3_CONTROLS)
    assert {"AfMode": 0, "LensPosition": 1.1}.items() <= module_3.items()
    assert settings(25.0, Locks(), ("AfMode", "LensPosition", "AeEnable")) == {"AfMode": 2, "AeEnable": True}
    assert settings(25.0, LOCKS, ()) == {}


def test_locked_controls_reach_the_camera(picamera2: Sensor) -> None:
    with PiCamera(Wish(SIZE_PX, 25.0, LOCKS), PATIENT) as camera:
        assert picamera2.set_controls["ExposureTime"] == 20_000
        assert "LensPosition" not in picamera2.set_controls
        assert Locks(exposure=20_000, gain=2.0) == camera.locks


def test_lens_positions() -> None:
    assert FocusRange(0.0, 32.0) == focus_range({"LensPosition": (0.0, 32.0, 1.0), "AfMode": (0, 2, 0)})
    assert [focus_range({}), focus_range({"LensPosition": (0.0, 0.0, None)})] == [None, None]


def pictures_pass(camera: PiCamera, pictures: int = 4) -> None:
    """What was ordered is done with the pictures that come."""
    assert all(isinstance(each, Frame | Dropped) for each in itertools.islice(camera, pictures))


def test_focus_and_light_are_held_and_freed(picamera2: Sensor) -> None:
    picamera2.controls, picamera2.metadata = MODULE_3_CONTROLS, LIGHT
    with PiCamera(Wish(SIZE_PX, FPS), PATIENT) as camera:
        assert isinstance(camera, Controls)
        assert (FocusRange(0.0, 15.0), True, Locks()) == (camera.focus_range, camera.may_hold_light, camera.locks)
        camera.focus(1.25)
        camera.hold_light()
        pictures_pass(camera)
        assert Locks(1.25, 12_345, 1.5, (1.4, 2.1)) == camera.locks
        held = {"AfMode": 0, "LensPosition": 1.25, "AeEnable": False, "ExposureTime": 12_345, "AnalogueGain": 1.5}
        assert {**held, "AwbEnable": False, "ColourGains": (1.4, 2.1)}.items() <= picamera2.set_controls.items()
        camera.free_light()
        camera.focus(None)
        pictures_pass(camera)
        assert Locks() == camera.locks
        assert {"AfMode": 2, "AeEnable": True, "AwbEnable": True}.items() <= picamera2.set_controls.items()
        assert "ExposureTime" not in picamera2.set_controls


def test_a_camera_that_can_not_be_set_is_left_alone(picamera2: Sensor) -> None:
    picamera2.controls, picamera2.metadata = (), LIGHT
    with PiCamera(Wish(SIZE_PX, FPS), PATIENT) as camera:
        camera.focus(1.25)
        camera.hold_light()
        pictures_pass(camera)
        assert (None, False, Locks()) == (camera.focus_range, camera.may_hold_light, camera.locks)
    assert picamera2.set_controls == {}


def test_a_camera_that_comes_back_holds_what_it_held(picamera2: Sensor) -> None:
    picamera2.controls, picamera2.metadata = MODULE_3_CONTROLS, LIGHT
    with PiCamera(Wish(SIZE_PX, FPS), IMPATIENT) as camera:
        camera.focus(2.5)
        camera.hold_light()
        glimpses = iter(camera)
        assert all(comes(glimpses, Frame) for _ in range(3))
        Plugged.sensor = None
        assert comes(glimpses, Silent)
        camera.focus(2.75)  # while it is away
        Plugged.sensor = Sensor(controls=MODULE_3_CONTROLS, metadata={"ExposureTime": 1})
        assert comes(glimpses, Returned)
        assert all(comes(glimpses, Frame) for _ in range(3))
        assert {"LensPosition": 2.75, "ExposureTime": 12_345}.items() <= Plugged.sensor.set_controls.items()


def test_the_sharpest_focus_is_found_although_orders_take_their_time(picamera2: Sensor) -> None:
    picamera2.controls, picamera2.sharp_at = MODULE_3_CONTROLS, 1.16
    with PiCamera(Wish(SIZE_PX, 200.0), PATIENT) as camera:
        step = FocusStep(camera)
        for frame in itertools.islice((each for each in camera if isinstance(each, Frame)), 600):
            step.see(frame.picture)
            if step.state is State.READY:
                break
        assert step.state is State.READY
        assert abs(picamera2.lens - 1.16) < 0.1
        assert picamera2.lens == camera.lens_at == camera.locks.focus


class Webcam:
    """A camera as OpenCV sets it: properties, some with coarse steps, some that do not move."""

    def __init__(self, stuck: tuple[int, ...] = ()) -> None:
        self.values = {
            cv2.CAP_PROP_AUTOFOCUS: 1.0,
            cv2.CAP_PROP_FOCUS: 0.0,
            cv2.CAP_PROP_AUTO_EXPOSURE: 3.0,
            cv2.CAP_PROP_EXPOSURE: 157.0,
            cv2.CAP_PROP_GAIN: 64.0,
            cv2.CAP_PROP_AUTO_WB: 1.0,
            cv2.CAP_PROP_WB_TEMPERATURE: 4120.0,
        }
        self.stuck = stuck
        self.turned: list[int] = []

    def read(self) -> tuple[bool, Picture]:
        return True, plain(90)

    def get(self, propId: int) -> float:  # noqa: N803 - OpenCV's own name
        return self.values.get(propId, -1.0)

    def set(self, propId: int, value: float) -> bool:  # noqa: N803 - OpenCV's own name
        self.turned.append(propId)
        if propId not in self.values:
            return False
        if propId not in self.stuck:
            self.values[propId] = 5 * round(value / 5) if propId == cv2.CAP_PROP_FOCUS else value
        return True

    def release(self) -> None:
        pass


def ordered(webcam: Webcam, panel: Panel, *orders: Order) -> Locks:
    device = UsbDevice(webcam, panel)
    for each in orders:
        panel.give(each)
    assert device.read() is not None
    return panel.locks


def settable(locks: Locks | None = None) -> Panel:
    panel = Panel(locks)
    panel.focus_range, panel.may_hold_light = FocusRange(0, 250), True
    return panel


def test_a_usb_camera_is_set() -> None:
    webcam, panel = Webcam(), settable()
    assert Locks(35, 157, 64, (4120,)) == ordered(webcam, panel, Focus(33.0), HoldLight())
    assert tuple(
        webcam.get(each) for each in (cv2.CAP_PROP_AUTOFOCUS, cv2.CAP_PROP_AUTO_EXPOSURE, cv2.CAP_PROP_AUTO_WB)
    ) == (0, 1, 0)
    assert Locks() == ordered(webcam, panel, Focus(None), FreeLight())
    assert tuple(
        webcam.get(each) for each in (cv2.CAP_PROP_AUTOFOCUS, cv2.CAP_PROP_AUTO_EXPOSURE, cv2.CAP_PROP_AUTO_WB)
    ) == (1, 3, 1)


def test_a_usb_camera_starts_with_what_it_held() -> None:
    webcam = Webcam()
    held = Locks(50, 300, 10, (5000,))
    assert held == ordered(webcam, settable(held))
    assert tuple(
        webcam.get(each) for each in (cv2.CAP_PROP_FOCUS, cv2.CAP_PROP_EXPOSURE, cv2.CAP_PROP_WB_TEMPERATURE)
    ) == (50, 300, 5000)


def test_a_usb_camera_that_held_something_for_another_program_sets_itself() -> None:
    webcam = Webcam()
    ordered(webcam, settable(Locks(50, 300, 10, (5000,))))
    assert Locks() == ordered(webcam, settable())
    assert tuple(
        webcam.get(each) for each in (cv2.CAP_PROP_AUTOFOCUS, cv2.CAP_PROP_AUTO_EXPOSURE, cv2.CAP_PROP_AUTO_WB)
    ) == (1, 3, 1)


def test_an_order_swallowed_by_a_camera_that_was_given_up_counts_all_the_same() -> None:
    panel = settable()
    given_up, webcam = UsbDevice(Webcam(), panel), Webcam()
    opened_again = UsbDevice(webcam, panel)
    panel.give(Focus(40.0))
    given_up.read()
    opened_again.read()
    assert webcam.get(cv2.CAP_PROP_FOCUS) == 40


def test_a_usb_camera_that_says_yes_and_does_nothing_holds_nothing() -> None:
    webcam = Webcam(stuck=(cv2.CAP_PROP_FOCUS, cv2.CAP_PROP_EXPOSURE))
    assert Locks(colours=(5000,)) == ordered(webcam, settable(Locks(200, 900, 10, (5000,))))
    assert (webcam.get(cv2.CAP_PROP_AUTOFOCUS), webcam.get(cv2.CAP_PROP_AUTO_EXPOSURE)) == (1, 3)


def test_a_lock_that_was_refused_once_is_held_again_later() -> None:
    held = Locks(50, 300, 10, (5000,))
    panel = settable(held)
    sulking = Webcam(stuck=(cv2.CAP_PROP_FOCUS, cv2.CAP_PROP_EXPOSURE))
    assert Locks(colours=(5000,)) == ordered(sulking, panel)
    assert held == ordered(Webcam(), panel)  # plugged in again
    device = UsbDevice(sulking, panel)
    assert panel.locks.focus is None
    sulking.stuck = ()
    assert all(device.read() is not None for _ in range(TRY_AGAIN))
    assert held == panel.locks


def test_a_camera_that_refuses_is_not_pestered() -> None:
    webcam = Webcam(stuck=(cv2.CAP_PROP_EXPOSURE,))
    device = UsbDevice(webcam, settable(Locks(exposure=900)))
    assert all(device.read() is not None for _ in range(TRIES * TRY_AGAIN))
    webcam.turned.clear()
    assert all(device.read() is not None for _ in range(TRIES * TRY_AGAIN))
    assert webcam.turned == []


def test_a_usb_camera_without_controls_is_left_alone() -> None:
    webcam = Webcam()
    before = dict(webcam.values)
    assert Locks() == ordered(webcam, Panel(LOCKS), Focus(3.0), HoldLight(), FreeLight())
    assert before == webcam.values


def answer(least: int, greatest: int, flags: int) -> bytes:
    return struct.pack("=II32siiiiIII", FOCUS, 1, b"Focus, Absolute", least, greatest, 5, 0, flags, 0, 0)


def test_what_a_driver_says_of_its_controls(tmp_path: Path) -> None:
    assert parsed_span(answer(0, 250, 0x10)) == (0, 250)
    assert [parsed_span(answer(0, 250, flags)) for flags in (0x1, 0x4)] == [None, None]
    assert parsed_span(answer(0, 0, 0)) is None
    assert span(3, FOCUS, tmp_path) is None
    (tmp_path / "video3").write_text("no camera")
    assert span(3, FOCUS, tmp_path) is None


# As their data sheets and picamera2 list them.
MODULE_2 = [
    {"size": (640, 480), "bit_depth": 10, "fps": 103.0, "crop_limits": (1000, 752, 1280, 960)},
    {"size": (1640, 1232), "bit_depth": 10, "fps": 41.8, "crop_limits": (0, 0, 3280, 2464)},
    {"size": (1920, 1080), "bit_depth": 10, "fps": 47.6, "crop_limits": (680, 692, 1920, 1080)},
    {"size": (3280, 2464), "bit_depth": 10, "fps": 21.2, "crop_limits": (0, 0, 3280, 2464)},
]
MODULE_3 = [
    {"size": (1536, 864), "bit_depth": 10, "fps": 120.1, "crop_limits": (768, 432, 3072, 1728)},
    {"size": (2304, 1296), "bit_depth": 10, "fps": 56.0, "crop_limits": (0, 0, 4608, 2592)},
    {"size": (4608, 2592), "bit_depth": 10, "fps": 14.4, "crop_limits": (0, 0, 4608, 2592)},
]
HQ = [
    {"size": (1332, 990), "bit_depth": 10, "fps": 120.1, "crop_limits": (696, 528, 2664, 1980)},
    {"size": (2028, 1080), "bit_depth": 12, "fps": 50.0, "crop_limits": (0, 440, 4056, 2160)},
    {"size": (2028, 1520), "bit_depth": 12, "fps": 40.0, "crop_limits": (0, 0, 4056, 3040)},
    {"size": (4056, 3040), "bit_depth": 12, "fps": 10.0, "crop_limits": (0, 0, 4056, 3040)},
]


@pytest.mark.parametrize(
    ("modes", "size_px", "fps", "expected"),
    [
        (MODULE_2, (1640, 1232), 15, (1640, 1232)),
        (MODULE_2, (1920, 1080), 15, (3280, 2464)),  # not the mode of that size: it shows the middle only
        (MODULE_2, (1920, 1080), 30, (3280, 2464)),  # a third slower, but not enlarged
        (MODULE_2, (1920, 1080), 60, (1640, 1232)),  # the large one is too slow
        (MODULE_3, (1920, 1080), 15, (2304, 1296)),
        (MODULE_3, (4608, 2592), 10, (4608, 2592)),
        (MODULE_3, (4608, 2592), 15, (4608, 2592)),  # 14.4 pictures a second come
        (HQ, (1920, 1080), 15, (2028, 1520)),
        (HQ, (2304, 1296), 15, (4056, 3040)),
        (HQ, (1920, 1080), 200, (2028, 1520)),  # nothing is that fast: the whole view all the same
    ],
)
def test_the_whole_view_of_every_camera(
    modes: list[dict[str, object]], size_px: tuple[int, int], fps: float, expected: tuple[int, int]
) -> None:
    assert expected == whole_view(modes, Wish(size_px, fps))["output_size"]


@pytest.mark.parametrize(
    ("modes", "size_px", "fps", "expected"),
    [
        (MODULE_3, (4608, 2592), 15, (4608, 2592)),
        (MODULE_3, (4608, 2592), 50, (2304, 1296)),  # the large mode is too slow, and nothing is enlarged
        (MODULE_2, (4608, 2592), 15, (3280, 1844)),
        (HQ, (2304, 1296), 15, (2304, 1296)),
        (HQ, (2304, 1296), 30, (2028, 1140)),
        ([], (4608, 2592), 15, (4608, 2592)),
    ],
)
def test_never_more_pixels_than_the_sensor_gives(
    modes: list[dict[str, object]], size_px: tuple[int, int], fps: float, expected: tuple[int, int]
) -> None:
    assert expected == real_size_px(size_px, whole_view(modes, Wish(size_px, fps)))


def test_a_size_that_the_sensor_has_not_is_told_and_not_enlarged(picamera2: Sensor) -> None:
    picamera2.modes = ({"size": (80, 60), "bit_depth": 10, "fps": 30.0, "crop_limits": (0, 0, 80, 60)},)
    with PiCamera(Wish(SIZE_PX, 30.0), PATIENT) as camera:
        glimpse = next(of_size(iter(camera), SIZE_PX))
    assert isinstance(glimpse, WrongSize)
    assert glimpse.size_px == (80, 60)
    said = [Words(language, PACKAGES).say(fault_message(glimpse)) for language in Language]
    assert ["calibrate again" in said[0], "relancez" in said[1]] == [True, True]


def test_a_camera_that_tells_no_modes() -> None:
    assert [whole_view(modes, Wish(SIZE_PX, 15)) for modes in ([], [{"format": "NV12"}])] == [{}, {}]


class Stuck:
    """A camera that gives one picture for ever, with or without noise."""

    def __init__(self, grey: int, noise: int) -> None:
        self._grey, self._noise, self._count = grey, noise, 0

    def read(self) -> Shot | None:
        time.sleep(0.001)
        self._count += 1
        picture = plain(self._grey)
        picture[0, 0] += np.uint8(self._noise * (self._count % 2))
        return Shot(picture)

    def release(self) -> None:
        pass


def kinds(camera: LiveCamera, pictures: int) -> list[type[Glimpse]]:
    with camera:
        return [type(each) for each in itertools.islice(camera, pictures)]


def test_a_frozen_camera_is_told_and_opened_again() -> None:
    found = kinds(LiveCamera(lambda: Stuck(90, 0), 1e6, IMPATIENT), 20)
    assert found.count(Frozen) >= 1
    after = found[found.index(Frozen) + 1]
    assert after is Returned
    # A picture that is really so steady costs a second or two, not one every few seconds.
    gaps = [number for number, each in enumerate(found) if each is Frozen]
    assert gaps[1] - gaps[0] > gaps[0]


@pytest.mark.parametrize(("grey", "noise"), [(90, 1), (0, 0)])
def test_a_quiet_table_and_a_dark_room_are_not_frozen(grey: int, noise: int) -> None:
    assert Frozen not in kinds(LiveCamera(lambda: Stuck(grey, noise), 1e6, IMPATIENT), 20)


def test_a_driver_that_hangs_inside_is_given_up_in_the_end() -> None:
    hang = Event()

    class Hanging:
        def read(self) -> Shot | None:
            hang.wait()
            return None

        def release(self) -> None:
            pass

    found = kinds(LiveCamera(Hanging, 15, IMPATIENT), 20)
    hang.set()
    assert found == [Silent, Silent, Silent, EndedEarly]


def test_a_driver_that_fails_in_an_unknown_way_costs_no_waiting() -> None:
    def broken() -> Stuck:
        raise KeyError

    began_s = time.monotonic()
    camera = LiveCamera(broken, 15, Patience(deadline_s=30.0))
    with camera, pytest.raises(BadSource):
        camera.require_picture(Message("source.no-pi-camera"))
    assert time.monotonic() - began_s < 10


def test_a_usb_camera_that_does_not_open_is_let_go_of() -> None:
    with pytest.raises(BadSource) as raised:
        UsbCamera(97, Wish(SIZE_PX, 15))
    assert raised.value.reader is not None
    assert not raised.value.reader.is_alive()


def sysfs(folder: Path, names: dict[int, str]) -> Path:
    for number, name in names.items():
        (folder / f"video{number}").mkdir(parents=True)
        (folder / f"video{number}" / "name").write_text(f"{name}\n")
    return folder


def test_a_usb_camera_is_found_again_under_another_number(tmp_path: Path) -> None:
    names = sysfs(tmp_path, {0: "bcm2835-codec", 2: "C920", 3: "C920", 10: "C920"})
    assert camera_name(2, names) == "C920"
    assert number_of("C920", 2, names) == 2
    assert number_of("C920", 1, names) == 2
    assert number_of("C920", 0, names) == 2
    assert number_of("Brio", 0, names) == 0
    assert number_of(None, 5, names) == 5
    assert camera_name(7, names) is None
    assert number_of("C920", 1, tmp_path / "nowhere") == 1
