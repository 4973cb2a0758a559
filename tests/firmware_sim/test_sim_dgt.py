"""The simulated DGT board by literal bytes: what the protocol text says a board sends, checked without any driver."""

from __future__ import annotations

import pytest

from drivers.readings import Seat
from firmware_sim.devices.dgt import OLD_DRAUGHTS_CODES, DgtBoard
from firmware_sim.devices.dgt_clock import DgtClock, FischerMode, SuddenDeathMode
from firmware_sim.surface import CHESS_START, DRAUGHTS_START, Surface


class Bench:
    """A board on the bench: commands in, bytes out, instants by hand."""

    def __init__(self, board: DgtBoard) -> None:
        self.board = board
        self.at = 0
        board.power_on(0)

    def say(self, text: str, after: int = 0) -> str:
        self.at += after
        self.board.receive(bytes.fromhex(text), self.at)
        return self.hear()

    def hear(self, after: int = 0) -> str:
        """Everything sent while that much time passes, one message per word."""
        end = self.at + after
        while (deadline := self.board.next_deadline()) is not None and deadline <= end:
            self.at = max(self.at, deadline)
            self.board.wake(self.at)
        self.at = end
        self.board.wake(self.at)
        return " ".join(message.hex() for message in self.board.data_to_send())


def draughts(clock: DgtClock | None = None, *, only_dark: bool = False) -> Bench:
    return Bench(DgtBoard(Surface(10, 10, DRAUGHTS_START), clock, only_dark=only_dark))


def chess(clock: DgtClock | None = None, *, battery: tuple[int, bool] | None = None) -> Bench:
    return Bench(DgtBoard(Surface(8, 8, CHESS_START), clock, battery=battery))


ROWS_OF_MEN = "00XX" * 5 + "XX00" * 5


def test_a_chess_dump() -> None:
    assert chess().say("42") == (
        "860043" + "08090a0c0b0a0908" + "0707070707070707" + "00" * 32 + "0101010101010101" + "0203040605040302"
    )


def test_a_draughts_dump() -> None:
    top, bottom = (ROWS_OF_MEN.replace("XX", code) * 2 for code in ("04", "01"))
    assert draughts().say("42") == "860067" + top + "00" * 20 + bottom


def test_a_draughts_dump_with_the_older_codes() -> None:
    bench = Bench(DgtBoard(Surface(10, 10, DRAUGHTS_START), codes=OLD_DRAUGHTS_CODES))
    assert bench.say("42")[6:10] == "0007"


def test_half_dumps() -> None:
    assert draughts().say("50") == "940035" + "04" * 20 + "00" * 10 + "01" * 20
    assert draughts().say("52") == "950035" + "00" * 50


@pytest.mark.parametrize(
    ("command", "answer"),
    [
        ("45", "910008" + "3031303235"),
        ("46", "9000050801"),  # serial 01025 as two groups of seven bits
        ("4d", "9300050108"),
        ("55", "a2000d" + "30303030303031303235"),
        ("41", "8d000a" + "00000000000020"),
        ("4c", ""),
        ("40", ""),
        ("58", ""),
    ],
)
def test_questions(command: str, answer: str) -> None:
    assert chess().say(command) == answer


def test_a_bluetooth_board_tells_its_battery() -> None:
    assert chess(battery=(87, True)).say("4c") == "a0000c577f7f000000000001"


def test_idle_it_says_nothing_of_its_own_accord() -> None:
    bench = chess(DgtClock(SuddenDeathMode(60_000)))
    bench.board.surface.lift(52, bench.at)
    assert bench.board.clock is not None
    bench.board.clock.run_stop(bench.at)
    assert bench.hear(3000) == ""
    assert bench.say("42")[6 + 2 * 52 :].startswith("00")


def test_field_updates() -> None:
    bench = chess()
    bench.say("44")
    bench.board.surface.lift(52, bench.at)
    assert bench.hear(200) == "8e00053400"
    bench.board.surface.put(36, "P", bench.at)
    assert bench.hear(200) == "8e00052401"


@pytest.mark.parametrize(("only_dark", "message"), [(False, "8e00053f00"), (True, "8e00051f00")])
def test_draughts_fields_are_counted_by_all_or_by_the_dark_ones(only_dark: bool, message: str) -> None:
    bench = draughts(only_dark=only_dark)
    bench.say("44")
    bench.board.surface.lift(63, bench.at)  # field 32 of a draughts diagram
    assert bench.hear(200) == message


def test_commands_may_come_in_pieces() -> None:
    bench = chess(DgtClock(SuddenDeathMode(60_000)))
    bench.say("4b")
    assert bench.say("2b03") == ""
    assert bench.say("0309") == ""
    bench.say("00")
    assert bench.hear(200) == "8d000a0a100900200000"


# -- the clock through the board --------------------------------------------------------------------------------------


def test_nice_updates_send_the_clock_once_and_then_on_change_only() -> None:
    clock = DgtClock(FischerMode(180_000, 2_000))
    bench = chess(clock)
    assert bench.say("4b") == "8d000a20030220030208"
    assert bench.hear(5000) == ""
    clock.run_stop(bench.at)
    assert bench.hear(999) == "8d000a20030220030209"
    assert bench.hear(1) == "8d000a20030220030109"
    assert bench.hear(1000) == "8d000a20030220030009"
    clock.press(Seat.LEFT, bench.at + 500)
    bench.at += 500
    # the increment comes with the press, in the same message as the lever: 2:59.5 + 2 s shows 3:02
    assert bench.hear() == "8d000a20030220030213"
    assert bench.hear(1000) == "8d000a20030120030213"


def test_plain_updates_send_it_every_second() -> None:
    bench = chess(DgtClock(SuddenDeathMode(60_000)))
    bench.say("43")
    assert bench.hear(3000).split() == ["8d000a00010000010008"] * 3


def test_board_updates_never_send_the_clock_nor_its_answers() -> None:
    bench = chess(DgtClock(SuddenDeathMode(60_000)))
    bench.say("44")
    bench.say("2b03030900")
    assert bench.hear(3000) == ""


def test_a_board_without_a_clock_says_so() -> None:
    assert chess().say("4b") == "8d000a00000000000020"


def test_a_clock_can_be_plugged_in_later() -> None:
    bench = chess()
    bench.say("4b")
    bench.board.plug_clock(DgtClock(SuddenDeathMode(60_000)))
    assert bench.hear() == "8d000a00010000010008"
    bench.board.plug_clock(None)
    assert bench.hear() == "8d000a00000000000020"


def test_power_loss_forgets_the_mode() -> None:
    bench = chess()
    bench.say("44")
    bench.board.power_on(bench.at)
    bench.board.surface.lift(52, bench.at)
    assert bench.hear(1000) == ""
