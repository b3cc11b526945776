"""What came of it: collections with their majority table, scores with the race over the rounds."""

from collections.abc import Iterator

from companion.cards import Card
from companion.games.vedrfolnir import scoring
from companion.games.vedrfolnir.account import Account, collection_rule, share_rule
from companion.games.vedrfolnir.catalogue import CATALOGUE, points
from companion.games.vedrfolnir.phrases import Phrases
from companion.games.vedrfolnir.referee import Referee
from companion.games.vedrfolnir.state import Collection, Game, Majority, Tally, tally
from companion.games.vedrfolnir.table_views import card_view, card_views
from companion.games.vedrfolnir.views import (
    CollectionView,
    CountView,
    LapView,
    MajorityView,
    PointsView,
    RankView,
    ScoresView,
    TakingView,
    WonCardView,
    WonTypeView,
)
from companion.places import Seat
from companion.words import Message

CLEARING = ("share", "clear")


def collection_views(referee: Referee, phrases: Phrases) -> tuple[CollectionView, ...]:
    """Every collection so far; of the last one also how much hands still have to clear."""
    last = last_collection_view(referee, phrases)
    before = (collection_view(each, phrases) for each in referee.game.collections[:-1])
    return () if last is None else (*before, last)


def last_collection_view(referee: Referee, phrases: Phrases) -> CollectionView | None:
    """The last collection, and how much hands still have to clear of it."""
    if not referee.game.collections:
        return None
    to_clear = sum(each.step in CLEARING for each in referee.open_steps)
    return collection_view(referee.game.collections[-1], phrases, to_clear)


def collection_view(collection: Collection, phrases: Phrases, to_clear: int = 0) -> CollectionView:
    """Who and why, how the tribute was shared, who takes what."""
    reached: Tally | None = None if collection.seat is None else tally(collection.stakes[collection.seat])
    return CollectionView(
        cause=collection.cause.value,
        seat=collection.seat,
        stars=None if reached is None else reached.stars,
        objective=None if reached is None else reached.objective,
        round=collection.round,
        turn=collection.turn,
        rule=collection_rule(collection),
        said=Account(phrases).cause(collection),
        majority=tuple(_majority(each, phrases) for each in collection.majority),
        takings=tuple(_taking(seat, cards, phrases) for seat, cards in collection.taken.items()),
        rest=phrases.words.text("collection.rest" if collection.taken else "collection.nothing"),
        to_clear=to_clear,
    )


def _majority(majority: Majority, phrases: Phrases) -> MajorityView:
    is_tie = majority.winner is None and any(majority.counts.values())
    said = majority.winner or phrases.words.text("collection.tie" if is_tie else "collection.no-rune")
    counts = tuple(CountView(seat, runes) for seat, runes in majority.counts.items())
    name = phrases.words.text(f"kind.{majority.type}")
    return MajorityView(majority.type, name, counts, majority.winner, is_tie, share_rule(majority.type), said)


def _taking(seat: Seat, cards: tuple[Card, ...], phrases: Phrases) -> TakingView:
    said = Message("account.takes", {"seat": seat, "cards": phrases.cards(cards)})
    return TakingView(seat, card_views(cards, phrases), phrases.words.say(said))


def scores_view(game: Game, phrases: Phrases) -> ScoresView:
    """The ranking, the race and the verdict."""
    return ScoresView(
        title=phrases.words.text("account.final-scores" if game.is_over else "account.scores-now"),
        ranking=tuple(_ranking(game, phrases)),
        race=tuple(_race(game)),
        winners=scoring.winners(game),
        verdict=Account(phrases).winners(scoring.winners(game)) if game.is_over else _leading(game, phrases),
        is_over=game.is_over,
    )


def _leading(game: Game, phrases: Phrases) -> str:
    """Who is ahead just now."""
    points_of = scoring.scores(game)
    best = max(points_of.values())
    leaders = [seat for seat, each in points_of.items() if each == best]
    if len(leaders) == len(points_of):
        return phrases.words.text("scores.level")
    key = "scores.leads" if len(leaders) == 1 else "scores.lead"
    return phrases.words.say(Message(key, {"seats": ", ".join(leaders), "points": best}))


def _ranking(game: Game, phrases: Phrases) -> Iterator[RankView]:
    """The seats from the most points down; equal points, equal place."""
    points_of, winners = scoring.scores(game), scoring.winners(game)
    for seat in sorted(points_of, key=lambda each: -points_of[each]):
        place = 1 + sum(each > points_of[seat] for each in points_of.values())
        won = game.won(seat)
        types = tuple(_won_types(won, game.setup.rulings.freyja_factor.value, phrases))
        yield RankView(place, seat, points_of[seat], len(won), types, seat in winners)


def _won_types(won: tuple[Card, ...], factor: int, phrases: Phrases) -> Iterator[WonTypeView]:
    """The won cards by kind, in the order of the component table, the most valuable first."""
    left = list(scoring.multiplied(won))
    ordered = sorted(won, key=lambda card: (-points(card), card))
    views = [(card.print.kind, _won_card(card, factor, left, phrases)) for card in ordered]
    for kind in CATALOGUE:
        cards = tuple(view for each, view in views if each == kind)
        if cards:
            yield WonTypeView(kind, phrases.words.text(f"kind.{kind}"), cards, sum(each.total for each in cards))


def _won_card(card: Card, factor: int, left: list[Card], phrases: Phrases) -> WonCardView:
    """A won card; those in `left` still have a Freyja to multiply them."""
    is_multiplied = card in left
    if is_multiplied:
        left.remove(card)
    times = factor if is_multiplied else 1
    return WonCardView(card_view(card, phrases), points(card), times, times * points(card))


def _race(game: Game) -> Iterator[LapView]:
    """The points after every collection; a pile that the players settled themselves counts in the last one."""
    factor = game.setup.rulings.freyja_factor.value
    won: dict[Seat, tuple[Card, ...]] = dict.fromkeys(game.setup.seats, ())
    for number, collection in enumerate(game.collections, start=1):
        for seat, cards in collection.taken.items():
            won[seat] += cards
        is_last = number == len(game.collections)
        piles = {seat: game.won(seat) for seat in won} if is_last else won
        yield LapView(number, tuple(PointsView(seat, scoring.score(cards, factor)) for seat, cards in piles.items()))
