"""Views can be made of any table, agree with the rules, print within a hundred places and as JSON."""

import json
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.columns import WIDTH, width
from companion.facts import Fact, Placed, Removed, Way
from companion.games.vedrfolnir import scoring
from companion.games.vedrfolnir.explaining import Explanation
from companion.games.vedrfolnir.hands import Hands
from companion.games.vedrfolnir.mistake_views import mistake_view, mistake_views
from companion.games.vedrfolnir.mistakes import MistakeId
from companion.games.vedrfolnir.outcome_views import scores_view
from companion.games.vedrfolnir.phrases import Phrases
from companion.games.vedrfolnir.referee import Referee
from companion.games.vedrfolnir.reporting import Report
from companion.games.vedrfolnir.rulings import FreyjaFactor, Rulings
from companion.games.vedrfolnir.session import Session
from companion.games.vedrfolnir.setup import Mode
from companion.games.vedrfolnir.simulation import Simulated, Wishes, simulate, simulate_from
from companion.games.vedrfolnir.table_views import (
    card_answers,
    odds_view,
    question_views,
    solo_chances,
    status_view,
    table_view,
)
from companion.games.vedrfolnir.view_text import ViewText
from companion.games.vedrfolnir.views import (
    CollectionView,
    MistakeView,
    QuestionView,
    ScoresView,
    SoloView,
    TableView,
    View,
    view_fields,
)
from companion.games.vedrfolnir.zones import stake
from companion.intents import Undo
from companion.journal import Journal
from companion.places import Seat, Zone
from companion.status import CameraState, LightState, TableStatus
from companion.words import Language, Words
from tests.games import EVERY_SET, setup
from tests.practice.blunders import Evening, blunder_evening
from tests.test_referee_machine import facts
from tests.watched import PACKAGES, STARTED, phrases, views

LONG_NAMES = tuple(
    map(
        Seat,
        ("Brynhildurdo", "奥丁的渡鸦飞过高山大海了", "Cy", "Dagmar Ilse", "Æthelstan", "Finn", "Grét", "Halldórsson"),
    )
)


def lines_of(view: View, text: ViewText) -> Iterator[str]:
    match view:
        case TableView():
            yield from text.table(view)
            yield from text.turn(view)
            yield from () if view.arrival is None else text.arrival(view, view.arrival.said)
        case CollectionView():
            yield from text.collection(view)
        case MistakeView():
            yield from text.mistake(view)
            yield from text.settled(view)
        case QuestionView():
            yield from text.question(view)
        case SoloView():
            yield from text.solo(view)
        case ScoresView():
            yield from text.scores(view)


def check(referee: Referee, language: Language) -> None:
    text = ViewText(phrases(referee, language).words)
    for view in views(referee, language):
        assert json.loads(json.dumps(view_fields(view)))
        assert [line for line in lines_of(view, text) if width(line) > WIDTH] == []


def followed(referee: Referee, heard: tuple[Fact, ...]) -> Referee:
    for line, fact in enumerate(heard):
        referee.follow(fact, line)
    return referee


def seen(simulated: Simulated, seed: int) -> tuple[Fact, ...]:
    return tuple(Hands(simulated.setup, Random(seed)).evening(simulated.acts))


@pytest.mark.parametrize("seed", range(6))
def test_every_state_of_simulated_evenings(seed: int) -> None:
    simulated = simulate(Wishes(), f"views-{seed}")
    referee = Referee(simulated.setup)
    for line, fact in enumerate(seen(simulated, seed)):
        referee.follow(fact, line)
        if line % 9 == seed:
            check(referee, list(Language)[line % 2])


def test_eight_seats_with_long_names() -> None:
    whole = replace(setup(), players=LONG_NAMES, first=LONG_NAMES[0])
    referee = Referee(whole)
    for line, fact in enumerate(seen(simulate_from(whole, "long"), 1)):
        referee.follow(fact, line)
        if line % 23 == 0:
            check(referee, Language.FRENCH)
    check(referee, Language.FRENCH)


@settings(max_examples=25, deadline=None)
@given(
    st.sampled_from(Mode).flatmap(lambda mode: st.tuples(st.just(mode), st.lists(facts(mode), max_size=25))), st.data()
)
def test_any_facts_taken_back_closed_and_opened(
    tmp_path_factory: pytest.TempPathFactory, evening: tuple[Mode, list[Fact]], data: st.DataObject
) -> None:
    mode, heard = evening
    with Journal(tmp_path_factory.mktemp("any") / "games.sqlite") as journal:
        session = Session.start(journal, setup(mode), None, STARTED)
        for fact in heard:
            session.hear(fact)
            if data.draw(st.integers(0, 5)) == 0:
                session.do(Undo(), 1.0)
        check(session.referee, Language.ENGLISH)
        assert views(Session.resume(journal, session.id).referee) == views(session.referee)


@pytest.mark.parametrize("factor", FreyjaFactor)
def test_scores_are_those_of_the_rules(factor: FreyjaFactor) -> None:
    rulings = Rulings(freyja_factor=factor)
    for seed in range(4):
        simulated = simulate(Wishes(sets=EVERY_SET, rulings=rulings), f"scores-{seed}")
        referee = followed(Referee(simulated.setup), seen(simulated, seed))
        view = scores_view(referee.game, phrases(referee))
        points = scoring.scores(simulated.game)
        assert {each.seat: each.points for each in view.ranking} == points
        assert {each.seat: sum(kind.points for kind in each.types) for each in view.ranking} == points
        assert {each.seat: each.points for each in view.race[-1].points} == points
        assert view.winners == scoring.winners(simulated.game)
        assert all(one.points >= two.points for one, two in pairwise(view.ranking))
        doubled = [card for each in view.ranking for kind in each.types for card in kind.cards if card.factor > 1]
        assert all(card.total == factor.value * card.points > 0 for card in doubled)


def blundered(kind: MistakeId) -> Evening:
    return next(each for each in (blunder_evening(kind, seed) for seed in range(20)) if each is not None)


@pytest.mark.parametrize("kind", MistakeId)
def test_steps_tick_off_as_hands_do_them(kind: MistakeId) -> None:
    evening = blundered(kind)
    referee, open_before = Referee(evening.setup), 0
    for line, fact in enumerate(evening.facts):
        referee.follow(fact, line)
        for view in mistake_views(referee, phrases(referee)):
            assert not all(step.is_done for step in view.steps)
            assert [step.number for step in view.steps] == list(range(1, len(view.steps) + 1))
            open_before += 1
        if line == evening.fixed_at:
            break
    told = [mistake_view(referee, each, phrases(referee)) for each in referee.mistakes]
    assert [each.id for each in told] == [kind]
    assert [step.is_done for step in told[0].steps] == [True] * len(told[0].steps)
    assert mistake_views(referee, phrases(referee)) == ()
    assert open_before > 0


def test_steps_of_a_collection_are_ticked_one_by_one() -> None:
    evening = blundered(MistakeId.MISSED_COLLECTION)
    referee = Referee(evening.setup)
    done: list[int] = []
    for line, fact in enumerate(evening.facts[: evening.fixed_at]):
        referee.follow(fact, line)
        open_now = mistake_views(referee, phrases(referee))
        done += [sum(step.is_done for step in view.steps) for view in open_now]
    assert done == sorted(done)
    assert len(set(done)) > 3


def test_questions_offer_the_likely_cards() -> None:
    referee = Referee(setup())
    ana = stake(Seat("Ana"))
    referee.follow(Placed(1.0, "unknown", ana, 0, Way.UPRIGHT))
    (question,) = question_views(referee, phrases(referee))
    assert question.said == "Which card is it? (Ana's stake, card 1)"
    assert [each.value for each in question.answers][:1] == ["sleipnir-1s"]
    likely = card_answers(("thor-1r-1s", "thor-1r-2s"), phrases(referee))
    assert [(each.value, each.said) for each in likely] == [("thor-1r-1s", "Thor 1r 1★"), ("thor-1r-2s", "Thor 1r 2★")]


def test_an_unsure_tyr_is_a_question_with_two_answers() -> None:
    referee = Referee(setup())
    referee.follow(Placed(1.0, "tyr-2r-1s#01", stake(Seat("Ana")), 0, Way.UNSURE))
    (question,) = question_views(referee, phrases(referee))
    assert (question.about, [each.value for each in question.answers]) == ("side", ["odin", "thor"])


def test_a_seat_at_a_glance() -> None:
    referee = Referee(setup())
    referee.follow(Placed(1.0, "thor-3r-4s#01", stake(Seat("Bo")), 0, Way.UPRIGHT))
    view = table_view(referee, phrases(referee))
    bo = view.seats[1]
    assert (bo.name, bo.stars, bo.objective, bo.missing, bo.is_served, bo.is_active) == ("Bo", 4, 12, 8, True, False)
    assert view.arrival is not None
    assert (view.arrival.seat, view.arrival.said) == ("Bo", "Thor 3r 4★ → Bo")
    assert view.next_step == "Ana gives a card; still without one: Ana, Cy, tribute."


def test_odds_add_up() -> None:
    referee = Referee(setup(Mode.SOLO))
    view = odds_view(referee.game, phrases(referee))
    own = solo_chances(referee.game, phrases(referee))
    assert [each.to for each in view.chances] == ["Valhalla", "Heilheim"]
    assert own == view.chances[0]
    assert [round(each.exact + each.bust + each.neither + each.depends, 9) for each in view.chances] == [1, 1]


UNLIT = (LightState.DARK, LightState.BRIGHT)
TOLD_WELL = (CameraState.MOVED, CameraState.OPENING)
SEEN = (CameraState.NONE, CameraState.RENDERED, CameraState.WATCHING, CameraState.ENDED, *TOLD_WELL)


@pytest.mark.parametrize("language", Language)
def test_status_in_words(language: Language) -> None:
    words = Words(language, PACKAGES)
    for camera in CameraState:
        for light in LightState:
            view = status_view(TableStatus(camera, light), words)
            is_seen = camera in SEEN
            assert view.is_well == (is_seen and light not in UNLIT)
            is_told = not is_seen or camera in TOLD_WELL
            warned = [*([view.camera] if is_told else []), *([view.light] if light in UNLIT else [])]
            assert " · ".join(warned) == view.warning
            assert all((view.camera, view.light, view.deck, view.language))


@pytest.mark.parametrize(("language", "said"), [(Language.ENGLISH, "Bo's stake"), (Language.FRENCH, "mise de Bo")])
def test_zones_outside_the_picture_are_named(language: Language, said: str) -> None:
    status = TableStatus(CameraState.WATCHING, out_of_sight=(stake(Seat("Bo")),))
    view = status_view(status, Words(language, PACKAGES))
    assert not view.is_well
    assert said in view.warning


@pytest.mark.parametrize(
    ("language", "said"),
    [
        (Language.ENGLISH, "Lay Thor 2r 1★ back on Ana's stake."),
        (Language.FRENCH, "Reposez Thor 2r 1★ → la mise de Ana."),
    ],
)
def test_a_card_in_somebodys_hand_is_asked_back_without_a_place_it_comes_from(language: Language, said: str) -> None:
    zone = stake(Seat("Ana"))
    lifted = (Placed(1.0, "thor-2r-1s#01", zone, 0, Way.UPRIGHT), Removed(2.0, "thor-2r-1s#01", zone, 0))
    referee = followed(Referee(setup()), lifted)
    assert Report(Phrases(Words(language, PACKAGES), referee.game.setup.deck)).next_step(referee) == said


def test_views_survive_a_file(tmp_path: Path) -> None:
    referee = followed(Referee(setup()), (Placed(1.0, "thor-3r-4s#01", stake(Seat("Bo")), 0, Way.UPRIGHT),))
    path = tmp_path / "table.json"
    path.write_text(json.dumps(view_fields(table_view(referee, phrases(referee)))), encoding="utf-8")
    assert json.loads(path.read_text(encoding="utf-8"))["seats"][1]["stake"][0]["name"] == "Thor 3r 4★"


LYING = {
    Zone("stake:Ana"): "thor-3r-2s#01",
    Zone("stake:Bo"): "nidhogg#01",
    Zone("jokers:Cy"): "nornes#01",
    Zone("tribute"): "odin-2r-1s#01",
}


def test_a_card_tells_what_it_counts_what_it_is_worth_and_what_it_does() -> None:
    referee = Referee(setup())
    for number, (zone, name) in enumerate(LYING.items()):
        referee.follow(Placed(number, name, zone, 0, Way.UPRIGHT))
    explain = Explanation(phrases(referee))
    ana, bo, cy, tribute = (list(explain.card(referee.game, zone, 0)) for zone in LYING)
    assert ana[:2] == ["Here it counts 2 stars (VED-1.2).", "3 runes for the majority of Thor (VED-6.1)."]
    assert bo[0] == "Here: sets the objective to 16 (VED-4.7)"
    assert cy[0] == "A joker: kept here until it is used (VED-4.3)."
    assert tribute[2] == "Points when it is won: 2 × 2 = 4 (VED-7.3)"
    rules = [lines[-1].rsplit(" ", 1)[1] for lines in (ana, bo, cy, tribute)]
    assert rules == ["(VED-4.6)", "(VED-4.7)", "(VED-4.2)", "(VED-4.6)"]
