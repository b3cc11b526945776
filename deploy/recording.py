"""Games written as records, with the deck they are played with beside them."""

from collections.abc import Iterable
from pathlib import Path

from companion.games.vedrfolnir.acts import Act
from companion.games.vedrfolnir.setup import Setup
from companion.games.vedrfolnir.writing import act_line, header_line
from deploy.terminal import write_file


def record_text(setup: Setup, acts: Iterable[Act], deck_name: str | None = None) -> str:
    """A whole record."""
    return "".join(f"{line}\n" for line in (header_line(setup, deck_name), *map(act_line, acts)))


def write_record(path: Path, setup: Setup, acts: Iterable[Act], deck_text: str | None) -> None:
    """Write a record, and the deck file that it names."""
    deck_name = None if deck_text is None else f"{path.stem}.deck.toml"
    if deck_name is not None and deck_text is not None:
        write_file(path.with_name(deck_name), deck_text)
    write_file(path, record_text(setup, acts, deck_name))
