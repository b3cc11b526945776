"""The table of heights and lenses in docs/table.md: `python -m deploy.tools.lens_table` prints it, a test compares."""

import sys
from collections.abc import Iterator

from calibration.measuring import PUBLISHED_PX_PER_MM, needed_px_per_mm
from companion.games.vedrfolnir.printing import TAG_SIDE_MM
from deploy.tools.optics import CAMERAS, TABLE_MM, Optics, least_height_mm, seen_from

SIZES_PX = ((1920, 1080), (2304, 1296), (4608, 2592))
HEIGHTS_MM = (700, 900, 1100)
# Room for the mat to lie askew.
MARGIN_MM = 30


def rows() -> Iterator[str]:
    """A Markdown table: the least height for the usual mat, and what is seen from there and from others."""
    heights = "".join(f" from {each} mm |" for each in HEIGHTS_MM)
    yield f"| camera | picture | hang it at | pixels a mm there |{heights}"
    yield "|---|---|---|---|" + "---|" * len(HEIGHTS_MM)
    for camera in CAMERAS:
        for size_px in SIZES_PX:
            if size_px[0] <= camera.sensor_px[0]:
                yield _row(camera, size_px)


def _row(camera: Optics, size_px: tuple[int, int]) -> str:
    wanted_mm = TABLE_MM[0] + 2 * MARGIN_MM, TABLE_MM[1] + 2 * MARGIN_MM
    least_mm = least_height_mm(camera, wanted_mm, size_px)
    there = _graded(seen_from(camera, least_mm, size_px).px_per_mm)
    others = " | ".join(_seen(camera, height_mm, least_mm, size_px) for height_mm in HEIGHTS_MM)
    return f"| {camera.name} | {size_px[0]} × {size_px[1]} | {round(least_mm, -1):.0f} mm | {there} | {others} |"


def _seen(camera: Optics, height_mm: float, least_mm: float, size_px: tuple[int, int]) -> str:
    return "too low" if height_mm < least_mm else _graded(seen_from(camera, height_mm, size_px).px_per_mm)


def _graded(px_per_mm: float) -> str:
    """Two stars: enough for published decks; one: for printed tags; none: for neither."""
    stars = (px_per_mm >= needed_px_per_mm(TAG_SIDE_MM)) + (px_per_mm >= PUBLISHED_PX_PER_MM)
    return f"{px_per_mm:.1f}{'★' * stars}"


if __name__ == "__main__":
    sys.stdout.writelines(f"{each}\n" for each in rows())
