"""A card that can't be read comes with its picture, cut out where it lies."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from companion.doubts import Doubt
from companion.facts import UNKNOWN, Fact, Placed, Way
from companion.observation import Area, Observation
from companion.pictures import CardPicture
from companion.places import Zone
from companion.profile import Matrix
from companion.profile_file import read_profile
from deploy.picturing import MARGIN_MM, PX_PER_MM, PicturedWatch, cut_out
from deploy.watching import Sight
from tests.test_watch import BANDS, profile_text
from vision.frames import Frame, Picture

AREA = Area(5, 10, 25, 40)
ONE_TO_ONE: Matrix = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))


class StillEye:
    """Sees something new in every picture."""

    homography = ONE_TO_ONE
    out_of_sight: tuple[Zone, ...] = ()

    def look(self, _: Picture, at_s: float) -> Observation:
        return Observation(at_s, (), ())

    def look_again_at(self, _: Sequence[Area]) -> None:
        """It always does."""


class Hesitating:
    """Doubts a card for one look, then tells that nobody can read it."""

    def __init__(self, zone: Zone) -> None:
        self.doubts: tuple[Doubt, ...] = ()
        self._zone = zone

    def follow(self, observation: Observation) -> Sequence[Fact]:
        if not self.doubts:
            self.doubts = (Doubt(UNKNOWN, AREA, observation.at_s),)
            return ()
        self.doubts = ()
        return (Placed(observation.at_s, UNKNOWN, self._zone, 0, Way.UNSURE),)

    def pending(self, _: float) -> Sequence[Fact]:
        return ()


def test_an_unread_card_comes_with_its_picture(tmp_path: Path) -> None:
    file = tmp_path / "table.toml"
    file.write_text(profile_text(*BANDS))
    profile = read_profile(file)
    zone = profile.zones[0].zone
    picture = np.zeros((120, 160, 3), np.uint8)
    picture[10:40, 5:25] = (0, 128, 255)
    frames = [Frame(number, number / 10, picture) for number in range(2)]
    placed, seen = PicturedWatch(Sight(StillEye(), Hesitating(zone)), profile).events(frames)
    assert placed == Placed(0.1, UNKNOWN, zone, 0, Way.UNSURE)
    assert seen == CardPicture(zone, 0, cut_out(picture, ONE_TO_ONE, AREA))


def test_the_picture_is_the_card_with_a_margin() -> None:
    picture = np.zeros((120, 160, 3), np.uint8)
    picture[10:40, 5:25] = (0, 128, 255)
    cut = cut_out(picture, ONE_TO_ONE, AREA)
    assert (cut.width_px, cut.height_px) == ((20 + 2 * MARGIN_MM) * PX_PER_MM, (30 + 2 * MARGIN_MM) * PX_PER_MM)
    rows = np.frombuffer(cut.rgb, np.uint8).reshape(cut.height_px, cut.width_px, 3)
    assert rows[cut.height_px // 2, cut.width_px // 2].tolist() == [255, 128, 0]
    assert rows[2, 2].tolist() == [0, 0, 0]
