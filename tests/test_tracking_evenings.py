"""Whole simulated games, seen by tracking and judged by the referee: the same game, and no mistake."""

from random import Random

import pytest

from companion.games.vedrfolnir.catalogue import is_sided
from companion.games.vedrfolnir.hands import Hands
from companion.games.vedrfolnir.referee import Referee
from companion.games.vedrfolnir.rulebook import begin, step
from companion.games.vedrfolnir.setup import Mode
from companion.games.vedrfolnir.simulation import Wishes, simulate
from companion.games.vedrfolnir.standing import standing
from companion.games.vedrfolnir.state import Game
from companion.tracking import Tracker
from tests.table_evening import TableEvening, tracked


@pytest.mark.parametrize(("mode", "seed"), [(mode, seed) for mode in Mode for seed in (1, 2)])
def test_a_game_on_a_true_table(mode: Mode, seed: int) -> None:
    simulated = simulate(Wishes(mode=mode), f"table-{mode}-{seed}")
    sided = frozenset(card.print.name for card in simulated.setup.deck.cards() if is_sided(card))
    table = tracked(simulated.setup, sided)
    tracker, referee = Tracker(table), Referee(simulated.setup)
    hands = Hands(simulated.setup, Random(seed))
    for look in TableEvening(table, Random(seed)).looks(hands.evening(simulated.acts)):
        for fact in tracker.follow(look):
            referee.follow(fact)
    played = begin(simulated.setup)
    for act in simulated.acts:
        after = step(played, act)
        assert isinstance(after, Game)
        played = after
    assert referee.mistakes == ()
    assert standing(played) == standing(referee.game)
