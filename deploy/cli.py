"""The command line: `companion COMMAND …`. Everything else is imported once Ctrl-C is listened for."""

import os
import signal
import sys
from collections.abc import Sequence
from types import FrameType
from typing import Self

PACKAGES = ("deploy", "companion.games.vedrfolnir", "companion", "calibration")
INTERRUPTED = 130
# What ends a program that does not listen; a program that ignores one of them was told to.
_ENDS = {
    signal.SIGINT: signal.default_int_handler,
    signal.SIGTERM: signal.SIG_DFL,
    signal.SIGHUP: signal.SIG_DFL,
}


class _Interrupt:
    """Ctrl-C, a service that stops us or a terminal that was closed: remembered, as imports may make an error of it."""

    def __init__(self) -> None:
        self.asked: int | None = None
        self._before = {each: usual for each, usual in _ENDS.items() if signal.getsignal(each) is usual}

    def __enter__(self) -> Self:
        for each in self._before:
            signal.signal(each, self._ask)
        return self

    def __exit__(self, *_: object) -> None:
        for each, before in self._before.items():
            signal.signal(each, before)

    def _ask(self, number: int, _: FrameType | None) -> None:
        self.asked = number
        raise KeyboardInterrupt


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; its exit status."""
    status: int | None = None
    with _Interrupt() as interrupt:
        try:
            from deploy.cli_running import run

            status = run(list(sys.argv[1:] if argv is None else argv))
        except KeyboardInterrupt:
            pass
        except Exception:
            if interrupt.asked is None:
                raise
    if status is None and interrupt.asked not in (None, signal.SIGINT):
        # Everything is put away: whoever asked sees that it was that.
        os.kill(os.getpid(), interrupt.asked)
    return INTERRUPTED if status is None else status
