"""A new game before it begins: who sits where, who starts, and what is remembered of it."""

import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.cards import Deck
from companion.games.vedrfolnir.catalogue import Set
from companion.games.vedrfolnir.decks import default_deck
from companion.games.vedrfolnir.rulings import RULINGS, FreyjaFactor, decided
from companion.games.vedrfolnir.setup import EXPANSIONS, Mode
from companion.games.vedrfolnir.zones import SOLO_SEATS
from companion.places import Seat
from ui.people import TOKENS, Birthday, Person, days_in, dealt_tokens, name_fault, nearest, typed_on
from ui.sheet import GameSheet, blank_sheet, remembered_sheet, sheet_text

BLANK = blank_sheet(("Player 1", "Player 2", "Player 3"))
NAMES = st.text("abcdefgé -", min_size=1, max_size=12).map(str.strip).filter(lambda each: name_fault(each, ()) is None)
BIRTHDAYS = st.none() | st.builds(Birthday, st.integers(1, 12), st.integers(1, 28))


def people(least: int, most: int) -> st.SearchStrategy[tuple[Person, ...]]:
    names = st.lists(st.tuples(NAMES, BIRTHDAYS), min_size=least, max_size=most, unique_by=lambda each: each[0])
    return names.map(lambda found: tuple(Person(name, n % TOKENS, day) for n, (name, day) in enumerate(found)))


SHEETS = st.builds(
    GameSheet,
    people(3, 8),
    people(0, 10),
    st.sampled_from(Mode),
    st.sets(st.sampled_from(EXPANSIONS)).map(lambda found: tuple(each for each in EXPANSIONS if each in found)),
    st.integers(0, 2),
    st.fixed_dictionaries({rule: st.sampled_from(each.values) for rule, each in RULINGS.items()}).map(decided),
    st.text(max_size=5),
)


@given(SHEETS)
def test_a_sheet_is_remembered_as_it_was(sheet: GameSheet) -> None:
    assert sheet == remembered_sheet(sheet_text(sheet), BLANK)


@given(
    st.recursive(
        st.none() | st.integers() | st.text(),
        lambda inner: (
            st.lists(inner)
            | st.dictionaries(
                st.sampled_from(["people", "guests", "mode", "expansions", "first", "rulings", "deck"]) | st.text(),
                inner,
            )
        ),
    )
)
def test_whatever_is_remembered_can_be_played(found: object) -> None:
    sheet = remembered_sheet(json.dumps(found), BLANK)
    assert len(sheet.setup(default_deck()).seats) in range(3, 9)


@pytest.mark.parametrize("text", ["", "{", "[" * 9000, '{"people": [["a", 0, null], ["a", 1, null], ["b", 1, null]]}'])
def test_what_is_no_sheet_is_forgotten(text: str) -> None:
    assert BLANK.people == remembered_sheet(text, BLANK).people


@given(SHEETS, st.integers(0, 2), st.sampled_from([-1, 1]))
def test_whoever_starts_still_starts_when_seats_are_changed(sheet: GameSheet, number: int, by: int) -> None:
    standard = replace(sheet, mode=Mode.STANDARD)
    moved = standard.moved(number, by)
    assert standard.starter == moved.starter
    assert sorted(standard.people) == sorted(moved.people)


@given(SHEETS)
def test_nobody_shares_a_token(sheet: GameSheet) -> None:
    grown = sheet.joined("somebody else") if sheet.may_add else sheet
    swapped = grown.named(0, grown.people[0]._replace(token=grown.people[1].token))
    for each in (grown, swapped):
        assert len(each.people) == len({person.token for person in each.people})
    tokens = dealt_tokens([Seat(each.name) for each in swapped.people], swapped.people)
    assert {each.name: each.token for each in swapped.people} == tokens


def test_a_seat_is_added_for_who_played_before_and_taken_away_again() -> None:
    known = replace(BLANK, guests=(Person("Ylva", 1), Person("Player 2", 4)))
    joined = known.joined("Player 4")
    assert Person("Ylva", 3) == joined.people[-1]
    assert Person("Player 4", 4) == joined.joined("Player 4").people[-1]
    left = replace(joined, first=3).without(1)
    assert tuple(each.name for each in left.people) == ("Player 1", "Player 3", "Ylva")
    assert left.starter == joined.people[-1]


def test_people_with_names_of_their_own_are_known_once_they_played() -> None:
    sheet = BLANK.named(1, Person("Ylva", 5)).begun(("Player 1", "Player 2", "Player 3"))
    assert sheet.guests == (Person("Ylva", 5),)
    assert sheet.absent == ()


@pytest.mark.parametrize(
    ("mode", "seats", "first"),
    [
        (Mode.STANDARD, ("Player 1", "Player 2", "Player 3"), "Player 3"),
        (Mode.DUO, ("Player 1", "Player 2", "Ase Player 1", "Ase Player 2"), "Player 1"),
        (Mode.SOLO, SOLO_SEATS, None),
    ],
)
def test_the_game_of_a_sheet(mode: Mode, seats: tuple[str, ...], first: str | None) -> None:
    sheet = replace(BLANK, mode=mode, first=2).switched(Set.WINTER).ruled(RULINGS["VED-R7"], FreyjaFactor.TRIPLE)
    setup = sheet.setup(Deck(default_deck().copies))
    assert (seats, first, (Set.BASE, Set.SPRING)) == (setup.seats, setup.first, setup.sets)
    assert (setup.rulings.freyja_factor, sheet.changed_rulings) == (FreyjaFactor.TRIPLE, 1)


@pytest.mark.parametrize(
    ("mode", "asked", "spared"),
    [(Mode.SOLO, "VED-R10", "VED-R9"), (Mode.DUO, "VED-R9", "VED-R8"), (Mode.STANDARD, "VED-R8", "VED-R12")],
)
def test_only_the_questions_of_a_mode_are_asked(mode: Mode, asked: str, spared: str) -> None:
    rules = [each.rule for each in replace(BLANK, mode=mode).open_rulings]
    assert asked in rules
    assert spared not in rules


@pytest.mark.parametrize(
    ("days", "expected"),
    [
        (((12, 20), (12, 23), (1, 1)), 0),
        (((6, 1), (1, 2), (12, 1)), 1),
        (((2, 29), (6, 21), (6, 22)), 0),
        (((12, 22), (12, 20), (3, 1)), 0),
    ],
)
def test_the_birthday_nearest_to_21_december_starts(days: tuple[tuple[int, int], ...], expected: int) -> None:
    born = [Person(str(n), n, Birthday(*day)) for n, day in enumerate(days)]
    assert expected == nearest(born)
    assert nearest([*born, Person("late", 7)]) is None


def test_every_month_has_its_days() -> None:
    assert [days_in(month) for month in range(1, 13)] == [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]


@pytest.mark.parametrize(
    ("keys", "expected"), [("astrid", "Astrid"), (" jean-luc", "Jean-Luc"), ("a b", "A B"), ("x" * 20, "X" + "x" * 11)]
)
def test_names_are_typed_with_their_capitals(keys: str, expected: str) -> None:
    name = ""
    for letter in keys:
        name = typed_on(name, letter)
    assert expected == name


@pytest.mark.parametrize(
    ("name", "fault"),
    [
        ("Bo", "player.taken"),
        ("", "player.no-name"),
        ("Cy ", "player.no-name"),
        ("Thor", "player.reserved"),
        ("Cy", None),
    ],
)
def test_what_is_wrong_with_a_name(name: str, fault: str | None) -> None:
    assert fault == name_fault(name, {"Bo"})
