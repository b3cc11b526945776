"""What people say of a game: lines taken back and brought back, cards named, denied, games set up anew."""

import io
import json
from collections.abc import Mapping
from pathlib import Path

import pytest

from companion.games.vedrfolnir.ledger import Ledger, judged
from companion.games.vedrfolnir.sightings import parse_sightings
from companion.games.vedrfolnir.state import Game
from companion.lines import Unreadable
from companion.places import Seat, Zone

Line = Mapping[str, object]

STANDARD: dict[str, object] = {"mode": "standard", "sets": ["base", "spring", "winter"], "seats": ["Ana", "Bo", "Cy"]}
DUO: dict[str, object] = {"mode": "duo", "sets": ["base", "spring", "winter"], "seats": ["Ana", "Bo"]}
SOLO: dict[str, object] = {"mode": "solo", "sets": ["base", "spring", "winter"]}


def judge(header: Line, *lines: Line) -> Ledger:
    """A file with these lines, a second apart."""
    first: Line = {"game": "vedrfolnir", "version": 1, **header}
    rows = [first, *({"at": at, **line} for at, line in enumerate(lines))]
    text = "\n".join(json.dumps(row) for row in rows)
    return judged(parse_sightings(io.BytesIO(text.encode()), Path()))


def laid(card: str, zone: str, index: int | None = None, *, turned: bool = False) -> Line:
    place: Line = {} if index is None else {"index": index, "turned": turned}
    return {"saw": "placed", "card": card, "zone": zone, **place}


def told(ledger: Ledger) -> list[tuple[str, int]]:
    return [(each.finding.id.value, each.line) for each in ledger.referee.mistakes]


def stake(game: Game, seat: str) -> list[str]:
    return [card.name for card in game.stake(Seat(seat))]


UNDO: Line = {"say": "undo"}
UNDO_TOUCH: Line = {"say": "undo", "of": "touch"}
REDO: Line = {"say": "redo"}
THOR = laid("thor-1r-1s#01", "stake:Ana", 0)
ODIN = laid("odin-1r-1s#01", "stake:Bo", 0)


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
    ],
)
def test_who_begins_is_put_right(changes: Line, active: str) -> None:
    assert judge(STANDARD, {"say": "setup", **changes}, THOR).referee.game.active == active


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
        (STANDARD, {}),
        (STANDARD, {"seats": ["Ana", "Bo"]}),
        (STANDARD, {"seats": ["Ana", "Ana", "Bo"]}),
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
        ({"card": "hugin-0s", "to": "Ana"}, "no-draw", "VED-4.10"),
        ({"card": "sleipnir-1s", "to": "Ana"}, "no-draw", "VED-4.9"),
        ({"card": "thor-1r-1s", "to": "Bo"}, "second-card", "VED-3.2"),
        ({"card": "thor-1r-1s", "to": "Ana", "refuse": [{"with": "nornes"}]}, "refused-without-joker", "VED-4.2"),
    ],
)
def test_a_forbidden_act_by_hand_is_the_mistake_of_its_rule(act: Line, mistake: str, rule: str) -> None:
    ledger = judge(STANDARD, ODIN, {"act": "give", **act})
    assert [(each.finding.id, each.finding.rule) for each in ledger.referee.mistakes] == [(mistake, rule)]


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
    lines = [*stakes, {"say": "keep", "lying": True}, exact, *away, top, laid("back", "discard"), {"say": "keep"}]
    game = judge(STANDARD, *lines).referee.game
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
