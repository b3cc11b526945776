"""A session is the fold of its journal: closed and opened, corrected and taken back, it shows the same."""

import sqlite3
from random import Random

import pytest

from companion.facts import Corrected, Placed, Removed, Way
from companion.games.vedrfolnir.acts import Give, Played
from companion.games.vedrfolnir.catalogue import Set
from companion.games.vedrfolnir.hands import Hands
from companion.games.vedrfolnir.ledger import judged
from companion.games.vedrfolnir.mistake_views import amendment_view
from companion.games.vedrfolnir.mistakes import MistakeId
from companion.games.vedrfolnir.numbering import numbered
from companion.games.vedrfolnir.seating import Changes
from companion.games.vedrfolnir.session import ChangeSetup, Intent, Perform, Session
from companion.games.vedrfolnir.setup import Mode
from companion.games.vedrfolnir.simulation import Wishes, simulate
from companion.games.vedrfolnir.standing import standing
from companion.games.vedrfolnir.table_views import question_views
from companion.games.vedrfolnir.zones import DISCARD, TRIBUTE, stake
from companion.intents import Correct, EndGame, EndTurn, Keep, SayWay, TakeHand, Undo
from companion.journal import Journal
from companion.places import Seat, Zone
from companion.words import Message
from tests.games import setup
from tests.practice.blunders import blunder_evening
from tests.watched import STARTED, phrases, views

ANA = stake(Seat("Ana"))
THOR = Placed(1.0, "thor-1r-2s#01", ANA, 0, Way.UPRIGHT)
ODIN = Placed(2.0, "odin-2r-1s#01", Zone("tribute"), 0, Way.UPRIGHT)


@pytest.fixture
def session(journal: Journal) -> Session:
    return Session.start(journal, setup(), None, STARTED)


def reopened(session: Session, journal: Journal) -> Session:
    return Session.resume(journal, session.id)


@pytest.mark.parametrize("seed", range(3))
def test_closed_and_opened_anywhere(seed: int, journal: Journal) -> None:
    evening = blunder_evening(list(MistakeId)[seed * 7], seed)
    assert evening is not None
    session = Session.start(journal, evening.setup, None, STARTED)
    chance = Random(seed)
    for start in range(0, len(evening.facts), 80):
        session.hear(*evening.facts[start : start + 80])
        if chance.random() < 0.5:
            session.do(Undo(), evening.facts[start].at_s)
        again = reopened(session, journal)
        assert views(again.referee) == views(session.referee)
        assert again.mirror == session.mirror


def test_what_is_heard_is_in_the_journal_as_a_line_of_a_sightings_file(session: Session, journal: Journal) -> None:
    session.hear(THOR)
    session.do(Perform(Give(Played("thor-3r-1s"), Seat("Bo"))), 1.5)
    session.do(EndTurn(), 2.0)
    assert journal.lines(session.id) == (
        '{"at": 1.0, "saw": "placed", "card": "thor-1r-2s#01", "zone": "stake:Ana", "index": 0, "turned": false}',
        '{"at": 1.5, "act": "give", "card": "thor-3r-1s", "to": "Bo"}',
        '{"at": 2.0, "say": "end-turn"}',
    )


def test_nothing_counts_that_could_not_be_written(session: Session, journal: Journal) -> None:
    before = standing(session.game)
    journal.close()
    with pytest.raises(sqlite3.ProgrammingError):
        session.hear(THOR)
    assert standing(session.game) == before


def test_the_clock_goes_on_where_it_stopped(session: Session, journal: Journal) -> None:
    session.hear(THOR, ODIN)
    again = reopened(session, journal)
    again.hear(Removed(0.5, ODIN.card, ODIN.zone, 0))
    again.do(EndTurn(), 0.25)
    assert [line.heard.at_s for line in again.sightings.lines] == [1.0, 2.0, 2.5, 2.5]


def test_as_many_undos_as_acts_by_hand_lead_back_to_the_start(session: Session) -> None:
    start = views(session.referee)
    for card, seat in (("thor-3r-1s", "Bo"), ("odin-1r-0s", "Ana"), ("loki-0s", "Cy")):
        session.do(Perform(Give(Played(card), Seat(seat))), 3.0)
    for _ in range(3):
        assert session.do(Undo(), 4.0) is None
    assert views(session.referee) == start
    assert session.do(Undo(), 5.0) is not None


def test_what_was_seen_can_not_be_unseen(session: Session) -> None:
    session.hear(THOR, ODIN)
    seen = views(session.referee)
    session.do(Perform(Give(Played("thor-3r-1s"), Seat("Bo"))), 3.0)
    assert session.do(Undo(), 4.0) is None
    assert views(session.referee) == seen
    assert session.do(Undo(), 5.0) == Message("refused.nothing-touched")


def test_nothing_is_taken_back_of_a_game_by_hand_without_a_card(session: Session) -> None:
    assert session.do(Undo(), 5.0) == Message("refused.nothing-to-undo")


def test_a_corrected_card_keeps_its_name_however_often_it_is_misread(session: Session, journal: Journal) -> None:
    session.hear(THOR)
    preview = session.preview(Correct("thor-1r-3s#02", ANA, 0))
    assert session.game.stake(Seat("Ana"))[0].print.stars == 2
    assert preview.stars[Seat("Ana")].then.stars == 3
    told = amendment_view(preview, phrases(session.referee))
    assert (told.lines, told.is_nothing) == (("Ana: 2/12★ becomes 3/12★",), False)
    session.do(Correct("thor-1r-3s#02", ANA, 0), 2.0)
    session.hear(Removed(3.0, THOR.card, ANA, 0), Placed(4.0, THOR.card, ANA, 0, Way.UPRIGHT))
    assert [each.name for each in session.mirror.lying(ANA)] == ["thor-1r-3s#02"]
    assert standing(session.game) == standing(judged(session.sightings).referee.game)
    assert views(reopened(session, journal).referee) == views(session.referee)
    session.do(Undo(), 5.0)
    assert standing(session.game) == standing(reopened(session, journal).game)


def told_of(session: Session, changes: Changes) -> tuple[str, ...]:
    """What people are told that a game set up anew would change."""
    return amendment_view(session.preview(ChangeSetup(changes)), phrases(session.referee)).lines


def test_what_changes_for_a_player_who_is_called_anew_is_told_too(session: Session) -> None:
    surtr, names = Perform(Give(Played("surtr-1r-1s"), Seat("Bo"))), {Seat("Bo"): Seat("Bob")}
    session.do(surtr, 1.0)
    without = (Set.BASE, Set.SPRING)
    foreign = "New: Surtr 1r 1★ on {} stake is not a card of this game."
    assert told_of(session, Changes(without)) == (foreign.format("Bo's"), "Bo: 1/12★ becomes 0/12★")
    assert told_of(session, Changes(without, names=names)) == (foreign.format("Bob's"), "Bob: 1/12★ becomes 0/12★")


def test_who_is_called_anew_has_collected_as_before(journal: Journal) -> None:
    simulated = simulate(Wishes(), "called anew")
    game = Session.start(journal, simulated.setup, None, STARTED)
    for at, act in enumerate(simulated.acts):
        game.do(Perform(act), float(at))
    assert game.game.collections
    assert game.preview(ChangeSetup(Changes(names={simulated.setup.players[0]: Seat("Zoe")}))).is_nothing


def test_another_order_of_the_seats_is_told(session: Session) -> None:
    for to in ("Ana", "Bo", "Cy", "tribute"):
        recipient = TRIBUTE if to == "tribute" else Seat(to)
        session.do(Perform(Give(Played(f"thor-{1 + len(to) % 3}r-0s"), recipient)), 1.0)
    assert session.game.active == "Bo"
    other = Changes(seats=(Seat("Ana"), Seat("Cy"), Seat("Bo")))
    assert told_of(session, other) == ("Clockwise: Ana, Cy, Bo instead of Ana, Bo, Cy", "Cy has the hand instead of Bo")
    assert told_of(session, Changes(first=Seat("Cy"))) == ("Ana has the hand instead of Bo",)


def test_keep_takes_the_table_as_it_lies(session: Session) -> None:
    session.hear(THOR, Placed(2.0, "thor-2r-2s#01", ANA, 1, Way.UPRIGHT))
    assert [each.finding.id for each in session.referee.mistakes] == [MistakeId.SECOND_CARD]
    assert session.do(Keep(), 3.0) is None
    assert [card.print.runes for card in session.game.stake(Seat("Ana"))] == [1, 2]


def test_an_unsure_tyr_gets_the_side_that_a_person_says(session: Session) -> None:
    session.hear(Placed(1.0, "tyr-2r-1s#01", ANA, 0, Way.UNSURE))
    assert session.referee.open_steps[0].step == "choose"
    assert session.do(SayWay("tyr-2r-1s#01", ANA, is_turned=True), 2.0) is None
    assert session.game.stake(Seat("Ana"))[0].side == "thor"
    assert session.referee.open_steps == ()


@pytest.mark.parametrize(
    ("intent", "key"),
    [
        (Undo(), "refused.nothing-to-undo"),
        (TakeHand(Seat("Zoe")), "refused.no-such-seat"),
        (Correct("thor-1r-1s#01", ANA, 0), "refused.nothing-there"),
        (Correct("unknown", ANA, 0), "refused.no-card-name"),
        (Correct("@@", ANA, 0), "refused.no-card-name"),
        (SayWay("tyr-2r-1s#01", ANA, is_turned=True), "refused.nothing-there"),
        (Perform(Give(Played("baldr"), Seat("Ana"))), "refused.forbidden"),
        (Perform(Give(Played("sleipnir-1s"), Seat("Ana"))), "refused.forbidden"),
    ],
)
def test_refused_intents_leave_no_line(intent: Intent, key: str, session: Session, journal: Journal) -> None:
    refused = session.do(intent, 1.0)
    assert refused is not None
    assert refused.key == key
    assert journal.lines(session.id) == ()


def test_of_a_pile_only_the_uppermost_card_is_named_and_a_restart_names_the_same(
    session: Session, journal: Journal
) -> None:
    pile = Zone("discard")
    session.hear(Placed(1.0, "unknown", pile), Placed(2.0, "unknown", pile))
    assert [each.index for each in question_views(session.referee, phrases(session.referee))] == [1]
    refused = session.do(Correct("thor-1r-1s", pile, 0), 3.0)
    assert refused is not None
    assert refused.key == "refused.covered"
    assert session.do(Correct("thor-1r-1s", pile, 1), 4.0) is None
    assert [each.name for each in session.mirror.lying(pile)] == ["unknown", "thor-1r-1s"]
    assert reopened(session, journal).mirror.shown == session.mirror.shown


def test_nothing_is_kept_in_a_reveal_and_nothing_ends_twice(journal: Journal) -> None:
    session = Session.start(journal, setup(Mode.SOLO), None, STARTED)
    session.hear(Placed(1.0, "back", Zone("pile:Brynhildr")), Placed(2.0, "brynhildr#01", Zone("discard")))
    refused = session.do(Keep(), 3.0)
    assert refused is not None
    assert refused.key == "refused.keep-in-reveal"
    assert session.do(EndGame(), 4.0) is None
    assert session.do(EndGame(), 5.0) is not None


def test_acts_by_hand_in_the_middle_of_a_watched_game(journal: Journal) -> None:
    """The camera fails after a while, and the rest of the evening is given by hand."""
    simulated = simulate(Wishes(mode=Mode.STANDARD), "by hand")
    acts = numbered(simulated.acts)
    session = Session.start(journal, simulated.setup, None, STARTED)
    session.hear(*Hands(simulated.setup, Random(5)).evening(acts[:60]))
    for act in acts[60:]:
        assert session.do(Perform(act), 0.0) is None
    assert standing(session.game) == standing(simulated.game)
    assert views(reopened(session, journal).referee) == views(session.referee)
    assert session.do(Perform(acts[0]), 1.0) is not None


def test_another_order_of_seats_moves_nobody(session: Session, journal: Journal) -> None:
    before = session.places
    assert session.do(ChangeSetup(Changes(seats=tuple(reversed(session.setup.players)))), 1.0) is None
    assert session.do(ChangeSetup(Changes(names={Seat("Ana"): Seat("Anna")})), 2.0) is None
    renamed = tuple(Seat("Anna") if each == "Ana" else each for each in before)
    assert renamed == session.places == reopened(session, journal).places
    assert renamed != session.setup.seats


def test_a_touch_that_points_into_a_pile_by_index_means_its_last_card_live_too(
    session: Session, journal: Journal
) -> None:
    session.hear(Placed(1.0, "thor-1r-2s#02", DISCARD), Corrected(1.0, "thor-1r-2s#01", DISCARD, 1))
    assert [each.name for each in session.mirror.real(DISCARD)] == ["thor-1r-2s#01"]
    assert views(Session.resume(journal, session.id).referee) == views(session.referee)
