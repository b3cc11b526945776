"""`url:ADDRESS`: a phone or a network camera."""

from companion.words import Message
from vision.camera import Device, LiveCamera, Patience
from vision.frames import BadSource
from vision.mjpeg import Refused, opened_stream
from vision.network import Lookup, Wire
from vision.rtsp import OPEN_MS, opened_rtsp
from vision.web_address import WebAddress

# A stream with whole pictures only now and then begins late; that it has stalled is noticed sooner.
RTSP_PATIENCE = Patience(deadline_s=OPEN_MS / 1000 + 2)


class UrlCamera(LiveCamera):
    """A camera in the network; its wire is cut as soon as nobody waits for its pictures any more."""

    def __init__(self, address: WebAddress, fps: float, patience: Patience | None = None) -> None:
        self._address, self._lookup, self._wire = address, Lookup(), Wire()
        self._refused: Message | None = None
        is_rtsp = address.scheme == "rtsp"
        super().__init__(self._opened, fps, patience or (RTSP_PATIENCE if is_rtsp else Patience()))
        try:
            self.require_picture(Message("source.url-silent", {"address": address.shown}))
        except BadSource as bad:
            raise BadSource(self._refused or bad.message, bad.reader) from None

    def __exit__(self, *_: object) -> None:
        """Hang up."""
        self._wire.cut()
        super().__exit__()

    def _is_reopened(self) -> bool:
        self._wire.cut()
        return super()._is_reopened()

    def _opened(self) -> Device | None:
        """In the reader's thread, each with a wire of its own."""
        wire = self._wire = Wire()
        try:
            if self._address.scheme == "rtsp":
                return opened_rtsp(self._address, self._lookup)
            return opened_stream(self._address, self._lookup, wire)
        except (Refused, BadSource) as refused:
            self._refused = refused.message
            return None
