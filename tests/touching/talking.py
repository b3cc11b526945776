"""What people say and do between two acts, right or wrong."""

from dataclasses import replace

from companion.facts import BACK, UNKNOWN
from companion.games.vedrfolnir.hands import is_pile
from companion.games.vedrfolnir.motions import Lay
from companion.games.vedrfolnir.patience import Hearing
from companion.games.vedrfolnir.session import Session
from companion.games.vedrfolnir.standing import standing
from companion.intents import Correct, EndTurn, Keep, Redo, SayAbsent, TakeHand, Undo
from companion.mirror import print_name
from companion.places import Zone
from companion.tracking import Tracker
from tests.touching.answering import Answered
from tests.touching.manners import Manner, Then
from tests.touching.table import Piece, rows
from tests.touching.watching import Pending


class Talked(Answered):
    """People who talk between two acts."""

    def _then(self, then: Then, manner: Manner, *, is_turn_over: bool) -> None:
        before = self.tally["touches"]
        match then:
            case Then.UNDO_AND_SHOW:
                self._undo_and_show()
            case Then.FALSE_ABSENT_UNDONE | Then.FALSE_ABSENT_MOVED:
                self._deny_falsely(is_moved=then is Then.FALSE_ABSENT_MOVED)
            case Then.FALSE_NAME_UNDONE | Then.FALSE_NAME_CORRECTED:
                self._name_falsely(is_undone=then is Then.FALSE_NAME_UNDONE)
            case Then.SAME_NAME:
                self._name_again()
            case Then.GHOST | Then.GHOST_LATE:
                self._haunt(replace(manner, is_answered_late=then is Then.GHOST_LATE))
            case Then.GHOST_GOES:
                self._exorcise()
            case Then.UNDO_REDO | Then.UNDO_REDO_TWICE:
                self._take_back(2 if then is Then.UNDO_REDO_TWICE else 1)
            case Then.RESTART:
                self._restart()
            case _:
                self._announce(then, is_turn_over=is_turn_over)
        self._settle()
        self._check()
        if self.tally["touches"] > before or then in (Then.RESTART, Then.GHOST_GOES):
            self.tally[f"then: {then}"] += 1

    def _announce(self, then: Then, *, is_turn_over: bool) -> None:
        if then is Then.KEEP and self._is_calm and not self._late and not self._game.is_revealing:
            self._touch(Keep())
        if is_turn_over and self._is_calm and not self._game.is_over:
            if then is Then.END_TURN:
                self._touch(EndTurn())
            if then is Then.TAKE_HAND and self._game.active is not None:
                self._touch(TakeHand(self._game.active))

    def _undo_and_show(self) -> None:
        """An act by hand is taken back while its card lies there; then the card is laid anew."""
        piece = self._last
        if piece is None or not piece.is_by_hand or not self._is_calm or piece.card is None:
            return
        zone, _ = self._found(piece)
        self._is_false = True
        self._touch(Undo())
        self._table.believe(piece, None)
        self._quiet("told after an undone act, its card lying there")
        self._check()
        way = self._way(piece)
        self._table.take(piece)
        self._quiet("told though undone: the card is taken up")
        self._lay_anew(piece, zone, way)

    def _lay_anew(self, piece: Piece, zone: Zone, turned: Lay) -> None:
        self._table.lay(piece, zone, turned.way)
        self._table.believe(piece, zone)
        piece.is_by_hand, self._is_false = False, False
        self._settle()

    def _deny_falsely(self, *, is_moved: bool) -> None:
        """A card that really came is said to be absent."""
        piece = self._last
        if piece is None or piece.is_by_hand or not self._is_calm or piece.said is not None:
            return
        zone, index = self._found(piece)
        self._is_false = True
        before = {each: list(there) for each, there in self._table.believed.items()}
        self._touch(SayAbsent(zone, index))
        self._table.believe(piece, None)
        self._quiet("told though falsely absent")
        self._check()
        if not is_moved:
            self._touch(Undo())
            self._table.believed, self._is_false = before, False
            self._quiet("told after an undone false absent")
            return
        way = self._way(piece)
        self._table.take(piece)
        self._quiet("told though falsely absent: the card is taken up")
        self._lay_anew(piece, zone, way)

    def _name_falsely(self, *, is_undone: bool) -> None:
        """A card is called by a wrong name; that stands until it is put right."""
        fans = [each for each in self._table.fans() if not each.is_ghost and not each.is_by_hand]
        if not fans or not self._is_calm:
            return
        piece = self._chance.choice(fans)
        before = piece.said
        self._is_false = True
        self._say(piece, self._as_read(self._strange()))
        zone, _ = self._found(piece)
        self._table.cover(zone)
        self._look(is_whole=True)
        self._table.uncover()
        self._quiet("told though falsely named, after a hand")
        self._check()
        if is_undone or not self._is_shown(piece):
            self._touch(Undo())
            piece.said = before
        else:
            piece.said = self._as_read(piece.truth)
            self._touch(Correct(piece.said, *self._found(piece)))
        self._is_false = False
        self._quiet("told after a false name was put right")

    def _is_shown(self, piece: Piece) -> bool:
        """Whether the screen still has a card where it lies: called wrongly, acts by hand may have put it away."""
        zone, index = self._found(piece)
        row = rows(self._session.mirror).get(zone, [])
        return index < len(row) and row[index] == piece.said

    def _name_again(self) -> None:
        fans = [each for each in self._table.fans() if not each.is_ghost]
        if fans and self._is_calm:
            piece = self._chance.choice(fans)
            self._say(piece, piece.truth)

    def _haunt(self, manner: Manner) -> None:
        """The eye sees a card where none is."""
        zones = [zone for zone in self._table.plans if not is_pile(zone)]
        haunted = {each.zone for each in (*self._denied, *(each.piece for each in self._pending))}
        zone = self._chance.choice(zones)
        if zone in haunted:
            return
        name = UNKNOWN if self._chance.random() < 0.3 else self._as_read(self._strange())
        if any(_may_be(name, awaited.truth) for awaited, where, _ in self._late if where == zone):
            # Where a card was said to lie something unread, or of its print: nobody can tell that it is not that card.
            return
        if name == UNKNOWN and self._is_unread_aloft:
            # "`removed` then `placed` means the same as `moved`, however slow" (formats.md): it would be that card.
            return
        piece = Piece("", name)
        self._table.haunt(piece, zone)
        self._table.believe(piece, zone)
        self._settle()
        late = self._chance.randint(1, 4) if manner.is_answered_late else 0
        pending = Pending(piece, manner, self._number + late)
        self._pending.append(pending)
        self._check()
        if not late:
            self._answer(pending)

    @property
    def _is_unread_aloft(self) -> bool:
        aloft = (each for each in self._session.mirror.aloft if not each.is_stale)
        return any((each.lying.read or each.lying.name) == UNKNOWN for each in aloft)

    def _exorcise(self) -> None:
        if self._denied:
            self._table.take(self._denied.pop())
            self._quiet("told though absent: the ghost is gone")

    def _take_back(self, times: int) -> None:
        """Touches are taken back, and count again."""
        if not self._is_calm:
            return
        seen = rows(self._session.mirror), standing(self._session.game)
        count = 0
        self._is_false = True
        while count < times and self._session.undoable is not None:
            self._touch(Undo())
            self._agree_check()
            count += 1
        for _ in range(count):
            self._touch(Redo())
        self._is_false = False
        if seen != (rows(self._session.mirror), standing(self._session.game)):
            self._break("undo and redo change the game", str(rows(self._session.mirror)))
        self._quiet("told after undo and redo")

    def _restart(self) -> None:
        """Everything is closed and opened again; backs of a pile lie as was said by then: nobody can count them."""
        if any(piece.truth == BACK for piece, _, _ in self._late):
            self._flush()
        before = rows(self._session.mirror), standing(self._session.game), self._session.referee.mistakes
        self._session = Session.resume(self._journal, self._session.id)
        after = rows(self._session.mirror), standing(self._session.game), self._session.referee.mistakes
        if before != after:
            self._break("reopened: another game", f"{before} {after}")
        self._hearing = Hearing(self._session)
        self._tracker = Tracker(self._tracked, self._hearing.seen)
        self._table.seen.is_new_eye, self._table.dirty = True, [self._table.everything]
        self._quiet(f"told after a restart{self._disputed}")

    @property
    def _disputed(self) -> str:
        """In what people and the eye differ just now."""
        is_named = any(each.said is not None and each.said != each.read for each in self._table.fans())
        ghosts = {"a ghost": bool(self._denied), "a named card": is_named, "cards by hand": self._is_by_hand_lying}
        return "".join(f", {name}" for name, there in ghosts.items() if there)

    @property
    def _is_by_hand_lying(self) -> bool:
        return any(each.is_by_hand for each in self._table.fans())


def _may_be(seen: str, said: str) -> bool:
    return seen == UNKNOWN or print_name(seen) == print_name(said)
