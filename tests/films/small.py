"""`python -m tests.films.small [--seeds 1-8] [--level easy] [--camera 1.7]`: a back in a fan, one thing done to it.

Each case is a few seconds of one hand at one stake: what films of busy tables were cut down to.
"""

import argparse
from collections.abc import Sequence
from dataclasses import replace

import cv2

from companion.facts import BACK, Fact, Moved, Placed, Removed, Turned, Way
from companion.places import Zone
from tests.films.filming import BusyFilm, Wanted, busy_film
from tests.films.judging import is_slip, watched
from tests.films.rows import FPS, HUNG
from tests.films.tables import piles_of, sight_of
from vision.sim.choreography import Habits
from vision.sim.film import Film, Pace
from vision.sim.levels import Difficulty
from vision.sim.together import Together

STAKE, WON = Zone("stake:Bo"), Zone("won:Bo")
ODIN, THOR, LOKI = "odin-1r-2s#01", "thor-2r-1s#01", "loki-0s#01"


def laid(*cards: str) -> tuple[Fact, ...]:
    """A fan of these cards."""
    return tuple(
        Placed(0, card, STAKE, index, None if card == BACK else Way.UPRIGHT) for index, card in enumerate(cards)
    )


def taken(card: str, index: int) -> Removed:
    """A card leaves the fan."""
    return Removed(0, card, STAKE, index)


CASES: dict[str, tuple[Fact, ...]] = {
    "the last, a back, is taken": (*laid(ODIN, BACK), taken(BACK, 1)),
    "a back is taken from between": (*laid(ODIN, BACK, THOR), taken(BACK, 1)),
    "a back is taken from beside a back": (*laid(ODIN, BACK, BACK, THOR), taken(BACK, 1)),
    "a back is turned up at the end": (*laid(ODIN, BACK, THOR), taken(BACK, 1), Placed(0, LOKI, STAKE, 2, Way.UPRIGHT)),
    "a back is turned up in its place": (*laid(ODIN, BACK), taken(BACK, 1), Placed(0, LOKI, STAKE, 1, Way.UPRIGHT)),
    "a back is taken from below": (*laid(BACK, ODIN), taken(BACK, 0)),
    "a card is taken from below a back": (*laid(ODIN, BACK), Moved(0, ODIN, STAKE, WON, from_index=0)),
    "a card is turned below a back": (*laid(ODIN, BACK), Turned(0, ODIN, STAKE, Way.TURNED)),
    "a card is laid on a back": (*laid(ODIN, BACK), *laid(ODIN, BACK, THOR)[2:]),
    "a back on a back": laid(BACK, BACK, BACK),
    "backs are taken one by one": (*laid(ODIN, BACK, BACK), taken(BACK, 2), taken(BACK, 1), taken(ODIN, 0)),
}


def small_film(wanted: Wanted, facts: Sequence[Fact]) -> BusyFilm:
    """The table of a film, with nothing done on it but this, by one hand that does not linger."""
    table = busy_film(replace(wanted, rounds=0))
    level = replace(table.film.level, resting=0.0)
    acts = (Together((tuple(facts),), 1 / FPS),)
    habits = Habits(table.film.habits.piles)
    film = Film(acts, table.profile, table.film.faces, level, seed=wanted.seed, pace=Pace(FPS), habits=habits)
    return replace(table, film=film)


def slips(wanted: Wanted, facts: Sequence[Fact]) -> list[str]:
    """What was not told as it is."""
    film = small_film(wanted, facts)
    return [str(each) for each in watched(film.shots(), sight_of(film)).judged(piles_of(film)) if is_slip(each)]


def main() -> int:
    """Every case with every seed; status 1 if any has a slip."""
    parser = argparse.ArgumentParser(prog="tests.films.small", description=__doc__)
    parser.add_argument("--seeds", default="1-8", metavar="FROM-TO")
    parser.add_argument("--level", type=Difficulty, default=Difficulty.EASY)
    parser.add_argument("--camera", choices=list(HUNG), default="1.7")
    parser.add_argument("--calm", action="store_true")
    asked = parser.parse_args()
    cv2.setNumThreads(1)
    first, last = map(int, asked.seeds.split("-"))
    seeds = range(first, last + 1)
    is_clean = True
    for name, facts in CASES.items():
        broken = {seed: slips(Wanted(asked.level, asked.camera, seed, asked.calm), facts) for seed in seeds}
        print(f"{name}: {sum(not each for each in broken.values())} of {len(seeds)} right", flush=True)
        print(
            "".join(f"    seed {seed}: {each}\n" for seed, lines in broken.items() for each in lines),
            end="",
            flush=True,
        )
        is_clean = is_clean and not any(broken.values())
    return int(not is_clean)


if __name__ == "__main__":
    raise SystemExit(main())
