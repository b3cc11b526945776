"""Is the software whole? Python, the system's libraries, the packages, picamera2 on a Pi."""

import ctypes
import platform
import sys
from collections.abc import Iterator
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version

from companion.words import Values
from deploy.doctor_findings import Finding, Grade, Machine, found

# Library and the Debian package that has it.
LIBRARIES = (
    ("libzbar.so.0", "libzbar0"),
    ("libGL.so.1", "libgl1"),
    ("libEGL.so.1", "libegl1"),
    ("libmtdev.so.1", "libmtdev1"),
    ("libglib-2.0.so.0", "libglib2.0-0"),
    ("libxcb.so.1", "libxcb1"),
)
# Module to import and distribution it comes in; kivy opens a window when more of it is imported.
PACKAGES = (
    ("numpy", "numpy"),
    ("cv2", "opencv-python"),
    ("pyzbar.pyzbar", "pyzbar"),
    ("segno", "segno"),
    ("reportlab", "reportlab"),
    ("fontTools", "fonttools"),
)
WINDOW = "kivy"
OLDEST_PYTHON = (3, 11)
BITS_64 = 2**32


def system_findings(machine: Machine) -> Iterator[Finding]:
    """Python, libraries, packages, and picamera2 where it belongs."""
    yield python_finding()
    yield libraries_finding()
    yield packages_finding()
    if machine.is_pi:
        yield picamera2_finding()


def python_finding() -> Finding:
    """A Python that is new enough, on a 64-bit system: for others there are no packages."""
    values: Values = {"version": platform.python_version(), "machine": platform.machine()}
    is_well = sys.version_info >= OLDEST_PYTHON and sys.maxsize > BITS_64
    return found("python", Grade.PASS if is_well else Grade.FAIL, "well" if is_well else "unfit", values)


def libraries_finding(libraries: tuple[tuple[str, str], ...] = LIBRARIES) -> Finding:
    """Every library of the system that is loaded in the end."""
    missing = [(library, package) for library, package in libraries if not _loads(library)]
    if not missing:
        return found("libraries", Grade.PASS, "well", {"number": len(libraries)})
    names, packages = zip(*missing, strict=True)
    return found("libraries", Grade.FAIL, "missing", {"names": ", ".join(names), "packages": " ".join(packages)})


def _loads(library: str) -> bool:
    try:
        ctypes.CDLL(library)
    except OSError:
        return False
    return True


def packages_finding(packages: tuple[tuple[str, str], ...] = PACKAGES) -> Finding:
    """Every Python package, imported: one that is there may still not fit the others."""
    broken = {name: fault for module, name in packages if (fault := _fault(module)) is not None}
    window = _version(WINDOW)
    if window is None:
        broken[WINDOW] = "–"
    if broken:
        name, fault = next(iter(broken.items()))
        return found("packages", Grade.FAIL, "broken", {"names": ", ".join(broken), "fault": f"{name}: {fault}"})
    shown = ", ".join(f"{name} {_version(name)}" for name in ("numpy", "opencv-python", WINDOW))
    return found("packages", Grade.PASS, "well", {"versions": shown})


def _fault(module: str) -> str | None:
    try:
        import_module(module)
    except Exception as error:  # noqa: BLE001 - a package that does not fit raises what it likes
        return str(error).partition("\n")[0] or type(error).__name__
    return None


def _version(distribution: str) -> str | None:
    try:
        return version(distribution)
    except PackageNotFoundError:
        return None


def picamera2_finding() -> Finding:
    """On a Pi its own cameras want picamera2 from the system, with a numpy that fits."""
    fault = _fault("picamera2")
    if fault is None:
        return found("picamera2", Grade.PASS, "well", {"version": _version("picamera2") or "–"})
    return found("picamera2", Grade.WARN, "broken", {"fault": fault})
