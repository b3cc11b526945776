"""Sightings and the faults of sources in the words of a reader."""

from collections import Counter

from companion.facts import (
    UNKNOWN,
    Fact,
    Moved,
    Placed,
    Removed,
    Reordered,
    Turned,
    Way,
    fact_fields,
)
from companion.games.vedrfolnir.phrases import Phrases
from companion.games.vedrfolnir.reporting import Report
from companion.places import Zone
from companion.words import NOTHING, Message, Values
from deploy.terminal import Terminal
from deploy.watching import is_stuck
from vision.frames import (
    Corrupt,
    Dark,
    Dropped,
    EndedEarly,
    Fault,
    Frozen,
    MarksHidden,
    NoMarks,
    OtherTable,
    OutOfSight,
    Returned,
    Silent,
    TableMoved,
    Torn,
    Unopened,
    Veil,
    Veiled,
    WrongSize,
    is_turned,
)

# A fault that comes again and again is told once in so many seconds, with how often it came.
QUIET_S = 10.0


class FactWords:
    """Says facts in one language."""

    def __init__(self, terminal: Terminal, phrases: Phrases) -> None:
        self._terminal = terminal
        self._report = Report(phrases)

    def line(self, fact: Fact) -> str:
        """One line for a fact: when, which card, where, which way."""
        way = _WAYS.get(fact.way) if isinstance(fact, Placed | Moved | Turned) else None
        said = self._terminal.words.say(self._said(fact))
        doubt = "" if way is None else f" {self._terminal.say(way)}"
        return f"{self._terminal.number(fact.at_s, 1):>8}  {said}{doubt}"

    def _said(self, fact: Fact) -> Message:
        match fact:
            case Placed(_, card, zone):
                return Message("watch.placed", self._card_in(card, zone))
            case Removed(_, card, zone):
                return Message("watch.removed", self._card_in(card, zone))
            case Moved(_, card, source, target):
                return Message("watch.moved", self._card_in(card, target) | {"source": self._report.zone(source)})
            case Turned(_, card, zone):
                return Message("watch.turned", self._card_in(card, zone))
            case Reordered(_, zone, cards):
                named = ", ".join(map(self._card, cards))
                return Message("watch.reordered", {"zone": self._report.zone(zone), "cards": named})
            case _:
                return Message("watch.said", {"say": str(fact_fields(fact)["say"])})

    def _card_in(self, card: str, zone: Zone) -> dict[str, str]:
        return {"card": self._card(card), "zone": self._report.zone(zone)}

    def _card(self, name: str) -> str:
        if name == UNKNOWN:
            return self._terminal.say("watch.unknown-card")
        number = name.partition("#")[2]
        return f"{self._report.card(name)} #{number}" if number else self._report.card(name)


_WAYS: dict[Way | None, str] = {Way.TURNED: "watch.way-turned", Way.UNSURE: "watch.way-unsure"}


class FaultWords:
    """Tells what goes wrong with a source; what goes on going wrong is counted and told now and then."""

    def __init__(self, terminal: Terminal) -> None:
        self._terminal = terminal
        self._told_s: dict[tuple[type[Fault], Veil | None], float] = {}
        self._untold: Counter[type[Fault]] = Counter()
        self.is_given_up = False

    def tell(self, fault: Fault) -> None:
        """Tell a fault, unless one like it was told just before; a camera whose driver is stuck was given up."""
        self.is_given_up |= is_stuck(fault)
        sort = type(fault)
        word = sort, fault.veil if isinstance(fault, Veiled) else None
        if word in self._told_s and fault.at_s - self._told_s[word] < QUIET_S:
            self._untold[sort] += 1
            return
        self._told_s[word] = fault.at_s
        self._tell_rest(sort)
        at: Values = {"number": fault.number, "at": self._terminal.number(fault.at_s, 1)}
        self._terminal.warn(self._terminal.say("fault.at", {**at, "said": fault_message(fault)}))

    def finish(self) -> None:
        """Tell how often the faults came that were not told one by one."""
        for sort in list(self._untold):
            self._tell_rest(sort)

    def _tell_rest(self, sort: type[Fault]) -> None:
        times = self._untold.pop(sort, 0)
        if times:
            self._terminal.warn(self._terminal.say("fault.again", {"times": times, "sort": Message(_SORTS[sort])}))


_SORTS: dict[type[Fault], str] = {
    Dropped: "fault.sort-dropped",
    Corrupt: "fault.sort-corrupt",
    WrongSize: "fault.sort-wrong-size",
    EndedEarly: "fault.sort-ended",
    Silent: "fault.sort-silent",
    Unopened: "fault.sort-silent",
    Frozen: "fault.sort-frozen",
    Returned: "fault.sort-returned",
    Dark: "fault.sort-dark",
    Torn: "fault.sort-torn",
    NoMarks: "fault.sort-no-marks",
    OtherTable: "fault.sort-other-table",
    OutOfSight: "fault.sort-out-of-sight",
    TableMoved: "fault.sort-table-moved",
    MarksHidden: "fault.sort-marks-hidden",
    Veiled: "fault.sort-veiled",
}
_VEILS: dict[Veil, str] = {
    Veil.MIRRORED: "fault.mirrored",
    Veil.DIM: "fault.dim",
    Veil.BRIGHT: "fault.bright",
    Veil.NOISY: "fault.noisy",
    Veil.BLURRED: "fault.blurred",
    Veil.RESTLESS: "fault.restless",
    Veil.ILLEGIBLE: "fault.illegible",
    Veil.COVERED: "fault.covered",
}
_PLAIN: dict[type[Fault], str] = {
    Silent: "fault.silent",
    Frozen: "fault.frozen",
    Dark: "fault.dark",
    Torn: "fault.torn",
    NoMarks: "fault.no-marks",
    OtherTable: "fault.other-table",
    TableMoved: "fault.table-moved",
    MarksHidden: "fault.marks-hidden",
}


def fault_message(fault: Fault) -> Message:
    """What went wrong, and what to do."""
    key, values = _said(fault)
    return Message(key, values)


def _said(fault: Fault) -> tuple[str, Values]:
    said: tuple[str, Values]
    match fault:
        case Dropped(_, _, pictures):
            said = "fault.dropped", {"pictures": pictures}
        case Corrupt(_, _, file, is_huge):
            key = "fault.huge" if is_huge else "fault.corrupt"
            said = ("fault.half", NOTHING) if file is None else (key, {"file": file})
        case WrongSize(_, _, (width, height), expected):
            sizes: Values = {"width": width, "height": height, "expected": f"{expected[0]} × {expected[1]}"}
            said = "fault.turned-size" if is_turned(fault) else "fault.wrong-size", sizes
        case EndedEarly(number, _, promised):
            key = "fault.camera-stuck" if promised is None else "fault.ended-early"
            said = key, {"pictures": number, "promised": promised or 0}
        case OutOfSight(_, _, zones):
            said = "fault.out-of-sight", {"zones": ", ".join(zones)}
        case Returned(_, _, away_s):
            said = "fault.returned", {"seconds": round(away_s)}
        case Veiled(_, _, veil):
            said = _VEILS[veil], NOTHING
        case Unopened(_, _, message):
            said = message.key, message.values
        case Silent() | Frozen() | Dark() | Torn() | NoMarks() | OtherTable() | TableMoved() | MarksHidden():
            said = _PLAIN[type(fault)], NOTHING
    return said
