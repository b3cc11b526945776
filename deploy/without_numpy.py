"""A lock file without numpy, for a Pi whose system has one of its own: `python without_numpy.py LOCKFILE`."""

import sys
from pathlib import Path


def without(lock: str, name: str) -> str:
    """The same lock file without the entries of one package; an entry is a line and what is indented below it."""
    kept, is_dropped = [], False
    for line in lock.splitlines(keepends=True):
        if not line.startswith((" ", "#", "\n")):
            is_dropped = line.startswith(f"{name}==")
        if not is_dropped:
            kept.append(line)
    return "".join(kept)


if __name__ == "__main__":
    sys.stdout.write(without(Path(sys.argv[1]).read_text(encoding="utf-8"), "numpy"))
