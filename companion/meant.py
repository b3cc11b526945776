"""Which of people's cards the eye means by what it sees, and where that lies among theirs."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from companion.facts import BACK, UNKNOWN, Fact, Found, Moved, Placed, Reread
from companion.mirror import Lying, Mirror, identity, is_called, print_name
from companion.places import Zone
from companion.restarting import Owed, Restart

# Hands that are late with a card are so by a card or two.
LATE_CARDS = 2
# How unlikely it is that something unread is a card which people gave and the eye has not seen yet; one that left
# unread, or lay so, is likelier.
AWAITED = 2


def _any_may(_: Fact) -> bool:
    return True


def _nothing_left(_: Fact) -> int:
    return 0


def _none_is(_: Fact) -> bool:
    return False


class Lawful(NamedTuple):
    """Whether the rules allow that a fact is told as it is: just so, or if it is paid for afterwards.

    `left` is how much would be left to do, or to put right, after it; `left_now` is that before it. `is_drawn`: whether
    a draw is owed and this is the drawn card.
    """

    at_once: Callable[[Fact], bool] = _any_may
    once_paid: Callable[[Fact], bool] = _any_may
    left: Callable[[Fact], int] = _nothing_left
    left_now: int = 0
    is_drawn: Callable[[Fact], bool] = _none_is


ALL_LAWFUL = Lawful()


@dataclass(frozen=True, slots=True)
class Meant:
    """The two tables just now, what hands have to carry by the rules, and what those allow.

    `caught` are cards that something unread was taken for, each with the line of that time, `guessed` those that it was
    taken for on a pile though it might have been another. `is_turned` if a back was turned up just now that people have
    turned up by hand: its face comes next.
    """

    eye: Mirror
    said: Mirror
    piles: frozenset[Zone]
    restart: Restart
    caught: Mapping[int, int]
    guessed: set[int]
    owed: Owed
    lawful: Lawful
    is_turned: bool = False

    def card(self, placed: Placed) -> int | None:
        """The card that people have and the eye sees only now: one they said is there, or one that it saw leave."""
        if any(each.lying.name == placed.card for each in self.said.aloft if "#" in placed.card and not each.is_stale):
            return None
        alike = [each for each in self.said.real(placed.zone) if self.may_be(each, placed)]
        if placed.card == UNKNOWN:
            likely = min(alike, key=lambda each: self._unlikeness(each.id, placed), default=None)
            if likely is not None and self._unlikeness(likely.id, placed) < AWAITED:
                return likely.id
            return self._unread_coming(placed, None if likely is None else likely.id)
        alike.sort(key=lambda each: self._oddness(each, placed))
        aloft = self._aloft(placed)
        if alike:
            return aloft if aloft in [each.id for each in alike] else alike[0].id
        known = self.restart.left_lying(placed, self.eye) if aloft is None else aloft
        known = self._laid_late(placed) if known is None else known
        return known if known is not None else self._elsewhere(placed)

    def _oddness(self, lying: Lying, placed: Placed) -> tuple[bool, bool, bool]:
        """Of cards that may all be the one seen, how odd this one would be: called otherwise, seen before, long ago."""
        return lying.name != placed.card, self.eye.spot(lying.id) is not None, self._is_old(lying.id)

    def _laid_late(self, placed: Placed) -> int | None:
        """The card given by hand for which the eye took another of its print: one that hands have not put away yet."""
        given = (each for each in self.said.real(placed.zone) if each.id in self.restart.assumed)
        card = next((each.id for each in given if is_called(each, print_name(placed.card))), None)
        if card is None or not self.restart.has_left(placed, self.eye):
            return None
        return card if not self._is_old(card) or not self.lawful.at_once(placed) else None

    def _is_old(self, card: int) -> bool:
        """Whether more cards came since one of this identity than hands are late by; unread ones may be none."""
        rows = (self.eye.lying(zone) for zone in self.eye.zones)
        return sum(each.id > card and each.name != UNKNOWN for cards in rows for each in cards) > LATE_CARDS

    def _unlikeness(self, card: int, placed: Placed) -> int:
        """How far from likely it is that something unread is this card: one that left unread, lay so, or is awaited."""
        seen = self.eye.card(card)
        if seen is None or self.restart.is_put_away(card, placed):
            return AWAITED
        is_aloft = self.eye.spot(card) is None
        return (0 if is_aloft else 1) if seen.name == UNKNOWN else (3 if is_aloft else 4)

    def _unread_coming(self, placed: Placed, awaited: int | None) -> int | None:
        """Something unread comes: a card that the rules send there, else one that people gave and nobody saw come."""
        lifted = (each.id for each in in_the_air(self.eye, self.said))
        if awaited is not None and self._owed_there(lifted, placed.zone):
            return None
        covered = bool(self._owed_there(self._put_away_unread(placed), placed.zone))
        if covered or awaited is not None:
            return self._unread(placed) if covered else awaited
        owed = [] if in_the_air(self.eye, self.said) else self._owed_there(self._named_unread(placed), placed.zone)
        return owed[0] if len(owed) == 1 else self._unread(placed)

    def _is_buried(self, lying: Lying, placed: Placed) -> bool:
        """Whether a card that was only given by hand lies under cards of its pile that came later and were seen.

        A number tells by itself which card shows, but lines don't tell which one was seen before a restart; and hands
        may have been late by a card (a hand's rest is laid on what ended its turn), or if no other one may come there.
        One that the eye saw elsewhere comes late, unless another one is drawn.
        """
        is_certain = "#" in placed.card and (isinstance(placed, Found) or lying.name == placed.card)
        if placed.zone not in self.piles or is_certain or self.is_turned:
            return False
        if self.eye.card(lying.id) is not None:
            return self._is_drawn(placed)
        above = self.said.real(placed.zone)[place_in(self.said, placed.zone, lying.id) + 1 :]
        over = [each for each in above if each.id > lying.id and self.eye.spot(each.id) == placed.zone]
        is_under = len(over) > 1 or any(each.name == BACK for each in over)
        is_old = placed.card != BACK and self._is_old(lying.id)
        # A hand's rest may be laid before a card that hands are late with, however many backs it has.
        is_far_under = is_old and sum(each.name != BACK for each in over) > LATE_CARDS
        return is_far_under or ((is_under or is_old or self._is_unturned(lying)) and self.lawful.at_once(placed))

    def _is_unturned(self, lying: Lying) -> bool:
        """Whether a back still lies that people have turned up by hand: hands have not come to that act yet.

        Once another back was laid after that card was given they have: of those below nobody knows.
        """
        counted = self.piles - self.restart.uncounted
        piles = [zone for zone in counted if _backs(self.eye, zone) > _backs(self.said, zone)]
        backs = (each for zone in piles for each in self.eye.real(zone) if each.name == BACK)
        return bool(piles) and all(each.id < lying.id for each in backs)

    def may_be(self, lying: Lying, placed: Placed) -> bool:
        """Whether a card that people have there may be the one seen: the eye has it elsewhere, or by another name.

        If it took something unread on a pile for that card, another one was that.
        """
        seen = self.eye.card(lying.id) if self.eye.spot(lying.id) == placed.zone else None
        if seen is None or self._is_mistaken(seen, lying, placed):
            is_like = placed.card == UNKNOWN or is_called(lying, placed.card)
            return is_like and not self._is_buried(lying, placed)
        is_reread = isinstance(placed, Reread) or (lying.id in self.restart.unlit and lying.name == placed.card)
        is_misread = is_reread and lying.id in self.said.said.names and not is_called(seen, placed.card)
        return is_misread and lying.name in (placed.card, print_name(placed.card))

    def _is_mistaken(self, seen: Lying, lying: Lying, placed: Placed) -> bool:
        """Whether something unread on a pile was taken for the very card that comes there only now.

        Without a number it may as well be a twin, if the rules let one come or hands would be too late with it.
        """
        is_new = placed.zone in self.piles and not isinstance(placed, Reread)
        if not is_new or seen.name != UNKNOWN:
            return False
        is_certain = lying.name == placed.card or lying.id in self.guessed
        if "#" in placed.card and is_certain and is_called(lying, placed.card):
            return True
        is_late = lying.id in self.caught and self._is_old(identity(self.caught[lying.id]))
        return is_called(lying, placed.card) and not is_late and not self.lawful.at_once(placed)

    def _aloft(self, placed: Placed) -> int | None:
        """A card that the eye saw leave and people have on the table.

        One that people have put away since is not looked for elsewhere, unless its number shows: a twin of it came.
        """
        fits = (each.lying for each in self.eye.aloft if is_called(each.lying, placed.card))
        spots = ((each, self.said.spot(each.id)) for each in fits)
        here = (each.id for each, zone in spots if zone is not None and not self._is_away(each, zone, placed))
        return next(here, None)

    def _is_away(self, lying: Lying, zone: Zone, placed: Placed) -> bool:
        """Whether a card of a pile is none that comes: it lies on another one, or another card is drawn."""
        is_piled = zone in self.piles and "#" not in lying.name
        return is_piled and (zone != placed.zone or self._is_drawn(placed))

    def is_twin_owed(self, placed: Placed, card: int) -> bool:
        """Whether a card of this print in the air comes here by the rules, and this one elsewhere."""
        zones = [zone for owed, zone in self.owed if owed == card]
        lifted = (each.lying for each in self.said.aloft if not each.is_stale)
        twins = [each.id for each in lifted if each.name == placed.card]
        return bool(zones) and placed.zone not in zones and bool(self._owed_there(twins, placed.zone))

    def _elsewhere(self, placed: Placed) -> int | None:
        """The very card, which people have elsewhere and nobody has read there; or one that the eye never read.

        Of one that it misread the eye would mostly have seen it leave.
        """
        if placed.card == BACK:
            return None
        cards = [each for zone in self.said.zones for each in self.said.real(zone) if self._is_unread(each, placed)]
        misread = [each.id for each in cards if self.eye.spot(each.id) is not None]
        owed = self._owed_there(self._named_unread(placed), placed.zone)
        misread += [each for each in owed if not self._is_another_asked_for(placed, each)]
        lifted = [each.lying for each in self.said.aloft if not each.is_stale and is_called(each.lying, placed.card)]
        if "#" not in placed.card:
            return self._unnumbered(placed, misread, [each.id for each in lifted if each.name == placed.card])
        this = next((each.id for each in cards if each.name == placed.card), None)
        if lifted or this is not None:
            return None if lifted else this
        return self._unread_or_misread(placed, misread)

    def _unnumbered(self, placed: Placed, misread: Sequence[int], lifted: Sequence[int]) -> int | None:
        """One that the eye never read, or misread, and that is owed; unless one of the same print is in the air."""
        unread = self._unread(placed)
        card = self._misread(placed, misread) if unread is None else unread
        is_owed = card is not None and (card, placed.zone) in self.owed
        return card if not lifted or (is_owed and not self._owed_there(lifted, placed.zone)) else None

    def _misread(self, placed: Placed, misread: Sequence[int]) -> int | None:
        """The misread card that is owed to a pile, or the only one if the rules let no other come there."""
        owed = next(iter(self._owed_there(misread, placed.zone)), None)
        is_only = len(misread) == 1 and placed.zone in self.piles
        return misread[0] if owed is None and is_only and not self.lawful.once_paid(placed) else owed

    def _unread_or_misread(self, placed: Placed, misread: Sequence[int]) -> int | None:
        """The card of this print that the eye never read, or the only one that it misread: the one that is owed."""
        unread = self._unread(placed)
        if len(misread) != 1 or placed.zone not in self.piles:
            return unread
        is_owed = (misread[0], placed.zone) in self.owed
        if unread is not None and ((unread, placed.zone) in self.owed or not is_owed):
            return unread
        return misread[0] if is_owed or self._is_unanswered or not self.lawful.once_paid(placed) else None

    @property
    def _is_unanswered(self) -> bool:
        """Whether a card lies where effects count and nobody has said yet which: it may have sent any card away."""
        rows = (self.said.real(zone) for zone in self.said.zones if zone not in self.piles)
        return any(each.name == UNKNOWN for cards in rows for each in cards)

    def _is_unread(self, lying: Lying, placed: Placed) -> bool:
        """Whether people call a card so that the eye has nowhere, or by a wrong name; or number, if it is owed."""
        if lying.name not in (placed.card, print_name(placed.card)):
            return False
        seen = self.eye.card(lying.id) if self.eye.spot(lying.id) is not None else None
        if seen is None or lying.id not in self.said.said.names or seen.name in (UNKNOWN, placed.card):
            return seen is None
        is_other_number = print_name(seen.name) == print_name(placed.card)
        return not is_other_number or (lying.id, placed.zone) in self.owed

    def _named_unread(self, placed: Placed) -> list[int]:
        """Cards that people call so and the eye has not read, whatever lies on them."""
        rows = (cards for zone, cards in self.eye.zones.items() if zone not in self.piles)
        unread = (each.id for cards in rows for each in cards if each.name == UNKNOWN)
        names = (placed.card, print_name(placed.card))
        return [each for each in unread if placed.card == UNKNOWN or self.said.name(each) in names]

    def _unread(self, placed: Placed) -> int | None:
        """The card that people named, that lay covered where the eye could not read it, and is put away now."""
        fits = self._put_away_unread(placed)
        owed = self._owed_there(fits, placed.zone)
        if len(fits) > 1 and not self.rivals(placed):
            self.guessed.update(owed[:1])
            return next(iter(owed), None)
        if len(fits) != 1:
            return None
        is_certain = placed.card == UNKNOWN or ("#" in placed.card and placed.card == self.said.name(fits[0]))
        is_owed = bool(owed) and not self._is_another_asked_for(placed, fits[0])
        return fits[0] if is_certain or is_owed or self._may_be_carried(placed, fits[0]) else None

    def _is_drawn(self, placed: Placed) -> bool:
        """Whether a card is the drawn one: "while a draw is owed, the next card seen" for its recipient (formats.md).

        What an eye that begins again finds may have come before.
        """
        return not isinstance(placed, Found) and self.lawful.is_drawn(placed)

    def _is_another_asked_for(self, placed: Placed, card: int) -> bool:
        """Whether another one is asked for just now, and less is left to do with that than with the card."""
        is_asked_for = self.lawful.at_once(placed) and self.lawful.left(placed) < self.lawful.left_now
        return is_asked_for and not self._may_be_carried(placed, card)

    def _may_be_carried(self, placed: Placed, card: int) -> bool:
        """Whether a card was rather carried here: less is left to do so, or as much and no joker pays for another.

        One that people have here already did unless another one is drawn.
        """
        carried = self.carried(placed, card)
        if carried is None:
            return not self._is_drawn(placed)
        more_left = self.lawful.left(carried) - self.lawful.left(placed)
        return more_left < 0 or (more_left == 0 and not self.lawful.once_paid(placed))

    def rivals(self, placed: Placed) -> frozenset[int]:
        """The cards that something unread on a pile may be, if the rules have several of them come there."""
        fits = self._put_away_unread(placed) if placed.card == UNKNOWN else []
        owed = self._owed_there(fits, placed.zone)
        return frozenset(owed) if len(owed) > 1 else frozenset()

    def _put_away_unread(self, placed: Placed) -> list[int]:
        """Cards that lay covered and unread and may be the one that comes to a pile; none if one is in the air."""
        if placed.zone not in self.piles or placed.card == BACK:
            return []
        rows = (self._coverable(cards) for zone, cards in self.eye.zones.items() if zone not in self.piles)
        unread = [
            each.id for cards in rows for each in cards if each.name == UNKNOWN and self.said.card(each.id) is not None
        ]
        names = (placed.card, print_name(placed.card))
        fits = [each for each in unread if placed.card == UNKNOWN or self.said.name(each) in names]
        aloft = in_the_air(self.eye, self.said)
        lifted = [each.id for each in aloft if placed.card == UNKNOWN or each.name in names]
        is_owed = bool(self._owed_there(fits, placed.zone))
        is_in_the_air = bool(lifted) and (not is_owed or bool(self._owed_there(lifted, placed.zone)))
        return [] if is_in_the_air else fits

    def _owed_there(self, cards: Iterable[int], zone: Zone) -> list[int]:
        return [each for each in cards if (each, zone) in self.owed]

    def _is_put_away(self, card: int, zone: Zone) -> bool:
        """Whether the rules have a card on a pile, and this is none."""
        zones = {there for owed, there in self.owed if owed == card}
        return bool(zones) and zones <= self.piles and zone not in self.piles

    def _coverable(self, cards: Sequence[Lying]) -> list[Lying]:
        """Cards of a zone that others lie on, or that an eye which began again may not have found when they showed."""
        return [*cards[:-1], *(each for each in cards[-1:] if each.id in self.restart.unlit)]

    # Where it lies

    def carried(self, placed: Placed, card: int) -> Moved | None:
        """A card that people have somewhere lies here; nothing if they have it here."""
        source = self.said.spot(card)
        if source is None or source == placed.zone or card == self.restart.left_lying(placed, self.eye):
            return None
        name, from_index = called_in(self.said, card, placed.card), self.from_index(source, card)
        index = self._index(placed.zone, placed.index)
        return Moved(placed.at_s, name, source, placed.zone, index, placed.way, from_index)

    def came(self, placed: Placed) -> Placed:
        """A card lies here that people don't have, or have in the air."""
        return replace(placed, card=self._name_in_the_air(placed), index=self._index(placed.zone, placed.index))

    def _index(self, zone: Zone, index: int | None) -> int | None:
        """Where a card comes to lie among people's: at the end, or on the nearest card under it that both have."""
        seen = self.eye.lying(zone)
        if index is None or index >= len(seen):
            return None if index is None else len(self.said.lying(zone))
        under = (each.id for each in reversed(seen[:index]) if self.said.spot(each.id) == zone)
        nearest = next(under, None)
        return 0 if nearest is None else place_in(self.said, zone, nearest) + 1

    def from_index(self, zone: Zone, card: int) -> int | None:
        """Where in its zone people have a card; piles have no order."""
        return None if zone in self.piles else place_in(self.said, zone, card)

    def _name_in_the_air(self, placed: Placed) -> str:
        """Of cards in the air that nobody could read, but people named, the one that the rules send there.

        The only one needs no name; but once people said which way it lies, lines know it by none but its own.
        """
        if placed.card != UNKNOWN:
            return placed.card
        unread = [each for each in in_the_air(self.eye, self.said) if not self._is_put_away(each.id, placed.zone)]
        if len(unread) == 1:
            return UNKNOWN if is_called(unread[0], UNKNOWN) else unread[0].name
        return next((each.name for each in unread if (each.id, placed.zone) in self.owed), UNKNOWN)


def _backs(mirror: Mirror, zone: Zone) -> int:
    return sum(each.name == BACK for each in mirror.real(zone))


def in_the_air(eye: Mirror, said: Mirror) -> list[Lying]:
    """Cards that left just now, which the eye never read."""
    unread = {each.lying.id for each in eye.aloft if each.lying.name == UNKNOWN}
    return [each.lying for each in said.aloft if not each.is_stale and each.lying.id in unread]


def place_in(said: Mirror, zone: Zone, card: int) -> int:
    """Where in a zone a card lies."""
    return next(place for place, each in enumerate(said.lying(zone)) if each.id == card)


def called_in(said: Mirror, card: int, name: str) -> str:
    """How a line calls a card: as the eye does, unless people know it by another name."""
    lying = said.card(card)
    return name if lying is None or is_called(lying, name) else lying.name
