"""What facts looked like: small pictures of their zones, kept beside the journal."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.evidence import Pair, ZonePictures
from companion.facts import Kept, Moved, Placed, Way
from companion.geometry import Point
from companion.journal import GameId, Journal
from companion.places import Zone
from companion.profile import TableProfile
from companion.profile_file import parse_profile
from companion.status import CameraState, TableStatus
from companion.words import Language, Words
from deploy.cli import PACKAGES
from deploy.evidence_files import FileEvidence
from deploy.picturing import PicturedWatch
from deploy.watching import Sight
from deploy.zone_pictures import MOST_BYTES, MOST_PX, ZonePictured
from tests.scenes import Table
from tests.stand_ins import BandEye, band_sight, spots
from tests.test_pausing import ANA, BO, GAME, THOR, tell
from tests.test_picturing import Hesitating, StillEye
from tests.test_watch import BANDS, profile_text
from ui.desk import Desk
from ui.feeding import Feed, Watcher
from ui.memory import KeptPictures
from vision.eye.mapping import guessed_lens
from vision.frames import Frame, Picture

TABLE = parse_profile(profile_text(*BANDS).encode())
ONE, TWO = TABLE.zones[0].zone, TABLE.zones[1].zone


def grey(jpeg: bytes | None) -> float:
    assert jpeg is not None
    found = cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR)
    assert found is not None
    return float(np.mean(found))


def test_a_zone_before_and_after_a_fact() -> None:
    zones = ZonePictured(TABLE.zones)
    zones.look(spots(0, 0, 0, 0), BandEye.homography)
    first = zones.told(Placed(0, "a", ONE, 0, Way.UPRIGHT), spots(1, 2, 0, 0), BandEye.homography)
    then = zones.told(Moved(0, "a", TWO, ONE), spots(4, 2, 0, 0), BandEye.homography)
    assert first is not None
    assert then is not None
    assert [round(grey(each) / 40) for each in (first.before, first.after, then.before, then.after)] == [0, 1, 1, 4]
    assert zones.told(Kept(0), spots(1, 0, 0, 0), BandEye.homography) is None
    assert zones.told(Placed(0, "a", Zone("unseen")), spots(1, 0, 0, 0), BandEye.homography) is None
    assert zones.told(Placed(0, "a", ONE), spots(1, 0, 0, 0), None) is None


def test_however_rich_a_picture_is_small() -> None:
    noise = np.random.default_rng(1).integers(0, 255, (120, 160, 3), np.uint8)
    told = ZonePictured(TABLE.zones).told(Placed(0, "a", ONE), noise, BandEye.homography)
    assert told is not None
    assert (told.before, len(told.after) <= MOST_BYTES) == (None, True)
    shape = cv2.imdecode(np.frombuffer(told.after, np.uint8), cv2.IMREAD_COLOR)
    assert shape is not None
    assert max(shape.shape) == MOST_PX


def test_a_zone_is_shown_as_its_seat_sees_it() -> None:
    table = parse_profile(profile_text(*BANDS).replace("up_deg = 0", "up_deg = 90", 1).encode())
    marked = spots(0, 0, 0, 0).copy()
    marked[:, 30:40] = 200
    told = ZonePictured(table.zones).told(Placed(0, "a", ONE), marked, BandEye.homography)
    assert told is not None
    shown = cv2.imdecode(np.frombuffer(told.after, np.uint8), cv2.IMREAD_COLOR)
    assert shown is not None
    assert shown.shape[1] > shown.shape[0]
    assert shown[20].mean() > 150 > shown[-20].mean()


@pytest.mark.parametrize("bend", [-0.3, 0.15])
def test_a_zone_is_shown_although_the_lens_bends_it_away(bend: float) -> None:
    straight, bent = Table((1280, 720)), Table((1280, 720), lens=guessed_lens((1280, 720), bend))
    there, picture = bent.profile(), bent.picture()
    for table in (straight, bent):
        for tag, at in ((17, (870, 460)), (40, (790, 460)), (41, (870, 370))):
            table.lay(tag, *at)
    expected = watched_zone(straight.profile(), straight.picture())
    assert alike(watched_zone(there, bent.picture()), expected) > 0.9
    unaware = replace(there, camera=replace(there.camera, lens=None))
    assert alike(watched_zone(unaware, bent.picture()), expected) < 0.6
    assert alike(watched_zone(there, picture), expected) < 0.6


def watched_zone(profile: TableProfile, picture: Picture) -> bytes:
    """A part of a table when something is told of it."""
    corners = tuple(Point(x, y) for x, y in ((740, 310), (940, 310), (940, 520), (740, 520)))
    part = replace(profile, zones=(replace(TABLE.zones[0], polygon=corners),))
    assert part.camera.homography is not None
    eye = StillEye()
    eye.homography = part.camera.homography
    frames = [Frame(number, number / 10, picture) for number in range(2)]
    events = PicturedWatch(Sight(eye, Hesitating(ONE)), part).events(frames)
    return next(each.after for each in events if isinstance(each, ZonePictures))


def alike(one: bytes, other: bytes) -> float:
    """How alike two pictures are, 1 being the same."""
    here, there = (cv2.imdecode(np.frombuffer(each, np.uint8), cv2.IMREAD_GRAYSCALE) for each in (one, other))
    assert here is not None
    assert there is not None
    return float(cv2.matchTemplate(here, there, cv2.TM_CCOEFF_NORMED)[0, 0])


def test_every_fact_of_a_watched_table_comes_with_its_pictures() -> None:
    pictures = [spots(0, 0, 0, 0), spots(1, 0, 0, 0), spots(1, 2, 0, 0)]
    frames = [Frame(number, number / 10, each) for number, each in enumerate(pictures)]
    events = list(PicturedWatch(band_sight(TABLE), TABLE).events(frames))
    kinds = [type(each) for each in events if isinstance(each, Placed | ZonePictures)]
    assert kinds[:2] == [Placed, ZonePictures]


# Kept in files

JPEG = cv2.imencode(".jpg", np.full((2, 4, 3), (0, 0, 255), np.uint8))[1].tobytes()
SEEN = ZonePictures(ONE, None, JPEG)


def test_what_is_kept_is_found_again(tmp_path: Path) -> None:
    kept = FileEvidence(tmp_path / "evidence")
    kept.keep(GameId(3), 7, ZonePictures(ONE, JPEG, JPEG))
    now = kept.pair(GameId(3), 7)
    kept.close()
    later = FileEvidence(tmp_path / "evidence").pair(GameId(3), 7)
    assert isinstance(later, Pair)
    assert now == later
    assert (later.after.width_px, later.after.height_px, later.before) == (4, 2, later.after)
    assert later.after.rgb[0] > 200
    assert kept.pair(GameId(3), 8) is None
    (tmp_path / "evidence" / "3" / "000007.after.jpg").write_bytes(b"damaged")
    assert FileEvidence(tmp_path / "evidence").pair(GameId(3), 7) is None


def test_a_long_evening_loses_its_first_pictures(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("deploy.evidence_files.MOST_BYTES_A_GAME", 10 * len(JPEG))
    kept = FileEvidence(tmp_path)
    for line in range(15):
        kept.keep(GameId(1), line, SEEN)
    kept.close()
    left = sorted(int(each.name[:6]) for each in (tmp_path / "1").iterdir())
    assert left[-1] == 14
    assert 5 <= len(left) <= 10


def test_the_oldest_evenings_go_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("deploy.evidence_files.MOST_BYTES_A_GAME", 2 * len(JPEG))
    monkeypatch.setattr("deploy.evidence_files.MOST_BYTES", 4 * len(JPEG))
    for game in (1, 2, 9, 10):
        kept = FileEvidence(tmp_path)
        kept.keep(GameId(game), 1, SEEN)
        kept.close()
    assert sorted(int(each.name) for each in tmp_path.iterdir()) == [2, 9, 10]


def test_a_disk_that_refuses_harms_nothing(tmp_path: Path) -> None:
    (tmp_path / "evidence").write_bytes(b"a file")
    kept = FileEvidence(tmp_path / "evidence")
    kept.keep(GameId(1), 1, SEEN)
    kept.close()
    assert FileEvidence(tmp_path / "evidence").pair(GameId(1), 1) is None


# At the desk


class Album:
    """Keeps the lines."""

    def __init__(self) -> None:
        self.lines: list[tuple[int, Zone]] = []

    def keep(self, _: GameId, line: int, pictures: ZonePictures) -> None:
        self.lines.append((line, pictures.zone))

    def pair(self, _: GameId, __: int) -> Pair | None:
        return None


@pytest.fixture
def album() -> Album:
    return Album()


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, album: Album) -> Iterator[Desk]:
    monkeypatch.setattr(Watcher, "heard", lambda self: getattr(self, "news", []))
    with Journal(tmp_path / "games.sqlite") as journal:
        opened = Desk(journal, Words(Language.ENGLISH, (*PACKAGES, "ui")), lambda: 0.0)
        opened.evidence = album
        opened.follow(Feed(GAME.setup, None, lambda _, __: (), TableStatus(CameraState.WATCHING)))
        yield opened
        opened.close()


def test_pictures_are_kept_with_the_lines_that_tell_them(desk: Desk, album: Album) -> None:
    odin = Placed(1, "odin-1r-1s#01", BO, 0, Way.UPRIGHT)
    tell(desk, THOR, ZonePictures(ANA, None, JPEG), odin, ZonePictures(BO, None, JPEG), Kept(1, is_lying=True))
    assert album.lines == [(2, ANA), (3, BO)]
    tell(desk, Moved(2, THOR.card, ANA, BO, 1, Way.UPRIGHT, 0), ZonePictures(BO, None, JPEG))
    assert album.lines[2:] == [(5, BO)]


def test_in_a_pause_and_when_switched_off_none_are_kept(desk: Desk, album: Album) -> None:
    desk.keep_pictures(KeptPictures.WRONG)
    tell(desk, THOR, ZonePictures(ANA, None, JPEG))
    desk.keep_pictures(KeptPictures.ALL)
    desk.pause()
    tell(desk, Moved(2, THOR.card, ANA, BO, 0, Way.UPRIGHT, 0), ZonePictures(BO, None, JPEG))
    desk.end_pause()
    assert (album.lines, len(desk.journal.lines(GameId(1)))) == ([], 2)
