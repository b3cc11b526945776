"""Giving cards by touch: kind, runes, stars, recipient, and whatever the rules still ask for."""

from kivy.app import App
from kivy.properties import BooleanProperty, ObjectProperty, StringProperty

from companion.games.vedrfolnir.drafting import DraftView, OptionView
from companion.games.vedrfolnir.views import CardView
from companion.intents import EndGame
from ui.desk import Desk
from ui.flow import Place
from ui.scene import Scene
from ui.screens.screen import CompanionScreen
from ui.widgets.choosing import Offer
from ui.widgets.pool import fill
from ui.widgets.seats import SeatChip


class ByHandScreen(CompanionScreen):
    """Draws a `DraftView`: the question, what may be touched, and how everybody stands."""

    place = Place.BY_HAND
    question = StringProperty("")
    last = StringProperty("")
    likely = StringProperty("")
    refused = StringProperty("")
    card = ObjectProperty(None, allownone=True)
    is_ready = BooleanProperty(defaultvalue=False)
    is_drafting = BooleanProperty(defaultvalue=False)
    is_ending = BooleanProperty(defaultvalue=False)
    is_over = BooleanProperty(defaultvalue=False)
    may_redo = BooleanProperty(defaultvalue=False)

    def __init__(self, **properties: object) -> None:
        super().__init__(**properties)
        self._about: tuple[object, ...] = ()
        self._offered: list[Offer] = []
        self._beside: list[Offer] = []

    @property
    def subject(self) -> object:
        """What is asked, and what may be touched."""
        return self.question, tuple(self._offered), tuple(self._beside)

    def show(self, desk: Desk) -> None:
        """Show what may be touched next."""
        draft = desk.draft
        if desk.scene is None or draft is None:
            return
        table = desk.scene.table
        self.question = draft.said if desk.scene.may_go_on else table.next_step
        self.likely = desk.words.text("likely.said") if desk.scene.is_likely else ""
        self.last = "" if table.arrival is None else table.arrival.said
        self.refused, self.is_drafting, self.is_ending = desk.refused, desk.is_drafting, False
        self.is_over = not desk.scene.may_go_on
        self.may_redo = bool(desk.scene.redoable) and not desk.is_drafting
        self.is_ready = draft.act is not None
        self.card = desk.drafted
        self._offer(draft, desk.scene)
        fill(self.ids.seats, table.seats, SeatChip)

    def end_game(self) -> None:
        """End the game, if that is touched twice."""
        if self.is_ending:
            App.get_running_app().do(EndGame())
        else:
            self.is_ending = True
            App.get_running_app().hold()

    def _offer(self, draft: DraftView, scene: Scene) -> None:
        """Kinds by their emblems, certain cards by their faces, anything else by its words; refusals beside them."""
        options, refusals = (draft.options, draft.refusals) if scene.may_go_on else ((), ())
        touch = App.get_running_app().touch
        offers = [Offer(each.said, _card(each, scene), each.draft, _is_kind(each)) for each in options or refusals]
        beside = [Offer(each.said, None, each.draft) for each in refusals] if options else []
        before, self._about = self._about, (self.question, self.card)
        is_same = self._about == before
        self._offered = _in_place(self._offered if is_same else [], offers)
        self._beside = _in_place(self._beside if is_same else [], beside)
        self.ids.options.offer(self._offered, touch)
        self.ids.refusals.offer(self._beside, touch)


def _in_place(before: list[Offer], now: list[Offer]) -> list[Offer]:
    """What is offered now; as long as the same is asked, everything keeps its place, also what is offered no more."""
    open_now = {each.said: each for each in now}
    kept = [open_now.pop(each.said, each._replace(is_open=False)) for each in before]
    return [*kept, *open_now.values()]


def _card(view: OptionView, scene: Scene) -> CardView | None:
    return None if view.kind is None else scene.drafted(view.draft)


def _is_kind(view: OptionView) -> bool:
    return view.draft.kind is not None and view.draft.runes is None
