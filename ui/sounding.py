"""Sounds and a voice, played by other programs: none of them can keep the screen waiting."""

import shutil
import subprocess
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from companion.words import Language
from ui.announcing import Sound

SOUNDS = Path(__file__).parent / "sounds"
# Whichever of these a computer has; the first two play beside other programs.
PLAYERS = (("pw-play",), ("paplay",), ("aplay", "-q"), ("afplay",))
VOICE = "espeak-ng"
# A little slower than it speaks by itself: there is a room around it.
WORDS_A_MINUTE = "155"
# Sounds at once; more would only be noise, and a player that hangs must not gather.
MOST_AT_ONCE = 3

Find = Callable[[str], str | None]


class Speaker:
    """Plays sounds and says sentences, if the computer has the programs for it."""

    def __init__(self, find: Find = shutil.which) -> None:
        self._player = next((each for each in PLAYERS if find(each[0]) is not None), None)
        self._voice = find(VOICE)
        self._playing: list[subprocess.Popen[bytes]] = []
        self._speaking: subprocess.Popen[bytes] | None = None

    @property
    def has_sounds(self) -> bool:
        """Whether anything here can play a sound."""
        return self._player is not None

    @property
    def has_voice(self) -> bool:
        """Whether anything here can speak."""
        return self._voice is not None

    def play(self, sound: Sound) -> None:
        """Play a sound."""
        self._playing = [each for each in self._playing if each.poll() is None]
        if self._player is not None and len(self._playing) < MOST_AT_ONCE:
            started = _started([*self._player, str(SOUNDS / f"{sound}.wav")])
            self._playing += [] if started is None else [started]

    def say(self, said: str, language: Language) -> None:
        """Say a sentence; one that is still being said is broken off."""
        if self._voice is not None and said:
            self._hush()
            self._speaking = _started([self._voice, "-v", language.value, "-s", WORDS_A_MINUTE, "--", said])

    def close(self) -> None:
        """Be silent."""
        self._hush()
        for each in self._playing:
            _end(each)
        self._playing = []

    def _hush(self) -> None:
        if self._speaking is not None:
            _end(self._speaking)
            self._speaking = None


def _started(command: list[str]) -> "subprocess.Popen[bytes] | None":
    try:
        silent = subprocess.DEVNULL
        return subprocess.Popen(command, stdin=silent, stdout=silent, stderr=silent)  # noqa: S603 - found by its name
    except OSError:
        return None


def _end(running: "subprocess.Popen[bytes]") -> None:
    """End a program that we started, and don't wait long for it."""
    running.kill()
    with suppress(subprocess.TimeoutExpired):
        running.wait(0.2)
