"""Cards that really lie there beside what everybody has to believe of them, and an eye that now and then errs."""

from dataclasses import dataclass, field, replace
from random import Random

from companion.cards import split_name
from companion.facts import BACK, UNKNOWN, Way
from companion.games.vedrfolnir.hands import is_pile
from companion.games.vedrfolnir.zones import DISCARD
from companion.geometry import Point, Pose
from companion.mirror import Mirror, print_name
from companion.observation import Area, Observation
from companion.outlines import Outline
from companion.places import Zone
from companion.printed import TagPlace
from companion.profile import ZonePlan
from companion.tracking import TrackedTable
from tests.true_table import TrueCard, TrueTable, area

ASIDE_MM = 60.0
FIRST_MM = 50.0
NEAR_MM = 120.0


@dataclass(eq=False)
class Piece:
    """A card: what it is ("": a ghost), what the eye calls it, what people said of it, where it really lies.

    `is_certain` once a pile showed it; others of a pile may be told or not.
    """

    truth: str
    read: str
    said: str | None = None
    card: TrueCard | None = None
    zone: Zone | None = None
    is_by_hand: bool = False
    is_certain: bool = False

    @property
    def name(self) -> str:
        """What it has to be called."""
        return self.said or self.read

    @property
    def is_ghost(self) -> bool:
        """Whether there is no such card."""
        return not self.truth


def is_same_name(one: str, other: str) -> bool:
    """Whether two names may mean one card: a number may be left out."""
    here, there = split_name(one), split_name(other)
    if here is None or there is None or here.print != there.print:
        return False
    return None in (here.number, there.number) or here.number == there.number


class SeenTable(TrueTable):
    """A true table on which ghosts cover nothing, looked at quickly."""

    def __init__(self) -> None:
        super().__init__()
        self.ghosts: set[TrueCard] = set()
        self.is_new_eye = False
        self._above: dict[TrueCard, list[Outline]] = {}
        self._arrangement: object = None
        self._read: dict[tuple[TrueCard, TagPlace], bool] = {}

    def look(self, at_s: float, looked: tuple[Area, ...] = ()) -> Observation:
        """A hand that goes leaves the picture as it was; an eye that begins to look has no picture from before."""
        arrangement = [(each, each.outline) for each in self.cards], list(self.hands), looked, set(self.ghosts)
        if arrangement != self._arrangement:
            self._arrangement, self._above, self._read = arrangement, {}, {}
        hidden = {card: card.is_new for card in self.cards if self._is_under_hand(card)}
        seen = super().look(at_s, looked)
        for card, was_new in hidden.items():
            card.is_new = was_new
        if not self.is_new_eye:
            return seen
        self.is_new_eye = False
        return replace(seen, sightings=tuple(replace(each, is_new=None) for each in seen.sightings))

    def _is_read(self, card: TrueCard, tag: TagPlace, looked: tuple[Area, ...]) -> bool:
        """What lies as it lay is seen as it was."""
        if (card, tag) not in self._read:
            self._read[card, tag] = super()._is_read(card, tag, looked)
        return self._read[card, tag]

    def _is_under_hand(self, card: TrueCard) -> bool:
        return any(hand.holds(card.outline.centre) for hand in self.hands)

    def _is_free(self, card: TrueCard, point: Point, looked: tuple[Area, ...]) -> bool:
        return (
            any(each.holds(point) for each in looked)
            and not any(each.holds(point) for each in self.hands)
            and not any(each.covers(point, 0) for each in self._over(card))
        )

    def _over(self, card: TrueCard) -> list[Outline]:
        if card not in self._above:
            higher = self.cards[self.cards.index(card) + 1 :]
            self._above[card] = [
                each.outline for each in higher if each not in self.ghosts and _is_near(each.outline, card.outline)
            ]
        return self._above[card]


def _is_near(one: Outline, other: Outline) -> bool:
    return abs(one.centre.x_mm - other.centre.x_mm) < NEAR_MM and abs(one.centre.y_mm - other.centre.y_mm) < NEAR_MM


@dataclass
class Table:
    """The real table, and `believed`: where cards have to be by what was seen and said."""

    tracked: TrackedTable
    chance: Random
    seen: SeenTable = field(default_factory=SeenTable)
    believed: dict[Zone, list[Piece]] = field(default_factory=dict)
    dirty: list[Area] = field(default_factory=list)
    pieces: dict[str, Piece] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.plans: dict[Zone, ZonePlan] = {plan.zone: plan for plan in self.tracked.zones}
        self.everything = area([point for plan in self.tracked.zones for point in plan.polygon])

    # What hands do

    def lay(self, piece: Piece, zone: Zone, way: Way | None = None) -> None:
        """A card comes to lie at the end of a zone."""
        self.take(piece)
        plan = self.plans[zone]
        jitter = [self.chance.gauss(0, 3) for _ in range(3)]
        left_mm, top_mm = plan.polygon[0]
        middle_mm = (top_mm + plan.polygon[2].y_mm) / 2
        if is_pile(zone):
            pose = Pose(Point(left_mm + 70 + jitter[0], middle_mm + jitter[1]), plan.up_deg + jitter[2])
        else:
            turn_deg = 180 if way is Way.TURNED else 0
            pose = Pose(Point(self._end_mm(zone, left_mm), middle_mm), plan.up_deg + turn_deg + jitter[2])
        self._put(piece, zone, pose)

    def _end_mm(self, zone: Zone, left_mm: float) -> float:
        there = [each.card for each in self.real(zone) if each.card is not None]
        return there[-1].outline.centre.x_mm + self.chance.uniform(14, 18) if there else left_mm + FIRST_MM

    def haunt(self, piece: Piece, zone: Zone) -> None:
        """The eye begins to see a card where none is, apart from the others."""
        plan = self.plans[zone]
        middle_mm = (plan.polygon[0].y_mm + plan.polygon[2].y_mm) / 2
        self._put(piece, zone, Pose(Point(plan.polygon[1].x_mm - ASIDE_MM, middle_mm), plan.up_deg))
        if piece.card is not None:
            self.seen.ghosts.add(piece.card)

    def _put(self, piece: Piece, zone: Zone, pose: Pose) -> None:
        piece.card, piece.zone, piece.is_certain = self.seen.lay(piece.read, pose), zone, False
        piece.card.is_readable = piece.read != UNKNOWN
        self.dirty.append(piece.card.area)

    def take(self, piece: Piece) -> None:
        """A card is taken up."""
        if piece.card is not None:
            self.dirty.append(piece.card.area)
            self.seen.take(piece.card)
        piece.card, piece.zone = None, None

    def read_as(self, piece: Piece, name: str) -> None:
        """From now on the eye reads a card so."""
        piece.read = name
        if piece.card is not None:
            piece.card.name, piece.card.is_readable = name, name != UNKNOWN
            self.dirty.append(piece.card.area)

    def real(self, zone: Zone) -> list[Piece]:
        """The cards that really lie in a zone, from the lowest to the highest."""
        there = {each.card: each for each in self.pieces.values() if each.zone == zone and not each.is_ghost}
        return [there[card] for card in self.seen.cards if card in there]

    # What has to be believed

    def believe(self, piece: Piece, zone: Zone | None) -> None:
        """A card is in a zone now, at its end, if it was not there before."""
        before = next((each for each, there in self.believed.items() if piece in there), None)
        if before == zone:
            return
        if before is not None:
            self.believed[before].remove(piece)
        if zone is not None:
            self.believed.setdefault(zone, []).append(piece)

    def place(self, piece: Piece) -> tuple[Zone, int] | None:
        """Where a card is believed to lie."""
        return next(((zone, there.index(piece)) for zone, there in self.believed.items() if piece in there), None)

    def fans(self) -> list[Piece]:
        """Every card believed to lie where order counts."""
        return [piece for zone, there in self.believed.items() if not is_pile(zone) for piece in there]

    # What the eye sees

    def look(self, at_s: float, *, is_whole: bool) -> Observation:
        """A look at what changed, or at everything."""
        looked = (self.everything,) if is_whole else tuple(self.dirty)
        if not self.seen.hands:
            self._show_tops()
            self.dirty = []
        return self.seen.look(at_s, looked)

    def _show_tops(self) -> None:
        tops = [self.real(zone)[-1:] for zone in self.plans if is_pile(zone)]
        for piece in (each for top in tops for each in top):
            pile = self.believed.get(piece.zone or DISCARD, ())
            # On a pile one twin without a number passes for the other: its picture lies where that one's lay.
            is_twin = "#" not in piece.read and any(each.read == piece.read for each in pile if each is not piece)
            piece.is_certain = piece in pile and piece.read != UNKNOWN and not is_twin

    def cover(self, zone: Zone) -> None:
        """A hand comes to rest over a zone."""
        self.seen.hands = [area(self.plans[zone].polygon)]

    def uncover(self) -> None:
        """The hand leaves."""
        self.seen.hands = []


def rows(mirror: Mirror) -> dict[Zone, list[str]]:
    """The names of the cards that lie in each zone."""
    found = {zone: [each.name for each in mirror.real(zone)] for zone in mirror.zones}
    return {zone: names for zone, names in found.items() if names}


def differing(mine: dict[Zone, list[str]], other: dict[Zone, list[str]]) -> Zone | None:
    """The first zone of two tables that does not hold the same cards; of piles only the prints count."""
    for zone in sorted({*mine, *other}):
        one, two = mine.get(zone, []), other.get(zone, [])
        if is_pile(zone):
            one, two = sorted(map(print_name, one)), sorted(map(print_name, two))
        if len(one) != len(two) or not all(map(is_same_name, one, two)):
            return zone
    return None


def unbelieved(table: Table, told: dict[Zone, list[str]]) -> Zone | None:
    """The first zone that is not told as it has to be believed."""
    for zone in sorted({*table.believed, *told}):
        pieces, names = table.believed.get(zone, []), told.get(zone, [])
        if is_pile(zone):
            is_right = _is_pile_right(pieces, [each for each in names if each != BACK])
        else:
            is_right = len(pieces) == len(names) and all(
                is_same_name(piece.name, name) for piece, name in zip(pieces, names, strict=True)
            )
        if not is_right:
            return zone
    return None


def _is_pile_right(pieces: list[Piece], names: list[str]) -> bool:
    """Whether every card that a pile showed is told, and none that can't be there.

    "A name without `#` means some copy" (formats.md): any card of its print, whatever others of it are called.
    """
    faces = [each.name for each in pieces if each.name != BACK]
    shown = [each.name for each in pieces if each.name != BACK and each.is_certain]
    return have_partners(names, faces) and have_partners(shown, names)


def have_partners(names: list[str], others: list[str]) -> bool:
    """Whether every name may mean another one of these, each one only once."""
    taken: dict[int, str] = {}
    return all(_has_partner(name, others, taken, set()) for name in names)


def _has_partner(name: str, others: list[str], taken: dict[int, str], tried: set[int]) -> bool:
    """Find a partner, if need be one whose own partner finds another."""
    for place, other in enumerate(others):
        if place in tried or not is_same_name(name, other):
            continue
        tried.add(place)
        if place not in taken or _has_partner(taken[place], others, taken, tried):
            taken[place] = name
            return True
    return False
