"""What was seen, said or done, line by line, in the words of a reader."""

from collections.abc import Iterator

from companion.facts import (
    UNKNOWN,
    Absent,
    Corrected,
    Kept,
    Moved,
    Placed,
    Removed,
    Reordered,
    Said,
    TookHand,
    Turned,
    Undone,
)
from companion.games.vedrfolnir.catalogue import Set
from companion.games.vedrfolnir.ledger import Retold
from companion.games.vedrfolnir.phrases import Phrases
from companion.games.vedrfolnir.reporting import Report
from companion.games.vedrfolnir.rulings import written
from companion.games.vedrfolnir.seating import Changes
from companion.games.vedrfolnir.setup import Setup
from companion.games.vedrfolnir.sightings import Acted, Seen, SetUpAnew
from companion.places import Zone
from companion.words import Message

Spoken = Said | Undone | Kept | TookHand | Corrected


class Retelling:
    """Tells the lines of a game again in one language."""

    def __init__(self, phrases: Phrases) -> None:
        self._phrases, self._report = phrases, Report(phrases)

    def line(self, line: Retold) -> str:
        """What one line tells."""
        match line.heard:
            case Acted(_, act):
                return self._phrases.act(act)
            case SetUpAnew(_, changes):
                return self._say("setup", said=", ".join(self._changed(changes, line.setup)))
            case Absent(_, zone):
                return self._say("absent", card=self._card(line.denied or UNKNOWN), zone=self._zone(zone))
            case heard:
                return self._fact(heard)

    def _fact(self, heard: Seen | Spoken) -> str:
        match heard:
            case Said() | Undone() | Kept() | TookHand() | Corrected():
                return self._touch(heard)
            case Reordered(_, zone, _):
                return self._say("reordered", zone=self._zone(zone))
            case Moved(_, card, source, target):
                return self._say("moved", card=self._card(card), source=self._zone(source), target=self._zone(target))
            case Placed(_, card, zone) | Removed(_, card, zone) | Turned(_, card, zone):
                return self._say(type(heard).__name__.lower(), card=self._card(card), zone=self._zone(zone))

    def _changed(self, changes: Changes, before: Setup) -> Iterator[str]:
        """What was set up anew, one after the other: as it was, and as it is."""
        if changes.sets is not None:
            yield self._say("sets", old=self._sets(before.sets), new=self._sets(changes.sets))
        if changes.first is not None:
            yield self._say("first", old=before.first or "", new=changes.names.get(changes.first, changes.first))
        if changes.seats is not None:
            seats = (changes.names.get(each, each) for each in changes.seats)
            yield self._say("seats", old=", ".join(before.players), new=", ".join(seats))
        yield from (self._say("name", old=old, new=new) for old, new in changes.names.items())
        decided = written(before.rulings)
        for rule, value in changes.rulings.items():
            yield self._say(
                "ruling", rule=rule, old=self._ruling(rule, decided[rule]), new=self._ruling(rule, value.value)
            )

    def _sets(self, sets: tuple[Set, ...]) -> str:
        """The expansions among these sets."""
        chosen = (self._phrases.words.text(f"set.{each}") for each in sets if each is not Set.BASE)
        return " + ".join(chosen) or self._phrases.words.text("told.no-sets")

    def _ruling(self, rule: str, value: object) -> str:
        return self._phrases.words.text(f"ruling.{rule}.{value}").removesuffix(".")

    def _touch(self, touch: Spoken) -> str:
        match touch:
            case Said(_, say):
                return self._phrases.words.text(f"told.{say.value}")
            case Undone():
                return self._phrases.words.text("told.undo")
            case Kept():
                return self._phrases.words.text("told.keep")
            case TookHand(_, seat):
                return self._say("took-hand", seat=seat)
            case Corrected(_, card, zone):
                return self._say("corrected", card=self._card(card), zone=self._zone(zone))

    def _card(self, name: str) -> str:
        return self._phrases.words.text("told.unknown") if name == UNKNOWN else self._report.card(name)

    def _zone(self, zone: Zone) -> str:
        return self._report.zone(zone)

    def _say(self, key: str, **values: str) -> str:
        return self._phrases.words.say(Message(f"told.{key}", values))
