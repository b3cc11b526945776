"""Evenings with one mistake: lawful before it and after its fix, and wrong between."""

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import count, islice, pairwise

import pytest

from companion.facts import BACK, Corrected, Fact, Said, TookHand, Way
from companion.games.vedrfolnir.blunders import BLUNDERS, Blunder, Evening, blunder_evening
from companion.games.vedrfolnir.catalogue import is_sided
from companion.games.vedrfolnir.difference import names
from companion.games.vedrfolnir.planning import PILE, way
from companion.games.vedrfolnir.rulebook import begin, step
from companion.games.vedrfolnir.state import Game
from companion.games.vedrfolnir.zones import DISCARD, Place
from companion.mirror import Mirror
from companion.places import Zone

EVENINGS = 20
TOUCHED = {Blunder.UNSERVED, Blunder.WRONG_SEAT_ORDER, Blunder.HAND_KEPT}
each_blunder = pytest.mark.parametrize("blunder", Blunder)


@cache
def evenings(blunder: Blunder) -> tuple[Evening, ...]:
    found = (blunder_evening(blunder, seed) for seed in count())
    return tuple(islice((each for each in found if each is not None), EVENINGS))


def games(evening: Evening) -> Iterator[Game]:
    game = begin(evening.setup)
    for act in evening.acts:
        after = step(game, act)
        assert isinstance(after, Game)
        game = after
        yield game


def mirrors(evening: Evening) -> Iterator[Mirror]:
    mirror = Mirror()
    for fact in evening.facts:
        if not isinstance(fact, Said | TookHand | Corrected):
            mirror.follow(fact)
        yield mirror.copy()


Table = dict[Zone, tuple[str, ...]]


def ruled(game: Game) -> Table:
    found = {zone: names(cards) for zone, cards in game.cards.items() if zone != DISCARD}
    return tidy(found | {PILE: (BACK,) * game.pile})


def lying(mirror: Mirror) -> Table:
    return tidy({zone: tuple(each.name for each in cards) for zone, cards in mirror.zones.items() if zone != DISCARD})


def tidy(table: Table) -> Table:
    def in_order(zone: Zone, cards: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(sorted(cards)) if zone.startswith(Place.WON) else cards

    return {zone: in_order(zone, cards) for zone, cards in table.items() if cards}


def ways(game: Game, mirror: Mirror) -> list[tuple[Way, Way]]:
    """How every Tyr of a stake or the tribute should lie and does."""
    fields = [zone for zone in game.cards if zone.partition(":")[0] in ("stake", "tribute")]
    pairs = [pair for zone in fields for pair in zip(game.cards[zone], mirror.lying(zone), strict=True)]
    return [(way(card), each.way) for card, each in pairs if is_sided(card)]


def sits_right(game: Game, mirror: Mirror) -> bool:
    return ruled(game) == lying(mirror) and all(one is other for one, other in ways(game, mirror))


def twins(mirror: Mirror) -> list[str]:
    seen = Counter(each.name for cards in mirror.zones.values() for each in cards if each.name != BACK)
    return [name for name, copies in seen.items() if copies > 1]


@each_blunder
def test_time_never_falls(blunder: Blunder) -> None:
    for evening in evenings(blunder):
        assert all(one.at_s <= other.at_s for one, other in pairwise(evening.facts))


@each_blunder
def test_the_table_is_lawful_before_the_mistake_and_after_its_fix(blunder: Blunder) -> None:
    for evening in evenings(blunder):
        tables = list(mirrors(evening))
        for number, (end, game) in enumerate(zip(evening.act_ends, games(evening), strict=True)):
            if number < evening.act_index or end > evening.fixed_at + 1:
                assert sits_right(game, tables[end - 1])


@each_blunder
def test_the_table_is_lawful_once_the_mistake_is_put_right(blunder: Blunder) -> None:
    for evening in evenings(blunder):
        done = sum(end <= evening.fixed_at + 1 for end in evening.act_ends)
        game = list(games(evening))[done - 1]
        assert sits_right(game, list(mirrors(evening))[evening.fixed_at])


@each_blunder
def test_the_game_ends(blunder: Blunder) -> None:
    for evening in evenings(blunder):
        last = list(games(evening))[-1]
        assert last.is_over
        assert sits_right(last, list(mirrors(evening))[-1])


@pytest.mark.parametrize("blunder", [each for each in Blunder if each not in TOUCHED])
def test_the_table_is_wrong_when_play_has_gone_on(blunder: Blunder) -> None:
    for evening in evenings(blunder):
        end = max(evening.act_ends[evening.act_index], evening.line_index + 1)
        done = sum(each <= end for each in evening.act_ends)
        game = list(games(evening))[done - 1]
        assert not sits_right(game, list(mirrors(evening))[end - 1])


@each_blunder
def test_the_line_is_between_the_act_and_the_fix(blunder: Blunder) -> None:
    for evening in evenings(blunder):
        begun = evening.act_ends[evening.act_index - 1] if evening.act_index else 0
        assert begun <= evening.line_index <= evening.fixed_at < len(evening.facts)


@pytest.mark.parametrize("blunder", [each for each in Blunder if each is not Blunder.TOO_MANY_COPIES])
def test_no_card_is_there_twice(blunder: Blunder) -> None:
    for evening in evenings(blunder):
        assert all(twins(mirror) == [] for mirror in mirrors(evening))


def test_a_surplus_copy_is_there_only_until_it_is_taken_off() -> None:
    for evening in evenings(Blunder.TOO_MANY_COPIES):
        tables = list(mirrors(evening))
        assert all(twins(mirror) == [] for mirror in tables[: evening.line_index] + tables[evening.fixed_at :])


@each_blunder
def test_no_card_leaves_that_was_not_there(blunder: Blunder) -> None:
    for evening in evenings(blunder):
        mirror = Mirror()
        for fact in evening.facts:
            if is_shift(fact):
                assert mirror.follow(fact) is not None  # type: ignore[arg-type]


def is_shift(fact: Fact) -> bool:
    return type(fact).__name__ in ("Placed", "Removed", "Moved")


@each_blunder
def test_the_rule_is_one_of_the_mistake(blunder: Blunder) -> None:
    assert {evening.rule for evening in evenings(blunder)} <= set(BLUNDERS[blunder].rules)


def test_every_rule_of_every_mistake_occurs() -> None:
    wanted = {(blunder, rule) for blunder in Blunder for rule in BLUNDERS[blunder].rules}
    found = {(blunder, evening.rule) for blunder in Blunder for evening in evenings(blunder)}
    assert wanted - found == set()


def test_the_same_seed_gives_the_same_evening() -> None:
    assert blunder_evening(Blunder.NOT_CLEARED, 7) == blunder_evening(Blunder.NOT_CLEARED, 7)
