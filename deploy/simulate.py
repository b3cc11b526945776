"""`companion simulate`: games played by nobody, and what they have in common."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from statistics import mean, median

from companion.games.vedrfolnir.hands import Hands
from companion.games.vedrfolnir.record import Line, Record
from companion.games.vedrfolnir.scoring import scores, winners
from companion.games.vedrfolnir.simulation import Simulated, simulate
from companion.games.vedrfolnir.state import Cause
from companion.games.vedrfolnir.writing import act_line, fact_line, header_line
from companion.words import Message, Values
from deploy.telling import tell
from deploy.terminal import DONE, Terminal, write_file
from deploy.wishes import WantedGames

HISTOGRAM_WIDTH = 40
SCORE_STEP = 10


@dataclass
class Tallies:
    """What simulated games add up to."""

    lengths: list[int] = field(default_factory=list)
    turns: list[int] = field(default_factory=list)
    causes: Counter[Cause] = field(default_factory=Counter)
    scores: list[int] = field(default_factory=list)
    wins: Counter[str] = field(default_factory=Counter)

    def add(self, simulated: Simulated) -> None:
        """Count one more game."""
        game = simulated.game
        self.lengths.append(len(simulated.acts))
        self.turns.append(game.turn)
        self.causes.update(each.cause for each in game.collections)
        self.scores.extend(scores(game).values())
        self.wins.update(winners(game) or ("",))


def run_simulate(terminal: Terminal, wanted: WantedGames, out: str | None, *, is_seen: bool, is_told: bool) -> int:
    """Play games, write their records, tell them, add them up."""
    tallies = Tallies()
    for number, simulated in terminal.progress(_games(wanted), wanted.number):
        tallies.add(simulated)
        if out is not None:
            write_file(Path(out) / f"game-{number:06}.jsonl", record_text(simulated))
        if out is not None and is_seen:
            write_file(Path(out) / f"game-{number:06}.seen.jsonl", sightings_text(simulated, f"{wanted.seed}-{number}"))
        if is_told:
            terminal.show(tell(terminal, as_record(simulated), []))
            terminal.show([terminal.say("simulate.told", {"seed": wanted.seed, "number": number}), ""])
    if not is_told or wanted.number > 1:
        terminal.show(_statistics(terminal, tallies, wanted.seed))
    return DONE


def _games(wanted: WantedGames) -> Iterator[tuple[int, Simulated]]:
    for number in range(1, wanted.number + 1):
        yield number, simulate(wanted.wishes, f"{wanted.seed}-{number}")


def as_record(simulated: Simulated) -> Record:
    """A simulated game as a record, its acts numbered as lines of a file."""
    lines = tuple(Line(number, act) for number, act in enumerate(simulated.acts, start=2))
    return Record(simulated.setup, lines)


def record_text(simulated: Simulated) -> str:
    """A simulated game as the text of a record file."""
    return "".join(f"{line}\n" for line in (header_line(simulated.setup), *map(act_line, simulated.acts)))


def sightings_text(simulated: Simulated, seed: str) -> str:
    """What a perfect camera would report of a simulated game, as the text of a sightings file."""
    facts = Hands(simulated.setup, Random(f"hands-{seed}".encode(errors="surrogateescape"))).evening(simulated.acts)  # noqa: S311 - games, not secrets
    return "".join(f"{line}\n" for line in (header_line(simulated.setup), *map(fact_line, facts)))


def _statistics(terminal: Terminal, tallies: Tallies, seed: str) -> Iterator[str]:
    games = len(tallies.lengths)
    yield terminal.say("simulate.games", {"games": games, "seed": seed})
    yield _spread(terminal, "simulate.acts", tallies.lengths)
    yield _spread(terminal, "simulate.turns", tallies.turns)
    yield terminal.say("simulate.collections")
    for cause in Cause:
        yield f"  {terminal.say(f'cause.{cause}'):<12} {terminal.number(tallies.causes[cause] / games, 2):>6}"
    yield _spread(terminal, "simulate.scores", tallies.scores)
    yield from _histogram(tallies.scores)
    yield terminal.say("simulate.wins")
    for seat, wins in sorted(tallies.wins.items(), key=lambda each: -each[1]):
        yield f"  {seat or terminal.say('simulate.nobody'):<14} {wins:>6} {terminal.number(100 * wins / games, 1):>5} %"


def _spread(terminal: Terminal, key: str, values: list[int]) -> str:
    values_said: Values = {
        "what": Message(key),
        "least": min(values),
        "median": terminal.number(median(values), 1),
        "mean": terminal.number(mean(values), 1),
        "most": max(values),
    }
    return terminal.say("simulate.spread", values_said)


def _histogram(values: list[int]) -> Iterator[str]:
    """How often scores fell into steps of ten."""
    steps = Counter(value // SCORE_STEP for value in values)
    most = max(steps.values())
    for step in range(min(steps), max(steps) + 1):
        bar = "█" * round(HISTOGRAM_WIDTH * steps[step] / most)
        yield f"  {step * SCORE_STEP:>5} … {step * SCORE_STEP + SCORE_STEP - 1:<4} {steps[step]:>6} {bar}".rstrip()
