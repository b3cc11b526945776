"""Tables set up on a real window, touch by touch, under a camera that is drawn."""

from pathlib import Path

from companion.profile_file import read_profile
from companion.setting_up import SetUpView, State, Step, ZoneView
from deploy.camera_table import Table, WatchedTable
from deploy.joining import JOINS
from deploy.led_set_up import Begun
from deploy.notifying import Pulse
from deploy.watch import WantedWatch
from tests.touched import Touched
from ui.desk import Desk
from ui.offers import TableWish
from ui.widgets.setting import SetUpPicture
from ui.widgets.texts import TouchButton

BY_FAR = 40.0


class UnderDrawnCamera(WatchedTable):
    """A table whose camera is the drawn one; everything else is as with a real one."""

    def _begun(self, wish: TableWish) -> Begun:
        return self._rehearsed(wish)


def under_camera(folder: Path) -> Touched:
    """A window with a table that is not set up yet."""

    def table(desk: Desk) -> WatchedTable:
        return UnderDrawnCamera(desk, Table(WantedWatch("usb:0", None), folder / "table.toml", ()), JOINS, Pulse())

    window = Touched(folder / "games.sqlite", table=table)
    window.open()
    return window


def set_up(folder: Path) -> object:
    """The wizard from the first screen to a profile; what was said at every step, and where a place lies."""
    window = under_camera(folder)
    window.touch_text("Table and deck")
    window.touch_text("Set the table up")
    window.touch_text("5")
    window.touch_text("+ The board for the lens is at hand")
    was_set_up = window.app.may_watch
    window.touch_text("Begin with the camera")
    said: dict[str, object] = {}
    for step in list(Step)[:-1]:
        window.wait(lambda step=step: stands(window, step))  # type: ignore[misc]  # one for each step
        said[step.value] = seen(window).said
        if step is Step.ZONES:
            said["dragged"] = dragged(window)
        press(window, "Go on")
    window.wait(lambda: seen(window).step is Step.DONE)
    profile = read_profile(folder / "table.toml")
    press(window, "Done")
    place = window.app.screen.place
    tribute = next(each for each in profile.zones if each.zone == "tribute")
    left_mm = min(each.x_mm for each in tribute.polygon)
    found = {"was": was_set_up, "is": window.app.may_watch, "running": window.app.setting.is_running}
    window.close()
    return {"said": said, "place": place, "left_mm": left_mm, "zones": len(profile.zones), **found}


def press(window: Touched, said: str) -> None:
    """Touch the button that says this; a heading may say the same."""
    window.touch(next(each for each in window.shown() if isinstance(each, TouchButton) and each.said == said))


def stands(window: Touched, step: Step) -> bool:
    """Whether a step is reached and ready."""
    view = window.app.setting.view
    return view is not None and view.step is step and view.state is State.READY


def dragged(window: Touched) -> float:
    """Drag the tribute to the right by a finger; by how many shares of the picture it went."""
    picture = next(each for each in window.shown() if isinstance(each, SetUpPicture))
    before = tribute(window).corners[0].x_share
    left, low, wide, high = picture.frame
    middle = [sum(each) / 4 for each in zip(*tribute(window).corners, strict=True)]
    x, y = left + middle[0] * wide, low + (1 - middle[1]) * high
    window.slide((x, y), (x + BY_FAR / 2, y), (x + BY_FAR, y))
    window.wait(lambda: tribute(window).corners[0].x_share > before + 0.9 * BY_FAR / wide)
    return (tribute(window).corners[0].x_share - before) * float(wide)


def tribute(window: Touched) -> ZoneView:
    """The place in the middle, as it is seen."""
    return next(each for each in seen(window).zones if each.zone == "tribute")


def seen(window: Touched) -> SetUpView:
    """What the set-up shows; it has begun."""
    view = window.app.setting.view
    assert view is not None
    return view


def set_up_left(folder: Path) -> object:
    """A rehearsal that nobody finishes keeps nothing and holds no camera; a table that can't be written is refused."""
    window = under_camera(folder)
    window.app.go("new-table")
    window.settle()
    window.touch_text("Rehearse on a drawn table")
    window.wait(lambda: stands(window, Step.LIGHT))
    window.app.switch_language()
    window.wait(lambda: seen(window).title == "Lumière")
    press(window, "Arrêter")
    left = {"place": window.app.screen.place, "running": window.app.setting.is_running, "view": window.app.setting.view}
    (folder / "table.toml").mkdir()
    press(window, "Commencer avec la caméra")
    refused = {"at": window.app.screen.place, "refused": window.app.screen.refused}
    window.close()
    return {**left, **refused, "files": sorted(each.name for each in folder.glob("table*"))}


SET_UP = (set_up, set_up_left)
