"""A table that can only be rehearsed: there is no camera above it."""

from pathlib import Path

from deploy.camera_table import Table, WatchedTable
from deploy.games import PROFILE
from deploy.joining import JOINS
from deploy.notifying import Pulse
from deploy.watch import WantedWatch
from ui.desk import Desk


def cameraless(desk: Desk, folder: Path) -> WatchedTable:
    """One whose profile would be kept in this folder."""
    table = Table(WantedWatch(f"images:{folder / 'nothing'}", None), folder / PROFILE, ())
    return WatchedTable(desk, table, JOINS, Pulse())
