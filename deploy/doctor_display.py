"""Will people see the screen and touch it? The display, the rights to it, and what is touched."""

import os
from collections.abc import Iterator
from configparser import ConfigParser, Error
from pathlib import Path

from deploy.doctor_findings import Finding, Grade, Machine, found
from ui.window import has_display

DRM, INPUTS, DEVICES = "dev/dri", "dev/input", "proc/bus/input/devices"
# The bit that a device has which tells where a finger is (ABS_MT_POSITION_X).
TOUCH_BIT = 0x35


def display_findings(machine: Machine) -> Iterator[Finding]:
    """The display and, on one, what is touched."""
    display = display_finding(machine)
    yield display
    if display.grade is not Grade.FAIL:
        yield touch_finding(machine)
    provider = providers_finding(machine)
    if provider is not None:
        yield provider


def display_finding(machine: Machine) -> Finding:
    """A desktop, or a display of its own that we may draw on."""
    cards = sorted((machine.root / DRM).glob("card*")) if (machine.root / DRM).is_dir() else []
    if not has_display(machine.environment, machine.root / DRM):
        return found("display", Grade.FAIL, "none")
    desktop = machine.environment.get("DISPLAY") or machine.environment.get("WAYLAND_DISPLAY")
    if desktop:
        return found("display", Grade.PASS, "desktop", {"display": desktop})
    locked = [each for each in cards if not os.access(each, os.R_OK | os.W_OK)]
    if locked:
        return found("display", Grade.FAIL, "locked", {"device": f"/{locked[0].relative_to(machine.root)}"})
    return found("display", Grade.PASS, "own", {"displays": len(cards)})


def touch_finding(machine: Machine) -> Finding:
    """Somebody's finger, or at least a mouse."""
    screens = touchscreens(machine)
    if not screens:
        return found("touch", Grade.WARN, "none")
    name, event = screens[0]
    device = machine.root / INPUTS / event
    if not os.access(device, os.R_OK):
        return found("touch", Grade.FAIL, "locked", {"device": f"/{INPUTS}/{event}"})
    return found("touch", Grade.PASS, "well", {"name": name})


def touchscreens(machine: Machine) -> list[tuple[str, str]]:
    """Name and event file of everything that tells where fingers are."""
    devices = (machine.text(DEVICES) or "").split("\n\n")
    return [each for each in map(_touchscreen, devices) if each is not None]


def _touchscreen(device: str) -> tuple[str, str] | None:
    rows = dict(line[3:].partition("=")[::2] for line in device.splitlines() if "=" in line)
    events = [each for each in rows.get("Handlers", "").split() if each.startswith("event")]
    # The kernel writes the bits in words of 64, the highest first.
    bits = int("".join(f"{int(each, 16):016x}" for each in rows.get("ABS", "0").split()) or "0", 16)
    is_touched = bits >> TOUCH_BIT & 1
    return (rows.get("Name", "").strip('"'), events[0]) if is_touched and events else None


def providers_finding(machine: Machine) -> Finding | None:
    """One reader of the touchscreen in kivy's configuration, where there is one: two make two touches of one."""
    home = machine.environment.get("KIVY_HOME")
    if home is None:
        return None
    settings = ConfigParser(interpolation=None)
    file = Path(home) / "config.ini"
    try:
        settings.read_string(file.read_text(encoding="utf-8"))
        providers = [value for _, value in settings.items("input")]
    except (OSError, Error, UnicodeDecodeError):
        return found("input", Grade.WARN, "unreadable", {"file": str(file)})
    is_one = len(providers) == 1
    return found("input", Grade.PASS if is_one else Grade.WARN, "well" if is_one else "many", {"file": str(file)})
