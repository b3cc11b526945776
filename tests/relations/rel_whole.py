"""Relations of the whole way: through the journal, and cut at every line."""

from __future__ import annotations

import re
import tempfile
from pathlib import Path

from .judge import command
from .relation import Case, Variant, cli_relation, relation, told


def _through(text: str, folder: Path, companion: str) -> str:
    """What the journal gives back of a file."""
    file, journal = folder / "evening.seen.jsonl", folder / "journal"
    file.write_bytes(text.encode())
    taken = command("import", "--journal", str(journal), str(file), companion=companion)
    listed = command("games", "--journal", str(journal), companion=companion).stdout
    number = next(iter(re.findall(r"^\s*(\d+)", listed, re.MULTILINE)), "1")
    out = folder / "out.seen.jsonl"
    given = command("export", "--journal", str(journal), "--out", str(out), number, companion=companion)
    return out.read_bytes().decode() if out.exists() else f"{taken.stderr}{listed}{given.stderr}"


@cli_relation
def import_export(case: Case) -> Variant | None:
    """'The journal keeps exactly these lines, acts, sightings and touches, in the order they came.'"""
    if case.rng.random() > 0.3:
        return None
    companion = getattr(case.judge, "companion", None)
    if companion is None:
        return None
    with tempfile.TemporaryDirectory() as folder:
        text = _through(case.evening.text(), Path(folder), companion)
    variant = told(case.evening)
    variant.text = text
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
