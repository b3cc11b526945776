"""What was seen, said or done, line by line, in the words of a reader."""

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
    Touch,
    Turned,
    Undone,
)
from companion.games.vedrfolnir.phrases import Phrases
from companion.games.vedrfolnir.reporting import Report
from companion.games.vedrfolnir.sightings import Acted, Heard, SetUpAnew
from companion.places import Zone
from companion.words import Message


class Retelling:
    """Tells the lines of a game again in one language."""

    def __init__(self, phrases: Phrases) -> None:
        self._phrases, self._report = phrases, Report(phrases)

    def line(self, heard: Heard) -> str:
        """What one line tells."""
        match heard:
            case Acted(_, act):
                return self._phrases.act(act)
            case SetUpAnew():
                return self._phrases.words.text("told.setup")
            case Said() | Undone() | Kept() | TookHand() | Corrected() | Absent():
                return self._touch(heard)
            case Reordered(_, zone, _):
                return self._say("reordered", zone=self._zone(zone))
            case Moved(_, card, source, target):
                return self._say("moved", card=self._card(card), source=self._zone(source), target=self._zone(target))
            case Placed(_, card, zone) | Removed(_, card, zone) | Turned(_, card, zone):
                return self._say(type(heard).__name__.lower(), card=self._card(card), zone=self._zone(zone))

    def _touch(self, touch: Touch) -> str:
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
            case Absent(_, zone):
                return self._say("absent", zone=self._zone(zone))

    def _card(self, name: str) -> str:
        return self._phrases.words.text("told.unknown") if name == UNKNOWN else self._report.card(name)

    def _zone(self, zone: Zone) -> str:
        return self._report.zone(zone)

    def _say(self, key: str, **values: str) -> str:
        return self._phrases.words.say(Message(f"told.{key}", values))
