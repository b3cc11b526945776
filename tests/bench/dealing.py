"""Cards laid all over a table at once, round after round, with no hand to be seen: many sightings in few pictures."""

from collections.abc import Iterator, Sequence

import numpy as np

from companion.facts import Fact, Placed, Way
from companion.profile import TableProfile
from vision.sim.faces import FaceSource, card_size
from vision.sim.film import Moment, Pace, Shot
from vision.sim.gestures import Beat
from vision.sim.levels import Level
from vision.sim.scene import Scene
from vision.sim.stage import Stage

STILL_S = 0.4


class Dealing:
    """Every zone of a table gets one card a round, fanned over the one before; the same seed gives the same pictures.

    The table is bare at first. A round whose cards have run out is the last.
    """

    def __init__(  # noqa: PLR0913 - what is laid, where, with what, how hard, how fast
        self, names: Sequence[str], profile: TableProfile, faces: FaceSource, level: Level, *, seed: int, pace: Pace
    ) -> None:
        self._names, self._profile, self._faces, self._level = tuple(names), profile, faces, level
        self._seed, self._pace = seed, pace

    def frames(self) -> Iterator[Shot]:
        """Every picture, in order."""
        scene = Scene(self._profile.camera, self._faces, self._level, self._seed)
        for number, moment in enumerate(self._moments()):
            at_s = round(number / self._pace.fps, 3)
            scene.lay_out([card for cards in moment.zones.values() for card in cards])
            yield Shot(number, at_s, scene.shot((), (), at_s), moment)

    def _moments(self) -> Iterator[Moment]:
        beat = Beat(STILL_S, is_still=True)
        for done, stage in self._rounds():
            zones = dict(stage.zones)
            for first, share in enumerate(self._pace.shares(beat)):
                yield Moment(beat, share, zones, () if first else done)

    def _rounds(self) -> Iterator[tuple[tuple[Fact, ...], Stage]]:
        """The table after each round, with what has become different."""
        chance = np.random.default_rng(self._seed)
        stage = Stage(self._profile.zones, frozenset(), card_size(self._faces), self._level, chance)
        yield (), stage
        zones = [plan.zone for plan in self._profile.zones]
        for start in range(0, len(self._names), len(zones)):
            done: list[Fact] = []
            for name, zone in zip(self._names[start:], zones, strict=False):
                way = Way.TURNED if chance.random() < 0.5 else Way.UPRIGHT
                done.append(Placed(0, name, zone, len(stage.zones[zone]), way))
                stage.lay(stage.next_laid(name, zone, way), zone)
            yield tuple(done), stage
