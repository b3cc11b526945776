"""Where chance begins, unless somebody names another number: each commit tries others."""

import subprocess
from pathlib import Path

SEEDS = 10**6


def commit() -> str:
    """The commit that is asked."""
    asked = ["git", "-C", str(Path(__file__).parent), "rev-parse", "HEAD"]
    return subprocess.run(asked, capture_output=True, text=True, check=True).stdout.strip()


def commit_seed(commit: str) -> int:
    """The number that a commit begins with."""
    return int(commit[:8], 16) % SEEDS
