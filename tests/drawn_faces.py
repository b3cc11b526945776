"""Plain card faces for tests of the rendered table: a tag in every corner, some colour in the middle."""

import zlib

import cv2
import numpy as np

from vision.sim.pixels import Pixels

TAG_MM = 10.5
CENTRES_MM = ((7, 7), (56, 7), (56, 81), (7, 81))
DICTIONARY = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_APRILTAG_36h11)


def tag_of(name: str) -> int:
    """A tag number for a card; different names rarely share one."""
    return zlib.crc32(name.encode()) % 570


class DrawnFaces:
    """White cards of 63 by 88 mm."""

    px_per_mm = 12.0

    def face(self, name: str) -> Pixels:
        """A white card with its tags."""
        card = np.full((1056, 756, 3), 250, np.uint8)
        colour = [64 + zlib.crc32(name.encode(), salt) % 160 for salt in (1, 2, 3)]
        cv2.rectangle(card, (190, 190), (566, 866), colour, -1)
        cv2.putText(card, name[:8], (200, 500), cv2.FONT_HERSHEY_SIMPLEX, 2.4, (20, 20, 20), 8, cv2.LINE_AA)
        tag = cv2.cvtColor(cv2.aruco.generateImageMarker(DICTIONARY, tag_of(name), 126), cv2.COLOR_GRAY2BGR)
        for x_mm, y_mm in CENTRES_MM:
            left, top = round(x_mm * 12) - 63, round(y_mm * 12) - 63
            card[top : top + 126, left : left + 126] = tag
        return card

    def back(self) -> Pixels:
        """Dark stripes in a white frame."""
        card = np.full((1056, 756, 3), 245, np.uint8)
        card[48:-48, 48:-48] = (70, 40, 30)
        for offset in range(-1056, 756, 60):
            cv2.line(card, (offset, 1056), (offset + 1056, 0), (120, 80, 60), 14, cv2.LINE_AA)
        card[:48], card[-48:], card[:, :48], card[:, -48:] = 245, 245, 245, 245
        return card
