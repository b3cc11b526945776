"""Tracker, session and touches at one true table: what people say stands until the picture changes."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.facts import BACK, UNKNOWN
from companion.games.vedrfolnir.acts import Give, Played
from companion.games.vedrfolnir.scoring import scores
from companion.games.vedrfolnir.session import Perform
from companion.games.vedrfolnir.zones import DISCARD, TRIBUTE, jokers, stake, won
from companion.intents import Correct, Keep, Redo, SayAbsent, Undo
from companion.journal import Journal
from companion.places import Seat
from tests.touching.example import Example
from tests.touching.making import Sort, failure, touched_evening
from tests.touching.table import Piece, have_partners

ANA, BO, CY = (Seat(each) for each in ("Ana", "Bo", "Cy"))
HERS, HIS, THEIRS = map(stake, (ANA, BO, CY))
THOR, ODIN, SURTR, LOKI = "thor-1r-2s#01", "odin-1r-1s#01", "surtr-1r-1s#01", "loki-0s#01"
FIRST_TURN = {HIS: ODIN, THEIRS: SURTR, TRIBUTE: "odin-2r-0s#01"}


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Example]:
    with Journal(tmp_path / "games.sqlite") as journal:
        yield Example(journal)


def by_hand(card: str, to: Seat) -> Perform:
    return Perform(Give(Played(card), to))


@pytest.mark.parametrize("said", ["thor-1r-2s", "thor-1r-2s#01"])
def test_a_card_answered_by_touch_and_later_read(table: Example, said: str) -> None:
    card = table.lay(THOR, HERS, UNKNOWN)
    table.say(Correct(said, HERS, 0))
    lines = table.lines
    table.read(card, THOR)
    assert (lines, [said]) == (table.lines, table.stake("Ana"))
    table.lay(ODIN, HIS)
    assert (table.accused, table.asked) == ([], [])
    assert [(seat, card.print.name) for seat in (ANA, BO) for card in table.session.game.stake(seat)] == [
        ("Ana", "thor-1r-2s"),
        ("Bo", "odin-1r-1s"),
    ]


def test_reordered_after_a_correction(table: Example) -> None:
    first = table.lay(THOR, HERS, "odin-3r-2s#02")
    table.say(Correct("thor-1r-2s#01", HERS, 0))
    table.lay_all(FIRST_TURN)
    second = table.lay("thor-2r-1s#01", HERS)
    table.carry(first, HERS)
    assert table.stake("Ana") == ["thor-2r-1s#01", THOR]
    table.carry(second, HERS)
    assert table.stake("Ana") == [THOR, "thor-2r-1s#01"]
    assert table.accused == []


def test_a_card_that_came_by_hand_is_corrected_before_it_is_laid(table: Example) -> None:
    table.say(by_hand("odin-1r-2s", ANA), Correct("thor-1r-2s", HERS, 0))
    lines = table.lines
    table.lay(THOR, HERS)
    assert (lines, ["thor-1r-2s"]) == (table.lines, [each.partition("#")[0] for each in table.stake("Ana")])
    assert (table.accused, table.asked) == ([], [])


def test_a_card_that_came_by_hand_is_corrected_after_it_was_laid(table: Example) -> None:
    table.say(by_hand("odin-1r-2s", ANA))
    table.lay("odin-1r-2s#01", HERS)
    table.say(Correct("thor-1r-2s", HERS, 0))
    lines = table.lines
    table.cover(HERS)
    assert (lines, ["thor-1r-2s"]) == (table.lines, table.stake("Ana"))
    assert (table.accused, table.asked) == ([], [])


@pytest.mark.parametrize("is_laid_first", [True, False])
def test_an_undone_act_by_hand_whose_card_lies_there(table: Example, *, is_laid_first: bool) -> None:
    if is_laid_first:
        card = _laid_unseen(table)
    else:
        table.say(by_hand("thor-1r-2s", ANA))
        card = table.lay(THOR, HERS)
    table.say(Undo())
    lines = table.lines
    table.cover(HERS)
    assert (lines, []) == (table.lines, table.stake("Ana"))
    table.take(card)
    assert (lines, []) == (table.lines, table.stake("Ana"))
    table.carry(card, HERS)
    assert table.stake("Ana") == [THOR]
    assert (table.accused, table.asked) == ([], [])


def _laid_unseen(table: Example) -> Piece:
    card = table.lay_unseen(THOR, HERS)
    table.say(by_hand("thor-1r-2s", ANA))
    return card


def test_an_undone_act_by_hand_done_again(table: Example) -> None:
    table.say(by_hand("thor-1r-2s", ANA))
    table.lay(THOR, HERS)
    table.say(Undo(), Redo())
    assert [each.partition("#")[0] for each in table.stake("Ana")] == ["thor-1r-2s"]
    assert (table.accused, table.asked) == ([], [])


@pytest.mark.parametrize("read", [UNKNOWN, "odin-3r-1s#02", "nornes#02"])
def test_a_ghost_that_the_eye_goes_on_seeing(table: Example, read: str) -> None:
    table.lay(THOR, HERS)
    table.haunt(read, HIS)
    assert [read] == table.stake("Bo")
    table.say(SayAbsent(HIS, 0))
    lines = table.lines
    table.cover(HIS)
    assert (lines, []) == (table.lines, table.stake("Bo"))
    table.lay(ODIN, HIS)
    assert table.stake("Bo") == [ODIN]
    assert (table.accused, table.asked) == ([], [])


def test_a_card_denied_falsely_counts_again_once_it_is_laid_anew(table: Example) -> None:
    card = table.lay(THOR, HERS)
    table.say(SayAbsent(HERS, 0))
    lines = table.lines
    table.cover(HERS)
    assert (lines, []) == (table.lines, table.stake("Ana"))
    table.take(card)
    table.carry(card, HERS)
    assert table.stake("Ana") == [THOR]
    assert (table.accused, table.asked) == ([], [])


class Collection:
    """Three turns that end with twelve stars for Ana; the last card in Bo's stake is read otherwise."""

    def __init__(self, table: Example, read: str, said: str) -> None:
        self.table = table
        self.hers = [table.lay("thor-3r-4s#01", HERS)]
        self.others = table.lay_all({HIS: "odin-1r-0s#01", THEIRS: "thor-1r-0s#01", TRIBUTE: "odin-2r-0s#01"})
        self.hers.append(table.lay("thor-3r-4s#02", HERS))
        self.named = table.lay("odin-1r-0s#02", HIS, read)
        table.say(Correct(said, HIS, 1))
        self.others += table.lay_all({THEIRS: "thor-1r-0s#02", TRIBUTE: "odin-2r-0s#02"})
        self.hers.append(table.lay("odin-3r-4s#01", HERS))

    def clear(self) -> None:
        for card in self.hers:
            self.table.carry(card, won(ANA))
        for card in self.others:
            self.table.carry(card, won(ANA) if card.truth.startswith("odin-2r") else DISCARD)
        self.table.lay(BACK, DISCARD)


@pytest.mark.parametrize("said", ["odin-1r-0s", "odin-1r-0s#02"])
@pytest.mark.parametrize("later", [None, "odin-1r-0s#02"])
@pytest.mark.parametrize("read", [UNKNOWN, "thor-2r-1s#03"])
def test_a_named_card_that_moves_with_a_clearing_keeps_its_name(
    table: Example, read: str, later: str | None, said: str
) -> None:
    game = Collection(table, read, said)
    game.named.read = later or read
    table.carry(game.named, DISCARD)
    assert [each.partition("#")[0] for each in table.names(DISCARD)] == ["odin-1r-0s"]
    game.clear()
    assert (table.accused, table.asked) == ([], [])
    assert scores(table.session.game) == {"Ana": 20, "Bo": 0, "Cy": 0}


def test_a_second_unknown_after_an_answered_one_that_left_in_a_packet(table: Example) -> None:
    game = Collection(table, UNKNOWN, "odin-1r-0s")
    table.take(game.named)
    game.clear()
    table.lay("odin-2r-1s#01", HIS, UNKNOWN)
    assert table.stake("Bo") == [UNKNOWN]
    table.say(Correct("odin-2r-1s", HIS, 0))
    assert table.stake("Bo") == ["odin-2r-1s"]
    assert (table.accused, table.asked) == ([], [])
    assert scores(table.session.game) == {"Ana": 20, "Bo": 0, "Cy": 0}


def test_a_right_table_that_is_kept(table: Example) -> None:
    table.lay(THOR, HERS, UNKNOWN)
    table.say(Correct("thor-1r-2s", HERS, 0), by_hand("nornes", BO), Keep())
    table.lay("nornes#01", jokers(BO))
    table.lay_all({THEIRS: SURTR, TRIBUTE: "odin-2r-0s#01"})
    assert (table.accused, table.asked) == ([], [])
    assert table.stake("Ana") == ["thor-1r-2s"]


def test_a_denied_ghost_stays_denied_after_a_restart(table: Example) -> None:
    table.haunt("odin-3r-1s#02", HIS)
    table.say(SayAbsent(HIS, 0))
    lines = table.lines
    table.reopen()
    assert (table.lines, table.stake("Bo")) == (lines, [])


def test_a_card_that_left_by_an_act_by_hand_stays_away_after_a_restart(table: Example) -> None:
    first = table.lay(THOR, HERS)
    table.lay_all(FIRST_TURN)
    table.say(Perform(Give(Played("loki-0s"), ANA)))
    table.lay(LOKI, HERS)
    table.carry(first, DISCARD)
    table.reopen()
    table.lay("odin-2r-1s#01", HIS)
    table.lay("thor-2r-1s#01", THEIRS, UNKNOWN)
    table.say(Correct("thor-2r-1s", THEIRS, 1))
    assert [[name.partition("#")[0] for name in table.stake(seat)] for seat in ("Ana", "Bo", "Cy")] == [
        ["loki-0s"],
        ["odin-1r-1s", "odin-2r-1s"],
        ["surtr-1r-1s", "thor-2r-1s"],
    ]
    assert (table.accused, table.asked) == ([], [])


# Without numbers about a third of such evenings still fail, most of them without any touch (docs/results.md).
SLICE = [*((seed, sort) for seed in range(4) for sort in (Sort.NUMBERED, Sort.REOPENED)), (0, Sort.PRINTED)]


@pytest.mark.parametrize(("seed", "sort"), SLICE)
def test_evenings_with_touches(seed: int, sort: Sort) -> None:
    assert failure(touched_evening(seed, sort)) is None


@pytest.mark.parametrize(
    ("names", "others", "is_right"),
    [
        (["sleipnir-1s#04", "sleipnir-1s"], ["sleipnir-1s", "sleipnir-1s#04"], True),
        (["sleipnir-1s", "sleipnir-1s#04"], ["sleipnir-1s#04", "sleipnir-1s#10"], True),
        (["sleipnir-1s#04", "sleipnir-1s#10"], ["sleipnir-1s", "sleipnir-1s#04"], True),
        (["sleipnir-1s#04", "sleipnir-1s#10"], ["sleipnir-1s#04", "sleipnir-1s#04"], False),
        (["sleipnir-1s", "sleipnir-1s"], ["sleipnir-1s#04"], False),
    ],
)
def test_the_judge_of_a_pile_lets_a_name_without_number_mean_any_copy(
    names: list[str], others: list[str], *, is_right: bool
) -> None:
    assert have_partners(names, others) is is_right
