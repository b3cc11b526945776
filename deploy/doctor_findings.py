"""What the doctor finds: a name, a grade, a sentence and a remedy; and the machine that is looked at."""

import os
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from companion.words import NOTHING, Message, Values

PI = "Raspberry Pi"


class Grade(StrEnum):
    """How a check came out."""

    PASS = "pass"  # noqa: S105 - no password
    WARN = "warn"
    FAIL = "fail"


@dataclass(frozen=True, slots=True)
class Finding:
    """One line of the doctor's: `check` is the same word for ever, so that programs can look for it."""

    check: str
    grade: Grade
    said: Message
    remedy: Message | None = None


def found(check: str, grade: Grade, sort: str, values: Values = NOTHING) -> Finding:
    """A finding with the words of its sort; whatever does not pass has a remedy."""
    said = Message(f"doctor.{check}.{sort}", values)
    remedy = None if grade is Grade.PASS else Message(f"doctor.{check}.{sort}-remedy", values)
    return Finding(check, grade, said, remedy)


@dataclass(frozen=True, slots=True)
class Machine:
    """A computer to look at: where its files begin, and its environment."""

    root: Path
    environment: Mapping[str, str]

    def text(self, path: str) -> str | None:
        """What a file of the system says; None if there is none."""
        try:
            return (self.root / path).read_text(encoding="utf-8", errors="replace").strip("\0\n ")
        except OSError:
            return None

    @property
    def model(self) -> str | None:
        """What a single-board computer calls itself."""
        return self.text("proc/device-tree/model")

    @property
    def is_pi(self) -> bool:
        """Whether this is a Raspberry Pi."""
        return PI in (self.model or "")


def this_machine() -> Machine:
    """The computer that this runs on."""
    return Machine(Path("/"), dict(os.environ))
