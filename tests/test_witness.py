"""What people said of a place stands against the eye until its picture changes; then the eye counts again."""

from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest

from companion.facts import (
    BACK,
    UNKNOWN,
    Fact,
    Moved,
    Placed,
    Removed,
    Reordered,
    Reread,
    Turned,
    Unfound,
    Unnamed,
    Way,
)
from companion.games.vedrfolnir.acts import Give, Played
from companion.games.vedrfolnir.patience import Hearing
from companion.games.vedrfolnir.seating import Changes
from companion.games.vedrfolnir.session import ChangeSetup, Intent, Perform, Session
from companion.games.vedrfolnir.zones import DISCARD, jokers, stake, won
from companion.intents import Correct, Redo, SayAbsent, Undo
from companion.journal import Journal
from companion.places import Seat, Zone
from tests.games import setup
from tests.watched import STARTED

ANA, BO, CY = (Seat(each) for each in ("Ana", "Bo", "Cy"))
HERS, HIS = stake(ANA), stake(BO)
TURNS = (
    "thor-3r-4s#01 odin-1r-0s#01 thor-1r-0s#01 odin-2r-0s#01",
    "thor-3r-4s#02 odin-1r-0s#02 thor-1r-0s#02 odin-2r-0s#02",
    "odin-3r-3s#01 odin-1r-1s#01 thor-2r-0s#01 odin-3r-0s#01",
)


class Evening:
    """A session, and an eye that tells it something now and then."""

    def __init__(self, journal: Journal) -> None:
        self.journal = journal
        self.session = Session.start(journal, setup(), None, STARTED)
        self.hearing = Hearing(self.session)
        self._clock_s = count(1)

    def sees(self, *facts: Fact) -> None:
        """The facts of one look."""
        assert self.hearing.hear(*facts)

    def laid(self, card: str, zone: Zone, index: int | None = None, way: Way | None = Way.UPRIGHT) -> None:
        is_pile = index is None
        self.sees(Placed(next(self._clock_s), card, zone, index, None if is_pile else way))

    def says(self, intent: Intent) -> None:
        assert self.session.do(intent, next(self._clock_s)) is None

    def reopened(self) -> None:
        self.session = Session.resume(self.journal, self.session.id)
        self.hearing = Hearing(self.session)

    def names(self, zone: Zone) -> list[str]:
        return [each.name for each in self.session.mirror.real(zone)]

    @property
    def lines(self) -> int:
        return len(self.session.sightings.lines)

    @property
    def accused(self) -> list[str]:
        return [each.finding.id.value for each in self.session.referee.mistakes]


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    with Journal(tmp_path / "games.sqlite") as journal:
        yield Evening(journal)


def test_where_nobody_said_anything_facts_are_kept_as_they_are(evening: Evening) -> None:
    facts = (
        Placed(1.0, "thor-1r-2s#01", HERS, 0, Way.UPRIGHT),
        Placed(2.0, "odin-2r-1s", HIS, 0, Way.TURNED),
        Turned(3.0, "odin-2r-1s", HIS, Way.UPRIGHT),
        Moved(4.0, "odin-2r-1s", HIS, DISCARD, from_index=0),
    )
    evening.sees(*facts)
    assert [line.heard for line in evening.session.sightings.lines] == list(facts)


def test_a_card_read_after_all_is_told_as_removed_and_placed(evening: Evening) -> None:
    evening.laid(UNKNOWN, HERS, 0)
    evening.sees(Unnamed(3.0, UNKNOWN, HERS, 0), Reread(3.0, "thor-1r-2s#01", HERS, 0, Way.UPRIGHT))
    assert evening.names(HERS) == ["thor-1r-2s#01"]
    evening.reopened()
    assert evening.names(HERS) == ["thor-1r-2s#01"]


def test_its_two_halves_may_come_one_by_one(evening: Evening) -> None:
    evening.laid(UNKNOWN, HERS, 0)
    evening.says(Correct("odin-1r-1s", HERS, 0))
    evening.sees(Unnamed(3.0, UNKNOWN, HERS, 0))
    evening.sees(Reread(3.0, "odin-1r-1s#02", HERS, 0, Way.UPRIGHT))
    assert evening.names(HERS) == ["odin-1r-1s"]
    assert not evening.hearing.waiting


@pytest.mark.parametrize("read", ["odin-1r-1s#01", "odin-1r-1s#02", "thor-3r-2s#01"])
def test_a_card_answered_by_touch_and_later_read_keeps_the_name_that_was_said(evening: Evening, read: str) -> None:
    evening.laid(UNKNOWN, HERS, 0)
    evening.says(Correct("odin-1r-1s#01", HERS, 0))
    evening.sees(Unnamed(3.0, UNKNOWN, HERS, 0), Reread(3.0, read, HERS, 0, Way.UPRIGHT))
    assert evening.names(HERS) == ["odin-1r-1s#01"]
    evening.sees(Moved(9.0, read, HERS, DISCARD, from_index=0))
    assert (evening.names(HERS), evening.names(DISCARD)) == ([], ["odin-1r-1s#01"])


def test_an_unread_card_that_was_denied_stays_denied_when_it_is_read(evening: Evening) -> None:
    evening.laid(UNKNOWN, HERS, 0)
    evening.says(SayAbsent(HERS, 0))
    evening.sees(Unnamed(3.0, UNKNOWN, HERS, 0), Reread(3.0, "thor-1r-2s#01", HERS, 0, Way.UPRIGHT))
    assert evening.names(HERS) == []


def test_a_misread_card_that_was_named_is_read_rightly_at_last(evening: Evening) -> None:
    evening.laid("thor-1r-2s#01", HERS, 0)
    evening.says(Correct("odin-1r-1s#01", HERS, 0))
    evening.sees(Reread(4.0, "odin-1r-1s#01", HERS, 1, Way.UPRIGHT))
    assert evening.names(HERS) == ["odin-1r-1s#01"]
    evening.sees(Removed(5.0, "thor-1r-2s#01", HERS, 0))
    assert evening.names(HERS) == ["odin-1r-1s#01"]
    evening.sees(Moved(6.0, "odin-1r-1s#01", HERS, DISCARD, from_index=0))
    assert (evening.names(HERS), evening.names(DISCARD)) == ([], ["odin-1r-1s#01"])


def test_what_was_denied_is_not_told_again_until_it_moves(evening: Evening) -> None:
    evening.laid("thor-1r-2s#01", HERS, 0)
    evening.laid("loki-0s#01", HERS, 1)
    evening.says(SayAbsent(HERS, 0))
    evening.sees(Turned(4.0, "thor-1r-2s#01", HERS, Way.TURNED))
    evening.sees(Reordered(5.0, HERS, ("loki-0s#01", "thor-1r-2s#01")))
    assert (evening.names(HERS), evening.lines) == (["loki-0s#01"], 3)
    evening.sees(Moved(6.0, "thor-1r-2s#01", HERS, HIS, 0, Way.UPRIGHT, 1))
    assert (evening.names(HERS), evening.names(HIS)) == (["loki-0s#01"], ["thor-1r-2s#01"])


def test_what_was_denied_may_go(evening: Evening) -> None:
    evening.laid("thor-1r-2s#01", HERS, 0)
    evening.says(SayAbsent(HERS, 0))
    evening.sees(Removed(4.0, "thor-1r-2s#01", HERS, 0))
    evening.laid("thor-1r-2s#01", HERS, 0)
    assert evening.names(HERS) == ["thor-1r-2s#01"]


def test_cards_behind_a_denied_one_are_found(evening: Evening) -> None:
    evening.laid("thor-1r-2s#01", HERS, 0)
    evening.says(SayAbsent(HERS, 0))
    evening.laid("odin-1r-1s#01", HERS, 1)
    evening.laid("odin-1r-1s#02", HERS, 2)
    evening.sees(Removed(6.0, "odin-1r-1s#01", HERS, 1))
    assert evening.names(HERS) == ["odin-1r-1s#02"]


@pytest.mark.parametrize("seen", ["thor-1r-2s#03", "thor-1r-2s", UNKNOWN])
def test_a_card_given_by_hand_and_then_laid_is_that_card(evening: Evening, seen: str) -> None:
    evening.laid("odin-1r-1s#01", HIS, 0)
    evening.says(Perform(Give(Played("thor-1r-2s"), ANA)))
    evening.laid(seen, HERS, 0)
    assert evening.names(HERS) == ["thor-1r-2s"]
    assert evening.lines == 2
    evening.sees(Moved(9.0, seen, HERS, DISCARD, from_index=0))
    assert evening.names(HERS) == []


def test_another_card_than_the_one_given_by_hand_is_told(evening: Evening) -> None:
    evening.says(Perform(Give(Played("thor-1r-2s"), ANA)))
    evening.laid("odin-1r-1s#01", HERS, 0)
    assert evening.names(HERS) == ["thor-1r-2s", "odin-1r-1s#01"]


def test_a_clearing_by_hand_is_cleared_by_hands_later(evening: Evening) -> None:
    for turn, cards in enumerate(TURNS):
        zones = (HERS, HIS, stake(CY), Zone("tribute"))
        for place, (card, zone) in enumerate(zip(cards.split(), zones, strict=True)):
            evening.sees(Placed(3.0 * turn + place / 2, card, zone, turn, Way.UPRIGHT))
    assert evening.accused == []
    evening.says(Perform(Give(Played("thor-1r-1s"), ANA)))
    assert not evening.names(HERS)
    before = evening.lines
    evening.sees(Moved(21.0, "thor-3r-4s#02", HERS, won(ANA), from_index=1))
    evening.sees(Removed(21.0, "thor-3r-4s#01", HERS, 0), Removed(21.0, "odin-3r-3s#01", HERS, 0))
    evening.sees(Placed(22.0, "thor-1r-1s#01", won(ANA)), Placed(22.0, "odin-3r-3s#01", won(ANA)))
    evening.sees(Placed(23.0, BACK, DISCARD))
    assert (evening.accused, evening.lines) == ([], before + 1)


def test_a_card_that_people_had_elsewhere_goes_from_there(evening: Evening) -> None:
    test_a_clearing_by_hand_is_cleared_by_hands_later(evening)
    evening.sees(Moved(24.0, "odin-1r-0s#01", HIS, won(BO), from_index=0))
    assert evening.names(won(BO)) == ["odin-1r-0s#01"]
    evening.laid("odin-2r-1s#01", HERS, 0)
    assert evening.accused == ["won-touched"]


def test_an_act_taken_back_is_not_told_again_by_the_eye(evening: Evening) -> None:
    evening.laid("odin-1r-1s#01", HIS, 0)
    evening.says(Perform(Give(Played("thor-1r-2s"), ANA)))
    evening.laid("thor-1r-2s#02", HERS, 0)
    evening.says(Undo())
    assert evening.names(HERS) == []
    evening.sees(Turned(7.0, "thor-1r-2s#02", HERS, Way.TURNED))
    assert evening.names(HERS) == []
    evening.says(Redo())
    assert evening.names(HERS) == ["thor-1r-2s"]
    evening.sees(Moved(8.0, "thor-1r-2s#02", HERS, DISCARD, from_index=0))
    assert evening.names(HERS) == []


def test_an_act_taken_back_whose_card_is_carried_on_was_given_there(evening: Evening) -> None:
    evening.laid("odin-1r-1s#01", HIS, 0)
    evening.says(Perform(Give(Played("thor-1r-2s"), ANA)))
    evening.laid("thor-1r-2s#02", HERS, 0)
    evening.says(Undo())
    evening.sees(Moved(9.0, "thor-1r-2s#02", HERS, stake(CY), 0, Way.UPRIGHT, 0))
    assert (evening.names(stake(CY)), evening.accused) == (["thor-1r-2s#02"], [])


def test_reordered_after_a_correction(evening: Evening) -> None:
    evening.laid(UNKNOWN, HERS, 0)
    evening.says(Correct("thor-1r-2s#01", HERS, 0))
    evening.sees(Placed(3.0, "odin-1r-1s#01", HIS, 0, Way.UPRIGHT), Placed(3.0, "loki-0s#01", HERS, 1, Way.UPRIGHT))
    evening.sees(Reordered(4.0, HERS, ("loki-0s#01", UNKNOWN)))
    assert evening.names(HERS) == ["loki-0s#01", "thor-1r-2s#01"]


def test_after_a_restart_what_was_said_still_stands(evening: Evening) -> None:
    evening.laid("thor-1r-2s#01", HERS, 0)
    evening.says(SayAbsent(HERS, 0))
    evening.laid("nornes#01", jokers(BO), 0)
    evening.says(Perform(Give(Played("loki-0s"), Zone("tribute"))))
    evening.reopened()
    assert [each.name for each in evening.hearing.seen.lying(HERS)] == ["thor-1r-2s#01"]
    assert [each.name for each in evening.hearing.seen.lying(Zone("tribute"))] == ["loki-0s"]
    evening.sees(Removed(9.0, "thor-1r-2s#01", HERS, 0), Unfound(9.0, "loki-0s", Zone("tribute"), 0))
    evening.laid("loki-0s#01", Zone("tribute"), 0)
    assert (evening.names(HERS), evening.names(Zone("tribute")), evening.lines) == ([], ["loki-0s"], 4)


def test_people_called_otherwise_are_seen_by_the_names_they_had(evening: Evening) -> None:
    evening.laid("thor-1r-2s#01", HERS, 0)
    evening.says(ChangeSetup(Changes(names={ANA: Seat("Anna"), BO: Seat("Ana")})))
    evening.laid("odin-1r-1s#01", HIS, 0)
    evening.sees(Moved(9.0, "thor-1r-2s#01", HERS, DISCARD, from_index=0))
    assert evening.names(stake(Seat("Ana"))) == ["odin-1r-1s#01"]
    evening.reopened()
    assert evening.names(stake(Seat("Ana"))) == ["odin-1r-1s#01"]
    evening.says(Undo())
    evening.sees(Moved(9.0, "odin-1r-1s#01", HERS, DISCARD, from_index=0))
    assert evening.names(DISCARD) == ["thor-1r-2s#01", "odin-1r-1s#01"]
