"""Films of a rendered table being watched: what happens in them, and what is told of it."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Protocol

from companion.facts import Corrected, Fact, Said, TookHand
from deploy.watching import Sight, Watch
from vision.frames import Frame
from vision.sim.film import Shot


class Filmed(Protocol):
    """Anything that gives pictures with the truth beside them."""

    def frames(self) -> Iterable[Shot]:
        """Every picture, in order."""
        ...


@dataclass(frozen=True, slots=True)
class WatchedFilm:
    """What happened in a film, and what was told of it."""

    truth: tuple[Fact, ...]
    told: tuple[Fact, ...]


def watched_film(film: Filmed, sight: Sight) -> WatchedFilm:
    """A whole film as `companion watch` follows it."""
    watch = Watch(sight)
    truth: list[Fact] = []
    told: list[Fact] = []
    for shot in film.frames():
        truth += shot.told
        told += told_of(shot, watch)
    return WatchedFilm(tuple(truth), (*told, *watch.pending()))


def told_of(shot: Shot, watch: Watch) -> Iterable[Fact]:
    """What is told when one picture has been seen; what people say in it needs no eye."""
    yield from (each for each in watch.seen(Frame(shot.number, shot.at_s, shot.picture)) if isinstance(each, Fact))
    yield from (each for each in shot.told if isinstance(each, Said | TookHand | Corrected))
