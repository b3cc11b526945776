"""A phone's camera app that sends RTSP on this computer: JPEG in RTP (RFC 2435) over the same TCP line."""

import socket
import struct
import time
from itertools import count
from threading import Event, Thread
from typing import Self

from tests.phone import jpeg
from tests.pictures import SIZE_PX

SDP = "v=0\r\no=- 0 0 IN IP4 127.0.0.1\r\ns=phone\r\nt=0 0\r\nm=video 0 RTP/AVP 26\r\na=control:track1\r\n"
PACKET = 1400
HERTZ = 90_000
# Seconds between two pictures; FFmpeg wants some twenty of them before it believes in a stream.
PAUSE_S = 0.005


class RtspPhone:
    """Sends so many pictures to each client, then nothing more; `password` is Basic's, asked for if there is one."""

    def __init__(self, *pictures: int, password: str = "") -> None:
        self._pictures, self._password = pictures or (10**6,), password
        self.clients = 0
        # A camera that lives never shows what it has shown before, whoever asks.
        self._taken = count()
        self._is_over = Event()
        self._server = socket.create_server(("127.0.0.1", 0))
        self.url = f"rtsp://127.0.0.1:{self._server.getsockname()[1]}/live"

    def __enter__(self) -> Self:
        Thread(target=self._accept, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self._is_over.set()
        self._server.shutdown(socket.SHUT_RDWR)
        self._server.close()

    def _accept(self) -> None:
        while not self._is_over.is_set():
            try:
                line, _ = self._server.accept()
            except OSError:
                return
            Thread(target=self._serve, args=(line,), daemon=True).start()

    def _serve(self, line: socket.socket) -> None:
        with line, line.makefile("rb") as heard:
            try:
                while not self._is_over.is_set():
                    self._answer(line, [each.decode().strip() for each in iter(heard.readline, b"\r\n") if each])
            except (OSError, IndexError, ValueError):
                """The client has gone, or said something else."""

    def _answer(self, line: socket.socket, asked: list[str]) -> None:
        method = asked[0].split()[0]
        fields = dict(each.split(": ", 1) for each in asked[1:])
        lines = [f"CSeq: {fields['CSeq']}"]
        if self._password and fields.get("Authorization") != f"Basic {self._password}":
            self._say(line, "401 Unauthorized", [*lines, 'WWW-Authenticate: Basic realm="phone"'])
        elif method == "DESCRIBE":
            self._say(line, "200 OK", [*lines, "Content-Type: application/sdp", f"Content-Length: {len(SDP)}"], SDP)
        elif method == "SETUP":
            self._say(line, "200 OK", [*lines, "Transport: RTP/AVP/TCP;unicast;interleaved=0-1", "Session: 1"])
        elif method == "PLAY":
            self._say(line, "200 OK", [*lines, "Session: 1"])
            self._play(line)
        else:
            self._say(line, "200 OK", [*lines, "Public: OPTIONS, DESCRIBE, SETUP, PLAY, TEARDOWN"])

    def _say(self, line: socket.socket, status: str, lines: list[str], body: str = "") -> None:
        line.sendall("\r\n".join((f"RTSP/1.0 {status}", *lines, "", body)).encode())

    def _play(self, line: socket.socket) -> None:
        most = self._pictures[min(self.clients, len(self._pictures) - 1)]
        self.clients += 1
        packets = count()
        for number in range(most):
            if self._is_over.is_set():
                return
            for payload, is_last in _payloads(jpeg(next(self._taken))):
                marked = 26 | (0x80 if is_last else 0)
                at = round(number * PAUSE_S * HERTZ)
                head = struct.pack(">BBHII", 0x80, marked, next(packets) % 65536, at, 7)
                line.sendall(struct.pack(">cBH", b"$", 0, len(head + payload)) + head + payload)
            time.sleep(PAUSE_S)
        self._is_over.wait(20)


def _payloads(picture: bytes) -> list[tuple[bytes, bool]]:
    """One JPEG without its headers, in packets that tell what they leave out."""
    tables, at = b"", 2
    while picture[at + 1] != 0xDA:
        length = int.from_bytes(picture[at + 2 : at + 4])
        if picture[at + 1] == 0xDB:
            segment = picture[at + 4 : at + 2 + length]
            tables += b"".join(segment[each + 1 : each + 65] for each in range(0, len(segment), 65))
        at += 2 + length
    scan = picture[at + 2 + int.from_bytes(picture[at + 2 : at + 4]) : -2]
    width, height = SIZE_PX
    found = []
    for start in range(0, len(scan), PACKET):
        head = struct.pack(">IBBBB", start, 1, 255, width // 8, height // 8)
        head += struct.pack(">BBH", 0, 0, len(tables)) + tables if start == 0 else b""
        found.append((head + scan[start : start + PACKET], start + PACKET >= len(scan)))
    return found
