"""`bench sight`: what is told of rendered tables against what happens there, level by level, size by size."""

import math
import time
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

import cv2

from companion.games.vedrfolnir.decks import default_deck
from deploy.joining import sight
from deploy.rendered import FACE_PX_PER_MM, TABLE_MM, own_faces
from deploy.terminal import DONE
from deploy.watching import Sight
from tests.bench.printing import show
from tests.bench.sight_scenes import PIECE_FACTS, ROUNDS, SightScene, Staging, sight_scene
from tests.bench.sight_table import Proved, bars, proof_table
from tests.bench.strips import StripLooks
from tests.comparing import Change, Judgement
from tests.watched_film import watched_film
from vision.sim.faces import FINENESS, card_size
from vision.sim.levels import EVEN_LAMP, Difficulty, Lamp

FAILED = 1
ARRIVALS = frozenset({Change.CAME})


@dataclass(frozen=True, slots=True)
class SightProof:
    """Which scenes, at which levels, in which sizes; for tests shorter ones."""

    levels: tuple[Difficulty, ...]
    sizes_px: tuple[tuple[int, int], ...]
    first: int
    scenes: int
    piece_facts: int = PIECE_FACTS
    rounds: int = ROUNDS
    lamp: Lamp = EVEN_LAMP


def run_bench_sight(proof: SightProof) -> int:
    """Watch scenes one by one and print their tallies; status 1 if a bar is missed."""
    cv2.setNumThreads(1)
    rows = [_row(proof, *each) for each in product(proof.levels, proof.sizes_px)]
    show(proof_table(rows))
    reached = list(bars(rows))
    show(f"  {'✓' if bar.is_reached else '✗'} {bar.what}" for bar in reached)
    return DONE if all(bar.is_reached for bar in reached) else FAILED


def _row(proof: SightProof, level: Difficulty, size_px: tuple[int, int]) -> Proved:
    faces = own_faces(default_deck(), min(FACE_PX_PER_MM, math.ceil(FINENESS * size_px[0] / TABLE_MM[0])))
    staging = Staging(level, size_px, faces, proof.piece_facts, proof.rounds, proof.lamp)
    row = Proved(level, size_px)
    for number in range(proof.first, proof.first + proof.scenes):
        started = time.monotonic()
        scene = sight_scene(number, staging)
        proved = _proved(scene, staging)
        row += proved
        show(_scene_lines(f"{number} ({scene.what})", proved, time.monotonic() - started))
    return row


def _proved(scene: SightScene, staging: Staging) -> Proved:
    def seeing() -> Sight:
        return sight(scene.profile, scene.setup, default_deck())

    looks = StripLooks(lambda: seeing().eye, card_size(staging.faces), scene.look_every)
    watched = watched_film(looks.passing(scene.shots), seeing())
    return Proved(staging.difficulty, staging.size_px, watched.tally(), watched.tally(ARRIVALS), looks.strips)


def _scene_lines(scene: str, proved: Proved, took_s: float) -> Iterator[str]:
    """One line a scene, and one for everything that was not right, so that it can be looked into."""
    tally, strips = proved.tally, proved.strips
    found = f"{tally[Judgement.FOUND]} of {tally.true_changes} changes found"
    yield f"{proved.name}, scene {scene}: {found}, {strips.verified} of {strips.there} strips read, {took_s:.0f} s"
    yield from (f"    {each.judgement}: {each.card} → {each.zone}, {each.at_s:.2f} s" for each in tally.misjudged)
    yield from (f"    strip not read: {each}" for each in strips.unread)
    yield from (f"    read and not there: {each}" for each in strips.wrong)
