"""A process killed at any moment while it appends: everything acknowledged is there."""

import sys
from pathlib import Path
from subprocess import run

from tests import kill_journal


def test_kill_at_random_moments(tmp_path: Path) -> None:
    command = [sys.executable, "-m", kill_journal.__name__, str(tmp_path)]
    done = run(command, cwd=Path(__file__).parent.parent, check=False, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    assert int(done.stdout) > kill_journal.KILLS
