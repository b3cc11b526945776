"""What the screen is offered besides its own: a camera that follows a new game, and decks."""

from pathlib import Path

import pytest

from companion.games.vedrfolnir.setup import Mode
from companion.games.vedrfolnir.simulation import Wishes, simulate
from companion.profile_file import for_seats, read_profile, seats_seen
from companion.profile_writing import profile_text
from companion.status import CameraState
from companion.words import Message
from deploy.feeds import GameToWatch, new_feed
from deploy.joining import JOINS
from deploy.notifying import Pulse
from deploy.rendered import rendered_profile
from deploy.watch import Unwatchable, WantedWatch
from deploy.window import deck_offers
from ui.offers import PUBLISHED
from vision.sim.levels import Difficulty

four = simulate(Wishes(Mode.STANDARD, seats=4), "offers").setup


@pytest.fixture
def wanted(tmp_path: Path) -> WantedWatch:
    file = tmp_path / "table.json"
    file.write_text(profile_text(rendered_profile(four, (1280, 720), Difficulty.EASY)), encoding="utf-8")
    (tmp_path / "pictures").mkdir()
    (tmp_path / "pictures" / "one.png").write_bytes(b"never looked at")
    return WantedWatch(f"images:{tmp_path / 'pictures'}", str(file))


def test_a_game_filled_in_on_the_screen_is_watched(wanted: WantedWatch) -> None:
    feed = new_feed(wanted, JOINS, GameToWatch(four, PUBLISHED), Pulse({}))
    assert (four, None, CameraState.WATCHING) == (feed.setup, feed.deck_text, feed.status.camera)


def test_fewer_people_play_at_a_larger_table(wanted: WantedWatch) -> None:
    three = simulate(Wishes(Mode.STANDARD, seats=3), "offers").setup
    assert three == new_feed(wanted, JOINS, GameToWatch(three, PUBLISHED), Pulse({})).setup
    profile = read_profile(Path(wanted.table or ""))
    assert (seats_seen(profile), seats_seen(for_seats(profile, 3))) == (4, 3)


@pytest.mark.parametrize(("mode", "seats", "missing"), [("standard", 5, "stake"), ("solo", None, "pile")])
def test_a_game_that_the_table_has_no_places_for_is_told(
    mode: str, seats: int | None, missing: str, wanted: WantedWatch
) -> None:
    game = GameToWatch(simulate(Wishes(Mode(mode), seats=seats), "offers").setup, PUBLISHED)
    with pytest.raises(Unwatchable) as told:
        new_feed(wanted, JOINS, game, Pulse({}))
    place = told.value.message.values["zone"]
    assert isinstance(place, Message)
    assert f"zone.{missing}" == place.key


def test_a_camera_without_its_table_is_told(wanted: WantedWatch) -> None:
    with pytest.raises(Unwatchable):
        new_feed(WantedWatch(wanted.source, None), JOINS, GameToWatch(four, PUBLISHED), Pulse({}))


def test_decks_are_offered_by_the_names_of_their_files(tmp_path: Path) -> None:
    tiny = Path(__file__).parent / "cases" / "decks" / "tiny.toml"
    (tmp_path / "mine.toml").write_text(tiny.read_text(encoding="utf-8"), encoding="utf-8")
    (tmp_path / "broken.toml").write_text("game =", encoding="utf-8")
    offers = deck_offers(str(tiny), tmp_path)
    assert [each.name for each in offers] == ["", "tiny", "mine"]
    assert tiny.read_text(encoding="utf-8") == offers[1].text
    assert tuple(each.name for each in deck_offers(None, tmp_path / "nowhere")) == ("",)
