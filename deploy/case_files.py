"""A case in a folder: pictures, profile, the game so far, what was told and what was answered."""

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from shutil import rmtree
from typing import TypeVar

from companion.cards import Deck
from companion.cases import Answer, CaseNote, Table
from companion.facts import Absent, Corrected, Fact, Sighting, Turned, Way
from companion.games.vedrfolnir.decks import default_deck, read_deck
from companion.games.vedrfolnir.setup import Setup
from companion.games.vedrfolnir.sightings import read_sightings
from companion.lines import Unreadable
from companion.mirror import Lying, Mirror
from companion.places import Zone
from companion.profile import TableProfile
from companion.profile_file import named_zones, read_profile
from companion.profile_writing import profile_text
from companion.trouble import trouble
from companion.words import Message
from deploy.recording import sightings_text
from deploy.terminal import new_folder
from vision.recent import Damaged, Snapshot, packed, unpacked

Found = TypeVar("Found")

VERSION = 1
CASE, PICTURES, TABLE, CAMERA = "case.json", "pictures.zip", "table.toml", "table.camera.toml"
GAME, TOLD, ANSWER, DECK = "game.jsonl", "told.jsonl", "answer.jsonl", "deck.toml"
# An empty file of this name keeps a case from being cleared away.
KEPT = "keep"
MOST_CASES = 10
MOST_BYTES = 200_000_000
_WAYS = {Way.UPRIGHT: False, Way.TURNED: True, Way.UNSURE: None}


@dataclass(frozen=True, slots=True)
class CaseTable:
    """The table that is recorded: its game, profile and deck, the source's name, and its camera's settings."""

    setup: Setup
    profile: TableProfile
    deck_text: str | None
    source: str
    camera_text: str | None = None


@dataclass(frozen=True, slots=True)
class Case:
    """What a folder holds; `start` is the table at the first picture, None if it had not been looked at yet."""

    setup: Setup
    profile: TableProfile
    deck: Deck
    start: Mirror | None
    told: tuple[Fact, ...]
    answers: tuple[Answer, ...]
    said: Table
    snapshots: tuple[Snapshot, ...]


class BadCase(Exception):
    """A folder that is no case; `message` names the file, and what to do."""

    def __init__(self, message: Message) -> None:
        super().__init__(message.key)
        self.message = message


@dataclass(frozen=True, slots=True)
class Recording:
    """The last pictures, the table at the first of them, and what was told since."""

    snapshots: tuple[Snapshot, ...]
    start: Mirror | None
    told: tuple[Fact, ...]


def write_case(folder: Path, table: CaseTable, recording: Recording, note: CaseNote, made: str) -> None:
    """A new folder, whole or not at all."""
    deck = None if table.deck_text is None else DECK
    about = {
        "version": VERSION,
        "made": made,
        "source": table.source,
        "start": None if recording.start is None else _rows(recording.start.shown),
        "said": _rows(note.table),
    }
    with new_folder(folder) as part:
        (part / PICTURES).write_bytes(packed(recording.snapshots))
        (part / TABLE).write_text(profile_text(_numbered(table.profile, table.setup)), encoding="utf-8")
        (part / GAME).write_text("".join(f"{line}\n" for line in note.lines), encoding="utf-8")
        (part / TOLD).write_text(sightings_text(table.setup, recording.told, deck), encoding="utf-8")
        (part / ANSWER).write_text(sightings_text(table.setup, note.answers, deck), encoding="utf-8")
        for name, text in ((CAMERA, table.camera_text), (DECK, table.deck_text)):
            if text is not None:
                (part / name).write_text(text, encoding="utf-8")
        (part / CASE).write_text(json.dumps(about, ensure_ascii=False, indent=1), encoding="utf-8")


def clear_away(folder: Path) -> None:
    """The oldest cases go when there are too many, or they take too much room; those that are kept stay."""
    cases = sorted((each for each in folder.iterdir() if (each / CASE).is_file()), key=lambda each: each.name)
    loose = [each for each in cases if not (each / KEPT).exists()]
    while len(loose) > 1 and (len(loose) > MOST_CASES or sum(map(size_bytes, loose)) > MOST_BYTES):
        rmtree(loose.pop(0), ignore_errors=True)


def size_bytes(folder: Path) -> int:
    """What the files of a folder weigh."""
    return sum(each.stat().st_size for each in folder.iterdir() if each.is_file())


def read_case(folder: Path) -> Case:
    """The case in a folder."""
    about = _about(folder)
    told = _read(folder / TOLD, read_sightings)
    answers = [line.heard for line in _read(folder / ANSWER, read_sightings).lines]
    profile = _read(folder / TABLE, lambda path: named_zones(read_profile(path), told.setup.seats))
    deck = _read(folder / DECK, lambda path: Deck(read_deck(path).copies) if path.exists() else default_deck())
    return Case(
        told.setup,
        profile,
        deck,
        _mirror(about["start"], folder),
        tuple(line.heard for line in told.lines if isinstance(line.heard, Fact)),
        tuple(each for each in answers if isinstance(each, Corrected | Absent | Turned)),
        _table(about["said"] or {}, folder),
        _read(folder / PICTURES, lambda path: unpacked(path.read_bytes())),
    )


def _about(folder: Path) -> Mapping[str, object]:
    found = _read(folder / CASE, lambda path: json.loads(path.read_text(encoding="utf-8")))
    if not isinstance(found, dict) or found.get("version") != VERSION or not {"start", "said"} <= found.keys():
        raise BadCase(Message("case.damaged", {"file": str(folder / CASE)}))
    return found


def _read(file: Path, read: Callable[[Path], Found]) -> Found:
    """What a file of a case holds."""
    try:
        return read(file)
    except Unreadable as unreadable:
        if not file.exists():
            raise BadCase(Message("case.missing", {"file": str(file)})) from None
        raise BadCase(Message("case.unreadable", {"file": str(file), "said": unreadable.message})) from None
    except (FileNotFoundError, NotADirectoryError):
        raise BadCase(Message("case.missing", {"file": str(file)})) from None
    except OSError as error:
        raise BadCase(Message("case.unreadable", {"file": str(file), "said": trouble(error)})) from None
    except (Damaged, ValueError):
        raise BadCase(Message("case.damaged", {"file": str(file)})) from None


def _rows(table: Table) -> dict[str, list[dict[str, object]]]:
    return {zone: [{"card": name, "turned": _WAYS[way]} for name, way in cards] for zone, cards in table.items()}


def _table(rows: object, folder: Path) -> Table:
    """The cards of every zone, as they are written."""
    ways = {turned: way for way, turned in _WAYS.items()}
    try:
        cards = {Zone(zone): [(str(each["card"]), ways[each["turned"]]) for each in row] for zone, row in rows.items()}  # type: ignore[attr-defined]  # whatever it is instead is damaged
    except (AttributeError, KeyError, TypeError):
        raise BadCase(Message("case.damaged", {"file": str(folder / CASE)})) from None
    return cards


def _mirror(rows: object, folder: Path) -> Mirror | None:
    if rows is None:
        return None
    mirror, number = Mirror(), 0
    for zone, cards in _table(rows, folder).items():
        mirror.relay(zone, [Lying(name, way, number + at, name) for at, (name, way) in enumerate(cards, start=1)])
        number += len(cards)
    return mirror


def folded(start: Mirror | None, told: Iterable[Fact]) -> Mirror:
    """A table after what was told."""
    mirror = Mirror() if start is None else start.copy()
    for number, fact in enumerate(told, start=1):
        if isinstance(fact, Sighting):
            mirror.follow(fact, -number)
    return mirror


def _numbered(profile: TableProfile, setup: Setup) -> TableProfile:
    """The profile with its seats by number again."""
    numbers = {str(name): str(number) for number, name in enumerate(setup.seats, start=1)}
    return replace(profile, zones=tuple(replace(each, zone=_by_number(each.zone, numbers)) for each in profile.zones))


def _by_number(zone: Zone, numbers: Mapping[str, str]) -> Zone:
    place, colon, name = zone.partition(":")
    return Zone(f"{place}:{numbers[name]}") if colon else zone
