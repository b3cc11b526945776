"""The referee: follows the real table fact by fact and keeps every reading that rules and facts leave open."""

from collections.abc import Callable, Iterable
from dataclasses import replace

from companion.facts import (
    BACK,
    UNKNOWN,
    Absent,
    Corrected,
    Fact,
    Kept,
    Moved,
    Placed,
    Removed,
    Reordered,
    Said,
    Say,
    Sighting,
    TookHand,
    Turned,
    Undone,
    Way,
)
from companion.games.vedrfolnir.acts import Act, Finish, Give, KeepTable, Played, Reveal
from companion.games.vedrfolnir.arriving import arrive, lay_back
from companion.games.vedrfolnir.catalogue import PLACE_CARDS
from companion.games.vedrfolnir.difference import Misplaced, differences, follow_game
from companion.games.vedrfolnir.evidence import is_within
from companion.games.vedrfolnir.lying import identified, lying_start
from companion.games.vedrfolnir.misgiving import after_act, doubled, foreign, given_to
from companion.games.vedrfolnir.mistakes import Mistake
from companion.games.vedrfolnir.owing import OpenStep, open_steps
from companion.games.vedrfolnir.readings import Now, Reading, game_key
from companion.games.vedrfolnir.returning import Returning, lay_down
from companion.games.vedrfolnir.rulebook import begin, step
from companion.games.vedrfolnir.saying import end_game, end_turn, keep_table, lay_foreign, perform, take_hand
from companion.games.vedrfolnir.setup import Setup
from companion.games.vedrfolnir.shifting import check_order, shift_card, turn_card
from companion.games.vedrfolnir.sightings import Acted, SetUpAnew
from companion.games.vedrfolnir.state import Game
from companion.games.vedrfolnir.verdicts import Forbidden
from companion.mirror import Aloft, Lying, Mirror, Shift, identity, print_name
from companion.mirror import Said as SaidOfCards
from companion.places import Zone

Heard = Fact | Acted | SetUpAnew

# A reading that needs so many mistakes more than the best one may still win.
MORE_MISTAKES = 2
# So many readings are kept; the bound is measured by `bench referee`.
MOST_READINGS = 8
# So many mistakes in one turn, and the thread is lost.
LOST_MISTAKES = 3
# A table kept so early in a file was there before anybody gave a card.
LYING_S = 3.0


class Referee:
    """Two tables: the mirror of what lies there, and the game in every reading that is still open."""

    def __init__(self, setup: Setup, said: SaidOfCards | None = None) -> None:
        self.mirror = Mirror(said=said or SaidOfCards())
        self.unfollowed: list[int] = []
        self.readings: list[Reading] = [Reading(begin(setup))]
        self._setup = setup
        self._key = 0
        self._is_start = True
        self._is_seen = False
        self._void: frozenset[int] = frozenset()
        self._now = Now(self.mirror, self.mirror, 0, 0.0)
        self._steps: tuple[OpenStep, ...] | None = None
        self._best: list[Reading] | None = None

    # What it says

    @property
    def _leader(self) -> Reading:
        """The likeliest reading."""
        return self._bests[0]

    @property
    def _bests(self) -> list[Reading]:
        """The readings with the fewest mistakes, the one with the least left to do first."""
        if self._best is None:
            best = self._with_fewest()
            self._best = best if len(best) == 1 else sorted(best, key=self._left_to_do)
        return self._best

    def _with_fewest(self) -> list[Reading]:
        """Where all that have the fewest mistakes need cards put back, those that need one mistake more are as good."""
        fewest = min(len(each.mistakes) for each in self.readings)
        best = [each for each in self.readings if len(each.mistakes) == fewest]
        if len(best) == len(self.readings) or any(len(each.with_deeds(self.mirror)) == fewest for each in best):
            return best
        counted = [(len(each.with_deeds(self.mirror)), each) for each in self.readings]
        least = min(count for count, _ in counted)
        rivals = [each for count, each in counted if count == least]
        return best if all(len(each.mistakes) == fewest for each in rivals) else rivals

    @property
    def _likeliest(self) -> list[Reading]:
        """Of the readings with the fewest mistakes those that leave as little to do as the first."""
        first, *others = self._bests
        least = self._left_to_do(first) if others else None
        return [first, *(each for each in others if self._left_to_do(each) == least)]

    def _left_to_do(self, reading: Reading) -> tuple[int, int, int, int]:
        lead = reading.lead(self.mirror)
        undone = differences(reading.game(self.mirror), self.mirror)
        is_rest_owed = reading.closing(lead, self.mirror).is_rest_owed
        unshown = 0 if lead is None else lead.unshown + (lead.owed is not None)
        # Of readings that need equally many mistakes the one with the most put right has the fewest left.
        settled = sum(-1 if each.is_by_chance else each.is_settled for each in reading.mistakes)
        return -settled, len(undone) + is_rest_owed + unshown, reading.unpaid, reading.needless(self.mirror)

    @property
    def game(self) -> Game:
        """The game as the rules have it, in the likeliest reading."""
        return self._leader.game(self.mirror)

    @property
    def mistakes(self) -> tuple[Mistake, ...]:
        """The mistakes of the likeliest reading of which every other as good has the same or another instead."""
        mistakes = self._leader.mistakes
        without_own = (each for each in self._bests[1:] if all(_has(mistakes, other) for other in each.mistakes))
        others = [each.with_deeds(self.mirror) for each in without_own]
        return tuple(each for each in mistakes if all(_has(other, each) for other in others))

    @property
    def is_likely(self) -> bool:
        """Whether another reading that is as good leads to another game."""
        games = {_game_key(each, self.mirror) for each in self._bests}
        return len(games) > 1

    @property
    def lost_since(self) -> int | None:
        """The line since which nothing fits: three mistakes within this turn."""
        turn = self.game.turn
        lines = [each.line for each in self.mistakes if each.turn == turn and not each.is_settled]
        return min(lines) if len(lines) >= LOST_MISTAKES else None

    @property
    def read_acts(self) -> tuple[Act, ...]:
        """What was done so far, as a record has it: every card by the name it is known by."""
        lead = self._leader.lead(self.mirror)
        acts = (*self._leader.acts, *(() if lead is None else (lead.act,)))
        return tuple(self._named(each) for each in acts)

    def _named(self, act: Act) -> Act:
        if isinstance(act, KeepTable):
            return KeepTable({zone: self._named_row(zone, act) for zone in act.zones})
        if not isinstance(act, Give | Reveal):
            return act
        return replace(act, played=self._named_card(act.played), draws=tuple(map(self._named_card, act.draws)))

    def _named_row(self, zone: Zone, act: KeepTable) -> tuple[str, ...]:
        """The cards of a kept zone, with their numbers where they are known."""
        rows = zip(act.zones[zone], act.ids.get(zone, ()), strict=True)
        sides = ((name.partition("@"), self.mirror.name(card) or name) for name, card in rows)
        return tuple(f"{known.partition('@')[0]}{at}{side}" for (_, at, side), known in sides)

    def _named_card(self, played: Played) -> Played:
        name = None if played.id is None else self.mirror.name(played.id)
        return played if name is None or print_name(name) != played.card else replace(played, card=name)

    @property
    def undone(self) -> list[Misplaced]:
        """What hands still have to carry."""
        return differences(self.game, self.mirror)

    @property
    def is_rest_owed(self) -> bool:
        """Whether the rest of the hand must still be laid on the discard (VED-3.4)."""
        return self._leader.closing(self._leader.lead(self.mirror), self.mirror).is_rest_owed

    @property
    def open_steps(self) -> tuple[OpenStep, ...]:
        """What the rules still ask for, in every reading as good; nothing exactly when the next card may be given."""
        if self._steps is None:
            steps, *others = (tuple(self._steps_of(each)) for each in self._bests)
            self._steps = tuple(each for each in steps if all(each in other for other in others))
        return self._steps

    def _steps_of(self, reading: Reading) -> Iterable[OpenStep]:
        return open_steps(reading.closing(reading.lead(self.mirror), self.mirror))

    @property
    def gone_on(self) -> Game:
        """The game as it is settled when play goes on."""
        return self._leader.gone_on(self._leader.lead(self.mirror))

    def verdict(self, act: Act) -> Forbidden | None:
        """What the rules would say if this act were given by hand now."""
        _, known = self._with_identities(act, self._key + 1)
        after = after_act(self.gone_on, act, doubled(known, self.mirror, self._setup.deck))
        return after if isinstance(after, Forbidden) else None

    # What it hears

    def follow(self, heard: Heard, line: int = 0) -> None:
        """Let both tables follow what was seen or said."""
        self._key = self.mirror.count(line)
        self._now = Now(self.mirror, self.mirror, line, heard.at_s)
        match heard:
            case Placed() | Removed() | Moved() | Turned() | Reordered():
                self._see(heard)
            case Kept(_, is_lying):
                self._keep(is_early=self._is_start and (is_lying or is_within(heard.at_s, 0.0, LYING_S)))
            case Acted(_, act):
                self._perform(act)
            case _:
                self._hear(heard)
        self._is_start = self._is_start and isinstance(heard, Placed)
        self._prune()
        best = self._bests
        # Play has gone on for certain if it has in every reading as good.
        self.mirror.go_on(min(each.went_on for each in best))
        # Of readings that become equal the one that was likelier stays first.
        self.readings = [*best, *(each for each in self.readings if not any(each is other for other in best))]

    def _hear(self, touch: Said | Undone | TookHand | Corrected | Absent | SetUpAnew) -> None:
        """What was said; lines that change how others are read have been heeded before."""
        match touch:
            case Said(_, Say.END_TURN):
                self._each(lambda reading: end_turn(reading, self._now))
            case Said(_, Say.END_GAME) if not self._is_seen:
                # Where everything was given by hand nothing of the end will be seen either.
                self._perform(Finish())
            case Said(_, Say.END_GAME):
                self._each(lambda reading: end_game(reading, self._now))
            case TookHand(_, seat):
                self._each(lambda reading: [take_hand(reading, self._now, seat)])
            case _:
                pass

    def _each(self, go_on: Callable[[Reading], Iterable[Reading]]) -> None:
        """Let every reading go on in all the ways it can."""
        self.readings = [after for reading in self.readings for after in go_on(reading)]
        self._best, self._steps = None, None

    def _prune(self) -> None:
        """Mistakes are settled; readings that are equal become one, those that can't win are dropped."""
        self._best, self._steps = None, None
        before = [each.mistakes for each in self.readings]
        for reading in self.readings:
            reading.likeliest = None
            reading.settle(self.mirror)
        if len(self.readings) > 1:
            self._doubt_settled(before)
            self.readings = _contenders(sorted(self.readings, key=lambda each: len(each.mistakes)))

    def _doubt_settled(self, before: list[tuple[Mistake, ...]]) -> None:
        """Only what the best readings say was put right just now was meant so."""
        changed = [pair for pair in zip(self.readings, before, strict=True) if pair[0].mistakes != pair[1]]
        best = self._with_fewest() if changed else []
        for reading, mistakes in changed:
            if not any(each is reading for each in best):
                reading.doubt_settled(mistakes)

    # What is seen

    def _see(self, sighting: Sighting) -> None:
        self._is_seen = True
        sighting = _without_place_cards(sighting)
        if not isinstance(sighting, Reordered) and print_name(sighting.card) in PLACE_CARDS:
            return
        if isinstance(sighting, Removed | Moved):
            lay_down(self.mirror, self.game, sighting)
        before = self.mirror.copy()
        shift = self.mirror.follow(sighting, self._key, self._may_return)
        self._now = self._now._replace(before=before)
        if shift is None:
            if isinstance(sighting, Removed | Moved):
                self.unfollowed.append(self._now.line)
            if isinstance(sighting, Reordered):
                self._check_order(sighting.zone)
        elif shift.id not in self.mirror.ghosts:
            self._shifted(sighting, shift)

    def _shifted(self, sighting: Sighting, shift: Shift) -> None:
        if isinstance(sighting, Turned):
            self._each(lambda reading: [turn_card(reading, self._now, shift)])
        elif shift.name == BACK:
            if shift.source is None:
                self._each(lambda reading: lay_back(reading, self._now, shift))
        elif shift.name != UNKNOWN and not self._is_seen_again(shift):
            go_on = arrive if shift.source is None else shift_card
            self._each(lambda reading: go_on(reading, self._now, shift))
        if isinstance(sighting, Placed | Moved) and shift.target is not None:
            self._check_order(shift.target)

    def _is_seen_again(self, shift: Shift) -> bool:
        """Whether a card shows in the pile where the rules have put it: nothing new."""
        if shift.source is not None or "#" not in shift.name:
            return False
        there = (each for each in self.mirror.real(shift.target or Zone("")) if each.id != shift.id)
        return not _is_row(shift.target) and any(each.name == shift.name for each in there)

    def _check_order(self, zone: Zone) -> None:
        for reading in self.readings:
            check_order(reading, self._now, zone)

    def _may_return(self, aloft: Aloft, placed: Placed) -> bool:
        return Returning(self.game, self.mirror, self._likeliest).may(aloft, placed)

    # What is said

    def _perform(self, act: Act) -> None:
        """An act given by hand is complete: the mirror follows it by itself."""
        act, known = self._with_identities(act, self._key)
        zone, other = given_to(act), foreign(known, self._setup.deck)
        if zone is not None and other is not None:
            self._lay_foreign(zone, known, other)
            return
        twice = doubled(known, self.mirror, self._setup.deck)
        followed = None if twice else self._followed(act)
        self._each(lambda reading: perform(reading, self._now, act, twice))
        if followed is not None:
            follow_game(self.mirror, *followed, act, known)

    def _lay_foreign(self, zone: Zone, cards: dict[int, str], other: str) -> None:
        """The cards of an act that is not of this game lie where it gave them, until hands take them off."""
        self._void |= cards.keys()
        came = (Lying(name, Way.UPRIGHT, card) for card, name in cards.items())
        self.mirror.relay(zone, (*self.mirror.lying(zone), *came))
        self._each(lambda reading: [lay_foreign(reading, self._now, cards, other, zone)])

    def _followed(self, act: Act) -> tuple[Game, Game] | None:
        """The game before and after an act given by hand, in the likeliest reading that allows it."""
        others = sorted(self.readings, key=lambda each: len(each.mistakes))
        for reading in (*self._bests, *others):
            for before in map(reading.gone_on, reading.open_acts(self.mirror)):
                after = step(before, act)
                if isinstance(after, Game):
                    return before, after
        return None

    def _with_identities(self, act: Act, line: int) -> tuple[Act, dict[int, str]]:
        """The act with the cards it lays, each known by its line and by the name that was said of it since."""
        if isinstance(act, KeepTable):
            return identified(act, self.gone_on, self.mirror, line)
        if not isinstance(act, Give | Reveal):
            return act, {}
        known: dict[int, str] = {}
        plays = []
        for place, played in enumerate((act.played, *act.draws)):
            card = identity(line, place)
            known[card] = self.mirror.said.names.get(card, played.card)
            plays.append(replace(played, card=print_name(known[card]), id=card))
        return replace(act, played=plays[0], draws=tuple(plays[1:])), known

    def _keep(self, *, is_early: bool) -> None:
        """The table is right as it lies: the game goes on from it, or begins with it."""
        started = lying_start(self._setup, self.mirror) if is_early else None
        if started is not None:
            self.readings = [Reading(started)]
        else:
            # Whoever says so sees the likeliest game: one that needs more mistakes is not what they call right.
            self.readings = self._bests
            # Nobody may ever see a card taken off that was given by hand and is void.
            for card in self._void:
                self.mirror.forget(card)
            self._each(lambda reading: [keep_table(reading, self._now)])


def _contenders(readings: list[Reading]) -> list[Reading]:
    """The readings that may still win, of those in the order of their mistakes.

    Where two have taken the same course, a clean one has all its cards where they lie: whatever comes, the other can't
    need fewer mistakes.
    """
    fewest = len(readings[0].mistakes)
    kept: list[Reading] = []
    courses: dict[object, list[Reading]] = {}
    for reading in readings:
        rivals = courses.setdefault(reading.course, [])
        is_beaten = any(each.is_clean or game_key(each.before) == game_key(reading.before) for each in rivals)
        if not is_beaten and len(reading.mistakes) <= fewest + MORE_MISTAKES:
            rivals.append(reading)
            kept.append(reading)
    return kept[:MOST_READINGS]


def _is_row(zone: Zone | None) -> bool:
    return zone is not None and zone.startswith(("stake:", "jokers:", "tribute"))


def _without_place_cards(sighting: Sighting) -> Sighting:
    """Place cards are ignored, in every index too."""
    if isinstance(sighting, Reordered):
        return replace(sighting, cards=tuple(each for each in sighting.cards if print_name(each) not in PLACE_CARDS))
    return sighting


def _has(mistakes: Iterable[Mistake], mistake: Mistake) -> bool:
    """Whether this is among the mistakes of a reading, too: the same cause, however it is named there."""
    return any(each.line == mistake.line or each.act == mistake.act for each in mistakes)


def _game_key(reading: Reading, mirror: Mirror) -> object:
    return game_key(reading.game(mirror))
