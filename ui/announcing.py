"""What is worth a sound or a word when something happens at the table."""

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from companion.words import Message, Words
from ui.scene import Scene

RUNES = re.compile(r"(\d+)r\b")
STARS = re.compile(r"(\d+)★")


class Sound(StrEnum):
    """The sounds there are, each a file of its own."""

    CARD = "card"
    COLLECTION = "collection"
    MISTAKE = "mistake"
    SETTLED = "settled"
    QUESTION = "question"
    END = "end"


@dataclass(frozen=True, slots=True)
class Announcement:
    """A sound, and words where people should look up."""

    sound: Sound
    said: str = ""


class Noticed(NamedTuple):
    """What was to be heard of a game at one moment."""

    game: object
    mistakes: frozenset[int]
    questions: frozenset[str]
    collections: int
    acts: int
    is_over: bool


def noticed(scene: Scene) -> Noticed:
    """What is to be heard now."""
    arrival = scene.table.arrival
    return Noticed(
        scene.game_id,
        frozenset(each.line for each in scene.mistakes),
        frozenset(f"{each.about} {each.zone} {each.index}" for each in scene.questions),
        scene.collected,
        0 if arrival is None else arrival.number,
        scene.table.is_over,
    )


def announcement(before: Noticed | None, scene: Scene, words: Words) -> Announcement | None:
    """The one thing worth telling, the most urgent first; nothing of a game that was only opened."""
    now = noticed(scene)
    if before is None or before.game is not now.game:
        return None
    return _urgent(before, now, scene) or _pleasant(before, now, scene, words)


def _urgent(before: Noticed, now: Noticed, scene: Scene) -> Announcement | None:
    """What somebody has to look at."""
    if now.mistakes - before.mistakes:
        return Announcement(Sound.MISTAKE, scene.mistakes[-1].said)
    if now.questions - before.questions:
        return Announcement(Sound.QUESTION, scene.questions[-1].said)
    return None


def _pleasant(before: Noticed, now: Noticed, scene: Scene, words: Words) -> Announcement | None:
    """What is good to know."""
    if now.is_over and not before.is_over:
        return Announcement(Sound.END, scene.scores.verdict)
    if now.collections > before.collections:
        last = scene.last_collection
        return Announcement(Sound.COLLECTION, "" if last is None else last.said)
    if before.mistakes - now.mistakes:
        return Announcement(Sound.SETTLED, words.text("voice.settled"))
    return Announcement(Sound.CARD) if now.acts > before.acts else None


def spoken(said: str, words: Words) -> str:
    """A sentence as a voice can say it: signs become words."""
    said = RUNES.sub(lambda found: words.say(Message("draft.runes", {"runes": int(found[1])})), said)
    said = STARS.sub(lambda found: words.say(Message("draft.stars", {"stars": int(found[1])})), said)
    return said.replace("→", ",").replace("✗", "").replace("✓", "")
