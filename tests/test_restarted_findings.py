"""Small tables on which an eye that began again went wrong."""

import pytest

from companion.claims import claims
from companion.facts import BACK, UNKNOWN, Moved, Placed, Removed, Way
from companion.games.vedrfolnir.acts import Give, Hide, Played, Reveal
from companion.games.vedrfolnir.session import Perform
from companion.games.vedrfolnir.setup import Mode
from companion.games.vedrfolnir.zones import DISCARD, HEILHEIM, PILE, TRIBUTE, VALHALLA, jokers, stake
from companion.geometry import Point, Pose
from companion.intents import Correct, SayAbsent
from companion.journal import Journal
from companion.mirror import Lying, Mirror, print_name
from companion.observation import Area, Observation
from companion.observation import Sighting as Observed
from companion.outlines import Look, ZoneMap
from companion.places import Seat
from companion.profile import ZonePlan
from companion.recognising import Recogniser
from companion.tabletop import Laid, Tabletop
from companion.unplaced import Unplaced, is_hinted
from companion.witness import UNTOLD, Witness
from tests.touching.example import Example
from tests.touching.table import Piece
from tests.true_table import SHAPE

HERS, HIS, THEIRS = (stake(Seat(each)) for each in ("Ana", "Bo", "Cy"))
THOR, ODIN, SURTR, LOKI = "thor-1r-2s#01", "odin-1r-1s#01", "surtr-1r-1s#01", "loki-0s#01"
FIRST_TURN = {HIS: ODIN, THEIRS: SURTR, TRIBUTE: "odin-2r-0s#01"}
SECOND_TURN = {HIS: "odin-2r-1s#01", THEIRS: "thor-2r-0s#01", TRIBUTE: "thor-3r-0s#01"}


@pytest.fixture
def table(journal: Journal) -> Example:
    return Example(journal)


def reopened_on_two_unread(table: Example) -> Piece:
    """Two cards on each other in a stake that nobody could read, and an eye that began again; the upper one."""
    table.lay(THOR, HERS, UNKNOWN)
    table.say(Correct("thor-1r-2s", HERS, 0))
    table.lay_all(FIRST_TURN)
    upper = table.lay("odin-2r-2s#01", HERS, UNKNOWN)
    table.say(Correct("odin-2r-2s", HERS, 1))
    table.reopen()
    table.lay_all(SECOND_TURN)
    return upper


def test_an_unread_card_on_an_unread_one_is_none_that_came_to_light(table: Example) -> None:
    reopened_on_two_unread(table)
    third = table.lay("odin-3r-0s#01", HERS, UNKNOWN)
    assert table.stake("Ana") == ["thor-1r-2s", "odin-2r-2s", UNKNOWN]
    table.read(third, "odin-3r-0s#01")
    assert table.stake("Ana") == ["thor-1r-2s", "odin-2r-2s", "odin-3r-0s#01"]
    assert (table.accused, table.asked) == ([], [])


def test_a_card_of_the_print_of_one_that_nobody_has_found_yet_comes_to_lie_on_them(table: Example) -> None:
    reopened_on_two_unread(table)
    table.lay("thor-1r-2s#02", HERS)
    assert table.stake("Ana") == ["thor-1r-2s", "odin-2r-2s", "thor-1r-2s#02"]
    assert (table.accused, table.asked) == ([], [])


@pytest.mark.parametrize("read", [UNKNOWN, "odin-2r-2s#01"])
def test_an_unread_card_comes_to_light_when_the_one_on_it_is_put_away(table: Example, read: str) -> None:
    upper = reopened_on_two_unread(table)
    upper.read = read
    table.carry(upper, DISCARD)
    assert (table.stake("Ana"), [print_name(each) for each in table.names(DISCARD)]) == (["thor-1r-2s"], ["odin-2r-2s"])


def test_an_unread_card_comes_to_light_though_later_ones_still_lie_beside_it(table: Example) -> None:
    table.lay(THOR, HERS, UNKNOWN)
    table.say(Correct("thor-1r-2s", HERS, 0))
    on_it = [table.lay(f"odin-2r-{stars}s#01", HERS) for stars in range(1, 5)]
    table.lay(ODIN, HERS)
    table.reopen()
    for each in on_it:
        table.carry_in_a_glance(each, DISCARD)
        table.look()
    assert table.stake("Ana") == ["thor-1r-2s", ODIN]


def test_something_unread_apart_from_a_fan_is_no_card_of_it(table: Example) -> None:
    reopened_on_two_unread(table)
    table.haunt(UNKNOWN, HERS)
    assert table.stake("Ana") == ["thor-1r-2s", "odin-2r-2s", UNKNOWN]


def test_an_unread_card_that_left_a_fan_does_not_lie_under_one_apart_from_it(table: Example) -> None:
    lower = table.lay(THOR, HERS, UNKNOWN)
    table.say(Correct("thor-1r-2s", HERS, 0))
    middle, upper = table.lay(ODIN, HERS), table.lay("odin-2r-2s#01", HERS)
    table.haunt("heimdall#01", HERS)
    table.say(SayAbsent(HERS, 3))
    table.reopen()
    table.take(lower)
    table.carry(middle, DISCARD)
    table.carry(upper, DISCARD)
    assert table.stake("Ana") == []


def test_a_card_hidden_where_the_only_one_was_revealed_by_hand_is_another_one(journal: Journal) -> None:
    table = Example(journal, Mode.SOLO)
    table.lay(BACK, PILE)
    table.carry(table.lay("brynhildr#01", TRIBUTE), DISCARD)
    table.lay(BACK, DISCARD)
    table.reopen()
    table.say(Perform(Reveal(Played("odin-1r-0s#01"))))
    table.lay(BACK, PILE)
    assert table.session.game.pile == 1


def test_of_two_unread_things_the_one_that_people_denied_vanishes_after_a_restart(table: Example) -> None:
    card = table.lay("heimdall#01", jokers(Seat("Ana")), UNKNOWN)
    table.say(Correct("heimdall", jokers(Seat("Ana")), 0))
    ghost = table.haunt(UNKNOWN, jokers(Seat("Ana")))
    table.say(SayAbsent(jokers(Seat("Ana")), 1))
    table.reopen()
    lines = table.lines
    table.take(ghost)
    assert (table.lines, table.names(jokers(Seat("Ana")))) == (lines, ["heimdall"])
    table.carry(card, DISCARD)
    assert (table.names(jokers(Seat("Ana"))), table.names(DISCARD)) == ([], ["heimdall"])


def test_an_unread_card_shows_though_a_denied_thing_after_it_does_not_any_more(table: Example) -> None:
    card = table.lay(THOR, HERS, UNKNOWN)
    table.say(Correct("thor-1r-2s", HERS, 0))
    ghost = table.haunt(UNKNOWN, HERS)
    table.say(SayAbsent(HERS, 1))
    table.take(ghost)
    table.reopen()
    assert [each.read for each in table.seen.real(HERS)] == ["thor-1r-2s"]
    table.take(card)
    assert table.stake("Ana") == []


def test_a_card_that_an_act_by_hand_sent_to_the_discard_is_not_the_unread_one_under_it(table: Example) -> None:
    card = table.lay(THOR, HERS)
    table.lay_all(FIRST_TURN)
    table.lay("nidhogg#01", DISCARD, UNKNOWN)
    table.say(Correct("nidhogg#01", DISCARD, None), Perform(Give(Played(LOKI), Seat("Ana"))))
    table.lay(LOKI, HERS)
    table.carry(card, DISCARD)
    lines = table.lines
    table.reopen()
    assert (table.lines, table.names(DISCARD)) == (lines, ["nidhogg#01", THOR])


def test_a_twin_of_a_card_without_number_that_an_act_by_hand_put_away_after_a_restart(table: Example) -> None:
    table.say(Perform(Give(Played("thor-1r-2s"), Seat("Ana"))))
    card = table.lay(THOR, HERS)
    table.reopen()
    table.lay_all(FIRST_TURN)
    table.say(Perform(Give(Played(LOKI), Seat("Ana"))))
    table.lay(LOKI, HERS)
    table.take(card)
    table.lay_all(SECOND_TURN)
    table.lay("thor-1r-2s#02", HERS)
    assert (table.stake("Ana"), table.names(DISCARD)) == ([LOKI, "thor-1r-2s#02"], ["thor-1r-2s"])


def test_a_drawn_card_of_the_print_of_a_covered_unread_one_goes_straight_to_the_discard(table: Example) -> None:
    table.lay("sleipnir-1s#08", HERS, UNKNOWN)
    table.lay("freyja-2s#02", HERS)
    table.say(Correct("sleipnir-1s", HERS, 0))
    table.lay("hugin-0s#04", HIS)
    table.lay("sleipnir-1s#01", DISCARD)
    assert (table.stake("Ana"), table.names(DISCARD)) == (["sleipnir-1s", "freyja-2s#02"], ["sleipnir-1s#01"])


def test_a_covered_unread_card_named_by_its_print_after_a_restart_is_read_where_it_lies(table: Example) -> None:
    card = table.lay(THOR, HERS, UNKNOWN)
    table.lay_all(FIRST_TURN)
    table.lay("odin-2r-2s#01", HERS)
    table.reopen()
    table.say(Correct("thor-1r-2s", HERS, 0))
    lines = table.lines
    table.read(card, THOR)
    assert (table.lines, table.stake("Ana")) == (lines, ["thor-1r-2s", "odin-2r-2s#01"])


def test_an_unread_card_stays_under_one_that_came_after_something_apart(table: Example) -> None:
    table.lay(THOR, HERS, UNKNOWN)
    table.say(Correct("thor-1r-2s", HERS, 0))
    table.lay_all(FIRST_TURN)
    ghost = table.haunt(UNKNOWN, HERS)
    table.say(Perform(Give(Played("odin-2r-2s#01"), Seat("Ana"))))
    table.lay("odin-2r-2s#01", HERS)
    table.reopen()
    table.say(SayAbsent(HERS, 1))
    table.take(ghost)
    assert table.stake("Ana") == ["thor-1r-2s", "odin-2r-2s#01"]


def test_a_back_on_cards_that_an_act_by_hand_sent_to_the_discard_before_a_restart(table: Example) -> None:
    card = table.lay(THOR, HERS)
    table.lay_all(FIRST_TURN)
    table.lay(BACK, DISCARD)
    table.say(Perform(Give(Played(LOKI), Seat("Ana"))))
    table.lay(LOKI, HERS)
    table.carry(card, DISCARD)
    table.reopen()
    table.lay(BACK, DISCARD)
    assert table.names(DISCARD) == [BACK, THOR, BACK]


def test_a_covered_card_is_read_on_a_pile_while_another_unread_one_is_in_the_air() -> None:
    said = Mirror()
    said.relay(HERS, [Lying("odin-3r-1s", Way.UPRIGHT, 1, UNKNOWN), Lying(THOR, Way.UPRIGHT, 2, THOR)])
    said.relay(HIS, [Lying("thor-1r-0s", Way.UPRIGHT, 3, UNKNOWN)])
    witness = Witness(said, frozenset((DISCARD,)), lambda _: False)
    left, came = Removed(1.0, UNKNOWN, HIS, 0), Placed(2.0, "odin-3r-1s#01", DISCARD)
    said.follow(left)
    witness.follow(left, UNTOLD, said)
    told = witness.retold(came, said, frozenset(((1, DISCARD), (3, DISCARD)))).facts
    assert [type(each) for each in told] == [Moved]


def test_a_back_that_was_hidden_by_hand_after_a_restart_is_laid_before_it_is_revealed(journal: Journal) -> None:
    table = Example(journal, Mode.SOLO)
    table.lay(BACK, PILE)
    table.reopen()
    table.lay_all({stake(VALHALLA): THOR, stake(HEILHEIM): ODIN, TRIBUTE: SURTR})
    table.say(Perform(Hide()))
    table.carry(table.lay("brynhildr#01", TRIBUTE), DISCARD)
    table.lay(BACK, DISCARD)
    lines = table.lines
    table.lay(BACK, PILE)
    assert (table.lines, table.session.game.pile) == (lines, 2)


def test_a_back_that_shows_in_a_reveal_lay_under_the_one_that_was_hidden_by_hand_before_a_restart(
    journal: Journal,
) -> None:
    table = Example(journal, Mode.SOLO)
    table.lay(BACK, PILE)
    table.lay_all({stake(VALHALLA): THOR, stake(HEILHEIM): ODIN, TRIBUTE: SURTR})
    table.say_unseen(Perform(Hide()))
    upper = table.lay(BACK, PILE)
    table.reopen()
    table.carry(table.lay("brynhildr#01", TRIBUTE), DISCARD)
    table.lay(BACK, DISCARD)
    table.take(upper)
    assert (table.names(PILE), table.asked) == ([BACK], ["reveal"])
    table.lay("odin-1r-0s#01", stake(Seat("Brynhildr")))
    assert (table.names(PILE), table.session.game.pile, table.accused) == ([BACK], 1, [])


def test_a_back_that_shows_after_a_reveal_by_hand_lay_under_the_one_that_was_taken_after_it_was_said(
    journal: Journal,
) -> None:
    table = Example(journal, Mode.SOLO)
    table.lay_all({PILE: BACK, stake(VALHALLA): THOR, stake(HEILHEIM): ODIN, TRIBUTE: SURTR})
    table.lay_all(
        {PILE: BACK, stake(VALHALLA): "thor-1r-0s#01", stake(HEILHEIM): "odin-1r-0s#02", TRIBUTE: "freyja-1s#01"}
    )
    upper = table.lay(BACK, PILE)
    table.reopen()
    table.carry(table.lay("brynhildr#01", TRIBUTE), DISCARD)
    table.lay(BACK, DISCARD)
    table.say_unseen(Perform(Reveal(Played("odin-1r-0s"))))
    lines = table.lines
    table.take(upper)
    assert (table.lines, table.names(PILE), table.asked) == (lines, [BACK, BACK], ["reveal"])


def test_a_named_card_shows_though_another_of_its_print_was_given_by_hand_before_a_restart(table: Example) -> None:
    card = table.lay(THOR, HERS, UNKNOWN)
    table.say(Correct("thor-1r-2s", HERS, 0))
    table.read(card, THOR)
    table.lay_all(FIRST_TURN)
    table.say_unseen(Perform(Give(Played("thor-1r-2s"), Seat("Ana"))))
    table.reopen()
    lines = table.lines
    table.lay("thor-1r-2s#02", HERS)
    assert (table.lines, table.stake("Ana")) == (lines, ["thor-1r-2s", "thor-1r-2s"])


@pytest.mark.parametrize(
    ("said", "read", "is_meant"),
    [
        ("thor-1r-2s", THOR, True),
        (THOR, THOR, True),
        (THOR, "thor-1r-2s", True),
        ("thor-1r-2s#02", THOR, False),
        (ODIN, THOR, False),
    ],
)
def test_a_card_named_by_its_number_is_not_another_of_its_print(said: str, read: str, *, is_meant: bool) -> None:
    seen = Observed(read, (Pose(Point(0, 0), 0),), (), is_whole=True, sureness=1.0)
    assert is_hinted(Laid(UNKNOWN, hint=said), claims([seen], SHAPE)[0]) is is_meant


def test_a_card_at_the_edge_of_a_look_may_still_lie_under_what_comes() -> None:
    lower, upper, tabletop = Laid(UNKNOWN, hint=THOR), Laid(ODIN, read=frozenset((0, 2))), Tabletop(frozenset())
    upper.outline = SHAPE.laid(Pose(Point(100, 100), 0))
    tabletop.know(lower, HERS)
    tabletop.know(upper, HERS)
    came = Observed(UNKNOWN, (Pose(Point(117, 100), 0),), (Point(117, 100),), is_whole=True, sureness=1.0)
    for left_mm, is_covered in ((upper.outline.marks[0].x_mm - 7, True), (0.0, False)):
        look = Look(Observation(1.0, (Area(left_mm, 0, 300, 300),), ()), SHAPE.reach_mm)
        assert Unplaced(tabletop, look, {}, ()).is_covered(lower, claims([came], SHAPE)[0]) is is_covered


def test_a_card_given_by_hand_on_others_is_not_the_named_one_under_them_after_a_restart(table: Example) -> None:
    table.lay(THOR, HERS, UNKNOWN)
    table.say(Correct("thor-1r-2s", HERS, 0))
    table.lay_all(FIRST_TURN)
    table.lay("odin-2r-2s#01", HERS)
    table.lay_all(SECOND_TURN)
    table.say(Perform(Give(Played("thor-1r-2s"), Seat("Ana"))))
    last = table.lay("thor-1r-2s#02", HERS)
    table.reopen()
    table.take(last)
    assert table.stake("Ana") == ["thor-1r-2s", "odin-2r-2s#01"]


def test_a_card_of_the_discard_given_by_hand_is_not_an_unread_one_deeper_in_it_after_a_restart(table: Example) -> None:
    table.lay(THOR, DISCARD, UNKNOWN)
    table.say(Correct(THOR, DISCARD, None))
    table.lay(BACK, DISCARD)
    table.say(Perform(Give(Played("nornes#02"), TRIBUTE)))
    table.lay("nornes#02", DISCARD)
    lines = table.lines
    table.reopen()
    assert (table.lines, table.names(DISCARD)) == (lines, [THOR, BACK, "nornes#02"])


def test_a_card_that_people_put_away_and_that_still_lies_there_is_no_unread_one_that_they_named(table: Example) -> None:
    table.lay(THOR, HERS, UNKNOWN)
    table.say(Correct("thor-1r-2s", HERS, 0))
    table.lay_all(FIRST_TURN)
    table.say(Perform(Give(Played("odin-2r-2s"), Seat("Ana"))))
    above = table.lay("odin-2r-2s#01", HERS)
    table.lay_all(SECOND_TURN)
    table.say_unseen(Perform(Give(Played("loki-0s"), Seat("Ana"))))
    table.reopen()
    table.lay_unseen("loki-0s#01", HERS)
    table.carry(above, DISCARD)
    assert (table.stake("Ana"), table.names(DISCARD)) == (["thor-1r-2s", "loki-0s"], ["odin-2r-2s"])


def test_a_strip_of_a_card_that_people_named_lies_in_its_zone_after_a_restart() -> None:
    """Two marks may belong to a card on either side of them; one of the two would lie outside all zones."""
    laid, tabletop = Laid("surtr-2r-3s#02", hint="thor-1r-2s"), Tabletop(frozenset())
    tabletop.know(laid, HERS)
    square = tuple(Point(x, y) for x, y in ((100, 0), (300, 0), (300, 300), (100, 300)))
    look = Look(Observation(1.0, (Area(0, 0, 400, 400),), ()), SHAPE.reach_mm)
    poses = (Pose(Point(90, 150), 0), Pose(Point(120, 150), 0))
    strip = Observed(THOR, poses, (Point(105, 110), Point(105, 190)), is_whole=False, sureness=1.0)
    found = claims([strip], SHAPE)
    recogniser = Recogniser(tabletop, ZoneMap((ZonePlan(HERS, square, 0.0),)), SHAPE, look, is_first=True)
    recogniser.recognise(found)
    assert list(recogniser.misread.values()) == [laid]


def test_of_two_cards_of_a_print_in_one_place_of_a_pile_the_upper_one_shows() -> None:
    lower, upper, tabletop = Laid("thor-1r-2s", height=1), Laid("thor-1r-2s", height=2), Tabletop(frozenset((DISCARD,)))
    lower.outline = upper.outline = SHAPE.laid(Pose(Point(200, 150), 0))
    lower.is_shown = False
    for each in (lower, upper):
        tabletop.know(each, DISCARD)
    square = tuple(Point(x, y) for x, y in ((100, 0), (300, 0), (300, 300), (100, 300)))
    look = Look(Observation(1.0, (Area(0, 0, 400, 400),), ()), SHAPE.reach_mm)
    card = Observed("thor-1r-2s", (Pose(Point(200, 150), 0),), upper.outline.marks, is_whole=True, sureness=1.0)
    recogniser = Recogniser(tabletop, ZoneMap((ZonePlan(DISCARD, square, 0.0),)), SHAPE, look)
    recogniser.recognise(claims([card], SHAPE))
    assert (list(recogniser.known.values()), recogniser.uncovered) == ([upper], set())


def test_a_back_laid_while_a_card_is_not_answered_for_may_be_the_next_turns_after_a_restart(journal: Journal) -> None:
    table = Example(journal, Mode.SOLO)
    table.say(Perform(Hide()))
    table.lay(BACK, PILE)
    table.lay(ODIN, TRIBUTE)
    table.reopen()
    table.lay(THOR, stake(VALHALLA), UNKNOWN)
    table.lay(SURTR, stake(HEILHEIM))
    table.lay(BACK, PILE)
    table.say(Correct("thor-1r-2s", stake(VALHALLA), 0))
    assert (len(table.names(PILE)), table.accused) == (2, [])


@pytest.mark.parametrize("is_lost", [True, False])
def test_a_card_that_is_missing_elsewhere_came_to_the_pile_where_another_lay_unread(*, is_lost: bool) -> None:
    unread, twin, tabletop = Laid(UNKNOWN), Laid("ratatosk", read=frozenset(range(4))), Tabletop(frozenset((DISCARD,)))
    unread.outline, twin.outline = (SHAPE.laid(Pose(Point(x, 150), 0)) for x in (200, 400))
    tabletop.know(unread, DISCARD)
    if is_lost:
        tabletop.know(twin, TRIBUTE)
    square = tuple(Point(x, y) for x, y in ((100, 0), (300, 0), (300, 300), (100, 300)))
    look = Look(Observation(1.0, (Area(0, 0, 500, 400),), ()), SHAPE.reach_mm)
    card = Observed("ratatosk", (Pose(Point(200, 150), 0),), unread.outline.marks, is_whole=True, sureness=1.0)
    recogniser = Recogniser(tabletop, ZoneMap((ZonePlan(DISCARD, square, 0.0),)), SHAPE, look)
    (claim,) = found = claims([card], SHAPE)
    recogniser.recognise(found)
    assert recogniser.replaced(claim, SHAPE.laid(Pose(Point(200, 150), 0))) is (None if is_lost else unread)


def test_an_unread_card_that_left_with_what_lay_on_it_lies_under_nothing_that_people_denied(table: Example) -> None:
    lower = table.lay(THOR, HERS, UNKNOWN)
    table.say(Correct("thor-1r-2s", HERS, 0))
    upper = table.lay("sleipnir-1s#08", HERS, UNKNOWN)
    table.say(Correct("sleipnir-1s", HERS, 1))
    table.read(upper, "sleipnir-1s#08")
    table.haunt(UNKNOWN, HERS)
    table.say(SayAbsent(HERS, 2))
    table.reopen()
    table.take(lower)
    table.take(upper)
    assert [each.name for each in table.seen.real(HERS)] == [UNKNOWN]


@pytest.mark.parametrize("is_next_turn", [True, False])
def test_a_card_given_by_hand_is_laid_late_while_one_of_its_print_that_was_taken_still_lies_there(
    table: Example, *, is_next_turn: bool
) -> None:
    """The second loki takes the first one, which hands have not put away; since a restart nobody knows which shows."""
    given = Perform(Give(Played("loki-0s"), Seat("Ana")))
    table.say(given)
    first = table.lay("loki-0s#05", HERS)
    table.lay_all(FIRST_TURN)
    table.lay_all(
        {HIS: "thor-2r-0s#01", stake(Seat("Cy")): "thor-2r-0s#02", TRIBUTE: "thor-1r-0s#01"} if is_next_turn else {}
    )
    table.say(given)
    table.reopen()
    lines = table.lines
    table.lay("loki-0s#02", HERS)
    table.carry(first, DISCARD)
    assert (table.lines, table.stake("Ana"), table.names(DISCARD)) == (lines, ["loki-0s"], ["loki-0s"])
    assert table.accused == []


def test_of_two_unread_things_the_upper_one_that_is_gone_is_no_lower_card_that_hands_have_to_carry() -> None:
    said = Mirror()
    said.relay(HERS, [Lying(UNKNOWN, Way.UPRIGHT, 1, UNKNOWN), Lying(UNKNOWN, Way.UPRIGHT, 2, UNKNOWN)])
    witness = Witness(said, frozenset((DISCARD,)), lambda _: False)
    said.relay(HERS, [Lying("odin-3r-1s", Way.UPRIGHT, 1, UNKNOWN)])
    witness.assume(said)
    assert witness.retold(Removed(1.0, UNKNOWN, HERS, 1), said, frozenset(((1, DISCARD),))).facts == ()
