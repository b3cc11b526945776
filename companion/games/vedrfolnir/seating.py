"""A game set up anew while it is played: sets, rulings, who begins, where and how people are called."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import Enum

from companion.games.vedrfolnir.catalogue import Set
from companion.games.vedrfolnir.record import read_rulings, read_sets, require_name
from companion.games.vedrfolnir.rulings import decided_anew
from companion.games.vedrfolnir.setup import Mode, Setup, deck_in_play
from companion.lines import Row
from companion.places import Seat

_SAY = frozenset({"at", "say"})
_KEYS = frozenset({"sets", "rulings", "first", "seats", "names"})
_SOLO_KEYS = frozenset({"sets", "rulings"})


@dataclass(frozen=True, slots=True)
class Changes:
    """What the header should have said; seats by the names they had before this line."""

    sets: tuple[Set, ...] | None = None
    rulings: Mapping[str, Enum] = field(default_factory=dict)
    first: Seat | None = None
    seats: tuple[Seat, ...] | None = None
    names: Mapping[Seat, Seat] = field(default_factory=dict)


def read_changes(row: Row, setup: Setup) -> Changes:
    """What a line sets up anew in this game."""
    row.require(_SAY, _KEYS)
    if row.values.keys().isdisjoint(_KEYS):
        row.fail("missing-key", "sets")
    if setup.mode is Mode.SOLO:
        row.require(_SAY, _SOLO_KEYS)
    return Changes(
        read_sets(row) if "sets" in row else None,
        read_rulings(row) if "rulings" in row else {},
        _player(row, "first", row.text("first"), setup) if "first" in row else None,
        _order(row, setup) if "seats" in row else None,
        _new_names(row, setup) if "names" in row else {},
    )


def _player(row: Row, key: str, name: str, setup: Setup) -> Seat:
    if name not in setup.players:
        row.fail("unknown-seat", key, name)
    return Seat(name)


def _order(row: Row, setup: Setup) -> tuple[Seat, ...]:
    names = tuple(_player(row, "seats", each, setup) for each in row.texts("seats"))
    if len(names) != len(setup.players) or set(names) != set(setup.players):
        row.fail("unknown-value", "seats", row.values["seats"])
    return names


def _new_names(row: Row, setup: Setup) -> Mapping[Seat, Seat]:
    asked = row.row("names")
    names = {_player(row, "names", old, setup): Seat(asked.text(old)) for old in asked.values}
    for each in names.values():
        require_name(row, each, "names")
    called = [names.get(each, each) for each in setup.players]
    repeated = next((each for each in called if called.count(each) > 1), None)
    if repeated is not None:
        row.fail("repeated-seat", "names", repeated)
    return names


def seated(setup: Setup, changes: Iterable[Changes]) -> Setup:
    """The set-up as if the header had said all this."""
    for each in changes:
        setup = _changed(setup, each)
    return setup


def _changed(setup: Setup, changes: Changes) -> Setup:
    sets = setup.sets if changes.sets is None else changes.sets
    players = setup.players if changes.seats is None else changes.seats
    first = changes.first or (setup.first if setup.is_first_said or not players else players[0])
    called: dict[str, str] = {new: setup.called.get(old, old) for old, new in changes.names.items()}
    kept = {name: old for name, old in setup.called.items() if name not in changes.names}
    return replace(
        setup,
        sets=sets,
        players=tuple(changes.names.get(each, each) for each in players),
        first=None if first is None else changes.names.get(first, first),
        rulings=decided_anew(setup.rulings, changes.rulings),
        deck=deck_in_play(setup.whole_deck, setup.mode, sets),
        whole=setup.whole_deck,
        is_first_said=setup.is_first_said or changes.first is not None,
        called=kept | called,
    )


def change_fields(changes: Changes) -> Iterator[tuple[str, object]]:
    """What is set up anew as the keys and values of its line."""
    if changes.sets is not None:
        yield "sets", [each.value for each in changes.sets]
    if changes.rulings:
        yield "rulings", {rule: value.value for rule, value in changes.rulings.items()}
    if changes.first is not None:
        yield "first", changes.first
    if changes.seats is not None:
        yield "seats", list(changes.seats)
    if changes.names:
        yield "names", dict(changes.names)
