"""The scores, now and at the end: the ranking, and each player's cards by type."""

from kivy.properties import StringProperty

from companion.games.vedrfolnir.views import RankView, WonTypeView
from ui.desk import Desk, Scene
from ui.flow import Place
from ui.screens.screen import CompanionScreen
from ui.widgets.grids import RankRow, TypeChip


class ScoresScreen(CompanionScreen):
    """Draws a `ScoresView`."""

    place = Place.SCORES
    heading = StringProperty("")
    verdict = StringProperty("")

    @staticmethod
    def occasion(scene: Scene) -> str | None:
        """The end of the game."""
        return "over" if scene.table.is_over else None

    def show(self, desk: Desk) -> None:
        """Show the ranking."""
        if desk.scene is None:
            return
        view = desk.scene.scores
        self.heading, self.verdict = view.title, view.verdict
        most = max((each.points for each in view.ranking), default=0)
        self.ids.ranking.clear_widgets()
        for each in view.ranking:
            self.ids.ranking.add_widget(_row(each, most))


def _row(rank: RankView, most: int) -> RankRow:
    row = RankRow(
        rank="★" if rank.is_winner else f"{rank.place}",
        name=rank.seat,
        points=str(rank.points),
        share=max(0, rank.points) / max(1, most),
        is_winner=rank.is_winner,
    )
    for each in rank.types:
        row.ids.types.add_widget(_chip(each))
    return row


def _chip(each: WonTypeView) -> TypeChip:
    return TypeChip(kind=each.kind, count=f"× {len(each.cards)}", points=str(each.points))
