"""The fixtures that other projects get: the page's examples in an empty folder, and what a wrong need says."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
from importlib import import_module
from pathlib import Path

import pytest

from drivers.readings import RequestAnswer, Snapshot, SquareChanged
from drivers.requests import ShowSquares, ShowText
from firmware_sim.doubles import DOUBLES
from gateway.lab.in_tests.board_in_test import BoardInTest
from gateway.lab.in_tests.needs import hardware_needs, table_needs
from gateway.lab.in_tests.square_names import cell_of, name_of
from gateway.lab.in_tests.table_in_test import TableInTest
from gateway.referee import acts

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "testing.md").read_text(encoding="utf-8")
PLUGIN = "gateway.lab.in_tests.fixtures"
WITH_BOARD = [name for name, kind in DOUBLES.items() if kind.boards]


SCOPE = ("-o", "asyncio_default_fixture_loop_scope=function")
"""What pytest-asyncio wants to be told."""


def run_pytest(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """A pytest of somebody else's, with no plugin but those that are named."""
    # Our own folder comes by its path, as an installed package does.
    env = {**os.environ, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "PYTHONPATH": f"{ROOT}:{ROOT / 'firmware-sim'}"}
    words = (sys.executable, "-m", "pytest", "-q", "-p", PLUGIN, "-p", "no:cacheprovider", *words)
    return subprocess.run(words, cwd=folder, env=env, capture_output=True, text=True, check=False, timeout=120)


def test_the_examples_of_the_page_in_an_empty_folder(tmp_path: Path) -> None:
    for name, code in re.findall(r"```python (test_\w+\.py)\n(.*?)```", PAGE, re.DOTALL):
        (tmp_path / name).write_text(code, encoding="utf-8")
    done = run_pytest(tmp_path, "-p", "pytest_asyncio.plugin", "--strict-markers", "-W", "error", *SCOPE)
    assert "8 passed" in done.stdout, done.stdout + done.stderr


def test_who_uses_nothing_imports_nothing(tmp_path: Path) -> None:
    (tmp_path / "test_theirs.py").write_text(
        "import sys\n\ndef test_it():\n"
        "    assert not {'drivers', 'firmware_sim', 'msgspec', 'asyncio', 'gateway.model'} & set(sys.modules)\n",
        encoding="utf-8",
    )
    done = run_pytest(tmp_path)
    assert "1 passed" in done.stdout, done.stdout + done.stderr


def test_pytest_finds_it_by_its_entry_point() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["entry-points"]["pytest11"] == {"flagfall": PLUGIN}
    assert import_module(PLUGIN).flagfall_board


@pytest.mark.parametrize("driver", WITH_BOARD)
def test_every_board_is_read_on_virtual_time(driver: str) -> None:
    board = BoardInTest(hardware_needs({"driver": driver}))
    board.wait(6_000)
    told = list(board.readings())
    if driver == "yihu":  # never shows itself
        board.put("d16", "S")
        assert SquareChanged(3 * 19 + 3, "?") in board.readings()
        return
    board.wait(6_000)
    told += board.readings()
    assert any(isinstance(one, Snapshot) for one in told)
    if driver == "chessup":  # tells moves only
        board.move("b8", "c6")
        board.wait(3_000)
        assert board.seen == board.cells
        return
    before, start = board.seen, cell_of("b8", board.surface.rows, board.surface.cols)
    piece = board.lift(start)
    board.wait(3_000)
    assert board.seen == before[:start] + "." + before[start + 1 :]
    board.put(start, piece)
    board.wait(3_000)
    assert board.seen == before
    assert board.read()


def test_a_board_that_is_unplugged_says_nothing_and_begins_anew() -> None:
    board = BoardInTest()
    board.wait(1_000)
    assert board.readings()
    assert board.read()
    board.unplug()
    board.move("e2", "e4")
    board.write(b"\x42")
    assert board.read() == b""
    assert not [one for one in board.readings() if isinstance(one, SquareChanged | Snapshot)]
    board.plug()
    board.wait(4_000)
    assert board.seen == board.cells
    board.set_up()
    board.wait(1_000)
    assert board.seen == board.cells


def test_lamps_and_texts_are_asked_for_by_request() -> None:
    board = BoardInTest(hardware_needs({"driver": "chessnut"}))
    board.request(ShowSquares((0, 63)))
    assert board.lamps == {"a8", "h1"}
    board = BoardInTest(hardware_needs({"clock": "xl"}))
    board.wait(2_000)
    board.request(ShowText("PLAY"))
    board.wait(1_000)
    assert RequestAnswer("show_text", ok=True) in board.readings()
    assert board.clock.text == "PLAY"


def test_a_clock_beside_a_board_that_has_none() -> None:
    clock = BoardInTest(hardware_needs({"driver": "ichessone", "control": "1m"})).clock
    clock.start()
    clock.wait(61_000)
    assert (clock.left, clock.flag, clock.running) == (0, "left", True)
    clock.stop()
    assert not clock.running


@pytest.mark.parametrize(
    ("driver", "rules", "moves"),
    [
        ("dgt", "chess", ("e4", "d5", "exd5", "Nf6")),
        ("dgt", "draughts-international", ("32-28", "19-23", "28x19")),
        ("pegasus", "chess", ("e4", "d5", "exd5")),
        ("tabutronic", "draughts-russian", ("c3-d4", "f6-g5")),
        ("cpp", "renju", ("h8", "h9")),
        ("yihu", "gomoku", ("h8", "h9", "g8")),
    ],
)
def test_a_table_plays(driver: str, rules: str, moves: tuple[str, ...]) -> None:
    table = TableInTest(table_needs({"driver": driver, "rules": rules}))
    table.play(*moves)
    assert table.moves == moves
    assert [entry.n for entry in table.entries] == list(range(1, len(table.entries) + 1))


def test_a_table_is_refereed() -> None:
    table = TableInTest(table_needs({"control": "1m"}))
    table.play("e4")
    table.hand("e7", "e5", press=False)
    assert table.state.turn == "black"
    assert table.act(acts.Pause()).ok
    table = TableInTest(table_needs({"control": "1m"}))
    table.play("e4")
    table.wait(70_000)
    assert table.clock is not None
    assert table.clock.flag == "right"
    table.unplug()
    assert [one.online for one in table.state.devices] == [False, False]


@pytest.mark.parametrize(
    ("need", "why"),
    [
        ({"driver": "dtg"}, "there is no simulated 'dtg'; there are "),
        ({"driver": "buttons"}, "'buttons' is not a board"),
        ({"board": "renju"}, "dgt is not made for 'renju'; it is for draughts or chess"),
        ({"clock": "2000"}, "there is no clock '2000'; there are 3000 and xl"),
        ({"control": "soon"}, "soon"),
        ({"colour": "red"}, "there is nothing named 'colour'"),
        ({"rules": "go"}, "there is no game 'go'"),
        ({"rules": "renju"}, "renju does not fit on a board of 8x8"),
    ],
)
def test_a_wrong_need_says_what_there_is(need: dict[str, object], why: str) -> None:
    with pytest.raises(ValueError, match=re.escape(why)):
        table_needs(need)


@pytest.mark.parametrize(("square", "cell"), [("a8", 0), ("h1", 63), ("e4", 36), (36, 36), ("1", 1), ("32", 62)])
def test_squares_as_people_write_them(square: str | int, cell: int) -> None:
    assert cell_of(square, 8, 8) == cell
    assert cell_of(name_of(cell, 8, 8), 8, 8) == cell


@pytest.mark.parametrize("square", ["i1", "a9", "e0", "", "0", "x", 64, -1, "33"])
def test_squares_that_there_are_not(square: str | int) -> None:
    with pytest.raises(ValueError, match="is not a square"):
        cell_of(square, 8, 8)
