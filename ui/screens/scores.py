"""The scores, now and at the end: the ranking with each player's cards by type, and the race over the rounds."""

from io import BytesIO

from kivy.app import App
from kivy.properties import BooleanProperty, DictProperty, ObjectProperty, StringProperty

from companion.games.vedrfolnir.views import ScoresView
from companion.words import Message
from ui.desk import Desk
from ui.flow import Place
from ui.scene import Scene
from ui.screens.screen import CompanionScreen
from ui.theme import ROOMY_ROWS
from ui.widgets.grids import Ranked, RankRow
from ui.widgets.pool import fill


class ScoresScreen(CompanionScreen):
    """Draws a `ScoresView`."""

    place = Place.SCORES
    heading = StringProperty("")
    verdict = StringProperty("")
    kept = StringProperty("")
    race = ObjectProperty(())
    tokens = DictProperty()
    is_over = BooleanProperty(defaultvalue=False)
    is_race = BooleanProperty(defaultvalue=False)
    may_keep = BooleanProperty(defaultvalue=False)
    is_crowded = BooleanProperty(defaultvalue=False)
    is_tight = BooleanProperty(defaultvalue=False)

    @staticmethod
    def occasion(scene: Scene) -> str | None:
        """The end of the game."""
        return "over" if scene.table.is_over else None

    @staticmethod
    def announced(scene: Scene) -> str:
        """Who has won."""
        return scene.scores.verdict or scene.scores.title

    def begin(self) -> None:
        """What was kept before is no news any more."""
        self.kept, self.is_race = "", False

    def show(self, desk: Desk) -> None:
        """Show the ranking and the race."""
        if desk.scene is None:
            return
        app, view = App.get_running_app(), desk.scene.scores
        likely = desk.words.text("likely.said") if desk.scene.is_likely else ""
        self.heading = " · ".join(filter(None, (view.title, likely)))
        self.verdict, self.is_over = view.verdict, desk.scene.table.is_over
        self.kept = desk.refused or self.kept
        self.race, self.may_keep = view.race, app.doors.shelf is not None and not desk.is_shown
        self.tokens = app.tokens([each.seat for each in view.ranking])
        self.is_crowded = len(view.ranking) > ROOMY_ROWS
        fill(self.ids.ranking, self._ranked(view), _row)

    def turn(self) -> None:
        """From the ranking to the race, and back."""
        self.is_race = not self.is_race

    def keep_picture(self) -> None:
        """Keep what is shown as a picture."""
        app = App.get_running_app()
        png = BytesIO()
        self.ids.sheet.export_as_image().save(png, fmt="png")
        self._say(app.doors.shelf.keep_picture(app.desk.session.id, png.getvalue()))

    def keep_pdf(self) -> None:
        """Keep the scores on a page."""
        app = App.get_running_app()
        self._say(app.doors.shelf.keep_pdf(app.desk.session.id, app.desk.scene.scores, app.words))

    def keep_record(self) -> None:
        """Keep the record of the game."""
        app = App.get_running_app()
        self._say(app.doors.shelf.keep_record(app.desk.session.id))

    def _say(self, where: Message) -> None:
        self.kept = App.get_running_app().words.say(where)

    def _ranked(self, view: ScoresView) -> list[Ranked]:
        most = max((each.points for each in view.ranking), default=0)
        return [Ranked(each, self.tokens[each.seat], most) for each in view.ranking]


def _row() -> RankRow:
    row = RankRow()
    row.bind(on_release=lambda touched: App.get_running_app().look_at_won(touched.name))
    return row
