"""Cards without numbers, and backs, on piles and in fans: which one shows there."""

import pytest

from companion.claims import Claim
from companion.facts import BACK, UNKNOWN, Fact, Found, Moved, Placed, Removed, Reordered, Unfound, Way
from companion.geometry import Point, Pose
from companion.meant import Lawful
from companion.mirror import Lying, Mirror
from companion.missing import Absence
from companion.observation import Area, Observation
from companion.outlines import Look, ZoneMap
from companion.places import Zone
from companion.settling import settle
from companion.tabletop import Laid
from companion.tracking import Tracker
from companion.witness import Witness
from tests.true_table import PLANS, SHAPE, TABLE, WHOLE_TABLE, TrueCard, TrueTable

A, TRIBUTE, DISCARD, PILE = map(Zone, ("stake:A", "tribute", "discard", "pile:S"))
ON_THE_DISCARD, ON_HER_PILE = Pose(Point(710, 300), 0), Pose(Point(710, 490), 0)
PILES = frozenset((DISCARD, PILE))


def off(pose: Pose, right_mm: float) -> Pose:
    return Pose(Point(pose.centre.x_mm + right_mm, pose.centre.y_mm), pose.top_deg)


class Tried:
    """A tracker at a true table."""

    def __init__(self) -> None:
        self.table, self._tracker, self._at_s = TrueTable(), Tracker(TABLE), 0.0
        self.look()

    def look(self) -> list[object]:
        told: list[object] = []
        for _ in range(4):
            self._at_s += 0.4
            told += self._tracker.follow(self.table.look(self._at_s))
        return [type(each) for each in told]

    def lay(self, name: str, pose: Pose) -> TrueCard:
        card = self.table.lay(name, pose)
        card.is_readable = name != UNKNOWN
        self.look()
        return card

    def names(self, zone: Zone) -> list[str]:
        return [each.name for each in self._tracker.mirror.real(zone)]


def lying(name: str, card: int, read: str | None = None) -> Lying:
    return Lying(name, Way.UPRIGHT, card, read or name)


@pytest.mark.parametrize("right_mm", [0.4, 0.9, 1.5, 3.0])
def test_a_card_carried_onto_its_twin_on_a_pile_is_another_one(right_mm: float) -> None:
    tried = Tried()
    tried.lay("brynhildr", ON_THE_DISCARD)
    card = tried.lay("brynhildr", Pose(Point(450, 300), 0))
    tried.table.take(card)
    tried.table.lay("brynhildr", off(ON_THE_DISCARD, right_mm))
    assert [Moved] == tried.look()


@pytest.mark.parametrize("right_mm", [1.2, 1.9, 3.0])
def test_a_card_out_of_a_hand_on_its_twin_on_a_pile_is_another_one(right_mm: float) -> None:
    tried = Tried()
    tried.lay("brynhildr", ON_THE_DISCARD)
    tried.table.lay("brynhildr", off(ON_THE_DISCARD, right_mm))
    assert [Placed] == tried.look()


def test_a_card_taken_up_while_its_twin_on_a_pile_stays_was_not_laid_there() -> None:
    tried = Tried()
    tried.lay("brynhildr", ON_THE_DISCARD)
    card = tried.lay("brynhildr", Pose(Point(450, 300), 0))
    tried.table.take(card)
    assert [Removed] == tried.look()


@pytest.mark.parametrize("right_mm", [0.42, 0.25])
def test_a_back_laid_nearly_where_an_older_one_lies_under_another_is_one_more(right_mm: float) -> None:
    tried = Tried()
    tried.lay(BACK, ON_HER_PILE)
    tried.lay(BACK, off(ON_HER_PILE, 5))
    tried.table.lay(BACK, off(ON_HER_PILE, right_mm))
    assert [Placed] == tried.look()


@pytest.mark.parametrize(("on_it", "told"), [(4, Removed), (5, Placed)])
def test_a_twin_exactly_where_one_lies_under_many_cards_is_another_one(on_it: int, told: type[Fact]) -> None:
    """Nobody takes up so many in one go; of fewer the lowest shows again."""
    tried = Tried()
    tried.lay("brynhildr", ON_THE_DISCARD)
    for number in range(on_it):
        tried.lay(f"thor-1r-{number}s", off(ON_THE_DISCARD, number + 3))
    tried.table.lay("brynhildr", ON_THE_DISCARD)
    assert {told} == set(tried.look())


def test_a_strip_of_a_new_card_is_no_unread_one_on_which_others_lie() -> None:
    """Of the strip's two marks, those of the other side of the unread card lie under the cards of the fan."""
    tried = Tried()
    places = [Pose(Point(100 + each, 100), 0) for each in (0, 16, 32, 49, 65)]
    for name, pose in zip((UNKNOWN, "a", "b"), places, strict=False):
        tried.lay(name, pose)
    for name, pose in zip(("c", "d"), places[3:], strict=True):
        tried.table.lay(name, pose)
    tried.look()
    assert tried.names(A) == [UNKNOWN, "a", "b", "c", "d"]


def test_a_card_about_to_be_missed_is_not_looked_for_once_others_of_its_pile_cover_it() -> None:
    lower, upper = Laid("brynhildr", DISCARD, height=1, missed=0.7), Laid("back", DISCARD, height=2)
    lower.outline = upper.outline = upper.before = SHAPE.laid(ON_THE_DISCARD)
    look = Look(Observation(1.0, (WHOLE_TABLE,), ()), SHAPE.reach_mm)
    assert Absence(look, SHAPE, PILES, {upper}, {}, (), ()).gone([lower, upper]) == []
    assert lower.missed == 0.0


@pytest.mark.parametrize(("above", "card"), [("moin", 1), (BACK, None)])
def test_a_card_given_by_hand_may_be_laid_after_the_next_one_but_a_hands_rest_lies_on_it(
    above: str, card: int | None
) -> None:
    said = Mirror()
    witness = Witness(said, PILES, lambda _: False)
    said.relay(DISCARD, [lying("brynhildr", 1)])
    came = Placed(2.0, above, DISCARD)
    told = witness.retold(came, said)
    said.follow(came, said.count(2))
    witness.follow(came, told, said)
    assert witness.retold(Placed(3.0, "brynhildr", DISCARD), said).card == card


@pytest.mark.parametrize("is_turned", [True, False])
def test_a_card_given_by_hand_comes_after_the_back_that_it_was_though_another_one_was_laid_meanwhile(
    *, is_turned: bool
) -> None:
    said = Mirror()
    said.relay(PILE, [lying(BACK, 1)])
    witness = Witness(said, PILES, lambda _: False)
    said.relay(PILE, [])
    said.relay(DISCARD, [lying("brynhildr", 5000)])
    first = Placed(1.0, "brynhildr", DISCARD)
    told = witness.retold(first, said)
    said.follow(first, 6)
    witness.follow(first, told, said)
    left = Removed(2.0, BACK, PILE)
    for each in (left,) if is_turned else ():
        witness.follow(each, witness.retold(each, said), said)
    told = witness.retold(Placed(3.0, "brynhildr", DISCARD), said)
    assert told.card == (5000 if is_turned else None)


@pytest.mark.parametrize(
    ("left", "is_lawful", "is_carried"),
    [((1, 3), True, False), ((2, 2), True, True), ((2, 9), True, True), ((1, 9), False, True)],
)
def test_a_card_that_is_drawn_now_is_none_that_should_have_left_before(
    left: tuple[int, int], *, is_lawful: bool, is_carried: bool
) -> None:
    """A misread loki would have it leave; if nothing else is asked for it does, however much follows from that."""
    said = Mirror()
    said.relay(A, [lying("nidhogg", 1, UNKNOWN), lying("loki-0s", 2)])
    said.said.names[1] = "nidhogg"
    lawful = Lawful(lambda _: is_lawful, left=lambda fact: left[isinstance(fact, Moved)], left_now=2)
    witness, owed = Witness(said, PILES, lambda _: False), frozenset(((1, DISCARD),))
    told = witness.retold(Placed(1.0, "nidhogg", DISCARD), said, owed, lawful)
    assert (told.card == 1) == is_carried


def test_a_card_not_found_after_a_restart_was_put_away_and_does_not_come_unread_later() -> None:
    """Unread things: one lay in the tribute before and is on the discard for people, another is owed there now."""
    said = Mirror()
    said.relay(TRIBUTE, [lying("nornes", 1, UNKNOWN)])
    said.relay(A, [lying("odin-1r-2s", 2, UNKNOWN), lying("skoll_hati-0s", 3)])
    said.said.names.update({1: "nornes", 2: "odin-1r-2s"})
    witness, owed = Witness(said, PILES, lambda _: False), frozenset(((2, DISCARD),))
    said.relay(TRIBUTE, [])
    said.relay(DISCARD, [lying("nornes", 1, UNKNOWN)])
    unfound = Unfound(1.0, UNKNOWN, TRIBUTE, 0)
    witness.follow(unfound, witness.retold(unfound, said, owed), said)
    assert witness.retold(Placed(9.0, UNKNOWN, DISCARD), said, owed).card == 2
    assert witness.retold(Found(1.0, UNKNOWN, DISCARD), said, owed).card == 1


@pytest.mark.parametrize(("given_since", "card"), [(1, 1), (3, None)])
def test_a_twin_comes_to_a_pile_where_an_unread_card_has_lain_for_long(given_since: int, card: int | None) -> None:
    """It may have been another one that lay there unread, but hands are late by a card or two at most."""
    said = Mirror()
    said.relay(A, [lying("sleipnir-1s", 1, UNKNOWN), lying("nidhogg", 2)])
    said.said.names[1] = "sleipnir-1s"
    witness, owed, unread = (
        Witness(said, PILES, lambda _: False),
        frozenset(((1, DISCARD),)),
        Placed(3.0, UNKNOWN, DISCARD),
    )
    told = witness.retold(unread, said, owed)
    for each in told.facts:
        assert isinstance(each, Moved)
        said.follow(each, said.count(3))
    witness.follow(unread, told, said)
    for line in range(4, 4 + given_since):
        given = Placed(float(line), f"thor-1r-{line}s", TRIBUTE, line - 4, Way.UPRIGHT)
        told = witness.retold(given, said)
        said.follow(given, said.count(line))
        witness.follow(given, told, said)
    unlawful = Lawful(lambda _: False)
    assert witness.retold(Placed(9.0, "sleipnir-1s", DISCARD), said, lawful=unlawful).card == card


@pytest.mark.parametrize("is_inside_first", [True, False])
def test_a_strip_lies_in_a_zone_rather_than_between_two(*, is_inside_first: bool) -> None:
    """One mark shows, which may be one of either side of a card."""
    inside, between = (SHAPE.laid(Pose(Point(x, 300), 0)) for x in (597, 646))
    seen = inside.marks[1]
    outlines = (inside, between) if is_inside_first else (between, inside)
    claim = Claim("sleipnir-1s#14", outlines, (seen,), is_whole=False, is_new=None, sureness=1.0, is_vague=True)
    around = Area(seen.x_mm - 7, seen.y_mm - 7, seen.x_mm + 7, seen.y_mm + 7)
    look = Look(Observation(1.0, (around,), ()), SHAPE.reach_mm)
    settle([claim], (), look, ZoneMap(PLANS))
    assert (claim.outline, claim.is_vague) == (inside, False)


def test_a_card_that_shows_on_a_pile_is_the_one_given_by_hand_last() -> None:
    """Not the one of its kind that was given long ago, was never seen, and lies under cards that were."""
    said = Mirror()
    over = [lying("nidhogg", 2), lying("loki-0s", 3), lying("nornes", 4)]
    said.relay(DISCARD, over)
    witness, unlawful = Witness(said, PILES, lambda _: False), Lawful(lambda _: False)
    said.relay(DISCARD, [lying("brynhildr", 1), *over, lying("brynhildr", 5)])
    assert witness.retold(Placed(9.0, "brynhildr#02", DISCARD), said, lawful=unlawful).card == 5


@pytest.mark.parametrize(
    ("names", "card"), [(["loki-0s"] * 2, 1), (["loki-0s"] * 3, None), (["brynhildr", BACK, BACK, BACK], 1)]
)
def test_a_card_given_by_hand_under_many_that_were_seen_does_not_show(names: list[str], card: int | None) -> None:
    """Though the rules let no other one come there yet: what draws it is misread. A hand's rest may be laid first."""
    said = Mirror()
    over = [lying(name, number) for number, name in enumerate(names, start=2)]
    said.relay(DISCARD, over)
    witness, unlawful = Witness(said, PILES, lambda _: False), Lawful(lambda _: False)
    said.relay(DISCARD, [lying("nornes", 1), *over])
    assert witness.retold(Placed(9.0, "nornes#04", DISCARD), said, lawful=unlawful).card == card


@pytest.mark.parametrize(
    ("is_hidden_since", "is_begun_again", "card"), [(True, False, 5), (False, True, 5), (False, False, None)]
)
def test_a_card_turned_up_by_hand_shows_once_another_back_was_laid(
    *, is_hidden_since: bool, is_begun_again: bool, card: int | None
) -> None:
    """While the back that people turned up lies on top another one shows; an eye that begins again can't count."""
    said = Mirror()
    said.relay(PILE, [lying(BACK, 1), lying(BACK, 2)])
    witness = Witness(said, PILES, lambda _: False)
    if is_begun_again:
        witness.assume(said)
    said.relay(PILE, [lying(BACK, 1)])
    said.relay(DISCARD, [lying("brynhildr", 5)])
    if is_hidden_since:
        hidden = Placed(6.0, BACK, PILE)
        told = witness.retold(hidden, said)
        said.follow(hidden, said.count(6))
        witness.follow(hidden, told, said)
    assert witness.retold(Placed(9.0, "brynhildr#16", DISCARD), said).card == card


@pytest.mark.parametrize(("name", "card"), [(UNKNOWN, 5), ("odin-1r-1s", None)])
def test_what_nobody_could_read_does_not_make_a_card_given_by_hand_old(name: str, card: int | None) -> None:
    said = Mirror()
    said.relay(A, [lying("nidhogg", 1)])
    witness = Witness(said, PILES, lambda _: False)
    said.relay(DISCARD, [lying("brynhildr", 5)])
    for number, came in enumerate((name, "thor-1r-1s", "thor-1r-2s"), start=6):
        given = Placed(float(number), came, A, number - 5, Way.UPRIGHT)
        told = witness.retold(given, said)
        said.follow(given, said.count(number))
        witness.follow(given, told, said)
    assert witness.retold(Placed(9.0, "brynhildr#16", DISCARD), said).card == card


@pytest.mark.parametrize("poses", [(ON_THE_DISCARD, ON_HER_PILE), (ON_HER_PILE, ON_THE_DISCARD)])
def test_a_card_that_shows_again_on_its_pile_is_no_twin_that_lies_on_another(poses: tuple[Pose, Pose]) -> None:
    """That twin shows where it lies, too: it was not carried here."""
    tried = Tried()
    under, twin = poses
    tried.lay("brynhildr", under)
    over = tried.lay("loki-0s", off(under, 3.0))
    tried.lay("brynhildr", twin)
    before = {zone: tried.names(zone) for zone in (DISCARD, PILE)}
    tried.table.take(over)
    told = tried.look()
    after = {zone: tried.names(zone) for zone in (DISCARD, PILE)}
    assert (told, sorted(map(len, after.values()))) == ([Removed], [1, 1]), before


def test_a_card_that_is_seen_while_it_is_waited_for_does_not_lie_under_another_that_came_with_it() -> None:
    """Nobody saw hands give a card and the one that it draws, which sends a twin of itself away."""
    tried = Tried()
    places = [Pose(Point(100 + each, 100), 0) for each in (0, 16, 32)]
    card = tried.lay("fenrir-0s", places[0])
    tried.table.lay("sleipnir-1s", places[1])
    tried.table.lay("fenrir-0s", places[2])
    tried.table.take(card)
    tried.table.lay("fenrir-0s", ON_THE_DISCARD)
    told = tried.look()
    assert (tried.names(A), tried.names(DISCARD)) == (["sleipnir-1s", "fenrir-0s"], ["fenrir-0s"])
    assert Reordered not in told
