"""Films of a rendered table: what they show is what they tell."""

from collections.abc import Iterable
from itertools import islice

import cv2
import numpy as np
import pytest

from companion.facts import Moved, Placed, Reordered, Turned, Way
from companion.games.vedrfolnir.hands import is_pile
from companion.games.vedrfolnir.referee import Referee
from companion.games.vedrfolnir.setup import Mode
from companion.geometry import Point, Pose, Size, is_inside, turn_between_deg
from companion.mirror import Lying, Mirror
from companion.places import Zone
from companion.profile import TableProfile, ZonePlan
from tests.drawn_faces import CENTRES_MM, DICTIONARY, DrawnFaces, tag_of
from tests.evenings import TABLES, evening, film
from vision.sim.cameras import Mount, overhead_camera
from vision.sim.choreography import Habits
from vision.sim.film import Film, Pace
from vision.sim.levels import LEVELS, Difficulty
from vision.sim.pixels import Pixels
from vision.sim.scene import Scene
from vision.sim.stage import Laid
from vision.sim.together import crowded
from vision.sim.viewing import View

TABLE_MM = (1000.0, 600.0)
CARD = Size(63, 88)


@pytest.mark.parametrize(("mode", "seats"), TABLES)
def test_every_card_lies_where_the_truth_says(mode: Mode, seats: int) -> None:
    seen = evening(mode, seats)
    shown = film(seen)
    plans = {plan.zone: plan for plan in shown.profile.zones}
    mirror = Mirror()
    for moment in shown.moments():
        for fact in moment.done:
            mirror.follow(fact)  # type: ignore[arg-type]
        for zone, cards in moment.zones.items() if moment.beat.is_still else ():
            assert all(is_inside(each.pose.centre, plans[zone].polygon) for each in cards[-3:])
            if not is_pile(zone) and zone != "draw":
                assert [each.name for each in mirror.lying(zone)] == [each.name for each in cards]
                assert [
                    each
                    for lying, each in zip(mirror.lying(zone), cards, strict=True)
                    if _tilt_deg(plans[zone], lying, each) > 6
                ] == []
    assert len(seen.facts) == sum(len(moment.done) for moment in shown.moments())


def _tilt_deg(plan: ZonePlan, lying: Lying, card: Laid) -> float:
    """How far a card lies from the way that the truth tells; one that lies across counts as upright."""
    expected_deg = plan.up_deg + (180 if lying.way is Way.TURNED else 0) + (90 if card.is_across else 0)
    return turn_between_deg(expected_deg, card.pose.top_deg)


@pytest.mark.parametrize(("mode", "seats"), [(Mode.STANDARD, 4), (Mode.DUO, 4), (Mode.SOLO, 3)])
def test_the_truth_is_refereed_like_the_evening(mode: Mode, seats: int) -> None:
    seen = evening(mode, seats)
    referee = Referee(seen.setup)
    latest_s = 0.0
    for number, fact in enumerate(film(seen).truth(), start=2):
        assert fact.at_s >= latest_s
        latest_s = fact.at_s
        referee.follow(fact, number)
    assert list(referee.mistakes) == []
    assert referee.game.is_over


@pytest.mark.parametrize(("mode", "seats"), TABLES)
def test_films_of_all_tables(mode: Mode, seats: int) -> None:
    shots = list(islice(film(evening(mode, seats), Difficulty.HARD).frames(), 60))
    assert [shot.picture.shape for shot in shots] == [(90, 160, 3)] * 60
    assert len({shot.picture.tobytes() for shot in shots}) == 60


def test_the_same_seed_gives_the_same_pictures() -> None:
    seen = evening(Mode.STANDARD, 3)
    one, same, other = (islice(film(seen, seed=seed).frames(), 25, 30) for seed in (7, 7, 8))
    pictures = [[shot.picture.tobytes() for shot in shots] for shots in (one, same, other)]
    assert pictures[0] == pictures[1]
    assert pictures[0] != pictures[2]


def test_a_full_film_has_every_moment_and_the_same_truth_in_order() -> None:
    seen = evening(Mode.STANDARD, 3)
    cut = film(seen)
    full = Film(seen.facts, cut.profile, DrawnFaces(), LEVELS[Difficulty.MIDDLE], seed=1, pace=Pace(fps=15))
    times = [fact.at_s for fact in full.truth()]
    assert times == sorted(times)
    assert sum(1 for _ in full.moments()) > 4 * sum(1 for _ in cut.moments())


STRIP = ZonePlan(Zone("row"), (Point(100, 200), Point(500, 200), Point(500, 300), Point(100, 300)), 0)
HEAP = ZonePlan(Zone("heap"), (Point(600, 200), Point(700, 200), Point(700, 300), Point(600, 300)), 0)


def small(*facts: object, across: float = 0.0) -> Film:
    profile = TableProfile(*TABLE_MM, overhead_camera((160, 96), TABLE_MM), (STRIP, HEAP))
    habits = Habits(piles=frozenset({HEAP.zone}), waste=HEAP.zone, across=across)
    pace = Pace(is_cut=True, cut_stills=1)
    return Film(facts, profile, DrawnFaces(), LEVELS[Difficulty.EASY], seed=3, pace=pace, habits=habits)  # type: ignore[arg-type]


THREE = tuple(Placed(0, name, STRIP.zone, index, Way.UPRIGHT) for index, name in enumerate(("a#01", "b#01", "c#01")))


def last_row(shown: Film) -> list[Laid]:
    return list([*shown.moments()][-1].zones[STRIP.zone])


def test_a_card_is_turned_in_its_place() -> None:
    row = last_row(small(*THREE, Turned(1, "b#01", STRIP.zone, Way.TURNED)))
    assert [each.name for each in row] == ["a#01", "b#01", "c#01"]
    assert turn_between_deg(row[1].pose.top_deg, 180) <= 3


def test_cards_are_put_in_another_order() -> None:
    row = last_row(small(*THREE, Reordered(1, STRIP.zone, ("c#01", "a#01", "b#01"))))
    assert [each.name for each in row] == ["c#01", "a#01", "b#01"]
    places = [each.pose.centre.x_mm for each in row]
    assert places in (sorted(places), sorted(places, reverse=True))


def test_a_card_is_pushed_in_between() -> None:
    row = last_row(small(*THREE, Placed(1, "d#01", STRIP.zone, 1, Way.UPRIGHT)))
    assert [each.name for each in row] == ["a#01", "d#01", "b#01", "c#01"]


def test_a_card_out_of_sight_leaves_and_comes() -> None:
    away = Moved(1, "b#01", STRIP.zone, Zone("elsewhere"))
    shown = small(*THREE, away, Moved(2, "d#01", Zone("elsewhere"), STRIP.zone))
    assert [each.name for each in last_row(shown)] == ["a#01", "c#01", "d#01"]
    assert [type(each).__name__ for each in shown.truth()] == ["Placed", "Placed", "Placed", "Removed", "Placed"]


def test_what_can_not_be_done_is_not_told() -> None:
    shown = small(*THREE, Moved(1, "z#01", STRIP.zone, HEAP.zone), Turned(2, "z#01", STRIP.zone, Way.TURNED))
    assert len(list(shown.truth())) == 3


def test_cards_lie_across_until_the_next_one_gives() -> None:
    shown = small(*THREE, across=1.0)
    tilts = {
        round(turn_between_deg(each.pose.top_deg, 0) / 90)
        for moment in shown.moments()
        for cards in moment.zones.values()
        for each in cards
    }
    assert {0, 1} == tilts


@pytest.mark.parametrize("mount", [Mount(), Mount(distortion=-0.12), Mount(tilt_x_deg=6, spin_deg=3, distortion=0.05)])
@pytest.mark.parametrize("size_px", [(1280, 720), (1920, 1080)])
def test_a_view_and_its_way_back_agree(size_px: tuple[int, int], mount: Mount) -> None:
    view = View(overhead_camera(size_px, TABLE_MM, mount=mount))
    points = [Point(x, y) for x in (0, 120, 500, 990) for y in (0, 77, 300, 600)]
    seen = view.picture_points(points)
    assert (seen >= 0).all()
    assert (seen <= np.array(size_px) - 1).all()
    for (x_mm, y_mm), (x_px, y_px) in zip(points, np.rint(seen).astype(int), strict=True):
        again = view.picture_points([Point(float(view.x_mm[y_px, x_px]), float(view.y_mm[y_px, x_px]))])[0]
        assert np.allclose(again, (x_px, y_px), atol=0.02), (x_mm, y_mm)


BENT = Mount(tilt_x_deg=5, distortion=-0.1, height_mm=400)


@pytest.mark.parametrize(("top_deg", "mount"), [(0, Mount()), (98, BENT), (183, Mount()), (275, BENT)])
def test_plain_aruco_reads_the_easy_level_where_the_cards_lie(top_deg: float, mount: Mount) -> None:
    scene = Scene(overhead_camera((1280, 720), (400, 225), mount=mount), DrawnFaces(), LEVELS[Difficulty.EASY], 5)
    poses = {
        "a#01": Pose(Point(60, 60), top_deg),
        "b#01": Pose(Point(210, 120), top_deg),
        "c#01": Pose(Point(340, 170), top_deg),
    }
    picture = scene.picture([Laid(name, pose) for name, pose in poses.items()])
    expected, read = _expected(scene, poses), _read(picture)
    assert [tag for tag, _, _ in expected] == [tag for tag, _, _ in read]
    assert np.allclose(expected, read, atol=0.8)


def _expected(scene: Scene, poses: dict[str, Pose]) -> list[tuple[int, float, float]]:
    """The tags of these cards and the middles they have in the picture."""
    tags = [(tag_of(name), pose.place(Point(*at), CARD)) for name, pose in poses.items() for at in CENTRES_MM]
    return _sorted((tag, *scene.view.picture_points([point])[0].tolist()) for tag, point in tags)


def _read(picture: Pixels) -> list[tuple[int, float, float]]:
    """The tags that OpenCV reads in a picture, and their middles: where their diagonals meet, near enough."""
    detector = cv2.aruco.ArucoDetector(DICTIONARY)
    quads, tags, _ = detector.detectMarkers(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY))
    return _sorted((int(tag), *quad[0].mean(axis=0).tolist()) for quad, tag in zip(quads, tags.ravel(), strict=True))


def _sorted(tags: Iterable[tuple[int, float, float]]) -> list[tuple[int, float, float]]:
    return sorted(tags, key=lambda each: (each[0], round(each[1] / 30), each[2]))


def test_several_hands_clear_at_once_and_the_same_becomes_true() -> None:
    seen, profile = evening(Mode.STANDARD, 4), film(evening(Mode.STANDARD, 4)).profile
    habits = Habits(
        frozenset(plan.zone for plan in profile.zones if is_pile(plan.zone)), lingering=0.2, linger_s=(1, 3)
    )
    pace = Pace(is_cut=True, cut_stills=1)
    one, many = (
        list(Film(facts, profile, DrawnFaces(), LEVELS[Difficulty.EASY], habits=habits, pace=pace).moments())
        for facts in (seen.facts, crowded(seen.facts))
    )
    assert max(len({path.body.person for path in moment.beat.paths}) for moment in many) > 1
    assert sorted(repr(fact) for each in one for fact in each.done) == sorted(
        repr(fact) for each in many for fact in each.done
    )
