"""What may be wrong with camera, profile, disk and rights: fault by command, in both languages."""

import errno
import os
import re
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from dataclasses import fields
from datetime import UTC, datetime
from pathlib import Path
from string import Formatter
from typing import get_args

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.vedrfolnir import tableplan
from companion.games.vedrfolnir.decks import default_deck
from companion.games.vedrfolnir.patience import Hearing
from companion.games.vedrfolnir.session import Session
from companion.games.vedrfolnir.setup import Mode
from companion.games.vedrfolnir.simulation import Wishes, simulate
from companion.games.vedrfolnir.standing import standing
from companion.games.vedrfolnir.zones import TRIBUTE
from companion.journal import Journal
from companion.journal_errors import JournalUnreachable
from companion.journal_opening import open_journal
from companion.journal_trouble import STORE_SORTS, store_trouble
from companion.lines import Unreadable
from companion.profile_file import parse_profile
from companion.profile_writing import profile_text
from companion.trouble import SORTS, remedy, trouble
from companion.words import Language, Message, Words, catalogue
from deploy.cli import PACKAGES, main
from deploy.evening import played_evening
from deploy.rendered import own_faces, rendered_profile
from deploy.terminal import Terminal
from deploy.watch_words import FaultWords, fault_message
from tests import kill_profile
from tests.pictures import write_pictures
from tests.watched import STARTED
from vision.frames import Corrupt, Fault, Picture, Veil, Veiled
from vision.sim.cameras import Mount, overhead_camera
from vision.sim.levels import LEVELS, Difficulty
from vision.sim.scene import Scene
from vision.tearing import Tearing, torn_ones

ROOT = Path(__file__).parent.parent
STARTED_AT = datetime(2026, 11, 16, 20, tzinfo=UTC)
SIZE_PX = (640, 360)
GAME = simulate(Wishes(mode=Mode.STANDARD, seats=4), "bad input")
TABLE = rendered_profile(GAME.setup, SIZE_PX, Difficulty.EASY)
CHANCE = np.random.default_rng(6)


PATTERN = np.indices((SIZE_PX[1], SIZE_PX[0])).sum(axis=0)[..., None] % 24 * 6 + 60
CLOTHS = [np.asarray(PATTERN + CHANCE.integers(-2, 3, (*PATTERN.shape[:2], 3)), np.uint8) for _ in range(4)]


def cloth(number: int) -> Picture:
    """A lit table with a pattern, and a camera's noise."""
    return CLOTHS[number % len(CLOTHS)].copy()


def black(_: int) -> Picture:
    return np.zeros((SIZE_PX[1], SIZE_PX[0], 3), np.uint8)


def shifted(number: int) -> Picture:
    """Every other picture has lost its rows from some row on."""
    whole = cloth(number)
    return np.concatenate([whole[:170], np.roll(whole, 11, axis=1)[170:]]) if number % 2 else whole


def painted(number: int) -> Picture:
    """As decoders end a picture whose last bytes never came, now and then."""
    return (
        cloth(number)
        if number % 3
        else np.concatenate([cloth(number)[:200], np.full((160, SIZE_PX[0], 3), 128, np.uint8)])
    )


def small(number: int) -> Picture:
    return cloth(number)[::2, ::2]


def marked(width_mm: float) -> Callable[[int], Picture]:
    """A table with four marks as they lie on one of this width, straight from above."""

    def picture(number: int) -> Picture:
        seen = cloth(number)
        dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_APRILTAG_36h11)
        for mark in tableplan.marks():
            x_mm = mark.at.x_mm if mark.at.x_mm < 500 else width_mm - 30
            tag = cv2.copyMakeBorder(
                cv2.aruco.generateImageMarker(dictionary, mark.id, 24), 6, 6, 6, 6, cv2.BORDER_CONSTANT, value=(255.0,)
            )
            left, top = round(x_mm * 0.6) - 2, round(mark.at.y_mm * 0.58) - 12
            seen[top : top + 36, left : left + 36] = tag[..., None]
        return seen

    return picture


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a journal's place, a profile that is right, and some that are not."""
    monkeypatch.setenv("COMPANION_JOURNAL", str(tmp_path / "games.sqlite"))
    monkeypatch.chdir(tmp_path)
    text = profile_text(TABLE)
    by_marks = re.sub(r"homography = .*", f"marks = [{MARKS}]", text)
    (tmp_path / "fixed.toml").write_text(text)
    (tmp_path / "marks.toml").write_text(by_marks)
    (tmp_path / "cut.toml").write_text(text[: text.rindex("[[zone]]")])
    (tmp_path / "garbled.toml").write_bytes(bytes(range(128, 256)))
    (tmp_path / "file").write_text("a file")
    return tmp_path


MARKS = ", ".join(
    f"{{id = {each.id}, at_mm = [{each.at.x_mm:g}, {each.at.y_mm:g}], side_mm = 40}}" for each in tableplan.marks()
)


def sentence(key: str, language: Language) -> re.Pattern[str]:
    """A sentence of the catalogue, whatever stands in its gaps."""
    said = _parsed(Words(language, PACKAGES).text(key))
    parts = ("".join((re.escape(text), ".*" if gap is not None else "")) for text, gap, _, _ in said)
    return re.compile("".join(parts))


def _parsed(text: str) -> list[tuple[str, str | None, str | None, str | None]]:
    return list(Formatter().parse(text))


WATCH = "watch --source images:seen --table {}"
PLAY = "play --headless --source images:seen --table {}"
DOCTOR = "doctor --source images:seen --table {} --journal games.sqlite"
CALIBRATE = "calibrate --source images:seen --out new.toml"
# What the camera shows, the command, its status, and the sentence that has to come.
CAMERAS: list[tuple[Callable[[int], Picture], str, int, str]] = [
    (black, WATCH.format("fixed.toml"), 2, "fault.dark"),
    (black, PLAY.format("fixed.toml"), 2, "fault.dark"),
    (black, DOCTOR.format("fixed.toml"), 1, "doctor.light.dark-remedy"),
    (black, CALIBRATE, 2, "set-up.flaw-black"),
    (shifted, WATCH.format("fixed.toml"), 0, "fault.torn"),
    (shifted, PLAY.format("fixed.toml"), 0, "fault.torn"),
    (shifted, DOCTOR.format("fixed.toml"), 1, "doctor.torn.torn-remedy"),
    (painted, WATCH.format("fixed.toml"), 0, "fault.torn"),
    (painted, PLAY.format("fixed.toml"), 0, "fault.torn"),
    (painted, DOCTOR.format("fixed.toml"), 1, "doctor.torn.torn-remedy"),
    (small, WATCH.format("fixed.toml"), 2, "fault.wrong-size"),
    (small, DOCTOR.format("fixed.toml"), 1, "doctor.size.other-remedy"),
    (cloth, WATCH.format("marks.toml"), 2, "fault.no-marks"),
    (cloth, PLAY.format("marks.toml"), 2, "fault.no-marks"),
    (cloth, DOCTOR.format("marks.toml"), 1, "doctor.marks.none-remedy"),
    (marked(760), WATCH.format("marks.toml"), 2, "fault.other-table"),
    (marked(760), PLAY.format("marks.toml"), 2, "fault.other-table"),
    (marked(1000), WATCH.format("marks.toml"), 0, "watch.title"),
    (cloth, WATCH.format("cut.toml"), 2, "unreadable.profile-cut-short"),
    (cloth, PLAY.format("cut.toml"), 2, "unreadable.profile-cut-short"),
    (cloth, DOCTOR.format("cut.toml"), 1, "doctor.profile.unreadable-remedy"),
    (cloth, f"{CALIBRATE} --table cut.toml", 2, "unreadable.profile-cut-short"),
    (cloth, WATCH.format("garbled.toml"), 2, "unreadable.not-utf8"),
    (cloth, f"{WATCH.format('fixed.toml')} --seats Ana,Bo,Cy", 2, "unreadable.zone-without-seat"),
    (cloth, f"{PLAY.format('fixed.toml')} --seats Ana,Bo,Cy", 2, "unreadable.zone-without-seat"),
]


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("row", CAMERAS, ids=lambda row: f"{row[0].__name__} {row[1]}")
def test_what_a_camera_or_a_profile_may_be(
    row: tuple[Callable[[int], Picture], str, int, str],
    language: Language,
    place: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    seen, command, status, key = row
    write_pictures(place / "seen", map(seen, range(16)), ".bmp")
    found, out, err = ran(command, language, capsys)
    assert status == found, err
    assert sentence(key, language).search(out + err), err


def ran(command: str, language: Language, capsys: pytest.CaptureFixture[str]) -> tuple[int, str, str]:
    status = main([*command.split(), "--lang", language])
    return status, *capsys.readouterr()


# Cameras that are not there, and places where nobody may write, root neither.
PLACES = [
    ("watch --source usb:97 --table fixed.toml", "source.no-camera"),
    ("play --headless --source usb:97 --table fixed.toml", "source.no-camera"),
    ("calibrate --source usb:97 --out new.toml", "source.no-camera"),
    ("watch --source picamera --table fixed.toml", "source.no-picamera2"),
    ("calibrate --source picamera --out new.toml", "source.no-picamera2"),
    ("calibrate --source sim --out file/new.toml", "set-up.unwritable"),
    ("calibrate --source sim --out /proc/new.toml", "set-up.unwritable"),
    ("calibrate --source sim --out fixed.toml", "set-up.out-exists"),
    ("mat print --out /proc/mat.pdf", "trouble.missing-remedy"),
    ("mat print --out file/mat.pdf", "trouble.exists-remedy"),
    ("mat board --out file", "trouble.exists-remedy"),
    ("mat board --out .", "trouble.exists-remedy"),
    ("simulate --out /proc/games", "trouble.missing-remedy"),
    ("simulate --out file", "trouble.exists-remedy"),
    ("games --journal /proc/games.sqlite", "trouble.missing-remedy"),
    ("games --journal file", "journal.foreign"),
    ("play --headless --journal /proc/games.sqlite", "trouble.missing-remedy"),
    ("play --headless --journal .", "trouble.folder-remedy"),
    ("export 1 --out new.jsonl", "games.unknown"),
    ("import nothing.jsonl", "unreadable.no-such-file"),
    (f"render {ROOT}/tests/short_game.jsonl --out file/film.avi", "trouble.exists-remedy"),
]


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize(("command", "key"), PLACES)
def test_what_is_not_there_or_may_not_be_written(
    command: str, key: str, language: Language, place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = {each.name: each.read_bytes() for each in place.iterdir()}
    status, _, err = ran(command, language, capsys)
    assert status == 2
    assert sentence(key, language).search(err), err
    after = {each.name: each.read_bytes() for each in place.iterdir() if not each.name.startswith("games.sqlite")}
    assert before == after


# A disk that takes no file larger than this, for anybody.
ROOM_BYTES = 4096
LIMITED = f"import resource; resource.setrlimit(resource.RLIMIT_FSIZE, ({ROOM_BYTES},) * 2)\n"
FULL = [
    ("mat board --out board.pdf", "trouble.full-remedy"),
    ("simulate --games 3 --seed s --out games", "trouble.full-remedy"),
    ("calibrate --source sim --out new.toml", "trouble.full"),
    ("games --journal new.sqlite", "trouble.failing-remedy"),
]


@pytest.mark.parametrize(("command", "key"), FULL)
def test_a_disk_without_room(command: str, key: str, place: Path) -> None:
    script = f"{LIMITED}import sys; from deploy.cli import main; sys.exit(main(sys.argv[1:]))"
    done = subprocess.run(
        [sys.executable, "-c", script, *command.split(), "--lang", "fr"],
        capture_output=True,
        text=True,
        check=False,
        cwd=place,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    assert done.returncode == 2
    assert sentence(key, Language.FRENCH).search(done.stderr)
    assert "Traceback" not in done.stderr
    half = [each for each in place.rglob("*") if each.suffix in (".part", ".trial", ".pdf") or each.name == "new.toml"]
    assert half == []


WRITTEN = profile_text(TABLE)


def test_every_cut_of_a_profile_is_noticed() -> None:
    assert parse_profile(WRITTEN.encode()) == parse_profile(WRITTEN.rstrip("\n").encode())
    whole = WRITTEN.rstrip("\n").encode()
    assert [length for length in range(len(whole)) if is_profile(whole[:length])] == []


@given(st.binary(max_size=40), st.integers(0, len(WRITTEN)), st.integers(0, 200))
def test_a_profile_with_other_bytes_in_it_is_read_or_refused(other: bytes, at: int, gone: int) -> None:
    raw = WRITTEN.encode()
    is_profile(raw[:at] + other + raw[at + gone :])


def is_profile(raw: bytes) -> bool:
    try:
        parse_profile(raw)
    except Unreadable:
        return False
    return True


def test_killed_while_a_profile_is_written_there_is_a_whole_one(tmp_path: Path) -> None:
    command = [sys.executable, "-m", kill_profile.__name__, str(tmp_path)]
    done = subprocess.run(command, cwd=ROOT, check=False, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    assert int(done.stdout) > 10


def leave_pages(journal: Journal, pages: int) -> None:
    """A disk that has room for so many pages more; SQLite itself says that it is full."""
    connection = journal._connection  # noqa: SLF001 - the only way to a full disk for everybody
    known = connection.execute("PRAGMA page_count").fetchone()[0]
    connection.execute(f"PRAGMA max_page_count = {known + pages}")


def test_a_disk_that_fills_up_in_a_game_loses_nothing(tmp_path: Path) -> None:
    facts = played_evening(GAME.setup, GAME.acts, 1).facts
    with Journal(tmp_path / "games.sqlite") as journal:
        session = Session.start(journal, GAME.setup, None, STARTED)
        leave_pages(journal, 1)
        hearing = Hearing(session)
        kept = [hearing.hear(each) for each in facts]
        assert kept == sorted(kept, reverse=True)
        assert 0 < sum(kept) < len(facts)
        assert hearing.fault == Message("trouble.full")
        assert (sum(kept), len(facts) - sum(kept)) == (len(journal.lines(session.id)), len(hearing.waiting))
        leave_pages(journal, 1000)
        assert hearing.hear()
        assert not hearing.waiting
        assert standing(Session.resume(journal, session.id).game) == standing(session.game)
        assert session.game.is_over


def test_a_damaged_journal_on_a_full_disk_stays_where_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "games.sqlite"
    with Journal(path) as journal:
        journal.add("{}", None, STARTED, [f'{{"line": {number}}}' for number in range(2000)])
    damaged = bytearray(path.read_bytes())
    damaged[len(damaged) // 2 : len(damaged) // 2 + 4096] = b"\xff" * 4096
    path.write_bytes(damaged)

    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr("companion.journal_swap.os.fsync", full)
    with pytest.raises(JournalUnreachable) as refused:
        open_journal(path, STARTED_AT)
    assert refused.value.fault == Message("trouble.full")
    assert sorted(each.name for each in tmp_path.iterdir()) == ["games.sqlite", "games.sqlite.lock"]
    assert path.read_bytes() == damaged


@pytest.mark.parametrize("language", Language)
def test_every_fault_has_its_sentence_and_its_sort(language: Language, capsys: pytest.CaptureFixture[str]) -> None:
    words = Words(language, PACKAGES)
    samples = {"number": 7, "at_s": 0.5, "file": "a.png", "zones": (TRIBUTE,), "away_s": 3.0, "pictures": 2}
    samples |= {
        "is_huge": True,
        "size_px": (1, 2),
        "expected_px": (3, 4),
        "promised": 9,
        "said": Message("source.no-pi-camera"),
    }
    plain = (kind for kind in get_args(Fault) if kind is not Veiled)
    faults = [kind(**{each.name: samples[each.name] for each in fields(kind)}) for kind in plain]
    for fault in (*faults, Corrupt(7, 0.5, "a.png"), *(Veiled(7, 0.5, each) for each in Veil)):
        telling = FaultWords(Terminal(words))
        telling.tell(fault)
        telling.tell(fault)
        telling.finish()
        once, again = capsys.readouterr().err.splitlines()
        assert words.say(fault_message(fault)) in once
        assert again[0].isupper()


def test_whatever_the_doctor_says_without_a_remedy_is_good_news() -> None:
    keys = {key for key in catalogue("deploy", Language.ENGLISH) if key.startswith("doctor.") and key.count(".") == 2}
    said = {key for key in keys if not key.endswith("-remedy")}
    without = {key.removeprefix("doctor.") for key in said if f"{key}-remedy" not in keys}
    sorts = {each.rpartition(".")[2] for each in without}
    assert sorts == {"well", "none", "own", "desktop", "file", "picamera", "usb", "url", "held"}
    assert {each for each in without if each.endswith(".none")} == {"journal.none", "profile.none"}


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("sort", sorted(SORTS | STORE_SORTS))
def test_every_trouble_with_a_file_has_its_remedy(sort: str, language: Language) -> None:
    words = Words(language, PACKAGES)
    said = Message(f"trouble.{sort}", {"fault": "…"})
    assert words.say(said)
    assert words.say(remedy(said)).endswith(".")


@pytest.mark.parametrize(
    ("number", "key"),
    [
        (errno.ENOSPC, "trouble.full"),
        (errno.EACCES, "trouble.forbidden"),
        (errno.EROFS, "trouble.read-only"),
        (errno.ELOOP, "trouble.loop"),
        (errno.EXDEV, "trouble.other"),
    ],
)
def test_what_the_system_says_becomes_our_words(number: int, key: str) -> None:
    assert trouble(OSError(number, os.strerror(number))).key == key


def test_what_sqlite_says_becomes_our_words(tmp_path: Path) -> None:
    with pytest.raises(sqlite3.OperationalError) as refused:
        sqlite3.connect(tmp_path / "no" / "where")
    assert store_trouble(refused.value) == Message("trouble.unopened")


def test_a_hand_tears_no_picture() -> None:
    """Whatever it covers it covers for longer, even all of some rows."""
    tearing, whole = Tearing(), cloth(0)
    seen = [whole]
    for left in range(0, 640, 40):
        seen.append(whole.copy())
        seen[-1][150:230, :left] = (90, 120, 190)
    assert [tearing.torn_by_now(each) for each in (*seen, *reversed(seen[1:]))] == [0] * 33
    assert not tearing.is_told


@pytest.mark.parametrize("torn_every", [1, 3])
def test_rows_that_are_pushed_aside_are_told_on_a_bare_table(torn_every: int) -> None:
    """Nothing but its marks shows on it, and in some pictures, or in all of them, the lower rows are elsewhere."""
    chance, tearing = np.random.default_rng(3), Tearing()
    camera = overhead_camera((1280, 720), (1000, 600), tableplan.marks(), Mount())
    scene = Scene(camera, own_faces(default_deck(), 2), LEVELS[Difficulty.EASY], 3)
    pictures = [scene.picture((), (), at / 15) for at in range(30)]
    whole = [tearing.torn_by_now(each) for each in pictures]
    assert (sum(whole), tearing.is_told, sum(torn_ones(pictures))) == (0, False, 0)
    for each in pictures[::torn_every]:
        row, aside = int(chance.integers(200, 560)), int(chance.integers(120, 500))
        each[row:] = np.roll(each[row:], aside, axis=1)
    torn = [tearing.torn_by_now(each) for each in pictures]
    assert sum(torn) > 5
    assert tearing.is_told
    assert any(torn_ones(pictures[:15]))


def test_a_table_with_an_edge_of_one_grey_is_not_torn() -> None:
    edged = [np.concatenate([cloth(number)[:300], np.full((60, SIZE_PX[0], 3), 128, np.uint8)]) for number in range(8)]
    tearing = Tearing()
    assert [tearing.torn_by_now(each) for each in edged] == [0] * 8
    assert torn_ones(edged) == [False] * 8
