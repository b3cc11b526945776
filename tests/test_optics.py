"""Heights and lenses: what the data sheets promise, and the table in the docs."""

from math import atan, degrees
from pathlib import Path

import pytest

from deploy.tools.lens_table import rows
from deploy.tools.optics import CAMERAS, Optics, least_height_mm, seen_from

MODULE_2, MODULE_3, WIDE, HQ = CAMERAS


@pytest.mark.parametrize(
    ("camera", "field_deg", "tolerance_deg"),
    [(MODULE_2, 62.2, 1), (MODULE_3, 66, 3), (WIDE, 102, 4), (HQ, 63, 8)],  # as printed; wide ones bend the picture
)
def test_the_field_of_view_of_the_data_sheet(camera: Optics, field_deg: float, tolerance_deg: float) -> None:
    half = seen_from(camera, 1000, camera.sensor_px).width_mm / 2000
    assert 2 * degrees(atan(half)) == pytest.approx(field_deg, abs=tolerance_deg)


def test_a_camera_at_its_least_height_just_sees_the_table() -> None:
    for camera in CAMERAS:
        for size_px in ((1920, 1080), (1640, 1232)):
            height_mm = least_height_mm(camera, (1000, 600), size_px)
            seen = seen_from(camera, height_mm, size_px)
            assert min(seen.width_mm - 1000, seen.height_mm - 600) == pytest.approx(0)
            assert seen.px_per_mm * seen.width_mm == pytest.approx(size_px[0])


def test_twice_as_high_sees_half_as_finely() -> None:
    near, far = (seen_from(MODULE_3, height_mm, (1920, 1080)) for height_mm in (500, 1000))
    assert near.px_per_mm == pytest.approx(2 * far.px_per_mm)


def test_the_table_in_the_docs_is_the_one_computed() -> None:
    docs = (Path(__file__).parent.parent / "docs/table.md").read_text(encoding="utf-8")
    assert "\n".join(rows()) in docs
