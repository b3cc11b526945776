"""Makes films, has the real command look at them, judges, and keeps the results."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

from tests.painter.film import Order
from tests.painter.judge import Judge, Verdict
from tests.painter.reel import shoot

COMPANION = [str(Path(sys.executable).with_name("companion"))]
BARS = {
    "easy": {"found": 0.995, "asked": 0.005, "late": 0.002},
    "middle": {"found": 0.995, "asked": 0.005, "late": 0.002},
    "hard": {"found or asked": 0.995},
}
NEVER = ("invented", "wrong card", "wrong zone", "wrong order", "wrong direction", "no keep")


def commit_seed() -> int:
    """A seed that the present commit gives."""
    git = shutil.which("git") or "git"
    head = subprocess.run([git, "rev-parse", "HEAD"], capture_output=True, text=True, check=False).stdout.strip()
    return int(head[:7] or "0", 16) % 1_000_000


def faces_folder(faces: Path | None, work: Path) -> Path:
    """The faces given, or those of the command, written once."""
    folder = faces or work / "faces"
    if not (folder / "manifest.json").exists():
        folder.mkdir(parents=True, exist_ok=True)
        subprocess.run([*COMPANION, "deck", "faces", "--out", str(folder)], check=True, stdout=subprocess.DEVNULL)
    return folder


def make(order: Order, faces: Path | None, out: Path) -> dict[str, Any]:
    """One film."""
    return shoot(order, faces_folder(faces, out), out)


def watch(film: Path, story: dict[str, Any]) -> list[dict[str, Any]]:
    """What the real command tells of a film."""
    source = ["--source", f"images:{film / 'pictures'}", "--table", str(film / "table.toml")]
    call = [*COMPANION, "watch", *source, *story["arguments"], "--json"]
    done = subprocess.run(call, capture_output=True, text=True, check=False)
    (film / "stderr.txt").write_text(done.stderr, "utf-8")
    if done.returncode:
        raise RuntimeError(call, done.returncode, done.stderr[-2000:])
    (film / "told.jsonl").write_text(done.stdout, "utf-8")
    return [json.loads(line) for line in done.stdout.splitlines()]


def judge_film(order: Order, faces: Path, film: Path) -> Verdict:
    """Make one film, have it watched, and judge."""
    story = shoot(order, faces, film)
    return Judge(story, watch(film, story)).judge()


def run(orders: list[Order], faces: Path | None, work: Path, keep: Path) -> int:
    """All films that are not judged yet; prints the sum, returns 1 if a bar is missed."""
    done = _kept(keep)
    folder = faces_folder(faces, work)
    for order in orders:
        if _name(order) not in done:
            film = work / _name(order)
            shutil.rmtree(film, ignore_errors=True)
            verdict = judge_film(order, folder, film)
            done[_name(order)] = _keep(keep, order, verdict)
            _clean(film, verdict)
            print(_name(order), dict(verdict.counts), flush=True)
    total = sum((Counter(done[_name(o)]["counts"]) for o in orders), Counter())
    print(json.dumps({"level": orders[0].level, "size": orders[0].size, "films": len(orders), **total}))
    return 0 if passes(orders[0].level, total) else 1


def _name(order: Order) -> str:
    return f"{order.level}-{order.size}-{order.seed}-{order.changes}"


def _kept(keep: Path) -> dict[str, dict[str, Any]]:
    lines = keep.read_text("utf-8").splitlines() if keep.exists() else []
    return {row["film"]: row for row in map(json.loads, lines)}


def _keep(keep: Path, order: Order, verdict: Verdict) -> dict[str, Any]:
    row = {"film": _name(order), "counts": dict(verdict.counts), "faults": verdict.faults}
    keep.parent.mkdir(parents=True, exist_ok=True)
    with keep.open("a", encoding="utf-8") as file:
        file.write(json.dumps(row) + "\n")
    return row


def _clean(film: Path, verdict: Verdict) -> None:
    """Pictures of a film without faults are not needed any more."""
    if not verdict.faults:
        shutil.rmtree(film / "pictures", ignore_errors=True)


def passes(level: str, total: Counter[str]) -> bool:
    """Whether the sums keep the bars of their level."""
    n = max(total["facts"], 1)
    if any(total[sort] for sort in NEVER):
        return False
    if level == "hard":
        return (total["found"] + total["asked"]) / n >= BARS["hard"]["found or asked"]
    asked = (total["asked"] + total["asked of nothing"]) / n
    late = total["late"] / max(total["timed"], 1)
    bar = BARS[level]
    return total["found"] / n >= bar["found"] and asked <= bar["asked"] and late <= bar["late"]
