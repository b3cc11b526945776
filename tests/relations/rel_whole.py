"""Relations of the whole way: through the journal, and cut at every line."""

from __future__ import annotations

from .relation import Case, Variant, journal_relation, relation, told


@journal_relation
def import_export(case: Case) -> Variant | None:
    """'The journal keeps exactly these lines, acts, sightings and touches, in the order they came.'"""
    if case.rng.random() > 0.3:
        return None
    variant = told(case.evening)
    variant.text = case.judge.through(case.evening.text())
    return variant


@relation
def prefixes(case: Case) -> Variant | None:
    """A file may stop anywhere: 'exit status 0 also with mistakes'; no cut may be unreadable, and the last one is the
    whole.
    """
    count = len(case.evening.rows)
    places = case.some(list(range(count)), 25)
    for place, answer in zip(places, case.prefixes(places), strict=True):
        if "mistakes" not in answer:
            variant = told(case.evening.cut(place))
            variant.judged = answer
            return variant
        future = [m for m in answer["mistakes"] if m["line"] is not None and not 1 <= m["line"] <= place + 1]
        if future:
            variant = told(case.evening.cut(place))
            variant.judged = {"error": {"line": future[0]["line"], "rule": "a line to come"}}
            return variant
    return told(case.evening)
