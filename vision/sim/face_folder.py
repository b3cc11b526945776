"""Faces from a folder that `companion deck faces` wrote."""

import json
from contextlib import suppress
from pathlib import Path

from companion.lines import Unreadable, open_to_read
from companion.tables import read_small_file
from companion.words import Message
from vision.folder import MOST_BYTES, decoded
from vision.heads import TooLarge
from vision.sim.pixels import Pixels

MANIFEST = "manifest.json"
BACK_FILE = "back.png"


class NoSuchFace(Exception):
    """A card of which the folder has no picture."""

    def __init__(self, name: str, folder: str) -> None:
        super().__init__(name, folder)
        self.message = Message("faces.no-such-face", {"card": name, "folder": folder})


class FaceFolder:
    """One picture a copy, named in the folder's manifest."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.px_per_mm, self._files = _manifest(folder)
        self._back = _picture(folder / BACK_FILE)

    def face(self, name: str) -> Pixels:
        """The face of a copy."""
        if name not in self._files:
            raise NoSuchFace(name, str(self._folder))
        return _picture(self._folder / self._files[name])

    def back(self) -> Pixels:
        """The back that all cards share."""
        return self._back


def _manifest(folder: Path) -> tuple[float, dict[str, str]]:
    path = folder / MANIFEST
    text = read_small_file(path)
    try:
        manifest = json.loads(text)
        return float(manifest["px_per_mm"]), {str(each["name"]): str(each["file"]) for each in manifest["cards"]}
    except (ValueError, KeyError, TypeError, RecursionError):
        raise Unreadable(Message("faces.bad-manifest", {"file": str(path)})) from None


def _picture(path: Path) -> Pixels:
    picture = None
    with open_to_read(path) as stream, suppress(TooLarge):
        picture = decoded(stream.read(MOST_BYTES))
    if picture is None:
        raise Unreadable(Message("faces.no-picture", {"file": str(path)}))
    return picture
