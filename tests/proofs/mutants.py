"""Broken files: what the commands make of them."""

import argparse
import importlib
import pkgutil
from pathlib import Path

import cv2

import calibration
import companion
import deploy
import vision
from companion.words import Language, catalogue
from deploy.cli import PACKAGES
from tests.mutants.bases import SUFFIX, Sort
from tests.mutants.running import forked, real
from tests.mutants.trying import MOST_S, Runner, keep, tried
from tests.proofs.progress import Part, Progress

REAL = "by the real command: "


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
    proof.add_argument("--really", type=int, default=0, metavar="N", help="so many of each sort by the real command")


def prove(progress: Progress, seed: int, asked: argparse.Namespace) -> None:
    """Try so many broken files of each sort in children of this process, and so many by the real command.

    All sorts go on together: whenever it is stopped, each has had its share.
    """
    warm_up()
    trials = [
        (sort, run, progress.part(f"{prefix}{sort}"), wanted)
        for prefix, run, counts in (("", forked, _asked_for(asked)), (REAL, real, dict.fromkeys(SUFFIX, asked.really)))
        for sort, wanted in counts.items()
        if wanted
    ]
    while open_trials := [each for each in trials if each[2].done < each[3]]:
        sort, run, part, _ = min(open_trials, key=lambda each: each[2].done / each[3])
        _try_one(part, sort, seed + part.tried, run, asked.examples)
        progress.save_now_and_then()


def _asked_for(asked: argparse.Namespace) -> dict[Sort, int]:
    """How many of each sort."""
    return dict.fromkeys(SUFFIX, asked.files) | {
        Sort.CAMERA: asked.files // 10,
        Sort.PICTURE: asked.pictures,
        Sort.FILM: asked.pictures // 3,
    }


def _try_one(part: Part, sort: Sort, number: int, run: Runner, out: Path | None) -> None:
    found, wrong = tried(sort, number, run)
    part.note(number, wrong)
    part.tried += 1
    part.tally[f"status {found.status}"] += 1
    for name, value in (("longest ms", found.cpu_s * 1000), ("largest MB", found.peak_bytes / 1e6)):
        part.tally[name] = max(part.tally[name], round(value))
    if (wrong or found.cpu_s > MOST_S / 2) and out is not None:
        keep(sort, number, out)


def warm_up() -> None:
    """Let this process import and read what the commands need when they run."""
    cv2.setNumThreads(1)
    for package in (companion, vision, calibration, deploy):
        for each in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            importlib.import_module(each.name)
    for name in PACKAGES:
        catalogue(name, Language.ENGLISH)


def table(progress: Progress) -> list[str]:
    """What each sort came to."""
    return [
        "",
        *(
            f"{name}: " + ", ".join(f"{key} {value}" for key, value in sorted(part.tally.items()))
            for name, part in progress.parts.items()
        ),
    ]
