"""What tests of several files are given."""

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
