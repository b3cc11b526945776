"""The table as it lies becomes the game: the act `keep`."""

from collections.abc import Callable, Iterator, Mapping

from companion.cards import Card
from companion.games.vedrfolnir.acts import KeepTable
from companion.games.vedrfolnir.catalogue import Side, is_sided
from companion.games.vedrfolnir.state import Game
from companion.games.vedrfolnir.verdicts import Refused, forbid
from companion.games.vedrfolnir.zones import DISCARD
from companion.lines import shortened
from companion.places import Zone


def keep_table(game: Game, act: KeepTable) -> None:
    """Lay the listed zones as they are said to lie; a card no longer anywhere goes to the discard."""
    claims = _Claims(game, act)
    game.cards.update({zone: tuple(_claimed(claims, act, zone)) for zone in act.zones})
    game.cards[DISCARD] = (*claims.discard, *claims.lying)


def _claimed(claims: "_Claims", act: KeepTable, zone: Zone) -> Iterator[Card]:
    names = act.zones[zone]
    for name, identity in zip(names, act.ids.get(zone, (None,) * len(names)), strict=True):
        yield claims.claim(name) if identity is None else claims.claim_this(name, identity)


class _Claims:
    """Which cards the listed names mean: those lying in the listed zones, else discarded, else unseen."""

    def __init__(self, game: Game, act: KeepTable) -> None:
        self.game = game
        self.lying = [card for zone in act.zones for card in game.cards[zone]]
        self.discard = list(game.cards[DISCARD])
        self._rest = act.rest
        self._named = {(card.print, card.number) for card in _known_cards(game, act.zones) if card.number is not None}

    def claim(self, name: str) -> Card:
        """The card that this name means, lying the way it says."""
        card = self._card(name)
        copies = self.game.setup.deck.copies[card.print]
        if (card.number or 0) > copies:
            raise forbid("VED-1.1", "no-such-copy", {"card": name, "copies": copies})
        found = self._find(card) or self._find_unnumbered(card) or self._draw_unseen(card, name, copies)
        if is_sided(card) and card.side is None:
            raise forbid("VED-4.1", "choice-missing", {"card": name})
        return found._replace(side=card.side)

    def claim_this(self, name: str, identity: int) -> Card:
        """The card that lies there, known by its identity; one that nobody had seen comes from the draw pile."""
        card = self._card(name)
        copies = self.game.setup.deck.copies[card.print]
        if identity in self._rest:
            self._take_from_rest()
        known = self._take(lambda each: each.id == identity)
        found = known or self._draw_unseen(card._replace(id=identity), name, copies)
        return found._replace(side=card.side)

    def _take_from_rest(self) -> None:
        """A card laid down with a hand leaves the discard; the rules know it no better than one of the draw pile."""
        self.game.unseen_discarded -= 1
        self.game.draw += 1

    def _card(self, name: str) -> Card:
        """The card of this name, if the deck has it and it can lie so (VED-2.4)."""
        card = self.game.setup.deck.card(name)
        is_lying_so = card is not None and (card.side is None or (is_sided(card) and card.side in tuple(Side)))
        if card is None or not is_lying_so:
            raise forbid("VED-2.4", "not-in-deck", {"card": shortened(name)})
        return card

    def _find(self, wanted: Card) -> Card | None:
        """The card of this number; without one, any of its print that no listed name numbers."""
        if wanted.number is not None:
            return self._take(lambda card: (card.print, card.number) == (wanted.print, wanted.number))
        return self._take(lambda card: card.print == wanted.print and (card.print, card.number) not in self._named)

    def _find_unnumbered(self, wanted: Card) -> Card | None:
        """A card known without its number turns out to be the one of this number."""
        seen = self.game.seen.get(wanted.print, ())
        if wanted.number is None or wanted.number in seen:
            return None
        found = self._take(lambda card: (card.print, card.number) == (wanted.print, None))
        if found is None:
            return None
        unnamed = seen.index(None)
        self.game.seen[wanted.print] = (*seen[:unnamed], wanted.number, *seen[unnamed + 1 :])
        return found._replace(number=wanted.number)

    def _take(self, fits: Callable[[Card], bool]) -> Card | None:
        for heap in (self.lying, self.discard):
            for index, card in enumerate(heap):
                if fits(card):
                    return heap.pop(index)
        return None

    def _draw_unseen(self, card: Card, name: str, copies: int) -> Card:
        """A card of the draw pile that nobody had seen lies on the table (VED-1.1)."""
        seen = self.game.seen.get(card.print, ())
        is_seen = card.number is not None and card.number in seen
        if is_seen or len(seen) >= copies or not self.game.draw:
            raise _too_many(name, copies)
        self.game.draw -= 1
        self.game.seen[card.print] = (*seen, card.number)
        return card


def _known_cards(game: Game, listed: Mapping[Zone, tuple[str, ...]]) -> Iterator[Card]:
    """The cards of the listed names that are cards at all."""
    named = (game.setup.deck.card(name) for names in listed.values() for name in names)
    return (card for card in named if card is not None)


def _too_many(name: str, copies: int) -> Refused:
    return forbid("VED-1.1", "too-many-copies", {"card": name, "copies": copies})
