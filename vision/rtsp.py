"""`url:rtsp://…`: a stream that OpenCV's FFmpeg reads, with its timeouts set."""

import os
from urllib.parse import quote

import cv2

from companion.words import Message
from vision.camera import Shot
from vision.depths import as_bgr
from vision.mjpeg import STALL_S, Refused
from vision.network import Lookup, known_login
from vision.web_address import WebAddress

# Over Wi-Fi packets that nobody asks for again get lost, and half a picture with each. Files have no such option.
os.environ.setdefault("OPENCV_FFMPEG_CAPTURE_OPTIONS", "rtsp_transport;tcp")
# Milliseconds: a stream begins with its next whole picture, which may be seconds away.
OPEN_MS, READ_MS = 8_000, round(1000 * STALL_S)
# Several threads decode several pictures at once, each of them late by the others.
SETTINGS = (cv2.CAP_PROP_OPEN_TIMEOUT_MSEC, OPEN_MS, cv2.CAP_PROP_READ_TIMEOUT_MSEC, READ_MS, cv2.CAP_PROP_N_THREADS, 1)


class RtspDevice:
    """A stream as OpenCV reads it."""

    def __init__(self, capture: cv2.VideoCapture) -> None:
        self._capture = capture

    def read(self) -> Shot | None:
        """The next picture; None: the stream was cut, or has stalled."""
        try:
            is_there, picture = self._capture.read()
        except cv2.error:
            return None
        return Shot(as_bgr(picture)) if is_there else None

    def release(self) -> None:
        """Hang up."""
        self._capture.release()


def opened_rtsp(address: WebAddress, lookup: Lookup) -> RtspDevice:
    """The stream at an address; raises Refused if there is none."""
    # FFmpeg would wait for a name as long as the system does, whatever its timeouts are.
    places = lookup.places(address.host, address.port)
    if not places:
        raise Refused(Message("source.url-unknown-host", {"address": address.shown, "host": address.host}))
    # What OpenCV complains of is told by us, once, and without the password.
    cv2.setLogLevel(0)
    capture = cv2.VideoCapture(_typed(address, str(places[0][1][0])), cv2.CAP_FFMPEG, SETTINGS)
    if not capture.isOpened():
        capture.release()
        raise Refused(Message("source.url-no-stream", {"address": address.shown}))
    return RtspDevice(capture)


def _typed(address: WebAddress, host: str) -> str:
    """The address as FFmpeg takes it."""
    login = known_login(address)
    who = "" if login is None else f"{quote(login.user, '')}:{quote(login.password, '')}@"
    return f"{address.scheme}://{who}{f'[{host}]' if ':' in host else host}:{address.port}{address.target}"
