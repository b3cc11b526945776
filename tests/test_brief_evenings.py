"""Short evenings and what comes of them by the pages."""

import pytest

from companion.games.vedrfolnir.acts import Give
from companion.games.vedrfolnir.effects import End
from companion.games.vedrfolnir.session import recordable
from companion.places import Seat, Zone
from tests.brief import SOLO, STANDARD, Line, carried, judge, laid, lying, removed, served, settled, stake, told

TO_ANA = laid("thor-2r-1s#01", "stake:Ana", 0)
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
    assert recordable(ledger.referee) is not None


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


def test_a_skipped_brynhildr_is_one_mistake_wherever_she_lies() -> None:
    hidden, seen = laid("back", "pile:Brynhildr"), laid("brynhildr#01", "stake:Valhalla", 0)
    assert told(judge(SOLO, hidden, seen, laid("thor-1r-1s#01", "stake:Heilheim", 0), pace_s=5)) == [
        ("brynhildr-skipped", 4)
    ]


def test_a_second_card_carried_to_somebody_served_is_still_void() -> None:
    second = laid("odin-3r-1s#01", "stake:Ana", 1)
    ledger = judge(STANDARD, TO_ANA, TO_BO, second, carried("odin-3r-1s#01", "stake:Ana", "stake:Bo"), TO_CY, pace_s=5)
    assert (told(ledger), settled(ledger)) == ([("second-card", 4)], [False])
    assert (ledger.referee.game.turn, ledger.referee.game.hand, stake(ledger.referee.game, "Bo")) == (
        2,
        4,
        ["thor-1r-1s"],
    )


def test_a_card_thrown_away_is_no_late_draw() -> None:
    ledger = judge(STANDARD, SLEIPNIR, TO_BO, laid("thor-2r-0s#01", "discard"), pace_s=5)
    assert (told(ledger), settled(ledger)) == ([("no-draw", 3), ("refused-without-joker", 4)], [False, False])


FULL = lying(stake_Ana="thor-1r-0s#01 thor-1r-0s#02", stake_Bo="odin-1r-0s#01 odin-1r-0s#02", stake_Cy="thor-2r-0s#01")
UNAIMED = [*FULL, laid("hell-0s#01", "stake:Ana", 2), laid("odin-2r-0s#01", "stake:Cy", 1)]


def test_hell_hits_late() -> None:
    ledger = judge(STANDARD, *UNAIMED, carried("odin-1r-0s#01", "stake:Bo", "discard"), pace_s=5)
    assert (told(ledger), settled(ledger)) == ([("no-removal", 9)], [True])
    assert stake(ledger.referee.game, "Bo") == ["odin-1r-0s"]


def test_a_card_carried_to_another_stake_is_no_late_hit() -> None:
    carry = carried("odin-1r-0s#01", "stake:Bo", "tribute")
    ledger = judge(STANDARD, *UNAIMED, carry, laid("odin-2r-0s#02", "stake:Bo", 1), pace_s=5)
    assert (told(ledger), settled(ledger)) == ([("no-removal", 9), ("wrong-removal", 10)], [False, False])


def test_a_card_just_given_is_no_late_hit() -> None:
    carry = carried("odin-2r-0s#01", "stake:Cy", "discard")
    ledger = judge(STANDARD, *UNAIMED, carry, pace_s=5)
    assert (told(ledger), settled(ledger)) == ([("no-removal", 9)], [False])
    ledger = judge(STANDARD, *UNAIMED, carry, laid("odin-2r-0s#02", "stake:Bo", 2), pace_s=5)
    assert (told(ledger), settled(ledger)) == ([("no-removal", 9), ("refused-without-joker", 10)], [False, False])
    assert stake(ledger.referee.game, "Cy") == ["thor-2r-0s", "odin-2r-0s"]


def test_a_turn_ended_after_a_second_card_is_not_unserved_too() -> None:
    ledger = judge(STANDARD, TO_ANA, laid("odin-3r-1s#01", "stake:Ana", 1), {"say": "end-turn"}, pace_s=5)
    assert told(ledger) == [("second-card", 3)]


def test_the_right_seat_keeps_the_hand_whatever_moves() -> None:
    said: list[Line] = [{"say": "turn", "seat": "Cy"}, TO_ANA, {"say": "turn", "seat": "Ana"}]
    turned: Line = {"saw": "turned", "card": "thor-2r-1s#01", "zone": "stake:Ana", "turned": True}
    ledger = judge(STANDARD, *said, turned, pace_s=5)
    assert (told(ledger), settled(ledger)) == ([("wrong-seat-order", 2)], [True])


EXACT = [
    *lying(stake_Ana="thor-1r-4s#01 thor-2r-4s#01"),
    laid("thor-3r-4s#01", "stake:Ana", 2),
    laid("back", "discard"),
]
COLLECTED = [*EXACT, *(carried(f"thor-{runes}r-4s#01", "stake:Ana", "won:Ana") for runes in (1, 2, 3))]


def test_a_wrong_seat_after_a_collection() -> None:
    ledger = judge(STANDARD, *COLLECTED, {"say": "turn", "seat": "Ana"}, pace_s=5)
    assert [each.finding.rule for each in ledger.referee.mistakes] == ["VED-5.5"]


def test_after_a_packet_no_other_card_is_rest_of_the_hand() -> None:
    ledger = judge(STANDARD, *COLLECTED, laid("odin-1r-1s#01", "discard"), pace_s=5)
    assert told(ledger) == [("refused-without-joker", 10)]


def test_a_foreign_card_laid_back_is_told_once() -> None:
    away, back = carried("baldr-1s", "stake:Ana", "discard"), carried("baldr-1s", "discard", "stake:Ana")
    ledger = judge(STANDARD, laid("baldr-1s", "stake:Ana", 0), TO_BO, away, back, pace_s=5)
    assert (told(ledger), settled(ledger)) == ([("foreign-card", 2)], [False])


def test_two_backs_in_one_turn() -> None:
    backs = [laid("back", "pile:Brynhildr"), laid("back", "pile:Brynhildr")]
    ledger = judge(SOLO, *backs, pace_s=5)
    assert (told(ledger), settled(ledger)) == ([("second-card", 3)], [False])


def test_an_unread_card_is_a_question_and_no_mistake() -> None:
    ledger = judge(STANDARD, laid("unknown", "stake:Ana", 0), TO_BO, TO_CY, pace_s=5)
    assert told(ledger) == []
    assert [(each.step, each.source) for each in ledger.referee.open_steps] == [("name", "stake:Ana")]


def test_a_card_brought_back_from_somebody_served_draws_where_it_was_given() -> None:
    away: Line = carried("sleipnir-1s#01", "stake:Ana", "stake:Bo") | {"at": 6.0}
    back: Line = carried("sleipnir-1s#01", "stake:Bo", "stake:Ana") | {"at": 9.0}
    ledger = judge(STANDARD, TO_BO, SLEIPNIR, away, back, laid("thor-2r-0s#01", "stake:Ana", 1), TO_CY, pace_s=5)
    assert told(ledger) == []
    assert stake(ledger.referee.game, "Ana") == ["sleipnir-1s", "thor-2r-0s"]


def test_a_tyr_lies_as_its_last_recipient_has_it() -> None:
    slip: Line = carried("tyr-2r-1s#01", "stake:Ana", "stake:Bo") | {"at": 1.0, "index": 0, "turned": True}
    game = judge(STANDARD, laid("tyr-2r-1s#01", "stake:Ana", 0), slip).referee.game
    assert stake(game, "Bo") == ["tyr-2r-1s@thor"]


def test_a_tyr_is_told_once_however_often_it_is_turned() -> None:
    tyr = laid("tyr-2r-1s#01", "stake:Ana", 0)
    turned: Line = {"saw": "turned", "card": "tyr-2r-1s#01", "zone": "stake:Ana", "turned": True}
    assert told(judge(STANDARD, tyr, TO_BO, turned, turned, pace_s=5)) == [("tyr-turned", 4)]


def test_a_joker_that_slipped_from_the_tribute_was_not_given_there() -> None:
    lifted: Line = {"saw": "removed", "card": "nornes", "zone": "tribute", "index": 0, "at": 1.0}
    ledger = judge(STANDARD, laid("nornes", "tribute", 0), lifted, laid("nornes", "jokers:Bo", 0) | {"at": 1.5})
    assert (served(ledger), ledger.referee.game.hand, told(ledger)) == ({"Bo"}, 3, [])


def test_three_mistakes_in_a_turn_and_the_thread_is_lost() -> None:
    foreign = [laid(f"baldr-{number}s", "tribute", number) for number in range(3)]
    assert judge(STANDARD, *foreign[:2], pace_s=5).referee.lost_since is None
    assert judge(STANDARD, *foreign, pace_s=5).referee.lost_since == 2
    put_right = [*foreign, laid("loki-0s#01", "tribute", 3), removed("baldr-0s", "tribute", 0)]
    assert judge(STANDARD, *put_right, pace_s=5).referee.lost_since is None
    later = [*foreign[:2], TO_ANA, TO_BO, TO_CY, laid("loki-0s#01", "tribute", 2), foreign[2]]
    assert judge(STANDARD, *later, pace_s=5).referee.lost_since is None


def test_a_number_read_from_a_card_that_was_not_there_is_free() -> None:
    lines = [laid("thor-1r-1s#01", "stake:Ana", 0), TO_BO, {"say": "absent", "zone": "stake:Ana", "index": 0}]
    ledger = judge(STANDARD, *lines, pace_s=5)
    assert (told(ledger), served(ledger)) == ([], {"Bo"})


def test_in_solo_nobody_takes_the_hand_wrongly() -> None:
    assert told(judge(SOLO, {"say": "turn", "seat": "Heilheim"})) == []


def test_two_mistakes_of_one_act_are_told_in_the_order_of_the_rules_page() -> None:
    table = lying(stake_Bo="odin-1r-0s#01 odin-1r-0s#02", jokers_Cy="nornes#01")
    wrong = [carried("odin-1r-0s#01", "stake:Bo", "jokers:Ana"), carried("nornes#01", "jokers:Cy", "discard")]
    ledger = judge(STANDARD, *table, TO_ANA, *wrong, TO_CY, pace_s=5)
    assert told(ledger) == [("joker-swept", 8), ("joker-in-stake", 7)]


def test_a_name_with_a_side_is_in_no_deck() -> None:
    assert told(judge(STANDARD, laid("tyr-2r-1s@odin", "stake:Ana", 0))) == [("foreign-card", 2)]


def test_a_card_lifted_and_seen_nowhere_is_missed_where_it_belongs() -> None:
    lines = [*lying(stake_Ana="thor-1r-0s#01"), removed("thor-1r-0s#01", "stake:Ana", 0), TO_BO]
    assert told(judge(STANDARD, *lines, pace_s=5)) == [("wrong-removal", 4)]


def test_a_card_put_away_unseen_keeps_its_number() -> None:
    loki, taken = laid("loki-0s#01", "stake:Bo", 1), removed("odin-1r-0s#01", "stake:Bo", 0)
    again = laid("odin-1r-0s#01", "tribute", 0)
    ledger = judge(STANDARD, *lying(stake_Bo="odin-1r-0s#01"), loki, taken, TO_CY, again, pace_s=5)
    assert told(ledger) == [("too-many-copies", 7)]


def test_an_effect_card_that_was_removed_is_won_with_a_collection() -> None:
    """Loki takes the sixteen, so twelve are exact; the sixteen is carried to the won pile with the others."""
    stars = [f"thor-{runes}r-4s#01" for runes in (1, 2, 3)]
    loki = [*lying(stake_Ana=" ".join((*stars, "nidhogg#01"))), laid("loki-0s#01", "stake:Ana", 4)]
    won = [carried(card, "stake:Ana", "won:Ana") for card in ("nidhogg#01", *stars)]
    cleared = [laid("back", "discard"), carried("loki-0s#01", "stake:Ana", "discard"), TO_BO]
    ledger = judge(STANDARD, *loki, *won, *cleared, pace_s=5)
    assert [(each.finding.id, each.finding.rule, each.line) for each in ledger.referee.mistakes] == [
        ("effect-won", "VED-5.2", 8)
    ]


def test_a_second_joker_is_sent_on_by_any_seat_however_slowly() -> None:
    table = lying(jokers_Bo="nornes heimdall")
    slowly = [laid("nornes", "jokers:Bo", 2), removed("nornes", "jokers:Bo", 2), laid("nornes", "jokers:Cy", 0)]
    ledger = judge(STANDARD, *table, *slowly, carried("heimdall", "jokers:Bo", "discard"), TO_ANA, pace_s=5)
    assert (told(ledger), served(ledger)) == ([], {"Ana", "Bo"})
    assert [card.name for card in ledger.referee.game.jokers(Seat("Cy"))] == ["nornes"]


def test_a_card_turned_up_from_the_pile_is_no_rest_of_the_hand() -> None:
    turned: list[Line] = [{"saw": "removed", "card": "back", "zone": "pile:Brynhildr"}, laid("nornes#01", "discard")]
    ledger = judge(SOLO, laid("back", "pile:Brynhildr"), laid("brynhildr#01", "discard"), *turned, pace_s=5)
    assert [each for each, _ in told(ledger)] == ["hand-kept"]
    assert (ledger.referee.game.pile, ledger.referee.game.is_revealing) == (0, False)


def test_an_order_changed_is_told_once() -> None:
    changed: Line = {"saw": "reordered", "zone": "stake:Ana", "cards": ["thor-1r-0s#02", "thor-1r-0s#01"]}
    table = lying(stake_Ana="thor-1r-0s#01 thor-1r-0s#02")
    ledger = judge(STANDARD, *table, changed, laid("thor-2r-1s#01", "stake:Ana", 2), pace_s=5)
    assert told(ledger) == [("order-changed", 5)]


def test_a_hand_laid_down_face_up_before_the_players_stop() -> None:
    hand = [laid(f"odin-{runes}r-0s#01", "discard") for runes in (1, 2, 3)]
    ledger = judge(STANDARD, TO_ANA, *hand, {"say": "end-game"}, pace_s=5)
    assert (told(ledger), ledger.referee.game.is_over) == ([], True)


def test_a_hand_kept_is_settled_with_its_last_card() -> None:
    stars = [f"thor-{runes}r-4s#01" for runes in (1, 2, 3)]
    won = [carried(card, "stake:Ana", "won:Ana") for card in stars]
    kept = [*lying(stake_Ana=" ".join(stars[:2])), laid(stars[2], "stake:Ana", 2), *won, TO_BO]
    rest = [laid(f"odin-{runes}r-0s#01", "discard") for runes in (1, 2, 3)]
    for count, is_settled in ((2, False), (3, True)):
        ledger = judge(STANDARD, *kept, *rest[:count], pace_s=5)
        assert (told(ledger), settled(ledger)) == ([("hand-kept", 9)], [is_settled])
        ledger = judge(STANDARD, *kept[:-1], rest[0], kept[-1], *rest[1:count], pace_s=5)
        assert (told(ledger), settled(ledger)) == ([("hand-kept", 10)], [is_settled])


def test_what_only_people_can_choose_is_asked_by_its_rule() -> None:
    unaimed = judge(STANDARD, *UNAIMED[:-1], pace_s=5)
    unsent = judge(
        STANDARD, *lying(jokers_Bo="heimdall#01"), TO_BO, carried("heimdall#01", "jokers:Bo", "discard"), pace_s=5
    )
    asked = [
        [(each.step, each.rule, each.source) for each in ledger.referee.open_steps] for ledger in (unaimed, unsent)
    ]
    assert asked == [[("choose", "VED-4.11", "stake:Ana")], [("choose", "VED-4.2", "stake:Bo")]]


def test_the_nornes_that_left_tells_who_refused() -> None:
    table = lying(jokers_Ana="nornes#01", jokers_Bo="nornes#02", jokers_Cy="nornes#03")
    ledger = judge(STANDARD, *table, laid("thor-1r-1s#01", "discard"), carried("nornes#02", "jokers:Bo", "discard"))
    assert (told(ledger), served(ledger)) == ([], {"Bo"})


def test_what_left_before_hell_came_was_not_hit_by_it() -> None:
    """A sleipnir is sent on twice and draws a hell for Cy, which takes Ana's first card."""
    stakes = {"stake_Ana": "thor-1r-0s#01 thor-1r-0s#02", "stake_Bo": "odin-1r-0s#01", "stake_Cy": "odin-2r-0s#01"}
    sent = [
        carried("heimdall#01", "jokers:Ana", "discard"),
        carried("sleipnir-1s#01", "stake:Ana", "stake:Bo"),
        carried("heimdall#02", "jokers:Bo", "discard"),
        carried("sleipnir-1s#01", "stake:Bo", "stake:Cy"),
    ]
    hell = [laid("hell-0s#01", "stake:Cy", 2), carried("thor-1r-0s#01", "stake:Ana", "discard")]
    table = lying(**stakes, jokers_Ana="heimdall#01", jokers_Bo="heimdall#02")
    lines = [*table, laid("sleipnir-1s#01", "stake:Ana", 2), *sent, *hell, TO_THE_MIDDLE]
    ledger = judge(STANDARD, *lines, pace_s=5)
    assert (told(ledger), stake(ledger.referee.game, "Ana")) == ([], ["thor-1r-0s"])


def test_a_table_kept_settles_what_was_wrong_with_it() -> None:
    ledger = judge(STANDARD, {"say": "turn", "seat": "Cy"}, TO_ANA, {"say": "keep"}, pace_s=5)
    assert (told(ledger), settled(ledger)) == ([("wrong-seat-order", 2)], [True])


def test_a_joker_swept_with_a_false_collection_is_the_same_mistake() -> None:
    table = lying(stake_Ana="thor-1r-0s#01 thor-1r-0s#02", jokers_Ana="nornes#01")
    swept = [carried("thor-1r-0s#01", "stake:Ana", "won:Ana"), carried("nornes#01", "jokers:Ana", "discard")]
    assert told(judge(STANDARD, *table, TO_BO, *swept, TO_CY, pace_s=5)) == [("false-collection", 7)]


def test_a_hand_taken_wrongly_concerns_its_turn_only() -> None:
    wrong: list[Line] = [{"say": "turn", "seat": "Cy"}, TO_ANA, TO_BO, TO_CY]
    assert settled(judge(STANDARD, *wrong, pace_s=5)) == [False]
    assert settled(judge(STANDARD, *wrong, TO_THE_MIDDLE, pace_s=5)) == [True]


def test_a_card_going_round_goes_no_further_than_the_first_seat_that_collects() -> None:
    """Every seat chooses for itself; Ana sends the sixteen away, so twelve are exact."""
    header: Line = STANDARD | {"rulings": {"VED-R1": "each-landing", "VED-R15": "each"}}
    stars = [f"thor-{runes}r-4s#01" for runes in (1, 2, 3)]
    raven = [laid("hugin-0s#01", "stake:Ana", 4), laid("skoll_hati-0s#01", "discard")]
    away = [carried(card, "stake:Ana", "discard") for card in ("nidhogg#01", "hugin-0s#01")]
    won = [carried(card, "stake:Ana", "won:Ana") for card in stars]
    table = lying(stake_Ana=" ".join(("nidhogg#01", *stars)))
    ledger = judge(header, *table, *raven, away[0], laid("back", "discard"), *won, away[1], TO_BO, pace_s=5)
    assert (told(ledger), [each.cause for each in ledger.referee.game.collections]) == ([], ["exact"])


@pytest.mark.parametrize("end", End)
def test_the_end_that_was_seen_is_written_down_wherever_the_card_was_sent(end: End) -> None:
    """A skoll_hati is sent on twice, to Ana, who is bust by either end."""
    stars = ["odin-1r-1s#01", "thor-1r-4s#01", "thor-2r-4s#01", "thor-3r-4s#01", "odin-1r-2s#01"]
    table = lying(stake_Ana=" ".join(stars), jokers_Cy="heimdall#01", jokers_Bo="heimdall#02")
    sent = [
        laid("skoll_hati-0s#01", "stake:Cy", 0),
        carried("heimdall#01", "jokers:Cy", "discard"),
        carried("skoll_hati-0s#01", "stake:Cy", "stake:Bo"),
        carried("heimdall#02", "jokers:Bo", "discard"),
        carried("skoll_hati-0s#01", "stake:Bo", "stake:Ana"),
    ]
    gone = stars if end is End.FIRST else [stars[-1], *stars[:-1]]
    away = [carried(card, "stake:Ana", "discard") for card in (*gone, "skoll_hati-0s#01")]
    ledger = judge(STANDARD, *table, *sent, *away, laid("back", "discard"), TO_BO, pace_s=5)
    skoll_hati, *_ = ledger.referee.read_acts
    assert told(ledger) == []
    assert isinstance(skoll_hati, Give)
    assert skoll_hati.played.choice.end is end


def discarded(card: str, zone: str) -> Line:
    return carried(card, zone, "discard")


EACH_ONE = {"stake_Ana": "thor-1r-0s#01", "stake_Bo": "odin-1r-0s#01 odin-1r-0s#02", "stake_Cy": "thor-2r-0s#01"}
TO_CY_NEXT = laid("odin-3r-0s#01", "stake:Cy", 1)


def test_hell_sent_on_spares_itself_where_it_lies() -> None:
    hell = [laid("hell-0s#01", "stake:Ana", 1), discarded("heimdall#01", "jokers:Ana")]
    sent = [carried("hell-0s#01", "stake:Ana", "stake:Bo"), discarded("odin-1r-0s#02", "stake:Bo"), TO_CY_NEXT]
    ledger = judge(STANDARD, *lying(**EACH_ONE, jokers_Ana="heimdall#01"), *hell, *sent, pace_s=5)
    assert (told(ledger), stake(ledger.referee.game, "Bo")) == ([], ["odin-1r-0s", "hell-0s"])


def test_hell_sent_on_is_aimed_anew_at_a_joker() -> None:
    hell = [laid("hell-0s#01", "stake:Ana", 1), discarded("heimdall#01", "jokers:Ana")]
    sent = [carried("hell-0s#01", "stake:Ana", "stake:Bo"), discarded("nornes#01", "jokers:Cy"), TO_CY_NEXT]
    table = lying(**EACH_ONE, jokers_Ana="heimdall#01", jokers_Cy="nornes#01")
    ledger = judge(STANDARD, *table, *hell, *sent, pace_s=5)
    assert (told(ledger), ledger.referee.game.jokers(Seat("Cy"))) == ([], ())


def test_hell_alone_in_a_stake_may_name_it() -> None:
    table = lying(stake_Bo="odin-1r-0s#01", stake_Cy="thor-2r-0s#01")
    ledger = judge(STANDARD, *table, laid("hell-0s#01", "stake:Ana", 0), TO_CY_NEXT, pace_s=5)
    assert told(ledger) == []


def test_a_card_lifted_from_the_discard_was_not_hit_by_hell() -> None:
    looked = [removed("odin-2r-0s#01", "discard"), laid("odin-2r-0s#01", "discard")]
    table = lying(**EACH_ONE, discard="odin-2r-0s#01")
    hell = [laid("hell-0s#01", "stake:Ana", 1), *looked, *looked, discarded("odin-1r-0s#01", "stake:Bo"), TO_CY_NEXT]
    ledger = judge(STANDARD, *table, *hell, pace_s=5)
    assert (told(ledger), stake(ledger.referee.game, "Bo")) == ([], ["odin-1r-0s"])


def test_a_card_that_was_never_there_does_not_count_in_the_place_of_another() -> None:
    table = EACH_ONE | {"stake_Bo": " ".join(f"odin-{runes}r-0s#01" for runes in (1, 2, 3)) + " odin-1r-0s#02"}
    hell = [laid("hell-0s#01", "stake:Ana", 1), discarded("odin-2r-0s#01", "stake:Bo"), TO_CY_NEXT]
    absent: Line = {"say": "absent", "zone": "stake:Bo", "index": 0}
    ledger = judge(STANDARD, *lying(**table), *hell[:2], laid("thor-3r-0s#01", "stake:Cy", 1), absent, pace_s=5)
    assert (told(ledger), stake(ledger.referee.game, "Bo")) == ([], ["odin-3r-0s", "odin-1r-0s"])


EACH: Line = STANDARD | {"rulings": {"VED-R15": "each"}}


def test_every_seat_chooses_its_own_end() -> None:
    """Munin goes to the left: Ana gives her first card, Bo his last, Cy the only one there is."""
    raven = [laid("munin-0s#01", "stake:Ana", 2), laid("skoll_hati-0s#01", "stake:Ana", 3)]
    taken = [("thor-1r-0s#01", "stake:Ana"), ("odin-1r-0s#02", "stake:Bo"), ("thor-2r-0s#01", "stake:Cy")]
    table = lying(**EACH_ONE | {"stake_Ana": "thor-1r-0s#01 thor-1r-0s#02"})
    ledger = judge(EACH, *table, *raven, *(discarded(*each) for each in taken), TO_CY, pace_s=5)
    assert told(ledger) == []
    assert stake(ledger.referee.game, "Bo") == ["odin-1r-0s"]


def test_a_hell_going_round_may_name_an_empty_stake_every_time() -> None:
    raven = [laid("munin-0s#01", "stake:Ana", 1), laid("hell-0s#01", "stake:Ana", 2)]
    table = lying(stake_Ana="thor-1r-0s#01", stake_Bo="odin-1r-0s#01")
    ledger = judge(EACH, *table, *raven, TO_CY, pace_s=5)
    assert (told(ledger), stake(ledger.referee.game, "Ana")) == ([], ["thor-1r-0s", "munin-0s", "hell-0s"])


def test_what_is_put_right_before_play_goes_on_was_no_mistake() -> None:
    assert told(judge(STANDARD, laid("baldr-1s", "stake:Ana", 0), removed("baldr-1s", "stake:Ana", 0))) == []


def test_a_card_that_slipped_to_brynhildr_was_given_where_it_was_first() -> None:
    away: Line = carried("thor-1r-1s#01", "stake:Valhalla", "stake:Brynhildr") | {"at": 1.0}
    back: Line = carried("thor-1r-1s#01", "stake:Brynhildr", "stake:Valhalla") | {"at": 4.0}
    ledger = judge(SOLO, laid("thor-1r-1s#01", "stake:Valhalla", 0), away, back, pace_s=5)
    assert (told(ledger), served(ledger)) == ([], {"Valhalla"})


def test_an_unread_card_was_not_hit_by_hell() -> None:
    hell = [laid("unknown", "stake:Cy", 1), laid("hell-0s#01", "stake:Ana", 1), removed("unknown", "stake:Cy", 1)]
    steps = judge(STANDARD, *lying(**EACH_ONE), *hell, pace_s=5).referee.open_steps
    assert [(each.step, each.rule, each.source) for each in steps] == [("choose", "VED-4.11", "stake:Ana")]


def test_a_joker_is_destroyed_by_another_seat_that_a_hell_passes() -> None:
    raven = [laid("munin-0s#01", "stake:Ana", 0), laid("hell-0s#01", "stake:Ana", 1)]
    ledger = judge(EACH, *lying(jokers_Ana="nornes#01"), *raven, discarded("nornes#01", "jokers:Ana"), TO_BO, pace_s=5)
    assert (told(ledger), ledger.referee.game.jokers(Seat("Ana"))) == ([], ())


def test_a_card_taken_by_loki_and_laid_down_with_somebody_served_is_no_new_one() -> None:
    loki = [laid("loki-0s#01", "stake:Bo", 1), removed("odin-1r-0s", "stake:Bo", 0), laid("odin-1r-0s", "stake:Cy", 1)]
    ledger = judge(STANDARD, *lying(stake_Bo="odin-1r-0s"), TO_CY, *loki, TO_ANA, pace_s=5)
    assert (ledger.referee.game.turn, ledger.referee.game.hand) == (1, 1)


def test_a_table_is_not_kept_in_a_reveal() -> None:
    revealing = [laid("back", "pile:Brynhildr"), laid("brynhildr#01", "discard"), laid("back", "discard")]
    ledger = judge(SOLO, *revealing, {"say": "keep"}, pace_s=5)
    assert (told(ledger), ledger.referee.game.is_revealing) == ([], True)


def test_what_was_not_drawn_is_drawn_no_more_once_its_round_is_over() -> None:
    stars = [f"thor-{runes}r-4s" for runes in (1, 2, 3)]
    by_hand: list[Line] = [
        {"act": "give", "card": "thor-1r-1s", "to": "Bo"},
        {"act": "keep", "zones": {"stake:Cy": stars}},
        {"act": "give", "card": "odin-1r-0s", "to": "Cy"},
    ]
    ledger = judge(STANDARD, SLEIPNIR, *by_hand, laid("thor-2r-0s#01", "stake:Ana", 0), pace_s=5)
    assert [each.seat for each in ledger.referee.game.collections] == ["Cy"]
    assert (told(ledger), served(ledger), stake(ledger.referee.game, "Ana")) == (
        [("no-draw", 3)],
        {"Ana"},
        ["thor-2r-0s"],
    )


def test_a_card_sent_on_and_carried_too_far_is_brought_back() -> None:
    sent = [TO_ANA, discarded("heimdall#01", "jokers:Ana"), carried("thor-2r-1s#01", "stake:Ana", "stake:Bo")]
    far = [carried("thor-2r-1s#01", "stake:Bo", "stake:Cy"), carried("thor-2r-1s#01", "stake:Cy", "stake:Bo")]
    ledger = judge(STANDARD, *lying(jokers_Ana="heimdall#01"), *sent, *far, TO_THE_MIDDLE, pace_s=5)
    assert (told(ledger), stake(ledger.referee.game, "Bo")) == ([], ["thor-2r-1s"])


def test_the_next_card_for_whoever_draws_is_the_drawn_one_though_nobody_served_them() -> None:
    sent = [discarded("heimdall#01", "jokers:Ana"), carried("sleipnir-1s#01", "stake:Ana", "stake:Cy")]
    drawn = laid("thor-2r-0s#01", "stake:Cy", 1)
    lines: list[Line] = [SLEIPNIR, *sent, drawn, TO_BO, TO_THE_MIDDLE, {"say": "end-turn"}]
    ledger = judge(STANDARD, *lying(jokers_Ana="heimdall#01"), *lines, pace_s=5)
    assert (told(ledger), served(ledger)) == ([("unserved", 10)], {"Ana", "Bo", "tribute"})


def test_a_card_lifted_after_the_end_and_laid_down_again_is_no_new_one() -> None:
    odin = laid("odin-1r-1s", "stake:Bo", 0)
    stopped: list[Line] = [odin, {"say": "end-game"}, laid("back", "discard")]
    ledger = judge(STANDARD, *stopped, removed("odin-1r-1s", "stake:Bo", 0), odin, pace_s=5)
    assert told(ledger) == []


def test_a_hell_sent_on_at_once_did_not_slip_if_it_hits_another_joker_besides() -> None:
    hell: list[Line] = [
        laid("hell-0s#01", "stake:Ana", 1) | {"at": 100.0},
        discarded("heimdall#01", "jokers:Ana") | {"at": 100.5},
        carried("hell-0s#01", "stake:Ana", "stake:Bo") | {"at": 101.0},
        discarded("nornes#01", "jokers:Cy") | {"at": 105.0},
        TO_CY_NEXT | {"at": 110.0},
    ]
    table = lying(**EACH_ONE, jokers_Ana="heimdall#01", jokers_Cy="nornes#01")
    ledger = judge(STANDARD, *table, *hell)
    assert (told(ledger), served(ledger)) == ([], {"Ana", "Cy"})


def test_a_card_in_the_air_lies_where_the_table_is_said_to_have_it() -> None:
    said: Line = {"act": "keep", "zones": {"stake:Ana": ["thor-1r-1s#02"]}}
    lines = [laid("thor-1r-1s#02", "stake:Ana", 0), removed("thor-1r-1s#02", "stake:Ana", 0), said]
    ledger = judge(STANDARD, *lines)
    assert [each.name for each in ledger.referee.mirror.lying(Zone("stake:Ana"))] == ["thor-1r-1s#02"]
    assert ledger.referee.open_steps == ()


def test_a_kept_table_names_the_joker_that_went_in_its_twins_stead() -> None:
    """Of two Heimdalls either may go; somebody then says where the one on the discard came to lie."""
    second = laid("heimdall#02", "jokers:Ana", 1)
    old_one_goes = carried("heimdall#01", "jokers:Ana", "discard")
    said: Line = {"act": "keep", "zones": {"jokers:Bo": ["heimdall#01"]}}
    ledger = judge(STANDARD, *lying(jokers_Ana="heimdall#01"), second, old_one_goes, TO_BO, said, pace_s=5)
    mirror = ledger.referee.mirror
    assert told(ledger) == []
    assert [[each.name for each in mirror.real(Zone(f"jokers:{seat}"))] for seat in ("Ana", "Bo")] == [
        ["heimdall#02"],
        ["heimdall#01"],
    ]


def test_a_kept_table_has_no_card_twice_that_was_taken_for_its_twin() -> None:
    """A card of a stake came to the won cards in the stead of its twin, of which nobody saw where it went."""
    stars: dict[str, str] = {"stake_Ana": "thor-3r-4s#01 thor-3r-4s#02", "tribute": "odin-1r-3s#01"}
    exact = laid("odin-1r-4s#01", "stake:Ana", 2)
    ledger = judge(
        STANDARD,
        *lying(**stars, stake_Bo="odin-1r-3s#02"),
        exact,
        removed("odin-1r-3s#02", "stake:Bo", 0),
        laid("odin-1r-3s", "won:Ana"),
        removed("odin-1r-3s#01", "tribute", 0),
        *[carried(f"thor-3r-4s#0{each}", "stake:Ana", "won:Ana") for each in (1, 2)],
        carried("odin-1r-4s#01", "stake:Ana", "won:Ana"),
        laid("back", "discard"),
        {"say": "keep"},
        pace_s=5,
    )
    won = [card.print.name for card in ledger.referee.game.cards[Zone("won:Ana")]]
    assert (told(ledger), won.count("odin-1r-3s")) == ([], 1)
