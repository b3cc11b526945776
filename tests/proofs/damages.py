"""Damaged journals: what is on the disk is rescued, nothing is invented, all of it is told, a second start works."""

from tests.damage.judging import judged
from tests.damage.sorts import DAMAGES
from tests.proofs.progress import Progress


def prove(progress: Progress, seed: int, damages: int) -> None:
    """So many damages, of every sort in turn."""
    sorts = tuple(DAMAGES)
    parts = [progress.part(each) for each in sorts]
    while sum(each.tried for each in parts) < damages:
        sort, part = min(zip(sorts, parts, strict=True), key=lambda each: each[1].tried)
        number = seed + part.tried
        part.tried += 1
        outcome = judged(sort, number)
        part.note(number, outcome.faults)
        part.tally.update(told=outcome.is_told, on_disk=outcome.on_disk, rescued=outcome.rescued, lost=outcome.lost)
        progress.save_now_and_then()


def table(progress: Progress) -> list[str]:
    """A line a sort: how many, how often told, and lines on the disk, kept, and gone from the disk."""
    lines = [f"{'':22} {'damages':>8} {'told':>6} {'on disk':>9} {'kept':>9} {'gone':>7}"]
    for name, part in progress.parts.items():
        tally = part.tally
        counts = f"{tally['told']:6} {tally['on_disk']:9} {tally['rescued']:9} {tally['lost']:7}"
        lines.append(f"{name:22} {part.done:8} {counts}")
    return lines
