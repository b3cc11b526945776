"""A phone's camera app as a server on this computer: pictures over HTTP, whole and half, in every manner of servers."""

import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import count
from threading import Event, Thread
from typing import Self

import cv2
import numpy as np

from tests.pictures import SIZE_PX
from vision.frames import Picture

MULTIPART = "multipart/x-mixed-replace; boundary=frame"
HEAD = b"--frame\r\nContent-Type: image/jpeg\r\n"
# Seconds between two pictures.
PAUSE_S = 0.02


def noisy(number: int, size_px: tuple[int, int] = SIZE_PX) -> Picture:
    """A grey picture of which each is different, and which JPEG needs some bytes for."""
    chance = np.random.default_rng(number)
    return chance.integers(40, 60, (size_px[1], size_px[0], 3), np.uint8) + np.uint8(100)


def jpeg(number: int, size_px: tuple[int, int] = SIZE_PX) -> bytes:
    return bytes(cv2.imencode(".jpg", noisy(number, size_px))[1].tobytes())


def with_length(picture: bytes) -> bytes:
    return HEAD + f"Content-Length: {len(picture)}\r\n\r\n".encode() + picture + b"\r\n"


def without_length(picture: bytes) -> bytes:
    return HEAD + b"\r\n" + picture + b"\r\n"


def pictures() -> Iterator[bytes]:
    """Pictures without end."""
    for number in count():
        yield with_length(jpeg(number))
        time.sleep(PAUSE_S)


@dataclass(frozen=True)
class Answer:
    """What a server says to one request: parts, one write each; `length` is told where it is known."""

    parts: Callable[[], Iterator[bytes]] = pictures
    sort: str | None = MULTIPART
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)


class Phone:
    """Answers the first request with the first answer, and so on; the last answer is given for ever."""

    def __init__(self, *answers: Answer) -> None:
        self.answers = answers or (Answer(),)
        self.asked: list[tuple[str, str]] = []
        self.is_over = Event()
        phone = self

        class Handler(BaseHTTPRequestHandler):
            """One request."""

            protocol_version = "HTTP/1.1"

            def do_GET(self) -> None:
                phone.answer(self)

            def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - its own name
                """Nobody reads it."""

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self._thread = Thread(target=self._server.serve_forever, args=(0.01,), daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.is_over.set()
        self._server.shutdown()
        self._server.server_close()

    @property
    def port(self) -> int:
        return int(self._server.server_address[1])

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/video"

    def answer(self, handler: BaseHTTPRequestHandler) -> None:
        self.asked.append((handler.path, handler.headers.get("Authorization", "")))
        answer = self.answers[min(len(self.asked), len(self.answers)) - 1]
        handler.close_connection = True
        try:
            handler.send_response(answer.status)
            for name, value in answer.headers.items():
                handler.send_header(name, value.replace("{port}", str(self.port)))
            if answer.sort is not None:
                handler.send_header("Content-Type", answer.sort)
            handler.end_headers()
            for part in answer.parts():
                handler.wfile.write(part)
                if self.is_over.is_set():
                    return
        except OSError:
            """Whoever asked has hung up."""
