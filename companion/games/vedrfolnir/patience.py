"""What is heard while the journal can't be written waits, in its order; nothing of it counts until it is kept."""

from companion.games.vedrfolnir.session import Session
from companion.games.vedrfolnir.sightings import Heard
from companion.journal import JournalUnreachable
from companion.trouble import remedy
from companion.words import Message


class Hearing:
    """Brings what is heard to a session; `fault` says why the last of it could not be kept, if so."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self.waiting: list[Heard] = []
        self.fault: Message | None = None

    def hear(self, *heard: Heard) -> bool:
        """Keep what waits and this, all of it or nothing; whether that could be done."""
        self.waiting.extend(heard)
        try:
            self._session.hear(*self.waiting)
        except JournalUnreachable as unreachable:
            self.fault = unreachable.fault
            return False
        self.waiting.clear()
        self.fault = None
        return True


def unkept(fault: Message) -> Message:
    """What people at the table are told while nothing can be kept."""
    return Message("status.unkept", {"fault": fault, "remedy": remedy(fault)})
