"""Lines that were rescued behind a gap of a damaged journal: listed and exported, never counted, never judged."""

import json
from collections.abc import Iterator, Sequence
from pathlib import Path

from companion.journal_seals import SealedLine
from deploy.terminal import Terminal, write_file

ENDING = ".behind.jsonl"


def rescued_of(terminal: Terminal, lines: Sequence[SealedLine]) -> Iterator[str]:
    """What is said of them below their game."""
    if lines:
        yield f"{'':>4}  {terminal.say('games.behind', {'lines': len(lines)})}"


def headless(terminal: Terminal, game: int, lines: Sequence[SealedLine]) -> Iterator[str]:
    """The same of a game whose beginning is lost."""
    yield f"{game:>4}  {terminal.say('games.headless', {'lines': len(lines)})}"


def export_behind(terminal: Terminal, game: int, lines: Sequence[SealedLine], out: str | None) -> None:
    """Write them beside the game's own file, each with the number that it has in its game."""
    if out is None:
        terminal.warn(terminal.say("games.behind-needs-file", {"id": game, "lines": len(lines)}))
        return
    file = Path(out).with_suffix(ENDING)
    write_file(file, "".join(f"{_line(each)}\n" for each in lines))
    terminal.warn(terminal.say("games.behind-exported", {"id": game, "lines": len(lines), "file": str(file)}))


def _line(line: SealedLine) -> str:
    return json.dumps({"n": line.n, "line": line.text}, ensure_ascii=False)
