"""What the cards of this game look like, one row a kind."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from companion.cards import Deck, Print
from companion.games.vedrfolnir.catalogue import CATALOGUE, Kind
from companion.games.vedrfolnir.effects import SetObjective
from companion.looks import Frame, Look, Side
from companion.words import Language, Message, Words

PACKAGE = "companion.games.vedrfolnir"


class _Row(NamedTuple):
    frame: Frame
    emblem: str
    field: str
    accent: str


_ROWS: Mapping[str, _Row] = MappingProxyType(
    {
        Kind.THOR: _Row(Frame.SCORE, "hammer", "#1d4e89", "#4a9be0"),
        Kind.ODIN: _Row(Frame.SCORE, "spear-eye", "#dfa11f", "#dfa11f"),
        Kind.SLEIPNIR: _Row(Frame.EFFECT, "horse", "#4b6b78", "#c9dbe2"),
        Kind.RATATOSK: _Row(Frame.OBJECTIVE, "squirrel", "#b4581a", "#f6c48a"),
        Kind.NIDHOGG: _Row(Frame.OBJECTIVE, "dragon", "#1f5a3a", "#a9d08e"),
        Kind.LOKI: _Row(Frame.EFFECT, "mask", "#5f8a14", "#f0a830"),
        Kind.NORNES: _Row(Frame.JOKER, "threads", "#4d3590", "#d9a02b"),
        Kind.FREYJA: _Row(Frame.SCORE, "falcon-heart", "#b8477a", "#e76f9b"),
        Kind.HUGIN: _Row(Frame.EFFECT, "raven", "#1e2530", "#7fb0d8"),
        Kind.MUNIN: _Row(Frame.EFFECT, "raven-left", "#74808e", "#2a323d"),
        Kind.SKOLL_HATI: _Row(Frame.EFFECT, "wolves", "#2b3566", "#f2b134"),
        Kind.EIKTHYRNIR: _Row(Frame.OBJECTIVE, "stag", "#3f7d6b", "#cfe8c9"),
        Kind.SURTR: _Row(Frame.SCORE, "fire-sword", "#a3201a", "#f08a1c"),
        Kind.FENRIR: _Row(Frame.EFFECT, "chained-wolf", "#5a4a42", "#d8b48a"),
        Kind.MOIN: _Row(Frame.OBJECTIVE, "serpent", "#0f6f86", "#9fdbe6"),
        Kind.HELL: _Row(Frame.EFFECT, "half-face", "#2c2230", "#9fc7b0"),
        Kind.HEIMDALL: _Row(Frame.JOKER, "horn", "#8a2f86", "#e9a820"),
        Kind.ODIN_VALHALLA: _Row(Frame.PLACE, "hall", "#a8760f", "#f6e0a6"),
        Kind.THOR_HEILHEIM: _Row(Frame.PLACE, "gate", "#2f5c8f", "#d3e6f7"),
        Kind.BRYNHILDR: _Row(Frame.PLACE, "valkyrie", "#7a1f3d", "#f0d9a8"),
    }
)
_SIDES: Mapping[str, tuple[Kind, ...]] = MappingProxyType({Kind.TYR: (Kind.ODIN, Kind.THOR)})


def looks(deck: Deck) -> dict[str, Look]:
    """The look of every print of a deck, by its name."""
    return {each.name: _look(each) for each, copies in deck.copies.items() if copies}


def kind_sides(kind: str) -> tuple[Side, ...]:
    """The side of a kind's face, or both where it is read either way up."""
    return tuple(_side(each) for each in _SIDES.get(kind, (Kind(kind),)))


def _look(each: Print) -> Look:
    row = CATALOGUE[each.kind]
    number = row.effect.stars if isinstance(row.effect, SetObjective) else None
    sides = kind_sides(each.kind)
    frame = _ROWS[_SIDES.get(each.kind, (each.kind,))[0]].frame
    names, lines = _said(f"kind.{each.kind}"), _said(f"face.{each.kind}")
    return Look(frame, sides, names, lines, row.set, each.runes, each.stars, number)


def _side(kind: str) -> Side:
    row, score = _ROWS[kind], CATALOGUE[kind].score
    rune = None if score is None or score.rune is None else str(score.rune)
    return Side(row.emblem, row.field, row.accent, rune, _said(f"kind.{kind}")[0])


def _said(key: str) -> tuple[str, str]:
    french, english = (Words(each, (PACKAGE,)) for each in (Language.FRENCH, Language.ENGLISH))
    return french.say(Message(key)), english.say(Message(key))
