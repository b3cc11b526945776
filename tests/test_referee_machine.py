"""Whatever is seen and said, in whatever order: nothing raises, and no card is lost in the game or on the table."""

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from companion.facts import (
    BACK,
    Corrected,
    Fact,
    Kept,
    Moved,
    Placed,
    Removed,
    Reordered,
    Said,
    Say,
    TookHand,
    Turned,
    Way,
)
from companion.games.vedrfolnir.decks import default_deck
from companion.games.vedrfolnir.hands import Hands
from companion.games.vedrfolnir.referee import Referee
from companion.games.vedrfolnir.setup import Mode
from companion.games.vedrfolnir.simulation import Wishes, simulate
from companion.games.vedrfolnir.standing import standing
from companion.games.vedrfolnir.zones import DISCARD, PILE, zones
from companion.mirror import Mirror
from companion.places import Seat
from tests.games import counted, setup

PRINTS = sorted(each.name for each in default_deck().copies)
SEATS = {mode: setup(mode).seats for mode in Mode}
names = st.one_of(
    st.sampled_from([f"{each}#{number:02d}" for each in PRINTS for number in (1, 2)]),
    st.sampled_from(["nornes#01", "heimdall#01", "sleipnir-1s#01", "hugin-0s#01", "hell-0s#01", "brynhildr#01"]),
    st.sampled_from([BACK, "unknown", "baldr", "odin_valhalla", "thor-1r-1s", "loki-0s"]),
)
ways = st.sampled_from(Way)
places = st.none() | st.integers(0, 4)


def facts(mode: Mode) -> st.SearchStrategy[Fact]:
    seats = st.sampled_from(SEATS[mode])
    spots = st.sampled_from([*zones(SEATS[mode]), DISCARD, *([PILE] if mode is Mode.SOLO else [])])
    times = st.just(1.0)
    return st.one_of(
        st.builds(Placed, times, names, spots, places, st.none() | ways),
        st.builds(Removed, times, names, spots, places),
        st.builds(Moved, times, names, spots, spots, places, st.none() | ways, places),
        st.builds(Turned, times, names, spots, ways),
        st.builds(Reordered, times, spots, st.lists(names, max_size=3).map(tuple)),
        st.builds(Said, times, st.sampled_from([Say.END_TURN, Say.END_GAME])),
        st.builds(Kept, times),
        st.builds(TookHand, times, seats),
        st.builds(Corrected, times, names, spots, st.integers(0, 3)),
    )


def lying(mirror: Mirror) -> int:
    return sum(map(len, mirror.zones.values())) + len(mirror.aloft)


def check(referee: Referee) -> None:
    game = referee.game
    assert counted(game) == game.setup.deck.size
    assert min(game.draw, game.hand, game.pile, game.unseen_discarded) >= 0
    assert standing(game)
    assert referee.undone is not None
    assert referee.is_rest_owed in (True, False)


@settings(max_examples=150, deadline=None)
@given(st.sampled_from(Mode).flatmap(lambda mode: st.tuples(st.just(mode), st.lists(facts(mode), max_size=40))))
def test_absurd_evenings(evening: tuple[Mode, list[Fact]]) -> None:
    mode, heard = evening
    referee = Referee(setup(mode))
    for line, fact in enumerate(heard):
        referee.follow(fact, line)
        check(referee)


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 10_000), st.data())
def test_absurd_facts_in_the_middle_of_a_lawful_game(seed: int, data: st.DataObject) -> None:
    simulated = simulate(Wishes(), f"absurd-{seed}")
    referee = Referee(simulated.setup)
    mode = simulated.setup.mode
    evening = list(Hands(simulated.setup, Random(seed)).evening(simulated.acts))
    start = data.draw(st.integers(0, len(evening) - 1))
    for fact in evening[:start]:
        referee.follow(fact)
    seats = set(SEATS[mode]) & set(simulated.setup.seats)
    for absurd in data.draw(st.lists(facts(mode), max_size=10)):
        if _is_of_this_table(absurd, {*seats, Seat("")}):
            referee.follow(absurd)
            check(referee)
    for fact in evening[start : start + 20]:
        referee.follow(fact)
        check(referee)


def _is_of_this_table(fact: Fact, seats: set[Seat]) -> bool:
    spots = [getattr(fact, name, None) for name in ("zone", "source", "target")]
    owners = {str(spot).partition(":")[2] for spot in spots if spot is not None}
    return owners <= set(map(str, seats)) and getattr(fact, "seat", Seat("")) in seats
