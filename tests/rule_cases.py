"""The rule cases in tests/cases: short records, each with the rules it shows and what must come out."""

import io
import json
from dataclasses import dataclass
from pathlib import Path

from companion.games.vedrfolnir.record import parse_record
from companion.games.vedrfolnir.replaying import Stopped, replay
from companion.games.vedrfolnir.standing import standing
from companion.lines import Unreadable

FOLDER = Path(__file__).parent / "cases"


@dataclass(frozen=True)
class Case:
    """`expected` maps paths into the result (`seats.Bo.stars`), or `error`, `line` and `exit`, to values."""

    name: str
    rules: tuple[str, ...]
    expected: dict[str, object]
    text: str

    @property
    def header(self) -> dict[str, object]:
        found: dict[str, object] = json.loads(self.text.splitlines()[0])
        return found

    @property
    def is_lawful(self) -> bool:
        return not {"error", "exit"} & self.expected.keys()


def cases() -> list[Case]:
    return [case for path in sorted(FOLDER.glob("*.jsonl")) for case in _cases(path)]


def _cases(path: Path) -> list[Case]:
    return [_case(path.stem, text) for text in path.read_text(encoding="utf-8").strip().split("\n\n")]


def _case(group: str, text: str) -> Case:
    title, expected, *lines = text.splitlines()
    name, rules, _ = title.removeprefix("// ").split(" | ")
    numbers = tuple(rule for rule in rules.split(", ") if rule)
    return Case(f"{group}/{name}", numbers, json.loads(expected.removeprefix("// expects ")), "\n".join(lines))


def outcome(case: Case) -> dict[str, object]:
    """What really comes out, by the paths that are expected."""
    try:
        result = replay(parse_record(io.BytesIO(case.text.encode()), FOLDER))
    except Unreadable as unreadable:
        return _only({"exit": 2, "line": unreadable.line}, case)
    if isinstance(result, Stopped):
        return _only({"error": result.forbidden.rule, "line": result.line.number}, case)
    whole = standing(result)
    return {path: _value(whole, path) for path in case.expected}


def _only(found: dict[str, object], case: Case) -> dict[str, object]:
    return {key: value for key, value in found.items() if key in case.expected or key in ("exit", "error")}


def _value(whole: object, path: str) -> object:
    for key in path.split("."):
        if isinstance(whole, list):
            whole = whole[int(key)] if key.isdigit() else next(each for each in whole if each["name"] == key)
        elif isinstance(whole, dict):
            whole = whole[key]
    return whole
