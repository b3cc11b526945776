"""What tests of several files are given."""

import argparse
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.journal import Journal
from tests.commands import Companion


@pytest.fixture
def companion(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Companion:
    monkeypatch.setenv("COMPANION_JOURNAL", str(tmp_path / "games.sqlite"))
    return Companion(capsys)


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    with Journal(tmp_path / "games.sqlite") as opened:
        yield opened


@pytest.fixture(autouse=True)
def spoken_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """What argparse says in a person's language it says to the end of a process; the next test begins a new one."""
    for name in ("_", "ngettext"):
        monkeypatch.setattr(argparse, name, vars(argparse)[name])
