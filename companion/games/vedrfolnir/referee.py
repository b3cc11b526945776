"""The referee: follows the real table fact by fact and keeps the game as the rules have it."""

from companion.facts import BACK, Sighting
from companion.games.vedrfolnir.acts import Act, Hide
from companion.games.vedrfolnir.difference import Misplaced, differences
from companion.games.vedrfolnir.events import HandDropped
from companion.games.vedrfolnir.hands import PILE
from companion.games.vedrfolnir.reading import Arrival, Evidence, OpenAct, Reading, recipient
from companion.games.vedrfolnir.rulebook import begin, step
from companion.games.vedrfolnir.setup import Setup
from companion.games.vedrfolnir.state import Game
from companion.games.vedrfolnir.zones import DISCARD
from companion.mirror import Mirror, Shift


class Referee:
    """Two tables: the game, and the mirror of what lies there; the last act stays open until the next card."""

    def __init__(self, setup: Setup) -> None:
        self.mirror = Mirror()
        self._acts: list[Act] = []
        self._open = OpenAct(begin(setup), Evidence())
        self._reading: Reading | None = None

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
        is_dropped = self._reading is not None and any(isinstance(each, HandDropped) for each in self.game.events)
        return is_dropped and not self._open.evidence.packets

    def follow(self, sighting: Sighting) -> None:
        """Let both tables follow what was seen."""
        shift = self.mirror.follow(sighting)
        if shift is None or (shift.name == BACK and shift.source is not None):
            return
        if shift.source is None:
            self._came(shift)
        else:
            self._open.evidence.add(shift)
            self._read()

    def _came(self, shift: Shift) -> None:
        """A card that was not on the table came to lie there."""
        if shift.name == BACK and shift.target == PILE:
            self._close()
            self._hide()
        elif shift.name == BACK:
            self._open.evidence.packets += 1
        elif self._is_drawn(shift):
            self._open.evidence.arrivals.append(_arrival(shift))
            self._read()
        else:
            self._close()
            self._open.evidence.arrivals.append(_arrival(shift))
            self._read()

    def _is_drawn(self, shift: Shift) -> bool:
        """Whether this is the card that an effect asks for."""
        owed = None if self._reading is None else self._reading.owed
        if owed is None or shift.target is None:
            return False
        return shift.target == DISCARD or recipient(shift.target) == owed.recipient

    def _hide(self) -> None:
        after = step(self.game, Hide())
        if isinstance(after, Game):
            self._open = OpenAct(after, Evidence())
            self._acts.append(Hide())

    def _read(self) -> None:
        if self._open.evidence.arrivals:
            self._reading = self._open.reading(self.mirror)

    def _close(self) -> None:
        """Play goes on: the open act is settled."""
        if self._reading is not None:
            self._acts.append(self._reading.act)
        self._open = OpenAct(self.game, Evidence())
        self._reading = None


def _arrival(shift: Shift) -> Arrival:
    return Arrival(shift.name, [] if shift.target is None else [shift.target], shift.way)
