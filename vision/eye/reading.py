"""Reading the marks of one piece: search for tags, then probe where the cards found say that more of them are."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from companion.geometry import Point, Pose, distance_mm
from vision.eye.layout import Layout
from vision.eye.piece import Piece
from vision.eye.placing import Candidate, Lying, SeenTag, lying_cards, seen_tag, without_doubles
from vision.eye.probing import BLANK, Probe, is_ghost, misread_bits
from vision.eye.tags import Effort, TagReader, is_square

LONE_WRONG_BITS = 1  # a tag that no other tag confirms: one wrong bit, or chance patterns would pass
TRACED = 0.6  # correlation: a tag shows, though it can't be read; art of other cards has come to 0.51
SQUARE_MM = 1.25  # how far a tag's sides may differ from the printed ones


class Reader:
    """Reads which cards a piece shows."""

    def __init__(self, layout: Layout) -> None:
        self._layout = layout
        self._tags = TagReader(layout.names)
        self._probe = Probe(layout)

    def tags(self, piece: Piece, effort: Effort = Effort.QUICK) -> tuple[SeenTag, ...]:
        """The tags found by searching."""
        side_px = self._layout.side_mm * piece.px_per_mm
        found = ((each, piece.to_mm(each.corners_px)) for each in self._tags.read(piece.grey, side_px, effort))
        return tuple(
            seen_tag(tag.id, corners_mm, is_clean=misread_bits(piece, tag.corners_px, tag.id) <= LONE_WRONG_BITS)
            for tag, corners_mm in found
            if is_square(corners_mm, self._layout.side_mm, SQUARE_MM) and not is_ghost(piece, tag.corners_px, tag.id)
        )

    def cards(self, piece: Piece, tags: Iterable[SeenTag], expected: Sequence[tuple[int, Pose]]) -> tuple[Lying, ...]:
        """The cards that tags show, with every further tag that they or an expected card lead to."""
        seen = list(tags)
        for tag, pose in expected:
            seen += self._probed(piece, tag, (pose,), seen)
        found, searched = lying_cards(without_doubles(seen), self._layout), len(seen)
        for card in found:
            seen += self._probed(piece, card.id, [each.pose for each in card.candidates], seen)
        if len(seen) > searched:
            found = lying_cards(without_doubles(seen), self._layout)
        return tuple(
            self._without_blank(piece, each, found) for each in found if len(each.tags) > 1 or each.tags[0].is_clean
        )

    def _without_blank(self, piece: Piece, card: Lying, found: Sequence[Lying]) -> Lying:
        """A card without the ways of lying of which no further tag shows at all, if one shows of another way."""
        if len(card.candidates) == 1:
            return card
        others = [tag.centre for each in found if each is not card for tag in each.tags]
        traces = [self._traces(piece, card.id, each, others) for each in card.candidates]
        if max((max(each, default=0.0) for each in traces), default=0.0) < TRACED:
            return card
        both = zip(card.candidates, traces, strict=True)
        return replace(card, candidates=tuple(way for way, each in both if not each or max(each) >= BLANK))

    def _traces(self, piece: Piece, tag: int, way: Candidate, others: Sequence[Point]) -> list[float]:
        """How much shows of the unread tags of a card that lies so; where one of another card is, that one shows."""
        found: list[float | None] = []
        for number, place in enumerate(self._layout.places):
            at = way.pose.place(place.centre, self._layout.size)
            is_other = any(distance_mm(at, each) < self._layout.side_mm for each in others)
            if number not in way.places and not is_other:
                found.append(self._probe.trace(piece, way.pose, place, tag))
        return [] if None in found else [each for each in found if each is not None]

    def _probed(self, piece: Piece, tag: int, poses: Iterable[Pose], seen: Sequence[SeenTag]) -> list[SeenTag]:
        """Tags of one card where its poses have them, those already seen left out."""
        found: list[SeenTag] = []
        for pose in poses:
            for place in self._layout.places:
                at = pose.place(place.centre, self._layout.size)
                if any(each.id == tag and distance_mm(each.centre, at) < self._layout.side_mm / 2 for each in seen):
                    continue
                corners_mm = self._probe.find(piece, pose, place, tag)
                if corners_mm is not None:
                    found.append(seen_tag(tag, corners_mm))
        return found
