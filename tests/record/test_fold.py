"""A record judged again."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from gateway.cli.judge_journal import judge_journal, read_entries
from gateway.games import registry
from gateway.model.instants import Instant
from gateway.model.messages import Message
from gateway.model.persons import named
from gateway.model.results import Result
from gateway.model.sides import Side
from gateway.record.entries import Entry
from gateway.record.fold import RecordError, fold, judge_again
from gateway.record.visibility import Visibility, visibility_of
from gateway.record.wire import ENTRY
from gateway.referee.acts import Pause, SetResult
from gateway.referee.inputs import Acted, Input, Moved, PlayerRequested, SetUp
from gateway.referee.machine import step
from gateway.referee.options import Options
from gateway.referee.player_requests import ClaimForbidden
from gateway.referee.rulings import Ended, Ruling
from gateway.referee.state import State
from gateway.store import SqliteStore, StoredLine
from tests.english import LIBRARY

GAME = registry.find("renju")


def record() -> list[Entry]:
    """A game with a forbidden move, answered in time."""
    start = GAME.position("B:Bi8,j8,h9,h10:Wa1,c1,e1,a7")
    inputs: list[Input] = [
        SetUp(1, "renju", "gomoku-rapid", "15m", named("Ada", "Bob"), start.fen(), start.board(), 15, 15),
        Moved(Side.BLACK, "h8", "h8", (112,), (), "", ""),
        Acted("c1", "Iris", "arbiter", Pause()),
        Acted("c2", "Iris", "spectator", SetResult(result=Result.DRAW)),
        PlayerRequested(Side.WHITE, ClaimForbidden()),
    ]
    entries: list[Entry] = []
    state = State()
    for number, given in enumerate(inputs):
        at = Instant(1_700_000_000_000 + number * 1000)
        state, rulings = step(state, given, at)
        for what in (given, *rulings):
            entries.append(Entry(len(entries) + 1, at, visibility_of(what), what))
    return entries


def test_a_record_is_judged_again_and_agrees() -> None:
    entries = [ENTRY.decode(ENTRY.encode(entry)) for entry in record()]
    folded = fold(entries)
    assert folded.differences == ()
    assert folded.state.play is not None
    assert isinstance(folded.state.play.result, Ended)
    judged = list(judge_again(entries))
    assert len(judged) == 5
    assert all(each.agrees for each in judged)
    assert judged[-1].now[-1].article == "GN 19.1.2 A"


def test_another_ruling_in_the_record_is_found_but_another_wording_is_none() -> None:
    entries = record()
    last = entries[-1]
    assert isinstance(last.what, Ended)

    def with_last(ruling: Ruling) -> list[Entry]:
        return [*entries[:-1], Entry(last.n, last.at, last.visibility, ruling)]

    reworded = msgspec.structs.replace(last.what, text=Message("ruling.won_otherwise", {"by": "White"}))
    assert fold(with_last(reworded)).differences == ()
    another = msgspec.structs.replace(last.what, article="GN 19.1.1")
    assert len(fold(with_last(another)).differences) == 1
    assert [each.agrees for each in judge_again(with_last(another))].count(False) == 1
    assert len(fold(entries[:-1]).differences) == 1


def test_missing_lines_are_told() -> None:
    entries = record()
    with pytest.raises(RecordError, match="lines are missing"):
        list(judge_again([*entries[:3], *entries[4:]]))
    with pytest.raises(RecordError, match="ruling upon nothing"):
        list(judge_again([Entry(1, Instant(0), Visibility.PUBLIC, entries[-1].what)]))


def test_a_record_from_before_there_were_options_still_reads() -> None:
    line = (
        b'{"n":1,"at":5,"visibility":"public","what":{"type":"set_up","game":1,"rules":"draughts-international","rulebook":'
        b'"draughts-blitz","control":"5m","players":{"white":{"name":"A"},"black":{"name":"B"}},"fen":"W:W31:B1","board":"","rows":10,"cols":10}}'
    )
    entry = ENTRY.decode(line)
    assert isinstance(entry.what, SetUp)
    assert entry.what.options == Options()
    assert ENTRY.encode(entry) == line


async def test_a_journal_is_judged_from_its_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    entries = record()
    path = tmp_path / "t1.journal"
    store = SqliteStore(path)
    await store.append_many([StoredLine("entries", entry.n, ENTRY.encode(entry)) for entry in entries])
    assert judge_journal(path, LIBRARY["en"]) == 0  # while the table still has it open
    told = capsys.readouterr().out
    assert "GN 19.1.2 A" in told
    assert "the record agrees" in told
    assert "Black to move" in told or "White to move" in told
    store.close()
    assert list(read_entries(path)) == entries


def test_lines_in_a_file_are_judged_too(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    entries = record()
    path = tmp_path / "t1.jsonl"
    path.write_bytes(b"\n".join(ENTRY.encode(entry) for entry in entries[:-1]))
    assert judge_journal(path, LIBRARY["zh"], everything=True) == 1
    told = capsys.readouterr().out
    assert "记录中此处没有裁决" in told
    assert "白方胜" in told
