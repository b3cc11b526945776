"""Writing acts and set-ups the way records have them; `record` reads them back."""

import json

from companion.facts import Fact, fact_fields
from companion.games.vedrfolnir import decks
from companion.games.vedrfolnir.acts import Act, Choice, Finish, Give, Hide, KeepTable, Played, Refusal, Reveal
from companion.games.vedrfolnir.record import VERSION
from companion.games.vedrfolnir.rulings import Rulings, written
from companion.games.vedrfolnir.seating import change_fields
from companion.games.vedrfolnir.setup import Mode, Setup
from companion.games.vedrfolnir.sightings import Acted, Heard, SetUpAnew

Fields = dict[str, object]


def header_line(setup: Setup, deck: str | None = None) -> str:
    """The header of a record; `deck` is the name of its deck file beside it."""
    fields: Fields = {"game": decks.GAME, "version": VERSION, "mode": setup.mode.value, "sets": list(setup.sets)}
    if setup.mode is not Mode.SOLO:
        fields |= {"seats": list(setup.players)} | ({"first": setup.first} if setup.is_first_said else {})
    defaults = written(Rulings())
    rulings = {rule: value for rule, value in written(setup.rulings).items() if value != defaults[rule]}
    fields |= {"rulings": rulings} if rulings else {}
    fields |= {"deck": deck} if deck else {}
    return _line(fields)


def act_line(act: Act) -> str:
    """The line of a record for an act."""
    return _line(act_fields(act))


def fact_line(fact: Fact) -> str:
    """The line of a sightings file for a fact."""
    return _line(fact_fields(fact))


def heard_line(heard: Heard) -> str:
    """The line of a sightings file for a fact, for an act given by hand, or for a game set up anew."""
    match heard:
        case Acted(at_s, act):
            return _line({"at": at_s} | act_fields(act))
        case SetUpAnew(at_s, changes):
            return _line({"at": at_s, "say": "setup"} | dict(change_fields(changes)))
        case _:
            return fact_line(heard)


def _line(fields: Fields) -> str:
    return json.dumps(fields, ensure_ascii=False)


def act_fields(act: Act) -> Fields:
    """An act as the keys and values of its line."""
    match act:
        case Give(played, to, draws):
            where: Fields = {} if to is None else {"to": to}
            return {"act": "give", "card": played.card} | where | _extras(played, draws)
        case Reveal(played, draws):
            return {"act": "reveal", "card": played.card} | _extras(played, draws)
        case Hide():
            return {"act": "hide"}
        case Finish():
            return {"act": "end"}
        case KeepTable(zones):
            return {"act": "keep", "zones": {zone: list(cards) for zone, cards in zones.items()}}


def _extras(played: Played, draws: tuple[Played, ...]) -> Fields:
    fields = _choice(played.choice) | _refusals(played)
    return fields | ({"draws": [_drawn(each) for each in draws]} if draws else {})


def _drawn(played: Played) -> Fields:
    each: Fields = {} if played.each is None else {"each": [_choice(choice) for choice in played.each]}
    return {"card": played.card} | _choice(played.choice) | each | _refusals(played)


def _refusals(played: Played) -> Fields:
    return {"refuse": [_refusal(each) for each in played.refusals]} if played.refusals else {}


def _refusal(refusal: Refusal) -> Fields:
    to: Fields = {} if refusal.to is None else {"to": refusal.to}
    return {"with": refusal.joker.value} | to | _choice(refusal.choice)


def _choice(choice: Choice) -> Fields:
    fields: Fields = {}
    if choice.side is not None:
        fields["side"] = choice.side.value
    if choice.end is not None:
        fields["end"] = choice.end.value
    if choice.joker is not None:
        fields["joker"] = {"seat": choice.joker.seat, "kind": choice.joker.kind.value}
    if choice.stake is not None:
        fields["stake"] = {"seat": choice.stake.seat, "end": choice.stake.end.value}
    return fields
