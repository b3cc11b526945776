"""Light that differs from row to row: a rolling shutter shows lamps that flicker as bands."""

import cv2
import numpy as np
import numpy.typing as npt

from vision.eye.pixels import Picture

Gains = npt.NDArray[np.float32]

SAMPLED_ROWS, SAMPLED_COLUMNS = 6, 3  # of the small picture: enough to see whether any row needs to be measured
COLUMNS, ROWS_PX = 48, 2  # blocks that a row is measured in, each so many rows high: cards and hands cover some
DARK, CLIPPED = 20, 250  # grey levels that say nothing about light
WHITE = 255
STEADY = 0.012  # of full light: less is noise, and followed grey level by grey level
EVEN = 0.01  # rows that spread less have one gain together
DIMMEST, BRIGHTEST = 0.55, 1.8  # more is no flicker
BAND = 0.3  # off the picture's own gain: more is something that lies or moves there
FEWEST = 0.25  # of a row's blocks that must tell


def evened(now: Picture, then: Picture) -> Picture:
    """A picture in the light of another one of the same table, row by row."""
    sampled = _sampled_gains(now, then)
    if sampled.std(axis=0).max() < EVEN:
        return _lit_as_one(now, then, np.sort(sampled, axis=0)[len(sampled) // 2])
    gains = row_gains(now, then)
    return now if gains is None or np.abs(gains - 1).max() < STEADY else _lit_by_rows(now, then, gains)


def _sampled_gains(now: Picture, then: Picture) -> Gains:
    """How much brighter rows are as a whole, with whatever lies or moves there: the cheap question first."""
    few = (np.ascontiguousarray(each[::SAMPLED_ROWS, ::SAMPLED_COLUMNS]) for each in (now, then))
    after, before = (cv2.reduce(each, 1, cv2.REDUCE_AVG, dtype=cv2.CV_32F).reshape(-1, 3) for each in few)
    return np.asarray((after + 1) / (before + 1), np.float32)


def _lit_as_one(now: Picture, then: Picture, gain: Gains) -> Picture:
    if np.abs(gain - 1).max() < STEADY or gain.min() < DIMMEST or gain.max() > BRIGHTEST:
        return now
    planes = zip(cv2.split(now), gain.tolist(), strict=True)
    lit = np.asarray(cv2.merge([cv2.convertScaleAbs(plane, alpha=1 / each) for plane, each in planes]), np.uint8)
    return _unclipped(lit, now, then) if gain.max() > 1 else lit


def _lit_by_rows(now: Picture, then: Picture, gains: Gains) -> Picture:
    """Every row in its own light; plane by plane, because rows of three colours take three times as long to fill."""
    fine = cv2.resize((1 / gains)[:, None, :], (1, now.shape[0]), interpolation=cv2.INTER_LINEAR).reshape(-1, 3)
    less = np.empty(now.shape[:2], np.float32)
    planes = []
    for plane, column in zip(cv2.split(now), fine.T, strict=True):
        less[:] = column[:, None]
        planes.append(cv2.multiply(plane, less, dtype=cv2.CV_8U))
    return _unclipped(np.asarray(cv2.merge(planes), np.uint8), now, then)


def _unclipped(lit: Picture, now: Picture, then: Picture) -> Picture:
    """The same, but what is as white as can be may be brighter than it shows: then it is as it was."""
    _, clipped = cv2.threshold(now, CLIPPED - 1, WHITE, cv2.THRESH_BINARY)
    return np.asarray(cv2.max(lit, cv2.bitwise_and(then, clipped)), np.uint8)


def row_gains(now: Picture, then: Picture) -> Gains | None:
    """How much brighter every few rows are in each colour; None where too little can be told."""
    size = COLUMNS, now.shape[0] // ROWS_PX
    after, before = (np.array(cv2.split(cv2.resize(each, size, interpolation=cv2.INTER_AREA))) for each in (now, then))
    is_telling = (before.min(axis=0) > DARK) & (after.max(axis=0) < CLIPPED)
    if np.count_nonzero(is_telling) < is_telling.size / 2:
        return None
    ratio = np.asarray(after.astype(np.float32) / np.maximum(before, 1), np.float32)
    overall = np.median(ratio[:, is_telling], axis=1)
    if overall.min() < DIMMEST or overall.max() > BRIGHTEST:
        return None
    is_telling &= (np.abs(ratio / overall[:, None, None] - 1) < BAND).all(axis=0)
    is_known = is_telling.sum(axis=1) >= FEWEST * COLUMNS
    return None if not is_known.any() else _without_spikes(_filled(_medians(ratio, is_telling), is_known))


def _medians(ratio: Gains, is_telling: npt.NDArray[np.bool_]) -> Gains:
    """Of every row's telling blocks."""
    ordered = np.sort(np.where(is_telling, ratio, np.float32(np.inf)), axis=2)
    middle = np.minimum(is_telling.sum(axis=1) // 2, COLUMNS - 1)
    return np.asarray(ordered[:, np.arange(len(middle)), middle].T, np.float32)


def _filled(gains: Gains, is_known: npt.NDArray[np.bool_]) -> Gains:
    """The gains with rows that tell nothing filled in from those around."""
    if is_known.all():
        return gains
    rows = np.arange(len(gains))
    filled = [np.interp(rows, rows[is_known], gains[is_known, channel]) for channel in range(3)]
    return np.asarray(np.stack(filled, axis=1), np.float32)


def _without_spikes(gains: Gains) -> Gains:
    """A row that is unlike the one before and the one after is no band but noise."""
    around = np.pad(gains, ((1, 1), (0, 0)), mode="edge")
    return np.asarray(np.median([around[:-2], around[1:-1], around[2:]], axis=0), np.float32)
