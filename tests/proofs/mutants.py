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
from tests.mutants.bases import SUFFIX, Sort
from tests.mutants.running import forked, real
from tests.mutants.trying import Runner, keep, tried
from tests.proofs.progress import Part, Progress

REAL = "by the real command: "
# What opens a window as soon as it is imported.
SCREEN = ("deploy.monkey", "deploy.turned")


def add_arguments(proof: argparse.ArgumentParser) -> None:
    """How much is tried."""
    proof.add_argument("--files", type=int, default=0, metavar="N", help="so many of each sort of file")
    proof.add_argument(
        "--pictures", type=int, default=0, metavar="N", help="so many pictures, and a third as many films"
    )
    proof.add_argument("--really", type=int, default=0, metavar="N", help="so many of each sort by the real command")


def prove(progress: Progress, seed: int, asked: argparse.Namespace) -> None:
    """Try so many broken files of each sort in children of this process, and so many by the real command."""
    warm_up()
    seen = {Sort.PICTURE: asked.pictures, Sort.FILM: asked.pictures // 3}
    for prefix, count, run in (("", asked.files, forked), (REAL, asked.really, real)):
        for sort in Sort:
            part = progress.part(f"{prefix}{sort}")
            wanted = count if sort in SUFFIX else seen[sort] if run is forked else 0
            while part.done < wanted:
                _try_one(part, sort, seed + part.tried, run, asked.examples)
                progress.save_now_and_then()


def _try_one(part: Part, sort: Sort, number: int, run: Runner, out: Path | None) -> None:
    found, wrong = tried(sort, number, run)
    part.note(number, wrong)
    part.tried += 1
    part.tally[f"status {found.status}"] += 1
    for name, value in (("longest ms", found.cpu_s * 1000), ("largest MB", found.peak_bytes / 1e6)):
        part.tally[name] = max(part.tally[name], round(value))
    if wrong and out is not None:
        keep(sort, number, out)


def warm_up() -> None:
    """Let this process import what the commands import when they run."""
    cv2.setNumThreads(1)
    for package in (companion, vision, calibration, deploy):
        for each in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            if each.name not in SCREEN:
                importlib.import_module(each.name)


def table(progress: Progress) -> list[str]:
    """What each sort came to."""
    return [
        "",
        *(
            f"{name}: " + ", ".join(f"{key} {value}" for key, value in sorted(part.tally.items()))
            for name, part in progress.parts.items()
        ),
    ]
