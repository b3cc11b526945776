"""How a table's camera was set when it was calibrated: a small TOML file beside the table profile."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import NamedTuple

from companion.tables import Table, parse_toml, read_small_file
from vision.controls import Locks

VERSION = 1


class CameraSort(StrEnum):
    """Whose units a file is written in."""

    PICAMERA = "picamera"
    USB = "usb"
    URL = "url"
    SIM = "sim"


@dataclass(frozen=True, slots=True)
class KnownCamera:
    """A sort of camera, and what it has to hold."""

    sort: CameraSort
    locks: Locks


class _Values(NamedTuple):
    """Values that a lock can have, and how many numbers it is."""

    least: float
    most: float
    numbers: int = 1


# Dioptres, microseconds, times, red and blue times: wider than any camera, so that only nonsense is refused.
_PICAMERA = {
    "focus": _Values(0, 100),
    "exposure": _Values(1, 10_000_000),
    "gain": _Values(0.5, 1000),
    "colours": _Values(0.01, 100, 2),
}
# The driver's steps; for white balance kelvin.
_USB = {
    "focus": _Values(0, 65_535),
    "exposure": _Values(0, 1_000_000),
    "gain": _Values(0, 65_535),
    "colours": _Values(500, 50_000, 1),
}
# A camera in the network sets itself; its app may hold something, which nobody here can know.
_URL: dict[str, _Values] = {}
_LOCKS = {CameraSort.PICAMERA: _PICAMERA, CameraSort.USB: _USB, CameraSort.URL: _URL, CameraSort.SIM: _PICAMERA}
_DIGITS = 6


def camera_file(table: Path) -> Path:
    """Where the camera of a table profile is kept: `table.camera.toml` for `table.toml`."""
    return table.parent / f"{table.name.removesuffix('.toml')}.camera.toml"


def read_camera(path: Path) -> KnownCamera:
    """The camera in a file."""
    return parse_camera(read_small_file(path))


def parse_camera(raw: bytes) -> KnownCamera:
    """The camera in the text of a file."""
    whole = Table(parse_toml(raw, "camera-not-toml")[0])
    whole.require(frozenset({"version", "camera", "locks"}))
    whole.whole("version", range(VERSION, VERSION + 1))
    name = whole.text("camera")
    if name not in tuple(CameraSort):
        whole.fail("unknown-camera", "camera", name[:60])
    sort = CameraSort(name)
    return KnownCamera(sort, _locks(whole.table("locks"), _LOCKS[sort]))


def _locks(table: Table, known: dict[str, _Values]) -> Locks:
    table.require(frozenset(), frozenset(known))

    def number(key: str) -> float | None:
        return _within(table, key, table.number(key), known[key]) if key in table else None

    def numbers(key: str) -> tuple[float, ...] | None:
        several = table.numbers(key, known[key].numbers) if key in table else ()
        return tuple(_within(table, key, each, known[key]) for each in several) if key in table else None

    return Locks(number("focus"), number("exposure"), number("gain"), numbers("colours"))


def _within(table: Table, key: str, value: float, allowed: _Values) -> float:
    if not allowed.least <= value <= allowed.most:
        table.fail("beyond", key, f"{value:g} ({allowed.least:g} – {allowed.most:g})")
    return value


def camera_text(camera: KnownCamera) -> str:
    """A camera as it is written, and read back."""
    return "\n".join((f"version = {VERSION}", f'camera = "{camera.sort}"', "", "[locks]", *_lines(camera.locks), ""))


def _lines(locks: Locks) -> Iterator[str]:
    for key in ("focus", "exposure", "gain"):
        value = getattr(locks, key)
        if value is not None:
            yield f"{key} = {_number(value)}"
    if locks.colours is not None:
        yield f"colours = [{', '.join(map(_number, locks.colours))}]"


def _number(value: float) -> str:
    return repr(round(float(value), _DIGITS))
