"""A spoiled film watched as a camera is: what was told of the table, and what of the fault."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from companion.facts import Fact, Moved, Placed, Removed, Reordered, Turned, Way
from companion.games.vedrfolnir.decks import default_deck
from companion.games.vedrfolnir.rulings import Rulings
from companion.games.vedrfolnir.setup import Mode
from companion.games.vedrfolnir.simulation import Wishes, simulate
from companion.mirror import Mirror
from companion.places import Zone
from deploy.joining import sight
from deploy.watching import Watch
from tests.comparing import EARLY_S, Judgement, Misjudged, Tally, compare
from tests.faults import shots
from tests.faults.rows import Fault
from tests.faults.table import FPS, small_profile
from vision.frames import Frame, Frozen, Glimpse, Veiled, of_size
from vision.sim.film import Shot
from vision.stillness import EQUAL_PICTURES, Stillness

WITHIN_S = 3.0
LIES = (Judgement.WRONG_ORDER, Judgement.WRONG_DIRECTION)
WRONG = (
    Judgement.WRONG,
    Judgement.INVENTED,
    Judgement.WRONG_ZONE,
    Judgement.WRONG_ORDER,
    Judgement.WRONG_DIRECTION,
)


class Outcome(StrEnum):
    """What came of a fault, the best first."""

    READ = "read"  # every fact
    ASKED = "asked"  # every fact, some as a question
    TOLD = "told"  # facts are missing, and a word was told in time
    LATE = "told late"
    SILENT = "silent"  # facts are missing, and nobody was told anything
    WRONG = "wrong"  # something was told that did not happen


@dataclass(frozen=True)
class Verdict:
    """What was told of a spoiled film, and how long after the fault began the first word of it came, and which."""

    fault: Fault
    tally: Tally
    word: str | None
    after_s: float | None

    @property
    def outcome(self) -> Outcome:
        """The worst that came of it."""
        if any(self.tally[each] for each in WRONG):
            return Outcome.WRONG
        if not self.tally[Judgement.MISSED]:
            return Outcome.ASKED if self.tally[Judgement.ASKED] else Outcome.READ
        if self.after_s is None:
            return Outcome.SILENT
        # What creeps in is a fault as soon as it does harm.
        missed_s = min(each.at_s for each in self.tally.misjudged if each.judgement is Judgement.MISSED)
        harm_s = max(0.0, missed_s - self.fault.from_s)
        return Outcome.TOLD if self.after_s <= WITHIN_S + harm_s else Outcome.LATE

    @property
    def line(self) -> str:
        """One line of the table."""
        counts = " ".join(f"{each} {count}" for each, count in sorted(self.tally.counts.items()) if count)
        word = "" if self.after_s is None else f"{self.word} after {self.after_s:.1f} s"
        return f"{self.outcome:9}  {self.fault.name:36}  {counts:40}  {word}"


def judged(fault: Fault, film: tuple[Shot, ...]) -> Verdict:
    """One fault in one film."""
    profile, setup = small_profile(), simulate(Wishes(Mode.STANDARD, rulings=Rulings(), seats=4), "faults").setup
    watch = Watch(sight(profile, setup, default_deck()))
    told: list[Fact] = []
    words: list[tuple[float, str]] = []
    for glimpse in of_size(_glimpses(fault, film), profile.camera.size_px):
        for each in watch.seen(glimpse) if isinstance(glimpse, Frame) else (glimpse,):
            if isinstance(each, Fact):
                told.append(each)
            else:
                words.append((each.at_s, each.veil if isinstance(each, Veiled) else type(each).__name__))
    truth = [each for shot in film for each in shot.told if shot.at_s < fault.from_s or not fault.shows_no_more]
    stills_s = [shot.at_s for shot in film if shot.moment.beat.is_still]
    told += watch.pending()
    tally = as_it_lay(compare(truth, told, stills_s=stills_s), truth, told)
    first = next(((at_s - fault.from_s, word) for at_s, word in words if at_s >= fault.from_s), None)
    return Verdict(fault, tally, first and first[1], first and first[0])


def as_it_lay(tally: Tally, truth: Sequence[Fact], told: Sequence[Fact]) -> Tally:
    """The same, but a card told late is judged by how it lies then, and its height by the cards that were seen there.

    It may have been turned in the meantime; and nobody can count a card that was laid and covered behind something.
    """
    seen = [each for each in tally.misjudged if each.judgement in LIES and _lay_so(each, truth, told)]
    counts = Counter(tally.counts) - Counter(each.judgement for each in seen) + Counter({Judgement.FOUND: len(seen)})
    return Tally(counts, tally.delays_s, tuple(each for each in tally.misjudged if each not in seen))


def _lay_so(misjudged: Misjudged, truth: Sequence[Fact], told: Sequence[Fact]) -> bool:
    for number, each in enumerate(told, start=1):
        is_it = isinstance(each, Placed | Moved) and each.card == misjudged.card
        if is_it and each.at_s >= misjudged.at_s - EARLY_S:
            truly = _shown([fact for fact in truth if fact.at_s <= each.at_s], misjudged.zone)
            said = _shown(told[:number], misjudged.zone)
            rest = iter(truly)
            return all(card in rest for card in said)
    return False


def _shown(facts: Sequence[Fact], zone: Zone) -> tuple[tuple[str, Way], ...]:
    mirror = Mirror()
    for number, each in enumerate(facts, start=1):
        if isinstance(each, Placed | Removed | Moved | Turned | Reordered):
            mirror.follow(each, number)
    return mirror.shown.get(zone, ())


def _glimpses(fault: Fault, film: tuple[Shot, ...]) -> Iterator[Glimpse]:
    """What a camera with this fault gives: a picture that comes again and again is told as such."""
    stillness = Stillness(EQUAL_PICTURES)
    clean = (shots.Shot(each.at_s, each.picture) for each in film)
    for shot in fault.spoil(clean, fault.from_s):
        number = round(shot.at_s * FPS)
        if stillness.is_frozen(shot.pixels):
            yield Frozen(number, shot.at_s)
        elif not stillness.is_old:
            yield Frame(number, shot.at_s, shot.pixels)
