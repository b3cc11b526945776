"""Whether memory stays flat: a short story of cards that come and go, looked at over and over."""

from collections.abc import Iterator
from itertools import chain, cycle, islice
from pathlib import Path
from random import Random

from companion.facts import Fact, Moved, Placed, Removed, Way
from companion.games.vedrfolnir.zones import DISCARD, TRIBUTE, Place
from companion.places import zone
from deploy.watching import Watch
from tests.bench.bench_table import BenchTable
from tests.bench.printing import progress
from vision.frames import DEFAULT_FPS, Frame, Picture
from vision.sim.film import Pace

KIB = 1024
# What is used after the first fifth is compared with what is used at the end.
WARM_SHARE = 5
# A few pages more are the system's own; an evening of 8 hours has 432,000 frames.
FLAT_KIB = 4 * KIB
STILL_S = 0.4
# People look at a table longer than hands move on it: its last still pictures are shown again.
AGAIN, LINGERS = 2, 8


def measured_memory(table: BenchTable, frames: int) -> str:
    """How much more memory is used after so many frames than after the first fifth of them."""
    story = list(_story(table))
    watch, told, before = Watch(table.sight()), 0, 0
    for number, picture in enumerate(progress(islice(cycle(story), frames), frames)):
        if number == frames // WARM_SHARE:
            before = resident_kib()
        told += len(watch.seen(Frame(number, number / DEFAULT_FPS, picture)))
    after = resident_kib()
    watched = f"Memory over {frames:,} frames ({frames / len(story):,.1f} rounds, {told:,} changes told)"
    grown = "flat" if after - before <= FLAT_KIB else "IT GROWS"
    return f"{watched}: {before / KIB:,.1f} MiB after the first fifth, {after / KIB:,.1f} MiB at the end: {grown}."


def _story(table: BenchTable) -> Iterator[Picture]:
    """Every picture of a round; when cards have come or gone, the table is still for a while."""
    film = table.film(_facts(table), Pace(is_cut=True), STILL_S)
    last: list[Picture] = []
    for shot in film.frames():
        if last and not shot.moment.beat.is_still:
            yield from chain.from_iterable([last] * LINGERS)
        last = [*last, shot.picture][-AGAIN:] if shot.moment.beat.is_still else []
        yield shot.picture


def _facts(table: BenchTable) -> tuple[Fact, ...]:
    """Two cards on a stake, two on the tribute; one goes to the discard; then all are taken away."""
    names = [each.name for each in Random(table.seed).sample(table.printed.cards, 4)]
    stake = zone(Place.STAKE, table.evening.setup.seats[0])
    low, high, left, right = names
    return (
        Placed(0, low, stake, 0, Way.UPRIGHT),
        Placed(0, high, stake, 1, Way.UPRIGHT),
        Placed(0, left, TRIBUTE, 0, Way.UPRIGHT),
        Placed(0, right, TRIBUTE, 1, Way.TURNED),
        Moved(0, high, stake, DISCARD, from_index=1),
        Removed(0, high, DISCARD),
        Removed(0, right, TRIBUTE, 1),
        Removed(0, left, TRIBUTE, 0),
        Removed(0, low, stake, 0),
    )


def resident_kib() -> int:
    """The memory that this program really uses, on Linux; 0 where nobody says."""
    try:
        lines = Path("/proc/self/status").read_text(encoding="ascii").splitlines()
    except OSError:
        return 0
    return next((int(line.split()[1]) for line in lines if line.startswith("VmRSS:")), 0)
