"""How far a proof has come, kept in a file so that it can go on after a stop."""

import json
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

SAVED_EVERY_S = 5.0


class OtherProof(Exception):
    """The file keeps the progress of another proof."""


@dataclass
class Kind:
    """One kind of difference: how often it came up, and the seed of the first example."""

    times: int
    first: int


@dataclass
class Part:
    """Evenings of one sort: `tried` counts seeds, also those that gave no evening."""

    tried: int = 0
    done: int = 0
    same: int = 0
    different: dict[str, Kind] = field(default_factory=dict)
    tally: Counter[str] = field(default_factory=Counter)

    def note(self, seed: int, kinds: list[str]) -> None:
        """One more evening, and the kinds of differences it showed."""
        self.done += 1
        self.same += not kinds
        for kind in kinds:
            self.different.setdefault(kind, Kind(0, seed)).times += 1


@dataclass
class Progress:
    """The parts of one proof; `about` says which proof it is."""

    about: dict[str, str | int]
    file: Path | None = None
    parts: dict[str, Part] = field(default_factory=dict)
    _saved: float = 0.0

    def part(self, name: str) -> Part:
        """The part of that name."""
        return self.parts.setdefault(name, Part())

    def resume(self) -> None:
        """Go on from what the file keeps, if there is one."""
        if self.file is None or not self.file.exists():
            return
        kept = json.loads(self.file.read_text(encoding="utf-8"))
        if kept["about"] != self.about:
            raise OtherProof(kept["about"])
        self.parts = {name: _part(fields) for name, fields in kept["parts"].items()}

    def save_now_and_then(self) -> None:
        """Save, if the last time was long ago."""
        if time.monotonic() - self._saved > SAVED_EVERY_S:
            self.save()

    def save(self) -> None:
        """Write the file anew, whole or not at all."""
        self._saved = time.monotonic()
        if self.file is not None:
            kept = {"about": self.about, "parts": {name: _fields(part) for name, part in self.parts.items()}}
            new = self.file.with_name(f"{self.file.name}.new")
            new.write_text(json.dumps(kept, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
            new.replace(self.file)

    @property
    def is_clean(self) -> bool:
        """Whether nothing differs."""
        return not any(part.different for part in self.parts.values())


def _fields(part: Part) -> dict[str, object]:
    kinds = {name: {"times": kind.times, "first": kind.first} for name, kind in part.different.items()}
    return {"tried": part.tried, "done": part.done, "same": part.same, "different": kinds, "tally": dict(part.tally)}


def _part(fields: dict[str, object]) -> Part:
    match fields:
        case {
            "tried": int(tried),
            "done": int(done),
            "same": int(same),
            "different": dict(kinds),
            "tally": dict(tally),
        }:
            return Part(tried, done, same, {name: Kind(**kind) for name, kind in kinds.items()}, Counter(tally))
    raise ValueError(fields)
