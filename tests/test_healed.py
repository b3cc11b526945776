"""What the companion once did wrongly, asked through doors that it has always had; `tests.healed` asks it as it was."""

import json
import time
import tomllib
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from threading import Event

import pytest

from companion.facts import Fact
from companion.games.vedrfolnir.phrases import Phrases
from companion.games.vedrfolnir.reporting import Report
from companion.games.vedrfolnir.session import Session
from companion.games.vedrfolnir.sightings import read_sightings
from companion.games.vedrfolnir.zones import stake
from companion.geometry import Point, Pose
from companion.intents import Correct
from companion.journal import Journal
from companion.observation import Observation, Sighting
from companion.places import Seat
from companion.status import CameraState, TableStatus
from companion.tracking import Tracker
from companion.words import Language, Words
from deploy.cli import main
from tests.commands import Companion
from tests.games import setup
from tests.healed import ROOT, read_items
from tests.healed_screens import SHOWN
from tests.true_table import SHAPE, TABLE, WHOLE_TABLE
from ui.desk import Desk
from ui.feeding import Feed

EVENINGS = ROOT / "tests" / "healed_evenings"
NAMES = sorted(path.name.removesuffix(".seen.jsonl") for path in EVENINGS.glob("*.seen.jsonl"))
PATIENCE_S = 20.0
PACKAGES = ("companion", "companion.games.vedrfolnir")
# Of these every line was seen, nothing was said.
WATCHED = ("number-told-later", "put-right-second-card", "twins-never-numbered")


def part(whole: object, wanted: object) -> object:
    """What a printed object says of the keys that are wanted."""
    if isinstance(wanted, dict) and isinstance(whole, dict):
        return {key: part(whole.get(key), value) for key, value in wanted.items()}
    if isinstance(wanted, list) and isinstance(whole, list) and len(whole) == len(wanted):
        return [part(*pair) for pair in zip(whole, wanted, strict=True)]
    return whole


def expected(name: str) -> dict[str, object]:
    read: dict[str, object] = json.loads((EVENINGS / f"{name}.expected.json").read_text(encoding="utf-8"))
    return read


@pytest.mark.parametrize("name", NAMES)
def test_evenings(companion: Companion, name: str) -> None:
    ran = companion("referee", "--json", EVENINGS / f"{name}.seen.jsonl")
    assert (ran.status, ran.err) == (0, "")
    assert part(ran.objects[0], expected(name)) == expected(name)


@pytest.mark.parametrize("name", WATCHED)
def test_watched_evenings_live_and_after_a_restart(name: str, tmp_path: Path) -> None:
    seen = read_sightings(EVENINGS / f"{name}.seen.jsonl")
    report = Report(Phrases(Words(Language.ENGLISH, PACKAGES), seen.setup.deck))
    with Journal(tmp_path / "games.sqlite") as journal:
        live = Session.start(journal, seen.setup, None, "2026-11-16T20:00:00+00:00")
        for line in seen.lines:
            live.hear(line.heard)
        told = [report.verdict(each.referee) for each in (live, Session.resume(journal, live.id))]
    assert [part(json.loads(json.dumps(each)), expected(name)) for each in told] == [expected(name)] * 2


def whole(card: str, x_mm: float) -> Sighting:
    outline = SHAPE.laid(Pose(Point(x_mm, 100), 0))
    return Sighting(card, (outline.pose,), outline.marks, is_whole=True, sureness=1.0)


def looks(is_answered: Event) -> Iterator[Fact]:
    """An eye that can't read A's card, reads it wrongly once people have named it, and then sees B's."""
    tracker, unread, misread = Tracker(TABLE), whole("unknown", 100), whole("thor-3r-2s#01", 100)
    seen = [(), *[(unread,)] * 10, *[(misread,)] * 10, *[(misread, whole("odin-2r-2s#01", 500))] * 3]
    for number, look in enumerate(seen):
        if number > 10:
            is_answered.wait(PATIENCE_S)
        yield from tracker.follow(Observation(number / 2, (WHOLE_TABLE,), look))


def test_what_was_said_of_a_place_stands_against_the_eye(tmp_path: Path) -> None:
    is_answered, until_s = Event(), time.monotonic() + PATIENCE_S
    players = tuple(map(Seat, "ABC"))
    game = replace(setup(), players=players, first=players[0])
    with Journal(tmp_path / "games.sqlite") as journal:
        desk = Desk(journal, Words(Language.ENGLISH, (*PACKAGES, "ui")), lambda: 0.0)
        desk.follow(Feed(game, None, lambda _, __: looks(is_answered), TableStatus(CameraState.WATCHING)))
        while not (desk.session and desk.session.game.stake(players[1])) and time.monotonic() < until_s:
            desk.take_in()
            if not is_answered.is_set() and desk.do(Correct("odin-1r-1s", stake(players[0]), 0)):
                is_answered.set()
        session = desk.session
        desk.close()
    assert session is not None
    assert [[each.name for each in session.game.stake(seat)] for seat in players] == [
        ["odin-1r-1s"],
        ["odin-2r-2s"],
        [],
    ]
    assert [each.name for each in session.mirror.lying(stake(players[0]))] == ["odin-1r-1s"]


@pytest.mark.parametrize("package", ["companion", "companion/games/vedrfolnir", "calibration", "deploy", "ui"])
def test_no_text_key_stands_in_two_files(package: str) -> None:
    folder = ROOT / package
    paths = (*folder.glob("*.toml"), *folder.glob("words/en.toml"))
    keys = Counter(key for path in paths for key in tomllib.loads(path.read_text(encoding="utf-8")))
    assert set(keys.values()) == {1}


def test_help_tells_the_size_of_its_own_command(capfd: pytest.CaptureFixture[str]) -> None:
    with suppress(SystemExit):
        main(["--lang", "en", "bench", "vision", "--help"])
    assert "(default: 1920x1080)" in " ".join(capfd.readouterr().out.split())


def test_every_item_names_tests_that_are_there() -> None:
    """Those of this file by their parameters too; `tests.healed` runs all of them."""
    named = {test for item in read_items() for test in item.tests}
    here = {f"tests/test_healed.py::test_evenings[{name}]" for name in NAMES}
    here |= {f"tests/healed_screens.py::test_windows[{case}]" for case in SHOWN}
    assert here - named == set()
    for test in named:
        path, _, name = test.partition("::")
        assert f"def {name.partition('[')[0]}(" in (ROOT / path).read_text(encoding="utf-8"), test
