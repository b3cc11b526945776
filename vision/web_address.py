"""Addresses of cameras in a network: what may be typed, and what of it may be shown to others."""

import re
from dataclasses import dataclass, field, replace
from typing import NoReturn
from urllib.parse import SplitResult, quote, unquote, urljoin, urlsplit

from companion.words import Message
from vision.frames import BadSource

PORTS = {"http": 80, "https": 443, "rtsp": 554}
HIDDEN = "…"
# What a path or a query may hold as it is; anything else is written in percents.
PLAIN = "/%:=&?~+!$,;'@()*[]"
NAME, SIX = re.compile(r"[\w.\-]+"), re.compile(r"[0-9a-f:.]+(%[\w.\-]+)?")


@dataclass(frozen=True, slots=True)
class Login:
    """Who asks for the pictures; shown to nobody."""

    user: str = field(repr=False)
    password: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class WebAddress:
    """Where pictures are had from; `target` is the path and what is asked there."""

    scheme: str
    host: str
    port: int
    target: str = field(repr=False)
    login: Login | None = field(default=None, repr=False)

    @property
    def shown(self) -> str:
        """The same for people: without name and password, and without what is asked, which may hold them, too."""
        path, asked, _ = self.target.partition("?")
        hidden = f"{HIDDEN}@" if self.login else ""
        return f"{self.scheme}://{hidden}{self.place}{path}{asked}{HIDDEN if asked else ''}"

    @property
    def place(self) -> str:
        """Host and port as they stand in an address; a port that goes without saying is left out."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port == PORTS[self.scheme] else f"{host}:{self.port}"

    @property
    def origin(self) -> tuple[str, str, int]:
        """What makes two addresses those of one server."""
        return self.scheme, self.host, self.port

    def led_to(self, location: str) -> "WebAddress":
        """Where a server sends whoever asks here; another server is told no password."""
        there = parse_web_address(urljoin(f"{self.scheme}://{self.place}{self.target}", location))
        return replace(there, login=self.login) if there.origin == self.origin else there


def parse_web_address(text: str) -> WebAddress:
    """The address that was typed; raises BadSource with what is wrong, and shows no password of it."""
    if not text.isprintable():
        _refuse("odd", text)
    try:
        parts = urlsplit(text.strip())
        host = (parts.hostname or "").replace("%25", "%")
    except ValueError:
        _refuse("brackets", text)
    if parts.scheme not in PORTS:
        _refuse("scheme", text)
    user, at, place = parts.netloc.rpartition("@")
    if not place:
        _refuse("host", text)
    if not at and "@" in text:
        # A slash, a question mark or a hash in a password ends what comes before it.
        _refuse("password", text)
    if place.count(":") > 1 and not place.startswith("["):
        _refuse("brackets", text)
    if not (SIX if place.startswith("[") else NAME).fullmatch(host):
        _refuse("host", text)
    target = quote(parts.path or "/", PLAIN) + (f"?{quote(parts.query, PLAIN)}" if parts.query else "")
    return WebAddress(parts.scheme, host, _port(parts, text), target, _login(user) if at else None)


def _port(parts: SplitResult, text: str) -> int:
    try:
        port = PORTS[parts.scheme] if parts.port is None else parts.port
    except ValueError:
        port = 0
    return port or _refuse("port", text)


def _login(user: str) -> Login:
    name, _, password = user.partition(":")
    return Login(unquote(name), unquote(password))


def shown_address(text: str) -> str:
    """An address, right or wrong, as it may be shown: nothing before an @, and nothing that is asked."""
    scheme, separator, rest = text.partition("://")
    if not separator or "@" in scheme:
        scheme, separator, rest = "", "", text
    _, at, place = rest.rpartition("@")
    plain, asked, _ = place.partition("?")
    shown = f"{scheme}{separator}{HIDDEN if at else ''}{at}{plain}{asked}{HIDDEN if asked else ''}"
    return "".join(each if each.isprintable() else HIDDEN for each in shown)


def _refuse(what: str, text: str) -> NoReturn:
    raise BadSource(Message(f"source.url-{what}", {"address": shown_address(text)}))
