"""Who judges: a function from texts to answers, here the companion as a subprocess."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Protocol

Answer = dict[str, Any]
COMPANION = str(Path(sys.executable).with_name("companion"))


class Judge(Protocol):
    """Anything that answers texts as `companion referee --json` does."""

    def __call__(self, texts: Sequence[str], lang: str = "en") -> list[Answer]:
        """One answer a text, in order."""
        ...

    def through(self, text: str) -> str:
        """What `export` gives back of a file that `import` took in."""
        ...


class CliJudge:
    """The companion's command line, many files a call; answers are remembered."""

    def __init__(self, companion: str = COMPANION, batch: int = 40) -> None:
        """`companion` is the path of the command."""
        self.companion = companion
        self.batch = batch
        self.known: dict[tuple[str, str], Answer] = {}

    def __call__(self, texts: Sequence[str], lang: str = "en") -> list[Answer]:
        """One answer a text, in order."""
        new = [text for text in dict.fromkeys(texts) if (lang, text) not in self.known]
        for start in range(0, len(new), self.batch):
            part = new[start : start + self.batch]
            for text, answer in zip(part, self._run(part, lang), strict=True):
                self.known[lang, text] = answer
        return [self.known[lang, text] for text in texts]

    def _run(self, texts: Sequence[str], lang: str) -> list[Answer]:
        """Judge some files in one call; if that crashes, one by one."""
        with tempfile.TemporaryDirectory() as folder:
            files = [Path(folder) / f"{number:04d}.seen.jsonl" for number in range(len(texts))]
            for file, text in zip(files, texts, strict=True):
                file.write_bytes(text.encode())
            command = [self.companion, "referee", "--json", "--lang", lang, *map(str, files)]
            done = subprocess.run(command, capture_output=True, text=True, check=False)
        answers = [json.loads(line) for line in done.stdout.splitlines()]
        if len(answers) == len(texts):
            return answers
        if len(texts) == 1:
            return [{"crash": done.returncode, "stderr": done.stderr[-2000:]}]
        return [self._run([text], lang)[0] for text in texts]

    def forget(self) -> None:
        """Answers so far are no longer remembered."""
        self.known.clear()

    def through(self, text: str) -> str:
        """What the journal gives back of a file, by the command line."""
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            file, journal, out = folder / "evening.seen.jsonl", str(folder / "journal"), folder / "out.seen.jsonl"
            file.write_bytes(text.encode())
            taken = self._command("import", "--journal", journal, str(file))
            listed = self._command("games", "--journal", journal).stdout
            number = next(iter(re.findall(r"^\s*(\d+)", listed, re.MULTILINE)), "1")
            given = self._command("export", "--journal", journal, "--out", str(out), number)
            return out.read_bytes().decode() if out.exists() else f"{taken.stderr}{listed}{given.stderr}"

    def _command(self, *words: str) -> subprocess.CompletedProcess[str]:
        """Run another command of the companion."""
        return subprocess.run([self.companion, *words], capture_output=True, text=True, check=False)
