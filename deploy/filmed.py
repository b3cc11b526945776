"""Films of a rendered table being watched: what is told of each picture."""

from collections.abc import Iterable, Iterator

from companion.facts import Corrected, Fact, Said, TookHand
from deploy.watching import Watch
from vision.frames import Frame
from vision.sim.film import Shot


def told_of(shot: Shot, watch: Watch) -> Iterable[Fact]:
    """What is told when one picture has been seen; what people say in it needs no eye."""
    yield from (each for each in watch.seen(Frame(shot.number, shot.at_s, shot.picture)) if isinstance(each, Fact))
    yield from said_in(shot)


def said_in(shot: Shot) -> Iterator[Fact]:
    """What people say while a picture is taken."""
    return (each for each in shot.told if isinstance(each, Said | TookHand | Corrected))
