"""Whatever fails while people play lawfully: nobody is charged, and each move is theirs or told as missing."""

from __future__ import annotations

import pytest

from drivers.readings import LeverPressed, LinkDown, LinkUp, Seat, SquareChanged
from gateway.clock.face import Source
from gateway.games.game import Position
from gateway.model.instants import Instant
from gateway.model.results import Reason
from gateway.model.sides import BySide, Side
from gateway.record.raw import FromClock, Stalled
from gateway.referee.inputs import BoardMatched, BoardMismatched, Irregular, Moved
from gateway.referee.rulings import AlertKind, CaseOpened, Ended
from gateway.table.state import Event
from gateway.tracking.vision import Vision

from .virtual import VirtualTable, setup
from .watched import TableFault, WatchedTable, Weakness

FROZEN = (3880, 2091), (34_370, 3187)
OFTEN_FROZEN = (19_820, 3607), (35_045, 975), (39_070, 4584), (71_566, 1285), (73_992, 3406), (78_644, 2852)


@pytest.mark.parametrize(
    ("name", "board", "seed", "frozen"), [("cpp", "draughts", 0, FROZEN), ("chesslink", "chess", 1, OFTEN_FROZEN)]
)
def test_lawful_hands_are_charged_with_nothing(
    name: str, board: str, seed: int, frozen: tuple[tuple[int, int], ...]
) -> None:
    faults = [TableFault(at_ms, Weakness.FROZEN, lasts_ms, kept=name == "cpp") for at_ms, lasts_ms in frozen]
    table = WatchedTable(name, board, "club", seed, faults, plies=34, shuffles=0.2)
    table.play()
    assert not table.verdict().broken
    assert table.position.board() == table.played.board(), "and play is followed again"


@pytest.mark.parametrize(
    ("name", "board", "hand", "faults"),
    [
        ("cpp", "renju", "calm", [(1903, Weakness.BUTTONS, 10_000), (12_526, Weakness.BUTTONS, 10_000)]),
        ("cpp", "renju", "club", [(816, Weakness.BUTTONS, 10_000), (12_833, Weakness.BOTH, 1500)]),
        ("cpp", "renju", "bullet", [(1903, Weakness.BUTTONS, 10_000), (12_526, Weakness.BUTTONS, 10_000)]),
        ("ichessone", "chess", "bullet", [(1030, Weakness.BUTTONS, 10_000)]),
        ("certabo", "chess", "bullet", [(5781, Weakness.BUTTONS, 25_000), (36_421, Weakness.BUTTONS, 10_000)]),
        ("dgt", "chess", "bullet", [(7560, Weakness.BOARD, 10_000)]),
    ],
)
def test_turns_that_no_press_has_confirmed_charge_nobody(
    name: str, board: str, hand: str, faults: list[tuple[int, Weakness, int]]
) -> None:
    """The clock was away: whose turn it is by the presses, and where moves ended, is not known until one fits again."""
    weak = [TableFault(at_ms, kind, lasts_ms) for at_ms, kind, lasts_ms in faults]
    seed = {"ichessone": 50_090, "certabo": 50_108, "dgt": 50_047}.get(name, 50_037)
    table = WatchedTable(name, board, hand, seed, weak, plies=40)
    table.play(rest_ms=120_000)
    assert not table.verdict().broken


def test_where_nobody_presses_a_stall_does_not_end_the_judging() -> None:
    """Without a clock no press will ever confirm whose turn it is."""
    table = VirtualTable()
    table.hear(LinkUp("virtual:"))
    table.snapshot()
    position = table.game.start()
    for ply in range(4):
        move = position.moves()[0]
        table.wait(5000)
        table.hand(position, move)
        position = position.play(move)
        if ply == 1:
            table.wait(5000)
            table.hear(Stalled(table.at, Instant(table.at + 400)), 400)
    table.wait(5000)
    table.put(63, ".")
    table.put(43, "M")
    table.wait(20_000)
    assert any(isinstance(entry.what, Irregular) for entry in table.entries)


def test_a_board_without_a_scan_time_is_followed_at_any_pace() -> None:
    """It tells each change by itself, and a piece may be seen where it stays after the press for its move."""
    table = WatchedTable("chessup", "chess", "bullet", 50_023, [TableFault(2647, Weakness.BOARD, 300)], plies=60)
    table.play()
    assert len(table.whats(Moved)) >= 59


def square(name: str) -> int:
    return 8 * (8 - int(name[1])) + ord(name[0]) - ord("a")


def play(table: VirtualTable, *moves: str, pace_ms: int = 400) -> None:
    """Moves with a press each; the last piece is let go after its press, as fast hands do."""
    for text in moves:
        position: Position = table.game.start() if not table.whats(Moved) else table.position
        start, end = square(text[:2]), square(text[2:])
        piece = table.cells[start]
        assert piece == position.board()[start]
        table.put(start, ".", pace_ms)
        table.wait(300)
        table.press(increment=5)
        table.put(end, piece, 40)


def charges(table: VirtualTable) -> list[str]:
    return [what.article for what in table.whats(CaseOpened) if isinstance(what, CaseOpened)]


def moves(table: VirtualTable) -> list[str]:
    return [what.move for what in table.whats(Moved) if isinstance(what, Moved)]


@pytest.mark.parametrize("heard", ["both presses", "times only"])
def test_moves_out_of_sight_that_lead_back_are_told_as_missing(heard: str) -> None:
    """Knights go out and back while the cable of board and clock is out: the board shows what it showed."""
    table = VirtualTable(setup(rules="chess", rulebook="chess-blitz"))
    table.connect()
    table.wait(2000)
    table.start_clock()
    before = ["g1f3", "g8f6"]
    play(table, *before)
    table.wait(1500)
    table.hear(LinkDown("pulled"))
    table.wait(4000)
    table.hear(LinkUp("virtual:"))
    if heard == "both presses":  # the last of four, just as the board comes back
        table.press(increment=0)
        table.press(increment=0)
    else:
        table.seconds = BySide(table.seconds.white - 2, table.seconds.black - 1)
        table.clock()
    table.snapshot()
    after = ["b1c3", "b8c6", "d2d4", "d7d5", "c1f4"]
    play(table, *after)
    table.wait(5000)
    assert moves(table) == [*before, *after]
    assert table.whats(BoardMatched) == [BoardMatched(unseen=True)]
    assert table.table.referee.raised(AlertKind.MOVE_INFERRED, "after Nf6")
    assert not charges(table)


def test_a_killed_agent_that_comes_back_before_the_last_move_leads_back_tells_the_others() -> None:
    """Knights go out and back while nobody looks; the last of the four moves is seen."""
    table = VirtualTable(setup(rules="chess", rulebook="chess-blitz"))
    table.connect()
    table.wait(2000)
    table.start_clock()
    play(table, "g1f3", "g8f6")
    table.wait(1500)
    table.at = Instant(table.at + 4000)
    table.restart()
    knight = table.cells[square("f6")]
    table.hear(LinkUp("virtual:"))
    table.press(increment=0)  # by White, whose knight is back
    table.cells = "".join(
        {square("f6"): ".", square("g8"): knight}.get(at, piece) for at, piece in enumerate(table.cells)
    )
    table.snapshot()
    table.wait(50)
    table.put(square("g8"), ".", 400)
    table.put(square("f6"), knight, 20)
    table.press(increment=0)
    play(table, "b1c3", "b8c6", "d2d4", "d7d5", "c1f4")
    table.wait(5000)
    assert moves(table) == ["g1f3", "g8f6", "b1c3", "b8c6", "d2d4", "d7d5", "c1f4"]
    assert table.whats(BoardMatched) == [BoardMatched(unseen=True)]
    assert table.table.referee.raised(AlertKind.MOVE_INFERRED, "after Nf6")
    assert not charges(table)


def test_moves_out_of_sight_before_a_flag_fell_are_told_as_missing() -> None:
    """Black has moved and White's time has run out while the agent was killed; the next game is set up."""
    table = VirtualTable(setup(rules="chess", rulebook="chess-blitz"))
    table.connect()
    table.wait(2000)
    table.start_clock()
    play(table, "g1f3", "g8f6", "b1c3")
    table.wait(1500)
    table.at = Instant(table.at + 20_000)
    table.restart()
    table.hear(LinkUp("virtual:"))
    table.seconds, table.running = BySide(0, 10), None
    table.clock(flag=Side.WHITE)
    table.cells = table.game.start().board()
    table.snapshot()
    table.wait(5000)
    (ended,) = table.whats(Ended)
    assert isinstance(ended, Ended)
    assert ended.reason is Reason.FLAG
    assert len(table.whats(BoardMismatched)) == 1


@pytest.mark.parametrize("vision", Vision)
@pytest.mark.parametrize("first", ["press", "board"])
def test_what_a_frozen_agent_hears_at_once_charges_nobody(first: str, vision: Vision) -> None:
    table = VirtualTable(
        setup("10m", rules="chess", rulebook="chess-blitz", vision=vision, clock=Source.AGENT, apart=True)
    )
    if vision is Vision.OCCUPANCY:
        table.cells = "".join("?" if piece != "." else piece for piece in table.cells)
    table.hear(LinkUp("virtual:"))
    table.hear(FromClock(LinkUp("buttons")))
    table.snapshot()
    table.wait(3000)
    table.hear(FromClock(LeverPressed(Seat.RIGHT)))
    pawn = table.cells[square("e2")]
    table.put(square("e2"), ".", 900)
    table.wait(100)
    table.at = Instant(table.at + 5000)  # nobody wakes it
    said: list[Event] = [FromClock(LeverPressed(Seat.LEFT)), SquareChanged(square("e4"), pawn)]
    for event in said if first == "press" else reversed(said):
        table.hear(event, 5)
    table.wait(8000)
    assert moves(table) == ["e2e4"]
    assert not charges(table)


def test_who_has_thought_with_the_piece_in_the_hand_may_press_before_letting_it_go() -> None:
    table = VirtualTable(setup(rules="chess", rulebook="chess-blitz"))
    table.connect()
    table.wait(2000)
    table.start_clock()
    table.put(square("e2"), ".", 500)
    table.wait(6000)
    table.press(increment=0)
    table.put(square("e4"), "P", 250)
    table.wait(5000)
    assert moves(table) == ["e2e4"]
    assert not charges(table)
