"""Evenings with exactly one mistake."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from . import slips_cards, slips_collect, slips_effects, slips_hell, slips_solo
from .deck import deck_toml
from .evening import Evening, Host
from .events import Arrive, Redirect, Story
from .resolve import Unclear
from .scene import NotNow, Scene, Slip, Told

SLIPS: list[Slip] = [
    *slips_cards.SLIPS,
    *slips_collect.SLIPS,
    *slips_effects.SLIPS,
    *slips_hell.SLIPS,
    *slips_solo.SLIPS,
]
MODES = ("fixed", "fixed", "late", "left")


class Spoiler(Host):
    """A quiet host who lets one mistake happen."""

    def __init__(self, seed: int, slip: Slip, mode: str, tally: Counter[str]) -> None:
        super().__init__(seed, tally)
        self.slip, self.mode = slip, mode
        self.noise.level = self.narrator.misreading = self.hands = 0.0
        self.wrong.touch, self.wrong.names = {}, {}
        self.wrong.wrong = self.setup
        self.delicate = False

    def spoil(self) -> Evening:
        """Play until the mistake is possible, make it, and play on if the table is as it should be."""
        if self.chance(0.4):
            self.start_in_the_middle()
        told = self._wait_for_it()
        if not told.rows or told.rows[0].get("settled"):
            self._play_on(told)
        self.scribe.settle()
        state = self.table.show() if told.state else {}
        expected = {**state, "mistakes": told.rows, "open": None, "about": f"{self.slip.__name__}, {self.mode}"}
        deck = deck_toml(self.setup.prints) if self.setup.deck else None
        return Evening([self.setup.header(), *self.scribe.lines], expected, deck)

    def _wait_for_it(self) -> Told:
        for _ in range(60):
            if self.table.over and self.slip is not slips_cards.played_on:
                break
            if not self.game.revealing and not self.game.recheck and not self.delicate:
                self.scribe.settle()
                lines = len(self.scribe.lines)
                scene = Scene(self, self.mode)
                try:
                    told = self.slip(scene)
                except NotNow:
                    if scene.dirty or len(self.scribe.lines) != lines:
                        raise
                else:
                    self.tally[f"m {self.slip.__name__} {self.mode}"] += 1
                    return told
            if self.table.over:
                break
            self.step()
        raise NotNow

    def _play_on(self, told: Told) -> None:
        if not told.state:
            return
        for _ in range(self.rng.choice((0, 0, 1, 3, 8))):
            if self.table.over:
                break
            self.step()

    def step(self) -> None:
        """One act; remember its cards and who was receiving."""
        unserved = self.game.unserved()
        self.older = list(self.table.discard)
        story = self.player.step()
        self.vet(story)
        self.narrator.tell(story, unserved)
        self._remember(story)

    def _remember(self, story: Story) -> None:
        arrivals = [event for event in story.events if isinstance(event, (Arrive, Redirect))]
        self.recent = [event.card for event in arrivals]
        zones = [event.zone if isinstance(event, Arrive) else event.target for event in arrivals]
        self.touched = {zone.split(":", 1)[-1] for zone in zones}
        self.delicate = any(event.card.kind in ("hell", "skoll_hati") for event in arrivals)


def spoiled(seed: int, tally: Counter[str]) -> Evening:
    """One evening with one mistake; raises NotNow or Unclear if it did not come about."""
    slip = SLIPS[seed % len(SLIPS)]
    mode = MODES[seed // len(SLIPS) % len(MODES)]
    return Spoiler(seed, slip, mode, tally).spoil()


def spoiled_evenings(seed: int, count: int, tally: Counter[str]) -> Iterator[tuple[str, Evening]]:
    """That many of them."""
    number, made = seed, 0
    while made < count:
        mine: Counter[str] = Counter()
        try:
            evening = spoiled(number, mine)
        except (NotNow, Unclear):
            number += 1
            continue
        tally.update(mine)
        yield f"{number:05d}", evening
        number, made = number + 1, made + 1
