"""Which games to simulate, as said on the command line."""

from dataclasses import dataclass
from enum import Enum
from random import SystemRandom

from companion.games.vedrfolnir.catalogue import Set
from companion.games.vedrfolnir.rulings import RULINGS, Rulings, decided
from companion.games.vedrfolnir.setup import EXPANSIONS, STANDARD_SEATS, Mode
from companion.games.vedrfolnir.simulation import Wishes
from companion.words import Message

ANY = "any"
SEEDS = 1_000_000


class BadWish(Exception):
    """An option that no game can fulfil."""

    def __init__(self, option: str, value: str | int) -> None:
        super().__init__(option, value)
        self.message = Message("simulate.bad-wish", {"option": option, "value": value})


@dataclass(frozen=True, slots=True)
class Wanted:
    """The options as they were typed."""

    games: int
    seed: str | None
    mode: str
    sets: str
    seats: str
    rulings: str | None


@dataclass(frozen=True, slots=True)
class WantedGames:
    """So many games of this sort, from this seed."""

    number: int
    seed: str
    wishes: Wishes


def wanted_games(wanted: Wanted) -> WantedGames:
    """What the options ask for; without a seed, one by chance."""
    if wanted.games < 1:
        raise BadWish("--games", wanted.games)
    seed = str(SystemRandom().randrange(SEEDS)) if wanted.seed is None else wanted.seed
    mode = None if wanted.mode == ANY else Mode(wanted.mode)
    wishes = Wishes(mode, _sets(wanted.sets), _seats(wanted.seats), _rulings(wanted.rulings))
    return WantedGames(wanted.games, seed, wishes)


def _sets(text: str) -> tuple[Set, ...] | None:
    if text == ANY:
        return None
    names = [each.strip() for each in text.split(",")]
    if Set.BASE not in names or any(name not in (Set.BASE, *EXPANSIONS) for name in names):
        raise BadWish("--sets", text)
    return tuple(Set(name) for name in names)


def _seats(text: str) -> int | None:
    if text == ANY:
        return None
    allowed = {str(each): each for each in STANDARD_SEATS}
    if text not in allowed:
        raise BadWish("--seats", text)
    return allowed[text]


def _rulings(text: str | None) -> Rulings | None:
    """Rulings as `VED-R1=each-landing,VED-R7=3`."""
    if text is None:
        return Rulings()
    return None if text == ANY else decided(dict(map(_ruling, text.split(","))))


def _ruling(text: str) -> tuple[str, Enum]:
    rule, _, value = text.strip().partition("=")
    values = {str(member.value): member for member in RULINGS[rule].values} if rule in RULINGS else {}
    if value not in values:
        raise BadWish("--rulings", text)
    return rule, values[value]
