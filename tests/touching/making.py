"""Touched evenings made of a seed, tried, and cut to the few deeds that break something."""

import tempfile
from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace
from enum import StrEnum
from pathlib import Path
from random import Random

from companion.games.vedrfolnir.acts import Act, Give, Played, Reveal
from companion.games.vedrfolnir.rulebook import begin, step
from companion.games.vedrfolnir.rulings import Rulings
from companion.games.vedrfolnir.setup import Mode
from companion.games.vedrfolnir.simulation import Wishes, simulate
from companion.games.vedrfolnir.state import Game
from companion.journal import Journal
from tests.touching.evening import Company
from tests.touching.manners import PLAIN, Manner, Then, any_manner, plainer
from tests.touching.watching import Broken, Deed, Evening

MODES = (Mode.STANDARD, Mode.STANDARD, Mode.STANDARD, Mode.DUO, Mode.SOLO)
SEATS = (3, 3, 4, 5)
LENGTHS = (6, 12, 20, 30)
MOST_TRIES = 70


@dataclass(frozen=True)
class Failure:
    """What broke, and the evening that shows it."""

    kind: str
    number: int
    found: str
    evening: Evening
    said: tuple[str, ...]

    def __str__(self) -> str:
        setup = self.evening.setup
        deeds = [f"  {each.number} {_said_act(each.act)} {_said_manner(each)}" for each in self.evening.deeds]
        own = {rule: str(value) for rule, value in asdict(setup.rulings).items() if value != getattr(Rulings(), rule)}
        lines = [f"{self.kind} at {self.number}: {self.found}", f"  {setup.mode} {','.join(setup.seats)} {own}"]
        return "\n".join([*lines, *deeds, *(f"    {each}" for each in self.said)])


def _said_act(act: Act) -> str:
    match act:
        case Give(played, to, draws):
            return f"give {played.card} to {to}" + "".join(f", drew {each.card}" for each in draws) + _extras(played)
        case Reveal(played, draws):
            return f"reveal {played.card}" + "".join(f", drew {each.card}" for each in draws) + _extras(played)
        case _:
            return type(act).__name__.lower()


def _extras(played: Played) -> str:
    chosen = (played.choice.side, played.choice.end, played.choice.joker, played.choice.stake)
    refused = [f"refused with {each.joker}, to {each.to}" for each in played.refusals]
    return "".join(f", {each}" for each in (*chosen, *refused) if each is not None)


def _said_manner(deed: Deed) -> str:
    differs = {name: value for name, value in vars(deed.manner).items() if value != getattr(PLAIN, name)}
    return ", ".join(f"{name}={value!s}" for name, value in differs.items())


class Sort(StrEnum):
    """What is tried: cards with numbers, cards without, and closing and opening everything again."""

    NUMBERED = "numbered"
    PRINTED = "printed"
    REOPENED = "reopened"


def touched_evening(seed: int, sort: Sort = Sort.NUMBERED) -> Evening:
    """The beginning of a lawful game, every act in a manner of its own."""
    chance = Random(seed)
    simulated = simulate(Wishes(mode=chance.choice(MODES), seats=chance.choice(SEATS)), f"touched-{seed}")
    acts = simulated.acts[: chance.choice(LENGTHS)]
    deeds = tuple(Deed(number, act, _manner(f"{seed}-{number}-manner", sort)) for number, act in enumerate(acts))
    return Evening(seed, simulated.setup, deeds, sort is Sort.PRINTED)


def _manner(seed: str, sort: Sort) -> Manner:
    manner = any_manner(Random(seed))
    thens = tuple(each for each in manner.thens if each is not Then.RESTART or sort is Sort.REOPENED)
    return replace(manner, thens=thens)


def failure(evening: Evening, tally: Counter[str] | None = None) -> Failure | None:
    """What an evening breaks, if anything."""
    with tempfile.TemporaryDirectory() as folder, Journal(Path(folder) / "games.sqlite") as journal:
        company = Company(evening, journal, tally)
        try:
            company.run()
        except Broken as broken:
            return Failure(broken.kind, broken.number, broken.found, evening, tuple(company.said))
    return None


def smallest(failed: Failure) -> Failure:
    """A small evening that breaks the same."""
    tries = 0
    is_smaller = True
    while is_smaller and tries < MOST_TRIES:
        is_smaller = False
        for evening in _smaller(failed.evening, failed.number):
            tries += 1
            found = failure(evening)
            if found is not None and found.kind == failed.kind:
                failed, is_smaller = found, True
                break
            if tries >= MOST_TRIES:
                break
    return failed


def is_plainly_broken(evening: Evening) -> bool:
    """Whether the evening breaks something though everything is seen and nothing is said."""
    plain = tuple(replace(each, manner=PLAIN) for each in evening.deeds)
    return failure(replace(evening, deeds=plain)) is not None


def _smaller(evening: Evening, number: int) -> Iterator[Evening]:
    deeds = evening.deeds
    if deeds[-1].number > number:
        yield replace(evening, deeds=tuple(each for each in deeds if each.number <= number))
    size = len(deeds)
    while size:
        for first in range(0, len(deeds), size):
            rest = deeds[:first] + deeds[first + size :]
            if rest and _is_lawful(replace(evening, deeds=rest)):
                yield replace(evening, deeds=rest)
        size //= 2
    for place, deed in enumerate(deeds):
        for manner in [PLAIN, *plainer(deed.manner)] if deed.manner != PLAIN else []:
            yield replace(evening, deeds=(*deeds[:place], replace(deed, manner=manner), *deeds[place + 1 :]))


def _is_lawful(evening: Evening) -> bool:
    game = begin(evening.setup)
    for deed in evening.deeds:
        after = step(game, deed.act)
        if not isinstance(after, Game):
            return False
        game = after
    return True
