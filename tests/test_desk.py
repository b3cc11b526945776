"""The evening without a window: facts from a thread, touches, what was left, and which screen comes up."""

import time
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path

import pytest

from companion.facts import Fact
from companion.games.vedrfolnir.session import Perform
from companion.games.vedrfolnir.simulation import Wishes, simulate
from companion.games.vedrfolnir.standing import standing
from companion.intents import EndTurn, Undo
from companion.journal import GameId, Journal
from companion.mirror import Mirror
from companion.status import CameraState, TableStatus
from companion.words import Language, Words
from deploy.evening import played_evening
from tests.games import setup
from ui.desk import Desk
from ui.feeding import Feed, News
from ui.flow import Caller, Flow, Place
from ui.memory import Memory, Remembered
from ui.scene import Scene
from ui.window import has_display

PACKAGES = ("companion", "companion.games.vedrfolnir", "ui")
WATCHED = TableStatus(CameraState.WATCHING)


@pytest.fixture
def desk(journal: Journal) -> Iterator[Desk]:
    opened = Desk(journal, Words(Language.ENGLISH, PACKAGES), lambda: 0.0)
    yield opened
    opened.close()
    opened.close()


def heard_all(desk: Desk, camera: CameraState) -> None:
    """Take everything in until the feed has ended like this."""
    until_s = time.monotonic() + 10
    while desk.status.camera is not camera and time.monotonic() < until_s:
        desk.take_in()
    assert desk.status.camera is camera


def feed_of(news: Iterable[News]) -> Feed:
    return Feed(simulated.setup, None, lambda _, __: news, WATCHED)


simulated = simulate(Wishes(), "desk")


def test_a_watched_game_comes_through_the_queue(desk: Desk, journal: Journal) -> None:
    facts = played_evening(simulated.setup, simulated.acts[:30], 1).facts
    desk.follow(feed_of(facts))
    heard_all(desk, CameraState.ENDED)
    assert desk.session is not None
    assert len(journal.lines(GameId(1))) == len(facts)
    again = Desk(journal, desk.words, lambda: 0.0)
    again.resume(GameId(1))
    assert again.session is not None
    assert standing(again.session.game) == standing(desk.session.game)
    assert again.unfinished == GameId(1)


def test_a_thread_that_dies_is_told_with_what_to_do(desk: Desk) -> None:
    def dying(_: Mirror | None, __: Callable[[], bool]) -> Iterator[Fact]:
        yield from played_evening(simulated.setup, simulated.acts[:2], 1).facts
        raise OSError

    desk.follow(Feed(simulated.setup, None, dying, WATCHED))
    heard_all(desk, CameraState.STOPPED)
    assert not desk.status_view.is_well
    assert "by hand" in desk.status_view.camera
    assert desk.do(EndTurn())
    assert desk.do(Undo())


def test_a_stopped_feed_is_asked_to_end(desk: Desk) -> None:
    asked: list[bool] = []

    def endless(_: Mirror | None, is_stopped: Callable[[], bool]) -> Iterator[TableStatus]:
        while not is_stopped():
            time.sleep(0.001)
        asked.append(True)
        yield WATCHED

    desk.follow(Feed(simulated.setup, None, endless, WATCHED))
    desk.close()
    assert asked == [True]


def test_a_card_takes_four_touches_and_each_can_be_taken_back(desk: Desk) -> None:
    desk.begin(setup())
    for said in ("Thor", "3 runes", "2 stars"):
        touch(desk, said)
    assert desk.is_drafting
    desk.back()
    touch(desk, "1 star")
    touch(desk, "Bo")
    assert not desk.is_drafting
    assert desk.scene is not None
    assert [card.name for card in desk.scene.table.seats[1].stake] == ["Thor 3r 1★"]
    desk.back()
    assert desk.scene.table.seats[1].stake == ()
    desk.back()
    assert desk.refused == "There is nothing to take back."


def touch(desk: Desk, said: str) -> None:
    assert desk.draft is not None
    desk.touch(next(each.draft for each in desk.draft.options if each.said == said))


def test_another_language_says_everything_anew(desk: Desk) -> None:
    desk.begin(setup())
    touch(desk, "Thor")
    desk.speak(Words(Language.FRENCH, PACKAGES))
    assert desk.draft is not None
    assert [each.said for each in desk.draft.options] == ["1 rune", "2 runes", "3 runes"]
    assert "camera" not in desk.status_view.camera


def test_what_calls_comes_up_until_it_is_put_aside(desk: Desk) -> None:
    calls = {"mistake": "1", "collection": "2"}
    flow = Flow([Caller(Place(place), lambda _, place=place: calls.get(place)) for place in calls])  # type: ignore[misc]  # a default
    desk.begin(setup())
    scene = desk.scene
    assert flow.shown(scene) is Place.HOME
    flow.go(Place.TABLE)
    assert flow.shown(scene) is Place.MISTAKE
    flow.back()
    assert flow.shown(scene) is Place.COLLECTION
    del calls["collection"]
    assert flow.shown(scene) is Place.TABLE
    del calls["mistake"]
    flow.shown(scene)
    calls["mistake"] = "1"
    assert flow.shown(scene) is Place.MISTAKE


def called(calls: dict[str, str], place: str, _: Scene) -> str | None:
    return calls.get(place)


def test_where_cards_are_given_opens_what_touches_brought_and_nothing_that_came_by_itself(desk: Desk) -> None:
    calls = {"mistake": "1"}
    places = ("mistake", "collection", "scores")
    flow = Flow([Caller(Place(place), partial(called, calls, place)) for place in places])
    desk.begin(setup())
    for place in (Place.TABLE, Place.BY_HAND):
        flow.go(place)
    assert flow.shown(desk.scene, is_touched=False) is Place.BY_HAND
    assert flow.waiting is not None
    assert flow.shown(desk.scene) is Place.BY_HAND
    calls |= {"collection": "2", "scores": "3"}
    assert flow.shown(desk.scene) is Place.COLLECTION
    flow.back()
    assert flow.shown(desk.scene) is Place.SCORES
    flow.back()
    assert flow.shown(desk.scene) is Place.BY_HAND
    flow.summon()
    assert flow.shown(desk.scene, is_touched=False) is Place.MISTAKE


def test_going_back_goes_the_way_one_came() -> None:
    flow = Flow([])
    for place in (Place.TABLE, Place.SEAT):
        flow.go(place)
    flow.back()
    assert flow.place is Place.TABLE
    flow.go(Place.HOME)
    flow.back()
    assert flow.shown(None) is Place.HOME


def test_every_act_given_by_hand_is_seen(desk: Desk) -> None:
    desk.begin(simulated.setup)
    for act in simulated.acts[:40]:
        assert desk.do(Perform(act))
    scene = desk.scene
    assert isinstance(scene, Scene)
    assert scene.is_given
    assert (scene.mistakes, scene.questions, scene.solo) == ((), (), None)
    assert scene.why(simulated.setup.seats[0])[1].startswith(simulated.setup.seats[0])


def test_the_memory_outlives_the_program(tmp_path: Path) -> None:
    Memory(tmp_path / "games").keep(trail="home table", language="fr")
    again = Memory(tmp_path / "games")
    assert again.now == Remembered(language="fr", trail="home table")
    assert again.is_away
    assert again.language is Language.FRENCH


@pytest.mark.parametrize("text", ["", "[]", "{", '{"trail": 3, "else": "x"}', "\x00", '{"language": "de"}'])
def test_a_broken_memory_is_forgotten(text: str, tmp_path: Path) -> None:
    (tmp_path / "games.screen.json").write_text(text)
    memory = Memory(tmp_path / "games")
    assert (memory.now.trail, memory.language) == ("", None)


def test_a_memory_that_cannot_be_written_is_done_without(tmp_path: Path) -> None:
    memory = Memory(tmp_path / "nowhere" / "games")
    memory.keep(trail="home table")
    assert memory.now.trail == "home table"


@pytest.mark.parametrize(
    ("environment", "cards", "is_seen"),
    [
        ({}, (), False),
        ({"DISPLAY": ""}, (), False),
        ({"DISPLAY": ":0"}, (), True),
        ({"WAYLAND_DISPLAY": "wayland-0"}, (), True),
        ({"SDL_VIDEODRIVER": "offscreen"}, (), True),
        ({}, ("card0",), True),
    ],
)
def test_where_a_window_would_be_seen(
    environment: dict[str, str], cards: tuple[str, ...], *, is_seen: bool, tmp_path: Path
) -> None:
    for each in cards:
        (tmp_path / each).touch()
    assert has_display(environment, tmp_path) is is_seen
