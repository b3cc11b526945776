"""The commands as people type them: what they print, and their exit status."""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from companion.games.vedrfolnir.simulation import Wishes, simulate
from deploy.cli import main
from deploy.simulate import record_text
from tests.commands import HEADER, Companion, file

ROOT = Path(__file__).parent.parent
GIVE = '{"act": "give", "card": "thor-1r-1s", "to": "Ana"}'
RESULT_KEYS = (
    "mode sets rulings seats tribute discard draw hand pile turn round active served collections over scores winners"
)


def test_replay_prints_one_object_a_file(companion: Companion, tmp_path: Path) -> None:
    good = file(tmp_path, HEADER, GIVE, name="good.jsonl")
    bad = file(tmp_path, HEADER, "// a comment", GIVE, GIVE, name="bad.jsonl")
    worse = file(tmp_path, HEADER, "{", name="worse.jsonl")
    ran = companion("replay", good, bad, worse, tmp_path / "none.jsonl", good, "--json")
    assert ran.status == 2
    assert ["scores" in each for each in ran.objects] == [True, False, False, False, True]
    assert list(ran.objects[0]) == RESULT_KEYS.split()
    errors = [each["error"] for each in ran.objects if "error" in each]
    assert [(each["line"], each["rule"]) for each in errors] == [(4, "VED-3.2"), (2, None), (None, None)]  # type: ignore[index]
    assert f"{worse}, line 2: " in ran.err
    assert str(bad) not in ran.err


def test_the_status_of_a_forbidden_act(companion: Companion, tmp_path: Path) -> None:
    ran = companion("replay", file(tmp_path, HEADER, GIVE, GIVE))
    assert ran.status == 1
    assert "line 3: not allowed by VED-3.2. Ana has already been given a card in this turn." in ran.err
    assert "Thor 1r 1★ → Ana  [1/12★]" in ran.out


def test_the_account_of_a_game(companion: Companion, tmp_path: Path) -> None:
    simulated = simulate(Wishes(), "told")
    path = tmp_path / "told.jsonl"
    path.write_text(record_text(simulated), encoding="utf-8")
    ran = companion("replay", path)
    assert ran.status == 0
    assert ran.out.count("◆") == len(simulated.game.collections)
    assert ran.out.count("\nTurn ") == simulated.game.turn
    assert "Final scores" in ran.out


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("seed", range(6))
def test_every_game_can_be_told_and_explained(
    seed: int, language: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    simulated = simulate(Wishes(), f"explained-{seed}")
    path = tmp_path / "game.jsonl"
    path.write_text(record_text(simulated), encoding="utf-8")
    assert main(["replay", str(path), "--lang", language]) == 0
    for at in range(1, len(simulated.acts) + 2, 20):
        assert main(["explain", str(path), "--at", str(at), "--lang", language]) == 0
    out = capsys.readouterr().out
    assert "{" not in out


def test_explain_says_why(companion: Companion, tmp_path: Path) -> None:
    keep = {"stake:Ana": ["thor-1r-4s", "thor-2r-4s", "thor-3r-3s"], "stake:Bo": ["odin-2r-0s", "ratatosk"]}
    won = {"won:Cy": ["odin-3r-1s", "thor-1r-1s"], "tribute": ["odin-1r-0s"]}
    act = json.dumps({"act": "keep", "zones": keep | won})
    path = file(tmp_path, HEADER, act, '{"act": "give", "card": "thor-2r-2s", "to": "Ana"}')
    early = companion("explain", path, "--at", "2").out
    assert "Bo: 0 of 8 stars (VED-5.1)" in early
    assert "Ratatosk: sets the objective to 8 (VED-4.7)" in early
    late = companion("explain", path).out
    assert "Ana is bust, 13 of 12 stars: collection of round 1 (VED-5.3)" in late
    assert "Odin: Bo has the most (VED-6.1)\n    Bo: 2 = Odin 2r 0★ 2\n    Cy: 0" in late
    assert "Cy: 7 points (VED-7.3)\n  Odin 3r 1★: 3 × 2 = 6\n  Thor 1r 1★: 1 × 1 = 1" in late


def test_explain_stops_at_a_forbidden_act(companion: Companion, tmp_path: Path) -> None:
    path = file(tmp_path, HEADER, GIVE, GIVE)
    assert [companion("explain", path, "--at", "2").status, companion("explain", path).status] == [0, 1]


def bad_files(folder: Path) -> dict[str, Path]:
    binary, empty, long = folder / "binary", folder / "empty", folder / "long"
    binary.write_bytes(bytes(range(256)) * 10)
    empty.touch()
    with long.open("wb") as stream:
        stream.write(HEADER.encode() + b'\n{"act": "')
        for _ in range(100):
            stream.write(b"a" * 1_000_000)
    return {"binary": binary, "empty": empty, "long": long, "folder": folder, "none": folder / "none"}


def test_bad_files_have_a_message_and_status_2(companion: Companion, tmp_path: Path) -> None:
    for path in bad_files(tmp_path).values():
        for command in (["replay"], ["replay", "--json"], ["explain"], ["import"], ["deck", "check"]):
            ran = companion(*command, path)
            assert (ran.status, str(path) in ran.err, "Traceback" in ran.err) == (2, True, False)


@pytest.mark.parametrize(
    ("line", "rule"),
    [
        ('{"act": "give", "card": "baldr-1r-1s", "to": "Ana"}', "VED-2.4"),
        ('{"act": "give", "card": "thor-4r-1s", "to": "Ana"}', "VED-2.4"),
        ('{"act": "give", "card": "thor-1r-5s", "to": "Ana"}', "VED-2.4"),
        ('{"act": "give", "card": "thor-1r-1s@odin", "to": "Ana"}', "VED-2.4"),
        ('{"act": "give", "card": "\\ud800", "to": "Ana"}', "VED-2.4"),
        ('{"act": "give", "card": "thor-1r-1s#04", "to": "Ana"}', "VED-1.1"),
    ],
)
def test_unknown_cards_are_forbidden(companion: Companion, tmp_path: Path, line: str, rule: str) -> None:
    ran = companion("replay", "--json", file(tmp_path, HEADER, line))
    assert (1, rule) == (ran.status, ran.objects[0]["error"]["rule"])  # type: ignore[index]


def test_deck_check(companion: Companion, tmp_path: Path) -> None:
    listed = companion("deck", "list", "--toml").out
    assert companion("deck", "check", file(tmp_path, listed)).status == 0
    fewer = listed.replace('kind = "loki"\nstars = 0\ncopies = 6', 'kind = "loki"\nstars = 0\ncopies = 4')
    ran = companion("deck", "check", file(tmp_path, fewer))
    assert ran.status == 1
    assert "base: Loki has 4 of 6 cards, 2 missing (VED-1.1)." in ran.out
    doubled = file(tmp_path, listed + '\n[[print]]\nkind = "loki"\nstars = 0\ncopies = 6\n')
    ran = companion("deck", "check", doubled)
    assert ran.status == 2
    assert "loki-0s is listed twice" in ran.err


def test_deck_list_of_a_file(companion: Companion, tmp_path: Path) -> None:
    thor = 'kind = "thor"\nrunes = 3\nstars = 2\ncopies = 4\nsource = "card"'
    text = f'game = "vedrfolnir"\nversion = 1\n[[print]]\n{thor}'
    path = file(tmp_path, text, name="deck.toml")
    assert "thor-3r-2s         4  read from a real card" in companion("deck", "list", "--deck", path).out
    assert companion("deck", "list", "--deck", path, "--toml").out.split() == text.split()


def test_simulate_writes_records_that_replay(companion: Companion, tmp_path: Path) -> None:
    options = ["--games", "4", "--seed", "s", "--mode", "any", "--sets", "any", "--seats", "any", "--rulings", "any"]
    ran = companion("simulate", *options, "--out", tmp_path / "a")
    assert "4 games, seed s" in ran.out
    companion("simulate", *options, "--out", tmp_path / "b")
    written = sorted((tmp_path / "a").iterdir())
    assert [each.read_text() for each in written] == [each.read_text() for each in sorted((tmp_path / "b").iterdir())]
    assert [each["over"] for each in companion("replay", "--json", *written).objects] == [True] * 4


def test_simulate_writes_what_a_camera_would_see(companion: Companion, tmp_path: Path) -> None:
    assert companion("simulate", "--sightings").status == 2
    companion("simulate", "--sightings", "--seed", "seen", "--out", tmp_path)
    record, seen = ((tmp_path / f"game-000001{end}").read_text().splitlines() for end in (".jsonl", ".seen.jsonl"))
    times = [json.loads(line)["at"] for line in seen[1:]]
    assert seen[0] == record[0]
    assert times == sorted(times)


@pytest.mark.parametrize(
    "option",
    [
        ["--games", "0"],
        ["--sets", "spring"],
        ["--sets", "base,autumn"],
        ["--seats", "2"],
        ["--seats", "nine"],
        ["--rulings", "VED-R1"],
        ["--rulings", "VED-R1=sometimes"],
        ["--rulings", "VED-R99=no"],
    ],
)
def test_wishes_that_no_game_fulfils(companion: Companion, option: Sequence[str]) -> None:
    ran = companion("simulate", *option)
    assert ran.status == 2
    assert ran.err.startswith(option[0])


def test_rulings_on_the_command_line(companion: Companion, tmp_path: Path) -> None:
    companion("simulate", "--rulings", "VED-R1=each-landing,VED-R7=3", "--out", tmp_path)
    header = json.loads(next(tmp_path.glob("*.jsonl")).read_text().splitlines()[0])
    assert header["rulings"] == {"VED-R1": "each-landing", "VED-R7": 3}


def test_records_cannot_be_written_into_a_file(companion: Companion, tmp_path: Path) -> None:
    ran = companion("simulate", "--out", file(tmp_path, "x") / "games")
    assert ran.status == 2
    assert "can't be written" in ran.err


def test_the_journal_from_import_to_export(companion: Companion, tmp_path: Path) -> None:
    assert "No games yet" in companion("games").out
    path = tmp_path / "game.jsonl"
    path.write_text(record_text(simulate(Wishes(), "kept")), encoding="utf-8")
    assert "is now game 1." in companion("import", path).out
    assert companion("games").out.startswith("   1  ")
    assert companion("export", "1").out == path.read_text(encoding="utf-8")
    assert companion("export", "1", "--out", tmp_path / "again.jsonl").status == 0
    assert (tmp_path / "again.jsonl").read_text(encoding="utf-8") == path.read_text(encoding="utf-8")


def test_a_deck_of_its_own_goes_with_the_game(companion: Companion, tmp_path: Path) -> None:
    header = json.dumps(json.loads(HEADER) | {"deck": "mine.toml"})
    file(tmp_path, companion("deck", "list", "--toml").out.replace("stars = 4", "stars = 7"), name="mine.toml")
    path = file(tmp_path, header, '{"act": "give", "card": "thor-1r-7s", "to": "Ana"}')
    companion("import", path)
    (tmp_path / "mine.toml").unlink()
    refused = companion("export", "1")
    assert (refused.status, "--out" in refused.err) == (2, True)
    companion("export", "1", "--out", tmp_path / "x" / "game.jsonl")
    again = companion("replay", "--json", tmp_path / "x" / "game.jsonl")
    assert again.objects[0]["seats"][0]["stars"] == 7  # type: ignore[index]


def test_import_takes_nothing_unlawful(companion: Companion, tmp_path: Path) -> None:
    assert companion("import", file(tmp_path, HEADER, GIVE, GIVE)).status == 1
    assert "No games yet" in companion("games").out


def test_unknown_games_and_damaged_journals(companion: Companion, tmp_path: Path) -> None:
    ran = companion("export", "9")
    assert (ran.status, "There is no game 9" in ran.err) == (2, True)
    (tmp_path / "games.sqlite").write_bytes(b"SQLite format 3\0" + b"\xff" * 5000)
    ran = companion("games")
    assert ran.status == 2
    assert "was damaged" in ran.err
    assert "games.sqlite.damaged-" in ran.err
    assert companion("games").status == 0
    assert companion("games", "--journal", tmp_path).status == 2


@pytest.mark.parametrize("language", ["en", "fr"])
def test_help_and_usage_in_both_languages(language: str, capsys: pytest.CaptureFixture[str]) -> None:
    for arguments in (["--help"], ["simulate", "--help"], ["deck", "list", "--help"], []):
        with pytest.raises(SystemExit):
            main([*arguments, "--lang", language])
    out, err = capsys.readouterr()
    assert ("Un compagnon" in out, "il manque" in err) == ((language == "fr"),) * 2


def run(*arguments: str, text: str = "", environment: dict[str, str] | None = None) -> subprocess.CompletedProcess[str]:
    command = [str(Path(sys.executable).with_name("companion")), *arguments]
    variables = os.environ | (environment or {})
    return subprocess.run(command, input=text, capture_output=True, text=True, check=False, env=variables)


def test_the_installed_command_reads_standard_input() -> None:
    done = run("replay", "-", "--json", text=f"{HEADER}\n{GIVE}\n", environment={"LC_ALL": "C", "PYTHONIOENCODING": ""})
    assert (done.returncode, json.loads(done.stdout)["served"]) == (0, ["Ana"])


def test_the_language_of_the_system_is_spoken() -> None:
    done = run("replay", "nulle-part", environment={"LC_ALL": "fr_FR.UTF-8"})
    assert done.stderr == "nulle-part\u00a0: Le fichier nulle-part n'existe pas. Vérifiez le nom et le dossier.\n"


COMPANION = Path(sys.executable).with_name("companion")


def test_replay_starts_without_what_only_others_need(tmp_path: Path) -> None:
    argv = ["replay", str(file(tmp_path, HEADER, GIVE)), "--lang", "fr"]
    program = f"import sys; from deploy.cli import main; main({argv!r}); sys.exit(chr(10).join(sys.modules))"
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    others = {"sqlite3", "importlib.resources", "numpy", "cv2", "companion.facts", "deploy.explain", "deploy.watch"}
    loaded = set(ran.stderr.split("\n"))
    assert "companion.games.vedrfolnir.account" in loaded
    assert set() == others & loaded


def test_an_option_of_another_command_is_told_like_any_that_is_not_known(capsys: pytest.CaptureFixture[str]) -> None:
    told = []
    for option in ("--headless", "--nothing"):
        with pytest.raises(SystemExit):
            main(["replay", "game.jsonl", option, "--lang", "en"])
        told.append(capsys.readouterr().err.replace(option, ""))
    assert told[0] == told[1] != ""


def shell(command: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(["/bin/sh", "-c", command], capture_output=True, text=True, check=False)


@pytest.mark.parametrize("streams", [">&-", "2>&-", "<&-", ">&- 2>&- <&-"])
def test_missing_streams_are_no_mistake(streams: str, tmp_path: Path) -> None:
    path = file(tmp_path, HEADER, GIVE)
    assert shell(f"{COMPANION} replay --json {path} {streams}").returncode == 0
    assert shell(f"{COMPANION} replay --json {tmp_path}/none {streams}").returncode == 2
    assert "Traceback" not in shell(f"{COMPANION} replay - {streams}").stderr


def test_without_standard_error_there_is_still_one_object(tmp_path: Path) -> None:
    done = shell(f"{COMPANION} replay --json {tmp_path}/none 2>&-")
    assert list(json.loads(done.stdout)) == ["error"]


def test_a_full_disk_behind_standard_output_is_told(tmp_path: Path) -> None:
    done = shell(f"LC_ALL=C {COMPANION} replay {file(tmp_path, HEADER, GIVE)} >/dev/full")
    assert (done.returncode, done.stderr.startswith("What was found can't be written out")) == (2, True)


@pytest.mark.parametrize("command", ["replay none", "replay none --json", "replay", "simulate --out /dev/null"])
def test_the_status_is_the_same_where_standard_error_is_full(command: str) -> None:
    assert shell(f"{COMPANION} {command} 2>/dev/full").returncode == 2
    assert shell(f"{COMPANION} {command} 2>&-").returncode == 2


@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_help_that_nobody_gets_is_no_success(unbuffered: str) -> None:
    done = shell(f"PYTHONUNBUFFERED={unbuffered} {COMPANION} --help >/dev/full")
    assert (done.returncode, done.stderr) == (2, "")


def test_what_the_system_says_is_said_in_the_language_asked_for(tmp_path: Path) -> None:
    done = shell(f"LC_ALL=fr_FR.UTF-8 {COMPANION} replay {file(tmp_path, HEADER, GIVE)} >/dev/full")
    assert done.stderr == "Le résultat ne peut pas être écrit\u00a0: le disque est plein.\n"


def test_control_characters_do_not_reach_the_terminal(companion: Companion, tmp_path: Path) -> None:
    ran = companion("replay", file(tmp_path, HEADER, '{"act": "give", "card": "\\u001b[31m\\n", "to": "Ana"}'))
    assert "\x1b" not in ran.err
    assert ran.err.count("\n") == 1


def test_nothing_is_overwritten(companion: Companion, tmp_path: Path) -> None:
    companion("import", file(tmp_path, HEADER, GIVE))
    for out in (file(tmp_path, "mine", name="mine.txt"), Path("/dev/null"), tmp_path, Path(), Path("/")):
        assert companion("export", "1", "--out", out).status == 2
    assert (tmp_path / "mine.txt").read_text() == "mine"
    assert companion("export", "9" * 30).status == 2


@pytest.mark.parametrize("at", ["-4", "0", "3", "99999999999"])
def test_only_lines_of_the_record_are_explained(companion: Companion, tmp_path: Path, at: str) -> None:
    ran = companion("explain", file(tmp_path, HEADER, GIVE), f"--at={at}")
    assert (ran.status, "its last act is line 2" in ran.err) == (2, True)


def test_names_with_line_separators_survive_export(companion: Companion, tmp_path: Path) -> None:
    text = HEADER.replace("Bo", "B\u2028o")
    companion("import", file(tmp_path, text, GIVE))
    exported = companion("export", "1").out.removesuffix("\n").split("\n")
    assert json.loads(exported[0])["seats"][1] == "B\u2028o"
    assert len(exported) == 2


def test_long_chains_of_draws(companion: Companion, tmp_path: Path) -> None:
    deck = 'game = "vedrfolnir"\nversion = 1\n[[print]]\nkind = "sleipnir"\nstars = 0\ncopies = 5000\n'
    file(tmp_path, deck, name="deck.toml")
    header = json.dumps(json.loads(HEADER) | {"deck": "deck.toml"})
    act = {"act": "give", "card": "sleipnir-0s", "to": "Ana", "draws": [{"card": "sleipnir-0s"}] * 4996}
    ran = companion("replay", "--json", file(tmp_path, header, json.dumps(act)))
    assert (ran.status, ran.objects[0]["draw"]) == (0, 0)


@pytest.mark.parametrize("text", ["[" * 983 + "]" * 983, "1e400", "0xff", '"a"', "true"])
def test_absurd_header_values(companion: Companion, tmp_path: Path, text: str) -> None:
    ran = companion("replay", "--json", file(tmp_path, f'{{"game": {text}, "version": 1}}'))
    assert (ran.status, list(ran.objects[0])) == (2, ["error"])


def test_absurd_deck_numbers(companion: Companion, tmp_path: Path) -> None:
    for number in ("0x" + "f" * 5000, "9" * 4000, "1_000_000_001"):
        deck = f'game = "vedrfolnir"\nversion = 1\n[[print]]\nkind = "loki"\nstars = 0\ncopies = {number}\n'
        assert companion("deck", "check", file(tmp_path, deck)).status == 2


def test_a_closed_pipe_is_no_mistake() -> None:
    done = shell(f"{COMPANION} simulate --games 3 --account | head -n 2")
    assert (done.returncode, done.stderr) == (0, "")


def test_benches_are_run_where_they_lie(capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "referee", "--games", "1", "--kinds", "second-card", "--cases=1", "--seed=7"]) == 0
    out = capfd.readouterr().out.splitlines()
    assert out[0].startswith("bench referee from 7, ")
    assert out[1].startswith("Lawful games: 1, read wrongly: 0;")
    assert out[-1].split() == ["second-card", "1", "1", "0", "0", "0"]
    assert main(["bench", "juggling"]) == 2
    assert "invalid choice: 'juggling'" in capfd.readouterr().err


def test_what_is_installed_says_where_the_benches_are(tmp_path: Path) -> None:
    for room in ("companion", "deploy"):
        shutil.copytree(ROOT / room, tmp_path / room, ignore=shutil.ignore_patterns("__pycache__", "tools"))
    said = []
    for language in ("en", "fr"):
        command = [sys.executable, "-c", "import sys; from deploy.cli import main; sys.exit(main())", "bench", "rules"]
        environment = {**os.environ, "PYTHONPATH": str(tmp_path), "LC_ALL": f"{language}.UTF-8"}
        ran = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)
        assert (ran.returncode, ran.stdout, "python -m tests.bench" in ran.stderr) == (2, "", True)
        said.append(ran.stderr.split(",")[0])
    assert said == [
        "Benches live in the source tree; they are not installed. In its folder",
        "Les mesures se trouvent parmi les sources\u00a0; elles ne sont pas installées. Dans leur dossier",
    ]
