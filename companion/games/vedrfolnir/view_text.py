"""Views as lines of a terminal, a hundred places wide at most."""

from collections import Counter
from collections.abc import Iterable, Iterator

from companion.columns import WIDTH, cut, padded, width, wrapped
from companion.games.vedrfolnir.views import (
    CollectionView,
    LapView,
    MistakeView,
    OddsView,
    PlaceView,
    QuestionView,
    RankView,
    ScoresView,
    SeatView,
    SoloView,
    StatusView,
    StepView,
    TableView,
    WonCardView,
    WonTypeView,
)
from companion.words import Message, Values, Words

NAME_PLACES = 16
LAP_PLACES = 5
GAUGE_PLACES = 22
# A longer list of steps says for itself what lies where.
FEW_STEPS = 6
# A majority table's indent, arrow, winner and rule.
MAJORITY_PLACES = 40
FULL, EMPTY = "█", "░"


class ViewText:
    """Writes views in one language."""

    def __init__(self, words: Words) -> None:
        self._words = words

    def table(self, view: TableView) -> Iterator[str]:
        """The whole table, one line a seat, and the next step."""
        yield from wrapped(view.title)
        names = _name_places(each.name for each in view.seats)
        for seat in view.seats:
            yield from wrapped(self._seat(seat, names), "  ")
        tribute = ", ".join(card.name for card in view.tribute)
        yield from wrapped(self._say("text.tribute", {"cards": len(view.tribute), "names": tribute}), "  ")
        yield from self.next_step(view.next_step, view.next_rule)

    def next_step(self, said: str, rule: str | None) -> Iterator[str]:
        """The one thing to do next."""
        yield from wrapped(f"▸ {said}{'' if rule is None else f' ({rule})'}", "    ")

    def turn(self, view: TableView) -> Iterator[str]:
        """A new turn: where the game is, and how far everybody is."""
        yield from wrapped(view.title)
        seats = [f"{each.name} {each.stars}/{each.objective}★" for each in view.seats]
        tribute = self._say("text.tribute-count", {"cards": len(view.tribute)})
        yield from wrapped(" · ".join([*(each.replace(" ", "\u00a0") for each in seats), tribute]), "  ")

    def arrival(self, view: TableView, said: str) -> Iterator[str]:
        """What was done, and how far it brought the seat it was for."""
        arrival = view.arrival
        seat = next((each for each in view.seats if arrival is not None and each.name == arrival.seat), None)
        if seat is None:
            yield from wrapped(said, "  ")
            return
        names = _name_places(each.name for each in view.seats)
        places = WIDTH - names - GAUGE_PLACES - 2
        *first, last = wrapped(said, "  ", places)
        yield from first
        yield f"{padded(last, places)} {padded(seat.name, names)} {gauge(seat)}"

    def collection(self, view: CollectionView) -> Iterator[str]:
        """Why, the majority table, who takes what."""
        yield from wrapped(f"◆ {view.said}", "  ")
        yield from (f"      {line}".rstrip() for line in self._majority(view))
        for taking in view.takings:
            yield from wrapped(taking.said, "      ")
        yield from wrapped(view.rest, "      ")

    def mistake(self, view: MistakeView) -> Iterator[str]:
        """What is wrong, why, what lies where, and the steps that put it right."""
        yield from wrapped(f"✗ {view.said}", "  ")
        yield from wrapped(self._say("text.rule", {"rule": view.rule, "said": view.rule_said}), "      ")
        for place in view.places if len(view.steps) <= FEW_STEPS else ():
            yield from self._place(place)
        for step in view.steps:
            yield from self.step(step)

    def step(self, step: StepView) -> Iterator[str]:
        """A step, ticked off or not."""
        yield from wrapped(f"[{'✓' if step.is_done else ' '}] {step.number}. {step.said}", "      ")

    def settled(self, view: MistakeView) -> Iterator[str]:
        """A mistake that was put right."""
        yield from wrapped(f"✓ {self._say('text.settled', {'rule': view.rule})}", "  ")

    def question(self, view: QuestionView) -> Iterator[str]:
        """What is asked, and the likely answers."""
        yield from wrapped(f"? {view.said}", "  ")
        yield from wrapped(" · ".join(each.said for each in view.answers), "      ")

    def solo(self, view: SoloView) -> Iterator[str]:
        """Brynhildr's guide."""
        yield from self.next_step(view.next_step, view.next_rule)
        scores = " · ".join(f"{each.seat} {each.points}" for each in view.scores)
        yield from wrapped(f"{view.pile_said} {scores}", "    ")
        if view.chances is not None:
            yield from wrapped(view.chances.said, "    ")

    def odds(self, view: OddsView) -> Iterator[str]:
        """The chances of every seat."""
        yield view.title
        for each in view.chances:
            yield from wrapped(each.said, "  ")

    def status(self, view: StatusView) -> Iterator[str]:
        """The status line."""
        yield from wrapped(f"{view.camera} · {view.light} · {view.deck} · {view.language}")

    def scores(self, view: ScoresView) -> Iterator[str]:
        """The ranking with its cards, the race, the verdict."""
        yield view.title
        names = _name_places(each.seat for each in view.ranking)
        most = max((each.points for each in view.ranking), default=0)
        for rank in view.ranking:
            yield self._rank(rank, names, most)
            yield from wrapped(" · ".join(self._type(each) for each in rank.types), "       ") if rank.types else ()
        if view.race:
            yield ""
            yield from self._race(view.race, names)
        yield ""
        yield from wrapped(view.verdict)

    def _seat(self, seat: SeatView, names: int) -> str:
        mark = "►" if seat.is_active else "✓" if seat.is_served else " "
        cards = ", ".join(card.name for card in (*seat.stake, *seat.jokers))
        points = self._say("text.points", {"points": seat.points})
        return f"{mark} {padded(seat.name, names)} {seat.stars:>2}/{seat.objective:<2} {points}  {cards}".rstrip()

    def _majority(self, view: CollectionView) -> Iterator[str]:
        """Types down, seats across, the winner at the end; long names are cut so that all seats fit."""
        if not view.majority:
            return
        types = max(width(each.name) for each in view.majority)
        seats = [count.seat for count in view.majority[0].counts]
        most = (WIDTH - types - MAJORITY_PLACES) // max(1, len(seats)) - 2
        columns = [max(3, min(width(seat), most)) for seat in seats]
        yield f"{'':<{types}}  {'  '.join(map(padded, seats, columns))}"
        for each in view.majority:
            counts = zip(each.counts, columns, strict=True)
            runes = "  ".join(
                f"{count.runes}{'*' if count.seat == each.winner else ' '}".rjust(at) for count, at in counts
            )
            yield f"{padded(each.name, types)}  {runes}  → {cut(each.said, NAME_PLACES)} ({each.rule})"

    def _place(self, place: PlaceView) -> Iterator[str]:
        """What lies in a place that should not, and what should; both orders, if only the order is wrong."""
        surplus, lacking = Counter(place.shown) - Counter(place.wanted), Counter(place.wanted) - Counter(place.shown)
        for key, cards in (("text.surplus", surplus), ("text.lacking", lacking)):
            if cards:
                values = {"zone": place.name, "cards": ", ".join(cards.elements())}
                yield from wrapped(self._say(key, values), "      ")
        if place.shown != place.wanted and not surplus and not lacking:
            orders = {"zone": place.name, "shown": ", ".join(place.shown), "wanted": ", ".join(place.wanted)}
            yield from wrapped(self._say("text.order", orders), "      ")

    def _rank(self, rank: RankView, names: int, most: int) -> str:
        bar = FULL * (max(0, rank.points) * (WIDTH - names - 30) // max(1, most))
        crown = "★" if rank.is_winner else " "
        return f"  {rank.place}. {padded(rank.seat, names)} {rank.points:>4} {crown} {bar}".rstrip()

    def _type(self, each: WonTypeView) -> str:
        cards = ", ".join(map(_won, each.cards))
        return self._say("text.won", {"name": each.name, "points": each.points, "cards": cards})

    def _race(self, race: tuple[LapView, ...], names: int) -> Iterator[str]:
        """The points of every seat after each round, the last ones if they don't all fit."""
        heading = self._words.text("text.after-round")
        places = max(names, width(heading))
        laps = race[-((WIDTH - places - 2) // LAP_PLACES) :]
        yield f"  {padded(heading, places)}{''.join(f'{lap.round:>{LAP_PLACES}}' for lap in laps)}"
        for number, seat in enumerate(each.seat for each in laps[0].points):
            points = "".join(f"{lap.points[number].points:>{LAP_PLACES}}" for lap in laps)
            yield f"  {padded(seat, places)}{points}"

    def _say(self, key: str, values: Values) -> str:
        return self._words.say(Message(key, values))


def gauge(seat: SeatView) -> str:
    """A seat's stars against its objective."""
    stars = min(seat.stars, seat.objective)
    return f"{seat.stars:>2}/{seat.objective:<2} {FULL * stars}{EMPTY * (seat.objective - stars)}"


def _won(each: WonCardView) -> str:
    """A won card by what tells it from others of its kind, and what a Freyja makes of it."""
    runes, stars = each.card.runes, each.card.stars
    said = f"{stars or 0}★" if runes is None else f"{runes}r"
    return f"{said}×{each.factor}" if each.factor > 1 else said


def _name_places(names: Iterable[str]) -> int:
    return min(NAME_PLACES, max(map(width, names), default=0))
