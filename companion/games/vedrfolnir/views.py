"""What people look at: plain values with every sentence ready, for a screen, a terminal or another program."""

from dataclasses import asdict, dataclass, replace

from companion.places import Seat, Zone

Fields = dict[str, object]


@dataclass(frozen=True, slots=True)
class CardView:
    """A card as it is drawn small: its kind, runes and stars, a Tyr's side, an objective; its name in words.

    A card that nobody can name is of the kind `back` or `unknown`. `id` is which card of the table it is, if it is one.
    """

    kind: str
    runes: int | None
    stars: int | None
    side: str | None
    objective: int | None
    name: str
    id: int | None = None

    @property
    def face(self) -> "CardView":
        """What is drawn, whichever card of the table it is."""
        return replace(self, id=None)


@dataclass(frozen=True, slots=True)
class SeatView:
    """One seat; `missing` is how many stars it is from exact, below zero when it is bust."""

    name: Seat
    stake: tuple[CardView, ...]
    stars: int
    objective: int
    missing: int
    jokers: tuple[CardView, ...]
    won: int
    points: int
    is_active: bool
    is_served: bool


@dataclass(frozen=True, slots=True)
class ArrivalView:
    """What was done last, in words; its card and seat where it was a card for one. `number` counts what was done."""

    number: int
    card: CardView | None
    seat: Seat | None
    said: str

    def is_last_of(self, cards: tuple[CardView, ...]) -> bool:
        """Whether the last of these cards is its card."""
        return self.card is not None and self.card.face in [each.face for each in cards[-1:]]


@dataclass(frozen=True, slots=True)
class TableView:
    """The whole table from above, and the one thing to do next; `open_steps` counts what hands still owe."""

    title: str
    seats: tuple[SeatView, ...]
    tribute: tuple[CardView, ...]
    is_tribute_served: bool
    discard: int
    draw: int
    hand: int
    pile: int
    turn: int
    round: int
    next_step: str
    next_rule: str | None
    open_steps: int
    arrival: ArrivalView | None
    is_revealing: bool
    is_over: bool


@dataclass(frozen=True, slots=True)
class CountView:
    """The runes of one seat for one type."""

    seat: Seat
    runes: int


@dataclass(frozen=True, slots=True)
class MajorityView:
    """One line of the majority table; no winner: a tie, or nobody has such a rune."""

    type: str
    name: str
    counts: tuple[CountView, ...]
    winner: Seat | None
    is_tie: bool
    rule: str
    said: str


@dataclass(frozen=True, slots=True)
class TakingView:
    """What one seat takes."""

    seat: Seat
    cards: tuple[CardView, ...]
    said: str


@dataclass(frozen=True, slots=True)
class CollectionView:
    """Who and why, the majority table, what goes where, and how many cards hands still have to clear."""

    cause: str
    seat: Seat | None
    stars: int | None
    objective: int | None
    round: int
    turn: int
    rule: str
    said: str
    majority: tuple[MajorityView, ...]
    takings: tuple[TakingView, ...]
    rest: str
    to_clear: int


@dataclass(frozen=True, slots=True)
class PendingView:
    """A collection that nobody may celebrate yet: whoever has the card may still refuse it."""

    seat: Seat
    said: str


@dataclass(frozen=True, slots=True)
class StepView:
    """One step that puts a mistake right."""

    number: int
    said: str
    is_done: bool


@dataclass(frozen=True, slots=True)
class PlaceView:
    """A place as it lies and as the rules have it, in words and as cards; those that lie there in their order."""

    zone: Zone
    name: str
    shown: tuple[str, ...]
    wanted: tuple[str, ...]
    lying: tuple[CardView, ...]
    due: tuple[CardView, ...]


@dataclass(frozen=True, slots=True)
class WayOutView:
    """Another way out of a mistake; `intent` is `keep`, `correct` or `undo`."""

    intent: str
    said: str
    is_open: bool


@dataclass(frozen=True, slots=True)
class MistakeView:
    """What the table shows, what it should show, the rule in plain words, and the ways out.

    `card` lies in `zone` at `index`, if it lies there at all.
    """

    id: str
    line: int
    card: str | None
    zone: Zone | None
    index: int | None
    said: str
    places: tuple[PlaceView, ...]
    rule: str
    rule_said: str
    steps: tuple[StepView, ...]
    ways_out: tuple[WayOutView, ...]
    is_settled: bool


@dataclass(frozen=True, slots=True)
class AmendmentView:
    """What a correction or a line taken back would change, told before it counts."""

    lines: tuple[str, ...]
    is_nothing: bool


@dataclass(frozen=True, slots=True)
class AnswerView:
    """An answer that one touch gives: a card's written name, or the side of a Tyr."""

    value: str
    card: CardView | None
    said: str


@dataclass(frozen=True, slots=True)
class QuestionView:
    """What only a person can say: which card lies there (`card`), or which way a Tyr lies (`side`).

    `id` is which card of the table it is; `lying` are all cards of that zone, the one in question too.
    """

    about: str
    id: int
    zone: Zone
    index: int
    card: str | None
    said: str
    answers: tuple[AnswerView, ...]
    lying: tuple[CardView, ...]


@dataclass(frozen=True, slots=True)
class ChancesView:
    """What the next card does to a seat, as shares of one and in words; all none if there are too many ways."""

    to: str
    exact: float
    bust: float
    neither: float
    depends: float
    said: str


@dataclass(frozen=True, slots=True)
class OddsView:
    """The chances of every seat."""

    title: str
    chances: tuple[ChancesView, ...]


@dataclass(frozen=True, slots=True)
class PointsView:
    """A seat's points."""

    seat: Seat
    points: int


@dataclass(frozen=True, slots=True)
class SoloView:
    """Brynhildr's guide: one next step, her pile, the three scores, the chances of the next card."""

    next_step: str
    next_rule: str | None
    pile: int
    pile_said: str
    is_revealing: bool
    scores: tuple[PointsView, ...]
    chances: ChancesView | None


@dataclass(frozen=True, slots=True)
class WonCardView:
    """A won card with its points; `factor` is more than one where a Freyja doubles it."""

    card: CardView
    points: int
    factor: int
    total: int


@dataclass(frozen=True, slots=True)
class WonTypeView:
    """The won cards of one kind."""

    kind: str
    name: str
    cards: tuple[WonCardView, ...]
    points: int


@dataclass(frozen=True, slots=True)
class RankView:
    """A seat's place in the ranking, with everything it has won."""

    place: int
    seat: Seat
    points: int
    cards: int
    types: tuple[WonTypeView, ...]
    is_winner: bool


@dataclass(frozen=True, slots=True)
class LapView:
    """The points of every seat after a round."""

    round: int
    points: tuple[PointsView, ...]


@dataclass(frozen=True, slots=True)
class ScoresView:
    """The ranking, the race over the rounds, and who has won as the mode defines it."""

    title: str
    ranking: tuple[RankView, ...]
    race: tuple[LapView, ...]
    winners: tuple[Seat, ...]
    verdict: str
    is_over: bool


@dataclass(frozen=True, slots=True)
class StatusView:
    """The line at the edge of every screen; `warning` is what needs a hand, and what to do about it.

    It is calm if people want it so: a pause.
    """

    camera: str
    light: str
    deck: str
    language: str
    warning: str
    is_well: bool
    is_calm: bool = False


View = (
    TableView
    | CollectionView
    | MistakeView
    | AmendmentView
    | QuestionView
    | SoloView
    | ScoresView
    | OddsView
    | StatusView
)


def view_fields(view: View) -> Fields:
    """A view as other programs read it."""
    return asdict(view)
