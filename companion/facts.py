"""What was seen on the table, one change a fact, and what people said by touching the screen."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from enum import Enum, auto
from types import MappingProxyType

from companion.lines import Row
from companion.places import Seat, Zone

BACK = "back"
UNKNOWN = "unknown"
OF_TOUCH = "touch"


class Way(Enum):
    """Which way a card lies, as its zone sees it."""

    UPRIGHT = auto()
    TURNED = auto()
    UNSURE = auto()


@dataclass(frozen=True, slots=True)
class Placed:
    """A card came to lie in a zone; no index: at its end; no way: it was not told."""

    at_s: float
    card: str
    zone: Zone
    index: int | None = None
    way: Way | None = None


@dataclass(frozen=True, slots=True)
class Removed:
    """A card left a zone, and nobody has seen yet where to; no index: the newest of that name."""

    at_s: float
    card: str
    zone: Zone
    index: int | None = None


@dataclass(frozen=True, slots=True)
class Unnamed(Removed):
    """A card that lay there without a name has one now: the next fact is its `Reread`."""


@dataclass(frozen=True, slots=True)
class Unfound(Removed):
    """A card that lay there when the eye began to look again, as it was told, and was not found."""


@dataclass(frozen=True, slots=True)
class Reread(Placed):
    """The card that turned out to lie there; as lines the two are a card removed and one placed.

    Alone it is a card that shows exactly where another one was read before.
    """


@dataclass(frozen=True, slots=True)
class Found(Reread):
    """A card that showed when the eye began to look again, though it had not been told there."""


@dataclass(frozen=True, slots=True)
class Moved:
    """A card went from one zone to another; no way: it lies as before."""

    at_s: float
    card: str
    source: Zone
    target: Zone
    index: int | None = None
    way: Way | None = None
    from_index: int | None = None


@dataclass(frozen=True, slots=True)
class Turned:
    """A card was turned where it lies; no index: the newest of that name."""

    at_s: float
    card: str
    zone: Zone
    way: Way
    index: int | None = None


@dataclass(frozen=True, slots=True)
class Reordered:
    """The cards of a zone lie in another order."""

    at_s: float
    zone: Zone
    cards: tuple[str, ...]


class Say(Enum):
    """What a touch says that needs no more words."""

    END_TURN = "end-turn"
    END_GAME = "end-game"
    REDO = "redo"


@dataclass(frozen=True, slots=True)
class Said:
    """A touch: the turn or the game ends, what was taken back counts again."""

    at_s: float
    say: Say


@dataclass(frozen=True, slots=True)
class Undone:
    """The last line in force is taken back; of a touch: the last touch or act by hand, whatever was seen since."""

    at_s: float
    is_of_touch: bool = False


@dataclass(frozen=True, slots=True)
class Kept:
    """The table is right as it lies; `is_lying`: these cards lay there when the camera began to look."""

    at_s: float
    is_lying: bool = False


@dataclass(frozen=True, slots=True)
class TookHand:
    """A seat says that it takes the hand."""

    at_s: float
    seat: Seat


@dataclass(frozen=True, slots=True)
class Corrected:
    """A player says which card lies there; piles have no index, there it is the card that came last."""

    at_s: float
    card: str
    zone: Zone
    index: int | None


@dataclass(frozen=True, slots=True)
class Absent:
    """A player says that no card lies there: it was never seen."""

    at_s: float
    zone: Zone
    index: int | None


Sighting = Placed | Removed | Moved | Turned | Reordered
Touch = Said | Undone | Kept | TookHand | Corrected | Absent
Fact = Sighting | Touch

_TIME = frozenset({"at"})
_SAW = _TIME | {"saw"}
_SAY = _TIME | {"say"}
_PLACE = frozenset({"index", "turned"})


@dataclass(frozen=True, slots=True)
class FactReader:
    """Reads the facts of one table, whose zones and seats it knows."""

    zones: frozenset[str]
    seats: frozenset[str]
    piles: frozenset[str] = frozenset()

    def fact(self, row: Row) -> Fact:
        """The fact that a line tells."""
        if "saw" in row:
            return self._one_of(row, "saw", _SIGHTINGS)
        if "say" in row:
            return self._one_of(row, "say", _TOUCHES)
        row.fail("missing-key", "saw")

    def _one_of(self, row: Row, key: str, kinds: Mapping[str, "Callable[[FactReader, Row], Fact]"]) -> Fact:
        read = kinds.get(row.text(key))
        if read is None:
            row.fail("unknown-value", key, row.values[key])
        return read(self, row)

    def placed(self, row: Row) -> Placed:
        """A card came to lie."""
        row.require(_SAW | {"card", "zone"}, _PLACE)
        zone = self._zone(row, "zone")
        return Placed(row.seconds("at"), row.text("card"), zone, row.place("index"), _told_way(row))

    def removed(self, row: Row) -> Removed:
        """A card left."""
        row.require(_SAW | {"card", "zone"}, frozenset({"index"}))
        return Removed(row.seconds("at"), row.text("card"), self._zone(row, "zone"), row.place("index"))

    def moved(self, row: Row) -> Moved:
        """A card went from one zone to another."""
        row.require(_SAW | {"card", "from", "to"}, _PLACE | {"from_index"})
        source, target = self._zone(row, "from"), self._zone(row, "to")
        at_s, index, from_index = row.seconds("at"), row.place("index"), row.place("from_index")
        return Moved(at_s, row.text("card"), source, target, index, _told_way(row), from_index)

    def turned(self, row: Row) -> Turned:
        """A card was turned."""
        row.require(_SAW | {"card", "zone", "turned"}, frozenset({"index"}))
        at_s, zone = row.seconds("at"), self._zone(row, "zone")
        return Turned(at_s, row.text("card"), zone, _way(row), row.place("index"))

    def reordered(self, row: Row) -> Reordered:
        """Cards lie in another order."""
        row.require(_SAW | {"zone", "cards"}, frozenset())
        return Reordered(row.seconds("at"), self._zone(row, "zone"), tuple(row.texts("cards")))

    def said(self, row: Row) -> Said:
        """A touch without more words."""
        row.require(_SAY, frozenset())
        return Said(row.seconds("at"), row.one_of("say", Say))

    def undone(self, row: Row) -> Undone:
        """A line is taken back."""
        row.require(_SAY, frozenset({"of"}))
        if "of" in row and row.text("of") != OF_TOUCH:
            row.fail("unknown-value", "of", row.values["of"])
        return Undone(row.seconds("at"), "of" in row)

    def kept(self, row: Row) -> Kept:
        """The table is kept as it lies."""
        row.require(_SAY, frozenset({"lying"}))
        if "lying" in row and row.values["lying"] is not True:
            row.fail("unknown-value", "lying", row.values["lying"])
        return Kept(row.seconds("at"), "lying" in row)

    def took_hand(self, row: Row) -> TookHand:
        """A seat takes the hand."""
        row.require(_SAY | {"seat"}, frozenset())
        seat = row.text("seat")
        if seat not in self.seats:
            row.fail("unknown-seat", "seat", seat)
        return TookHand(row.seconds("at"), Seat(seat))

    def corrected(self, row: Row) -> Corrected:
        """A player names a card."""
        row.require(_SAY | {"card", "zone"}, frozenset({"index"}))
        zone = self._zone(row, "zone")
        return Corrected(row.seconds("at"), row.text("card"), zone, self._spot(row, zone))

    def absent(self, row: Row) -> Absent:
        """A player says that nothing lies there."""
        row.require(_SAY | {"zone"}, frozenset({"index"}))
        zone = self._zone(row, "zone")
        return Absent(row.seconds("at"), zone, self._spot(row, zone))

    def _spot(self, row: Row, zone: Zone) -> int | None:
        """Where in a zone: in a pile it is always the card that came last."""
        index = row.place("index")
        if zone in self.piles:
            return None
        if index is None:
            row.fail("missing-key", "index")
        return index

    def _zone(self, row: Row, key: str) -> Zone:
        zone = row.text(key)
        if zone not in self.zones:
            row.fail("unknown-zone", key, zone)
        return Zone(zone)


def _told_way(row: Row) -> Way | None:
    return _way(row) if "turned" in row else None


def _way(row: Row) -> Way:
    match row.values.get("turned"):
        case None:
            return Way.UNSURE
        case bool(is_turned):
            return Way.TURNED if is_turned else Way.UPRIGHT
        case other:
            row.fail("unknown-value", "turned", other)


_SIGHTINGS: Mapping[str, Callable[[FactReader, Row], Fact]] = MappingProxyType(
    {
        "placed": FactReader.placed,
        "removed": FactReader.removed,
        "moved": FactReader.moved,
        "turned": FactReader.turned,
        "reordered": FactReader.reordered,
    }
)
_TOUCHES: Mapping[str, Callable[[FactReader, Row], Fact]] = MappingProxyType(
    {
        **{say.value: FactReader.said for say in Say},
        "undo": FactReader.undone,
        "keep": FactReader.kept,
        "absent": FactReader.absent,
        "turn": FactReader.took_hand,
        "correct": FactReader.corrected,
    }
)


def fact_fields(fact: Fact) -> dict[str, object]:
    """A fact as the keys and values of its line."""
    return {"at": fact.at_s} | dict(_fields(fact))


def _fields(fact: Fact) -> Iterator[tuple[str, object]]:
    match fact:
        case Placed(_, card, zone, index, way):
            yield from (("saw", "placed"), ("card", card), ("zone", zone), *_place(index, way))
        case Removed(_, card, zone, index):
            yield from (("saw", "removed"), ("card", card), ("zone", zone), *_place(index, None))
        case Moved(_, card, source, target, index, way, from_index):
            yield from (("saw", "moved"), ("card", card), ("from", source), ("to", target), *_place(index, way))
            if from_index is not None:
                yield "from_index", from_index
        case Turned(_, card, zone, way, index):
            yield from (("saw", "turned"), ("card", card), ("zone", zone), *_place(index, way))
        case Reordered(_, zone, cards):
            yield from (("saw", "reordered"), ("zone", zone), ("cards", list(cards)))
        case _:
            yield from _touch_fields(fact)


def _touch_fields(touch: Touch) -> Iterator[tuple[str, object]]:
    match touch:
        case Said(_, say):
            yield "say", say.value
        case Undone(_, is_of_touch):
            yield from (("say", "undo"), *((("of", OF_TOUCH),) if is_of_touch else ()))
        case Kept(_, is_lying):
            yield from (("say", "keep"), *((("lying", True),) if is_lying else ()))
        case TookHand(_, seat):
            yield from (("say", "turn"), ("seat", seat))
        case Corrected(_, card, zone, index):
            yield from (("say", "correct"), ("card", card), ("zone", zone), *_place(index, None))
        case Absent(_, zone, index):
            yield from (("say", "absent"), ("zone", zone), *_place(index, None))


def _place(index: int | None, way: Way | None) -> Iterator[tuple[str, object]]:
    if index is not None:
        yield "index", index
    if way is not None:
        yield "turned", {Way.UPRIGHT: False, Way.TURNED: True, Way.UNSURE: None}[way]
