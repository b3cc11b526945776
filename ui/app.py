"""The app: one desk, one screen at a time, language and theme changed while it runs."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import date
from pathlib import Path

from kivy.app import App
from kivy.clock import Clock
from kivy.core.window import Window
from kivy.lang import Builder
from kivy.properties import ObjectProperty, StringProperty
from kivy.uix.screenmanager import NoTransition, ScreenManager

from companion.games.vedrfolnir.drafting import START, Draft
from companion.games.vedrfolnir.session import ChangeSetup, Intent
from companion.games.vedrfolnir.setup import Setup
from companion.intents import Redo, Undo
from companion.journal import GameId
from companion.places import Seat, Zone
from companion.setting_up import SetUpIntent
from companion.words import Language, Message, Values, Words
from ui.announcing import Noticed, announcement, noticed, spoken
from ui.asking import Asked
from ui.desk import Desk
from ui.flow import BEGINNING, OF_A_GAME, Caller, Flow, Place
from ui.memory import ON, KeptPictures, Memory, TextSize, ThemeName, boot
from ui.offers import PUBLISHED, DeckOffer, Doors, TableWish
from ui.people import TOKENS, called_anew, dealt_tokens
from ui.rescue import remember_told, rescue_untold
from ui.running import running_sheet
from ui.scene import CardAt, Scene, Spot
from ui.screens.registry import SCREENS
from ui.screens.screen import CompanionScreen, load_layout
from ui.setting import Setting
from ui.sheet import GameSheet, blank_sheet, remembered_sheet, sheet_text
from ui.sounding import Speaker
from ui.theme import Theme, register_fonts
from ui.widgets.drawing import EMBLEMS, art
from ui.widgets.shell import Shell

WIDGETS = ("widgets", "tokens", "seats", "grids", "choosing", "tabletop", "records", "pictures")
LAYOUTS = (*(f"widgets/{each}.kv" for each in WIDGETS), "app.kv")
# Often enough that a new card is on the screen within a tenth of a second.
LOOKS_A_SECOND = 30
# What the line at the edge begins with.
SIGNS = {Place.MISTAKE: "✗", Place.QUESTION: "?", Place.LEFTOVER: "?", Place.COLLECTION: "★", Place.SCORES: "★"}
# So many people sit at a table that nobody has played at yet.
STRANGERS = 4


class CompanionApp(App):
    """Draws what the desk has to show, and tells it what was touched."""

    theme = ObjectProperty(None, rebind=True)
    words = ObjectProperty(None, rebind=True)
    refused = StringProperty("")

    def __init__(self, desk: Desk, memory: Memory, doors: Doors, speaker: Speaker | None = None) -> None:
        self.desk, self.memory, self.doors = desk, memory, doors
        callers = [Caller(each.place, each.occasion) for each in SCREENS]
        self.flow = Flow(callers, memory.now.dismissed.split())
        self.is_returning = False
        self._stood: Place | None = None
        self._is_due = False
        self.seat: Seat | None = None
        self.card: CardAt | None = None
        self.asked: Asked | None = None
        self.person = 0
        self._running: GameSheet | None = None
        self._emblems = iter(EMBLEMS)
        self.past: GameId | None = None
        self.speaker = Speaker() if speaker is None else speaker
        self._noticed: Noticed | None = None
        self.setting = Setting(doors.table)
        self._left_table: GameId | None = None
        super().__init__(theme=Theme(), words=desk.words)
        self._new = remembered_sheet(memory.now.sheet, blank_sheet(self.strangers[:STRANGERS]))

    @property
    def sheet(self) -> GameSheet:
        """What is filled in: the running game where it is being put right, else a new one."""
        is_running = self._running is not None and Place.WHAT_WE_PLAY in self.flow.trail
        return self._running if self._running is not None and is_running else self._new

    @sheet.setter
    def sheet(self, sheet: GameSheet) -> None:
        if sheet.is_running:
            self._running = sheet
        else:
            self._new = sheet

    @property
    def theme_name(self) -> ThemeName:
        """The palette in force."""
        return self.memory.theme

    def build(self) -> Shell:
        """Everything, once."""
        self.title = self.words.text("window.title")
        register_fonts()
        # A ground that is cleared costs nothing; one that is painted is as much work as everything on it.
        self.theme.bind(palette=lambda _, palette: setattr(Window, "clearcolor", palette.ground))
        self.theme.use(self.theme_name)
        Window.clearcolor = self.theme.palette.ground
        self.theme.write(self.memory.text)
        self.theme.fit(*Window.size)
        Window.bind(size=lambda _, size: self.theme.fit(*size))
        for file in LAYOUTS:
            Builder.load_file(str(Path(__file__).parent / file))
        self.stage = ScreenManager(transition=NoTransition())
        for each in SCREENS:
            load_layout(each)
            self.stage.add_widget(each(name=each.place.value))
        shell = Shell()
        shell.add_widget(self.stage)
        return shell

    def on_start(self) -> None:
        """Go where people were, and begin to look."""
        self.theme.fbind("is_tall", self.look)
        self._return()
        Clock.schedule_interval(self._tick, 1 / LOOKS_A_SECOND)
        Clock.schedule_interval(self._load_emblem, 0)

    def on_stop(self) -> None:
        """Let go of everything; kivy may ask twice."""
        self.setting.close()
        self.desk.close()
        self.speaker.close()

    # What people touch

    def go(self, place: str) -> None:
        """Go to a screen."""
        self.flow.go(Place(place))
        self.look()

    def back(self) -> None:
        """Put aside what came by itself, or go back."""
        self.flow.back()
        self.look()

    def open_waiting(self) -> None:
        """Open what the line at the edge tells."""
        self.flow.summon()
        self.look()

    def recall(self) -> None:
        """Show a mistake or a question again that was put aside."""
        self.flow.recall(Place.MISTAKE, Place.QUESTION, Place.LEFTOVER)
        self.look()

    def do(self, intent: Intent) -> None:
        """Pass on what was asked for."""
        self.desk.do(intent)
        self.look()

    def count_collection(self) -> None:
        """Show a collection that may still be refused."""
        self.desk.count_collection()
        self.look()

    def touch(self, draft: Draft) -> None:
        """One more touch of a card given by hand."""
        self.desk.touch(draft)
        self.look()

    def give(self) -> None:
        """Give the card as it is drafted."""
        self.desk.give()
        self.look()

    def take_up(self, draft: Draft) -> None:
        """Give a card, as far as it is known, instead of one that was taken back; by hand if there is more to say."""
        self.flow.back()
        if draft != START:
            self.desk.touch(draft)
        if draft == START or self.desk.is_drafting:
            self.flow.go(Place.BY_HAND)
        self.look()

    def say_gone(self, leftover: str) -> None:
        """What was given by hand and taken back is not there."""
        self.desk.say_gone(leftover)
        self.look()

    def undo(self) -> None:
        """Take the last touch back; a line of the game once people have seen which, and what that changes."""
        scene = self.desk.scene
        if self.desk.is_drafting or scene is None:
            self.desk.back()
            self.look()
        else:
            self.ask(Undo(), Message("amend-screen.undo", {"said": scene.undoable}))

    def redo(self) -> None:
        """Bring back what was taken back last, in the same way."""
        if self.desk.scene is not None:
            self.ask(Redo(), Message("amend-screen.redo", {"said": self.desk.scene.redoable}))

    def ask(self, intent: Intent, heading: Message, *leaves: Place, about: Spot | None = None) -> None:
        """Show what something would change before it counts; what can't be done says why at once."""
        session, scene = self.desk.session, self.desk.scene
        if session is None or scene is None:
            return
        if session.refusal(intent) is not None:
            self.do(intent)
            return
        self.desk.refused = ""
        self.asked = Asked(scene.game_id, intent, self.words.say(heading), leaves, about)
        self.go(Place.AMEND)

    def confirm(self) -> None:
        """Do what was asked for, and go back to where it was."""
        self.desk.catch_up()
        asked, scene = self.asked, self.desk.scene
        before = () if self.desk.session is None else self.desk.session.setup.players
        is_here = asked is not None and scene is not None and asked.game is scene.game_id
        intent = asked.aimed(scene) if is_here and asked is not None and scene is not None else None
        if asked is not None and intent is not None and self.desk.do(intent):
            self.asked = None
            if isinstance(asked.intent, ChangeSetup) and Place.WHAT_WE_PLAY in asked.leaves:
                self._adopt(before)
            for place in (Place.AMEND, *asked.leaves):
                self.flow.leave(place)
        self.look()

    def look_at(self, seat: Seat) -> None:
        """Show one seat."""
        self.seat = seat
        self.go(Place.SEAT)

    def look_at_card(self, zone: Zone, number: int, card: int | None = None) -> None:
        """Show one card of the table, and follow that one; by its number if nobody has said yet which it is."""
        scene = self.desk.scene
        self.card = CardAt(zone, number, card) if card is not None or scene is None else scene.card_at(zone, number)
        self.go(Place.CARD)

    def look_at_top(self, zone: Zone) -> None:
        """Show the uppermost card of a pile; if nobody knows it, the last one that is known there."""
        scene = self.desk.scene
        if scene is not None and scene.lying(zone):
            top = scene.top(zone)
            self.look_at_card(zone, len(scene.lying(zone)) - 1 if top is None else top)

    def look_at_won(self, seat: Seat) -> None:
        """Show what one seat has won."""
        self.seat = seat
        self.go(Place.WON)

    def look_back_at(self, game: GameId) -> None:
        """Step through a past game."""
        self.past = game
        self.go(Place.PAST_GAME)

    def resume(self) -> None:
        """Go on with the last game; one that was watched is watched on."""
        desk, game = self.desk, self.desk.under_way
        if game is not None and (desk.session is None or desk.is_shown):
            self._go_on(game)
        self.sit_down()

    def go_on(self, game: GameId) -> None:
        """Go on with a game that was put aside; the one on the table is put aside for it."""
        if self.desk.session is None or self.desk.is_shown or self.desk.session.id != game:
            self._go_on(game)
        self.sit_down()

    def delete(self, game: GameId) -> None:
        """Leave a game out of the past ones."""
        refused = self.desk.delete(game)
        self.desk.refused = "" if refused is None else self.words.say(refused)
        if refused is None:
            self.past = None
            self.flow.leave(Place.DELETE)
            self.flow.leave(Place.PAST_GAME)
        self.look()

    def look_at_scores(self) -> None:
        """Look at the scores of the last game."""
        game = self.desk.latest
        if game is None:
            return
        if self.desk.session is None or self.desk.is_shown or self.desk.session.id != game:
            self._go_on(game)
        self.go(Place.SCORES)

    def _go_on(self, game: GameId) -> None:
        if self.doors.table is None:
            self.desk.resume(game)
            return
        refused = self.doors.table.go_on(game)
        self.desk.refused = "" if refused is None else self.words.say(refused)

    def show_game(self) -> None:
        """Let the rendered table play."""
        self.doors.show_game()
        self.sit_down()

    def sit_down(self) -> None:
        """Go to the table; who plays alone has a guide there."""
        self._sit()
        self.look()

    def pause(self) -> None:
        """Let the camera look on and tell nothing; or tell again, first what lies differently."""
        if self.desk.is_paused:
            self.desk.end_pause()
            self.sit_down()
        else:
            self.desk.pause()
            self.look()

    # A new game

    def new_game(self) -> None:
        """Fill in a new game; one that is under way is told first."""
        self.go(Place.NEW_GAME if self.desk.under_way is None else Place.UNDER_WAY)

    def play_again(self) -> None:
        """The same people once more, seated and ruled as before; the camera follows if it did."""
        session, table = self.desk.session, self.doors.table
        if self.desk.is_shown:
            self.show_game()
        elif session is not None:
            text = self.desk.journal.entry(session.id).deck
            deck = next((each for each in self.doors.decks if each.text == text), PUBLISHED)
            is_watched = table is not None and table.is_set_up and self.desk.is_of_a_camera
            watch = table.watch if table is not None and is_watched else _by_hand(self.desk)
            self._sit_unless(watch(session.setup, replace(deck, text=text)))

    def fill_in(self, sheet: GameSheet) -> None:
        """Keep what was filled in for a new game."""
        self.sheet, self.desk.refused = sheet, ""
        self.memory.keep(sheet=sheet_text(self._new))
        self.look()

    def what_we_play(self) -> None:
        """Put right what the running game was begun with."""
        if self.desk.session is None and self.desk.under_way is not None:
            self._go_on(self.desk.under_way)
        session = self.desk.session
        if session is not None and not self.desk.is_shown:
            self._running = running_sheet(self._new, session.setup, self.tokens(session.setup.seats))
            self.desk.refused = ""
            self.go(Place.WHAT_WE_PLAY)

    def _adopt(self, before: tuple[Seat, ...]) -> None:
        """The next game is begun with what was put right, if it is for the same people."""
        running = self._running
        if running is not None and {each.name for each in self._new.seated} == set(before):
            self.fill_in(replace(running, seats=(), is_running=False))

    def look_at_person(self, number: int) -> None:
        """Change a player of the new game."""
        self.person = number
        self.go(Place.PLAYER)

    @property
    def deck(self) -> DeckOffer:
        """The deck that is chosen; one that is gone is not."""
        offers = self.doors.decks
        return next((each for each in offers if each.name == self.sheet.deck), offers[0])

    def next_deck(self) -> None:
        """Choose another deck."""
        offers = self.doors.decks
        following = offers[(offers.index(self.deck) + 1) % len(offers)]
        self.fill_in(replace(self.sheet, deck=following.name))

    @property
    def strangers(self) -> tuple[str, ...]:
        """What people are called who have not typed a name."""
        return tuple(self.say("new.stranger", {"number": each}) for each in range(1, TOKENS + 1))

    def begin(self) -> None:
        """Begin a game by hand."""
        self.fill_in(self.sheet.begun(self.strangers))
        self._sit_unless(self.desk.begin(self.sheet.setup(self.deck.deck), self.deck.text))

    def begin_watched(self) -> None:
        """Begin a game that the camera follows."""
        if self.doors.table is None:
            return
        self.fill_in(self.sheet.begun(self.strangers))
        self._sit_unless(self.doors.table.watch(self.sheet.setup(self.deck.deck), self.deck))

    def _sit_unless(self, refused: Message | None) -> None:
        """Go to the table of a game that has begun; else say why it has not."""
        if refused is None:
            self.sit_down()
        else:
            self.desk.refused = self.words.say(refused)
            self.look()

    # The table under the camera

    @property
    def may_watch(self) -> bool:
        """Whether a game can be watched."""
        return self.doors.table is not None and self.doors.table.is_set_up

    def begin_set_up(self, wish: TableWish) -> None:
        """Set the table up; a game that the camera follows leaves it meanwhile."""
        if self.desk.is_watching and not wish.is_rehearsal and self.desk.session is not None:
            self._left_table = self.desk.session.id
            self.desk.stop_watching()
        self.setting.begin(wish, self.words)
        if self.setting.is_running:
            self.flow.go(Place.SET_UP)
        self.look()

    def set_up(self, intent: SetUpIntent) -> None:
        """Pass on what was touched."""
        self.setting.do(intent)

    def _leave_set_up(self) -> None:
        """Let go of the camera; the game that it followed has it again."""
        refused = self.setting.refused
        self.setting.leave()
        self.setting.refused = refused
        if self._left_table is not None:
            game, self._left_table = self._left_table, None
            self._go_on(game)

    def tokens(self, seats: Sequence[Seat]) -> dict[Seat, int]:
        """The token of every seat; at the open table by its places, which no other order of the seats moves."""
        session, people = self.desk.session, (*self._new.people, *self._new.guests)
        if session is None or set(session.places) != set(seats):
            return dealt_tokens(seats, people)
        return dealt_tokens(session.places, called_anew(people, session.setup.called))

    def switch_language(self) -> None:
        """The other language, everywhere and at once."""
        other = Language.FRENCH if self.words.language is Language.ENGLISH else Language.ENGLISH
        self.speak(other)

    def speak(self, language: Language) -> None:
        """Say everything in this language."""
        self.words = Words(language, self.words.packages)
        self.desk.speak(self.words)
        self.setting.speak(self.words)
        self.memory.keep(language=language.value)
        self.look()

    def wear(self, name: ThemeName) -> None:
        """Use this palette."""
        self.memory.keep(theme=name.value)
        self.theme.use(name)
        self.look()

    def write(self, size: TextSize) -> None:
        """Use texts of this size."""
        self.memory.keep(text=size.value)
        self.theme.write(size)
        self.look()

    def keep_pictures(self, chosen: KeptPictures) -> None:
        """Keep these pictures of a watched table, and no others."""
        self.desk.keep_pictures(chosen)
        self.keep(pictures=chosen.value)

    def read_wrongly(self) -> None:
        """Somebody says that something was read wrongly: keep the last pictures."""
        self.desk.keep_case()
        self.look()

    def keep(self, **choices: str) -> None:
        """Remember what somebody chose."""
        self.memory.keep(**choices)
        self.look()

    # What there is to see

    def say(self, key: str, values: Values | None = None) -> str:
        """A sentence in the language in force."""
        return str(self.words.say(Message(key, values or {})))

    @property
    def screen(self) -> CompanionScreen:
        """The screen that is shown."""
        return self.stage.current_screen  # type: ignore[no-any-return]  # kivy has no types

    def look(self, *_: object) -> None:
        """Show the right screen with what there is to see after a touch; touching twice confirms nothing."""
        before = self._seen
        self._show(is_touched=True)
        if self.screen.is_confirming and self._seen != before:
            self.hold()

    def hold(self) -> None:
        """What is asked now is answered once people have seen it."""
        self.root.turn_deaf()

    def look_again(self) -> None:
        """Show what happened by itself: nothing is taken from somebody who is in the middle of something."""
        before = self._sight
        if self.screen.is_held(self.desk.scene):
            self._tell_waiting(self.words.text("waiting.settled"), "✓")
        else:
            self._show(is_touched=False)
        if self._sight != before:
            self.root.turn_deaf()

    def _show(self, *, is_touched: bool) -> None:
        desk = self.desk
        self.refused = desk.refused
        status = desk.status_view
        self.root.warning = status.warning or desk.wrong.note
        self.root.is_calm = not status.warning or status.is_calm
        if self.flow.place is Place.SET_UP and not self.setting.is_running:
            self.flow.leave(Place.SET_UP)
        place = self.flow.shown(desk.scene, is_touched=is_touched)
        if self.flow.place is not Place.SET_UP and (self.setting.is_running or self._left_table is not None):
            self._leave_set_up()
        self.is_returning, self._stood = place is self.flow.place is self._stood, self.flow.place
        self.stage.current = place.value
        self.screen.show(desk)
        self._show_waiting()
        self._announce(desk.scene)
        self._remember()

    @property
    def _sight(self) -> tuple[object, ...]:
        """What may not change under a finger: the screen, what it is about, and where it lies."""
        return *self._seen, bool(self.root.warning), self.root.waiting

    @property
    def _seen(self) -> tuple[object, ...]:
        return self.screen.place, self.screen.subject

    def _show_waiting(self) -> None:
        """Tell what waits at the edge; a game that nobody plays keeps to its own screens."""
        call, scene = self.flow.waiting, self.desk.scene
        if call is None or scene is None or (self.desk.is_shown and self.flow.place not in OF_A_GAME):
            self._tell_waiting("", "")
            return
        caller = next(each for each in SCREENS if each.place is call.place)
        self._tell_waiting(caller.announced(scene), SIGNS[call.place], is_urgent=call.place is Place.MISTAKE)

    def _tell_waiting(self, said: str, sign: str, *, is_urgent: bool = False) -> None:
        self.root.waiting, self.root.waiting_sign, self.root.is_urgent = said, sign, is_urgent

    def _remember(self) -> None:
        """Where people are; a game that nobody plays is not gone back to."""
        trail = (Place.HOME,) if self.desk.is_shown else self.flow.trail
        trail = tuple(each for each in trail if each not in BEGINNING)
        self.memory.keep(
            trail=" ".join(trail),
            dismissed=" ".join(sorted(self.flow.dismissed)),
            gone=" ".join(sorted(self.desk.gone)),
            seat=self.seat or "",
            card="" if self.card is None else f"{self.card.number} {self.card.zone}",
            past="" if self.past is None else str(self.past),
            game="" if self.desk.left is None else str(self.desk.left),
            paused="" if self.desk.paused is None else str(self.desk.paused),
        )

    def _announce(self, scene: Scene | None) -> None:
        """Let people hear what happened, if they want to."""
        now = self.memory.now
        if scene is None or ON not in (now.sounds, now.voice):
            self._noticed = None
            return
        told, self._noticed = announcement(self._noticed, scene, self.words), noticed(scene)
        if told is not None and now.sounds == ON:
            self.speaker.play(told.sound)
        if told is not None and now.voice == ON:
            self.speaker.say(spoken(told.said, self.words), self.words.language)

    def _return(self) -> None:
        """Where people were when the program ended, however it did."""
        kept = self.memory.now
        number, _, zone = kept.card.partition(" ")
        self.seat = Seat(kept.seat) if kept.seat else None
        scene = self.desk.scene
        is_known = number.isdecimal() and scene is not None
        self.card = scene.card_at(Zone(zone), int(number)) if is_known and scene is not None else None
        self.past = GameId(int(kept.past)) if kept.past.isdecimal() else None
        if kept.gone and self.desk.left == self.memory.game:
            self.desk.say_gone(*kept.gone.split())
        places = {each.place.value: each.place for each in SCREENS}
        trail = [places[each] for each in kept.trail.split() if each in places]
        if self.desk.session is not None and Place.TABLE not in trail:
            self._sit()
        for place in filter(self._may_return_to, trail):
            self.flow.go(place)
        self._greet()
        self.look()

    def _greet(self) -> None:
        """What has to be said, or asked, before people go on."""
        if rescue_untold(self.desk.journal, self.memory):
            self.flow.go(Place.RESCUED)
        else:
            remember_told(self.desk.journal, self.memory)
        if not self.desk.calendar.is_known:
            self.flow.go(Place.DAY)

    def know_rescue(self) -> None:
        """People have read what was found again of the journal."""
        remember_told(self.desk.journal, self.memory)
        self.flow.leave(Place.RESCUED)
        self.look()

    def say_day(self, day: date) -> None:
        """Somebody says what day it is; that counts until the computer is started anew."""
        self.desk.calendar.say(day)
        self.memory.keep(day=f"{boot()} {self.desk.calendar.days_off}")
        self.flow.leave(Place.DAY)
        self.look()

    def _may_return_to(self, place: Place) -> bool:
        """Whether there is still something to be seen there."""
        session = self.desk.session
        seats = () if session is None else session.setup.seats
        needed = {
            Place.SEAT: self.seat in seats,
            Place.WON: self.seat in seats,
            Place.CARD: self.card is not None,
            Place.NAMING: False,
            Place.AMEND: False,
            Place.WHAT_WE_PLAY: False,
            Place.PAST_GAME: self.past is not None,
            Place.DELETE: False,
            Place.RESCUED: False,
            Place.DAY: False,
            Place.UNDER_WAY: self.desk.under_way is not None,
            Place.PLAYER: False,
            Place.SET_UP: False,
        }
        return needed.get(place, True) and (session is not None or place not in OF_A_GAME)

    def _sit(self) -> None:
        self.flow.go(Place.HOME)
        self.flow.go(Place.TABLE)
        if self.desk.scene is not None and self.desk.scene.solo is not None:
            self.flow.go(Place.SOLO)

    def _load_emblem(self, _: float) -> bool:
        """One emblem a frame while nothing happens yet: the first card that shows it need not wait for it."""
        name = next(self._emblems, None)
        if name is not None:
            art(name)
        return name is not None

    def _tick(self, _: float) -> None:
        if self.doors.is_ending():
            self.stop()
            return
        self._is_due |= self.desk.take_in() | self.setting.take_in(self.words)
        # A place that is dragged by a finger is seen meanwhile.
        if self._is_due and (not self.root.is_touched or self.flow.place is Place.SET_UP):
            self._is_due = False
            self.look_again()


def _by_hand(desk: Desk) -> Callable[[Setup, DeckOffer], Message | None]:
    """How a game begins that nobody watches."""
    return lambda setup, deck: desk.begin(setup, deck.text)
