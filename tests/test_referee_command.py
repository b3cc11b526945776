"""`companion referee` and `companion odds` as people type them."""

import json
from pathlib import Path

import pytest

from deploy.cli import main
from tests.commands import HEADER, Companion, file
from tests.practice.__main__ import main as practice

SEEN = '{"at": %s, "saw": "placed", "card": "%s", "zone": "stake:%s", "index": 0, "turned": false}'


def referee(companion: Companion, folder: Path, *lines: str) -> dict[str, object]:
    ran = companion("referee", "--json", file(folder, HEADER, *lines))
    assert ran.status == 0
    return ran.objects[0]


def test_the_referee_reads_what_simulate_writes(companion: Companion, tmp_path: Path) -> None:
    options = ["--games", "3", "--mode", "any", "--rulings", "any", "--seed", "r", "--sightings"]
    companion("simulate", *options, "--out", tmp_path)
    played = companion("replay", "--json", *sorted(set(tmp_path.glob("*.jsonl")) - set(tmp_path.glob("*.seen.jsonl"))))
    judged = companion("referee", "--json", *sorted(tmp_path.glob("*.seen.jsonl")))
    assert [each | {"mistakes": [], "open": []} for each in played.objects] == judged.objects


@pytest.mark.parametrize("wrong", [("any",), ("cheating", "--out", "nowhere")])
def test_practice_names_what_it_needs(wrong: tuple[str, ...]) -> None:
    with pytest.raises(SystemExit) as ended:
        practice(["--mistakes", *wrong])
    assert ended.value.code == 2


def test_practice_writes_evenings_with_one_mistake(
    companion: Companion, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert practice(["--mistakes", "any", "--games", "6", "--seed", "m", "--out", str(tmp_path)]) == 0
    written = sorted(tmp_path.glob("*.seen.jsonl"))
    assert [each.name for each in written] == [line.split()[0] for line in capsys.readouterr().out.splitlines()]
    for path in written:
        expected = json.loads(path.with_name(path.name.replace(".seen.jsonl", ".mistake.json")).read_text())
        found = companion("referee", "--json", path).objects[0]["mistakes"]
        assert [expected] == [{key: each[key] for key in expected} for each in found]  # type: ignore[attr-defined]


def test_an_unknown_card_is_asked_for_and_corrected(companion: Companion, tmp_path: Path) -> None:
    asked = referee(companion, tmp_path, SEEN % (1, "unknown", "Ana"))
    assert asked["mistakes"] == []
    assert asked["open"] == [{"step": "name", "rule": "VED-2.4", "card": None, "from": "stake:Ana", "to": "stake:Ana"}]
    correct = '{"at": 2, "say": "correct", "card": "thor-1r-1s#01", "zone": "stake:Ana", "index": 0}'
    answered = referee(companion, tmp_path, SEEN % (1, "unknown", "Ana"), correct)
    assert (answered["open"], answered["served"]) == ([], ["Ana"])


def test_a_misread_card_is_renamed_from_the_start(companion: Companion, tmp_path: Path) -> None:
    moved = '{"at": 2, "saw": "moved", "card": "loki-0s#01", "from": "stake:Ana", "to": "stake:Bo", "index": 0}'
    correct = '{"at": 9, "say": "correct", "card": "thor-1r-1s#01", "zone": "stake:Bo", "index": 0}'
    verdict = referee(companion, tmp_path, SEEN % (1, "loki-0s#01", "Ana"), moved, correct)
    assert (verdict["served"], verdict["mistakes"]) == (["Bo"], [])
    assert verdict["seats"][1]["stake"] == ["thor-1r-1s"]  # type: ignore[index]


def test_a_camera_may_go_on_misreading_a_card(companion: Companion, tmp_path: Path) -> None:
    correct = '{"at": 2, "say": "correct", "card": "thor-1r-1s#01", "zone": "stake:Ana", "index": 0}'
    moved = '{"at": 2.5, "saw": "moved", "card": "loki-0s#01", "from": "stake:Ana", "to": "stake:Bo", "index": 0}'
    verdict = referee(companion, tmp_path, SEEN % (1, "loki-0s#01", "Ana"), correct, moved)
    assert (verdict["served"], verdict["mistakes"]) == (["Bo"], [])


def test_the_solo_guide_always_has_a_next_step(companion: Companion, tmp_path: Path) -> None:
    companion("simulate", "--mode", "solo", "--seed", "guide", "--sightings", "--out", tmp_path)
    seen = (tmp_path / "game-000001.seen.jsonl").read_text().splitlines()
    said = set()
    for number in range(1, len(seen) + 1, 7):
        path = tmp_path / f"{number}.jsonl"
        path.write_text("\n".join(seen[:number]))
        said |= {line.partition(" card")[0] for line in companion("referee", path).out.splitlines()}
    assert {"Next: Give one unseen", "Next: Reveal a", "Next: Turn the next"} <= said


def test_undo_takes_back_lines(companion: Companion, tmp_path: Path) -> None:
    undo = '{"at": 5, "say": "undo"}'
    lines = [SEEN % (1, "loki-0s#01", "Ana"), SEEN % (2, "baldr", "Bo"), undo]
    assert referee(companion, tmp_path, *lines)["mistakes"] == []
    assert referee(companion, tmp_path, *lines, undo, undo, undo)["served"] == []


def test_a_mistake_is_told_with_its_steps_in_both_languages(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = file(tmp_path, HEADER, SEEN % (1, "baldr", "Ana"))
    for language, said in (("en", "is not a card of this game"), ("fr", "n'est pas une carte de cette partie")):
        assert main(["referee", str(path), "--lang", language]) == 0
        assert said in capsys.readouterr().out


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ('{"at": 0.5, "say": "end-turn"}', "earlier than the line before"),
        ('{"at": 2, "saw": "placed", "card": "loki-0s", "zone": "stake:Dag"}', "no zone"),
        ('{"at": 2, "saw": "placed", "card": "loki-0s", "zone": "pile:Brynhildr"}', "no zone"),
        ('{"at": 2, "act": "give", "card": "loki-0s"}', "“to” is missing"),
        ('{"act": "end"}', "“at” is missing"),
        ("[]", "not an object"),
    ],
)
def test_bad_sightings(companion: Companion, tmp_path: Path, line: str, said: str) -> None:
    path = file(tmp_path, HEADER, SEEN % (1, "loki-0s#01", "Ana"), line)
    ran = companion("referee", "--json", path)
    assert (ran.status, said in ran.err, list(ran.objects[0])) == (2, True, ["error"])
    assert f"{path}, line 3" in ran.err


def test_a_card_that_was_not_there_is_a_warning(companion: Companion, tmp_path: Path) -> None:
    removed = '{"at": 1, "saw": "removed", "card": "loki-0s", "zone": "tribute", "index": 0}'
    ran = companion("referee", "--json", file(tmp_path, HEADER, removed))
    assert (ran.status, "line 2" in ran.err) == (0, True)


THREE = (SEEN % (1, "thor-1r-4s#01", "Ana"), SEEN % (2, "thor-2r-4s#01", "Bo"), SEEN % (3, "odin-1r-4s#01", "Cy"))


def test_a_line_is_tried_before_it_counts(companion: Companion, tmp_path: Path) -> None:
    path = file(tmp_path, HEADER, *THREE)
    correct = '{"say": "correct", "card": "thor-1r-0s#01", "zone": "stake:Ana", "index": 0}'
    assert companion("referee", path, "--try", correct).out == "Ana: 4/12★ becomes 0/12★\n"
    assert companion("referee", path, "--try", '{"say": "end-game"}').out.startswith("New: ")
    assert companion("referee", path, "--try", '{"say": "undo"}').out == "Cy: 4/12★ becomes 0/12★\n"
    assert companion("referee", path, "--try", '{"say": "turn", "seat": "Ana"}').out.startswith("Nothing changes")


def test_a_correction_that_changes_a_collection_says_so(companion: Companion, tmp_path: Path) -> None:
    kept = {"stake:Ana": ["odin-1r-4s#02", "odin-2r-4s#01"], "tribute": ["odin-3r-2s#01"]}
    keep = json.dumps({"at": 0, "act": "keep", "zones": kept})
    third = (SEEN % (1, "thor-1r-4s#01", "Ana")).replace('"index": 0', '"index": 2')
    path = file(tmp_path, HEADER, keep, third)
    correct = '{"say": "correct", "card": "thor-1r-3s#01", "zone": "stake:Ana", "index": 2}'
    said = companion("referee", path, "--try", correct).out.splitlines()
    assert said[0].startswith("No longer: Ana")
    assert "Ana: score 13 becomes 0" in said


@pytest.mark.parametrize("line", ["", "xx", "{}", '{"say": "dance"}', '{"at": -1, "say": "undo"}'])
def test_a_line_that_cannot_be_tried(companion: Companion, tmp_path: Path, line: str) -> None:
    ran = companion("referee", file(tmp_path, HEADER, *THREE), "--try", line)
    assert (ran.status, ran.out, ran.err.startswith("--try")) == (2, "", True)


def test_one_file_is_tried_or_recorded(companion: Companion, tmp_path: Path) -> None:
    path = file(tmp_path, HEADER)
    assert companion("referee", path, path, "--try", '{"say": "undo"}').status == 2
    assert companion("referee", path, path, "--record", tmp_path / "record.jsonl").status == 2


def test_what_was_seen_becomes_a_record(companion: Companion, tmp_path: Path) -> None:
    companion("simulate", "--mode", "any", "--games", "3", "--seed", "rec", "--sightings", "--out", tmp_path)
    for number in (1, 2, 3):
        played, written = tmp_path / f"game-00000{number}.jsonl", tmp_path / f"record-{number}.jsonl"
        ran = companion("referee", tmp_path / f"game-00000{number}.seen.jsonl", "--record", written)
        assert ran.status == 0
        assert companion("replay", "--json", written).out == companion("replay", "--json", played).out


def test_a_table_kept_as_it_lies_is_in_the_record(companion: Companion, tmp_path: Path) -> None:
    moved = '{"at": 4, "saw": "moved", "card": "thor-1r-4s#01", "from": "stake:Ana", "to": "stake:Bo"}'
    path = file(tmp_path, HEADER, *THREE, moved, '{"at": 5, "say": "keep"}')
    written = tmp_path / "record.jsonl"
    companion("referee", path, "--record", written)
    assert json.loads(written.read_text().splitlines()[-1])["act"] == "keep"
    assert companion("replay", "--json", written).objects[0]["seats"][1]["stake"] == ["thor-2r-4s", "thor-1r-4s"]  # type: ignore[index]


def test_what_a_record_cannot_say_is_told(companion: Companion, tmp_path: Path) -> None:
    twice = SEEN % (4, "thor-3r-4s#01", "Cy")
    goes_on = '{"at": 6, "saw": "placed", "card": "odin-2r-1s#01", "zone": "tribute", "index": 0, "turned": false}'
    written = tmp_path / "record.jsonl"
    ran = companion("referee", file(tmp_path, HEADER, *THREE, twice, goes_on), "--record", written)
    assert (ran.status, written.exists(), "a record can't say" in ran.err) == (1, False, True)


def test_the_odds_at_a_line(companion: Companion, tmp_path: Path) -> None:
    give = '{"act": "give", "card": "odin-1r-4s", "to": "Ana"}'
    path = file(tmp_path, HEADER, give)
    odds = companion("odds", path, "--json").objects[0]
    assert list(odds) == ["Ana", "Bo", "Cy"]
    assert all(sum(each.values()) == pytest.approx(1) for each in odds.values())  # type: ignore[attr-defined]
    revealed = companion("odds", path, "--json", "--card", "thor-1r-4s").objects[0]
    assert revealed["Bo"] == {"exact": 0, "bust": 0, "neither": 1, "depends": 0}
    assert "Bo: exact 0.0 %, bust 0.0 %, neither 100.0 %" in companion("odds", path, "--card", "thor-1r-4s").out
    assert [companion("odds", path, "--at", at).status for at in ("0", "1", "2", "3")] == [2, 0, 0, 2]


@pytest.mark.parametrize("card", ["surtr-1r-1s", "odin-1r-4s#01@odin", "odin-1r-4s#09", ""])
def test_odds_of_a_card_that_cannot_come(companion: Companion, tmp_path: Path, card: str) -> None:
    ran = companion("odds", file(tmp_path, HEADER), "--card", card)
    assert (ran.status, ran.out) == (2, "")


def test_the_referee_adds_odds_only_if_asked(companion: Companion, tmp_path: Path) -> None:
    path = file(tmp_path, HEADER, *THREE)
    assert "bust" not in companion("referee", path).out
    assert companion("referee", path, "--odds").out.count("bust") == 3


def test_odds_that_take_too_long_are_not_waited_for(companion: Companion, tmp_path: Path) -> None:
    rows = "".join(f'[[print]]\nkind = "sleipnir"\nstars = {each}\ncopies = {each + 4}\n' for each in range(9))
    (tmp_path / "mine.toml").write_text(f'game = "vedrfolnir"\nversion = 1\n{rows}')
    solo = '{"game": "vedrfolnir", "version": 1, "mode": "solo", "sets": ["base"], "deck": "mine.toml"}'
    path = file(tmp_path, solo)
    assert companion("odds", path, "--json").objects == [{"Valhalla": None, "Heilheim": None}]


def test_solo_keeps_valhallas_chances_in_view(companion: Companion, tmp_path: Path) -> None:
    solo = '{"game": "vedrfolnir", "version": 1, "mode": "solo", "sets": ["base"]}'
    hidden = '{"at": 1, "saw": "placed", "card": "back", "zone": "pile:Brynhildr"}'
    said = companion("referee", file(tmp_path, solo, hidden)).out.splitlines()
    assert said[1] == "Brynhildr's pile: 1 card."
    assert said[2].startswith("Valhalla: exact")
