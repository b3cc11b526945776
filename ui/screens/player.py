"""One player: a name typed with a thumb or chosen from who played before, a token, a seat."""

from kivy.app import App
from kivy.core.window import Window
from kivy.properties import BooleanProperty, NumericProperty, StringProperty
from kivy.uix.behaviors import ButtonBehavior

from companion.words import Message
from ui.desk import Desk
from ui.flow import Place
from ui.people import TOKENS, Person, is_capital_next, name_fault, typed_on
from ui.screens.screen import CompanionScreen
from ui.sheet import GameSheet, blank_sheet
from ui.widgets.keyboard import BACK_KEY
from ui.widgets.people import PersonChip, Seated
from ui.widgets.pool import fill
from ui.widgets.tokens import Token

# As many names as fit beside each other.
MOST_GUESTS, MOST_GUESTS_TALL = 4, 3
BACKSPACE, ENTER = 8, 13


class TokenKey(ButtonBehavior, Token):
    """A token to choose."""

    is_on = BooleanProperty(defaultvalue=False)

    def show(self, chosen: tuple[int, bool]) -> None:
        """Be this token, chosen or not."""
        self.token, self.is_on = chosen
        self.mark = "✓" if self.is_on else ""


class PlayerScreen(CompanionScreen):
    """Changes a `Person` on a sheet of its own: nothing of it counts before it is kept."""

    place = Place.PLAYER
    typed = StringProperty("")
    token = NumericProperty(0)
    fault = StringProperty("")
    moved = StringProperty("")
    may_remove = BooleanProperty(defaultvalue=False)

    def __init__(self, **properties: object) -> None:
        super().__init__(**properties)
        self._sheet = blank_sheet(())
        self._number = 0

    def begin(self) -> None:
        """Begin with the name and the seat that are there."""
        app = App.get_running_app()
        self._sheet, self._number = app.sheet, min(app.person, len(app.sheet.people) - 1)
        person = self._person
        self.typed, self.token = person.name, person.token
        self.ids.keyboard.is_accented = False

    def on_pre_enter(self, *_: object) -> None:
        """Listen to a keyboard of the computer."""
        super().on_pre_enter()
        Window.bind(on_key_down=self._press)

    def on_leave(self, *_: object) -> None:
        """Listen no more."""
        Window.unbind(on_key_down=self._press)

    def show(self, _: Desk) -> None:
        """Show the name as far as it is typed."""
        app = App.get_running_app()
        sheet = self._sheet
        others = {each.name for each in sheet.people if each != self._person}
        fault = name_fault(self.typed, others)
        self.fault = "" if fault is None else app.words.text(fault)
        seats = {"seat": self._number + 1, "seats": len(sheet.people)}
        self.moved = "" if sheet == app.sheet else app.words.say(Message("player.moved", seats))
        self.may_remove = sheet.may_remove
        self.ids.keyboard.is_capital = is_capital_next(self.typed)
        self.ids.keyboard.show()
        fill(self.ids.tokens, [(number, number == self.token) for number in range(TOKENS)], self._token_key)
        most = MOST_GUESTS_TALL if app.theme.is_tall else MOST_GUESTS
        guests = [Seated(number, each) for number, each in enumerate(sheet.absent[:most])]
        fill(self.ids.guests, guests, self._guest_chip)

    def type(self, letter: str) -> None:
        """Type a letter, or take the last one back."""
        self.typed = self.typed[:-1] if letter == BACK_KEY else typed_on(self.typed, letter)
        App.get_running_app().look()

    def keep(self) -> None:
        """Write the name down."""
        if not self.fault:
            self._keep(self._sheet.named(self._number, self._person._replace(name=self.typed, token=int(self.token))))

    def remove(self) -> None:
        """One seat fewer."""
        self._keep(self._sheet.without(self._number))

    def move(self, by: int) -> None:
        """Sit one seat further on, once that is kept."""
        self._sheet = self._sheet.moved(self._number, by)
        self._number = (self._number + by) % len(self._sheet.people)
        App.get_running_app().look()

    def _keep(self, sheet: GameSheet) -> None:
        app = App.get_running_app()
        app.fill_in(sheet)
        app.back()

    @property
    def _person(self) -> Person:
        return self._sheet.people[self._number]

    def _token_key(self) -> TokenKey:
        key = TokenKey()
        key.bind(on_release=lambda touched: self._choose(int(touched.token)))
        return key

    def _choose(self, token: int) -> None:
        self.token = token
        App.get_running_app().look()

    def _guest_chip(self) -> PersonChip:
        chip = PersonChip()
        chip.bind(on_release=lambda touched: self._seat(str(touched.name)))
        return chip

    def _seat(self, name: str) -> None:
        """Let somebody who played before sit here."""
        guest = next(each for each in self._sheet.absent if each.name == name)
        self._keep(self._sheet.named(self._number, guest))

    def _press(self, _: object, key: int, __: int, letter: str | None, ___: object) -> None:
        """A key of a real keyboard."""
        if key == ENTER:
            self.keep()
        elif key == BACKSPACE:
            self.type(BACK_KEY)
        elif letter and letter.isprintable():
            self.type(letter)
