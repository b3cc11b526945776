"""Films of busy tables: what the eye tells of them, level by level and camera by camera, with the bars."""

from dataclasses import replace
from pathlib import Path

import cv2

from tests.films.__main__ import is_slip
from tests.films.filming import Wanted, busy_film
from tests.films.judging import Judged, Seen, Verdict, tally, watched
from tests.films.rows import SHARES
from tests.films.tables import piles_of, sight_of
from tests.proofs.progress import Part, Progress
from vision.sim.levels import Difficulty

FACTS, PICTURES = "facts", "pictures"
FOUND_BAR, ASKED_BAR, LATE_BAR = 0.995, 0.005, 0.002
COLUMNS = (FACTS, *Verdict, PICTURES)


def prove(progress: Progress, films: list[tuple[Wanted, float]], changes: int, examples: Path | None) -> None:
    """Watch films from each one on until so many changes were shown; what went wrong is written there."""
    cv2.setNumThreads(1)
    for first, share in films:
        part = progress.part(f"{first.level} {first.hung}{' calm' if first.is_calm else ''}")
        while part.tally[FACTS] < changes * share:
            _watch(part, replace(first, seed=first.seed + part.tried), examples)
            part.tried += 1
            progress.save()


def first_films(
    levels: list[Difficulty], cameras: list[str], seed: int, *, is_calm: bool
) -> list[tuple[Wanted, float]]:
    """The first film of each level and camera, and which share of the level's changes it stands for."""
    whole = sum(SHARES[each] for each in cameras)
    return [(Wanted(level, each, seed, is_calm), SHARES[each] / whole) for level in levels for each in cameras]


def _watch(part: Part, wanted: Wanted, examples: Path | None) -> None:
    film = busy_film(wanted)
    seen = watched(film.shots(), sight_of(film))
    judged = seen.judged(piles_of(film))
    _note(part, wanted.seed, seen, judged)
    slips = [str(each) for each in judged if is_slip(each)]
    if examples is not None and slips:
        examples.mkdir(parents=True, exist_ok=True)
        name = f"{wanted.level}-{wanted.hung}{'-calm' * wanted.is_calm}-{wanted.seed}.txt"
        (examples / name).write_text("\n".join([str(film), *slips, ""]), encoding="utf-8")


def _note(part: Part, seed: int, seen: Seen, judged: list[Judged]) -> None:
    part.tally.update(tally(judged))
    part.tally[FACTS] += len(seen.truth)
    part.tally[PICTURES] += len(seen.zones)
    part.note(seed, [f"{each.verdict}: {each.change.name.lower()}" for each in judged if is_slip(each)])


def table(progress: Progress) -> list[str]:
    """One line a level and camera, then the bars of each level."""
    lines = ["", f"{'':12}" + "".join(f"{each:>10}" for each in COLUMNS)]
    lines += [
        f"{name:12}" + "".join(f"{part.tally[each]:10}" for each in COLUMNS) for name, part in progress.parts.items()
    ]
    return lines + [line for level in Difficulty for line in _bars(progress, level)]


def is_proved(progress: Progress) -> bool:
    """Whether every bar is reached."""
    return not any(line.startswith("✗") for line in table(progress))


def _bars(progress: Progress, level: Difficulty) -> list[str]:
    """A level's bars, all cameras together; what was not free for a second nobody had to tell."""
    parts = [part for name, part in progress.parts.items() if name.startswith(f"{level} ")]
    of = {each: sum(part.tally[each] for part in parts) for each in Verdict}
    there = sum(of.values()) - of[Verdict.INVENTED] - of[Verdict.BRIEF]
    if not there:
        return []
    false = of[Verdict.WRONG] + of[Verdict.INVENTED]
    found, asked, late = (
        (of[Verdict.FOUND] + of[Verdict.LATE]) / there,
        of[Verdict.ASKED] / there,
        of[Verdict.LATE] / there,
    )
    nothing = _bar(level, f"{false} wrong or invented (bar 0)", false == 0)
    if level is Difficulty.HARD:
        return [_bar(level, f"found or asked {found + asked:.2%} of {there}", found + asked >= FOUND_BAR), nothing]
    return [
        _bar(level, f"found {found:.2%} of {there}", found >= FOUND_BAR),
        _bar(level, f"asked {asked:.2%}", asked <= ASKED_BAR),
        _bar(level, f"late {late:.2%}", late <= LATE_BAR),
        nothing,
    ]


def _bar(level: Difficulty, what: str, is_reached: bool) -> str:  # noqa: FBT001 - the answer itself
    return f"{'✓' if is_reached else '✗'} {level}: {what}"
