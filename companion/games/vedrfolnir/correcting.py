"""Corrections: a player says which card lies there, and every line that misread it is read anew."""

from dataclasses import dataclass, field, replace

from companion.facts import Corrected, Moved, Placed, Removed, Reordered, Turned
from companion.games.vedrfolnir.referee import Referee
from companion.games.vedrfolnir.setup import Setup
from companion.games.vedrfolnir.sightings import Acted, SeenLine
from companion.mirror import Mirror
from companion.places import Zone


@dataclass
class _Trace:
    """A card as the camera named it, as a player named it since, and the lines that spoke of it."""

    read_as: str
    name: str
    lines: list[int] = field(default_factory=list)

    def is_called(self, name: str) -> bool:
        """Whether a line with this name means the card: a camera may go on misreading it."""
        return name in (self.read_as, self.name)


class _Traces:
    """Which lines spoke of which card, followed from zone to zone."""

    def __init__(self) -> None:
        self._zones: dict[Zone, list[_Trace]] = {}
        self._aloft: list[_Trace] = []

    def at(self, zone: Zone, index: int) -> _Trace | None:
        """The card that lies there."""
        cards = self._zones.get(zone, [])
        return cards[index] if index < len(cards) else None

    def follow(self, position: int, line: SeenLine) -> _Trace | None:
        """One more line about the cards; the card it is about."""
        match line.heard:
            case Placed(_, card, zone, index, _):
                placed = self._taken(card, self._aloft, None) or _Trace(card, card)
                return self._lay(placed, zone, index, position)
            case Removed(_, card, zone, index):
                lifted = self._taken(card, self._zones.get(zone, []), index)
                if lifted is not None:
                    lifted.lines.append(position)
                    self._aloft.append(lifted)
                return lifted
            case Moved(_, card, source, target, index, _, from_index):
                carried = self._taken(card, self._zones.get(source, []), from_index)
                return None if carried is None else self._lay(carried, target, index, position)
            case Turned(_, card, zone, _):
                found = next((each for each in self._zones.get(zone, []) if each.is_called(card)), None)
                if found is not None:
                    found.lines.append(position)
                return found
            case Reordered(_, zone, cards):
                order = {name: place for place, name in reversed(list(enumerate(cards)))}
                self._zones.get(zone, []).sort(key=lambda each: order.get(each.read_as, len(order)))
        return None

    def lie_as(self, mirror: Mirror) -> None:
        """Let the cards lie as a table does that an act given by hand has changed."""
        known = [*self._aloft, *(each for cards in self._zones.values() for each in cards)]
        self._aloft = []
        for zone, cards in mirror.zones.items():
            self._zones[zone] = [self._taken(each.name, known, None) or _Trace(each.name, each.name) for each in cards]

    def _lay(self, trace: _Trace, zone: Zone, index: int | None, position: int) -> _Trace:
        trace.lines.append(position)
        cards = self._zones.setdefault(zone, [])
        cards.insert(len(cards) if index is None else index, trace)
        return trace

    @staticmethod
    def _taken(name: str, cards: list[_Trace], index: int | None) -> _Trace | None:
        """Take the card of this name out of a row: at the index told, else the newest."""
        if index is not None and index < len(cards) and cards[index].is_called(name):
            return cards.pop(index)
        places = [place for place, each in enumerate(cards) if each.is_called(name)]
        return cards.pop(places[-1]) if places else None


class Corrector:
    """Reads lines one by one, every corrected card by the name that a player gave it."""

    def __init__(self, setup: Setup) -> None:
        self._read: list[SeenLine] = []
        self._traces, self._table = _Traces(), Referee(setup)

    def read_all(self, lines: tuple[SeenLine, ...]) -> tuple[SeenLine, ...]:
        """The lines as they would have been, had every corrected card been read right from the start."""
        for line in lines:
            self.follow(line)
        return tuple(self._read)

    def follow(self, line: SeenLine) -> SeenLine:
        """One more line, as it is read; a correction changes how those before it are read."""
        position = len(self._read)
        self._read.append(line)
        self._table.follow(line.heard, line.number)
        if isinstance(line.heard, Acted):
            self._traces.lie_as(self._table.mirror)
        elif isinstance(line.heard, Corrected):
            self._correct(self._traces.at(line.heard.zone, line.heard.index), line.heard.card)
        else:
            trace = self._traces.follow(position, line)
            if trace is not None and trace.name != trace.read_as:
                self._read[position] = _renamed(line, trace.name)
        return self._read[position]

    def _correct(self, trace: _Trace | None, name: str) -> None:
        """Name a card anew in every line that spoke of it."""
        if trace is not None:
            trace.name = name
            for each in trace.lines:
                self._read[each] = _renamed(self._read[each], name)


def corrected(setup: Setup, lines: tuple[SeenLine, ...]) -> tuple[SeenLine, ...]:
    """The lines as they would have been, had every corrected card been read right from the start."""
    if not any(isinstance(line.heard, Corrected) for line in lines):
        return lines
    return Corrector(setup).read_all(lines)


def _renamed(line: SeenLine, card: str) -> SeenLine:
    heard = line.heard
    if isinstance(heard, Placed | Removed | Moved | Turned):
        return SeenLine(line.number, replace(heard, card=card))
    return line
