"""Past games on a real window: found, slid through back and forth, and counted."""

from pathlib import Path

from companion.games.vedrfolnir.mistakes import MistakeId
from companion.games.vedrfolnir.setup import Setup
from companion.games.vedrfolnir.simulation import simulate_from
from companion.games.vedrfolnir.writing import act_line, fact_line, header_line
from companion.journal import Journal
from tests.games import setup
from tests.practice.blunders import blunder_evening_of
from tests.touched import Touched
from ui.flow import Place
from ui.widgets.records import GameRow, PlayerRow

STARTED = "2026-11-15T19:30:00+00:00"


def keep_games(journal: Journal, game: Setup) -> None:
    """A game that was done by hand, one with a mistake in it, and one that nobody can read."""
    journal.add(header_line(game), None, STARTED, map(act_line, simulate_from(game, "past").acts))
    journal.add("{}", None, STARTED, ())
    seen = next(each for seed in range(20) if (each := blunder_evening_of(game, MistakeId.SECOND_CARD, seed)))
    journal.add(header_line(game), None, STARTED, map(fact_line, seen.facts))


def rows_of(window: Touched, kind: type[GameRow | PlayerRow]) -> list[GameRow | PlayerRow]:
    """The rows of a screen that say something."""
    return [each for each in window.shown() if isinstance(each, kind) and not each.disabled]


def looked_back(folder: Path) -> object:
    """Found by touches, then slid along: every moment as the screen has it."""
    window = Touched(folder / "games.sqlite")
    keep_games(window.journal, setup())
    window.open()
    window.touch_text(window.app.words.text("home.history"))
    window.wait(lambda: len(rows_of(window, GameRow)) == 3)
    rows = rows_of(window, GameRow)
    listed = [(each.result, each.who) for each in rows]
    window.touch(rows[0])
    moments = [slid(window, share) for share in (1.0, 0.25, 0.7, 0.0)]
    window.touch_text("→")
    stepped = [window.app.screen.at]
    window.touch_text("←")
    stepped.append(window.app.screen.at)
    moments.append(slid(window, 0, 0.1, 0.3, 0.55))
    window.touch_text(window.app.words.text("seat.why"))
    reasons = len(window.app.screen.ids.lines.children)
    said = {"listed": listed, "moments": moments, "stepped": stepped, "reasons": reasons, **counted(window)}
    window.close()
    return said


def moment(window: Touched) -> dict[str, object]:
    """What is shown of one moment."""
    screen = window.app.screen
    seats = [[each.name, each.stars, each.points] for each in screen.scene.table.seats]
    mistakes = [each.is_settled for each in screen.scene.mistakes_so_far]
    return {"at": screen.at, "seats": seats, "mistakes": mistakes, "shown": screen.mistakes_words}


def slid(window: Touched, *shares: float) -> dict[str, object]:
    """Touch the line of time somewhere, and slide along it."""
    line = window.app.screen.ids.timeline
    window.slide(*(line.to_window(line.x_of(share * line.most), line.center_y) for share in shares))
    return moment(window)


def counted(window: Touched) -> dict[str, object]:
    """The figures of every player."""
    window.app.go(Place.HISTORY)
    window.rest()
    window.touch_text(window.app.words.text("history.statistics"))
    window.wait(lambda: len(window.app.screen.results) == 2)
    rows = {each.name: each for each in window.shown() if isinstance(each, PlayerRow)}
    window.touch(rows["Bo"])
    bars = [each.points for each in window.app.screen.results]
    figures = {name: [row.games, row.won, row.best] for name, row in rows.items()}
    return {"figures": figures, "chosen": window.app.screen.heading, "bars": bars}


PAST = (looked_back,)
