"""Wires to a server that can be cut by somebody else: whoever waits for bytes that never come is let go."""

import netrc
import socket
import ssl
from collections.abc import Sequence
from contextlib import suppress
from threading import Event, Thread

from vision.web_address import Login, WebAddress

CONNECT_S = 3.0
Place = tuple[socket.AddressFamily, tuple[object, ...]]


class Wire:
    """What one reader holds open; cut, it holds nothing any more and opens nothing."""

    def __init__(self) -> None:
        self._is_cut = Event()
        self._held: socket.socket | None = None

    def hold(self, opened: socket.socket) -> None:
        """This one is to be closed when the wire is cut."""
        self._held = opened
        if self._is_cut.is_set():
            self.cut()
            raise ConnectionAbortedError

    def cut(self) -> None:
        """Wake whoever reads; may be asked by anybody, and twice."""
        self._is_cut.set()
        held = self._held
        if held is not None:
            with suppress(OSError):
                held.shutdown(socket.SHUT_RDWR)


class Lookup:
    """Finds where a host is; names may take the system long, so that one thread at a time asks for them."""

    def __init__(self) -> None:
        self._known: Sequence[Place] = ()
        self._asking: Thread | None = None

    def places(self, host: str, port: int, within_s: float = CONNECT_S) -> Sequence[Place]:
        """Where to find it; as it was the last time if nobody can tell now, nothing if nobody ever could."""
        if self._asking is None or not self._asking.is_alive():
            self._asking = Thread(target=self._ask, args=(host, port), name="looking up", daemon=True)
            self._asking.start()
        self._asking.join(within_s)
        return self._known

    def _ask(self, host: str, port: int) -> None:
        # A name that can't be one raises UnicodeError.
        with suppress(OSError, UnicodeError):
            found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
            self._known = [(family, place) for family, _, _, _, place in found]


def connected(places: Sequence[Place], wire: Wire) -> socket.socket:
    """A wire to the first of these places that answers; raises OSError if none does."""
    fault: OSError = TimeoutError()
    for family, place in places:
        opened = socket.socket(family, socket.SOCK_STREAM)
        try:
            opened.settimeout(CONNECT_S)
            wire.hold(opened)
            opened.connect(place)
        except OSError as error:
            opened.close()
            fault = error
        else:
            return opened
    raise fault


def secured(opened: socket.socket, host: str, wire: Wire) -> socket.socket:
    """The same wire, read by nobody between."""
    try:
        wrapped = ssl.create_default_context().wrap_socket(opened, server_hostname=host)
    except OSError:
        opened.close()
        raise
    wire.hold(wrapped)
    return wrapped


def known_login(address: WebAddress) -> Login | None:
    """Name and password of an address; where it has none, those that `~/.netrc` has for its host."""
    if address.login is not None:
        return address.login
    try:
        found = netrc.netrc().authenticators(address.host)
    except (OSError, netrc.NetrcParseError, UnicodeError):
        return None
    return None if found is None else Login(found[0], found[2] or "")
