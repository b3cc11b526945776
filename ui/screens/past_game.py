"""A past game line by line: the table, the mistakes and the reasons at every point of it."""

from enum import StrEnum

from kivy.app import App
from kivy.clock import Clock
from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty, StringProperty

from companion.places import Seat
from companion.words import Message
from ui.desk import Desk
from ui.flow import Place
from ui.past import Rewound, rewound
from ui.scene import Scene
from ui.screens.screen import CompanionScreen
from ui.widgets.pool import fill
from ui.widgets.texts import Paragraph


class Page(StrEnum):
    """What is shown of a moment."""

    TABLE = "table"
    WHY = "why"
    MISTAKES = "mistakes"
    PHOTO = "photo"


class PastGameScreen(CompanionScreen):
    """Draws the `Scene` of a game as it was after some of its lines."""

    place = Place.PAST_GAME
    said = StringProperty("")
    heading = StringProperty("")
    at = NumericProperty(0)
    most = NumericProperty(0)
    marks = ObjectProperty(())
    mistakes_words = StringProperty("")
    page = StringProperty(Page.TABLE)
    kept = StringProperty("")
    may_go_on = BooleanProperty(defaultvalue=False)
    is_over = BooleanProperty(defaultvalue=False)
    may_keep = BooleanProperty(defaultvalue=False)
    has_pair = BooleanProperty(defaultvalue=False)

    def __init__(self, **properties: object) -> None:
        super().__init__(**properties)
        self._game: Rewound | None = None
        self._seat: Seat | None = None
        self._is_here = False
        self._reshow = Clock.create_trigger(lambda _: self._show_moment())
        self.scene: Scene | None = None

    def begin(self) -> None:
        """Nothing was asked or kept yet."""
        self.page, self.kept, self._is_here = Page.TABLE, "", False

    @property
    def subject(self) -> object:
        """Which moment is shown, and what of it."""
        return App.get_running_app().past, self.at, self.page

    def show(self, desk: Desk) -> None:
        """Open the game that was touched, at its end; one that goes on is looked at where people are."""
        wanted = App.get_running_app().past
        is_another = self._game is None or self._game.game != wanted
        if is_another or self._is_longer(desk):
            self._game = None if wanted is None else rewound(desk.journal, wanted)
            self.most = 0 if self._game is None else self._game.lines
            self.marks = () if self._game is None else self._game.mistaken
            if is_another or not self._is_here:
                self.at, self.page = self.most, Page.TABLE
            self.at = min(self.at, self.most)
            self.is_over = self._game is not None and self._game.is_over
            self.may_go_on = self._game is not None
        self._is_here = True
        self.may_keep = self._game is not None and App.get_running_app().doors.shelf is not None
        self._show_moment()

    def go_to(self, at: int) -> None:
        """Show the game after so many lines; once a frame, however fast a finger slides."""
        at = max(0, min(int(self.most), at))
        if at != self.at:
            self.at, self.kept = at, ""
            self._reshow()

    def turn_to(self, page: str) -> None:
        """Look at something else of this moment, or at the table again."""
        self.page = Page.TABLE if page == self.page else Page(page)
        self._seat, self.kept = None, ""
        self._show_moment()

    def go_on(self) -> None:
        """Play this game on; to the table of one that is over, where its end may be taken back."""
        App.get_running_app().go_on(App.get_running_app().past)

    def keep(self) -> None:
        """Keep the game as a file."""
        app = App.get_running_app()
        self.kept = app.words.say(app.doors.shelf.keep_record(app.past))

    def look_at(self, seat: Seat) -> None:
        """Why this seat stands as it does here."""
        self.page, self._seat = Page.WHY, seat
        self._show_moment()

    def _is_longer(self, desk: Desk) -> bool:
        """Whether the game went on since it was opened."""
        return self._game is not None and desk.journal.entry(self._game.game).facts != self._game.lines

    def _show_moment(self) -> None:
        words = App.get_running_app().words
        if self._game is None:
            self.said = words.text("history.unreadable")
            return
        self.scene = scene = self._game.scene(int(self.at), words)
        values = {"line": int(self.at), "lines": int(self.most)}
        self.heading = f"{words.say(Message('past.line', values))} · {scene.table.title}"
        self.said = self._game.said(int(self.at), words) or words.text("past.start")
        self.mistakes_words = f"✗ {len(scene.mistakes_so_far)}"
        self._show_pair(int(self.at))
        if self.page == Page.TABLE:
            self.ids.table.show(scene.table, words, self.look_at)
        elif self.page != Page.PHOTO:
            lines = self._reasons(scene) if self.page == Page.WHY else self._mistakes(scene)
            fill(self.ids.lines, [each for each in lines if each], Paragraph)
            self.ids.scroll.scroll_y = 1

    def _show_pair(self, at: int) -> None:
        """What the last line looked like, if that was kept; it comes a little later."""
        desk, game = App.get_running_app().desk, self._game
        pair = None if game is None or at == 0 else desk.pair(game.game, game.number(at))
        self.has_pair = pair is not None
        self.ids.pair.show(pair)
        if pair is None and self.page == Page.PHOTO:
            self.page = Page.TABLE

    def _reasons(self, scene: Scene) -> list[str]:
        """Why a seat stands as it does: the one touched, or that of the last card; and the last collection."""
        table = scene.table
        last = None if table.arrival is None else table.arrival.seat
        seat = self._seat or last or next((each.name for each in table.seats if each.is_active), table.seats[0].name)
        return [*scene.why(seat), *scene.why_collected]

    def _mistakes(self, scene: Scene) -> list[str]:
        """Every mistake up to here: settled or not, its rule and its steps."""
        lines = []
        for each in scene.mistakes_so_far:
            lines.append(f"{'✓' if each.is_settled else '✗'} {each.said}")
            lines.append(f"  {each.rule} · {each.rule_said}")
            lines.extend(f"  {'✓' if step.is_done else '·'} {step.number}. {step.said}" for step in each.steps)
        return lines or [App.get_running_app().words.text("past.no-mistakes")]
