"""What the eye tells comes to a session: in people's terms where they said otherwise, and kept before it counts."""

from collections.abc import Mapping
from dataclasses import replace
from functools import cached_property

from companion.facts import BACK, UNKNOWN, Fact, Found, Placed, Reread, Sighting, Unfound, Unnamed
from companion.games.vedrfolnir.acts import Give, Reveal
from companion.games.vedrfolnir.catalogue import is_sided
from companion.games.vedrfolnir.difference import Misplaced, place_of
from companion.games.vedrfolnir.ledger import Ledger
from companion.games.vedrfolnir.naming_seats import called_since, renamed, renamed_place
from companion.games.vedrfolnir.referee import Referee
from companion.games.vedrfolnir.session import Session
from companion.games.vedrfolnir.setup import Setup
from companion.games.vedrfolnir.sightings import is_seen
from companion.games.vedrfolnir.zones import BRYNHILDR, PILE, every_pile, stake
from companion.journal_errors import JournalUnreachable
from companion.meant import Lawful
from companion.mirror import Mirror
from companion.pausing import difference
from companion.pictures import CardPicture
from companion.places import Zone
from companion.restarting import Owed
from companion.trouble import remedy
from companion.witness import UNTOLD, Retold, Witness
from companion.words import Message

# The giver of this card takes the first or the last one of a stake (VED-4.8).
EITHER_END = "skoll_hati"


class Hearing:
    """Brings what the eye tells to a session; `fault` says why the last of it could not be kept, if so.

    What can't be written waits, in its order; nothing of it counts until it is kept.
    """

    def __init__(self, session: Session) -> None:
        self._session, self._is_resumed = session, bool(session.sightings.lines)
        # The eye goes on calling people as they were called when it began to look.
        self._called = self._known = session.setup.called
        self.waiting: list[Fact] = []
        self._held: list[Fact | CardPicture] | None = None
        self.fault: Message | None = None

    @cached_property
    def _witness(self) -> Witness:
        """Made when somebody looks: a game by hand needs none."""
        self._known = self._session.setup.called
        witness = recalled(self._session)
        if self._is_resumed:
            witness.assume(self._session.referee.mirror)
        return witness

    @property
    def seen(self) -> Mirror:
        """The table as the eye has told it; one that begins to look goes on from there, after a restart, too."""
        return self._witness.eye.copy()

    @property
    def is_known(self) -> bool:
        """Whether the table has been looked at before, or people said what lies there."""
        return self._session.is_watched or any(self.seen.zones.values())

    # A pause

    @property
    def is_paused(self) -> bool:
        """Whether what the eye tells is held back."""
        return self._held is not None

    def pause(self) -> None:
        """Hold back what the eye tells from now on."""
        self._held = [] if self._held is None else self._held

    def hold(self, *told: Fact | CardPicture) -> None:
        """Hold back what the eye tells in a pause, and its pictures."""
        if self._held is not None:
            self._held.extend(told)

    def go_on(self, at_s: float) -> tuple[CardPicture, ...]:
        """Hear what lies differently since the pause began; pictures of what is unread, where the game has it."""
        self._know_names()
        held, self._held = [self._renamed(each) for each in self._held or ()], None
        before = self._witness.eye.copy()
        for each in self.waiting:
            if isinstance(each, Sighting):
                before.follow(each)
        facts, pictures = difference(before, held, every_pile(self._session.setup.seats), at_s)
        self.waiting.extend(facts)
        if not self.hear():
            return ()
        said = self._session.referee.mirror
        spots = [(self._witness.spot(each.zone, each.index, said), each.picture) for each in pictures]
        return tuple(CardPicture(zone, index, picture) for (zone, index), picture in spots)

    def _renamed(self, held: Fact | CardPicture) -> Fact | CardPicture:
        """The same as people are called now."""
        if isinstance(held, CardPicture):
            return replace(held, zone=Zone(renamed_place(held.zone, self._names)))
        return renamed(held, self._names)

    # What is told

    def spot(self, zone: Zone, index: int) -> tuple[Zone, int]:
        """Where the game has the card that the eye has there."""
        self._know_names()
        zone = Zone(renamed_place(zone, self._names))
        return self._witness.spot(zone, index, self._session.referee.mirror)

    def has_told_of(self, card: int) -> bool:
        """Whether the eye has seen a card of the table."""
        return self._witness.eye.card(card) is not None

    def eye_zone(self, zone: Zone) -> Zone:
        """How the eye calls a place of the game."""
        return Zone(renamed_place(zone, {new: old for old, new in self._names.items()}))

    def hear(self, *told: Fact) -> bool:
        """Keep what waits and this, as far as it can be kept; whether all of it could."""
        self._know_names()
        self.waiting.extend(renamed(each, self._names) for each in told)
        try:
            while self._is_next_whole:
                del self.waiting[: self._kept()]
        except JournalUnreachable as unreachable:
            self.fault = unreachable.fault
            return False
        self.fault = None
        return True

    @property
    def _is_next_whole(self) -> bool:
        """Whether the next fact waits; of a card that has a name now both halves have to be there."""
        return len(self.waiting) > 1 or bool(self.waiting and not isinstance(self.waiting[0], Unnamed))

    @property
    def _names(self) -> Mapping[str, str]:
        """How those are called now whom the eye calls so."""
        setup = self._session.setup
        return called_since(self._called, setup.called, _names_then(self._called, setup))

    def _know_names(self) -> None:
        called = self._session.setup.called
        if called != self._known:
            _rename(self._witness, self._known, self._session.setup)
            self._known = called

    def _kept(self) -> int:
        """How many facts were kept: all of them where eye and people agree, else the next one."""
        is_plain = not any(isinstance(each, Unnamed | Unfound | Found) or _is_back(each) for each in self.waiting)
        if is_plain and self._witness.agrees(self._session.referee.mirror):
            self._session.hear(*self.waiting)
            self._witness.see(self.waiting, self._session.referee.mirror)
            return len(self.waiting)
        return self._kept_in_their_terms()

    def _kept_in_their_terms(self) -> int:
        """The next fact, or the next two if a card is read that lay there unread, as people's table has it."""
        said = self._session.referee.mirror
        self._witness.put_in_order(self.waiting, said)
        fact, *after = self.waiting[:2]
        if isinstance(fact, Unnamed) and after and isinstance(after[0], Reread):
            retold = self._witness.reread(fact, after[0], said)
            self._tell(retold)
            self._witness.follow(fact, UNTOLD, self._session.referee.mirror)
            self._witness.follow(after[0], retold, self._session.referee.mirror)
            return 2
        session = self._session
        lawful = Lawful(session.may_be_seen, session.may_be_refused, session.left_after, session.left, session.is_drawn)
        retold = self._witness.retold(fact, said, self._owed, lawful)
        self._tell(retold)
        self._witness.follow(fact, retold, self._session.referee.mirror)
        return 1

    @property
    def _owed(self) -> Owed:
        """What hands have to do by the rules, turning up the next card of a reveal too; one is hidden a turn.

        While a card is not answered for nobody knows whether the turn is over.
        """
        referee = self._session.referee
        carried = [(each.id, each.target) for each in referee.undone if not _is_either_end(referee, each)]
        backs = referee.mirror.real(PILE)[-1:] if referee.game.is_revealing else ()
        turned = [(each.id, stake(BRYNHILDR)) for each in backs]
        places = ((each.lying.id, place_of(referee.game, each.lying.id)) for each in referee.mirror.aloft)
        lifted = [(card, zone) for card, zone in places if zone is not None]
        is_certain = not any(_is_unread(referee.mirror, zone) for zone in referee.mirror.zones)
        is_hidden = is_certain and BRYNHILDR in referee.game.served
        hidden = [(each.id, PILE) for each in referee.mirror.real(PILE)[-1:] if is_hidden]
        return frozenset((*carried, *turned, *lifted, *hidden))

    def _tell(self, retold: Retold) -> None:
        if retold.facts:
            self._session.hear(*retold.facts)


def _is_unread(mirror: Mirror, zone: Zone) -> bool:
    return any(each.name == UNKNOWN for each in mirror.real(zone))


def _is_back(fact: Fact) -> bool:
    """Whether a back came, which may be one that was only uncovered."""
    return isinstance(fact, Placed) and fact.card == BACK


def _is_either_end(referee: Referee, owed: Misplaced) -> bool:
    """Whether hands may as well take the first card of a stake instead of this one, and nobody could see that."""
    row = () if owed.source is None else referee.mirror.real(owed.source)
    is_other_unread = bool(row) and row[0].id != owed.id and row[0].read == UNKNOWN
    act = referee.read_acts[-1] if is_other_unread else None
    played = (act.played, *act.draws) if isinstance(act, Give | Reveal) else ()
    return any(each.card.startswith(EITHER_END) for each in played)


def recalled(session: Session) -> Witness:
    """What the eye had told of a game of the journal, as far as its lines know."""
    piles, deck = every_pile(session.setup.seats), session.setup.whole_deck

    def is_two_sided(name: str) -> bool:
        card = deck.card(name)
        return card is not None and is_sided(card)

    if all(is_seen(line.heard) for line in session.sightings.lines):
        return Witness(session.mirror, piles, is_two_sided)
    ledger = Ledger(session.sightings.setup)
    witness = Witness(ledger.referee.mirror, piles, is_two_sided)
    for line in session.sightings.lines:
        before, called = ledger.referee.mirror.copy(), ledger.setup.called
        ledger.take(line)
        if ledger.setup.called != called:
            _rename(witness, called, ledger.setup)
        witness.recall(line.heard, before, ledger.referee.mirror)
    return witness


def _rename(witness: Witness, called: Mapping[str, str], setup: Setup) -> None:
    """People who were `called` so are called otherwise."""
    names = called_since(called, setup.called, _names_then(called, setup))
    witness.call_zones(lambda zone: Zone(renamed_place(zone, names)))


def _names_then(called: Mapping[str, str], setup: Setup) -> list[str]:
    """How the players were called when these names were in force."""
    then = {header: name for name, header in called.items()}
    headers = (setup.called.get(each, each) for each in setup.players)
    return [then.get(each, each) for each in headers]


def unkept(fault: Message) -> Message:
    """What people at the table are told while nothing can be kept."""
    return Message("status.unkept", {"fault": fault, "remedy": remedy(fault)})
