"""Files kept from the screen: where they go, what is in them, and what is said when they can't be written."""

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import platformdirs
import pytest

from companion.facts import Placed, Way
from companion.games.vedrfolnir.outcome_views import scores_view
from companion.games.vedrfolnir.phrases import Phrases
from companion.games.vedrfolnir.record import read_record
from companion.games.vedrfolnir.replaying import replay
from companion.games.vedrfolnir.rulebook import begin
from companion.games.vedrfolnir.session import Session
from companion.games.vedrfolnir.sightings import read_sightings
from companion.games.vedrfolnir.simulation import Wishes, simulate
from companion.games.vedrfolnir.standing import standing
from companion.games.vedrfolnir.state import Game
from companion.games.vedrfolnir.zones import TRIBUTE, stake
from companion.journal import Journal
from companion.words import Language, Message, Words
from deploy.evening import played_evening
from deploy.saving import FileShelf, saved_folder
from deploy.score_page import score_page
from tests.watched import STARTED

WORDS = Words(Language.FRENCH, ("companion", "companion.games.vedrfolnir", "ui", "deploy"))
DAY = datetime(2026, 11, 16, 22, 0, tzinfo=UTC)
simulated = simulate(Wishes(seats=4), "saving")


@pytest.fixture
def shelf(tmp_path: Path) -> Iterator[FileShelf]:
    with Journal(tmp_path / "games.sqlite") as journal:
        yield FileShelf(journal, tmp_path / "kept", lambda: DAY)


def kept(message: Message) -> Path:
    assert message.key == "saving.kept"
    return Path(str(message.values["file"]))


def test_a_watched_game_is_kept_as_a_record(shelf: FileShelf) -> None:
    session = Session.start(shelf.journal, simulated.setup, None, STARTED)
    session.hear(*played_evening(simulated.setup, simulated.acts, 1).facts)
    again = replay(read_record(kept(shelf.keep_record(session.id))))
    assert isinstance(again, Game)
    assert standing(session.game) == standing(again)


def test_what_no_record_can_say_is_kept_as_sightings(shelf: FileShelf) -> None:
    ana = simulated.setup.seats[0]
    session = Session.start(shelf.journal, simulated.setup, None, STARTED)
    session.hear(
        Placed(1, "thor-1r-1s#01", stake(ana), 0, Way.UPRIGHT),
        Placed(2, "thor-1r-2s#01", stake(ana), 1, Way.UPRIGHT),
        Placed(3, "thor-1r-3s#01", TRIBUTE, 0, Way.UPRIGHT),
    )
    assert len(read_sightings(kept(shelf.keep_record(session.id))).lines) == 3


def test_nothing_is_overwritten(shelf: FileShelf) -> None:
    session = Session.start(shelf.journal, simulated.setup, None, STARTED)
    names = [kept(shelf.keep_picture(session.id, b"png")).name for _ in range(3)]
    assert names == ["2026-11-16-1.png", "2026-11-16-1-2.png", "2026-11-16-1-3.png"]


def test_a_folder_that_cannot_be_made_is_told(shelf: FileShelf, tmp_path: Path) -> None:
    (tmp_path / "kept").write_text("a file")
    session = Session.start(shelf.journal, simulated.setup, None, STARTED)
    assert shelf.keep_picture(session.id, b"png").key == "terminal.unwritable"


@pytest.mark.parametrize("wishes", [Wishes(seats=8), Wishes(seats=3)])
def test_a_page_of_scores(wishes: Wishes) -> None:
    game = simulate(wishes, "page").game
    view = scores_view(game, Phrases(WORDS, game.setup.deck))
    page = score_page(view, WORDS, "2026-11-16")
    assert page.startswith(b"%PDF")
    assert page == score_page(view, WORDS, "2026-11-16")


def test_a_page_before_the_first_collection() -> None:
    view = scores_view(begin(simulated.setup), Phrases(WORDS, simulated.setup.deck))
    assert score_page(view, WORDS, "2026-11-16").startswith(b"%PDF")


def test_files_lie_beside_a_journal_that_was_named(tmp_path: Path) -> None:
    assert tmp_path / "vedrfolnir" == saved_folder(str(tmp_path / "games.sqlite"), {})
    assert platformdirs.user_documents_path() / "vedrfolnir" == saved_folder(None, {})
