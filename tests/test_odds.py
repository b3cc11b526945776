"""The odds: exact, and the same as counting every way one by one."""

from enum import Enum
from fractions import Fraction
from itertools import count
from random import Random
from time import thread_time

import pytest

from companion.cards import Card, Deck, Print
from companion.games.vedrfolnir.acts import Choice, Give, JokerTarget, KeepTable, Played, StakeTarget
from companion.games.vedrfolnir.catalogue import Set, Side
from companion.games.vedrfolnir.declaring import Need, need
from companion.games.vedrfolnir.effects import End, Joker
from companion.games.vedrfolnir.moves import Owed
from companion.games.vedrfolnir.odds import (
    Chances,
    Fate,
    NotInDeck,
    Patience,
    chances,
    decision_odds,
    next_card_odds,
)
from companion.games.vedrfolnir.phrases import Phrases
from companion.games.vedrfolnir.reporting import Report
from companion.games.vedrfolnir.rulebook import begin, step
from companion.games.vedrfolnir.rulings import RULINGS, ChoiceGoingRound, Rulings, decided
from companion.games.vedrfolnir.setup import Mode
from companion.games.vedrfolnir.simulation import Wishes, lawful_act, simulate
from companion.games.vedrfolnir.state import Cause, Game
from companion.games.vedrfolnir.zones import TRIBUTE, stake
from companion.places import Seat
from companion.words import Language, Words
from deploy.cli import PACKAGES
from tests.games import setup

ANA, BO = Seat("Ana"), Seat("Bo")
TINY = Deck(
    {
        Print("thor", 1, 2): 3,
        Print("odin", 2, 4): 2,
        Print("freyja", None, 2): 1,
        Print("tyr", 2, 3): 1,
        Print("sleipnir", None, 1): 2,
        Print("sleipnir", None, 3): 2,
        Print("hugin", None, 0): 1,
        Print("loki", None, 0): 1,
        Print("skoll_hati", None, 0): 1,
        Print("hell", None, 0): 1,
        Print("ratatosk", None, None): 1,
        Print("nornes", None, None): 2,
    }
)
# Whoever chooses for itself multiplies the ways to count one by one: that ruling is not tried here.
COUNTABLE = [(rule, value) for rule, each in RULINGS.items() for value in each.values if rule != "VED-R15"]


def table(cards: dict[str, tuple[str, ...]], rulings: Rulings | None = None, deck: Deck = TINY) -> Game:
    kept = step(begin(setup(rulings=rulings, deck=deck)), KeepTable({stake(Seat(k)): v for k, v in cards.items()}))
    assert isinstance(kept, Game)
    kept.is_unchecked = False
    return kept


# Counts everything, however long it takes.
PATIENT = Patience(seconds=3600)


def counted(game: Game, to: Seat, card: str | None = None) -> Chances:
    """The chances, which must all be counted."""
    found = chances(game, to, card, PATIENT)
    assert found is not None
    return found


def one_by_one(game: Game, to: Seat) -> dict[Fate, Fraction]:
    """Every order in which the unseen cards may come, every choice, one after the other."""
    counted = dict.fromkeys(Fate, Fraction(0))
    start = game.copy()
    start.served, start.hand = (), 2
    _follow(start, to, (), Fraction(1), counted)
    return counted


def _follow(game: Game, to: Seat, played: tuple[Played, ...], chance: Fraction, counted: dict[Fate, Fraction]) -> None:
    unseen = [
        card
        for card in game.setup.deck.cards()
        if (card.number or 0) > len(game.seen.get(card.print, ()))
        and card.full_name not in {each.card for each in played}
    ]
    for card in unseen:
        fates: set[Fate] = set()
        for choice in _choices(game, card):
            longer = (*played, Played(card.full_name, choice))
            result = step(game, Give(longer[0], to, longer[1:]))
            if isinstance(result, Owed):
                _follow(game, to, longer, chance / len(unseen), counted)
                break
            if isinstance(result, Game):
                fates.add(_fate(result, to))
        else:
            counted[fates.pop() if len(fates) == 1 else Fate.DEPENDS] += chance / len(unseen)


def _choices(game: Game, card: Card) -> list[Choice]:
    seats = game.setup.seats
    return {
        Need.NOTHING: [Choice()],
        Need.SIDE: [Choice(side=Side.ODIN)],
        Need.END: [Choice(end=each) for each in End],
        Need.TARGET: [Choice(stake=StakeTarget(seat, end)) for seat in seats for end in End]
        + [Choice(joker=JokerTarget(seat, kind)) for seat in seats for kind in Joker],
    }[need(card)]


def _fate(after: Game, to: Seat) -> Fate:
    own = [each.cause for each in after.collections if each.seat == to and each.cause in (Cause.EXACT, Cause.BUST)]
    return Fate(own[0]) if own else Fate.NEITHER


@pytest.mark.parametrize(("rule", "value"), COUNTABLE)
def test_same_as_counting_one_by_one(rule: str, value: Enum) -> None:
    game = table(
        {"Ana": ("thor-1r-2s", "odin-2r-4s", "nornes", "thor-1r-2s"), "Bo": ("sleipnir-3s", "odin-2r-4s")},
        decided({rule: value}),
    )
    for seat in (ANA, BO):
        assert one_by_one(game, seat) == counted(game, seat)


def test_a_card_with_one_outcome_is_certain() -> None:
    game = table({"Ana": ("odin-2r-4s", "odin-2r-4s", "thor-1r-2s")})
    assert counted(game, ANA, "thor-1r-2s")[Fate.EXACT] == 1
    assert counted(game, ANA, "tyr-2r-3s")[Fate.BUST] == 1
    assert counted(game, ANA, "nornes")[Fate.NEITHER] == 1


def test_an_outcome_that_hangs_on_a_choice_depends() -> None:
    deck = Deck({**TINY.copies, Print("skoll_hati", None, 2): 1})
    game = table({"Ana": ("thor-1r-2s", "odin-2r-4s", "odin-2r-4s", "sleipnir-1s")}, deck=deck)
    # 11 stars: 13 with the card, 11 without the first one, 12 without the last one.
    assert counted(game, ANA, "skoll_hati-2s")[Fate.DEPENDS] == 1


def test_a_revealed_sleipnir_leaves_the_rest_to_chance() -> None:
    game = table({"Ana": ("odin-2r-4s", "odin-2r-4s", "thor-1r-2s")})
    told = decision_odds(game, "sleipnir-1s#01", PATIENT)
    assert set(told) == {*game.setup.seats, TRIBUTE}
    odds = {to: each for to, each in told.items() if each is not None}
    assert 0 < odds[ANA][Fate.BUST] < 1
    assert all(sum(each.values()) == 1 for each in odds.values())
    assert odds[TRIBUTE][Fate.NEITHER] == 1


def test_served_recipients_are_no_choice() -> None:
    after = step(table({}), Give(Played("thor-1r-2s"), ANA))
    assert isinstance(after, Game)
    assert ANA not in decision_odds(after, "thor-1r-2s")
    assert ANA in next_card_odds(after)


def test_in_a_reveal_only_brynhildr_receives() -> None:
    game = begin(setup(Mode.SOLO))
    game.is_revealing, game.pile = True, 3
    assert list(next_card_odds(game)) == ["Brynhildr"]


def test_a_foreign_card_has_no_odds() -> None:
    with pytest.raises(NotInDeck):
        decision_odds(table({}), "surtr-1r-1s")


@pytest.mark.parametrize("seed", range(4))
def test_chances_add_up_at_any_moment(seed: int) -> None:
    chance = Random(seed)
    game = begin(simulate(Wishes(), str(seed)).setup)
    for _ in range(30):
        after = step(game, lawful_act(game, chance))
        assert isinstance(after, Game)
        game = after
    assert all(each is not None and sum(each.values()) == 1 for each in next_card_odds(game, PATIENT).values())


MANY_STARS = Deck({**TINY.copies, **{Print("sleipnir", None, stars): 4 + stars for stars in range(9)}})
MANY_WAYS = {
    "sleipnirs of many stars": (MANY_STARS, ("sleipnir-0s",)),
    "a long chain": (Deck({Print("sleipnir", None, 0): 900, Print("thor", 1, 0): 100}), ()),
}


@pytest.mark.parametrize("name", MANY_WAYS)
def test_counting_ends_when_its_time_is_over(name: str) -> None:
    deck, lying = MANY_WAYS[name]
    game = table({"Ana": lying}, deck=deck)
    before = thread_time()
    assert next_card_odds(game, Patience(seconds=0.3)) == dict.fromkeys(game.setup.seats)
    assert thread_time() - before < 2


def test_all_have_an_equal_share_of_the_time() -> None:
    game = table({"Ana": ("sleipnir-1s",)})
    moments = count()
    assert list(next_card_odds(game, Patience(3, lambda: next(moments))).values()) == [None, None, None]
    assert None not in next_card_odds(game, Patience(1e9, lambda: next(moments))).values()


def test_the_choices_of_eight_seats_are_not_counted_for_ever() -> None:
    rulings = decided({"VED-R15": ChoiceGoingRound.EACH})
    played = simulate(Wishes(Mode.STANDARD, tuple(Set), 8, rulings), "each")
    assert set(next_card_odds(begin(played.setup), Patience(seconds=1))) == set(played.setup.seats)


@pytest.mark.parametrize(
    ("language", "said"), [("en", "Ana: cards may come in too many"), ("fr", "Ana\u00a0: les cartes")]
)
def test_what_could_not_be_counted_is_said(language: str, said: str) -> None:
    report = Report(Phrases(Words(Language(language), PACKAGES), TINY))
    assert report.chances(ANA, None).startswith(said)
