"""Simulated games: lawful, repeatable, whole."""

import pytest

from companion.games.vedrfolnir.acts import Act, Give, Refusal
from companion.games.vedrfolnir.catalogue import Set
from companion.games.vedrfolnir.rulebook import play
from companion.games.vedrfolnir.rulings import Rulings
from companion.games.vedrfolnir.setup import Mode
from companion.games.vedrfolnir.simulation import Wishes, simulate
from companion.games.vedrfolnir.standing import standing
from companion.games.vedrfolnir.state import Cause, Game
from tests.games import counted


@pytest.mark.parametrize("seed", range(150))
def test_games_of_every_sort_are_lawful_and_whole(seed: int) -> None:
    simulated = simulate(Wishes(), f"any-{seed}")
    game = play(simulated.setup, simulated.acts)
    assert isinstance(game, Game)
    assert standing(game) == standing(simulated.game)
    assert game.is_over
    assert counted(game) == game.setup.deck.size
    assert [each.cause is Cause.FINAL for each in game.collections].count(True) == 1
    assert game.collections[-1].cause is Cause.FINAL


def test_the_same_seed_gives_the_same_game() -> None:
    assert simulate(Wishes(), "twin").acts == simulate(Wishes(), "twin").acts
    assert simulate(Wishes(), "twin").acts != simulate(Wishes(), "other").acts


@pytest.mark.parametrize("seats", range(3, 9))
def test_wishes_are_fulfilled(seats: int) -> None:
    simulated = simulate(Wishes(Mode.STANDARD, (Set.BASE, Set.WINTER), seats, Rulings()), "wish")
    assert len(simulated.setup.seats) == seats
    assert simulated.setup.sets == (Set.BASE, Set.WINTER)
    assert simulated.setup.rulings == Rulings()


def test_jokers_are_used_and_every_collection_comes_about() -> None:
    games = [simulate(Wishes(), f"used-{seed}") for seed in range(40)]
    causes = {each.cause for simulated in games for each in simulated.game.collections}
    refusals = {refusal.joker for simulated in games for act in simulated.acts for refusal in _refusals(act)}
    assert causes == set(Cause)
    assert refusals == {"nornes", "heimdall"}


def _refusals(act: Act) -> tuple[Refusal, ...]:
    return act.played.refusals if isinstance(act, Give) else ()
