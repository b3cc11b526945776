"""What hands do at a watched table: in sight of the eye, or after somebody has said it."""

from collections.abc import Iterable
from dataclasses import replace

from companion.facts import BACK, UNKNOWN
from companion.games.vedrfolnir.acts import Act, Give, Reveal
from companion.games.vedrfolnir.hands import is_pile
from companion.games.vedrfolnir.motions import Carry, Lay, Lift, Motion
from companion.games.vedrfolnir.planning import Plan
from companion.games.vedrfolnir.session import Perform
from companion.games.vedrfolnir.zones import DISCARD, PILE
from companion.mirror import print_name
from companion.observation import Observation
from companion.places import Zone
from tests.touching.manners import Fault, Manner, Showing, Sight
from tests.touching.table import Piece
from tests.touching.watching import A_MOTION_S, Deed, Pending, Watched

LOOKS_AGAIN = 4


class Handled(Watched):
    """Hands that show their cards, or carry out what was given by touch."""

    def _top_back(self) -> Piece:
        return (self._table.real(PILE) or self._table.believed[PILE])[-1]

    def _shown(self, deed: Deed, planned: Plan) -> None:
        """An act in sight of the eye."""
        motions = planned.motions
        moved = {each.card for each in motions if isinstance(each, Carry | Lift)}
        lays = [each for each in motions if isinstance(each, Lay) and each.card != BACK and not is_pile(each.zone)]
        staying = [each for each in lays if each.card not in moved]
        spoiled = staying[0].card if staying and staying[0] is lays[0] else None
        for motion in planned.resolving:
            fault = deed.manner.fault if isinstance(motion, Lay) and motion.card == spoiled else Fault.NONE
            self._see(motion, deed.manner, fault)
        if len(motions) == 1 and spoiled is not None:
            self._last = self._piece(spoiled)
        for number, motion in enumerate(planned.tidying):
            is_last = number == len(planned.tidying) - 1 or isinstance(motion, Lay)
            is_unseen = Sight.AT_ONCE in deed.manner.sights and not is_last
            if is_unseen:
                self._move(motion)
            else:
                self._see(motion, deed.manner, Fault.NONE)
        self.tally[f"shown: {deed.manner.showing if planned.motions else 'nothing to show'}"] += 1

    def _see(self, motion: Motion, manner: Manner, fault: Fault) -> None:
        """One motion, and the looks at it."""
        self._clock_s += A_MOTION_S
        zone = motion.target if isinstance(motion, Carry) else motion.zone if isinstance(motion, Lay | Lift) else None
        if Sight.HAND in manner.sights and zone is not None:
            self._table.cover(zone)
        elif Sight.HAND_ELSEWHERE in manner.sights:
            self._table.cover(self._chance.choice(list(self._table.plans)))
        piece = self._spoil(motion, fault)
        self._move(motion)
        if Sight.EMPTY in manner.sights:
            self._follow(Observation(self._tick(), (), ()))
        if Sight.LATE in manner.sights:
            elsewhere = self._table.seen.look(self._tick(), ())
            self._follow(elsewhere)
            self._clock_s += A_MOTION_S
        self._look(is_whole=False)
        self._look_again()
        if self._table.seen.hands:
            self._look(is_whole=True)
            self._table.uncover()
            self._look(is_whole=True)
        if piece is not None:
            self._settle()
            self._wrong(piece, manner, fault)
        self._answer_piles()

    def _look_again(self) -> None:
        """An eye reads a place a few times more where tracking has a doubt (docs/eye.md, *Looking again*)."""
        for _ in range(LOOKS_AGAIN):
            doubted = tuple(each.area for each in self._tracker.doubts)
            if doubted and not self._table.seen.hands:
                self._follow(self._table.seen.look(self._tick(), doubted))

    def _spoil(self, motion: Motion, fault: Fault) -> Piece | None:
        """The eye has a card wrong that is laid now."""
        if fault is Fault.NONE or not isinstance(motion, Lay):
            return None
        piece = self._piece(motion.card)
        is_misread = fault is Fault.MISREAD
        piece.read = self._as_read(self._strange()) if is_misread else UNKNOWN
        self.tally[f"fault: {fault}"] += 1
        return piece

    def _wrong(self, piece: Piece, manner: Manner, fault: Fault) -> None:
        if fault is Fault.UNKNOWN_A_WHILE:
            self._table.read_as(piece, self._as_read(piece.truth))
            self._settle()
            return
        late = self._chance.randint(1, 4) if manner.is_answered_late else 0
        self._pending.append(Pending(piece, manner, self._number + late))

    def _move(self, motion: Motion) -> None:
        """Hands move a card, and it has to be believed there."""
        match motion:
            case Lay(card, zone, way):
                piece = self._piece(card)
                self._table.lay(piece, zone, way)
                self._table.believe(piece, zone)
            case Carry(card, _, target, way):
                piece = self._piece(card)
                self._table.lay(piece, target, way)
                self._table.believe(piece, target)
            case Lift(card, _):
                piece = self._top_back() if card == BACK else self._piece(card)
                self._table.take(piece)
                self._table.believe(piece, None if card == BACK else DISCARD)

    def _by_hand(self, deed: Deed, planned: Plan) -> None:
        """An act that somebody gives by touch, and cards that come to lie where they belong sooner or later."""
        self._flush()
        manner, showing = deed.manner, deed.manner.showing
        if showing is Showing.HAND_CLEARED:
            for motion in planned.tidying:
                if isinstance(motion, Carry | Lift) and self._piece(motion.card).card is not None:
                    self._see(motion, manner, Fault.NONE)
                    self._is_accusable = False
        steps = self._collapsed(planned.motions)
        first = {Showing.HAND_UNSEEN: len(steps), Showing.HAND_PARTLY: 1}.get(showing, 0)
        for each in steps[:first]:
            self._lay_down(*each)
        before = {zone: list(there) for zone, there in self._table.believed.items()}
        self._touch(Perform(self._given(deed)))
        self._is_misled = True
        self._believe_all(planned.motions)
        after = {zone: list(there) for zone, there in self._table.believed.items()}
        self._quiet("told though given by hand")
        self._check()
        if manner.is_touch_undone:
            self._undo_and_redo(before, after, "act")
        self._late = list(steps[first:])
        if showing is not Showing.HAND_LATE:
            self._flush()
        is_simple = len(planned.motions) == 1 and isinstance(planned.motions[0], Lay)
        if is_simple and isinstance(deed.act, Give) and not self._late:
            self._last = self._piece(deed.act.played.card)
        kind = type(deed.act).__name__.lower() + (", clearing" if planned.tidying else "")
        self.tally[f"shown: {showing}"] += 1
        self.tally[f"by hand: {kind}"] += 1

    def _given(self, deed: Deed) -> Act:
        """The act as somebody touches it, with the numbers of its cards or without."""
        act = deed.act
        if (deed.manner.is_number_said and not self._evening.is_printed) or not isinstance(act, Give | Reveal):
            return act
        draws = tuple(replace(each, card=print_name(each.card)) for each in act.draws)
        return replace(act, played=replace(act.played, card=print_name(act.played.card)), draws=draws)

    def _believe_all(self, motions: Iterable[Motion]) -> None:
        """An act by hand is complete: every card is where it ends."""
        for motion in motions:
            match motion:
                case Lay(card, zone) if card != BACK:
                    self._table.believe(self._piece(card), zone)
                    self._piece(card).is_by_hand = True
                case Lay(_, zone) if zone == PILE:
                    self._table.believe(self._hidden, zone)
                case Carry(card, _, target):
                    self._table.believe(self._piece(card), target)
                case Lift(card, _):
                    self._table.believe(
                        self._revealed if card == BACK else self._piece(card), None if card == BACK else DISCARD
                    )
                case _:
                    pass

    def _collapsed(self, motions: tuple[Motion, ...]) -> list[tuple[Piece, Zone | None, Motion]]:
        """Every card that hands have to move for an act by hand, once, and where it ends."""
        ends: dict[Piece, tuple[Zone | None, Motion]] = {}
        for motion in motions:
            match motion:
                case Lay(card, zone):
                    piece = self._piece(card)
                    if card == BACK and zone == PILE:
                        self._hidden = piece
                    ends[piece] = (zone, motion)
                case Carry(card, _, target):
                    ends[self._piece(card)] = (target, motion)
                case Lift(card, _):
                    piece = self._top_back() if card == BACK else self._piece(card)
                    self._revealed = piece
                    ends[piece] = (None, motion)
        return [(piece, zone, motion) for piece, (zone, motion) in ends.items()]

    def _lay_down(self, piece: Piece, zone: Zone | None, motion: Motion) -> None:
        """Hands do at last what was said."""
        self._clock_s += A_MOTION_S
        if zone is None:
            self._table.take(piece)
        else:
            self._table.lay(piece, zone, motion.way if isinstance(motion, Lay | Carry) else None)

    def _flush(self) -> None:
        """Hands do what they left undone, once everything that was shown before is told."""
        if self._late:
            self._settle()
        for each in self._late:
            self._lay_down(*each)
            self._quiet("told though said before")
        self._late = []

    def _flush_later(self, deed: Deed) -> None:
        """Cards left lying are carried once the next one has come."""
        if deed.manner.showing is not Showing.HAND_LATE:
            self._flush()
