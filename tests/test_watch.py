"""`companion watch`: what it prints, what it survives, how it ends."""

import itertools
import json
import os
import shlex
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Self

import cv2
import numpy as np
import pytest

from companion.cards import Deck
from companion.facts import Fact, Kept, Moved, Placed, Removed, Reordered, Turned, Way
from companion.games.vedrfolnir.decks import default_deck
from companion.games.vedrfolnir.phrases import Phrases
from companion.games.vedrfolnir.setup import Setup
from companion.geometry import Size
from companion.mirror import Mirror
from companion.places import Zone
from companion.profile import TableProfile
from companion.profile_file import parse_profile
from companion.words import Language, Message, Words
from deploy import joining
from deploy.cli import PACKAGES, main
from deploy.terminal import Terminal
from deploy.watch import Joins, Unwatchable, WantedWatch, Watched, game_to_watch, profile_for, run_watch
from deploy.watch_words import FactWords
from deploy.watching import Halt, Sight, Watch
from tests.pictures import plain, write_film, write_pictures
from tests.stand_ins import LID, band_sight, spots
from vision.camera import LiveCamera, Patience, Shot
from vision.controls import Locks
from vision.folder import Folder
from vision.frames import Frame, Glimpse, Source, of_size
from vision.showing import annotated
from vision.sources import ImagesAt, SimAt

PROFILE = """
version = 1
table = {width_mm = 160, height_mm = 120}
camera = {size_px = [160, 120], homography = [[1, 0, 0], [0, 1, 0], [0, 0, 1]]}
"""
ZONE = '[[zone]]\nname = "%s"\npolygon_mm = [[%d, 0], [%d, 0], [%d, 120], [%d, 120]]\nup_deg = 0\n'
HOMOGRAPHY = "homography = [[1, 0, 0], [0, 1, 0], [0, 0, 1]]"
MARKS = "marks = [{id = 580, at_mm = [20, 20], side_mm = 20}, {id = 581, at_mm = [140, 100], side_mm = 20}]"
BANDS = ("stake:1", "stake:2", "stake:3", "tribute")


def profile_text(*names: str) -> str:
    edges = [(name, at * 40, at * 40 + 40) for at, name in enumerate(names)]
    return PROFILE + "".join(ZONE % (name, left, right, right, left) for name, left, right in edges)


def no_rendering(address: SimAt, wanted: WantedWatch, fps: float) -> Watched:
    raise AssertionError((address, wanted, fps))


def banded(profile: TableProfile, _setup: Setup, _deck: Deck, _start: Mirror | None) -> Sight:
    return band_sight(profile)


JOINS = Joins(banded, no_rendering)


class Ran:
    """What watching printed."""

    def __init__(self, status: int, out: str, err: str) -> None:
        self.status, self.out, self.err = status, out, err

    @property
    def lines(self) -> list[dict[str, object]]:
        return [json.loads(line) for line in self.out.splitlines()]


Watching = Callable[..., Ran]


@pytest.fixture
def watch(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Watching:
    table = tmp_path / "table.toml"
    table.write_text(profile_text(*BANDS))
    wanted = WantedWatch("", str(table), "Ana,Bo,Cy", fps="10", is_json=True)

    def run(source: str, language: Language = Language.ENGLISH, joins: Joins = JOINS, **changes: object) -> Ran:
        asked = replace(wanted, source=source, **changes)  # type: ignore[arg-type]
        status = run_watch(Terminal(Words(language, PACKAGES)), asked, joins)
        out, err = capsys.readouterr()
        return Ran(status, out, err)

    return run


EVENING = [spots(0, 0, 0, 0), spots(1, 0, 0, 0), spots(1, 0, 0, 0), spots(1, 2, 0, 0)]


def test_sightings_after_a_header(watch: Watching, tmp_path: Path) -> None:
    ran = watch(f"images:{write_pictures(tmp_path / 'evening', EVENING)}")
    header = {"game": "vedrfolnir", "version": 1, "mode": "standard", "sets": ["base", "spring", "winter"]}
    thor = {"saw": "placed", "card": "thor-1r-1s#01", "zone": "stake:Ana", "index": 0, "turned": False}
    odin = {"saw": "placed", "card": "odin-2r-1s#01", "zone": "stake:Bo", "index": 0, "turned": False}
    assert (ran.status, ran.err) == (0, "")
    assert ran.lines == [
        header | {"seats": ["Ana", "Bo", "Cy"]},
        {"at": 0.1} | thor,
        {"at": 0.3} | odin,
        {"at": 0.3, "say": "keep", "lying": True},
    ]


@pytest.mark.parametrize("kind", ["images", "video", "sim"])
def test_the_first_look_at_an_empty_table_ends_with_keep(watch: Watching, tmp_path: Path, kind: str) -> None:
    bare = [plain(80)] * 4
    sources = {
        "images": f"images:{write_pictures(tmp_path / 'bare', bare)}",
        "video": f"video:{write_film(tmp_path / 'bare.avi', bare)}",
        "sim": "sim",
    }
    ran = watch(sources[kind], joins=Joins(joining.sight, first_pictures), table=table_of(kind, tmp_path))
    assert (ran.status, len(ran.lines)) == (0, 2)
    assert {key: ran.lines[1][key] for key in ("say", "lying")} == {"say": "keep", "lying": True}


def table_of(kind: str, folder: Path) -> str | None:
    """A rendered table has a profile of its own."""
    return None if kind == "sim" else str(folder / "table.toml")


def first_pictures(address: SimAt, wanted: WantedWatch, fps: float) -> Watched:
    """The rendered table until its first hand comes."""
    watched = joining.rendered(address, replace(wanted, seats=None), fps)
    return replace(watched, source=Few(watched.source))


class Few:
    """The first pictures of a source."""

    def __init__(self, source: Source) -> None:
        self._source = source

    def __enter__(self) -> Self:
        self._source.__enter__()
        return self

    def __exit__(self, *ended: object) -> None:
        self._source.__exit__(None, None, None)

    def __iter__(self) -> Iterator[Glimpse]:
        return itertools.islice(iter(self._source), 3)


def test_the_referee_reads_what_is_printed(watch: Watching, tmp_path: Path) -> None:
    printed = watch(f"images:{write_pictures(tmp_path / 'evening', EVENING[:3])}").out
    command = [str(Path(sys.executable).with_name("companion")), "referee", "-", "--json"]
    judged = subprocess.run(command, input=printed, capture_output=True, text=True, check=True)
    assert json.loads(judged.stdout)["seats"][0]["stake"] == ["thor-1r-1s"]


@pytest.mark.parametrize("language", list(Language))
def test_in_plain_words(watch: Watching, tmp_path: Path, language: Language) -> None:
    ran = watch(f"images:{write_pictures(tmp_path / 'evening', EVENING)}", language, is_json=False)
    expected = {
        Language.ENGLISH: "0.1  Thor 1r 1★ #01 came to Ana's stake",
        Language.FRENCH: "0,1  Thor 1r 1★ #01 arrive",
    }
    assert expected[language] in ran.out.splitlines()[1]


def test_a_film_is_watched_with_its_own_rate(watch: Watching, tmp_path: Path) -> None:
    film = write_film(tmp_path / "film.avi", EVENING, fps=4)
    assert [line["at"] for line in watch(f"video:{film}", fps=None).lines[1:]] == [0.25, 0.75, 0.75]


@pytest.mark.parametrize(
    ("mode", "zones", "seats"),
    [
        ("standard", ("stake:1", "stake:2"), ["1", "2", "3"]),
        ("standard", ("stake:5", "tribute"), ["1", "2", "3", "4", "5"]),
        ("duo", ("stake:4", "discard"), ["1", "2"]),
        ("solo", ("stake:1", "stake:3", "pile:3", "draw"), None),
    ],
)
def test_seats_without_names_have_numbers(
    watch: Watching, tmp_path: Path, mode: str, zones: tuple[str, ...], seats: list[str] | None
) -> None:
    (tmp_path / "other.toml").write_text(profile_text(*zones))
    source = f"images:{write_pictures(tmp_path / 'evening', EVENING[:1])}"
    ran = watch(source, table=str(tmp_path / "other.toml"), mode=mode, seats=None)
    assert (ran.status, ran.lines[0].get("seats")) == (0, seats)


def test_zones_have_the_names_of_the_game(watch: Watching, tmp_path: Path) -> None:
    (tmp_path / "other.toml").write_text(profile_text("stake:1", "stake:3", "pile:3", "stake:2"))
    source = f"images:{write_pictures(tmp_path / 'evening', [spots(1, 2, 4, 3)])}"
    ran = watch(source, table=str(tmp_path / "other.toml"), mode="solo", seats=None)
    assert [each.get("zone") for each in ran.lines[1:5]] == [
        "stake:Valhalla",
        "stake:Brynhildr",
        "pile:Brynhildr",
        "stake:Heilheim",
    ]


def test_what_is_broken_is_told_and_survived(watch: Watching, tmp_path: Path) -> None:
    folder = write_pictures(tmp_path / "evening", [*EVENING, plain(0, (60, 80)), spots(1, 2, 4, 0)])
    (folder / "0001.png").write_bytes(b"")
    cv2.imwrite(str(folder / "0002a.jpg"), np.random.default_rng(1).integers(0, 255, (120, 160, 3), np.uint8))
    (folder / "0002a.jpg").write_bytes((folder / "0002a.jpg").read_bytes()[:2000])
    ran = watch(f"images:{folder}")
    assert ran.status == 0
    assert [line.get("card") for line in ran.lines[1:]] == ["thor-1r-1s#01", "odin-2r-1s#01", "tyr-2r-1s#01", None]
    told = [line for line in ran.err.splitlines() if line.startswith(("Picture", "Unreadable", "Pictures"))]
    assert told == [
        "Picture 1, 0.1 s: 0001.png can't be read as a picture. It is passed over.",
        (
            "Picture 5, 0.5 s: it is 60 × 80 and not 160 × 120 as in the profile. "
            "It is passed over: take the table's own camera, or calibrate again."
        ),
        "Unreadable pictures: 1 more time.",
    ]


def test_a_covered_camera_is_told(watch: Watching, tmp_path: Path) -> None:
    ran = watch(f"images:{write_pictures(tmp_path / 'evening', [spots(1, 0, 0, 0), plain(LID), spots(1, 2, 0, 0)])}")
    assert [line.get("card") for line in ran.lines[1:]] == ["thor-1r-1s#01", "odin-2r-1s#01", None]
    assert ran.err.startswith("Picture 1, 0.1 s: there is no light in it.")


def test_a_film_that_ends_early_is_told(watch: Watching, tmp_path: Path) -> None:
    noise = np.random.default_rng(1).integers(0, 39, (40, 120, 160, 3), np.uint8)
    film = write_film(tmp_path / "film.avi", noise)
    film.write_bytes(film.read_bytes()[: film.stat().st_size // 2])
    ran = watch(f"video:{film}", joins=Joins(lambda *_: Sight(Blind(), Silent()), no_rendering))
    assert ran.status == 0
    assert "of 40 pictures. It was cut short or is damaged." in ran.err


class Blind:
    """An eye that sees nothing."""

    homography = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))
    out_of_sight = ()
    moves = 0
    is_unmarked = False
    is_other_table = False
    veil = None

    def look(self, _picture: object, _at_s: float) -> None:
        return None

    def look_again_at(self, _areas: object) -> None:
        return None

    def expect(self, _beliefs: object) -> None:
        return None


class Silent:
    """Tracking that has nothing to tell."""

    doubts: tuple[()] = ()
    beliefs: tuple[()] = ()

    def follow(self, _observation: object) -> tuple[()]:
        return ()

    def waited(self, _at_s: float) -> tuple[()]:
        return ()

    def pending(self, _at_s: float) -> tuple[()]:
        return ()


def test_not_one_picture_of_the_right_size(watch: Watching, tmp_path: Path) -> None:
    ran = watch(f"images:{write_pictures(tmp_path / 'evening', [plain(0, (60, 80))] * 30)}")
    assert ran.status == 2
    assert ran.err.count("\n") == 3
    assert "Not one picture" in ran.err


def test_marks_that_never_show_are_told(watch: Watching, tmp_path: Path) -> None:
    marked = profile_text("stake:1").replace(HOMOGRAPHY, MARKS)
    assert marked != profile_text("stake:1")
    (tmp_path / "marked.toml").write_text(marked)
    folder = write_pictures(tmp_path / "evening", [plain(80)] * 20)
    ran = watch(f"images:{folder}", table=str(tmp_path / "marked.toml"), joins=joining.JOINS)
    assert (ran.status, len(ran.lines)) == (2, 1)
    assert "too few of the table's marks show" in ran.err
    assert "Not one picture" in ran.err


def test_a_mark_that_is_a_card_is_refused(watch: Watching, tmp_path: Path) -> None:
    (tmp_path / "marked.toml").write_text(profile_text("stake:1").replace(HOMOGRAPHY, MARKS.replace("581", "5")))
    ran = watch(f"images:{tmp_path}", table=str(tmp_path / "marked.toml"))
    assert (ran.status, ran.out) == (2, "")
    assert "The mark 5 is the tag of a card of this deck" in ran.err


def test_zones_out_of_sight_are_told(watch: Watching, tmp_path: Path) -> None:
    shifted = profile_text("stake:1", "stake:2", "stake:3").replace("[1, 0, 0]", "[1, 0, 30]", 1)
    assert shifted != profile_text("stake:1", "stake:2", "stake:3")
    (tmp_path / "shifted.toml").write_text(shifted)
    folder = write_pictures(tmp_path / "evening", [plain(80)] * 3)
    ran = watch(f"images:{folder}", table=str(tmp_path / "shifted.toml"), joins=joining.JOINS)
    assert "these zones are out of sight: stake:Ana" in ran.err


BAD = [
    ("webcam:1", {}, "is no source of pictures"),
    ("picamera", {}, "The Raspberry Pi camera can't be read"),
    ("images:none", {}, "is not a folder"),
    ("video:none.avi", {}, "There is no file none.avi"),
    ("usb:98", {}, "Camera 98 gives no picture"),
    ("images:.", {"fps": "0"}, "--fps can't be 0"),
    ("images:.", {"fps": "nan"}, "--fps can't be nan"),
    ("images:.", {"table": None}, "Name the table profile with --table"),
    ("images:.", {"table": "none.toml"}, "none.toml: There is no file none.toml"),
    ("images:.", {"seats": "Ana,Bo"}, "a standard game has 3 to 8 seats, here there are 2"),
    ("images:.", {"seats": "Ana,Bo,Ana"}, "two seats are called"),
    ("images:.", {"seats": "Ana,,Bo"}, "can't be a player's name"),
    ("images:.", {"mode": "solo"}, "A solo game names no seats"),
    ("images:.", {"mode": "duo"}, "exactly two names"),
    ("images:.", {"sets": "spring"}, "must hold “base”"),
    ("images:.", {"sets": "base,autumn"}, "“sets” can't be"),
    ("images:.", {"deck": "none.toml"}, "the deck file none.toml can't be used"),
]


@pytest.mark.parametrize(("source", "changes", "said"), BAD)
def test_what_can_not_be_watched(watch: Watching, source: str, changes: dict[str, str | None], said: str) -> None:
    ran = watch(source, **changes)
    assert (ran.status, ran.out) == (2, "")
    assert said in ran.err


@pytest.mark.parametrize(
    ("zones", "said"),
    [(("stake:4",), "The zone stake:4 belongs to nobody: this game has 3 seats"), (("pile:3",), "The zone pile:3")],
)
def test_zones_that_the_game_has_not(watch: Watching, tmp_path: Path, zones: tuple[str, ...], said: str) -> None:
    (tmp_path / "other.toml").write_text(profile_text(*zones))
    ran = watch(f"images:{tmp_path}", table=str(tmp_path / "other.toml"))
    assert ran.status == 2
    assert said in ran.err


def test_frames_are_shown_in_a_folder(watch: Watching, tmp_path: Path) -> None:
    source = f"images:{write_pictures(tmp_path / 'evening', EVENING)}"
    watch(source, show=str(tmp_path / "shown"))
    assert [each.name for each in sorted((tmp_path / "shown").iterdir())] == [f"frame-{n:07}.jpg" for n in range(4)]
    shown = cv2.imread(str(tmp_path / "shown" / "frame-0000003.jpg"))
    assert shown is not None
    assert shown.shape == (120, 160, 3)
    assert not np.array_equal(shown, EVENING[3])


def test_a_window_needs_a_screen(watch: Watching, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    ran = watch(f"images:{write_pictures(tmp_path / 'evening', EVENING)}", show="")
    assert (ran.status, "There is no screen" in ran.err) == (2, True)


def test_a_lens_bends_what_is_shown() -> None:
    lens = "matrix = [[200, 0, 80], [0, 200, 60], [0, 0, 1]], distortion = [-0.4, 0, 0, 0, 0]"
    straight = parse_profile(profile_text("tribute").encode())
    bent = parse_profile(profile_text("tribute").replace("size_px", f"{lens}, size_px").encode())
    grey, view = plain(90), ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))
    drawn = [annotated(grey, each, view, Size(63, 88), None) for each in (straight, bent)]
    assert not np.array_equal(drawn[0], drawn[1])
    assert np.array_equal(grey, plain(90))


def test_somebody_asks_to_stop() -> None:
    profile = parse_profile(profile_text(*BANDS).encode())
    watch = Watch(band_sight(profile))
    with Halt() as halt:
        events = list(watch.events(halt.until(endless())))
    assert (watch.frames, halt.is_asked) == (3, True)
    assert [type(each) for each in events] == [Placed, Kept]


def endless() -> Iterator[Glimpse]:
    number = 0
    while True:
        if number == 2:
            os.kill(os.getpid(), signal.SIGTERM)
        yield Frame(number, number / 10, spots(1, 0, 0, 0))
        number += 1


def test_asked_twice_it_stops_at_once() -> None:
    with Halt():
        signal.raise_signal(signal.SIGINT)
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGTERM)


# The command with the stand-in eye, on a folder of pictures shown for ever.
PROGRAM = """
import itertools, sys, deploy.joining, deploy.watch
from deploy.cli import main
from tests.test_watch import JOINS, endless_folder
deploy.joining.JOINS = JOINS
deploy.watch.open_source = endless_folder
sys.exit(main(sys.argv[1:]))
"""


class EndlessFolder(Folder):
    """Begins anew when it is through."""

    def __iter__(self) -> Iterator[Glimpse]:
        for each in itertools.cycle(list(super().__iter__())):
            time.sleep(0.01)
            yield each


def endless_folder(address: ImagesAt, fps: float, _size_px: tuple[int, int], _locks: Locks) -> EndlessFolder:
    return EndlessFolder(address.folder, fps)


@pytest.fixture
def command(tmp_path: Path) -> list[str]:
    (tmp_path / "table.toml").write_text(profile_text(*BANDS))
    source = f"images:{write_pictures(tmp_path / 'evening', [spots(1, 0, 0, 0), spots(0, 1, 0, 0)])}"
    options = ["--source", source, "--table", str(tmp_path / "table.toml"), "--fps", "10", "--json"]
    return [sys.executable, "-c", PROGRAM, "watch", *options]


@pytest.mark.parametrize("asked", [signal.SIGINT, signal.SIGTERM])
def test_a_live_table_is_told_at_once_and_ends_when_asked(command: list[str], asked: signal.Signals) -> None:
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as program:
        assert program.stdout is not None
        first = [program.stdout.readline() for _ in range(3)]
        program.send_signal(asked)
        rest, said = program.communicate(timeout=10)
    assert ["seats" in first[0], '"placed"' in first[1], '"removed"' in first[2]] == [True] * 3
    assert (program.returncode, said, rest.splitlines()[-1].endswith('"say": "keep", "lying": true}')) == (0, "", True)


def test_nobody_reads_any_more(command: list[str]) -> None:
    line = f"{shlex.join(command)} | head -n 3"
    done = subprocess.run(["/bin/sh", "-c", line], capture_output=True, text=True, check=True, timeout=20)
    assert (done.stdout.count("\n"), done.stderr) == (3, "")


def test_a_driver_that_hangs_for_ever_is_a_failure(watch: Watching) -> None:
    """A picture comes, then the driver holds its caller: the status says that this was not all."""
    hang = threading.Event()

    class HangsAfterOne:
        """A device that gives one picture and never comes back from the next read."""

        has_given = False

        def read(self) -> Shot | None:
            if self.has_given:
                hang.wait()
                return None
            self.has_given = True
            return Shot(EVENING[1])

        def release(self) -> None:
            """Nothing is held."""

    def hanging(_: SimAt, wanted: WantedWatch, fps: float) -> Watched:
        profile = parse_profile(profile_text(*BANDS).encode())
        setup = game_to_watch(wanted, profile)
        camera = LiveCamera(HangsAfterOne, fps, Patience(deadline_s=0.2, pause_s=0.01, equal_pictures=3))
        return Watched(setup, profile_for(profile, setup), default_deck(), camera)

    ran = watch("sim", joins=Joins(banded, hanging), table=None)
    hang.set()
    assert ran.status == 1
    assert "does not answer any more" in ran.err


def test_a_rendered_table_brings_its_own_profile(watch: Watching) -> None:
    def rendered(address: SimAt, wanted: WantedWatch, fps: float) -> Watched:
        said = f"{address.record} {fps} {wanted.source}"
        raise Unwatchable(Message("terminal.file", {"file": "sim", "said": said}))

    ran = watch("sim:game.jsonl", joins=Joins(banded, rendered), table=None, fps=None)
    assert (ran.status, "game.jsonl 15.0" in ran.err) == (2, True)


@pytest.mark.parametrize("language", list(Language))
def test_every_fact_can_be_said(language: Language) -> None:
    terminal = Terminal(Words(language, PACKAGES))
    words = FactWords(terminal, Phrases(terminal.words, default_deck()))
    ana, bo = Zone("stake:Ana"), Zone("stake:Bo")
    facts: list[Fact] = [
        Placed(1, "unknown", ana, 0, Way.UNSURE),
        Placed(1, "back", Zone("pile:Brynhildr")),
        Removed(1, "thor-1r-1s", ana),
        Moved(1, "thor-1r-1s#01", ana, bo, 0, Way.TURNED),
        Turned(1, "tyr-2r-1s#02", ana, Way.TURNED),
        Reordered(1, Zone("tribute"), ("thor-1r-1s#01", "loki-0s#02")),
        Kept(1),
    ]
    lines = [words.line(each) for each in facts]
    assert len(set(lines)) == len(lines)
    assert not any("{" in line for line in lines)


def test_the_command_itself(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["watch", "--source", "webcam", "--table", str(tmp_path), "--lang", "fr"]) == 2
    assert "n'est pas une source d'images" in capsys.readouterr().err
    with pytest.raises(SystemExit):
        main(["watch", "--lang", "en"])
    assert "--source" in capsys.readouterr().err


def test_frames_of_the_right_size_pass() -> None:
    frame = Frame(0, 0.0, plain(1))
    assert list(of_size(iter([frame]), (160, 120))) == [frame]
