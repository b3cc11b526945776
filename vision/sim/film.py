"""Films of a rendered table: every fact of an evening as moving pictures, with the truth beside them."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from companion.facts import Fact
from companion.places import Zone
from companion.profile import Camera, TableProfile
from vision.sim.choreography import Choreography, Habits
from vision.sim.faces import FaceSource, card_size
from vision.sim.gestures import Beat, Path
from vision.sim.levels import Level
from vision.sim.people import People
from vision.sim.pixels import Pixels
from vision.sim.scene import Scene
from vision.sim.stage import Laid, Stage
from vision.sim.together import Together

# A cut film shows a hand on its way here, and a still table this often.
CUT_SHARE = 0.6
CUT_STILLS = 5
PILE_SHOWS = 14


@dataclass(frozen=True, slots=True)
class Pace:
    """How fast a film runs: pictures a second, hands faster or slower than usual, or cut to a few pictures a move."""

    fps: float = 15.0
    speed: float = 1.0
    is_cut: bool = False
    cut_stills: int = CUT_STILLS

    def shares(self, beat: Beat) -> list[float]:
        """How far along a beat each of its pictures is."""
        if self.is_cut:
            return [1.0] * self.cut_stills if beat.is_still else [CUT_SHARE]
        pictures = max(1, round(beat.seconds * self.fps / self.speed))
        return [(number + 1) / pictures for number in range(pictures)]


@dataclass(frozen=True, slots=True, eq=False)
class Shot:
    """One picture of a film, what it shows, and the facts that it is the first to show done."""

    number: int
    at_s: float
    picture: Pixels
    moment: "Moment"

    @property
    def told(self) -> tuple[Fact, ...]:
        """The facts done since the last picture, at the time of this one."""
        return self.moment.told(self.at_s)


class Film:
    """Facts played on a table; the same seed gives the same pictures.

    The profile's camera must have its true homography, and its zones the names that the facts use. From a picture named
    in `bumps` on, the camera is another one.
    """

    def __init__(  # noqa: PLR0913 - what is played, where, with what, how hard, how fast
        self,
        facts: Sequence[Fact | Together],
        profile: TableProfile,
        faces: FaceSource,
        level: Level,
        *,
        seed: int = 0,
        pace: Pace | None = None,
        habits: Habits | None = None,
        bumps: Mapping[int, Camera] | None = None,
    ) -> None:
        self.pace = pace or Pace()
        self._facts, self.profile, self.faces, self.level = tuple(facts), profile, faces, level
        self._seed, self.habits = seed, habits or Habits()
        self._bumps = bumps or {}

    def frames(self, guests: Callable[[float], Sequence[Path]] = lambda _at_s: ()) -> Iterator[Shot]:
        """Every picture, in order; the hands of guests, who play no part, are there too."""
        scene = Scene(self.profile.camera, self.faces, self.level, self._seed)
        for number, moment in enumerate(self.moments()):
            if number in self._bumps:
                scene = Scene(self._bumps[number], self.faces, self.level, self._seed)
            scene.lay_out(self._visible(moment))
            at_s = self.at_s(number)
            reaching = [path.reaching(moment.share) for path in (*moment.beat.paths, *guests(at_s))]
            held = [card for path in moment.beat.paths for card in path.held(moment.share)]
            yield Shot(number, at_s, scene.shot(reaching, held, at_s), moment)

    def moments(self) -> Iterator["Moment"]:
        """What every picture will show, without drawing it."""
        choreography = self._choreography()
        waiting: tuple[Fact, ...] = ()
        for beat in choreography.beats(self._facts):
            waiting += beat.told
            zones = dict(choreography.stage.zones)
            for share in self.pace.shares(beat):
                yield Moment(beat, share, zones, waiting)
                waiting = ()

    def _visible(self, moment: "Moment") -> tuple[Laid, ...]:
        """The cards to draw, those that lie higher later; of a pile only the upper ones can be seen."""
        piles, zones = self.habits.piles, moment.zones
        return tuple(
            card for zone, cards in zones.items() for card in (cards[-PILE_SHOWS:] if zone in piles else cards)
        )

    def truth(self) -> Iterator[Fact]:
        """The facts with the time of the picture that first shows them done."""
        for number, moment in enumerate(self.moments()):
            yield from moment.told(self.at_s(number))

    def at_s(self, number: int) -> float:
        """When a picture is shown."""
        return round(number / self.pace.fps, 3)

    def _choreography(self) -> Choreography:
        chances = [np.random.default_rng(each) for each in np.random.SeedSequence(self._seed).spawn(3)]
        plans, level = self.profile.zones, self.level
        stage = Stage(plans, self.habits.piles, card_size(self.faces), level, chances[0])
        table_mm = self.profile.width_mm, self.profile.height_mm
        return Choreography(stage, People(plans, table_mm, level.resting, chances[1]), self.habits, chances[2])


@dataclass(frozen=True, slots=True)
class Moment:
    """What a picture shows: a beat, how far along it is, the cards that lie, and the facts done since the last one."""

    beat: Beat
    share: float
    zones: Mapping[Zone, tuple[Laid, ...]]
    done: tuple[Fact, ...]

    def told(self, at_s: float) -> tuple[Fact, ...]:
        """The facts done, at this time."""
        return tuple(replace(fact, at_s=at_s) for fact in self.done)
