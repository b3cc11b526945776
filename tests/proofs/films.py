"""Films of busy tables: what the eye tells of them, level by level and camera by camera, with the bars."""

import argparse
from dataclasses import replace
from enum import StrEnum
from functools import partial
from pathlib import Path

import cv2

from tests.films.filming import Wanted, busy_film
from tests.films.judging import Judged, Seen, Verdict, is_slip, tally, watched
from tests.films.rows import HUNG, SHARES
from tests.films.tables import piles_of, sight_of
from tests.proofs import film_ways
from tests.proofs.film_ways import FACTS, PICTURES, film_name, keep_lines
from tests.proofs.progress import Part, Progress
from vision.sim.levels import Difficulty

FOUND_BAR, ASKED_BAR, LATE_BAR = 0.995, 0.005, 0.002
COLUMNS = (FACTS, *Verdict, PICTURES)


class Asked(StrEnum):
    """What is asked of films."""

    CHANGES = "changes"
    RELATIONS = "relations"
    NAIVE = "naive"
    UNTOUCHED = "untouched"


def add_arguments(proof: argparse.ArgumentParser) -> None:
    """What the command line says of films."""
    proof.add_argument("--of", type=Asked, default=Asked.CHANGES, help=", ".join(Asked))
    proof.add_argument("--changes", type=int, default=2000, metavar="N", help="so many a level")
    proof.add_argument("--films", type=int, default=3, metavar="N", help="so many a level, for relations and naive")
    proof.add_argument("--minutes", type=float, default=60.0, metavar="N", help="so long nobody touches the table")
    proof.add_argument("--level", type=Difficulty, action="append", help="easy, middle, hard; by default all")
    proof.add_argument("--camera", choices=list(HUNG), action="append", help="pixels a mm; by default all that fit")
    proof.add_argument("--calm", action="store_true", help="no bands, each level's own noise")


def prove(asked: argparse.Namespace, progress: Progress, seed: int) -> list[str]:
    """Go on with what is asked of films; its table."""
    cv2.setNumThreads(1)
    levels = asked.level or list(Difficulty)
    if asked.of is Asked.CHANGES:
        find(progress, first_films(levels, asked.camera or list(HUNG), seed, is_calm=asked.calm), asked)
        return table(progress)
    # Scaled down by a twentieth a picture must still show tags; an hour of the largest pictures costs too much.
    camera = (asked.camera or ["2.0" if asked.of is Asked.RELATIONS else "1.7"])[0]
    step, own_table, films = _WAYS[asked.of]
    if asked.of is Asked.UNTOUCHED:
        step = partial(film_ways.leave_alone, minutes=asked.minutes)
    for level in levels:
        first = Wanted(level, camera, seed, asked.calm)
        part = progress.part(_part_name(first))
        while part.done < (films or asked.films):
            step(part, replace(first, seed=seed + part.tried), asked.examples)
            part.tried += 1
            progress.save()
    return own_table(progress)


_WAYS = {
    Asked.RELATIONS: (film_ways.show_again, film_ways.relation_table, 0),
    Asked.NAIVE: (film_ways.let_peer_watch, film_ways.naive_table, 0),
    Asked.UNTOUCHED: (film_ways.leave_alone, film_ways.untouched_table, 1),
}


def find(progress: Progress, films: list[tuple[Wanted, float]], asked: argparse.Namespace) -> None:
    """Watch films from each one on until so many changes were shown; what went wrong is written there."""
    for first, share in films:
        part = progress.part(_part_name(first))
        while part.tally[FACTS] < asked.changes * share:
            _watch(part, replace(first, seed=first.seed + part.tried), asked.examples)
            part.tried += 1
            progress.save()


def first_films(
    levels: list[Difficulty], cameras: list[str], seed: int, *, is_calm: bool
) -> list[tuple[Wanted, float]]:
    """The first film of each level and camera, and which share of the level's changes it stands for."""
    whole = sum(SHARES[each] for each in cameras)
    return [(Wanted(level, each, seed, is_calm), SHARES[each] / whole) for level in levels for each in cameras]


def table(progress: Progress) -> list[str]:
    """One line a level and camera, then the bars of each level."""
    lines = ["", f"{'':16}" + "".join(f"{each:>10}" for each in COLUMNS)]
    for name, part in progress.parts.items():
        lines.append(f"{name:16}" + "".join(f"{part.tally[each]:10}" for each in COLUMNS))
    return lines + [line for level in Difficulty for line in _bars(progress, level)]


def is_proved(progress: Progress) -> bool:
    """Whether every bar is reached, or, where there are none, nothing differs."""
    if progress.about["of"] == Asked.CHANGES:
        return not any(line.startswith("✗") for line in table(progress))
    return progress.is_clean


def _watch(part: Part, wanted: Wanted, examples: Path | None) -> None:
    film = busy_film(wanted)
    seen = watched(film.shots(), sight_of(film))
    judged = seen.judged(piles_of(film))
    _note(part, wanted.seed, seen, judged)
    slips = [str(each) for each in judged if is_slip(each)]
    keep_lines(examples, film_name(wanted), [str(film), *slips] if slips else [])


def _note(part: Part, seed: int, seen: Seen, judged: list[Judged]) -> None:
    part.tally.update(tally(judged))
    part.tally[FACTS] += len(seen.truth)
    part.tally[PICTURES] += len(seen.zones)
    part.note(seed, [f"{each.verdict}: {each.change.name.lower()}" for each in judged if is_slip(each)])


def _part_name(wanted: Wanted) -> str:
    return f"{wanted.level} {wanted.hung}{' calm' if wanted.is_calm else ''}"


def _bars(progress: Progress, level: Difficulty) -> list[str]:
    """A level's bars, all cameras together; what was not free for a second nobody had to tell."""
    parts = [part for name, part in progress.parts.items() if name.startswith(f"{level} ")]
    of = {each: sum(part.tally[each] for part in parts) for each in Verdict}
    there = sum(of.values()) - of[Verdict.INVENTED] - of[Verdict.BRIEF]
    if not there:
        return []
    false = of[Verdict.WRONG] + of[Verdict.INVENTED]
    found, asked = (of[Verdict.FOUND] + of[Verdict.LATE]) / there, of[Verdict.ASKED] / there
    nothing = _bar(level, f"{false} wrong or invented (bar: none)", is_reached=false == 0)
    if level is Difficulty.HARD:
        told = f"found or asked {found + asked:.2%} of {there} (bar: {FOUND_BAR:.1%})"
        return [_bar(level, told, is_reached=found + asked >= FOUND_BAR), nothing]
    late = of[Verdict.LATE] / there
    return [
        _bar(level, f"found {found:.2%} of {there} (bar: {FOUND_BAR:.1%})", is_reached=found >= FOUND_BAR),
        _bar(level, f"asked {asked:.2%} (bar: {ASKED_BAR:.1%})", is_reached=asked <= ASKED_BAR),
        _bar(level, f"late {late:.2%} (bar: {LATE_BAR:.1%})", is_reached=late <= LATE_BAR),
        nothing,
    ]


def _bar(level: Difficulty, what: str, *, is_reached: bool) -> str:
    return f"{'✓' if is_reached else '✗'} {level}: {what}"
