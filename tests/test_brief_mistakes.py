"""Short evenings that go wrong: which mistake it is, by which rule, told at which line, and when it is settled."""

import pytest

from companion.places import Zone
from tests.brief import SOLO, STANDARD, Line, carried, judge, laid, lying, removed, rules, served, settled, stake, told

TO_ANA = laid("thor-2r-1s#01", "stake:Ana", 0)
TO_BO = laid("thor-1r-1s#01", "stake:Bo", 0)
TO_CY = laid("odin-1r-1s#01", "stake:Cy", 0)
TO_THE_MIDDLE = laid("odin-2r-1s#01", "tribute", 0)
STARS = [f"thor-{runes}r-4s#01" for runes in (1, 2, 3)]
REST = laid("back", "discard")


def cleared(*cards: str, zone: str = "stake:Ana", to: str = "discard") -> list[Line]:
    return [carried(card, zone, to) for card in cards]


def test_the_turn_does_not_wait_for_a_card_never_drawn() -> None:
    turn = [TO_BO, TO_CY, TO_THE_MIDDLE, laid("sleipnir-1s#01", "stake:Ana", 0)]
    ledger = judge(STANDARD, *turn, laid("thor-2r-0s#01", "stake:Bo", 1), pace_s=5)
    assert (told(ledger), ledger.referee.game.turn) == ([("no-draw", 6)], 2)


def test_a_card_taken_in_anothers_stead_is_one_mistake() -> None:
    table = lying(stake_Bo="odin-1r-0s#01 odin-1r-0s#02")
    lines = [*table, laid("loki-0s#01", "stake:Bo", 2), *cleared("odin-1r-0s#01", zone="stake:Bo"), TO_CY]
    assert told(judge(STANDARD, *lines, pace_s=5)) == [("wrong-removal", 6)]


# Hell comes to Bo, and Ana's middle card leaves, which it can't take.
HELL_TAKES_THE_MIDDLE: list[Line] = [
    *lying(stake_Ana="thor-2r-1s#01 thor-2r-1s#02 thor-2r-1s#03", stake_Bo="odin-1r-0s#01", stake_Cy="odin-1r-0s#02"),
    laid("hell-0s#01", "stake:Bo", 1),
    carried("thor-2r-1s#02", "stake:Ana", "discard"),
]
MIDDLE_PUT_BACK: Line = {**carried("thor-2r-1s#02", "discard", "stake:Ana"), "index": 1}
HELL_TAKES_THE_FIRST = carried("thor-2r-1s#01", "stake:Ana", "discard")


def test_hell_that_takes_a_middle_card_is_one_mistake() -> None:
    ledger = judge(STANDARD, *HELL_TAKES_THE_MIDDLE, laid("odin-1r-1s#01", "stake:Cy", 1), pace_s=5)
    assert told(ledger) == [("wrong-removal", 9)]


def test_hell_is_shown_after_a_card_it_could_not_take_was_put_back() -> None:
    ledger = judge(STANDARD, *HELL_TAKES_THE_MIDDLE, MIDDLE_PUT_BACK, HELL_TAKES_THE_FIRST, pace_s=5)
    assert (told(ledger), ledger.referee.open_steps) == ([], ())
    assert stake(ledger.referee.game, "Ana") == ["thor-2r-1s", "thor-2r-1s"]
    went_on = [*HELL_TAKES_THE_MIDDLE, laid("odin-1r-1s#01", "stake:Cy", 1), MIDDLE_PUT_BACK, HELL_TAKES_THE_FIRST]
    ledger = judge(STANDARD, *went_on, pace_s=5)
    assert (settled(ledger), ledger.referee.open_steps) == ([True], ())


def test_a_card_that_heimdall_sent_on_and_was_carried_further_is_one_mistake() -> None:
    lines = [
        *lying(jokers_Ana="heimdall#01"),
        laid("thor-1r-1s#02", "stake:Ana", 0),
        carried("heimdall#01", "jokers:Ana", "discard"),
        carried("thor-1r-1s#02", "stake:Ana", "stake:Bo"),
        carried("thor-1r-1s#02", "stake:Bo", "stake:Cy"),
        laid("odin-1r-1s#02", "tribute", 0),
    ]
    ledger = judge(STANDARD, *lines, pace_s=5)
    assert (told(ledger), stake(ledger.referee.game, "Bo")) == ([("refused-without-joker", 7)], ["thor-1r-1s"])


def test_a_turn_ended_early_concerns_that_turn_only() -> None:
    early: list[Line] = [TO_ANA, {"say": "end-turn"}, TO_BO, TO_CY]
    assert settled(judge(STANDARD, *early, pace_s=5)) == [False]
    assert settled(judge(STANDARD, *early, TO_THE_MIDDLE, pace_s=5)) == [True]


def test_a_card_laid_for_brynhildr_in_a_turn() -> None:
    thor = laid("thor-1r-1s#01", "stake:Brynhildr", 0)
    assert rules(judge(SOLO, thor, pace_s=5)) == [("brynhildr-skipped", "VED-8.4")]
    turned_up = [laid("back", "pile:Brynhildr"), removed("back", "pile:Brynhildr"), thor]
    (mistake,) = judge(SOLO, *turned_up, pace_s=5).referee.mistakes
    assert [(each.source, each.target) for each in mistake.finding.steps] == [("stake:Brynhildr", "pile:Brynhildr")]


def test_a_back_taken_from_the_pile_and_put_back() -> None:
    back = laid("back", "pile:Brynhildr")
    ledger = judge(SOLO, back, removed("back", "pile:Brynhildr"), back, pace_s=5)
    assert (told(ledger), ledger.referee.game.pile) == ([], 1)
    revealing = [back, laid("brynhildr#01", "discard"), REST]
    ledger = judge(SOLO, *revealing, removed("back", "pile:Brynhildr"), back, pace_s=5)
    assert (told(ledger), ledger.referee.game.is_revealing) == ([], True)


def test_faces_and_backs_where_they_do_not_belong() -> None:
    assert rules(judge(SOLO, laid("thor-1r-1s#01", "pile:Brynhildr"))) == [("brynhildr-seen", "VED-8.1")]
    assert rules(judge(SOLO, laid("back", "tribute", 0))) == [("brynhildr-seen", "VED-3.2")]


@pytest.mark.parametrize("after", [laid("back", "pile:Brynhildr"), laid("thor-1r-1s#01", "stake:Brynhildr", 0)])
def test_whatever_is_laid_after_the_end_is_played_on(after: Line) -> None:
    assert rules(judge(SOLO, {"act": "end"}, after)) == [("played-on", "VED-7.1")]


def test_a_tyr_that_was_refused_has_no_side() -> None:
    tyr = laid("tyr-2r-1s#01", "stake:Ana", 0) | {"turned": None}
    lines = [*lying(jokers_Ana="nornes#01"), tyr, carried("nornes#01", "jokers:Ana", "discard")]
    steps = judge(STANDARD, *lines, pace_s=5).referee.open_steps
    assert [(each.step, each.source, each.target) for each in steps] == [("discard", "stake:Ana", "discard")]


def test_a_card_thrown_away_before_another_was_given_is_no_rest_of_the_hand() -> None:
    lines: list[Line] = [laid("odin-3r-0s#01", "discard"), TO_ANA, {"say": "end-game"}]
    assert told(judge(STANDARD, *lines, pace_s=5)) == [("refused-without-joker", 2)]


def test_a_card_thrown_away_is_not_put_right_by_taking_it_up() -> None:
    ledger = judge(STANDARD, laid("odin-3r-0s#01", "discard"), removed("odin-3r-0s#01", "discard"), pace_s=5)
    assert (told(ledger), settled(ledger)) == ([("refused-without-joker", 2)], [False])


def test_the_hand_kept_after_a_bust_in_solo() -> None:
    table = lying(stake_Valhalla=" ".join((*STARS[:2], "odin-1r-3s#01")))
    bust = laid(STARS[2], "stake:Valhalla", 3)
    away = cleared(*STARS, "odin-1r-3s#01", zone="stake:Valhalla")
    ledger = judge(SOLO, *table, bust, *away, laid("thor-1r-1s#01", "stake:Heilheim", 0), pace_s=5)
    assert rules(ledger) == [("hand-kept", "VED-8.3")]


def test_a_joker_that_is_to_be_sent_on_waits_among_the_jokers() -> None:
    table, paid = lying(jokers_Bo="heimdall#01"), carried("heimdall#01", "jokers:Bo", "discard")
    waiting = [*table, laid("nornes#01", "jokers:Bo", 1), paid]
    steps = judge(STANDARD, *waiting, pace_s=5).referee.open_steps
    assert [(each.step, each.rule, each.source) for each in steps] == [("choose", "VED-4.2", "jokers:Bo")]


def test_a_card_that_is_not_sent_on_is_settled_when_it_is() -> None:
    table, paid = lying(jokers_Bo="heimdall#01"), carried("heimdall#01", "jokers:Bo", "discard")
    waiting = [*table, TO_BO, paid, TO_ANA]
    ledger = judge(STANDARD, *waiting, pace_s=5)
    assert (told(ledger), settled(ledger)) == ([("early-reveal", 6)], [False])
    sent = judge(STANDARD, *waiting, carried("thor-1r-1s#01", "stake:Bo", "stake:Cy"), pace_s=5)
    assert (settled(sent), stake(sent.referee.game, "Cy")) == ([True], ["thor-1r-1s"])


def test_an_order_changed_again_after_it_was_put_right() -> None:
    wrong: Line = {"saw": "reordered", "zone": "stake:Ana", "cards": ["thor-1r-0s#02", "thor-1r-0s#01"]}
    right: Line = wrong | {"cards": ["thor-1r-0s#01", "thor-1r-0s#02"]}
    table = lying(stake_Ana="thor-1r-0s#01 thor-1r-0s#02")
    ledger = judge(STANDARD, *table, wrong, TO_BO, right, TO_CY, wrong, pace_s=5)
    assert (told(ledger), settled(ledger)) == ([("order-changed", 5), ("order-changed", 9)], [True, False])


def test_a_card_not_laid_at_the_end_and_an_order_told_in_part() -> None:
    table = lying(stake_Ana="thor-1r-0s#01 thor-1r-0s#02")
    early = laid("thor-2r-1s#01", "stake:Ana", 0)
    assert told(judge(STANDARD, *table, early, pace_s=5)) == [("order-changed", 5)]
    part: Line = {"saw": "reordered", "zone": "stake:Ana", "cards": ["thor-1r-0s#02"]}
    assert told(judge(STANDARD, *table, part, pace_s=5)) == [("order-changed", 5)]


def test_a_tyr_turned_upright() -> None:
    upright: Line = {"saw": "turned", "card": "tyr-2r-1s#01", "zone": "stake:Ana", "turned": False}
    tyr = laid("tyr-2r-1s#01", "stake:Ana", 0, turned=True)
    assert told(judge(STANDARD, tyr, TO_BO, upright, pace_s=5)) == [("tyr-turned", 4)]


def test_the_mistakes_of_an_act_belong_to_the_turn_in_which_play_went_on() -> None:
    last = [*lying(stake_Ana="thor-1r-0s#01"), TO_BO, TO_CY, TO_THE_MIDDLE, laid("loki-0s#01", "stake:Ana", 1)]
    next_turn = [laid("thor-2r-0s#01", "stake:Cy", 1), laid("baldr-1s", "stake:Bo", 1), laid("baldr-2s", "stake:Bo", 2)]
    assert judge(STANDARD, *last, *next_turn, pace_s=5).referee.lost_since is not None


def test_a_number_that_no_copy_has() -> None:
    assert told(judge(STANDARD, laid("thor-1r-1s#04", "stake:Ana", 0))) == [("too-many-copies", 2)]


def test_one_number_twice_in_one_stake() -> None:
    twice = [TO_ANA, laid("thor-2r-1s#01", "stake:Ana", 1)]
    assert told(judge(STANDARD, *twice, pace_s=5)) == [("too-many-copies", 3)]


BUST = [*STARS, "odin-1r-3s#01"]
BUST_TABLE = {"stake_Ana": " ".join(BUST[1:]), "stake_Bo": "thor-2r-0s#01", "tribute": "thor-1r-0s#01 freyja-1s#01"}
BUSTING = [*lying(**BUST_TABLE), laid(BUST[0], "stake:Ana", 3), REST, *cleared("thor-2r-0s#01", zone="stake:Bo")]
THOR_SHARED = carried("thor-1r-0s#01", "tribute", "won:Bo")
FREYJA_SHARED = carried("freyja-1s#01", "tribute", "won:Bo")


def test_a_share_that_is_right() -> None:
    ledger = judge(STANDARD, *BUSTING, *cleared(*BUST), THOR_SHARED, FREYJA_SHARED, TO_BO, pace_s=5)
    assert told(ledger) == []
    touched = carried("thor-1r-0s#01", "won:Bo", "discard")
    later = judge(STANDARD, *BUSTING, *cleared(*BUST), THOR_SHARED, FREYJA_SHARED, TO_BO, touched, TO_CY, pace_s=5)
    assert rules(later) == [("won-touched", "VED-5.3")]


def test_a_share_that_is_wrong_is_told_by_the_rule_of_the_card() -> None:
    freyja = judge(
        STANDARD, *BUSTING, *cleared(*BUST), THOR_SHARED, *cleared("freyja-1s#01", zone="tribute"), TO_BO, pace_s=5
    )
    assert rules(freyja) == [("wrong-share", "VED-6.3")]
    thor = judge(
        STANDARD, *BUSTING, *cleared(*BUST), *cleared("thor-1r-0s#01", zone="tribute"), FREYJA_SHARED, TO_BO, pace_s=5
    )
    assert rules(thor) == [("wrong-share", "VED-6.1")]
    own = cleared(BUST[0], to="won:Ana")
    stars = judge(STANDARD, *BUSTING, *own, *cleared(*BUST[1:]), THOR_SHARED, FREYJA_SHARED, TO_BO, pace_s=5)
    assert rules(stars) == [("wrong-share", "VED-5.3")]


def test_a_card_that_a_collection_leaves_in_another_stake_is_not_cleared() -> None:
    table = lying(stake_Ana=" ".join((*STARS[:2], "loki-0s#01")))
    won = [laid(STARS[2], "stake:Ana", 3), REST, *cleared(*STARS, to="won:Ana")]
    ledger = judge(STANDARD, *table, *won, *cleared("loki-0s#01", to="stake:Cy"), TO_BO, pace_s=5)
    assert rules(ledger) == [("not-cleared", "VED-5.2")]
    ledger = judge(STANDARD, *table, *won, *cleared("loki-0s#01", to="jokers:Cy"), TO_BO, pace_s=5)
    assert rules(ledger) == [("joker-in-stake", "VED-4.3")]


def test_what_an_effect_took_begins_no_clearing() -> None:
    table = lying(stake_Ana=" ".join((*STARS, "nidhogg#01")))
    lines = [*table, laid("loki-0s#01", "stake:Ana", 4), *cleared("nidhogg#01"), TO_BO]
    assert told(judge(STANDARD, *lines, pace_s=5)) == [("missed-collection", 9)]


def test_a_raven_that_has_to_leave_and_stays() -> None:
    raven = [laid("hugin-0s#01", "stake:Ana", 0), laid("sleipnir-1s#01", "discard"), TO_BO]
    assert rules(judge(STANDARD | {"rulings": {"VED-R4": "both"}}, *raven, pace_s=5)) == [("early-reveal", "VED-3.3")]


@pytest.mark.parametrize(
    ("zone", "cards", "mistake"),
    [
        ("stake:Bo", "odin-1r-0s#01 odin-1r-0s#02", "false-collection"),
        ("stake:Bo", "odin-1r-0s#01", "wrong-removal"),
        ("tribute", "odin-1r-0s#01 odin-1r-0s#02", "wrong-removal"),
    ],
)
def test_everything_taken_away(zone: str, cards: str, mistake: str) -> None:
    lines = [*lying(**{zone.replace(":", "_"): cards}), TO_ANA, *cleared(*cards.split(), zone=zone), TO_CY]
    assert [each for each, _ in told(judge(STANDARD, *lines, pace_s=5))] == [mistake]


def test_a_tribute_card_won_without_a_collection() -> None:
    lines = [*lying(tribute="odin-1r-0s#01"), TO_ANA, *cleared("odin-1r-0s#01", zone="tribute", to="won:Ana"), TO_BO]
    assert rules(judge(STANDARD, *lines, pace_s=5)) == [("false-collection", "VED-5.1")]


def test_hell_takes_a_card_from_the_middle() -> None:
    table = lying(stake_Ana="thor-1r-0s#01", stake_Bo="odin-1r-0s#01 odin-1r-0s#02 odin-2r-0s#01")
    lines = [*table, laid("hell-0s#01", "stake:Ana", 1), *cleared("odin-1r-0s#02", zone="stake:Bo"), TO_CY]
    assert rules(judge(STANDARD, *lines, pace_s=5)) == [("wrong-removal", "VED-4.11")]


def test_a_card_thrown_away_though_somebody_could_have_refused_it() -> None:
    lines = [*lying(jokers_Bo="nornes#01"), laid("odin-3r-0s#01", "discard"), TO_BO]
    assert told(judge(STANDARD, *lines, pace_s=5)) == [("refused-without-joker", 4)]
    ledger = judge(STANDARD, *lines[:-1], TO_ANA, pace_s=5)
    assert (told(ledger), served(ledger)) == ([("refused-without-joker", 4)], {"Ana"})


def test_a_joker_in_a_stake() -> None:
    assert rules(judge(STANDARD, laid("nornes#01", "stake:Ana", 0), TO_BO, pace_s=5)) == [("joker-in-stake", "VED-4.3")]


def test_hell_destroys_one_joker_and_another_is_swept() -> None:
    table, hell = lying(jokers_Cy="nornes#01 heimdall#01"), laid("hell-0s#01", "stake:Bo", 0)
    ledger = judge(STANDARD, *table, hell, *cleared("nornes#01", "heimdall#01", zone="jokers:Cy"), TO_ANA, pace_s=5)
    assert rules(ledger) == [("joker-swept", "VED-5.4")]


def test_a_raven_card_refused_and_paid_for_late() -> None:
    header = STANDARD | {"rulings": {"VED-R16": "nornes"}}
    raven = [laid("hugin-0s#01", "stake:Ana", 0), laid("odin-3r-0s#01", "discard"), TO_BO]
    ledger = judge(header, *lying(jokers_Ana="nornes#01"), *raven, *cleared("nornes#01", zone="jokers:Ana"), pace_s=5)
    assert (told(ledger), settled(ledger)) == ([("refused-without-joker", 6)], [True])


def test_a_card_carried_on_without_paying_belongs_where_it_was_given() -> None:
    carry = [laid("thor-2r-1s#01", "stake:Ana", 0), carried("thor-2r-1s#01", "stake:Ana", "stake:Bo"), TO_CY]
    lines = [*lying(jokers_Ana="heimdall#01"), *carry]
    ledger = judge(STANDARD, *lines, pace_s=5)
    assert (told(ledger), stake(ledger.referee.game, "Ana")) == ([("refused-without-joker", 5)], ["thor-2r-1s"])
    back = judge(STANDARD, *lines, carried("thor-2r-1s#01", "stake:Bo", "stake:Ana"), pace_s=5)
    assert settled(back) == [True]


FIRST_TURN = [
    *lying(jokers_Ana="nornes#01 heimdall#01"),
    laid("nornes#02", "jokers:Ana", 2),
    *cleared("nornes#01", zone="jokers:Ana"),
    *(TO_BO, TO_CY, TO_THE_MIDDLE),
]


def test_a_joker_swept_after_another_paid_is_told_when_it_left() -> None:
    """Of two Nornes the old one left; Heimdall pays for a card, and the other Nornes is swept."""
    sent = [TO_ANA, *cleared("heimdall#01", zone="jokers:Ana"), carried("thor-2r-1s#01", "stake:Ana", "stake:Bo")]
    swept = [*cleared("nornes#02", zone="jokers:Ana"), laid("odin-3r-0s#01", "stake:Cy", 1)]
    assert told(judge(STANDARD, *FIRST_TURN, *sent, *swept, pace_s=5)) == [("joker-swept", 13)]


def test_a_joker_spent_by_hand_leaves_though_another_of_its_kind_lies_there() -> None:
    spent: Line = {"act": "give", "card": "odin-3r-0s", "to": "Ana", "refuse": [{"with": "nornes"}]}
    referee = judge(STANDARD, *FIRST_TURN, spent, pace_s=5).referee
    assert [each.name for each in referee.mirror.lying(Zone("jokers:Ana"))] == ["heimdall#01"]
    assert (referee.open_steps, referee.mistakes) == ((), ())
