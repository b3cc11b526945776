"""A table's camera: opened as it was set when the table was calibrated, and what it holds kept for the evening."""

from pathlib import Path

from calibration.keeping import keep_profile
from companion.lines import Unreadable
from companion.words import Message
from deploy.terminal import file_message
from vision.camera_file import CameraSort, KnownCamera, camera_file, camera_text, read_camera
from vision.controls import Controls, Locks
from vision.frames import BadSource, Source
from vision.sources import Address, Live, PiAt, SimAt, UrlAt, UsbAt, parse_source, shown_source

SORTS = {PiAt: CameraSort.PICAMERA, UsbAt: CameraSort.USB, UrlAt: CameraSort.URL, SimAt: CameraSort.SIM}


def known_camera(table: str | None) -> KnownCamera | None:
    """How the camera was set, by the file beside a table profile; None where there is none."""
    if table is None:
        return None
    file = camera_file(Path(table))
    try:
        return read_camera(file)
    except Unreadable as unreadable:
        if unreadable.message.key == "unreadable.no-such-file":
            return None
        raise BadSource(Message("camera.unreadable", {"fault": file_message(str(file), unreadable)})) from None


def known_locks(address: Address, table: str | None) -> Locks:
    """What this camera has to hold at this table; nothing if another one was set up, or none."""
    sort = SORTS.get(type(address))
    known = None if sort is None else known_camera(table)
    return Locks() if known is None or known.sort is not sort else known.locks


def camera_remark(source: str, table: str | None) -> Message | None:
    """What has to be said where the file beside a table profile is another camera's."""
    try:
        address = parse_source(source)
        known = known_camera(table) if isinstance(address, Live) else None
    except BadSource:
        # It is told when the camera is opened.
        return None
    if known is None or known.sort is SORTS[type(address)]:
        return None
    key = "camera.other-unset" if isinstance(address, UrlAt) else "camera.other"
    file = str(camera_file(Path(table or "")))
    return Message(key, {"file": file, "sort": known.sort, "source": shown_source(source)})


def keep_camera(table: Path, address: Address, source: Source) -> Path | None:
    """Write what a camera holds beside its table profile; where, or None if it has nothing to hold and never had.

    Of a camera in the network only the sort is written, never the address: others may read the file.
    """
    if not isinstance(address, UrlAt) and not isinstance(source, Controls):
        return None
    file, locks = camera_file(table), source.locks if isinstance(source, Controls) else Locks()
    if locks == Locks() and not isinstance(address, UrlAt) and not file.exists():
        return None
    keep_profile(file, camera_text(KnownCamera(SORTS[type(address)], locks)), may_replace=True)
    return file
