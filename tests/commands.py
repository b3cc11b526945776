"""Commands run in this process, as people type them."""

import json
from pathlib import Path

import pytest

from deploy.cli import main

HEADER = '{"game": "vedrfolnir", "version": 1, "mode": "standard", "sets": ["base"], "seats": ["Ana", "Bo", "Cy"]}'


class Ran:
    """What a command did."""

    def __init__(self, status: int, out: str, err: str) -> None:
        self.status, self.out, self.err = status, out, err

    @property
    def objects(self) -> list[dict[str, object]]:
        return [json.loads(line) for line in self.out.splitlines()]


class Companion:
    """Runs commands in this process."""

    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self._capsys = capsys

    def __call__(self, *arguments: str | Path) -> Ran:
        status = main([*map(str, arguments), "--lang", "en"])
        out, err = self._capsys.readouterr()
        return Ran(status, out, err)


def file(folder: Path, *lines: str, name: str = "game.jsonl") -> Path:
    path = folder / name
    path.write_text("\n".join(lines), encoding="utf-8")
    return path
