"""Where pictures come from: a folder, a film, a camera; one way of naming and one way of reading them."""

import math
from dataclasses import dataclass
from pathlib import Path

from companion.words import Message
from vision.controls import Locks, Wish
from vision.folder import Folder
from vision.frames import DEFAULT_FPS, FASTEST_FPS, BadSource, Source
from vision.picamera import PiCamera, pi_cameras
from vision.url import UrlCamera
from vision.usb import UsbCamera
from vision.video import Video
from vision.web_address import WebAddress, parse_web_address, shown_address


@dataclass(frozen=True, slots=True)
class ImagesAt:
    """The pictures of a folder, in name order."""

    folder: Path


@dataclass(frozen=True, slots=True)
class VideoAt:
    """A film."""

    file: Path


@dataclass(frozen=True, slots=True)
class UsbAt:
    """A camera of this computer, by its number."""

    device: int


@dataclass(frozen=True, slots=True)
class PiAt:
    """The Raspberry Pi's own camera."""


@dataclass(frozen=True, slots=True)
class SimAt:
    """A rendered game; without a record one is simulated."""

    record: Path | None


@dataclass(frozen=True, slots=True)
class UrlAt:
    """A phone or a network camera."""

    address: WebAddress


Live = UsbAt | PiAt | UrlAt
Address = ImagesAt | VideoAt | Live | SimAt
_MOST_DEVICES = 100


def parse_source(text: str) -> Address:
    """Where `images:DIR`, `video:FILE`, `usb:0`, `picamera`, `url:ADDRESS` or `sim[:RECORD]` lies."""
    scheme, colon, rest = text.partition(":")
    match scheme, rest:
        case "images" | "video" | "url", "":
            raise BadSource(Message("source.no-place", {"source": text}))
        case "images", _:
            return ImagesAt(Path(rest))
        case "video", _:
            return VideoAt(Path(rest))
        case "usb", _:
            return UsbAt(_device(text, rest))
        case "url", _:
            return UrlAt(parse_web_address(rest))
        case "sim", _ if bool(colon) == bool(rest):
            return SimAt(Path(rest) if rest else None)
        case "picamera" | "pi", "" if not colon:
            return PiAt()
    raise BadSource(Message("source.unknown", {"source": shown_source(text)}))


def shown_source(text: str) -> str:
    """A source as it may be shown to others: an address without name, password, and what is asked there."""
    is_address = "://" in text or text.lstrip().lower().startswith("url:")
    return shown_address(text) if is_address else text


def _device(text: str, number: str) -> int:
    is_number = number.isascii() and number.isdecimal() and len(number) < len(str(_MOST_DEVICES))
    if not is_number:
        raise BadSource(Message("source.no-device", {"source": text}))
    return int(number)


def parse_fps(text: str) -> float:
    """The frames a second, as they were typed."""
    try:
        fps = float(text)
    except ValueError:
        fps = math.nan
    if not 0 < fps <= FASTEST_FPS:
        raise BadSource(Message("source.bad-fps", {"fps": text, "most": int(FASTEST_FPS)}))
    return fps


def check_installed(address: Live) -> None:
    """Raise BadSource where waiting for a camera would not help: what reads it is not there."""
    if isinstance(address, PiAt):
        pi_cameras()


def open_source(
    address: ImagesAt | VideoAt | Live, fps: float | None, size_px: tuple[int, int], locks: Locks | None = None
) -> Source:
    """A source, ready to be read; `fps` None: the film's own, else 15; size and locks are asked of a live camera."""
    wish = Wish(size_px, fps or DEFAULT_FPS, locks or Locks())
    match address:
        case ImagesAt(folder):
            return Folder(folder, wish.fps)
        case VideoAt(file):
            return Video(file, fps)
        case UsbAt(device):
            return UsbCamera(device, wish)
        case PiAt():
            return PiCamera(wish)
        case UrlAt(where):
            return UrlCamera(where, wish.fps)
