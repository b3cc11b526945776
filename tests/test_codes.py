"""The words of QR codes: read back, and nothing else is ever read as a card."""

from collections.abc import Callable
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.cards import CardName, Print
from companion.codes import ALPHABET, code_text, read_code
from companion.games.vedrfolnir.catalogue import default_copies

EDITION = "VF1"
PRINTS = st.sampled_from(sorted(default_copies(), key=lambda each: each.name))
NUMBERS = st.integers(1, 999)


def test_the_form_of_a_code() -> None:
    assert code_text(EDITION, "thor-3r-2s", 7)[:-2] == "VF1/THOR-3R-2S/07/"
    assert code_text(EDITION, "skoll_hati-0s", 1)[:-2] == "VF1/SKOLL.HATI-0S/01/"


@given(PRINTS, NUMBERS)
def test_codes_read_back(each: Print, number: int) -> None:
    text = code_text(EDITION, each.name, number)
    assert set(text) <= set(ALPHABET)
    assert CardName(each.name, number, None) == read_code(EDITION, text)


@given(PRINTS, st.integers(1, 20), st.data())
def test_one_wrong_character_is_no_card(each: Print, number: int, data: st.DataObject) -> None:
    text = code_text(EDITION, each.name, number)
    place = data.draw(st.integers(0, len(text) - 1))
    wrong = data.draw(st.sampled_from(ALPHABET.replace(text[place], "")))
    assert read_code(EDITION, text[:place] + wrong + text[place + 1 :]) is None


def test_two_swapped_characters_are_no_card() -> None:
    for text in (code_text(EDITION, each.name, 1) for each in default_copies()):
        for one, two in combinations(range(len(text)), 2):
            swapped = text[:one] + text[two] + text[one + 1 : two] + text[one] + text[two + 1 :]
            assert swapped == text or read_code(EDITION, swapped) is None


@given(st.text() | st.text(ALPHABET))
def test_what_is_not_ours_is_no_card(text: str) -> None:
    assert read_code(EDITION, text) is None


@pytest.mark.parametrize("change", [str.lower, " ".__add__, "{}\n".format, "{} ".format, "{}0".format])
def test_a_code_is_read_to_the_letter(change: Callable[[str], str]) -> None:
    assert read_code(EDITION, change(code_text(EDITION, "thor-3r-2s", 7))) is None


def test_a_code_of_another_edition_is_no_card() -> None:
    assert read_code(EDITION, code_text("VF2", "thor-3r-2s", 7)) is None
    assert read_code(EDITION, code_text(EDITION, "thor-3r-2s", 0)) is None
