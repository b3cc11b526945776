"""The scores on a page: who has won, everybody's cards by type, and the race over the rounds."""

import itertools
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from io import BytesIO

from reportlab.lib.pagesizes import A4
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

from companion.games.vedrfolnir.views import RankView, ScoresView, WonTypeView
from companion.words import Message, Values, Words

PLAIN, BOLD, SERIF = "Companion", "CompanionBold", "CompanionSerif"
WIDTH, HEIGHT = A4
MARGIN = 56
INK, GREY, GOLD = "#1b222c", "#6b7580", "#8d5b00"
# The same as the players' tokens on the screen, dark enough for paper.
LINES = ("#c98700", "#3d93c4", "#d55e00", "#0b8a69", "#b25b8c", "#3f6fc4", "#a39616", "#7c868f")
ROW, SMALL_ROW = 24, 15
CHART_HEIGHT = 190


@cache
def _fonts() -> None:
    for name, file in ((PLAIN, "Regular"), (BOLD, "Bold"), (SERIF, "Serif")):
        pdfmetrics.registerFont(TTFont(name, str(files("ui") / "fonts" / f"Companion-{file}.ttf")))


def score_page(scores: ScoresView, words: Words, day: str) -> bytes:
    """A PDF of one page or more; the same scores on the same day give the same file."""
    _fonts()
    stream = BytesIO()
    canvas = Canvas(stream, pagesize=A4, invariant=1)
    canvas.setTitle(f"{words.text('home.title')} · {day}")
    page = _Page(canvas, words)
    page.head(scores, day)
    page.chart(scores)
    for rank in scores.ranking:
        page.rank(rank)
    canvas.save()
    return stream.getvalue()


class _Page:
    """Writes from the top down, and turns the page when it is full."""

    def __init__(self, canvas: Canvas, words: Words) -> None:
        self._canvas, self._words = canvas, words
        self._y = HEIGHT - MARGIN

    def head(self, scores: ScoresView, day: str) -> None:
        self._text(self._words.text("home.title"), SERIF, 26)
        self._y -= 20
        self._text(f"{scores.title} · {day}", PLAIN, 11, GREY)
        self._y -= 34
        self._text(scores.verdict, SERIF, 20, GOLD)
        self._y -= 20

    def chart(self, scores: ScoresView) -> None:
        """The race as lines, in the order of the seats; the colours are those of the names below."""
        laps = scores.race
        totals = [0, *(each.points for lap in laps for each in lap.points)]
        low, high = min(totals), max(*totals, min(totals) + 1)
        self._y -= CHART_HEIGHT
        canvas, wide = self._canvas, WIDTH - 2 * MARGIN

        def at(lap: int, points: int) -> tuple[float, float]:
            share = (points - low) / (high - low)
            return MARGIN + wide * lap / max(1, len(laps)), self._y + (CHART_HEIGHT - 20) * share

        canvas.setStrokeColor(GREY)
        canvas.setLineWidth(0.5)
        canvas.line(*at(0, 0), *at(max(1, len(laps)), 0))
        for number, seat in enumerate(each.seat for each in (laps[0].points if laps else ())):
            points = [0, *(each.points for lap in laps for each in lap.points if each.seat == seat)]
            canvas.setStrokeColor(LINES[number % len(LINES)])
            canvas.setLineWidth(2)
            places = [at(lap, each) for lap, each in enumerate(points)]
            canvas.lines([(*one, *two) for one, two in itertools.pairwise(places)])
        self._colours = {each.seat: LINES[n % len(LINES)] for n, each in enumerate(laps[0].points if laps else ())}
        self._y -= ROW

    def rank(self, rank: RankView) -> None:
        """A seat's place, points, and cards by type."""
        types = list(self._types(rank))
        if self._y - ROW - SMALL_ROW * len(types) < MARGIN:
            self._canvas.showPage()
            self._y = HEIGHT - MARGIN
        self._canvas.setFillColor(self._colours.get(rank.seat, GREY))
        self._canvas.circle(MARGIN + 5, self._y + 5, 5, stroke=0, fill=1)
        self._text(f"{'★' if rank.is_winner else rank.place}  {rank.seat}", SERIF, 15, at=MARGIN + 18)
        self._canvas.setFont(BOLD, 15)
        self._canvas.drawRightString(WIDTH - MARGIN, self._y, str(rank.points))
        for line in types:
            self._y -= SMALL_ROW
            self._text(line, PLAIN, 10, GREY, at=MARGIN + 18)
        self._y -= ROW

    def _types(self, rank: RankView) -> Iterator[str]:
        for each in rank.types:
            values: Values = {"name": each.name, "points": each.points, "cards": ", ".join(_cards(each))}
            yield self._words.say(Message("text.won", values))

    def _text(self, said: str, font: str, size: float, colour: str = INK, at: float = MARGIN) -> None:
        self._canvas.setFillColor(colour)
        room = WIDTH - MARGIN - at
        wide = pdfmetrics.stringWidth(said, font, size)
        self._canvas.setFont(font, min(size, size * room / max(1.0, wide)))
        self._canvas.drawString(at, self._y, said)
        self._canvas.setFillColor(INK)


def _cards(each: WonTypeView) -> Iterator[str]:
    """The cards with their points, those that a Freyja multiplies with their factor."""
    for won in each.cards:
        yield f"{won.card.name} {won.points}" + (f" × {won.factor}" if won.factor > 1 else "")
