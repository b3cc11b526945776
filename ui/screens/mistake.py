"""A mistake: what lies there and what should, the rule, the steps that put it right, and the other ways out."""

from kivy.app import App
from kivy.clock import Clock
from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.evidence import Pair
from companion.facts import BACK
from companion.games.vedrfolnir.mistake_views import LOST
from companion.games.vedrfolnir.naming import UNNAMED, NameView, Naming
from companion.games.vedrfolnir.seating import Changes
from companion.games.vedrfolnir.session import ChangeSetup
from companion.games.vedrfolnir.views import AmendmentView, MistakeView, StepView
from companion.intents import Correct, Keep, Undo
from companion.words import Message, Words
from ui.asking import Asked
from ui.desk import Desk
from ui.flow import Place
from ui.running import change_words
from ui.scene import Scene, Spot, is_pile
from ui.screens.screen import CompanionScreen
from ui.widgets.choosing import Offer, PlaceRow, StepRow
from ui.widgets.pool import fill
from ui.widgets.texts import Paragraph

# More places than these beside each other are too small to be read from afar; the steps name them all.
MOST_PLACES = 2
# So few steps leave the rule more room.
FEW_STEPS = 2
# How high a rule is written; what is said of a lost thread has two lines.
ROOMY_UNITS, TIGHT_UNITS, LOST_UNITS = 120, 84, 60


class MistakePage(BoxLayout):
    """The places on one side, the rule and the steps on the other."""

    rule = StringProperty("")
    rule_said = StringProperty("")
    rule_units = NumericProperty(ROOMY_UNITS)
    has_pair = BooleanProperty(defaultvalue=False)

    def show(self, view: MistakeView, pair: Pair | None) -> None:
        """Show a mistake as it stands, and what it looked like if that was kept."""
        self.has_pair = pair is not None
        self.ids.pair.show(pair)
        self.rule, self.rule_said = view.rule, view.rule_said
        few = ROOMY_UNITS if len(view.steps) <= FEW_STEPS else TIGHT_UNITS
        self.rule_units = LOST_UNITS if view.id == LOST else few
        wrong = [each for each in view.places if each.shown != each.wanted] or list(view.places)
        fill(self.ids.places, wrong[: 1 if self.has_pair else MOST_PLACES], PlaceRow)
        self._show_steps(view.steps)

    def _show_steps(self, steps: tuple[StepView, ...]) -> None:
        fill(self.ids.steps, steps, StepRow)
        rows = reversed(self.ids.steps.children)
        first = next((row for row in rows if not row.is_done), None)
        if first is not None:
            # Once the rows have found their places.
            Clock.schedule_once(lambda _: Clock.schedule_once(lambda _: self._scroll_to(first)))

    def _scroll_to(self, row: StepRow) -> None:
        """Keep what is to be done next in sight."""
        scroll, steps = self.ids.scroll, self.ids.steps
        room = steps.height - scroll.height
        scroll.scroll_y = 1 if room <= 0 else max(0.0, min(1.0, 1 - (steps.top - row.top - row.height) / room))


class NamePage(BoxLayout):
    """Which card is misread, and what it really is."""

    asked = StringProperty("")


class AmendPage(BoxLayout):
    """What a correction or a line taken back would change, before it counts."""

    heading = StringProperty("")

    def show(self, heading: str, view: AmendmentView) -> None:
        """Show what would change."""
        self.heading = heading
        fill(self.ids.lines, [f" {each}" for each in view.lines], _line)


class MistakeScreen(CompanionScreen):
    """Draws a `MistakeView`; comes up by itself and goes when hands have put everything right."""

    place = Place.MISTAKE
    is_confirming = True
    said = StringProperty("")
    many = StringProperty("")
    offer = StringProperty("")
    keep_words = StringProperty("")
    refused = StringProperty("")
    number = NumericProperty(0)
    page = ObjectProperty(None, allownone=True)
    is_looking = BooleanProperty(defaultvalue=True)
    is_amending = BooleanProperty(defaultvalue=False)
    may_keep = BooleanProperty(defaultvalue=True)
    may_correct = BooleanProperty(defaultvalue=True)
    may_undo = BooleanProperty(defaultvalue=True)

    def __init__(self, **properties: object) -> None:
        super().__init__(**properties)
        self._mistake, self._name, self._amend = MistakePage(), NamePage(), AmendPage()
        self._view: MistakeView | None = None
        self._misread: Spot | None = None
        self._asked: Asked | None = None
        self._previewed: AmendmentView | None = None

    @staticmethod
    def occasion(scene: Scene) -> str | None:
        """Everything that is not put right: something new is told although the old was put aside."""
        return "-".join([Place.MISTAKE, *map(_occasion, scene.mistakes)]) if scene.mistakes else None

    @staticmethod
    def announced(scene: Scene) -> str:
        """The newest mistake."""
        return scene.mistakes[-1].said if scene.mistakes else ""

    @property
    def subject(self) -> object:
        """The mistake that is shown, and what of it."""
        return _told(self._view), self.page

    def is_held(self, scene: Scene | None) -> bool:
        """Whether somebody corrects something about a mistake that is put right by now."""
        mistakes = () if scene is None else scene.mistakes
        return not self.is_looking and _told(self._view) not in map(_told, mistakes)

    def show(self, desk: Desk) -> None:
        """Show the mistake as it stands; one that somebody is busy with stays as it is touched."""
        mistakes = () if desk.scene is None else desk.scene.mistakes
        if not mistakes:
            return
        known = [_told(each) for each in mistakes]
        self.number = known.index(_told(self._view)) if _told(self._view) in known else int(self.number) % len(known)
        view = mistakes[self.number]
        if _told(view) != _told(self._view):
            self._turn_to(self._mistake)
        asked = self._asked if self.is_amending else None
        strayed = "" if asked is None or desk.scene is None else asked.strayed(desk.scene)
        self._view, self.said, self.refused = view, view.said, strayed or desk.refused
        self.many = f"{self.number + 1}/{len(mistakes)}" if len(mistakes) > 1 else ""
        ways = {each.intent: each.is_open for each in view.ways_out}
        self.keep_words = desk.words.text("lost.keep" if view.id == LOST else "way-out.keep")
        self.may_keep, self.may_correct = ways["keep"], ways["correct"]
        self.offer = _offer(desk.scene, desk.words)
        self.may_undo = desk.scene is not None and bool(desk.scene.undoable)
        pair = None if desk.session is None else desk.pair(desk.session.id, view.line)
        self._mistake.show(view, pair)
        if self.page is None:
            self._turn_to(self._mistake)

    # What people touch

    def turn(self) -> None:
        """The next of several mistakes."""
        self._view = None
        self.number += 1
        self.show(App.get_running_app().desk)

    def keep(self) -> None:
        """The table is right as it lies."""
        App.get_running_app().do(Keep())

    def undo(self) -> None:
        """Take the last line back, once what that changes was seen."""
        app = App.get_running_app()
        said = Message("amend-screen.undo", {"said": app.desk.scene.undoable})
        self._ask(Undo(), app.words.say(said))

    def play_with(self) -> None:
        """The set that foreign cards are of is played with, once what that changes was seen."""
        app = App.get_running_app()
        foreign = app.desk.scene.foreign_set
        if foreign is not None:
            changes = Changes(sets=(*app.desk.session.setup.sets, foreign))
            said = Message("running.heading", {"said": next(change_words(changes, app.words))})
            app.ask(ChangeSetup(changes), said)

    def correct(self) -> None:
        """The camera is wrong: about the card that the mistake names, if it lies there."""
        cards = self._misreadable()
        if cards:
            self._pick(next((each for each in cards if self._is_named(each)), cards[0]))
            self._turn_to(self._name)

    def put_back(self) -> None:
        """Not that, after all."""
        self._turn_to(self._mistake)

    def confirm(self) -> None:
        """Do what was shown; if it would change something else by now, that has to be seen first."""
        app, asked = App.get_running_app(), self._asked
        app.desk.catch_up()
        intent = None if asked is None else asked.aimed(app.desk.scene)
        if asked is None or intent is None:
            self.refused = "" if asked is None else asked.strayed(app.desk.scene)
        elif app.desk.scene.preview(intent) != self._previewed:
            self._show_asked(asked)
        else:
            self._turn_to(self._mistake)
            app.do(intent)

    def _misreadable(self) -> list[Spot]:
        """The cards that lie where something is wrong; of a pile the uppermost."""
        places = () if self._view is None else self._view.places
        cards = [
            Spot(card, place.zone, index, card.id or 0)
            for place in places
            for index, card in enumerate(place.lying)
            if index == len(place.lying) - 1 or not is_pile(place.zone)
        ]
        return [each for each in cards if each.card.kind != BACK]

    def _is_named(self, each: Spot) -> bool:
        return self._view is not None and (each.zone, each.index) == (self._view.zone, self._view.index)

    def _pick(self, misread: Spot) -> None:
        """Say which card it really is that lies there."""
        self._misread = misread
        said = Message("mistake-screen.which", {"card": misread.card.name})
        self._name.asked = App.get_running_app().words.say(said)
        cards = self._misreadable()
        strip = self._name.ids.lying
        strip.offer([Offer("", each.card, each) for each in cards], self._pick)
        for choice in strip.children:
            choice.is_chosen = choice.value == misread
        self._offer(UNNAMED)

    def _offer(self, naming: Naming) -> None:
        scene = App.get_running_app().desk.scene
        self._name.ids.names.offer_names(scene.names(naming), self._named)

    def _named(self, view: NameView) -> None:
        if view.name is None:
            self._offer(view.naming)
        elif self._misread is not None:
            words = App.get_running_app().words
            said = Message("mistake-screen.is", {"was": self._misread.card.name, "card": view.card.name})
            self._ask(Correct(view.name, self._misread.zone, self._misread.index), words.say(said), self._misread)

    def _ask(self, intent: Correct | Undo, heading: str, about: Spot | None = None) -> None:
        self._asked = Asked(App.get_running_app().desk.scene.game_id, intent, heading, about=about)
        self._show_asked(self._asked)

    def _show_asked(self, asked: Asked) -> None:
        """Show what it would change; or that its card has left."""
        scene = App.get_running_app().desk.scene
        intent = asked.aimed(scene)
        self._previewed = None if intent is None else scene.preview(intent)
        if self._previewed is None:
            self.refused = asked.strayed(scene)
        else:
            self._amend.show(asked.heading, self._previewed)
            self._turn_to(self._amend)
            App.get_running_app().hold()

    def _turn_to(self, page: BoxLayout) -> None:
        if self.page is not page:
            self.page, self.is_looking, self.is_amending = page, page is self._mistake, page is self._amend
            self.ids.page.clear_widgets()
            self.ids.page.add_widget(page)


def _line() -> Paragraph:
    """A line that is read across the table."""
    return Paragraph(units=24)


def _offer(scene: Scene | None, words: Words) -> str:
    foreign = None if scene is None else scene.foreign_set
    return "" if foreign is None else words.say(Message("running.offer", {"expansion": words.text(f"new.{foreign}")}))


def _occasion(view: MistakeView) -> str:
    return f"{LOST}{view.line}" if view.id == LOST else f"{view.line}"


def _told(view: MistakeView | None) -> tuple[object, ...] | None:
    """What tells one mistake from another."""
    return None if view is None else (view.line, view.id)
