"""Files that power may fail after."""

import os
from contextlib import suppress
from pathlib import Path


def write_through(path: Path, content: bytes) -> None:
    """Write a file down to the disk."""
    with path.open("wb") as stream:
        stream.write(content)
        stream.flush()
        os.fsync(stream.fileno())


def settle_names(folder: Path) -> None:
    """Write down what the files of a folder are called now; not every disk can."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
