"""What tests of several files are given."""

from pathlib import Path

import pytest

from tests.commands import Companion


@pytest.fixture
def companion(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Companion:
    monkeypatch.setenv("COMPANION_JOURNAL", str(tmp_path / "games.sqlite"))
    return Companion(capsys)
