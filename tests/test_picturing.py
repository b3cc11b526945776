"""How well a table is seen; and a card that can't be read comes with its picture, and with what it looks like."""

import math
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import get_args

import cv2
import numpy as np
import pytest

from companion import pictures
from companion.doubts import Doubt
from companion.evidence import ZonePictures
from companion.facts import UNKNOWN, Fact, Placed, Way
from companion.games.vedrfolnir.decks import default_deck
from companion.observation import Area, Observation
from companion.pictures import CardPicture
from companion.places import Zone
from companion.profile import Matrix, TableProfile
from companion.profile_file import read_profile
from companion.status import CameraState, LightState, TableStatus
from companion.words import Message
from deploy.feeds import status_of
from deploy.picturing import MARGIN_MM, PX_PER_MM, PicturedWatch, Seeing, cut_out, liken
from deploy.tools.unread_card import unread_card
from deploy.watching import MARKS_AWAITED, Sight
from tests.scenes import SIZE, Table, face
from tests.test_watch import BANDS, profile_text
from vision.eye.mapping import TableMap, guessed_lens
from vision.frames import (
    Corrupt,
    Dark,
    Dropped,
    EndedEarly,
    Fault,
    Frame,
    Frozen,
    Glimpse,
    MarksHidden,
    NoMarks,
    OtherTable,
    OutOfSight,
    Picture,
    Returned,
    Silent,
    TableMoved,
    Torn,
    Unopened,
    Unseen,
    Veil,
    Veiled,
    WrongSize,
)
from vision.taken import Pixels, whole

AREA = Area(5, 10, 25, 40)
ONE_TO_ONE: Matrix = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))


class StillEye:
    """Sees something new in every picture; bumped before those of these numbers, its marks hidden from one on."""

    def __init__(
        self,
        *,
        is_placed: bool = True,
        out_of_sight: tuple[Zone, ...] = (),
        bumps: tuple[int, ...] = (),
        hidden_from: float = math.inf,
        is_still: bool = False,
    ) -> None:
        self.homography = ONE_TO_ONE if is_placed else None
        self.out_of_sight = out_of_sight
        self.moves, self.is_unmarked = 0, False
        self.is_other_table, self._is_still = False, is_still
        self.veil: Veil | None = None
        self._pictures, self._bumps, self._hidden_from = 0, bumps, hidden_from

    def look(self, pixels: Pixels, at_s: float) -> Observation | None:
        if not whole(pixels).any():
            raise Unseen
        self.moves += self._pictures in self._bumps
        self.is_unmarked = self._pictures >= self._hidden_from
        self._pictures += 1
        return None if self._is_still else Observation(at_s, (), ())

    def look_again_at(self, _: Sequence[Area]) -> None:
        """It always does."""

    def expect(self, _: object) -> None:
        """It compares nothing."""


class Hesitating:
    """Doubts a card for one look, then tells that nobody can read it."""

    def __init__(self, zone: Zone, area: Area = AREA) -> None:
        self.doubts: tuple[Doubt, ...] = ()
        self.beliefs: tuple[()] = ()
        self._zone, self._area = zone, area

    def follow(self, observation: Observation) -> Sequence[Fact]:
        if not self.doubts:
            self.doubts = (Doubt(UNKNOWN, self._area, observation.at_s),)
            return ()
        self.doubts = ()
        return (Placed(observation.at_s, UNKNOWN, self._zone, 0, Way.UNSURE),)

    def waited(self, _: float) -> Sequence[Fact]:
        return ()

    def pending(self, _: float) -> Sequence[Fact]:
        return ()


@pytest.fixture
def profile(tmp_path: Path) -> TableProfile:
    file = tmp_path / "table.toml"
    file.write_text(profile_text(*BANDS))
    return read_profile(file)


def test_an_unread_card_comes_with_its_picture(profile: TableProfile) -> None:
    zone = profile.zones[0].zone
    picture = np.zeros((120, 160, 3), np.uint8)
    picture[10:40, 5:25] = (0, 128, 255)
    frames = [Frame(number, number / 10, picture) for number in range(2)]
    seeing, placed, seen, pictures = PicturedWatch(Sight(StillEye(), Hesitating(zone)), profile).events(frames)
    assert seeing == Seeing()
    assert placed == Placed(0.1, UNKNOWN, zone, 0, Way.UNSURE)
    assert seen == CardPicture(zone, 0, cut_out(picture, TableMap(np.array(ONE_TO_ONE)), AREA))
    assert isinstance(pictures, ZonePictures)


def seen_by(eye: StillEye, *glimpses: Glimpse, profile: TableProfile) -> list[Seeing]:
    events = PicturedWatch(Sight(eye, Hesitating(profile.zones[0].zone)), profile).events(glimpses)
    return [each for each in events if isinstance(each, Seeing)]


def test_how_well_the_table_is_seen_is_told_when_it_changes(profile: TableProfile) -> None:
    night, day = np.zeros((120, 160, 3), np.uint8), np.full((120, 160, 3), 90, np.uint8)
    glimpses = (Frame(0, 0.0, day), Frame(1, 0.1, night), Frame(2, 0.2, night), Silent(3, 0.3), Frame(4, 2.0, day))
    expected = [Seeing(), Seeing(is_dark=True), Seeing(is_dark=True, is_silent=True), Seeing()]
    assert expected == seen_by(StillEye(), *glimpses, profile=profile)


def test_marks_that_never_show_and_zones_outside_the_picture_are_told(profile: TableProfile) -> None:
    day = np.full((120, 160, 3), 90, np.uint8)
    frames = [Frame(number, number / 10, day) for number in range(2 * MARKS_AWAITED)]
    assert seen_by(StillEye(is_placed=False), *frames, profile=profile) == [Seeing(), Seeing(is_lost=True)]
    unseen = (profile.zones[0].zone,)
    assert seen_by(StillEye(out_of_sight=unseen), *frames, profile=profile) == [Seeing(out_of_sight=unseen)]


def test_the_profile_of_another_table_is_told_as_such(profile: TableProfile) -> None:
    day = np.full((120, 160, 3), 90, np.uint8)
    frames = [Frame(number, number / 10, day) for number in range(MARKS_AWAITED)]
    eye = StillEye(is_placed=False)
    eye.is_other_table = True
    assert seen_by(eye, *frames, profile=profile) == [Seeing(), Seeing(is_lost=True, is_other_table=True)]


FROM_SOURCES: list[tuple[Glimpse, Seeing | None]] = [
    (Silent(1, 0.1), Seeing(is_silent=True)),
    (Frozen(1, 0.1), Seeing(is_frozen=True)),
    (Unopened(1, 0.1, Message("source.no-pi-camera")), Seeing(unopened=Message("source.no-pi-camera"))),
    (WrongSize(1, 0.1, (1, 2), (3, 4)), Seeing(is_other_size=True)),
    (WrongSize(1, 0.1, (4, 3), (3, 4)), Seeing(is_turned=True)),
    (EndedEarly(1, 0.1, None), Seeing(is_stuck=True)),
    (Corrupt(1, 0.1, "a.png"), None),
    (Dropped(1, 0.1, 2), None),
    (Returned(1, 0.1, 3.0), None),
]


@pytest.mark.parametrize(("fault", "expected"), FROM_SOURCES)
def test_what_a_source_tells_is_on_the_screen_until_the_next_picture(
    fault: Glimpse, expected: Seeing | None, profile: TableProfile
) -> None:
    day = np.full((120, 160, 3), 90, np.uint8)
    seen = seen_by(StillEye(), Frame(0, 0.0, day), fault, Frame(2, 0.2, day), profile=profile)
    assert [Seeing(), *([] if expected is None else [expected, Seeing()])] == seen


def test_every_fault_is_known_on_the_screen() -> None:
    by_the_eye = {Dark, Torn, NoMarks, OtherTable, OutOfSight, TableMoved, MarksHidden, Veiled}
    assert {*get_args(Fault)} == by_the_eye | {type(fault) for fault, _ in FROM_SOURCES}


def test_torn_pictures_are_told_while_they_come(profile: TableProfile) -> None:
    whole = np.random.default_rng(1).integers(40, 250, (120, 160, 3), np.uint8)
    torn = np.concatenate([whole[:60], np.roll(whole, 50, axis=1)[60:]])
    frames = [Frame(number, number / 10, torn if number in (1, 3, 5) else whole) for number in range(60)]
    assert seen_by(StillEye(), *frames, profile=profile) == [Seeing(), Seeing(is_torn=True), Seeing()]
    # Two are nothing to be told yet.
    assert seen_by(StillEye(), *frames[:5], profile=profile) == [Seeing()]


def test_a_bumped_table_is_told_until_something_happens_and_hidden_marks_while_they_are_hidden(
    profile: TableProfile,
) -> None:
    day = np.full((120, 160, 3), 90, np.uint8)
    frames = [Frame(number, number / 10, day) for number in range(4)]
    assert seen_by(StillEye(bumps=(0,)), *frames, profile=profile) == [Seeing(is_moved=True), Seeing()]
    quiet = [Frame(number, number * 10.0, day) for number in range(1, 4)]
    assert seen_by(StillEye(bumps=(0,), is_still=True), *quiet, profile=profile) == [Seeing(is_moved=True), Seeing()]
    assert seen_by(StillEye(hidden_from=2), *frames, profile=profile) == [Seeing(), Seeing(is_unmarked=True)]


def test_a_driver_that_holds_us_is_another_end_than_that_of_a_film(profile: TableProfile) -> None:
    day = np.full((120, 160, 3), 90, np.uint8)
    for end, expected in (
        (EndedEarly(1, 0.1, None), [Seeing(), Seeing(is_stuck=True)]),
        (EndedEarly(1, 0.1, 9), [Seeing()]),
    ):
        assert expected == seen_by(StillEye(), Frame(0, 0.0, day), end, profile=profile)


def test_what_keeps_the_eye_from_seeing_is_what_people_are_warned_of() -> None:
    well = TableStatus(CameraState.WATCHING, is_own_deck=True)
    unseen = (Zone("tribute"),)
    lost = status_of(Seeing(is_lost=True, is_dark=True, out_of_sight=unseen), well)
    assert lost == TableStatus(CameraState.NO_MARKS, LightState.DARK, is_own_deck=True, out_of_sight=unseen)
    assert status_of(Seeing(is_silent=True, is_lost=True), well).camera is CameraState.SILENT
    assert status_of(Seeing(is_frozen=True), well).camera is CameraState.FROZEN
    for veil in (Veil.MIRRORED, Veil.NOISY, Veil.BLURRED, Veil.RESTLESS, Veil.ILLEGIBLE, Veil.COVERED):
        assert status_of(Seeing(veil=veil), well).camera == CameraState(veil)
    assert status_of(Seeing(is_stuck=True), well).camera is CameraState.STOPPED
    why = Message("source.no-pi-camera")
    unopened = status_of(Seeing(unopened=why), well)
    assert (unopened.camera, unopened.unopened) == (CameraState.UNOPENED, why)
    assert status_of(Seeing(is_turned=True, is_lost=True), well).camera is CameraState.TURNED
    assert status_of(Seeing(is_torn=True, is_lost=True), well).camera is CameraState.TORN
    assert status_of(Seeing(is_lost=True, is_other_table=True), well).camera is CameraState.OTHER_TABLE
    assert status_of(Seeing(is_moved=True), well).camera is CameraState.MOVED
    assert status_of(Seeing(is_unmarked=True), well).camera is CameraState.UNMARKED
    assert status_of(Seeing(), well) == replace(well, light=LightState.GOOD)


def test_a_card_whose_tags_are_gone_is_among_the_likely_ones() -> None:
    deck = default_deck()
    turned = {"thor-3r-2s": 8.0, "nornes": 97.0, "freyja-2s": 200.0, "sleipnir-1s": 341.0}
    likely = liken(deck, {*turned, *(each.name for each in [*deck.copies][::4])})
    for name, turn_deg in turned.items():
        assert name in likely(unread_card(deck, name, turn_deg))
    assert likely(pictures.Picture(400, 400, bytes([60]) * 480_000)) == ()


def test_the_picture_is_the_card_with_a_margin() -> None:
    picture = np.zeros((120, 160, 3), np.uint8)
    picture[10:40, 5:25] = (0, 128, 255)
    cut = cut_out(picture, TableMap(np.array(ONE_TO_ONE)), AREA)
    assert (cut.width_px, cut.height_px) == ((20 + 2 * MARGIN_MM) * PX_PER_MM, (30 + 2 * MARGIN_MM) * PX_PER_MM)
    rows = np.frombuffer(cut.rgb, np.uint8).reshape(cut.height_px, cut.width_px, 3)
    assert rows[cut.height_px // 2, cut.width_px // 2].tolist() == [255, 128, 0]
    assert rows[2, 2].tolist() == [0, 0, 0]


def alike(cut: pictures.Picture, expected: Picture) -> float:
    """How alike the card in the middle of a cut-out is to a face, 1 being the same."""
    rows = np.frombuffer(cut.rgb, np.uint8).reshape(cut.height_px, cut.width_px, 3)
    margin = round(MARGIN_MM * PX_PER_MM)
    card = cv2.cvtColor(rows[margin:-margin, margin:-margin].copy(), cv2.COLOR_RGB2BGR)
    there = cv2.resize(expected, (card.shape[1], card.shape[0]), interpolation=cv2.INTER_AREA)
    return float(cv2.matchTemplate(card, there, cv2.TM_CCOEFF_NORMED)[0, 0])


@pytest.mark.parametrize("bend", [-0.3, 0.15])
def test_the_picture_shows_the_card_although_the_lens_bends_it_away(bend: float) -> None:
    table = Table((1280, 720), lens=guessed_lens((1280, 720), bend))
    for tag, at in ((17, (870, 460)), (40, (790, 460)), (41, (870, 370))):
        table.lay(tag, *at)
    profile = table.profile()
    assert profile.camera.homography is not None
    eye, (left, top) = StillEye(), (870 - SIZE.width_mm / 2, 460 - SIZE.height_mm / 2)
    eye.homography = profile.camera.homography
    area = Area(left, top, left + SIZE.width_mm, top + SIZE.height_mm)
    frames = [Frame(number, number / 10, table.picture()) for number in range(2)]
    watch = PicturedWatch(Sight(eye, Hesitating(profile.zones[0].zone, area)), profile)
    seen = next(each for each in watch.events(frames) if isinstance(each, CardPicture))
    assert alike(seen.picture, face(17)) > 0.9
    straight = TableMap(np.array(profile.camera.homography))
    assert alike(cut_out(frames[0].picture, straight, area), face(17)) < 0.5
