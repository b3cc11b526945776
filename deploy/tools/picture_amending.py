"""What is photographed of putting right: undone and brought back, asked once, pending, likely, the thread lost."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING

from companion.facts import Fact, Placed, Way
from companion.games.vedrfolnir.acts import Give, Played
from companion.games.vedrfolnir.catalogue import Set
from companion.games.vedrfolnir.mistakes import MistakeId
from companion.games.vedrfolnir.referee import Referee
from companion.games.vedrfolnir.session import Perform
from companion.games.vedrfolnir.setup import Setup, deck_in_play
from companion.games.vedrfolnir.simulation import simulate_from
from companion.games.vedrfolnir.zones import stake, won
from companion.intents import Correct
from companion.places import Seat
from companion.words import Message
from deploy.evening import played_evening
from tests.practice.blunders import blunder_evening_of
from ui.desk import Desk
from ui.flow import Place

if TYPE_CHECKING:
    from ui.app import CompanionApp

Scenes = Iterator[str]
# After so many facts of these evenings somebody may still refuse what makes a collection, or two readings are as good.
PENDING_SEED, PENDING_FACTS = 2, 192
ALONE_SEED, ALONE_FACTS = 4, 63
LIKELY_SEED, LIKELY_FACTS = 3, 103
# So many facts later the collection is cleared.
CLEARING_FACTS = 30
QUIET_FACTS = 40
GIVEN, DRAWN = Played("sleipnir-1s"), (Played("freyja-1s"),)
ANOTHER = "odin-3r-2s"
FOREIGN = ("surtr-1r-1s#01", "surtr-2r-1s#01", "fenrir-0s#01")


def amending_scenes(app: "CompanionApp", setup: Setup, alone: Setup) -> Scenes:
    """Every picture's name in turn, from a game for some and one for one."""
    yield from _pending(app, setup)
    yield from _pending_alone(app, alone)
    yield from _taken_back(app, setup)
    yield from _set_up(app)
    yield from _likely(app, setup)
    yield from _lost(app, setup)


def _pending(app: "CompanionApp", setup: Setup) -> Scenes:
    """A collection that may still be refused; then the uppermost card that was won, and what another would change."""
    facts = iter(played_evening(setup, simulate_from(setup, f"pending {PENDING_SEED}").acts, PENDING_SEED).facts)
    _sit(app, setup, islice(facts, PENDING_FACTS))
    yield "pending"
    _hear(app.desk, islice(facts, CLEARING_FACTS))
    _put_aside(app)
    pile = won(setup.players[2])
    app.look_at_top(pile)
    yield "top-of-a-pile"
    if app.desk.scene is not None:
        card = app.desk.scene.phrases.card_named(ANOTHER)
        asked = Message("mistake-screen.is", {"was": app.screen.name_words, "card": card})
        app.ask(Correct(ANOTHER, pile, None), asked)
        yield "amend-card"


def _pending_alone(app: "CompanionApp", setup: Setup) -> Scenes:
    facts = played_evening(setup, simulate_from(setup, f"p{ALONE_SEED}").acts, ALONE_SEED).facts
    _sit(app, setup, facts[:ALONE_FACTS])
    yield "pending-solo"


def _taken_back(app: "CompanionApp", setup: Setup) -> Scenes:
    """A card given by touch and taken back: what lies there, whose it is; and what redo brings back."""
    facts = played_evening(setup, simulate_from(setup, "taken back").acts, 1).facts
    told, free = _quiet(setup, facts)
    _sit(app, setup, facts[:told])
    app.do(Perform(Give(GIVEN, free, DRAWN)))
    _put_aside(app)
    app.undo()
    yield "amend-undo"
    app.confirm()
    yield "leftover"
    app.screen.put_back()
    _put_aside(app)
    yield "redo"
    app.redo()
    yield "amend-redo"
    app.back()


def _set_up(app: "CompanionApp") -> Scenes:
    """Another order, another name, one expansion fewer."""
    app.what_we_play()
    sheet = app.sheet.moved(1, 1).switched(Set.WINTER)
    app.fill_in(sheet.named(0, sheet.people[0]._replace(name="Asta")))
    yield "what-we-play-changed"
    app.screen.preview()
    yield "amend-set-up"


def _likely(app: "CompanionApp", setup: Setup) -> Scenes:
    evening = blunder_evening_of(setup, MistakeId.WON_TOUCHED, LIKELY_SEED)
    if evening is not None:
        _sit(app, evening.setup, evening.facts[:LIKELY_FACTS])
        yield "likely"


def _lost(app: "CompanionApp", setup: Setup) -> Scenes:
    """Three cards of a set that nobody plays with."""
    whole = setup.whole_deck
    base = replace(setup, sets=(Set.BASE,), deck=deck_in_play(whole, setup.mode, (Set.BASE,)), whole=whole)
    seats = zip(base.players, FOREIGN, strict=False)
    facts = [Placed(at, card, stake(seat), 0, Way.UPRIGHT) for at, (seat, card) in enumerate(seats, 1)]
    app.desk.begin(base)
    app.sit_down()
    _hear(app.desk, facts)
    app.look()
    yield "lost-thread"
    app.screen.play_with()
    yield "amend-expansion"


def _quiet(setup: Setup, facts: tuple[Fact, ...]) -> tuple[int, Seat]:
    """After how many facts nothing is owed in the middle of a turn, and who is without a card then."""
    referee = Referee(setup)
    for number, fact in enumerate(facts, start=1):
        referee.follow(fact)
        free = [each for each in setup.seats if each not in referee.game.served]
        if number > QUIET_FACTS and not referee.open_steps and 1 < len(free) < len(setup.seats):
            return number, free[0]
    return 0, setup.seats[0]


def _sit(app: "CompanionApp", setup: Setup, facts: Iterable[Fact]) -> None:
    """A game of which a camera tells this, at its table."""
    app.desk.begin(setup)
    app.sit_down()
    _hear(app.desk, facts)
    _put_aside(app)


def _hear(desk: Desk, facts: Iterable[Fact]) -> None:
    if desk.session is not None:
        desk.session.hear(*facts)
        desk.speak(desk.words)


def _put_aside(app: "CompanionApp") -> None:
    """Until the table is shown, or the guide of somebody alone."""
    app.look()
    while app.screen.place not in (Place.TABLE, Place.SOLO):
        app.back()
