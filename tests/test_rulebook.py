"""What the fold tells besides the game: why an act is forbidden, what was cleared, which card sets an objective."""

import pytest

from companion.cards import Card, Print
from companion.facts import Placed, Removed
from companion.games.vedrfolnir.acts import Act, Give, Hide, KeepTable, Played, Reveal
from companion.games.vedrfolnir.events import Cleared
from companion.games.vedrfolnir.rulebook import play
from companion.games.vedrfolnir.setup import Mode
from companion.games.vedrfolnir.state import Game, objective_card
from companion.games.vedrfolnir.verdicts import Forbidden
from companion.games.vedrfolnir.zones import DISCARD
from companion.mirror import Mirror
from companion.places import Seat, Zone
from tests.games import setup

THOR = Played("thor-1r-1s")


@pytest.mark.parametrize(
    ("acts", "said"),
    [
        ([Reveal(THOR)], "no-reveal"),
        ([Hide(), Give(Played("brynhildr"), None), Give(THOR, Seat("Valhalla"))], "reveal-open"),
    ],
)
def test_whether_a_reveal_is_open_is_said(acts: list[Act], said: str) -> None:
    forbidden = play(setup(Mode.SOLO), acts)
    assert isinstance(forbidden, Forbidden)
    assert forbidden.message.key == f"forbidden.{said}"


def test_equal_cards_are_won_from_the_tribute_and_the_winners_stake_first() -> None:
    bo = ("thor-3r-4s", "odin-1r-0s")
    lying = {"stake:Ana": ("thor-1r-4s", "thor-2r-4s"), "stake:Bo": bo, "tribute": ("odin-1r-0s",)}
    kept = KeepTable({Zone(zone): cards for zone, cards in lying.items()})
    game = play(setup(), [kept, Give(Played("thor-3r-4s"), Seat("Ana"))])
    assert isinstance(game, Game)
    cleared = {each.zone: {target for _, target in each.targets} for each in game.events if isinstance(each, Cleared)}
    assert cleared == {"tribute": {"won:Ana"}, "stake:Ana": {"won:Ana"}, "stake:Bo": {DISCARD}}


def test_the_last_objective_card_counts() -> None:
    ratatosk, nidhogg = Card(Print("ratatosk", None, None)), Card(Print("nidhogg", None, None))
    assert objective_card((ratatosk, nidhogg)) == nidhogg


def test_cards_of_lines_that_were_not_numbered_are_told_apart() -> None:
    mirror = Mirror()
    shifts = [mirror.follow(Placed(0.0, "thor-1r-1s", Zone("stake:Ana"), place)) for place in (0, 1)]
    assert len({shift.id for shift in shifts if shift is not None}) == 2


def test_of_twins_in_the_air_the_one_that_left_first_is_placed_first() -> None:
    mirror, ana = Mirror(), Zone("stake:Ana")
    for place in (0, 1):
        mirror.follow(Placed(0.0, "thor-1r-1s", ana, place))
    first, _ = (mirror.follow(Removed(1.0, "thor-1r-1s", ana, 0)) for _ in range(2))
    placed = mirror.follow(Placed(2.0, "thor-1r-1s", Zone("stake:Bo"), 0))
    assert first is not None
    assert placed is not None
    assert placed.id == first.id


def test_a_number_left_out_for_one_twin_does_not_make_a_third() -> None:
    mirror, ana, bo = Mirror(), Zone("stake:Ana"), Zone("stake:Bo")
    for number in (1, 2):
        mirror.follow(Placed(0.0, f"thor-1r-1s#0{number}", ana, number - 1))
    for number in (1, 2):
        mirror.follow(Removed(1.0, f"thor-1r-1s#0{number}", ana, 0))
    shifts = [mirror.follow(Placed(2.0, name, bo)) for name in ("thor-1r-1s", "thor-1r-1s#01")]
    assert [shift.source for shift in shifts if shift is not None] == [ana, ana]
