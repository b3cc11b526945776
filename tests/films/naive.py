"""The naive peer: ArUco on whole frames, five frames of debounce, and nothing else."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

import cv2
import numpy as np

from companion.facts import BACK, Fact, Moved, Placed, Removed
from companion.games.vedrfolnir.decks import default_deck
from companion.games.vedrfolnir.printing import printed_deck
from companion.geometry import Point
from companion.outlines import ZoneMap
from companion.places import Zone
from tests.bench.peers import FAMILY, FEW_PX_PER_MODULE, MODULES, enlarged, tuned
from tests.films.filming import BusyFilm
from tests.films.judging import Judged, Seen, Verdict, tally
from tests.films.tables import piles_of
from vision.eye.mapping import TableMap
from vision.frames import Picture

DEBOUNCE = 5

Where = Mapping[str, Zone]
Detect = Callable[[Picture], tuple[Sequence[cv2.typing.MatLike], Sequence[int]]]


@dataclass
class Naive:
    """Tells a card as come or gone when five frames in a row say so."""

    told: list[Fact] = field(default_factory=list)
    _table: dict[str, Zone] = field(default_factory=dict)
    _waiting: dict[str, tuple[Zone | None, int]] = field(default_factory=dict)

    def see(self, where: Where, at_s: float) -> None:
        """What one frame shows."""
        for card in {*self._table, *where, *self._waiting}:
            now = where.get(card)
            before, frames = self._waiting.get(card, (None, 0))
            frames = frames + 1 if now == before else 1
            self._waiting[card] = now, frames
            if frames == DEBOUNCE and now != self._table.get(card):
                self._tell(card, now, at_s)

    def _tell(self, card: str, now: Zone | None, at_s: float) -> None:
        before = self._table.pop(card, None)
        if before is not None:
            self.told.append(Removed(at_s, card, before))
        if now is not None:
            self._table[card] = now
            self.told.append(Placed(at_s, card, now))


@dataclass(frozen=True, slots=True)
class Share:
    """Of so many changes of cards with tags how many were found in time, and how many were told that never were."""

    there: int
    found: int
    invented: int


def naive_shares(film: BusyFilm) -> dict[str, Share]:
    """What the peer finds of a film: as OpenCV ships it, and tuned to the size of our tags."""
    readers = {name: _reader(film, detect) for name, detect in _detectors(film).items()}
    peers = {name: Naive() for name in readers}
    seen = Seen()
    for shot in film.shots():
        seen.see(shot, ())
        for name, peer in peers.items():
            peer.see(readers[name](shot.picture), shot.at_s)
    seen.truth = list(_plain(seen.truth))
    return {name: _share(replace(seen, told=peer.told).judged(piles_of(film))) for name, peer in peers.items()}


def _share(judged: Sequence[Judged]) -> Share:
    """Judged as the eye is; late is not found."""
    of = tally(judged)
    there = sum(of.values()) - of[Verdict.INVENTED] - of[Verdict.BRIEF]
    return Share(there, of[Verdict.FOUND], of[Verdict.INVENTED])


def _plain(truth: Iterable[Fact]) -> Iterator[Fact]:
    """What ArUco could know of the truth: cards with tags that come and go, not how they lie."""
    for fact in truth:
        match fact:
            case Placed(card=card) if card != BACK:
                yield replace(fact, index=None, way=None)
            case Moved():
                yield replace(fact, index=None, way=None)
            case Removed(card=card) if card != BACK:
                yield fact


def _reader(film: BusyFilm, detect: Detect) -> Callable[[Picture], Where]:
    by_tag = {each.tag: each.name for each in printed_deck(default_deck()).cards}
    table, zones = TableMap.fixed(film.profile.camera), ZoneMap(film.profile.zones)
    if table is None:
        raise ValueError(film)

    def read(picture: Picture) -> Where:
        corners, ids = detect(picture)
        where: dict[str, Zone] = {}
        for each, tag in zip(corners, ids, strict=True):
            x_mm, y_mm = table.to_mm(np.asarray(each, float).reshape(-1, 2).mean(axis=0)[None])[0]
            zone = zones.zone_at(Point(float(x_mm), float(y_mm)))
            if tag in by_tag and zone is not None:
                where[by_tag[tag]] = zone
        return where

    return read


def _detectors(film: BusyFilm) -> dict[str, Detect]:
    camera = film.profile.camera
    table = TableMap.fixed(camera)
    side_mm = printed_deck(default_deck()).tags[0].side_mm
    side_px = side_mm * (table.px_per_mm(Point(500, 300)) if table is not None else 0.0)
    times = 2 if side_px / MODULES < FEW_PX_PER_MODULE else 1
    return {
        "aruco": _detector(cv2.aruco.DetectorParameters(), 1),
        "aruco tuned": _detector(tuned(side_px / max(camera.size_px), times), times),
    }


def _detector(parameters: cv2.aruco.DetectorParameters, times: int) -> Detect:
    detector = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(FAMILY), parameters)

    def detect(picture: Picture) -> tuple[Sequence[cv2.typing.MatLike], Sequence[int]]:
        grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
        corners, ids, _ = detector.detectMarkers(enlarged(grey, times) if times > 1 else grey)
        found = [] if ids is None else [int(each) for each in ids.ravel()]
        return [(each + 0.5) / times - 0.5 for each in corners], found

    return detect
