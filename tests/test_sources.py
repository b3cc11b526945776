"""Sources: frames with number and time; whatever goes wrong is told and survived."""

import itertools
import time
from collections.abc import Iterator
from pathlib import Path
from threading import Event
from typing import Any

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from companion.words import Language, Message, Words
from deploy.cli import PACKAGES
from tests.pictures import SIZE_PX, plain, write_film, write_pictures, write_stills
from vision.awaited import AwaitedCamera
from vision.camera import LiveCamera, Patience, Shot
from vision.depths import as_bgr
from vision.folder import SUFFIXES, Folder
from vision.frames import (
    BadSource,
    Corrupt,
    Dropped,
    EndedEarly,
    Frame,
    Frozen,
    Glimpse,
    Returned,
    Silent,
    Unopened,
    WrongSize,
    of_size,
)
from vision.sources import Address, ImagesAt, PiAt, SimAt, UsbAt, VideoAt, open_source, parse_fps, parse_source
from vision.stillness import EQUAL_PICTURES
from vision.video import Video

ADDRESSES: list[tuple[str, Address]] = [
    ("images:evening", ImagesAt(Path("evening"))),
    ("images:C:/evening", ImagesAt(Path("C:/evening"))),
    ("video:a film.mp4", VideoAt(Path("a film.mp4"))),
    ("usb:0", UsbAt(0)),
    ("usb:12", UsbAt(12)),
    ("picamera", PiAt()),
    ("pi", PiAt()),
    ("sim", SimAt(None)),
    ("sim:game.jsonl", SimAt(Path("game.jsonl"))),
]


@pytest.mark.parametrize(("text", "expected"), ADDRESSES)
def test_addresses(text: str, expected: Address) -> None:
    assert expected == parse_source(text)


@pytest.mark.parametrize(
    ("key", "text"),
    [
        ("unknown", ""),
        ("unknown", "webcam:0"),
        ("unknown", "IMAGES:x"),
        ("unknown", "sim:"),
        ("unknown", "picamera:0"),
        ("no-place", "images"),
        ("no-place", "images:"),
        ("no-place", "video:"),
        ("no-place", "url:"),
        ("no-device", "usb"),
        ("no-device", "usb:"),
        ("no-device", "usb:-1"),
        ("no-device", "usb:first"),
        ("no-device", "usb:999999999999"),
        ("no-device", "usb:²"),
    ],
)
def test_sources_that_are_none(key: str, text: str) -> None:
    with pytest.raises(BadSource) as raised:
        parse_source(text)
    assert f"source.{key}" == raised.value.message.key
    assert all(Words(language, PACKAGES).say(raised.value.message) for language in Language)


@given(st.text())
def test_any_text_is_a_source_or_told(text: str) -> None:
    try:
        parse_source(text)
    except BadSource as bad:
        assert Words(Language.FRENCH, PACKAGES).say(bad.message)  # noqa: PT017 - either is right


@pytest.mark.parametrize("text", ["0", "-15", "nan", "inf", "-inf", "1e9", "fifteen", ""])
def test_rates_that_are_none(text: str) -> None:
    with pytest.raises(BadSource):
        parse_fps(text)


def test_rates() -> None:
    assert [parse_fps(text) for text in ("15", "0.5", "1e2", "29.97")] == [15, 0.5, 100, 29.97]


def frames(glimpses: list[Glimpse]) -> list[tuple[int, float, int]]:
    """Number, time and grey of every frame."""
    return [(each.number, each.at_s, round(each.picture.mean())) for each in glimpses if isinstance(each, Frame)]


def faults(glimpses: list[Glimpse]) -> list[Glimpse]:
    return [each for each in glimpses if not isinstance(each, Frame)]


def seen(source: Folder | Video) -> list[Glimpse]:
    with source:
        return list(source)


def test_pictures_of_a_folder_come_in_name_order(tmp_path: Path) -> None:
    for name, grey in (("b.png", 20), ("a.PNG", 10), ("c.png", 30)):
        cv2.imwrite(str(tmp_path / name), plain(grey))
    (tmp_path / "truth.jsonl").write_text("{}")
    found = seen(Folder(tmp_path, 4))
    assert frames(found) == [(0, 0.0, 10), (1, 0.25, 20), (2, 0.5, 30)]
    assert faults(found) == []


@pytest.mark.parametrize("suffix", sorted(SUFFIXES))
def test_every_sort_of_picture(suffix: str, tmp_path: Path) -> None:
    write_pictures(tmp_path, [plain(100)], suffix)
    assert frames(seen(Folder(tmp_path, 15))) == [(0, 0.0, 100)]


@pytest.mark.parametrize("suffix", [".png", ".jpg", ".bmp", ".webp", ".tiff"])
@pytest.mark.parametrize("kept", [0, 3, 200, -2])
def test_a_broken_picture_keeps_its_number(suffix: str, kept: int, tmp_path: Path) -> None:
    noise = np.random.default_rng(1).integers(0, 255, (120, 160, 3), np.uint8)
    write_pictures(tmp_path, [plain(10), noise, plain(30)], suffix)
    broken = tmp_path / f"0001{suffix}"
    broken.write_bytes(broken.read_bytes()[:kept])
    found = seen(Folder(tmp_path, 10))
    assert frames(found) == [(0, 0.0, 10), (2, 0.2, 30)]
    assert faults(found) == [Corrupt(1, 0.1, broken.name)]


BLUE_GREY = (60, 50, 40)
# A slope of greys with alpha, 16 bits, or both: what lies under the alpha is the picture.
SLOPE = np.tile(np.linspace(0, 254, SIZE_PX[0]).astype(np.uint8), (SIZE_PX[1], 1))
DEPTHS: dict[str, Any] = {
    "grey": SLOPE,
    "alpha": np.dstack([SLOPE, SLOPE, SLOPE, 255 - SLOPE]),
    "grey 16": SLOPE.astype(np.uint16) * 257,
    "colour 16": np.dstack([SLOPE] * 3).astype(np.uint16) * 257,
    "alpha 16": np.dstack([SLOPE, SLOPE, SLOPE, 255 - SLOPE]).astype(np.uint16) * 257,
}


def is_slope(found: list[Glimpse]) -> bool:
    """Whether all are 8-bit BGR pictures of the slope."""
    pictures = [each.picture for each in found if isinstance(each, Frame)]
    differences = [np.abs(each.astype(int) - SLOPE[..., np.newaxis]).max() for each in pictures]
    return (
        len(pictures) == len(found)
        and {each.dtype for each in pictures} == {np.dtype(np.uint8)}
        and max(differences) <= 1
    )


@pytest.mark.parametrize("depth", DEPTHS)
@pytest.mark.parametrize("suffix", [".png", ".tiff"])
def test_alpha_and_depth_are_read_from_pictures_and_films(suffix: str, depth: str, tmp_path: Path) -> None:
    write_pictures(tmp_path, [DEPTHS[depth]], suffix)
    assert is_slope(seen(Folder(tmp_path, 1)))
    stills = [(tmp_path / f"0000{suffix}").read_bytes()] * 3
    film = write_stills(tmp_path / "film.avi", stills, b"MPNG" if suffix == ".png" else b"tiff")
    assert is_slope(seen(Video(film, None)))


def test_pictures_in_shares_of_full_light(tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "0.tiff"), np.full((120, 160, 3), 0.2, np.float32))
    assert frames(seen(Folder(tmp_path, 1))) == [(0, 0, 51)]


@pytest.mark.parametrize(
    ("picture", "expected"),
    [
        (np.full((2, 3), 60, np.uint8), (60, 60, 60)),
        (np.full((2, 3, 1), 60, np.uint8), (60, 60, 60)),
        (np.full((2, 3, 2), (60, 0), np.uint8), (60, 60, 60)),
        (np.full((2, 3, 3), BLUE_GREY, np.uint8), BLUE_GREY),
        (np.full((2, 3, 4), (*BLUE_GREY, 0), np.uint8), BLUE_GREY),
        (np.full((2, 3, 4), (*BLUE_GREY, 0), np.uint8)[::-1], BLUE_GREY),
        (np.full((2, 3, 3), 65_535, np.uint16), (255, 255, 255)),
        (np.full((2, 3, 3), -5, np.int16), (0, 0, 0)),
        (np.full((2, 3, 3), 32_767, np.int16), (255, 255, 255)),
        (np.full((2, 3, 3), (np.nan, np.inf, -np.inf), np.float64), (0, 255, 0)),
        (np.full((2, 3, 3), (7.5, 0.5, -1), np.float32), (255, 128, 0)),
    ],
)
def test_whatever_a_decoder_gives_becomes_bytes_of_colour(
    picture: NDArray[np.generic], expected: tuple[int, int, int]
) -> None:
    read = as_bgr(picture)
    assert (read.dtype, read.shape, read.flags.c_contiguous) == (np.dtype(np.uint8), (2, 3, 3), True)
    assert {tuple(each) for each in read.reshape(-1, 3).tolist()} == {expected}


def test_a_folder_of_one_picture_again_and_again_is_told(tmp_path: Path) -> None:
    noisy = np.random.default_rng(3).integers(40, 200, (60, 80, 3), np.uint8)
    for number in range(EQUAL_PICTURES + 5):
        cv2.imwrite(str(tmp_path / f"{number:03}.bmp"), noisy)
    glimpses = list(Folder(tmp_path, 15.0))
    assert [each.at_s < 3.0 for each in glimpses if isinstance(each, Frozen)] == [True]
    assert sum(isinstance(each, Frame) for each in glimpses) == EQUAL_PICTURES + 5


def test_a_folder_named_like_a_picture(tmp_path: Path) -> None:
    (tmp_path / "0000.png").mkdir()
    assert seen(Folder(tmp_path, 15)) == [Corrupt(0, 0.0, "0000.png")]


@pytest.mark.parametrize("name", ["none", "file", "empty", "a\0b"])
def test_folders_that_are_none(name: str, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    (tmp_path / "empty").mkdir()
    with pytest.raises(BadSource):
        Folder(tmp_path / name, 15)


def test_a_picture_of_another_size_is_a_fault(tmp_path: Path) -> None:
    write_pictures(tmp_path, [plain(10), plain(20, (60, 80)), plain(30)])
    found = list(of_size(iter(Folder(tmp_path, 10)), SIZE_PX))
    assert frames(found) == [(0, 0.0, 10), (2, 0.2, 30)]
    assert faults(found) == [WrongSize(1, 0.1, (60, 80), SIZE_PX)]


def test_a_film(tmp_path: Path) -> None:
    film = write_film(tmp_path / "film.avi", [plain(grey) for grey in (10, 60, 110)])
    assert frames(seen(Video(film, None))) == [(0, 0.0, 10), (1, 0.1, 60), (2, 0.2, 110)]
    assert [each[1] for each in frames(seen(Video(film, 2)))] == [0, 0.5, 1]


@pytest.mark.parametrize(("name", "code"), [("film.avi", "MJPG"), ("film.mp4", "mp4v"), ("film.mkv", "MJPG")])
def test_a_film_cut_short(name: str, code: str, tmp_path: Path) -> None:
    noise = np.random.default_rng(1).integers(0, 255, (40, 120, 160, 3), np.uint8)
    film = write_film(tmp_path / name, noise, code=code)
    whole = len(frames(seen(Video(film, None))))
    assert whole == 40
    film.write_bytes(film.read_bytes()[: film.stat().st_size // 2])
    try:
        found = seen(Video(film, None))
    except BadSource:
        assert name == "film.mp4"  # its table of contents stands at the end
    else:
        assert len(frames(found)) < whole
        assert [type(each) for each in faults(found)] == [EndedEarly]


@pytest.mark.parametrize("content", [b"", b"RIFF", b"\0" * 5000, bytes(range(256)) * 40])
def test_files_that_are_no_film(content: bytes, tmp_path: Path) -> None:
    (tmp_path / "film.avi").write_bytes(content)
    with pytest.raises(BadSource):
        Video(tmp_path / "film.avi", None)


@pytest.mark.parametrize("name", ["none.avi", ".", "a\0b"])
def test_films_that_are_not_there(name: str, tmp_path: Path) -> None:
    with pytest.raises(BadSource) as raised:
        Video(tmp_path / name, None)
    assert Words(Language.FRENCH, PACKAGES).say(raised.value.message)


def test_no_such_camera() -> None:
    with pytest.raises(BadSource) as raised:
        open_source(UsbAt(97), None, SIZE_PX)
    assert raised.value.message.values == {"device": 97}


class Camera:
    """Gives a few pictures, a tenth of a second apart by a clock of its own, then is lost or hangs."""

    def __init__(self, greys: Iterator[int | None], hang: Event | None = None) -> None:
        self._greys = greys
        self._hang = hang
        self.is_released = False

    def read(self) -> Shot | None:
        grey = next(self._greys, None)
        if grey is None and self._hang is not None:
            self._hang.wait()
        time.sleep(0.02)
        return None if grey is None else Shot(plain(grey))

    def release(self) -> None:
        self.is_released = True


IMPATIENT = Patience(deadline_s=0.2, pause_s=0.01)


def test_a_lost_camera_is_opened_again() -> None:
    cameras = [Camera(iter([10, 20])), Camera(iter([30, 40]))]
    waiting = iter(cameras)
    with LiveCamera(lambda: next(waiting, None), 1000, IMPATIENT) as source:
        found = list(
            itertools.takewhile(lambda each: not (isinstance(each, Frame) and each.picture.mean() == 40), source)
        )
    assert {10, 20, 30} >= {grey for _, _, grey in frames(found)} >= {10, 30}
    assert sum(isinstance(each, Silent) for each in found) == 1
    assert all(each.is_released for each in cameras)


def test_a_camera_that_hangs_is_given_up_and_opened_again() -> None:
    hang = Event()
    cameras = iter([Camera(iter([10]), hang), Camera(iter(lambda: 30, None))])
    with LiveCamera(lambda: next(cameras), 1000, IMPATIENT) as source:
        found = list(
            itertools.takewhile(lambda each: not (isinstance(each, Frame) and each.picture.mean() == 30), source)
        )
    assert [type(each) for each in found if not isinstance(each, Dropped)] == [Frame, Silent, Returned]
    hang.set()


def test_a_driver_that_hangs_for_ever_ends_the_source() -> None:
    hang = Event()
    with LiveCamera(lambda: Camera(iter([]), hang), 15, IMPATIENT) as source:
        found = list(source)
    assert [type(each) for each in found] == [Silent, Silent, Silent, EndedEarly]
    hang.set()


class TimeIsUp(Exception):
    """The clock has no more times to tell."""


class Clock:
    """Tells these times, one a question."""

    def __init__(self, times_s: list[float]) -> None:
        self._times_s = iter(times_s)

    def __call__(self) -> float:
        for time_s in self._times_s:
            return time_s
        raise TimeIsUp


class Steady:
    """A camera that always has a picture."""

    def read(self) -> Shot | None:
        time.sleep(0.001)
        return Shot(plain(7))

    def release(self) -> None:
        pass


@pytest.mark.parametrize(
    ("times_s", "numbers"),
    [
        ([5.0, 5.1, 5.2, 5.3], [0, 1, 2, 3]),  # punctual
        ([5.0, 5.14, 5.16, 5.34], [0, 1, 2, 3]),  # not quite
        ([5.0, 5.02, 5.1, 5.13], [0, 1]),  # faster than asked
        ([5.0, 5.2, 5.4, 5.6], [0, 1, 4, 5]),  # slower than asked: never more than two pictures behind
        ([5.0, 6.0, 6.1], [0, 10, 11]),  # a gap
    ],
)
def test_pictures_of_a_camera_are_numbered_by_the_clock(times_s: list[float], numbers: list[int]) -> None:
    found: list[Glimpse] = []
    with LiveCamera(Steady, 10, IMPATIENT, Clock([0.0, *times_s])) as source, pytest.raises(TimeIsUp):
        keep(source, found)
    assert numbers == [each.number for each in found if isinstance(each, Frame)]


def keep(source: LiveCamera, found: list[Glimpse]) -> None:
    for each in source:
        found.append(each)  # noqa: PERF402 - what came before the time was up


def test_a_camera_that_comes_late_is_waited_for(tmp_path: Path) -> None:
    tries = iter([None, None, Folder(write_pictures(tmp_path, [plain(9), plain(99)]), 15.0)])

    def opened() -> Folder:
        found = next(tries)
        if found is None:
            raise BadSource(Message("source.no-camera", {"device": 0}))
        return found

    with AwaitedCamera(opened, pause_s=0.0) as source:
        assert [Unopened, Unopened, Returned, Frame, Frame] == [type(each) for each in source]


def test_a_driver_that_hangs_while_it_opens_is_given_up_although_every_try_is_a_new_one() -> None:
    hang, tries = Event(), itertools.count()

    def held() -> None:
        hang.wait()

    def opened() -> LiveCamera:
        next(tries)
        camera = LiveCamera(held, 15, IMPATIENT)
        camera.require_picture(Message("source.no-camera", {"device": 0}))
        return camera

    with AwaitedCamera(opened, pause_s=0.0) as source:
        found = list(itertools.islice(source, 20))
    hang.set()
    assert [Unopened, Unopened, Unopened, EndedEarly(0, 0.0, None)] == [*map(type, found[:-1]), found[-1]]
    assert next(tries) == 3


def test_a_camera_that_is_only_missing_is_waited_for_without_end() -> None:
    def opened() -> LiveCamera:
        camera = LiveCamera(lambda: None, 15, IMPATIENT)
        camera.require_picture(Message("source.no-camera", {"device": 0}))
        return camera

    with AwaitedCamera(opened, pause_s=0.0) as source:
        why = Message("source.no-camera", {"device": 0})
        assert [Unopened(0, 0.0, why)] * 6 == list(itertools.islice(source, 6))
