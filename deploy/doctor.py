"""`companion doctor`: is everything there that an evening needs? Every line says what to do."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from companion.words import Message
from deploy.doctor_camera import camera_findings
from deploy.doctor_display import display_findings
from deploy.doctor_findings import Finding, Grade, Machine, this_machine
from deploy.doctor_pi import pi_findings
from deploy.doctor_store import store_findings
from deploy.doctor_system import system_findings
from deploy.games import journal_path
from deploy.terminal import DONE, FORBIDDEN, Terminal


@dataclass(frozen=True, slots=True)
class WantedCheck:
    """The options as they were typed; without a source the computer's own camera is looked at."""

    source: str | None = None
    table: str | None = None
    journal: str | None = None
    is_json: bool = False


def run_doctor(terminal: Terminal, wanted: WantedCheck, machine: Machine | None = None) -> int:
    """Check everything, and tell it; the status is 0 if nothing fails, else 1."""
    machine = machine or this_machine()
    findings: list[Finding] = []
    for each in examined(wanted, machine):
        findings.append(each)
        for line in () if wanted.is_json else _lines(terminal, each):
            terminal.show_now(line)
    if wanted.is_json:
        terminal.show_json(_fields(terminal, findings))
    else:
        terminal.show([_summary(terminal, findings)])
    return FORBIDDEN if any(each.grade is Grade.FAIL for each in findings) else DONE


def examined(wanted: WantedCheck, machine: Machine) -> Iterator[Finding]:
    """Every finding, the cheap ones first; what this machine has not is left out."""
    parts: Sequence[Callable[[], Iterator[Finding]]] = (
        lambda: system_findings(machine),
        lambda: pi_findings(machine),
        lambda: store_findings(journal_path(wanted.journal)),
        lambda: display_findings(machine),
        lambda: camera_findings(wanted.source, wanted.table, machine),
    )
    for part in parts:
        yield from part()


def _lines(terminal: Terminal, finding: Finding) -> Iterator[str]:
    grade = terminal.say(f"doctor.grade-{finding.grade}")
    yield f"{grade:<8} {terminal.words.say(finding.said)}"
    if finding.remedy is not None:
        yield f"{'':<8} → {terminal.words.say(finding.remedy)}"


def _summary(terminal: Terminal, findings: Sequence[Finding]) -> str:
    counts = {grade: sum(each.grade is grade for each in findings) for grade in Grade}
    values = {"passed": counts[Grade.PASS], "warned": counts[Grade.WARN], "failed": counts[Grade.FAIL]}
    return terminal.say("doctor.summary", values)


def _fields(terminal: Terminal, findings: Sequence[Finding]) -> dict[str, object]:
    """For other programs: grades and names are fixed words, sentences are for people."""

    def say(said: Message | None) -> str | None:
        return None if said is None else terminal.words.say(said)

    checks = [
        {"check": each.check, "grade": each.grade, "said": say(each.said), "remedy": say(each.remedy)}
        for each in findings
    ]
    return {"passed": all(each.grade is not Grade.FAIL for each in findings), "checks": checks}
