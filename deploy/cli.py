"""The command line: `companion COMMAND …`. Everything else is imported once Ctrl-C is listened for."""

import signal
import sys
from collections.abc import Sequence
from types import FrameType
from typing import Self

PACKAGES = ("deploy", "companion", "companion.games.vedrfolnir", "calibration")
INTERRUPTED = 130


class _Interrupt:
    """Ctrl-C, remembered: what is being imported may make another error of it."""

    def __init__(self) -> None:
        self.is_asked = False
        self._before = signal.getsignal(signal.SIGINT)

    def __enter__(self) -> Self:
        # Only where Ctrl-C would raise: a program started in the background ignores it.
        if self._before is signal.default_int_handler:
            signal.signal(signal.SIGINT, self._ask)
        return self

    def __exit__(self, *_: object) -> None:
        if self._before is signal.default_int_handler:
            signal.signal(signal.SIGINT, self._before)

    def _ask(self, _: int, __: FrameType | None) -> None:
        self.is_asked = True
        raise KeyboardInterrupt


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; its exit status."""
    with _Interrupt() as interrupt:
        try:
            from deploy.cli_running import run

            return run(list(sys.argv[1:] if argv is None else argv))
        except KeyboardInterrupt:
            return INTERRUPTED
        except Exception:
            if interrupt.is_asked:
                return INTERRUPTED
            raise
