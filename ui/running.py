"""The set-up of a game that is being played, on a sheet; and what was changed on it."""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from companion.games.vedrfolnir.catalogue import Set
from companion.games.vedrfolnir.rulings import RULINGS
from companion.games.vedrfolnir.seating import Changes
from companion.games.vedrfolnir.setup import EXPANSIONS, Setup
from companion.places import Seat
from companion.words import Message, Words
from ui.people import Person
from ui.sheet import GameSheet


def running_sheet(sheet: GameSheet, setup: Setup, tokens: Mapping[Seat, int]) -> GameSheet:
    """The sheet of a running game, with the people known from another sheet."""
    known = {each.name: each for each in (*sheet.people, *sheet.guests)}
    people = tuple(known.get(each, Person(each, 0))._replace(token=tokens[each]) for each in setup.players)
    return replace(
        sheet,
        people=people or sheet.people,
        mode=setup.mode,
        expansions=tuple(each for each in EXPANSIONS if each in setup.sets),
        first=0 if setup.first is None else setup.players.index(setup.first),
        rulings=setup.rulings,
        seats=setup.players,
        is_running=True,
    )


def changes(sheet: GameSheet, setup: Setup) -> Changes:
    """What the sheet of a running game says otherwise than its set-up does; seats by the names they had."""
    sets = (Set.BASE, *sheet.expansions)
    first = sheet.seats[sheet.first] if sheet.seats else None
    decided = ((each.rule, getattr(sheet.rulings, each.field), each.field) for each in RULINGS.values())
    names = zip(sheet.seats, (Seat(each.name) for each in sheet.seated), strict=True)
    return Changes(
        None if set(sets) == set(setup.sets) else sets,
        {rule: value for rule, value, name in decided if value != getattr(setup.rulings, name)},
        None if first == setup.first else first,
        None if sheet.seats == setup.players else sheet.seats,
        {old: new for old, new in names if old != new},
    )


def change_words(each: Changes, words: Words) -> Iterator[str]:
    """What is changed, one after the other."""
    if each.sets is not None:
        sets = ", ".join(words.text(f"new.{expansion}") for expansion in each.sets if expansion is not Set.BASE)
        yield words.say(Message("running.sets", {"sets": sets or words.text("running.no-sets")}))
    for rule, value in each.rulings.items():
        yield words.say(Message("running.ruling", {"rule": rule, "said": words.text(f"ruling.{rule}.{value.value}")}))
    if each.first is not None:
        yield words.say(Message("running.first", {"seat": each.names.get(each.first, each.first)}))
    if each.seats is not None:
        seats = " → ".join(each.names.get(seat, seat) for seat in each.seats)
        yield words.say(Message("running.seats", {"seats": seats}))
    for old, new in each.names.items():
        yield words.say(Message("running.name", {"old": old, "new": new}))
