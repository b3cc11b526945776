"""Points, the best use of Freyjas, and majorities, against slower ways to the same end."""

from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from companion.cards import Card, Print
from companion.games.vedrfolnir.catalogue import is_freyja, is_score, points
from companion.games.vedrfolnir.decks import default_deck
from companion.games.vedrfolnir.scoring import multiplied, score
from companion.games.vedrfolnir.sharing import majorities, shares
from companion.games.vedrfolnir.state import Cause
from companion.places import Seat
from tests.games import setup

SCORES = [Card(each) for each in default_deck().copies if is_score(Card(each))]
sided = st.sampled_from(SCORES).flatmap(
    lambda card: (
        st.sampled_from([card._replace(side="odin"), card._replace(side="thor")])
        if card.print.kind == "tyr"
        else st.just(card)
    )
)
piles = st.lists(sided, max_size=8).map(tuple)


def best_score(won: tuple[Card, ...], factor: int) -> int:
    """Try every way to use the Freyjas."""
    plain = [points(card) for card in won if not is_freyja(card)]
    freyjas = len(won) - len(plain)
    uses = (chosen for size in range(freyjas + 1) for chosen in combinations(plain, min(size, len(plain))))
    return sum(plain) + max((factor - 1) * sum(chosen) for chosen in uses)


@given(piles, st.sampled_from([2, 3]))
def test_freyjas_are_used_best(won: tuple[Card, ...], factor: int) -> None:
    assert best_score(won, factor) == score(won, factor)


def test_freyjas_double_no_freyja_and_no_negative_card() -> None:
    """VED-7.3."""
    thor, freyja, surtr = Card(Print("thor", 1, 0)), Card(Print("freyja", None, 1)), Card(Print("surtr", 1, 0))
    assert multiplied((freyja, surtr, thor, freyja, freyja)) == (thor,)


def test_the_points_of_the_rules_page() -> None:
    cards = [
        Card(Print("thor", 3, 0)),
        Card(Print("odin", 3, 0)),
        Card(Print("surtr", 2, 0)),
        Card(Print("freyja", None, 1)),
    ]
    assert [points(card) for card in cards] == [3, 6, -6, 0]
    assert points(Card(Print("tyr", 2, 1))) == points(Card(Print("tyr", 3, 1))) == 5


@given(st.tuples(piles, piles, piles), piles)
def test_nobody_takes_a_type_without_strictly_the_most(
    stakes: tuple[tuple[Card, ...], ...], tribute: tuple[Card, ...]
) -> None:
    seats = dict(zip(map(Seat, ("Ana", "Bo", "Cy")), stakes, strict=True))
    majority = majorities(seats, tribute, setup(), Cause.BUST)
    for each in majority:
        best = [seat for seat, count in each.counts.items() if count == max(each.counts.values())]
        assert each.winner == (best[0] if len(best) == 1 else None)
    taken = [card for cards in shares(majority, tribute).values() for card in cards]
    assert all(tribute.count(card) >= taken.count(card) for card in taken)


def test_the_worked_example() -> None:
    """VED-6.4: seat 1 is bust, seat 2 takes the Thor, seat 3 the Odin."""
    two = (Card(Print("thor", 3, 0)), Card(Print("odin", 1, 0)))
    three = (Card(Print("thor", 1, 0)), Card(Print("odin", 2, 0)))
    tribute = (Card(Print("odin", 3, 1)), Card(Print("thor", 3, 1)))
    majority = majorities({Seat("2"): two, Seat("3"): three}, tribute, setup(), Cause.BUST)
    assert shares(majority, tribute) == {"3": (tribute[0],), "2": (tribute[1],)}
