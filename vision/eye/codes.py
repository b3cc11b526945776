"""QR codes on cards: the second witness, and the way back when a tag cannot be read."""

from collections.abc import Callable

import cv2
import numpy as np
from pyzbar import pyzbar

from companion.geometry import Point, Pose
from companion.printed import PrintedDeck
from vision.eye.layout import Layout
from vision.eye.piece import Piece
from vision.eye.pixels import Picture

CODE_PX_PER_MM = 8  # of the straightened patch that is read
LEAST_PX_PER_MM = 2.5  # below it no reader makes out a code of 12 mm
MARGIN_MM = 14.0  # the tags' columns; the code stands between them

ReadCode = Callable[[str], str | None]


def known_codes(deck: PrintedDeck) -> ReadCode:
    """Reads exactly the codes of a printed deck."""
    names = {each.code: each.name for each in deck.cards}
    return names.get


class CodeReader:
    """Reads the code in the lower middle of a card."""

    def __init__(self, layout: Layout, read_code: ReadCode) -> None:
        self._layout, self._read_code = layout, read_code

    def read(self, piece: Piece, pose: Pose) -> str | None:
        """The name that the code of a card lying so tells, or None."""
        if piece.px_per_mm < LEAST_PX_PER_MM:
            return None
        names = {self._read_code(text) for text in texts(self._lower_middle(piece, pose))}
        return names.pop() if len(names) == 1 else None

    def _lower_middle(self, piece: Piece, pose: Pose) -> Picture:
        width, height = self._layout.size
        left, right, top = MARGIN_MM, width - MARGIN_MM, height / 2
        on_card = (Point(left, top), Point(right, top), Point(right, height), Point(left, height))
        there = piece.to_px(np.array([pose.place(each, self._layout.size) for each in on_card]))
        across, down = round((right - left) * CODE_PX_PER_MM), round((height - top) * CODE_PX_PER_MM)
        here = np.array([[0, 0], [across, 0], [across, down], [0, down]], np.float32)
        straighten = cv2.getPerspectiveTransform(there.astype(np.float32), here)
        return np.asarray(cv2.warpPerspective(piece.grey, straighten, (across, down), flags=cv2.INTER_CUBIC), np.uint8)


def texts(grey: Picture) -> tuple[str, ...]:
    """What every QR code in a grey picture says, as far as it is text."""
    found = pyzbar.decode(grey, symbols=[pyzbar.ZBarSymbol.QRCODE])
    return tuple(each.data.decode("utf-8", errors="replace") for each in found)
