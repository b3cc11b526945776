"""Writing a table profile as TOML, the way `--table FILE` reads it."""

import json
from collections.abc import Iterable, Iterator

from companion.geometry import Point
from companion.profile import Camera, Mark, Matrix, TableProfile, ZonePlan

VERSION = 1
# A file that has the first remark and not the last one was cut short.
FIRST_REMARK, LAST_REMARK = "# begin table profile", "# end table profile"


def profile_text(profile: TableProfile) -> str:
    """The text of a table profile; a camera that knows its homography is written with it, else with its marks."""
    lines = (*_table(profile), *_camera(profile.camera), *(line for plan in profile.zones for line in _zone(plan)))
    return "".join(f"{line}\n" for line in (FIRST_REMARK, *lines, LAST_REMARK))


def _table(profile: TableProfile) -> Iterator[str]:
    yield f"version = {VERSION}"
    yield ""
    yield "[table]"
    yield f"width_mm = {_number(profile.width_mm)}"
    yield f"height_mm = {_number(profile.height_mm)}"


def _camera(camera: Camera) -> Iterator[str]:
    yield ""
    yield "[camera]"
    yield f"size_px = {_row(camera.size_px)}"
    if camera.homography is not None:
        yield f"homography = {_matrix(camera.homography)}"
    else:
        yield f"marks = [{', '.join(map(_mark, camera.marks))}]"
    if camera.lens is not None:
        yield f"matrix = {_matrix(camera.lens.matrix)}"
        yield f"distortion = {_row(camera.lens.distortion)}"


def _zone(plan: ZonePlan) -> Iterator[str]:
    yield ""
    yield "[[zone]]"
    yield f"name = {json.dumps(plan.zone, ensure_ascii=False)}"
    yield f"polygon_mm = [{', '.join(map(_point, plan.polygon))}]"
    yield f"up_deg = {_number(plan.up_deg)}"


def _mark(mark: Mark) -> str:
    return f"{{id = {mark.id}, at_mm = {_point(mark.at)}, side_mm = {_number(mark.side_mm)}}}"


def _matrix(matrix: Matrix) -> str:
    return f"[{', '.join(map(_row, matrix))}]"


def _point(point: Point) -> str:
    return _row(point)


def _row(values: Iterable[float]) -> str:
    return f"[{', '.join(map(_number, values))}]"


def _number(value: float) -> str:
    """A number without a point if it is whole; every digit of it otherwise."""
    return str(int(value)) if value == int(value) else repr(float(value))
