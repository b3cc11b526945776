"""A phone as the camera: every manner of server is read, whatever else comes is told, and no password is shown."""

import logging
import re
import socket
import time
from base64 import b64encode
from collections.abc import Callable, Iterator, Sequence
from itertools import count, cycle, islice, takewhile
from pathlib import Path
from threading import Thread

import cv2
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.words import Language, Words
from deploy.cameras import camera_remark, keep_camera, known_camera
from deploy.cli import PACKAGES
from deploy.doctor_camera import camera_findings
from deploy.doctor_findings import Grade, Machine
from deploy.watch_words import fault_message
from tests.commands import Companion
from tests.phone import PAUSE_S, Answer, Phone, jpeg, pictures, with_length, without_length
from tests.pictures import SIZE_PX, plain
from tests.rtsp_phone import RtspPhone
from tests.test_watch import BANDS, profile_text
from vision.camera import LiveCamera, Patience
from vision.camera_file import CameraSort, KnownCamera, camera_file
from vision.controls import Locks
from vision.frames import (
    BadSource,
    Corrupt,
    Dropped,
    Frame,
    Frozen,
    Glimpse,
    Returned,
    Silent,
    WrongSize,
    of_size,
)
from vision.jpegs import MOST_BYTES, Cutter, Half, decoded
from vision.network import Lookup, Wire, known_login
from vision.rtsp import SETTINGS
from vision.sources import UrlAt, parse_source, shown_source
from vision.url import UrlCamera
from vision.web_address import Login, WebAddress, parse_web_address

IMPATIENT = Patience(deadline_s=0.6, pause_s=0.01, equal_pictures=20)
FPS = 200.0
SECRET = "s3cr3t"  # noqa: S105 - nobody's


@pytest.fixture(autouse=True)
def at_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever runs this may have passwords of their own."""
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setattr("vision.mjpeg.STALL_S", 0.4)


def camera(phone: Phone) -> UrlCamera:
    return UrlCamera(parse_web_address(phone.url), FPS, IMPATIENT)


def until(source: LiveCamera, kind: type[Glimpse], most: int = 400) -> list[Glimpse]:
    """What comes up to the first of a kind, without pictures that a busy computer was late for."""
    found: list[Glimpse] = []
    for each in islice(source, most):
        found += [] if isinstance(each, Dropped) else [each]
        if isinstance(each, kind):
            break
    assert isinstance(found[-1], kind)
    return found


def kinds(found: Sequence[Glimpse]) -> list[type[Glimpse]]:
    """What came, the same thing told once."""
    sorts = [type(each) for each in found]
    return [each for each, before in zip(sorts, [None, *sorts], strict=False) if each is not before]


def said(bad: BadSource) -> str:
    """Its sentence, which exists in both languages and shows no password."""
    sentences = [Words(language, PACKAGES).say(bad.message) for language in Language]
    assert not any(SECRET in each for each in sentences)
    return sentences[0]


# Addresses


ADDRESSES = [
    ("http://phone", WebAddress("http", "phone", 80, "/"), "http://phone/"),
    ("http://192.168.1.20:8080/video", WebAddress("http", "192.168.1.20", 8080, "/video"), None),
    ("HTTPS://Phone.local/a b?c=d&e=f", WebAddress("https", "phone.local", 443, "/a%20b?c=d&e=f"), "https://phone.local/a%20b?…"),
    ("rtsp://me:s3cr3t@cam:8554/h264", WebAddress("rtsp", "cam", 8554, "/h264", Login("me", SECRET)), "rtsp://…@cam:8554/h264"),
    ("http://me@cam/", WebAddress("http", "cam", 80, "/", Login("me", "")), "http://…@cam/"),
    ("http://me:a:s3cr3t@b%2F%40é@cam/", WebAddress("http", "cam", 80, "/", Login("me", "a:s3cr3t@b/@é")), "http://…@cam/"),
    ("http://[::1]:81/v", WebAddress("http", "::1", 81, "/v"), "http://[::1]:81/v"),
    ("http://[fe80::1%25wlan0]/v", WebAddress("http", "fe80::1%wlan0", 80, "/v"), "http://[fe80::1%wlan0]/v"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "expected", "shown"), ADDRESSES)
def test_addresses(text: str, expected: WebAddress, shown: str | None) -> None:
    found = parse_source(f"url:{text}")
    assert UrlAt(expected) == found
    assert expected.shown == (shown or text)
    assert SECRET not in repr(found)


@pytest.mark.parametrize(
    ("key", "text"),
    [
        ("no-place", ""),
        ("url-scheme", "phone:8080/video"),
        ("url-scheme", "ftp://me:s3cr3t@phone/video"),
        ("url-scheme", "file:///etc/passwd"),
        ("url-scheme", "//phone/video"),
        ("url-host", "http://"),
        ("url-host", "http:///video"),
        ("url-host", "http://:8080/"),
        ("url-host", "http://me:s3cr3t@/video"),
        ("url-host", "http:/phone/video"),
        ("url-host", "http://a b/video"),
        ("url-host", "http://a%0d%0ab/video"),
        ("url-port", "http://phone:http/"),
        ("url-port", "http://phone:0/"),
        ("url-port", "http://phone:65536/"),
        ("url-port", "http://phone:-1/"),
        ("url-password", "http://me:s3cr3t/x@phone/"),
        ("url-password", "http://me:s3cr3t#x@phone/"),
        ("url-password", "http://me:s3cr3t?x@phone/"),
        ("url-brackets", "http://::1/video"),
        ("url-brackets", "http://fe80::1:8080/video"),
        ("url-brackets", "http://me:s3cr3t@[::1/video"),
        ("url-odd", "http://phone/\nvideo"),
        ("url-odd", "http://me:s3cr3t\0@phone/"),
    ],
)
def test_addresses_that_are_none(key: str, text: str) -> None:
    with pytest.raises(BadSource) as raised:
        parse_source(f"url:{text}")
    assert f"source.{key}" == raised.value.message.key
    assert said(raised.value)


@settings(max_examples=40)
@given(st.text(), st.text(alphabet="ab:/@?#[]%. \n", max_size=12))
def test_any_text_is_an_address_or_told(one: str, other: str) -> None:
    for text in (one, f"http://{one}", f"http://me:{SECRET}{other}@phone/{one}", f"rtsp://{other}"):
        try:
            found = parse_source(f"url:{text}")
        except BadSource as bad:
            assert said(bad)  # noqa: PT017 - either is right
        else:
            assert isinstance(found, UrlAt)
            assert SECRET not in found.address.shown
        assert SECRET not in shown_source(f"url:{text}")


def test_other_sources_are_shown_as_they_are() -> None:
    assert [shown_source(each) for each in ("usb:0", "video:a@b.mp4", "picamera")] == [
        "usb:0",
        "video:a@b.mp4",
        "picamera",
    ]
    assert shown_source(f"http://me:{SECRET}@phone/") == "http://…@phone/"


def test_passwords_from_the_file_that_is_made_for_them(tmp_path: Path) -> None:
    address = parse_web_address("http://phone/video")
    assert known_login(address) is None
    (tmp_path / ".netrc").write_text(f"machine phone login me password {SECRET}\n")
    (tmp_path / ".netrc").chmod(0o600)
    assert known_login(address) == Login("me", SECRET)
    assert known_login(parse_web_address("http://you:x@phone/")) == Login("you", "x")
    assert known_login(parse_web_address("http://other/")) is None
    (tmp_path / ".netrc").write_text("machine machine machine")
    assert known_login(address) is None


# Pictures out of bytes


def cut(*chunks: bytes) -> list[bytes | Half]:
    cutter = Cutter()
    found: list[bytes | Half] = []
    for chunk in chunks:
        cutter.feed(chunk)
        while (each := cutter.cut()) is not None:
            found.append(each)
    return found


def sorts(found: list[bytes | Half]) -> str:
    return "".join("h" if isinstance(each, Half) else "w" for each in found)


def progressive(number: int) -> bytes:
    options = [cv2.IMWRITE_JPEG_PROGRESSIVE, 1, cv2.IMWRITE_JPEG_RST_INTERVAL, 2]
    return bytes(cv2.imencode(".jpg", plain(number), options)[1].tobytes())


def with_thumbnail(number: int) -> bytes:
    whole, small = jpeg(number), jpeg(0, (16, 16))
    return whole[:2] + b"\xff\xe1" + (len(small) + 2).to_bytes(2) + small + whole[2:]


@pytest.mark.parametrize("size", [1, 2, 7, 1000, 10**6])
@pytest.mark.parametrize("coded", [jpeg, progressive, with_thumbnail])
def test_pictures_are_cut_out_of_chunks_of_any_size(coded: Callable[[int], bytes], size: int) -> None:
    wanted = [coded(1), coded(2)]
    stream = b"".join((with_length(wanted[0]), b"\xff\xff\xd8", without_length(wanted[1]), b"--frame--"))
    assert wanted == cut(*(stream[at : at + size] for at in range(0, len(stream), size)))


@pytest.mark.parametrize("kept", [3, 5, 20, 21, 300, 620, 640, 700, 1500, -300, -2, -1])
def test_half_a_picture_costs_no_other_one(kept: int) -> None:
    whole = [jpeg(1), jpeg(2)]
    found = cut(with_length(whole[0]), with_length(jpeg(3)[:kept]), with_length(whole[1]))
    assert [each for each in found if not isinstance(each, Half)] == whole
    assert sorts(found).count("h") >= 1


def test_a_picture_without_end_or_of_impossible_size_is_none() -> None:
    endless = jpeg(1)[:-2] + b"\0" * MOST_BYTES
    assert sorts(cut(endless, with_length(jpeg(2)))) == "hw"
    at = jpeg(1).index(b"\xff\xc0") + 5
    vast = jpeg(1)[:at] + b"\xff\xff\xff\xff" + jpeg(1)[at + 4 :]
    assert sorts(cut(vast, with_length(jpeg(2)))) == "hw"
    assert [decoded(each) is None for each in (b"", b"\xff\xd8\xff\xd9", jpeg(1)[:400], jpeg(1))] == [1, 1, 1, 0]


@given(st.lists(st.binary(max_size=60) | st.sampled_from([b"\xff\xd8\xff", b"\xff\xda\0\4", b"\xff\xc0\0\2"])))
def test_any_bytes_are_survived(chunks: list[bytes]) -> None:
    assert isinstance(cut(*chunks, *chunks), list)


# Servers


def sent(*parts: bytes) -> Callable[[], Iterator[bytes]]:
    """These parts once, with the pause of a camera between them."""

    def one_by_one() -> Iterator[bytes]:
        for part in parts:
            yield part
            time.sleep(PAUSE_S)

    return one_by_one


def endless(part: Callable[[int], bytes]) -> Callable[[], Iterator[bytes]]:
    def parts() -> Iterator[bytes]:
        for number in count():
            yield part(number)
            time.sleep(PAUSE_S)

    return parts


def chunked(number: int) -> bytes:
    part = with_length(jpeg(number))
    return f"{len(part):x}\r\n".encode() + part + b"\r\n"


def stalling() -> Iterator[bytes]:
    yield from islice(pictures(), 15)
    time.sleep(30)


def trickling() -> Iterator[bytes]:
    yield from islice(pictures(), 15)
    for each in cycle(with_length(jpeg(1))):
        yield bytes([each])
        time.sleep(0.05)


TEXT = b"--frame\r\nContent-Type: text/plain\r\n\r\nhi\r\n"
MANNERS = {
    "with lengths": Answer(),
    "without lengths": Answer(endless(lambda number: without_length(jpeg(number)))),
    "wrong lengths": Answer(endless(lambda number: with_length(jpeg(number)).replace(b"Length: ", b"Length: 9"))),
    "another boundary": Answer(sort='multipart/x-mixed-replace;boundary="--other"'),
    "no boundary": Answer(sort="multipart/x-mixed-replace"),
    "no content type": Answer(sort=None),
    "bare pictures": Answer(endless(jpeg), "application/octet-stream"),
    "motion": Answer(endless(jpeg), "video/x-motion-jpeg"),
    "chunked": Answer(endless(chunked), headers={"Transfer-Encoding": "chunked"}),
    "texts between": Answer(endless(lambda number: TEXT + with_length(jpeg(number)))),
}  # fmt: skip


@pytest.mark.parametrize("manner", MANNERS)
def test_every_manner_of_sending_pictures(manner: str) -> None:
    with Phone(MANNERS[manner]) as phone, camera(phone) as source:
        found = [each for each in islice(source, 5) if not isinstance(each, Dropped)]
    assert kinds(found) == [Frame]
    assert all(each.picture.shape == (SIZE_PX[1], SIZE_PX[0], 3) for each in found if isinstance(each, Frame))


REFUSALS = [
    ("missing", Answer(sent(), status=404)),
    ("status", Answer(sent(), status=503)),
    ("locked", Answer(sent(), status=401)),
    ("locked", Answer(sent(), status=401, headers={"WWW-Authenticate": 'Digest realm="a", nonce="b", qop="auth"'})),
    ("locked", Answer(sent(), status=401, headers={"WWW-Authenticate": "Negotiate"})),
    ("locked", Answer(sent(), status=401, headers={"WWW-Authenticate": "Digest nonsense"})),
    ("locked", Answer(sent(), status=401, headers={"WWW-Authenticate": 'Digest realm="a", nonce="b", algorithm=X'})),
    ("locked", Answer(sent(), status=403)),
    ("page", Answer(sent(b"<html>"), "text/html")),
    ("page", Answer(sent(b"{}"), "application/json; charset=utf-8")),
    ("still", Answer(sent(jpeg(1)), "image/jpeg")),
    ("redirects", Answer(sent(), status=302, headers={"Location": "/again"})),
    ("status", Answer(sent(), status=302)),
    ("scheme", Answer(sent(), status=302, headers={"Location": "ftp://elsewhere/"})),
    ("scheme", Answer(sent(), status=302, headers={"Location": "rtsp://elsewhere/"})),
    ("silent", Answer(sent())),
    ("silent", Answer(sent(with_length(jpeg(1)[:500])))),
    ("silent", Answer(endless(lambda number: with_length(jpeg(number)[:500])))),
    ("silent", Answer(endless(lambda _: b"no picture"))),
]


@pytest.mark.parametrize(("key", "answer"), REFUSALS)
def test_servers_that_give_no_pictures_are_told_with_a_remedy(key: str, answer: Answer) -> None:
    with Phone(answer) as phone, pytest.raises(BadSource) as raised:
        UrlCamera(parse_web_address(phone.url.replace("//", f"//me:{SECRET}@")), FPS, IMPATIENT)
    assert f"source.url-{key}" == raised.value.message.key
    assert said(raised.value)
    assert raised.value.reader is not None
    raised.value.reader.join(5)
    assert not raised.value.reader.is_alive()


def test_places_where_nobody_is() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        closed = f"http://127.0.0.1:{taken.getsockname()[1]}/video"
        for key, text in (("closed", closed), ("unknown-host", "http://nobody.invalid/video")):
            with pytest.raises(BadSource) as raised:
                UrlCamera(parse_web_address(text), FPS)
            assert f"source.url-{key}" == raised.value.message.key
            assert said(raised.value)


@pytest.mark.parametrize(
    "answer", [b"", b"SSH-2.0-OpenSSH_9.2\r\n", b"HTTP/1.1 200 OK\r\nContent-Le", b"\xff" * 70_000]
)
def test_servers_of_another_sort(answer: bytes) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:

        def serve() -> None:
            line, _ = server.accept()
            with line:
                line.sendall(answer)
                time.sleep(0.1)

        serving = Thread(target=serve)
        serving.start()
        with pytest.raises(BadSource) as raised:
            UrlCamera(parse_web_address(f"http://127.0.0.1:{server.getsockname()[1]}/"), FPS, IMPATIENT)
        serving.join()
    assert raised.value.message.key == "source.url-no-answer"


def test_a_certificate_that_nobody_vouches_for_and_no_certificate_at_all() -> None:
    with Phone() as phone, pytest.raises(BadSource) as raised:
        UrlCamera(parse_web_address(phone.url.replace("http", "https")), FPS, IMPATIENT)
    assert raised.value.message.key == "source.url-certificate"


def test_a_server_may_lead_elsewhere() -> None:
    near = Answer(sent(), status=301, headers={"Location": "/real?a=b"})
    far = Answer(sent(), status=307, headers={"Location": "http://127.0.0.1:{port}/last"})
    with Phone(near, far, Answer()) as phone, camera(phone) as source:
        assert until(source, Frame)
    assert [path for path, _ in phone.asked[:3]] == ["/video", "/real?a=b", "/last"]


LOCKED = Answer(sent(), status=401, headers={"WWW-Authenticate": 'Basic realm="cam"'})
DIGEST = {"WWW-Authenticate": 'Digest realm="cam", nonce="abc", qop="auth", algorithm=MD5'}


def with_login(phone: Phone) -> UrlCamera:
    return UrlCamera(parse_web_address(phone.url.replace("//", f"//me:{SECRET}@")), FPS, IMPATIENT)


@pytest.mark.parametrize("locked", [LOCKED, Answer(sent(), status=401)])
def test_a_password_goes_to_its_server_when_it_asks_and_to_no_other(locked: Answer) -> None:
    with Phone(LOCKED) as other:
        led = Answer(sent(), status=302, headers={"Location": other.url})
        with Phone(locked, led) as phone, pytest.raises(BadSource) as raised:
            with_login(phone)
        assert raised.value.message.key == "source.url-locked"
        assert phone.asked[:2] == [("/video", ""), ("/video", "Basic bWU6czNjcjN0")]
        assert {told for _, told in other.asked} == {""}


def test_a_password_is_not_sent_in_the_clear_to_a_server_that_wants_it_otherwise() -> None:
    with Phone(Answer(sent(), status=401, headers=DIGEST), Answer()) as phone, with_login(phone) as source:
        assert until(source, Frame)
    (_, first), (_, second), *_ = phone.asked
    assert first == ""
    assert re.search(r'Digest username="me", realm="cam".*uri="/video".*response="[0-9a-f]{32}"', second)


# While it is watched


def test_a_stream_that_is_cut_is_told_and_had_again() -> None:
    few = Answer(sent(*(with_length(jpeg(each)) for each in range(15)), with_length(jpeg(9))[:400]))
    with Phone(few, Answer()) as phone, camera(phone) as source:
        found = until(source, Returned)
    assert kinds(found) == [Frame, Silent, Returned]


@pytest.mark.parametrize("stall", [stalling, trickling])
def test_a_stream_that_stalls_is_told_and_had_again(stall: Callable[[], Iterator[bytes]]) -> None:
    with Phone(Answer(stall), Answer()) as phone, camera(phone) as source:
        began_s = time.monotonic()
        found = until(source, Returned)
    assert [each for each in kinds(found) if each is not Corrupt] == [Frame, Silent, Returned]
    assert time.monotonic() - began_s < 5


def test_a_phone_that_was_away_is_waited_for_however_long() -> None:
    gone = Answer(sent(), status=503)
    with Phone(Answer(stalling), *[gone] * 4, Answer()) as phone, camera(phone) as source:
        found = until(source, Returned)
    assert kinds(found) == [Frame, Silent, Returned]
    assert sum(isinstance(each, Silent) for each in found) == 5


def test_a_server_that_only_begins_to_answer_holds_nobody() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        address = parse_web_address(f"http://127.0.0.1:{server.getsockname()[1]}/")
        for _ in range(2):
            with pytest.raises(BadSource) as raised:
                UrlCamera(address, FPS, Patience(deadline_s=0.2))
            assert raised.value.reader is not None
            raised.value.reader.join(2)
            assert not raised.value.reader.is_alive()


def test_half_pictures_are_told_and_passed_over() -> None:
    parts = endless(lambda number: with_length(jpeg(number)[: None if number % 4 else 700]))
    with Phone(Answer(parts)) as phone, camera(phone) as source:
        found = [*until(source, Corrupt), *until(source, Frame)]
    fault = next(each for each in found if isinstance(each, Corrupt))
    assert fault.file is None
    assert all(Words(language, PACKAGES).say(fault_message(fault)) for language in Language)
    assert {*kinds(found)} == {Frame, Corrupt}


def test_nothing_but_half_pictures_is_silence() -> None:
    halves = Answer(lambda: (with_length(jpeg(1)[: None if number < 15 else 700]) for number in _paced()))
    with Phone(halves, Answer()) as phone, camera(phone) as source:
        assert kinds(until(source, Returned)) == [Frame, Corrupt, Silent, Returned]


def _paced() -> Iterator[int]:
    for number in count():
        time.sleep(PAUSE_S)
        yield number


def test_one_picture_for_ever_is_frozen() -> None:
    with Phone(Answer(endless(lambda _: with_length(jpeg(1))))) as phone, camera(phone) as source:
        assert kinds(until(source, Frozen)) == [Frame, Frozen]


def test_a_phone_that_is_turned_is_told_with_what_to_do() -> None:
    turned = SIZE_PX[::-1]
    parts = endless(lambda number: with_length(jpeg(number, SIZE_PX if number < 9 else turned)))
    with Phone(Answer(parts)) as phone, camera(phone) as source:
        fault = next(each for each in islice(of_size(iter(source), SIZE_PX), 200) if isinstance(each, WrongSize))
    assert (fault.size_px, fault.expected_px) == (turned, SIZE_PX)
    sentences = [Words(language, PACKAGES).say(fault_message(fault)) for language in Language]
    assert ["landscape" in sentences[0], "paysage" in sentences[1]] == [True, True]
    other = fault_message(WrongSize(1, 0.1, (80, 60), SIZE_PX))
    assert other.key == "fault.wrong-size"


def test_the_newest_picture_is_the_one_that_is_seen() -> None:
    """Whoever looks seldom sees what is there now, not what waits in a line."""
    marks: list[float] = []

    def part(number: int) -> bytes:
        marks.append(time.monotonic())
        return with_length(bytes(cv2.imencode(".jpg", plain(number % 200 + 40))[1].tobytes()))

    with Phone(Answer(endless(part))) as phone, camera(phone) as source:
        glimpses, ages_s = iter(source), []
        for _ in range(2):
            time.sleep(0.2)
            next(glimpses)  # may have waited meanwhile
            frame = next(each for each in glimpses if isinstance(each, Frame))
            number = round(frame.picture.mean()) - 40
            ages_s.append(time.monotonic() - marks[number])
    assert max(ages_s) < 0.2


def test_a_name_that_takes_long_to_look_up_holds_one_thread_and_the_place_is_remembered(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    lookup, asked = Lookup(), []
    assert lookup.places("127.0.0.1", 80)

    def slow(*_: object, **__: object) -> list[object]:
        asked.append(1)
        time.sleep(0.2)
        raise OSError

    monkeypatch.setattr(socket, "getaddrinfo", slow)
    assert all(lookup.places("127.0.0.1", 80, 0.01) for _ in range(3))
    assert asked == [1]
    assert Lookup().places("phone", 80, 0.5) == ()


def test_a_wire_that_was_cut_opens_nothing() -> None:
    wire, (here, there) = Wire(), socket.socketpair()
    with here, there:
        wire.cut()
        with pytest.raises(ConnectionAbortedError):
            wire.hold(here)
        assert there.recv(1) == b""


# The commands


def table(folder: Path) -> Path:
    (folder / "table.toml").write_text(profile_text(*BANDS))
    return folder / "table.toml"


@pytest.mark.parametrize("address", ["http://", "http://me:s3cr3t/@phone/"])
@pytest.mark.parametrize("command", ["watch", "play", "calibrate", "doctor"])
def test_bad_addresses_are_told_by_every_command(
    command: str, address: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    options = {
        "watch": ("--table", table(tmp_path)),
        "play": ("--table", table(tmp_path), "--headless", "--journal", tmp_path / "g"),
        "calibrate": ("--out", tmp_path / "new.toml"),
        "doctor": ("--journal", tmp_path / "g"),
    }[command]
    ran = Companion(capsys)(command, "--source", f"url:{address}", *options)
    assert ran.status == (1 if command == "doctor" else 2)
    assert SECRET not in ran.out + ran.err
    assert "http://192.168" in ran.out + ran.err or "%2F" in ran.out + ran.err


def test_a_watched_phone(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    caplog.set_level(logging.DEBUG)
    monkeypatch.setattr("deploy.watching.Halt.until", lambda _, glimpses: takewhile(is_frame, glimpses))
    few = Answer(sent(*(with_length(jpeg(each)) for each in range(25))))
    with Phone(few, Answer(sent(), status=401)) as phone:
        address = phone.url.replace("//", f"//me:{SECRET}@")
        ran = Companion(capsys)("watch", "--source", f"url:{address}", "--table", table(tmp_path))
    assert ran.status == 0
    assert f"http://…@127.0.0.1:{phone.port}/video" in ran.out
    assert SECRET not in ran.out + ran.err + caplog.text
    assert all(SECRET not in each.read_text(errors="replace") for each in tmp_path.rglob("*") if each.is_file())


def is_frame(glimpse: Glimpse) -> bool:
    return not isinstance(glimpse, Silent)


def test_what_the_doctor_says_of_a_phone(tmp_path: Path) -> None:
    nobody = Machine(tmp_path, {})
    with Phone(Answer(endless(lambda number: with_length(jpeg(number, (320, 240)))))) as phone:
        address = phone.url.replace("//", f"//me:{SECRET}@")
        line = next(each for each in camera_findings(f"url:{address}", None, nobody) if each.check == "camera")
        assert (line.grade, line.said.key) == (Grade.PASS, "doctor.camera.url")
        assert (line.said.values["width"], line.said.values["height"]) == (320, 240)
        fps = line.said.values["fps"]
        assert isinstance(fps, float)
        assert 10 < fps <= 16
    closed = next(each for each in camera_findings(f"url:{address}", None, nobody) if each.check == "camera")
    assert (closed.grade, closed.said.key) == (Grade.FAIL, "doctor.camera.unreached")
    sentences = [Words(language, PACKAGES).say(each) for language in Language for each in (line.said, closed.said)]
    assert not any(SECRET in each for each in sentences)


def test_of_a_phone_only_its_sort_is_written(tmp_path: Path) -> None:
    address = UrlAt(parse_web_address(f"http://me:{SECRET}@phone/video"))
    with Phone() as phone, camera(phone) as source:
        file = keep_camera(tmp_path / "table.toml", address, source)
    assert file == camera_file(tmp_path / "table.toml")
    assert "phone" not in file.read_text()
    assert known_camera(str(tmp_path / "table.toml")) == KnownCamera(CameraSort.URL, Locks())
    remarks = [camera_remark(each, str(tmp_path / "table.toml")) for each in (f"url:http://me:{SECRET}@a/", "usb:0")]
    assert [each is None for each in remarks] == [True, False]
    file.write_text(file.read_text().replace('"url"', '"usb"'))
    remark = camera_remark(f"url:http://me:{SECRET}@a/", str(tmp_path / "table.toml"))
    assert remark is not None
    assert all(SECRET not in Words(language, PACKAGES).say(remark) for language in Language)


# RTSP


def rtsp(phone: RtspPhone, login: str = "") -> UrlCamera:
    return UrlCamera(parse_web_address(phone.url.replace("//", f"//{login}")), FPS, Patience(5.0, 0.01))


def test_a_stream_over_rtsp_that_stalls_is_told_and_had_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("vision.rtsp.SETTINGS", (*SETTINGS[:2], cv2.CAP_PROP_READ_TIMEOUT_MSEC, 400))
    with RtspPhone(120, 10**6) as phone, rtsp(phone) as source:
        found = until(source, Returned)
        assert until(source, Frame)
    assert kinds(found) == [Frame, Silent, Returned]
    assert all(each.picture.shape == (SIZE_PX[1], SIZE_PX[0], 3) for each in found if isinstance(each, Frame))


def test_an_rtsp_stream_with_a_password(capfd: pytest.CaptureFixture[str]) -> None:
    with RtspPhone(password=b64encode(f"me:{SECRET}".encode()).decode()) as phone:
        with rtsp(phone, f"me:{SECRET}@") as source:
            assert until(source, Frame)
        for login in ("", f"me:{SECRET}2@"):
            with pytest.raises(BadSource) as raised:
                rtsp(phone, login)
            assert raised.value.message.key == "source.url-no-stream"
            assert said(raised.value)
    assert SECRET not in "".join(capfd.readouterr())


def test_rtsp_where_nobody_is() -> None:
    with Phone() as phone:
        for text in (phone.url.replace("http", "rtsp"), "rtsp://nobody.invalid/live"):
            with pytest.raises(BadSource) as raised:
                UrlCamera(parse_web_address(text), FPS)
            assert said(raised.value)
