"""Lawful games through what a perfect camera reports: the referee reads what was played."""

from random import Random

import pytest

from companion.games.vedrfolnir.hands import Hands
from companion.games.vedrfolnir.referee import Referee
from companion.games.vedrfolnir.rulebook import play
from companion.games.vedrfolnir.simulation import Wishes, simulate
from companion.games.vedrfolnir.standing import standing
from companion.games.vedrfolnir.state import Game


@pytest.mark.parametrize("seed", range(60))
def test_lawful_games_are_read_as_they_were_played(seed: int) -> None:
    simulated = simulate(Wishes(), f"seen-{seed}")
    referee = Referee(simulated.setup)
    for fact in Hands(simulated.setup, Random(seed)).evening(simulated.acts):
        referee.follow(fact)
    assert standing(simulated.game) == standing(referee.game)
    assert referee.mistakes == []
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
