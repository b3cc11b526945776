"""Golden games: whole records in tests/golden, each with the table after every line beside it.

`python -m tests.golden_games` writes the tables anew; read the difference before you keep it.
"""

import json
from collections.abc import Iterator
from pathlib import Path

from companion.games.vedrfolnir.record import read_record
from companion.games.vedrfolnir.replaying import Moment, moments
from companion.games.vedrfolnir.rulebook import begin
from companion.games.vedrfolnir.standing import standing
from companion.games.vedrfolnir.writing import act_line, header_line

FOLDER = Path(__file__).parent / "golden"


def records() -> list[Path]:
    return sorted(FOLDER.glob("*.jsonl"))


def told(path: Path) -> str:
    """Every line of a record, and what of the table changed with it."""
    return "\n".join(_lines(path)) + "\n"


def _lines(path: Path) -> Iterator[str]:
    record = read_record(path)
    before = standing(begin(record.setup))
    yield header_line(record.setup)
    yield from _changes({}, before)
    for each in moments(record):
        assert isinstance(each, Moment)
        after = standing(each.after)
        yield act_line(each.line.act)
        yield from _changes(before, after)
        before = after


def _changes(before: dict[str, object], after: dict[str, object]) -> Iterator[str]:
    flat_before, flat_after = dict(_flat(before)), dict(_flat(after))
    yield from (f"    {key}: {value}" for key, value in flat_after.items() if flat_before.get(key) != value)


def _flat(whole: dict[str, object]) -> Iterator[tuple[str, str]]:
    """The values of a result, seats by their name, collections one by one."""
    for key, value in whole.items():
        if key == "seats" and isinstance(value, list):
            for seat in value:
                yield from ((f"{seat['name']} {name}", _text(each)) for name, each in seat.items() if name != "name")
        elif key == "collections" and isinstance(value, list):
            yield from ((f"collection {number}", _text(each)) for number, each in enumerate(value, start=1))
        else:
            yield key, _text(value)


def _text(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


if __name__ == "__main__":
    for record_path in records():
        record_path.with_suffix(".txt").write_text(told(record_path), encoding="utf-8")
