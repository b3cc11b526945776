"""The proof of seeing: its scenes, strips, table and bars, and a small slice of it."""

import re
from collections.abc import Sequence
from itertools import islice

import numpy as np
import pytest

from companion.facts import Placed
from companion.games.vedrfolnir.decks import default_deck
from companion.geometry import Point, Pose, Size
from deploy.rendered import own_faces
from tests.bench.__main__ import main
from tests.bench.sight import SightProof, run_bench_sight
from tests.bench.sight_scenes import Staging, sight_scene
from tests.bench.sight_table import Proved, bars, proof_table
from tests.bench.strip_width import strip_mm
from tests.bench.strips import Strips
from tests.comparing import Judgement, Tally
from vision.sim.film import Shot
from vision.sim.levels import Difficulty

CARD = Size(63, 88)
SMALL = Staging(Difficulty.HARD, (640, 360), own_faces(default_deck(), 2), piece_facts=4, rounds=2)
FULL_HD = (1920, 1080)


def lying(right_mm: float, down_mm: float, top_deg: float = 0.0) -> Pose:
    return Pose(Point(100 + right_mm, 100 + down_mm), top_deg)


STRIPS: list[tuple[str, Sequence[Pose], float | None]] = [
    ("nothing on it", [], None),
    ("one beside it", [lying(80, 0)], None),
    ("left edge shows", [lying(15, 0)], 15),
    ("right edge shows", [lying(-15, 2)], 15),
    ("upper edge shows", [lying(0, 16)], 16),
    ("lower edge shows", [lying(0, -16)], 16),
    ("the widest counts", [lying(15, 10), lying(18, -20)], 15),
    ("only a corner shows", [lying(15, 0), lying(0, 20)], 0),
    ("all covered", [lying(0, 0)], 0),
    ("a card turned round covers the same", [lying(15, 0, 180)], 15),
    ("one across leaves a strip above and below", [lying(0, 0, 90)], 12.5),
    ("askew, the narrow end counts", [lying(18, 0, 4)], 15),
]


@pytest.mark.parametrize(("what", "over", "expected"), STRIPS, ids=[each[0] for each in STRIPS])
def test_strips(what: str, over: Sequence[Pose], expected: float | None) -> None:
    assert expected == (found := strip_mm(lying(0, 0), over, CARD)) or found == pytest.approx(expected, abs=0.6), what


def shots(number: int, staging: Staging = SMALL) -> list[Shot]:
    return list(sight_scene(number, staging).shots)


def test_dealt_cards_come_to_every_zone_at_once_and_fan_in_all_directions() -> None:
    dealt = shots(1)
    told = [[each for each in shot.told if isinstance(each, Placed)] for shot in dealt if shot.told]
    assert [len(each) for each in told] == [15, 15]
    assert len({each.card for round_ in told for each in round_}) == 30
    steps = {_direction(low.pose, high.pose) for low, high in dealt[-1].moment.zones.values()}
    assert steps == {(-1, 0), (1, 0), (0, -1), (0, 1)}


def _direction(low: Pose, high: Pose) -> tuple[int, int]:
    """Where the upper card lies, as whoever reads the lower one sees it."""
    turn = np.radians(low.top_deg)
    x, y = high.centre.x_mm - low.centre.x_mm, high.centre.y_mm - low.centre.y_mm
    right, down = x * np.cos(turn) + y * np.sin(turn), y * np.cos(turn) - x * np.sin(turn)
    return (round(np.sign(right)), 0) if abs(right) > abs(down) else (0, round(np.sign(down)))


@pytest.mark.parametrize("number", [0, 1])
def test_a_scene_is_the_same_every_time(number: int) -> None:
    for one, other in zip(*(islice(sight_scene(number, SMALL).shots, 9) for _ in range(2)), strict=True):
        assert one.told == other.told
        assert np.array_equal(one.picture, other.picture)


def test_every_fourth_scene_is_a_piece_of_a_game() -> None:
    scenes = [sight_scene(number, SMALL).what for number in range(17)]
    assert scenes[::4] == ["standard 6", "solo 3", "duo 4", "standard 4", "standard 6"]
    assert set(scenes[1:4]) == {"dealt"}


def test_a_slice_of_the_proof(capsys: pytest.CaptureFixture[str]) -> None:
    proof = SightProof((Difficulty.MIDDLE,), (FULL_HD,), 0, 2, piece_facts=4, rounds=2)
    assert run_bench_sight(proof) == 0
    out = capsys.readouterr().out.splitlines()
    assert [line.split(":")[0] for line in out[:2]] == [
        "middle 1920×1080, scene 0 (standard 6)",
        "middle 1920×1080, scene 1 (dealt)",
    ]
    assert re.search(r"30 of 30 changes found, (1[0-5]) of \1 strips read", out[1])
    row = next(line for line in out if line.startswith("middle") and "scene" not in line).split()
    assert (int(row[2]), row[3:10]) == (4 + 30, ["0"] * 7)
    assert [line.split()[0] for line in out[-4:]] == ["✓"] * 4


def proved(level: Difficulty, counts: dict[Judgement, int], strips: Strips) -> Proved:
    return Proved(level, FULL_HD, Tally(counts, (0.2, 0.2, 0.4)), Tally(counts), strips)


def test_the_table_of_a_proof() -> None:
    counts = {Judgement.FOUND: 998, Judgement.ASKED: 2}
    rows = [proved(Difficulty.EASY, counts, Strips(200, ("loki-0s#01",))), Proved(Difficulty.HARD, (2304, 1296))]
    lines = list(proof_table(rows))
    assert lines[1].split()[:10] == ["easy", "1920×1080", "998", "0", "2", "0", "0", "0", "0", "0"]
    assert lines[1].split()[10:] == ["3", "(0.20", "s)", "6", "(0.40", "s)", "99.8", "%", "99.5", "%"]
    assert lines[2].split()[-4:] == ["–"] * 4
    assert len(lines[0]) == len(lines[1])


BARS: list[tuple[dict[Judgement, int], Strips, list[bool]]] = [
    ({Judgement.FOUND: 1000}, Strips(200), [True, True, True, False]),
    ({Judgement.FOUND: 999, Judgement.ASKED: 1}, Strips(200, ("a",)), [True, True, True, False]),
    ({Judgement.FOUND: 998, Judgement.MISSED: 2}, Strips(200, ("a", "b")), [False, True, False, False]),
    ({Judgement.FOUND: 9999, Judgement.WRONG: 1}, Strips(), [True, True, True, False]),
    ({Judgement.FOUND: 9998, Judgement.WRONG_DIRECTION: 1}, Strips(), [True, False, True, False]),
    ({Judgement.FOUND: 9000, Judgement.INVENTED: 1}, Strips(), [True, False, True, False]),
    ({Judgement.FOUND: 9000}, Strips(200, (), ("a",)), [True, False, True, False]),
]


@pytest.mark.parametrize(("counts", "strips", "expected"), BARS)
def test_bars(counts: dict[Judgement, int], strips: Strips, expected: list[bool]) -> None:
    assert expected == [each.is_reached for each in bars([proved(Difficulty.EASY, counts, strips)])]


def test_levels_are_pooled_and_the_hard_one_has_its_own_bar() -> None:
    right, wrong = {Judgement.FOUND: 10_000}, {Judgement.WRONG: 1}
    easier = [proved(Difficulty.EASY, right, Strips()), proved(Difficulty.MIDDLE, wrong, Strips())]
    hard = proved(Difficulty.HARD, {Judgement.FOUND: 10_000, Judgement.ASKED: 900}, Strips(9, ("a",)))
    false = proved(Difficulty.HARD, wrong, Strips())
    missed = proved(Difficulty.HARD, {Judgement.MISSED: 1}, Strips())
    assert [each.is_reached for each in bars([*easier, hard])] == [True, True, True, False, True]
    assert [each.is_reached for each in bars([hard, false])] == [False]
    assert [each.is_reached for each in bars([hard, missed])] == [False]


@pytest.mark.parametrize("wish", ["--size=1920", "--size=64x64", "--scenes=0", "--seed=-1"])
def test_wishes_that_can_not_be_fulfilled(wish: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="2"):
        main(["sight", wish])
    assert wish.replace("=", ": can't be ") in capsys.readouterr().err
