"""Games of the journal as the screen looks back at them."""

from datetime import datetime
from functools import cached_property

from companion.facts import Absent
from companion.games.vedrfolnir.history import PastGame, past_game
from companion.games.vedrfolnir.ledger import judged
from companion.games.vedrfolnir.outcome_views import certain_game
from companion.games.vedrfolnir.phrases import Phrases
from companion.games.vedrfolnir.retelling import Retelling
from companion.games.vedrfolnir.session import Session, journal_sightings
from companion.games.vedrfolnir.sightings import SetUpAnew, Sightings
from companion.journal import GameEntry, GameId, Journal
from companion.journal_errors import JournalUnreachable, UnknownGame
from companion.lines import Unreadable
from companion.words import Message, Words
from ui.backroom import Broken
from ui.desk import Desk
from ui.scene import Scene


def kept_games(desk: Desk) -> tuple[GameEntry, ...]:
    """The games of the journal, the newest first; none if the system refuses it."""
    try:
        return desk.journal.games()
    except JournalUnreachable:
        return ()


def known_games(desk: Desk, entries: tuple[GameEntry, ...]) -> list[PastGame]:
    """What is known of these games by now; the rest is being worked out."""
    found = (_asked(desk, each) for each in entries)
    return [each for each in found if isinstance(each, PastGame)]


def _asked(desk: Desk, entry: GameEntry) -> object:
    certain = desk.certain(entry.id)
    about, key = f"game-{entry.id}", (str(desk.journal.path), entry.id, entry.facts, certain)
    known, unreadable = desk.backroom.found(key), PastGame(entry.id, entry.started, entry.facts)
    if known is not None:
        return unreadable if isinstance(known, Broken) else known
    try:
        lines = desk.journal.lines(entry.id)
    except JournalUnreachable:
        return unreadable
    return desk.backroom.ask(about, key, lambda: past_game(entry, lines, certain))


def day(started: str) -> str:
    """When a game began, as a clock on the wall had it."""
    try:
        return f"{datetime.fromisoformat(started).astimezone():%Y-%m-%d %H:%M}"
    except ValueError:
        return started


def points_words(game: PastGame) -> str:
    """Everybody's points; no line breaks between a name and its points."""
    return "\u00a0· ".join(f"{each.seat}\u00a0{each.points}".replace(" ", "\u00a0") for each in game.points)


def result_words(game: PastGame, words: Words) -> str:
    """How a game ended, if it did."""
    if game.mode is None:
        return words.text("history.unreadable")
    if not game.is_over:
        return words.text("history.open")
    if not game.winners:
        return words.text("history.nobody")
    key = "history.won" if len(game.winners) == 1 else "history.shared"
    return words.say(Message(key, {"seats": ", ".join(game.winners)}))


def last_game(desk: Desk) -> PastGame | None:
    """The game that was played last, once it is worked out."""
    try:
        entry = desk.last_entry
    except JournalUnreachable:
        return None
    return None if entry is None else next(iter(known_games(desk, (entry,))), None)


class Rewound:
    """One game of the journal at any of its lines; nothing of it is changed."""

    def __init__(self, journal: Journal, game: GameId, sightings: Sightings) -> None:
        self.game = game
        self._journal, self._sightings = journal, sightings
        self.lines = len(sightings.lines)

    @cached_property
    def is_over(self) -> bool:
        """Whether it was played to its end, and nobody may refuse that any more."""
        return certain_game(judged(self._sightings).referee).is_over

    def scene(self, at: int, words: Words) -> Scene:
        """Everything there is to see after so many lines."""
        part = Sightings(self._sightings.setup, self._sightings.lines[:at])
        return Scene(Session(self._journal, self.game, part), self._phrases(words))

    def number(self, at: int) -> int:
        """The number of the last of so many lines, as in a file."""
        return self._sightings.lines[at - 1].number

    def said(self, at: int, words: Words) -> str:
        """What the last of so many lines tells."""
        if not at:
            return ""
        line = self._sightings.lines[at - 1]
        is_plain = not isinstance(line.heard, SetUpAnew | Absent)
        told = () if is_plain else self._sightings.lines[:at]
        retold = judged(Sightings(self._sightings.setup, told)).retold(line)
        return Retelling(self._phrases(words)).line(retold)

    @cached_property
    def mistaken(self) -> tuple[int, ...]:
        """After how many lines each mistake was told; those of lines taken back are forgotten."""
        places = {line.number: place for place, line in enumerate(self._sightings.lines, start=1)}
        mistakes = judged(self._sightings).referee.mistakes
        return tuple(sorted(places[each.line] for each in mistakes if each.line in places))

    def _phrases(self, words: Words) -> Phrases:
        return Phrases(words, self._sightings.setup.whole_deck)


def rewound(journal: Journal, game: GameId) -> Rewound | None:
    """A game to step through, if it can be read."""
    try:
        return Rewound(journal, game, journal_sightings(journal, game))
    except (JournalUnreachable, UnknownGame, Unreadable):
        return None
