"""Whether there is a display, and how kivy has to be set before anything of it is imported."""

import logging
import os
from collections.abc import Mapping
from pathlib import Path

# Each of them means that SDL has somewhere to draw; the Pi's own display without a desktop is a DRM card.
DISPLAY_VARIABLES = ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER")
DRM = Path("/dev/dri")
# A window on a desktop; a display without one is filled.
DESKTOP_PX = (1280, 720)


def has_display(environment: Mapping[str, str] = os.environ, drm: Path = DRM) -> bool:
    """Whether a window would be seen; `SDL_VIDEODRIVER` is taken at its word."""
    return any(environment.get(each) for each in DISPLAY_VARIABLES) or any(drm.glob("card*"))


def prepare_window(size_px: tuple[int, int] = DESKTOP_PX) -> None:
    """Set kivy up: its own log quiet and no traceback lost, no arguments taken, one pointer."""
    # Left to itself SDL would draw where nobody sees it, and kivy try another library that ends the program.
    driver = "x11" if os.environ.get("DISPLAY") else "KMSDRM"
    settings = {
        "SDL_VIDEODRIVER": driver,
        "KIVY_WINDOW": "sdl2",
        "KIVY_NO_ARGS": "1",
        "KIVY_LOG_MODE": "PYTHON",
        "KIVY_NO_FILELOG": "1",
        "KIVY_METRICS_DENSITY": "1",
    }
    if "KIVY_HOME" not in os.environ:
        settings["KIVY_NO_CONFIG"] = "1"
    for name, value in settings.items():
        os.environ.setdefault(name, value)
    from kivy.config import Config  # noqa: PLC0415  # reads the environment when it is imported

    # A right click would leave a red dot, an escape key close the game.
    Config.set("input", "mouse", "mouse,disable_multitouch")
    Config.set("kivy", "exit_on_escape", "0")
    Config.set("graphics", "maxfps", "30")
    # Several samples a pixel double what a display without its own graphics chip costs; edges are drawn smooth instead.
    Config.set("graphics", "multisamples", "0")
    for name, size in zip(("width", "height"), size_px, strict=True):
        Config.set("graphics", name, str(size))


def opens_window(size_px: tuple[int, int] = DESKTOP_PX) -> bool:
    """Open the window; whether the display let us."""
    prepare_window(size_px)
    quiet = logging.root.manager.disable
    logging.disable(logging.CRITICAL)
    try:
        from kivy.core.window import Window  # noqa: PLC0415  # opens the window when it is imported
    finally:
        logging.disable(quiet)
    return Window is not None
