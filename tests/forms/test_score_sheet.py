"""The score sheet, from the record of a table to the page that is printed."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from gateway.cli.forms_command import forms
from gateway.forms.form_html import html_form
from gateway.forms.form_request import FormRefused
from gateway.forms.game_sheets import score_sheet_form
from gateway.forms.languages import FormTexts, SideBySide
from gateway.forms.protocol import protocol_form
from gateway.forms.score_sheet import ScoreSheet, score_sheet
from gateway.model.results import Result
from gateway.model.sides import Side
from gateway.record.visibility import Visibility
from gateway.record.wire import ENTRY
from gateway.referee.acts import EnterRequest, Penalise, RetractMoves, SetResult
from gateway.referee.penalties import Penalty
from gateway.referee.player_requests import OfferDraw
from tests.english import LIBRARY, refused
from tests.table.test_table import play, ready
from tests.table.virtual import VirtualTable, setup


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


def html_score_sheet(sheet: ScoreSheet, texts: FormTexts) -> str:
    return html_form(score_sheet_form(sheet), texts)


def html_protocol(sheet: ScoreSheet, texts: FormTexts, style: str = "", zone: str = "UTC") -> str:
    return html_form(protocol_form(sheet, ZoneInfo(zone)), texts, style)


class _Words(HTMLParser):
    """The words of a page, and whether every element is closed."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.words: list[str] = []
        self.open: list[str] = []
        self.feed(page)
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: object) -> None:
        if tag not in {"meta", "link", "br", "col"}:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: object) -> None:
        """Nothing stays open."""

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


def test_what_arbiters_do_is_in_the_protocol() -> None:
    table = played()
    assert table.act(RetractMoves(count=1, why="touched by a sleeve"), "a").ok
    assert table.act(Penalise(side=Side.BLACK, penalty=Penalty.WARNING, article="FMJD 5.6"), "b").ok
    assert table.act(SetResult(result=Result.DRAW, why="by both"), "d").ok
    sheet = sheet_of(table)
    assert [move.text for move in sheet.moves] == ["32-28", "19-23"]
    assert sheet.moves[0] == sheet_of(played()).moves[0]
    assert sheet.score is not None
    assert sheet.score.white == sheet.score.black
    words = " ".join(_Words(html_protocol(sheet, LIBRARY["en"], zone="Asia/Shanghai")).words)
    for part in (
        "Open <2026>",
        "took back 1 move (touched by a sleeve)",
        "FMJD 5.6",
        "Black: warning",
        "Result: Draw",
        "Asia/Shanghai (UTC+08:00)",
        "Ada",
        "Time left",
    ):
        assert part in words
    chinese = " ".join(_Words(html_protocol(sheet, LIBRARY["zh"], "/print/style.css")).words)
    for part in ("对局报告", "国际跳棋", "黑方：警告", "结果：和棋", "裁判员", "时区"):
        assert part in chinese
    assert "Protocol" not in chinese
    both = " ".join(_Words(html_protocol(sheet, SideBySide(LIBRARY["zh"], LIBRARY["en"]))).words)
    assert "对局报告 / Protocol of the game" in both
    plain = " ".join(_Words(html_score_sheet(sheet, LIBRARY["en"])).words)
    assert "Result: Draw" in plain
    assert "FMJD 5.6" not in plain, "rulings are in the protocol"


def test_each_move_has_the_time_that_it_took_and_an_offer_its_sign() -> None:
    table = VirtualTable(setup(rules="chess", rulebook="chess-rapid"))
    table.connect()
    table.wait(3000)
    table.start_clock()
    for text in ("e4", "e5", "Nf3"):
        play(table, text)
    assert table.act(EnterRequest(side=Side.WHITE, request=OfferDraw()), "a").ok
    sheet = sheet_of(table)
    assert [move.mark for move in sheet.moves] == ["", "", "(=)"]
    assert sheet.left_ms is not None
    used = [move.used_ms for move in sheet.moves]
    assert [sheet.spent_ms(ply) for ply in range(3)] == [used[0], used[1], (used[2] or 0) - (used[0] or 0)]
    public = [entry for entry in table.entries if entry.visibility is Visibility.PUBLIC]
    shown = score_sheet(public, 1)
    assert shown is not None
    assert not any(move.mark for move in shown.moves), "an offer is between the players and the arbiter"


def test_the_sheet_of_stones_is_a_diagram_with_what_the_book_asks_for() -> None:
    table = VirtualTable(setup("10m+5s", rules="gomoku", rulebook="gomoku-standard", round=3))
    table.connect()
    table.wait(3000)
    table.start_clock(Side.BLACK)
    for text in ("h8", "i9", "j8"):
        play(table, text)
    sheet = sheet_of(table)
    assert [move.text for move in sheet.moves] == ["h8", "i9", "j8"]
    page = html_score_sheet(sheet, LIBRARY["en"])
    words = _Words(page).words
    # GN 4.2 and 13.2: event, date, group, round, table, fifths, swaps; black circled odd numbers, white even ones.
    for part in ("Group", "Round", "3", "Fifth moves offered", "Swaps", "Recorder", "Time left", "Points"):
        assert part in words
    assert re.findall(r'<circle class="(black|white)"[^>]*/><text class="number"[^>]*>(\d+)', page) == [
        ("black", "1"),
        ("white", "2"),
        ("black", "3"),
    ]
    assert "<svg" not in html_score_sheet(sheet_of(played()), LIBRARY["en"])


def test_a_game_that_is_not_on_record_has_no_sheet() -> None:
    assert score_sheet(played().entries, 2) is None
    assert score_sheet([], 1) is None


def test_the_command_writes_the_sheet_of_a_journal(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    journal = tmp_path / "t7.jsonl"
    journal.write_bytes(b"\n".join(ENTRY.encode(entry) for entry in played().entries))
    forms("score-sheet", journal, language="zh")
    printed = capsys.readouterr().out
    assert "对局记录纸" in printed
    assert "28x19" in printed
    assert "@page" in printed
    forms("score-sheet", journal, language="en", output=tmp_path / "sheet.html")
    assert "Score sheet" in (tmp_path / "sheet.html").read_text(encoding="utf-8")
    forms("protocol", journal, zone="Europe/Amsterdam", both=True)
    assert "Europe/Amsterdam (UTC" in capsys.readouterr().out
    for words, options in (
        ("Mars/Olympus is not a time zone", {"zone": "Mars/Olympus"}),
        ("has no game 2", {"game": 2}),
    ):
        with refused(FormRefused, words):
            forms("protocol", journal, **options)
    with refused(FormRefused, "not made from a journal"):
        forms("pairings", journal)
    with refused(FormRefused, "made from the journal of a table"):
        forms("protocol")
