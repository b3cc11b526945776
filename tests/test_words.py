"""Every sentence exists in both languages, is used, and has its gaps filled."""

import re
import tomllib
from pathlib import Path
from string import Formatter

import pytest

from companion.games.vedrfolnir.catalogue import Kind, Set
from companion.games.vedrfolnir.rulings import RULINGS
from companion.words import Language, Message, Words, catalogue, system_language
from deploy.cli import main

PACKAGES = ("companion", "companion.games.vedrfolnir", "calibration", "deploy", "ui")
ROOT = Path(__file__).parent.parent
CATALOGUES = [{language: catalogue(package, language) for language in Language} for package in PACKAGES]
ENTRIES = [
    (key, {language: rows[key] for language, rows in each.items() if key in rows})
    for each in CATALOGUES
    for key in dict.fromkeys(key for rows in each.values() for key in rows)
]
FILES = [ROOT.joinpath(*package.split("."), "words", f"{each}.toml") for package in PACKAGES for each in Language]
SOURCES = {
    path: path.read_text(encoding="utf-8")
    for room in ("companion", "vision", "ui", "calibration", "deploy")
    for path in (ROOT / room).rglob("*.*")
    if path.suffix in (".py", ".kv")
}
BUILT_KEYS = re.compile(
    r"(unreadable|forbidden|kind|set|mode|end|cause|rule|ruling|help|option|argparse|journal|account|act|mistake|fix|step)\."
    r"|(zone|face|way-out|status|draft|home|hand|settings|told|mat|set-up|doctor)\."
    r"|(month|new|trouble|pending)\.|source\.url-"
)


def test_no_key_stands_twice() -> None:
    keys = [key for key, _ in ENTRIES]
    assert sorted(set(keys)) == sorted(keys)


def test_a_key_twice_in_a_package_is_an_error_with_its_line_and_only_the_spoken_language_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "doubled" / "words"
    folder.mkdir(parents=True)
    (folder / "fr.toml").write_text('"option.size" = "une taille"\n"option.wide" = "large"\n', encoding="utf-8")
    twice = '"option.size" = "a size"\n"option.wide" = "a width"\n"option.size" = "a length"\n'
    (folder / "en.toml").write_text(twice, encoding="utf-8")
    (tmp_path / "doubled" / "__init__.py").touch()
    monkeypatch.syspath_prepend(tmp_path)
    assert Words(Language.FRENCH, ("doubled",)).text("option.wide") == "large"
    with pytest.raises(tomllib.TOMLDecodeError, match=r"Cannot overwrite a value \(at line 3"):
        Words(Language.ENGLISH, ("doubled",)).text("option.wide")


@pytest.mark.parametrize("file", FILES, ids=lambda each: str(each.relative_to(ROOT)))
def test_a_file_of_words_has_a_text_a_line_in_the_order_of_their_keys(file: Path) -> None:
    lines = file.read_text(encoding="utf-8").splitlines()
    keys = [found[1] for each in lines if (found := re.fullmatch(r'"([^"\\]+)" = ".*"', each))]
    assert keys == sorted(keys)
    assert len(keys) == len(lines)


@pytest.mark.parametrize(
    ("command", "told"),
    [
        (("render",), "(default: 1280x720)"),
        (("render",), "pictures a second (default: 15)"),
        (("watch",), "(default: 15, or the film's own)"),
    ],
)
def test_help_tells_the_commands_own_default(
    command: tuple[str, ...], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        main([*command, "--help", "--lang", "en"])
    assert told in " ".join(capsys.readouterr().out.split())


@pytest.mark.parametrize(("key", "row"), ENTRIES, ids=lambda each: each if isinstance(each, str) else "")
def test_both_languages(key: str, row: dict[Language, str]) -> None:
    assert set(row) == set(Language)
    gaps = [{name for _, name, _, _ in Formatter().parse(text) if name} for text in row.values()]
    assert gaps[0] == gaps[1] or key.startswith("argparse.")
    assert all(
        text == text.strip() or key.startswith(("act.", "explain.", "account.", "argparse.")) for text in row.values()
    )


@pytest.mark.parametrize("key", [key for key, _ in ENTRIES if not BUILT_KEYS.match(key)])
def test_every_key_is_used(key: str) -> None:
    assert any(f'"{key}"' in text or f"'{key}'" in text for text in SOURCES.values())


@pytest.mark.parametrize(("key", "row"), ENTRIES, ids=lambda each: each if isinstance(each, str) else "")
def test_french_typography(key: str, row: dict[Language, str]) -> None:
    assert not re.search(r" [;:?!»]|« ", row[Language.FRENCH]), key


def keys_in(pattern: str) -> set[str]:
    return {match for text in SOURCES.values() for match in re.findall(pattern, text)}


def test_every_fault_of_a_file_has_its_words() -> None:
    raised = keys_in(r'fail\(\s*"([a-z0-9-]+)"') | keys_in(r'"unreadable\.([a-z0-9-]+)"')
    known = {key for key, _ in ENTRIES}
    assert {f"unreadable.{each}" for each in raised} <= known


def test_every_forbidden_act_has_its_words() -> None:
    raised = keys_in(r'forbid\(\s*"VED-[0-9.]+",\s*"([a-z0-9-]+)"')
    known = {key for key, _ in ENTRIES}
    assert len(raised) > 10
    assert {f"forbidden.{each}" for each in raised} <= known


def test_every_rule_number_in_the_code_is_a_rule() -> None:
    cited = keys_in(r"VED-R?[0-9]+(?:\.[0-9]+)?") - {f"VED-{section}" for section in range(1, 11)}
    assert {f"rule.{rule}" for rule in cited} <= {key for key, _ in ENTRIES}


def test_kinds_sets_and_rulings_have_their_words() -> None:
    wanted = {f"kind.{kind}" for kind in Kind} | {f"set.{each}" for each in Set}
    wanted |= {f"ruling.{each.rule}.{value.value}" for each in RULINGS.values() for value in each.values}
    assert wanted <= {key for key, _ in ENTRIES}


@pytest.mark.parametrize(
    ("language", "number", "expected"),
    [
        (Language.ENGLISH, 0, "0 lines"),
        (Language.ENGLISH, 1, "1 line"),
        (Language.ENGLISH, 2, "2 lines"),
        (Language.FRENCH, 0, "0 ligne"),
        (Language.FRENCH, 1, "1 ligne"),
        (Language.FRENCH, 2, "2 lignes"),
    ],
)
def test_plurals(language: Language, number: int, expected: str) -> None:
    assert expected == Words(language, PACKAGES).say(Message("games.lines", {"lines": number}))


def test_messages_inside_messages() -> None:
    words = Words(Language.FRENCH, PACKAGES)
    served = Message("forbidden.served", {"recipient": Message("recipient.tribute")})
    assert words.say(served) == "tribut a déjà reçu une carte pendant ce tour."


@pytest.mark.parametrize(
    ("variables", "expected"),
    [
        ({"LC_ALL": "fr_FR.UTF-8", "LANG": "en_GB.UTF-8"}, Language.FRENCH),
        ({"LANG": "fr_CA.UTF-8"}, Language.FRENCH),
        ({"LC_MESSAGES": "en_US.UTF-8", "LANG": "fr_FR.UTF-8"}, Language.ENGLISH),
        ({"LANG": "de_DE.UTF-8"}, Language.ENGLISH),
        ({"LANG": "C.UTF-8"}, Language.ENGLISH),
    ],
)
def test_language_of_the_system(variables: dict[str, str], expected: Language, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert expected == system_language()


def test_measured_numbers_have_the_languages_point_or_comma() -> None:
    said = {each: Words(each, PACKAGES).say(Message("set-up.lens-error", {"error": 0.046})) for each in Language}
    assert said[Language.ENGLISH] == "Lens error: 0.05\u00a0px."
    assert said[Language.FRENCH] == "Erreur de l'objectif\u00a0: 0,05\u00a0px."
    assert [Words(each, ()).number(12345.67, 1) for each in Language] == ["12,345.7", "12\u202f345,7"]
