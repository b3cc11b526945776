"""Do pictures come fast enough, and does this computer follow them? What is slow is told late, and nothing is lost."""

import time
from collections.abc import Callable, Sequence

from companion.games.vedrfolnir.decks import default_deck
from companion.games.vedrfolnir.simulation import NAMES
from companion.profile import TableProfile
from deploy.doctor_findings import Finding, Grade, found
from deploy.watching import Watch
from vision.frames import DEFAULT_FPS, Frame, Picture
from vision.taken import as_taken

# Pictures a second: below, a card is told clearly later than it lies there.
SLOW_FPS = 8.0


def rate_finding(fps: float) -> Finding:
    """Whether enough pictures a second come from a camera."""
    is_slow = fps < SLOW_FPS
    return found("rate", Grade.WARN if is_slow else Grade.PASS, "few" if is_slow else "well", {"fps": fps})


def speed_finding(
    pictures: Sequence[Picture], profile: TableProfile, clock: Callable[[], float] = time.perf_counter
) -> Finding:
    """How many such pictures a second this computer follows at this table, nothing moving on it."""
    watch, frames = _watch(profile), [as_taken(each) for each in pictures]
    for number, each in enumerate(frames):
        # What lies there is read once.
        watch.seen(Frame(number, number / DEFAULT_FPS, each))
    started_s = clock()
    for number, each in enumerate(frames, start=len(frames)):
        watch.seen(Frame(number, number / DEFAULT_FPS, each))
    fps = len(frames) / max(clock() - started_s, 1e-9)
    is_slow = fps < DEFAULT_FPS
    return found("speed", Grade.WARN if is_slow else Grade.PASS, "slow" if is_slow else "well", {"fps": fps})


def _watch(profile: TableProfile) -> Watch:
    from deploy.joining import sight  # noqa: PLC0415 - the eye is slow to set up
    from deploy.watch import WantedWatch, described_game  # noqa: PLC0415 - the same

    setup, _ = described_game(WantedWatch("sim", None), list(NAMES[:4]))
    return Watch(sight(profile, setup, default_deck()))
