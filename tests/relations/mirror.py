"""What lies on the table as the lines alone tell it: zones as lists, and the cards in the air."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from .evening import Line, Row, is_pile, is_place_card, is_sighting, is_touch, kind_of, print_of

DRAWING = ("sleipnir", "hugin", "munin", "unknown")


@dataclass(eq=False)
class Card:
    """One card on the table; `name` is the best that is known of it."""

    name: str
    turned: bool | None = False
    left: str = ""


@dataclass
class Mirror:
    """The table; `sure` is false once the lines alone no longer tell what lies where."""

    zones: dict[str, list[Card]] = field(default_factory=dict)
    air: list[Card] = field(default_factory=list)
    landed: list[Card] = field(default_factory=list)
    stale: set[str] = field(default_factory=set)
    newest: dict[str, str] = field(default_factory=dict)
    sure: bool = True

    def zone(self, name: str) -> list[Card]:
        """The cards of a zone, oldest first."""
        return self.zones.setdefault(name, [])

    def lying(self) -> list[tuple[str, int, Card]]:
        """Every card with its zone and index."""
        return [(zone, index, card) for zone, cards in self.zones.items() for index, card in enumerate(cards)]

    def find(self, name: str, zone: str, index: int | None) -> int | None:
        """Where the named card lies in its zone."""
        cards = self.zone(zone)
        if index is not None and 0 <= index < len(cards) and not is_pile(zone):
            return index if alike(cards[index].name, name) else None
        found = [i for i, card in enumerate(cards) if card.name == name] or [
            i for i, card in enumerate(cards) if alike(card.name, name)
        ]
        return found[-1] if found else None

    def take(self, name: str, zone: str, index: int | None) -> Card | None:
        """A card leaves its zone; None and no longer sure if it is not there."""
        found = self.find(name, zone, index)
        if found is None:
            self.sure = False
            return None
        card = self.zone(zone).pop(found)
        card.name = name if "#" in name else card.name
        card.left = zone
        return card

    def from_air(self, name: str) -> Card | None:
        """The card in the air that this name means: the one that left first."""
        found = next((c for c in self.air if c.name == name), None)
        found = found or next((c for c in self.air if alike(c.name, name)), None)
        found = found or next((c for c in self.air if c.name == "back" and c.left.startswith("pile:")), None)
        if found:
            self.air.remove(found)
            found.name = name if "#" in name or found.name == "back" else found.name
        return found

    def play_goes_on(self, zone: str) -> None:
        """A card comes from the hand: if its recipient owes no draw, what is in the air has landed somewhere (rules 7
        and 9).
        """
        seat = zone.partition(":")[2] or zone
        if self.newest.get(seat) not in DRAWING and (not is_pile(zone) or zone.startswith("pile:")):
            self.landed += self.air
            self.stale = set(self.zones) if self.air else self.stale
            self.air = []

    def lay(self, card: Card, zone: str, index: int | None) -> None:
        """A card comes to a zone, at its end if there is no index."""
        cards = self.zone(zone)
        self.stale.discard(zone)
        if not is_pile(zone):
            self.newest[zone.partition(":")[2] or zone] = kind_of(card.name)
        cards.insert(len(cards) if index is None or is_pile(zone) else index, card)

    def follow(self, row: Row) -> None:
        """One more line."""
        line = row.data
        if is_sighting(row):
            if line.get("card") is None or not is_place_card(line["card"]):
                getattr(self, "_" + line["saw"])(line)
        elif "act" in line or line.get("say") == "absent":
            self.sure = False
        elif line.get("say") == "correct":
            self._correct(line)

    def _placed(self, line: Line) -> None:
        card = self.from_air(line["card"])
        if card is None:
            card = Card(line["card"])
            self.play_goes_on(line["zone"])
        card.turned = line.get("turned", False)
        self.lay(card, line["zone"], line.get("index"))

    def _removed(self, line: Line) -> None:
        card = self.take(line["card"], line["zone"], line.get("index"))
        if card:
            self.air.append(card)

    def _moved(self, line: Line) -> None:
        card = self.take(line["card"], line["from"], line.get("from_index")) or Card(line["card"])
        card.turned = line.get("turned", card.turned)
        self.lay(card, line["to"], line.get("index"))

    def _turned(self, line: Line) -> None:
        found = self.find(line["card"], line["zone"], line.get("index"))
        if found is None:
            self.sure = False
        else:
            self.zone(line["zone"])[found].turned = line["turned"]

    def _reordered(self, line: Line) -> None:
        left, new = list(self.zone(line["zone"])), []
        for name in line["cards"]:
            card = next((c for c in left if c.name == name), None) or next(
                (c for c in left if alike(c.name, name)), None
            )
            if card is None:
                self.sure = False
                return
            left.remove(card)
            new.append(card)
        self.sure = self.sure and not left
        self.zones[line["zone"]] = new + left

    def _correct(self, line: Line) -> None:
        cards = self.zone(line["zone"])
        index = len(cards) - 1 if is_pile(line["zone"]) else line.get("index", -1)
        if 0 <= index < len(cards):
            cards[index].name = line["card"]


def alike(one: str, other: str) -> bool:
    """Whether two names may mean the same card."""
    if "#" in one and "#" in other:
        return one == other
    return print_of(one) == print_of(other)


def in_force(rows: Sequence[Row]) -> list[Row]:
    """The rows that count: what undo took back and no redo gave again is left out."""
    counts: dict[int, bool] = {}
    chances: list[tuple[int, bool]] = []
    for number, row in enumerate(rows):
        say = row.data.get("say")
        if say == "undo":
            _undo(rows, counts, chances, touch=row.data.get("of") == "touch")
        elif say == "redo":
            if chances:
                counts[chances.pop()[0]] = True
        else:
            counts[number] = True
            chances[:] = [] if is_touch(row) else [chance for chance in chances if not chance[1]]
    return [rows[number] for number, counted in sorted(counts.items()) if counted]


def _undo(rows: Sequence[Row], counts: dict[int, bool], chances: list[tuple[int, bool]], *, touch: bool) -> None:
    """The last line, or touch, in force is taken back."""
    for number in sorted(counts, reverse=True):
        if counts[number] and (not touch or is_touch(rows[number])):
            counts[number] = False
            chances.append((number, not touch))
            return


def mirror_of(rows: Iterable[Row]) -> Mirror:
    """The table after these rows."""
    mirror = Mirror()
    for row in in_force(list(rows)):
        mirror.follow(row)
    return mirror
