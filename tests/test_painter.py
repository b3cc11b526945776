"""The second renderer: its truth agrees with itself, its judge catches every lie, and the eye reads a tiny film."""

from __future__ import annotations

import copy
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.painter import idle, places, reel, runner
from tests.painter.evening import Evening
from tests.painter.film import Film, Order
from tests.painter.judge import Judge
from tests.painter.levels import LEVELS
from tests.painter.plane import Pose, Track

SMALL = Order("easy", "960x540", 5, changes=4, lying=3, tail_s=1.2)
TINY = Order("easy", "1920x1080", 3, changes=1, lying=4, tail_s=0.9)


@pytest.fixture(scope="module")
def faces(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("faces")
    companion = Path(sys.executable).with_name("companion")
    subprocess.run([companion, "deck", "faces", "--out", folder, "--px-per-mm", "4"], check=True, capture_output=True)
    return folder


@pytest.fixture(scope="module")
def story(faces: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    return reel.shoot(SMALL, faces, tmp_path_factory.mktemp("film"))


def told(story: dict[str, Any]) -> list[dict[str, Any]]:
    """The lines that a flawless eye would tell of a film."""
    lines: list[dict[str, Any]] = []
    zones: dict[str, list[str]] = {}
    for fact in sorted(story["facts"], key=lambda f: f["free"] if f["free"] is not None else 1e9):
        if fact["counts"] and fact["saw"] != "again":
            lines += _lines(fact, zones)
    return [*lines, {"at": 0.2, "say": "keep", "lying": True}]


def _lines(fact: dict[str, Any], zones: dict[str, list[str]]) -> list[dict[str, Any]]:
    at, card = fact["free"] + 0.3, fact["card"]
    if fact["saw"] == "turned":
        return [{"at": at, "saw": "turned", "card": card, "zone": fact["zone"], "turned": fact["turned"]}]
    lines = []
    if fact["from"]:
        zones[fact["from"]].remove(card)
        lines.append({"at": at, "saw": "removed", "card": card, "zone": fact["from"]})
    if fact["saw"] != "removed":
        here = zones.setdefault(fact["zone"], [])
        here.append(card)
        line = {"at": at, "saw": "placed", "card": card, "zone": fact["zone"], "turned": fact["turned"]}
        lines.append(line | {"index": len(here) - 1})
    return lines


def test_the_truth_agrees_with_itself(story: dict[str, Any]) -> None:
    assert len([f for f in story["facts"] if f["counts"]]) >= 4
    for fact in story["facts"]:
        assert fact["zone"] in story["zones"]
        assert fact["free"] is None or fact["done"] - 0.07 <= fact["free"]
        assert fact["calm"] is None or fact["free"] <= fact["calm"]


def test_the_same_seed_gives_the_same_film(faces: Path) -> None:
    first, second = (Film(SMALL, faces).evening.script for _ in range(2))
    assert first.changes == second.changes
    assert first.hands == second.hands


def test_a_flawless_telling_has_no_fault(story: dict[str, Any]) -> None:
    verdict = Judge(story, told(story)).judge()
    assert verdict.faults == []
    assert verdict.counts["found"] == verdict.counts["facts"] > 0


def _late(line: dict[str, Any]) -> None:
    line["at"] += 1.4


def _misnamed(line: dict[str, Any]) -> None:
    line["card"] = "loki-0s#99"


def _asked(line: dict[str, Any]) -> None:
    line["card"] = "unknown"


def _misplaced(line: dict[str, Any]) -> None:
    line["zone"] = "nowhere"


def _turned(line: dict[str, Any]) -> None:
    line["turned"] = not line["turned"]


@pytest.mark.parametrize(
    ("spoil", "faults"),
    [
        (_late, {"late"}),
        (_misnamed, {"missed", "wrong card"}),
        (_asked, {"asked"}),
        (_misplaced, {"missed", "invented"}),
        (_turned, {"wrong direction"}),
    ],
)
def test_each_lie_is_caught(story: dict[str, Any], spoil: Any, faults: set[str]) -> None:  # noqa: ANN401
    lines = copy.deepcopy(told(story))
    kinds = story["zones"]
    spoil(next(line for line in reversed(lines) if line.get("saw") == "placed" and kinds[line["zone"]] == "stake"))
    assert {f["fault"] for f in Judge(story, lines).judge().faults} == faults


def test_a_removal_of_what_still_lies_is_invented(story: dict[str, Any]) -> None:
    lines = told(story)
    line = next(line for line in lines if line.get("saw") == "placed")
    extra = {"at": line["at"] + 0.5, "saw": "removed", "card": line["card"], "zone": line["zone"]}
    assert "invented" in {f["fault"] for f in Judge(story, [*lines, extra]).judge().faults}


def test_of_twins_without_numbers_the_one_that_has_to_be_told_takes_the_line() -> None:
    twin: dict[str, Any] = {
        "saw": "placed",
        "card": "back",
        "key": "b",
        "zone": "won:Ana",
        "from": None,
        "turned": False,
    }
    twin |= {"across": False, "done": 1.0, "until": None, "calm": None}
    facts = [twin | {"free": None, "counts": False}, twin | {"free": 1.2, "counts": True}]
    lines = [{"at": 1.4, "saw": "placed", "card": "back", "zone": "won:Ana"}]
    story = {"facts": facts, "zones": {"won:Ana": "won"}, "orders": [], "pictures": 60}
    assert Judge(story, lines).judge().faults == []


def test_a_thing_is_fetched_after_it_was_laid() -> None:
    rng = np.random.default_rng(1)
    evening = Evening(places.cross("standard", 4, rng), LEVELS["hard"], rng, [], [])
    first, second = evening.layout.seats[:2]
    idle.bring_thing(evening, first, "coins", Pose(500, 300, 0), 5.0)
    idle.fetch_thing(evening, second, "coins", 1.0)
    assert [each.do for each in sorted(evening.script.changes, key=lambda each: each.at)] == ["put", "take"]


def test_a_track_ends_where_it_says() -> None:
    track = Track(((0.0, Pose(0, 0, 350)), (1.0, Pose(10, 0, 10))))
    assert track.at(0.5) == Pose(5, 0, 360)
    assert np.isclose(track.at(2.0).x, 10)


def test_the_eye_reads_a_tiny_film(faces: Path, tmp_path: Path) -> None:
    verdict = runner.judge_film(TINY, faces, tmp_path)
    assert verdict.faults == []
    assert verdict.counts["found"] >= 4
