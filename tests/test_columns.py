"""Columns of a terminal: wide characters, accents that take no place, words longer than a line."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.columns import cut, padded, width, wrapped

texts = st.text("abc é★奥丁Ａｱ\u0301\u200b\u00a0")


@pytest.mark.parametrize(
    ("text", "expected"), [("Ana", 3), ("奥丁", 4), ("e\u0301", 1), ("Ａ", 2), ("ｱ", 1), ("ᚦ", 1), ("", 0)]
)
def test_width(text: str, expected: int) -> None:
    assert expected == width(text)


@pytest.mark.parametrize(
    ("text", "places", "expected"),
    [("Ana", 5, "Ana  "), ("奥丁", 5, "奥丁 "), ("Brynhildr", 5, "Bryn…"), ("奥丁奥丁", 4, "奥… ")],
)
def test_padded(text: str, places: int, expected: str) -> None:
    assert expected == padded(text, places)


@given(texts, st.integers(1, 40))
def test_padded_text_takes_its_places(text: str, places: int) -> None:
    assert width(padded(text, places)) == places
    assert width(cut(text, places)) <= places


@given(texts, st.integers(10, 60))
def test_wrapped_lines_fit_and_lose_nothing(text: str, places: int) -> None:
    lines = list(wrapped(text, "  ", places))
    assert max(map(width, lines)) <= places
    assert "".join(lines).replace(" ", "") == text.replace(" ", "")


def test_wrapped() -> None:
    assert list(wrapped("one two three four", "- ", 11)) == ["- one two", "-   three", "-   four"]
