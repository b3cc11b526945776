"""Plain card faces for tests of the rendered table: a tag in every corner, some colour in the middle."""

import json
import zlib
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from vision.sim.pixels import Pixels

TAG_MM = 10.5
CENTRES_MM = ((7.0, 7.0), (56.0, 7.0), (56.0, 81.0), (7.0, 81.0))
DICTIONARY = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_APRILTAG_36h11)


def tag_of(name: str) -> int:
    """A tag number for a card; different names rarely share one."""
    return zlib.crc32(name.encode()) % 570


@dataclass(frozen=True)
class DrawnFaces:
    """White cards of 63 by 88 mm."""

    px_per_mm: float = 12.0

    def face(self, name: str) -> Pixels:
        """A white card with its tags."""
        card = self._plain((250, 250, 250))
        colour = [64 + zlib.crc32(name.encode(), salt) % 160 for salt in (1, 2, 3)]
        cv2.rectangle(card, self._at(16, 16), self._at(47, 72), colour, -1)
        side_px = round(TAG_MM * self.px_per_mm)
        tag = cv2.cvtColor(cv2.aruco.generateImageMarker(DICTIONARY, tag_of(name), side_px), cv2.COLOR_GRAY2BGR)
        for x_mm, y_mm in CENTRES_MM:
            left, top = self._at(x_mm - TAG_MM / 2, y_mm - TAG_MM / 2)
            card[top : top + side_px, left : left + side_px] = tag
        return card

    def back(self) -> Pixels:
        """Dark stripes in a white frame."""
        card = self._plain((245, 245, 245))
        cv2.rectangle(card, self._at(4, 4), self._at(59, 84), (70, 40, 30), -1)
        for along_mm in range(6, 59, 6):
            cv2.line(card, self._at(along_mm, 5), self._at(along_mm, 83), (120, 80, 60), 2, cv2.LINE_AA)
        return card

    def _plain(self, colour: tuple[int, int, int]) -> Pixels:
        return np.full((round(88 * self.px_per_mm), round(63 * self.px_per_mm), 3), colour, np.uint8)

    def _at(self, x_mm: float, y_mm: float) -> tuple[int, int]:
        return round(x_mm * self.px_per_mm), round(y_mm * self.px_per_mm)


def write_faces(folder: Path, names: Iterable[str], px_per_mm: float = 2.0) -> Path:
    """A folder of faces as `companion deck faces` writes it."""
    faces = DrawnFaces(px_per_mm)
    folder.mkdir()
    cv2.imwrite(str(folder / "back.png"), faces.back())
    cards = [{"name": name, "file": f"{name}.png"} for name in names]
    for each in cards:
        cv2.imwrite(str(folder / each["file"]), faces.face(each["name"]))
    (folder / "manifest.json").write_text(json.dumps({"px_per_mm": px_per_mm, "cards": cards}), encoding="utf-8")
    return folder
