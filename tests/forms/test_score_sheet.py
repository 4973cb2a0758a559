"""The score sheet, from the record of a table to the page that is printed."""

from __future__ import annotations

from html.parser import HTMLParser
from pathlib import Path

import pytest

from gateway.forms.html import html_score_sheet
from gateway.forms.score_sheet import ScoreSheet, score_sheet
from gateway.model.results import Result
from gateway.model.sides import Side
from gateway.record.wire import ENTRY
from gateway.referee.acts import Penalise, RetractMoves, SetResult
from gateway.referee.penalties import Penalty
from tests.english import LIBRARY
from tests.table.test_table import play, ready
from tests.table.virtual import VirtualTable


def played() -> VirtualTable:
    table = ready()
    table.start_clock()
    for text in ("32-28", "19-23", "28x19"):
        play(table, text)
    return table


def sheet_of(table: VirtualTable, game: int = 1) -> ScoreSheet:
    sheet = score_sheet(table.entries, game, "Open <2026>", "t1")
    assert sheet is not None
    return sheet


class _Words(HTMLParser):
    """The words of a page, and whether every element is closed."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.words: list[str] = []
        self.open: list[str] = []
        self.feed(page)
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: object) -> None:
        if tag not in {"meta", "link"}:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if data.strip() and "style" not in self.open:
            self.words.append(data.strip())


def test_moves_stand_with_the_times_that_were_left() -> None:
    sheet = sheet_of(played())
    assert sheet.first is Side.WHITE
    assert [move.text for move in sheet.moves] == ["32-28", "19-23", "28x19"]
    assert [move.left_ms for move in sheet.moves] == [610_000, 610_000, 615_000]
    assert len(sheet.pairs()) == 2
    assert sheet.pairs()[1][1] is None
    assert sheet.result is None


def test_what_arbiters_do_is_on_the_sheet() -> None:
    table = played()
    assert table.act(RetractMoves(count=1, why="touched by a sleeve"), "a").ok
    assert table.act(Penalise(side=Side.BLACK, penalty=Penalty.WARNING, article="FMJD 5.6"), "b").ok
    assert table.act(SetResult(result=Result.DRAW, why="by both"), "c").ok
    sheet = sheet_of(table)
    assert [move.text for move in sheet.moves] == ["32-28", "19-23"]
    assert sheet.moves[0] == sheet_of(played()).moves[0]
    words = " ".join(_Words(html_score_sheet(sheet, LIBRARY["en"])).words)
    for part in ("Open <2026>", "took back 1 move (touched by a sleeve)", "FMJD 5.6", "Black: warning", "Result: Draw"):
        assert part in words
    chinese = " ".join(_Words(html_score_sheet(sheet, LIBRARY["zh"], "/print/style.css")).words)
    for part in ("对局记录纸", "国际跳棋", "黑方：警告", "结果：和棋", "裁判员"):
        assert part in chinese
    assert "Score" not in chinese


def test_a_game_that_is_not_on_record_has_no_sheet() -> None:
    assert score_sheet(played().entries, 2) is None
    assert score_sheet([], 1) is None


def test_the_command_writes_the_sheet_of_a_journal(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from gateway.cli.form import FormKind, form

    journal = tmp_path / "t7.jsonl"
    journal.write_bytes(b"\n".join(ENTRY.encode(entry) for entry in played().entries))
    form(FormKind.SCORE_SHEET, journal, language="zh")
    printed = capsys.readouterr().out
    assert "对局记录纸" in printed
    assert "28x19" in printed
    assert "@page" in printed
    form(FormKind.SCORE_SHEET, journal, language="en", output=tmp_path / "sheet.html")
    assert "Score sheet" in (tmp_path / "sheet.html").read_text(encoding="utf-8")
