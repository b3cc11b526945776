"""Small tables on which something that must hold did not."""

import pytest

from companion.facts import BACK, UNKNOWN, Moved, Placed, Removed, Way
from companion.games.vedrfolnir.acts import Give, Hide, Played, Reveal
from companion.games.vedrfolnir.phrases import Phrases
from companion.games.vedrfolnir.session import Perform
from companion.games.vedrfolnir.setup import Mode
from companion.games.vedrfolnir.table_views import question_views
from companion.games.vedrfolnir.zones import BRYNHILDR, DISCARD, HEILHEIM, PILE, TRIBUTE, VALHALLA, jokers, stake, won
from companion.intents import Correct, SayAbsent, SayWay, Undo
from companion.journal import Journal
from companion.mirror import Lying, Mirror
from companion.places import Seat
from companion.witness import UNTOLD, Witness
from companion.words import Language, Words
from tests.touching.example import Example
from tests.watched import PACKAGES

ANA, BO, CY = (Seat(each) for each in ("Ana", "Bo", "Cy"))
HERS, HIS, THEIRS = map(stake, (ANA, BO, CY))
THOR, ODIN, SURTR, LOKI = "thor-1r-2s#01", "odin-1r-1s#01", "surtr-1r-1s#01", "loki-0s#01"
FIRST_TURN = {HIS: ODIN, THEIRS: SURTR, TRIBUTE: "odin-2r-0s#01"}


@pytest.fixture
def table(journal: Journal) -> Example:
    return Example(journal)


@pytest.mark.parametrize("said", ["thor-1r-2s", THOR])
def test_a_misread_card_that_was_named_and_is_then_read_right_where_it_lies(table: Example, said: str) -> None:
    card = table.lay(THOR, HERS, "odin-3r-2s#02")
    table.say(Correct(said, HERS, 0))
    lines = table.lines
    table.read(card, THOR)
    assert (table.lines, table.stake("Ana")) == (lines, [said])
    assert (table.accused, table.asked) == ([], [])


def test_an_unknown_card_after_one_that_was_read_after_all(table: Example) -> None:
    table.read(table.lay(THOR, HERS, UNKNOWN), THOR)
    table.lay(ODIN, HIS, UNKNOWN)
    table.say(Correct("odin-1r-1s", HIS, 0))
    assert (table.stake("Ana"), table.stake("Bo")) == ([THOR], ["odin-1r-1s"])
    assert (table.accused, table.asked) == ([], [])


def test_a_named_card_read_where_it_lies_is_not_told_again_after_a_restart(table: Example) -> None:
    card = table.lay(THOR, HERS, UNKNOWN)
    table.say(Correct(THOR, HERS, 0))
    table.read(card, THOR)
    lines = table.lines
    table.reopen()
    assert (table.lines, table.stake("Ana")) == (lines, [THOR])
    assert (table.accused, table.asked) == ([], [])


def test_a_card_denied_and_laid_anew_stays_after_a_restart(table: Example) -> None:
    card = table.lay(THOR, HERS)
    table.say(SayAbsent(HERS, 0))
    table.take(card)
    table.carry(card, HERS)
    lines = table.lines
    table.reopen()
    assert (table.lines, table.stake("Ana")) == (lines, [THOR])
    assert (table.accused, table.asked) == ([], [])


def test_a_hidden_card_on_others_after_a_restart(journal: Journal) -> None:
    table = Example(journal, Mode.SOLO)
    table.lay(BACK, PILE)
    table.lay_all({stake(VALHALLA): THOR, stake(HEILHEIM): ODIN, TRIBUTE: SURTR})
    table.lay(BACK, PILE)
    table.reopen()
    table.lay_all({stake(VALHALLA): "thor-2r-1s#01", stake(HEILHEIM): "odin-2r-1s#01", TRIBUTE: "odin-2r-0s#01"})
    table.lay(BACK, PILE)
    assert (table.session.game.pile, table.session.game.turn) == (3, 3)
    assert (table.accused, table.asked) == ([], [])


def test_a_card_without_number_that_leaves_from_under_another_one(table: Example) -> None:
    first = table.lay("thor-1r-2s", HERS)
    table.lay_all({HIS: "odin-1r-1s", THEIRS: "surtr-1r-1s", TRIBUTE: "odin-2r-0s"})
    table.lay("loki-0s", HERS)
    table.carry(first, DISCARD)
    assert (table.stake("Ana"), table.names(DISCARD)) == (["loki-0s"], ["thor-1r-2s"])
    assert (table.accused, table.asked) == ([], [])


def test_a_named_card_that_lay_under_another_one_is_read_on_the_discard(table: Example) -> None:
    card = table.lay(THOR, HERS, UNKNOWN)
    table.say(Correct("thor-1r-2s", HERS, 0))
    table.lay_all(FIRST_TURN)
    table.lay(LOKI, HERS)
    card.read = THOR
    table.carry(card, DISCARD)
    table.lay("odin-2r-1s#01", HIS)
    assert table.stake("Ana") == [LOKI]
    assert (table.accused, table.asked) == ([], [])


def test_a_joker_denied_and_laid_anew_stays_after_a_restart(table: Example) -> None:
    card = table.lay("heimdall#01", jokers(CY))
    table.say(SayAbsent(jokers(CY), 0))
    table.take(card)
    table.carry(card, jokers(CY))
    table.lay(THOR, HERS)
    table.reopen()
    assert table.names(jokers(CY)) == ["heimdall#01"]


def test_an_unknown_card_after_an_answered_one_that_an_act_by_hand_cleared(table: Example) -> None:
    answered = table.lay(THOR, HERS, UNKNOWN)
    table.say(Correct("thor-1r-2s", HERS, 0))
    table.lay_all(FIRST_TURN)
    table.say(Perform(Give(Played("loki-0s"), ANA)))
    table.take(answered)
    table.lay(LOKI, HERS)
    table.lay("odin-2r-1s#01", HIS, UNKNOWN)
    assert table.stake("Bo") == [ODIN, UNKNOWN]
    table.say(Correct("odin-2r-1s", HIS, 1))
    assert table.stake("Bo") == [ODIN, "odin-2r-1s"]
    assert (table.accused, table.asked) == ([], [])


def test_a_named_card_that_an_act_by_hand_sent_away_is_read_where_it_was_sent(table: Example) -> None:
    named = table.lay(THOR, HERS, UNKNOWN)
    table.say(Correct("thor-1r-2s", HERS, 0))
    table.lay_all(FIRST_TURN)
    table.say(Perform(Give(Played("loki-0s"), ANA)))
    table.lay(LOKI, HERS)
    lines = table.lines
    named.read = THOR
    table.carry(named, DISCARD)
    assert (table.lines, table.names(DISCARD)) == (lines, ["thor-1r-2s"])


def test_the_side_of_a_tyr_that_is_named_late_is_asked(table: Example) -> None:
    table.lay("tyr-3r-2s#02", HERS, UNKNOWN, Way.TURNED)
    table.lay(ODIN, HIS)
    table.say(Correct("tyr-3r-2s", HERS, 0))
    assert "choose" in table.asked


def test_a_twin_on_the_discard_is_not_the_one_that_was_given_by_hand_and_covered_unseen(journal: Journal) -> None:
    table = Example(journal, Mode.SOLO)
    table.lay_unseen("brynhildr", DISCARD)
    table.lay_unseen(BACK, DISCARD)
    table.say(Perform(Give(Played("brynhildr"), None)))
    table.lay("brynhildr", DISCARD)
    assert table.names(DISCARD).count("brynhildr") == 2


def test_a_misread_card_without_a_number_is_read_on_the_discard(table: Example) -> None:
    card = table.lay("thor-1r-2s", HERS, "ratatosk")
    table.say(Correct("thor-1r-2s", HERS, 0))
    table.lay_all({HIS: "odin-1r-1s", THEIRS: "surtr-1r-1s", TRIBUTE: "odin-2r-0s"})
    table.lay("loki-0s", HERS)
    card.read = "thor-1r-2s"
    table.carry(card, DISCARD)
    assert (table.stake("Ana"), table.names(DISCARD)) == (["loki-0s"], ["thor-1r-2s"])
    assert (table.accused, table.asked) == ([], [])


def test_an_unread_card_put_on_another_one_of_the_discard_is_the_covered_one_that_was_owed(table: Example) -> None:
    card = table.lay(THOR, HERS, UNKNOWN)
    other = table.lay("odin-3r-2s#01", HIS, UNKNOWN)
    table.say(Correct("thor-1r-2s", HERS, 0), Correct("odin-3r-2s", HIS, 0))
    table.lay_all({THEIRS: SURTR, TRIBUTE: "nornes#01"})
    table.lay("sleipnir-1s#01", HIS)
    table.lay(ODIN, HIS)
    table.lay(LOKI, HERS)
    table.carry(card, DISCARD)
    assert table.stake("Ana") == [LOKI]
    assert "thor-1r-2s" in table.names(DISCARD)
    assert other.zone == HIS
    assert table.stake("Bo")[0] == "odin-3r-2s"


def test_a_misread_card_with_a_name_is_read_on_the_discard_before_it_is_missed(table: Example) -> None:
    card = table.lay(THOR, HERS, "odin-3r-2s#02")
    table.say(Correct("thor-1r-2s", HERS, 0))
    table.lay_all(FIRST_TURN)
    table.lay(LOKI, HERS)
    card.read = THOR
    table.carry(card, DISCARD)
    assert (table.stake("Ana"), table.names(DISCARD)) == ([LOKI], [THOR])
    assert (table.accused, table.asked) == ([], [])


def test_a_back_that_comes_to_light_in_a_reveal_after_a_restart(journal: Journal) -> None:
    table = Example(journal, Mode.SOLO)
    table.lay(BACK, PILE)
    table.lay_all({stake(VALHALLA): THOR, stake(HEILHEIM): ODIN, TRIBUTE: SURTR})
    top = table.lay(BACK, PILE)
    table.reopen()
    table.carry(table.lay("brynhildr#01", TRIBUTE), DISCARD)
    table.lay(BACK, DISCARD)
    table.take(top)
    table.lay("odin-2r-1s#01", stake(BRYNHILDR))
    assert (table.session.game.pile, table.stake("Brynhildr")) == (1, ["odin-2r-1s#01"])
    assert table.accused == []


def test_cards_given_by_hand_beside_an_unread_one_after_a_restart(table: Example) -> None:
    table.say(Perform(Give(Played("thor-1r-2s"), ANA)))
    given = table.lay(THOR, HERS)
    table.lay_all(FIRST_TURN)
    table.lay("odin-2r-2s#01", HERS, UNKNOWN)
    table.say(Correct("odin-2r-2s", HERS, 1))
    table.lay_all({HIS: "odin-2r-3s#01", THEIRS: "thor-2r-1s#01", TRIBUTE: "thor-3r-0s#01"})
    table.lay("thor-2r-0s#01", HERS)
    table.reopen()
    table.carry(given, DISCARD)
    assert table.stake("Ana") == ["odin-2r-2s", "thor-2r-0s#01"]
    assert table.names(DISCARD) == ["thor-1r-2s"]


@pytest.mark.parametrize("said", ["surtr-1r-1s", SURTR])
def test_of_two_covered_unread_cards_people_say_which_one_came_to_the_pile(table: Example, said: str) -> None:
    table.lay_all({HERS: "thor-2r-1s#01", HIS: ODIN})
    card = table.lay(SURTR, THEIRS, UNKNOWN)
    table.lay("odin-2r-1s#01", TRIBUTE, UNKNOWN)
    table.say(Correct("surtr-1r-1s", THEIRS, 0), Correct("odin-2r-1s", TRIBUTE, 0))
    table.lay(THOR, TRIBUTE)
    table.lay(LOKI, THEIRS, UNKNOWN)
    table.carry(card, DISCARD)
    assert (table.names(DISCARD), table.stake("Cy")) == ([UNKNOWN], ["surtr-1r-1s", UNKNOWN])
    assert table.asked.count("name") == 2
    table.say(Correct(said, DISCARD, None))
    assert (table.names(DISCARD), table.stake("Cy")) == ([said], [UNKNOWN])
    table.say(Correct(LOKI, THEIRS, 0))
    assert (table.accused, table.asked, table.names(TRIBUTE)) == ([], [], ["odin-2r-1s", THOR])
    table.say(Undo(), Undo())
    assert (table.names(DISCARD), table.stake("Cy")) == ([UNKNOWN], ["surtr-1r-1s", UNKNOWN])


def test_a_numbered_card_on_a_pile_is_not_one_given_by_hand_that_lies_under_a_packet(journal: Journal) -> None:
    table = Example(journal, Mode.SOLO)
    table.say(Perform(Give(Played("brynhildr"), None)))
    table.lay(BACK, DISCARD)
    table.lay(ODIN, stake(VALHALLA))
    table.lay("brynhildr#12", DISCARD)
    assert table.names(DISCARD).count("brynhildr#12") == 1
    assert table.session.referee.read_acts[-1] == Give(Played("brynhildr#12", id=table.lines * 1000 + 1000), None)


def test_a_back_that_shows_again_exactly_where_it_lay_is_no_new_one(table: Example) -> None:
    table.lay(BACK, DISCARD)
    card = table.lay(ODIN, DISCARD)
    table.take(card)
    assert table.names(DISCARD) == [BACK]


@pytest.mark.parametrize("name", ["odin-3r-3s", "odin-3r-3s#02"])
def test_a_card_read_on_a_pile_where_something_unread_was_taken_for_it_is_no_second_one(name: str) -> None:
    said, hoard = Mirror(), won(ANA)
    names = enumerate((name, "thor-1r-4s", THOR), start=1)
    said.relay(HERS, [Lying(each, Way.UPRIGHT, card, UNKNOWN) for card, each in names])
    witness = Witness(said, frozenset((hoard,)), lambda _: False)
    unread, read = Placed(1.0, UNKNOWN, hoard), Placed(2.0, "odin-3r-3s#02", hoard)
    guessed = witness.retold(unread, said, frozenset(((1, hoard),)))
    assert isinstance(guessed.facts[0], Moved)
    said.follow(guessed.facts[0])
    witness.follow(unread, guessed, said)
    assert [each.name for each in said.real(hoard)] == [name]
    assert witness.retold(read, said).facts == ()


@pytest.mark.parametrize("gone", [0, 1])
def test_something_unread_that_may_be_either_of_two_cards_is_told_once_one_of_them_is_gone(gone: int) -> None:
    said, hoard = Mirror(), won(ANA)
    names = enumerate(("odin-3r-3s", "thor-1r-4s", THOR), start=1)
    said.relay(HERS, [Lying(each, Way.UPRIGHT, card, UNKNOWN) for card, each in names])
    witness = Witness(said, frozenset((hoard,)), lambda _: False)
    unread, left = Placed(1.0, UNKNOWN, hoard), Removed(2.0, UNKNOWN, HERS, gone)
    owed = frozenset(((1, hoard), (2, hoard)))
    held = witness.retold(unread, said, owed)
    assert held.facts == ()
    witness.follow(unread, held, said)
    told = witness.retold(left, said, owed)
    assert told.facts == (Moved(2.0, UNKNOWN, HERS, hoard, None, None, gone),)
    said.follow(told.facts[0])
    witness.follow(left, told, said)
    assert [each.id for each in witness.eye.lying(hoard)] == [gone + 1]


def test_a_revealed_card_given_by_hand_that_hands_carry_late_is_no_other_one(journal: Journal) -> None:
    table = Example(journal, Mode.SOLO)
    table.lay(BACK, PILE)
    table.lay_all({TRIBUTE: "thor-1r-2s", stake(HEILHEIM): "odin-2r-2s", stake(VALHALLA): "thor-3r-0s"})
    table.lay("brynhildr", DISCARD)
    table.lay(BACK, DISCARD)
    table.say(Perform(Reveal(Played("thor-3r-1s"))))
    table.lay("brynhildr", DISCARD)
    table.lay(BACK, DISCARD)
    lines = table.lines
    table.lay("thor-3r-1s", DISCARD)
    assert (table.lines, table.accused) == (lines, [])


def test_a_covered_unread_card_owed_to_a_pile_comes_there_before_one_in_the_air_that_belongs_elsewhere() -> None:
    said, hoard = Mirror(), won(ANA)
    said.relay(HERS, [Lying("odin-3r-2s", Way.UPRIGHT, 1, UNKNOWN)])
    said.relay(TRIBUTE, [Lying("freyja-2s", Way.UPRIGHT, 2, UNKNOWN), Lying(THOR, Way.UPRIGHT, 3, THOR)])
    witness = Witness(said, frozenset((hoard, DISCARD)), lambda _: False)
    left, came = Removed(1.0, UNKNOWN, HERS, 0), Placed(2.0, UNKNOWN, hoard)
    said.follow(left)
    witness.follow(left, UNTOLD, said)
    owed = frozenset(((1, DISCARD), (2, hoard)))
    assert witness.retold(came, said, owed).facts == (Moved(2.0, UNKNOWN, TRIBUTE, hoard, None, None, 0),)
    assert witness.retold(came, said, frozenset(((1, hoard),))).facts == (came,)


def test_an_unread_tyr_of_which_people_said_the_way_is_carried_to_a_pile(table: Example) -> None:
    card = table.lay("tyr-3r-1s#01", HERS, UNKNOWN)
    table.say(Correct("tyr-3r-1s", HERS, 0), SayWay("tyr-3r-1s", HERS, is_turned=False, index=0))
    table.carry(card, DISCARD)
    assert (table.stake("Ana"), table.names(DISCARD)) == ([], ["tyr-3r-1s"])


def test_of_the_two_unread_ends_of_a_stake_people_say_which_one_was_taken(table: Example) -> None:
    first = table.lay(THOR, HERS, UNKNOWN)
    table.lay_all(FIRST_TURN)
    table.lay("thor-2r-2s#01", HERS, UNKNOWN)
    table.say(Correct("thor-1r-2s", HERS, 0), Correct("thor-2r-2s", HERS, 1))
    table.lay_all({HIS: "thor-2r-1s#01", THEIRS: "odin-3r-0s#01", TRIBUTE: "odin-3r-1s#01"})
    table.lay("skoll_hati-0s#01", HERS)
    table.carry(first, DISCARD)
    assert table.names(DISCARD) == [UNKNOWN]
    table.say(Correct("thor-1r-2s", DISCARD, None))
    assert (table.names(DISCARD), table.stake("Ana")) == (["thor-1r-2s"], ["thor-2r-2s", "skoll_hati-0s#01"])
    assert (table.accused, table.asked) == ([], [])


def test_a_card_given_and_sent_away_by_hand_still_lies_there_after_a_restart(table: Example) -> None:
    table.say(Perform(Give(Played(THOR), ANA)))
    given = table.lay(THOR, HERS)
    table.lay_all(FIRST_TURN)
    table.say(Perform(Give(Played("loki-0s"), ANA)))
    table.lay(LOKI, HERS)
    lines = table.lines
    table.reopen()
    assert (table.lines, table.names(DISCARD)) == (lines, [THOR])
    table.carry(given, DISCARD)
    assert (table.lines, table.stake("Ana")) == (lines, ["loki-0s"])


def test_two_named_cards_of_one_stake_keep_their_order_after_a_restart(table: Example) -> None:
    first = table.lay(ODIN, HERS, UNKNOWN)
    table.say(Correct("odin-1r-1s", HERS, 0))
    table.read(first, ODIN)
    table.lay_all({HIS: "odin-2r-2s#01", THEIRS: SURTR, TRIBUTE: "odin-2r-0s#01"})
    second = table.lay(THOR, HERS, "odin-3r-2s#02")
    table.say(Correct("thor-1r-2s", HERS, 1))
    table.read(second, THOR)
    table.reopen()
    assert [each.name for each in table.seen.real(HERS)] == [ODIN, THOR]
    assert table.stake("Ana") == ["odin-1r-1s", "thor-1r-2s"]


def test_named_cards_of_one_print_read_where_they_lie_after_a_restart(table: Example) -> None:
    first = table.lay(THOR, HERS, "odin-3r-2s#02")
    table.say(Correct("thor-1r-2s", HERS, 0))
    table.read(first, THOR)
    second = table.lay("thor-1r-2s#02", HIS, UNKNOWN)
    table.say(Correct("thor-1r-2s", HIS, 0))
    table.read(second, "thor-1r-2s#02")
    lines = table.lines
    table.reopen()
    assert (table.lines, table.stake("Ana"), table.stake("Bo")) == (lines, ["thor-1r-2s"], ["thor-1r-2s"])


def test_an_unread_card_comes_to_light_after_a_restart(table: Example) -> None:
    table.lay(THOR, HERS, UNKNOWN)
    table.say(Correct("thor-1r-2s", HERS, 0))
    table.lay_all(FIRST_TURN)
    upper = table.lay("thor-2r-1s#01", HERS)
    table.reopen()
    lines = table.lines
    table.take(upper)
    assert (table.lines, table.stake("Ana")) == (lines + 1, ["thor-1r-2s"])


def test_whoever_is_asked_what_came_to_a_pile_is_offered_the_covered_unread_cards_first(table: Example) -> None:
    table.lay(SURTR, HERS, UNKNOWN)
    table.say(Correct("surtr-1r-1s", HERS, 0))
    table.lay_all(FIRST_TURN)
    table.lay(THOR, HERS)
    table.lay("odin-2r-1s#01", HIS, UNKNOWN)
    table.say(Correct("odin-2r-1s", HIS, 1))
    table.lay("thor-2r-2s#01", HIS)
    table.lay("odin-3r-1s#01", DISCARD, UNKNOWN)
    phrases = Phrases(Words(Language.ENGLISH, PACKAGES), table.session.setup.deck)
    asked = question_views(table.session.referee, phrases)
    assert [each.value for each in asked[0].answers[:2]] == ["surtr-1r-1s", "odin-2r-1s"]


def test_a_card_of_a_print_that_people_named_below_after_a_restart(table: Example) -> None:
    table.lay(THOR, HERS, UNKNOWN)
    table.say(Correct("thor-1r-2s", HERS, 0))
    table.lay_all(FIRST_TURN)
    table.lay("thor-2r-1s#01", HERS)
    table.reopen()
    table.lay_all({HIS: "odin-2r-1s#01", THEIRS: "thor-2r-0s#01", TRIBUTE: "thor-3r-0s#01"})
    table.lay("thor-1r-2s#02", HERS)
    assert table.stake("Ana") == ["thor-1r-2s", "thor-2r-1s#01", "thor-1r-2s#02"]


def test_a_strip_of_a_card_given_without_its_number_after_a_restart(table: Example) -> None:
    table.lay_all({HERS: "odin-3r-0s#02", **FIRST_TURN})
    table.say(Perform(Give(Played("thor-1r-2s"), ANA)))
    given = table.lay(THOR, HERS)
    table.lay_all({HIS: "odin-2r-3s#01", THEIRS: "thor-2r-1s#01", TRIBUTE: "thor-3r-0s#01"})
    between = table.lay("odin-2r-2s#01", HERS, UNKNOWN)
    table.say(Correct("odin-2r-2s", HERS, 2))
    table.lay_all({HIS: "odin-2r-1s#01", THEIRS: "thor-2r-0s#01", TRIBUTE: "thor-3r-1s#01"})
    table.lay("thor-2r-0s#02", HERS)
    table.reopen()
    between.read = "odin-2r-2s#01"
    table.carry(between, DISCARD)
    assert table.stake("Ana") == ["odin-3r-0s#02", "thor-1r-2s", "thor-2r-0s#02"]
    table.carry(given, DISCARD)
    assert table.stake("Ana") == ["odin-3r-0s#02", "thor-2r-0s#02"]


def test_a_card_under_an_unread_one_that_nobody_found_since_a_restart_is_not_missed(table: Example) -> None:
    table.lay_all({HERS: THOR, **FIRST_TURN})
    table.lay("odin-2r-2s#01", HERS, UNKNOWN)
    table.say(Correct("odin-2r-2s", HERS, 1))
    table.lay_all({HIS: "odin-2r-3s#01", THEIRS: "thor-2r-1s#01", TRIBUTE: "thor-3r-0s#01"})
    between, upper = table.lay("thor-2r-0s#01", HERS), table.lay("thor-2r-0s#02", HERS)
    table.reopen()
    table.take(between)
    lines = table.lines
    table.take_in_a_glance(upper)
    assert (table.lines, table.stake("Ana")) == (lines + 1, [THOR, "odin-2r-2s"])


def test_a_card_revealed_by_hand_after_a_restart_uncovers_the_one_below(journal: Journal) -> None:
    table = Example(journal, Mode.SOLO)
    table.lay(BACK, PILE)
    table.lay_all({stake(VALHALLA): THOR, stake(HEILHEIM): ODIN, TRIBUTE: SURTR})
    top = table.lay(BACK, PILE)
    table.lay_all({stake(VALHALLA): "thor-2r-1s#01"})
    table.carry(table.lay("brynhildr#01", TRIBUTE), DISCARD)
    table.lay(BACK, DISCARD)
    table.reopen()
    table.say(Perform(Reveal(Played("odin-2r-1s#01"))))
    lines = table.lines
    table.take(top)
    table.lay("odin-2r-1s#01", stake(BRYNHILDR))
    assert (table.session.game.pile, table.lines) == (1, lines)


def test_a_card_hidden_by_hand_is_laid_after_a_restart(journal: Journal) -> None:
    table = Example(journal, Mode.SOLO)
    table.lay(BACK, PILE)
    table.lay_all({stake(VALHALLA): THOR, stake(HEILHEIM): ODIN, TRIBUTE: SURTR})
    table.say(Perform(Hide()))
    table.reopen()
    lines = table.lines
    table.lay(BACK, PILE)
    assert (table.session.game.pile, table.lines) == (2, lines)


def test_a_numbered_card_on_the_discard_is_not_an_old_one_without_a_number_after_a_restart(journal: Journal) -> None:
    table = Example(journal, Mode.SOLO)
    table.say(Perform(Give(Played("brynhildr"), None)))
    table.lay("brynhildr#01", DISCARD)
    table.lay(BACK, DISCARD)
    table.reopen()
    table.lay("brynhildr#02", DISCARD)
    assert table.names(DISCARD).count("brynhildr#02") == 1


def test_an_unread_card_that_nobody_found_since_a_restart_is_put_away(table: Example) -> None:
    card = table.lay(THOR, HERS, UNKNOWN)
    table.say(Correct("thor-1r-2s", HERS, 0))
    table.lay_all(FIRST_TURN)
    between, upper = table.lay("odin-2r-2s#01", HERS), table.lay("odin-2r-2s#02", HERS)
    table.reopen()
    table.take(between)
    table.take_in_a_glance(upper)
    table.carry_in_a_glance(card, DISCARD)
    table.look()
    assert (table.stake("Ana"), table.names(DISCARD)) == ([], ["thor-1r-2s"])


def test_a_card_misread_as_one_of_its_print_and_named_after_a_restart(table: Example) -> None:
    card = table.lay(THOR, HERS, "thor-1r-2s#03")
    table.say(Correct(THOR, HERS, 0))
    table.read(card, THOR)
    table.lay_all(FIRST_TURN)
    table.lay("odin-2r-2s#01", HERS)
    lines = table.lines
    table.reopen()
    assert (table.lines, table.stake("Ana")) == (lines, [THOR, "odin-2r-2s#01"])


def test_two_cards_of_one_print_in_a_stake_after_a_restart(table: Example) -> None:
    first = table.lay("thor-1r-2s#02", HERS, UNKNOWN)
    table.say(Correct("thor-1r-2s", HERS, 0))
    table.read(first, "thor-1r-2s#02")
    table.lay_all(FIRST_TURN)
    table.lay("odin-2r-2s#01", HERS)
    table.lay_all({HIS: "odin-2r-3s#01", THEIRS: "thor-2r-1s#01", TRIBUTE: "thor-3r-0s#01"})
    table.say(Perform(Give(Played("thor-1r-2s"), ANA)))
    last = table.lay(THOR, HERS)
    lines = table.lines
    table.reopen()
    assert table.lines == lines
    table.take(last)
    assert table.stake("Ana") == ["thor-1r-2s", "odin-2r-2s#01"]


def test_a_new_unread_card_is_not_one_that_was_put_away_unseen_after_a_restart(table: Example) -> None:
    card = table.lay(THOR, HERS, UNKNOWN)
    table.say(Correct("thor-1r-2s", HERS, 0))
    table.lay_all(FIRST_TURN)
    between, upper = table.lay("odin-2r-2s#01", HERS), table.lay("odin-2r-2s#02", HERS)
    table.haunt("heimdall#01", HERS)
    table.say(SayAbsent(HERS, 3))
    table.reopen()
    table.take(between)
    table.take_in_a_glance(upper)
    table.carry_in_a_glance(card, DISCARD)
    table.look()
    table.lay_in_a_glance("odin-2r-3s#01", HERS, UNKNOWN)
    table.look()
    assert table.stake("Ana")[-1] == UNKNOWN


def test_a_card_given_by_hand_that_was_not_found_after_a_restart_is_still_awaited(table: Example) -> None:
    table.lay_all({HERS: ODIN, HIS: SURTR})
    table.say_unseen(Perform(Give(Played("thor-1r-2s"), TRIBUTE)))
    table.reopen()
    table.lay("thor-1r-2s#02", THEIRS)
    table.lay(THOR, TRIBUTE)
    assert (table.stake("Cy"), table.names(TRIBUTE)) == (["thor-1r-2s#02"], ["thor-1r-2s"])


def test_a_covered_card_named_and_read_where_it_lies_after_a_restart(table: Example) -> None:
    card = table.lay(THOR, HERS, UNKNOWN)
    table.lay_all(FIRST_TURN)
    table.lay("odin-2r-2s#01", HERS)
    table.reopen()
    table.say(Correct(THOR, HERS, 0))
    lines = table.lines
    table.read(card, THOR)
    assert (table.lines, table.stake("Ana")) == (lines, [THOR, "odin-2r-2s#01"])


def test_a_back_on_a_card_that_was_only_given_by_hand_after_a_restart(journal: Journal) -> None:
    table = Example(journal, Mode.SOLO)
    table.lay("brynhildr#01", DISCARD)
    table.lay(BACK, DISCARD)
    table.say(Perform(Give(Played("brynhildr#02"), None)))
    table.lay("brynhildr#02", DISCARD)
    table.reopen()
    table.lay(BACK, DISCARD)
    assert table.names(DISCARD)[:3] == ["brynhildr#01", BACK, "brynhildr#02"]
