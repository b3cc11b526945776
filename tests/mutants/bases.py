"""What is broken: small files of every sort that can be read, and what lies beside them."""

import re
import shutil
import tempfile
from collections.abc import Callable, Iterator
from enum import StrEnum
from functools import cache
from pathlib import Path

from companion.games.vedrfolnir.setup import Mode
from companion.games.vedrfolnir.simulation import Wishes, simulate
from companion.games.vedrfolnir.writing import act_line, header_line
from companion.profile_writing import FIRST_REMARK, LAST_REMARK, profile_text
from deploy.rendered import rendered_profile
from tests.pictures import plain, write_film, write_pictures
from vision.sim.levels import Difficulty

TESTS = Path(__file__).parent.parent
SIZE_PX = (320, 180)
# The record that decks are played with.
RECORD = b"""{"game": "vedrfolnir", "version": 1, "mode": "standard", "sets": ["base", "spring"], \
"seats": ["Ana", "Bo", "Cy"], "deck": "deck.toml"}
{"act": "give", "card": "thor-2r-1s", "to": "Ana"}
{"act": "give", "card": "hugin-0s", "to": "Bo", "draws": [{"card": "thor-2r-1s"}]}
"""


class Sort(StrEnum):
    """The sorts of files that people write and keep."""

    RECORD = "records"
    SIGHTINGS = "sightings"
    DECK = "decks"
    PROFILE = "profiles"
    CAMERA = "camera settings"
    PICTURE = "pictures"
    FILM = "films"


SLEIPNIRS = "".join(f'[[print]]\nkind = "sleipnir"\nstars = {stars}\ncopies = {2 + stars}\n\n' for stars in range(7))
ONE_SLEIPNIR = '[[print]]\nkind = "sleipnir"\nstars = 1\ncopies = 3\n\n'
DECK = f"""game = "vedrfolnir"
version = 1

{SLEIPNIRS}[[print]]
kind = "thor"
runes = 2
stars = 1
copies = 60
source = "card"

[[print]]
kind = "hugin"
stars = 0
copies = 4

[[print]]
kind = "ratatosk"
copies = 4
"""
CAMERA = b"""version = 1
camera = "usb"

[locks]
focus = 30.0
exposure = 156.0
gain = 10.0
"""
SUFFIX = {
    Sort.RECORD: ".jsonl",
    Sort.SIGHTINGS: ".jsonl",
    Sort.DECK: ".toml",
    Sort.PROFILE: ".toml",
    Sort.CAMERA: ".camera.toml",
}
LENS = "matrix = [[140.0, 0.0, 80.0], [0.0, 140.0, 60.0], [0.0, 0.0, 1.0]]\ndistortion = [-0.05, 0.01, 0.0, 0.0, 0.0]\n"
MARKS = "marks = [{id = 580, at_mm = [30, 30], side_mm = 40}, {id = 581, at_mm = [970, 30], side_mm = 40}]"


@cache
def bases(sort: Sort) -> tuple[bytes, ...]:
    """Files of this sort that can be read."""
    makers: dict[Sort, Callable[[], Iterator[bytes]]] = {
        Sort.RECORD: _records,
        Sort.SIGHTINGS: _sightings,
        Sort.DECK: _decks,
        Sort.PROFILE: _profiles,
        Sort.CAMERA: lambda: iter([CAMERA]),
        Sort.PICTURE: lambda: (each.read_bytes() for each in sorted((_drawn() / "stills").iterdir())),
        Sort.FILM: lambda: (each.read_bytes() for each in sorted((_drawn() / "films").iterdir())),
    }
    return tuple(makers[sort]())


def _records() -> Iterator[bytes]:
    for mode in Mode:
        played = simulate(Wishes(mode=mode, seats=3), f"mutant {mode}")
        lines = (header_line(played.setup), *map(act_line, played.acts[:25]))
        yield "".join(f"{line}\n" for line in lines).encode()
    for file in sorted((TESTS / "cases").glob("*.jsonl")):
        yield from file.read_bytes().strip().split(b"\n\n")[:8]


def _sightings() -> Iterator[bytes]:
    return (each.read_bytes() for each in sorted((TESTS / "findings").glob("*.seen.jsonl")))


def _decks() -> Iterator[bytes]:
    yield DECK.encode()
    # RECORD can be played with these, too, and odds are counted quickly.
    yield from [DECK.replace(SLEIPNIRS, ONE_SLEIPNIR).encode()] * 4
    yield from (each.read_bytes() for each in sorted((TESTS / "cases" / "decks").glob("*.toml")))


def _profiles() -> Iterator[bytes]:
    setup = simulate(Wishes(mode=Mode.STANDARD, seats=3), "mutant").setup
    whole = profile_text(rendered_profile(setup, SIZE_PX, Difficulty.EASY))
    # Without its remarks a file that was cut short is read on.
    bare = whole.replace(FIRST_REMARK, "").replace(LAST_REMARK, "")
    by_marks = re.sub(r"homography = .*", MARKS, bare)
    yield from (
        each.encode() for each in (whole, bare, by_marks, re.sub(r"(?m)^marks = .*", rf"\g<0>\n{LENS}", by_marks))
    )


@cache
def _drawn() -> Path:
    """Small pictures and films in every format."""
    folder = Path(tempfile.mkdtemp(prefix="mutants-"))
    (folder / "films").mkdir()
    for suffix in (".png", ".jpg", ".bmp", ".webp", ".tif"):
        write_pictures(folder / "stills", [plain(90, SIZE_PX)], suffix)
    for name, code in (("a.avi", "MJPG"), ("b.mp4", "mp4v"), ("c.mkv", "mp4v")):
        write_film(folder / "films" / name, (plain(60 + each, SIZE_PX) for each in range(6)), code=code)
    return folder


def lay_out(folder: Path) -> None:
    """What commands need besides the file that is broken."""
    (folder / "game.jsonl").write_bytes(RECORD)
    (folder / "deck.toml").write_text(DECK, encoding="utf-8")
    (folder / "table.toml").write_bytes(bases(Sort.PROFILE)[0])
    write_pictures(folder / "seen", [plain(90, SIZE_PX), plain(91, SIZE_PX)])
    shutil.copytree(TESTS / "cases" / "decks", folder / "decks")
