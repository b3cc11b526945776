"""Settings: how it looks, reads and sounds; kept until somebody chooses otherwise."""

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from kivy.app import App
from kivy.properties import StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.words import Language, Words
from ui.desk import Desk
from ui.flow import Place
from ui.memory import OFF, ON, KeptPictures, TextSize, ThemeName
from ui.screens.screen import CompanionScreen
from ui.widgets.people import Pick, Picked
from ui.widgets.pool import fill

if TYPE_CHECKING:
    from ui.app import CompanionApp


class Setting(NamedTuple):
    """What may be chosen, what is chosen, and how to choose; `bar` says why it can't be switched on, if it can't."""

    name: str
    values: tuple[str, ...]
    chosen: str
    choose: Callable[[str], None]
    bar: str = ""


class SettingRow(BoxLayout):
    """One setting: its name, and what may be chosen."""

    name = StringProperty("")
    note = StringProperty("")

    def show(self, shown: tuple[Setting, Words]) -> None:
        """Show a setting; what can't be had here is said, and can't be touched."""
        self._setting, words = shown
        name, values, chosen, _, bar = self._setting
        self.name, self.note = words.text(f"settings.{name}"), bar or words.text(f"settings.about-{name}")
        barred = {ON} if bar else set()
        picks = [Picked(each, words.text(f"settings.{each}"), each == chosen, each in barred) for each in values]
        fill(self.ids.picks, picks, self._pick)

    def _pick(self) -> Pick:
        pick = Pick()
        pick.bind(on_release=lambda touched: self._setting.choose(touched.value))
        return pick


class SettingsScreen(CompanionScreen):
    """Draws every setting as a row of choices."""

    place = Place.SETTINGS

    def show(self, desk: Desk) -> None:
        """Show what is chosen."""
        settings = _settings(App.get_running_app(), desk.words)
        fill(self.ids.rows, [(each, desk.words) for each in settings], SettingRow)


def _settings(app: "CompanionApp", words: Words) -> tuple[Setting, ...]:
    now, speaker = app.memory.now, app.speaker
    switch = (OFF, ON)
    deaf = "" if speaker.has_sounds else words.text("settings.no-player")
    mute = "" if speaker.has_voice else words.text("settings.no-voice")
    return (
        Setting("language", tuple(Language), words.language, lambda each: app.speak(Language(each))),
        Setting("theme", tuple(ThemeName), app.theme_name, lambda each: app.wear(ThemeName(each))),
        Setting("text", tuple(TextSize), app.memory.text, lambda each: app.write(TextSize(each))),
        Setting("sounds", switch, now.sounds, lambda each: app.keep(sounds=each), deaf),
        Setting("voice", switch, now.voice, lambda each: app.keep(voice=each), mute),
        Setting("odds", switch, now.odds, lambda each: app.keep(odds=each)),
        Setting(
            "pictures", tuple(KeptPictures), app.memory.pictures, lambda each: app.keep_pictures(KeptPictures(each))
        ),
    )
