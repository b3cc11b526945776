"""Settings: how it looks, reads and sounds; kept until somebody chooses otherwise."""

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from kivy.app import App
from kivy.properties import StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.words import Language, Words
from ui.desk import Desk
from ui.flow import Place
from ui.memory import OFF, ON, TextSize, ThemeName
from ui.screens.screen import CompanionScreen
from ui.widgets.texts import TouchButton

if TYPE_CHECKING:
    from ui.app import CompanionApp


class SettingRow(BoxLayout):
    """One setting: its name, and what may be chosen."""

    name = StringProperty("")
    note = StringProperty("")


class Setting(NamedTuple):
    """What may be chosen, what is chosen, and how to choose; `note` says why it can't be, if it can't."""

    name: str
    values: tuple[str, ...]
    chosen: str
    choose: Callable[[str], None]
    note: str = ""


class SettingsScreen(CompanionScreen):
    """Draws every setting as a row of choices."""

    place = Place.SETTINGS

    def show(self, desk: Desk) -> None:
        """Show what is chosen."""
        settings = _settings(App.get_running_app(), desk.words)
        box = self.ids.rows
        if len(box.children) != len(settings):
            box.clear_widgets()
            for _ in settings:
                box.add_widget(SettingRow())
        for row, setting in zip(reversed(box.children), settings, strict=True):
            _fill(row, setting, desk.words)


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
    )


def _fill(row: SettingRow, setting: Setting, words: Words) -> None:
    row.name = words.text(f"settings.{setting.name}")
    row.note = setting.note or words.text(f"settings.about-{setting.name}")
    row.ids.picks.clear_widgets()
    for value in setting.values:
        button = TouchButton(said=words.text(f"settings.{value}"), is_main=value == setting.chosen)
        button.disabled = bool(setting.note) and value == ON
        button.bind(on_release=lambda _, value=value: setting.choose(value))
        row.ids.picks.add_widget(button)
