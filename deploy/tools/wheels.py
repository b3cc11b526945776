"""Which wheel of every locked package a Raspberry Pi takes: `make wheels` asks the registry, a test reads the table."""

import subprocess
import sys
import tomllib
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory

PYTHONS = ("3.11", "3.13")
# What pip takes on a 64-bit Raspberry Pi OS bookworm (glibc 2.36), the oldest system that we install on.
PLATFORMS = ("manylinux2014_aarch64", *(f"manylinux_2_{minor}_aarch64" for minor in range(17, 37)))
ROOT = Path(__file__).parents[2]
LOCK, TABLE = ROOT / "requirements.lock", ROOT / "requirements.wheels.toml"
WINDOWS = "sys_platform == 'win32'"
MARKERS = {
    "": PYTHONS,
    WINDOWS: (),
    "python_full_version < '3.12'": PYTHONS[:1],
    "python_full_version >= '3.12'": PYTHONS[1:],
}


@dataclass(frozen=True, slots=True)
class Locked:
    """An entry of the lock file: name and version, the Pythons it is for, and the hashes of its files."""

    pin: str
    pythons: tuple[str, ...]
    hashes: frozenset[str]


def locked(lock: str) -> tuple[Locked, ...]:
    """Every entry of a lock file; a marker that is none of ours is a KeyError."""
    entries: list[tuple[str, list[str]]] = []
    for line in lock.splitlines():
        text = line.strip().removesuffix("\\").strip()
        if line[:1].isalnum():
            entries.append((text, []))
        elif text.startswith("--hash=sha256:"):
            entries[-1][1].append(text.removeprefix("--hash=sha256:"))
    return tuple(_entry(head, hashes) for head, hashes in entries)


def _entry(head: str, hashes: list[str]) -> Locked:
    pin, _, marker = (each.strip() for each in head.partition(";"))
    return Locked(pin, MARKERS[marker], frozenset(hashes))


def read_table() -> dict[str, dict[str, dict[str, str]]]:
    """For each Python and each pin, the file of its wheel and the hash of it."""
    return tomllib.loads(TABLE.read_text(encoding="utf-8"))


def _wheel(pin: str, python: str, folder: Path) -> Path:
    """The wheel that pip takes for a Pi with this Python; it fails where there is none."""
    platforms = [option for each in PLATFORMS for option in ("--platform", each)]
    wanted = ["--no-deps", "--only-binary", ":all:", "--python-version", python, *platforms, "--dest", str(folder), pin]
    subprocess.run([sys.executable, "-m", "pip", "--quiet", "download", *wanted], check=True)  # noqa: S603 - our own pip
    (wheel,) = folder.glob("*.whl")
    return wheel


def write_table() -> None:
    """Ask for every package and Python, and write down what came."""
    entries = locked(LOCK.read_text(encoding="utf-8"))
    rows: list[str] = []
    for python in PYTHONS:
        rows.append(f'["{python}"]')
        rows.extend(_row(entry.pin, python) for entry in entries if python in entry.pythons)
        rows.append("")
    TABLE.write_text("\n".join(rows), encoding="utf-8")


def _row(pin: str, python: str) -> str:
    with TemporaryDirectory() as folder:
        wheel = _wheel(pin, python, Path(folder))
        return f'"{pin}" = {{ file = "{wheel.name}", sha256 = "{sha256(wheel.read_bytes()).hexdigest()}" }}'


if __name__ == "__main__":
    write_table()
