"""What is filled in for a new game: mode, expansions, who sits where and starts, rulings, deck."""

import json
from collections.abc import Container, Iterable
from dataclasses import dataclass, replace
from typing import TypeVar

from companion.cards import Deck
from companion.games.vedrfolnir.catalogue import Set
from companion.games.vedrfolnir.rulings import RULINGS, Ruling, Rulings, decided, written
from companion.games.vedrfolnir.setup import DUO_PLAYERS, EXPANSIONS, STANDARD_SEATS, Mode, Setup, deck_in_play
from companion.places import Seat
from ui.people import MOST_LETTERS, TOKENS, Birthday, Person, days_in, name_fault

MONTHS = range(1, 13)
SOLO_RULINGS = ("VED-R10", "VED-R11", "VED-R12")
DUO_RULINGS = ("VED-R9",)
STANDARD_RULINGS = ("VED-R8",)
_RULINGS_OF = {Mode.STANDARD: STANDARD_RULINGS, Mode.DUO: DUO_RULINGS, Mode.SOLO: SOLO_RULINGS}
# So many people are remembered.
MOST_GUESTS = 16

Chosen = TypeVar("Chosen")


@dataclass(frozen=True, slots=True)
class GameSheet:
    """A new game as far as it is filled in; `people` sit clockwise, `guests` have played here.

    One that is being played (`is_running`) can be put right; `seats` are then the names that its people have so far.
    """

    people: tuple[Person, ...]
    guests: tuple[Person, ...] = ()
    mode: Mode = Mode.STANDARD
    expansions: tuple[Set, ...] = EXPANSIONS
    first: int = 0
    rulings: Rulings = Rulings()  # noqa: RUF009 - frozen
    deck: str = ""
    seats: tuple[Seat, ...] = ()
    is_running: bool = False

    @property
    def seated(self) -> tuple[Person, ...]:
        """Who plays in this mode."""
        return self.people[: {Mode.STANDARD: len(self.people), Mode.DUO: DUO_PLAYERS, Mode.SOLO: 0}[self.mode]]

    @property
    def starter(self) -> Person | None:
        """Who starts."""
        seated = self.seated
        return seated[self.first % len(seated)] if seated else None

    @property
    def absent(self) -> tuple[Person, ...]:
        """Who has played here before and is not seated."""
        names = {each.name for each in self.people}
        return tuple(each for each in self.guests if each.name not in names)

    @property
    def _is_open(self) -> bool:
        return self.mode is Mode.STANDARD and not self.is_running

    @property
    def may_add(self) -> bool:
        """Whether there is room for one more."""
        return self._is_open and len(self.people) < max(STANDARD_SEATS)

    @property
    def may_remove(self) -> bool:
        """Whether one fewer can still play."""
        return self._is_open and len(self.people) > min(STANDARD_SEATS)

    @property
    def open_rulings(self) -> tuple[Ruling, ...]:
        """The open questions that this mode asks."""
        others = {rule for mode, rules in _RULINGS_OF.items() if mode is not self.mode for rule in rules}
        return tuple(each for each in RULINGS.values() if each.rule not in others)

    @property
    def changed_rulings(self) -> int:
        """How many of them this table decides in its own way."""
        usual = Rulings()
        return sum(getattr(self.rulings, each.field) != getattr(usual, each.field) for each in self.open_rulings)

    # What is touched

    def switched(self, expansion: Set) -> "GameSheet":
        """With an expansion, or without it."""
        wanted = {*self.expansions} ^ {expansion}
        return replace(self, expansions=tuple(each for each in EXPANSIONS if each in wanted))

    def named(self, number: int, person: Person) -> "GameSheet":
        """With somebody else on a seat, or the same person changed; a token that was another's is swapped."""
        before = self.people[number]
        people = [each._replace(token=before.token) if each.token == person.token else each for each in self.people]
        people[number] = person
        return replace(self, people=tuple(people))

    def joined(self, stranger: str) -> "GameSheet":
        """With one more: who played here last and is not seated, or a stranger of this name."""
        taken = {each.token for each in self.people}
        free = next(each for each in range(TOKENS) if each not in taken)
        person = next(iter(self.absent), Person(stranger, free))
        return replace(
            self, people=(*self.people, person if person.token not in taken else person._replace(token=free))
        )

    def without(self, number: int) -> "GameSheet":
        """With one seat fewer."""
        people = self.people[:number] + self.people[number + 1 :]
        return replace(self, people=people, first=(self.first - (self.first > number)) % len(people))

    def moved(self, number: int, by: int) -> "GameSheet":
        """With somebody one seat further on; whoever starts still does."""
        other = (number + by) % len(self.people)
        first = {number: other, other: number}.get(self.first, self.first)
        seats = _swapped(self.seats, number, other) if self.seats else ()
        return replace(self, people=_swapped(self.people, number, other), first=first, seats=seats)

    def begun(self, strangers: Container[str]) -> "GameSheet":
        """When its game begins: whoever has a name of their own will be known."""
        known = [each for each in self.seated if each.name not in strangers]
        names = {each.name for each in known}
        guests = (*known, *(each for each in self.guests if each.name not in names))
        return replace(self, guests=guests[:MOST_GUESTS])

    def ruled(self, ruling: Ruling, value: object) -> "GameSheet":
        """With an open question decided."""
        return replace(self, rulings=replace(self.rulings, **{ruling.field: value}))  # type: ignore[arg-type]

    def setup(self, deck: Deck) -> Setup:
        """The game, with the part of this deck that it is played with."""
        sets = (Set.BASE, *self.expansions)
        seats = tuple(Seat(each.name) for each in self.seated)
        first = None if self.starter is None else Seat(self.starter.name)
        return Setup(self.mode, sets, seats, first, self.rulings, deck_in_play(deck, self.mode, sets), deck)


def _swapped(some: tuple[Chosen, ...], one: int, other: int) -> tuple[Chosen, ...]:
    swapped = {one: other, other: one}
    return tuple(some[swapped.get(number, number)] for number in range(len(some)))


def blank_sheet(names: Iterable[str]) -> GameSheet:
    """A sheet for people whom nobody knows yet."""
    return GameSheet(tuple(Person(name, token) for token, name in enumerate(names)))


# Kept between evenings


def sheet_text(sheet: GameSheet) -> str:
    """A sheet as it is remembered."""
    fields = {
        "people": sheet.people,
        "guests": sheet.guests,
        "mode": sheet.mode,
        "expansions": sheet.expansions,
        "first": sheet.first,
        "rulings": written(sheet.rulings),
        "deck": sheet.deck,
    }
    return json.dumps(fields, ensure_ascii=False)


def remembered_sheet(text: str, blank: GameSheet) -> GameSheet:
    """The sheet in a text; whatever can't be read in it stays as it is on the blank one."""
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        return blank
    if not isinstance(found, dict):
        return blank
    seated = _people(found.get("people"))
    people = _apart(seated) if len(seated) in STANDARD_SEATS else blank.people
    first, deck, expansions = found.get("first"), found.get("deck"), found.get("expansions")
    return GameSheet(
        people=people,
        guests=_people(found.get("guests"))[:MOST_GUESTS],
        mode=_one_of(found.get("mode"), tuple(Mode), blank.mode),
        expansions=tuple(each for each in EXPANSIONS if isinstance(expansions, list) and each in expansions),
        first=_one_of(first, tuple(range(len(people))), 0),
        rulings=_rulings(found.get("rulings")),
        deck=deck if isinstance(deck, str) else "",
    )


def _people(found: object) -> tuple[Person, ...]:
    """People of whom no two have the same name."""
    people: dict[str, Person] = {}
    for each in found if isinstance(found, list) else []:
        person = _person(each)
        if person is not None and name_fault(person.name, people) is None:
            people[person.name] = person
    return tuple(people.values())


def _apart(people: tuple[Person, ...]) -> tuple[Person, ...]:
    """People of whom no two have the same token."""
    is_apart = len({each.token for each in people}) == len(people)
    return people if is_apart else tuple(each._replace(token=number) for number, each in enumerate(people))


def _person(found: object) -> Person | None:
    match found:
        case [str(name), int(token), birthday] if 0 <= token < TOKENS and len(name) <= MOST_LETTERS:
            return Person(name, token, _birthday(birthday))
    return None


def _birthday(found: object) -> Birthday | None:
    match found:
        case [int(month), int(day)] if month in MONTHS and 1 <= day <= days_in(month):
            return Birthday(month, day)
    return None


def _rulings(found: object) -> Rulings:
    kept = found if isinstance(found, dict) else {}
    known = ((each.rule, value) for each in RULINGS.values() for value in each.values)
    return decided({rule: value for rule, value in known if value.value == kept.get(rule)})


def _one_of(found: object, known: tuple[Chosen, ...], usual: Chosen) -> Chosen:
    return next((each for each in known if each == found), usual)
