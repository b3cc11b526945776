"""A seat as a panel of the table, and as a chip."""

from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.boxlayout import BoxLayout

from companion.games.vedrfolnir.views import ArrivalView, SeatView
from companion.words import Message, Words


def gauge_words(view: SeatView, words: Words) -> str:
    """How far a seat is from exact."""
    if view.missing == 0:
        return words.text("gauge.exact")
    key = "gauge.left" if view.missing > 0 else "gauge.bust"
    return words.say(Message(key, {"stars": abs(view.missing)}))


class SeatPanel(ButtonBehavior, BoxLayout):
    """Name, fanned stake, star gauge, jokers and points; touched for detail."""

    name = StringProperty("")
    mark = StringProperty("")
    token = NumericProperty(-1)
    points = StringProperty("")
    said = StringProperty("")
    stars = NumericProperty(0)
    objective = NumericProperty(12)
    cards = ObjectProperty(())
    jokers = ObjectProperty(())
    newest = NumericProperty(-1)
    is_active = BooleanProperty(defaultvalue=False)
    is_settled = BooleanProperty(defaultvalue=False)
    is_live = BooleanProperty(defaultvalue=True)

    def __init__(self, **properties: object) -> None:
        super().__init__(**properties)
        self._arrived = 0

    def show(self, view: SeatView, arrival: ArrivalView | None, words: Words) -> None:
        """Show a seat; the last card given to it is the newest."""
        self.name, self.cards, self.jokers = view.name, view.stake, view.jokers
        self.mark = "►" if view.is_active else "✓" if view.is_served else ""
        self.points = words.say(Message("seat.points", {"points": view.points}))
        self.stars, self.objective, self.said = view.stars, view.objective, gauge_words(view, words)
        self.is_active, self.is_settled = view.is_active, view.missing <= 0
        self._arrive(view, arrival)

    def _arrive(self, view: SeatView, arrival: ArrivalView | None) -> None:
        is_mine = arrival is not None and arrival.seat == view.name and arrival.is_last_of(view.stake)
        self.newest = len(view.stake) - 1 if is_mine else -1
        if arrival is not None and is_mine and arrival.number != self._arrived:
            self._arrived = arrival.number
            self.ids.fan.arrive()


class SeatChip(BoxLayout):
    """A seat in a strip: its name, and its stars against its objective."""

    name = StringProperty("")
    said = StringProperty("")
    mark = StringProperty("")
    is_active = BooleanProperty(defaultvalue=False)

    def show(self, view: SeatView) -> None:
        """Show a seat."""
        self.name, self.said = view.name, f"{view.stars}/{view.objective}"
        self.mark = "✓" if view.missing == 0 else "✗" if view.missing < 0 else ""
        self.is_active = view.is_active
