"""A game being played: the fold of its lines in the journal, seen, said or given by hand."""

import io
import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from types import MappingProxyType
from typing import Self

from companion.cards import split_name
from companion.facts import BACK, UNKNOWN, Absent, Corrected, Kept, Said, Say, TookHand, Turned, Undone, Way
from companion.games.vedrfolnir.acts import Act, Finish, Give, KeepTable, Played, Reveal
from companion.games.vedrfolnir.amending import Amendment, amendment
from companion.games.vedrfolnir.decks import deck_from_text
from companion.games.vedrfolnir.effects import Joker
from companion.games.vedrfolnir.ledger import Ledger, Retold, judged
from companion.games.vedrfolnir.leftovers import Leftover
from companion.games.vedrfolnir.mistakes import Mistake, MistakeId
from companion.games.vedrfolnir.naming_seats import called_since
from companion.games.vedrfolnir.record import Line, Record
from companion.games.vedrfolnir.referee import Referee
from companion.games.vedrfolnir.rulebook import play
from companion.games.vedrfolnir.seating import Changes
from companion.games.vedrfolnir.setup import Setup
from companion.games.vedrfolnir.sightings import (
    Acted,
    Heard,
    SeenLine,
    SetUpAnew,
    Sightings,
    is_seen,
    parse_sightings,
)
from companion.games.vedrfolnir.standing import standing
from companion.games.vedrfolnir.state import Game
from companion.games.vedrfolnir.verdicts import Forbidden
from companion.games.vedrfolnir.writing import header_line, heard_line
from companion.games.vedrfolnir.zones import PILE, every_pile
from companion.intents import Correct, EndGame, EndTurn, Keep, Redo, SayAbsent, SayWay, TableIntent, TakeHand, Undo
from companion.journal import GameEntry, GameId, Journal
from companion.mirror import Mirror
from companion.places import Seat
from companion.words import Message

MILLISECONDS = 3


@dataclass(frozen=True, slots=True)
class Perform:
    """An act is given by hand, with everything it leads to."""

    act: Act


@dataclass(frozen=True, slots=True)
class ChangeSetup:
    """The game was set up wrongly: what its header should have said."""

    changes: Changes


Intent = TableIntent | Perform | ChangeSetup


class Session:
    """One game: what is heard is written, then judged, then shown; its clock goes on where it stopped."""

    def __init__(self, journal: Journal, game: GameId, sightings: Sightings) -> None:
        """Go on from the lines of a journal; `start` and `resume` know them."""
        self.id = game
        self._header = sightings.setup
        self._journal = journal
        self._lines = list(sightings.lines)
        self._since_s = self._latest_s
        self._ledger = judged(sightings)

    @classmethod
    def start(cls, journal: Journal, setup: Setup, deck_text: str | None, started: str) -> Self:
        """A new game; `deck_text` is the deck file it is played with, if any."""
        return cls(journal, journal.start(header_line(setup), deck_text, started), Sightings(setup, ()))

    @classmethod
    def resume(cls, journal: Journal, game: GameId) -> Self:
        """The game as the journal has it."""
        return cls(journal, game, journal_sightings(journal, game))

    @property
    def referee(self) -> Referee:
        """Whoever judges this game."""
        return self._ledger.referee

    @property
    def setup(self) -> Setup:
        """The set-up as it counts now."""
        return self._ledger.setup

    @property
    def places(self) -> tuple[Seat, ...]:
        """The seats in the order of the table's places: who was set up in another order has not moved any card."""
        names = called_since({}, self.setup.called, self._header.players)
        return tuple(Seat(names.get(each, each)) for each in self._header.seats)

    @property
    def game(self) -> Game:
        """The game as the rules have it at this moment."""
        return self.referee.game

    @property
    def mirror(self) -> Mirror:
        """The table as it lies, for a camera that goes on watching it."""
        return self.referee.mirror.copy()

    @property
    def sightings(self) -> Sightings:
        """Every line of the game, those taken back and their undos too."""
        return Sightings(self._header, tuple(self._lines))

    @property
    def in_force(self) -> tuple[SeenLine, ...]:
        """The lines that count."""
        return self._ledger.in_force

    @property
    def is_watched(self) -> bool:
        """Whether anything of this game was seen: that can't be unseen."""
        return any(is_seen(line.heard) for line in self._lines)

    @property
    def undoable(self) -> Retold | None:
        """What an undo would take back."""
        line = self._ledger.undoable(is_of_touch=self.is_watched)
        return None if line is None else self._ledger.retold(line)

    @property
    def redoable(self) -> Retold | None:
        """What a redo would bring back."""
        line = self._ledger.redoable
        return None if line is None else self._ledger.retold(line)

    @property
    def leftovers(self) -> tuple[Leftover, ...]:
        """Cards given by hand and taken back, of which only a person can say what lies there now."""
        return self._ledger.leftovers

    def hear(self, *heard: Heard) -> None:
        """Take in what was seen, said or done: all of it is on the disk before any of it counts."""
        lines = self._numbered(heard)
        self._journal.extend(self.id, [heard_line(line.heard) for line in lines], after=len(self._lines))
        turn = self.game.turn
        for line in lines:
            self._lines.append(line)
            self._ledger.take(line)
        if self.game.turn > turn or self.game.is_over:
            self._journal.checkpoint()

    def do(self, intent: Intent, at_s: float) -> Message | None:
        """Do what somebody asked for, or say why not."""
        refused = self.refusal(intent)
        if refused is None:
            self.hear(self._heard(intent, at_s))
        return refused

    def refusal(self, intent: Intent) -> Message | None:
        """Why something can't be done just now."""
        match intent:
            case Perform(act):
                return _forbidden(self.referee.verdict(act))
            case EndGame():
                return _forbidden(self.referee.verdict(Finish()))
            case Correct() | SayWay() | SayAbsent():
                return self._card_refusal(intent)
            case TakeHand(seat) if seat not in self.setup.seats:
                return Message("refused.no-such-seat", {"seat": seat})
        return self._touch_refusal(intent)

    def _touch_refusal(self, intent: Intent) -> Message | None:
        if isinstance(intent, Keep) and self.game.is_revealing:
            return Message("refused.keep-in-reveal")
        if isinstance(intent, Undo) and self.undoable is None:
            return Message("refused.nothing-touched" if self.is_watched else "refused.nothing-to-undo")
        if isinstance(intent, Redo) and self.redoable is None:
            return Message("refused.nothing-to-redo")
        return None

    def _card_refusal(self, intent: Correct | SayWay | SayAbsent) -> Message | None:
        """Why a card can't be named, turned or said to be absent: that is no name, or no such card lies there."""
        mirror = self.referee.mirror
        if isinstance(intent, SayWay):
            is_there = any(each.name == intent.card for each in mirror.real(intent.zone))
        elif isinstance(intent, Correct) and (intent.card in (BACK, UNKNOWN) or split_name(intent.card) is None):
            return Message("refused.no-card-name", {"card": intent.card})
        else:
            if self._is_covered(intent):
                return Message("refused.covered")
            is_there = (intent.index is None or intent.index >= 0) and mirror.at(intent.zone, intent.index) is not None
        return None if is_there else Message("refused.nothing-there")

    def _is_covered(self, intent: Correct | SayAbsent) -> bool:
        """Whether a touch is about a card of a pile that others lie on: lines can't say which."""
        above = len(self.referee.mirror.lying(intent.zone)) - 1
        is_pile = intent.zone in every_pile(self.setup.seats)
        return is_pile and intent.index is not None and 0 <= intent.index < above

    def preview(self, intent: Intent) -> Amendment:
        """What a touch would change."""
        lines = self._numbered((self._heard(intent, 0.0),))
        then = judged(Sightings(self._header, (*self._lines, *lines)))
        return amendment(self.referee, then.referee)

    def may_be_seen(self, seen: Heard) -> bool:
        """Whether something can be seen just now without being a mistake, or a card turned up that still lies there."""
        return self._is_lawful(self._with(seen))

    def _is_lawful(self, then: Referee) -> bool:
        now = self.referee
        return len(then.mistakes) <= len(now.mistakes) and _unturned(then) <= _unturned(now)

    def may_be_refused(self, seen: Heard) -> bool:
        """The same if somebody holds a Nornes that may be paid for it afterwards."""
        is_held = any(self.game.held(seat, Joker.NORNES) is not None for seat in self.setup.seats)
        mistakes = [each for each in self._with(seen).mistakes if not (is_held and _is_unpaid(each))]
        return len(mistakes) <= len(self.referee.mistakes)

    def is_drawn(self, seen: Heard) -> bool:
        """Whether a draw is owed and something seen just now would be the drawn card."""
        is_owed = any(each.step == "draw" for each in self.referee.open_steps)
        then = self._with(seen) if is_owed else self.referee
        return _drawn(then) > _drawn(self.referee) and self._is_lawful(then)

    def left_after(self, seen: Heard) -> int:
        """How many steps would be open, and mistakes told, if something were seen just now."""
        return _left(self._with(seen))

    @property
    def left(self) -> int:
        """The same as it stands."""
        return _left(self.referee)

    def _with(self, seen: Heard) -> Referee:
        return judged(Sightings(self._header, (*self._lines, *self._numbered((seen,))))).referee

    @property
    def _latest_s(self) -> float:
        return self._lines[-1].heard.at_s if self._lines else 0.0

    def _numbered(self, heard: tuple[Heard, ...]) -> list[SeenLine]:
        """New lines, numbered as in a file with its header, at times that never fall; piles have no index."""
        lines: list[SeenLine] = []
        latest_s, piles = self._latest_s, every_pile(self.setup.seats)
        for number, each in enumerate(heard, start=len(self._lines) + 2):
            latest_s = max(latest_s, round(self._since_s + each.at_s, MILLISECONDS))
            said = replace(each, index=None) if isinstance(each, Corrected | Absent) and each.zone in piles else each
            lines.append(SeenLine(number, replace(said, at_s=latest_s), dict(self.setup.called)))
        return lines

    def _heard(self, intent: Intent, at_s: float) -> Heard:
        """An intent as the line it becomes."""
        match intent:
            case Perform(act):
                return Acted(at_s, act)
            case ChangeSetup(changes):
                return SetUpAnew(at_s, changes)
            case Undo():
                return Undone(at_s, is_of_touch=self.is_watched)
            case TakeHand(seat):
                return TookHand(at_s, seat)
            case Correct(_, zone, _) | SayAbsent(zone, _) if zone in every_pile(self.setup.seats):
                return _touch(replace(intent, index=None), at_s)
            case _:
                return _touch(intent, at_s)


def _touch(intent: TableIntent, at_s: float) -> Heard:
    match intent:
        case Correct(card, zone, index):
            return Corrected(at_s, card, zone, index)
        case SayAbsent(zone, index):
            return Absent(at_s, zone, index)
        case SayWay(card, zone, is_turned, index):
            return Turned(at_s, card, zone, Way.TURNED if is_turned else Way.UPRIGHT, index)
        case Keep():
            return Kept(at_s)
        case _:
            return Said(at_s, _SAID[type(intent)])


_SAID: Mapping[type[Intent], Say] = MappingProxyType({EndTurn: Say.END_TURN, EndGame: Say.END_GAME, Redo: Say.REDO})


def _forbidden(verdict: Forbidden | None) -> Message | None:
    if verdict is None:
        return None
    return Message("refused.forbidden", {"rule": verdict.rule, "said": verdict.message})


def is_record_whole(ledger: Ledger) -> bool:
    """Whether a record says everything given by hand: what the rules forbid is left out of it."""
    given = sum(
        isinstance(each.heard, Acted) and not isinstance(each.heard.act, Finish | KeepTable) for each in ledger.in_force
    )
    return given <= sum(not isinstance(each, Finish | KeepTable) for each in ledger.referee.read_acts)


def recordable(referee: Referee) -> tuple[Act, ...] | None:
    """What was done, if a record can say it: one that is replayed has to end at the same game."""
    acts = tuple(map(_as_recorded, referee.read_acts))
    again = play(referee.game.setup, acts)
    is_same = isinstance(again, Game) and standing(again) == standing(referee.game)
    return acts if is_same else None


def _as_recorded(act: Act) -> Act:
    """An act as a record has it: it knows nothing of cards but their names."""
    match act:
        case Give(played, _, draws) | Reveal(played, draws):
            return replace(act, played=_played(played), draws=tuple(map(_played, draws)))
        case _:
            return act


def _played(played: Played) -> Played:
    return replace(played, id=None)


def is_watched(lines: tuple[str, ...]) -> bool:
    """Whether anything of a game was seen; what was only said by a touch is another thing."""
    return any("saw" in _fields(line) for line in lines)


def journal_record(journal: Journal, game: GameId) -> Record:
    """What was done in a game of the journal and not taken back, if nothing of it was seen."""
    sightings = journal_sightings(journal, game)
    acts = (line for line in judged(sightings).in_force if isinstance(line.heard, Acted))
    lines = tuple(Line(line.number, line.heard.act) for line in acts if isinstance(line.heard, Acted))
    return Record(sightings.setup, lines, journal.entry(game).deck)


def journal_sightings(journal: Journal, game: GameId) -> Sightings:
    """Everything seen, said and done in a game of the journal; acts of a record have no time of their own."""
    return entry_sightings(journal.entry(game), journal.lines(game))


def entry_sightings(entry: GameEntry, lines: tuple[str, ...]) -> Sightings:
    """The same from lines that were read already: the journal itself is for one thread only."""
    deck = None if entry.deck is None else deck_from_text(entry.deck)
    return parse_sightings(io.BytesIO("\n".join([entry.header, *_timed(lines)]).encode()), Path(), deck)


def _timed(lines: tuple[str, ...]) -> list[str]:
    """The lines, those without a time at the time of the one before."""
    latest: object = 0.0
    timed = []
    for line in lines:
        fields = {"at": latest} | _fields(line)
        latest = fields["at"]
        timed.append(json.dumps(fields, ensure_ascii=False))
    return timed


def _fields(line: str) -> dict[str, object]:
    """The keys and values of a line; none if it is not one of ours, which its reader then tells."""
    try:
        found = json.loads(line)
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}


def _is_unpaid(mistake: Mistake) -> bool:
    """Whether a card lies on the discard for which a joker may still be paid."""
    return mistake.finding.id is MistakeId.REFUSED_WITHOUT_JOKER and not mistake.is_fixed


def _left(referee: Referee) -> int:
    return len(referee.open_steps) + len(referee.mistakes)


def _drawn(referee: Referee) -> int:
    return sum(len(act.draws) for act in referee.read_acts if isinstance(act, Give | Reveal))


def _unturned(referee: Referee) -> int:
    """How many backs lie on Brynhildr's pile that were turned up."""
    return max(0, len(referee.mirror.real(PILE)) - referee.game.pile)
