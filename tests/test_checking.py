"""A still table compared with what is believed of it: what went wrong comes right, and what is right stays silent."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pytest

from companion.beliefs import Belief
from companion.facts import Fact, Kept, Placed, Removed
from companion.geometry import Point, Pose
from companion.observation import Area, Observation, Sighting
from companion.outlines import CardShape
from companion.places import Zone
from companion.profile import TableProfile, ZonePlan
from companion.tracking import TrackedTable, Tracker
from deploy.watching import Sight, Watch
from tests.scenes import CENTRES, EASY, HARD, MIDDLE, SIZE, Level, Table, back, printed_deck
from vision.eye.checking import AT_ONCE, BUSY_EVERY, EVERY, PIECE_MM, Check, divided
from vision.eye.eye import Eye
from vision.eye.grid import Grid
from vision.eye.layout import Layout
from vision.eye.mapping import TableMap
from vision.eye.reading import Reader
from vision.frames import Frame

SOME_SECONDS = 24  # pictures, fifteen a second
DIM = HARD._replace(noise=7, blur_px=0.9)
LEVELS = pytest.mark.parametrize("level", [EASY, MIDDLE, DIM])


def name(tag: int) -> str:
    return f"thor-1r-{tag % 5}s#{tag // 5 + 1:02d}"


def profile_of(table: Table) -> TableProfile:
    """The table in two zones, one beside the other."""
    whole = table.profile()
    halves = [_box(each, 5, each + 170, 195) for each in (5, 185)]
    zones = tuple(ZonePlan(Zone(zone), half, 0) for zone, half in zip(("stake:A", "stake:B"), halves, strict=True))
    return TableProfile(whole.width_mm, whole.height_mm, whole.camera, zones)


def _box(left: float, top: float, right: float, bottom: float) -> tuple[Point, ...]:
    return Point(left, top), Point(right, top), Point(right, bottom), Point(left, bottom)


class Evening:
    """A table watched from its first picture on; what is not heard is lost between eye and tracking."""

    def __init__(self, level: Level, *cards: int) -> None:
        self.table, self.level, self.count = Table(size_px=(688, 384), width_mm=360, height_mm=200), level, 0
        self._drawn, self._scene = list(self.table.laid), self.table.bare()
        for each in cards:
            self.table.lay(each, 75 * each - 25, 90, 3 * each)
        profile, deck = profile_of(self.table), printed_deck()
        self.eye = Eye(profile, deck, back())
        self.tracker = Tracker(TrackedTable(profile.zones, CardShape(deck.size, deck.tags)))
        self.watch = Watch(Sight(self.eye, self.tracker))
        self.still(5)

    def still(self, pictures: int) -> list[Fact]:
        """What is told of so many pictures of a table that nobody touches."""
        told = (self.watch.seen(self.frame()) for _ in range(pictures))
        return [fact for facts in told for fact in facts if isinstance(fact, Fact) and not isinstance(fact, Kept)]

    def unheard(self) -> None:
        """The eye sees what happens, and nobody hears of it."""
        frames = (self.frame() for _ in range(9))
        assert any(self.eye.look(each.picture, each.at_s) is not None for each in frames)

    def frame(self) -> Frame:
        if [*map(id, self._drawn)] != [*map(id, self.table.laid)]:
            self._drawn, self._scene = list(self.table.laid), self.table.bare()
            for pose, card in self.table.laid:
                self.table.paste(self._scene, pose, card)
        self.count += 1
        return Frame(self.count, self.count / 15, self.table.photograph(self._scene, self.level, self.count))


@LEVELS
def test_a_card_that_nobody_heard_of_is_told_while_the_table_is_still(level: Level) -> None:
    evening = Evening(level, 1)
    evening.table.lay(4, 290, 100)
    evening.unheard()
    (placed,) = evening.still(SOME_SECONDS)
    assert isinstance(placed, Placed)
    assert (name(4), "stake:B") == (placed.card, placed.zone)


@LEVELS
def test_a_card_whose_leaving_nobody_heard_of_is_told_gone(level: Level) -> None:
    evening = Evening(level, 1, 2, 3)
    evening.table.laid.pop(1)
    evening.unheard()
    (removed,) = evening.still(SOME_SECONDS)
    assert isinstance(removed, Removed)
    assert name(2) == removed.card


@LEVELS
def test_a_card_that_never_lay_there_is_told_gone(level: Level) -> None:
    evening = Evening(level, 1)
    pose = Pose(Point(280, 100), 0)
    seen = tuple(pose.place(each, SIZE) for each in CENTRES)
    forged = Sighting(name(9), (pose,), seen, is_whole=True, sureness=1)
    evening.tracker.follow(Observation(1.0, (Area(240, 50, 320, 150),), (forged,)))
    evening.eye.expect(evening.tracker.beliefs)
    (removed,) = evening.still(SOME_SECONDS)
    assert isinstance(removed, Removed)
    assert name(9) == removed.card


@LEVELS
def test_a_table_that_nobody_touches_is_silent(level: Level) -> None:
    evening = Evening(level, 1, 2, 3, 4)
    evening.table.lay(5, 289, 92, 2)
    assert len(evening.still(8)) == 1
    assert evening.still(3 * SOME_SECONDS) == []


@dataclass
class Deaf:
    """Tracking that believes the same whatever it is shown."""

    beliefs: tuple[Belief, ...] = ()
    doubts: tuple[()] = ()
    looks: int = 0

    def follow(self, _observation: Observation) -> Sequence[Fact]:
        self.looks += 1
        return ()

    def waited(self, _at_s: float) -> Sequence[Fact]:
        return ()

    def pending(self, _at_s: float) -> Sequence[Fact]:
        return ()


def test_the_same_place_is_asked_about_once_until_it_looks_different() -> None:
    evening, deaf = Evening(MIDDLE, 1, 4), Deaf()
    evening.watch = Watch(Sight(evening.eye, deaf))
    evening.eye.expect(())
    evening.still(SOME_SECONDS)
    looks = deaf.looks
    assert looks == 2
    evening.still(SOME_SECONDS)
    assert looks == deaf.looks
    evening.table.lay(7, 280, 120, 90)
    evening.still(SOME_SECONDS)
    assert deaf.looks > looks + 1


@pytest.mark.parametrize(
    ("width_mm", "height_mm", "pieces"), [(400, 100, 3), (100, 300, 2), (90, 100, 1), (380, 196, 3)]
)
def test_a_zone_is_compared_in_pieces_that_make_it_up(width_mm: float, height_mm: float, pieces: int) -> None:
    areas = list(divided(Area(10, 20, 10 + width_mm, 20 + height_mm)))
    sizes = [(each.right_mm - each.left_mm, each.bottom_mm - each.top_mm) for each in areas]
    assert len(areas) == pieces
    assert sum(across * down for across, down in sizes) == pytest.approx(width_mm * height_mm)
    assert max(map(max, sizes)) <= 1.5 * PIECE_MM


def test_while_something_goes_on_pieces_come_less_often() -> None:
    table = Table(size_px=(688, 384), width_mm=360, height_mm=200)
    layout, grid = Layout(printed_deck()), Grid(TableMap(np.diag([0.5, 0.5, 1.0])), (360, 200), (344, 192), 2)
    check = Check(profile_of(table).zones * 2, grid, layout, Reader(layout))
    assert not list(check.due(EVERY, is_busy=False))
    check.expect(())
    assert len(list(check.due(EVERY, is_busy=False))) == AT_ONCE
    assert not list(check.due(EVERY + BUSY_EVERY - 1, is_busy=True))
    assert len(list(check.due(EVERY + BUSY_EVERY, is_busy=True))) == AT_ONCE


def test_a_back_that_a_hand_pushed_along_with_a_card_comes_to_light_where_it_lies_now() -> None:
    evening = Evening(EASY)
    around, below, strip = Area(5, 5, 175, 195), Pose(Point(70, 90), 0), Area(20, 40, 40, 140)
    for at_s, pose, card in ((1.0, below, "back"), (2.0, Pose(Point(87, 90), 0), name(1))):
        (placed,) = evening.tracker.follow(Observation(at_s, (around,), (sighting(card, pose),)))
        assert isinstance(placed, Placed)
    assert evening.tracker.follow(Observation(3.0, (around,), (sighting(name(1), below),), (strip,))) == ()
    emptied = tuple(below.place(each, SIZE) for each in CENTRES)
    seen = Observation(4.0, (around,), (sighting("back", Pose(Point(53, 90), 0)),), (), emptied)
    (removed,) = evening.tracker.follow(seen)
    assert isinstance(removed, Removed)
    assert (name(1), 1) == (removed.card, removed.index)


def sighting(card: str, pose: Pose) -> Sighting:
    seen = (pose.centre,) if card == "back" else tuple(pose.place(each, SIZE) for each in CENTRES)
    return Sighting(card, (pose,), seen, is_whole=True, sureness=1, is_new=True)
