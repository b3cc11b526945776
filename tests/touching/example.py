"""A few cards on a true table, for examples: hands, an eye, people, and the game as the session has it."""

from random import Random

from companion.facts import Way
from companion.games.vedrfolnir.catalogue import is_sided
from companion.games.vedrfolnir.patience import Hearing
from companion.games.vedrfolnir.session import Intent, Session
from companion.games.vedrfolnir.setup import Mode
from companion.games.vedrfolnir.zones import stake
from companion.journal import Journal
from companion.mirror import Mirror
from companion.places import Seat, Zone
from companion.tracking import Tracker
from tests.games import setup
from tests.table_evening import tracked
from tests.touching.table import Piece, Table

STARTED = "2026-11-18T20:00:00+00:00"
A_WHILE_S = 2.5
LOOKS = 4


class Example:
    """A table with three seats (or another mode) that is looked at after every motion."""

    def __init__(self, journal: Journal, mode: Mode = Mode.STANDARD) -> None:
        self._journal = journal
        game = setup(mode)
        sided = frozenset(card.print.name for card in game.deck.cards() if is_sided(card))
        self._tracked = tracked(game, sided)
        self._table = Table(self._tracked, Random(1))
        self._tracker = Tracker(self._tracked)
        self.session = Session.start(journal, game, None, STARTED)
        self._hearing = Hearing(self.session)
        self._clock_s = 0.0
        self.look()

    def look(self) -> None:
        """Looks until everything is seen."""
        for _ in range(LOOKS):
            self._clock_s += 0.4
            assert self._hearing.hear(*self._tracker.follow(self._table.look(self._clock_s, is_whole=True)))

    def lay(self, name: str, zone: Zone, read: str | None = None, way: Way = Way.UPRIGHT) -> Piece:
        """A card comes out of a hand, read right or not."""
        piece = Piece(name, read or name)
        self._table.pieces[f"{name} {len(self._table.pieces)}"] = piece
        self.carry(piece, zone, way)
        return piece

    def lay_unseen(self, name: str, zone: Zone) -> Piece:
        """A card comes to lie before anybody looks again."""
        piece = Piece(name, name)
        self._table.pieces[f"{name} {len(self._table.pieces)}"] = piece
        self._table.lay(piece, zone)
        return piece

    def lay_all(self, zones: dict[Zone, str]) -> list[Piece]:
        """Cards come one after the other."""
        return [self.lay(name, zone) for zone, name in zones.items()]

    def carry(self, piece: Piece, zone: Zone, way: Way = Way.UPRIGHT) -> None:
        """A card comes to the end of a zone."""
        self._clock_s += A_WHILE_S
        self._table.lay(piece, zone, way)
        self.look()

    def take(self, piece: Piece) -> None:
        """A card is taken up and shown nowhere."""
        self._clock_s += A_WHILE_S
        self._table.take(piece)
        self.look()

    def take_in_a_glance(self, piece: Piece) -> None:
        """A card is taken up, and only where it lay is looked at."""
        self._clock_s += A_WHILE_S
        self._table.take(piece)
        self._glance()

    def carry_in_a_glance(self, piece: Piece, zone: Zone) -> None:
        """A card comes to the end of a zone, and only where it lay and lies is looked at."""
        self._clock_s += A_WHILE_S
        self._table.lay(piece, zone)
        self._glance()

    def lay_in_a_glance(self, name: str, zone: Zone, read: str) -> None:
        """A card comes out of a hand, and only where it lies is looked at."""
        piece = Piece(name, read)
        self._table.pieces[f"{name} {len(self._table.pieces)}"] = piece
        self.carry_in_a_glance(piece, zone)

    def _glance(self) -> None:
        dirty = list(self._table.dirty)
        for _ in range(LOOKS):
            self._clock_s += 0.4
            self._table.dirty = list(dirty)
            assert self._hearing.hear(*self._tracker.follow(self._table.look(self._clock_s, is_whole=False)))

    def haunt(self, read: str, zone: Zone) -> Piece:
        """The eye sees a card where none is."""
        piece = Piece("", read)
        self._table.haunt(piece, zone)
        self.look()
        return piece

    def read(self, piece: Piece, name: str) -> None:
        """The eye reads a card anew where it lies."""
        self._table.read_as(piece, name)
        self.look()

    def read_in_a_glance(self, piece: Piece, name: str) -> None:
        """The eye reads a card anew where it lies, and looks at that place only."""
        self._table.read_as(piece, name)
        self._glance()

    def take_and_read(self, taken: Piece, piece: Piece, name: str) -> None:
        """A card is taken up just when the eye reads another one where it lies."""
        self._table.take(taken)
        self.read(piece, name)

    def carry_under(self, piece: Piece, zone: Zone, upper: Piece) -> None:
        """A card comes to a pile and shows there once; another one is laid on it while a hand rests where it lay."""
        self._table.cover(piece.zone or zone)
        for each in (piece, upper):
            self._clock_s += A_WHILE_S
            self._table.lay(each, zone)
            assert self._hearing.hear(*self._tracker.follow(self._table.look(self._clock_s, is_whole=True)))
        self._table.uncover()
        self.look()

    def cover(self, zone: Zone) -> None:
        """A hand rests over a zone for a while."""
        self._table.cover(zone)
        self.look()
        self._table.uncover()
        self.look()

    def say(self, *intents: Intent) -> None:
        """Touches, and looks at the table as it lies."""
        for intent in intents:
            self._clock_s += 1.0
            assert self.session.do(intent, self._clock_s) is None
            self.look()

    def say_unseen(self, intent: Intent) -> None:
        """A touch before anybody looks again."""
        self._clock_s += 1.0
        assert self.session.do(intent, self._clock_s) is None

    def reopen(self) -> None:
        """Everything is closed and opened again."""
        self.session = Session.resume(self._journal, self.session.id)
        self._hearing = Hearing(self.session)
        self._tracker = Tracker(self._tracked, self._hearing.seen)
        self._table.seen.is_new_eye = True
        self.look()

    @property
    def seen(self) -> Mirror:
        """The table as the eye has told it."""
        return self._hearing.seen

    def names(self, zone: Zone) -> list[str]:
        """What lies in a zone as the game has it."""
        return [each.name for each in self.session.mirror.real(zone)]

    def stake(self, seat: str) -> list[str]:
        """What lies in a stake as the game has it."""
        return self.names(stake(Seat(seat)))

    @property
    def lines(self) -> int:
        """How many lines the game has."""
        return len(self.session.sightings.lines)

    @property
    def accused(self) -> list[str]:
        """The mistakes that are told."""
        return [each.finding.id.value for each in self.session.referee.mistakes]

    @property
    def asked(self) -> list[str]:
        """The steps that are open."""
        return [each.step for each in self.session.referee.open_steps]
