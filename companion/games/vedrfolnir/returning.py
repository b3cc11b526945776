"""Cards in the air: which of them is laid down again, and where the rules have put one that nobody saw come."""

from collections.abc import Iterator
from dataclasses import dataclass

from companion.facts import UNKNOWN, Moved, Placed, Removed
from companion.games.vedrfolnir.difference import Misplaced, differences, is_ordered, place_of
from companion.games.vedrfolnir.evidence import recipient
from companion.games.vedrfolnir.readings import Reading
from companion.games.vedrfolnir.state import Game
from companion.mirror import Aloft, Mirror, is_called, print_name
from companion.places import Zone


@dataclass(frozen=True, slots=True)
class Returning:
    """The likeliest game, the readings that are as likely, and the table."""

    game: Game
    mirror: Mirror
    likeliest: list[Reading]

    def may(self, aloft: Aloft, placed: Placed) -> bool:
        """Whether a card in the air is laid down again: not what the rules sent away, where another may be given."""
        return self._may_alone(aloft, placed) and not any(
            self._may_alone(each, placed) for each in (*self._newer(aloft, placed), *self._wanted(aloft, placed))
        )

    def _newer(self, aloft: Aloft, placed: Placed) -> Iterator[Aloft]:
        """Its twins that left after play had gone on without it, as far as one can tell."""
        if aloft.line <= self._gone_on:
            yield from (each for each in self._twins(placed) if each.line > self._gone_on)

    @property
    def _gone_on(self) -> int:
        """The line with which play last went on."""
        return max(each.went_on for each in self.likeliest)

    def _wanted(self, aloft: Aloft, placed: Placed) -> Iterator[Aloft]:
        """Its twins that the rules have on a pile where a card is laid down, if no act as likely has this one there.

        What play went on without before this one left has been put away.
        """
        if not is_ordered(placed.zone) and not self._may_belong(aloft, placed.zone):
            twins = (each for each in self._twins(placed) if not each.line <= self._gone_on < aloft.line)
            yield from (each for each in twins if place_of(self.game, each.lying.id) == placed.zone)

    def _may_belong(self, aloft: Aloft, zone: Zone) -> bool:
        acts = (act.game for reading in self.likeliest for act in reading.acts_read)
        return any(place_of(each, aloft.lying.id) == zone for each in (self.game, *acts))

    def _twins(self, placed: Placed) -> Iterator[Aloft]:
        return (each for each in self.mirror.aloft if not each.is_stale and is_called(each.lying, placed.card))

    def _may_alone(self, aloft: Aloft, placed: Placed) -> bool:
        """The same if no other card in the air were called so."""
        card, to = aloft.lying.id, recipient(placed.zone)
        if aloft.is_stale:
            return self._may_late(aloft, placed)
        is_free = to is not None and to not in self.game.served and not self.game.is_over
        may_come = is_free or (to is not None and self._is_draw_owed)
        is_held = not may_come or any(each.may_hold(card, placed.at_s) for each in self.likeliest)
        return is_held or self._is_missing(self.game, aloft) or self._may_be_missing(aloft)

    @property
    def _is_draw_owed(self) -> bool:
        """Whether a card is to be drawn in a reading as likely."""
        leads = (each.lead(self.mirror) for each in self.likeliest)
        return any(each is not None and each.owed is not None for each in leads)

    def _may_late(self, aloft: Aloft, placed: Placed) -> bool:
        """The same once play has gone on; something unread is a card that is missing only where that one left."""
        is_this = "#" in placed.card and placed.card == aloft.lying.name
        if is_this and place_of(self.game, aloft.lying.id) == placed.zone:
            return True
        is_like = placed.card != UNKNOWN or placed.zone == aloft.zone
        return is_like and self._is_missing(self.game, aloft)

    def _may_be_missing(self, aloft: Aloft) -> bool:
        """Whether any act as likely has a card of this print where this one left, and no order counts there."""
        acts = (act for reading in self.likeliest for act in reading.acts_read)
        return not is_ordered(aloft.zone) and any(self._is_missing(act.game, aloft) for act in acts)

    def _is_missing(self, game: Game, aloft: Aloft) -> bool:
        """Whether the rules have a card where it left; where no order counts, any of its print."""
        missing = (each for each in differences(game, self.mirror) if each.source is None)
        return any(each.id == aloft.lying.id or _is_twin(each, aloft) for each in missing)


def lay_down(mirror: Mirror, game: Game, leaving: Removed | Moved) -> None:
    """A card leaves a pile where nobody saw it come: it was put there by the rules."""
    zone = leaving.source if isinstance(leaving, Moved) else leaving.zone
    if is_ordered(zone) or mirror.find(leaving.card, zone, None) is not None:
        return
    fits = (each.lying for each in mirror.aloft if is_called(each.lying, leaving.card))
    there = next((each for each in fits if place_of(game, each.id) == zone), None)
    if there is not None:
        mirror.relay(zone, (*mirror.lying(zone), there))


def _is_twin(missing: Misplaced, aloft: Aloft) -> bool:
    is_same_print = print_name(missing.name) == print_name(aloft.lying.name)
    return is_same_print and missing.target == aloft.zone and not is_ordered(missing.target)
