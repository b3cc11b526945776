"""What should have been done before play went on is done now."""

from collections.abc import Iterator

from companion.games.vedrfolnir.act_reading import act_readings
from companion.games.vedrfolnir.evidence import Evidence, recipient
from companion.games.vedrfolnir.judging import Closing
from companion.games.vedrfolnir.lateness import Late
from companion.games.vedrfolnir.readings import Now, Reading, left_to_do
from companion.games.vedrfolnir.zones import DISCARD
from companion.mirror import Shift
from companion.places import Zone


def drawn_late(reading: Reading, now: Now, shift: Shift, target: Zone) -> Reading | None:
    """The card that should have been drawn before play went on is drawn now."""
    late = reading.late
    if late is None or late.owed is None or recipient(target) != late.owed.recipient:
        return None
    evidence = late.evidence.copy()
    evidence.come(now.arrival(shift), now.line)
    return _completed_late(reading, now, late, evidence)


def hit_late(reading: Reading, now: Now, shift: Shift) -> Iterator[Reading]:
    """What hell should have taken before play went on leaves now, and tells whom it hit."""
    late = reading.late
    is_taken = shift.source is not None and recipient(shift.source) is not None and shift.target in (None, DISCARD)
    if late is None or late.owed is not None or not (is_taken or late.evidence.arrival(shift.id)):
        return
    if reading.evidence.arrival(shift.id) is not None:
        return
    evidence = late.evidence.copy()
    evidence.add(shift, now.line, now.at_s)
    is_still_aloft = shift.target is None and evidence.arrival(shift.id) is not None
    done = None if is_still_aloft else _completed_late(reading, now, late, evidence)
    if done is not None:
        yield done


def _completed_late(reading: Reading, now: Now, late: Late, evidence: Evidence) -> Reading | None:
    """Judge everything again from an act that only now becomes clear; the open act stays open."""
    found = (each for each in act_readings(late.before, evidence, now.mirror) if each.owed is None)
    act = min(found, key=lambda each: left_to_do(each, now.mirror), default=None)
    game = None if act is None else late.game(act)
    if act is None or game is None or Closing(late.before, act, evidence, (), now.mirror).unaimed is not None:
        return None
    after = reading.fork()
    place = len(reading.acts) - len(late.since) - 1
    after.acts = (*reading.acts[:place], act.act, *reading.acts[place + 1 :])
    after.before, after.late, after.told = game, None, None
    after.read_anew(now.mirror)
    return after
