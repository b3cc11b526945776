"""The bench of seeing: its frames, the other readers, what it prints, whether memory stays flat."""

import re
from itertools import groupby

import pytest

from companion.cards import split_name
from companion.games.vedrfolnir.decks import default_deck
from companion.games.vedrfolnir.printing import printed_deck
from companion.geometry import Point, Pose
from deploy.rendered import own_faces
from tests.bench.__main__ import main
from tests.bench.bench_table import BenchTable, arrived, bench_table
from tests.bench.memory import measured_memory, resident_kib
from tests.bench.peers import peers
from tests.bench.sorts import CALM, Sort, lingering, sorted_shots
from tests.bench.vision import STILL_S, run_bench_vision
from vision.sim.cameras import overhead_camera
from vision.sim.film import Pace
from vision.sim.levels import LEVELS, Difficulty
from vision.sim.scene import Scene
from vision.sim.stage import Laid

CARD = "thor-3r-2s#01"


@pytest.fixture(scope="module")
def table() -> BenchTable:
    return bench_table((1280, 720), Difficulty.EASY, 0)


def test_a_game_goes_on_until_so_many_cards_were_laid(table: BenchTable) -> None:
    film = table.film(table.game(3), Pace(), STILL_S)
    cards = [arrived(fact) for moment in film.moments() for fact in moment.done]
    assert len(table.game(3)) == len(cards) == 3
    assert all(split_name(each or "") for each in cards)


def test_every_frame_has_its_sort() -> None:
    small = bench_table((640, 360), Difficulty.EASY, 0)
    film = small.film(small.game(2), Pace(), STILL_S)
    shots = list(sorted_shots(film.frames()))
    sorts = [(sort, len(list(group))) for sort, group in groupby(each.sort for each in shots)]
    assert sorts[0] == (Sort.OTHER, CALM)
    assert [sort for sort, _ in sorts[1:]] == [Sort.IDLE, *(Sort.HAND, Sort.CARD, Sort.IDLE) * 2]
    assert [len(each.lying) for each in shots if each.shot.told] == [1, 2]
    assert all(each.card in each.lying for each in shots if each.sort is Sort.CARD)


def test_other_readers_find_the_card() -> None:
    table_mm = 250.0, 150.0
    faces = own_faces(default_deck())
    scene = Scene(overhead_camera((1500, 900), table_mm), faces, LEVELS[Difficulty.EASY], 0)
    picture = scene.picture([Laid(CARD, Pose(Point(125, 75), 5))])
    found = {each.name: each.read(picture) for each in peers(printed_deck(default_deck()), 6, 1500) if each.read}
    for key in ("OpenCV ArUco, whole frame", "OpenCV ArUco, tuned, whole frame", "pyzbar, whole frame"):
        assert found[key] == {CARD}
    assert all(names <= {CARD} for names in found.values())


def test_marks_on_the_table_are_no_cards(table: BenchTable) -> None:
    picture = next(table.bare(1, 1))[0]
    readers = [each.read for each in peers(table.printed, table.px_per_mm, 1280) if each.read]
    assert [set()] * len(readers) == [read(picture) for read in readers]


def test_the_table(table: BenchTable, capsys: pytest.CaptureFixture[str]) -> None:
    assert run_bench_vision(table, 1, 0) == 0
    out = capsys.readouterr().out.splitlines()
    assert len(out) == 1 + 1 + 2 * 4 + 7 + 1
    ours = [line for line in out if "frame that reads a new card" in line]
    assert [line.split()[0] for line in ours] == ["Pi", "USB"]
    assert all(re.search("100.0% +0 +0$", each) for each in ours)
    bars = [line.count("(≤ 2)") + line.count("(≥ 5)") for line in out[2:14]]
    assert bars == [1, 0, 0, 0, 1, 0, 0, 0, 0, 1, 1, 1]
    assert "{" not in "".join(out)


def test_a_story_that_ends_where_it_began(table: BenchTable) -> None:
    said = measured_memory(table, 440)
    match = re.search(r"\(([0-9.]+) rounds, ([0-9]+) changes told\)", said)
    assert match
    rounds, told = float(match[1]), int(match[2])
    assert told == pytest.approx(9 * rounds, abs=9)
    assert rounds > 1.5


def test_memory_in_use() -> None:
    assert resident_kib() > 10_000


@pytest.mark.parametrize(
    "size", ["", "1920", "1920x", "1920×1080", "99999x10", "20000x20000", "0x0", "-1x100", "641x361"]
)
def test_sizes_that_are_none(size: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="2"):
        main(["vision", f"--size={size}"])
    assert f"--size: can't be {size}:" in capsys.readouterr().err


@pytest.mark.parametrize("wish", ["--cards=0", "--cards=-1", "--cards=201", "--seed=-1", "--frames=-5"])
def test_numbers_that_are_none(wish: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="2"):
        main(["vision", wish])
    assert wish.replace("=", ": can't be ") in capsys.readouterr().err


def test_a_table_that_is_left_alone_goes_on_and_is_never_twice_the_same() -> None:
    small = bench_table((640, 360), Difficulty.EASY, 0)
    shots = list(lingering(sorted_shots(small.film(small.game(1), Pace(), STILL_S).frames()), 60, 15.0))
    again = [each for each in shots[-60:] if each.sort is Sort.IDLE]
    assert (60, len(again)) == (len({each.shot.picture.tobytes() for each in shots[-60:]}), 60)
    times = [each.shot.at_s for each in shots]
    assert times == sorted(set(times))
