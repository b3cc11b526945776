"""Why the game stands as it does, card by card, with the rules that say so."""

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType

from companion.cards import Card
from companion.games.vedrfolnir import scoring
from companion.games.vedrfolnir.account import Account, share_rule
from companion.games.vedrfolnir.catalogue import (
    CATALOGUE,
    Rune,
    is_brynhildr,
    is_freyja,
    is_joker,
    is_objective,
    is_score,
    points,
    rune,
)
from companion.games.vedrfolnir.effects import Destroy, Discard, Draw, DrawAndPass, ServeAsJoker, SetObjective
from companion.games.vedrfolnir.phrases import Phrases
from companion.games.vedrfolnir.sharing import FREYJA, runes_of_all_types, runes_of_type
from companion.games.vedrfolnir.state import Collection, Game, Majority, objective_card, tally
from companion.games.vedrfolnir.zones import DISCARD, TRIBUTE, Place
from companion.places import Seat, Zone
from companion.words import Message, Values


class Explanation:
    """Explains stars, majorities and points in one language."""

    def __init__(self, phrases: Phrases) -> None:
        self._phrases = phrases
        self._account = Account(phrases)

    def lines(self, game: Game) -> Iterator[str]:
        """Everything that is to be explained of a game."""
        yield self._say("explain.title", {"turn": game.turn, "round": game.round})
        for seat in game.setup.seats:
            yield from self._stake(game, seat)
        for collection in game.collections:
            yield ""
            yield from self._collection(game, collection)
        yield ""
        for seat in game.setup.seats:
            yield from self._score(game, seat)

    def seat(self, game: Game, seat: Seat) -> Iterator[str]:
        """Why a seat has these stars, this objective and these points."""
        yield from self._stake(game, seat)
        yield ""
        yield from self._score(game, seat)

    def card(self, game: Game, zone: Zone, index: int) -> Iterator[str]:
        """What one card of the table counts where it lies, what it is worth, and what it does."""
        card = game.cards[zone][index]
        yield from self._counts_at(game, zone, index)
        if is_score(card):
            yield self._say("explain.worth", {"said": self._points(card, 1)})
        else:
            yield self._text("explain.never-won")
        rule = effect_rule(card)
        yield self._say("explain.rule", {"rule": rule, "said": self._text(f"rule.{rule}")})

    def _counts_at(self, game: Game, zone: Zone, index: int) -> Iterator[str]:
        """Stars and runes of a card where it lies."""
        cards = game.cards[zone]
        card = cards[index]
        if zone == DISCARD or zone.startswith(f"{Place.WON}:"):
            yield self._text("explain.discarded" if zone == DISCARD else "explain.won")
            return
        if zone == TRIBUTE:
            yield self._text("explain.on-tribute")
        elif is_joker(card):
            yield self._text("explain.joker")
            return
        else:
            is_setter = is_objective(card) and not any(map(is_objective, cards[index + 1 :]))
            said = self._stake_card(card, tally(cards).objective, is_setter=is_setter)
            key = "explain.counts" if card.print.stars is None else "explain.counts-stars"
            yield self._say(key, {"said": said, "stars": card.print.stars or 0})
        type_ = rune(card)
        if type_ is not None and card.print.runes:
            yield self._say("explain.runes", {"runes": card.print.runes, "type": Message(f"kind.{type_}")})

    def last_collection(self, game: Game) -> Iterator[str]:
        """How the last collection came about and was shared."""
        for collection in game.collections[-1:]:
            yield from self._collection(game, collection)

    def _stake(self, game: Game, seat: Seat) -> Iterator[str]:
        """The stars of a stake card by card, and which objective card counts."""
        yield ""
        stars, objective = tally(game.stake(seat))
        yield self._say("explain.stake", {"seat": seat, "stars": stars, "objective": objective})
        yield from self._stars(game.stake(seat))
        if game.jokers(seat):
            yield f"  {self._say('explain.jokers', {'cards': self._phrases.cards(game.jokers(seat))})}"

    def _stars(self, cards: tuple[Card, ...]) -> Iterator[str]:
        """What every card of a stake adds to its stars, and which one sets the objective."""
        setter = objective_card(cards)
        for position, card in enumerate(cards):
            is_setter = card is setter and not any(map(is_objective, cards[position + 1 :]))
            yield f"  {self._of(card, self._stake_card(card, tally(cards).objective, is_setter=is_setter))}"
        if setter is None:
            yield f"  {self._text('explain.no-objective')}"

    def _of(self, card: Card, said: str) -> str:
        return self._say("explain.of", {"what": self._phrases.card(card), "said": said})

    def _stake_card(self, card: Card, objective: int, *, is_setter: bool) -> str:
        if is_setter:
            return self._say("explain.objective", {"objective": objective})
        if is_objective(card):
            return self._text("explain.overruled")
        if card.print.stars is None:
            return self._text("explain.no-stars")
        return self._say("explain.stars", {"stars": card.print.stars})

    def _collection(self, game: Game, collection: Collection) -> Iterator[str]:
        """How a collection came about and was shared."""
        yield self._account.cause(collection)
        if collection.seat is not None:
            yield from self._stars(collection.stakes[collection.seat])
        for majority in collection.majority:
            yield from self._majority(game, collection, majority)
        for seat, cards in collection.taken.items():
            yield f"  {self._say('account.takes', {'seat': seat, 'cards': self._phrases.cards(cards)})}"

    def _majority(self, game: Game, collection: Collection, majority: Majority) -> Iterator[str]:
        """The runes of one type, seat by seat and card by card."""
        name, rule = self._text(f"kind.{majority.type}"), share_rule(majority.type)
        winner = majority.winner
        key = "explain.majority" if winner else "explain.tie" if any(majority.counts.values()) else "explain.no-rune"
        yield f"  {self._say(key, {'type': name, 'winner': winner or '', 'rule': rule})}"
        count = _counter(game, majority.type)
        for seat, total in majority.counts.items():
            parts = [f"{self._phrases.card(card)} {count(card)}" for card in collection.stakes[seat] if count(card)]
            said = f"{total}{' = ' if parts else ''}{' + '.join(parts)}"
            yield f"    {self._say('explain.of', {'what': seat, 'said': said})}"

    def _score(self, game: Game, seat: Seat) -> Iterator[str]:
        """Where every point of a score comes from."""
        factor = game.setup.rulings.freyja_factor.value
        won = sorted(game.won(seat), key=points, reverse=True)
        multiplied = list(scoring.multiplied(tuple(won)))
        yield self._say("explain.score", {"seat": seat, "points": scoring.score(tuple(won), factor)})
        for card in won:
            is_multiplied = card in multiplied
            if is_multiplied:
                multiplied.remove(card)
            yield f"  {self._of(card, self._points(card, factor if is_multiplied else 1))}"

    def _points(self, card: Card, factor: int) -> str:
        if is_freyja(card):
            return self._text("explain.freyja")
        score = CATALOGUE[card.print.kind].score
        each = 0 if score is None else score.per_rune
        key = "explain.points-per-rune" if each else "explain.points-per-card"
        values: dict[str, str | int | Message] = {"points": points(card), "runes": card.print.runes or 0, "each": each}
        times = {"factor": factor, "total": factor * points(card)}
        return self._say(key, values) + (self._say("explain.multiplied", times) if factor > 1 else "")

    def _text(self, key: str) -> str:
        return self._phrases.words.text(key)

    def _say(self, key: str, values: Values) -> str:
        return self._phrases.words.say(Message(key, values))


_EFFECT_RULES: Mapping[type, str] = MappingProxyType(
    {
        SetObjective: "VED-4.7",
        Discard: "VED-4.8",
        Draw: "VED-4.9",
        DrawAndPass: "VED-4.10",
        Destroy: "VED-4.11",
        ServeAsJoker: "VED-4.2",
    }
)


def effect_rule(card: Card) -> str:
    """The rule that says what a card does."""
    if is_brynhildr(card):
        return "VED-4.12"
    return _EFFECT_RULES.get(type(CATALOGUE[card.print.kind].effect), "VED-4.6")


def _counter(game: Game, type_: str) -> Callable[[Card], int]:
    """What one card adds to the count of a type."""
    if type_ == FREYJA:
        return lambda card: runes_of_all_types(card, game.setup)
    return lambda card: runes_of_type(card, Rune(type_))
