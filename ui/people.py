"""Everybody who has played at this table: names, tokens, birthdays."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from typing import NamedTuple

from companion.games.vedrfolnir.zones import ASE, RESERVED_NAMES
from companion.places import Seat, is_name

TOKENS = 8
MOST_LETTERS = 12
# A leap year, so that everybody has a birthday in it.
YEAR = 2024
SOLSTICE = date(YEAR, 12, 21)
DAYS = 366


class Birthday(NamedTuple):
    """A day of the year; nobody is asked how old they are."""

    month: int
    day: int

    @property
    def away(self) -> int:
        """How many days from 21 December, before it or after it (VED-2.5)."""
        days = abs((date(YEAR, self.month, self.day) - SOLSTICE).days)
        return min(days, DAYS - days)


class Person(NamedTuple):
    """Somebody with a name, a token, and a birthday if they told it."""

    name: str
    token: int
    birthday: Birthday | None = None


def days_in(month: int) -> int:
    """How many days a month may have."""
    following = date(YEAR + month // 12, month % 12 + 1, 1)
    return (following - date(YEAR, month, 1)).days


def nearest(people: Sequence[Person]) -> int | None:
    """Whose birthday is nearest to 21 December, by number; None until everybody's is known."""
    away = [each.birthday.away for each in people if each.birthday is not None]
    if not away or len(away) < len(people):
        return None
    return away.index(min(away))


def is_capital_next(name: str) -> bool:
    """Whether the next letter of a name begins a word."""
    return not name or name[-1] in " -"


def typed_on(name: str, letter: str) -> str:
    """A name with one more letter; it begins with one, and is never too long."""
    cased = letter.upper() if is_capital_next(name) and letter != "ß" else letter
    is_room = len(name) < MOST_LETTERS and not (letter == " " and is_capital_next(name))
    return name + cased if is_room else name


def name_fault(name: str, others: Iterable[str]) -> str | None:
    """The key of what is wrong with a name."""
    if not is_name(name) or name != name.strip():
        return "player.no-name"
    if name in RESERVED_NAMES or name.startswith(ASE):
        return "player.reserved"
    return "player.taken" if name in others else None


def called_anew(people: Iterable[Person], called: Mapping[str, str]) -> tuple[Person, ...]:
    """These people, also by the names that a game has for them; `called` has the old ones."""
    known = {each.name: each for each in people}
    renamed = (known[old]._replace(name=new) for new, old in called.items() if old in known and new not in known)
    return (*known.values(), *renamed)


def dealt_tokens(seats: Sequence[Seat], people: Iterable[Person]) -> dict[Seat, int]:
    """A token for every seat: the one its player always has, a free one for anybody else."""
    wanted = {Seat(each.name): each.token for each in people}
    dealt: dict[Seat, int] = {}
    for seat in sorted(seats, key=lambda each: each not in wanted):
        free = [each for each in range(TOKENS) if each not in dealt.values()] or [0]
        dealt[seat] = wanted[seat] if wanted.get(seat) in free else free[0]
    return dealt
