"""A game being played: the fold of its lines in the journal, seen, said or given by hand."""

import io
import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from types import MappingProxyType
from typing import Self

from companion.cards import split_name
from companion.facts import BACK, UNKNOWN, Corrected, Said, Say, TookHand, Turned, Way
from companion.games.vedrfolnir.acts import Act, Finish
from companion.games.vedrfolnir.amending import Amendment, amendment, judged
from companion.games.vedrfolnir.correcting import Corrector
from companion.games.vedrfolnir.decks import deck_from_text
from companion.games.vedrfolnir.record import Record, parse_record
from companion.games.vedrfolnir.referee import Referee
from companion.games.vedrfolnir.rulebook import play
from companion.games.vedrfolnir.setup import Setup
from companion.games.vedrfolnir.sightings import Acted, Heard, SeenLine, Sightings, parse_sightings
from companion.games.vedrfolnir.standing import standing
from companion.games.vedrfolnir.state import Game
from companion.games.vedrfolnir.verdicts import Forbidden
from companion.games.vedrfolnir.writing import header_line, heard_line
from companion.intents import Correct, EndGame, EndTurn, Keep, SayWay, TableIntent, TakeHand, Undo
from companion.journal import GameEntry, GameId, Journal, in_force
from companion.mirror import Mirror
from companion.words import Message

MILLISECONDS = 3


@dataclass(frozen=True, slots=True)
class Perform:
    """An act is given by hand, with everything it leads to."""

    act: Act


Intent = TableIntent | Perform


class Session:
    """One game: what is heard is written, then judged, then shown; its clock goes on where it stopped."""

    def __init__(self, journal: Journal, game: GameId, sightings: Sightings) -> None:
        """Go on from the lines of a journal; `start` and `resume` know them."""
        self.id = game
        self.setup = sightings.setup
        self._journal = journal
        self._lines = list(sightings.lines)
        self._since_s = self._latest_s
        self._corrector: Corrector | None = None
        self.referee = self._judged()

    @classmethod
    def start(cls, journal: Journal, setup: Setup, deck_text: str | None, started: str) -> Self:
        """A new game; `deck_text` is the deck file it is played with, if any."""
        return cls(journal, journal.start(header_line(setup), deck_text, started), Sightings(setup, ()))

    @classmethod
    def resume(cls, journal: Journal, game: GameId) -> Self:
        """The game as the journal has it."""
        return cls(journal, game, journal_sightings(journal, game))

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
        return Sightings(self.setup, tuple(self._lines))

    def hear(self, *heard: Heard) -> None:
        """Take in what was seen, said or done: all of it is on the disk before any of it counts."""
        lines = self._numbered(heard)
        self._journal.extend(self.id, [heard_line(line.heard) for line in lines])
        for line in lines:
            self._take(line)

    def do(self, intent: Intent, at_s: float) -> Message | None:
        """Do what somebody asked for, or say why not."""
        refused = self.refusal(intent)
        if refused is None:
            self.hear(_heard(intent, at_s))
        return refused

    def refusal(self, intent: Intent) -> Message | None:
        """Why something can't be done just now."""
        match intent:
            case Perform(act):
                return _forbidden(self.referee.verdict(act))
            case EndGame():
                return _forbidden(self.referee.verdict(Finish()))
            case Correct() | SayWay():
                return self._card_refusal(intent)
            case TakeHand(seat) if seat not in self.setup.seats:
                return Message("refused.no-such-seat", {"seat": seat})
        return self._touch_refusal(intent)

    def _touch_refusal(self, intent: Intent) -> Message | None:
        if isinstance(intent, Keep) and self.game.is_revealing:
            return Message("refused.keep-in-reveal")
        if isinstance(intent, Undo) and not self.sightings.in_force:
            return Message("refused.nothing-to-undo")
        return None

    def _card_refusal(self, intent: Correct | SayWay) -> Message | None:
        """Why a card can't be named or turned: that is no name, or no such card lies there."""
        lying = self.referee.mirror.lying(intent.zone)
        if isinstance(intent, SayWay):
            is_there = any(each.name == intent.card for each in lying)
        elif intent.card in (BACK, UNKNOWN) or split_name(intent.card) is None:
            return Message("refused.no-card-name", {"card": intent.card})
        else:
            is_there = 0 <= intent.index < len(lying)
        return None if is_there else Message("refused.nothing-there")

    def preview(self, intent: Correct | Undo) -> Amendment:
        """What a correction or a line taken back would change."""
        line = self._numbered((_heard(intent, 0.0),))
        return amendment(self.referee, judged(Sightings(self.setup, (*self._lines, *line))))

    @property
    def _latest_s(self) -> float:
        return self._lines[-1].heard.at_s if self._lines else 0.0

    def _numbered(self, heard: tuple[Heard, ...]) -> list[SeenLine]:
        """New lines, numbered as in a file with its header, at times that never fall."""
        lines: list[SeenLine] = []
        latest_s = self._latest_s
        for number, each in enumerate(heard, start=len(self._lines) + 2):
            latest_s = max(latest_s, round(self._since_s + each.at_s, MILLISECONDS))
            lines.append(SeenLine(number, replace(each, at_s=latest_s)))
        return lines

    def _take(self, line: SeenLine) -> None:
        self._lines.append(line)
        if isinstance(line.heard, Corrected) or line.heard == Said(line.heard.at_s, Say.UNDO):
            self.referee = self._judged()
            return
        read = line if self._corrector is None else self._corrector.follow(line)
        self.referee.follow(read.heard, read.number)

    def _judged(self) -> Referee:
        """The whole game judged anew, misread cards by the names that players gave them."""
        standing_lines = self.sightings.in_force
        is_corrected = any(isinstance(line.heard, Corrected) for line in standing_lines)
        self._corrector = Corrector(self.setup) if is_corrected else None
        referee = Referee(self.setup)
        for line in standing_lines if self._corrector is None else self._corrector.read_all(standing_lines):
            referee.follow(line.heard, line.number)
        return referee


def _heard(intent: Intent, at_s: float) -> Heard:
    """An intent as the line it becomes."""
    match intent:
        case Perform(act):
            return Acted(at_s, act)
        case TakeHand(seat):
            return TookHand(at_s, seat)
        case Correct(card, zone, index):
            return Corrected(at_s, card, zone, index)
        case SayWay(card, zone, is_turned):
            return Turned(at_s, card, zone, Way.TURNED if is_turned else Way.UPRIGHT)
        case _:
            return Said(at_s, _SAID[type(intent)])


_SAID: Mapping[type[Intent], Say] = MappingProxyType(
    {EndTurn: Say.END_TURN, EndGame: Say.END_GAME, Undo: Say.UNDO, Keep: Say.KEEP}
)


def _forbidden(verdict: Forbidden | None) -> Message | None:
    if verdict is None:
        return None
    return Message("refused.forbidden", {"rule": verdict.rule, "said": verdict.message})


def recordable(referee: Referee) -> tuple[Act, ...] | None:
    """What was done, if a record can say it: one that is replayed has to end at the same game."""
    again = play(referee.game.setup, referee.read_acts)
    is_same = isinstance(again, Game) and standing(again) == standing(referee.game)
    return referee.read_acts if is_same else None


def is_watched(lines: tuple[str, ...]) -> bool:
    """Whether anything of a game was seen; what was only said by a touch is another thing."""
    return any("saw" in _fields(line) for line in in_force(lines))


def journal_record(journal: Journal, game: GameId) -> Record:
    """What was done in a game of the journal and not taken back."""
    entry = journal.entry(game)
    lines = map(_without_time, in_force(journal.lines(game)))
    deck = None if entry.deck is None else deck_from_text(entry.deck)
    return parse_record(io.BytesIO("\n".join([entry.header, *lines]).encode()), Path(), deck)


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


def _without_time(line: str) -> str:
    """A line of the journal as records have it."""
    return json.dumps({key: value for key, value in _fields(line).items() if key != "at"}, ensure_ascii=False)


def _fields(line: str) -> dict[str, object]:
    """The keys and values of a line; none if it is not one of ours, which its reader then tells."""
    try:
        found = json.loads(line)
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}
