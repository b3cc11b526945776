"""Players who were called otherwise: every line by the names that count now."""

from collections.abc import Iterable, Mapping
from dataclasses import fields, is_dataclass, replace
from typing import TypeVar

from companion.games.vedrfolnir.zones import ASE

Heard = TypeVar("Heard")


def with_ases(names: Mapping[str, str]) -> dict[str, str]:
    """The same with the Ases that follow their players (VED-7.5)."""
    return dict(names) | {f"{ASE}{old}": f"{ASE}{new}" for old, new in names.items()}


def called_since(before: Mapping[str, str], now: Mapping[str, str], players: Iterable[str]) -> dict[str, str]:
    """How players of one moment are called at another; both know them by the names of the header."""
    anew = {header: name for name, header in now.items()}
    header = {each: before.get(each, each) for each in players}
    return with_ases({name: anew.get(old, old) for name, old in header.items()})


def renamed(heard: Heard, names: Mapping[str, str]) -> Heard:
    """What a line tells, with these seats called anew wherever they stand."""
    changed = any(old != new for old, new in names.items())
    return _renamed(heard, names) if changed else heard


def _renamed(value: Heard, names: Mapping[str, str]) -> Heard:
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        parts = {key: _renamed_part(key, part, names) for key, part in zip(value._fields, value, strict=True)}
        return value._replace(**parts)  # type: ignore[attr-defined, no-any-return]  # a named tuple
    if is_dataclass(value) and not isinstance(value, type):
        parts = {each.name: getattr(value, each.name) for each in fields(value)}
        return replace(value, **{key: _renamed_part(key, part, names) for key, part in parts.items()})
    return value


def _renamed_part(key: str, part: object, names: Mapping[str, str]) -> object:
    if isinstance(part, tuple):
        return tuple(_renamed(each, names) for each in part)
    if isinstance(part, Mapping) and key == "zones":
        return {renamed_place(zone, names): each for zone, each in part.items()}
    if isinstance(part, str) and key in _PLACES:
        return renamed_place(part, names)
    return _renamed(part, names)


_PLACES = frozenset({"zone", "source", "target", "seat", "to"})


def renamed_place(place: str, names: Mapping[str, str]) -> str:
    """A zone or a seat, called anew."""
    kind, colon, seat = place.partition(":")
    return f"{kind}:{names.get(seat, seat)}" if colon else names.get(place, place)
