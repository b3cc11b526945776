"""The evening without its screen: one session, what is watched, what is touched, and what there is to see of it."""

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from typing import NamedTuple

from companion.calendar import Calendar
from companion.cases import Answer
from companion.evidence import Evidence, Pair, ZonePictures, told_zone
from companion.facts import Fact
from companion.games.vedrfolnir.drafting import START, Draft, DraftView
from companion.games.vedrfolnir.ledger import judged
from companion.games.vedrfolnir.outcome_views import certain_game
from companion.games.vedrfolnir.patience import Hearing, unkept
from companion.games.vedrfolnir.phrases import Phrases
from companion.games.vedrfolnir.session import Intent, Perform, Session, journal_sightings
from companion.games.vedrfolnir.setup import Setup
from companion.games.vedrfolnir.sightings import SeenLine
from companion.games.vedrfolnir.table_views import (
    status_view,
)
from companion.games.vedrfolnir.views import (
    AnswerView,
    CardView,
    ChancesView,
    QuestionView,
    StatusView,
)
from companion.intents import Undo
from companion.journal import GameEntry, GameId, Journal
from companion.journal_errors import JournalUnreachable
from companion.lines import Unreadable
from companion.pictures import CardPicture, Picture
from companion.places import Seat, Zone
from companion.status import CameraState, TableStatus
from companion.trouble import remedy
from companion.words import Message, Words
from ui.backroom import Backroom
from ui.feeding import LEAVING_S, Feed, Watcher
from ui.memory import KeptPictures
from ui.scene import Scene
from ui.wrong_readings import WrongReadings

# A full disk is tried again so often: somebody may have made room.
TRY_AGAIN_S = 2.0
# Whoever opens the window says from when on a day can be.
ANY_DAY = datetime.min.replace(tzinfo=UTC)
# Seconds of a clock that never goes back.
Clock = Callable[[], float]


class _Read(NamedTuple):
    """How a game of the journal stood after so many lines."""

    game: GameId
    lines: int
    is_over: bool


class Desk:
    """Owns the session of the evening: facts and intents in, scenes out."""

    def __init__(self, journal: Journal, words: Words, clock: Clock) -> None:
        self.journal = journal
        self.words = words
        self.session: Session | None = None
        self.scene: Scene | None = None
        self.status = TableStatus()
        self.refused = ""
        self.is_shown = False
        self._clock = clock
        self._opened_s = 0.0
        self._certain = 0
        self.gone: frozenset[str] = frozenset()
        self._drafts = [START]
        self._hearing: Hearing | None = None
        self._tried_s = 0.0
        self._watcher: Watcher | None = None
        self._left: Watcher | None = None
        self.backroom = Backroom()
        self._looks = 0
        self._pictures: dict[int, Picture] = {}
        self._liken: Callable[[Picture], tuple[str, ...]] | None = None
        self.left: GameId | None = None
        self.paused: GameId | None = None
        self.wrong = WrongReadings(clock)
        self.evidence: Evidence | None = None
        self.calendar = Calendar(ANY_DAY)
        self.keeps_evidence = True
        self._read = _Read(GameId(0), 0, is_over=False)

    # A game begins or goes on

    def begin(self, setup: Setup, deck_text: str | None = None) -> Message | None:
        """A new game by hand; or why it can't begin."""
        session = self._started(setup, deck_text)
        if isinstance(session, Session):
            self._open(session)
            return None
        return session

    def follow(self, feed: Feed) -> Message | None:
        """A new game that somebody watches; or why it can't begin."""
        session = self._started(feed.setup, feed.deck_text)
        if isinstance(session, Session):
            self._watch(session, feed)
            return None
        return session

    def _started(self, setup: Setup, deck_text: str | None) -> Session | Message:
        try:
            return Session.start(self.journal, setup, deck_text, self._now)
        except JournalUnreachable as unreachable:
            return Message("desk.not-begun", {"fault": unreachable.fault, "remedy": remedy(unreachable.fault)})

    def follow_on(self, game: GameId, feed: Feed) -> None:
        """Watch a game of the journal on, from the table as it lay."""
        self._watch(Session.resume(self.journal, game), feed)
        if self.paused == game:
            self.pause()

    def show(self, feed: Feed, journal: Journal) -> None:
        """A game that nobody plays, in a journal of its own."""
        left = self.left
        self._watch(Session.start(journal, feed.setup, feed.deck_text, self._now), feed)
        self.is_shown, self.left = True, left

    def resume(self, game: GameId) -> None:
        """Go on with a game of the journal."""
        self._open(Session.resume(self.journal, game))

    def delete(self, game: GameId) -> Message | None:
        """Leave a game out of the past ones; or say why that can't be. One that lies open is closed."""
        try:
            self.journal.delete(game, self._now)
        except JournalUnreachable as unreachable:
            return unkept(unreachable.fault)
        if self.session is not None and self.session.id == game and not self.is_shown:
            self.stop_watching()
            self.session = self.scene = self._hearing = None
        return None

    @property
    def last_entry(self) -> GameEntry | None:
        """The game of the journal that was played last: the one people were at, else the newest."""
        games = self.journal.games()
        return next((each for each in games if each.id == self.left), next(iter(games), None))

    @property
    def latest(self) -> GameId | None:
        """The same, if it can be read."""
        read = self._latest()
        return None if read is None else read.game

    @property
    def unfinished(self) -> GameId | None:
        """The same, if it is not over."""
        read = self._latest()
        return None if read is None or read.is_over else read.game

    @property
    def under_way(self) -> GameId | None:
        """The game that another one would put aside: the one on the table, else the one that was left."""
        if self.session is not None and self.scene is not None and not self.is_shown:
            return None if self.scene.table.is_over else self.session.id
        return self.unfinished

    def setup_of(self, game: GameId) -> Setup:
        """What a game of the journal is played with."""
        return judged(journal_sightings(self.journal, game)).setup

    def _latest(self) -> "_Read | None":
        """What was read of it; read once, unless it went on."""
        entry = self.last_entry
        if entry is None:
            return None
        if (self._read.game, self._read.lines) != (entry.id, entry.facts):
            try:
                sightings = journal_sightings(self.journal, entry.id)
            except Unreadable:
                return None
            self._read = _Read(entry.id, entry.facts, certain_game(judged(sightings).referee).is_over)
        return self._read

    def close(self) -> None:
        """Let go of the watched table, and see that it is done; may be asked twice."""
        self._leave()
        if self._left is not None:
            self._left.join()

    def _leave(self) -> None:
        """Let go of the watched table: nobody waits for a camera that is slow about it, unless they want it next."""
        if self._watcher is not None:
            self._watcher.stop()
            self._left, self._watcher = self._watcher, None
        self.wrong.close()

    def await_free(self) -> None:
        """Wait until whoever watched before has let go of the camera; for those who open it, in their own thread."""
        if self._left is not None:
            self._left.join(LEAVING_S)

    @property
    def is_watching(self) -> bool:
        """Whether a camera follows the game."""
        return self._watcher is not None and self.status.camera is not CameraState.RENDERED

    @property
    def is_of_a_camera(self) -> bool:
        """Whether a camera has seen anything of the game."""
        return self.session is not None and self.session.is_watched

    def stop_watching(self) -> None:
        """Let go of the camera; the game stays open, by hand."""
        self._leave()
        self.status = TableStatus()

    # A pause

    @property
    def may_pause(self) -> bool:
        """Whether somebody watches a game that people play."""
        return self._watcher is not None and not self.is_shown

    @property
    def is_paused(self) -> bool:
        """Whether what is seen is held back."""
        return self._watcher is not None and self._hearing is not None and self._hearing.is_paused

    def pause(self) -> None:
        """Hold back what is seen from now on."""
        if self.may_pause and self._hearing is not None and self.session is not None:
            self._hearing.pause()
            self.paused = self.session.id

    def end_pause(self) -> None:
        """Tell what lies differently since the pause began."""
        if self.session is None or self._hearing is None or not self.is_paused:
            return
        self.paused, drafts = None, self._drafts
        pictures = self._hearing.go_on(self._clock() - self._opened_s)
        self._picture(self.session, {(each.zone, each.index): each.picture for each in pictures})
        self._see(self.session)
        self._take_up(drafts)

    # Pictures that are kept

    def keep_pictures(self, kept: KeptPictures) -> None:
        """Keep pictures of what is told, of what was read wrongly, or none."""
        self.keeps_evidence = kept is KeptPictures.ALL
        self.wrong.switch(is_on=kept is not KeptPictures.NONE)

    @property
    def may_keep_case(self) -> bool:
        """Whether the last pictures are there to be kept."""
        return self.wrong.is_kept and not self.is_shown

    def keep_case(self, *answers: Answer) -> None:
        """Keep the last pictures with what was told and answered."""
        if self.session is not None and self._hearing is not None and self.may_keep_case:
            self.wrong.keep(self.journal, self.session, self._hearing, *answers)

    def _overruling(self, session: Session, intent: Intent) -> Answer | None:
        """An answer that overrules the eye."""
        if self._hearing is None:
            return None
        return self.wrong.overruling(intent, session, self._hearing, self._clock() - self._opened_s)

    # What happens

    def take_in(self) -> bool:
        """Hear what the watching thread said; whether anything became different."""
        news = [] if self._watcher is None else self._watcher.heard()
        before = self._unkept
        told = [each for each in news if not isinstance(each, TableStatus | ZonePictures)]
        self.status = next((each for each in reversed(news) if isinstance(each, TableStatus)), self.status)
        if self.is_paused and self._hearing is not None:
            self._hearing.hold(*told)
            told, news = [], []
        facts = [each for each in told if not isinstance(each, CardPicture)]
        if facts or self._is_due():
            known = self._lines
            self._keep(*facts)
            self._keep_evidence(known, [each for each in news if isinstance(each, ZonePictures)])
        self._keep_pictures([each for each in told if isinstance(each, CardPicture)])
        is_noted = self.wrong.take_in(self.words)
        return self.backroom.take_in() or bool(news) or is_noted or before != self._unkept

    def _keep_pictures(self, pictures: list[CardPicture]) -> None:
        """Pictures of cards that could not be read, from the places where the game has them."""
        if self._hearing is not None and self.session is not None:
            spots = {self._hearing.spot(each.zone, each.index): each.picture for each in pictures}
            self._picture(self.session, spots)

    def _picture(self, session: Session, spots: dict[tuple[Zone, int], Picture]) -> None:
        """Keep pictures with the cards that lie there: their places may become others."""
        lying = {spot: session.referee.mirror.at(*spot) for spot in spots}
        self._pictures |= {card.id: spots[spot] for spot, card in lying.items() if card is not None}

    # What facts looked like

    @property
    def _lines(self) -> tuple[SeenLine, ...]:
        return () if self.session is None else self.session.sightings.lines

    def _keep_evidence(self, known: tuple[SeenLine, ...], pictures: list[ZonePictures]) -> None:
        """Keep the pictures of facts with the lines that tell them; a line that tells of another zone has none."""
        is_kept = self.keeps_evidence and not self.is_shown
        if self.evidence is None or self._hearing is None or self.session is None or not is_kept:
            return
        for line in self._lines[len(known) :]:
            zone = told_zone(line.heard)
            eye_zone = None if zone is None else self._hearing.eye_zone(zone)
            found = next((each for each in pictures if each.zone == eye_zone), None)
            if found is not None:
                pictures.remove(found)
                self.evidence.keep(self.session.id, line.number, found)

    def pair(self, game: GameId, line: int) -> Pair | None:
        """What a line of a game looked like, once that is found."""
        evidence = self.evidence
        if evidence is None:
            return None
        found = self.backroom.ask("evidence", ("evidence", game, line), lambda: evidence.pair(game, line))
        return found if isinstance(found, Pair) else None

    def do(self, intent: Intent) -> bool:
        """Do what was touched; if that can't be, `refused` says why."""
        if self.session is None:
            return False
        answer = self._overruling(self.session, intent)
        message = self._done(self.session, intent)
        self.refused = "" if message is None else self.words.say(message)
        if message is None:
            self._see(self.session)
            if answer is not None:
                self.keep_case(answer)
        return message is None

    def _done(self, session: Session, intent: Intent) -> Message | None:
        """Do something, after what waits to be kept; or say why not."""
        self.catch_up()
        if self._unkept is not None:
            return unkept(self._unkept)
        try:
            return session.do(intent, self._clock() - self._opened_s)
        except JournalUnreachable as unreachable:
            return unkept(unreachable.fault)

    def catch_up(self) -> None:
        """Write down what was seen and waits to be kept, before anything is said about the table."""
        if self._hearing is not None and self._hearing.waiting:
            self._keep()

    def _keep(self, *facts: Fact) -> None:
        """Write down what was seen, and what waits since the journal could not be written; then show it."""
        self._tried_s = self._clock()
        if self.session is not None and self._hearing is not None and self._hearing.hear(*facts):
            drafts = self._drafts
            self._see(self.session)
            self._take_up(drafts)

    def _is_due(self) -> bool:
        """Whether it is time to try again to write what waits."""
        return self._unkept is not None and self._clock() - self._tried_s >= TRY_AGAIN_S

    @property
    def _unkept(self) -> Message | None:
        return None if self._hearing is None else self._hearing.fault

    def count_collection(self) -> None:
        """Somebody says that the last collection counts, although it may still be refused."""
        if self.session is not None:
            self._certain = len(self.session.game.collections)
            self._see(self.session)

    def certain(self, game: GameId) -> int:
        """How many collections of a game count because somebody said so."""
        is_open = self.session is not None and self.session.id == game and not self.is_shown
        return self._certain if is_open else 0

    def say_gone(self, *leftovers: str) -> None:
        """Somebody says that what was given by hand and taken back is not there."""
        if self.session is not None:
            self.gone |= frozenset(leftovers)
            self._see(self.session)

    # Giving a card by hand

    @property
    def draft(self) -> DraftView | None:
        """What may be touched next."""
        return None if self.scene is None else self.scene.draft(self._drafts[-1])

    @property
    def drafted(self) -> CardView | None:
        """The card that is being given, as far as it was touched."""
        return None if self.scene is None else self.scene.drafted(self._drafts[-1])

    @property
    def is_drafting(self) -> bool:
        """Whether a card has been touched but not given yet."""
        return len(self._drafts) > 1

    def touch(self, draft: Draft) -> None:
        """One more touch; a card that nothing more can be said of is given at once."""
        self._drafts.append(draft)
        view = self.draft
        if view is not None and view.act is not None and not view.refusals:
            self.give()

    def _take_up(self, drafts: list[Draft]) -> None:
        """Go on with a card half given, although the table changed meanwhile; unless it can't be given any more."""
        view = None if self.scene is None else self.scene.draft(drafts[-1])
        if view is not None and (view.options or view.act is not None):
            self._drafts = drafts

    def give(self) -> None:
        """Give the drafted card."""
        view = self.draft
        if view is not None and view.act is not None:
            self.do(Perform(view.act))

    def back(self) -> None:
        """Take the last touch back, or the last line of the game."""
        if self.is_drafting:
            self._drafts.pop()
        else:
            self.do(Undo())

    # What there is to see

    @property
    def status_view(self) -> StatusView:
        """The line at the edge."""
        fault = None if self._unkept is None else unkept(self._unkept)
        return status_view(replace(self.status, unkept=fault, is_paused=self.is_paused), self.words)

    def chances(self, seat: Seat) -> ChancesView | None:
        """What the next card does to a seat; counted in the backroom, so that it comes a little later."""
        if self.scene is None or not self.scene.has_chances(seat):
            return None
        found = self.backroom.ask("odds", ("odds", seat, self._looks), self.scene.counting(seat))
        return found if isinstance(found, ChancesView) else None

    def picture(self, question: QuestionView) -> Picture | None:
        """What the camera saw of a card that it could not read; nothing is kept of cards that nobody asks about."""
        asked = {each.id for each in (() if self.scene is None else self.scene.questions)}
        self._pictures = {card: each for card, each in self._pictures.items() if card in asked}
        return self._pictures.get(question.id)

    def answers(self, question: QuestionView) -> tuple[AnswerView, ...]:
        """What a question may be answered with: the cards that its picture looks like, once that is worked out."""
        picture, liken = self.picture(question), self._liken
        if self.scene is None or picture is None or liken is None or question.card is not None:
            return question.answers
        likely = self.backroom.ask("likely", ("likely", picture), lambda: liken(picture))
        if likely is None:
            return ()
        return (self.scene.answers(likely) if isinstance(likely, tuple) else ()) or question.answers

    def speak(self, words: Words) -> None:
        """Say everything in another language."""
        self.words, self.refused = words, ""
        if self.session is not None:
            drafts = self._drafts
            self._see(self.session)
            self._drafts = drafts

    def _watch(self, session: Session, feed: Feed) -> None:
        hearing = self._open(session)
        self.status = feed.status
        start = hearing.seen if hearing.is_known else None
        self._watcher, self._liken = Watcher(feed, start, self._left), feed.liken
        self.wrong.follow(feed.cases)

    def _open(self, session: Session) -> Hearing:
        self._leave()
        self.session, self.status, self.refused, self.is_shown = session, TableStatus(), "", False
        self.left, self._certain, self.gone = session.id, 0, frozenset()
        self._hearing = hearing = Hearing(session)
        self._pictures, self._liken = {}, None
        self._opened_s = self._clock()
        self._see(session)
        return hearing

    def _see(self, session: Session) -> None:
        """See the game anew; a card half given was for the game as it was."""
        self._looks += 1
        self.scene = Scene(session, Phrases(self.words, session.setup.whole_deck), self._certain, self.gone)
        self._drafts = [START]

    @property
    def _now(self) -> str:
        return self.calendar.now().isoformat(timespec="seconds")
