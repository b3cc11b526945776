"""In what manner people do an act at a watched table: what the eye makes of it, what is touched before and after."""

from dataclasses import dataclass
from enum import StrEnum
from random import Random


class Showing(StrEnum):
    """How an act comes to be known."""

    SEEN = "seen"
    HAND_FIRST = "by hand, cards laid after"
    HAND_UNSEEN = "by hand, cards laid just before"
    HAND_PARTLY = "by hand, its card laid just before"
    HAND_LATE = "by hand, cards left lying until the next one"
    HAND_CLEARED = "by hand, cleared in sight before"


class Fault(StrEnum):
    """What the eye makes of the card that comes."""

    NONE = "read"
    UNKNOWN = "unknown"
    UNKNOWN_A_WHILE = "unknown for a while"
    MISREAD = "misread"


class Rereading(StrEnum):
    """What the eye makes of a card that people have named."""

    SAME = "reads it as before"
    WHEN_MOVED = "reads it once it is moved"
    AT_ONCE = "reads it where it lies"


class Sight(StrEnum):
    """What troubles the eye while hands move cards."""

    HAND = "a hand over the place"
    HAND_ELSEWHERE = "a hand elsewhere"
    EMPTY = "an empty look"
    LATE = "seen late"
    AT_ONCE = "a clearing seen at once"


class Then(StrEnum):
    """What people do when an act is over, in this order."""

    UNDO_AND_SHOW = "an act by hand undone, its card shown"
    FALSE_ABSENT_UNDONE = "a card denied, undone"
    FALSE_ABSENT_MOVED = "a card denied, then laid anew"
    FALSE_NAME_UNDONE = "a false name, undone"
    FALSE_NAME_CORRECTED = "a false name, corrected"
    SAME_NAME = "a card named as it is"
    GHOST = "a ghost, denied at once"
    GHOST_LATE = "a ghost, denied later"
    GHOST_GOES = "a denied ghost is seen no more"
    KEEP = "keep"
    END_TURN = "end-turn"
    TAKE_HAND = "turn"
    UNDO_REDO = "undo, redo"
    UNDO_REDO_TWICE = "undo twice, redo twice"
    RESTART = "closed and reopened"


@dataclass(frozen=True)
class Manner:
    """One act's manner; the plain one: seen at once, read right, nothing said."""

    showing: Showing = Showing.SEEN
    fault: Fault = Fault.NONE
    rereading: Rereading = Rereading.SAME
    is_answered_late: bool = False
    is_number_said: bool = False
    is_wrongly_said_first: bool = False
    is_touch_undone: bool = False
    sights: tuple[Sight, ...] = ()
    thens: tuple[Then, ...] = ()


PLAIN = Manner()
BY_HAND = (
    Showing.HAND_FIRST,
    Showing.HAND_UNSEEN,
    Showing.HAND_PARTLY,
    Showing.HAND_LATE,
)
FAULTS = (Fault.UNKNOWN, Fault.UNKNOWN, Fault.UNKNOWN_A_WHILE, Fault.MISREAD, Fault.MISREAD)


def any_manner(chance: Random) -> Manner:
    """A manner by chance; most are plain in most respects."""

    def seldom(share: float) -> bool:
        return chance.random() < share

    return Manner(
        showing=chance.choice(BY_HAND) if seldom(0.3) else Showing.SEEN,
        fault=chance.choice(FAULTS) if seldom(0.3) else Fault.NONE,
        rereading=chance.choice(list(Rereading)),
        is_answered_late=seldom(0.3),
        is_number_said=seldom(0.5),
        is_wrongly_said_first=seldom(0.1),
        is_touch_undone=seldom(0.2),
        sights=tuple(each for each in Sight if seldom(0.08)),
        thens=tuple(each for each in Then if seldom(0.06)),
    )


def plainer(manner: Manner) -> list[Manner]:
    """The manners that are a little plainer than this one."""
    simpler: list[Manner] = []
    for name, plain in vars(PLAIN).items():
        if getattr(manner, name) != plain:
            simpler.append(Manner(**{**vars(manner), name: plain}))
    for name in ("sights", "thens"):
        whole = getattr(manner, name)
        numbers = range(len(whole) if len(whole) > 1 else 0)
        simpler += [Manner(**{**vars(manner), name: whole[:each] + whole[each + 1 :]}) for each in numbers]
    return simpler
