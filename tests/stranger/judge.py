"""`python -m tests.stranger.judge DIR`: run the companion as a black box and print the differences."""

from __future__ import annotations

import argparse
import json
import shlex
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

COMPANION = Path(sys.executable).with_name("companion")
WORDS = ("message", "fix")


def difference(expected: object, got: object, path: str = "") -> tuple[str, Any, Any] | None:
    """The first place where two objects differ, words aside."""
    if isinstance(expected, dict) and isinstance(got, dict):
        for key in list(expected) + [key for key in got if key not in expected]:
            if key in WORDS:
                continue
            found = difference(expected.get(key), got.get(key), f"{path}.{key}" if path else key)
            if found:
                return found
        return None
    if isinstance(expected, list) and isinstance(got, list):
        for number, pair in enumerate(zip(expected, got, strict=False)):
            found = difference(*pair, f"{path}[{number}]")
            if found:
                return found
        return None if len(expected) == len(got) else (f"{path}.length", expected, got)
    same = expected == got and isinstance(expected, bool) == isinstance(got, bool)
    return None if same else (path, expected, got)


def mistakes_difference(expected: dict[str, Any], got: dict[str, Any]) -> tuple[str, Any, Any] | None:
    """Mistakes first: they are what people are told. Expected ones may leave keys open."""
    wanted, told = expected.get("mistakes"), got.get("mistakes")
    if wanted is None or told is None:
        return None
    short = [{key: row.get(key) for key in ("line", "id", "rule", "settled", "card", "zone")} for row in told]
    if len(wanted) != len(told):
        return ("mistakes", wanted, short)
    for number, (want, row) in enumerate(zip(wanted, short, strict=False)):
        for key, value in want.items():
            if row.get(key) not in (value if isinstance(value, list) else [value]):
                return (f"mistakes[{number}].{key}", value, short)
    return None


def compare(expected: dict[str, Any], got: dict[str, Any]) -> tuple[str, Any, Any] | None:
    """The first difference of two printed objects."""
    if "error" in got:
        return ("error", None, got["error"])
    found = mistakes_difference(expected, got)
    if found:
        return found
    if "mode" not in expected and "error" not in expected:
        return None
    if expected.get("open") is None:
        got = {key: value for key, value in got.items() if key != "open"}
    return difference(
        {k: v for k, v in expected.items() if (k != "mistakes" and v is not None) or k == "active"},
        {k: v for k, v in got.items() if k != "mistakes"},
    )


def batches(files: list[Path], size: int) -> Iterator[list[Path]]:
    """Files, some at a time."""
    for start in range(0, len(files), size):
        yield files[start : start + size]


def ask(command: list[str], verb: str, files: list[Path]) -> list[dict[str, Any]]:
    """What the companion prints, one object a file."""
    names = [str(path) for path in files]
    run = subprocess.run([*command, verb, "--json", *names], capture_output=True, text=True, check=False)
    lines = run.stdout.splitlines()
    if len(lines) == len(files):
        return [json.loads(line) for line in lines]
    if len(files) == 1:
        return [{"error": (run.stderr.strip().splitlines() or ["nothing printed"])[-1]}]
    return [answer for path in files for answer in ask(command, verb, [path])]


def kind_of(path: str, got: object) -> str:
    """A short name for a difference."""
    if path == "mistakes" and isinstance(got, list):
        first = min(got, key=lambda row: row["line"] or 0, default=None)
        return f"mistake told: {first['id'] if first else 'none'}"
    return "".join(letter for letter in path if not letter.isdigit())


def judge(files: list[Path], command: list[str], verb: str, show: int) -> Counter[str]:
    """Compare every file with what is expected of it; the shortest examples of each kind are shown."""
    kinds: Counter[str] = Counter()
    files = sorted(files, key=lambda path: path.stat().st_size)
    for batch in batches(files, 100):
        for path, got in zip(batch, ask(command, verb, batch), strict=False):
            expected = json.loads(expectation(path).read_text(encoding="utf-8"))
            about = expected.pop("about", None)
            found = compare(expected, got)
            kind = "same" if found is None else kind_of(found[0], found[2])
            if about and found:
                kind = f"{about}: {kind}"
            kinds[kind] += 1
            if found and kinds[kind] <= show:
                print(f"{path}: {found[0]}\n    expected {str(found[1])[:400]}\n    got      {str(found[2])[:600]}")
    return kinds


def expectation(path: Path) -> Path:
    """The file with the expected object."""
    return path.with_name(path.name.removesuffix(".jsonl").removesuffix(".seen") + ".expected.json")


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--companion", default=str(COMPANION))
    parser.add_argument("--show", type=int, default=3, help="examples of each kind")
    args = parser.parse_args()
    command = shlex.split(args.companion)
    everything = sorted(args.folder.glob("*.jsonl"))
    seen = [path for path in everything if path.name.endswith(".seen.jsonl")]
    kinds = judge(seen, command, "referee", args.show)
    kinds.update(judge([path for path in everything if path not in seen], command, "replay", args.show))
    for kind, times in kinds.most_common():
        print(f"{times:8d}  {kind}")


if __name__ == "__main__":
    main()
