"""Records: what is written reads back, what is wrong is told with its line and key."""

import io
import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.vedrfolnir.record import Record, parse_record
from companion.games.vedrfolnir.rulings import RULINGS, Rulings, decided
from companion.games.vedrfolnir.setup import Mode
from companion.games.vedrfolnir.simulation import Wishes, simulate
from companion.games.vedrfolnir.writing import act_line, header_line
from companion.lines import MOST_BYTES_A_LINE, Unreadable
from companion.words import Message
from tests.games import setup

FIELDS = {"game": "vedrfolnir", "version": 1, "mode": "standard", "sets": ["base"], "seats": ["Ana", "Bo", "Cy"]}
HEADER = json.dumps(FIELDS)
CASES = Path(__file__).parent / "cases"


def read(text: str | bytes) -> Record:
    return parse_record(io.BytesIO(text if isinstance(text, bytes) else text.encode()), CASES)


def header(changes: dict[str, object]) -> str:
    return json.dumps({key: value for key, value in (FIELDS | changes).items() if value is not None})


def unreadable(text: str | bytes) -> Unreadable:
    with pytest.raises(Unreadable) as raised:
        read(text)
    return raised.value


def fault(text: str | bytes) -> tuple[str, int | None]:
    found = unreadable(text)
    return found.message.key.removeprefix("unreadable."), found.line


rulings = st.fixed_dictionaries({}, optional={rule: st.sampled_from(each.values) for rule, each in RULINGS.items()})


@given(st.sampled_from(Mode), rulings)
def test_a_header_reads_back(mode: Mode, chosen: dict[str, object]) -> None:
    written = setup(mode, decided(chosen) if chosen else Rulings())  # type: ignore[arg-type]
    assert written == read(header_line(written)).setup


@pytest.mark.parametrize("seed", range(12))
def test_a_simulated_game_reads_back(seed: int) -> None:
    simulated = simulate(Wishes(), f"reads-back-{seed}")
    text = "\n".join([header_line(simulated.setup), *map(act_line, simulated.acts)])
    assert simulated.acts == tuple(line.act for line in read(text).lines)
    assert simulated.setup == read(text).setup


def test_keep_reads_back() -> None:
    line = '{"act": "keep", "zones": {"stake:Ana": ["tyr-2r-1s#02@odin"], "tribute": []}}'
    assert line == act_line(read(f"{HEADER}\n{line}").lines[0].act)


def test_blank_lines_comments_and_windows_line_ends() -> None:
    text = f'\ufeff// a game\r\n\r\n{HEADER}\r\n  // given\r\n\t\r\n{{"act": "end"}}\r\n'
    assert [line.number for line in read(text).lines] == [6]


HEADER_FAULTS = [
    ("missing-key", {"game": None}),
    ("missing-key", {"seats": None}),
    ("unknown-key", {"judge": "Eir"}),
    ("unknown-value", {"game": "odin"}),
    ("unknown-value", {"version": 2}),
    ("unknown-value", {"version": True}),
    ("unknown-value", {"version": "1"}),
    ("unknown-value", {"mode": "trio"}),
    ("not-list", {"sets": "base"}),
    ("not-texts", {"sets": ["base", 1]}),
    ("unknown-value", {"sets": ["base", "autumn"]}),
    ("bad-sets", {"sets": ["spring"]}),
    ("bad-sets", {"sets": []}),
    ("standard-seats", {"seats": ["Ana", "Bo"]}),
    ("standard-seats", {"seats": list("abcdefghi")}),
    ("duo-seats", {"mode": "duo"}),
    ("solo-seats", {"mode": "solo"}),
    ("solo-first", {"mode": "solo", "seats": None, "first": "Valhalla"}),
    ("repeated-seat", {"seats": ["Ana", "Bo", "Ana"]}),
    ("unknown-seat", {"first": "Dag"}),
    ("not-text", {"first": 1}),
    ("not-object", {"rulings": []}),
    ("unknown-key", {"rulings": {"VED-R18": "no"}}),
    ("unknown-value", {"rulings": {"VED-R1": "twice"}}),
    ("unknown-value", {"rulings": {"VED-R7": "2"}}),
    ("unknown-value", {"rulings": {"VED-R7": True}}),
    ("not-text", {"deck": 1}),
]


@pytest.mark.parametrize(("expected", "changes"), HEADER_FAULTS)
def test_header_faults(expected: str, changes: dict[str, object]) -> None:
    assert (expected, 2) == fault("// line 1\n" + header(changes))


DECK_FAULTS = [
    ("no-such-file", "decks/none.toml"),
    ("is-directory", "decks"),
    ("no-such-file", "\0"),
    ("repeated-print", "decks/twice.toml"),
    ("missing-key", "decks/nostars.toml"),
]


@pytest.mark.parametrize(("expected", "deck"), DECK_FAULTS)
def test_deck_faults_are_told_with_the_line_of_the_header(expected: str, deck: str) -> None:
    found = unreadable(header({"deck": deck}))
    said = found.message.values["said"]
    assert isinstance(said, Message)
    assert (f"unreadable.{expected}", 1, deck) == (said.key, found.line, found.message.values["deck"])


RESERVED = ["tribute", "draw", "discard", "Odin", "Thor", "Valhalla", "Heilheim", "Brynhildr", "Ase ", "Ase Bo"]


@pytest.mark.parametrize("name", RESERVED)
@pytest.mark.parametrize("mode", ["standard", "duo"])
def test_reserved_names(mode: str, name: str) -> None:
    seats = ["Bo", name, "Cy"][: 3 if mode == "standard" else 2]
    assert fault(header({"mode": mode, "seats": seats})) == ("reserved-name", 1)


@pytest.mark.parametrize("name", ["", "A:B", "A,B", "A#B", "A\tB", "A\u0085B", "A\ud800"])
def test_bad_names(name: str) -> None:
    assert fault(header({"seats": ["Ana", "Bo", name]})) == ("bad-name", 1)


@pytest.mark.parametrize("name", ["odin", "Ase", "Zoé", " ", "李", "🦅", "A.B", "A@B"])
def test_good_names(name: str) -> None:
    assert name in read(header({"seats": ["Ana", "Bo", name]})).setup.seats


GIVEN = '"act": "give", "card": "loki-0s", "to": "Ana"'
ACT_FAULTS = [
    ("not-json", "give"),
    ("not-json", '{"act": "end"'),
    ("not-json", '{"act": "end"} {}'),
    ("not-json", '{"act": NaN}'),
    ("not-json", "[" * 100_000),
    ("not-json", '{"act": ' + "9" * 5000 + "}"),
    ("not-object-line", "[]"),
    ("not-object-line", "null"),
    ("repeated-key", '{"act": "end", "act": "hide"}'),
    ("missing-key", "{}"),
    ("not-text", '{"act": 1}'),
    ("unknown-value", '{"act": "take"}'),
    ("missing-key", '{"act": "give", "to": "Ana"}'),
    ("missing-key", '{"act": "give", "card": "thor-1r-1s"}'),
    ("unknown-key", '{"act": "end", "at": 1}'),
    ("unknown-key", '{"act": "hide", "card": "loki-0s"}'),
    ("unknown-key", f'{{{GIVEN}, "each": []}}'),
    ("unknown-key", '{"act": "reveal", "card": "loki-0s", "to": "Ana"}'),
    ("unknown-seat", '{"act": "give", "card": "loki-0s", "to": "Dag"}'),
    ("not-text", '{"act": "give", "card": 7, "to": "Ana"}'),
    ("not-text", '{"act": "give", "card": "loki-0s", "to": null}'),
    ("unknown-value", f'{{{GIVEN}, "side": "tyr"}}'),
    ("unknown-value", f'{{{GIVEN}, "end": "middle"}}'),
    ("not-object", f'{{{GIVEN}, "joker": "nornes"}}'),
    ("missing-key", f'{{{GIVEN}, "joker": {{"seat": "Bo"}}}}'),
    ("unknown-value", f'{{{GIVEN}, "joker": {{"seat": "Bo", "kind": "loki"}}}}'),
    ("unknown-seat", f'{{{GIVEN}, "stake": {{"seat": "tribute", "end": "last"}}}}'),
    ("not-list", f'{{{GIVEN}, "draws": {{}}}}'),
    ("not-object", f'{{{GIVEN}, "draws": ["loki-0s"]}}'),
    ("unknown-key", f'{{{GIVEN}, "draws": [{{"card": "loki-0s", "draws": []}}]}}'),
    ("unknown-value", f'{{{GIVEN}, "refuse": [{{"with": "loki"}}]}}'),
    ("missing-key", f'{{{GIVEN}, "refuse": [{{"with": "heimdall"}}]}}'),
    ("unknown-key", f'{{{GIVEN}, "refuse": [{{"with": "nornes", "to": "Bo"}}]}}'),
    ("unknown-zone", '{"act": "keep", "zones": {"stake:Dag": []}}'),
    ("unknown-zone", '{"act": "keep", "zones": {"discard": []}}'),
    ("not-list", '{"act": "keep", "zones": {"tribute": "loki-0s"}}'),
    ("not-texts", '{"act": "keep", "zones": {"tribute": [1]}}'),
]


@pytest.mark.parametrize(("expected", "line"), ACT_FAULTS)
def test_act_faults(expected: str, line: str) -> None:
    assert (expected, 3) == fault(f'{HEADER}\n{{"act": "end"}}\n{line}\n')


def test_keys_are_named_with_their_place() -> None:
    line = f'{{{GIVEN}, "draws": [{{"card": "hell-0s", "stake": {{"seat": "Z", "end": 1}}}}]}}'
    assert unreadable(f"{HEADER}\n{line}").message.values == {"key": "draws.stake.seat", "value": '"Z"'}


NO_RECORDS = [
    (("no-header", None), b""),
    (("no-header", None), b"\n\n// nothing\n"),
    (("missing-key", 1), b'{"act": "end"}'),
    (("not-utf8", 1), b"\x89PNG\r\n\x1a\n\x00\x00"),
    (("not-json", 1), b"\x00" * 1000),
    (("line-too-long", 2), HEADER.encode() + b"\n" + b" " * (MOST_BYTES_A_LINE + 1)),
]


@pytest.mark.parametrize(("expected", "raw"), NO_RECORDS)
def test_files_that_are_no_records(expected: tuple[str, int | None], raw: bytes) -> None:
    assert expected == fault(raw)
