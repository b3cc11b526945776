"""A card that was not on the table comes: drawn, rest of a hand, or given, with what is wrong with that."""

from collections.abc import Iterator
from dataclasses import replace

from companion.facts import BACK
from companion.games.vedrfolnir.act_reading import ActReading, act_readings
from companion.games.vedrfolnir.acts import Hide, Played
from companion.games.vedrfolnir.catching_up import drawn_late
from companion.games.vedrfolnir.difference import Misplaced
from companion.games.vedrfolnir.evidence import Arrival, Evidence, recipient
from companion.games.vedrfolnir.judging import findings
from companion.games.vedrfolnir.misgiving import fault, hidden_wrongly, misgiven
from companion.games.vedrfolnir.mistakes import Finding, MistakeId
from companion.games.vedrfolnir.readings import Now, Reading
from companion.games.vedrfolnir.rulebook import step
from companion.games.vedrfolnir.verdicts import Forbidden
from companion.games.vedrfolnir.zones import DISCARD, PILE, Place
from companion.mirror import Mirror, Shift
from companion.places import Zone

# One cause, one mistake: what lies about because Brynhildr was skipped is no other mistake.
_WITH_SKIPPING = frozenset({MistakeId.HAND_KEPT, MistakeId.EARLY_REVEAL})
# A card that does not count, as if it had not been laid.
_NEVER_LAID = frozenset({MistakeId.FOREIGN_CARD, MistakeId.TOO_MANY_COPIES, MistakeId.WON_TOUCHED})
# A card given twice or thrown away counts once it is given to somebody who has none.
_GIVEN_ANEW = frozenset({MistakeId.SECOND_CARD, MistakeId.REFUSED_WITHOUT_JOKER})


def arrive(reading: Reading, now: Now, shift: Shift) -> Iterator[Reading]:
    """A card that was not on the table came to lie there."""
    target = shift.target or DISCARD
    finding = fault(reading.game(now.before), now.mirror, shift.id, shift.name)
    if finding is None and target.startswith(f"{Place.WON}:"):
        finding = Finding(MistakeId.WON_TOUCHED, "VED-5.2")
    if finding is not None and finding.id in _NEVER_LAID:
        yield _void(reading, now, shift, finding, target)
        return
    drawing = [each for each in reading.open_acts(now.before) if _asks_for(each, target)]
    drawn = _drawn(reading, now, shift) if drawing else None
    closers = [each for each in reading.closing_acts(now.before) if drawn is None or each not in drawing]
    if drawn is not None:
        yield drawn
    is_resting = target == DISCARD
    resting = [each for each in closers if is_resting and each is not None and _may_rest(reading, each, now.before)]
    closers = [each for each in closers if each not in resting]
    if closers:
        yield from _came_else(reading, now, shift, target, closers)
    swept = [each for each in closers if is_resting and each is not None and _is_swept(reading, each, now.before)]
    yield from _rested(reading, now, shift, resting or swept)


def _drawn(reading: Reading, now: Now, shift: Shift) -> Reading | None:
    """This is the card that an effect asks for."""
    after = reading.fork()
    after.evidence.come(now.arrival(shift), now.line)
    after.acts_read = act_readings(after.before, after.evidence, now.mirror)
    return after if after.acts_read else None


def _may_rest(reading: Reading, act: ActReading, mirror: Mirror) -> bool:
    """Whether a card laid on the discard may be of the hand that this act ends: one back settles the whole rest.

    A card that was turned up from Brynhildr's pile is none of it either.
    """
    is_turned_up = act.game.is_revealing and len(mirror.real(PILE)) < act.game.pile
    is_settled = reading.evidence.packets > 0
    return act.dropped > len(reading.evidence.rest) and not is_turned_up and not is_settled


def _is_swept(reading: Reading, act: ActReading, mirror: Mirror) -> bool:
    """Whether hands collect although nothing is due, and lay the hand down with it: one cause, one mistake."""
    if act.game.hand <= len(reading.evidence.rest) or reading.evidence.packets:
        return False
    return any(each.id is MistakeId.FALSE_COLLECTION for each in findings(reading.closing(act, mirror)))


def _rested(reading: Reading, now: Now, shift: Shift, resting: list[ActReading]) -> Iterator[Reading]:
    """A card of the rest of the hand, face up (VED-3.4)."""
    if resting:
        after = reading.fork()
        after.evidence.rest = (*after.evidence.rest, shift.id)
        after.evidence.lines[shift.id] = (now.line, now.at_s)
        after.acts_read = tuple(resting)
        yield after


def _came_else(
    reading: Reading, now: Now, shift: Shift, target: Zone, closers: list[ActReading | None]
) -> Iterator[Reading]:
    late = drawn_late(reading, now, shift, target)
    if late is not None:
        yield late
    if target == DISCARD and reading.rest_late:
        yield _rested_late(reading)
        return
    for act in closers:
        after = _given(reading, now, shift, target, act)
        yield after
        if target == DISCARD and any(each.refused for each in after.acts_read):
            yield _thrown(reading, now, shift, act)


def _rested_late(reading: Reading) -> Reading:
    after = reading.fork()
    after.rest_late -= 1
    return after


def _given(reading: Reading, now: Now, shift: Shift, target: Zone, act: ActReading | None) -> Reading:
    """The next card is given: play goes on."""
    finding = misgiven(reading.gone_on(act), shift.name, target)
    is_skipping = finding is not None and finding.id is MistakeId.BRYNHILDR_SKIPPED
    after = reading.closed(now, act, _WITH_SKIPPING if is_skipping else frozenset())
    finding = fault(after.before, now.mirror, shift.id, shift.name) or finding
    return _take(after, now, now.arrival(shift), target, finding)


def _thrown(reading: Reading, now: Now, shift: Shift, act: ActReading | None) -> Reading:
    """A card goes straight on the discard, and nobody refused it."""
    finding = Finding(MistakeId.REFUSED_WITHOUT_JOKER, "VED-4.2")
    return _take(reading.closed(now, act), now, now.arrival(shift), DISCARD, finding)


def _take(reading: Reading, now: Now, arrival: Arrival, target: Zone, finding: Finding | None) -> Reading:
    """A card is given, or laid where it does not count."""
    if finding is None:
        reading.evidence.come(arrival, now.line)
        reading.read_anew(now.mirror)
        if not reading.acts_read:
            finding = Finding(MistakeId.REFUSED_WITHOUT_JOKER, "VED-4.2")
    if finding is not None:
        reading.evidence = Evidence()
        reading.second = Played(arrival.name, id=arrival.id) if finding.id in _GIVEN_ANEW else None
        steps = _steps_back(reading, now, arrival.id, target)
        name = now.mirror.name(arrival.id)
        thrown = arrival.id if target == DISCARD else None
        reading.report(now, replace(finding, zone=target, card=name, steps=steps, thrown=thrown))
    return reading


def _void(reading: Reading, now: Now, shift: Shift, finding: Finding, target: Zone) -> Reading:
    """A card that does not count is told, and play has not gone on."""
    after = reading.fork()
    steps = _steps_back(after, now, shift.id, target)
    after.report(now, replace(finding, zone=target, card=shift.name, steps=steps))
    return after


def _steps_back(reading: Reading, now: Now, card: int, target: Zone) -> tuple[Misplaced, ...]:
    """A card that does not count leaves the table, or goes back on Brynhildr's pile; on the discard it may lie."""
    if target == DISCARD:
        return ()
    name = now.mirror.name(card) or BACK
    return (Misplaced(card, name, target, PILE if _is_pile_short(reading, now.mirror) else DISCARD),)


def _is_pile_short(reading: Reading, mirror: Mirror) -> bool:
    """Whether a card was taken from Brynhildr's pile that belongs there: a back laid on it then is that card."""
    return len(mirror.real(PILE)) < reading.game(mirror).pile


def lay_back(reading: Reading, now: Now, shift: Shift) -> Iterator[Reading]:
    """A face-down card: one for Brynhildr, the rest of a hand, or where none belongs."""
    target = shift.target or DISCARD
    if target == DISCARD:
        after = reading.fork()
        after.evidence.packets += 1
        after.rest_late = 0
        yield after
    elif target == PILE and not _is_pile_short(reading, now.before):
        yield from (_hide(reading.closed(now, act), now, shift) for act in reading.closing_acts(now.before))
    elif recipient(target) is not None:
        yield from (_see_back(reading.closed(now, act), now, shift, target) for act in reading.closing_acts(now.before))
    else:
        yield reading


def _hide(reading: Reading, now: Now, shift: Shift) -> Reading:
    """A face-down card goes on Brynhildr's pile (VED-8.1)."""
    game = step(reading.before, Hide())
    if isinstance(game, Forbidden):
        steps = (Misplaced(shift.id, BACK, PILE, DISCARD),)
        reading.report(now, replace(hidden_wrongly(game), steps=steps))
    else:
        reading.before = game
        reading.add_act(now, Hide())
    return reading


def _see_back(reading: Reading, now: Now, shift: Shift, target: Zone) -> Reading:
    """A face-down card lies where none belongs."""
    steps = (Misplaced(shift.id, BACK, target, DISCARD),)
    reading.report(now, Finding(MistakeId.BRYNHILDR_SEEN, "VED-3.2", target, BACK, steps))
    return reading


def _asks_for(act: ActReading | None, target: Zone) -> bool:
    """Whether a card that came to this zone is the one that the act asks for."""
    owed = None if act is None else act.owed
    return owed is not None and (target == DISCARD or recipient(target) == owed.recipient)
