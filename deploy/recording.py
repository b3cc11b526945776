"""Games written as records and as sightings, with the deck they are played with beside them."""

from collections.abc import Iterable
from pathlib import Path

from companion.games.vedrfolnir.acts import Act
from companion.games.vedrfolnir.setup import Setup
from companion.games.vedrfolnir.sightings import Heard
from companion.games.vedrfolnir.writing import act_line, header_line, heard_line
from deploy.terminal import keep_file


def record_text(setup: Setup, acts: Iterable[Act], deck_name: str | None = None) -> str:
    """A whole record."""
    return "".join(f"{line}\n" for line in (header_line(setup, deck_name), *map(act_line, acts)))


def sightings_text(setup: Setup, heard: Iterable[Heard], deck_name: str | None = None) -> str:
    """A whole sightings file."""
    return "".join(f"{line}\n" for line in (header_line(setup, deck_name), *map(heard_line, heard)))


def deck_name(path: Path, deck_text: str | None) -> str | None:
    """The name of the deck file beside a game's file, if it has one."""
    return None if deck_text is None else f"{path.stem}.deck.toml"


def write_record(path: Path, setup: Setup, acts: Iterable[Act], deck_text: str | None) -> None:
    """Write a record, and the deck file that it names."""
    write_with_deck(path, record_text(setup, acts, deck_name(path, deck_text)), deck_text)


def write_with_deck(path: Path, text: str, deck_text: str | None) -> None:
    """Write a game's file, and the deck file that it names."""
    name = deck_name(path, deck_text)
    if name is not None and deck_text is not None:
        keep_file(path.with_name(name), deck_text)
    keep_file(path, text)
