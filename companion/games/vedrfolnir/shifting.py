"""A card of the table is carried somewhere, turned, or lies in another order."""

from collections.abc import Iterator

from companion.games.vedrfolnir.arriving import arrive
from companion.games.vedrfolnir.catching_up import hit_late
from companion.games.vedrfolnir.difference import disordered, is_ordered, misturned, place_of
from companion.games.vedrfolnir.evidence import recipient
from companion.games.vedrfolnir.mistakes import Finding, MistakeId
from companion.games.vedrfolnir.readings import Now, Reading
from companion.games.vedrfolnir.zones import DISCARD
from companion.mirror import Shift
from companion.places import Zone


def shift_card(reading: Reading, now: Now, shift: Shift) -> Iterator[Reading]:
    """A card of the table went somewhere."""
    to = None if shift.target is None else recipient(shift.target)
    if reading.second is not None and shift.id == reading.second.id and to is not None:
        yield _given_anew(reading, now, shift) if to not in reading.game(now.mirror).served else reading
    elif to is not None and _is_unplayed(reading, now, shift):
        yield from arrive(reading, now, shift)
    else:
        after = reading.fork()
        after.evidence.add(shift, now.line, now.at_s)
        after.read_anew(now.mirror)
        completed = list(hit_late(after, now, shift))
        is_sent_on = reading.late is not None and reading.late.evidence.arrival(shift.id) is not None
        # A card that Heimdall should have sent on goes on: that is what was left undone, and nothing else.
        yield from completed if completed and is_sent_on else (after, *completed)


def _is_unplayed(reading: Reading, now: Now, shift: Shift) -> bool:
    """Whether a card laid down with a hand is taken up again and given."""
    is_told = any(each.id == shift.id for mistake in reading.mistakes for each in mistake.finding.steps)
    is_from_discard = shift.source == DISCARD and not is_told
    return is_from_discard and place_of(reading.game(now.before), shift.id) is None


def _given_anew(reading: Reading, now: Now, shift: Shift) -> Reading:
    """A second card was taken back and is given to somebody unserved: now it counts."""
    after = reading.fork()
    after.second = None
    after.evidence.come(now.arrival(shift), now.line)
    after.read_anew(now.mirror)
    return after


def turn_card(reading: Reading, now: Now, shift: Shift) -> Reading:
    """A card of the open act may still be turned; a Tyr lies as it was declared once play has gone on (VED-4.6)."""
    after = reading.fork()
    if after.evidence.turn(shift.id, shift.way):
        after.read_anew(now.mirror)
        return after
    zone = shift.target or DISCARD
    if misturned(reading.game(now.mirror), now.mirror, zone) and not reading.is_told(MistakeId.TYR_TURNED, zone):
        name = now.mirror.name(shift.id)
        after.report(now, Finding(MistakeId.TYR_TURNED, "VED-4.6", zone, name))
    return after


def check_order(reading: Reading, now: Now, zone: Zone) -> None:
    """The order of a stake or of the tribute never changes (VED-2.2)."""
    is_new = is_ordered(zone) and not reading.is_told(MistakeId.ORDER_CHANGED, zone)
    if is_new and disordered(reading.game(now.mirror), now.mirror, zone):
        reading.report(now, Finding(MistakeId.ORDER_CHANGED, "VED-2.2", zone))
