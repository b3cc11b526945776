"""Whether there is a display, and how kivy has to be set before anything of it is imported."""

import os
from collections.abc import Mapping
from pathlib import Path

# Each of them means that SDL has somewhere to draw; the Pi's own display without a desktop is a DRM card.
DISPLAY_VARIABLES = ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER")
DRM = Path("/dev/dri")


def has_display(environment: Mapping[str, str] = os.environ, drm: Path = DRM) -> bool:
    """Whether a window would be seen; `SDL_VIDEODRIVER` is taken at its word."""
    return any(environment.get(each) for each in DISPLAY_VARIABLES) or any(drm.glob("card*"))


def prepare_window(size_px: tuple[int, int] | None = None) -> None:
    """Set kivy up: its own log quiet and no traceback lost, no arguments taken, one pointer."""
    settings = {"KIVY_NO_ARGS": "1", "KIVY_LOG_MODE": "PYTHON", "KIVY_NO_FILELOG": "1", "KIVY_METRICS_DENSITY": "1"}
    if "KIVY_HOME" not in os.environ:
        settings["KIVY_NO_CONFIG"] = "1"
    for name, value in settings.items():
        os.environ.setdefault(name, value)
    from kivy.config import Config  # noqa: PLC0415  # reads the environment when it is imported

    # A right click would leave a red dot, an escape key close the game.
    Config.set("input", "mouse", "mouse,disable_multitouch")
    Config.set("kivy", "exit_on_escape", "0")
    Config.set("graphics", "maxfps", "30")
    if size_px is not None:
        Config.set("graphics", "width", str(size_px[0]))
        Config.set("graphics", "height", str(size_px[1]))
