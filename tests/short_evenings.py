"""The beginnings of simulated evenings, lawful and with a mistake, for the relations of tests/relations."""

from itertools import count
from random import Random

from companion.games.vedrfolnir.hands import Hands
from companion.games.vedrfolnir.mistakes import MistakeId
from companion.games.vedrfolnir.simulation import Wishes, simulate
from deploy.recording import sightings_text
from tests.judged import InProcess
from tests.practice import blunders
from tests.relations.evening import Evening, parse
from tests.relations.every import RELATIONS
from tests.relations.relation import Case

FEWEST_ROWS = 12
ROWS_AFTER = 8
TOUCHING = ("end_turn_said", "turn_said", "keep_in_order", "correct_to_itself")


def short_evening(seed: int, most: int) -> tuple[str, Evening]:
    """A name and an evening of at most so many rows: lawful ones and ones with a mistake take turns, and people say
    something at every third.
    """
    name, evening = mistaken(seed, most) if seed % 2 else lawful(seed, most)
    return (f"{name}, spoken", spoken(evening, Random(seed))) if seed % 3 == 2 else (name, evening)


def lawful(seed: int, most: int) -> tuple[str, Evening]:
    """The beginning of an evening without a mistake."""
    simulated = simulate(Wishes(), f"short-{seed}")
    facts = tuple(Hands(simulated.setup, Random(f"short-{seed}")).evening(simulated.acts))
    rows = Random(seed).randint(min(FEWEST_ROWS, most), most)
    return f"{seed} lawful", parse(sightings_text(simulated.setup, facts[:rows]))


def mistaken(seed: int, most: int) -> tuple[str, Evening]:
    """An evening until shortly after its mistake was put right, or a little before."""
    ids = list(MistakeId)
    chance = Random(seed)
    for number in count():
        blunder = chance.choice(ids)
        evening = blunders.blunder_evening(blunder, seed * 1000 + number)
        if evening is not None and evening.line_index < most:
            last = chance.randint(evening.line_index + 1, evening.fixed_at + ROWS_AFTER)
            return f"{seed} {blunder}", parse(sightings_text(evening.setup, evening.facts[: min(last, most)]))
    raise AssertionError


def spoken(evening: Evening, chance: Random) -> Evening:
    """The evening with touches that the relations which add them call right."""
    judge = InProcess()
    for name in chance.sample(TOUCHING, 2):
        answer = judge([evening.text()])[0]
        variant = RELATIONS[name].vary(Case(evening, answer, chance, judge))
        evening = evening if variant is None or variant.evening is None else variant.evening.marked()
    return evening
