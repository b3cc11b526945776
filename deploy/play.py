"""`companion play`: a game followed live, refereed, kept in the journal and told."""

import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory

from companion.facts import Fact
from companion.games.vedrfolnir.blunders import blunder_evening_of
from companion.games.vedrfolnir.mistakes import MistakeId
from companion.games.vedrfolnir.phrases import Phrases
from companion.games.vedrfolnir.session import Session
from companion.games.vedrfolnir.setup import DUO_PLAYERS, Mode, Setup
from companion.games.vedrfolnir.simulation import NAMES, simulate_from
from companion.journal import Journal
from companion.words import Message
from deploy.evening import Evening, played_evening
from deploy.games import with_journal
from deploy.notifying import Pulse
from deploy.play_words import Telling
from deploy.rendered import Manner, film_of, own_faces, rendered_profile
from deploy.terminal import BAD_FILE, DONE, Terminal
from deploy.watch import Joins, Unwatchable, WantedWatch, described_game, watched_table, whole_deck
from deploy.watch_words import FaultWords
from deploy.watching import Asked, Halt, Watch, beating, stuck_told
from ui.window import has_display
from vision.frames import BadSource, Fault, of_size

# The source of a table that nothing looks at.
BY_HAND = "hand"
# A whole game for somebody who has never seen one: within a minute.
SHOWN_S = 45.0
NAP_S = 0.05
FASTEST = 1e6
SHOWN_SEATS = 4
SHOWN_PX = (1280, 720)
SHOWN_SEED = 1
# What hands do wrongly once in a shown game; the first that the game has an occasion for.
SHOWN_MISTAKES = (MistakeId.WRONG_SHARE, MistakeId.NO_REMOVAL, MistakeId.SECOND_CARD)


@dataclass(frozen=True, slots=True)
class WantedPlay:
    """The options as they were typed; without a source, the rendered table plays."""

    watch: WantedWatch
    source: str | None = None
    speed: str | None = None
    journal: str | None = None
    is_headless: bool = True


@dataclass(frozen=True, slots=True)
class Feed:
    """A game to follow: its set-up, its deck file, and what happens at its table."""

    setup: Setup
    deck_text: str | None
    events: Iterable[Fact | Fault]


def run_play(terminal: Terminal, wanted: WantedPlay, joins: Joins) -> int:
    """Follow a game on the screen, if there is one to be seen; else here in the terminal."""
    if wanted.is_headless or not has_display():
        return _run_told(terminal, wanted, joins)
    # Kivy opens its window when it is imported.
    from deploy.window import run_window  # noqa: PLC0415 - not without a display

    return run_window(terminal, wanted, joins)


def _run_told(terminal: Terminal, wanted: WantedPlay, joins: Joins) -> int:
    """Follow a game until its source ends or somebody asks to stop; then the scores."""
    if wanted.source == BY_HAND:
        terminal.warn(terminal.say("play.no-screen"))
        return BAD_FILE
    with ExitStack() as held, Halt() as halt:
        try:
            feed = _shown(wanted, halt) if wanted.source is None else _watched(wanted, joins, halt, held)
        except (BadSource, Unwatchable) as bad:
            terminal.warn(terminal.words.say(bad.message))
            return BAD_FILE
        journal = wanted.journal
        if journal is None and wanted.source is None:
            # A game that nobody played is not one of the table's.
            journal = str(Path(held.enter_context(TemporaryDirectory())) / "shown.sqlite")
        return with_journal(terminal, journal, lambda opened: _follow(terminal, feed, opened))


def _follow(terminal: Terminal, feed: Feed, journal: Journal) -> int:
    """Hear and tell everything that happens."""
    started = datetime.now(UTC).isoformat(timespec="seconds")
    session = Session.start(journal, feed.setup, feed.deck_text, started)
    telling = Telling(Phrases(terminal.words, feed.setup.deck), session.referee)
    terminal.show(telling.opening(feed.setup))
    faults = FaultWords(terminal)
    for event in feed.events:
        if isinstance(event, Fault):
            faults.tell(event)
            continue
        session.hear(event)
        for line in telling.changes(session.referee):
            terminal.show_now(line)
    faults.finish()
    terminal.show(telling.closing(session.referee))
    return DONE


def _watched(wanted: WantedPlay, joins: Joins, halt: Halt, held: ExitStack) -> Feed:
    """A table that a source shows."""
    watched = watched_table(wanted.watch, joins)
    sight = joins.sight(watched.profile, watched.setup, watched.deck, None)
    source = held.enter_context(watched.source)
    pulse = Pulse()
    glimpses = halt.until(of_size(beating(source, pulse), watched.profile.camera.size_px))
    return Feed(watched.setup, deck_text_of(wanted.watch), stuck_told(Watch(sight).events(glimpses), pulse))


def deck_text_of(wanted: WantedWatch) -> str | None:
    """The deck file that the options name, as it is written."""
    return None if wanted.deck is None else Path(wanted.deck).read_text(encoding="utf-8")


def _shown(wanted: WantedPlay, halt: Halt) -> Feed:
    """A game that the rendered table plays, with one mistake in it and how it is put right."""
    speed = None if wanted.speed is None else speed_of(wanted.speed)
    setup, deck_text = played_game(wanted.watch)
    facts = shown_facts(setup, wanted.watch.deck)
    return Feed(setup, deck_text, paced(facts, speed, halt))


def played_game(wanted: WantedWatch) -> tuple[Setup, str | None]:
    """The game that the options describe, with names for whoever has none, and its deck file."""
    return described_game(wanted, list(NAMES[: DUO_PLAYERS if wanted.mode == Mode.DUO else SHOWN_SEATS]))


def shown_facts(setup: Setup, deck: str | None) -> tuple[Fact, ...]:
    """What happens in a shown game, at the times of its film."""
    manner = Manner(seed=SHOWN_SEED)
    profile = rendered_profile(setup, SHOWN_PX, manner.difficulty)
    return tuple(film_of(_shown_evening(setup), profile, own_faces(whole_deck(deck)), manner).truth())


def _shown_evening(setup: Setup) -> Evening:
    for mistake in SHOWN_MISTAKES:
        blundered = blunder_evening_of(setup, mistake, SHOWN_SEED)
        if blundered is not None:
            return Evening(setup, blundered.facts)
    return played_evening(setup, simulate_from(setup, str(SHOWN_SEED)).acts, SHOWN_SEED)


def speed_of(text: str) -> float:
    """How many times as fast as real hands."""
    try:
        speed = float(text)
    except ValueError:
        speed = 0.0
    if not 0 < speed <= FASTEST:
        raise Unwatchable(Message("play.bad-speed", {"speed": text}))
    return speed


def paced(facts: Sequence[Fact], speed: float | None, asked: Asked) -> Iterator[Fact]:
    """The facts when they happen, until somebody asks to stop; without a speed, all within a minute."""
    started_s = time.monotonic()
    speed = speed or max(1.0, facts[-1].at_s / SHOWN_S if facts else 1.0)
    for fact in facts:
        while not asked.is_asked and (wait_s := started_s + fact.at_s / speed - time.monotonic()) > 0:
            time.sleep(min(NAP_S, wait_s))
        if asked.is_asked:
            return
        yield fact
