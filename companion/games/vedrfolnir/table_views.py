"""The table as people look at it: seats, what comes next, what is asked, what is likely."""

from collections.abc import Iterator

from companion.cards import Card, Print, split_name
from companion.facts import BACK, UNKNOWN
from companion.games.vedrfolnir import odds
from companion.games.vedrfolnir.account import Account, last_seat
from companion.games.vedrfolnir.acts import Give, Reveal
from companion.games.vedrfolnir.carrying import covered_unread
from companion.games.vedrfolnir.catalogue import CATALOGUE, Side, is_sided
from companion.games.vedrfolnir.difference import SIDES
from companion.games.vedrfolnir.effects import SetObjective
from companion.games.vedrfolnir.phrases import Phrases, zone_message
from companion.games.vedrfolnir.referee import Referee
from companion.games.vedrfolnir.reporting import Report
from companion.games.vedrfolnir.scoring import scores
from companion.games.vedrfolnir.state import Game, tally
from companion.games.vedrfolnir.views import (
    AnswerView,
    ArrivalView,
    CardView,
    ChancesView,
    OddsView,
    PointsView,
    QuestionView,
    SeatView,
    SoloView,
    StatusView,
    TableView,
)
from companion.games.vedrfolnir.zones import BRYNHILDR, TRIBUTE, VALHALLA, Recipient, every_pile
from companion.mirror import Lying, print_name
from companion.places import Seat, Zone
from companion.status import UNLIT, WORTH_SAYING, TableStatus
from companion.words import Message, Words

# As many likely cards as fit beside a picture on the smallest screen.
MOST_ANSWERS = 6
# More at once would be too small to read across a table.
MOST_WARNINGS = 2


def card_view(card: Card, phrases: Phrases) -> CardView:
    """A card to be drawn small."""
    kind, runes, stars = card.print
    effect = CATALOGUE[kind].effect
    objective = effect.stars if isinstance(effect, SetObjective) else None
    return CardView(kind, runes, stars, card.side, objective, phrases.card(card), card.id)


def card_views(cards: tuple[Card, ...], phrases: Phrases) -> tuple[CardView, ...]:
    """Cards in their order."""
    return tuple(card_view(card, phrases) for card in cards)


def lying_views(referee: Referee, zone: Zone, phrases: Phrases) -> tuple[CardView, ...]:
    """The cards of a zone as they lie, right or wrong."""
    return tuple(lying_view(each, phrases) for each in referee.mirror.lying(zone))


def lying_view(lying: Lying, phrases: Phrases) -> CardView:
    """A card as it was seen; one of another set or game by as much as its name says."""
    card = phrases.known_card(lying.name)
    if card is not None:
        side = SIDES.get(lying.way) if is_sided(card) else card.side
        return card_view(card._replace(side=side, id=lying.id), phrases)
    kind = (split_name(lying.name) or (UNKNOWN,))[0].partition("-")[0]
    shown = BACK if lying.name == BACK else kind if kind in CATALOGUE else UNKNOWN
    return CardView(shown, None, None, None, None, Report(phrases).card(lying.name), lying.id)


def table_view(referee: Referee, phrases: Phrases) -> TableView:
    """The whole table as the rules have it, and the one thing to do next."""
    game, steps = referee.game, referee.open_steps
    return TableView(
        title=Account(phrases).turn(game),
        seats=seat_views(game, phrases),
        tribute=card_views(game.tribute, phrases),
        is_tribute_served=TRIBUTE in game.served,
        discard=game.discarded,
        draw=game.draw,
        hand=game.hand,
        pile=game.pile,
        turn=game.turn,
        round=game.round,
        next_step=Report(phrases).next_step(referee),
        next_rule=steps[0].rule if steps else None,
        open_steps=len(steps),
        arrival=_arrival(referee, phrases),
        is_revealing=game.is_revealing,
        is_over=game.is_over,
    )


def seat_views(game: Game, phrases: Phrases) -> tuple[SeatView, ...]:
    """Every seat."""
    points = scores(game)
    return tuple(_seat(game, seat, points[seat], phrases) for seat in game.setup.seats)


def _seat(game: Game, seat: Seat, points: int, phrases: Phrases) -> SeatView:
    stake = game.stake(seat)
    stars, objective = tally(stake)
    jokers = card_views(game.jokers(seat), phrases)
    return SeatView(
        name=seat,
        stake=card_views(stake, phrases),
        stars=stars,
        objective=objective,
        missing=objective - stars,
        jokers=jokers,
        won=len(game.won(seat)),
        points=points,
        is_active=seat == game.active,
        is_served=seat in game.served,
    )


def _arrival(referee: Referee, phrases: Phrases) -> ArrivalView | None:
    """What was done last, and what it took off the table."""
    if not referee.read_acts:
        return None
    act = referee.read_acts[-1]
    card = phrases.known_card(act.played.card) if isinstance(act, Give | Reveal) else None
    view = None if card is None else card_view(card, phrases)
    said = phrases.act(act) + Account(phrases).gone(referee.game)
    return ArrivalView(len(referee.read_acts), view, last_seat(act), said)


def question_views(referee: Referee, phrases: Phrases) -> tuple[QuestionView, ...]:
    """What only a person can say."""
    return (*_unknown_cards(referee, phrases), *_unsure_sides(referee, phrases))


def _unknown_cards(referee: Referee, phrases: Phrases) -> Iterator[QuestionView]:
    piles = every_pile(referee.game.setup.seats)
    for zone, cards in referee.mirror.zones.items():
        for index, lying in enumerate(cards):
            # Of a pile only the uppermost card can be named.
            if lying.name == UNKNOWN and (index == len(cards) - 1 or zone not in piles):
                said = Message("question.card", {"place": index + 1, "zone": Report(phrases).zone(zone)})
                names = (*_carried(referee, zone, piles), *_unseen_prints(referee.game))
                answers = card_answers(tuple(dict.fromkeys(names)), phrases)
                beside = lying_views(referee, zone, phrases)
                yield QuestionView("card", lying.id, zone, index, None, phrases.words.say(said), answers, beside)


def _carried(referee: Referee, zone: Zone, piles: frozenset[Zone]) -> tuple[str, ...]:
    """The cards that may have been carried to a pile unseen: people are likelier to mean one of those."""
    unread = covered_unread(referee.mirror, piles) if zone in piles else ()
    return tuple(print_name(each.name) for each in unread if each.name != UNKNOWN)


def _unseen_prints(game: Game) -> tuple[str, ...]:
    """The prints that most copies are still to come of."""

    def left(each: Print) -> int:
        return game.setup.deck.copies[each] - len(game.seen.get(each, ()))

    unseen = sorted(
        (each for each in game.setup.deck.copies if left(each) > 0), key=lambda each: (-left(each), each.name)
    )
    return tuple(each.name for each in unseen)


def card_answers(names: tuple[str, ...], phrases: Phrases) -> tuple[AnswerView, ...]:
    """Cards by their names, as answers to touch: as many as there is room for."""
    return tuple(_card_answer(name, phrases) for name in names[:MOST_ANSWERS])


def _card_answer(name: str, phrases: Phrases) -> AnswerView:
    card = phrases.known_card(name)
    return AnswerView(name, None if card is None else card_view(card, phrases), phrases.card_named(name))


def _unsure_sides(referee: Referee, phrases: Phrases) -> Iterator[QuestionView]:
    """Which way a Tyr lies, where the camera could not tell (VED-4.1)."""
    report = Report(phrases)
    for step in referee.open_steps:
        if step.step == "choose" and step.rule == "VED-4.1" and step.card is not None:
            answers = tuple(_side_answer(step.card, side, phrases) for side in Side)
            index = referee.mirror.find(step.card, step.target) or 0
            beside, lying = lying_views(referee, step.target, phrases), referee.mirror.at(step.target, index)
            card = 0 if lying is None else lying.id
            yield QuestionView("side", card, step.target, index, step.card, report.step(step), answers, beside)


def _side_answer(name: str, side: Side, phrases: Phrases) -> AnswerView:
    card = phrases.known_card(name)
    view = None if card is None else card_view(card._replace(side=side.value), phrases)
    return AnswerView(side.value, view, phrases.words.text(f"kind.{side}"))


def solo_view(referee: Referee, phrases: Phrases, chances: ChancesView | None = None) -> SoloView:
    """Brynhildr's guide; the chances take longer to count than a screen may wait, so they are brought along."""
    game, report, steps = referee.game, Report(phrases), referee.open_steps
    return SoloView(
        next_step=report.next_step(referee),
        next_rule=steps[0].rule if steps else None,
        pile=game.pile,
        pile_said=phrases.words.say(Message("guide.pile", {"cards": game.pile})),
        is_revealing=game.is_revealing,
        scores=tuple(PointsView(each, points) for each, points in scores(game).items()),
        chances=chances,
    )


def solo_chances(game: Game, phrases: Phrases) -> ChancesView | None:
    """What the next card does to Valhalla, or to Brynhildr while her pile is revealed."""
    seat = BRYNHILDR if game.is_revealing else VALHALLA
    return None if game.is_over else _chances(seat, odds.chances(game, seat), phrases)


def has_chances(game: Game, seat: Seat) -> bool:
    """Whether the next card may go to this seat."""
    is_in_play = seat == BRYNHILDR if game.is_revealing else seat in game.seats_in_play
    return is_in_play and not game.is_over


def seat_chances(game: Game, seat: Seat, phrases: Phrases) -> ChancesView:
    """What the next card does to a seat that may be given it."""
    return _chances(seat, odds.chances(game, seat), phrases)


def odds_view(game: Game, phrases: Phrases) -> OddsView:
    """The chances of every seat that the next card may go to."""
    title = phrases.words.text("guide.over" if game.is_over else "odds.title")
    each_odds = odds.next_card_odds(game).items()
    return OddsView(title, tuple(_chances(to, each, phrases) for to, each in each_odds))


def _chances(to: Recipient, each: odds.Chances | None, phrases: Phrases) -> ChancesView:
    """Shares of nothing where they could not be counted in time."""
    exact, bust, neither, depends = (0.0 if each is None else float(each[fate]) for fate in odds.Fate)
    return ChancesView(phrases.recipient(to), exact, bust, neither, depends, Report(phrases).chances(to, each))


def status_view(status: TableStatus, words: Words) -> StatusView:
    """Camera, light, deck and language in words, and what needs a hand."""
    camera, light = words.text(f"status.camera-{status.camera}"), words.text(f"status.light-{status.light}")
    unseen = ", ".join(words.say(zone_message(each)) for each in status.out_of_sight)
    faults = (
        (status.is_paused, words.text("status.paused")),
        (status.unkept is not None, "" if status.unkept is None else words.say(status.unkept)),
        (status.camera in WORTH_SAYING, camera if status.unopened is None else words.say(status.unopened)),
        (status.light in UNLIT, light),
        (bool(unseen), words.say(Message("status.out-of-sight", {"zones": unseen}))),
    )
    told = [said for is_so, said in faults if is_so]
    return StatusView(
        camera=camera,
        light=light,
        deck=words.text("status.own-deck" if status.is_own_deck else "status.default-deck"),
        language=words.text("status.language"),
        warning=" · ".join(told[:MOST_WARNINGS]),
        is_well=status.is_well,
        is_calm=status.is_paused and len(told) == 1,
    )
