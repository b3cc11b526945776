"""What is photographed of a set-up: which table, then the steps that show most, rehearsed on a drawn table."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from companion.games.vedrfolnir.setup import Mode
from companion.games.vedrfolnir.tableplan import TABLE
from companion.setting_up import GoOn, State, Step
from ui.flow import Place
from ui.offers import TableWish

if TYPE_CHECKING:
    from ui.app import CompanionApp

SEATS = 5
SHOWN = {Step.LENS: "set-up-lens", Step.ZONES: "set-up-places", Step.TEST: "set-up-test"}


def set_up_scenes(app: "CompanionApp") -> Iterator[str | None]:
    """Every picture's name in turn; None while a step is not ready yet."""
    app.go(Place.TABLE_AND_DECK)
    app.go(Place.NEW_TABLE)
    yield "new-table"
    app.begin_set_up(TableWish(Mode.STANDARD, SEATS, TABLE, has_board=True, is_rehearsal=True))
    for step in (each for each in Step if each is not Step.DONE):
        yield from _awaited(app, step)
        if step in SHOWN:
            yield SHOWN[step]
        app.set_up(GoOn())
    yield from _awaited(app, Step.DONE)
    yield "set-up-done"
    app.go(Place.HOME)


def _awaited(app: "CompanionApp", step: Step) -> Iterator[None]:
    """Until a step is reached and ready."""
    while not (app.setting.view is not None and (app.setting.view.step, app.setting.view.state) == (step, State.READY)):
        yield None
