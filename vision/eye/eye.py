"""The eye: pictures of a table in, observations out. It reads what changed, once it is still and free of hands."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np

from companion.beliefs import Belief
from companion.geometry import Point
from companion.observation import Area, Observation
from companion.outlines import ZoneMap
from companion.places import Zone
from companion.printed import PrintedDeck
from companion.profile import Matrix, TableProfile
from vision.eye.codes import ReadCode, known_codes
from vision.eye.layout import Layout
from vision.eye.mapping import TableMap
from vision.eye.marks import MarkFinder, Standing
from vision.eye.mirrored import Mirrored, may_be_mirrored
from vision.eye.pixels import DARKEST, Flaw, Picture, Unusable, checked, shrink_factor, shrunk
from vision.eye.scene import Known, Scene
from vision.eye.sharpness import Sharpness
from vision.eye.veils import COVERED_S, RESTLESS_S, Unrest, Veils, is_bright, is_dim
from vision.frames import Veil
from vision.taken import Pixels, Taken

BUSY_EVERY = 2  # pictures between two looks at how sharp they are, while something changes: none is read before that
CHECK_EVERY = 7  # pictures between two looks at a mark: four of them are looked at within two seconds
SEARCH_EVERY = 21  # pictures between two searches of all of the picture for marks that don't show in their place
MIRROR_EVERY = 10  # pictures between two looks whether a table without marks is shown in a mirror
HIDDEN_CHECKS = 4  # looks without any mark before that is told


class Eye:
    """Watches one table for cards of one printed deck."""

    def __init__(
        self,
        profile: TableProfile,
        printed: PrintedDeck,
        back: Picture | None = None,
        read_code: ReadCode | None = None,
    ) -> None:
        self._profile = profile
        self._known = Known(Layout(printed), back, read_code or known_codes(printed))
        self._factor = shrink_factor(profile.camera.size_px)
        self._table = TableMap.fixed(profile.camera)
        self._marks = MarkFinder(profile.camera) if profile.camera.marks else None
        self._sharpness = Sharpness(profile.camera.marks, printed.tags[0].side_mm) if profile.camera.marks else None
        self._mirrored = Mirrored(self._known.layout, (profile.width_mm, profile.height_mm))
        self._is_soft = False
        self._scene: Scene | None = None
        self.out_of_sight: tuple[Zone, ...] = ()
        self.moves = 0
        self._is_lost = False
        self._is_found_again = False
        self._hidden = 0
        self._is_mirrored = self._is_blind = False
        self._veils, self._unrest, self._covers = Veils(), Unrest(RESTLESS_S), Unrest(COVERED_S)
        self._searched = 0
        self._pictures = 0

    @property
    def is_unmarked(self) -> bool:
        """Whether no mark has shown for a while: the table is taken to be where it was."""
        return self._hidden >= HIDDEN_CHECKS

    @property
    def veil(self) -> Veil | None:
        """What keeps it from reading the pictures that come, if anything."""
        return Veil.MIRRORED if self._is_mirrored else self._veils.told

    @property
    def is_other_table(self) -> bool:
        """Whether marks show, but do not lie as the profile has them."""
        return self._marks is not None and self._marks.is_disagreeing

    @property
    def table(self) -> TableMap | None:
        """Where pixels lie on the table, or None as long as its marks have not been found."""
        return self._table

    @property
    def homography(self) -> Matrix | None:
        """How the picture lies on the table just now (px → mm); None as long as its marks have not been found."""
        if self._table is None:
            return None
        first, second, third = ((a, b, c) for a, b, c in self._table.homography.tolist())
        return first, second, third

    def look(self, picture: Pixels, at_s: float) -> Observation | None:
        """What is new on the table, or None; raises Unusable for a picture that shows nothing."""
        taken = checked(picture, self._profile.camera.size_px)
        small = shrunk(taken, self._factor)
        if int(small[::8, ::8].max()) < DARKEST:
            raise Unusable(Flaw.DARK, str(int(small.max())))
        self._pictures += 1
        dim, bright = is_dim(small), is_bright(small)
        self._veils.see(Veil.DIM, at_s, is_there=dim)
        self._veils.see(Veil.BRIGHT, at_s, is_there=bright)
        if self._is_blurred(taken, at_s):
            return None
        self._find_table(taken)
        # The settled table shown in so little light, or so much, would have lost its greys for good.
        if self._table is None or self._is_still_blind(taken) or dim or bright:
            return None
        if self._scene is None:
            self._scene = Scene(self._profile, self._table, self._known, small, self._factor)
            self.out_of_sight = tuple(self._zones_unseen(self._table))
        seen = self._scene.look(taken, small, at_s)
        self._veils.see(Veil.NOISY, at_s, is_there=self._scene.is_noisy)
        self._veils.see(Veil.RESTLESS, at_s, is_there=self._unrest.is_lasting(self._scene.stirred, at_s))
        self._veils.see(Veil.COVERED, at_s, is_there=self._covers.is_lasting(self._scene.covered, at_s))
        self._veils.see(Veil.ILLEGIBLE, at_s, is_there=self._scene.legibility.is_lost)
        if seen is None or self._is_in_mirror(taken, seen) or not self._is_in_place(taken, is_told=True):
            return None
        is_found_again, self._is_found_again = self._is_found_again, False
        return without_moving(seen) if is_found_again else seen

    def look_again_at(self, areas: Sequence[Area]) -> None:
        """Look at these parts again, a few times, although nothing changes there; at no others any more."""
        if self._scene is not None:
            self._scene.look_again_at(areas)

    def expect(self, beliefs: Sequence[Belief]) -> None:
        """This should show as long as nothing changes; where it does not, look again once."""
        if self._scene is not None:
            self._scene.expect(beliefs)

    def _zones_unseen(self, table: TableMap) -> Iterator[Zone]:
        """The zones of which the picture shows less than half."""
        zones = ZoneMap(self._profile.zones)
        for zone in zones.plans:
            places = table.to_px(np.array(zones.samples(zone) or zones.plans[zone].polygon, float))
            shown = ((places >= 0) & (places < self._profile.camera.size_px)).all(axis=1)
            if np.count_nonzero(shown) < len(places) / 2:
                yield zone

    def _find_table(self, picture: Taken) -> None:
        """Find the marks first, and again when they are not where they were."""
        if self._marks is None:
            return
        if self._table is not None and not self._is_blind and self._pictures % CHECK_EVERY == 0:
            self._is_in_place(picture, is_told=False)
        if self._table is None:
            self._table = self._marks.find(picture)
            if self._table is None and self._pictures % MIRROR_EVERY == 0:
                self._is_mirrored = self._marks.is_mirrored(picture)
            self.moves += self._is_lost and self._table is not None
            self._is_found_again = self._is_found_again or (self._is_lost and self._table is not None)
            self._is_lost = self._is_lost and self._table is None

    def _is_blurred(self, picture: Taken, at_s: float) -> bool:
        """Whether nothing can be read because everything is soft; looked at now and then, and where it matters."""
        if self._sharpness is None or self._table is None:
            return False
        is_busy = self._scene is not None and not self._scene.is_idle and self._pictures % BUSY_EVERY == 0
        if is_busy or self._is_soft or self._pictures % CHECK_EVERY == 0:
            self._is_soft = self._sharpness.is_lost(picture, self._table)
        self._veils.see(Veil.BLURRED, at_s, is_there=self._is_soft)
        return self._is_soft

    def _is_blind_now(self, picture: Taken) -> bool:
        """Whether the picture is mirrored, or has become another one all at once: it shows no table of ours."""
        if self._marks is None:
            return False
        self._is_mirrored = self._marks.is_mirrored(picture)
        self._is_blind = self._is_mirrored or self._marks.are_gone_at_once
        self._scene = None if self._is_blind else self._scene
        return self._is_blind

    def _is_still_blind(self, picture: Taken) -> bool:
        """Whether no mark has come back yet; then the table is looked at afresh."""
        if self._is_blind and self._table is not None:
            is_due = self._pictures % CHECK_EVERY == 0
            self._hidden += is_due and self._marks is not None
            if is_due and self._is_showing(picture, self._table):
                self._is_blind, self._is_mirrored, self._is_found_again, self._hidden = False, False, True, 0
        return self._is_blind

    def _is_showing(self, picture: Taken, table: TableMap) -> bool:
        """Whether a table that did not show does so again."""
        if self._marks is None:
            return not self._mirrored.shows_cards(picture, table)
        return self._marks.is_showing(picture, table)

    def _is_in_mirror(self, picture: Taken, seen: Observation) -> bool:
        """Whether a table without marks is mirrored; looked for where it would explain what was seen."""
        if self._marks is None and self._table is not None and may_be_mirrored(seen):
            self._is_mirrored = self._is_blind = self._mirrored.shows_cards(picture, self._table)
            self._scene = None if self._is_blind else self._scene
        return self._is_blind

    def _is_in_place(self, picture: Taken, *, is_told: bool) -> bool:
        """Whether the table is where it was, as far as its marks show; if not, what was known of it is let go.

        Before anything is told (which is rare) all of the picture is searched for marks that don't show in their place.
        """
        if self._marks is None or self._table is None:
            return True
        standing = self._marks.standing(picture, self._table)
        is_due = is_told or self._pictures - self._searched >= SEARCH_EVERY
        if standing in (Standing.HIDDEN, Standing.PARTLY) and is_due:
            self._searched = self._pictures
            standing = self._marks.standing_anywhere(picture, self._table)
            if standing is Standing.HIDDEN and self._is_blind_now(picture):
                return False
        self._hidden = self._hidden + 1 if standing is Standing.HIDDEN else 0
        if standing is Standing.MOVED:
            self._table, self._scene, self._is_lost = None, None, True
        return standing is not Standing.MOVED


def without_moving(seen: Observation) -> Observation:
    """A look at the whole table in the middle of a game, without cards that a moving hand carries over it just then."""

    def is_hidden(place: Point) -> bool:
        return any(area.holds(place) for area in seen.hidden)

    return replace(seen, sightings=tuple(each for each in seen.sightings if not any(map(is_hidden, each.seen))))
