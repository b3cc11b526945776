"""Readings that were wrong: the last pictures are kept with the answer, and played again."""

import errno
import itertools
import json
import os
import signal
import zipfile
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from threading import Thread
from threading import enumerate as enumerate_threads

import numpy as np
import pytest

from companion.cases import Answer, CaseNote, agrees
from companion.facts import Absent, Corrected, Fact, Placed, Sighting, Turned, Way
from companion.games.vedrfolnir.acts import Give, Played
from companion.games.vedrfolnir.decks import default_deck
from companion.games.vedrfolnir.session import Perform
from companion.intents import Correct, EndTurn, SayAbsent, SayWay
from companion.journal import GameId, Journal
from companion.mirror import Mirror
from companion.places import Zone
from companion.profile_file import parse_profile
from companion.status import CameraState, TableStatus
from companion.words import Language, Message, Words
from deploy import joining
from deploy.case import played_again, run_case
from deploy.case_files import CASE, KEPT, MOST_CASES, PICTURES, CaseTable, clear_away, folded, read_case, size_bytes
from deploy.case_recorder import MOST_BYTES, CaseRecorder
from deploy.case_signal import OnSignal
from deploy.cli import PACKAGES
from deploy.terminal import Terminal, Unwritable
from deploy.watch import WantedWatch, Watched, case_recorder, game_to_watch, profile_for
from deploy.watching import Watch
from tests.pictures import plain
from tests.stand_ins import spots
from tests.test_pausing import ANA, GAME, THOR, tell
from tests.test_watch import BANDS, JOINS, profile_text
from ui.desk import Desk
from ui.feeding import Feed, Watcher
from ui.wrong_readings import NOTE_S
from vision.awaited import AwaitedCamera
from vision.folder import Folder
from vision.frames import Frame, Glimpse, Picture
from vision.recent import WHOLE_EVERY_S, Damaged, Recent, packed, shown, unpacked
from vision.sources import SimAt

NOW = datetime(2026, 11, 18, 20, 0, tzinfo=UTC)
ENGLISH = Terminal(Words(Language.ENGLISH, PACKAGES))
LINES = ('{"game": "vedrfolnir", "version": 1, "mode": "standard", "sets": ["base"], "seats": ["Ana", "Bo", "Cy"]}',)


# The ring


def noisy(number: int, *, hand_px: int | None = None) -> Picture:
    picture = np.random.default_rng(number).integers(90, 98, (192, 256, 3), np.uint8)
    if hand_px is not None:
        picture[40:80, hand_px : hand_px + 40] = 220
    return picture


def frames(pictures: list[Picture], fps: float = 15) -> list[Frame]:
    return [Frame(number, number / fps, each) for number, each in enumerate(pictures)]


def test_what_changed_comes_back_as_it_came() -> None:
    moving = frames([noisy(number, hand_px=number * 5 if 10 <= number < 20 else None) for number in range(40)])
    recent = Recent(30, 10**7)
    for frame in moving:
        recent.keep(frame)
    again = list(shown(unpacked(packed(recent.snapshots))))
    assert [(each.number, each.at_s) for each in again] == [(each.number, each.at_s) for each in moving]
    for before, after in zip(moving, again, strict=True):
        assert np.abs(before.picture.astype(int) - after.picture).mean() < 4
    still = [each for each in recent.snapshots if not each.is_whole and not each.patches]
    assert len(still) > 8


def test_the_ring_is_so_long_and_so_heavy_and_begins_with_a_whole_picture() -> None:
    recent = Recent(10, 10**7)
    for number in range(15 * 25):
        recent.keep(Frame(number, number / 15, plain(80, (64, 64))))
    long_s = recent.snapshots[-1].at_s - recent.snapshots[0].at_s
    assert recent.snapshots[0].is_whole
    assert 10 <= long_s <= 10 + WHOLE_EVERY_S
    heavy = Recent(1000, 60_000)
    for number in range(15 * 20):
        heavy.keep(Frame(number, number / 15, noisy(number, hand_px=number % 200)))
    assert heavy.snapshots[0].is_whole
    assert heavy.size_bytes == sum(each.size_bytes for each in heavy.snapshots)
    assert heavy.snapshots[-1].at_s - heavy.snapshots[0].at_s < 15


@pytest.mark.parametrize("content", [b"", b"PK", packed(()).replace(b"times", b"tames")])
def test_a_damaged_file_is_told(content: bytes) -> None:
    with pytest.raises(Damaged):
        unpacked(content)


# A table that a stand-in eye reads

TABLE = parse_profile(profile_text(*BANDS).encode())
SETUP = game_to_watch(WantedWatch("images:.", None, "Ana,Bo,Cy"), TABLE)
CASE_TABLE = CaseTable(SETUP, profile_for(TABLE, SETUP), None, "usb:0", "version = 1\n")
EVENING = [spots(0, 0, 0, 0), spots(1, 0, 0, 0), spots(1, 0, 0, 0), spots(1, 2, 0, 0), spots(1, 2, 0, 0)]
MISREAD = Placed(0.1, "odin-1r-1s#01", Zone("stake:Ana"), 0, Way.UPRIGHT)
TRUE = Corrected(0.3, "thor-1r-1s", Zone("stake:Ana"), 0)
FALSE = Corrected(0.3, "loki-0s", Zone("stake:Ana"), 0)


def recorded(folder: Path, *answers: Answer, start: Mirror | None = None) -> Message | None:
    """A case of the evening in which the first card was misread."""
    recorder = CaseRecorder(CASE_TABLE, folder, lambda: NOW, is_patient=True)
    for _ in recorder.seen(iter(frames(EVENING, 10)), start):
        pass
    told = () if start is not None else (MISREAD,)
    for fact in told:
        recorder.heard(fact)
    said = {each.zone: [(each.card, Way.UPRIGHT)] for each in answers if isinstance(each, Corrected)}
    recorder.save(CaseNote(LINES, None, answers, {Zone(zone): cards for zone, cards in said.items()}))
    recorder.close()
    recorder.wait(10)
    return recorder.told()


def played(capsys: pytest.CaptureFixture[str], *folders: Path, is_json: bool = False) -> tuple[int, str, str]:
    status = run_case(ENGLISH, [str(each) for each in folders], JOINS, is_json=is_json)
    return status, *capsys.readouterr()


@pytest.mark.parametrize(
    ("answers", "status", "said"),
    [((TRUE,), 0, "agrees with"), ((FALSE,), 1, "does not agree"), ((), 1, "Nobody said what was right")],
)
def test_a_case_is_played_again(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, answers: tuple[Answer, ...], status: int, said: str
) -> None:
    kept = recorded(tmp_path, *answers)
    folder = tmp_path / "2026-11-18-200000"
    assert kept == Message("case.kept", {"folder": str(folder)})
    ran = played(capsys, folder)
    assert (ran[0], ran[2]) == (status, "")
    assert "Odin 1r 1★ #01 came to Ana's stake" in ran[1].split("Told now")[0]
    assert "Thor 1r 1★ #01 came to Ana's stake" in ran[1].split("Told now")[1]
    assert said in ran[1].splitlines()[-1]


def test_a_case_for_other_programs(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    recorded(tmp_path, TRUE)
    status, out, _ = played(capsys, tmp_path / "2026-11-18-200000", is_json=True)
    fields = json.loads(out)
    assert (status, fields["agrees"], fields["then"][0]["card"]) == (0, True, "odin-1r-1s#01")
    assert [each.get("card") for each in fields["now"]][:2] == ["thor-1r-1s#01", "odin-2r-1s#01"]
    assert fields["answered"] == [{"at": 0.3, "say": "correct", "card": "thor-1r-1s", "zone": "stake:Ana", "index": 0}]


def test_a_folder_of_cases_is_a_test_set(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    for answer in (TRUE, FALSE, TRUE):
        recorded(tmp_path, answer)
    status, out, err = played(capsys, tmp_path)
    assert (status, err) == (1, "")
    assert [line.split()[-1] for line in out.splitlines()[1:4]] == ["agrees", "differs", "agrees"]
    assert out.splitlines()[-1] == "2 of 3 agree with their answers."


def test_a_card_that_was_misread_before_the_first_picture_is_read_again(tmp_path: Path) -> None:
    start = folded(None, [MISREAD])
    recorded(tmp_path, TRUE, start=start)
    case = read_case(tmp_path / "2026-11-18-200000")
    assert (case.start is not None and case.start.shown, case.told) == (start.shown, ())
    assert played_again(tmp_path / "2026-11-18-200000", JOINS).agrees


@pytest.mark.parametrize("name", ["case.json", "pictures.zip", "table.toml", "told.jsonl", "answer.jsonl"])
def test_a_bad_folder_is_told_with_its_file(capsys: pytest.CaptureFixture[str], tmp_path: Path, name: str) -> None:
    recorded(tmp_path, TRUE)
    file = tmp_path / "2026-11-18-200000" / name
    file.write_bytes(b'{"\xff')
    status, out, err = played(capsys, file.parent)
    assert (status, out, str(file) in err, "again" in err) == (2, "", True, True)
    file.unlink()
    status, out, err = played(capsys, file.parent)
    assert (status, out, str(file) in err or name == CASE, "whole" in err) == (2, "", True, True)


def test_a_picture_that_is_damaged_is_told(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    recorded(tmp_path, TRUE)
    file = tmp_path / "2026-11-18-200000" / PICTURES
    with zipfile.ZipFile(file, "a") as archive:
        archive.writestr("0000002/1-1.jpg", b"no picture")
    status, _, err = played(capsys, file.parent)
    assert (status, "0000002/1-1.jpg" in err) == (2, True)


def test_what_a_case_holds(tmp_path: Path) -> None:
    recorded(tmp_path, TRUE)
    folder = tmp_path / "2026-11-18-200000"
    names = {each.name for each in folder.iterdir()}
    files = {"case.json", "pictures.zip", "table.toml", "table.camera.toml", "game.jsonl", "told.jsonl", "answer.jsonl"}
    assert names == files
    assert (folder / "game.jsonl").read_text() == f"{LINES[0]}\n"
    assert '"stake:1"' in (folder / "table.toml").read_text().replace("name = ", "")


def test_a_full_disk_is_told_and_nothing_else_suffers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(folder: Path, *_: object) -> None:
        raise Unwritable(str(folder), OSError(errno.ENOSPC, os.strerror(errno.ENOSPC)))

    monkeypatch.setattr("deploy.case_recorder.write_case", full)
    said = recorded(tmp_path, TRUE)
    assert said is not None
    assert "the disk is full" in ENGLISH.words.say(said)
    monkeypatch.setattr("deploy.case_recorder.write_case", lambda *_: 1 / 0)
    assert recorded(tmp_path, TRUE) == Message("case.failed")
    monkeypatch.undo()
    kept = recorded(tmp_path, TRUE)
    assert (kept is not None and kept.key) == "case.kept"


def test_a_switched_off_recorder_keeps_nothing(tmp_path: Path) -> None:
    recorder = CaseRecorder(CASE_TABLE, tmp_path, lambda: NOW, is_patient=True)
    glimpses = recorder.seen(iter(frames(EVENING, 10)), None)
    next(glimpses)
    recorder.switch(is_on=False)
    assert len(list(glimpses)) == len(EVENING) - 1
    recorder.save(CaseNote(LINES))
    recorder.switch(is_on=True)
    recorder.save(CaseNote(LINES))
    recorder.close()
    recorder.wait(10)
    assert recorder.told() == Message("case.no-pictures")
    assert list(tmp_path.iterdir()) == []


def test_whoever_watches_is_never_held_up(tmp_path: Path) -> None:
    recorder = CaseRecorder(CASE_TABLE, tmp_path, lambda: NOW, is_patient=False)
    for _ in recorder.seen(iter(frames(EVENING * 40, 10)), None):
        pass
    recorder.save(CaseNote(LINES))
    recorder.close()
    recorder.wait(10)
    case = read_case(tmp_path / "2026-11-18-200000")
    assert 0 < len(case.snapshots) <= len(EVENING) * 40


def test_the_oldest_go_unless_they_are_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for number in range(MOST_CASES + 3):
        folder = tmp_path / f"2026-11-18-2000{number:02}"
        folder.mkdir()
        (folder / CASE).write_bytes(b" " * 1000)
    (tmp_path / "2026-11-18-200000" / KEPT).touch()
    clear_away(tmp_path)
    left = sorted(each.name[-2:] for each in tmp_path.iterdir())
    assert left == ["00", *(f"{number:02}" for number in range(3, MOST_CASES + 3))]
    monkeypatch.setattr("deploy.case_files.MOST_BYTES", 2500)
    clear_away(tmp_path)
    assert sorted(each.name[-2:] for each in tmp_path.iterdir()) == ["00", "11", "12"]


def test_a_signal_keeps_a_case_where_there_is_no_screen(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    recorder = CaseRecorder(CASE_TABLE, tmp_path, lambda: NOW, is_patient=True)

    def seen() -> Iterator[Glimpse]:
        for frame in frames(EVENING, 10):
            if frame.number == 4:
                signal.raise_signal(signal.SIGUSR1)
            yield frame

    with OnSignal(recorder, ENGLISH) as cases:
        cases.begin(LINES[0])
        watch = Watch(JOINS.sight(CASE_TABLE.profile, SETUP, default_deck(), None))
        facts = [each for each in cases.heard(watch.events(cases.kept(seen()))) if isinstance(each, Sighting)]
    case = read_case(tmp_path / "2026-11-18-200000")
    assert (len(facts), len(case.told), case.answers) == (2, 1, ())
    assert "Kept as a case" in capsys.readouterr().err


STAKE = Zone("stake:Ana")
AGREED: list[tuple[Answer, dict[Zone, list[tuple[str, Way]]], bool]] = [
    (Corrected(0, "thor-1r-1s", STAKE, 0), {STAKE: [("thor-1r-1s#04", Way.UPRIGHT)]}, True),
    (Corrected(0, "thor-1r-1s#02", STAKE, 0), {STAKE: [("thor-1r-1s#04", Way.UPRIGHT)]}, False),
    (Corrected(0, "thor-1r-1s", STAKE, 0), {STAKE: [("unknown", Way.UPRIGHT)]}, False),
    (Corrected(0, "thor-1r-1s", STAKE, 0), {}, False),
]


@pytest.mark.parametrize(("answer", "now", "is_agreed"), AGREED)
def test_whether_a_reading_agrees(answer: Corrected, now: dict[Zone, list[tuple[str, Way]]], is_agreed: bool) -> None:  # noqa: FBT001 - a row of a table
    assert is_agreed is agrees([answer], {STAKE: [(answer.card, Way.TURNED)]}, now)


def test_an_answer_about_nothing_or_a_way() -> None:
    assert agrees([Absent(0, STAKE, 0)], {}, {})
    assert not agrees([Absent(0, STAKE, 0)], {}, {STAKE: [("loki-0s", Way.UPRIGHT)]})
    tyr = {STAKE: [("tyr-2r-1s", Way.TURNED)]}
    said = Turned(0, "tyr-2r-1s", STAKE, Way.TURNED, 0)
    assert agrees([said], tyr, tyr)
    assert not agrees([said], tyr, {STAKE: [("tyr-2r-1s", Way.UNSURE)]})


# At the desk


class Shelf:
    """Keeps the notes."""

    def __init__(self) -> None:
        self.notes: list[CaseNote] = []
        self.is_on = True

    def switch(self, *, is_on: bool) -> None:
        self.is_on = is_on

    def save(self, note: CaseNote) -> None:
        self.notes.append(note)

    def told(self) -> Message | None:
        return Message("case.kept", {"folder": "/there"}) if len(self.notes) == 1 else None

    def close(self) -> None:
        """Nothing is held."""


@pytest.fixture
def shelf() -> Shelf:
    return Shelf()


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, shelf: Shelf) -> Iterator[Desk]:
    monkeypatch.setattr(Watcher, "heard", lambda self: getattr(self, "news", []))
    with Journal(tmp_path / "games.sqlite") as journal:
        clock = itertools.count()
        opened = Desk(journal, Words(Language.ENGLISH, (*PACKAGES, "ui")), lambda: float(next(clock)))
        feed = Feed(GAME.setup, None, lambda _, __: (), TableStatus(CameraState.WATCHING), cases=shelf)
        opened.follow(feed)
        yield opened
        opened.close()


def test_answers_that_overrule_the_eye_are_kept(desk: Desk, shelf: Shelf) -> None:
    tell(desk, THOR)
    assert desk.do(EndTurn())
    assert shelf.notes == []
    assert desk.do(Correct("thor-2r-1s", ANA, 0))
    assert [each.card for each in shelf.notes[0].answers if isinstance(each, Corrected)] == ["thor-2r-1s"]
    assert shelf.notes[0].table == {ANA: (("thor-2r-1s", Way.UPRIGHT),)}
    assert '"say": "correct"' in shelf.notes[0].lines[-1]
    tell(desk, Placed(2, "tyr-2r-1s#01", ANA, 1, Way.UNSURE))
    assert desk.do(SayWay("tyr-2r-1s#01", ANA, is_turned=True))
    assert desk.do(SayAbsent(ANA, 0))
    kinds: list[type[Fact]] = [Corrected, Turned, Absent]
    assert [type(each.answers[0]) for each in shelf.notes] == kinds


def test_a_card_given_by_hand_overrules_nothing(desk: Desk, shelf: Shelf) -> None:
    assert desk.do(Perform(Give(Played("thor-1r-1s"), GAME.setup.seats[0])))
    assert desk.do(Correct("thor-2r-1s", ANA, 0))
    assert shelf.notes == []


def test_a_touch_keeps_a_case_and_where_is_told_for_a_while(desk: Desk, shelf: Shelf) -> None:
    desk.keep_case()
    desk.take_in()
    assert (len(shelf.notes), shelf.notes[0].answers, desk.wrong.note) == (1, (), "Kept as a case: /there")
    shelf.notes.append(shelf.notes[0])
    for _ in range(int(NOTE_S) + 1):
        desk.take_in()
    assert desk.wrong.note == ""


def test_switched_off_nothing_is_kept(desk: Desk, shelf: Shelf) -> None:
    desk.wrong.switch(is_on=False)
    tell(desk, THOR)
    assert desk.do(Correct("thor-2r-1s", ANA, 0))
    desk.keep_case()
    assert (shelf.notes, shelf.is_on, desk.may_keep_case) == ([], False, False)


def test_a_game_that_nobody_watches_keeps_none(desk: Desk, shelf: Shelf) -> None:
    desk.resume(GameId(1))
    desk.keep_case()
    assert (desk.may_keep_case, shelf.notes) == (False, [])


# A table that is let go of, and a camera's address


def test_whoever_watches_goes_on_when_the_pictures_are_let_go_of(tmp_path: Path) -> None:
    recorder = CaseRecorder(CASE_TABLE, tmp_path, lambda: NOW, is_patient=True)
    seen = recorder.seen(iter(frames(EVENING, 10)), None)
    next(seen)
    recorder.close()
    rest = Thread(target=lambda: list(seen), daemon=True)
    rest.start()
    rest.join(5)
    recorder.wait(5)
    assert not rest.is_alive()
    assert not any(each.name == "cases" for each in enumerate_threads())


def test_one_that_was_let_go_of_before_the_camera_came_keeps_nothing(tmp_path: Path) -> None:
    recorder = CaseRecorder(CASE_TABLE, tmp_path, lambda: NOW, is_patient=False)
    recorder.close()
    assert len(list(recorder.seen(iter(frames(EVENING, 10)), None))) == len(EVENING)
    recorder.save(CaseNote(LINES))
    recorder.wait(5)
    assert (recorder.told(), list(tmp_path.iterdir())) == (None, [])
    assert not any(each.name == "cases" for each in enumerate_threads())


SECRET = "s3cret"  # noqa: S105 - to be looked for


def test_a_case_has_no_password_and_nothing_that_was_asked_of_a_camera(tmp_path: Path) -> None:
    wanted = WantedWatch(f"url:http://me:{SECRET}@phone:8080/video?token={SECRET}", None)
    watched = Watched(SETUP, CASE_TABLE.profile, default_deck(), AwaitedCamera(lambda: Folder(tmp_path, 15)))
    recorder = case_recorder(wanted, watched, None, tmp_path / "cases")
    list(recorder.seen(iter(frames(EVENING, 10)), None))
    recorder.save(CaseNote(LINES))
    recorder.close()
    recorder.wait(20)
    (folder,) = (tmp_path / "cases").iterdir()
    assert all(SECRET.encode() not in each.read_bytes() for each in folder.iterdir())
    assert json.loads((folder / CASE).read_text(encoding="utf-8"))["source"] == "url:http://…@phone:8080/video?…"


def test_settings_of_a_camera_that_are_damaged_do_not_keep_a_film_from_being_watched(tmp_path: Path) -> None:
    (tmp_path / "table.camera.toml").write_bytes(b"\xff")
    wanted = WantedWatch("video:a.mp4", str(tmp_path / "table.toml"))
    watched = Watched(SETUP, CASE_TABLE.profile, default_deck(), AwaitedCamera(lambda: Folder(tmp_path, 15)))
    assert case_recorder(wanted, watched, None, tmp_path).told() is None


# A rendered table


def test_a_rendered_misreading_is_read_right_today(tmp_path: Path) -> None:
    watched: Watched = joining.rendered(SimAt(None), WantedWatch("sim", None), 15)
    table = CaseTable(watched.setup, watched.profile, None, "sim")
    recorder = CaseRecorder(table, tmp_path, lambda: NOW, is_patient=True)
    watch = Watch(joining.sight(watched.profile, watched.setup, watched.deck))
    with watched.source as source:
        for frame in recorder.seen(itertools.islice(iter(source), 28), None):
            assert isinstance(frame, Frame)
            facts = [each for each in watch.seen(frame) if isinstance(each, Placed)]
            for fact in facts:
                first = fact
                recorder.heard(replace(fact, card="loki-0s#01"))
    answer = Corrected(first.at_s, first.card, first.zone, first.index)
    recorder.save(CaseNote(LINES, None, (answer,), {first.zone: [(first.card, Way.UPRIGHT)]}))
    recorder.close()
    recorder.wait(20)
    again = played_again(tmp_path / "2026-11-18-200000", joining.JOINS)
    assert (again.agrees, [each.card for each in again.now if isinstance(each, Placed)]) == (True, [first.card])
    assert size_bytes(tmp_path / "2026-11-18-200000") < MOST_BYTES
