"""Readings that were wrong: what people answered against the eye is kept with the last pictures, if they want that."""

from collections.abc import Callable
from dataclasses import replace

from companion.cases import Answer, CaseNote, Cases
from companion.facts import Absent, Corrected, Turned, Way
from companion.games.vedrfolnir.patience import Hearing
from companion.games.vedrfolnir.session import Intent, Session
from companion.games.vedrfolnir.writing import header_line
from companion.intents import Correct, SayAbsent, SayWay
from companion.journal import Journal
from companion.words import Words

# Long enough to read where a case was kept.
NOTE_S = 8.0
# How a case's deck is called in its folder.
CASE_DECK = "deck.toml"


class WrongReadings:
    """Keeps cases of one table after the other; `note` says for a while where the last one went, or why not."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self.note = ""
        self.is_on = True
        self._clock = clock
        self._noted_s = 0.0
        self._cases: Cases | None = None

    @property
    def is_kept(self) -> bool:
        """Whether the last pictures are there."""
        return self._cases is not None and self.is_on

    def follow(self, cases: Cases | None) -> None:
        """Another table is watched."""
        self._cases = cases
        self.switch(is_on=self.is_on)

    def switch(self, *, is_on: bool) -> None:
        """Keep cases from now on, or don't."""
        self.is_on = is_on
        if self._cases is not None:
            self._cases.switch(is_on=is_on)

    def close(self) -> None:
        """Let go of the pictures."""
        if self._cases is not None:
            self._cases.close()
            self._cases = None

    def overruling(self, intent: Intent, session: Session, hearing: Hearing, at_s: float) -> Answer | None:
        """An intent as the answer that it is, if it overrules the eye: about a card that the eye has told of."""
        if not self.is_kept or not isinstance(intent, Correct | SayAbsent | SayWay):
            return None
        mirror = session.referee.mirror
        if isinstance(intent, SayWay):
            way = Way.TURNED if intent.is_turned else Way.UPRIGHT
            return Turned(at_s, intent.card, intent.zone, way, mirror.find(intent.card, intent.zone, intent.index))
        lying = mirror.at(intent.zone, intent.index)
        if lying is None or not hearing.has_told_of(lying.id):
            return None
        if isinstance(intent, Correct):
            return Corrected(at_s, intent.card, intent.zone, intent.index)
        return Absent(at_s, intent.zone, intent.index)

    def keep(self, journal: Journal, session: Session, hearing: Hearing, *answers: Answer) -> None:
        """Keep the last pictures with what was told and answered, by the names that the eye has for places."""
        if self._cases is None or not self.is_kept:
            return
        text = journal.entry(session.id).deck
        header = header_line(session.sightings.setup, None if text is None else CASE_DECK)
        table = {hearing.eye_zone(zone): cards for zone, cards in session.mirror.shown.items()}
        said = tuple(replace(each, zone=hearing.eye_zone(each.zone)) for each in answers)
        self._cases.save(CaseNote((header, *journal.lines(session.id)), text, said, table))

    def take_in(self, words: Words) -> bool:
        """Whether there is another note, or none any more."""
        said, before = None if self._cases is None else self._cases.told(), self.note
        if said is not None:
            self.note, self._noted_s = words.say(said), self._clock()
        elif self.note and self._clock() - self._noted_s >= NOTE_S:
            self.note = ""
        return self.note != before
