"""Does the camera see the table? It is opened and looked through for a moment, as in a game."""

import itertools
import math
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from companion.lines import Unreadable
from companion.profile import TableProfile
from companion.profile_file import read_profile
from companion.words import Values
from deploy.cameras import SORTS, known_camera, known_locks
from deploy.doctor_findings import Finding, Grade, Machine, found
from deploy.doctor_picture import PLENTY_PX, picture_findings
from deploy.doctor_speed import SLOW_FPS, rate_finding, speed_finding
from deploy.own_camera import own_source
from deploy.terminal import file_message
from vision.camera_file import camera_file
from vision.controls import Locks
from vision.eye.marks import MarkFinder
from vision.eye.tags import TagReader
from vision.frames import DEFAULT_FPS, BadSource, Frame, Picture, Source, size_px
from vision.sources import Address, Live, PiAt, SimAt, UrlAt, UsbAt, open_source, parse_source
from vision.taken import as_taken

# Exposure and white balance have settled by then, and a lamp has flickered many times.
SETTLING, LOOKED_AT = 10, 15
LONGEST_S = 12.0
LEAST_MARK_PX = 16.0


class Looked(NamedTuple):
    """What a camera showed for a moment: pictures of one size, and how many came a second."""

    pictures: Sequence[Picture]
    fps: float


def camera_findings(source: str | None, table: str | None, machine: Machine) -> Iterator[Finding]:
    """The profile, the camera, its pictures, and the marks in them."""
    profile: TableProfile | None = None
    if table is not None:
        try:
            profile = read_profile(Path(table))
        except Unreadable as unreadable:
            yield found("profile", Grade.FAIL, "unreadable", {"fault": file_message(table, unreadable)})
        else:
            yield found("profile", Grade.PASS, "well", {"file": table, "zones": len(profile.zones)})
    else:
        yield found("profile", Grade.PASS, "none")
    address: Address | None = None
    try:
        address = parse_source(own_source(machine) if source is None else source)
        yield from settings_findings(address, table)
        looked = _looked(address, profile, table)
    except BadSource as bad:
        sort = "unreached" if isinstance(address, UrlAt) else "unopened"
        yield found("camera", Grade.FAIL, sort, {"fault": bad.message})
        return
    yield _camera_finding(address, looked)
    pictures = looked.pictures
    if pictures:
        if isinstance(address, PiAt | UsbAt):
            yield rate_finding(looked.fps)
        findings = list(picture_findings(pictures, profile))
        yield from findings
        if profile is not None:
            yield from profile_findings(pictures, profile, is_dark=findings[0].grade is Grade.FAIL)


def settings_findings(address: Address, table: str | None) -> Iterator[Finding]:
    """Whether the camera is set as it was when the table was calibrated, where that was written down."""
    try:
        known = known_camera(table) if isinstance(address, Live) else None
    except BadSource as bad:
        yield found("settings", Grade.FAIL, "unreadable", {"fault": bad.message})
        return
    if known is not None:
        is_own = known.sort is SORTS[type(address)]
        if is_own and isinstance(address, UrlAt):
            # Its app holds what it holds.
            return
        values: Values = {"file": str(camera_file(Path(table or ""))), "sort": known.sort}
        yield found("settings", Grade.PASS if is_own else Grade.WARN, "held" if is_own else "other", values)


def _looked(address: Address, profile: TableProfile | None, table: str | None) -> Looked:
    if isinstance(address, SimAt):
        return looked_through(_rendered(address, table if profile is not None else None))
    size = PLENTY_PX if profile is None else profile.camera.size_px
    locks = Locks()
    with suppress(BadSource):
        # A file that can't be read was told already; the camera is looked at all the same.
        locks = known_locks(address, table)
    return looked_through(open_source(address, None, size, locks))


def _rendered(address: SimAt, table: str | None) -> Source:
    from deploy.joining import JOINS  # noqa: PLC0415 - a rendered table is slow to set up
    from deploy.watch import Unwatchable, WantedWatch  # noqa: PLC0415 - the same

    try:
        return JOINS.rendered(address, WantedWatch("sim", table), DEFAULT_FPS).source
    except Unwatchable as bad:
        raise BadSource(bad.message) from None


def looked_through(source: Source) -> Looked:
    """A second of pictures, the first ones left out; all there are of a source that has fewer."""
    started_s = time.monotonic()
    with source as opened:
        glimpses = itertools.takewhile(lambda _: time.monotonic() < started_s + LONGEST_S, opened)
        frames = list(itertools.islice((each for each in glimpses if isinstance(each, Frame)), SETTLING + LOOKED_AT))
    seconds = frames[-1].at_s - frames[0].at_s if frames else 0.0
    kept = [each.picture for each in frames[SETTLING:] or frames]
    return Looked([each for each in kept if each.shape == kept[0].shape], (len(frames) - 1) / (seconds or math.inf))


def _camera_finding(address: Address, looked: Looked) -> Finding:
    sort = {PiAt: "picamera", UsbAt: "usb"}.get(type(address), "file")
    if not looked.pictures:
        return found("camera", Grade.FAIL, "silent")
    width, height = size_px(looked.pictures[0])
    values: Values = {"width": width, "height": height}
    if not isinstance(address, UrlAt):
        return found("camera", Grade.PASS, sort, values)
    is_slow = looked.fps < SLOW_FPS
    told: Values = {**values, "address": address.address.shown, "fps": looked.fps}
    return found("camera", Grade.WARN if is_slow else Grade.PASS, "slow" if is_slow else "url", told)


def profile_findings(pictures: Sequence[Picture], profile: TableProfile, *, is_dark: bool) -> Iterator[Finding]:
    """Whether this is the table, and the camera, that the profile was made for."""
    asked, came = profile.camera.size_px, size_px(pictures[-1])
    if asked != came:
        sizes = {"asked": f"{asked[0]} × {asked[1]}", "came": f"{came[0]} × {came[1]}"}
        yield found("size", Grade.FAIL, "other", sizes)
        return
    if profile.camera.marks and not is_dark:
        yield marks_finding(pictures, profile)
    yield speed_finding(pictures, profile)


def marks_finding(pictures: Sequence[Picture], profile: TableProfile) -> Finding:
    """Whether the table's marks show, and lie as they should; with fewer than two it can't be found again."""
    wanted = {each.id for each in profile.camera.marks}
    grey = pictures[-1][..., 1].copy()
    seen = {each.id for each in TagReader(wanted).search(grey, LEAST_MARK_PX)}
    values: Values = {"seen": len(seen), "marks": len(wanted), "missing": ", ".join(map(str, sorted(wanted - seen)))}
    if _are_of_another_table(pictures, profile):
        return found("marks", Grade.FAIL, "other", values)
    if seen == wanted:
        return found("marks", Grade.PASS, "well", values)
    if not seen and MarkFinder(profile.camera).is_mirrored(as_taken(pictures[-1])):
        return found("marks", Grade.FAIL, "mirrored", values)
    is_known = profile.camera.homography is not None or len(seen) >= min(2, len(wanted))
    return found("marks", Grade.WARN if is_known and seen else Grade.FAIL, "some" if seen else "none", values)


def _are_of_another_table(pictures: Sequence[Picture], profile: TableProfile) -> bool:
    """Whether marks of these numbers show, but not where the profile has them."""
    finder = MarkFinder(profile.camera)
    is_found = any(finder.find(each) is not None for each in pictures)
    return finder.is_disagreeing and not is_found
