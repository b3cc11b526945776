"""When a mistake has been put right: its cards lie as the rules have them, or what was left undone was done."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import NamedTuple, Protocol

from companion.facts import BACK
from companion.games.vedrfolnir.difference import Misplaced, disordered, misturned
from companion.games.vedrfolnir.lateness import Late
from companion.games.vedrfolnir.mistakes import Mistake, MistakeId
from companion.games.vedrfolnir.state import Game
from companion.games.vedrfolnir.zones import DISCARD
from companion.mirror import Mirror
from companion.places import Seat


class Standing(Protocol):
    """What a reading still waits for."""

    late: Late | None
    rest_late: int
    hand_with: Seat | None


class _Case(NamedTuple):
    mistake: Mistake
    standing: Standing
    game: Game
    mirror: Mirror
    wrong: set[int]

    @property
    def is_this_turn(self) -> bool:
        return self.game.turn == self.mistake.turn

    @property
    def spots(self) -> list[str | None]:
        """Where the cards of the mistake lie now."""
        return [self.mirror.spot(each.id) for each in self.mistake.finding.steps]


def is_still_wrong(mistake: Mistake, standing: Standing, game: Game, mirror: Mirror, wrong: set[int]) -> bool:
    """Whether hands still have to do something about a mistake; `wrong` are the cards that lie wrongly."""
    way = _WAYS.get(mistake.finding.id)
    if way is not None:
        return way(_Case(mistake, standing, game, mirror, wrong))
    return _lie_wrongly(mistake.finding.steps, mirror, wrong)


def _is_card_wrong(case: _Case) -> bool:
    return _lie_wrongly(case.mistake.finding.steps, case.mirror, case.wrong)


def _lie_wrongly(steps: tuple[Misplaced, ...], mirror: Mirror, wrong: set[int]) -> bool:
    """Asked of every open mistake after every fact: a plain loop, three times as fast."""
    for each in steps:  # noqa: SIM110
        if each.id in wrong or (each.name == BACK and mirror.spot(each.id) == each.source):
            return True
    return False


def _is_back_there(case: _Case) -> bool:
    finding = case.mistake.finding
    if finding.steps:
        return any(spot == finding.zone for spot in case.spots)
    return any(each.name == finding.card for each in case.mirror.real(finding.zone or DISCARD))


def _is_disordered(case: _Case) -> bool:
    return disordered(case.game, case.mirror, case.mistake.finding.zone or DISCARD)


def _is_misturned(case: _Case) -> bool:
    return misturned(case.game, case.mirror, case.mistake.finding.zone or DISCARD)


def _is_hand_kept(case: _Case) -> bool:
    return case.standing.rest_late > 0


def _is_other_hand(case: _Case) -> bool:
    return case.is_this_turn and case.standing.hand_with != case.game.active


def _is_unserved(case: _Case) -> bool:
    return case.is_this_turn and not case.game.is_over


def _is_undrawn(case: _Case) -> bool:
    return case.standing.late is not None


def _is_refused(case: _Case) -> bool:
    """A card thrown on the discard is put right when it is given; any other when it lies where the rules have it."""
    thrown = case.mistake.finding.thrown
    return _is_card_wrong(case) if thrown is None else case.mirror.spot(thrown) in (None, DISCARD)


def _is_unshown(case: _Case) -> bool:
    """Hell has hit nobody, a card was not sent on: only later deeds tell; a card that lies wrongly is seen."""
    finding = case.mistake.finding
    is_unaimed = finding.rule == "VED-4.11" and not finding.steps
    is_shown_late = is_unaimed or any(each.source == each.target for each in finding.steps)
    return case.standing.late is not None if is_shown_late else _is_card_wrong(case)


_WAYS: Mapping[MistakeId, Callable[[_Case], bool]] = MappingProxyType(
    {
        MistakeId.BRYNHILDR_SEEN: _is_back_there,
        MistakeId.ORDER_CHANGED: _is_disordered,
        MistakeId.TYR_TURNED: _is_misturned,
        MistakeId.HAND_KEPT: _is_hand_kept,
        MistakeId.WRONG_SEAT_ORDER: _is_other_hand,
        MistakeId.UNSERVED: _is_unserved,
        MistakeId.NO_DRAW: _is_undrawn,
        MistakeId.NO_REMOVAL: _is_unshown,
        MistakeId.EARLY_REVEAL: _is_unshown,
        MistakeId.REFUSED_WITHOUT_JOKER: _is_refused,
    }
)
