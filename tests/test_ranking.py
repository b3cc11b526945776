"""Strips: of the ways that a card may lie, those where the bare table shows are none."""

from companion.games.vedrfolnir.decks import default_deck
from companion.games.vedrfolnir.printing import printed_deck
from companion.geometry import Point, Pose
from vision.eye.layout import Layout
from vision.eye.placing import Candidate, Lying
from vision.eye.ranking import Ranking

HERE, THERE = Pose(Point(100, 100), 0), Pose(Point(149, 100), 0)


def ranked(bare_here: float, bare_there: float) -> list[Pose]:
    bare = {HERE: bare_here, THERE: bare_there}
    strip = Lying(1, (), (Candidate(HERE, frozenset({0})), Candidate(THERE, frozenset({1}))))
    (card,) = Ranking(Layout(printed_deck(default_deck())), bare.__getitem__, {}).ranked([strip])
    return [each.pose for each in card.candidates]


def test_a_strip_does_not_lie_where_the_bare_table_shows() -> None:
    assert ranked(0.6, 0.1) == [THERE]


def test_a_little_bare_table_leaves_both_ways_open() -> None:
    assert ranked(0.2, 0.1) == [THERE, HERE]
