"""Past games on real windows: every moment is that of the journal."""

from pathlib import Path
from typing import cast

from companion.games.vedrfolnir.ledger import judged
from companion.games.vedrfolnir.scoring import scores, winners
from companion.games.vedrfolnir.session import journal_sightings
from companion.games.vedrfolnir.sightings import Sightings
from companion.games.vedrfolnir.state import tally
from companion.journal import GameId, Journal
from companion.places import Seat
from tests.test_screens import ran


def test_sliding_back_and_forth_shows_what_the_journal_has(tmp_path: Path) -> None:
    said = ran("looked_back", tmp_path)
    with Journal(tmp_path / "games.sqlite") as journal:
        whole = journal_sightings(journal, GameId(3))
        points = scores(judged(journal_sightings(journal, GameId(1))).referee.game)
    listed = cast("list[list[str]]", said["listed"])
    assert listed[1] == ["This game can’t be read", ""]
    assert listed[2][1] == "\u00a0· ".join(f"{seat}\u00a0{each}" for seat, each in points.items())
    moments = cast("list[dict[str, object]]", said["moments"])
    lines = len(whole.lines)
    assert [each["at"] for each in moments] == [lines, *(round(lines * share) for share in (0.25, 0.7, 0, 0.55))]
    assert moments == [expected(whole, cast("int", each["at"])) for each in moments]
    assert said["stepped"] == [1, 0]
    assert cast("int", said["reasons"]) > 5
    check_figures(said, tmp_path)


def expected(whole: Sightings, at: int) -> dict[str, object]:
    """The same moment by folding the lines."""
    referee = judged(Sightings(whole.setup, whole.lines[:at])).referee
    points = scores(referee.game)
    seats = [[seat, tally(referee.game.stake(seat)).stars, points[seat]] for seat in whole.setup.seats]
    settled = [each.is_settled for each in referee.mistakes]
    return {"at": at, "seats": seats, "mistakes": settled, "shown": f"✗ {len(settled)}"}


def check_figures(said: dict[str, object], folder: Path) -> None:
    """Players are counted over all finished games."""
    with Journal(folder / "games.sqlite") as journal:
        games = [judged(journal_sightings(journal, GameId(each))).referee.game for each in (1, 3)]
    points = {seat: [scores(each)[seat] for each in games] for seat in games[0].setup.seats}
    won = {seat: sum(seat in winners(each) for each in games) for seat in points}
    assert said["figures"] == {seat: ["2", str(won[seat]), str(max(each))] for seat, each in points.items()}
    assert (said["chosen"], said["bars"]) == ("Bo", points[Seat("Bo")])
