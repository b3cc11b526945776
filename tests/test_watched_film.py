"""From pictures to the referee: the first turns of rendered games, watched by the eye, tracked and judged."""

import itertools
from random import Random

import pytest

from companion.games.vedrfolnir.decks import default_deck
from companion.games.vedrfolnir.hands import Hands
from companion.games.vedrfolnir.referee import Referee
from companion.games.vedrfolnir.rulings import Rulings
from companion.games.vedrfolnir.setup import Mode
from companion.games.vedrfolnir.simulation import Wishes, simulate
from deploy.evening import Evening
from deploy.joining import sight
from deploy.rendered import Manner, film_of, named_profile, own_faces, rendered_profile
from tests.commands import Companion
from tests.comparing import Judgement
from tests.watched_film import watched_film
from vision.sim.film import Pace
from vision.sim.levels import Difficulty

FACTS = 14


@pytest.mark.parametrize("mode", [Mode.STANDARD, Mode.SOLO])
def test_what_the_film_shows_is_what_is_told(mode: Mode) -> None:
    simulated = simulate(Wishes(mode=mode, seats=4, rulings=Rulings()), "watched")
    setup, deck = simulated.setup, default_deck()
    facts = tuple(itertools.islice(Hands(setup, Random(1)).evening(simulated.acts), FACTS))
    profile = rendered_profile(setup, (1920, 1080), Difficulty.MIDDLE)
    film = film_of(Evening(setup, facts), profile, own_faces(deck, 5), Manner(pace=Pace(is_cut=True)))
    watched = watched_film(film.frames(), sight(named_profile(profile, setup), setup, deck))
    tally = watched.tally()
    assert tally[Judgement.FOUND] == tally.true_changes
    referee = Referee(setup)
    for fact in watched.told:
        referee.follow(fact)
    assert referee.mistakes == ()


def test_a_source_that_is_no_film(companion: Companion) -> None:
    ran = companion("watch", "--source", "sim:nowhere.jsonl")
    assert (ran.status, ran.out) == (2, "")
    assert "nowhere.jsonl" in ran.err
