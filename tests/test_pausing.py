"""A pause: what is told at its end leads to the table as it lies, and no more than that is told."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.differing import facts_between
from companion.facts import (
    BACK,
    UNKNOWN,
    Fact,
    Kept,
    Moved,
    Placed,
    Removed,
    Reordered,
    Reread,
    Sighting,
    Turned,
    Unnamed,
    Way,
)
from companion.games.vedrfolnir.hands import Hands
from companion.games.vedrfolnir.simulation import Wishes, simulate
from companion.games.vedrfolnir.views import QuestionView
from companion.games.vedrfolnir.zones import every_pile
from companion.intents import Correct
from companion.journal import GameId, Journal
from companion.mirror import Mirror, print_name
from companion.pausing import difference
from companion.pictures import CardPicture, Picture
from companion.places import Zone
from companion.status import CameraState, TableStatus
from companion.words import Language, Words
from ui.desk import Desk
from ui.feeding import Feed, News, Watcher
from ui.memory import Memory

A, B, PILE = Zone("stake:A"), Zone("stake:B"), Zone("discard")
PILES = frozenset({PILE})
NAMES = ("thor-1r-1s#01", "odin-1r-1s#02", "thor-1r-1s", "loki-0s", BACK, UNKNOWN)


def laid(*facts: Sighting) -> Mirror:
    mirror = Mirror()
    for number, fact in enumerate(facts, start=1):
        mirror.follow(fact, number)
    return mirror


def table(stake: str = "", other: str = "", pile: str = "") -> Mirror:
    """A table in short: a letter a card, large if it is turned."""
    lying = [(zone, at, each) for zone, row in ((A, stake), (B, other)) for at, each in enumerate(row)]
    ways = {True: Way.TURNED, False: Way.UPRIGHT}
    facts = [Placed(0, each.lower(), zone, at, ways[each.isupper()]) for zone, at, each in lying]
    return laid(*facts, *(Placed(0, each, PILE) for each in pile))


def carried(before: Mirror, *facts: Sighting) -> Mirror:
    after = before.copy()
    for number, fact in enumerate(facts, start=1):
        after.follow(fact, -number)
    return after


TOLD: dict[str, tuple[Mirror, Sequence[Sighting], Sequence[Sighting]]] = {
    "nothing happened": (table("ab"), [], []),
    "taken and put back": (table("ab"), [Removed(1, "a", A, 0), Placed(2, "a", A, 0, Way.UPRIGHT)], []),
    "moved by a way round": (
        table("ab", "c"),
        [Removed(1, "a", A, 0), Placed(2, "a", PILE), Moved(3, "a", PILE, B, 0, Way.UPRIGHT)],
        [Moved(9, "a", A, B, 0, Way.UPRIGHT, 0)],
    ),
    "put back on top": (
        table("ab"),
        [Removed(1, "a", A, 0), Placed(2, "a", A, 1, Way.UPRIGHT)],
        [Reordered(9, A, ("b", "a"))],
    ),
    "put back turned": (
        table("ab"),
        [Removed(1, "a", A, 0), Placed(2, "a", A, 0, Way.TURNED)],
        [Turned(9, "a", A, Way.TURNED, 0)],
    ),
    "came and went": (table("a"), [Placed(1, "b", A, 1, Way.UPRIGHT), Removed(2, "b", A, 1)], []),
    "a back taken and put back": (laid(Placed(0, BACK, PILE)), [Removed(1, BACK, PILE), Placed(2, BACK, PILE)], []),
    "came between two": (
        table("ab"),
        [Placed(1, "c", A, 1, Way.UPRIGHT)],
        [Placed(9, "c", A, 1, Way.UPRIGHT)],
    ),
    "as they came": (
        table("a", "b"),
        [Placed(1, "d", B, 1, Way.UPRIGHT), Placed(2, "c", A, 1, Way.UPRIGHT)],
        [Placed(9, "d", B, 1, Way.UPRIGHT), Placed(9, "c", A, 1, Way.UPRIGHT)],
    ),
    "a stake is cleared, then a card laid": (
        table("ab"),
        [Moved(1, "a", A, PILE), Moved(2, "b", A, PILE), Placed(3, "c", A, 0, Way.UPRIGHT)],
        [Moved(9, "a", A, PILE, from_index=0), Moved(9, "b", A, PILE, from_index=0), Placed(9, "c", A, 0, Way.UPRIGHT)],
    ),
}


@pytest.mark.parametrize(("before", "held", "told"), TOLD.values(), ids=TOLD)
def test_what_lies_differently_is_told(before: Mirror, held: Sequence[Sighting], told: Sequence[Sighting]) -> None:
    assert tuple(told) == facts_between(before, carried(before, *held), PILES, 9)


ways = st.sampled_from((Way.UPRIGHT, Way.TURNED))
spots = st.integers(0, 5)


@st.composite
def stirred(draw: st.DrawFn, mirror: Mirror, most: int) -> list[Sighting]:
    """Things that hands may do at a table, each of them possible; the mirror follows."""
    done: list[Sighting] = []
    for _ in range(draw(st.integers(0, most))):
        fact = draw(possible(mirror))
        mirror.follow(fact)
        done.append(fact)
    return done


@st.composite
def possible(draw: st.DrawFn, mirror: Mirror) -> Sighting:
    lying = [(zone, at, each.name) for zone, cards in mirror.zones.items() for at, each in enumerate(cards)]
    target, index, way = draw(st.sampled_from((A, B, PILE))), draw(spots), draw(ways)
    is_pile = target in PILES
    place = None if is_pile else min(index, len(mirror.lying(target)))
    if not lying or draw(st.booleans()):
        numbered = {name for _, _, name in lying if "#" in name}
        name = draw(st.sampled_from([each for each in NAMES if each not in numbered]))
        return Placed(1, name, target, place, None if is_pile else way)
    zone, at, name = draw(st.sampled_from(lying))
    source = None if zone in PILES else at
    choice = draw(st.sampled_from(("removed", "moved", "turned", "reordered")))
    if choice == "moved" and zone != target:
        return Moved(1, name, zone, target, place, None if is_pile else way, source)
    if choice == "turned" and zone not in PILES:
        return Turned(1, name, zone, way, at)
    if choice == "reordered" and zone not in PILES:
        return Reordered(1, zone, tuple(draw(st.permutations([each.name for each in mirror.lying(zone)]))))
    return Removed(1, name, zone, source)


def seen(mirror: Mirror) -> dict[Zone, object]:
    """What lies where; in piles neither order nor way count, and a number that is learned need not be told."""
    rows = {zone: [(print_name(name), way) for name, way in cards] for zone, cards in mirror.shown.items()}
    return {zone: sorted(name for name, _ in cards) if zone in PILES else cards for zone, cards in rows.items()}


@settings(deadline=None, max_examples=300)
@given(st.data())
def test_what_is_told_leads_from_one_table_to_the_other(data: st.DataObject) -> None:
    before = Mirror()
    data.draw(stirred(before, 8))
    after = before.copy()
    held = data.draw(stirred(after, 8))
    told = facts_between(before, after, PILES, 9)
    assert seen(after) == seen(carried(before, *told))
    assert len(told) <= 2 * len(held)
    assert facts_between(after, after, PILES, 9) == ()


def test_a_whole_evening_held_back_leads_to_its_table() -> None:
    simulated = simulate(Wishes(), "pause")
    piles = every_pile(simulated.setup.seats)
    facts = [each for each in Hands(simulated.setup, Random(1)).evening(simulated.acts) if isinstance(each, Sighting)]
    before = laid(*facts[:60])
    after = carried(before, *facts[60:200])
    told = facts_between(before, after, piles, 9)
    again = carried(before, *told)
    assert len(told) < 140
    for zone in after.zones:
        mine, theirs = again.shown.get(zone, ()), after.shown.get(zone, ())
        assert sorted(name for name, _ in mine) == sorted(name for name, _ in theirs)
        assert zone in piles or mine == theirs


PICTURE = Picture(1, 1, b"abc")


def test_a_card_that_is_read_in_a_pause_is_the_one_that_lay_there() -> None:
    before = laid(Placed(0, UNKNOWN, A, 0, Way.UNSURE))
    held: list[Fact | CardPicture] = [Unnamed(1, UNKNOWN, A, 0), Reread(1, "a", A, 0, Way.UPRIGHT)]
    facts = difference(before, held, PILES, 9).facts
    assert [type(each) for each in facts[:2]] == [Unnamed, Reread]
    assert carried(before, *(each for each in facts if isinstance(each, Sighting))).shown == {A: (("a", Way.UPRIGHT),)}


def test_a_card_that_shows_where_another_was_read_is_told_as_such_after_a_pause() -> None:
    before = laid(Placed(0, "a", A, 0, Way.UPRIGHT))
    shown = Reread(1, "b", A, 1, Way.UPRIGHT)
    assert difference(before, [shown], PILES, 9).facts == (Reread(9, "b", A, 1, Way.UPRIGHT),)
    turned = Turned(2, "b", A, Way.TURNED, 1)
    assert difference(before, [shown, turned], PILES, 9).facts == (Reread(9, "b", A, 1, Way.TURNED),)
    carried_on = Moved(2, "b", A, B, 0, Way.UPRIGHT, 1)
    moved = difference(before, [shown, carried_on], PILES, 9).facts
    assert [(type(each), each) for each in moved] == [(Placed, Placed(9, "b", B, 0, Way.UPRIGHT))]


def test_a_card_that_nobody_can_read_keeps_its_picture() -> None:
    held: list[Fact | CardPicture] = [Placed(1, UNKNOWN, A, 0, Way.UNSURE), CardPicture(A, 0, PICTURE)]
    held.append(Placed(2, "a", A, 0, Way.UPRIGHT))
    told = difference(Mirror(), held, PILES, 9)
    assert told.pictures == (CardPicture(A, 1, PICTURE),)
    gone = difference(Mirror(), [*held, Removed(3, UNKNOWN, A, 1)], PILES, 9)
    assert (gone.pictures, len(gone.facts)) == ((), 1)


def test_the_first_look_ends_after_what_lay_there() -> None:
    held: list[Fact | CardPicture] = [Placed(0, "a", A, 0, Way.UPRIGHT), Kept(0, is_lying=True)]
    assert difference(Mirror(), held, PILES, 9).facts == (Placed(9, "a", A, 0, Way.UPRIGHT), Kept(9, is_lying=True))


# At the desk

GAME = simulate(Wishes(), "desk")
ANA, BO, CY = (Zone(f"stake:{each}") for each in GAME.setup.seats[:3])
THOR = Placed(1, "thor-1r-1s#01", ANA, 0, Way.UPRIGHT)
WORDS = Words(Language.ENGLISH, ("companion", "companion.games.vedrfolnir", "ui"))


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Desk]:
    monkeypatch.setattr(Watcher, "heard", lambda self: getattr(self, "news", []))
    with Journal(tmp_path / "games.sqlite") as journal:
        opened = Desk(journal, WORDS, lambda: 100.0)
        opened.follow(feed())
        yield opened
        opened.close()


def feed() -> Feed:
    return Feed(GAME.setup, None, lambda _, __: (), TableStatus(CameraState.WATCHING))


def tell(desk: Desk, *news: News) -> None:
    """Let the eye tell something."""
    watcher: object = desk._watcher  # noqa: SLF001  # the eye's end of the queue
    setattr(watcher, "news", list(news))  # noqa: B010  # it has no such name of its own
    desk.take_in()
    setattr(watcher, "news", [])  # noqa: B010


def lines(desk: Desk) -> int:
    return len(desk.journal.lines(GameId(1)))


def test_in_a_pause_nothing_is_told_and_at_its_end_what_differs(desk: Desk) -> None:
    tell(desk, THOR)
    desk.pause()
    assert desk.status_view.warning.startswith("Pause")
    assert desk.status_view.is_calm
    tell(desk, Removed(2, THOR.card, ANA, 0), Placed(3, "odin-1r-1s#01", BO, 0, Way.UPRIGHT))
    tell(desk, Placed(4, THOR.card, ANA, 0, Way.UPRIGHT))
    assert lines(desk) == 1
    desk.end_pause()
    assert lines(desk) == 2
    assert desk.session is not None
    assert desk.session.mirror.shown[BO] == (("odin-1r-1s#01", Way.UPRIGHT),)
    assert desk.status_view.warning == ""
    tell(desk, Removed(5, "odin-1r-1s#01", BO, 0))
    assert lines(desk) == 3


def test_what_people_say_in_a_pause_stands(desk: Desk) -> None:
    tell(desk, THOR)
    desk.pause()
    assert desk.do(Correct("thor-2r-1s#01", ANA, 0))
    tell(desk, Moved(2, THOR.card, ANA, BO, 0, Way.UPRIGHT, 0), Moved(3, THOR.card, BO, CY, 0, Way.UPRIGHT, 0))
    desk.end_pause()
    assert desk.session is not None
    assert desk.session.mirror.shown == {CY: (("thor-2r-1s#01", Way.UPRIGHT),)}
    assert lines(desk) == 3


READ_AT_LAST: dict[str, Sequence[News]] = {
    "beside the misread one": [Reread(2, "odin-1r-1s#01", ANA, 1, Way.UPRIGHT)],
    "instead of it": [Reread(2, "odin-1r-1s#01", ANA, 1, Way.UPRIGHT), Removed(3, THOR.card, ANA, 0)],
    "and carried on": [
        Reread(2, "odin-1r-1s#01", ANA, 1, Way.UPRIGHT),
        Removed(3, THOR.card, ANA, 0),
        Moved(4, "odin-1r-1s#01", ANA, BO, 0, Way.UPRIGHT, 0),
        Moved(5, "odin-1r-1s#01", BO, ANA, 0, Way.UPRIGHT, 0),
    ],
}


@pytest.mark.parametrize("held", READ_AT_LAST.values(), ids=READ_AT_LAST)
def test_a_named_card_that_is_read_rightly_in_a_pause_is_the_same_card(desk: Desk, held: Sequence[News]) -> None:
    tell(desk, THOR)
    assert desk.do(Correct("odin-1r-1s#01", ANA, 0))
    desk.pause()
    tell(desk, *held)
    desk.end_pause()
    assert desk.session is not None
    assert desk.session.mirror.shown == {ANA: (("odin-1r-1s#01", Way.UPRIGHT),)}
    assert lines(desk) == 2


def test_a_card_that_people_named_keeps_its_name_when_it_is_read_in_a_pause(desk: Desk) -> None:
    tell(desk, Placed(1, UNKNOWN, ANA, 0, Way.UNSURE))
    assert desk.do(Correct("odin-1r-1s#01", ANA, 0))
    desk.pause()
    tell(desk, Unnamed(2, UNKNOWN, ANA, 0))
    tell(desk, Reread(2, THOR.card, ANA, 0, Way.UPRIGHT))
    desk.end_pause()
    assert desk.session is not None
    assert [name for name, _ in desk.session.mirror.shown[ANA]] == ["odin-1r-1s#01"]
    assert lines(desk) == 2


def test_a_card_that_had_lost_its_name_before_the_pause_finds_one_in_it(desk: Desk) -> None:
    tell(desk, Placed(1, UNKNOWN, ANA, 0, Way.UNSURE))
    assert desk.do(Correct("odin-1r-1s#01", ANA, 0))
    tell(desk, Unnamed(2, UNKNOWN, ANA, 0))
    desk.pause()
    tell(desk, Reread(2, THOR.card, ANA, 0, Way.UPRIGHT))
    desk.end_pause()
    assert desk.session is not None
    assert [name for name, _ in desk.session.mirror.shown[ANA]] == ["odin-1r-1s#01"]
    assert lines(desk) == 2


def test_a_pause_waits_for_a_camera_that_is_let_go_of(desk: Desk) -> None:
    tell(desk, THOR)
    desk.pause()
    desk.stop_watching()
    assert (desk.is_paused, desk.status_view.warning) == (False, "")
    desk.follow_on(GameId(1), feed())
    assert desk.is_paused


def test_an_unread_card_of_a_pause_is_asked_about_with_its_picture(desk: Desk) -> None:
    desk.pause()
    tell(desk, Placed(1, UNKNOWN, BO, 0, Way.UNSURE), CardPicture(BO, 0, PICTURE))
    assert desk.scene is not None
    assert desk.scene.questions == ()
    desk.end_pause()
    assert [desk.picture(each) for each in seen_questions(desk)] == [PICTURE]


def seen_questions(desk: Desk) -> Sequence[QuestionView]:
    return () if desk.scene is None else desk.scene.questions


def test_a_pause_lasts_over_a_restart(desk: Desk, tmp_path: Path) -> None:
    tell(desk, THOR)
    desk.pause()
    memory = Memory(tmp_path / "games.sqlite")
    memory.keep(paused=str(desk.paused))
    again = Desk(desk.journal, WORDS, lambda: 0.0)
    again.paused = Memory(tmp_path / "games.sqlite").paused
    again.follow_on(GameId(1), feed())
    assert again.is_paused
    tell(again, Removed(2, THOR.card, ANA, 0))
    assert lines(again) == 1
    again.end_pause()
    assert (lines(again), again.paused) == (2, None)
    again.close()


def test_only_a_game_that_somebody_watches_can_be_paused(desk: Desk) -> None:
    desk.show(feed(), desk.journal)
    desk.pause()
    assert not desk.is_paused
    desk.resume(GameId(1))
    desk.pause()
    assert not desk.is_paused
    desk.end_pause()
    assert desk.paused is None


def test_a_table_that_is_empty_again_is_known(desk: Desk) -> None:
    """The first look is not taken again in the middle of a game."""
    starts: list[Mirror | None] = []

    def news(start: Mirror | None, _: object) -> Sequence[News]:
        starts.append(start)
        return ()

    tell(desk, Kept(0, is_lying=True))
    desk.follow_on(GameId(1), Feed(GAME.setup, None, news, TableStatus(CameraState.WATCHING)))
    desk.follow(Feed(GAME.setup, None, news, TableStatus(CameraState.WATCHING)))
    desk.close()
    assert [None if each is None else each.shown for each in starts] == [{}, None]
