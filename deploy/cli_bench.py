"""The way to the benches: they lie with the tests, in the source tree only."""

import argparse
import os
import sys
from pathlib import Path

from deploy.cli_commands import Commands
from deploy.terminal import BAD_FILE, Terminal

SOURCES = Path(__file__).parent.parent
RUNNER = SOURCES / "tests" / "bench" / "__main__.py"


def add_bench(commands: Commands) -> None:
    """What can be measured."""
    bench = commands.add("bench", _bench)
    commands.option(bench, "bench", nargs=argparse.REMAINDER, metavar="NAME")


def _bench(terminal: Terminal, chosen: argparse.Namespace) -> int:
    import subprocess

    if not RUNNER.exists():
        terminal.warn(terminal.say("bench.elsewhere"))
        return BAD_FILE
    found = os.pathsep.join(filter(None, (str(SOURCES), os.environ.get("PYTHONPATH"))))
    command = [sys.executable, "-m", "tests.bench", *chosen.bench]
    return subprocess.run(command, env={**os.environ, "PYTHONPATH": found}, check=False).returncode  # noqa: S603 - ourselves
