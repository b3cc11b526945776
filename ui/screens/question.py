"""A card that the camera is unsure of, beside the likely ones: one touch answers."""

from kivy.app import App
from kivy.properties import BooleanProperty, ObjectProperty, StringProperty

from companion.games.vedrfolnir.catalogue import Side
from companion.games.vedrfolnir.naming import UNNAMED, NameView, Naming
from companion.games.vedrfolnir.views import AnswerView, QuestionView
from companion.intents import Correct, SayWay
from ui.desk import Desk
from ui.flow import Place
from ui.scene import Scene
from ui.screens.screen import CompanionScreen
from ui.widgets.choosing import Offer


class QuestionScreen(CompanionScreen):
    """Draws the first `QuestionView`."""

    place = Place.QUESTION
    is_confirming = True
    said = StringProperty("")
    refused = StringProperty("")
    picture = ObjectProperty(None, allownone=True)
    lying = ObjectProperty(())
    asked_about = ObjectProperty(frozenset())
    is_naming = BooleanProperty(defaultvalue=False)
    may_name = BooleanProperty(defaultvalue=True)
    wait_words = StringProperty("")
    may_keep_case = BooleanProperty(defaultvalue=False)

    def __init__(self, **properties: object) -> None:
        super().__init__(**properties)
        self._view: QuestionView | None = None
        self._answers: tuple[AnswerView, ...] = ()
        self._naming = UNNAMED

    @staticmethod
    def occasion(scene: Scene) -> str | None:
        """Every question there is: a new one is asked although the old was put aside."""
        asked = (f"{each.about}-{each.id}" for each in scene.questions)
        return "-".join([Place.QUESTION, *asked]) if scene.questions else None

    @staticmethod
    def announced(scene: Scene) -> str:
        """The newest question."""
        return scene.questions[-1].said if scene.questions else ""

    @property
    def subject(self) -> object:
        """The card that is asked about, whether it is being named, and what it may be."""
        return None if self._view is None else _which(self._view), self.is_naming, self._offered

    @property
    def _offered(self) -> tuple[str, ...]:
        return () if self.is_naming else tuple(each.value for each in self._answers)

    def is_held(self, scene: Scene | None) -> bool:
        """Whether somebody names a card that nobody asks about any more."""
        return self.is_naming and self._asked_again(scene) is None

    def _asked_again(self, scene: Scene | None) -> QuestionView | None:
        """The same question about the same card, wherever that lies by now."""
        asked, shown = () if scene is None else scene.questions, self._view
        return next((each for each in asked if shown is not None and _which(each) == _which(shown)), None)

    def show(self, desk: Desk) -> None:
        """Show what is asked; as long as that is not answered, the same."""
        if desk.scene is None or not desk.scene.questions:
            return
        view = self._asked_again(desk.scene) or desk.scene.questions[0]
        if self._view is None or _which(view) != _which(self._view):
            self.is_naming, self._naming = False, UNNAMED
        self._view, self.said, self.refused = view, view.said, desk.refused
        self._answers = desk.answers(view)
        self.wait_words = "" if self._answers else desk.words.text("question-screen.looking")
        self.picture, self.lying, self.asked_about = desk.picture(view), view.lying, frozenset({view.index})
        self.may_name, self.may_keep_case = view.about == "card", desk.may_keep_case
        self._offer(desk.scene)

    def name_another(self) -> None:
        """None of these: name it by its kind, runes and stars; or rather one of these."""
        self.is_naming, self._naming = not self.is_naming, UNNAMED
        self._offer(App.get_running_app().desk.scene)

    def _offer(self, scene: Scene) -> None:
        if self.is_naming:
            self.ids.answers.offer_names(scene.names(self._naming), self._name)
        elif self._view is not None:
            answers = [Offer(each.said, each.card, each.value) for each in self._answers]
            self.ids.answers.offer(answers, self._answer)

    def _name(self, view: NameView) -> None:
        if view.name is not None:
            self._answer(view.name)
            return
        self._naming = Naming(view.naming.kind, view.naming.runes)
        self._offer(App.get_running_app().desk.scene)
        App.get_running_app().hold()

    def _answer(self, value: str) -> None:
        """Say which card it is, or which way it lies."""
        App.get_running_app().desk.catch_up()
        view = self._asked_again(App.get_running_app().desk.scene)
        if view is None:
            self.is_naming = False
            App.get_running_app().look()
        elif view.card is None:
            App.get_running_app().do(Correct(value, view.zone, view.index))
        else:
            App.get_running_app().do(SayWay(view.card, view.zone, is_turned=value == Side.THOR))


def _which(view: QuestionView) -> tuple[object, ...]:
    """What is asked, of which card."""
    return view.about, view.id
