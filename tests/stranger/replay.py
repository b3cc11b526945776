"""`python -m tests.stranger.replay RECORD`: what this engine makes of a lawful game record (for hand-made examples)."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from .deck import Card, deck_prints
from .game import Game
from .table import Setup, Table

CHOICES = ("side", "end", "joker", "stake")


class Script:
    """An oracle that reads the acts of a record."""

    def __init__(self) -> None:
        self.entry: dict[str, Any] = {}
        self.draws: list[dict[str, Any]] = []

    def start(self, act: dict[str, Any]) -> None:
        """The next act."""
        self.entry, self.draws = self._copy(act), list(act.get("draws", []))

    @staticmethod
    def _copy(entry: dict[str, Any]) -> dict[str, Any]:
        return {**entry, "refuse": list(entry.get("refuse", [])), "each": list(entry.get("each", []))}

    def pick(self, table: Table, _how: str, _recipient: str) -> Card:
        """The next card of `draws`."""
        self.entry = self._copy(self.draws.pop(0))
        return take(table, self.entry["card"])

    def choice(self, _table: Table, _card: Card, _chooser: str | None) -> dict[str, Any]:
        """The choice that the entry names."""
        source = self.entry["each"].pop(0) if self.entry["each"] else self.entry
        return {key: source[key] for key in CHOICES if key in source}

    def refusal(self, _table: Table, _card: Card, _recipient: str, _kinds: list[str]) -> dict[str, Any] | None:
        """The next refusal of the entry."""
        return self.entry["refuse"].pop(0) if self.entry["refuse"] else None


def take(table: Table, name: str) -> Card:
    """An unseen card of this name."""
    card = next(card for card in table.unseen if name in (card.print, card.numbered))
    table.unseen.remove(card)
    return card


def replayed(lines: list[dict[str, Any]]) -> dict[str, Any]:
    """The object that `replay --json` must print (no `keep`, built-in deck)."""
    head, script = lines[0], Script()
    setup = Setup(
        head["mode"],
        head["sets"],
        head.get("seats", []),
        head.get("first"),
        head.get("rulings", {}),
        deck_prints(head["mode"], head["sets"]),
    )
    game = Game(setup, script)
    for act in lines[1:]:
        script.start(act)
        if act["act"] == "give":
            game.give(take(game.table, act["card"]), act.get("to", "tribute"))
        elif act["act"] == "reveal":
            game.reveal(take(game.table, act["card"]))
        else:
            getattr(game, act["act"])()
    return game.table.show()


def main() -> None:
    """The command line."""
    text = Path(sys.argv[1]).read_text(encoding="utf-8")
    print(json.dumps(replayed([json.loads(line) for line in text.splitlines() if line.strip()]), ensure_ascii=False))


if __name__ == "__main__":
    main()
