"""The shown game: evenings recorded with a question, a collection and a mistake, which the eye tells as they happen."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice, takewhile

import pytest

from companion.cards import Deck
from companion.facts import UNKNOWN, Corrected, Fact, Placed, Sighting
from companion.games.vedrfolnir.catalogue import Set
from companion.games.vedrfolnir.decks import default_deck
from companion.games.vedrfolnir.ledger import Ledger, judged
from companion.games.vedrfolnir.mistakes import MistakeId
from companion.games.vedrfolnir.referee import Referee
from companion.games.vedrfolnir.setup import EXPANSIONS, Mode, Setup, deck_in_play
from companion.games.vedrfolnir.shown import FOLDER, shown_evening, shown_file
from companion.games.vedrfolnir.sightings import SeenLine, Sightings
from companion.games.vedrfolnir.zones import won
from companion.words import Language
from deploy.joining import JOINS
from deploy.play_words import Telling
from deploy.shown import FASTEST, played_game, shown_events
from deploy.watch import WantedWatch
from tests.practice.shown import ASKED_S, COLLECTED_S, ENDED_S, MISTAKEN_S, SEED, directed, setups
from tests.watched import phrases

# Up to the first clearing: cards carried in one hand may be told one by one or as they are carried.
FIRST = 18
WANTED = WantedWatch(source="sim", table=None)
SETUPS = setups()
MODES = tuple(each.value for each in Mode)


class Never:
    """Nobody asks to stop."""

    is_asked = False


def shown(speed: float | None, wanted: WantedWatch = WANTED) -> Iterator[Fact]:
    return shown_events(played_game(wanted)[0], None, JOINS, speed, Never())


def lines(setup: Setup, facts: tuple[Fact, ...]) -> Sightings:
    return Sightings(setup, tuple(SeenLine(number, fact) for number, fact in enumerate(facts, start=2)))


def told_mistakes(referee: Referee) -> list[tuple[MistakeId, bool]]:
    return [(each.finding.id, each.is_settled) for each in referee.mistakes]


def told_lines(setup: Setup, facts: tuple[Fact, ...], language: Language) -> Iterator[str]:
    """What a terminal tells of an evening, as it comes."""
    ledger = Ledger(setup)
    telling = Telling(phrases(ledger.referee, language), ledger.referee)
    for line in lines(setup, facts).lines:
        ledger.take(line)
        yield from telling.changes(ledger.referee)


def recorded(setup: Setup) -> tuple[Fact, ...]:
    evening = shown_evening(setup)
    assert evening is not None
    return evening.facts


def with_sets(setup: Setup, *expansions: Set) -> Setup:
    sets = (Set.BASE, *expansions)
    return replace(setup, sets=sets, deck=deck_in_play(default_deck(), setup.mode, sets))


def test_every_game_that_is_shown_has_its_recording() -> None:
    assert {each.name for each in FOLDER.iterdir()} == set(SETUPS)


@pytest.mark.parametrize("name", SETUPS)
def test_every_recording_is_what_the_script_makes(name: str) -> None:
    text = FOLDER.joinpath(name).read_text(encoding="utf-8")
    seed = next(int(line.removeprefix(SEED)) for line in text.splitlines() if line.startswith(SEED))
    assert text == directed(SETUPS[name], seed).text()


@pytest.mark.parametrize("name", SETUPS)
def test_one_mistake_is_made_and_put_right_and_nothing_is_left_to_do(name: str) -> None:
    for sets in ((), EXPANSIONS[:1], EXPANSIONS[1:]) if name.endswith("-base.jsonl") else (EXPANSIONS,):
        setup = with_sets(SETUPS[name], *sets)
        assert shown_file(setup) == name
        referee = judged(lines(setup, recorded(setup))).referee
        assert told_mistakes(referee) == [(MistakeId.WRONG_SHARE, True)]
        assert (referee.game.is_over, referee.open_steps) == (True, ())


@pytest.mark.parametrize("name", SETUPS)
def test_it_holds_at_a_question_a_collection_and_a_mistake(name: str) -> None:
    evening, ledger, held = shown_evening(SETUPS[name]), Ledger(SETUPS[name]), []
    assert evening is not None
    for line, fact in zip(lines(SETUPS[name], evening.facts).lines, evening.facts, strict=True):
        ledger.take(line)
        if fact in evening.holds:
            steps = {each.step for each in ledger.referee.open_steps}
            is_collected = bool(ledger.referee.game.collections)
            held.append((evening.holds[fact], "name" in steps, is_collected, told_mistakes(ledger.referee)))
    assert held == [
        (ASKED_S, True, False, []),
        (COLLECTED_S, False, True, []),
        (MISTAKEN_S, False, True, [(MistakeId.WRONG_SHARE, False)]),
        (ENDED_S, False, True, [(MistakeId.WRONG_SHARE, True)]),
    ]


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("mode", MODES)
def test_a_question_a_collection_and_a_mistake_are_told_in_words(mode: str, language: Language) -> None:
    setup, _ = played_game(replace(WANTED, mode=mode))
    told = "\n".join(told_lines(setup, recorded(setup), language))
    assert [told.count(f"  {sign} ") for sign in "?✗"] == [1, 1]
    assert told.index("  ? ") < told.index("  ◆ ") < told.index("  ✗ ")


def test_the_players_are_called_as_they_like() -> None:
    setup, _ = played_game(replace(WANTED, seats="Bo,Ana,Zoë"))
    referee = judged(lines(setup, recorded(setup))).referee
    usual = judged(lines(SETUPS["standard-3-all.jsonl"], recorded(SETUPS["standard-3-all.jsonl"]))).referee
    cards = [usual.game.cards[won(seat)] for seat in usual.game.setup.players]
    assert [referee.game.cards[won(seat)] for seat in setup.players] == cards
    assert told_mistakes(referee) == [(MistakeId.WRONG_SHARE, True)]


def test_a_deck_without_these_cards_is_shown_a_lawful_game() -> None:
    setup = SETUPS["standard-4-all.jsonl"]
    fewer = replace(setup, deck=Deck({each: number for each, number in setup.deck.copies.items() if each.stars != 4}))
    assert shown_evening(fewer) is None
    facts = tuple(shown_events(fewer, None, JOINS, FASTEST, Never()))
    assert told_mistakes(judged(lines(fewer, facts)).referee) == []


def test_the_eye_tells_what_happens() -> None:
    quick, seen = (
        islice((each for each in shown(speed) if isinstance(each, Sighting)), FIRST) for speed in (FASTEST, None)
    )
    assert [replace(each, at_s=0.0) for each in quick] == [replace(each, at_s=0.0) for each in seen]


def test_the_eye_asks_for_the_card_that_it_can_not_read_before_somebody_answers() -> None:
    solo = replace(WANTED, mode="solo", sets="base")
    told = takewhile(lambda each: not isinstance(each, Corrected), shown(None, solo))
    assert [each.zone for each in told if isinstance(each, Placed) and each.card == UNKNOWN] == ["stake:Heilheim"]
