"""Recorded evenings for somebody who has never seen one: a question, a collection, a mistake, and where to look."""

import io
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path

from companion.facts import Fact
from companion.games.vedrfolnir.naming_seats import renamed, with_ases
from companion.games.vedrfolnir.setup import EXPANSIONS, Mode, Setup
from companion.games.vedrfolnir.sightings import parse_sightings

FOLDER = files("companion.games.vedrfolnir").joinpath("evenings")
# A comment: after the line before it people should have so many seconds to look.
HOLD = "// hold "


@dataclass(frozen=True, slots=True)
class ShownEvening:
    """What happens in a shown game, and after which of it people should have so many seconds to look."""

    facts: tuple[Fact, ...]
    holds: Mapping[Fact, float]


def shown_file(setup: Setup) -> str:
    """The name of the evening recorded for such a game: with all sets, or with cards of every game."""
    seats = f"-{len(setup.players)}" if setup.mode is Mode.STANDARD else ""
    sets = "all" if set(EXPANSIONS) <= set(setup.sets) else "base"
    return f"{setup.mode}{seats}-{sets}.jsonl"


def shown_evening(setup: Setup) -> ShownEvening | None:
    """The evening recorded for such a game, by the names of its players; None for a deck that lacks cards of it."""
    text = FOLDER.joinpath(shown_file(setup)).read_text(encoding="utf-8")
    recorded = parse_sightings(io.BytesIO(text.encode()), Path())
    copies = setup.deck.copies
    if any(number > copies.get(each, 0) for each, number in recorded.setup.deck.copies.items()):
        return None
    names = with_ases(dict(zip(recorded.setup.players, setup.players, strict=True)))
    facts = {each.number: renamed(each.heard, names) for each in recorded.lines if isinstance(each.heard, Fact)}
    held = {number: line for number, line in enumerate(text.splitlines()) if line.startswith(HOLD)}
    holds = {facts[number]: float(line.removeprefix(HOLD)) for number, line in held.items()}
    return ShownEvening(tuple(facts.values()), holds)
