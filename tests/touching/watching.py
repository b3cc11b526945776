"""A table that is watched while people touch the screen, and what must hold whenever it is still."""

from collections import Counter
from dataclasses import dataclass
from random import Random
from typing import NoReturn

from companion.facts import BACK, UNKNOWN, Fact, Moved, Placed, Removed, Turned, Way, fact_fields
from companion.games.vedrfolnir.acts import Act, Give, Played, Reveal
from companion.games.vedrfolnir.catalogue import is_sided
from companion.games.vedrfolnir.hands import is_pile
from companion.games.vedrfolnir.motions import Motion
from companion.games.vedrfolnir.patience import Hearing
from companion.games.vedrfolnir.rulebook import begin
from companion.games.vedrfolnir.session import Intent, Session
from companion.games.vedrfolnir.setup import Setup
from companion.games.vedrfolnir.sightings import Acted, SetUpAnew
from companion.games.vedrfolnir.standing import standing
from companion.games.vedrfolnir.zones import DISCARD
from companion.intents import Correct, Redo, Undo
from companion.journal import Journal
from companion.mirror import print_name
from companion.observation import Observation
from companion.places import Zone
from companion.tracking import Tracker
from tests.table_evening import tracked
from tests.touching.manners import Manner
from tests.touching.table import Piece, Table, differing, rows, unbelieved

STARTED = "2026-11-18T20:00:00+00:00"
A_LOOK_S = 0.4
A_MOTION_S = 2.5
MOST_LOOKS = 10
QUIET_LOOKS = 2


@dataclass(frozen=True)
class Deed:
    """An act of the game and the manner in which people do it; `number` keeps its hands the same whatever is cut."""

    number: int
    act: Act
    manner: Manner


@dataclass(frozen=True)
class Evening:
    """What is played and how; `is_printed`: cards without numbers."""

    seed: int
    setup: Setup
    deeds: tuple[Deed, ...]
    is_printed: bool = False


class Broken(Exception):
    """Something that must hold does not: what, after which deed, and what was found instead."""

    def __init__(self, kind: str, number: int, found: str) -> None:
        super().__init__(kind, number, found)
        self.kind, self.number, self.found = kind, number, found


@dataclass(eq=False)
class Pending:
    """A card that the eye has wrong, until people say so."""

    piece: Piece
    manner: Manner
    due: int


class Watched:
    """The real table, the tracker that looks at it and the session that hears it."""

    def __init__(self, evening: Evening, journal: Journal, tally: Counter[str] | None = None) -> None:
        self.tally: Counter[str] = Counter() if tally is None else tally
        self.said: list[str] = []
        self._evening = evening
        self._journal = journal
        sided = frozenset(card.print.name for card in evening.setup.deck.cards() if is_sided(card))
        self._tracked = tracked(evening.setup, sided)
        self._table = Table(self._tracked, Random(evening.seed))
        self._tracker = Tracker(self._tracked)
        self._session = Session.start(journal, evening.setup, None, STARTED)
        self._hearing = Hearing(self._session)
        self._game = begin(evening.setup)
        self._chance = Random(evening.seed)
        self._clock_s = 0.0
        self._number = 0
        self._pending: list[Pending] = []
        self._late: list[tuple[Piece, Zone | None, Motion]] = []
        self._denied: list[Piece] = []
        self._last: Piece | None = None
        self._is_false = False
        self._is_accusable = True
        self._is_misled = False
        self._backs = 0
        used = {played.card for deed in evening.deeds for played in _played(deed.act)}
        self._unused = [
            card.full_name
            for card in evening.setup.deck.cards()
            if card.full_name not in used and card.print.kind != "brynhildr"
        ]

    def _break(self, kind: str, found: str) -> NoReturn:
        """Something that must hold does not."""
        raise Broken(kind, self._number, found)

    @property
    def _is_calm(self) -> bool:
        """Whether everything is said that was seen wrongly, and nothing wrong is said."""
        return not self._pending and not self._is_false

    def _piece(self, card: str) -> Piece:
        """The card of this name; backs are all alike."""
        if card == BACK:
            self._backs += 1
            piece = Piece(BACK, BACK)
            self._table.pieces[f"back {self._backs}"] = piece
            return piece
        if card not in self._table.pieces:
            self._table.pieces[card] = Piece(card, self._as_read(card))
        return self._table.pieces[card]

    def _as_read(self, card: str) -> str:
        return print_name(card) if self._evening.is_printed else card

    def _strange(self) -> str:
        """A card that does not come this evening."""
        return self._unused.pop(self._chance.randrange(len(self._unused)))

    def _found(self, piece: Piece) -> tuple[Zone, int]:
        """Where a card is shown, as people touch it."""
        found = self._table.place(piece)
        if found is None:
            raise LookupError(piece)
        zone, index = found
        if is_pile(zone) and self._table.believed[zone][-1] is piece:
            # "piles have none, there it is the top card" (formats.md): packets of a hand's rest are not counted here.
            return zone, len(self._session.mirror.lying(zone)) - 1
        beside = self._undecided(rows(self._session.mirror))
        is_above = beside is not None and beside[0] == zone and beside[1] <= index
        return zone, index + is_above

    def _touch(self, intent: Intent) -> None:
        """A touch: the session does it."""
        refused = self._session.do(intent, self._tick())
        self.said.append(f"{self._number} {intent}")
        if refused is not None:
            self._break(f"refused: {type(intent).__name__}", str(refused))
        self.tally["touches"] += 1
        self.tally[f"touch: {type(intent).__name__}"] += 1
        if self._is_calm and self._session.referee.is_likely:
            self.tally["questions after a touch"] += 1

    def _answer_piles(self) -> None:
        """Somebody says which card came to a pile, where it is asked: of several nobody could read which one left."""
        asked = {each.target for each in self._session.referee.open_steps if each.step == "name"}
        for zone in sorted(each for each in asked if is_pile(each)):
            top, real = self._session.mirror.real(zone)[-1], self._table.real(zone)
            if top.name == UNKNOWN and real:
                self._touch(Correct(self._as_read(real[-1].truth), zone, None))
                self.tally["questions: which card came to a pile"] += 1

    def _undo_and_redo(self, before: dict[Zone, list[Piece]], after: dict[Zone, list[Piece]], what: str) -> None:
        """A touch is taken back and counts again; what lies there does not change, so nothing is told."""
        self._is_false = True
        self._touch(Undo())
        self._table.believed = before
        self._quiet(f"told after an undone {what}")
        self._check()
        self._touch(Redo())
        self._table.believed = after
        self._is_false = False
        self._quiet(f"told after a redone {what}")

    def _tick(self) -> float:
        self._clock_s = round(self._clock_s + A_LOOK_S, 3)
        return self._clock_s

    def _look(self, *, is_whole: bool) -> tuple[Fact, ...]:
        return self._follow(self._table.look(self._tick(), is_whole=is_whole))

    def _follow(self, observation: Observation) -> tuple[Fact, ...]:
        """What a look adds to the lines of the game."""
        told = self._tracker.follow(observation)
        known = len(self._session.sightings.lines)
        if told and not self._hearing.hear(*told):
            self._break("not kept", str(self._hearing.fault))
        lines = self._session.sightings.lines[known:] if told else ()
        self.said += [f"{self._number} eye: {fact_fields(each)}" for each in told]
        heard = tuple(each.heard for each in lines if not isinstance(each.heard, Acted | SetUpAnew))
        self.said += [f"{self._number} heard: {fact_fields(each)}" for each in heard if each not in told]
        return heard

    def _settle(self) -> None:
        """Looks until nothing more is told."""
        quiet = 0
        for _ in range(MOST_LOOKS):
            quiet = 0 if self._look(is_whole=True) else quiet + 1
            if quiet > QUIET_LOOKS:
                return
        self._break("goes on telling", self.said[-1])

    def _quiet(self, kind: str) -> None:
        """The table did not change, or only as was said: looks tell nothing."""
        unsure = self._unsure
        told = [*self._look(is_whole=False), *self._look(is_whole=True), *self._look(is_whole=True)]
        settled = [each for each in told if isinstance(each, Turned) and (each.zone, each.index) in unsure]
        loud = [each for each in told if not _is_packet(each) and not self._is_optional(each) and each not in settled]
        if loud:
            self._break(kind, str([fact_fields(each) for each in loud]))

    @property
    def _unsure(self) -> set[tuple[Zone, int]]:
        """Cards of which nobody has said yet which way they lie: the eye may tell that at last."""
        zones = self._session.mirror.zones
        return {(zone, place) for zone in zones for place, each in enumerate(zones[zone]) if each.way is Way.UNSURE}

    def _is_optional(self, fact: Fact) -> bool:
        """Whether a card of a pile that nobody has seen there is told or missed."""
        if not isinstance(fact, Placed | Removed | Moved) or fact.card == BACK:
            return False
        zone = fact.target if isinstance(fact, Moved) else fact.zone
        there = self._table.believed.get(zone, [])
        return (
            isinstance(fact, Removed)
            and is_pile(zone)
            and any(each.card is None and print_name(each.name) == print_name(fact.card) for each in there)
        )

    def _agree_check(self) -> None:
        told, held = rows(self._tracker.mirror), rows(self._hearing.seen)
        zone = differing(told, held)
        if zone is not None:
            self._break("tracker and hearing differ", f"{zone}: {told.get(zone)}, hearing {held.get(zone)}")

    def _check(self) -> None:
        """The table is still: everybody agrees, nobody is accused, nothing is asked that was said."""
        self._agree_check()
        held = rows(self._session.mirror)
        zone = unbelieved(self._table, held)
        # What an act by hand does depends on the cards that lie there: called wrongly they lead elsewhere.
        if zone is not None and not (self._is_misled and self._is_false) and self._undecided(held) is None:
            believed = [each.name for each in self._table.believed.get(zone, [])]
            self._break("mirror is not the table", f"{zone}: {held.get(zone)}, true {believed}")
        if self._is_calm:
            self._judge()

    def _undecided(self, held: dict[Zone, list[str]]) -> tuple[Zone, int] | None:
        """Where a covered card is shown that was named, never read, and sent away by what nobody has answered for yet.

        The eye saw it come to a pile, not leave; `correct` has "everything after" judged again (formats.md).
        """
        if all(each.piece.is_ghost for each in self._pending) or unbelieved(self._table, held) is None:
            return None
        piles = [there for zone, there in self._table.believed.items() if is_pile(zone)]
        named = {each.said for there in piles for each in there if each.said is not None}
        shown = [(zone, place) for zone in held if not is_pile(zone) for place in range(len(held[zone]))]
        covered = [(zone, place) for zone, place in shown if held[zone][place] in named]
        return next((each for each in covered if unbelieved(self._table, _without(held, *each)) is None), None)

    def _judge(self) -> None:
        referee = self._session.referee
        if referee.mistakes and self._is_accusable:
            self._break(f"accused: {referee.mistakes[0].finding.id}", str(referee.mistakes[0]))
        self.tally["cleared in sight before, accused"] += bool(referee.mistakes)
        for each in referee.open_steps:
            if each.step == "choose":
                self.tally["choose asked"] += 1
            elif each.step != "reveal":
                self._break(f"asked: {each.step}", str(each))
        if referee.is_likely:
            self.tally["still moments with two games"] += 1
        elif standing(referee.game) != standing(self._game):
            mine, true = standing(referee.game), standing(self._game)
            differ = {key: (mine[key], true[key]) for key in true if mine.get(key) != true[key]}
            self._break("another game", str(differ))
        self.tally["still moments"] += 1


def _without(held: dict[Zone, list[str]], zone: Zone, place: int) -> dict[Zone, list[str]]:
    return {**held, zone: held[zone][:place] + held[zone][place + 1 :]}


def _is_packet(fact: Fact) -> bool:
    return isinstance(fact, Placed) and fact.card == BACK and fact.zone == DISCARD


def _played(act: Act) -> tuple[Played, ...]:
    return (act.played, *act.draws) if isinstance(act, Give | Reveal) else ()
