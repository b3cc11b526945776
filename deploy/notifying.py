"""Tells the service manager that the companion is alive; says nothing where there is none."""

import os
import socket
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from typing import TypeVar

ADDRESS, WATCHDOG, OWNER = "NOTIFY_SOCKET", "WATCHDOG_USEC", "WATCHDOG_PID"
# A camera is given up after seconds: one who watches and says nothing for so long is stuck.
SILENCE_S = 60.0

Each = TypeVar("Each")


class Pulse:
    """Beats for systemd: `beat` from where the program turns, `hear` from where the table is watched."""

    def __init__(
        self, environment: Mapping[str, str] = os.environ, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._address = environment.get(ADDRESS, "")
        is_ours = environment.get(OWNER, str(os.getpid())) == str(os.getpid())
        # Twice in the time allowed, as its manual asks.
        self._every_s = int(environment.get(WATCHDOG, 0) or 0) / 2_000_000 if is_ours else 0.0
        self._clock = clock
        self._beaten_s = -self._every_s
        self._heard_s: float | None = None
        self._is_ready = False

    def beat(self) -> None:
        """Say that all is well, as often as it is asked for; not if nothing was heard of the watched table for long."""
        now_s = self._clock()
        if not self._is_ready:
            self._is_ready = True
            self._send("READY=1")
        if not self._every_s or now_s - self._beaten_s < self._every_s:
            return
        if self._heard_s is None or now_s - self._heard_s < SILENCE_S:
            self._beaten_s = now_s
            self._send("WATCHDOG=1")

    def heard(self, each: Iterable[Each]) -> Iterator[Each]:
        """The same things, each a sign of life; after the last one that anybody wants none is expected."""
        try:
            for one in each:
                self._heard_s = self._clock()
                yield one
        finally:
            self._heard_s = None

    def give_up(self) -> None:
        """A driver is stuck in this process for ever: ask to be started anew."""
        if self._every_s:
            self._send("WATCHDOG=trigger")

    def _send(self, words: str) -> None:
        if not self._address:
            return
        # An address that begins with @ has no file.
        address = f"\0{self._address[1:]}" if self._address.startswith("@") else self._address
        with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as line:
            line.sendto(words.encode(), address)
