"""The built-in deck and deck files."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.cards import Card, Deck, Print, split_name
from companion.games.vedrfolnir.catalogue import Set, default_copies
from companion.games.vedrfolnir.decks import by_set, deck_from_text, default_deck, differences, read_deck
from companion.lines import Unreadable

HEAD = 'game = "vedrfolnir"\nversion = 1\n'
LOKI = '[[print]]\nkind = "loki"\nstars = 0\ncopies = 6\n'


def test_the_component_table() -> None:
    sizes = {each: sum(by_set(default_deck(), each).values()) for each in Set}
    assert sizes == {Set.BASE: 118, Set.SPRING: 40, Set.WINTER: 40, Set.MODES: 22}
    assert default_deck().size == 220
    assert list(differences(default_deck())) == []


def test_default_stars() -> None:
    copies = default_copies()
    assert [copies[Print("thor", 2, stars)] for stars in range(5)] == [2, 3, 4, 3, 2]
    assert [copies[Print("freyja", None, stars)] for stars in (1, 2, 3)] == [4, 5, 4]
    assert [copies[Print("tyr", 3, stars)] for stars in (1, 2, 3)] == [2, 2, 2]
    assert copies[Print("sleipnir", None, 1)] == 14
    assert copies[Print("hell", None, 0)] == 3
    assert copies[Print("ratatosk")] == 4


@given(
    st.sampled_from(sorted(default_copies())), st.none() | st.integers(1, 120), st.none() | st.sampled_from(["odin"])
)
def test_card_names_read_back(each: Print, number: int | None, side: str | None) -> None:
    card = Card(each, number, side)
    assert card == default_deck().card(card.full_name)


@pytest.mark.parametrize(
    "name", ["", "#01", "thor-1r-1s#1", "thor-1r-1s#00", "thor-1r-1s#001", "thor-1r-1s#٠١", "a#01#02"]
)
def test_names_that_are_none(name: str) -> None:
    assert default_deck().card(name) is None


@given(st.text())
def test_any_text_may_be_asked_for(name: str) -> None:
    parts = split_name(name)
    assert parts is None or parts.print in name
    card = default_deck().card(name)
    assert card is None or card.full_name == name


def fault(text: str) -> str:
    with pytest.raises(Unreadable) as raised:
        deck_from_text(text)
    return raised.value.message.key.removeprefix("unreadable.")


FAULTS = [
    ("not-toml", "game ="),
    ("not-toml", f"game = {'9' * 5000}"),
    ("missing-key", "version = 1"),
    ("missing-key", 'game = "vedrfolnir"'),
    ("unknown-value", 'game = "odin"\nversion = 1'),
    ("unknown-value", 'game = "vedrfolnir"\nversion = 2'),
    ("unknown-value", 'game = "vedrfolnir"\nversion = true'),
    ("unknown-key", HEAD + "owner = 1"),
    ("not-list", HEAD + "print = 1"),
    ("not-object", HEAD + "print = [1]"),
    ("missing-kind", HEAD + "[[print]]\ncopies = 1"),
    ("unknown-kind", HEAD + '[[print]]\nkind = "baldr"\ncopies = 1'),
    ("unknown-key", HEAD + LOKI + "colour = 1"),
    ("missing-key", HEAD + '[[print]]\nkind = "loki"\ncopies = 6'),
    ("missing-key", HEAD + '[[print]]\nkind = "loki"\nstars = 0'),
    ("missing-key", HEAD + '[[print]]\nkind = "thor"\nstars = 0\ncopies = 1'),
    ("not-count", HEAD + '[[print]]\nkind = "loki"\nstars = -1\ncopies = 6'),
    ("not-count", HEAD + '[[print]]\nkind = "loki"\nstars = 0\ncopies = 6.0'),
    ("not-count", HEAD + '[[print]]\nkind = "loki"\nstars = true\ncopies = 6'),
    ("not-count", HEAD + '[[print]]\nkind = "ratatosk"\nstars = "none"\ncopies = 6'),
    ("not-text", HEAD + LOKI + "source = 1"),
    ("repeated-print", HEAD + LOKI + LOKI),
    (
        "repeated-print",
        HEAD + '[[print]]\nkind = "ratatosk"\ncopies = 1\n[[print]]\nkind = "ratatosk"\nstars = 3\ncopies = 1',
    ),
]


@pytest.mark.parametrize(("expected", "text"), FAULTS)
def test_faults(expected: str, text: str) -> None:
    assert expected == fault(text)


@pytest.mark.parametrize(("written", "shown"), [("1.0", "1.0"), ("true", "true"), ("2", "2"), ("9" * 4000, "…")])
def test_what_can_not_be_is_shown_as_it_is_written(written: str, shown: str) -> None:
    with pytest.raises(Unreadable) as raised:
        deck_from_text(f'game = "vedrfolnir"\nversion = {written}')
    assert raised.value.message.values["value"] == shown


@pytest.mark.parametrize(("text", "line"), [("game =", 1), ('game = "vedrfolnir"\n\n!\n', 3), ("a = [\n1,\n\n", 2)])
def test_what_is_no_toml_is_told_with_its_line(text: str, line: int) -> None:
    with pytest.raises(Unreadable) as raised:
        deck_from_text(text)
    assert (raised.value.line, dict(raised.value.message.values)) == (line, {})


def test_what_is_missing_or_doubled_is_found() -> None:
    copies = default_copies() | {Print("loki", None, 0): 5, Print("surtr", 1, 0): 3}
    found = [(each.set, each.kind, each.runes, each.expected, each.found) for each in differences(Deck(copies))]
    assert found == [("base", "loki", None, 6, 5), ("winter", "surtr", 1, 14, 15)]


def test_an_unknown_number_of_runes_is_found() -> None:
    found = [(each.kind, each.runes, each.expected, each.found) for each in differences(Deck({Print("thor", 5, 0): 2}))]
    assert ("thor", 5, 0, 2) in found


def test_no_copies_means_not_in_the_deck() -> None:
    deck = deck_from_text(HEAD + LOKI.replace("6", "0"))
    assert deck.card("loki-0s") is None
    assert Print("loki", None, 0) not in deck


def test_a_file_says_what_was_read_from_real_cards(tmp_path: Path) -> None:
    path = tmp_path / "deck.toml"
    path.write_text("\ufeff" + HEAD + LOKI + 'source = "card"\n', encoding="utf-8")
    assert read_deck(path).read_from_card == {Print("loki", None, 0)}
