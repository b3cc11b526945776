"""Keys for a thumb: letters as people know them, accents one touch away."""

from typing import NamedTuple

from kivy.app import App
from kivy.properties import BooleanProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.words import Language
from ui.widgets.pool import fill
from ui.widgets.texts import TouchButton

ROWS = {
    Language.ENGLISH: ("qwertyuiop", "asdfghjkl'", "zxcvbnm-"),
    Language.FRENCH: ("azertyuiop", "qsdfghjklm", "wxcvbn'-"),
}
# A tall window is too narrow for ten keys as broad as a thumb.
TALL_ROWS = ("abcdefg", "hijklmn", "opqrstu", "vwxyz'-")
ACCENTS = ("àâäãåæçèéê", "ëîïíñóôöøœ", "ßùûüúÿýðþ")
TALL_ACCENTS = ("àâäãåæç", "èéêëîïí", "ñóôöøœß", "ùûüúÿýð")
ACCENT_KEY, SPACE_KEY, BACK_KEY = "àé", " ", "←"


class KeyCap(NamedTuple):
    """A key: what it says, and what it types."""

    said: str
    typed: str


class Key(TouchButton):
    """One key."""

    typed = StringProperty("")

    def show(self, cap: KeyCap) -> None:
        """Be this key."""
        self.said, self.typed = cap


class KeyRow(BoxLayout):
    """Keys side by side."""

    def show(self, caps: tuple[KeyCap, ...]) -> None:
        """Have these keys."""
        fill(self, caps, self._key)

    def _key(self) -> Key:
        key = Key()
        key.bind(on_release=lambda touched: self.parent.press(touched.typed))
        return key


class Keyboard(BoxLayout):
    """Types letters; capitals come by themselves at the beginning of a name."""

    is_accented = BooleanProperty(defaultvalue=False)
    is_capital = BooleanProperty(defaultvalue=False)

    def __init__(self, **properties: object) -> None:
        self.register_event_type("on_typed")
        super().__init__(**properties)

    def on_typed(self, typed: str) -> None:
        """A key was touched; the screen listens."""

    def press(self, typed: str) -> None:
        """Type a letter, or show the other ones."""
        if typed == ACCENT_KEY:
            self.is_accented = not self.is_accented
            self.show()
        else:
            self.is_accented = False
            self.dispatch("on_typed", typed)

    def show(self) -> None:
        """Show the keys for the language and the window."""
        app = App.get_running_app()
        letters = self._letters(app.words.language, is_tall=bool(app.theme.is_tall))
        rows = [tuple(KeyCap(self._cased(each), self._cased(each)) for each in row) for row in letters]
        last = (KeyCap(app.words.text("key.space"), SPACE_KEY), KeyCap(BACK_KEY, BACK_KEY))
        rows[-1] = (*rows[-1], KeyCap("abc" if self.is_accented else ACCENT_KEY, ACCENT_KEY), *last)
        if app.theme.is_tall:
            rows = [*rows[:-1], rows[-1][:-3], rows[-1][-3:]]
        fill(self, rows, KeyRow)

    def _letters(self, language: Language, *, is_tall: bool) -> tuple[str, ...]:
        if self.is_accented:
            return TALL_ACCENTS if is_tall else ACCENTS
        return TALL_ROWS if is_tall else ROWS[language]

    def _cased(self, letter: str) -> str:
        return letter.upper() if self.is_capital and letter != "ß" else letter
