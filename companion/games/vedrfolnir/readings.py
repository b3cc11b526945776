"""One reading of a whole evening: a game that the rules allow, what it still asks for, and the mistakes it needs."""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from companion.games.vedrfolnir.act_reading import ActReading, act_readings
from companion.games.vedrfolnir.acts import Act, Played
from companion.games.vedrfolnir.declaring import Need, need
from companion.games.vedrfolnir.difference import (
    differences,
    is_ordered,
    place_of,
)
from companion.games.vedrfolnir.effects import Joker
from companion.games.vedrfolnir.evidence import SLIP_S, Arrival, Evidence, is_within, recipient
from companion.games.vedrfolnir.judging import Closing, findings, is_settled_late
from companion.games.vedrfolnir.lateness import Late
from companion.games.vedrfolnir.mistakes import DEEDS, Finding, Mistake, MistakeId
from companion.games.vedrfolnir.rulebook import discard_from_hand, go_on_undrawn
from companion.games.vedrfolnir.settling import is_still_wrong
from companion.games.vedrfolnir.state import Game
from companion.games.vedrfolnir.twins import as_they_lie
from companion.games.vedrfolnir.zones import DISCARD, Place
from companion.mirror import Mirror, Shift, print_name
from companion.places import Seat, Zone


class Now(NamedTuple):
    """The table as it lies now and as it lay before this line, and the line."""

    mirror: Mirror
    before: Mirror
    line: int
    at_s: float

    def arrival(self, shift: Shift) -> Arrival:
        """A card that came with this line."""
        path = () if shift.target is None else (shift.target,)
        return Arrival(shift.id, print_name(shift.name), path, shift.way, self.at_s)


@dataclass(slots=True)
class Reading:
    """The game as far as it is settled, and the act that is still open; `fork` before you change one.

    `acts_read` are what the open act may be, `likeliest` the best of them, `told` the evidence they were read from.
    `second` is a card that was given wrongly and may be given anew, `late` an act that people may still complete,
    `rest_late` how many cards of a hand may still be laid down, `went_on` the line with which an act was last over.
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
    went_on: int = 0
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
            self.went_on,
            self.told,
        )

    # What it says

    def lead(self, mirror: Mirror) -> ActReading | None:
        """The likeliest act: the one that leaves the least undone, the first of equals."""
        if len(self.acts_read) <= 1:
            return self.acts_read[0] if self.acts_read else None
        if self.likeliest is None:
            self.likeliest = min(self.acts_read, key=lambda each: left_to_do(each, mirror))
        return self.likeliest

    def game(self, mirror: Mirror) -> Game:
        """The game as the rules have it."""
        lead = self.lead(mirror)
        return self.before if lead is None else lead.game

    def may_hold(self, card: int, at_s: float) -> bool:
        """Whether a card in the air may still belong on the table: it slipped, is sent on, or some act has it there."""
        arrival = self.evidence.arrival(card)
        is_slip = arrival is not None and len(arrival.path) == 1 and is_within(at_s, arrival.at_s, SLIP_S)
        seat = None if arrival is None else recipient(arrival.path[-1])
        if seat in self.before.seats_in_play and self.before.held(Seat(str(seat)), Joker.HEIMDALL) is not None:
            return True
        games = [each.game for each in self.acts_read] or [self.before]
        places = [place_of(each, card) for each in games]
        # A card that is none of the game's, and is not to be given anew, was taken off the table.
        is_void = arrival is None and (self.second is None or self.second.id != card)
        return is_slip or any(recipient(each) is not None if each is not None else not is_void for each in places)

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

    def open_acts(self, mirror: Mirror) -> tuple[ActReading | None, ...]:
        """What the open act may be, the likeliest first."""
        lead = self.lead(mirror)
        return (lead, *(each for each in self.acts_read if each is not lead))

    def closing_acts(self, mirror: Mirror) -> tuple[ActReading | None, ...]:
        """What the open act may have been when play goes on: a card carried on at once that nobody paid for slipped."""
        acts = self.open_acts(mirror)
        return tuple(each for each in acts if each is None or not each.is_unpaid) or acts

    def is_told(self, wanted: MistakeId, zone: Zone) -> bool:
        """Whether this mistake was told of that zone and has not been put right."""
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

    # When play goes on

    def closed(self, now: Now, act: ActReading | None, without: frozenset[MistakeId] = frozenset()) -> "Reading":
        """Play goes on: what is undone of the open act is a mistake, and the act is settled as the rules have it."""
        closing = self.closing(act, now.before)
        found = [each for each in findings(closing) if each.id not in without]
        reading = self.fork()
        reading.mistakes = tuple(map(_gone_on, self.mistakes))
        for each in found:
            reading.report(now, each, is_deed=each.id in DEEDS, is_fixed=True, turn=closing.game.turn)
        reading.before = as_they_lie(self.gone_on(act), now.before)
        if act is not None:
            reading.add_act(now, act.act)
            if act.owed is not None or closing.unaimed is not None or any(map(is_settled_late, found)):
                reading.late = Late(self.before, self.evidence, (), act.owed)
            is_rest_owed = closing.is_rest_owed
            reading.rest_late = act.dropped - len(self.evidence.rest) if is_rest_owed else self.rest_late
        reading.evidence, reading.acts_read, reading.second, reading.told = Evidence(), (), None, None
        return reading

    def add_act(self, now: Now, act: Act) -> None:
        """One more act is settled; what was left undone before it can be done for as long as its round lasts."""
        self.acts, self.went_on = (*self.acts, act), now.mirror.number
        if self.late is not None:
            is_over = len(self.before.collections) > len(self.late.before.collections)
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

    def with_deeds(self, mirror: Mirror) -> tuple[Mistake, ...]:
        """Its mistakes, and what hands have done wrongly in the open act unless they put it right."""
        found = findings(self.closing(self.lead(mirror), mirror))
        deeds = (self._with_deed(each, (0, 0.0)) for each in found if each.id in DEEDS)
        turn, act = self.before.turn, len(self.acts)
        return (*self.mistakes, *(Mistake(line, at_s, turn, act, each) for each, (line, at_s) in deeds))

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
                is_same = each.is_settled == is_settled
                settled.append(each if is_same else replace(each, is_settled=is_settled, is_by_chance=False))
        self.mistakes = tuple(settled)

    def doubt_settled(self, before: tuple[Mistake, ...]) -> None:
        """What was not put right `before` was so by chance: others need fewer mistakes for what hands did."""
        self.mistakes = tuple(
            replace(each, is_by_chance=True) if each.is_settled and each not in before else each
            for each in self.mistakes
        )

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

    def needless(self, mirror: Mirror) -> int:
        """How many cards were taken in the open act from where the rules have them: a twin may lie there instead."""
        game = self.game(mirror)
        return sum(place_of(game, each.id) == each.source for each in self.evidence.departures)

    @property
    def is_clean(self) -> bool:
        """Whether no mistake still has to be put right, nor anything shown that was left open."""
        return self.late is None and all(each.is_settled for each in self.mistakes)


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


def left_to_do(act: ActReading, mirror: Mirror) -> int:
    """How much hands still have to do if this was the act."""
    return len(differences(act.game, mirror)) + act.unshown


def _telling(before: Game, evidence: Evidence, mirror: Mirror) -> object:
    """What of the evidence can change how the act is read."""
    ways = tuple((each.id, *each.path, each.way, mirror.spot(each.id)) for each in evidence.arrivals)
    cards = (before.setup.deck.card(each.name) for each in evidence.arrivals)
    is_chosen = any(card is not None and need(card) in (Need.END, Need.TARGET) for card in cards)
    may_be_refused = any(before.jokers(seat) for seat in before.setup.seats)
    left = evidence.departures if is_chosen or may_be_refused else ()
    return ways, left, tuple(mirror.spot(each.id) == each.source for each in left), evidence.rest
