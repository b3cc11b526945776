"""The screen's sounds, made of a few soft tones: `make art` writes them anew."""

import io
import math
import wave
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

from ui.announcing import Sound

FOLDER = Path(__file__).parent.parent / "ui" / "sounds"
RATE_HZ = 11_025
LOUDEST = 88
SILENCE = 128


class Tone(NamedTuple):
    """A note: its pitch, when it begins, how long it rings, how loud it is."""

    pitch_hz: float
    start_s: float
    ring_s: float
    share: float = 1.0


D, F, A, C, D_HIGH, LOW = 293.66, 349.23, 440.0, 523.25, 587.33, 146.83
TONES: Mapping[Sound, tuple[Tone, ...]] = MappingProxyType(
    {
        Sound.CARD: (Tone(D_HIGH, 0, 0.09, 0.35),),
        Sound.COLLECTION: (Tone(D, 0, 0.3, 0.6), Tone(A, 0.09, 0.3, 0.6), Tone(D_HIGH, 0.18, 0.4, 0.7)),
        Sound.MISTAKE: (Tone(F, 0, 0.25), Tone(LOW, 0.16, 0.45)),
        Sound.SETTLED: (Tone(A, 0, 0.14, 0.6), Tone(D_HIGH, 0.1, 0.25, 0.6)),
        Sound.QUESTION: (Tone(A, 0, 0.18, 0.7), Tone(C, 0.14, 0.3, 0.7)),
        Sound.END: (
            Tone(D, 0, 0.5, 0.5),
            Tone(F, 0.12, 0.5, 0.5),
            Tone(A, 0.24, 0.5, 0.5),
            Tone(D_HIGH, 0.36, 0.7, 0.7),
        ),
    }
)


def sound_file(tones: tuple[Tone, ...]) -> bytes:
    """The tones as a small sound file: one channel, eight bits."""
    length = max(each.start_s + each.ring_s for each in tones)
    samples = bytes(_sample(tones, number / RATE_HZ) for number in range(round(length * RATE_HZ)))
    written = io.BytesIO()
    with wave.open(written, "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(1)
        file.setframerate(RATE_HZ)
        file.writeframes(samples)
    return written.getvalue()


def _sample(tones: tuple[Tone, ...], at_s: float) -> int:
    level = sum(_level(each, at_s - each.start_s) for each in tones)
    return SILENCE + round(LOUDEST * max(-1.0, min(1.0, level)))


def _level(tone: Tone, since_s: float) -> float:
    """A struck string: quickly there, slowly gone, with a little of its octave."""
    if not 0 <= since_s < tone.ring_s:
        return 0.0
    swell = min(1.0, since_s / 0.008) * (1 - since_s / tone.ring_s) ** 2
    turn = 2 * math.pi * tone.pitch_hz * since_s
    return tone.share * swell * (0.8 * math.sin(turn) + 0.2 * math.sin(2 * turn))


def main() -> None:
    """Write every sound anew."""
    FOLDER.mkdir(exist_ok=True)
    for sound, tones in TONES.items():
        (FOLDER / f"{sound}.wav").write_bytes(sound_file(tones))


if __name__ == "__main__":
    main()
