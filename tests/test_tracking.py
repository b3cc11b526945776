"""Tables of what hands do and what is told of it, in the short notation of `tests.told_table`."""

from dataclasses import replace

import pytest

from companion.facts import BACK, UNKNOWN, Reread, Unnamed, Way
from companion.geometry import Point, Pose
from companion.mirror import Lying, Mirror
from companion.observation import Area, Observation, Sighting
from companion.places import Zone
from companion.tracking import Tracker
from tests.told_table import Play, shown
from tests.true_table import SHAPE, TABLE, WHOLE_TABLE, TrueTable

A, B, DISCARD = Zone("stake:A"), Zone("stake:B"), Zone("discard")
FAN = "a>A0 . b>A1 . c>A2 . d>A3 ."
FAN_TOLD = "+a A0 | +b A1 | +c A2 | +d A3"

# Hands at a table that was empty at the first look.
PLAYED = {
    "a card arrives": ("a>A0 .", "+a A0"),
    "turned for its seat": ("a>A0t .", "+a A0t"),
    "upright for a seat across the table": ("a>B0 .", "+a B0"),
    "upright for a seat at the side": ("a>C0 .", "+a C0"),
    "askew is upright": ("a>A0+40 .", "+a A0"),
    "a fan to the right": ("a>A0 . b>A1 . c>A2 .", "+a A0 | +b A1 | +c A2"),
    "a fan to the left": ("a>A0l . b>A1l . c>A2l .", "+a A0 | +b A1 | +c A2"),
    "a fan upwards": ("a>A0u . b>A1u . c>A2u .", "+a A0 | +b A1 | +c A2"),
    "a fan downwards": ("a>A0d . b>A1d . c>A2d .", "+a A0 | +b A1 | +c A2"),
    "two cards between two looks": ("a>A0 b>A1 .", "+a A0 +b A1"),
    "a whole fan between two looks": ("a>A0 b>A1 c>A2 d>A3 .", "+a A0 +b A1 +c A2 +d A3"),
    "nothing changes": (f"{FAN} . .", f"{FAN_TOLD} |  | "),
    "the first card leaves": (f"{FAN} -a .", f"{FAN_TOLD} | -a A0"),
    "a card in the middle leaves": (f"{FAN} -b .", f"{FAN_TOLD} | -b A1"),
    "the last card leaves": (f"{FAN} -d .", f"{FAN_TOLD} | -d A3"),
    "two cards leave, the oldest first": (f"{FAN} -c -b .", f"{FAN_TOLD} | -b A1 -c A1"),
    "all cards leave": (f"{FAN} -a -b -c -d .", f"{FAN_TOLD} | -a A0 -b A0 -c A0 -d A0"),
    "a fan is covered and uncovered": (f"{FAN} e>A2 . -e .", f"{FAN_TOLD} |  | "),
    "a card goes to another zone": ("a>A0 . a>B0 .", "+a A0 | a A0>B0"),
    "from under a fan": (f"{FAN} a>B0t .", f"{FAN_TOLD} | a A0>B0t"),
    "onto a pile": ("a>A0 . a>D .", "+a A0 | a A0>D"),
    "back from a pile": ("a>D . a>A0 .", "+a D | a D>A0"),
    "slowly: it leaves, then it comes": ("a>A0 . -a . a>D .", "+a A0 | -a A0 | +a D"),
    "seen elsewhere while a hand hides where it lay": ("a>A0 . h:A a>D .", "+a A0 | a A0>D"),
    "seen elsewhere where nobody looked at the old place": ("a>A0 . a>D .D", "+a A0 | a A0>D"),
    "loki comes and takes the last card": (f"{FAN} -d e>A4 .", f"{FAN_TOLD} | +e A4 -d A3"),
    "loki comes, the last card is seen on the discard": (f"{FAN} d>D e>A4 .", f"{FAN_TOLD} | +e A4 d A3>D"),
    "fenrir comes and takes the first card": (f"{FAN} a>D e>A4 .", f"{FAN_TOLD} | +e A4 a A0>D"),
    "cleared, then the next card": (f"{FAN} -a -b -c -d e>A5 .", f"{FAN_TOLD} | -a A0 -b A0 -c A0 -d A0 +e A0"),
    "a handful shows its top card": (
        "a>A0 . b>A1 . b>W a>W .",
        "+a A0 | +b A1 | a A0>W -b A0",
    ),
    "collected one by one": ("a>A0 . b>T0 . a>W . b>W*3 .", "+a A0 | +b T0 | a A0>W | b T0>W"),
    "a card of a pile that others cover is still there": ("a>D . b>D . c>D . .", "+a D | +b D | +c D | "),
    "the top of a pile leaves": ("a>D . b>D . c>D . -c .", "+a D | +b D | +c D | -c D"),
    "a pile is taken away": ("a>D . b>D . -a -b .", "+a D | +b D | -a D -b D"),
    "a card that nobody saw come may lie on the others": ("a>D b>D . -b .", "+b D | +a D"),
    "a messy pile": ("a>D . b>D*12 . c>D+8*-9 . -c .", "+a D | +b D | +c D | -c D"),
    "a hand over a fan": (f"{FAN} h:A . . h:- .", f"{FAN_TOLD} |  |  | "),
    "under a hand a card leaves": (f"{FAN} h:A -b . h:- .", f"{FAN_TOLD} |  | -b A1"),
    "under a hand cards come": ("h:A a>A0 b>A1 . h:- .", " | +a A0 +b A1"),
    "a look elsewhere": ("a>A0 . -a .B .", "+a A0 |  | -a A0"),
    "tyr upright": ("y>A0 .", "+y A0"),
    "tyr turned": ("y>A0t .", "+y A0t"),
    "tyr is turned and turned back": ("y>A0 . y~A0t . y~A0 .", "+y A0 | @y At | @y A"),
    "tyr across is asked, then it shows": ("y>A0x . y~A0t .", "+y A0? | @y At"),
    "tyr laid across later keeps its side": ("y>A0t . y~A0x . y~A0t .", "+y A0t |  | "),
    "any other card across counts as upright": ("a>A0x . a~A0 .", "+a A0 | "),
    "a card across on a fan": ("a>A0 . b>A1x . c>A2 .", "+a A0 | +b A1 | +c A2"),
    "around 45 degrees the way does not flicker": ("y>A0+40 . y~A0+50 . y~A0+42 . y~A0+52 .", "+y A0 |  |  | "),
    "a twin on a pile on which the other one lies deeper": ("k1>D . o>D*3 . k2>D*-3 . .", "+k D | +o D | +k D | "),
    "a twin laid on its twin of a pile": ("k1>D . k2>D+3*4 . .", "+k D | +k D | "),
    "a twin shows again when what lay on it is taken off a pile": ("k1>D . b>D*3 . -b . .", "+k D | +b D | -b D | "),
    "from a fan onto a pile in which its twin lies": (
        "k1>A0 . k1>D . b>D*3 . k2>B0 . k2>D .",
        "+k A0 | k A0>D | +b D | +k B0 | k B0>D",
    ),
    "the older of two twins is turned": ("k1>A0 . k2>A3 . k1~A0t .", "+k A0 | +k A1 | @k At"),
    "straightened": (f"{FAN} a~A0+5 b~A1+-6 c~A2+4 d~A3+-3 .", f"{FAN_TOLD} | "),
    "slid along": (f"{FAN} a~A4 b~A5 c~A6 d~A7 .", f"{FAN_TOLD} | "),
    "spread wider": (
        "a>A0 . b>A1 . c>A2 . b~A2 c~A4 .",
        "+a A0 | +b A1 | +c A2 | ",
    ),
    "squared up, spread again": (f"{FAN} b~A0 c~A0 d~A0 . b~A1 c~A2 d~A3 .", f"{FAN_TOLD} |  | "),
    "the gap is closed": (f"{FAN} -b . c~A1 d~A2 .", f"{FAN_TOLD} | -b A1 | "),
    "the first card is laid on top": ("a>A0 . b>A1 . c>A2 . a>A3 .", "+a A0 | +b A1 | +c A2 | =A b,c,a"),
    "the last card is slid under": ("a>A1 . b>A2 . c>A3 . c>A0/a .", "+a A0 | +b A1 | +c A2 | =A c,a,b"),
    "two cards change places": ("a>A0 . b>A1 . c>A2 . b>A2 c>A1/b .", "+a A0 | +b A1 | +c A2 | =A a,c,b"),
    "slid in under a fan": ("a>A1 . b>A2 . c>A0/a .", "+a A0 | +b A1 | +c A0"),
    "slid into the middle": ("a>A0 . b>A2 . c>A1/b .", "+a A0 | +b A1 | +c A1"),
    "an unknown card is asked after three looks": ("a>A0 ?a . . .", " |  | +? A0?"),
    "and named when it is read": ("a>A0 ?a . . . !a .", " |  | +? A0? | -? A0 +a A0"),
    "in the middle of a fan too": (
        "a>A0 . b>A1 ?b . . . c>A2 . !b .",
        "+a A0 |  |  | +? A1? | +c A2 | -? A1 +b A1",
    ),
    "read before it was asked": ("a>A0 ?a . !a .", " | +a A0"),
    "a known card that can't be read for a while": ("a>A0 . ?a . . . . !a .", "+a A0 |  |  |  |  | "),
    "an unknown card leaves": ("a>A0 ?a . . . -a .", " |  | +? A0? | -? A0"),
    "an unknown card is carried": ("a>A0 ?a . . . a>B0 ?a . . .", " |  | +? A0? | -? A0 |  | +? B0?"),
    "backs are counted": ("o1>S . o2>S*4 . o3>S*-3 .", "+o S | +o S | +o S"),
    "backs exactly on each other": ("o1>S . o2>S . .", "+o S | +o S | "),
    "backs are revealed": ("o1>S . o2>S*4 . -o2 . -o1 .", "+o S | +o S | -o S | -o S"),
    "backs revealed between two looks": (
        "o1>S . o2>S*4 . o3>S*-3 . -o3 -o2 . -o1 .",
        "+o S | +o S | +o S | -o S -o S | -o S",
    ),
    "the same way up or not": ("o1>S . o2>S*4 . -o2 o1~St . -o1 .", "+o S | +o S | -o S | -o S"),
    "a packet exactly where one lies deeper": ("o1>D . a>D . o2>D*3 . o3>D .", "+o D | +a D | +o D | +o D"),
    "a reveal": ("o1>S . o2>S*4 . -o2 a>A0 .", "+o S | +o S | -o S +a A0"),
    "packets among the discard": ("o1>D . a>D . o2>D*3 . b>D .", "+o D | +a D | +o D | +b D"),
    "the packet on top leaves": ("a>D . o1>D . -o1 .", "+a D | +o D | -o D"),
    "a back in a stake": ("a>A0 . o1>A1 .", "+a A0 | +o A1?"),
    "turned over where it lies": ("o1>A0 . -o1 a>A0 .", "+o A0? | -o A0 +a A0"),
    "nothing is told of the draw pile": ("o1>N . o2>N*3 . a>N .", " |  | "),
    "from the draw pile and back": ("a>N . a>A0 . a>N .", " | +a A0 | -a A0"),
    "out of all zones": ("a>A0 . a>A0*-75 . a>A0 .", "+a A0 | -a A0 | +a A0"),
    "a card exactly on another takes two looks": ("a>A0 . b>A0 . .", "+a A0 |  | +b A1"),
    "a misread card takes two looks": ("a>A0 . -a b>A0 . -b a>A0 .", "+a A0 |  | "),
    "prints without numbers": ("k1>A0 . k2>A1 . k1>D .", "+k A0 | +k A1 | k A0>D"),
    "of three alike the middle one leaves": ("k1>A0 . k2>A1 . k3>A2 . -k2 .", "+k A0 | +k A1 | +k A2 | -k A1"),
}

# Cards that lie there when the first look is taken.
STARTED = {
    "an empty table": (".", "keep"),
    "zone by zone, oldest first": ("d>D a>T0 b>T1 c>A0 .", "+c A0 +a T0 +b T1 +d D keep"),
    "a fan to the right": ("a>A0 b>A1 c>A2 d>A3 .", "+a A0 +b A1 +c A2 +d A3 keep"),
    "a fan to the left": ("a>A0l b>A1l c>A2l d>A3l .", "+a A0 +b A1 +c A2 +d A3 keep"),
    "a fan upwards": ("a>A0u b>A1u c>A2u d>A3u .", "+a A0 +b A1 +c A2 +d A3 keep"),
    "a fan downwards": ("a>A0d b>A1d c>A2d d>A3d .", "+a A0 +b A1 +c A2 +d A3 keep"),
    "a fan at the side": ("a>C0d b>C1d c>C2dt d>C3d .", "+a C0 +b C1 +c C2t +d C3 keep"),
    "side by side": ("a>A0 b>A5 c>A10 .", "+a A0 +b A1 +c A2 keep"),
    "an empty table is kept once": (". a>A0 .", "keep | +a A0"),
    "kept once": ("a>A0 . b>A1 .", "+a A0 keep | +b A1"),
    "a part is hidden at first": ("h:A a>A0 b>T0 . h:- .", "+b T0 | +a A0 keep"),
    "an unknown card is waited for": ("a>A0 b>B0 ?b . . .", "+a A0 |  | +? B0? keep"),
    "play begins before all is seen": ("h:A b>T0 . b>D .", "+b T0 | keep b T0>D"),
}


@pytest.mark.parametrize(("script", "told"), PLAYED.values(), ids=PLAYED)
def test_what_is_told(script: str, told: str) -> None:
    play = Play(Tracker(TABLE))
    play.run(".")
    assert told == play.run(script)


@pytest.mark.parametrize(("script", "told"), STARTED.values(), ids=STARTED)
def test_what_is_told_at_the_start(script: str, told: str) -> None:
    assert told == Play(Tracker(TABLE)).run(script)


def lain(**zones: str) -> Mirror:
    """A mirror: `A="ab"` has a#01 and b#01 in stake:A."""
    names = {"A": A, "B": B, "D": DISCARD}
    return Mirror(
        {names[zone]: tuple(Lying(f"{each}#01", Way.UPRIGHT) for each in cards) for zone, cards in zones.items()}
    )


# A game that goes on: what the mirror had, what lies there, what is told.
RESUMED = {
    "as it was": (lain(A="abc", D="de"), "a>A0 b>A1 c>A2 d>D e>D .", ""),
    "one more": (lain(A="ab"), "a>A0 b>A1 c>A2 .", "+c A2"),
    "one gone from the top": (lain(A="abc"), "a>A0 b>A1 .", "-c A2"),
    "all gone": (lain(A="ab"), ".", "-a A0 -b A0"),
    "moved": (lain(A="ab"), "a>A0 b>D .", "b A1>D"),
    "turned": (lain(A="a"), "a>A0t .", "@a At"),
    "in another order": (lain(A="abc"), "b>A0 a>A1 c>A2 .", "=A b,a,c"),
    "a hand in the way": (lain(A="ab"), "h:A . h:- .", " | -a A0 -b A0"),
    "under the others it may still be": (lain(A="abc"), "c>A0 .", ""),
    "under a pile it is": (lain(D="abc"), "c>D .", ""),
    "one copy twice": (lain(A="a", B="a"), "a>A0 .", "-a B0"),
}


@pytest.mark.parametrize(("start", "script", "told"), RESUMED.values(), ids=RESUMED)
def test_a_game_that_goes_on(start: Mirror, script: str, told: str) -> None:
    assert told == Play(Tracker(TABLE, start)).run(script)


def whole(card: str, x_mm: float, y_mm: float, sureness: float = 1.0) -> Sighting:
    outline = SHAPE.laid(Pose(Point(x_mm, y_mm), 0))
    return Sighting(card, (outline.pose,), outline.marks, is_whole=True, sureness=sureness)


def told(tracker: Tracker, *looks: tuple[Sighting, ...]) -> list[str]:
    """What is told look by look, after a first one at an empty table."""
    tracker.follow(Observation(0, (WHOLE_TABLE,), ()))
    seen = (Observation(number / 10, (WHOLE_TABLE,), look) for number, look in enumerate(looks, 1))
    return [" ".join(map(shown, tracker.follow(each))) for each in seen]


def test_a_card_that_a_hand_hides_a_part_of_is_told_when_the_hand_leaves() -> None:
    """Two of its marks show: it may lie there, or a card's height further down, where nobody looks."""
    card = whole("a#01", 100, 100)
    lower = SHAPE.laid(Pose(Point(100, 174), 0))
    strip = Sighting("a#01", (*card.poses, lower.pose), card.seen[2:], is_whole=False, sureness=1.0)
    tracker = Tracker(TABLE)
    tracker.follow(Observation(0, (WHOLE_TABLE,), ()))
    looked, hand = Area(60, 50, 140, 145), Area(60, 50, 140, 80)
    resting = [tracker.follow(Observation(each / 10, (looked,), (strip,), (hand,))) for each in range(1, 30)]
    assert not any(resting)
    assert [shown(each) for each in tracker.follow(Observation(3.0, (WHOLE_TABLE,), (card,)))] == ["+a A0"]


def test_one_copy_at_two_places_waits_until_one_of_them_is_gone() -> None:
    here, there = whole("a#01", 100, 100), whole("a#01", 500, 100)
    tracker = Tracker(TABLE)
    assert told(tracker, (here, there), (here, there), (here,)) == ["", "", "+a A0"]
    assert tracker.doubts == ()


@pytest.mark.parametrize("looks", [1, 0])
def test_a_number_seen_twice_in_one_look_is_asked_about(looks: int) -> None:
    here, there = whole("a#01", 100, 100), whole("a#01", 500, 100)
    said = told(Tracker(TABLE), *[(here,)] * looks, *[(here, there)] * 60)
    assert [each for each in said if each] == ["+a A0", "+? B0?"]


def test_a_known_copy_stays_where_it_is_if_it_is_seen_elsewhere_too() -> None:
    here, there = whole("a#01", 100, 100), whole("a#01", 500, 100)
    assert told(Tracker(TABLE), (here,), (there, here), (here,)) == ["+a A0", "", ""]


def test_two_readings_of_one_card_are_one_card() -> None:
    outline = SHAPE.laid(Pose(Point(100, 100), 0))
    left = Sighting("a#01", (outline.pose, Pose(Point(51, 100), 0)), outline.marks[::2], is_whole=False, sureness=1)
    right = Sighting("a#01", (Pose(Point(149, 100), 0), outline.pose), outline.marks[1::2], is_whole=False, sureness=1)
    assert told(Tracker(TABLE), (left, right)) == ["+a A0"]


def test_a_twin_is_told_at_once_if_the_look_only_came_near_the_other_one() -> None:
    table, tracker = TrueTable(), Tracker(TABLE)
    table.lay("print", Pose(Point(60, 100), 0))
    tracker.follow(table.look(1.0))
    table.lay("print", Pose(Point(160, 100), 0))
    told = tracker.follow(table.look(2.0, (Area(110, 40, 210, 160),)))
    assert [shown(each) for each in told] == ["+k A1"]


def test_what_the_eye_is_not_sure_of_takes_two_looks() -> None:
    doubtful = whole("a#01", 100, 100, sureness=0.3)
    assert told(Tracker(TABLE), (doubtful,), (doubtful,)) == ["", "+a A0"]
    assert told(Tracker(TABLE), (doubtful,), (), (doubtful,)) == ["", "", ""]


def test_on_the_border_of_two_zones_a_card_does_not_flicker() -> None:
    places = [whole("a#01", x_mm, 100) for x_mm in (388, 391, 388, 392, 389)]
    assert told(Tracker(TABLE), *((each,) for each in places)) == ["+a A0", "", "", "", ""]


def test_carried_over_the_border_it_is_told() -> None:
    assert told(Tracker(TABLE), (whole("a#01", 385, 100),), (whole("a#01", 405, 100),)) == ["+a A0", "a A0>B0t"]


def test_a_strip_that_may_lie_at_two_places_waits_for_a_second_look() -> None:
    outline = SHAPE.laid(Pose(Point(300, 100), 0))
    strip = Sighting("a#01", (outline.pose, Pose(Point(251, 100), 0)), outline.marks[::2], is_whole=False, sureness=1.0)
    tracker = Tracker(TABLE)
    hidden = (SHAPE.laid(Pose(Point(225, 100), 0)), SHAPE.laid(Pose(Point(325, 100), 0)))
    covers = tuple(Sighting(BACK, (each.pose,), (each.centre,), is_whole=True, sureness=1.0) for each in hidden)
    assert told(tracker, (*covers, strip), (*covers, strip)) == ["+o A0? +o A1?", "+a A1"]


def test_a_strip_whose_place_is_bare_is_gone_at_once() -> None:
    """A single mark that is not found may be overlooked; bare cloth in its place may not."""
    lower, covers = SHAPE.laid(Pose(Point(100, 100), 0)), (whole("b#01", 116, 100), whole("c#01", 100, 170))
    strip = Sighting("a#01", (lower.pose,), lower.marks[:1], is_whole=False, sureness=0.9)
    for emptied, expected in (((), ""), (lower.marks[:1], "-a A0")):
        tracker = Tracker(TABLE)
        told(tracker, (whole("a#01", *lower.centre),), (strip, *covers))
        assert expected == " ".join(map(shown, tracker.follow(Observation(9, (WHOLE_TABLE,), covers, (), emptied))))


def test_words_first_then_the_copy_is_no_fact_and_the_words_stay_its_name() -> None:
    words, copy = whole("thor-3r-2s", 100, 100), whole("thor-3r-2s#07", 100, 100)
    tracker = Tracker(TABLE)
    assert told(tracker, (words,), (copy,)) == ["+thor-3r-2s A0", ""]
    moved = tracker.follow(Observation(1, (WHOLE_TABLE,), (whole("thor-3r-2s#07", 500, 100),)))
    assert [shown(each) for each in moved] == ["thor-3r-2s A0>B0t"]


def test_words_read_of_a_known_copy_are_that_copy() -> None:
    words, copy = whole("thor-3r-2s", 100, 100), whole("thor-3r-2s#07", 100, 100)
    assert told(Tracker(TABLE), (copy,), (words,), (copy,)) == ["+thor-3r-2s A0", "", ""]


def test_at_the_end_of_a_source_doubts_are_told_as_they_seem() -> None:
    tracker = Tracker(TABLE)
    told(tracker, (whole(UNKNOWN, 100, 100), whole("a#01", 500, 100, sureness=0.3)))
    assert {"a#01", UNKNOWN} == {doubt.card for doubt in tracker.doubts}
    assert [shown(each) for each in tracker.pending(1.0)] == ["+? A0?", "+a B0t"]
    assert tracker.doubts == ()


def test_at_the_end_of_a_source_a_mark_on_its_own_is_no_card() -> None:
    tracker = Tracker(TABLE)
    marked = whole("a#01", 500, 100, sureness=0.3)
    told(tracker, (replace(marked, seen=marked.seen[:1], is_whole=False),))
    assert {"a#01"} == {doubt.card for doubt in tracker.doubts}
    assert [shown(each) for each in tracker.pending(1.0)] == []


def test_of_a_table_that_nobody_has_looked_at_nothing_is_said() -> None:
    assert Tracker(TABLE).pending(1.0) == ()
    assert Tracker(TABLE).waited(100.0) == ()


def test_a_first_look_that_is_never_complete_ends_all_the_same() -> None:
    tracker = Tracker(TABLE)
    tracker.follow(Observation(0.0, (), ()))
    assert [shown(each) for at_s in (1.0, 2.0, 3.0) for each in tracker.waited(at_s)] == ["keep"]


def test_a_table_that_is_known_is_not_taken_as_it_lies() -> None:
    tracker = Tracker(TABLE, Mirror())
    assert [shown(each) for each in tracker.follow(Observation(0.0, (WHOLE_TABLE,), ()))] == []
    assert tracker.waited(100.0) == tracker.pending(100.0) == ()


def test_at_the_end_of_a_source_the_table_found_at_its_start_is_kept() -> None:
    tracker = Tracker(TABLE)
    tracker.follow(Observation(0, (WHOLE_TABLE,), (whole(UNKNOWN, 100, 100),)))
    assert [shown(each) for each in tracker.pending(0.5)] == ["+? A0?", "keep"]


def test_the_model_can_be_looked_at() -> None:
    play = Play(Tracker(TABLE))
    play.run(". a>A0 . b>A1 . c>D .")
    assert {zone: [laid.name for laid in cards] for zone, cards in play.tracker.model.items()} == {
        A: ["a#01", "b#01"],
        DISCARD: ["c#01"],
    }
    heights = [laid.height for laid in play.tracker.model[A]]
    assert sorted(heights) == heights


def test_a_full_table_is_found_in_one_look() -> None:
    table = TrueTable()
    for seat, (x_mm, y_mm) in enumerate([(60, 100), (450, 100), (60, 300), (330, 300)]):
        for number in range(12):
            table.lay(f"s{seat}#{number + 1:02d}", Pose(Point(x_mm + 15 * number, y_mm), 0))
    for number in range(32):
        table.lay(f"d#{number + 1:02d}", Pose(Point(715 + number % 5, 295 - number % 7), number % 9))
    tracker = Tracker(TABLE)
    tracker.follow(table.look(0))
    assert sum(map(len, tracker.model.values())) == 48 + 1


def test_a_strip_that_shows_another_number_than_before_is_the_same_card() -> None:
    table, tracker = TrueTable(), Tracker(TABLE)
    tracker.follow(table.look(0.0))
    card = table.lay("a#01", Pose(Point(60, 100), 2))
    tracker.follow(table.look(1.0))
    table.lay("b#01", Pose(Point(76, 100), -3))
    tracker.follow(table.look(2.0))
    card.name = "c#01"
    told = [fact for at in range(3, 8) for fact in tracker.follow(table.look(float(at)))]
    assert [type(each) for each in told] == [Unnamed, Reread]
    assert [each.name for each in tracker.mirror.lying(A)] == ["c#01", "b#01"]
