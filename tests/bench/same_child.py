"""Answers command lines as the program of a tree does: JSON in, JSON out, a line each.

It is started by its path with that tree on the path, so it imports nothing but that program.
"""

import importlib
import io
import json
import sys
import time
import tomllib
from pathlib import Path

CRASHED = 70


def main(tree: str) -> None:
    """Answer until nobody asks any more."""
    scripts = tomllib.loads((Path(tree) / "pyproject.toml").read_text(encoding="utf-8"))["project"]["scripts"]
    module, _, name = scripts["companion"].partition(":")
    program = getattr(importlib.import_module(module), name)
    told = sys.stdout
    for line in sys.stdin:
        out, err = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8", write_through=True) for _ in range(2))
        sys.stdout, sys.stderr = out, err
        before_s = time.process_time()
        try:
            status = program(json.loads(line))
        except SystemExit as left:
            status = left.code
        except Exception as error:  # noqa: BLE001  # a crash is an answer, too
            err.write(repr(error))
            status = CRASHED
        spent_s = time.process_time() - before_s
        texts = [each.buffer.getvalue().decode("utf-8", "backslashreplace") for each in (out, err)]
        told.write(json.dumps([status, *texts, spent_s]) + "\n")
        told.flush()


if __name__ == "__main__":
    main(sys.argv[1])
