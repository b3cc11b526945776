"""What people say of a game: lines taken back and brought back, cards named, denied, games set up anew."""

import pytest

from companion.games.vedrfolnir.ledger import shown_facts
from companion.games.vedrfolnir.retelling import Retelling
from companion.games.vedrfolnir.session import is_record_whole
from companion.lines import Unreadable
from companion.places import Seat, Zone
from tests.brief import (
    DUO,
    SOLO,
    STANDARD,
    Line,
    carried,
    judge,
    laid,
    lying,
    removed,
    served,
    stake,
    told,
    told_lines,
)
from tests.watched import phrases

UNDO: Line = {"say": "undo"}
UNDO_TOUCH: Line = {"say": "undo", "of": "touch"}
REDO: Line = {"say": "redo"}
THOR = laid("thor-1r-1s#01", "stake:Ana", 0)
ODIN = laid("odin-1r-1s#01", "stake:Bo", 0)
FREYJA = "A Freyja {} the points of one won card"
ABSENT: Line = {"say": "absent", "zone": "stake:Bo", "index": 0}
BASE_SPRING = ["base", "spring"]
EVERY = STANDARD | {"sets": ["base", "spring", "winter"]}


@pytest.mark.parametrize(
    ("lines", "served", "idle"),
    [
        ([UNDO], [], [2]),
        ([REDO], [], [2]),
        ([THOR, UNDO, UNDO], [], [4]),
        ([THOR, ODIN, UNDO], ["Ana"], []),
        ([THOR, ODIN, UNDO, REDO], ["Ana", "Bo"], []),
        ([THOR, ODIN, UNDO, UNDO, REDO, REDO], ["Ana", "Bo"], []),
        ([THOR, UNDO, ODIN, REDO], ["Bo"], [5]),
        ([THOR, ODIN, UNDO_TOUCH], ["Ana", "Bo"], [4]),
        ([THOR, {"act": "give", "card": "loki-0s", "to": "Cy"}, ODIN, UNDO_TOUCH], ["Ana", "Bo"], []),
        ([THOR, {"act": "give", "card": "loki-0s", "to": "Cy"}, UNDO_TOUCH, ODIN, REDO], ["Ana", "Bo", "Cy"], []),
        ([THOR, {"say": "absent", "zone": "stake:Bo", "index": 0}], ["Ana"], [3]),
        ([THOR, {"say": "absent", "zone": "stake:Ana", "index": 0}], [], []),
        ([THOR, UNDO, {"say": "absent", "zone": "stake:Bo", "index": 0}, REDO], ["Ana"], [4]),
        ([THOR, UNDO, {"say": "turn", "seat": "Ana"}, REDO], [], [5]),
    ],
)
def test_what_is_in_force(lines: list[Line], served: list[str], idle: list[int]) -> None:
    ledger = judge(STANDARD, *lines)
    assert set(served) == set(ledger.referee.game.served)
    assert idle == ledger.idle
    assert told(ledger) == []


def test_what_is_redone_counts_in_its_old_place() -> None:
    ledger = judge(STANDARD, THOR, {"act": "give", "card": "loki-0s", "to": "Cy"}, ODIN, UNDO_TOUCH, REDO)
    assert [line.number for line in ledger.in_force] == [2, 3, 4]


def test_a_card_kept_by_hand_comes_from_the_discard_before_the_draw_pile() -> None:
    kept: list[Line] = [
        {"act": "keep", "zones": {"stake:Ana": cards}} for cards in (["thor-1r-1s"], [], ["thor-1r-1s"])
    ]
    game = judge(STANDARD, *kept).referee.game
    assert (game.draw, game.discarded) == (game.setup.deck.size - 4 - 1, 0)


def test_what_was_undone_last_can_be_redone() -> None:
    redoable = judge(STANDARD, THOR, ODIN, UNDO, UNDO).redoable
    assert redoable is not None
    assert redoable.number == 2


def test_a_card_laid_by_hand_is_not_absent() -> None:
    given: Line = {"act": "give", "card": "thor-1r-1s", "to": "Ana"}
    ledger = judge(STANDARD, given, {"say": "absent", "zone": "stake:Ana", "index": 0})
    assert (ledger.idle, stake(ledger.referee.game, "Ana")) == ([3], ["thor-1r-1s"])


def test_an_absent_card_is_not_shown() -> None:
    absent: Line = {"say": "absent", "zone": "stake:Ana", "index": 0}
    _, shown = shown_facts(told_lines(STANDARD, THOR, ODIN, absent))
    assert [line.number for line in shown] == [3]


@pytest.mark.parametrize("at_s", [4.999, 4.5, 1.0])
def test_time_never_falls(at_s: float) -> None:
    with pytest.raises(Unreadable):
        judge(STANDARD, THOR | {"at": 5.0}, ODIN | {"at": at_s})


def test_a_card_kept_with_its_number_is_the_one_that_lay_there_without() -> None:
    kept: list[Line] = [
        {"act": "keep", "zones": {"stake:Ana": cards}} for cards in (["thor-1r-1s"], ["thor-1r-1s", "thor-1r-1s#02"])
    ]
    ledger = judge(STANDARD, {"act": "keep", "zones": {"stake:Ana": ["thor-1r-1s#02"]}}, kept[1])
    game = ledger.referee.game
    assert (told(ledger), game.draw, len(stake(game, "Ana"))) == ([], game.setup.deck.size - 4 - 2, 2)
    numbered: Line = {"act": "keep", "zones": {"stake:Ana": ["thor-1r-1s#02"]}}
    game = judge(STANDARD, kept[0], numbered).referee.game
    assert (game.draw, game.discarded) == (game.setup.deck.size - 4 - 1, 0)


def test_a_table_with_too_many_copies_lay_there() -> None:
    lines = lying(stake_Ana="nidhogg nidhogg nidhogg nidhogg nidhogg")
    assert len(stake(judge(STANDARD, *lines).referee.game, "Ana")) == 4


@pytest.mark.parametrize("lines", [[], [laid("odin-1r-1s#01", "stake:Bo", 0), laid("loki-0s#01", "stake:Cy", 0)]])
def test_a_tyr_that_nobody_is_sure_of_is_odins(lines: list[Line]) -> None:
    tyr = laid("tyr-2r-1s#01", "stake:Ana", 0) | {"turned": None}
    assert stake(judge(STANDARD, tyr, *lines, pace_s=2).referee.game, "Ana") == ["tyr-2r-1s@odin"]
    game = judge(STANDARD, tyr, *lines, {"say": "keep"}, pace_s=2).referee.game
    assert stake(game, "Ana") == ["tyr-2r-1s@odin"]


def test_a_table_is_a_start_only_before_anything_else() -> None:
    keep: Line = {"say": "keep", "lying": True}
    assert served(judge(STANDARD, {"say": "turn", "seat": "Ana"}, THOR, keep)) == {"Ana"}
    assert served(judge(STANDARD, THOR, carried("thor-1r-1s#01", "stake:Ana", "stake:Bo"), keep)) == {"Bo"}


def test_a_card_lifted_from_its_place_is_not_kept_there() -> None:
    lines = [*lying(stake_Ana="thor-1r-0s#01 thor-1r-0s#02"), removed("thor-1r-0s#01", "stake:Ana", 0)]
    assert stake(judge(STANDARD, *lines, {"say": "keep"}, pace_s=5).referee.game, "Ana") == ["thor-1r-0s"]


def test_a_card_kept_by_hand_is_in_the_air_no_longer() -> None:
    thor: list[Line] = [laid("thor-1r-1s", "stake:Ana", 0), removed("thor-1r-1s", "stake:Ana", 0)]
    kept: Line = {"act": "keep", "zones": {"stake:Ana": [], "stake:Bo": ["thor-1r-1s"]}}
    ledger = judge(STANDARD, *thor, kept, laid("thor-1r-1s", "stake:Cy", 0), pace_s=5)
    assert [stake(ledger.referee.game, seat) for seat in ("Bo", "Cy")] == [["thor-1r-1s"], ["thor-1r-1s"]]
    again = judge(STANDARD, *thor, kept, {"say": "keep"}, pace_s=5)
    assert stake(again.referee.game, "Bo") == ["thor-1r-1s"]


def test_two_equal_names_kept_by_hand_are_two_cards() -> None:
    kept: list[Line] = [{"act": "keep", "zones": {"stake:Ana": ["thor-1r-1s"] * count}} for count in (1, 2)]
    assert len({card.id for card in judge(STANDARD, *kept).referee.game.stake(Seat("Ana"))}) == 2


def test_an_act_by_hand_leaves_a_card_it_does_not_know() -> None:
    ledger = judge(STANDARD, laid("unknown", "stake:Ana", 0), {"act": "give", "card": "loki-0s", "to": "Ana"})
    assert [(each.step, each.source) for each in ledger.referee.open_steps] == [("name", "stake:Ana")]


@pytest.mark.parametrize("index", [0, 1])
def test_a_card_that_an_act_by_hand_does_not_know_stays_in_its_place(index: int) -> None:
    lines = [*lying(stake_Ana="thor-1r-1s#01"), laid("unknown", "stake:Ana", index)]
    given: Line = {"act": "give", "card": "odin-2r-1s", "to": "Ana"}
    ledger = judge(STANDARD, *lines, given, pace_s=5)
    names = [each.name for each in ledger.referee.mirror.lying(Zone("stake:Ana"))]
    assert names.index("unknown") == index


def test_brynhildrs_pile_gets_lower_by_hand() -> None:
    acts: list[Line] = [
        {"act": "hide"},
        {"act": "give", "card": "brynhildr"},
        {"act": "reveal", "card": "thor-1r-1s"},
    ]
    assert judge(SOLO, *acts).referee.mirror.lying(Zone("pile:Brynhildr")) == ()


def test_a_card_that_can_not_have_moved_is_told() -> None:
    assert judge(STANDARD, carried("thor-1r-1s#01", "stake:Ana", "stake:Bo")).referee.unfollowed == [2]


def test_place_cards_are_no_cards() -> None:
    ledger = judge(STANDARD, laid("odin_valhalla", "stake:Ana", 0), THOR)
    assert (told(ledger), stake(ledger.referee.game, "Ana")) == ([], ["thor-1r-1s"])


@pytest.mark.parametrize(
    ("first", "said"),
    [("thor-1r-1s", "thor-1r-1s#03"), ("thor-1r-1s#03", "thor-1r-1s"), ("thor-1r-1s#03", "thor-1r-1s#03")],
)
def test_a_number_told_later_or_left_out_is_the_same_card(first: str, said: str) -> None:
    ledger = judge(STANDARD, laid(first, "stake:Ana", 0), carried(said, "stake:Ana", "stake:Bo"))
    assert (served(ledger), ledger.referee.unfollowed) == ({"Bo"}, [])


def test_a_number_that_people_put_right_may_be_misread_again() -> None:
    named: Line = {"say": "correct", "card": "thor-1r-1s#02", "zone": "stake:Ana", "index": 0}
    ledger = judge(STANDARD, THOR, named, carried("thor-1r-1s#01", "stake:Ana", "stake:Bo"))
    assert (served(ledger), ledger.referee.unfollowed) == ({"Bo"}, [])


def test_of_twins_the_newest_is_meant() -> None:
    lines = [*lying(stake_Ana="thor-1r-0s thor-1r-0s"), laid("loki-0s#01", "stake:Ana", 2)]
    ledger = judge(STANDARD, *lines, removed("thor-1r-0s", "stake:Ana"), ODIN, pace_s=5)
    assert told(ledger) == []


def test_a_table_that_lay_there_is_no_touch() -> None:
    ledger = judge(STANDARD, THOR, {"say": "keep", "lying": True}, UNDO_TOUCH)
    assert ledger.idle == [4]
    assert ledger.referee.game.served == ()
    assert stake(ledger.referee.game, "Ana") == ["thor-1r-1s"]


def test_a_table_that_lay_there_is_checked_with_the_next_card() -> None:
    lying = [laid(f"thor-{runes}r-4s#01", "stake:Ana", runes - 1) for runes in (1, 2, 3)]
    ledger = judge(STANDARD, *lying, {"say": "keep", "lying": True}, laid("odin-1r-0s#01", "stake:Bo", 0))
    assert [each.seat for each in ledger.referee.game.collections] == ["Ana"]


def test_the_pile_and_the_discard_of_a_table_that_lay_there_are_taken_from_the_draw_pile() -> None:
    lying = [laid("back", "pile:Brynhildr"), laid("back", "pile:Brynhildr"), laid("back", "discard")]
    game = judge(SOLO, *lying, laid("thor-1r-1s#01", "discard"), {"say": "keep", "lying": True}).referee.game
    assert (game.pile, game.discarded, game.draw) == (2, 2, game.setup.deck.size - 4 - 4)


def test_a_card_that_was_never_there_does_not_count_in_later_places() -> None:
    lines = [THOR, laid("unknown", "stake:Ana", 1), {"say": "absent", "zone": "stake:Ana", "index": 1}, ODIN]
    assert stake(judge(STANDARD, *lines).referee.game, "Ana") == ["thor-1r-1s"]


def test_places_are_counted_without_a_card_that_was_never_there() -> None:
    lines: list[Line] = [laid("unknown", "stake:Ana", 0), laid("thor-1r-1s", "stake:Ana", 1)]
    absent: Line = {"say": "absent", "zone": "stake:Ana", "index": 0}
    named: Line = {"say": "correct", "card": "odin-3r-2s", "zone": "stake:Ana", "index": 0}
    assert stake(judge(STANDARD, *lines, absent, named).referee.game, "Ana") == ["odin-3r-2s"]


def test_a_card_named_by_touch_is_judged_by_its_name_from_the_start() -> None:
    named: Line = {"say": "correct", "card": "nidhogg#01", "zone": "stake:Ana", "index": 0}
    ledger = judge(STANDARD, laid("unknown", "stake:Ana", 0), ODIN, named)
    assert stake(ledger.referee.game, "Ana") == ["nidhogg"]
    assert set(ledger.referee.game.served) == {"Ana", "Bo"}


def test_the_same_number_named_twice_is_one_copy_too_many() -> None:
    named: Line = {"say": "correct", "card": "thor-1r-1s#01", "zone": "stake:Bo", "index": 0}
    assert told(judge(STANDARD, THOR, laid("unknown", "stake:Bo", 0), named)) == [("too-many-copies", 3)]


def test_a_card_given_by_hand_is_named_anew() -> None:
    given: Line = {"act": "give", "card": "thor-1r-1s", "to": "Ana"}
    named: Line = {"say": "correct", "card": "odin-3r-2s", "zone": "stake:Ana", "index": 0}
    assert stake(judge(STANDARD, given, named).referee.game, "Ana") == ["odin-3r-2s"]


def test_players_called_anew_and_their_ases() -> None:
    lines: list[Line] = [
        THOR,
        {"say": "setup", "names": {"Ana": "Anna"}},
        laid("odin-1r-1s#01", "stake:Ase Anna", 0),
        laid("loki-0s#01", "stake:Anna", 1),
    ]
    ledger = judge(DUO, *lines)
    assert ledger.setup.seats == ("Anna", "Bo", "Ase Anna", "Ase Bo")
    assert stake(ledger.referee.game, "Ase Anna") == ["odin-1r-1s"]
    assert told(ledger) == [("second-card", 5)]


def test_what_was_given_by_hand_and_pointed_at_follows_a_new_name() -> None:
    named: Line = {"say": "correct", "card": "nidhogg", "zone": "stake:Anna", "index": 0}
    lines: list[Line] = [{"act": "give", "card": "loki-0s", "to": "Ana"}, {"say": "setup", "names": {"Ana": "Anna"}}]
    assert stake(judge(STANDARD, *lines).referee.game, "Anna") == ["loki-0s"]
    assert stake(judge(STANDARD, *lines, named).referee.game, "Anna") == ["nidhogg"]
    before: Line = named | {"zone": "stake:Ana"}
    assert stake(judge(STANDARD, laid("unknown", "stake:Ana", 0), before, lines[1]).referee.game, "Anna") == ["nidhogg"]


def test_a_renaming_taken_back_leaves_later_lines_readable() -> None:
    renamed: Line = {"say": "setup", "names": {"Ana": "Bo", "Bo": "Ana"}}
    ledger = judge(STANDARD, renamed, laid("thor-1r-1s#01", "stake:Bo", 0), UNDO_TOUCH, ODIN)
    assert {seat: stake(ledger.referee.game, seat) for seat in ("Ana", "Bo")} == {
        "Ana": ["thor-1r-1s"],
        "Bo": ["odin-1r-1s"],
    }


@pytest.mark.parametrize(
    ("changes", "active"),
    [
        ({"first": "Cy"}, "Cy"),
        ({"seats": ["Bo", "Cy", "Ana"]}, "Bo"),
        ({"seats": ["Bo", "Ana", "Cy"], "first": "Ana"}, "Ana"),
        ({"first": "Bo", "names": {"Bo": "Bea"}}, "Bea"),
    ],
)
def test_who_begins_is_put_right(changes: Line, active: str) -> None:
    assert judge(STANDARD, {"say": "setup", **changes}, THOR).referee.game.active == active


def test_who_was_said_to_begin_begins_wherever_people_sit() -> None:
    seats: Line = {"say": "setup", "seats": ["Bo", "Ana", "Cy"]}
    assert judge(STANDARD | {"first": "Cy"}, seats).referee.game.active == "Cy"
    assert judge(STANDARD, {"say": "setup", "first": "Cy"}, seats).referee.game.active == "Cy"
    assert judge(STANDARD, {"say": "setup", "first": "Cy"}, {"say": "setup", "first": "Bo"}).setup.first == "Bo"


def test_names_changed_twice() -> None:
    once: list[Line] = [THOR, {"say": "setup", "names": {"Ana": "Anna"}}]
    again = judge(STANDARD, *once, {"say": "setup", "names": {"Anna": "Annette"}}).referee.game
    other = judge(STANDARD, *once, {"say": "setup", "names": {"Bo": "Bea"}}).referee.game
    assert (stake(again, "Annette"), stake(other, "Anna")) == (["thor-1r-1s"], ["thor-1r-1s"])


def test_a_renaming_redone_is_read_by() -> None:
    renamed: Line = {"say": "setup", "names": {"Ana": "Anna"}}
    ledger = judge(STANDARD, renamed, UNDO_TOUCH, REDO, laid("thor-1r-1s#01", "stake:Anna", 0))
    assert stake(ledger.referee.game, "Anna") == ["thor-1r-1s"]


def test_a_set_that_was_forgotten_is_no_longer_foreign() -> None:
    lines = [laid("surtr-1r-1s#01", "stake:Ana", 0), ODIN]
    base = STANDARD | {"sets": ["base"]}
    assert told(judge(base, *lines)) == [("foreign-card", 2)]
    assert told(judge(base, *lines, {"say": "setup", "sets": ["base", "winter"]})) == []


@pytest.mark.parametrize(
    ("header", "changes"),
    [
        (SOLO, {"names": {"Valhalla": "Ana"}}),
        (SOLO, {"first": "Valhalla"}),
        (SOLO, {"seats": ["Heilheim"]}),
        (SOLO, {"seats": []}),
        (SOLO, {"names": {}}),
        (STANDARD, {}),
        (STANDARD, {"seats": ["Ana", "Bo"]}),
        (STANDARD, {"seats": ["Ana", "Ana", "Bo"]}),
        (STANDARD, {"seats": ["Ana", "Bo", "Cy", "Ana"]}),
        (STANDARD, {"names": {"Ana": "Bo"}}),
        (STANDARD, {"names": {"Ana": "Odin"}}),
        (STANDARD, {"sets": ["spring"]}),
        (STANDARD, {"rulings": {"VED-R99": "no"}}),
    ],
)
def test_what_a_header_could_not_have(header: Line, changes: Line) -> None:
    with pytest.raises(Unreadable):
        judge(header, {"say": "setup", **changes})


@pytest.mark.parametrize(
    ("act", "mistake", "rule"),
    [
        ({"card": "baldr-1s", "to": "Ana"}, "foreign-card", "VED-2.4"),
        ({"card": "odin-1r-1s#01", "to": "Ana"}, "too-many-copies", "VED-1.1"),
        ({"card": "odin-1r-1s#01", "to": "Bo"}, "too-many-copies", "VED-1.1"),
        ({"card": "hugin-0s", "to": "Ana"}, "no-draw", "VED-4.10"),
        ({"card": "sleipnir-1s", "to": "Ana"}, "no-draw", "VED-4.9"),
        ({"card": "thor-1r-1s", "to": "Bo"}, "second-card", "VED-3.2"),
        ({"card": "thor-1r-1s", "to": "Ana", "refuse": [{"with": "nornes"}]}, "refused-without-joker", "VED-4.2"),
    ],
)
def test_a_forbidden_act_by_hand_is_the_mistake_of_its_rule(act: Line, mistake: str, rule: str) -> None:
    ledger = judge(STANDARD, ODIN, {"act": "give", **act})
    assert [(each.finding.id, each.finding.rule) for each in ledger.referee.mistakes] == [(mistake, rule)]


@pytest.mark.parametrize(
    ("draws", "steps"), [([], ["surtr-1r-1s"]), ([{"card": "surtr-1r-1s"}], ["sleipnir-1s", "surtr-1r-1s"])]
)
@pytest.mark.parametrize("since", [{"say": "keep"}, {"say": "correct"}, {"say": "undo"}])
def test_an_act_by_hand_that_the_sets_forbid_is_a_foreign_card_until_it_is_put_right(
    draws: list[Line], steps: list[str], since: Line
) -> None:
    card = "sleipnir-1s" if draws else "surtr-1r-1s"
    lines: list[Line] = [
        {"act": "give", "card": card, "to": "Bo", "draws": draws},
        {"say": "setup", "sets": BASE_SPRING},
    ]
    mistakes = judge(EVERY, *lines).referee.mistakes
    found = [(each.finding.id, each.finding.card, each.finding.zone, each.is_settled) for each in mistakes]
    assert found == [("foreign-card", "surtr-1r-1s", "stake:Bo", False)]
    assert steps == [each.name for each in mistakes[0].finding.steps]
    named: Line = {"card": "thor-1r-1s", "zone": "stake:Bo", "index": len(draws)} if since["say"] == "correct" else {}
    ledger = judge(EVERY, *lines, since | named)
    assert [each for each in ledger.referee.mistakes if not each.is_settled] == []
    assert ledger.referee.open_steps == ()


@pytest.mark.parametrize(
    ("lines", "retold"),
    [
        (
            [{"say": "setup", "sets": ["base"], "names": {"Bo": "Bob"}, "first": "Bo"}],
            "What we play: expansions spring + winter → none, who starts Ana → Bob, name Bo → Bob",
        ),
        (
            [{"say": "setup", "names": {"Bo": "Bob"}}, {"say": "setup", "seats": ["Ana", "Cy", "Bob"]}],
            "What we play: seats Ana, Bob, Cy → Ana, Cy, Bob",
        ),
        (
            [{"say": "setup", "rulings": {"VED-R7": 3}}],
            f"What we play: VED-R7 “{FREYJA.format('doubles')}” → “{FREYJA.format('triples')}”",
        ),
        (
            [{"say": "correct", "card": "thor-1r-1s", "zone": "stake:Bo", "index": 0}, ABSENT],
            "Thor 1r 1★ is not there, a player says (Bo's stake)",
        ),
        (
            [ABSENT, {"say": "setup", "sets": ["base"]}, UNDO_TOUCH, UNDO_TOUCH, REDO],
            "Odin 1r 1★ is not there, a player says (Bo's stake)",
        ),
    ],
)
def test_what_an_undo_takes_back_is_told_by_what_it_changed(lines: list[Line], retold: str) -> None:
    ledger = judge(EVERY, ODIN, *lines)
    undone = ledger.undoable(is_of_touch=True)
    assert undone is not None
    assert retold == Retelling(phrases(ledger.referee)).line(ledger.retold(undone))


def test_a_record_leaves_no_act_by_hand_out() -> None:
    lines: list[Line] = [{"act": "give", "card": "surtr-1r-1s", "to": "Bo"}, {"say": "setup", "sets": BASE_SPRING}]
    assert [is_record_whole(judge(EVERY, *lines[:count])) for count in (1, 2)] == [True, False]


def test_a_card_given_to_brynhildr_by_hand() -> None:
    ledger = judge(SOLO, {"act": "give", "card": "thor-1r-1s", "to": "Brynhildr"})
    assert [(each.finding.id, each.finding.rule) for each in ledger.referee.mistakes] == [("brynhildr-seen", "VED-8.1")]
    assert [each.is_settled for each in ledger.referee.mistakes] == [True]


@pytest.mark.parametrize("zones", [{"stake:Ana": ["odin-1r-1s#01"]}, {"stake:Ana": ["thor-1r-1s#01"] * 2}])
def test_one_number_in_two_places_of_a_table_kept_by_hand(zones: dict[str, list[str]]) -> None:
    ledger = judge(STANDARD, ODIN, {"act": "keep", "zones": zones})
    assert told(ledger) == [("too-many-copies", 3)]
    assert [stake(ledger.referee.game, seat) for seat in ("Ana", "Bo")] == [[], ["odin-1r-1s"]]


def test_an_end_by_hand_is_complete() -> None:
    ledger = judge(STANDARD, ODIN, {"act": "end"})
    assert (ledger.referee.game.is_over, ledger.referee.open_steps, told(ledger)) == (True, (), [])


def test_after_the_end_no_number_is_looked_at() -> None:
    ledger = judge(STANDARD, ODIN, {"act": "end"}, {"act": "give", "card": "odin-1r-1s#01", "to": "Ana"})
    assert told(ledger) == [("played-on", 4)]


@pytest.mark.parametrize(("seconds", "served"), [(1.9, ["Bo"]), (2.1, ["Ana"])])
def test_a_slip_of_the_hand_lasts_two_seconds(seconds: float, served: list[str]) -> None:
    moved: Line = {"saw": "moved", "card": "thor-1r-1s#01", "from": "stake:Ana", "to": "stake:Bo", "at": seconds}
    assert served == list(judge(STANDARD, THOR, moved).referee.game.served)


def test_a_tyr_kept_the_other_way_counts_as_it_lies() -> None:
    tyr = laid("tyr-2r-1s#01", "stake:Ana", 0)
    turned: Line = {"saw": "turned", "card": "tyr-2r-1s#01", "zone": "stake:Ana", "turned": True}
    game = judge(STANDARD, tyr, ODIN, laid("thor-1r-0s#01", "stake:Cy", 0), turned, {"say": "keep"}).referee.game
    assert stake(game, "Ana") == ["tyr-2r-1s@thor"]


def test_won_cards_that_nobody_saw_singly_are_kept() -> None:
    stakes = [laid("thor-1r-4s#01", "stake:Ana", 0), laid("thor-2r-4s#01", "stake:Ana", 1)]
    exact = laid("thor-3r-4s#01", "stake:Ana", 2)
    away: list[Line] = [
        {"saw": "removed", "card": f"thor-{runes}r-4s#01", "zone": "stake:Ana", "index": 0} for runes in (1, 2, 3)
    ]
    top: Line = {"saw": "placed", "card": "thor-3r-4s#01", "zone": "won:Ana"}
    keeping: list[Line] = [laid("back", "discard"), {"say": "keep"}]
    ledger = judge(STANDARD, *stakes, {"say": "keep", "lying": True}, exact, *away, top, *keeping)
    game = ledger.referee.game
    assert sorted(card.name for card in game.cards[Zone("won:Ana")]) == ["thor-1r-4s", "thor-2r-4s", "thor-3r-4s"]


SLEIPNIR: Line = {"act": "give", "card": "sleipnir-1s", "to": "Bo", "draws": [{"card": "thor-2r-1s"}]}
LOKI: Line = {"act": "give", "card": "loki-0s", "to": "Cy"}
TURN: Line = {"say": "turn", "seat": "Ana"}


@pytest.mark.parametrize(
    ("lines", "left"),
    [
        ([THOR, LOKI], []),
        ([THOR, LOKI, UNDO_TOUCH], ["loki-0s stake:Cy Cy"]),
        ([THOR, LOKI, UNDO], []),
        ([THOR, TURN, UNDO_TOUCH], []),
        ([THOR, SLEIPNIR, UNDO_TOUCH], ["sleipnir-1s stake:Bo Bo", "thor-2r-1s stake:Bo Bo"]),
        (
            [THOR, SLEIPNIR, UNDO_TOUCH, laid("odin-1r-1s#01", "stake:Cy", 0)],
            ["sleipnir-1s stake:Bo Bo", "thor-2r-1s stake:Bo Bo"],
        ),
        ([THOR, SLEIPNIR, UNDO_TOUCH, laid("thor-2r-1s#01", "stake:Cy", 0)], ["sleipnir-1s stake:Bo Bo"]),
        ([THOR, SLEIPNIR, UNDO_TOUCH, ODIN], []),
        ([THOR, SLEIPNIR, UNDO_TOUCH, REDO], []),
        ([THOR, SLEIPNIR, UNDO_TOUCH, TURN], []),
        (
            [THOR, SLEIPNIR, LOKI, UNDO_TOUCH, UNDO_TOUCH],
            ["loki-0s stake:Cy Cy", "sleipnir-1s stake:Bo Bo", "thor-2r-1s stake:Bo Bo"],
        ),
        ([THOR, SLEIPNIR, LOKI, UNDO_TOUCH, UNDO_TOUCH, REDO], ["loki-0s stake:Cy Cy"]),
        ([THOR, LOKI, UNDO_TOUCH, REDO, UNDO_TOUCH], ["loki-0s stake:Cy Cy"]),
    ],
)
def test_cards_given_by_hand_and_taken_back_are_left_over_until_something_else_is_told(
    lines: list[Line], left: list[str]
) -> None:
    assert left == [f"{each.card} {each.zone} {each.to}" for each in judge(STANDARD, *lines).leftovers]


def test_the_top_of_a_won_pile_was_never_there() -> None:
    ledger = judge(STANDARD, laid("thor-1r-1s#01", "won:Ana"), {"say": "absent", "zone": "won:Ana"})
    assert (ledger.idle, told(ledger)) == ([], [])


def test_a_number_that_lies_elsewhere_is_not_learned() -> None:
    lines = [THOR, laid("thor-1r-1s", "stake:Bo", 0), carried("thor-1r-1s#01", "stake:Bo", "stake:Cy")]
    assert [each.name for each in judge(STANDARD, *lines).referee.mirror.lying(Zone("stake:Cy"))] == ["thor-1r-1s"]


def test_a_number_is_learned_though_people_said_the_name() -> None:
    named: Line = {"say": "correct", "card": "thor-1r-1s", "zone": "stake:Ana", "index": 0}
    lines = [laid("unknown", "stake:Ana", 0), named, carried("thor-1r-1s#01", "stake:Ana", "stake:Bo")]
    ledger = judge(STANDARD, *lines, laid("thor-1r-1s#01", "stake:Cy", 0), pace_s=1)
    assert told(ledger) == [("too-many-copies", 5)]


def test_a_card_first_seen_in_a_won_pile_came_from_nowhere() -> None:
    lines = [laid("thor-1r-1s#01", "won:Ana"), laid("odin-1r-1s#01", "stake:Bo", 0)]
    assert told(judge(STANDARD, *lines)) == [("won-touched", 2)]
    assert judge(STANDARD, *lines).referee.game.served == (Seat("Bo"),)


def test_what_an_answered_card_sent_away_is_the_covered_one_that_people_named() -> None:
    lines = [
        laid("unknown", "stake:Ana", 0),
        laid("odin-1r-1s#01", "stake:Ana", 1),
        {"say": "keep", "lying": True},
        {"say": "correct", "card": "thor-1r-2s", "zone": "stake:Ana", "index": 0},
        laid("unknown", "stake:Ana", 2),
        laid("thor-1r-2s#02", "discard"),
        {"say": "correct", "card": "skoll_hati-0s", "zone": "stake:Ana", "index": 2},
    ]
    ledger = judge(STANDARD, *lines)
    assert [each.name for each in ledger.referee.mirror.real(Zone("stake:Ana"))] == ["odin-1r-1s#01", "skoll_hati-0s"]
    assert stake(ledger.referee.game, "Ana") == ["odin-1r-1s", "skoll_hati-0s"]
    assert (told(ledger), ledger.referee.open_steps) == ([], ())


def test_what_an_answered_card_sent_away_may_be_a_tyr_of_which_it_was_told_which_way_it_lay() -> None:
    lines = [
        laid("unknown", "stake:Ana", 0) | {"turned": None},
        laid("odin-1r-1s#01", "stake:Ana", 1),
        {"say": "keep", "lying": True},
        {"say": "correct", "card": "tyr-2r-1s", "zone": "stake:Ana", "index": 0},
        {"saw": "turned", "card": "tyr-2r-1s", "zone": "stake:Ana", "index": 0, "turned": True},
        laid("unknown", "stake:Ana", 2),
        laid("tyr-2r-1s#02", "discard"),
        {"say": "correct", "card": "skoll_hati-0s", "zone": "stake:Ana", "index": 2},
    ]
    ledger = judge(STANDARD, *lines)
    assert stake(ledger.referee.game, "Ana") == ["odin-1r-1s", "skoll_hati-0s"]
    assert (told(ledger), ledger.referee.open_steps) == ([], ())
