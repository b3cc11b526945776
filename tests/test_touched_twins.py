"""Cards of one print, misread and unread ones: which of them is meant when the eye sees one come."""

from dataclasses import replace

import pytest

from companion.facts import BACK, UNKNOWN, Found, Moved, Placed, Removed, Reread, Unnamed, Way
from companion.games.vedrfolnir.acts import Give, Played
from companion.games.vedrfolnir.session import Perform
from companion.games.vedrfolnir.setup import Mode
from companion.games.vedrfolnir.zones import DISCARD, HEILHEIM, PILE, TRIBUTE, jokers, stake, won
from companion.geometry import Point, Pose
from companion.intents import Correct
from companion.journal import Journal
from companion.meant import Lawful
from companion.mirror import Aloft, Lying, Mirror
from companion.missing import Absence
from companion.observation import Area, Observation
from companion.outlines import Look
from companion.places import Seat
from companion.restarting import NOTHING_OWED
from companion.tabletop import Laid
from companion.witness import Witness
from tests.touching.example import Example
from tests.touching.table import Piece
from tests.true_table import SHAPE

ANA, BO = Seat("Ana"), Seat("Bo")
HERS, HIS, HOARD = stake(ANA), stake(BO), won(ANA)
PILES = frozenset((DISCARD, HOARD))
UNLAWFUL = Lawful(lambda _: False, lambda _: False)


@pytest.fixture
def table(journal: Journal) -> Example:
    return Example(journal)


def lying(name: str, card: int, read: str | None = None) -> Lying:
    return Lying(name, Way.UPRIGHT, card, read or name)


def witnessed(said: Mirror) -> Witness:
    return Witness(said, PILES, lambda _: False)


def test_a_card_that_may_come_is_not_a_misread_one_of_its_print() -> None:
    """Somebody refuses a Nornes with another one that was misread and named: the given one comes first."""
    said = Mirror()
    said.relay(jokers(ANA), [lying("nornes", 1, "odin-2r-1s#02")])
    said.said.names[1] = "nornes"
    came = Placed(1.0, "nornes#02", DISCARD)
    moved = Moved(1.0, "nornes#02", jokers(ANA), DISCARD, None, None, 0)
    assert witnessed(said).retold(came, said).facts == (came,)
    assert witnessed(said).retold(came, said, frozenset(((1, DISCARD),))).facts == (moved,)
    assert witnessed(said).retold(came, said, NOTHING_OWED, UNLAWFUL).facts == (moved,)


def test_of_twins_that_people_have_carried_the_one_that_they_have_there_comes() -> None:
    said = Mirror()
    said.relay(HERS, [lying("odin-3r-2s", 1)])
    said.relay(HIS, [lying("odin-3r-2s", 2)])
    witness = witnessed(said)
    said.relay(DISCARD, said.lying(HERS))
    said.relay(HOARD, said.lying(HIS))
    said.relay(HERS, ())
    said.relay(HIS, ())
    told = witness.retold(Moved(1.0, "odin-3r-2s", HERS, HOARD, None, None, 0), said)
    assert (told.facts, told.card) == ((), 2)


def test_a_card_in_the_air_comes_before_a_covered_unread_one_of_its_print() -> None:
    said = Mirror()
    said.relay(HERS, [lying("thor-3r-2s", 1, UNKNOWN), lying("odin-1r-1s", 2)])
    said.relay(HIS, [lying("thor-3r-2s", 3, "odin-2r-1s")])
    said.said.names.update({1: "thor-3r-2s", 3: "thor-3r-2s"})
    witness = witnessed(said)
    left, came = Removed(1.0, "odin-2r-1s", HIS, 0), Placed(1.0, "thor-3r-2s", DISCARD)
    told = witness.retold(left, said)
    said.follow(replace(left, card="thor-3r-2s"))
    witness.follow(left, told, said)
    assert witness.retold(came, said, frozenset(((3, DISCARD),))).facts == (came,)


def test_something_unread_on_a_pile_that_is_read_as_another_card_is_that_one() -> None:
    said = Mirror()
    said.relay(HOARD, [lying("freyja-3s", 1, UNKNOWN)])
    said.said.names[1] = "freyja-3s"
    gone, read = Unnamed(1.0, UNKNOWN, HOARD, None), Reread(1.0, "hugin-0s#02", HOARD, None, None)
    assert witnessed(said).reread(gone, read, said).facts[-1] == read
    same = Reread(1.0, "freyja-3s#02", HOARD, None, None)
    assert witnessed(said).reread(gone, same, said).facts == ()


def test_a_card_without_number_that_something_unread_was_taken_for_comes_only_now() -> None:
    said = Mirror()
    said.relay(DISCARD, [lying("odin-1r-0s", 1, UNKNOWN)])
    came = Placed(1.0, "odin-1r-0s", DISCARD)
    told = witnessed(said).retold(came, said, NOTHING_OWED, UNLAWFUL)
    assert (told.facts, told.card) == ((), 1)
    assert witnessed(said).retold(came, said).facts == (came,)


def test_a_card_given_by_hand_long_ago_is_not_the_one_that_may_come_now() -> None:
    said = Mirror()
    said.relay(HERS, [lying(f"thor-1r-2s#0{number}", 9000 + number) for number in (1, 2, 3)])
    witness = witnessed(said)
    said.relay(DISCARD, [lying("brynhildr", 5000)])
    came = Placed(1.0, "brynhildr", DISCARD)
    assert witness.retold(came, said).facts == (came,)
    assert witness.retold(came, said, NOTHING_OWED, UNLAWFUL).facts == ()


@pytest.mark.parametrize("read", [UNKNOWN, "thor-3r-4s"])
def test_a_strip_that_is_read_at_last_is_no_twin_of_the_same_fan(table: Example, read: str) -> None:
    """The strip may belong to a card on its other side, which would lie just about where the twin lies."""
    for name in ("thor-1r-3s", "odin-1r-1s", "odin-2r-1s"):
        table.lay(name, HIS)
    card = table.lay("thor-1r-3s", HIS, read)
    table.lay("odin-3r-1s", HIS)
    before = [each.name for each in table.seen.real(HIS)]
    table.say(Correct("thor-1r-3s", HIS, 3))
    table.read_in_a_glance(card, "thor-1r-3s")
    table.look()
    after = [each.name for each in table.seen.real(HIS)]
    assert (len(before), after) == (5, ["thor-1r-3s", "odin-1r-1s", "odin-2r-1s", "thor-1r-3s", "odin-3r-1s"])


def test_a_card_that_shows_on_a_pile_once_before_another_is_laid_on_it(table: Example) -> None:
    card = table.lay("thor-1r-3s", HERS)
    table.lay("odin-1r-1s", TRIBUTE)
    upper = Piece("odin-2r-1s", "odin-2r-1s")
    table.carry_under(card, DISCARD, upper)
    assert (sorted(table.names(DISCARD)), table.stake("Ana")) == (["odin-2r-1s", "thor-1r-3s"], [])


def test_of_two_cards_that_show_on_a_pile_before_anybody_misses_them_the_later_one_lies_on_the_other(
    table: Example,
) -> None:
    lower, upper = table.lay("thor-3r-3s", HERS), table.lay("thor-1r-3s", HERS)
    table.carry_under(lower, DISCARD, upper)
    table.lay("odin-1r-1s", HIS)
    assert (table.names(DISCARD), table.stake("Ana")) == (["thor-3r-3s", "thor-1r-3s"], [])


def test_something_unread_where_a_card_in_the_air_is_owed_is_not_one_given_by_hand() -> None:
    said = Mirror()
    said.relay(HERS, [lying("thor-2r-0s#01", 1, UNKNOWN)])
    said.said.names[1] = "thor-2r-0s#01"
    witness = witnessed(said)
    left, came = Removed(1.0, UNKNOWN, HERS, 0), Placed(2.0, UNKNOWN, DISCARD)
    told = witness.retold(left, said)
    said.follow(replace(left, card="thor-2r-0s#01"))
    witness.follow(left, told, said)
    said.relay(DISCARD, [lying("nornes", 5000)])
    assert witness.retold(came, said, NOTHING_OWED).card == 5000
    assert witness.retold(came, said, frozenset(((1, DISCARD),))).card is None


def test_a_misread_card_that_is_owed_comes_before_an_unread_one_of_its_print_that_is_not() -> None:
    said = Mirror()
    said.relay(TRIBUTE, [lying("odin-1r-3s", 1, UNKNOWN), lying("thor-1r-2s#01", 2)])
    said.relay(HIS, [lying("odin-1r-3s", 3, "odin-2r-3s#01")])
    said.said.names.update({1: "odin-1r-3s", 3: "odin-1r-3s"})
    came, owed = Placed(1.0, "odin-1r-3s#02", DISCARD), frozenset(((1, HOARD), (3, DISCARD)))
    assert witnessed(said).retold(came, said, owed).card == 3


@pytest.mark.parametrize(
    ("left", "is_paid", "is_carried"),
    [((1, 3), True, False), ((3, 1), True, True), ((1, 1), True, False), ((1, 1), False, True)],
)
def test_a_drawn_card_is_no_covered_unread_one_of_its_print_if_less_is_left_to_do_so(
    left: tuple[int, int], *, is_paid: bool, is_carried: bool
) -> None:
    """Where as much is left either way, one that a joker may pay for was given and refused: nobody is accused."""
    said = Mirror()
    said.relay(TRIBUTE, [lying("sleipnir-1s", 1, UNKNOWN), lying("thor-2r-3s", 2)])
    said.said.names[1] = "sleipnir-1s"
    lawful = Lawful(once_paid=lambda _: is_paid, left=lambda fact: left[isinstance(fact, Moved)])
    told = witnessed(said).retold(Placed(1.0, "sleipnir-1s", DISCARD), said, NOTHING_OWED, lawful)
    assert (told.card == 1) == is_carried


@pytest.mark.parametrize("is_answered", [True, False])
def test_while_a_card_is_not_answered_for_it_may_have_sent_a_misread_one_away(*, is_answered: bool) -> None:
    said = Mirror()
    unread = lying("loki-0s" if is_answered else UNKNOWN, 2, UNKNOWN)
    said.relay(HIS, [lying("fenrir-0s", 1, "surtr-1r-2s#03"), unread])
    said.said.names[1] = "fenrir-0s"
    told = witnessed(said).retold(Placed(1.0, "fenrir-0s#03", DISCARD), said)
    assert told.card == (None if is_answered else 1)


@pytest.mark.parametrize("is_owed", [True, False])
def test_a_misread_card_without_a_number_comes_where_it_is_owed_before_it_is_missed(*, is_owed: bool) -> None:
    said = Mirror()
    said.relay(HIS, [lying("freyja-1s", 1, "thor-2r-2s")])
    said.said.names[1] = "freyja-1s"
    owed = frozenset(((1, DISCARD),)) if is_owed else NOTHING_OWED
    came = Placed(1.0, "freyja-1s", DISCARD)
    assert witnessed(said).retold(came, said, owed).card == (1 if is_owed else None)
    assert witnessed(said).retold(came, said, owed, UNLAWFUL).card == 1


def test_a_card_read_by_another_name_exactly_where_it_lay_is_no_second_one(table: Example) -> None:
    card = table.lay("thor-2r-0s", HERS, "ratatosk")
    table.say(Correct("thor-2r-0s", HERS, 0))
    table.read(card, "thor-2r-0s")
    assert (len(table.seen.real(HERS)), table.stake("Ana")) == (1, ["thor-2r-0s"])


@pytest.mark.parametrize("is_turned", [True, False])
def test_a_card_revealed_by_hand_has_not_come_while_its_back_still_lies_on_the_pile(*, is_turned: bool) -> None:
    said = Mirror()
    said.relay(PILE, [] if is_turned else [lying(BACK, 1)])
    witness = Witness(said, PILES | {PILE}, lambda _: False)
    said.relay(PILE, [])
    said.relay(DISCARD, [lying("brynhildr", 5000)])
    told = witness.retold(Placed(1.0, "brynhildr", DISCARD), said)
    assert told.card == (5000 if is_turned else None)


def test_a_card_given_by_hand_and_laid_late_is_none_of_a_pile_that_still_lies_there(journal: Journal) -> None:
    table = Example(journal, Mode.SOLO)
    table.lay(BACK, PILE)
    table.lay("odin-1r-1s", stake(HEILHEIM))
    table.say(Perform(Give(Played("eikthyrnir"), TRIBUTE)))
    table.lay("brynhildr", DISCARD)
    table.lay(BACK, DISCARD)
    table.lay("eikthyrnir", DISCARD)
    assert table.names(DISCARD).count("eikthyrnir") == 1


def test_a_card_half_under_another_of_its_pile_may_lie_under_others_that_nobody_saw() -> None:
    lower, upper = Laid("tyr-3r-2s", DISCARD, height=1, read=frozenset(range(4))), Laid("odin-3r-4s", DISCARD, height=2)
    lower.outline, upper.outline = (SHAPE.laid(Pose(Point(x, y), 0)) for x, y in ((125, 107), (100, 100)))
    upper.before = upper.outline
    look = Look(Observation(1.0, (Area(0, 0, 300, 300),), ()), SHAPE.reach_mm)
    for _ in range(3):
        absence = Absence(look, SHAPE, PILES, {upper}, {}, (), ())
        assert absence.gone([lower, upper]) == []


@pytest.mark.parametrize("is_owed", [True, False])
def test_an_unread_card_that_nothing_lies_on_comes_where_it_is_owed_before_it_is_missed(*, is_owed: bool) -> None:
    said = Mirror()
    said.relay(HIS, [lying("thor-3r-2s", 1, UNKNOWN)])
    said.said.names[1] = "thor-3r-2s"
    owed = frozenset(((1, DISCARD),)) if is_owed else NOTHING_OWED
    told = witnessed(said).retold(Placed(1.0, "thor-3r-2s", DISCARD), said, owed)
    assert told.card == (1 if is_owed else None)


def test_something_unread_on_a_pile_was_not_the_card_that_shows_its_number_there_only_now() -> None:
    said = Mirror()
    said.relay(HOARD, [lying("surtr-2r-1s", 1, UNKNOWN)])
    came = Placed(1.0, "surtr-2r-1s#01", HOARD)
    assert witnessed(said).retold(came, said, NOTHING_OWED, UNLAWFUL).card == 1
    assert witnessed(said).retold(came, said).card is None


def test_an_unread_card_read_at_last_when_its_twin_is_taken_up_is_no_second_one(table: Example) -> None:
    twin = table.lay("sleipnir-1s", HIS)
    card = table.lay("sleipnir-1s", TRIBUTE, UNKNOWN)
    table.take_and_read(twin, card, "sleipnir-1s")
    assert ([each.name for each in table.seen.real(TRIBUTE)], table.names(HIS)) == (["sleipnir-1s"], [])


@pytest.mark.parametrize("is_owed", [True, False])
def test_a_card_that_seems_carried_where_its_twin_in_the_air_is_owed_is_that_twin(*, is_owed: bool) -> None:
    said = Mirror()
    said.relay(HIS, [lying("odin-3r-1s", 1, "thor-2r-2s")])
    said.relay(HERS, [lying("odin-3r-1s", 2)])
    said.said.names[1] = "odin-3r-1s"
    witness = witnessed(said)
    left, moved = Removed(1.0, "thor-2r-2s", HIS, 0), Moved(1.0, "odin-3r-1s", HERS, DISCARD, None, None, 0)
    told = witness.retold(left, said)
    said.follow(left)
    witness.follow(left, told, said)
    owed = frozenset(((1, DISCARD), (2, HOARD))) if is_owed else NOTHING_OWED
    twins = (Removed(1.0, "odin-3r-1s", HERS, 0), Placed(1.0, "odin-3r-1s", DISCARD))
    assert witness.retold(moved, said, owed).facts == (twins if is_owed else (moved,))


@pytest.mark.parametrize("is_owed", [True, False])
def test_something_unread_that_comes_is_the_only_unread_card_that_is_owed_there(*, is_owed: bool) -> None:
    said = Mirror()
    said.relay(HIS, [lying("thor-1r-1s", 1, UNKNOWN)])
    said.said.names[1] = "thor-1r-1s"
    owed = frozenset(((1, DISCARD),)) if is_owed else NOTHING_OWED
    told = witnessed(said).retold(Placed(1.0, UNKNOWN, DISCARD), said, owed)
    assert told.card == (1 if is_owed else None)


@pytest.mark.parametrize("is_owed", [True, False])
def test_a_card_of_which_the_eye_misread_the_number_comes_where_it_is_owed_before_it_is_missed(
    *, is_owed: bool
) -> None:
    said = Mirror()
    said.relay(HIS, [lying("odin-2r-2s", 1, "odin-2r-2s#02")])
    said.said.names[1] = "odin-2r-2s"
    owed = frozenset(((1, HOARD),)) if is_owed else NOTHING_OWED
    told = witnessed(said).retold(Placed(1.0, "odin-2r-2s#01", HOARD), said, owed)
    assert told.card == (1 if is_owed else None)


def test_a_card_named_otherwise_and_then_as_before_is_carried_by_its_new_identity() -> None:
    said = Mirror()
    said.relay(TRIBUTE, [lying("sleipnir-1s", 1), lying("thor-2r-3s", 2)])
    witness = witnessed(said)
    said.aloft = (Aloft(lying("sleipnir-1s", 1), HIS, is_stale=True),)
    said.relay(TRIBUTE, [lying("sleipnir-1s", 100), lying("thor-2r-3s", 2)])
    moved = Moved(5.0, "sleipnir-1s", TRIBUTE, DISCARD, from_index=0)
    assert witness.retold(moved, said, NOTHING_OWED).facts == (moved,)


@pytest.mark.parametrize("is_lifted", [True, False])
def test_a_card_that_is_drawn_is_none_of_its_print_that_an_act_by_hand_put_on_that_pile(
    table: Example, *, is_lifted: bool
) -> None:
    """That one left and was seen nowhere, or nobody could read it and it lies under another one since."""
    card = table.lay("ratatosk", HERS, "ratatosk" if is_lifted else UNKNOWN)
    table.say(*() if is_lifted else (Correct("ratatosk", HERS, 0),))
    table.lay_all({HIS: "odin-2r-1s", stake(Seat("Cy")): "odin-2r-3s", TRIBUTE: "odin-1r-1s"})
    table.say(Perform(Give(Played("loki-0s"), ANA)))
    if is_lifted:
        table.take(card)
    table.lay("loki-0s", HERS)
    table.lay("hugin-0s", HIS)
    assert "draw" in table.asked
    drawn = "ratatosk" if is_lifted else "ratatosk#02"
    table.lay(drawn, DISCARD)
    assert (table.names(DISCARD), "draw" in table.asked) == (["ratatosk", drawn], False)


@pytest.mark.parametrize(("was_seen", "came", "card"), [(True, Placed, None), (True, Found, 1), (False, Placed, 1)])
def test_a_card_put_on_a_pile_by_hand_is_late_if_nobody_saw_it_before_else_its_twin_is_drawn(
    came: type[Placed], card: int | None, *, was_seen: bool
) -> None:
    """The draw may be owed for a card that is misread; what an eye finds which begins again may have come before it."""
    said = Mirror()
    said.relay(HERS, [lying("ratatosk", 1)] if was_seen else [])
    witness = witnessed(said)
    said.relay(HERS, [])
    said.relay(DISCARD, [lying("ratatosk", 1)])
    drawn = Lawful(is_drawn=lambda _: True)
    assert witness.retold(came(1.0, "ratatosk", DISCARD), said, lawful=drawn).card == card
