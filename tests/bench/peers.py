"""Other ways to read a table, to measure ours against: the whole frame, every time."""

import importlib.util
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import cv2
import numpy as np
from pyzbar import pyzbar

from companion.printed import PrintedDeck
from vision.frames import Picture

FAMILY = cv2.aruco.DICT_APRILTAG_36h11
MODULES = 8
SMALL = 0.25
# Below so many pixels a module the picture is sharpened and enlarged before tags are looked for.
FEW_PX_PER_MODULE = 4.0
LEAST_SIDE, MOST_SIDE = 0.6, 1.6

Read = Callable[[Picture], frozenset[str]]


@dataclass(frozen=True, slots=True)
class Peer:
    """A reader of whole frames: what it is called, and the names of the cards that it finds; None: not installed."""

    name: str
    read: Read | None


def peers(printed: PrintedDeck, px_per_mm: float, longest_px: int) -> Iterator[Peer]:
    """Every other way, for cards of this deck seen at this scale."""
    by_tag = dict.fromkeys(printed.mark_tags) | {each.tag: each.name for each in printed.cards}
    by_code = {each.code: each.name for each in printed.cards}
    side_px = printed.tags[0].side_mm * px_per_mm
    yield Peer("OpenCV ArUco, whole frame", _tags(cv2.aruco.DetectorParameters(), 1, by_tag))
    times = 2 if side_px / MODULES < FEW_PX_PER_MODULE else 1
    yield Peer("OpenCV ArUco, tuned, whole frame", _tags(tuned(side_px / longest_px, times), times, by_tag))
    yield Peer("pyzbar, whole frame", _named(_pyzbar, by_code))
    has_zxing = importlib.util.find_spec("zxingcpp") is not None
    yield Peer("zxing-cpp, whole frame", _named(_zxing(), by_code) if has_zxing else None)
    yield Peer("zxing-cpp, QR codes only, whole frame", _named(_zxing("QRCode"), by_code) if has_zxing else None)
    yield Peer("OpenCV QR, whole frame", _named(_opencv_qr(), by_code))


class ShrinkAndCompare:
    """The least that anybody does with a frame: grey, a quarter of the size, compared with the last one."""

    def __init__(self) -> None:
        self._last: Picture | None = None

    def look(self, picture: Picture) -> None:
        """One more frame."""
        grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
        small = np.asarray(cv2.resize(grey, None, fx=SMALL, fy=SMALL, interpolation=cv2.INTER_AREA), np.uint8)
        if self._last is not None:
            cv2.absdiff(small, self._last)
        self._last = small


def tuned(side_share: float, times: int) -> cv2.aruco.DetectorParameters:
    """The parameters that worked best on small tags; windows and limits fit the known scale."""
    parameters = cv2.aruco.DetectorParameters()
    parameters.adaptiveThreshWinSizeMin = 9 if times > 1 else 15
    parameters.adaptiveThreshWinSizeMax = 25 if times > 1 else 15
    parameters.adaptiveThreshWinSizeStep = 16
    parameters.adaptiveThreshConstant = 5
    parameters.perspectiveRemovePixelPerCell = 8
    parameters.perspectiveRemoveIgnoredMarginPerCell = 0.25
    parameters.errorCorrectionRate = 0.6
    parameters.minMarkerPerimeterRate = LEAST_SIDE * 4 * side_share
    parameters.maxMarkerPerimeterRate = MOST_SIDE * 4 * side_share
    return parameters


def _tags(parameters: cv2.aruco.DetectorParameters, times: int, by_tag: dict[int, str | None]) -> Read:
    detector = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(FAMILY), parameters)

    def read(picture: Picture) -> frozenset[str]:
        grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
        _, ids, _ = detector.detectMarkers(enlarged(grey, times) if times > 1 else grey)
        found = () if ids is None else ids.ravel()
        return frozenset(filter(None, (by_tag.get(int(each), f"tag {each}") for each in found)))

    return read


def enlarged(grey: cv2.typing.MatLike, times: int) -> cv2.typing.MatLike:
    """A grey picture, sharpened and so many times as large."""
    sharp = cv2.addWeighted(grey, 2.0, cv2.GaussianBlur(grey, (0, 0), 1.0), -1.0, 0)
    return cv2.resize(sharp, None, fx=times, fy=times, interpolation=cv2.INTER_CUBIC)


def _named(texts: Callable[[Picture], list[str]], by_code: dict[str, str]) -> Read:
    return lambda picture: frozenset(by_code.get(each, each) for each in texts(picture) if each)


def _pyzbar(picture: Picture) -> list[str]:
    grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
    found = pyzbar.decode(grey, symbols=[pyzbar.ZBarSymbol.QRCODE])
    return [each.data.decode("utf-8", "replace") for each in found]


def _zxing(formats: str = "") -> Callable[[Picture], list[str]]:
    import zxingcpp  # noqa: PLC0415 - only for this bench, and only where it is installed

    codes = zxingcpp.barcode_formats_from_str(formats)
    return lambda picture: [each.text for each in zxingcpp.read_barcodes(picture, codes)]


def _opencv_qr() -> Callable[[Picture], list[str]]:
    # Of its two readers of many codes, the one that looks for corners as ArUco does: on a cloth with a pattern the
    # other one tries all triples of what may be corners, and did not end within 80 s on one picture of 4608 by 2592.
    detector = cv2.QRCodeDetectorAruco()

    def read(picture: Picture) -> list[str]:
        try:
            _, texts, _, _ = detector.detectAndDecodeMulti(picture)
        except cv2.error:  # it stumbles over some outlines that are no code
            return []
        return list(texts)

    return read
