"""Is the Raspberry Pi well? Its temperature and its power; other machines have neither line."""

import shutil
import subprocess
from collections.abc import Iterator

from deploy.doctor_findings import Finding, Grade, Machine, found

# The firmware slows the processor down from 80 °C on, hard at 85.
HOT_C, HOTTEST_C = 70.0, 80.0
LOW_NOW, SLOWED_NOW, LOW_BEFORE, SLOWED_BEFORE = 1 << 0, 1 << 2, 1 << 16, 1 << 18
HELPER_S = 5.0


def pi_findings(machine: Machine) -> Iterator[Finding]:
    """Nothing on other machines."""
    if not machine.is_pi:
        return
    yield found("model", Grade.PASS, "well", {"model": machine.model or ""})
    heat = temperature_c(machine)
    if heat is not None:
        yield temperature_finding(heat)
    power = power_state(machine)
    if power is not None:
        yield power_finding(power)


def temperature_c(machine: Machine) -> float | None:
    """How hot the processor is."""
    said = machine.text("sys/class/thermal/thermal_zone0/temp")
    try:
        return None if said is None else int(said) / 1000
    except ValueError:
        return None


def temperature_finding(heat_c: float) -> Finding:
    """Warm is no harm; hot is slow."""
    values = {"heat": round(heat_c)}
    if heat_c < HOT_C:
        return found("temperature", Grade.PASS, "well", values)
    return found("temperature", Grade.WARN if heat_c < HOTTEST_C else Grade.FAIL, "hot", values)


def power_state(machine: Machine) -> int | None:
    """The firmware's own bits, or what the kernel's voltage alarm says; None if nobody tells."""
    told = _vcgencmd(machine)
    if told is not None:
        return told
    for sensor in sorted((machine.root / "sys/class/hwmon").glob("hwmon*")):
        if machine.text(str((sensor / "name").relative_to(machine.root))) == "rpi_volt":
            alarm = machine.text(str((sensor / "in0_lcrit_alarm").relative_to(machine.root)))
            return LOW_NOW if alarm == "1" else 0
    return None


def _vcgencmd(machine: Machine) -> int | None:
    helper = shutil.which("vcgencmd", path=machine.environment.get("PATH"))
    if helper is None:
        return None
    try:
        said = subprocess.run(  # noqa: S603 - the firmware's own helper
            [helper, "get_throttled"], capture_output=True, text=True, timeout=HELPER_S, check=True
        ).stdout
        return int(said.strip().removeprefix("throttled="), 16)
    except (OSError, ValueError, subprocess.SubprocessError):
        return None


def power_finding(bits: int) -> Finding:
    """Too little voltage makes cameras and disks fail in ways that look like anything else."""
    if bits & LOW_NOW:
        return found("power", Grade.FAIL, "low")
    if bits & (LOW_BEFORE | SLOWED_NOW | SLOWED_BEFORE):
        return found("power", Grade.WARN, "was-low" if bits & LOW_BEFORE else "slowed")
    return found("power", Grade.PASS, "well")
