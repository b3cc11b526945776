"""A process killed at any moment: everything acknowledged is there, and nothing half."""

import sys
from pathlib import Path
from subprocess import run

import pytest

from tests import kill_journal, kill_steps

# Where only names are changed there are fewer calls.
LEAST = {"recovery gone on with": 12}


def counted(module: str, *options: str) -> int:
    command = [sys.executable, "-m", module, *options]
    done = run(command, cwd=Path(__file__).parent.parent, check=False, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    return int(done.stdout)


def test_kill_at_random_moments(tmp_path: Path) -> None:
    assert counted(kill_journal.__name__, str(tmp_path)) > kill_journal.KILLS


@pytest.mark.parametrize("work", sorted(kill_steps.CASES))
def test_kill_before_every_call_that_changes_a_file(work: str, tmp_path: Path) -> None:
    assert counted(kill_steps.__name__, work, str(tmp_path)) > LEAST.get(work, 40)
