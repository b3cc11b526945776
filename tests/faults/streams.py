"""Camera, cable and network: faults of the film."""

from collections import deque
from itertools import chain

import cv2
import numpy as np

from tests.faults.shots import Film, Pixels, Shot, Spoil, bytes_of, chance_at


def frozen(noise: float = 0.0, quality: int = 0) -> Spoil:
    """The same picture for ever; with a little noise of its own, or packed anew with another quality every time."""

    def spoil(film: Film, from_s: float) -> Film:
        last: Pixels | None = None
        for shot in film:
            if shot.at_s < from_s or last is None:
                last = shot.pixels
                yield shot
            else:
                yield Shot(shot.at_s, _again(last, shot.at_s, noise, quality))

    return spoil


def _again(pixels: Pixels, at_s: float, noise: float, quality: int) -> Pixels:
    if noise:
        grain = chance_at(at_s, 9).standard_normal(pixels.shape, np.float32)
        return np.clip(pixels + noise * grain + 0.5, 0, 255).astype(np.uint8)
    if quality:
        chosen = quality + round(at_s * 10) % 7
        _, packed = cv2.imencode(".jpg", pixels, (cv2.IMWRITE_JPEG_QUALITY, chosen))
        return cv2.imdecode(packed, cv2.IMREAD_COLOR).astype(np.uint8)
    return pixels


def looping(count: int) -> Spoil:
    """The last few pictures again and again."""

    def spoil(film: Film, from_s: float) -> Film:
        kept: deque[Pixels] = deque(maxlen=count)
        for shot in film:
            if shot.at_s < from_s or len(kept) < count:
                kept.append(shot.pixels)
                yield shot
            else:
                kept.rotate(-1)
                yield Shot(shot.at_s, kept[-1])

    return spoil


def dropped(share: float) -> Spoil:
    """Pictures that never come."""

    def spoil(film: Film, from_s: float) -> Film:
        for shot in film:
            if shot.at_s < from_s or chance_at(shot.at_s, 10).random() >= share:
                yield shot

    return spoil


def gap(long_s: float) -> Spoil:
    """No pictures for a while."""

    def spoil(film: Film, from_s: float) -> Film:
        for shot in film:
            if not from_s <= shot.at_s < from_s + long_s:
                yield shot

    return spoil


def doubled(times: int) -> Spoil:
    """Every picture is sent so many times instead of the next ones."""

    def spoil(film: Film, from_s: float) -> Film:
        last: Pixels | None = None
        for number, shot in enumerate(film):
            if shot.at_s < from_s or last is None or number % times == 0:
                last = shot.pixels
            yield Shot(shot.at_s, last)

    return spoil


def swapped(film: Film, from_s: float) -> Film:
    """Two neighbours change places."""
    held: Shot | None = None
    for shot in film:
        if shot.at_s < from_s:
            yield shot
        elif held is None:
            held = shot
        else:
            yield Shot(held.at_s, shot.pixels)
            yield Shot(shot.at_s, held.pixels)
            held = None


def echoing(long: int) -> Spoil:
    """Now and then a picture from a while ago."""

    def spoil(film: Film, from_s: float) -> Film:
        kept: deque[Pixels] = deque(maxlen=long)
        for number, shot in enumerate(film):
            kept.append(shot.pixels)
            old = shot.at_s >= from_s and number % 7 == 0
            yield Shot(shot.at_s, kept[0]) if old else shot

    return spoil


def late(pictures: int) -> Spoil:
    """Everything comes a while later."""

    def spoil(film: Film, _from_s: float) -> Film:
        kept: deque[Pixels] = deque(maxlen=pictures)
        for shot in film:
            kept.append(shot.pixels)
            yield Shot(shot.at_s, kept[0])

    return spoil


def torn(share: float, every: int) -> Spoil:
    """The lower part of every so many pictures is the one before."""

    def spoil(film: Film, from_s: float) -> Film:
        last: Pixels | None = None
        for number, shot in enumerate(film):
            spoiled = shot.pixels
            if last is not None and shot.at_s >= from_s and number % every == 0:
                spoiled = shot.pixels.copy()
                line = int(share * len(spoiled))
                spoiled[line:] = last[line:]
            last = shot.pixels
            yield Shot(shot.at_s, spoiled)

    return spoil


def interlaced(film: Film, from_s: float) -> Film:
    """Every other row is of the picture before."""
    last: Pixels | None = None
    for shot in film:
        spoiled = shot.pixels.copy()
        if last is not None and shot.at_s >= from_s:
            spoiled[1::2] = last[1::2]
        last = shot.pixels
        yield Shot(shot.at_s, spoiled)


def ghosting(share: float) -> Spoil:
    """Each picture still shows those before."""

    def spoil(film: Film, from_s: float) -> Film:
        mixed: Pixels | None = None
        for shot in film:
            old = shot.pixels if mixed is None or shot.at_s < from_s else mixed
            mixed = cv2.addWeighted(old, share, shot.pixels, 1 - share, 0).astype(np.uint8)
            yield Shot(shot.at_s, mixed)

    return spoil


def resized(factor: float) -> Spoil:
    """Another size midway."""

    def spoil(film: Film, from_s: float) -> Film:
        for shot in film:
            small = shot.pixels
            if shot.at_s >= from_s:
                small = cv2.resize(small, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA).astype(np.uint8)
            yield Shot(shot.at_s, small)

    return spoil


def half_rate(film: Film, from_s: float) -> Film:
    """Only every fourth picture comes."""
    for number, shot in enumerate(film):
        if shot.at_s < from_s or number % 4 == 0:
            yield shot


def backwards(film: Film, from_s: float) -> Film:
    """From some moment on the film runs back."""
    seen: list[Pixels] = []
    for shot in film:
        if shot.at_s < from_s or not seen:
            seen.append(shot.pixels)
            yield shot
        else:
            yield Shot(shot.at_s, seen.pop())


def stalled_burst(held: int) -> Spoil:
    """The network holds pictures back and then shows the newest only."""

    def spoil(film: Film, from_s: float) -> Film:
        shown: Pixels | None = None
        for number, shot in enumerate(film):
            if shot.at_s < from_s or shown is None or number % held == 0:
                shown = shot.pixels
            yield Shot(shot.at_s, shown)

    return spoil


def other_table(film: Film, from_s: float) -> Film:
    """Somebody turned the camera to another table: wood, and no marks."""
    first = next(film)
    wood = _wood(first.pixels)
    for shot in chain([first], film):
        yield shot if shot.at_s < from_s else Shot(shot.at_s, wood.copy())


def _wood(like: Pixels) -> Pixels:
    grain = chance_at(0.0, 11).standard_normal((like.shape[0], 1), np.float32)
    soft = np.asarray(cv2.GaussianBlur(np.repeat(grain, like.shape[1], 1), (0, 0), 5), np.float32)
    base = np.array((60, 95, 140), np.float32)
    return bytes_of(base + 25 * soft[:, :, None])
