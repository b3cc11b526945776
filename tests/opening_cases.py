"""A game that begins with a camera which takes its time, or does not come, on a real window."""

import time
from pathlib import Path
from threading import Event

import deploy.feeds
from companion.games.vedrfolnir.setup import Mode
from companion.games.vedrfolnir.simulation import Wishes, simulate
from companion.profile_writing import profile_text
from companion.status import CameraState
from companion.words import Message
from deploy.camera_table import Table, WatchedTable
from deploy.joining import JOINS
from deploy.notifying import Pulse
from deploy.rendered import rendered_profile
from deploy.watch import WantedWatch
from tests.touched import Touched
from ui.desk import Desk
from ui.flow import Place
from vision.frames import BadSource, Source
from vision.sim.levels import Difficulty


def opening(folder: Path) -> object:
    """Begun at once, told that the camera is being opened, left meanwhile, told why it did not come."""
    answer = Event()

    def opened(*_: object) -> Source:
        answer.wait()
        raise BadSource(Message("source.no-camera", {"device": 0}))

    vars(deploy.feeds)["open_source"] = opened
    four = simulate(Wishes(Mode.STANDARD, seats=4), "opening").setup
    profile = rendered_profile(four, (1280, 720), Difficulty.EASY)
    (folder / "table.toml").write_text(profile_text(profile), encoding="utf-8")

    def table(desk: Desk) -> WatchedTable:
        return WatchedTable(desk, Table(WantedWatch("usb:0", None), folder / "table.toml", ()), JOINS, Pulse())

    window = Touched(folder / "games.sqlite", table=table)
    window.open()
    window.touch_text("New game")
    began_s = time.monotonic()
    window.touch_text("Start with the camera")
    said = [window.app.screen.place, window.app.root.warning]
    window.app.go(Place.HOME)
    took_s = time.monotonic() - began_s
    said.append(window.app.screen.place)
    answer.set()
    window.wait(lambda: window.desk.status.camera is CameraState.UNOPENED)
    said.append(window.app.root.warning)
    window.close()
    return {"said": said, "took_s": took_s}


OPENING = (opening,)
