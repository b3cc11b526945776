"""The account of a game for people: turns, collections with their majority tables, scores."""

from collections.abc import Iterator

from companion.games.vedrfolnir import scoring
from companion.games.vedrfolnir.acts import Act, Give, Reveal
from companion.games.vedrfolnir.events import Left
from companion.games.vedrfolnir.phrases import Phrases
from companion.games.vedrfolnir.replaying import Moment
from companion.games.vedrfolnir.rulings import Rulings, written
from companion.games.vedrfolnir.setup import Setup
from companion.games.vedrfolnir.state import Cause, Collection, Game, tally
from companion.games.vedrfolnir.zones import BRYNHILDR, TRIBUTE, VALHALLA
from companion.places import Seat
from companion.words import Message, Values

COLLECTION_RULES = {Cause.EXACT: "VED-5.2", Cause.BUST: "VED-5.3", Cause.MAJORITY: "VED-8.4", Cause.FINAL: "VED-7.2"}


def share_rule(type_: str) -> str:
    """The rule by which a type of the tribute is shared."""
    return "VED-6.3" if type_ == "freyja" else "VED-6.1"


def collection_rule(collection: Collection) -> str:
    """The rule by which a collection came about."""
    is_solo_end = collection.cause is Cause.FINAL and VALHALLA in collection.stakes
    return "VED-8.6" if is_solo_end else COLLECTION_RULES[collection.cause]


class Account:
    """Tells a game line by line in one language."""

    def __init__(self, phrases: Phrases) -> None:
        self._phrases = phrases
        self._turn_told = 0

    def opening(self, setup: Setup) -> Iterator[str]:
        """What was settled before the first card."""
        sets = " + ".join(self._text(f"set.{each}") for each in setup.sets)
        mode = self._text(f"mode.{setup.mode}")
        yield self._say("account.title", {"mode": mode, "sets": sets, "seats": ", ".join(setup.seats)})
        defaults = written(Rulings())
        for rule, value in written(setup.rulings).items():
            if value != defaults[rule]:
                yield self._say("account.ruling", {"rule": rule, "value": value})

    def moment(self, moment: Moment) -> Iterator[str]:
        """What one line of the record did."""
        before, after = moment.before, moment.after
        if before.turn != self._turn_told:
            self._turn_told = before.turn
            yield self.turn(before)
        yield f"  {self._phrases.act(moment.line.act)}{self.gone(after)}{self._reached(moment)}"
        for collection in after.collections[len(before.collections) :]:
            yield from self.collection(collection)

    def collection(self, collection: Collection) -> Iterator[str]:
        """Why, how the tribute was shared, who took what."""
        yield f"  ◆ {self.cause(collection)}"
        if collection.majority:
            yield from (f"      {line}" for line in self._majority_table(collection))
        for seat, cards in collection.taken.items():
            yield f"      {self._say('account.takes', {'seat': seat, 'cards': self._phrases.cards(cards)})}"

    def cause(self, collection: Collection) -> str:
        """The reason of a collection, with its rule."""
        values: dict[str, str | int | Message] = {
            "round": collection.round,
            "turn": collection.turn,
            "rule": collection_rule(collection),
        }
        if collection.seat is not None:
            stars, objective = tally(collection.stakes[collection.seat])
            values |= {"seat": collection.seat, "stars": stars, "objective": objective}
        return self._say(f"account.{collection.cause}", values)

    def closing(self, game: Game) -> Iterator[str]:
        """The scores, and who has won."""
        yield ""
        yield self._text("account.final-scores" if game.is_over else "account.scores-now")
        points = scoring.scores(game)
        width = max(map(len, points))
        for seat in sorted(points, key=lambda each: -points[each]):
            yield f"  {seat:<{width}} {points[seat]:>4}  {self._phrases.cards(sorted(game.won(seat)))}".rstrip()
        if game.is_over:
            yield self.winners(scoring.winners(game))

    def winners(self, winners: tuple[Seat, ...]) -> str:
        """Who has won, or that nobody has."""
        if not winners:
            return self._text("account.nobody-wins")
        return self._say("account.wins" if len(winners) == 1 else "account.share", {"seats": ", ".join(winners)})

    def turn(self, game: Game) -> str:
        """Where a game is: turn, active seat, round, cards left; that it is over, when nobody has the hand."""
        if game.is_over:
            return self._say("account.turn-over", {"turn": game.turn, "draw": game.draw})
        active = game.active or self._text("account.the-player")
        return self._say("account.turn", {"turn": game.turn, "round": game.round, "active": active, "draw": game.draw})

    def gone(self, game: Game) -> str:
        """What effects took off the table."""
        gone = [each.card for each in game.events if isinstance(each, Left)]
        return self._say("account.gone", {"cards": self._phrases.cards(gone)}) if gone else ""

    def _reached(self, moment: Moment) -> str:
        """The stars of the seat a card was for, unless a collection cleared them."""
        seat = last_seat(moment.line.act)
        if seat is None or len(moment.after.collections) > len(moment.before.collections):
            return ""
        stars, objective = tally(moment.after.stake(seat))
        return f"  [{stars}/{objective}★]"

    def _majority_table(self, collection: Collection) -> Iterator[str]:
        """Types down, seats across, the winner marked."""
        seats = list(collection.majority[0].counts)
        types = [self._text(f"kind.{each.type}") for each in collection.majority]
        width = max(map(len, types))
        widths = [max(len(seat), 3) for seat in seats]
        yield f"{'':<{width}}  {'  '.join(f'{seat:>{wide}}' for seat, wide in zip(seats, widths, strict=True))}"
        for name, each in zip(types, collection.majority, strict=True):
            counts = "  ".join(f"{each.counts[seat]:>{wide}}" for seat, wide in zip(seats, widths, strict=True))
            winner = each.winner or self._text("account.nobody")
            yield f"{name:<{width}}  {counts}  → {winner} ({share_rule(each.type)})"

    def _text(self, key: str) -> str:
        return self._phrases.words.text(key)

    def _say(self, key: str, values: Values) -> str:
        return self._phrases.words.say(Message(key, values))


def last_seat(act: Act) -> Seat | None:
    """The seat that a card given or revealed was for in the end."""
    match act:
        case Give(played, to) if to is not None:
            last = next((each.to for each in reversed(played.refusals) if each.to is not None), to)
            return None if last == TRIBUTE else Seat(last)
        case Reveal():
            return BRYNHILDR
        case _:
            return None
