"""The stranger's evenings beside what the companion says of them."""

from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass

from tests.agreeing import Difference, evening_difference, record_difference
from tests.proofs.progress import Part, Progress
from tests.stranger.evening import Evening, Host
from tests.stranger.mistakes import spoiled
from tests.stranger.records import record
from tests.stranger.resolve import Unclear
from tests.stranger.scene import NotNow

SELDOM = 100


@dataclass(frozen=True)
class Sort:
    """One sort of evening: how it is made of a seed, and how it is compared."""

    make: Callable[[int, Counter[str]], Evening]
    compare: Callable[[Evening], Difference | None]


def _lawful(seed: int, tally: Counter[str]) -> Evening:
    return Host(seed, tally).run()


def _record(seed: int, _tally: Counter[str]) -> Evening:
    return record(seed)


SORTS = {
    "lawful": Sort(_lawful, evening_difference),
    "mistaken": Sort(spoiled, evening_difference),
    "records": Sort(_record, record_difference),
}


def prove(progress: Progress, seed: int, wanted: dict[str, int]) -> None:
    """Compare so many evenings of each sort."""
    for name, count in wanted.items():
        part = progress.part(name)
        while part.done < count:
            with suppress(NotNow, Unclear):  # the pages don't say for certain what comes of this evening
                _compare(SORTS[name], part, seed + part.tried)
            part.tried += 1
            progress.save_now_and_then()


def _compare(sort: Sort, part: Part, seed: int) -> None:
    tally: Counter[str] = Counter()
    evening = sort.make(seed, tally)
    part.tally.update(tally)
    found = sort.compare(evening)
    part.note(seed, [] if found is None else [found.kind])


def freedoms(progress: Progress) -> list[str]:
    """How often each allowed way came up, and which ones seldom."""
    lines: list[str] = []
    for name, part in progress.parts.items():
        if part.tally:
            seldom = sorted(way for way, times in part.tally.items() if times < SELDOM)
            lines += ["", f"{name}: how often each way came up"]
            lines += [f"{times:9}  {way}" for way, times in sorted(part.tally.items())]
            lines += [f"fewer than {SELDOM} times: {'; '.join(seldom) or 'none'}"]
    return lines
