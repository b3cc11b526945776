"""One reading of a whole evening: a game that the rules allow, what it still asks for, and the mistakes it needs."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from companion.facts import BACK
from companion.games.vedrfolnir.act_reading import ActReading, act_readings
from companion.games.vedrfolnir.acts import Act, Finish, Hide, Played
from companion.games.vedrfolnir.declaring import Need, need
from companion.games.vedrfolnir.difference import (
    Misplaced,
    differences,
    disordered,
    is_ordered,
    kept_table,
    misturned,
    place_of,
)
from companion.games.vedrfolnir.effects import Joker
from companion.games.vedrfolnir.evidence import SLIP_S, Arrival, Evidence, recipient
from companion.games.vedrfolnir.judging import Closing, findings, is_settled_late
from companion.games.vedrfolnir.lateness import Late
from companion.games.vedrfolnir.misgiving import fault, forbidden_act, hidden_wrongly, misgiven
from companion.games.vedrfolnir.mistakes import DEEDS, Finding, Mistake, MistakeId
from companion.games.vedrfolnir.rulebook import discard_from_hand, go_on_undrawn, step
from companion.games.vedrfolnir.settling import is_still_wrong
from companion.games.vedrfolnir.state import Game
from companion.games.vedrfolnir.verdicts import Forbidden
from companion.games.vedrfolnir.zones import DISCARD, PILE, Place
from companion.mirror import Mirror, Shift, print_name
from companion.places import Seat, Zone

# One cause, one mistake: what lies about because Brynhildr was skipped is no other mistake.
_WITH_SKIPPING = frozenset({MistakeId.HAND_KEPT, MistakeId.EARLY_REVEAL})
# A card that does not count, as if it had not been laid.
_NEVER_LAID = frozenset({MistakeId.FOREIGN_CARD, MistakeId.TOO_MANY_COPIES})
# A card given twice or thrown away counts once it is given to somebody who has none.
_GIVEN_ANEW = frozenset({MistakeId.SECOND_CARD, MistakeId.REFUSED_WITHOUT_JOKER})


class Now(NamedTuple):
    """The table as it lies now and as it lay before this line, and the line."""

    mirror: Mirror
    before: Mirror
    line: int
    at_s: float


@dataclass(slots=True)
class Reading:
    """The game as far as it is settled, and the act that is still open; `fork` before you change one.

    `acts_read` are what the open act may be, `likeliest` the best of them, `told` the evidence they were read from.
    `second` is a card that was given wrongly and may be given anew, `late` an act that people may still complete,
    `rest_late` how many cards of a hand may still be laid down.
    """

    before: Game
    evidence: Evidence = field(default_factory=Evidence)
    acts_read: tuple[ActReading, ...] = ()
    acts: tuple[Act, ...] = ()
    mistakes: tuple[Mistake, ...] = ()
    second: Played | None = None
    late: Late | None = None
    rest_late: int = 0
    hand_with: Seat | None = None
    told: object = None
    likeliest: ActReading | None = None

    def fork(self) -> "Reading":
        """The same reading, to go on in another way."""
        return Reading(
            self.before,
            self.evidence.copy(),
            self.acts_read,
            self.acts,
            self.mistakes,
            self.second,
            self.late,
            self.rest_late,
            self.hand_with,
            self.told,
        )

    # What it says

    def lead(self, mirror: Mirror) -> ActReading | None:
        """The likeliest act: the one that leaves the least undone, the first of equals."""
        if len(self.acts_read) <= 1:
            return self.acts_read[0] if self.acts_read else None
        if self.likeliest is None:
            self.likeliest = min(self.acts_read, key=lambda each: _left_to_do(each, mirror))
        return self.likeliest

    def game(self, mirror: Mirror) -> Game:
        """The game as the rules have it."""
        lead = self.lead(mirror)
        return self.before if lead is None else lead.game

    def may_hold(self, card: int, at_s: float) -> bool:
        """Whether a card in the air may still belong on the table: it slipped, is sent on, or some act has it there."""
        arrival = self.evidence.arrival(card)
        is_slip = arrival is not None and len(arrival.path) == 1 and at_s - arrival.at_s <= SLIP_S
        seat = None if arrival is None else recipient(arrival.path[-1])
        if seat in self.before.seats_in_play and self.before.held(Seat(str(seat)), Joker.HEIMDALL) is not None:
            return True
        games = [each.game for each in self.acts_read] or [self.before]
        places = [place_of(each, card) for each in games]
        return is_slip or any(each is None or recipient(each) is not None for each in places)

    def closing(self, act: ActReading | None, mirror: Mirror) -> Closing:
        """The open act as it would be judged now."""
        excused = {each.id for mistake in self.mistakes if not mistake.is_settled for each in mistake.finding.steps}
        game = self.before if act is None else act.game
        undone = tuple(each for each in differences(game, mirror) if each.id not in excused)
        return Closing(self.before, act, self.evidence, undone, mirror)

    def gone_on(self, act: ActReading | None) -> Game:
        """The game as it is settled when play goes on."""
        game = self.before if act is None else act.game
        game = go_on_undrawn(game) if act is not None and act.owed is not None else game
        return game if self.second is None else discard_from_hand(game, self.second)

    # What is seen

    def arrive(self, now: Now, shift: Shift) -> Iterator["Reading"]:
        """A card that was not on the table came to lie there."""
        target = shift.target or DISCARD
        finding = fault(self.game(now.before), now.mirror, shift.id, shift.name)
        if finding is not None and finding.id in _NEVER_LAID:
            yield self._void(now, shift, finding, target)
            return
        open_acts = self.open_acts(now.before)
        drawing = [each for each in open_acts if _asks_for(each, target)]
        drawn = self._drawn(now, shift) if drawing else None
        closers = [each for each in open_acts if drawn is None or each not in drawing]
        if drawn is not None:
            yield drawn
        is_resting = target == DISCARD
        resting = [each for each in closers if is_resting and each is not None and self._may_rest(each, now.before)]
        closers = [each for each in closers if each not in resting]
        if closers:
            yield from self._came_else(now, shift, target, closers)
        yield from self._rested(now, shift, resting)

    def open_acts(self, mirror: Mirror) -> tuple[ActReading | None, ...]:
        """What the open act may be, the likeliest first."""
        lead = self.lead(mirror)
        return (lead, *(each for each in self.acts_read if each is not lead))

    def _drawn(self, now: Now, shift: Shift) -> "Reading | None":
        """This is the card that an effect asks for."""
        reading = self.fork()
        reading.evidence.come(_arrival(shift, now), now.line)
        reading.acts_read = act_readings(reading.before, reading.evidence, now.mirror)
        return reading if reading.acts_read else None

    def _may_rest(self, act: ActReading, mirror: Mirror) -> bool:
        """Whether a card laid on the discard may be of the hand that this act ends: one back settles the whole rest.

        A card that was turned up from Brynhildr's pile is none of it either.
        """
        is_turned_up = act.game.is_revealing and len(mirror.real(PILE)) < act.game.pile
        is_settled = self.evidence.packets > 0
        return act.dropped > len(self.evidence.rest) and not is_turned_up and not is_settled

    def _rested(self, now: Now, shift: Shift, resting: list[ActReading]) -> Iterator["Reading"]:
        """A card of the rest of the hand, face up (VED-3.4)."""
        if resting:
            reading = self.fork()
            reading.evidence.rest = (*reading.evidence.rest, shift.id)
            reading.evidence.lines[shift.id] = (now.line, now.at_s)
            reading.acts_read = tuple(resting)
            yield reading

    def _came_else(self, now: Now, shift: Shift, target: Zone, closers: list[ActReading | None]) -> Iterator["Reading"]:
        late = self._drawn_late(now, shift, target)
        if late is not None:
            yield late
        if target == DISCARD and self.rest_late:
            yield self._rested_late()
            return
        for act in closers:
            reading = self._given(now, shift, target, act)
            yield reading
            if target == DISCARD and any(each.refused for each in reading.acts_read):
                yield self._thrown(now, shift, act)

    def _rested_late(self) -> "Reading":
        reading = self.fork()
        reading.rest_late -= 1
        return reading

    def _given(self, now: Now, shift: Shift, target: Zone, act: ActReading | None) -> "Reading":
        """The next card is given: play goes on."""
        finding = misgiven(self.gone_on(act), shift.name, target)
        is_skipping = finding is not None and finding.id is MistakeId.BRYNHILDR_SKIPPED
        reading = self._closed(now, act, _WITH_SKIPPING if is_skipping else frozenset())
        finding = fault(reading.before, now.mirror, shift.id, shift.name) or finding
        return reading.take(now, _arrival(shift, now), target, finding)

    def _thrown(self, now: Now, shift: Shift, act: ActReading | None) -> "Reading":
        """A card goes straight on the discard, and nobody refused it."""
        finding = Finding(MistakeId.REFUSED_WITHOUT_JOKER, "VED-4.2")
        return self._closed(now, act).take(now, _arrival(shift, now), DISCARD, finding)

    def take(self, now: Now, arrival: Arrival, target: Zone, finding: Finding | None) -> "Reading":
        """A card is given, or laid where it does not count."""
        if finding is None:
            self.evidence.come(arrival, now.line)
            self.read_anew(now.mirror)
            if not self.acts_read:
                finding = Finding(MistakeId.REFUSED_WITHOUT_JOKER, "VED-4.2")
        if finding is not None:
            self.evidence = Evidence()
            self.second = Played(arrival.name, id=arrival.id) if finding.id in _GIVEN_ANEW else None
            steps = self.steps_back(now, arrival.id, target)
            name = now.mirror.name(arrival.id)
            thrown = arrival.id if target == DISCARD else None
            self.report(now, replace(finding, zone=target, card=name, steps=steps, thrown=thrown))
        return self

    def _void(self, now: Now, shift: Shift, finding: Finding, target: Zone) -> "Reading":
        """A card that does not count is told, and play has not gone on."""
        reading = self.fork()
        steps = reading.steps_back(now, shift.id, target)
        reading.report(now, replace(finding, zone=target, card=shift.name, steps=steps))
        return reading

    def steps_back(self, now: Now, card: int, target: Zone) -> tuple[Misplaced, ...]:
        """A card that does not count leaves the table, or goes back on Brynhildr's pile; on the discard it may lie."""
        if target == DISCARD:
            return ()
        name = now.mirror.name(card) or BACK
        return (Misplaced(card, name, target, PILE if self._is_pile_short(now.mirror) else DISCARD),)

    def _is_pile_short(self, mirror: Mirror) -> bool:
        """Whether a card was taken from Brynhildr's pile that belongs there: a back laid on it then is that card."""
        game = self.game(mirror)
        return not game.is_revealing and len(mirror.real(PILE)) < game.pile

    def back(self, now: Now, shift: Shift) -> Iterator["Reading"]:
        """A face-down card: one for Brynhildr, the rest of a hand, or where none belongs."""
        target = shift.target or DISCARD
        if target == DISCARD:
            reading = self.fork()
            reading.evidence.packets += 1
            reading.rest_late = 0
            yield reading
        elif target == PILE and not self._is_pile_short(now.before):
            yield from (self._closed(now, act).hide(now, shift) for act in self.open_acts(now.before))
        elif recipient(target) is not None:
            yield from (self._closed(now, act).see_back(now, shift, target) for act in self.open_acts(now.before))
        else:
            yield self

    def hide(self, now: Now, shift: Shift) -> "Reading":
        """A face-down card goes on Brynhildr's pile (VED-8.1)."""
        after = step(self.before, Hide())
        if isinstance(after, Forbidden):
            steps = (Misplaced(shift.id, BACK, PILE, DISCARD),)
            self.report(now, replace(hidden_wrongly(after), steps=steps))
        else:
            self.before = after
            self.add_act(Hide())
        return self

    def see_back(self, now: Now, shift: Shift, target: Zone) -> "Reading":
        """A face-down card lies where none belongs."""
        steps = (Misplaced(shift.id, BACK, target, DISCARD),)
        self.report(now, Finding(MistakeId.BRYNHILDR_SEEN, "VED-3.2", target, BACK, steps))
        return self

    def shift(self, now: Now, shift: Shift) -> Iterator["Reading"]:
        """A card of the table went somewhere."""
        to = None if shift.target is None else recipient(shift.target)
        if self.second is not None and shift.id == self.second.id and to is not None:
            yield self._given_anew(now, shift) if to not in self.game(now.mirror).served else self
        elif to is not None and self._is_unplayed(now, shift):
            yield from self.arrive(now, shift)
        else:
            reading = self.fork()
            reading.evidence.add(shift, now.line, now.at_s)
            reading.read_anew(now.mirror)
            completed = list(reading.hit_late(now, shift))
            is_sent_on = self.late is not None and self.late.evidence.arrival(shift.id) is not None
            # A card that Heimdall should have sent on goes on: that is what was left undone, and nothing else.
            yield from completed if completed and is_sent_on else (reading, *completed)

    def _is_unplayed(self, now: Now, shift: Shift) -> bool:
        """Whether a card laid down with a hand is taken up again and given."""
        is_told = any(each.id == shift.id for mistake in self.mistakes for each in mistake.finding.steps)
        is_from_discard = shift.source == DISCARD and not is_told
        return is_from_discard and place_of(self.game(now.before), shift.id) is None

    def _given_anew(self, now: Now, shift: Shift) -> "Reading":
        """A second card was taken back and is given to somebody unserved: now it counts."""
        reading = self.fork()
        reading.second = None
        reading.evidence.come(_arrival(shift, now), now.line)
        reading.read_anew(now.mirror)
        return reading

    def turn(self, now: Now, shift: Shift) -> "Reading":
        """A card of the open act may still be turned; a Tyr lies as it was declared once play has gone on (VED-4.6)."""
        reading = self.fork()
        if reading.evidence.turn(shift.id, shift.way):
            reading.read_anew(now.mirror)
            return reading
        zone = shift.target or DISCARD
        if misturned(self.game(now.mirror), now.mirror, zone) and not self._is_told(MistakeId.TYR_TURNED, zone):
            name = now.mirror.name(shift.id)
            reading.report(now, Finding(MistakeId.TYR_TURNED, "VED-4.6", zone, name))
        return reading

    def check_order(self, now: Now, zone: Zone) -> None:
        """The order of a stake or of the tribute never changes (VED-2.2)."""
        is_new = is_ordered(zone) and not self._is_told(MistakeId.ORDER_CHANGED, zone)
        if is_new and disordered(self.game(now.mirror), now.mirror, zone):
            self.report(now, Finding(MistakeId.ORDER_CHANGED, "VED-2.2", zone))

    def _is_told(self, wanted: MistakeId, zone: Zone) -> bool:
        return any(
            each.finding.id is wanted and each.finding.zone == zone and not each.is_settled for each in self.mistakes
        )

    def read_anew(self, mirror: Mirror) -> None:
        """Find out anew what the open act may be, if anything was seen that can change it."""
        if not self.evidence.arrivals:
            return
        told = _telling(self.before, self.evidence, mirror)
        if told != self.told:
            found = act_readings(self.before, self.evidence, mirror)
            self.told, self.acts_read = told, found or self.acts_read

    # What comes late

    def _drawn_late(self, now: Now, shift: Shift, target: Zone) -> "Reading | None":
        """The card that should have been drawn before play went on is drawn now."""
        late = self.late
        if late is None or late.owed is None or recipient(target) != late.owed.recipient:
            return None
        evidence = late.evidence.copy()
        evidence.come(_arrival(shift, now), now.line)
        return self._completed_late(now, late, evidence)

    def hit_late(self, now: Now, shift: Shift) -> Iterator["Reading"]:
        """What hell should have taken before play went on leaves now, and tells whom it hit."""
        late = self.late
        is_taken = shift.source is not None and recipient(shift.source) is not None and shift.target in (None, DISCARD)
        if late is None or late.owed is not None or not (is_taken or late.evidence.arrival(shift.id)):
            return
        if self.evidence.arrival(shift.id) is not None:
            return
        evidence = late.evidence.copy()
        evidence.add(shift, now.line, now.at_s)
        is_still_aloft = shift.target is None and evidence.arrival(shift.id) is not None
        done = None if is_still_aloft else self._completed_late(now, late, evidence)
        if done is not None:
            yield done

    def _completed_late(self, now: Now, late: Late, evidence: Evidence) -> "Reading | None":
        """Judge everything again from an act that only now becomes clear; the open act stays open."""
        found = (each for each in act_readings(late.before, evidence, now.mirror) if each.owed is None)
        act = min(found, key=lambda each: _left_to_do(each, now.mirror), default=None)
        game = None if act is None else late.game(act)
        if act is None or game is None or Closing(late.before, act, evidence, (), now.mirror).unaimed is not None:
            return None
        reading = self.fork()
        place = len(self.acts) - len(late.since) - 1
        reading.acts = (*self.acts[:place], act.act, *self.acts[place + 1 :])
        reading.before, reading.late, reading.told = game, None, None
        reading.read_anew(now.mirror)
        return reading

    # What is said

    def end_turn(self, now: Now) -> Iterator["Reading"]:
        """The turn is over, or should be: everybody has been served (VED-3.2)."""
        for act in self.open_acts(now.before):
            is_excused = self.second is not None
            reading = self._closed(now, act)
            if reading.before.served and not is_excused:
                reading.report(now, Finding(MistakeId.UNSERVED, "VED-3.2"), is_fixed=True)
            yield reading

    def take_hand(self, now: Now, seat: Seat) -> "Reading":
        """A seat takes the hand; it must be the active one (VED-3.5, 5.5)."""
        reading = self.fork()
        reading.hand_with = seat
        game = self.game(now.mirror)
        if game.active is not None and seat != game.active:
            is_after_collection = any(each.turn + 1 == game.turn for each in game.collections[-1:])
            rule = "VED-5.5" if is_after_collection else "VED-3.5"
            reading.report(now, Finding(MistakeId.WRONG_SEAT_ORDER, rule), turn=game.turn)
        return reading

    def perform(self, now: Now, act: Act) -> Iterator["Reading"]:
        """An act is said: given by hand it is complete, the end of the game leaves the clearing to hands."""
        for open_act in self.open_acts(now.before):
            reading = self._closed(now, open_act)
            after = step(reading.before, act)
            if isinstance(after, Forbidden):
                reading.report(now, forbidden_act(after), is_fixed=True)
            elif isinstance(act, Finish):
                reading.acts_read = (ActReading(act, after),)
                reading.mistakes = tuple(each for each in reading.mistakes if not _is_laid_down(each, reading))
            else:
                reading.add_act(act)
                reading.before = after
            yield reading

    def keep(self, now: Now) -> "Reading":
        """The table is right as it lies: the game goes on from it."""
        act = self.lead(now.mirror)
        settled = self.gone_on(act)
        kept = kept_table(settled, now.mirror)
        after = step(settled, kept)
        if isinstance(after, Forbidden):
            return self
        reading = Reading(after, hand_with=self.hand_with)
        reading.acts = (*self.acts, *(() if act is None else (act.act,)), kept)
        reading.mistakes = tuple(
            replace(each, is_settled=True, is_fixed=True, is_closed=True) for each in self.mistakes
        )
        return reading

    # When play goes on

    def _closed(self, now: Now, act: ActReading | None, without: frozenset[MistakeId] = frozenset()) -> "Reading":
        """Play goes on: what is undone of the open act is a mistake, and the act is settled as the rules have it."""
        closing = self.closing(act, now.before)
        found = [each for each in findings(closing) if each.id not in without]
        reading = self.fork()
        reading.mistakes = tuple(map(_gone_on, self.mistakes))
        for each in found:
            reading.report(now, each, is_deed=each.id in DEEDS, is_fixed=True, turn=closing.game.turn)
        reading.before = self.gone_on(act)
        if act is not None:
            reading.add_act(act.act)
            if act.owed is not None or any(map(is_settled_late, found)):
                reading.late = Late(self.before, self.evidence, (), act.owed)
            is_rest_owed = closing.is_rest_owed
            reading.rest_late = act.dropped - len(self.evidence.rest) if is_rest_owed else self.rest_late
        reading.evidence, reading.acts_read, reading.second, reading.told = Evidence(), (), None, None
        return reading

    def add_act(self, act: Act) -> None:
        """One more act is settled; what was left undone before it can be done for as long as its round lasts."""
        self.acts = (*self.acts, act)
        if self.late is not None:
            is_over = len(self.before.collections) > len(self.late.before.collections) + 1
            self.late = None if is_over else replace(self.late, since=(*self.late.since, act))

    def report(
        self, now: Now, finding: Finding, *, is_deed: bool = False, is_fixed: bool = False, turn: int | None = None
    ) -> None:
        """A mistake with the line of the sighting that did it, or of what went on without it."""
        line, at_s = now.line, now.at_s
        if is_deed:
            finding, (line, at_s) = self._with_deed(finding, (line, at_s))
        turn = self.before.turn if turn is None else turn
        self.mistakes = (*self.mistakes, Mistake(line, at_s, turn, len(self.acts), finding, is_fixed=is_fixed))

    def _with_deed(self, finding: Finding, now: tuple[int, float]) -> tuple[Finding, tuple[int, float]]:
        """What hands did, told with the card that went wrong first, and when."""
        found = [
            (min(self.evidence.lines_of(each.id, each.name, each.target), default=now), each) for each in finding.steps
        ]
        found.sort(key=lambda each: each[0])
        if not found:
            return finding, now
        when, first = found[0]
        steps = tuple(each for _, each in found)
        return replace(finding, zone=first.source or first.target, card=first.name, steps=steps), when

    def settle(self, mirror: Mirror) -> None:
        """A mistake whose cards lie right again is settled; before play has gone on it never was one."""
        if all(each.is_closed for each in self.mistakes):
            return
        game = self.game(mirror)
        wrong = {each.id for each in differences(game, mirror)}
        settled = []
        for each in self.mistakes:
            is_settled = each.is_closed or not is_still_wrong(each, self, game, mirror, wrong)
            if each.is_fixed or not is_settled:
                settled.append(each if each.is_settled == is_settled else replace(each, is_settled=is_settled))
        self.mistakes = tuple(settled)

    # How readings compare

    @property
    def course(self) -> object:
        """Everything but where cards lie: readings of one course differ by cards that hands may carry."""
        game, evidence = self.before, self.evidence
        counts = (game.draw, game.hand, game.pile, game.turn, game.active, frozenset(game.served))
        seen = (evidence.arrivals, evidence.departures, evidence.packets, evidence.rest)
        fixed = self.acts_read[0].act if self.acts_read and not evidence.arrivals else None
        ends = (game.is_revealing, game.is_over, game.is_unchecked, len(game.collections))
        return counts, ends, seen, self.second, self.rest_late, fixed

    @property
    def unpaid(self) -> int:
        """How often it has to say that a joker should have paid: more often nothing was refused at all."""
        refused = (each.finding for each in self.mistakes if each.finding.id is MistakeId.REFUSED_WITHOUT_JOKER)
        return sum((each.zone or "").startswith(Place.JOKERS) for each in refused)

    @property
    def is_clean(self) -> bool:
        """Whether no mistake still has to be put right."""
        return all(each.is_settled for each in self.mistakes)


def _gone_on(mistake: Mistake) -> Mistake:
    """A mistake once play has gone on: it can't be undone any more, nor can its being put right."""
    if mistake.is_fixed and mistake.is_closed == mistake.is_settled:
        return mistake
    return replace(mistake, is_fixed=True, is_closed=mistake.is_settled)


def game_key(game: Game) -> object:
    """Everything that counts in a game for what comes; which card lies where on the discard does not."""
    lying = tuple(_pile_key(zone, cards) for zone, cards in game.cards.items() if zone != DISCARD)
    counts = (game.discarded, game.draw, game.hand, game.pile, game.turn, game.active, frozenset(game.served))
    collections = tuple((each.cause, each.seat, each.turn) for each in game.collections)
    return lying, counts, game.is_revealing, game.is_over, game.is_unchecked, collections


def _pile_key(zone: Zone, cards: Iterable[object]) -> object:
    return tuple(cards) if is_ordered(zone) else frozenset(cards)


def _left_to_do(act: ActReading, mirror: Mirror) -> int:
    """How much hands still have to do if this was the act."""
    return len(differences(act.game, mirror)) + act.unshown


def _asks_for(act: ActReading | None, target: Zone) -> bool:
    """Whether a card that came to this zone is the one that the act asks for."""
    owed = None if act is None else act.owed
    return owed is not None and (target == DISCARD or recipient(target) == owed.recipient)


def _arrival(shift: Shift, now: Now) -> Arrival:
    path = () if shift.target is None else (shift.target,)
    return Arrival(shift.id, print_name(shift.name), path, shift.way, now.at_s)


def _is_laid_down(mistake: Mistake, reading: Reading) -> bool:
    """A card thrown on the discard just before the players stop: it was the rest of a hand."""
    finding = mistake.finding
    is_thrown = finding.id is MistakeId.REFUSED_WITHOUT_JOKER and finding.zone == DISCARD
    return is_thrown and not mistake.is_settled and mistake.act == len(reading.acts)


def _telling(before: Game, evidence: Evidence, mirror: Mirror) -> object:
    """What of the evidence can change how the act is read."""
    ways = tuple((each.id, *each.path, each.way, mirror.spot(each.id)) for each in evidence.arrivals)
    cards = (before.setup.deck.card(each.name) for each in evidence.arrivals)
    is_chosen = any(card is not None and need(card) in (Need.END, Need.TARGET) for card in cards)
    may_be_refused = any(before.jokers(seat) for seat in before.setup.seats)
    return ways, evidence.departures if is_chosen or may_be_refused else (), evidence.rest
