"""Two answers side by side: what differs between them once lines are mapped."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

from .judge import Answer

NUMBER = re.compile(r"#\d+")


def bare(name: object) -> object:
    """A name without its number."""
    return NUMBER.sub("", name) if isinstance(name, str) else name


def said(mistake: Mapping[str, Any], mark: Callable[[Any], int | None], loose: frozenset[str]) -> str:
    """A mistake without its words, its line mapped; of a loose one neither zone nor card."""
    keys = {key: mistake.get(key) for key in ("id", "rule", "settled")} | {"line": mark(mistake.get("line"))}
    if mistake.get("id") not in loose:
        keys |= {"zone": mistake.get("zone"), "card": bare(mistake.get("card"))}
    return json.dumps(keys, sort_keys=True)


def step(open_step: Mapping[str, Any]) -> str:
    """An open step without the card's number."""
    return json.dumps({**open_step, "card": bare(open_step.get("card"))}, sort_keys=True)


def multiset(words: list[str]) -> list[str]:
    """The same words in one order; a list with as many of each."""
    return sorted(Counter(words).elements())


def plain(answer: Answer, mark: Callable[[Any], int | None], loose: frozenset[str] = frozenset()) -> dict[str, Any]:
    """An answer as it is compared: no messages, no numbers of copies, unordered lists sorted."""
    if "error" in answer:
        return {"error": {"line": mark(answer["error"].get("line")), "rule": answer["error"].get("rule")}}
    if "mistakes" not in answer:
        return dict(answer)
    rest = {key: value for key, value in answer.items() if key not in ("mistakes", "open")}
    mistakes = multiset([said(mistake, mark, loose) for mistake in answer["mistakes"]])
    return {**rest, "mistakes": mistakes, "open": multiset([step(one) for one in answer["open"]])}


def difference(one: dict[str, Any], other: dict[str, Any]) -> dict[str, Any]:
    """The keys whose values differ, with both values; of lists only what the other has not."""
    found: dict[str, Any] = {}
    if "mode" not in one or "mode" not in other:
        return {} if one == other else {"a": one.get("mistakes", one), "b": other.get("mistakes", other)}
    for key in sorted(set(one) | set(other)):
        a, b = one.get(key), other.get(key)
        if a != b:
            found[key] = _lists(a, b) if isinstance(a, list) and isinstance(b, list) else {"a": a, "b": b}
    return found


def _lists(a: list[Any], b: list[Any]) -> dict[str, Any]:
    """What stands in one list and not in the other, or both if only the order differs."""
    only_a, only_b = [x for x in a if x not in b], [x for x in b if x not in a]
    return {"a": only_a, "b": only_b} if only_a or only_b else {"a": a, "b": b}


def wrong_times(answer: Answer, times: Mapping[int, float]) -> list[Any]:
    """Mistakes whose `at` is not that of their line."""
    return [m for m in answer.get("mistakes", []) if m.get("line") is not None and times.get(m["line"]) != m.get("at")]
