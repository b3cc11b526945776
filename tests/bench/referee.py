"""`bench referee`: lawful games without a false mistake, and every mistake found."""

import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import count
from random import Random

from companion.facts import Fact
from companion.games.vedrfolnir.hands import Hands
from companion.games.vedrfolnir.mistakes import MistakeId
from companion.games.vedrfolnir.referee import Referee
from companion.games.vedrfolnir.simulation import Wishes, simulate
from companion.games.vedrfolnir.standing import standing
from deploy.terminal import DONE
from tests.bench.printing import Table, progress, show
from tests.practice.blunders import Evening, blunder_evening

FAILED = 1
SLOWEST = 0.999
TRIES_A_CASE = 10
MISTAKES = Table(("cases", "found", "missed", "false", "unsettled"), name_width=24, width=11)


@dataclass(frozen=True, slots=True)
class Proof:
    """How many lawful games from which on, and how many cases of which kinds of mistakes: a proof can go on later."""

    games: int
    cases: int
    first_game: int = 0
    kinds: tuple[MistakeId, ...] = tuple(MistakeId)


def run_bench_referee(proof: Proof) -> int:
    """Referee lawful games and injected mistakes; status 1 if anything was false or missed."""
    wrong = _lawful(proof.first_game, proof.games)
    show([MISTAKES.head])
    for mistake in proof.kinds:
        found = _injected(mistake, proof.cases)
        wrong += found["missed"] + found["false"]
        show([MISTAKES.row(mistake, (str(found[each]) for each in MISTAKES.titles))])
    return FAILED if wrong else DONE


def _lawful(first: int, games: int) -> int:
    """How many lawful games were not read as they were played."""
    wrong = 0
    cost = _Cost()
    for number in progress(range(first, first + games), games):
        simulated = simulate(Wishes(), f"lawful-{number}")
        seen = list(Hands(simulated.setup, Random(number)).evening(simulated.acts))
        referee = Referee(simulated.setup)
        for line, fact in enumerate(seen, start=2):
            cost.follow(referee, fact, line)
        is_right = not referee.mistakes and not referee.undone and standing(referee.game) == standing(simulated.game)
        wrong += not is_right
        if not is_right:
            show([f"Lawful game {number} was not read as it was played."])
    facts, slowest_ms = len(cost.seconds), 1000 * cost.share(SLOWEST)
    speed = facts / max(sum(cost.seconds), 1e-9)
    show([f"Lawful games: {games}, read wrongly: {wrong}; {facts:,} facts, {speed:,.0f} a second."])
    show([f"At most {cost.most} readings alive; 99.9 % of all facts took less than {slowest_ms:.1f} ms."])
    return wrong


@dataclass
class _Cost:
    """What every fact cost in processor time, and the most readings ever alive."""

    seconds: list[float] = field(default_factory=list)
    most: int = 1

    def follow(self, referee: Referee, fact: Fact, line: int) -> None:
        started = time.process_time()
        referee.follow(fact, line)
        self.seconds.append(time.process_time() - started)
        self.most = max(self.most, len(referee.readings))

    def share(self, part: float) -> float:
        """The time that this part of all facts stayed below."""
        return sorted(self.seconds)[int(part * (len(self.seconds) - 1))] if self.seconds else 0.0


def _injected(mistake: MistakeId, cases: int) -> Counter[str]:
    """What became of evenings with exactly one mistake of this kind."""
    found: Counter[str] = Counter()
    for evening in _evenings(mistake, cases):
        referee = Referee(evening.setup)
        for index, fact in enumerate(evening.facts):
            referee.follow(fact, index)
        told = [(each.finding.id, each.finding.rule, each.line) for each in referee.mistakes]
        expected = (mistake, evening.rule, evening.line_index)
        found["cases"] += 1
        found["found"] += expected in told
        found["missed"] += expected not in told
        found["false"] += len([each for each in told if each != expected])
        found["unsettled"] += bool(referee.undone) or not all(each.is_settled for each in referee.mistakes)
    return found


def _evenings(mistake: MistakeId, cases: int) -> Iterator[Evening]:
    """So many evenings with this mistake; seeds without an occasion are passed over."""
    found = 0
    for seed in count():
        evening = blunder_evening(mistake, seed)
        if evening is not None:
            found += 1
            yield evening
        if found == cases or seed > TRIES_A_CASE * cases:
            return
