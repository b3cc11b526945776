"""A plain film for benches: cards with tags and codes laid on a cloth one by one, a hand before each."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

import cv2
import numpy as np
import segno

from companion.geometry import Point, Size
from companion.places import Zone
from companion.printed import PrintedCard, PrintedDeck, TagPlace
from companion.profile import Camera, TableProfile, ZonePlan
from vision.frames import Picture

TABLE = Size(1000, 600)
CARD = Size(63, 88)
TAG_MM = 10.0
CODE_MM = 15.0
PLACE = Size(100, 120)
CLOTH_BGR = (70, 92, 58)
SKIN_BGR = (140, 170, 215)
NOISE = 3.0
WEAVE = 40.0
LARGEST_PX = 10_000
MOST_CARDS = 50


class Sort(StrEnum):
    """What a picture shows that the one before did not."""

    IDLE = "idle"
    HAND = "hand"
    CARD = "card"


@dataclass(frozen=True, slots=True, eq=False)
class Shot:
    """A picture, what is new in it, and the cards that lie there."""

    picture: Picture
    sort: Sort
    lying: frozenset[str]


@dataclass(frozen=True, slots=True)
class Pace:
    """How many pictures of each sort there are for a card."""

    idle: int = 10
    hand: int = 6
    still: int = 10


@dataclass(frozen=True, slots=True)
class BenchFilm:
    """Cards of a deck being laid on a table, picture by picture, the same every time it is shown."""

    printed: PrintedDeck
    profile: TableProfile
    pace: Pace = Pace()
    seed: int = 1

    @property
    def px_per_mm(self) -> float:
        """How large the table is in the picture."""
        return self.profile.camera.size_px[0] / self.profile.width_mm

    def shots(self) -> Iterator[Shot]:
        """The whole film."""
        chance = np.random.default_rng(self.seed)
        table = self.bare(chance)
        lying: frozenset[str] = frozenset()
        for _ in range(self.pace.idle):
            yield Shot(_noisy(table, chance), Sort.IDLE, lying)
        for place, card in enumerate(self.printed.cards):
            for step in range(self.pace.hand):
                yield Shot(_noisy(self._with_hand(table, place, step), chance), Sort.HAND, lying)
            self._lay(table, card, place, chance)
            lying |= {card.name}
            for _ in range(self.pace.still):
                yield Shot(_noisy(table, chance), Sort.CARD, lying)
            for _ in range(self.pace.idle):
                yield Shot(_noisy(table, chance), Sort.IDLE, lying)

    def bare(self, chance: np.random.Generator) -> Picture:
        """The cloth without a card."""
        width, height = self.profile.camera.size_px
        weave = chance.normal(0, 1, (height // 2, width // 2, 1)).astype(np.float32)
        cloth = cv2.resize(cv2.GaussianBlur(weave, (0, 0), 1.5), (width, height))[..., None] * WEAVE + CLOTH_BGR
        return np.asarray(np.clip(cloth, 0, 255), np.uint8)

    def _middle(self, place: int) -> tuple[float, float]:
        down, across = divmod(place, int(self.profile.width_mm // PLACE.width_mm))
        x_mm, y_mm = (across + 0.5) * PLACE.width_mm, (down + 0.5) * PLACE.height_mm
        return x_mm * self.px_per_mm, y_mm * self.px_per_mm

    def _with_hand(self, table: Picture, place: int, step: int) -> Picture:
        x, y = self._middle(place)
        picture = table.copy()
        reach = self.px_per_mm * (180 - 20 * step)
        axes = (round(45 * self.px_per_mm), round(130 * self.px_per_mm))
        cv2.ellipse(picture, (round(x), round(y + reach)), axes, 10, 0, 360, SKIN_BGR, cv2.FILLED, cv2.LINE_AA)
        return picture

    def _lay(self, table: Picture, card: PrintedCard, place: int, chance: np.random.Generator) -> None:
        """Draw a card where it comes to lie, a little askew."""
        x, y = self._middle(place)
        face = card_face(card, self.printed, 8)
        scale = self.px_per_mm / 8
        turn = cv2.getRotationMatrix2D((face.shape[1] / 2, face.shape[0] / 2), chance.uniform(-8, 8), scale)
        turn[:, 2] += (x - face.shape[1] / 2, y - face.shape[0] / 2)
        size = (table.shape[1], table.shape[0])
        drawn = cv2.warpAffine(cv2.GaussianBlur(face, (0, 0), 0.5 / scale), turn, size, flags=cv2.INTER_LINEAR)
        mask = cv2.warpAffine(np.full(face.shape[:2], 255, np.uint8), turn, size)
        table[mask > 127] = drawn[mask > 127]  # noqa: PLR2004 - half covered


def card_face(card: PrintedCard, printed: PrintedDeck, px_per_mm: int) -> Picture:
    """A white card with its tags and its code, and nothing else."""
    size = (round(printed.size.height_mm * px_per_mm), round(printed.size.width_mm * px_per_mm), 3)
    face = np.full(size, 235, np.uint8)
    tag = cv2.aruco.generateImageMarker(cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_APRILTAG_36h11), card.tag, 8)
    for place in printed.tags:
        _stamp(face, np.asarray(tag, np.uint8), place.centre, place.side_mm, px_per_mm)
    code = np.array([[0 if each else 235 for each in row] for row in segno.make_qr(card.code).matrix], np.uint8)
    _stamp(face, code, Point(printed.size.width_mm / 2, printed.size.height_mm * 0.6), CODE_MM, px_per_mm)
    return face


def _stamp(face: Picture, square: Picture, centre: Point, side_mm: float, px_per_mm: int) -> None:
    side_px = round(side_mm * px_per_mm)
    left, top = (round((each - side_mm / 2) * px_per_mm) for each in centre)
    large = cv2.resize(square, (side_px, side_px), interpolation=cv2.INTER_NEAREST)
    face[top : top + side_px, left : left + side_px] = large[..., None]


def _noisy(picture: Picture, chance: np.random.Generator) -> Picture:
    noise = chance.integers(-round(NOISE), round(NOISE) + 1, (picture.shape[0], picture.shape[1], 1), np.int16)
    return np.asarray(np.clip(picture + noise, 0, 255), np.uint8)


def plain_deck(cards: int) -> PrintedDeck:
    """Cards with a tag in every corner and a code, as many as asked for."""
    edge = TAG_MM / 2 + 1.5
    corners = [Point(x, y) for y in (edge, CARD.height_mm - edge) for x in (edge, CARD.width_mm - edge)]
    listed = [
        PrintedCard(f"thor-1r-1s#{number + 1:02}", "thor-1r-1s", "base", number, f"VF1/BENCH/{number + 1:02}/")
        for number in range(cards)
    ]
    places = tuple(TagPlace(each, TAG_MM) for each in corners)
    return PrintedDeck("bench", tuple(listed), CARD, places, (580, 581, 582, 583), 40.0)


def plain_film(cards: int, size_px: tuple[int, int], table: Size = TABLE, pace: Pace | None = None) -> BenchFilm:
    """So many cards being laid on a table that fills the picture's width."""
    mm_per_px = table.width_mm / size_px[0]
    camera = Camera(size_px, ((mm_per_px, 0, 0), (0, mm_per_px, 0), (0, 0, 1)))
    everywhere = (Point(0, 0), Point(table.width_mm, 0), Point(*table), Point(0, table.height_mm))
    profile = TableProfile(*table, camera, (ZonePlan(Zone("tribute"), everywhere, 0),))
    return BenchFilm(plain_deck(cards), profile, pace or Pace())


def film_asked(size: str, cards: int) -> BenchFilm | None:
    """The film that options describe: `1920x1080` and so many cards; None if there is none such."""
    match = re.fullmatch(r"([0-9]{3,5})x([0-9]{3,5})", size)
    if match is None or not 1 <= cards <= MOST_CARDS:
        return None
    width, height = int(match[1]), int(match[2])
    return plain_film(cards, (width, height)) if max(width, height) <= LARGEST_PX else None
