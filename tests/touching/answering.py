"""What people say of a card that the eye has wrong."""

from companion.facts import UNKNOWN, Way
from companion.games.vedrfolnir.catalogue import is_sided
from companion.games.vedrfolnir.motions import Lay
from companion.intents import Correct, Redo, SayAbsent, SayWay, Undo
from companion.mirror import print_name
from companion.places import Zone
from tests.touching.handling import Handled
from tests.touching.manners import Manner, Rereading
from tests.touching.table import Piece
from tests.touching.watching import Pending


class Answered(Handled):
    """People who name cards, and deny those that are not there."""

    def _answer(self, pending: Pending) -> None:
        """Somebody says what a card is, or that it is none."""
        self._settle()
        piece, manner = pending.piece, pending.manner
        if piece.is_ghost:
            self._deny(piece, manner)
            self._pending.remove(pending)
            return
        if manner.is_wrongly_said_first:
            self._say(piece, self._as_read(self._strange()))
            if manner.is_touch_undone:
                self._touch(Undo())
                piece.said = None
                self._quiet("told after an undone name")
                self._check()
        self._say(piece, piece.truth if manner.is_number_said else print_name(piece.truth))
        self._say_ways()
        self._pending.remove(pending)
        self._check()
        if manner.is_touch_undone:
            self._undo_name(pending)
        if manner.rereading is Rereading.AT_ONCE:
            self._table.read_as(piece, self._as_read(piece.truth))
            self._quiet("told though said: the eye reads it now")
        elif manner.rereading is Rereading.WHEN_MOVED:
            piece.read = self._as_read(piece.truth)
        self.tally[f"answered: {'unknown' if piece.read == UNKNOWN else 'misread'}, {manner.rereading}"] += 1
        self._check()

    def _say(self, piece: Piece, name: str) -> None:
        zone, index = self._found(piece)
        piece.said = self._as_read(name)
        self._touch(Correct(piece.said, zone, index))
        self._quiet("told though named")

    def _say_ways(self) -> None:
        """Which way every Tyr lies that is asked about, also if a card without a name had kept that back."""
        asked = {each.target for each in self._session.referee.open_steps if each.step == "choose"}
        unsure = [
            piece for zone in sorted(asked) for piece in self._table.believed.get(zone, []) if self._is_unsure(piece)
        ]
        for piece in unsure:
            zone, index = self._found(piece)
            name = self._session.mirror.lying(zone)[index].name
            self._touch(SayWay(name, zone, self._way(piece).way is Way.TURNED, index))
            self._quiet("told though its way was said")

    def _is_unsure(self, piece: Piece) -> bool:
        zone, index = self._found(piece)
        card = self._session.setup.deck.card(piece.truth)
        is_named = piece.name != UNKNOWN and piece.card is not None and card is not None and is_sided(card)
        return is_named and self._session.mirror.lying(zone)[index].way is Way.UNSURE

    def _way(self, piece: Piece) -> Lay:
        """The motion that lays a card as it lies."""
        zone, _ = self._found_real(piece)
        turn = 0.0 if piece.card is None else piece.card.outline.pose.top_deg - self._table.plans[zone].up_deg
        is_turned = abs((turn + 180) % 360 - 180) > 90
        return Lay(piece.truth, zone, Way.TURNED if is_turned else Way.UPRIGHT)

    def _found_real(self, piece: Piece) -> tuple[Zone, int]:
        if piece.zone is None:
            raise LookupError(piece)
        return piece.zone, self._table.real(piece.zone).index(piece)

    def _undo_name(self, pending: Pending) -> None:
        """The name is taken back and said again; which way a card lies is a sighting, no undo takes it back."""
        piece, named = pending.piece, pending.piece.said
        self._pending.append(pending)
        self._touch(Undo())
        piece.said = None
        self._quiet("told though a name was undone")
        self._check()
        self._touch(Redo())
        piece.said = named
        self._pending.remove(pending)
        self._quiet("told though a name was redone")
        self._check()

    def _deny(self, piece: Piece, manner: Manner) -> None:
        """Somebody says that no card lies there; the eye goes on seeing one."""
        zone, index = self._found(piece)
        before = {each: list(there) for each, there in self._table.believed.items()}
        self._touch(SayAbsent(zone, index))
        self._table.believe(piece, None)
        self._say_ways()
        after = {each: list(there) for each, there in self._table.believed.items()}
        self._quiet("told though absent")
        if manner.is_touch_undone:
            self._undo_and_redo(before, after, "absent")
        self._table.cover(zone)
        self._look(is_whole=True)
        self._table.uncover()
        self._quiet("told though absent, after a hand")
        self._denied.append(piece)
