"""A card of which no tag can be read, as a camera sees it: for pictures, and to try the screen's guesses on."""

import cv2
import numpy as np

from companion.cards import Deck
from companion.games.vedrfolnir.printing import printed_deck
from companion.pictures import Picture
from deploy.picturing import PX_PER_MM
from deploy.rendered import own_faces
from vision import frames

TAG_MM = 14
CLOTH = (44, 66, 34)
PAPER = 178


def unread_card(deck: Deck, name: str, turn_deg: float) -> Picture:
    """A print's first copy with bleached corners, turned, a little out of focus, on green cloth."""
    copy = next(each.name for each in printed_deck(deck).cards if each.print == name)
    seen = _turned(_bleached(own_faces(deck, PX_PER_MM).face(copy)), turn_deg)
    height, width = seen.shape[:2]
    return Picture(width, height, cv2.cvtColor(seen, cv2.COLOR_BGR2RGB).tobytes())


def _bleached(face: frames.Picture) -> frames.Picture:
    side, bare = round(TAG_MM * PX_PER_MM), face.copy()
    for rows in (slice(None, side), slice(-side, None)):
        for columns in (slice(None, side), slice(-side, None)):
            bare[rows, columns] = PAPER
    return bare


def _turned(face: frames.Picture, turn_deg: float) -> frames.Picture:
    height, width = face.shape[:2]
    side = round(1.05 * float(np.hypot(height, width)))
    turn = cv2.getRotationMatrix2D((width / 2, height / 2), turn_deg, 1)
    turn[:, 2] += (side - width) / 2, (side - height) / 2
    cloth = np.full((side, side, 3), CLOTH, np.uint8)
    cv2.warpAffine(face, turn, (side, side), cloth, borderMode=cv2.BORDER_TRANSPARENT)
    return np.asarray(cv2.GaussianBlur(cloth, (0, 0), 3), np.uint8)
