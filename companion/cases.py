"""Readings that were wrong, and what people said: kept with the last pictures, to try the eye on them again."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from companion.cards import split_name
from companion.facts import Absent, Corrected, Turned, Way
from companion.mirror import Mirror
from companion.places import Zone
from companion.words import Message

Answer = Corrected | Absent | Turned
Table = Mapping[Zone, Sequence[tuple[str, Way]]]


@dataclass(frozen=True, slots=True)
class CaseNote:
    """The game so far, what was answered, if anything, and the table as people have it after that."""

    lines: tuple[str, ...]
    deck_text: str | None = None
    answers: tuple[Answer, ...] = ()
    table: Table = field(default_factory=dict)


class Cases(Protocol):
    """Keeps cases, in a thread of its own; nobody waits for it."""

    def switch(self, *, is_on: bool) -> None:
        """Keep the last pictures, or don't."""
        ...

    def save(self, note: CaseNote) -> None:
        """Keep a case."""
        ...

    def told(self) -> Message | None:
        """Where a case was kept, or why not; each once."""
        ...

    def close(self) -> None:
        """Let go of the pictures."""
        ...


def agrees(answers: Sequence[Answer], said: Table, now: Table) -> bool | None:
    """Whether a table is read as people said; None if they said nothing."""
    return all(_is_as_said(each, said, now) for each in answers) if answers else None


def _is_as_said(answer: Answer, said: Table, now: Table) -> bool:
    there, here = said.get(answer.zone, ()), now.get(answer.zone, ())
    is_same = len(there) == len(here) and all(_is_one(one[0], two[0]) for one, two in zip(there, here, strict=True))
    return is_same and (not isinstance(answer, Turned) or [way for _, way in there] == [way for _, way in here])


def _is_one(name: str, other: str) -> bool:
    """Whether two names may be those of one card: a number may be left out."""
    one, two = split_name(name), split_name(other)
    if one is None or two is None:
        return name == other
    return one.print == two.print and (one.number is None or two.number is None or one.number == two.number)


def unread(start: Mirror, told: Mirror, answers: Sequence[Answer]) -> Mirror:
    """The table at the first picture, without cards that were read wrongly before it: they are read again."""
    fresh = start.copy()
    for zone in {each.zone for each in answers}:
        places = {each.index for each in answers if each.zone == zone}
        cards = start.lying(zone)
        if [each.name for each in cards] == [each.name for each in told.lying(zone)]:
            last = len(cards) - 1
            kept = [each for at, each in enumerate(cards) if at not in places and not (None in places and at == last)]
            fresh.relay(zone, kept)
    return fresh
