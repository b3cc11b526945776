"""Whether the companion agrees with the stranger: an evening, a record or a finding beside what must come of it."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from tests.judged import Answer, refereed, replayed
from tests.stranger.evening import Evening
from tests.stranger.judge import compare, expectation, kind_of
from tests.stranger.make import jsonl

FINDINGS = Path(__file__).parent / "findings"
SEEN = ".seen.jsonl"


@dataclass(frozen=True, slots=True)
class Difference:
    """The first place where the companion says something else."""

    kind: str
    where: str
    expected: object
    got: object

    def __str__(self) -> str:
        return f"{self.kind}: {self.where}\n    expected {self.expected}\n    got      {self.got}"


def evening_difference(evening: Evening) -> Difference | None:
    """What the referee says otherwise of an evening."""
    return _difference(evening.expected, refereed(jsonl(evening.lines), evening.deck))


def record_difference(evening: Evening) -> Difference | None:
    """What a replay says otherwise of a record."""
    return _difference(evening.expected, replayed(jsonl(evening.lines), evening.deck))


def findings() -> list[Path]:
    """Evenings and records of which the companion once said something else."""
    return sorted(FINDINGS.glob("*.jsonl"))


def finding_difference(path: Path) -> Difference | None:
    """What is said otherwise of a finding."""
    deck = path.with_name(f"{path.name.removesuffix('.jsonl').removesuffix('.seen')}.toml")
    ask: Callable[[str, str | None], Answer] = refereed if path.name.endswith(SEEN) else replayed
    got = ask(path.read_text(encoding="utf-8"), deck.read_text(encoding="utf-8") if deck.exists() else None)
    return _difference(json.loads(expectation(path).read_text(encoding="utf-8")), got)


def _difference(expected: Answer, got: Answer) -> Difference | None:
    about = expected.get("about")
    found = compare({key: value for key, value in expected.items() if key != "about"}, got)
    if found is None:
        return None
    kind = kind_of(found[0], found[2])
    return Difference(f"{about}: {kind}" if about else kind, *found)
