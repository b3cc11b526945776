"""Files that never end, are none, or claim too much; Ctrl-C while starting; what is kept is on the disk."""

import json
import os
import signal
import socket
import struct
import subprocess
import sys
import time
import tracemalloc
import zlib
from datetime import UTC, datetime
from itertools import product
from pathlib import Path

import numpy as np
import pytest

from companion.deckfile import MOST_CARDS, MOST_COPIES, MOST_SHOWN
from companion.games.vedrfolnir.session import journal_sightings
from companion.games.vedrfolnir.sightings import read_sightings
from companion.journal_opening import open_journal
from companion.lines import MOST_BYTES, MOST_BYTES_A_LINE
from deploy.cli import main
from deploy.terminal import keep_file
from deploy.watching import Halt
from tests.commands import HEADER, Companion, file
from tests.pictures import plain, write_pictures
from tests.test_profile_file import PROFILE
from ui.memory import Memory, Remembered
from vision.depths import as_bgr
from vision.folder import read_picture
from vision.heads import TooLarge

GIVE = '{"act": "give", "card": "thor-1r-1s", "to": "Ana"}'
NO_FILES = ("/dev/zero", "/dev/urandom", "pipe", "socket")
READERS = (
    "replay --json",
    "referee --json",
    "explain",
    "odds",
    "import --journal games.sqlite",
    "deck check",
    "deck list --deck",
    "render --out film.avi",
    "watch --source images:seen --table",
    "watch --source sim: --table",
)

USERS = ("games", "export 1", "import game.jsonl", "play --speed 999 --headless")
NO_JOURNALS = [*product(USERS, ("", "-wal", "-shm", ".lock")), ("doctor", "")]


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a pipe that nobody writes to, a socket, and a picture."""
    monkeypatch.chdir(tmp_path)
    os.mkfifo("pipe")
    with socket.socket(socket.AF_UNIX) as bound:
        bound.bind("socket")
    write_pictures(tmp_path / "seen", [plain(90)])
    return tmp_path


@pytest.mark.parametrize("no_file", NO_FILES)
@pytest.mark.parametrize("command", READERS)
@pytest.mark.usefixtures("place")
def test_what_is_no_file_is_refused_at_once(companion: Companion, command: str, no_file: str) -> None:
    ran = companion(*command.replace("sim:", "images:seen").split(), no_file)
    assert ran.status == 2
    assert no_file in ran.err
    assert "is no ordinary file but a pipe, a socket or a device" in ran.err


@pytest.mark.parametrize(("command", "ending"), NO_JOURNALS)
@pytest.mark.usefixtures("place")
def test_a_journal_that_is_no_file_is_refused_at_once(companion: Companion, command: str, ending: str) -> None:
    Path("pipe").rename(f"games.sqlite{ending}")
    Path("game.jsonl").write_text(HEADER)
    before = sorted(each.name for each in Path().iterdir())
    ran = companion(*command.split(), "--lang", "en", "--journal", "games.sqlite")
    assert ran.status == (1 if command == "doctor" else 2)
    assert f"games.sqlite{ending} can't be used: that is no ordinary file but a pipe" in ran.out + ran.err
    assert sorted(each.name for each in Path().iterdir()) == before


def test_what_the_screen_remembers_is_read_from_a_file(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "games.sqlite.screen.json")
    assert Memory(tmp_path / "games.sqlite").now == Remembered()


@pytest.mark.usefixtures("place")
def test_pipes_among_pictures_are_passed_over(companion: Companion) -> None:
    os.mkfifo("seen/0001.png")
    assert read_picture(Path("seen/0001.png")) is None
    assert companion("watch", "--source", "video:pipe", "--table", "x.toml").status == 2


def test_files_end_somewhere(companion: Companion, tmp_path: Path) -> None:
    endless = tmp_path / "endless.jsonl"
    endless.write_bytes(f"{HEADER}\n".encode() + b"// nothing happens\n" * (MOST_BYTES // 19 + 1))
    for command in ("replay", "import"):
        ran = companion(command, endless, *(("--journal", tmp_path / "j.sqlite") if command == "import" else ()))
        assert (ran.status, f"longer than {MOST_BYTES} bytes" in ran.err) == (2, True)


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize(
    "said", [("copies", 10**9), ("stars", 10**6), ("runes", 101), ("copies", -1), ("stars", 10**400)]
)
def test_numbers_of_a_deck_have_bounds(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], language: str, said: tuple[str, int]
) -> None:
    key, value = said
    fields = {"runes": 1, "stars": 1, "copies": 4} | {key: value}
    rows = "\n".join(f"{name} = {number}" for name, number in fields.items())
    path = file(tmp_path, f'game = "vedrfolnir"\nversion = 1\n[[print]]\nkind = "thor"\n{rows}', name="mine.toml")
    assert main(["deck", "check", str(path), "--lang", language]) == 2
    told, most = capsys.readouterr().err, MOST_COPIES if key == "copies" else MOST_SHOWN
    assert all(each in told for each in ("mine.toml", f"print 1: {key}", str(most)))


def test_a_deck_has_so_many_cards(companion: Companion, tmp_path: Path) -> None:
    rows = "".join(f'[[print]]\nkind = "loki"\nstars = {each}\ncopies = 9000\n' for each in range(2))
    ran = companion("deck", "check", file(tmp_path, f'game = "vedrfolnir"\nversion = 1\n{rows}', name="mine.toml"))
    assert (ran.status, str(MOST_CARDS) in ran.err) == (2, True)


def test_a_key_of_many_parts_is_not_parsed(companion: Companion, tmp_path: Path) -> None:
    text = f'game = "vedrfolnir"\nversion = 1\n{".".join("a" * 30_000)} = 1\n'
    ran = companion("deck", "check", file(tmp_path, text, name="mine.toml"))
    assert (ran.status, "mine.toml, line 3: " in ran.err) == (2, True)


def test_bytes_that_are_no_text_are_told_with_their_line(companion: Companion, tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_bytes(b'game = "vedrfolnir"\n\xff')
    assert "mine.toml, line 2: This is not UTF-8" in companion("deck", "check", tmp_path / "mine.toml").err


@pytest.mark.usefixtures("place")
def test_the_doctor_tells_the_line_of_what_calibrating_wrote(companion: Companion) -> None:
    file(Path(), "version = 1", "zones", name="mine.toml")
    file(Path(), "version = 1", "camera", name="mine.camera.toml")
    said = companion("doctor", "--source", "usb:77", "--table", "mine.toml").out
    assert "mine.toml, line 2: This is not TOML" in said
    assert "mine.camera.toml, line 2: This is not a file of camera settings" in said


def test_lines_are_measured_as_they_will_be_written(companion: Companion, tmp_path: Path) -> None:
    # Written in our own way a list has a blank after every comma.
    cards = ["thor-1r-1s"] * 76_000
    line = json.dumps({"at": 1, "saw": "reordered", "zone": "tribute", "cards": cards}, separators=(",", ":"))
    assert len(line) < MOST_BYTES_A_LINE < len(json.dumps(json.loads(line)))
    journal = ("--journal", tmp_path / "games.sqlite")
    ran = companion("import", file(tmp_path, HEADER, line), *journal)
    assert (ran.status, "line 2: The line is longer than" in ran.err) == (2, True)
    assert companion("games", *journal).out == companion("games", "--journal", tmp_path / "none.sqlite").out


def test_halves_of_characters_are_not_kept(companion: Companion, tmp_path: Path) -> None:
    seen = '{"at": 1, "saw": "placed", "card": "\\ud800", "zone": "stake:Ana", "index": 0, "turned": false}'
    path = file(tmp_path, HEADER, seen)
    assert companion("referee", "--json", path).status in (0, 2)
    ran = companion("import", path, "--journal", tmp_path / "games.sqlite")
    assert (ran.status, "game.jsonl, line 2: " in ran.err) == (2, True)


@pytest.mark.parametrize("name", ["\udcff.jsonl", "a\nb.jsonl", "x" * 5000, "\ud800"])
def test_strange_names_are_told(companion: Companion, name: str) -> None:
    for command in (["replay", "--json"], ["deck", "check"], ["import"], ["watch", "--source", "images:x", "--table"]):
        ran = companion(*command, name)
        assert (ran.status, bool(ran.err)) == (2, True)


# Pictures


def bomb(sort: str) -> bytes:
    """A few bytes that claim 60,000 pixels a side."""
    side = 60_000
    match sort:
        case "png":
            head = b"IHDR" + struct.pack(">IIBBBBB", side, side, 8, 2, 0, 0, 0)
            return b"\x89PNG\r\n\x1a\n" + struct.pack(">I", 13) + head + struct.pack(">I", zlib.crc32(head))
        case "bmp":
            return b"BM" + struct.pack("<IIIIiiHHIIIIII", 100, 0, 54, 40, side, -side, 1, 24, 0, 0, 0, 0, 0, 0)
        case "jpg":
            return b"\xff\xd8\xff\xe0\0\4ab\xff\xc0\0\x11\x08" + struct.pack(">HH", side, side) + bytes(12)
        case "webp":
            size = (side - 1).to_bytes(3, "little")
            return b"RIFF\x20\0\0\0WEBPVP8X\x0a\0\0\0" + bytes(4) + size * 2
        case _:
            entries = b"".join(struct.pack("<HHII", tag, 4, 1, side) for tag in (256, 257))
            return b"II*\0" + struct.pack("<IH", 8, 2) + entries + bytes(4)


@pytest.mark.parametrize("sort", ["png", "bmp", "jpg", "webp", "tif"])
def test_pictures_beyond_all_cameras_are_not_decoded(tmp_path: Path, sort: str) -> None:
    path = tmp_path / f"0001.{sort}"
    path.write_bytes(bomb(sort))
    with pytest.raises(TooLarge):
        read_picture(path)


READ = """
import resource, sys
from pathlib import Path
from vision.depths import as_bgr
from vision.folder import read_picture
before_kb = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
assert read_picture(Path(sys.argv[1])) is None
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before_kb)
"""


def test_a_chunk_that_claims_more_than_the_file_has_gets_no_room(tmp_path: Path) -> None:
    whole = (write_pictures(tmp_path / "seen", [plain(90)]) / "0000.png").read_bytes()
    (tmp_path / "broken.png").write_bytes(whole[:33] + b"[" * (len(whole) - 33))
    (tmp_path / "longer.png").write_bytes(whole + b"more")
    used = subprocess.run([sys.executable, "-c", READ, str(tmp_path / "broken.png")], check=True, capture_output=True)
    assert int(used.stdout) < 100_000
    assert read_picture(tmp_path / "longer.png") is not None


def test_a_picture_without_pixels_is_none(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    raw = bytearray((write_pictures(tmp_path, [plain(90)]) / "0000.png").read_bytes())
    raw[16:24] = bytes(8)
    raw[29:33] = struct.pack(">I", zlib.crc32(raw[12:29]))
    (tmp_path / "none.png").write_bytes(raw)
    assert read_picture(tmp_path / "none.png") is None
    assert capfd.readouterr().err == ""


@pytest.mark.parametrize("depth", [np.uint16, np.float32])
def test_bytes_are_made_of_deep_pictures_without_room_for_many_more(depth: type[np.generic]) -> None:
    picture = np.zeros((2000, 2000, 3), depth)
    tracemalloc.start()
    as_bgr(picture)
    _, peak_bytes = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak_bytes < picture.nbytes


@pytest.mark.parametrize("suffix", [".png", ".jpg", ".bmp", ".webp", ".tiff"])
def test_pictures_of_every_sort_are_read(tmp_path: Path, suffix: str) -> None:
    folder = write_pictures(tmp_path, [plain(90)], suffix)
    picture = read_picture(folder / f"0000{suffix}")
    assert picture is not None
    assert picture.shape == plain(90).shape


# Ctrl-C

INTERRUPTED = """
import signal, sys
wanted = sys.argv.pop(1)
class Interrupting:
    def find_spec(self, name, path=None, target=None):
        if name == wanted:
            sys.meta_path.remove(self)
            signal.raise_signal(signal.SIGINT)
sys.meta_path.insert(0, Interrupting())
# Whoever starts the tests in the background has it ignored.
signal.signal(signal.SIGINT, signal.default_int_handler)
from deploy.cli import main
sys.exit(main())
"""


@pytest.mark.parametrize(
    "module", ["deploy.cli_running", "argparse", "companion.words", "tomllib", "deploy.telling", "numpy"]
)
def test_ctrl_c_while_starting_is_quiet(tmp_path: Path, module: str) -> None:
    command = ["deck", "faces", "--out", "faces"] if module == "numpy" else ["replay", str(file(tmp_path, HEADER))]
    asked = [sys.executable, "-c", INTERRUPTED, module, *command]
    done = subprocess.run(asked, capture_output=True, text=True, check=False, cwd=tmp_path, timeout=60)
    assert (done.returncode, done.stderr) == (130, "")


ENDED = """
import signal, sys
number = int(sys.argv.pop(1))
signal.signal(number, signal.SIG_DFL)
import deploy.deck_faces as faces
from deploy.cli import main
faces.cv2.imencode = lambda *_: signal.raise_signal(number)
sys.exit(main())
"""


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_whoever_is_ended_leaves_nothing_half(tmp_path: Path, number: int) -> None:
    asked = [sys.executable, "-c", ENDED, str(int(number)), "deck", "faces", "--out", "faces"]
    done = subprocess.run(asked, capture_output=True, text=True, check=False, cwd=tmp_path, timeout=60)
    assert (done.returncode, done.stderr, list(tmp_path.iterdir())) == (-number, "", [])


def test_a_program_that_is_to_outlive_its_terminal_does() -> None:
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        with Halt():
            assert signal.getsignal(signal.SIGHUP) is signal.SIG_IGN
    finally:
        signal.signal(signal.SIGHUP, before)


# Games that are kept


def test_one_unreadable_game_does_not_hide_the_others(companion: Companion, tmp_path: Path) -> None:
    journal, record = tmp_path / "games.sqlite", file(tmp_path, HEADER, GIVE)
    with open_journal(journal, datetime(2026, 11, 18, tzinfo=UTC)) as opened:
        opened.add(HEADER, None, "2026-11-18T20:00:00+00:00", ['{"act": 1}'])
    companion("import", record, "--journal", journal)
    listed = companion("games", "--journal", journal)
    assert (listed.status, len(listed.out.splitlines())) == (0, 2)
    assert "unreadable: " in listed.out
    assert [companion("export", each, "--journal", journal).status for each in ("1", "2")] == [2, 0]
    assert companion("export", "1", "--journal", journal).err.startswith("Game 1, line ")


def test_what_people_keep_is_on_the_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    synced = []
    really = os.fsync

    def noted(handle: int) -> None:
        synced.append(Path(f"/proc/self/fd/{handle}").readlink())
        really(handle)

    monkeypatch.setattr(os, "fsync", noted)
    keep_file(tmp_path / "new" / "game.jsonl", "a game")
    part, folder = synced
    assert (part.parent, folder) == (tmp_path / "new", tmp_path / "new")
    assert (tmp_path / "new" / "game.jsonl").read_text() == "a game"


def test_a_game_is_drawn_with_the_deck_that_it_names(companion: Companion, tmp_path: Path) -> None:
    rows = '[[print]]\nkind = "thor"\nrunes = 1\nstars = 5\ncopies = {}\n'
    header = json.dumps(json.loads(HEADER) | {"deck": "mine.toml"})
    record = file(tmp_path, header, '{"act": "give", "card": "thor-1r-5s", "to": "Ana"}')
    for copies, status in ((40, 0), (600, 2)):
        file(tmp_path, f'game = "vedrfolnir"\nversion = 1\n{rows.format(copies)}', name="mine.toml")
        assert companion("watch", "--source", f"sim:{record}", "--json").status == status


def test_messages_have_an_end(companion: Companion, tmp_path: Path) -> None:
    long = "x" * 100_000
    header = json.dumps(json.loads(HEADER) | {"rulings": {long: "no"}})
    for command, path in (
        (["replay"], file(tmp_path, header)),
        (["replay"], file(tmp_path, json.dumps(json.loads(HEADER) | {"deck": long}), name="a.jsonl")),
        (["replay"], file(tmp_path, HEADER, f'{{"{long}": 1, "{long}": 1}}', name="b.jsonl")),
        (["deck", "check"], file(tmp_path, f'game = "vedrfolnir"\nversion = 1\n{long} = 1', name="c.toml")),
    ):
        ran = companion(*command, path)
        assert (ran.status, len(ran.err) < 500 + len(str(path))) == (2, True)


@pytest.mark.parametrize(
    "card",
    ["x" * 100_000, "tyr-1r-1s@" + "x" * 100_000, "thor-1r-1s#" + "9" * 100_000],
    ids=["kind", "side", "number"],
)
def test_a_card_that_no_deck_has_is_told_by_the_beginning_of_its_name(
    card: str, companion: Companion, tmp_path: Path
) -> None:
    record = file(tmp_path, HEADER, json.dumps({"act": "give", "card": card, "to": "Ana"}))
    for command, status in ((("replay", record), 1), (("watch", "--source", f"sim:{record}", "--json"), 2)):
        ran = companion(*command)
        assert (ran.status, len(ran.err) < 500 + len(str(record)), card[:20] in ran.err) == (status, True, True)


def test_an_empty_record_is_named_when_it_is_drawn(companion: Companion, tmp_path: Path) -> None:
    assert companion("render", file(tmp_path), "--out", tmp_path / "a.avi").err.startswith(str(tmp_path / "game.jsonl"))


# Decks and tables of any size

LARGE = 'game = "vedrfolnir"\nversion = 1\n[[print]]\nkind = "thor"\nrunes = 1\nstars = 1\ncopies = 1000\n'


@pytest.mark.parametrize(
    "command",
    [
        "play --headless",
        "calibrate --source sim",
        "watch --source sim",
        "watch --source images:seen --table table.toml",
    ],
)
@pytest.mark.usefixtures("place")
def test_a_deck_of_more_cards_than_there_are_tags_is_told_before_anything(companion: Companion, command: str) -> None:
    file(Path(), LARGE, name="large.toml")
    file(Path(), PROFILE.replace("pile:3", "discard"), name="table.toml")
    ran = companion(*command.split(), "--deck", "large.toml")
    assert (ran.status, ran.out) == (2, "")
    assert ran.err == "large.toml: The deck has 1000 cards; tag numbers reach for 580. Take out copies.\n"


# Evenings that are judged again and again

PLACED = '{"at": %d, "saw": "placed", "card": "thor-3r-2s", "zone": "stake:Ana", "index": %d}'
ABSENT = '{"at": 400, "say": "absent", "zone": "discard"}'
SET_UP = '{"at": 400, "say": "setup", "rulings": {"VED-R2": "%s"}}'
UNDO, REDO = '{"at": 400, "say": "undo"}', '{"at": 400, "say": "redo"}'
UNDO_TOUCH, TURN = '{"at": 400, "say": "undo", "of": "touch"}', '{"at": 400, "say": "end-turn"}'
TURNED = '{"at": 400, "saw": "turned", "card": "thor-3r-2s", "zone": "stake:Ana", "index": 1, "turned": true}'
EVENING = [PLACED % (at, at) for at in range(400)]
ANSWERS = [SET_UP % ("yes" if each % 2 else "no") for each in range(201)]


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        ([PLACED % (at, at) for at in range(2001)], "line 2002: More than 2000 cards lie on the table here."),
        (ANSWERS, "line 202: The game is set up anew more than 200 times."),
        ([*EVENING, *[ABSENT] * 140], "line 531: Too many corrections"),
        (ANSWERS * 10, "line 202: The game is set up anew more than 200 times."),
        ([*ANSWERS[:2], *[UNDO, REDO] * 600], "line 202: The game is set up anew more than 200 times."),
        ([*EVENING, *[TURN, UNDO_TOUCH] * 140], "line 635: Too many corrections"),
        ([*EVENING, *[UNDO, TURNED] * 140], "line 635: Too many corrections"),
    ],
)
def test_more_than_any_evening_has_is_told_at_once(
    companion: Companion, tmp_path: Path, lines: list[str], said: str
) -> None:
    path = file(tmp_path, HEADER, *lines)
    before_s = time.monotonic()
    for command in ("referee", "import"):
        ran = companion(command, path)
        assert (ran.status, said in ran.err) == (2, True)
    assert time.monotonic() - before_s < 2


def test_a_long_evening_may_have_a_hundred_corrections(tmp_path: Path) -> None:
    path = file(tmp_path, HEADER, *EVENING, *[ABSENT] * 100)
    assert len(read_sightings(path).lines) == 500


def test_what_a_journal_holds_is_never_too_much(tmp_path: Path) -> None:
    with open_journal(tmp_path / "games.sqlite", datetime(2026, 11, 18, tzinfo=UTC)) as journal:
        game = journal.add(HEADER, None, "2026-11-18T20:00:00+00:00", ANSWERS)
        assert len(journal_sightings(journal, game).lines) == len(ANSWERS)
