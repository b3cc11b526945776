"""The printed mat and the board for the lens: true to size, whole when joined, and no card to the eye."""

import re
from pathlib import Path

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.vedrfolnir import tableplan
from companion.geometry import Size
from companion.profile import Camera, TableProfile
from deploy.mat import PlannedTable, WantedTable, planned_table
from tests.commands import Companion
from tests.scenes import printed_deck
from tests.test_printing import streams
from vision.eye.eye import Eye
from vision.printing.boards import BOARDS, LARGE, SMALL, Board, dark_squares, tag_squares
from vision.printing.drawing import BLACK, filled
from vision.printing.mat import Mat, mark_square, mat_art
from vision.printing.painting import Picture, painted, stamp
from vision.printing.paper import SIZES, Paper
from vision.printing.pieces import EDGE_MM, FLAP_MM, HEAD_MM, cutting

PX_PER_MM = 1.92


@pytest.fixture
def companion(capsys: pytest.CaptureFixture[str]) -> Companion:
    return Companion(capsys)


def pages(pdf: Path) -> int:
    return len(re.findall(rb"/Type /Page\b(?!s)", pdf.read_bytes()))


@given(
    paper=st.sampled_from(Paper),
    width_mm=st.integers(int(tableplan.SMALLEST.width_mm), int(tableplan.LARGEST.width_mm)),
    height_mm=st.integers(int(tableplan.SMALLEST.height_mm), int(tableplan.LARGEST.height_mm)),
)
def test_pieces_fit_the_paper_and_make_the_whole_mat(paper: Paper, width_mm: int, height_mm: int) -> None:
    mat = Size(width_mm, height_mm)
    cut = cutting(paper, mat)
    widths = {round(each.lower_right.x_mm - each.upper_left.x_mm, 6) for each in cut.pieces}
    heights = {round(each.lower_right.y_mm - each.upper_left.y_mm, 6) for each in cut.pieces}
    assert {round(width_mm / cut.columns, 6)} == widths
    assert {round(height_mm / cut.rows, 6)} == heights
    assert max(widths) + FLAP_MM <= cut.page.width_mm - 2 * EDGE_MM + 1e-6
    assert max(heights) + FLAP_MM <= cut.page.height_mm - 2 * EDGE_MM - HEAD_MM + 1e-6
    assert sorted(SIZES[paper]) == sorted(cut.page)
    assert len(cut.pieces) == len({each.name for each in cut.pieces})


@given(
    paper=st.sampled_from(Paper),
    width_mm=st.integers(int(tableplan.SMALLEST.width_mm), int(tableplan.LARGEST.width_mm)),
    height_mm=st.integers(int(tableplan.SMALLEST.height_mm), int(tableplan.LARGEST.height_mm)),
)
def test_no_mark_is_cut_in_two(paper: Paper, width_mm: int, height_mm: int) -> None:
    mat = Size(width_mm, height_mm)
    pieces = cutting(paper, mat).pieces
    for mark in tableplan.marks(mat):
        (x_mm, y_mm), half_mm = mark.at, mark.side_mm * 1.3 / 2
        holding = [
            each
            for each in pieces
            if each.upper_left.x_mm <= x_mm - half_mm
            and x_mm + half_mm <= each.lower_right.x_mm
            and each.upper_left.y_mm <= y_mm - half_mm
            and y_mm + half_mm <= each.lower_right.y_mm
        ]
        assert len(holding) == 1


@pytest.mark.parametrize(("paper", "expected"), [("a4", 17), ("a3", 9), ("letter", 17)])
def test_a_mat_is_printed(companion: Companion, tmp_path: Path, paper: str, expected: int) -> None:
    out = tmp_path / "mat.pdf"
    ran = companion("mat", "print", "--paper", paper, "--out", out)
    assert (0, expected) == (ran.status, pages(out))
    assert str(expected) in ran.err


def test_tags_have_their_true_size(companion: Companion, tmp_path: Path) -> None:
    out = tmp_path / "marks.pdf"
    companion("mat", "print", "--marks", "--out", out)
    boxes = re.findall(r"([\d.]+) ([\d.]+) ([\d.]+) ([\d.]+) re", "".join(streams(out.read_bytes())))
    # The upper border of each of the four marks is one run of 40 mm, a module of 5 mm high.
    borders = [each for each in boxes if each[2:] == ("113.386", "14.173")]
    assert len(borders) == 8


@pytest.mark.parametrize("wish", [("--size", "900x600"), ("--size", "1000"), ("--size", "x"), ("--seats", "2")])
def test_tables_that_can_not_be_printed(companion: Companion, tmp_path: Path, wish: tuple[str, str]) -> None:
    ran = companion("mat", "print", *wish, "--out", tmp_path / "mat.pdf")
    assert ran.status == 2
    assert wish[1] in ran.err
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("command", [("print",), ("print", "--marks"), ("board",)])
def test_no_file_is_overwritten(companion: Companion, tmp_path: Path, command: tuple[str, ...]) -> None:
    out = tmp_path / "mine.pdf"
    out.write_text("mine")
    assert companion("mat", *command, "--out", out).status == 2
    assert out.read_text() == "mine"


def painted_board(board: Board, px_per_mm: float) -> Picture:
    picture = painted(filled(dark_squares(board), BLACK), board.size, px_per_mm)
    for square in tag_squares(board):
        stamp(picture, square, px_per_mm)
    return picture


@pytest.mark.parametrize("board", [SMALL, LARGE])
def test_the_board_is_the_one_that_is_looked_for(board: Board) -> None:
    picture = cv2.copyMakeBorder(painted_board(board, 4), 40, 40, 40, 40, cv2.BORDER_CONSTANT, value=(255, 255, 255))
    corners, ids, _, _ = cv2.aruco.CharucoDetector(board.pattern).detectBoard(picture)
    assert (board.columns - 1) * (board.rows - 1) == len(ids)
    expected_mm = np.array(board.pattern.getChessboardCorners())[ids.ravel(), :2]
    assert (
        np.abs((corners.reshape(-1, 2) - 40 + 0.5) / 4 - expected_mm).max() < 0.2
    )  # painted shapes are a third of a pixel too large


def test_every_paper_holds_its_board() -> None:
    assert all(
        board.size.width_mm + 20 < max(SIZES[paper]) and board.size.height_mm + 24 < min(SIZES[paper])
        for paper, board in BOARDS.items()
    )


def photographed(table: PlannedTable) -> Picture:
    names = {plan.zone: ("Une place", "A place") for plan in table.zones}
    mat = Mat(table.size, table.marks, table.zones, names)
    picture = painted(mat_art(mat), mat.size, PX_PER_MM)
    for mark in mat.marks:
        stamp(picture, mark_square(mark), PX_PER_MM)
    return np.asarray(picture * 0.85, np.uint8)


@pytest.mark.parametrize(("mode", "seats"), [("standard", "4"), ("standard", "8"), ("solo", None)])
def test_an_empty_mat_shows_no_card_and_its_marks(mode: str, seats: str | None) -> None:
    table = planned_table(WantedTable(seats, mode, "1000x600"))
    picture = photographed(table)
    size_px = picture.shape[1], picture.shape[0]
    eye = Eye(TableProfile(*table.size, Camera(size_px, marks=table.marks), table.zones), printed_deck())
    noise = np.random.default_rng(1)
    pictures = [np.clip(picture + noise.normal(0, 2, picture.shape), 0, 255).astype(np.uint8) for _ in range(6)]
    looks = [seen for number, each in enumerate(pictures) if (seen := eye.look(each, number / 15)) is not None]
    assert [each.sightings for each in looks] == [()]
    assert eye.table is not None
    assert np.abs(eye.table.to_mm(np.array([[-0.5, -0.5]]))).max() < 0.3
