"""The lines of a game as they come: which are in force, what was said of cards, and the referee that judges them."""

from dataclasses import replace
from typing import NamedTuple

from companion.facts import Absent, Corrected, Moved, Placed, Reordered, Said, Say, Turned, Undone, Way
from companion.games.vedrfolnir.carrying import arrivals, carried_there
from companion.games.vedrfolnir.catalogue import is_sided
from companion.games.vedrfolnir.leftovers import Leftover, is_seen_anew, leftovers
from companion.games.vedrfolnir.naming_seats import renamed, with_ases
from companion.games.vedrfolnir.referee import Referee
from companion.games.vedrfolnir.seating import Changes, seated
from companion.games.vedrfolnir.setup import Setup
from companion.games.vedrfolnir.sightings import (
    Acted,
    Heard,
    Seen,
    SeenLine,
    SetUpAnew,
    Sightings,
    Standing,
    changes_in,
)
from companion.games.vedrfolnir.zones import every_pile
from companion.mirror import CARDS_A_LINE, Mirror, Shift, identity, print_name
from companion.mirror import Said as SaidOfCards
from companion.places import Zone


class Retold(NamedTuple):
    """A line that is told again: by the names that count now, with the set-up before it and the card it denies."""

    heard: Heard
    setup: Setup
    denied: str | None = None


class Ledger:
    """Judges line after line; what people take back, rename or set up anew is judged again from the start.

    `idle` are the lines that found nothing: nothing to take back, no card there.
    """

    def __init__(self, header: Setup) -> None:
        self.idle: list[int] = []
        self._header = header
        self._taken: list[SeenLine] = []
        self._changes: list[Changes] = []
        self._standing = Standing()
        self._cards: dict[int, int] = {}
        self._carried: dict[int, dict[int, int]] = {}
        self._leftovers: list[Leftover] = []
        self._setup = header
        self._referee: Referee | None = None

    @property
    def referee(self) -> Referee:
        """The game as it is judged; after something was taken back or renamed from the start, once it is asked for."""
        if self._referee is None:
            self._referee = self._judged_again(self._carried)
        return self._referee

    @property
    def in_force(self) -> tuple[SeenLine, ...]:
        """The lines that count."""
        return tuple(self._standing.lines)

    @property
    def setup(self) -> Setup:
        """The set-up as it counts now."""
        return self._setup

    def undoable(self, *, is_of_touch: bool) -> SeenLine | None:
        """What an undo would take back."""
        return self._standing.undoable(is_of_touch=is_of_touch)

    @property
    def redoable(self) -> SeenLine | None:
        """What a redo would bring back."""
        return self._standing.redoable

    def retold(self, line: SeenLine) -> Retold:
        """A line of this game, with what there is to know to tell it again."""
        before = [each for each in self._standing.lines if each.number < line.number]
        setup = seated(self._header, changes_in(before))
        if isinstance(line.heard, SetUpAnew):
            return Retold(line.heard, setup)
        denied = self._denied(line.number) if isinstance(line.heard, Absent) else None
        return Retold(renamed(line.heard, self.names(line)), setup, denied)

    def _denied(self, line: int) -> str | None:
        """How the card was called that a line says is not there."""
        card = self._cards.get(line)
        laid = (each for each in self._taken if card is not None and identity(each.number) == card)
        read = next((each.heard.card for each in laid if isinstance(each.heard, Placed)), None)
        return read if card is None else self.referee.mirror.said.names.get(card, read)

    @property
    def leftovers(self) -> tuple[Leftover, ...]:
        """Cards of acts by hand that may still lie there, although they were taken back; while they can be redone."""
        return tuple(each for each in self._leftovers if each.act in self._standing.taken_back)

    def take(self, line: SeenLine) -> None:
        """One more line; a game set up anew is heard again, as if its header had said so: what touches meant, too."""
        self._taken.append(line)
        self._hear(line)
        if not isinstance(line.heard, Seen):
            self._set_up(changes_in(self._standing.lines))

    def _set_up(self, changes: list[Changes]) -> None:
        if changes == self._changes:
            return
        self._changes, self._setup = changes, seated(self._header, changes)
        self.idle, self._standing, self._cards, self._referee = [], Standing(), {}, None
        self._carried, self._leftovers = {}, []
        for line in self._taken:
            self._hear(line)

    def _hear(self, line: SeenLine) -> None:
        if self._leftovers:
            seen = line.heard if isinstance(line.heard, Seen) else None
            self._leftovers = [each for each in self.leftovers if seen is None or not is_seen_anew(each, seen)]
        match line.heard:
            case Undone(_, is_of_touch):
                self._undo(line, is_of_touch=is_of_touch)
            case Said(_, Say.REDO):
                self._found(line, is_found=self._standing.redo() is not None)
            case Corrected() | Absent():
                self._point(line, line.heard)
            case Turned() if (card := self._unsure(line, line.heard)) is not None:
                self._cards[line.number] = card
                self._standing.add(line)
                self._referee = None
            case _:
                self._standing.add(line)
                if self._referee is not None:
                    self._judge(self._referee, line)

    def _undo(self, line: SeenLine, *, is_of_touch: bool) -> None:
        before = self.referee.mirror if is_of_touch else None
        undone = self._standing.undo(is_of_touch=is_of_touch)
        self._found(line, is_found=undone is not None)
        if undone is not None and before is not None:
            heard = renamed(undone.heard, self.names(undone))
            self._leftovers += leftovers(line.number, undone.number, heard, before, self.referee.mirror)

    def _found(self, line: SeenLine, *, is_found: bool) -> None:
        if is_found:
            self._referee = None
        else:
            self.idle.append(line.number)

    def _point(self, line: SeenLine, touch: Corrected | Absent) -> None:
        """A touch that is about a card lying there."""
        touch = renamed(touch, self.names(line))
        by_hand = {each.number for each in self._standing.lines if isinstance(each.heard, Acted)}
        card = _pointed_at(self.referee.mirror, touch, by_hand)
        if card is None:
            self.idle.append(line.number)
            return
        is_answer = isinstance(touch, Corrected) and self._is_news(touch, card)
        carried = carried_there(self.referee.mirror, touch, self._piles)
        self._carried[line.number] = {} if carried is None else {card: carried}
        self._cards[line.number] = card
        self._standing.add(line)
        self._referee = None
        if is_answer:
            self._trace(line.number, card)

    def _is_news(self, touch: Corrected, card: int) -> bool:
        """Whether a card is called otherwise than it was."""
        return print_name(touch.card) != print_name(self.referee.mirror.name(card) or "")

    @property
    def _piles(self) -> frozenset[Zone]:
        return every_pile(self._setup.seats)

    def _trace(self, line: int, answered: int) -> None:
        """What a card is may tell which one it sent away: of those that came to piles since, some lay there covered.

        Chosen is what needs the fewest mistakes and leaves the least to do; where nothing tells, they came anew.
        """
        later = (each for each in self._standing.lines if identity(each.number) > answered)
        came = {identity(each.number) for each in later if self._is_laid_on_a_pile(each)}
        for card, fits in list(arrivals(self.referee.mirror, self._piles, came)) if came else ():
            carried = self._carried[line]
            tried = [carried, *({**carried, card: each} for each in fits if card not in carried)]
            self._carried[line] = min(tried, key=lambda each: self._wrong_with({**self._carried, line: each}))
        self._referee = None

    def _is_laid_on_a_pile(self, line: SeenLine) -> bool:
        """Whether a card came to a pile that was nowhere before, for all that was seen."""
        heard = renamed(line.heard, self.names(line))
        return isinstance(heard, Placed) and heard.zone in self._piles

    def _wrong_with(self, carried: dict[int, dict[int, int]]) -> tuple[int, int]:
        then = self._judged_again(carried)
        return len(then.mistakes), len(then.open_steps)

    def _unsure(self, line: SeenLine, turned: Turned) -> int | None:
        """The card of which nobody knew which way it lies until now, if that counts (VED-4.6): it always lay so."""
        turned, mirror = renamed(turned, self.names(line)), self.referee.mirror
        place = mirror.find(turned.card, turned.zone, turned.index)
        lying = None if place is None else mirror.lying(turned.zone)[place]
        if lying is None or lying.way is not Way.UNSURE or turned.way is Way.UNSURE:
            return None
        card = self._setup.deck.card(print_name(lying.name))
        return lying.id if card is not None and is_sided(card) else None

    def _judged_again(self, carried: dict[int, dict[int, int]]) -> Referee:
        """The whole game anew, every card by the name that was said last, without those that were never there.

        `carried` are the cards that were another one all the time, by the line that said so.
        """
        lines = self._standing.lines
        said = SaidOfCards()
        for line in lines:
            if isinstance(line.heard, Corrected):
                said.carried.update(carried[line.number])
                self._name(said, line.number, line.heard.card)
            elif isinstance(line.heard, Absent):
                said.absent.add(self._cards[line.number])
            elif isinstance(line.heard, Turned) and line.number in self._cards:
                said.ways[self._cards[line.number]] = line.heard.way
        referee = Referee(self._setup, said)
        for line in lines:
            self._judge(referee, line)
        return referee

    def _name(self, said: SaidOfCards, line: int, name: str) -> None:
        card = self._cards[line]
        said.names[card] = name
        if card in said.carried and "#" in name:
            said.names[said.carried[card]] = name

    def _judge(self, referee: Referee, line: SeenLine) -> None:
        if isinstance(line.heard, Absent):
            referee.mirror.forget(self._cards[line.number])
        referee.follow(renamed(line.heard, self.names(line)), line.number)

    def names(self, line: SeenLine) -> dict[str, str]:
        """How the seats that a line names are called now."""
        if not self._setup.called and not line.names:
            return {}
        now = {old: new for new, old in self._setup.called.items()}
        header: dict[str, str] = {**{each: each for each in self._header.players}, **line.names}
        return with_ases({name: now.get(old, old) for name, old in header.items()})


def _pointed_at(mirror: Mirror, touch: Corrected | Absent, by_hand: set[int]) -> int | None:
    """The card that a touch is about; one that an act by hand laid (lines `by_hand`) can't be absent."""
    lying = mirror.at(touch.zone, touch.index)
    if lying is None or (isinstance(touch, Absent) and lying.id // CARDS_A_LINE in by_hand):
        return None
    return lying.id


def judged(sightings: Sightings) -> Ledger:
    """A whole file, judged line by line."""
    ledger = Ledger(sightings.setup)
    for line in sightings.lines:
        ledger.take(line)
    return ledger


def shown_facts(sightings: Sightings) -> tuple[Setup, list[SeenLine]]:
    """What a file shows of a table: every card by the name that was said of it, without those that were never there."""
    ledger = judged(sightings)
    mirror = ledger.referee.mirror
    retold = Mirror(said=mirror.said)
    shown = []
    for line in ledger.in_force:
        heard = line.heard
        if isinstance(heard, Seen):
            shift = retold.follow(heard, retold.count(line.number))
            if shift is not None and shift.id in mirror.said.absent:
                continue
            if shift is not None:
                heard = _as_shown(heard, shift)
        if not isinstance(heard, Corrected | Absent):
            shown.append(SeenLine(line.number, renamed(heard, ledger.names(line))))
    return ledger.setup, shown


def _as_shown(seen: Seen, shift: Shift) -> Seen:
    """What was seen, of a card that nobody saw leave, too: people said later that it was carried."""
    if isinstance(seen, Placed) and shift.source is not None and shift.position is not None:
        return Moved(seen.at_s, shift.name, shift.source, seen.zone, seen.index, seen.way, shift.position)
    return seen if isinstance(seen, Reordered) else replace(seen, card=shift.name)
