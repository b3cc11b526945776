"""What is photographed: the screens in the order of an evening, all from fixed games."""

from collections.abc import Iterator
from itertools import islice
from typing import TYPE_CHECKING

from companion.facts import UNKNOWN, Fact, Placed, Way
from companion.games.vedrfolnir.catalogue import Set
from companion.games.vedrfolnir.decks import default_deck
from companion.games.vedrfolnir.mistakes import MistakeId
from companion.games.vedrfolnir.rulings import Rulings
from companion.games.vedrfolnir.session import Perform
from companion.games.vedrfolnir.setup import Mode, Setup, deck_in_play
from companion.games.vedrfolnir.simulation import simulate_from
from companion.games.vedrfolnir.writing import act_line, header_line
from companion.games.vedrfolnir.zones import stake
from companion.journal import GameId
from companion.pictures import CardPicture
from companion.places import Seat
from companion.status import CameraState, TableStatus
from deploy.picturing import liken
from deploy.tools.picture_amending import amending_scenes
from deploy.tools.picture_set_up import set_up_scenes
from deploy.tools.unread_card import unread_card
from tests.practice.blunders import Evening, blunder_evening_of
from ui.desk import Desk
from ui.feeding import Feed, News
from ui.flow import Place
from ui.memory import OFF, ON, ThemeName
from ui.past import known_games, last_game
from ui.people import Person
from ui.sheet import GameSheet

if TYPE_CHECKING:
    from ui.app import CompanionApp

PLAYERS = tuple(map(Seat, ("Astrid", "Bjorn", "Freydis", "Harald", "Ingrid", "Sigurd")))
SETS = (Set.BASE, Set.SPRING, Set.WINTER)
SEED = "evening 19"
EARLY_ACTS = 82
SOLO_SEED, SOLO_PILE = "evening 2", 3
MISTAKE_SEED, STEPS_DONE = 3, 5
EVENINGS = 8
UNREAD, TURN_DEG = "surtr-2r-3s", 12.0

# A screen that is on the window when its name comes; None while one is still being made ready.
Scenes = Iterator[str | None]


def scenes(app: "CompanionApp") -> Scenes:
    """Every picture's name in turn."""
    yield "home"
    yield from _starting(app)
    yield from _evening(app)
    yield from _alone(app)
    app.go(Place.HOME)
    app.go(Place.SETTINGS)
    yield "settings"
    app.go(Place.HOME)
    app.go(Place.TABLE_AND_DECK)
    yield "table-and-deck"
    yield from _greeted(app)
    yield from set_up_scenes(app)
    yield from _settled(app)
    yield from _past(app)
    yield from amending_scenes(app, _setup(PLAYERS[:4]), _alone_setup())


def _greeted(app: "CompanionApp") -> Scenes:
    """A day that has to be asked for, and a journal that was rescued."""
    app.go(Place.DAY)
    yield "day"
    app.back()
    app.go(Place.RESCUED)
    yield "rescued"
    app.know_rescue()


def _starting(app: "CompanionApp") -> Scenes:
    """A new game being filled in."""
    people = tuple(Person(name, token) for token, name in enumerate(PLAYERS))
    app.sheet = GameSheet(people, (Person("Leif", 6), Person("Ylva", 7)), first=2)
    app.go(Place.NEW_GAME)
    yield "new-game"
    app.look_at_person(1)
    yield "player"
    app.back()
    app.go(Place.STARTER)
    yield "starter"
    app.back()
    app.go(Place.RULINGS)
    yield "rulings"
    app.go(Place.HOME)


def _evening(app: "CompanionApp") -> Scenes:
    """A game for six, from some cards on the table to the scores."""
    desk, setup = app.desk, _setup(PLAYERS)
    acts = iter(simulate_from(setup, SEED).acts)
    desk.begin(setup)
    app.go(Place.TABLE)
    for act in islice(acts, EARLY_ACTS):
        desk.do(Perform(act))
    yield from _early(app)
    yield from _left(app)
    for act in acts:
        app.do(Perform(act))
        if app.screen.place is Place.COLLECTION and _is_shared(desk):
            break
        if app.screen.place is Place.COLLECTION:
            app.back()
    yield "collection"
    for act in acts:
        desk.do(Perform(act))
    app.look()
    app.back()
    yield "scores"
    app.screen.turn()
    yield "race"
    yield from _over(app)
    app.look_at_won(PLAYERS[0])
    yield "won"


def _over(app: "CompanionApp") -> Scenes:
    """The menu after a game."""
    app.go(Place.HOME)
    while not app.screen.last:
        app.desk.take_in()
        app.look()
        yield None
    yield "home-after"
    app.look_at_scores()


def _left(app: "CompanionApp") -> Scenes:
    """The menu while that game is under way, and what is said before another one."""
    app.go(Place.HOME)
    while last_game(app.desk) is None:
        app.desk.take_in()
        yield None
    app.look()
    yield "home-under-way"
    app.new_game()
    yield "under-way"
    app.resume()


def _early(app: "CompanionApp") -> Scenes:
    """A table with some cards on it."""
    app.look()
    yield "table"
    worn = app.theme_name
    app.wear(ThemeName.LIGHT)
    yield "table-light"
    app.wear(worn)
    app.keep(odds=ON)
    app.look_at(PLAYERS[0])
    yield from _counted(app, PLAYERS[0])
    yield "seat"
    app.keep(odds=OFF)
    app.back()
    app.look_at_card(stake(PLAYERS[4]), 5)
    yield "card"
    app.go(Place.NAMING)
    yield "naming"
    app.back()
    app.back()
    app.undo()
    yield "amend"
    app.back()
    app.what_we_play()
    yield "what-we-play"
    app.go(Place.TABLE)
    app.go(Place.BY_HAND)
    yield "by-hand"
    app.go(Place.TABLE)


def _counted(app: "CompanionApp", seat: Seat) -> Scenes:
    """Until the odds of a seat are known."""
    while app.desk.chances(seat) is None:
        app.desk.take_in()
        yield None
    app.look()


def _alone(app: "CompanionApp") -> Scenes:
    """Brynhildr's guide while her pile is revealed."""
    setup = _alone_setup()
    app.desk.begin(setup)
    for act in simulate_from(setup, SOLO_SEED).acts:
        app.desk.do(Perform(act))
        game = None if app.desk.session is None else app.desk.session.game
        if game is not None and game.is_revealing and game.pile > SOLO_PILE:
            break
    app.sit_down()
    app.back()
    app.go(Place.SOLO)
    yield "solo"


def _settled(app: "CompanionApp") -> Scenes:
    """A mistake half put right, and a card that nobody could read."""
    desk = app.desk
    app.go(Place.HOME)
    app.go(Place.TABLE)
    evening = blunder_evening_of(_setup(PLAYERS[:4]), MistakeId.MISSED_COLLECTION, MISTAKE_SEED)
    if evening is not None:
        desk.begin(evening.setup)
        _hear(desk, evening.facts)
        app.look()
        yield "mistake"
        yield from _waiting(app, evening)
    desk.follow(_unread(_setup(PLAYERS[:4])))
    while not (desk.scene is not None and desk.scene.questions and desk.answers(desk.scene.questions[0])):
        desk.take_in()
        yield None
    app.look()
    yield "question"


def _waiting(app: "CompanionApp", evening: Evening) -> Scenes:
    """The same mistake, come while somebody gives a card by hand."""
    app.go(Place.HOME)
    app.go(Place.TABLE)
    app.back()
    app.go(Place.BY_HAND)
    app.desk.begin(evening.setup)
    app.look()
    _hear(app.desk, evening.facts)
    app.look_again()
    yield "waiting"
    app.go(Place.TABLE)


def _unread(setup: Setup) -> Feed:
    """A table with a card on it that nobody can read."""
    zone, deck = stake(PLAYERS[1]), default_deck()
    prints = [each.name for each in setup.deck.copies]
    seen = CardPicture(zone, 0, unread_card(deck, UNREAD, TURN_DEG))
    news: tuple[News, ...] = (Placed(1.0, UNKNOWN, zone, 0, Way.UPRIGHT), seen)
    return Feed(setup, None, lambda _, __: news, TableStatus(CameraState.WATCHING), liken(deck, prints))


def _hear(desk: Desk, facts: tuple[Fact, ...]) -> None:
    """Let a camera tell this, up to a mistake of which some steps are done."""
    session = desk.session
    if session is None:
        return
    steps = STEPS_DONE
    for fact in facts:
        session.hear(fact)
        steps -= any(not each.is_settled for each in session.referee.mistakes)
        if not steps:
            break
    desk.speak(desk.words)


def _past(app: "CompanionApp") -> Scenes:
    """Games of other evenings, once the question was put aside."""
    app.back()
    journal = app.desk.journal
    for number in range(EVENINGS):
        setup = _setup(PLAYERS[: 4 + number % 3])
        simulated = simulate_from(setup, f"{SEED} {number}")
        started = f"2026-11-{10 + number}T19:30:00+00:00"
        journal.add(header_line(setup), None, started, map(act_line, simulated.acts))
    app.go(Place.HOME)
    app.go(Place.HISTORY)
    while len(known_games(app.desk, journal.games())) < len(journal.games()):
        app.desk.take_in()
        yield None
    app.look()
    yield "history"
    app.go(Place.STATISTICS)
    yield "statistics"
    app.back()
    app.look_back_at(GameId(1))
    app.screen.go_to(EARLY_ACTS)
    yield "past-game"
    app.go(Place.DELETE)
    yield "delete"


def _setup(players: tuple[Seat, ...]) -> Setup:
    deck = deck_in_play(default_deck(), Mode.STANDARD, SETS)
    return Setup(Mode.STANDARD, SETS, players, players[0], Rulings(), deck)


def _alone_setup() -> Setup:
    return Setup(Mode.SOLO, SETS, (), None, Rulings(), deck_in_play(default_deck(), Mode.SOLO, SETS))


def _is_shared(desk: Desk) -> bool:
    """Whether the last collection has a majority table."""
    last = None if desk.scene is None else desk.scene.last_collection
    return last is not None and bool(last.majority)
