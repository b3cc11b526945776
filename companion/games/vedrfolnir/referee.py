"""The referee: follows the real table fact by fact and keeps the game as the rules have it."""

from collections.abc import Callable

from companion.facts import (
    BACK,
    UNKNOWN,
    Corrected,
    Fact,
    Moved,
    Placed,
    Removed,
    Reordered,
    Said,
    Say,
    Sighting,
    TookHand,
    Turned,
    Way,
)
from companion.games.vedrfolnir.acts import Act, Finish, Hide, KeepTable
from companion.games.vedrfolnir.catalogue import PLACE_CARDS, is_sided
from companion.games.vedrfolnir.difference import Misplaced, differences, disordered, follow_game, kept_zones, misturned
from companion.games.vedrfolnir.judging import Closing, dropped_cards, findings, is_settled_late
from companion.games.vedrfolnir.lateness import Late
from companion.games.vedrfolnir.misgiving import fault, forbidden_act, hidden_wrongly, misgiven
from companion.games.vedrfolnir.mistakes import DEEDS, Finding, Mistake, MistakeId
from companion.games.vedrfolnir.owing import OpenStep, open_steps
from companion.games.vedrfolnir.reading import Arrival, Evidence, OpenAct, Reading, recipient
from companion.games.vedrfolnir.rulebook import begin, discard_from_hand, go_on_undrawn, step
from companion.games.vedrfolnir.setup import Setup
from companion.games.vedrfolnir.sightings import Acted
from companion.games.vedrfolnir.state import Game
from companion.games.vedrfolnir.verdicts import Forbidden
from companion.games.vedrfolnir.zones import DISCARD, PILE
from companion.mirror import Lying, Mirror, Shift
from companion.places import Seat, Zone

Heard = Fact | Acted


class Referee:
    """Two tables: the game, and the mirror of what lies there; the last act stays open until the next card."""

    def __init__(self, setup: Setup) -> None:
        self.mirror = Mirror()
        self.mistakes: list[Mistake] = []
        self.unfollowed: list[int] = []
        self._acts: list[Act] = []
        self._open = OpenAct(begin(setup), Evidence())
        self._reading: Reading | None = None
        self._before = Mirror()
        self._second: str | None = None
        self._late: Late | None = None
        self._hand_with: Seat | None = None
        self._line, self._at_s = 0, 0.0
        self._steps: tuple[OpenStep, ...] | None = None

    @property
    def game(self) -> Game:
        """The game as the rules have it."""
        return self._open.before if self._reading is None else self._reading.game

    @property
    def read_acts(self) -> tuple[Act, ...]:
        """What was done so far, as a record has it."""
        return (*self._acts, *(() if self._reading is None else (self._reading.act,)))

    @property
    def undone(self) -> list[Misplaced]:
        """What hands still have to carry."""
        return differences(self.game, self.mirror)

    @property
    def is_rest_owed(self) -> bool:
        """Whether the rest of the hand must still be laid on the discard (VED-3.4)."""
        dropped = dropped_cards(self.game) if self._reading is not None else 0
        return dropped > 0 and not self._open.evidence.is_rest_seen(dropped)

    @property
    def open_steps(self) -> tuple[OpenStep, ...]:
        """What the rules still ask for; nothing exactly when the next card may be given."""
        if self._steps is None:
            owed = None if self._reading is None else self._reading.owed
            self._steps = tuple(open_steps(self._closing(self.mirror), self.game, self.mirror, owed))
        return self._steps

    def verdict(self, act: Act) -> Forbidden | None:
        """What the rules would say if this act were given by hand now."""
        after = step(self.gone_on, act)
        return after if isinstance(after, Forbidden) else None

    def _closing(self, mirror: Mirror) -> Closing:
        """The open act as it would be judged now."""
        excused = {each.name for mistake in self.mistakes if not mistake.is_settled for each in mistake.finding.steps}
        undone = tuple(each for each in differences(self.game, mirror) if each.name not in excused)
        return Closing(self._open.before, self._reading, self._open.evidence, undone, self.is_rest_owed)

    def follow(self, heard: Heard, line: int = 0) -> None:
        """Let both tables follow what was seen or said."""
        self._line, self._at_s, self._steps = line, heard.at_s, None
        match heard:
            case Said(_, Say.END_TURN):
                self._end_turn()
            case Said(_, Say.END_GAME):
                self._perform(Finish())
            case Said(_, Say.KEEP):
                self._keep()
            case Said() | Corrected():
                pass
            case TookHand(_, seat):
                self._take_hand(seat)
            case Acted(_, act):
                self._perform(act)
            case _:
                self._see(heard)
        self._settle()

    # What is seen

    def _see(self, sighting: Sighting) -> None:
        self._before = self.mirror.copy()
        shift = self.mirror.follow(sighting)
        if shift is None and isinstance(sighting, Removed | Moved):
            self.unfollowed.append(self._line)
        if shift is not None and shift.source is not None:
            self._open.evidence.lines[shift.name] = (self._line, self._at_s)
        match sighting:
            case Turned(_, card, zone, way):
                self._turned(card, zone, way)
            case Reordered(_, zone, _):
                self._check_order(zone)
            case _ if shift is None:
                pass
            case _ if shift.source is None:
                self._came(shift)
            case _ if shift.name == self._second and self._is_given_anew(shift):
                pass
            case _ if shift.name != BACK:
                self._open.evidence.add(shift, self._at_s)
                self._read()
                self._hit_late(shift)
        if isinstance(sighting, Placed | Moved) and shift is not None and shift.target is not None:
            self._check_order(shift.target)

    def _turned(self, name: str, zone: Zone, way: Way) -> None:
        """A card of the open act may still be turned; a Tyr lies as it was declared once play has gone on (VED-4.6)."""
        arrival = self._open.evidence.arrival(name)
        if arrival is not None:
            arrival.way = way
            self._read()
            return
        card = self.game.setup.deck.card(name)
        if card is not None and is_sided(card) and misturned(self.game, self.mirror, zone):
            self._report(Finding(MistakeId.TYR_TURNED, "VED-4.6", zone, name))

    def _check_order(self, zone: Zone) -> None:
        """The order of a stake or of the tribute never changes (VED-2.2)."""
        is_known = any(each.finding.zone == zone and _is_open(each, MistakeId.ORDER_CHANGED) for each in self.mistakes)
        if not is_known and disordered(self.game, self.mirror, zone):
            self._report(Finding(MistakeId.ORDER_CHANGED, "VED-2.2", zone))

    def _came(self, shift: Shift) -> None:
        """A card that was not on the table came to lie there."""
        target = shift.target or DISCARD
        if shift.name.partition("#")[0] in PLACE_CARDS or shift.name == UNKNOWN:
            return
        if shift.name == BACK:
            self._back_came(target)
        elif self._is_drawn(target) and fault(self.game, self.mirror, shift.name) is None:
            self._open.evidence.arrivals.append(self._arrival(shift))
            self._read()
        elif self._is_drawn_late(shift, target):
            pass
        elif target == DISCARD and self.is_rest_owed:
            self._open.evidence.rest.append(shift.name)
        else:
            self._given(shift, target)

    def _back_came(self, target: Zone) -> None:
        """A face-down card: one for Brynhildr, the rest of a hand, or where none belongs."""
        if target == DISCARD:
            self._open.evidence.packets += 1
        elif target == PILE and not self._is_pile_short(self._before):
            self._close()
            self._hide()
        elif recipient(target) is not None:
            self._close()
            step_back = Misplaced(BACK, target, DISCARD)
            self._report(Finding(MistakeId.BRYNHILDR_SEEN, "VED-3.2", target, BACK, (step_back,)))

    def _given(self, shift: Shift, target: Zone) -> None:
        """The next card is given: play goes on."""
        self._close()
        finding = fault(self.game, self.mirror, shift.name) or misgiven(self.game, shift.name, target)
        if finding is None:
            self._open.evidence.arrivals.append(self._arrival(shift))
            self._read()
            if self._reading is None:
                finding = Finding(MistakeId.REFUSED_WITHOUT_JOKER, "VED-4.2")
        if finding is not None:
            self._open = OpenAct(self.game, Evidence())
            self._second = shift.name if finding.id in _GIVEN_ANEW else None
            self._report(Finding(finding.id, finding.rule, target, shift.name, self._steps_back(shift.name, target)))

    def _steps_back(self, name: str, target: Zone) -> tuple[Misplaced, ...]:
        """A card that does not count leaves the table, or goes back on Brynhildr's pile; on the discard it may lie."""
        if target == DISCARD:
            return ()
        return (Misplaced(name, target, PILE if self._is_pile_short(self.mirror) else DISCARD),)

    def _is_pile_short(self, mirror: Mirror) -> bool:
        """Whether a card was taken from Brynhildr's pile that belongs there: a back laid on it then is that card."""
        return not self.game.is_revealing and len(mirror.lying(PILE)) < self.game.pile

    def _is_given_anew(self, shift: Shift) -> bool:
        """A second card was taken back and is given to somebody unserved: now it counts."""
        to = None if shift.target is None else recipient(shift.target)
        if to is None or to in self.game.served:
            return False
        self._second = None
        self._open.evidence.arrivals.append(self._arrival(shift))
        self._read()
        return True

    def _is_drawn(self, target: Zone) -> bool:
        """Whether this is the card that an effect asks for."""
        owed = None if self._reading is None else self._reading.owed
        return owed is not None and (target == DISCARD or recipient(target) == owed.recipient)

    def _is_drawn_late(self, shift: Shift, target: Zone) -> bool:
        """The card that should have been drawn before play went on is drawn now."""
        late = self._late
        if late is None or late.owed is None or recipient(target) != late.owed.recipient:
            return False
        arrival = self._arrival(shift)
        late.evidence.arrivals.append(arrival)
        if self._is_late_settled(late):
            return True
        late.evidence.arrivals.remove(arrival)
        return False

    def _hit_late(self, shift: Shift) -> None:
        """What hell should have taken before play went on leaves now, and tells whom it hit."""
        late = self._late
        if late is not None and late.owed is None and self._open.evidence.arrival(shift.name) is None:
            late.evidence.add(shift, self._at_s)
            is_still_aloft = shift.target is None and late.evidence.arrival(shift.name) is not None
            if not is_still_aloft:
                self._is_late_settled(late)

    def _is_late_settled(self, late: Late) -> bool:
        """Judge everything again from an act that only now becomes clear; the open act stays open."""
        reading = OpenAct(late.before, late.evidence).reading(self.mirror)
        game = None if reading is None or reading.owed is not None else late.game(reading)
        if reading is None or game is None:
            return False
        self._acts[-len(late.since) - 1] = reading.act
        self._open = OpenAct(game, self._open.evidence)
        self._late = None
        self._read()
        return True

    def _hide(self) -> None:
        after = step(self.game, Hide())
        if isinstance(after, Game):
            self._open = OpenAct(after, Evidence())
            self._add_act(Hide())
            return
        self._report(hidden_wrongly(after))

    def _arrival(self, shift: Shift) -> Arrival:
        self._open.evidence.lines.setdefault(shift.name, (self._line, self._at_s))
        path = [] if shift.target is None else [shift.target]
        return Arrival(shift.name, path, shift.way, self._at_s, len(self._open.evidence.departures))

    def _read(self) -> None:
        if self._open.evidence.arrivals:
            self._reading = self._open.reading(self.mirror)

    # What is said

    def _take_hand(self, seat: Seat) -> None:
        """A seat takes the hand; it must be the active one (VED-3.5, 5.5)."""
        self._hand_with = seat
        if self.game.active is not None and seat != self.game.active:
            is_after_collection = any(each.turn + 1 == self.game.turn for each in self.game.collections[-1:])
            self._report(Finding(MistakeId.WRONG_SEAT_ORDER, "VED-5.5" if is_after_collection else "VED-3.5"))

    def _end_turn(self) -> None:
        """The turn is over, or should be: everybody has been served (VED-3.2)."""
        self._before = self.mirror
        self._close()
        if self.game.served and self._second is None:
            self._report(Finding(MistakeId.UNSERVED, "VED-3.2"))

    def _perform(self, act: Act) -> None:
        """An act given by hand is complete: the mirror follows it by itself."""
        self._before = self.mirror
        self._close()
        before, after = self.game, step(self.game, act)
        if isinstance(after, Forbidden):
            self._report(forbidden_act(after))
            return
        self._add_act(act)
        self._open = OpenAct(after, Evidence())
        if not isinstance(act, Finish):
            follow_game(self.mirror, before, after)

    def _keep(self) -> None:
        """The table is right as it lies: the game goes on from it."""
        if self.game.is_revealing:
            return
        self._before = self.mirror
        settled = self.game
        act = KeepTable(kept_zones(settled, self.mirror))
        after = step(settled, act)
        if isinstance(after, Game):
            self._acts += [*(() if self._reading is None else (self._reading.act,)), act]
            self._open, self._reading, self._second = OpenAct(after, Evidence()), None, None

    # When play goes on

    def _close(self) -> None:
        """Play goes on: what is undone of the open act is a mistake, and the act is settled as the rules have it."""
        found = findings(self._closing(self._before))
        for finding in found:
            self._report(finding, is_deed=finding.id in DEEDS)
        game = self.gone_on
        if self._reading is not None:
            self._add_act(self._reading.act)
            if self._reading.owed is not None or any(map(is_settled_late, found)):
                self._late = Late(self._open.before, self._open.evidence, [], self._reading.owed)
        self._open = OpenAct(game, Evidence())
        self._reading, self._second = None, None

    @property
    def gone_on(self) -> Game:
        """The game as it is settled when play goes on."""
        is_undrawn = self._reading is not None and self._reading.owed is not None
        game = go_on_undrawn(self.game) if is_undrawn else self.game
        return game if self._second is None else discard_from_hand(game, self._second)

    def _add_act(self, act: Act) -> None:
        self._acts.append(act)
        if self._late is not None:
            self._late.since.append(act)

    def _report(self, finding: Finding, *, is_deed: bool = False) -> None:
        """A mistake with the line of the sighting that did it, or of what went on without it."""
        now = (self._line, self._at_s)
        line, at_s = self._open.evidence.lines.get(finding.card or "", now) if is_deed else now
        self.mistakes.append(Mistake(line, at_s, self.game.turn, finding))

    def _settle(self) -> None:
        """A mistake whose cards lie right again is settled by itself."""
        waiting = [each for each in self.mistakes if not each.is_settled]
        if not waiting:
            return
        wrong = {each.name for each in self.undone}
        for mistake in waiting:
            mistake.is_settled = not self._is_still_wrong(mistake, wrong)

    def _laid(self) -> list[tuple[Lying, ...]]:
        """The cards of every zone but the discard."""
        return [cards for zone, cards in self.mirror.zones.items() if zone != DISCARD]

    def _is_still_wrong(self, mistake: Mistake, wrong: set[str]) -> bool:
        finding = mistake.finding
        zone = finding.zone or DISCARD
        is_this_turn = self.game.turn == mistake.turn
        open_ways: dict[MistakeId, Callable[[], bool]] = {
            MistakeId.BRYNHILDR_SEEN: lambda: any(each.name == finding.card for each in self.mirror.lying(zone)),
            MistakeId.ORDER_CHANGED: lambda: disordered(self.game, self.mirror, zone),
            MistakeId.TYR_TURNED: lambda: misturned(self.game, self.mirror, zone),
            MistakeId.HAND_KEPT: lambda: not self._open.evidence.packets,
            MistakeId.WRONG_SEAT_ORDER: lambda: is_this_turn and self._hand_with != self.game.active,
            MistakeId.UNSERVED: lambda: is_this_turn and not self.game.is_over,
            MistakeId.NO_DRAW: lambda: self._late is not None,
        }
        if zone == DISCARD and finding.id is MistakeId.REFUSED_WITHOUT_JOKER:
            return all(each.name != finding.card for cards in self._laid() for each in cards)
        is_wrong = open_ways.get(finding.id, lambda: any(each.name in wrong for each in finding.steps))
        return is_wrong()


# A card given twice or thrown away counts once it is given to somebody who has none.
_GIVEN_ANEW = (MistakeId.SECOND_CARD, MistakeId.REFUSED_WITHOUT_JOKER)


def _is_open(mistake: Mistake, wanted: MistakeId) -> bool:
    return mistake.finding.id is wanted and not mistake.is_settled
