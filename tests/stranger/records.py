"""Random game records, to compare rules engines with `companion replay --json`."""

from __future__ import annotations

from random import Random

from .deck import deck_toml
from .evening import Evening
from .game import Game
from .keeping import Keeper
from .play import Dealer, Player
from .setups import random_setup


def record(seed: int) -> Evening:
    """One lawful game record and the object that replay prints of it."""
    rng = Random(seed)
    small = rng.random() < 0.6
    setup = random_setup(rng, small=small)
    if small:
        setup.deck = f"{seed:05d}.toml"
    dealer = Dealer(rng)
    game = Game(setup, dealer)
    player = Player(game, dealer)
    lines = [setup.header()]
    keeps = rng.random() < 0.3
    for _ in range(rng.choice((5, 20, 60, 400))):
        if game.table.over:
            break
        if keeps and not game.revealing and rng.random() < 0.08:
            lines.append(Keeper(game, rng).keep(numbered=True).act)
        lines.append(player.step().act)
    if not game.table.over and rng.random() < 0.3:
        lines.append(game.end().act)
    return Evening(lines, game.table.show(), deck_toml(setup.prints) if small else None)
