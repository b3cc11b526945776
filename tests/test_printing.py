"""The printed deck: which numbers copies carry, and what the commands write."""

import json
import re
import zlib
from pathlib import Path

import cv2
import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.cards import Deck, Print
from companion.games.vedrfolnir.catalogue import Kind, default_copies
from companion.games.vedrfolnir.decks import default_deck
from companion.games.vedrfolnir.printing import CARD, MARK_TAGS, TooManyCards, printed_deck
from companion.geometry import Size
from deploy.cli import main
from vision.printing.paper import SIZES, Paper
from vision.printing.sheets import sheet
from vision.printing.tags import TAG_MODULES

DECK = printed_deck(default_deck())
STRIP_MM = 14
LOKI = 106  # the first number of its block


def test_numbers_run_through_the_component_table() -> None:
    assert list(range(220)) == [card.tag for card in DECK.cards]
    tags = {card.name: card.tag for card in DECK.cards}
    assert [tags[name] for name in ("thor-1r-0s#01", "thor-2r-0s#01", "odin-1r-0s#01", "sleipnir-1s#14")] == [
        0,
        14,
        42,
        97,
    ]
    assert [tags["surtr-1r-0s#01"], tags["brynhildr#20"]] == [158, 219]


def test_names_sets_and_codes() -> None:
    seventh = next(card for card in DECK.cards if card.name == "freyja-2s#03")
    assert (seventh.print, seventh.set, seventh.code[:-2]) == ("freyja-2s", "spring", "VF1/FREYJA-2S/03/")
    assert len({card.code for card in DECK.cards}) == 220


def test_other_stars_keep_every_block() -> None:
    others = {each: copies for each, copies in default_copies().items() if each.kind != Kind.THOR}
    counted = Deck({Print("thor", 1, 4): 14, Print("thor", 3, 1): 13, Print("thor", 2, 0): 15, **others})
    tags = {card.name: card.tag for card in printed_deck(counted).cards}
    assert [tags["thor-1r-4s#01"], tags["thor-1r-4s#14"], tags["thor-3r-1s#01"], tags["odin-1r-0s#01"]] == [
        0,
        13,
        28,
        42,
    ]
    assert [tags["thor-2r-0s#14"], tags["thor-2r-0s#15"]] == [27, 220]


PRINTS = st.builds(Print, st.just("thor"), st.integers(1, 4), st.integers(0, 4)) | st.builds(
    Print, st.just("loki"), st.none(), st.integers(0, 2)
)


@given(st.dictionaries(PRINTS, st.integers(0, 20), max_size=8))
def test_no_two_copies_share_a_number(copies: dict[Print, int]) -> None:
    cards = printed_deck(Deck(copies)).cards
    assert len({card.tag for card in cards}) == sum(copies.values())
    assert all(card.tag not in MARK_TAGS for card in cards)


@pytest.mark.parametrize("copies", [375, 10**9])
def test_more_cards_than_numbers(copies: int) -> None:
    printed_deck(Deck({Print("thor", 1, 1): 374}))
    with pytest.raises(TooManyCards):
        printed_deck(Deck({Print("thor", 1, 1): copies}))


def test_any_strip_shows_whole_tags_with_their_margin() -> None:
    reach_mm = DECK.tags[0].side_mm * (1 / 2 + 1 / TAG_MODULES)
    edges = [
        (x_mm, y_mm, CARD.width_mm - x_mm, CARD.height_mm - y_mm) for x_mm, y_mm in (tag.centre for tag in DECK.tags)
    ]
    for from_edge in zip(*edges, strict=True):
        assert sum(reach_mm <= each <= STRIP_MM - reach_mm for each in from_edge) == 2


@pytest.mark.parametrize(("paper", "cards"), [(Paper.A4, 9), (Paper.LETTER, 9), (Paper.A3, 18)])
def test_cards_on_a_page(paper: Paper, cards: int) -> None:
    on = sheet(paper, CARD)
    assert on.cards == cards
    assert min(on.corner) >= 5
    assert on.page in (SIZES[paper], Size(*reversed(SIZES[paper])))


def test_backs_lie_behind_their_fronts() -> None:
    upright, lying = sheet(Paper.A4, CARD), sheet(Paper.A3, CARD)
    assert [upright.place(each) for each in (2, 1, 3)] == [upright.behind(each) for each in (0, 1, 5)]
    assert [lying.place(each) for each in (12, 5)] == [lying.behind(each) for each in (0, 17)]


def streams(pdf: bytes) -> list[str]:
    """What is drawn in a PDF: forms and pages."""
    found = re.findall(rb"stream\r?\n(.*?)endstream", pdf, re.DOTALL)
    return [zlib.decompress(each).decode("latin-1") for each in found]


def command(*arguments: str | Path) -> int:
    return main(["deck", *map(str, arguments), "--lang", "en"])


def test_print_is_true_to_size(tmp_path: Path) -> None:
    out = tmp_path / "deck.pdf"
    assert command("print", "--cards", "0-8", "loki", "thor-3r-2s#04", "--out", out) == 0
    pdf = out.read_bytes()
    # The test sheet, then two sheets for 16 cards, both sides each.
    assert len(re.findall(rb"/Type /Page\b(?!s)", pdf)) == 6
    assert set(re.findall(rb"/MediaBox \[ ([0-9. ]+) \]", pdf)) == {b"0 0 595.2756 841.8898"}
    assert pdf.count(b"/BBox [ 0 0 178.5827 249.4488 ]") > 3


def test_the_ruler_is_as_long_as_it_says(tmp_path: Path) -> None:
    out = tmp_path / "deck.pdf"
    command("print", "--cards", "1", "--out", out)
    pages = streams(out.read_bytes())
    lines = {
        round((float(x2) - float(x1)) / 72 * 25.4, 2)
        for page in pages
        for x1, y1, x2, y2 in re.findall(r"([\d.]+) ([\d.]+) m ([\d.]+) ([\d.]+) l", page)
        if y1 == y2
    }
    assert {150.0, 152.4} <= lines


def test_the_same_cards_give_the_same_file(tmp_path: Path) -> None:
    for name in ("one.pdf", "two.pdf"):
        command("stickers", "--cards", "3-5", "--out", tmp_path / name)
    assert (tmp_path / "one.pdf").read_bytes() == (tmp_path / "two.pdf").read_bytes()


def test_the_manifest_by_the_letter(tmp_path: Path) -> None:
    deck = tmp_path / "deck.toml"
    deck.write_text('game = "vedrfolnir"\nversion = 1\n[[print]]\nkind = "loki"\nstars = 0\ncopies = 2\n')
    assert command("faces", "--deck", deck, "--px-per-mm", "8", "--out", tmp_path / "faces") == 0
    manifest = json.loads((tmp_path / "faces/manifest.json").read_text(encoding="utf-8"))
    assert manifest == {
        "game": "vedrfolnir",
        "version": 1,
        "card_mm": [63, 88],
        "px_per_mm": 8,
        "family": "36h11",
        "cards": [
            {
                "name": f"loki-0s#0{number}",
                "print": "loki-0s",
                "set": "base",
                "file": f"loki-0s#0{number}.png",
                "tags": [
                    {"id": LOKI + number - 1, "centre_mm": centre, "side_mm": 10.5}
                    for centre in ([7, 7], [56, 7], [56, 81], [7, 81])
                ],
                "code": manifest["cards"][number - 1]["code"],
            }
            for number in (1, 2)
        ],
        "marks": [{"id": number, "side_mm": 40} for number in range(580, 587)],
    }
    files = {each.name for each in (tmp_path / "faces").iterdir()}
    assert files == {"loki-0s#01.png", "loki-0s#02.png", "back.png", "manifest.json"}
    picture = cv2.imread(str(tmp_path / "faces/loki-0s#01.png"))
    assert picture.shape == (704, 504, 3)


@pytest.mark.parametrize(
    "arguments",
    [
        ["faces", "--out", "{taken}"],
        ["faces", "--out", "{new}", "--px-per-mm", "nan"],
        ["faces", "--out", "{new}", "--px-per-mm", "0"],
        ["faces", "--out", "{new}", "--deck", "{none}"],
        ["faces", "--out", "{file}"],
        ["print", "--out", "{file}", "--cards", "1"],
        ["print", "--out", "{new}", "--cards", "baldr"],
        ["print", "--out", "{new}", "--cards", "500"],
        ["print", "--out", "{new}", "--sets", "summer"],
        ["print", "--out", "{new}", "--sets", "base", "--cards", "hugin"],
        ["stickers", "--out", "{new}", "--deck", "{many}"],
    ],
)
def test_bad_arguments(arguments: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    names = {each: tmp_path / each for each in ("taken", "new", "none", "file", "many")}
    names["taken"].mkdir()
    (names["taken"] / "mine.txt").write_text("mine")
    names["file"].write_text("mine")
    names["many"].write_text('game = "vedrfolnir"\nversion = 1\n[[print]]\nkind = "loki"\nstars = 0\ncopies = 999\n')
    assert command(*(each.format_map(names) for each in arguments)) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1
    assert sorted(tmp_path.iterdir()) == sorted(names[each] for each in ("taken", "file", "many"))
    assert [names["file"].read_text(), (names["taken"] / "mine.txt").read_text()] == ["mine", "mine"]
