"""The proof on films: when a card is free, how what is told is judged, and a slice of it."""

import math
from dataclasses import replace
from random import Random

import numpy as np
import pytest

from companion.facts import BACK, UNKNOWN, Fact, Moved, Placed, Removed, Way
from companion.geometry import Point, Pose
from companion.places import Zone
from tests.films.filming import Bands, Wanted, busy_film
from tests.films.freedom import Freedom, is_under_hand, spots_of
from tests.films.judging import Seen, Verdict, watched
from tests.films.naive import Naive
from tests.films.relations import different, relations
from tests.films.rows import FPS
from tests.films.tables import piles_of, sight_of
from tests.films.untouched import told_of, untouched
from tests.proofs.films import Asked, is_proved, table
from tests.proofs.progress import Progress
from vision.sim.film import Moment, Shot
from vision.sim.gestures import Beat, Body, Path
from vision.sim.hands import Grip, some_person
from vision.sim.levels import Difficulty
from vision.sim.stage import Laid

HERE, AWAY = Pose(Point(500, 300), 0.0), Pose(Point(500, 900), 0.0)
STAKE, WON = Zone("stake:Bo"), Zone("won:Bo")
BO = Body(some_person(np.random.default_rng(1)), Point(500, 600), Point(500, 980), Point(500, 730))
OVER, GONE = Path(BO, Grip.FLAT, HERE, HERE), Path(BO, Grip.FLAT, AWAY, AWAY)
CARD, OTHER = Laid("thor-3r-2s#01", HERE), Laid("odin-1r-1s#01", HERE)
CAME = Placed(0.0, CARD.name, STAKE, 0, Way.UPRIGHT)


def shown(covered: list[bool], zone: Zone = STAKE, *lying: tuple[Laid, ...]) -> list[Shot]:
    """Pictures of a card that came with the first of them, with a hand over it or not."""
    shots = []
    for number, is_covered in enumerate(covered):
        cards = lying[number] if number < len(lying) else lying[-1] if lying else (CARD,)
        beat = Beat(1 / FPS, (OVER if is_covered else GONE,))
        done: tuple[Fact, ...] = () if number else (Placed(0.0, CARD.name, zone, 0, Way.UPRIGHT),)
        moment = Moment(beat, 1.0, {zone: cards}, done)
        shots.append(Shot(number, round(number / FPS, 3), np.zeros((1, 1, 3), np.uint8), moment))
    return shots


def verdicts(shots: list[Shot], told: list[Fact], piles: frozenset[Zone] = frozenset()) -> list[Verdict]:
    seen = Seen()
    for shot in shots:
        seen.see(shot, [])
    seen.told += told
    return [each.verdict for each in seen.judged(piles)]


def placed(at_s: float, card: str = CARD.name, zone: Zone = STAKE) -> Placed:
    return Placed(at_s, card, zone, 0, Way.UPRIGHT)


def test_a_hand_is_over_a_card_or_not() -> None:
    spots = spots_of([HERE])
    assert is_under_hand(spots, OVER.reaching(1.0))
    assert not is_under_hand(spots, GONE.reaching(1.0))


FREE, SECOND = [False] * 60, [True] * 15
TIMES: list[tuple[list[bool], float | None, float | None]] = [
    (FREE, 0.4, 0.4),
    (FREE, 2.0, 2.0),
    (FREE, None, math.inf),
    ([True] * 60, None, None),
    ([True] * 45 + FREE, 3.4, 0.4),
    ([False] * 8 + [True] * 45 + FREE, 4.0, 0.467),
    ([False] * 30 + [True] * 45 + FREE, 5.4, 5.4),
    ([False] * 8 + [True] * 60, None, None),
]


@pytest.mark.parametrize(("covered", "told_s", "expected"), TIMES)
def test_lateness_counts_from_the_freedom_that_lasted(
    covered: list[bool], told_s: float | None, expected: float | None
) -> None:
    freedom = Freedom()
    for shot in shown(covered):
        freedom.see(shot)
    found = freedom.late_s(spots_of([HERE]), 0, len(covered) - 1, told_s, 1.0)
    assert expected == (found if found is None else pytest.approx(found, abs=0.01))


JUDGED: list[tuple[list[bool], list[Fact], list[Verdict]]] = [
    (FREE, [placed(0.3)], [Verdict.FOUND]),
    (FREE, [placed(1.6)], [Verdict.LATE]),
    ([True] * 30 + FREE, [placed(2.3)], [Verdict.FOUND]),
    (FREE, [], [Verdict.MISSED]),
    ([True] * 60, [], [Verdict.BRIEF]),
    (FREE, [placed(0.3, OTHER.name)], [Verdict.WRONG]),
    (FREE, [placed(0.3, zone=WON)], [Verdict.WRONG]),
    (FREE, [placed(0.3, UNKNOWN)], [Verdict.ASKED]),
    (FREE, [placed(0.3, UNKNOWN), Removed(0.9, UNKNOWN, STAKE, 0), placed(0.9)], [Verdict.ASKED]),
    (FREE, [placed(0.3), Removed(2.0, CARD.name, STAKE, 0)], [Verdict.FOUND, Verdict.INVENTED]),
]


@pytest.mark.parametrize(("covered", "told", "expected"), JUDGED)
def test_verdicts(covered: list[bool], told: list[Fact], expected: list[Verdict]) -> None:
    assert expected == verdicts(shown(covered), told)


def test_a_card_covered_on_a_pile_at_once_need_not_be_told() -> None:
    shots = shown(FREE, WON, *[(CARD,)] * 8, (CARD, OTHER))
    assert verdicts(shots, [], frozenset({WON})) == [Verdict.BRIEF]
    assert verdicts(shots, []) == [Verdict.MISSED]


@pytest.mark.parametrize(
    ("covered", "expected"), [(True, [Verdict.BRIEF, Verdict.BRIEF]), (False, [Verdict.MISSED, Verdict.MISSED])]
)
def test_a_card_that_was_never_free_while_it_lay_there_can_not_be_told_as_gone(
    covered: bool,  # noqa: FBT001 - a row
    expected: list[Verdict],
) -> None:
    shots = shown([covered] * 60 + FREE, STAKE, *[(CARD,)] * 60, ())
    left = replace(shots[60].moment, done=(Removed(0.0, CARD.name, STAKE, 0),))
    shots[60] = replace(shots[60], moment=left)
    assert expected == verdicts(shots, [])


@pytest.mark.parametrize(
    ("covered", "told_s", "expected"),
    [([True] * 40, 0.4, [Verdict.FOUND, Verdict.FOUND]), ([], 1.5, [Verdict.LATE, Verdict.WRONG])],
)
def test_an_order_that_hangs_on_what_nobody_can_see_is_not_wrong(
    covered: list[bool], told_s: float, expected: list[Verdict]
) -> None:
    beside = Laid(OTHER.name, Pose(Point(200, 300), 0.0))
    shots = shown(covered + FREE, STAKE, (CARD, beside))
    both = CAME, Placed(0.0, beside.name, STAKE, 1, Way.UPRIGHT)
    shots[0] = replace(shots[0], moment=replace(shots[0].moment, done=both))
    assert expected == sorted(verdicts(shots, [placed(told_s, beside.name), placed(3.0)]))


def test_a_card_that_is_carried_away_may_put_another_in_its_place() -> None:
    """It is told when it lies again; the place that it left has been empty for a while then."""
    beside = Laid(OTHER.name, Pose(Point(200, 300), 0.0))
    shots = shown(FREE, STAKE, *[(CARD,)] * 5, *[()] * 10, (beside,))
    came = replace(shots[15].moment, done=(Moved(0, CARD.name, STAKE, WON, from_index=0), placed(0, beside.name)))
    shots[15] = replace(shots[15], moment=replace(came, zones={STAKE: (beside,), WON: (CARD,)}))
    for number in range(16, len(shots)):
        shots[number] = replace(shots[number], moment=replace(came, done=(), zones={STAKE: (beside,), WON: (CARD,)}))
    told: list[Fact] = [placed(0.2), Placed(1.3, beside.name, STAKE, 1, Way.UPRIGHT), Moved(1.9, CARD.name, STAKE, WON)]
    assert Verdict.MISSED not in verdicts(shots, told, frozenset({WON}))


def test_the_naive_peer_waits_for_five_frames() -> None:
    peer = Naive()
    for number in range(20):
        peer.see({CARD.name: STAKE} if 2 <= number < 12 else {}, number / FPS)
    assert [Placed(6 / FPS, CARD.name, STAKE), Removed(16 / FPS, CARD.name, STAKE)] == peer.told


def test_the_same_facts_are_the_same_whenever_they_are_told() -> None:
    moved = Moved(3.0, CARD.name, STAKE, WON)
    assert different([CAME, moved], [placed(0.9), Removed(2.0, CARD.name, STAKE, 0), Placed(9.0, CARD.name, WON)]) == []
    assert different([CAME, Placed(1.0, BACK, STAKE, 1)], [CAME]) == ["missed came back stake:Bo"]


def test_what_a_relation_does_to_pictures_its_profile_undoes() -> None:
    film = busy_film(Wanted(Difficulty.HARD, "2.0", 1, rounds=0))
    for relation in relations():
        profile = relation.profile(film.profile)
        pictures = relation.pictures(np.zeros((1296, 2304, 3), np.uint8))
        assert {(each.shape[1], each.shape[0]) for each in pictures} == {profile.camera.size_px}


def test_bands_run_over_the_picture() -> None:
    bands = Bands((64, 360), 0.1, Random(1))
    first, second = (np.full((360, 64, 3), 100, np.uint8) for _ in range(2))
    bands.fall_on(first, 0)
    bands.fall_on(second, 1)
    assert (first.min(), first.max()) == (90, 110)
    assert (first != second).any()


def test_bars() -> None:
    progress = Progress({"of": Asked.CHANGES})
    progress.part("easy 1.7").tally.update({Verdict.FOUND: 996, Verdict.MISSED: 4, Verdict.BRIEF: 50})
    assert is_proved(progress)
    progress.part("easy 2.0").tally.update({Verdict.FOUND: 999, Verdict.INVENTED: 1})
    assert not is_proved(progress)
    assert "✗ easy: 1 wrong or invented (bar: none)" in table(progress)


def test_a_slice_of_the_films() -> None:
    film = busy_film(Wanted(Difficulty.EASY, "1.7", 18, is_calm=True, rounds=1))
    judged = watched(film.shots(), sight_of(film)).judged(piles_of(film))
    assert {Verdict.FOUND} == {each.verdict for each in judged}


def test_a_few_seconds_of_an_untouched_table() -> None:
    table_ = untouched(Wanted(Difficulty.EASY, "1.7", 18, is_calm=True, rounds=1))
    cards, facts = told_of(table_, 2.0)
    assert cards > 0
    assert facts == []
