"""Which camera this computer has, where nobody named one."""

import re

from deploy.doctor_findings import Machine

# Names another one, in the form of --source.
SOURCE_VARIABLE = "COMPANION_SOURCE"
PI_CAMERA, FIRST = "picamera", "usb:0"


def own_source(machine: Machine) -> str:
    """A camera plugged into USB, by its number; else the Pi's own on a Pi, the first one elsewhere.

    A Pi's own camera has devices like those of USB cameras; only these are listed by their makers' names.
    """
    named = machine.environment.get(SOURCE_VARIABLE)
    if named:
        return named
    plugged = sorted((machine.root / "dev/v4l/by-id").glob("usb-*-index0"))
    numbers = [re.fullmatch(r"video([0-9]+)", each.resolve().name) for each in plugged]
    found = next((each for each in numbers if each is not None), None)
    if found is not None:
        return f"usb:{found[1]}"
    return PI_CAMERA if machine.is_pi else FIRST
