"""What is asked of films beside finding: the same evening shown in other ways, the naive peer, an untouched hour."""

from dataclasses import replace
from pathlib import Path

from companion.facts import Fact
from tests.films.filming import Wanted, busy_film
from tests.films.naive import naive_shares
from tests.films.relations import broken
from tests.films.rows import FPS
from tests.films.untouched import told_of, untouched
from tests.proofs.progress import Part, Progress
from vision.frames import Veiled

FACTS, FAULTS, PICTURES = "facts", "faults", "pictures"


def show_again(part: Part, wanted: Wanted, examples: Path | None) -> None:
    """Show a film in every other way too."""
    found = broken(busy_film(wanted))
    part.tally.update(_sort(name) for name in found)
    part.note(wanted.seed, [_sort(name) for name, lines in found.items() if lines])
    keep_lines(
        examples, f"relations-{film_name(wanted)}", [f"{name}: {each}" for name in found for each in found[name]]
    )


def let_peer_watch(part: Part, wanted: Wanted, _: Path | None) -> None:
    """Let the naive peer watch half a film: on patterned cloth a picture takes it a quarter of a second."""
    for name, share in naive_shares(busy_film(replace(wanted, rounds=wanted.rounds // 2))).items():
        counts = {"there": share.there, "found": share.found, "invented": share.invented}
        part.tally.update({f"{name}: {what}": count for what, count in counts.items()})
    part.note(wanted.seed, [])


def leave_alone(part: Part, wanted: Wanted, _: Path | None, minutes: float = 60.0) -> None:
    """Watch a table that nobody touches; any fact is one too many, and so is any fault."""
    cards, told = told_of(untouched(wanted), 60 * minutes)
    facts = sum(isinstance(each, Fact) for each in told)
    part.tally.update({"cards": cards, FACTS: facts, FAULTS: len(told) - facts, PICTURES: round(60 * minutes * FPS)})
    part.note(wanted.seed, [str(each.veil if isinstance(each, Veiled) else replace(each, at_s=0.0)) for each in told])


def relation_table(progress: Progress) -> list[str]:
    """How often each relation was tried, and held."""
    lines = ["", f"{'':16} {'relation':20} {'tried':>8} {'held':>8}"]
    for level, part in progress.parts.items():
        for name, tried in sorted(part.tally.items()):
            broke = part.different[name].times if name in part.different else 0
            lines.append(f"{level:16} {name:20} {tried:8} {tried - broke:8}")
    return lines


def naive_table(progress: Progress) -> list[str]:
    """What the peer finds; a level of which it finds more than nine in ten is not hard."""
    lines = ["", f"{'':16} {'peer':14} {'changes':>8} {'found':>8} {'invented':>9}"]
    for level, part in progress.parts.items():
        for name in sorted({key.partition(":")[0] for key in part.tally}):
            there, found, invented = (part.tally[f"{name}: {each}"] for each in ("there", "found", "invented"))
            lines.append(f"{level:16} {name:14} {there:8} {found / max(1, there):8.1%} {invented:9}")
    return lines


def untouched_table(progress: Progress) -> list[str]:
    """Pictures and facts, level by level."""
    return ["", *(f"{level:16} {dict(part.tally)}" for level, part in progress.parts.items())]


def film_name(wanted: Wanted) -> str:
    """A name for what is kept of a film."""
    return f"{wanted.level}-{wanted.hung}{'-calm' * wanted.is_calm}-{wanted.seed}"


def keep_lines(folder: Path | None, name: str, lines: list[str]) -> None:
    """Write what went wrong with a film, if anything did."""
    if folder is not None and lines:
        folder.mkdir(parents=True, exist_ok=True)
        (folder / f"{name}.txt").write_text("\n".join([*lines, ""]), encoding="utf-8")


def _sort(name: str) -> str:
    return name.partition(" at ")[0]
