"""What a relation is, and the register of all of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from random import Random

from .evening import Evening
from .judge import Answer, Judge
from .mirror import Mirror, mirror_of


def same(answer: Answer) -> Answer:
    """The answer is not mapped."""
    return answer


@dataclass
class Case:
    """An evening under test with its answer, its chance and its judge."""

    evening: Evening
    answer: Answer
    rng: Random
    judge: Judge

    def prefixes(self, counts: list[int]) -> list[Answer]:
        """The answers to the first so many rows."""
        return self.judge([self.evening.cut(count).text() for count in counts])

    def mirror(self, count: int) -> Mirror:
        """The table after so many rows."""
        return mirror_of(self.evening.rows[:count])

    def some(self, numbers: list[int], most: int) -> list[int]:
        """A few of these numbers, in order."""
        return sorted(self.rng.sample(numbers, min(most, len(numbers))))


@dataclass
class Variant:
    """The other evening: its text, the original line of each line, the answer expected; `loose` mistakes need not
    name one card.
    """

    text: str
    marks: Mapping[int, int]
    fold: Mapping[int, int] = field(default_factory=dict)
    expect: Callable[[Answer], Answer] = same
    lang: str = "en"
    loose: frozenset[str] = frozenset()
    evening: Evening | None = None
    judged: Answer | None = None


def told(evening: Evening, fold: Mapping[int, int] | None = None, expect: Callable[[Answer], Answer] = same) -> Variant:
    """The variant that is this evening."""
    return Variant(evening.text(), evening.marks(), fold or {}, expect, evening=evening)


Vary = Callable[[Case], Variant | None]


@dataclass(frozen=True)
class Relation:
    """A named way to vary an evening."""

    name: str
    vary: Vary
    needs_journal: bool = False

    @property
    def sentence(self) -> str:
        """What it rests on."""
        return self.vary.__doc__ or ""


RELATIONS: dict[str, Relation] = {}


def relation(vary: Vary) -> Vary:
    """Register a relation under its function's name."""
    RELATIONS[vary.__name__] = Relation(vary.__name__, vary)
    return vary


def journal_relation(vary: Vary) -> Vary:
    """Register a relation that goes through a journal, which takes longer."""
    RELATIONS[vary.__name__] = Relation(vary.__name__, vary, needs_journal=True)
    return vary
