"""Short evenings and what comes of them by the pages."""

from companion.games.vedrfolnir.ledger import Ledger
from companion.places import Seat
from tests.brief import STANDARD, Line, carried, judge, laid, lying, stake, told


def settled(ledger: Ledger) -> list[bool]:
    return [each.is_settled for each in ledger.referee.mistakes]


SLEIPNIR = laid("sleipnir-1s#01", "stake:Ana", 0)
TO_BO = laid("thor-1r-1s#01", "stake:Bo", 0)
TO_CY = laid("odin-1r-1s#01", "stake:Cy", 0)
TO_THE_MIDDLE = laid("odin-2r-1s#01", "tribute", 0)


def test_a_card_that_is_not_drawn_leaves_the_turn_as_it_is() -> None:
    ledger = judge(STANDARD, SLEIPNIR, TO_BO, pace_s=5)
    game = ledger.referee.game
    assert told(ledger) == [("no-draw", 3)]
    assert (game.turn, game.active, game.hand, set(game.served)) == (1, "Ana", 2, {"Ana", "Bo"})


def test_a_card_drawn_after_several_others_were_given() -> None:
    ledger = judge(STANDARD, SLEIPNIR, TO_BO, TO_CY, TO_THE_MIDDLE, laid("thor-2r-0s#01", "stake:Ana", 1), pace_s=5)
    game = ledger.referee.game
    assert (told(ledger), settled(ledger)) == ([("no-draw", 3)], [True])
    assert [stake(game, seat) for seat in ("Ana", "Bo", "Cy")] == [
        ["sleipnir-1s", "thor-2r-0s"],
        ["thor-1r-1s"],
        ["odin-1r-1s"],
    ]
    assert (game.turn, game.hand) == (2, 4)


def test_hell_takes_the_objective_after_the_rest_of_the_hand_was_laid_down() -> None:
    """Sixteen stars are exact until hell sends the sixteen away; which it does is seen after the rest of the hand."""
    stars = ["nidhogg#01", "thor-1r-4s#01", "thor-2r-4s#01", "thor-3r-4s#01", "odin-1r-3s#01"]
    rest = [laid(card, "discard") for card in ("odin-2r-0s#01", "odin-2r-1s#01", "odin-2r-2s#01")]
    drawn = [laid("sleipnir-1s#01", "stake:Ana", 5), laid("hell-0s#01", "stake:Ana", 6)]
    away: list[Line] = [carried(card, "stake:Ana", "discard") for card in (*stars, "sleipnir-1s#01", "hell-0s#01")]
    lines = [*lying(stake_Ana=" ".join(stars)), *drawn, *rest, *away, TO_BO]
    ledger = judge(STANDARD, *lines, pace_s=5)
    game = ledger.referee.game
    assert told(ledger) == []
    assert [(each.cause, each.seat) for each in game.collections] == [("bust", "Ana")]
    assert game.won(Seat("Ana")) == ()
