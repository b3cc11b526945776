"""The script that compares two trees finds what differs between them, and nothing else."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.bench.same import Said, compare, differences
from tests.bench.same_files import Asked, Counts, all_asked
from tests.bench.same_start import spent_pairs

PROJECT = '[project.scripts]\ncompanion = "told:main"\n'
PROGRAM = """
import sys

def main(argv):
    command, file, _, language = argv
    print(open(file).read(), language, end="")
    print("warned", file=sys.stderr)
    return 0
"""


def program(folder: Path, text: str) -> Path:
    folder.mkdir()
    (folder / "pyproject.toml").write_text(PROJECT, encoding="utf-8")
    (folder / "told.py").write_text(text, encoding="utf-8")
    return folder


def files(folder: Path) -> Iterator[Asked]:
    for name in ("one", "two"):
        (folder / name).write_text(name, encoding="utf-8")
        yield Asked("replay FILE", name)


@pytest.mark.parametrize(
    ("was", "now", "expected"),
    [
        ("warned", "warned", (0, "")),
        ("language, end", "language, '' if language == 'fr' else 'x', end", (4, "stdout")),
        ("return 0", "return 1 if language == 'fr' and file == 'two' else 0", (1, "status 0, today 1")),
        ("warned", "Warned", (4, "-warned\n    +Warned")),
        ("return 0", "raise LookupError(language)", (4, "+LookupError('fr')")),
        ("return 0", "sys.exit(2)", (4, "status 0, today 2")),
        ('end=""', 'end="\\r"', (4, "stdout")),
    ],
)
def test_what_differs_is_found(
    was: str, now: str, expected: tuple[int, str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    trees = program(tmp_path / "before", PROGRAM), program(tmp_path / "today", PROGRAM.replace(was, now))
    column = compare(*trees, files, is_shown=True)["replay FILE"]
    different, told = expected
    assert (column.asked, column.different, column.unsteady) == (4, different, 0)
    assert told in capsys.readouterr().out


def test_what_is_not_said_twice_alike_is_told_apart(tmp_path: Path) -> None:
    flickering = f"from itertools import cycle\nsaid = cycle('ab')\n{PROGRAM}".replace('"warned"', "next(said)")
    trees = program(tmp_path / "before", flickering), program(tmp_path / "today", PROGRAM.replace("warned", "b"))
    column = compare(*trees, files, is_shown=False)["replay FILE"]
    assert (column.asked, column.different, column.unsteady) == (4, 0, 4)


def test_each_tree_is_started_in_its_turn_and_the_first_start_does_not_count(tmp_path: Path) -> None:
    text = "from pathlib import Path\ndef main():\n    Path(__file__).with_name('ran').open('a').write('x')\n"
    trees = program(tmp_path / "before", text), program(tmp_path / "today", text)
    pairs = spent_pairs(*trees, [], 2)
    assert [len(pairs), all(spent_s > 0 for pair in pairs for spent_s in pair)] == [2, True]
    assert [(tree / "ran").read_text(encoding="utf-8") for tree in trees] == ["xxx", "xxx"]
    assert not list(tmp_path.rglob("*.pyc"))


def test_long_lines_of_json_are_shown_piece_by_piece() -> None:
    one, other = (Said(0, f'{{"a": {{"b": 1}}, "c": {{"d": {each}}}}}\n', "") for each in (2, 3))
    assert list(differences(one, other)) == ['stdout\n    @@ -4 +4 @@\n    -{"d": 2}}\n    +{"d": 3}}']


def test_files_of_a_seed_are_the_same_each_time(tmp_path: Path) -> None:
    made = [tmp_path / name for name in ("one", "other")]
    asked = [list(all_asked(folder, Counts(2, 4, 3), 7)) for folder in made]
    assert asked[0] == asked[1]
    assert {"records", "mistaken", "lawful", "touched", "bad"} == {Path(each.file).parts[0] for each in asked[0]}
    one, other = (
        {path.relative_to(folder): path.read_bytes() for path in folder.rglob("*") if path.is_file()} for folder in made
    )
    assert one == other
