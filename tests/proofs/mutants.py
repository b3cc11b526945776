"""Broken files: what the commands make of them."""

import argparse
import gc
import importlib
import pkgutil
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

import cv2

import calibration
import companion
import deploy
import vision
from companion.words import Language, catalogue
from deploy.cli import PACKAGES
from tests.mutants.bases import SUFFIX, Sort, bases
from tests.mutants.running import forked, real
from tests.mutants.trying import MOST_S, Place, Runner, Tried, command_name, keep, tried, workplace
from tests.proofs.progress import Part, Progress

REAL = "by the real command: "
# Files that one child is given, one after the other.
IN_A_ROW = 16


@dataclass(frozen=True, slots=True)
class Trial:
    """So many broken files of one sort, tried in one way."""

    sort: Sort
    run: Runner
    part: Part
    wanted: int


def add_arguments(proof: argparse.ArgumentParser) -> None:
    """How much is tried."""
    proof.add_argument(
        "--files",
        type=int,
        default=0,
        metavar="N",
        help="so many of each sort of file, and a tenth as many camera settings",
    )
    proof.add_argument(
        "--pictures", type=int, default=0, metavar="N", help="so many pictures, and a third as many films"
    )
    proof.add_argument(
        "--really", type=int, default=0, metavar="N", help="so many of each sort by the real command, too"
    )


def prove(progress: Progress, seed: int, asked: argparse.Namespace) -> None:
    """Try so many broken files of each sort in children of this process, and so many by the real command.

    All sorts go on together: whenever it is stopped, each has had its share.
    """
    warm_up()
    trials = [
        Trial(sort, run, progress.part(f"{prefix}{sort}"), wanted)
        for prefix, run, counts in (("", forked, _asked_for(asked)), (REAL, real, _asked_really(asked)))
        for sort, wanted in counts.items()
        if wanted
    ]
    with workplace() as place:
        while still := [each for each in trials if each.part.done < each.wanted]:
            _try_some(min(still, key=lambda each: each.part.done / each.wanted), seed, place, asked.examples)
            progress.save_now_and_then()


def _asked_for(asked: argparse.Namespace) -> dict[Sort, int]:
    """How many of each sort."""
    return dict.fromkeys(SUFFIX, asked.files) | {
        Sort.CAMERA: asked.files // 10,
        Sort.PICTURE: asked.pictures,
        Sort.FILM: asked.pictures // 3,
    }


def _asked_really(asked: argparse.Namespace) -> dict[Sort, int]:
    return dict.fromkeys(SUFFIX, asked.really) | {Sort.CAMERA: asked.really // 10}


def _try_some(trial: Trial, seed: int, place: Place, out: Path | None) -> None:
    part = trial.part
    first, some = seed + part.tried, min(IN_A_ROW, trial.wanted - part.done)
    for each in tried(trial.sort, range(first, first + some), trial.run, place):
        part.note(each.number, each.wrong)
        part.tried += 1
        _count(part.tally, each)
        if (each.wrong or each.run.cpu_s > MOST_S / 2) and out is not None:
            keep(trial.sort, each.number, out)


def _count(tally: Counter[str], each: Tried) -> None:
    options = (word for word in each.run.argv if word.startswith("--") and word != "--lang")
    tally[" ".join((command_name(each.run), *options, f"status {each.run.status}"))] += 1
    for name, value in (("longest ms", each.run.cpu_s * 1000), ("largest MB", each.run.peak_bytes / 1e6)):
        tally[name] = max(tally[name], round(value))


def warm_up() -> None:
    """Let this process import and read what the commands need when they run."""
    cv2.setNumThreads(1)
    for package in (companion, vision, calibration, deploy):
        for each in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            importlib.import_module(each.name)
    for name in PACKAGES:
        catalogue(name, Language.ENGLISH)
    for sort in Sort:
        bases(sort)
    gc.collect()
    gc.freeze()


def table(progress: Progress) -> list[str]:
    """What each sort came to."""
    return [
        "",
        *(
            f"{name}: " + ", ".join(f"{key} {value}" for key, value in sorted(part.tally.items()))
            for name, part in progress.parts.items()
        ),
    ]
