"""Compares what was told of a film with what happened."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from tests.painter.mirror import wrong_orders

Line = dict[str, Any]
LATE_S = 1.0
SLACK_S = 0.15
EARLY_S = 1.0  # a hand that takes a card has it already, and may be pushing it away
AFTER_S = 1.5
ARRIVALS = ("lying", "placed", "moved", "turned")


@dataclass
class Verdict:
    """What a film came to: numbers, and every fault with its moment."""

    counts: Counter[str] = field(default_factory=Counter)
    faults: list[dict[str, Any]] = field(default_factory=list)

    def fault(self, sort: str, at: float, fact: Line | None, told: Line | None) -> None:
        """Note something that is not as it should be."""
        self.counts[sort] += 1
        self.faults.append({"fault": sort, "at": at, "true": fact, "told": told})


def _is_optional(fact: Line) -> bool:
    """Whether a fact need not be told; of twins without numbers the one that has to be told takes its line first."""
    return not fact["counts"] or fact["saw"] == "again"


class Judge:
    """Pairs facts with lines, then looks at what is left."""

    def __init__(self, story: Line, lines: list[Line]) -> None:
        self.story = story
        self.facts: list[Line] = story["facts"]
        self.lines = [line for line in lines if "saw" in line]
        self.says = [line for line in lines if "say" in line]
        self.used: dict[int, Line] = {}
        self.heard: dict[int, float] = {}
        self.verdict = Verdict()

    def judge(self) -> Verdict:
        """All of it."""
        for fact in sorted(self.facts, key=_is_optional):
            self._weigh(fact)
        for number, line in enumerate(self.lines):
            if number not in self.used:
                self._left_over(line)
        self._first_look()
        for at, zone, told, true in wrong_orders(self.story, self.lines, self.facts, self.heard):
            self.verdict.fault("wrong order", at, {"zone": zone, "order": true}, {"order": told})
        return self.verdict

    def _weigh(self, fact: Line) -> None:
        if fact["saw"] == "again":
            self._allow_pair(fact)
        elif fact["saw"] == "removed":
            self._departure(fact)
        else:
            self._arrival(fact)

    def _arrival(self, fact: Line) -> None:
        number = self._find(fact, self._tells_arrival)
        if fact["from"] and fact["saw"] in ("moved", "turned"):
            self._allow_removal(fact)
        if number is not None:
            self._found(fact, number)
        elif fact["counts"]:
            self._not_found(fact)

    def _found(self, fact: Line, number: int) -> None:
        line = self.lines[number]
        self.used[number] = fact
        self.heard[id(fact)] = line["at"]
        if not fact["counts"]:
            return
        self.verdict.counts["facts"] += 1
        if not self._direction(fact, line):
            return
        self.verdict.counts["found"] += 1
        self._on_time(fact, line)

    def _direction(self, fact: Line, line: Line) -> bool:
        """Whether the line has the card's direction right; an open one is a question."""
        if self.story["zones"][fact["zone"]] not in ("stake", "jokers", "tribute") or "turned" not in line:
            return True
        if line["turned"] is None and fact["card"] == "back":
            return True
        if line["turned"] is None:
            self.verdict.fault("asked", line["at"], fact, line)
            return False
        if bool(line["turned"]) != bool(fact["turned"]):
            self.verdict.fault("wrong direction", line["at"], fact, line)
            return False
        return True

    def _on_time(self, fact: Line, line: Line) -> None:
        calm = fact["calm"]
        if calm is None:
            return
        self.verdict.counts["timed"] += 1
        if line["at"] > calm + LATE_S:
            self.verdict.fault("late", line["at"], fact, line)

    def _not_found(self, fact: Line) -> None:
        self.verdict.counts["facts"] += 1
        number = self._find(fact | {"card": "unknown"}, self._tells_arrival)
        if number is None:
            self.verdict.fault("missed", fact["free"], fact, None)
            return
        self.used[number] = fact
        self.verdict.fault("asked", self.lines[number]["at"], fact, self.lines[number])

    def _departure(self, fact: Line) -> None:
        number = self._find(fact, lambda f, line: line["saw"] == "removed" and line["zone"] == f["zone"])
        if number is None:
            number = self._find(fact, lambda f, line: line["saw"] == "moved" and line["from"] == f["zone"], taken=True)
        if number is not None:
            self._found(fact | {"turned": self.lines[number].get("turned")}, number)
            self.heard[id(fact)] = self.lines[number]["at"]
        elif fact["counts"]:
            self.verdict.counts["facts"] += 1
            self.verdict.fault("missed", fact["free"], fact, None)

    def _find(self, fact: Line, tells: Callable[[Line, Line], bool], *, taken: bool = False) -> int | None:
        for number, line in enumerate(self.lines):
            if (
                (taken or number not in self.used)
                and self._names(fact, line)
                and self._in_window(fact, line)
                and tells(fact, line)
            ):
                return number
        return None

    def _names(self, fact: Line, line: Line) -> bool:
        return bool(line.get("card") == fact["card"])

    def _in_window(self, fact: Line, line: Line) -> bool:
        end = fact.get("until")
        early = EARLY_S if fact["saw"] == "removed" else SLACK_S
        return bool(fact["done"] - early <= line["at"] and (end is None or line["at"] <= end + AFTER_S))

    def _tells_arrival(self, fact: Line, line: Line) -> bool:
        if line["saw"] == "placed":
            return bool(line["zone"] == fact["zone"])
        if line["saw"] == "moved":
            return bool(line["to"] == fact["zone"])
        return bool(fact["saw"] == "turned" and line["saw"] == "turned" and line["zone"] == fact["zone"])

    def _allow_removal(self, fact: Line) -> None:
        """A movement may be told as removed, then placed; of a card that was turned up its back was removed."""
        names = (fact["card"], fact.get("was"))
        since = fact.get("from_done") or fact["done"] - 4
        for number, line in enumerate(self.lines):
            gone = line["saw"] == "removed" and line["card"] in names and line["zone"] == fact["from"]
            if number not in self.used and gone and since - EARLY_S <= line["at"] <= (fact.get("until") or 1e9):
                self.used[number] = fact
                return

    def _allow_pair(self, fact: Line) -> None:
        """A card taken up and laid back where it was may be told or not."""
        self._allow_removal(fact)
        number = self._find(fact, self._tells_arrival)
        if number is not None:
            self.used[number] = fact
            self._direction(fact, self.lines[number])

    def _lies(self, card: str, zone: str, at: float, after: float) -> bool:
        """Whether a card lies in a place, or lay there this much before."""
        here = [f for f in self.facts if f["saw"] != "removed" and f["card"] == card and f["zone"] == zone]
        return any(f["done"] - SLACK_S <= at <= (f["until"] or 1e9) + after for f in here)

    def _left_over(self, line: Line) -> None:
        zone, card, at = str(line.get("zone", line.get("to"))), str(line.get("card")), line["at"]
        if line["saw"] == "reordered":
            return
        if line["saw"] == "removed":
            if card != "unknown" and self._lies(card, zone, at, -EARLY_S):
                self.verdict.fault("invented", at, None, line)
        elif card == "unknown":
            self.verdict.fault("asked of nothing", at, None, line)
        elif line["saw"] == "turned":
            self.verdict.fault("wrong direction", at, None, line)
        elif not self._lies(card, zone, at, AFTER_S):
            missed = any(
                f["fault"] == "missed" and f["true"]["zone"] == zone and abs(f["true"]["done"] - at) < 4
                for f in self.verdict.faults
            )
            self.verdict.fault("wrong card" if missed else "invented", at, None, line)
        else:
            self.verdict.counts["repeated"] += 1

    def _first_look(self) -> None:
        """Cards lying at the start are told first, then that they were lying."""
        lying = any(f["saw"] == "lying" for f in self.facts)
        if lying and not any(s["say"] == "keep" and s.get("lying") for s in self.says):
            self.verdict.fault("no keep", 0.0, None, None)
