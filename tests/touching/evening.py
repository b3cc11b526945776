"""An evening with touches: a lawful game on a real table, an eye that errs, people who say so."""

from random import Random

from companion.facts import BACK
from companion.games.vedrfolnir.motions import Carry, Lay, Lift, Motion
from companion.games.vedrfolnir.planning import plan
from companion.games.vedrfolnir.rulebook import step
from companion.games.vedrfolnir.state import Game
from companion.games.vedrfolnir.zones import PILE
from tests.touching.manners import Showing
from tests.touching.talking import Talked
from tests.touching.watching import A_MOTION_S, Deed


class Company(Talked):
    """People at a watched table for a whole evening."""

    def run(self) -> None:
        """Everything, checked whenever the table is still."""
        self._look(is_whole=True)
        for deed in self._evening.deeds:
            self._number = deed.number
            self._do(deed)
        self._flush()
        for pending in list(self._pending):
            self._answer(pending)
        self._settle()
        self._check()
        self.tally["evenings to the end"] += 1

    def _do(self, deed: Deed) -> None:
        after = step(self._game, deed.act)
        if not isinstance(after, Game):
            raise TypeError(after)
        self._chance = Random(f"{self._evening.seed}-{deed.number}")
        self._table.chance = Random(f"{self._evening.seed}-{deed.number}-hands")
        planned = plan(deed.act, after, Random(f"{self._evening.seed}-{deed.number}-plan"))
        self._clock_s += A_MOTION_S
        self._prepare(planned.motions)
        before, self._game, self._last = self._game, after, None
        is_by_hand = deed.manner.showing is not Showing.SEEN and self._is_calm
        if is_by_hand:
            self._by_hand(deed, planned)
        else:
            self._shown(deed, planned)
        self._flush_later(deed)
        self._settle()
        self._answer_piles()
        self._check()
        for pending in [each for each in self._pending if each.due <= deed.number]:
            self._answer(pending)
        for then in deed.manner.thens:
            self._then(then, deed.manner, is_turn_over=after.turn > before.turn and not after.is_revealing)

    def _prepare(self, motions: tuple[Motion, ...]) -> None:
        """What has to be said or carried before these cards are touched."""
        moved = {each.card for each in motions if isinstance(each, Carry | Lift)}
        zones = {each.zone for each in motions if isinstance(each, Lay)}
        is_met = any(
            piece.truth in moved or (isinstance(motion, Lay) and zone in zones) for piece, zone, motion in self._late
        )
        if is_met or any(each == Lift(BACK, PILE) for each in motions):
            self._flush()
        for pending in list(self._pending):
            if pending.piece.truth in moved:
                self._answer(pending)
