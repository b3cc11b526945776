"""What films are made of, as rows: cameras, light, how often hands do what."""

from dataclasses import dataclass
from enum import StrEnum

from vision.sim.levels import Difficulty

FPS = 15.0
# Of the hands that lay a card one in twelve stays on it; so does now and then one that has nothing to do there.
LINGERING = 0.08
REST_S = (1.0, 20.0)
# A table is left alone this long between two things that one hand does.
STILL_S = 0.8


@dataclass(frozen=True, slots=True)
class Hung:
    """A camera as docs/table.md hangs it: the size of its pictures, and the room that it leaves around the mat."""

    name: str
    size_px: tuple[int, int]
    margin_mm: float


# In the middle of an unbent picture: its height divided by the mat's with the room on both sides.
HUNG = {
    each.name: each
    for each in (
        Hung("1.7", (1920, 1080), 17.6),
        Hung("2.0", (2304, 1296), 24.0),
        Hung("3.8", (4608, 2592), 41.0),
    )
}
# How many of the changes of a level each camera gets: large pictures cost six times as much.
SHARES = {"1.7": 0.5, "2.0": 0.4, "3.8": 0.1}


@dataclass(frozen=True, slots=True)
class Weather:
    """What lamps and sensor do at most: bands of light (a share), and noise (grey values)."""

    bands: float
    noise: float


WEATHERS = {
    Difficulty.EASY: Weather(0.04, 4.0),
    Difficulty.MIDDLE: Weather(0.07, 8.0),
    Difficulty.HARD: Weather(0.10, 12.0),
}


class Deed(StrEnum):
    """What one hand does at one seat."""

    GIVE = "give"
    HIDE = "hide"
    REVEAL = "reveal"
    TAKE = "take"
    WIN = "win"
    DISCARD = "discard"
    HAND_ON = "hand-on"
    UNCOVER = "uncover"
    TURN = "turn"
    ORDER = "order"
    REST = "rest"


OFTEN = {
    Deed.GIVE: 10,
    Deed.HIDE: 2,
    Deed.REVEAL: 2,
    Deed.TAKE: 3,
    Deed.WIN: 2,
    Deed.DISCARD: 1,
    Deed.HAND_ON: 2,
    Deed.UNCOVER: 1,
    Deed.TURN: 1,
    Deed.ORDER: 1,
    Deed.REST: 1,
}
# Seats at the table, hands at once, deeds of each hand in a round, cards of a fan.
SEATS = (3, 8)
HANDS = (2, 5)
DEEDS = (3, 5)
MOST_CARDS = 7
# Every so many rounds everybody clears at once.
CLEARING_EVERY = 3
ROUNDS = 6
