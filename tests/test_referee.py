"""Lawful games through what a perfect camera reports: the referee reads what was played."""

from random import Random

import pytest

from companion.facts import Fact, Kept, Moved, Placed, Removed, Reordered, Said, Say, TookHand, Turned, Way
from companion.games.vedrfolnir.acts import KeepTable
from companion.games.vedrfolnir.hands import Hands
from companion.games.vedrfolnir.mistakes import MistakeId
from companion.games.vedrfolnir.referee import Referee
from companion.games.vedrfolnir.rulebook import play
from companion.games.vedrfolnir.sightings import Acted
from companion.games.vedrfolnir.simulation import Wishes, simulate
from companion.games.vedrfolnir.standing import standing
from companion.games.vedrfolnir.state import Game
from companion.places import Seat, Zone
from tests.games import setup
from tests.practice.blunders import BEYOND_MENDING, blunder_evening, mended_evening


@pytest.mark.parametrize("seed", range(60))
def test_lawful_games_are_read_as_they_were_played(seed: int) -> None:
    simulated = simulate(Wishes(), f"seen-{seed}")
    referee = Referee(simulated.setup)
    for fact in Hands(simulated.setup, Random(seed)).evening(simulated.acts):
        referee.follow(fact)
    assert standing(simulated.game) == standing(referee.game)
    assert referee.mistakes == ()
    assert referee.undone == []
    assert not referee.is_rest_owed


@pytest.mark.parametrize("seed", range(5))
def test_the_acts_it_read_replay_to_the_same_game(seed: int) -> None:
    simulated = simulate(Wishes(), f"acts-{seed}")
    referee = Referee(simulated.setup)
    for fact in Hands(simulated.setup, Random(seed)).evening(simulated.acts):
        referee.follow(fact)
    replayed = play(simulated.setup, referee.read_acts)
    assert isinstance(replayed, Game)
    assert standing(replayed) == standing(simulated.game)


@pytest.mark.parametrize("seed", range(10))
def test_acts_given_by_hand_stand_among_the_sightings(seed: int) -> None:
    simulated = simulate(Wishes(), f"by-hand-{seed}")
    referee, hands, chance = Referee(simulated.setup), Hands(simulated.setup, Random(seed)), Random(seed)
    for act in simulated.acts:
        seen = list(hands.act(act))
        for heard in [Acted(0.0, act)] if chance.random() < 0.5 else seen:
            referee.follow(heard)
    assert standing(simulated.game) == standing(referee.game)
    assert (referee.mistakes, referee.undone) == ((), [])


def table(*lines: Fact) -> Referee:
    """What a referee makes of these facts, in a standard game of Ana, Bo and Cy with all sets."""
    referee = Referee(setup())
    for number, fact in enumerate(lines, start=2):
        referee.follow(fact, number)
    return referee


def told(referee: Referee) -> list[tuple[str, str, int, bool]]:
    return [(each.finding.id, each.finding.rule, each.line, each.is_settled) for each in referee.mistakes]


ANA, BO, CY, MIDDLE = Zone("stake:Ana"), Zone("stake:Bo"), Zone("stake:Cy"), Zone("tribute")
DISCARD = Zone("discard")


def laid(at_s: float, card: str, zone: Zone, index: int = 0, way: Way = Way.UPRIGHT) -> Placed:
    return Placed(at_s, card, zone, index, way)


def test_a_foreign_card_is_void_until_it_is_taken_off() -> None:
    referee = table(laid(1, "baldr-1s", ANA), Removed(9, "baldr-1s", ANA, 0), laid(12, "thor-1r-1s#01", ANA))
    assert told(referee) == []
    assert referee.game.served == ("Ana",)
    left = table(laid(1, "baldr-1s", ANA), laid(9, "thor-1r-1s#01", ANA, 1), Removed(12, "baldr-1s", ANA, 0))
    assert told(left) == [("foreign-card", "VED-2.4", 2, True)]


def test_one_copy_twice() -> None:
    referee = table(laid(1, "thor-1r-1s#01", ANA), laid(5, "thor-1r-1s#01", BO))
    assert told(referee) == [("too-many-copies", "VED-1.1", 3, False)]


def test_a_second_card_counts_once_it_is_given_to_somebody_unserved() -> None:
    referee = table(
        laid(1, "thor-1r-1s#01", ANA),
        laid(5, "odin-1r-1s#01", ANA, 1),
        Moved(12, "odin-1r-1s#01", ANA, BO, 0, Way.UPRIGHT, 1),
    )
    assert told(referee) == []
    assert referee.game.served == ("Ana", "Bo")
    assert referee.undone == []


def test_a_second_card_left_lying_counts_as_discarded_from_the_hand() -> None:
    referee = table(laid(1, "thor-1r-1s#01", ANA), laid(5, "odin-1r-1s#01", ANA, 1), laid(9, "thor-1r-2s#01", BO))
    assert told(referee) == [("second-card", "VED-3.2", 3, False)]
    assert (referee.game.hand, referee.game.discarded, referee.game.served) == (1, 1, ("Ana", "Bo"))


def test_an_exact_stake_that_nobody_collects() -> None:
    referee = Referee(setup())
    referee.follow(Acted(0.0, KeepTable({ANA: ("thor-1r-4s#01", "thor-2r-4s#01"), MIDDLE: ("odin-1r-0s#01",)})))
    referee.follow(laid(1, "thor-3r-4s#01", ANA, 2), 2)
    referee.follow(laid(9, "loki-0s#01", BO), 3)
    assert told(referee)[:1] == [("missed-collection", "VED-5.1", 3, False)]


def test_keep_goes_on_from_the_table_as_it_lies() -> None:
    referee = table(
        laid(1, "thor-1r-1s#01", ANA),
        laid(5, "loki-0s#01", BO),
        Moved(6, "thor-1r-1s#01", ANA, DISCARD),
        laid(9, "thor-1r-2s#01", CY),
        Kept(10),
    )
    assert told(referee) == [("wrong-removal", "VED-4.8", 4, True)]
    assert referee.game.stake(Seat("Ana")) == ()
    assert referee.undone == []


def test_the_wrong_seat_takes_the_hand() -> None:
    assert told(table(TookHand(1, Seat("Ana")), TookHand(2, Seat("Cy")))) == [("wrong-seat-order", "VED-3.5", 3, False)]


def test_the_turn_is_ended_too_early() -> None:
    referee = table(laid(1, "thor-1r-1s#01", ANA), Said(5, Say.END_TURN))
    assert [each[:3] for each in told(referee)] == [("unserved", "VED-3.2", 3)]


def test_a_tyr_turned_later_and_turned_back() -> None:
    tyr = laid(1, "tyr-2r-1s#01", ANA, 0, Way.TURNED)
    turned = Turned(9, "tyr-2r-1s#01", ANA, Way.UPRIGHT)
    referee = table(tyr, laid(5, "thor-1r-1s#01", BO), turned)
    assert told(referee) == [("tyr-turned", "VED-4.6", 4, False)]
    referee.follow(Turned(12, "tyr-2r-1s#01", ANA, Way.TURNED), 5)
    assert told(referee) == []
    late = table(tyr, laid(5, "thor-1r-1s#01", BO), turned, laid(12, "thor-1r-1s#02", CY))
    late.follow(Turned(14, "tyr-2r-1s#01", ANA, Way.TURNED), 6)
    assert told(late) == [("tyr-turned", "VED-4.6", 4, True)]


def test_the_order_of_a_stake_is_changed() -> None:
    referee = Referee(setup())
    referee.follow(Acted(0.0, KeepTable({ANA: ("thor-1r-1s#01", "thor-2r-1s#01")})))
    referee.follow(Reordered(4, ANA, ("thor-2r-1s#01", "thor-1r-1s#01")), 2)
    assert told(referee) == [("order-changed", "VED-2.2", 2, False)]
    referee.follow(Reordered(6, ANA, ("thor-1r-1s#01", "thor-2r-1s#01")), 3)
    assert told(referee) == []


def test_a_face_down_card_in_a_stake() -> None:
    referee = table(Placed(1, "back", ANA, 0))
    assert told(referee) == [("brynhildr-seen", "VED-3.2", 2, False)]
    referee.follow(Removed(5, "back", ANA, 0), 3)
    assert told(referee) == []


@pytest.mark.parametrize("blunder", MistakeId)
def test_every_mistake_is_found_once_and_settles_when_it_is_put_right(blunder: MistakeId) -> None:
    evenings = [each for each in (blunder_evening(blunder, seed) for seed in range(8)) if each is not None][:4]
    assert evenings
    for evening in evenings:
        referee = Referee(evening.setup)
        for index, fact in enumerate(evening.facts):
            referee.follow(fact, index)
        assert told(referee) == [(blunder, evening.rule, evening.line_index, True)]
        assert referee.undone == []


@pytest.mark.parametrize("blunder", [each for each in MistakeId if each not in BEYOND_MENDING])
def test_what_is_put_right_before_play_goes_on_is_no_mistake(blunder: MistakeId) -> None:
    evenings = [each for each in (mended_evening(blunder, seed) for seed in range(8)) if each is not None][:3]
    for evening in evenings:
        referee = Referee(evening.setup)
        for index, fact in enumerate(evening.facts):
            referee.follow(fact, index)
        assert [each for each in told(referee) if not each[-1]] == []
