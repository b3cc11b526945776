"""Every screen with the longest names and numbers: what does not fit its box."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from kivy.uix.widget import Widget

from companion.evidence import Pair
from companion.games.vedrfolnir.acts import Choice, Give, Played
from companion.games.vedrfolnir.catalogue import Set, Side
from companion.games.vedrfolnir.mistakes import MistakeId
from companion.games.vedrfolnir.outcome_views import collection_views
from companion.games.vedrfolnir.rulings import RULINGS, FreyjaFactor
from companion.games.vedrfolnir.session import Perform
from companion.games.vedrfolnir.setup import Mode, Setup
from companion.games.vedrfolnir.sightings import Acted
from companion.games.vedrfolnir.simulation import simulate_from
from companion.games.vedrfolnir.zones import TRIBUTE, VALHALLA, stake
from companion.intents import Undo
from companion.pictures import Picture
from companion.places import Seat
from companion.setting_up import SetUpView, State, Step
from companion.status import CameraState, LightState, TableStatus
from companion.words import Language, Message, Words, catalogue
from tests.games import setup
from tests.past_cases import keep_games
from tests.settling_cases import ask, err, long_setup
from tests.touched import Touched
from ui.desk import Desk
from ui.flow import Place
from ui.memory import OFF, ON, TextSize, ThemeName
from ui.past import known_games
from ui.people import Birthday, Person
from ui.sheet import GameSheet
from ui.widgets.choosing import Offer
from ui.widgets.drawing import Area

LONG = "Wilhelmine-M Maximilienne Wolfgangette Constantinus Bartholomews Guillemettes Hammerschmid Montgommerie"
SEATS = tuple(map(Seat, LONG.split()))
PHOTO = Picture(4, 2, b"abc" * 8)
LONG_MISTAKES = (MistakeId.MISSED_COLLECTION, MistakeId.WRONG_SHARE, MistakeId.ORDER_CHANGED)

# Where people are busy before or after a game.
BUSY = (
    Place.HOME,
    Place.UNDER_WAY,
    Place.NEW_GAME,
    Place.PLAYER,
    Place.STARTER,
    Place.RULINGS,
    Place.TABLE_AND_DECK,
    Place.NEW_TABLE,
    Place.HISTORY,
    Place.STATISTICS,
    Place.SETTINGS,
)
# The words of whatever puts something aside.
ASIDE = ("mistake-screen.later", "go.continue")

Shown = Iterator[str]


def fit(folder: Path) -> object:
    """Every screen, each language in one of the themes: a theme changes no text."""
    window = Touched(folder / "games.sqlite")
    play(window, long_setup(SEATS), 110)
    window.open()
    window.app.sheet = long_sheet()
    keep_games(window.journal, long_setup(SEATS))
    worn = tuple(zip(Language, ThemeName, strict=True))
    found = [each for language, theme in worn for each in measured(window, language, theme, every_screen)]
    play(window, setup(Mode.SOLO), 60)
    found += [each for language, theme in worn for each in measured(window, language, theme, solo_screens)]
    window.close()
    return {
        "misfits": [f"{each.name} {misfit}" for each in found for misfit in each.misfits],
        "screens": sorted({each.name.split()[0] for each in found}),
        "grave": sorted({key for each in found for key, _ in each.grave}),
        "covered": sorted(covered(found)),
    }


class Measured(NamedTuple):
    """A screen: what does not fit; the buttons that put something aside, and the grave ones, by their words."""

    name: str
    misfits: list[str]
    aside: list[tuple[str, Area]]
    grave: list[tuple[str, Area]]


def covered(found: list[Measured]) -> set[str]:
    """Every grave button that lies where a touch put something aside on any screen.

    A set-up leads nowhere but to the table that it set up.
    """
    told = [each for each in found if not each.name.startswith(Place.SET_UP)]
    asides = {(each.name.split()[0], area) for each in told for _, area in each.aside}
    graves = {(each.name.split()[0], said, area) for each in found for said, area in each.grave}
    return {
        f"{said!r} of {screen} lies where {before} puts aside"
        for before, there in asides
        for screen, said, here in graves
        if meets(here, there)
    }


def meets(here: Area, there: Area) -> bool:
    """Whether two areas have more in common than an edge."""
    wide = min(here.x + here.width, there.x + there.width) - max(here.x, there.x)
    high = min(here.y + here.height, there.y + there.height) - max(here.y, there.y)
    return wide > 1 and high > 1


def area(button: Widget) -> Area:
    return Area(*button.to_window(*button.pos), *button.size)


def play(window: Touched, game: Setup, acts: int) -> None:
    """So many acts of a game, given by hand; it is not over then."""
    window.desk.begin(game)
    simulated = simulate_from(game, "fit").acts
    assert acts < len(simulated)
    window.desk.session.hear(*(Acted(0.0, act) for act in simulated[:acts]))  # type: ignore[union-attr]  # it has begun
    window.desk.speak(window.desk.words)


def measured(
    window: Touched, language: Language, theme: ThemeName, screens: Callable[[Touched], Shown]
) -> "Iterator[Measured]":
    """The screens, each shown and measured."""
    window.app.speak(language)
    window.app.wear(theme)
    for name in screens(window):
        place = window.app.screen.place
        window.settle()
        assert place is window.app.screen.place, f"{name}: {place}, {window.app.screen.place}"
        aside = [window.app.words.text(key) for key in ASIDE]
        yield Measured(
            f"{name} {language} {theme}",
            # While something waits, rows may be a little lower than a thumb.
            [*window.misfits(), *(() if name.endswith("-waiting") else window.cramped()), *window.overlaps()],
            [(each.said, area(each)) for each in window.buttons() if each.said in aside],
            [(each.said, area(each)) for each in window.buttons() if each.is_grave],
        )


def long_sheet() -> GameSheet:
    """As many people as there can be, with the longest names, all of whom have birthdays."""
    people = tuple(Person(name, token, Birthday(9, 30)) for token, name in enumerate(SEATS))
    guests = tuple(person._replace(name=f"Other{person.name[:7]}") for person in people)
    return GameSheet(people, guests, first=3).ruled(RULINGS["VED-R7"], FreyjaFactor.TRIPLE)


def every_screen(window: Touched) -> Shown:
    """Every screen in turn, each with its longest words."""
    yield from starting_screens(window)
    yield from table_screens(window)
    yield from hand_screens(window)
    yield from warned_screens(window)
    yield from set_up_screens(window)
    session = window.desk.session
    yield from past_screens(window)
    yield from settings_screens(window)
    yield from settling_screens(window)
    yield from waiting_screens(window)
    if session is not None:
        window.desk._open(session)  # noqa: SLF001  # nothing of it is played anew


def shown(window: Touched, place: Place) -> str:
    """Show a screen, whatever the flow would show."""
    window.app.stage.current = place.value
    window.app.screen.show(window.desk)
    return place.value


def starting_screens(window: Touched) -> Shown:
    """What is seen before a game."""
    app = window.app
    wait_for_games(window)
    yield shown(window, Place.HOME)
    yield shown(window, Place.UNDER_WAY)
    yield from greeting_screens(window)
    yield shown(window, Place.TABLE_AND_DECK)
    yield shown(window, Place.NEW_GAME)
    for mode in Mode:
        app.sheet = replace(app.sheet, mode=mode)
        yield shown(window, Place.NEW_GAME)
        shown(window, Place.RULINGS)
        for number in range(len(app.sheet.open_rulings)):
            app.screen.number = number
            yield shown(window, Place.RULINGS)
    app.sheet, app.person = replace(app.sheet, mode=Mode.STANDARD), 2
    yield shown(window, Place.PLAYER)
    app.screen.typed, app.screen.ids.keyboard.is_accented = "Thor", True
    yield shown(window, Place.PLAYER)
    yield shown(window, Place.STARTER)
    app.screen.asked = 2
    yield shown(window, Place.STARTER)
    app.screen.month = 12
    yield shown(window, Place.STARTER)


def greeting_screens(window: Touched) -> Shown:
    """What is said or asked before people go on."""
    app, words = window.app, window.app.words
    yield shown(window, Place.RESCUED)
    app.screen.found = words.say(Message("rescued.found", {"games": 2345, "facts": 412_345}))
    app.screen.behind = words.say(Message("rescued.behind", {"behind": 12_345}))
    aside = Message("rescued.aside", {"file": "games.sqlite.damaged-20261119T200000Z"})
    app.screen.means = f"{words.say(aside)} {words.text('rescued.means')}"
    yield f"{Place.RESCUED}-behind"
    for year, month in ((0, 0), (2026, 0), (2026, 12)):
        shown(window, Place.DAY)
        app.screen.year, app.screen.month = year, month
        yield f"{shown(window, Place.DAY)}-{bool(year)}-{bool(month)}"


def table_screens(window: Touched) -> Shown:
    """What is seen of a game."""
    app, desk = window.app, window.desk
    lengthen(desk)
    app.seat = SEATS[3]
    app.look_at_card(TRIBUTE, 0)
    app.back()
    for place in (Place.TABLE, Place.SCORES, Place.SEAT, Place.COLLECTION, Place.CARD, Place.WON):
        yield shown(window, place)
    shown(window, Place.SCORES)
    app.screen.turn()
    app.screen.kept = f"/home/{LONG}"[:60]
    yield "race"
    shown(window, Place.SCORES)
    app.screen.is_over = True
    yield "over"
    yield from amending_screens(window)


def amending_screens(window: Touched) -> Shown:
    """What is put right: a line, a card, what the game was begun with."""
    app, desk = window.app, window.desk
    shown(window, Place.TABLE)
    app.screen.may_redo, app.screen.likely = True, app.words.text("likely.said")
    yield "table-likely"
    app.screen.may_redo, app.screen.aside, app.screen.step = True, "✗ 2 ? 1", pending_words(window, "exact")
    yield "table-pending"
    app.screen.may_redo, app.screen.aside, app.screen.collected = False, "", ""
    yield "table-nothing-aside"
    shown(window, Place.BY_HAND)
    app.screen.may_redo = True
    yield "by-hand-redo"
    shown(window, Place.BY_HAND)
    refused = [app.words.text("draft.nornes"), *(app.say("draft.heimdall", {"recipient": each}) for each in SEATS)]
    app.screen.ids.refusals.offer([Offer(each, None, None) for each in refused], lambda _: None)
    yield "by-hand-refusals"
    app.look_at_card(stake(SEATS[3]), 0)
    app.back()
    yield shown(window, Place.NAMING)
    app.undo()
    window.settle()
    yield shown(window, Place.AMEND)
    app.back()
    app.what_we_play()
    app.fill_in(app.sheet.moved(0, 1).switched(Set.SPRING).switched(Set.WINTER))
    yield shown(window, Place.WHAT_WE_PLAY)
    app.screen.preview()
    window.settle()
    yield f"{shown(window, Place.AMEND)}-setup"
    app.back()
    app.back()
    desk.refused = ""


def hand_screens(window: Touched) -> Shown:
    """A card given by hand, touch by touch."""
    desk = window.desk
    for number in range(4):
        shown(window, Place.BY_HAND)
        yield f"{Place.BY_HAND}-{number}"
        if desk.draft is not None and desk.draft.options and number < 3:
            desk.touch(desk.draft.options[0].draft)
    while desk.is_drafting:
        desk.back()


def warned_screens(window: Touched) -> Shown:
    """Screens with everything wrong that a camera can have."""
    app, desk = window.app, window.desk
    unseen = (stake(SEATS[0]), TRIBUTE)
    desk.status = TableStatus(CameraState.NO_MARKS, LightState.DARK, is_own_deck=True, out_of_sight=unseen)
    app.root.warning = desk.status_view.warning
    for place in (Place.HOME, Place.TABLE_AND_DECK, Place.TABLE, Place.BY_HAND, Place.SEAT):
        yield f"{shown(window, place)}-warned"
    desk.status, app.root.warning = TableStatus(), ""
    yield from paused_screens(window)


def paused_screens(window: Touched) -> Shown:
    """Screens of a watched game in a pause."""
    app = window.app
    app.root.warning, app.root.is_calm = app.words.text("status.paused"), True
    for place in (Place.TABLE, Place.BY_HAND, Place.SEAT, Place.MISTAKE):
        yield f"{shown(window, place)}-paused"
    for is_paused in (True, False):
        shown(window, Place.HOME)
        app.screen.is_watched = app.screen.may_keep_case = True
        app.screen.is_paused = is_paused
        yield f"{Place.HOME}-watched-{is_paused}"
        app.root.warning = app.say("case.kept", {"folder": f"/home/{LONG}"[:70]})
    app.root.warning, app.root.is_calm = "", False


def set_up_screens(window: Touched) -> Shown:
    """A table to be set up; then every step, in trouble, and with the longest it can say of itself."""
    app, words = window.app, window.desk.words
    for refused in ("", longest(words, "source.")):
        app.setting.refused = refused
        yield shown(window, Place.NEW_TABLE)
    app.setting.refused = ""
    plain = SetUpView(Step.LIGHT, 1, 6, "", "", (longest(words, "set-up."),), State.REFUSED, 0.5, may_skip=True)
    for number, step in enumerate(Step, start=1):
        title, task = words.text(f"set-up.{step}"), words.text(f"set-up.{step}-task")
        for trouble in ("", longest(words, "fault.")):
            app.setting.view = replace(plain, step=step, number=number, trouble=trouble, title=title, task=task)
            yield f"{shown(window, Place.SET_UP)}-{step}"
    app.setting.view = None
    yield f"{shown(window, Place.SET_UP)}-opening"


def longest(words: Words, start: str) -> str:
    """The longest sentence of a sort."""
    keys = (key for package in words.packages for key in catalogue(package, words.language) if key.startswith(start))
    return max(map(words.text, keys), key=len)


def settings_screens(window: Touched) -> Shown:
    """The settings; then a seat with its odds, and texts as large as they can be."""
    app, desk = window.app, window.desk
    yield shown(window, Place.SETTINGS)
    window.memory.keep(odds=ON)
    window.wait(lambda: desk.chances(SEATS[3]) is not None)
    app.theme.write(TextSize.LARGEST)
    for place in (Place.SETTINGS, Place.SEAT, Place.TABLE):
        yield f"{shown(window, place)}-largest"
    window.memory.keep(odds=OFF)
    app.theme.write(TextSize.NORMAL)


def wait_for_games(window: Touched) -> None:
    """Until all that is known of past games is worked out."""
    desk = window.desk
    window.wait(lambda: len(known_games(desk, desk.journal.games())) == len(desk.journal.games()))


def past_screens(window: Touched) -> Shown:
    """The list of games, one of them with its reasons and mistakes, and everybody's figures."""
    app, desk = window.app, window.desk
    wait_for_games(window)
    for place in (Place.HISTORY, Place.STATISTICS):
        yield shown(window, place)
    app.past = max(each.id for each in desk.journal.games() if each.facts > 40)
    shown(window, Place.PAST_GAME)
    for page in ("table", "why", "mistakes"):
        app.screen.turn_to(page)
        yield f"{Place.PAST_GAME}-{page}"
    app.screen.has_pair, app.screen.page = True, "photo"
    app.screen.ids.pair.show(Pair(PHOTO, PHOTO))
    yield f"{Place.PAST_GAME}-photo"
    app.screen.turn_to("table")
    app.screen.kept = f"/home/{LONG}"[:60]
    yield f"{Place.PAST_GAME}-kept"
    yield shown(window, Place.DELETE)


def settling_screens(window: Touched) -> Shown:
    """A mistake with every page of it, and a question, with the longest names."""
    app = window.app
    for kind in LONG_MISTAKES:
        err(window, kind, SEATS)
        yield f"{shown(window, Place.MISTAKE)}-{kind}"
    app.screen.page.has_pair = True
    app.screen.page.ids.pair.show(Pair(PHOTO, PHOTO))
    yield f"{Place.MISTAKE}-photo"
    app.screen.offer = app.say("running.offer", {"expansion": app.words.text("new.spring")})
    yield f"{Place.MISTAKE}-offer"
    app.screen.offer = ""
    app.screen.undo()
    yield f"{Place.MISTAKE}-undo"
    app.screen.correct()
    yield f"{Place.MISTAKE}-correct"
    app.screen.put_back()
    ask(window, SEATS)
    yield shown(window, Place.QUESTION)
    app.screen.name_another()
    yield f"{Place.QUESTION}-naming"
    app.screen.name_another()
    app.screen.may_keep_case = True
    yield f"{Place.QUESTION}-watched"
    take_back(window)
    yield shown(window, Place.LEFTOVER)
    app.screen.is_choosing = True
    yield f"{shown(window, Place.LEFTOVER)}-others"
    app.screen.is_choosing = False


def take_back(window: Touched) -> None:
    """A card given by hand and taken back in the game that is watched."""
    window.desk.do(Perform(Give(Played("tyr-3r-2s", Choice(side=Side.THOR)), SEATS[1])))
    window.desk.do(Undo())


def pending_words(window: Touched, cause: str) -> str:
    """What is said while somebody with the longest name may still refuse."""
    jokers = " / ".join(window.app.words.text(f"kind.{each}") for each in ("nornes", "heimdall"))
    seat = max(SEATS, key=len)
    return window.app.say(f"pending.{cause}", {"seat": seat, "stars": 12, "objective": 12, "jokers": jokers})


def waiting_screens(window: Touched) -> Shown:
    """Every screen that people may be busy at, while something waits at the edge."""
    err(window, MistakeId.WRONG_SHARE, SEATS)
    wait_for_games(window)
    scene, root = window.desk.scene, window.app.root
    root.waiting = "" if scene is None else scene.mistakes[-1].said
    root.waiting_sign, root.is_urgent = "✗", True
    for place in (*BUSY, Place.SEAT, Place.SCORES, Place.BY_HAND, Place.WON, Place.QUESTION):
        yield f"{shown(window, place)}-waiting"
    root.waiting, root.waiting_sign = "", ""


def solo_screens(window: Touched) -> Shown:
    """Brynhildr's guide, with and without odds."""
    lengthen(window.desk)
    yield shown(window, Place.SOLO)
    app = window.app
    app.screen.may_redo, app.screen.likely, app.screen.step = (
        True,
        app.words.text("likely.said"),
        pending_words(window, "majority"),
    )
    app.screen.aside = "✗ 2 ? 1"
    yield f"{Place.SOLO}-pending"
    window.memory.keep(odds=ON)
    window.wait(lambda: window.desk.chances(VALHALLA) is not None)
    yield f"{shown(window, Place.SOLO)}-odds"
    window.memory.keep(odds=OFF)


def lengthen(desk: Desk) -> None:
    """Scores of three digits, below zero too; majorities that nobody has."""
    scene, session = desk.scene, desk.session
    if scene is None or session is None:
        return
    scene.table = replace(scene.table, seats=tuple(replace(each, points=-128) for each in scene.table.seats))
    scene.scores = replace(scene.scores, ranking=tuple(replace(each, points=-128) for each in scene.scores.ranking))
    views = collection_views(session.referee, scene.phrases)
    last = max(views, key=lambda each: len(each.majority) + len(each.takings), default=None)
    if last is not None:
        lost = [replace(each, winner=None, said=desk.words.text("collection.no-rune")) for each in last.majority]
        scene.last_collection = replace(last, majority=tuple(lost))
