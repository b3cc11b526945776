"""`url:http://…`: pictures one after the other over HTTP, as phones and network cameras send them (MJPEG)."""

import socket
import ssl
import time
from base64 import b64encode
from functools import partial
from http import HTTPStatus
from http.client import HTTPConnection, HTTPException, HTTPResponse
from typing import NoReturn
from urllib.request import HTTPDigestAuthHandler, HTTPPasswordMgrWithDefaultRealm, Request, parse_http_list
from urllib.request import parse_keqv_list as parse_pairs

from companion.words import Message, Values
from vision.camera import Coded, Shot
from vision.jpegs import Cutter, Half, decoded
from vision.network import CONNECT_S, Lookup, Wire, connected, known_login, secured
from vision.web_address import Login, WebAddress

# Seconds without a whole picture: over Wi-Fi one or two are nothing yet.
STALL_S = 3.0
# Redirects, and questions for a password.
MOST_ANSWERS = 6
SCHEMES = ("http", "https")
CHUNK = 256 * 1024
LED_ELSEWHERE = (301, 302, 303, 307, 308)
LOCKED = (HTTPStatus.UNAUTHORIZED, HTTPStatus.FORBIDDEN, HTTPStatus.PROXY_AUTHENTICATION_REQUIRED)
GONE = (HTTPStatus.NOT_FOUND, HTTPStatus.GONE)


class Refused(Exception):
    """A server that gives no pictures; the message says why, and what to do."""

    def __init__(self, message: Message) -> None:
        super().__init__(message.key)
        self.message = message


class MjpegDevice:
    """A stream of pictures that a server sends; only those that somebody wants are decoded."""

    def __init__(self, opened: socket.socket, response: HTTPResponse) -> None:
        self._opened, self._response, self._cutter = opened, response, Cutter()

    def read(self) -> Coded | None:
        """The next picture, or half of one; None: the stream was cut, or has stalled."""
        until_s, is_half = time.monotonic() + STALL_S, False
        while True:
            found = self._cutter.cut()
            if isinstance(found, Half):
                is_half = True
                continue
            if found is not None or is_half:
                return Coded(partial(_developed, found), is_half and found is not None)
            left_s = until_s - time.monotonic()
            more = self._more(left_s) if left_s > 0 else b""
            if not more:
                return None
            self._cutter.feed(more)

    def _more(self, within_s: float) -> bytes:
        try:
            self._opened.settimeout(within_s)
            return self._response.read1(CHUNK)
        except (OSError, HTTPException, ValueError):
            # A chunk whose length is none raises ValueError.
            return b""

    def release(self) -> None:
        """Hang up."""
        self._response.close()
        self._opened.close()


def _developed(found: bytes | None) -> Shot | None:
    picture = None if found is None else decoded(found)
    return None if picture is None else Shot(picture)


def opened_stream(address: WebAddress, lookup: Lookup, wire: Wire) -> MjpegDevice:
    """The pictures at an address, wherever its server leads; raises Refused if there are none.

    A password is told to whoever asks for it, in the way asked for, and to no other server.
    """
    login, challenge, asked = known_login(address), "", address
    for _ in range(MOST_ANSWERS):
        opened, response = _answered(asked, _authorised(asked, login, challenge), lookup, wire)
        if response.status == HTTPStatus.OK and _is_stream(response):
            return MjpegDevice(opened, response)
        told, location = response.getheader("WWW-Authenticate", "Basic"), response.getheader("Location")
        opened.close()
        if response.status in LED_ELSEWHERE and location:
            there = asked.led_to(location)
            login, challenge = (login if there.origin == asked.origin else there.login), ""
            asked, lookup = there, (lookup if there.host == asked.host else Lookup())
        elif response.status == HTTPStatus.UNAUTHORIZED and login is not None and not challenge and _is_known(told):
            challenge = told
        else:
            _refuse_answer(response, asked)
    raise Refused(Message("source.url-redirects", {"address": address.shown}))


def _answered(
    address: WebAddress, headers: dict[str, str], lookup: Lookup, wire: Wire
) -> tuple[socket.socket, HTTPResponse]:
    """Ask, and hear the beginning of the answer."""
    refuse = partial(_refuse, address)
    if address.scheme not in SCHEMES:
        refuse("scheme")
    places = lookup.places(address.host, address.port)
    if not places:
        refuse("unknown-host", {"host": address.host})
    try:
        opened = connected(places, wire)
    except ConnectionRefusedError:
        refuse("closed")
    except OSError:
        refuse("unreachable")
    try:
        if address.scheme == "https":
            opened = secured(opened, address.host, wire)
        opened.settimeout(CONNECT_S)
        connection = HTTPConnection(address.host, address.port)
        connection.sock = opened
        connection.request("GET", address.target, headers=headers)
        return opened, connection.getresponse()
    except ssl.SSLError:
        opened.close()
        refuse("certificate")
    except (OSError, HTTPException, ValueError):
        opened.close()
        refuse("no-answer")


def _is_known(challenge: str) -> bool:
    return challenge.lower().startswith(("basic", "digest"))


def _authorised(address: WebAddress, login: Login | None, challenge: str) -> dict[str, str]:
    headers = {"Host": address.place.partition("%")[0] + ("]" if "%" in address.place else ""), "Accept": "*/*"}
    if login is None or not challenge:
        return headers
    if challenge.lower().startswith("digest"):
        return {**headers, "Authorization": f"Digest {_digest(address, login, challenge)}"}
    return {**headers, "Authorization": f"Basic {b64encode(f'{login.user}:{login.password}'.encode()).decode()}"}


def _digest(address: WebAddress, login: Login, challenge: str) -> str:
    """The answer to a server that wants no password in the clear."""
    url = f"{address.scheme}://{address.place}{address.target}"
    passwords = HTTPPasswordMgrWithDefaultRealm()
    passwords.add_password(None, url, login.user, login.password)
    try:
        pairs = parse_pairs(parse_http_list(challenge.partition(" ")[2]))
        return HTTPDigestAuthHandler(passwords).get_authorization(Request(url), pairs) or ""  # noqa: S310 - not opened
    except ValueError:
        # A question that can't be understood, or a way to answer it that nobody has.
        _refuse(address, "locked")


def _is_stream(response: HTTPResponse) -> bool:
    """Whether pictures may follow; some servers say nothing of it, or nonsense."""
    sort = response.headers.get_content_maintype() if response.getheader("Content-Type") else "multipart"
    return sort in ("multipart", "video") or response.headers.get_content_type() == "application/octet-stream"


def _refuse_answer(response: HTTPResponse, address: WebAddress) -> NoReturn:
    if response.status in LOCKED:
        _refuse(address, "locked")
    if response.status in GONE:
        _refuse(address, "missing")
    if response.status != HTTPStatus.OK:
        _refuse(address, "status", {"status": response.status})
    is_still = response.headers.get_content_maintype() == "image"
    _refuse(address, "still" if is_still else "page", {"type": response.headers.get_content_type()})


def _refuse(address: WebAddress, what: str, values: Values | None = None) -> NoReturn:
    raise Refused(Message(f"source.url-{what}", {"address": address.shown, **(values or {})}))
