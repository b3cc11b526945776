"""Evenings with one mistake: lawful before it and after its fix, and wrong between."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count, islice, pairwise

import pytest

from companion.facts import BACK, Moved, Placed, Removed, Reordered, Turned, Way
from companion.games.vedrfolnir.catalogue import is_sided
from companion.games.vedrfolnir.difference import names
from companion.games.vedrfolnir.mistakes import MistakeId
from companion.games.vedrfolnir.planning import way
from companion.games.vedrfolnir.rulebook import begin, step
from companion.games.vedrfolnir.state import Game
from companion.games.vedrfolnir.zones import DISCARD, PILE, Place
from companion.mirror import Mirror
from companion.places import Zone
from tests.practice.blunders import BEYOND_MENDING, RULES, Evening, blunder_evening, mended_evening

EVENINGS = 20
# Nothing lies wrong when a touch was wrong, or when nobody can see who still holds cards.
UNSEEN = {MistakeId.UNSERVED, MistakeId.WRONG_SEAT_ORDER, MistakeId.HAND_KEPT}

Table = dict[Zone, tuple[str, ...]]


@dataclass(frozen=True)
class Story:
    """An evening with the game after each act and the mirror after each fact."""

    evening: Evening
    games: tuple[Game, ...]
    mirrors: tuple[Mirror, ...]

    def is_right(self, facts: int) -> bool:
        """Whether the table lay as it should after so many facts, with the acts done by then."""
        acts = sum(end <= facts for end in self.evening.act_ends)
        game, mirror = self.games[acts], self.mirrors[facts]
        return ruled(game) == lying(mirror) and all(one is other for one, other in ways(game, mirror))


def ruled(game: Game) -> Table:
    table = {zone: names(cards) for zone, cards in game.cards.items() if zone != DISCARD}
    return tidy(table | {PILE: (BACK,) * game.pile})


def lying(mirror: Mirror) -> Table:
    return tidy({zone: tuple(each.name for each in cards) for zone, cards in mirror.zones.items() if zone != DISCARD})


def tidy(table: Table) -> Table:
    """Without empty zones, and won piles in no order."""
    return {zone: tuple(sorted(cards)) if is_won(zone) else cards for zone, cards in table.items() if cards}


def is_won(zone: Zone) -> bool:
    return zone.startswith(Place.WON)


def ways(game: Game, mirror: Mirror) -> list[tuple[Way, Way]]:
    """How every Tyr of a stake or the tribute should lie and does."""
    fields = [zone for zone in game.cards if zone.partition(":")[0] in ("stake", "tribute")]
    pairs = [pair for zone in fields for pair in zip(game.cards[zone], mirror.lying(zone), strict=True)]
    return [(way(card), each.way) for card, each in pairs if is_sided(card)]


def twins(mirror: Mirror) -> list[str]:
    seen = Counter(each.name for cards in mirror.zones.values() for each in cards if each.name != BACK)
    return [name for name, copies in seen.items() if copies > 1]


def story(evening: Evening) -> Story:
    return Story(evening, tuple(games(evening)), tuple(mirrors(evening)))


def games(evening: Evening) -> Iterator[Game]:
    game = begin(evening.setup)
    yield game
    for act in evening.acts:
        after = step(game, act)
        assert isinstance(after, Game)
        game = after
        yield game


def mirrors(evening: Evening) -> Iterator[Mirror]:
    mirror = Mirror()
    yield mirror.copy()
    for fact in evening.facts:
        if isinstance(fact, Placed | Removed | Moved):
            assert mirror.follow(fact) is not None
        elif isinstance(fact, Turned | Reordered):
            mirror.follow(fact)
        yield mirror.copy()


@pytest.fixture(scope="module", params=MistakeId)
def stories(request: pytest.FixtureRequest) -> list[Story]:
    evenings = (blunder_evening(request.param, seed) for seed in count())
    return [story(each) for each in islice((each for each in evenings if each is not None), EVENINGS)]


def test_time_never_falls(stories: list[Story]) -> None:
    for each in stories:
        assert all(one.at_s <= other.at_s for one, other in pairwise(each.evening.facts))


def test_the_table_is_right_before_the_mistake_and_after_its_fix(stories: list[Story]) -> None:
    for each in stories:
        before = each.evening.act_ends[: each.evening.act_index]
        fixed = each.evening.fixed_at + 1
        after = [end for end in each.evening.act_ends if end >= fixed]
        assert all(each.is_right(facts) for facts in (*before, fixed, *after))


def test_the_game_is_played_to_its_end(stories: list[Story]) -> None:
    for each in stories:
        assert each.games[-1].is_over
        assert each.is_right(len(each.evening.facts))


def test_the_table_is_wrong_when_play_has_gone_on(stories: list[Story]) -> None:
    for each in stories:
        act_end = each.evening.act_ends[each.evening.act_index]
        gone_on = max(act_end, each.evening.line_index + 1)
        assert each.evening.blunder in UNSEEN or not each.is_right(gone_on)


def test_the_line_is_between_the_act_and_the_fix(stories: list[Story]) -> None:
    for each in stories:
        begun = (0, *each.evening.act_ends)[each.evening.act_index]
        assert begun <= each.evening.line_index <= each.evening.fixed_at < len(each.evening.facts)


def test_no_card_is_there_twice_unless_that_is_the_mistake(stories: list[Story]) -> None:
    for each in stories:
        is_surplus = each.evening.blunder is MistakeId.TOO_MANY_COPIES
        wrong = range(each.evening.line_index + 1, each.evening.fixed_at + 1) if is_surplus else range(0)
        assert all(twins(mirror) == [] for facts, mirror in enumerate(each.mirrors) if facts not in wrong)


def test_the_rules_are_those_of_the_mistake(stories: list[Story]) -> None:
    assert {each.evening.rule for each in stories} == set(RULES[stories[0].evening.blunder])


@pytest.mark.parametrize("blunder", [each for each in MistakeId if each not in BEYOND_MENDING])
def test_what_is_put_right_in_time_leaves_the_table_right(blunder: MistakeId) -> None:
    evenings = (mended_evening(blunder, seed) for seed in range(6))
    for each in (story(evening) for evening in evenings if evening is not None):
        from_then_on = [end for end in each.evening.act_ends if end > each.evening.fixed_at]
        assert all(each.is_right(facts) for facts in (*from_then_on, len(each.evening.facts)))


@pytest.mark.parametrize("blunder", sorted(BEYOND_MENDING))
def test_some_mistakes_are_beyond_mending(blunder: MistakeId) -> None:
    assert mended_evening(blunder, 0) is None


def test_every_mistake_has_its_rules() -> None:
    assert list(MistakeId) == list(RULES)


def test_the_same_seed_gives_the_same_evening() -> None:
    assert blunder_evening(MistakeId.NOT_CLEARED, 7) == blunder_evening(MistakeId.NOT_CLEARED, 7)
