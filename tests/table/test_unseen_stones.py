"""A goban that tells each stone once: what is laid while nobody hears it is told as missing, and entered."""

from __future__ import annotations

import pytest

from drivers.readings import LeverPressed, LinkDown, LinkUp, RequestAnswer, Seat, SquareChanged
from gateway.clock.face import Source
from gateway.model.instants import Instant
from gateway.model.sides import Side
from gateway.record.raw import FromClock
from gateway.referee.acts import EnterMove
from gateway.referee.inputs import BoardMismatched, Moved
from gateway.referee.rulings import AlertKind, CaseOpened
from gateway.tracking.vision import Vision

from .virtual import VirtualTable, setup
from .watched import TableFault, WatchedTable, Weakness

STONES = ("h8", "i9", "j10", "g7", "f6", "a1", "b3", "o1", "c13", "m2")


class Goban(VirtualTable):
    """The goban, with buttons beside it or without a clock."""

    def __init__(self, *, timed: bool) -> None:
        super().__init__(
            setup(
                "9h",
                rules="gomoku",
                rulebook="gomoku-blitz",
                vision=Vision.OCCUPANCY,
                clock=Source.AGENT,
                apart=timed,
                sizes=((15, 15),),
                scan_ms=0,
            )
        )
        self.timed, self.laid, self.heard = timed, 0, True
        self.plug()
        self.wait(3000)
        if timed:
            self.hear(FromClock(LeverPressed(Seat.LEFT)))

    def plug(self) -> None:
        self.heard = True
        self.hear(LinkUp("yihu"))
        self.hear(RequestAnswer("read_board", ok=False))
        if self.timed and not self.table.devices.all()[-1].online:
            self.hear(FromClock(LinkUp("buttons")))

    def pull(self) -> None:
        self.heard = False
        self.hear(LinkDown("pulled"), 500)

    def lay(self, count: int, *, pressed: bool = True) -> None:
        for _ in range(count):
            cell = self.game.start().read(STONES[self.laid]).path[0]
            side = Side.BLACK if self.laid % 2 == 0 else Side.WHITE
            self.laid += 1
            self.wait(1500)
            if self.heard:
                self.hear(SquareChanged(cell, "?"))
            if pressed and self.timed:
                self.hear(FromClock(LeverPressed(Seat.LEFT if side is Side.WHITE else Seat.RIGHT)), 400)
        self.wait(2000)

    def stones(self) -> tuple[str, ...]:
        play = self.table.referee.play
        assert play is not None
        return play.texts

    def enter(self, *stones: str) -> None:
        for number, stone in enumerate(stones):
            assert self.act(EnterMove(move=stone, why="seen by the arbiter"), f"{stone}{number}").ok


def told(table: VirtualTable) -> bool:
    return table.table.referee.raised(AlertKind.BOARD_DIFFERS)


@pytest.mark.parametrize("timed", [True, False])
def test_stones_that_were_laid_out_of_sight_are_entered_and_what_followed_is_known(timed: bool) -> None:
    goban = Goban(timed=timed)
    goban.lay(3)
    goban.pull()
    goban.lay(2)
    goban.plug()
    assert told(goban), "at once"
    goban.lay(3)
    assert goban.stones() == STONES[:3], "nobody knows whose stones these are"
    goban.enter(*STONES[3:5], *([] if timed else STONES[5:6]))
    goban.wait(1000)
    goban.lay(1)
    assert goban.stones() == STONES[:9]
    assert not told(goban)
    assert not goban.whats(CaseOpened)


def test_a_killed_agent_tells_that_stones_may_be_missing() -> None:
    goban = Goban(timed=True)
    goban.lay(3)
    goban.at = Instant(goban.at + 3000)
    goban.restart()
    goban.plug()
    assert told(goban)
    goban.lay(2)
    goban.enter(STONES[3])
    goban.lay(1)
    assert goban.stones() == STONES[:6], "none was missing"
    assert not goban.whats(CaseOpened)


def test_where_nobody_has_pressed_meanwhile_the_next_press_tells() -> None:
    goban = Goban(timed=True)
    goban.lay(3)
    goban.pull()
    goban.plug()
    assert not told(goban)
    goban.lay(1)
    goban.pull()
    goban.lay(1, pressed=False)
    goban.plug()
    assert not told(goban)
    goban.hear(FromClock(LeverPressed(Seat.RIGHT)))
    assert told(goban)
    goban.lay(1)
    goban.enter(STONES[4])
    goban.lay(1)
    assert goban.stones() == STONES[:7]
    assert not goban.whats(CaseOpened)


@pytest.mark.parametrize("timed", [True, False])
@pytest.mark.parametrize("kind", [Weakness.BOARD, Weakness.KILLED])
def test_the_arbiter_is_told_after_every_outage_that_may_hide_a_stone(kind: Weakness, timed: bool) -> None:
    table = WatchedTable("yihu", "go", "blitz", 4, [TableFault(9000, kind, 6000)], plies=24, timed=timed)
    table.play()
    assert table.whats(BoardMismatched)
    assert len(table.whats(Moved)) < 24
    assert not table.verdict().broken
