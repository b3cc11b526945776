"""One lawful evening: a game, told as sightings, with the object that the referee must print."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from random import Random
from typing import Any

from .byhand import act_line, follow
from .deck import Card, deck_toml
from .events import Arrive, Collect, Remove, Story, TurnOver
from .game import Game
from .keeping import Keeper
from .lying import Lying
from .narrate import Narrator
from .noise import Noise
from .play import Dealer, Player
from .resolve import Unclear
from .scribe import Scribe, Seen
from .table import Setup, Table
from .themes import random_theme, themed_setup
from .wrongsetup import WrongSetup

REVEAL = {"step": "reveal", "rule": "VED-8.4", "card": None, "from": "pile:Brynhildr", "to": "stake:Brynhildr"}


@dataclass
class Evening:
    """The lines of a file, the expected object, and the deck file it needs."""

    lines: list[dict[str, Any]]
    expected: dict[str, Any]
    deck: str | None = None


class Host:
    """Plays and tells an evening."""

    def __init__(self, seed: int, tally: Counter[str], *, short: bool = False) -> None:
        self.rng = Random(seed)
        self.tally = tally
        self.theme = random_theme(self.rng)
        small = self.rng.random() < 0.2
        self.setup: Setup = themed_setup(self.theme, self.rng, small=small)
        self.dealer = Dealer(self.rng, self.theme.taste)
        self.game = Game(self.setup, self.dealer)
        self.player = Player(self.game, self.dealer)
        self.scribe = Scribe(self.rng, tally, self.rng.choice(("all", "all", "none", "mix")))
        self.narrator = Narrator(self.scribe, self.table)
        self.noise = Noise(self.scribe, self.game, self.narrator)
        if small:
            self.setup.deck = f"{seed:05d}.toml"
        self.length = self.rng.choice((1, 2, 3, 4, 6) if short else self.theme.lengths)
        self.wrong = WrongSetup(self.setup, self.rng, self.length)
        self.hands = self.rng.choice((0.0, 0.0, 0.05, 0.3))
        self.recent: list[Card] = []
        self.older: list[Card] = []
        self.touched: set[str] = set()

    @property
    def table(self) -> Table:
        """The game's table."""
        return self.game.table

    def chance(self, share: float) -> bool:
        """True that often."""
        return self.rng.random() < share

    def run(self) -> Evening:
        """The whole evening."""
        if self.chance(self.theme.lying):
            self.start_in_the_middle()
        for number in range(self.length):
            if self.table.over:
                break
            if number == self.wrong.moment:
                self.wrong.say(self.scribe, self.tally)
            if self.game.revealing and self.chance(0.06):
                self.stop()
                break
            self.step()
        if not self.table.over and self.chance(self.theme.ends):
            self.stop()
        self.finish()
        expected = {**self.table.show(), "mistakes": [], "open": [REVEAL] if self.game.revealing else []}
        self.tally[f"t ends {'over' if self.table.over else 'in a reveal' if self.game.revealing else 'midway'}"] += 1
        self._tally_setup()
        deck = deck_toml(self.setup.prints) if self.setup.deck else None
        return Evening([self.wrong.header(), *self.wrong.renamed(self.scribe.lines)], expected, deck)

    def finish(self) -> None:
        """Nothing is left open."""
        self.scribe.settle()
        self.noise.take_back_touch()
        self.scribe.clear_names()
        self.wrong.say(self.scribe, self.tally)

    def _tally_setup(self) -> None:
        self.tally[f"g mode {self.setup.mode}"] += 1
        self.tally[f"g sets {'+'.join(self.setup.sets)}"] += 1
        for name, value in self.table.show()["rulings"].items():
            self.tally[f"g {name} {value}"] += 1
        self.tally.update({f"r {name} applied": times for name, times in self.table.ruled.items()})

    # acts ----------------------------------------------------------------------------------------------------

    def step(self) -> None:
        """One act, seen or given by hand, and what is said after it."""
        unserved = self.game.unserved()
        story = self.player.step()
        self.vet(story)
        if self.chance(self.hands):
            self.by_hand(story)
        else:
            self.narrator.tell(story, unserved)
        self.after(story)

    def by_hand(self, story: Story) -> None:
        """An act among the sightings: it is complete, and the mirror follows it by itself."""
        self.scribe.settle()
        self.noise.take_back_touch()
        self.scribe.clear_names()
        self.scribe.tick()
        self.scribe.put(act_line(story.act, self.scribe))
        follow(self.scribe, self.table)
        self.tally[f"t act by hand: {story.act['act']}"] += 1

    def vet(self, story: Story) -> None:
        """Refuse to tell what sentence 6 leaves open: a hell that named an empty stake before a clearing."""
        hells = [event.card for event in story.events if isinstance(event, Arrive) and event.card.kind == "hell"]
        collected = any(isinstance(event, Collect) and event.moves for event in story.events)
        for hell in hells:
            took = sum(isinstance(event, Remove) and event.by is hell for event in story.events)
            choices = [entry for entry in [story.act, *story.act.get("draws", [])] if entry.get("each")]
            wanted = len(choices[0]["each"]) if choices else 1
            if took < wanted and (collected or wanted > 1):
                raise Unclear  # who took what, and what was cleared?

    def after(self, story: Story) -> None:
        """What may be said or happen between two acts."""
        kinds = {event.card.kind for event in story.events if isinstance(event, Arrive)}
        last = next((event.card for event in story.events if isinstance(event, Arrive)), None)
        if not self.game.revealing and not kinds & {"hell", "skoll_hati"}:
            self.noise.put_back(last)
        self.noise.place_card()
        if any(isinstance(event, TurnOver) for event in story.events) and not self.noise.pending:
            self._turn_over()
        if self.noise.pending and self.chance(0.5):
            self.noise.take_back_touch()
        if self.chance(0.1):
            self.scribe.clear_names()
        self._keep()
        if not self.table.over:
            self.noise.ghost()
            self.noise.wrong_touch()

    def _turn_over(self) -> None:
        if self.chance(0.3):
            self.scribe.say("end-turn")
            self.scribe.play_goes_on()
            self.tally["t end-turn"] += 1
        if not self.table.over and not self.table.solo and self.chance(0.3):
            self.scribe.say("turn", seat=self.table.active_seat)
            self.tally["t turn"] += 1

    def _keep(self) -> None:
        """The table as it lies is right, and it was. (`a plain keep at 3 seconds or before` means lying cards.)"""
        if self.game.revealing or self.table.over or self.scribe.now <= 3.5 or not self.noise.chance(0.013):
            return
        self.finish_names()
        if self.hands and self.chance(0.6):
            self.by_hand(
                Keeper(self.game, self.rng).keep(
                    numbered=self.scribe.numbers != "none", careful=self.scribe.numbers != "all"
                )
            )
            return
        self.scribe.say("keep")
        self.game.recheck = True
        self.tally["t keep"] += 1

    def finish_names(self) -> None:
        """Nothing is in the air or under a wrong name."""
        self.scribe.settle()
        self.noise.take_back_touch()
        self.scribe.clear_names()

    def stop(self) -> None:
        """The players stop here."""
        self.scribe.say("end-game")
        self.scribe.play_goes_on()
        self.tally["t end-game in a reveal" if self.game.revealing else "t end-game"] += 1
        self.narrator.tell(self.game.end(), [])

    # starts --------------------------------------------------------------------------------------------------

    def start_in_the_middle(self) -> None:
        """Cards lie on the table: zone by zone, oldest first, then `keep`."""
        lying = Lying(self.game, self.rng, self.theme)
        lying.deal()
        self.noise.busy = True
        plain = self.chance(0.4)
        self.scribe.now = 0.0
        self.scribe.pace, pace = 0.0, self.scribe.pace
        zones = list(lying.zones)
        self.rng.shuffle(zones)
        for zone in zones:
            for card in lying.zones[zone]:
                self.scribe.lay(Seen(card, turned=self._lies(card)), zone)
        for _ in range(lying.backs):
            self.scribe.lay(Seen(None), "pile:Brynhildr")
        self.scribe.now = round(self.rng.uniform(0.1, 3.0), 2)
        self.scribe.put({"say": "keep"} if plain else {"say": "keep", "lying": True})
        self.scribe.pace = pace
        self.noise.busy = False
        self.tally[f"t start in the middle, {'plain keep' if plain else 'lying'}"] += 1

    def _lies(self, card: Card) -> bool:
        return card.side == "thor" if card.kind == "tyr" else False
