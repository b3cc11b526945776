"""The bench of seeing: its film, the other readers, what it prints."""

import re

import cv2
import numpy as np
import pytest

from companion.comparing import Judgement, Tally
from companion.geometry import Point, Pose, Size
from companion.observation import Area, Observation, Sighting
from companion.printed import PrintedDeck
from companion.profile import Matrix, TableProfile
from companion.words import Language, Words
from deploy.bench_film import BenchFilm, Pace, Sort, film_asked, plain_film
from deploy.bench_vision import resident_kib, run_bench_vision
from deploy.cli import PACKAGES, main
from deploy.peers import peers
from deploy.proof_table import Proved, proof_table
from deploy.terminal import Terminal
from vision.frames import Picture

SIZE_PX = (500, 300)
TABLE = Size(200, 120)
QUICK = Pace(idle=2, hand=2, still=2)


class WholeFrameEye:
    """Reads every tag of every frame, and tells when they differ from the last."""

    homography: Matrix | None = None

    def __init__(self, _profile: TableProfile, printed: PrintedDeck) -> None:
        self._names = {each.tag: each.name for each in printed.cards}
        self._detector = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_APRILTAG_36h11))
        self._last: frozenset[str] = frozenset()

    def look(self, picture: Picture, at_s: float) -> Observation | None:
        _, ids, _ = self._detector.detectMarkers(picture)
        names = frozenset(self._names[int(each)] for each in (() if ids is None else ids.ravel()))
        if names == self._last:
            return None
        self._last = names
        seen = [Sighting(each, (Pose(Point(0, 0), 0),), (), is_whole=True, sureness=1) for each in sorted(names)]
        return Observation(at_s, (Area(0, 0, 1000, 600),), tuple(seen))


@pytest.fixture(scope="module")
def film() -> BenchFilm:
    return plain_film(2, SIZE_PX, TABLE, QUICK)


def test_the_film_is_the_same_every_time(film: BenchFilm) -> None:
    one, other = (list(film.shots())[-1] for _ in range(2))
    assert np.array_equal(one.picture, other.picture)
    assert one.lying == {"thor-1r-1s#01", "thor-1r-1s#02"}


def test_the_film_shows_what_it_says(film: BenchFilm) -> None:
    eye = WholeFrameEye(film.profile, film.printed)
    shots = [shot for shot in film.shots() if shot.sort is Sort.CARD]
    told = [(shot.lying, look) for shot in shots if (look := eye.look(shot.picture, 0))]
    assert [lying for lying, _ in told] == [{each.card for each in look.sightings} for _, look in told]
    assert len(told) == 2


def test_other_readers_find_the_cards() -> None:
    film = plain_film(1, (1000, 600), TABLE, QUICK)
    picture = list(film.shots())[-1].picture
    found = {each.key: each.read(picture) for each in peers(film.printed, film.px_per_mm, 1000) if each.read}
    for key in ("peer.aruco", "peer.aruco-tuned", "peer.pyzbar"):
        assert found[key] == {"thor-1r-1s#01"}
    assert all(names <= {"thor-1r-1s#01"} for names in found.values())


@pytest.mark.parametrize("language", list(Language))
def test_the_table(language: Language, film: BenchFilm, capsys: pytest.CaptureFixture[str]) -> None:
    assert run_bench_vision(Terminal(Words(language, PACKAGES)), film, WholeFrameEye, 10) == 0
    out = capsys.readouterr().out.splitlines()
    assert len(out) == 1 + 1 + 4 + 6 + 1
    ours = next(line for line in out if line.startswith(("  ours, frame that", "  nous, image qui")))
    assert re.search(r"100[.,]0 % +0 +0$", ours)
    assert "{" not in "".join(out)


@pytest.mark.parametrize("size", ["", "1920", "1920x", "1920×1080", "99999x10", "20000x20000", "0x0", "-1x100"])
def test_sizes_that_are_none(size: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert film_asked(size, 1) is None
    assert main(["bench", "vision", f"--size={size}", "--lang", "en"]) == 2
    assert "There is no film" in capsys.readouterr().err


@pytest.mark.parametrize("cards", [0, -1, 51])
def test_numbers_of_cards_that_are_none(cards: int) -> None:
    assert film_asked("1920x1080", cards) is None


def test_memory_in_use() -> None:
    assert resident_kib() > 10_000


def test_the_table_of_a_proof() -> None:
    counts = {Judgement.FOUND: 998, Judgement.ASKED: 2}
    rows = [Proved("easy", (1920, 1080), Tally(counts, (0.2, 0.2, 0.4))), Proved("hard", (2304, 1296), Tally())]
    lines = list(proof_table(Terminal(Words(Language.ENGLISH, PACKAGES)), rows))
    assert lines[1].split() == ["easy", "1920×1080", "998", "0", "2", "0", "0", "0", "0", "0", "0.20", "0.40"]
    assert lines[2].split()[-2:] == ["–", "–"]
    assert len(lines[0]) == len(lines[1])
