"""Runs relations over evenings, counts, and keeps what broke."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from .compare import difference, plain, wrong_times
from .evening import Evening
from .judge import Answer, Judge
from .relation import Case, Relation, Variant


@dataclass
class Count:
    """How a relation fared."""

    applied: int = 0
    held: int = 0
    broke: list[str] = field(default_factory=list)
    unread: int = 0


@dataclass
class Broken:
    """An evening for which a relation did not hold."""

    relation: str
    name: str
    a: str
    b: str
    difference: dict[str, Any]

    def write(self, folder: Path) -> None:
        """Keep both evenings and the difference."""
        place = folder / self.relation / self.name
        place.mkdir(parents=True, exist_ok=True)
        (place / "a.seen.jsonl").write_bytes(self.a.encode())
        (place / "b.seen.jsonl").write_bytes(self.b.encode())
        (place / "difference.json").write_text(json.dumps(self.difference, indent=1, ensure_ascii=False) + "\n")


def compare(answer: Answer, variant: Variant, other: Answer) -> dict[str, Any]:
    """What differs between the answer expected and the one given."""
    fold = variant.fold

    def mark_a(line: int | None) -> int | None:
        return fold.get(line, line) if line else line

    def mark_b(line: int | None) -> int | None:
        mark = variant.marks.get(line, -1) if line else line
        return fold.get(mark, mark) if mark else mark

    found = difference(plain(variant.expect(answer), mark_a, variant.loose), plain(other, mark_b, variant.loose))
    if variant.evening is not None:
        times = {number: row.at for number, row in enumerate(variant.evening.rows, 2)}
        late = wrong_times(other, times)
        if late:
            found["at"] = late
    return found


def vary(relation: Relation, evening: Evening, answer: Answer, judge: Judge, seed: str) -> Variant | None:
    """The variant of one evening."""
    return relation.vary(Case(evening, answer, Random(f"{seed}/{relation.name}"), judge))


def judged(variants: Sequence[Variant], judge: Judge) -> list[Answer]:
    """The answers to variants, in as few calls as can be."""
    answers: dict[int, Answer] = {id(v): v.judged for v in variants if v.judged is not None}
    for lang in sorted({v.lang for v in variants}):
        some = [v for v in variants if v.lang == lang and v.judged is None]
        for variant, answer in zip(some, judge([v.text for v in some], lang), strict=True):
            answers[id(variant)] = answer
    return [answers[id(v)] for v in variants]


def unanswered(evenings: Sequence[tuple[str, Evening]], judge: Judge) -> list[Broken]:
    """The evenings that the referee can't answer as they are: no relation can be tried on them, and that is a finding
    itself.
    """
    answers = judge([evening.text() for _, evening in evenings])
    named = zip(evenings, answers, strict=True)
    return [Broken("no_answer", n, e.text(), e.text(), dict(a)) for (n, e), a in named if "mistakes" not in a]


def run(
    relation: Relation, evenings: Iterable[tuple[str, Evening]], judge: Judge, seed: str
) -> tuple[Count, list[Broken]]:
    """One relation over all evenings."""
    named = list(evenings)
    answers = judge([evening.text() for _, evening in named])
    cases: list[tuple[str, Evening, Answer, Variant]] = []
    for (name, evening), answer in zip(named, answers, strict=True):
        if "mistakes" not in answer:
            continue
        variant = vary(relation, evening, answer, judge, f"{seed}/{name}")
        if variant is not None:
            cases.append((name, evening, answer, variant))
    count, broken = Count(applied=len(cases)), []
    others = judged([variant for *_, variant in cases], judge)
    for (name, evening, answer, variant), other in zip(cases, others, strict=True):
        found = compare(answer, variant, other)
        if found:
            count.broke.append(name)
            count.unread += "mode" not in other
            broken.append(Broken(relation.name, name, evening.text(), variant.text, found))
        else:
            count.held += 1
    return count, broken
