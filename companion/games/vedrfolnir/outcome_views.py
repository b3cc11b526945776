"""What came of it: collections with their majority table, scores with the race over the rounds."""

from collections.abc import Iterator
from dataclasses import replace

from companion.cards import Card
from companion.games.vedrfolnir import scoring, zones
from companion.games.vedrfolnir.account import Account, collection_rule, share_rule
from companion.games.vedrfolnir.acts import Give, Reveal
from companion.games.vedrfolnir.catalogue import CATALOGUE, points
from companion.games.vedrfolnir.effects import Joker
from companion.games.vedrfolnir.phrases import Phrases
from companion.games.vedrfolnir.referee import Referee
from companion.games.vedrfolnir.state import Collection, Game, Majority, Tally, tally
from companion.games.vedrfolnir.table_views import card_view, card_views, seat_views, table_view
from companion.games.vedrfolnir.views import (
    CollectionView,
    CountView,
    LapView,
    MajorityView,
    PendingView,
    PointsView,
    RankView,
    ScoresView,
    TableView,
    TakingView,
    WonCardView,
    WonTypeView,
)
from companion.mirror import Mirror, print_name
from companion.places import Seat
from companion.words import Message, Values

CLEARING = ("share", "clear")


def pending_view(referee: Referee, phrases: Phrases) -> PendingView | None:
    """Who may still refuse the card that the last collection comes of, if somebody may.

    They hold a joker, the card lies with them, no card of the clearing has moved and no other was given.
    """
    seat = _undecided(referee)
    if seat is None:
        return None
    collection = referee.game.collections[-1]
    reached = tally(collection.stakes[seat])
    held = dict.fromkeys(print_name(each.name) for each in referee.mirror.real(zones.jokers(seat)))
    values: Values = {
        "seat": seat,
        "stars": reached.stars,
        "objective": reached.objective,
        "jokers": " / ".join(phrases.words.text(f"kind.{each}") for each in held if each in tuple(Joker)),
    }
    return PendingView(seat, phrases.words.say(Message(f"pending.{collection.cause}", values)))


def certain_game(referee: Referee, certain: int = 0) -> Game:
    """The game as far as it is certain: without a collection, or an end, that somebody may still refuse.

    So many collections are `certain` because somebody said so.
    """
    game = referee.game
    return game if len(game.collections) <= certain or _undecided(referee) is None else uncollected(game)


def _undecided(referee: Referee) -> Seat | None:
    game, acts = referee.game, referee.read_acts
    if not game.collections or not acts or not isinstance(acts[-1], Give | Reveal):
        return None
    collection, card = game.collections[-1], (acts[-1].played, *acts[-1].draws)[-1].id
    holders = (seat for seat, cards in collection.stakes.items() if card in [each.id for each in cards])
    seat = next(holders, None)
    if card is None or seat is None or not _is_whole(collection, referee.mirror):
        return None
    held = (print_name(each.name) for each in referee.mirror.real(zones.jokers(seat)))
    return seat if any(each in tuple(Joker) for each in held) else None


def _is_whole(collection: Collection, mirror: Mirror) -> bool:
    """Whether every card of a collection still lies where it was counted."""
    rows = ((zones.stake(seat), cards) for seat, cards in collection.stakes.items())
    lying = ((zone, card) for zone, cards in (*rows, (zones.TRIBUTE, collection.tribute)) for card in cards)
    return all(card.id is not None and mirror.spot(card.id) == zone for zone, card in lying)


def uncollected(game: Game) -> Game:
    """The game without its last collection: every card lies where it was counted."""
    last, before = game.collections[-1], game.copy()
    before.collections, before.is_over = game.collections[:-1], False
    for seat, cards in last.stakes.items():
        before.cards[zones.stake(seat)] = cards
        taken = last.taken.get(seat, ())
        before.cards[zones.won(seat)] = tuple(each for each in game.won(seat) if each not in taken)
    before.cards[zones.TRIBUTE] = last.tribute
    players, turns = game.setup.players, game.turn - last.turn
    if game.active in players:
        before.active = players[(players.index(game.active) - turns) % len(players)]
    before.turn = last.turn
    return before


def pending_table_view(referee: Referee, pending: PendingView, phrases: Phrases) -> TableView:
    """The table as it lies while a collection may still be refused: nothing is cleared, nobody has won anything."""
    game = uncollected(referee.game)
    return replace(
        table_view(referee, phrases),
        title=Account(phrases).turn(game),
        seats=seat_views(game, phrases),
        tribute=card_views(game.tribute, phrases),
        turn=game.turn,
        round=game.round,
        next_step=pending.said,
        next_rule="VED-4.2",
        is_over=False,
    )


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
