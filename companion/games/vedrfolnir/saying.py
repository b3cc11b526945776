"""What people say at the table: a turn over, a hand taken, an act by hand, right as it lies."""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from companion.games.vedrfolnir.act_reading import ActReading
from companion.games.vedrfolnir.acts import Act, Finish
from companion.games.vedrfolnir.difference import Misplaced, kept_table
from companion.games.vedrfolnir.misgiving import after_act, forbidden_act
from companion.games.vedrfolnir.mistakes import Finding, Mistake, MistakeId
from companion.games.vedrfolnir.readings import Now, Reading
from companion.games.vedrfolnir.rulebook import step
from companion.games.vedrfolnir.state import Game
from companion.games.vedrfolnir.verdicts import Forbidden
from companion.games.vedrfolnir.zones import DISCARD
from companion.places import Seat, Zone


def end_turn(reading: Reading, now: Now) -> Iterator[Reading]:
    """The turn is over, or should be: everybody has been served (VED-3.2)."""
    for act in reading.closing_acts(now.before):
        is_excused = reading.second is not None
        after = reading.closed(now, act)
        if after.before.served and not is_excused:
            after.report(now, Finding(MistakeId.UNSERVED, "VED-3.2"), is_fixed=True)
        yield after


def take_hand(reading: Reading, now: Now, seat: Seat) -> Reading:
    """A seat takes the hand; it must be the active one (VED-3.5, 5.5)."""
    after = reading.fork()
    after.hand_with = seat
    game = reading.game(now.mirror)
    if game.active is not None and seat != game.active:
        is_after_collection = any(each.turn + 1 == game.turn for each in game.collections[-1:])
        rule = "VED-5.5" if is_after_collection else "VED-3.5"
        after.report(now, Finding(MistakeId.WRONG_SEAT_ORDER, rule), turn=game.turn)
    return after


def end_game(reading: Reading, now: Now) -> Iterator[Reading]:
    """The players stop here; the clearing is left to hands (VED-7.2)."""
    for after, game in _said(reading, now, Finish()):
        if game is not None:
            after.acts_read = (ActReading(Finish(), game),)
        yield after


def perform(reading: Reading, now: Now, act: Act, twice: Forbidden | None) -> Iterator[Reading]:
    """An act is given by hand: it is complete, whatever it leads to."""
    for after, game in _said(reading, now, act, twice):
        if game is not None:
            after.before = game
            after.add_act(now, act)
        yield after


def lay_foreign(reading: Reading, now: Now, cards: Mapping[int, str], foreign: str, zone: Zone) -> Reading:
    """An act by hand with a card of another game is void: its cards lie there as if they had not been laid."""
    after = reading.fork()
    steps = tuple(Misplaced(card, name, zone, DISCARD) for card, name in cards.items())
    after.report(now, Finding(MistakeId.FOREIGN_CARD, "VED-2.4", zone, foreign, steps), is_fixed=True)
    return after


def _said(
    reading: Reading, now: Now, act: Act, twice: Forbidden | None = None
) -> Iterator[tuple[Reading, Game | None]]:
    """Play goes on with an act that is said, and the game after it, if the rules allow it."""
    for open_act in reading.closing_acts(now.before):
        after = reading.closed(now, open_act)
        game = after_act(after.before, act, twice)
        if isinstance(game, Forbidden):
            after.report(now, forbidden_act(game, act), is_fixed=True)
        elif isinstance(act, Finish):
            after.mistakes = tuple(each for each in after.mistakes if not _is_laid_down(each, after))
        yield after, None if isinstance(game, Forbidden) else game


def keep_table(reading: Reading, now: Now) -> Reading:
    """The table is right as it lies: the game goes on from it."""
    act = reading.lead(now.mirror)
    settled = reading.gone_on(act)
    kept = kept_table(settled, now.mirror)
    game = step(settled, kept)
    if isinstance(game, Forbidden):
        return reading
    after = Reading(game, went_on=now.mirror.number)
    after.acts = (*reading.acts, *(() if act is None else (act.act,)), kept)
    after.mistakes = tuple(replace(each, is_settled=True, is_fixed=True, is_closed=True) for each in reading.mistakes)
    return after


def _is_laid_down(mistake: Mistake, reading: Reading) -> bool:
    """A card thrown on the discard just before the players stop: it was the rest of a hand."""
    finding = mistake.finding
    is_thrown = finding.id is MistakeId.REFUSED_WITHOUT_JOKER and finding.zone == DISCARD
    return is_thrown and not mistake.is_settled and mistake.act == len(reading.acts)
