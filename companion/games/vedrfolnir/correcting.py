"""Corrections: a player says which card lies there, and every line that misread it is read anew."""

from dataclasses import dataclass, field, replace

from companion.facts import Corrected, Moved, Placed, Removed, Reordered, Turned
from companion.games.vedrfolnir.sightings import SeenLine
from companion.places import Zone


@dataclass
class _Trace:
    """A card as it was read, and the lines that named it."""

    name: str
    lines: list[int] = field(default_factory=list)


class _Traces:
    """Which lines spoke of which card, followed from zone to zone."""

    def __init__(self) -> None:
        self._zones: dict[Zone, list[_Trace]] = {}
        self._aloft: list[_Trace] = []

    def at(self, zone: Zone, index: int) -> _Trace | None:
        """The card that lies there."""
        cards = self._zones.get(zone, [])
        return cards[index] if index < len(cards) else None

    def follow(self, position: int, line: SeenLine) -> None:
        """One more line about the cards."""
        match line.heard:
            case Placed(_, card, zone, index, _):
                self._lay(self._taken(card, self._aloft, None) or _Trace(card), zone, index, position)
            case Removed(_, card, zone, index):
                lifted = self._taken(card, self._zones.get(zone, []), index)
                if lifted is not None:
                    lifted.lines.append(position)
                    self._aloft.append(lifted)
            case Moved(_, card, source, target, index, _, from_index):
                carried = self._taken(card, self._zones.get(source, []), from_index)
                if carried is not None:
                    self._lay(carried, target, index, position)
            case Turned(_, card, zone, _):
                found = next((each for each in self._zones.get(zone, []) if each.name == card), None)
                if found is not None:
                    found.lines.append(position)
            case Reordered(_, zone, cards):
                order = {name: place for place, name in reversed(list(enumerate(cards)))}
                self._zones.get(zone, []).sort(key=lambda each: order.get(each.name, len(order)))
            case _:
                pass

    def _lay(self, trace: _Trace, zone: Zone, index: int | None, position: int) -> None:
        trace.lines.append(position)
        cards = self._zones.setdefault(zone, [])
        cards.insert(len(cards) if index is None else index, trace)

    @staticmethod
    def _taken(name: str, cards: list[_Trace], index: int | None) -> _Trace | None:
        """Take the card of this name out of a row: at the index told, else the newest."""
        if index is not None and index < len(cards) and cards[index].name == name:
            return cards.pop(index)
        places = [place for place, each in enumerate(cards) if each.name == name]
        return cards.pop(places[-1]) if places else None


def corrected(lines: tuple[SeenLine, ...]) -> tuple[SeenLine, ...]:
    """The lines as they would have been, had every corrected card been read right from the start."""
    read = list(lines)
    traces = _Traces()
    for position, line in enumerate(lines):
        if isinstance(line.heard, Corrected):
            trace = traces.at(line.heard.zone, line.heard.index)
            for each in [] if trace is None else trace.lines:
                read[each] = _renamed(read[each], line.heard.card)
            if trace is not None:
                trace.name = line.heard.card
        else:
            traces.follow(position, line)
    return tuple(read)


def _renamed(line: SeenLine, card: str) -> SeenLine:
    heard = line.heard
    if isinstance(heard, Placed | Removed | Moved | Turned):
        return SeenLine(line.number, replace(heard, card=card))
    return line
