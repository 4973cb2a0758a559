"""Which device is asked for what, and what the table is told of its devices."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from drivers.errors import BadOptionError
from drivers.link import Link
from drivers.readings import Calibrated, LeverPressed, LinkUp, Seat, Snapshot
from drivers.requests import (
    ClearSquares,
    ClearText,
    ReadBoard,
    Request,
    SetClock,
    ShowSquares,
    ShowText,
    ShowTimes,
)
from firmware_sim.doubles import make_double
from firmware_sim.ports import TcpPort
from gateway.clock.face import ClockFace, Source
from gateway.model.errors import SettingsError
from gateway.model.instants import Instant, Millis
from gateway.model.sides import Side
from gateway.record.learned_options import Learned
from gateway.record.raw import FromClock
from gateway.runtime.hardware import Hardware
from gateway.runtime.settings import TableSettings
from gateway.runtime.time_display import TimeDisplay
from gateway.table.state import Event

BOARD, CLOCK = "tcp://board:1", "tcp://clock:1"


def settings(
    device: str, clock: str = "", *, rules: str = "chess", urls: tuple[str, str] = (BOARD, CLOCK)
) -> TableSettings:
    values: dict[str, object] = {
        "event": "open",
        "table": "t1",
        "journal": Path("t1.journal"),
        "game": {"rules": rules, "rulebook": "chess-rapid", "control": "10m+5s"},
        "device": {"driver": device, "url": urls[0]},
    }
    if clock:
        values["clock"] = {"driver": clock, "url": urls[1]}
    return TableSettings(**values)  # type: ignore[arg-type]  # a test's own mapping


REQUESTS: tuple[Request, ...] = (
    ReadBoard(),
    ShowText("PAUSE"),
    ClearText(),
    ShowSquares((1,)),
    ClearSquares(),
    SetClock(1, 1),
    ShowTimes(1, 1),
)


@pytest.mark.parametrize(
    ("device", "clock", "board_gets", "clock_gets"),
    [
        ("dgt", "", (ReadBoard, ShowText, ClearText, SetClock), ()),
        ("dgt", "buttons", (ReadBoard, ShowText, ClearText), ()),
        ("certabo", "", (ReadBoard, ShowSquares, ClearSquares), ()),
        ("certabo", "buttons", (ReadBoard, ShowSquares, ClearSquares), ()),
        ("certabo", "dgt3000-ble", (ReadBoard, ShowSquares, ClearSquares), (ShowText, ClearText, SetClock)),
        ("cpp", "buttons", (ReadBoard, ShowText, ClearText, ShowSquares, ClearSquares, ShowTimes), ()),
    ],
)
def test_a_request_goes_to_the_device_that_can_do_it(
    monkeypatch: pytest.MonkeyPatch,
    device: str,
    clock: str,
    board_gets: tuple[type, ...],
    clock_gets: tuple[type, ...],
) -> None:
    asked: dict[str, list[type]] = {BOARD: [], CLOCK: []}
    monkeypatch.setattr(Link, "request", lambda link, request: asked[link._url].append(type(request)))
    hardware = Hardware(settings(device, clock), lambda: 0)
    for request in REQUESTS:
        hardware.request(request)
    assert asked == {BOARD: list(board_gets), CLOCK: list(clock_gets)}
    assert hardware.shows_times is (device == "cpp")


@pytest.mark.parametrize(
    ("device", "clock", "source"),
    [
        ("dgt", "", Source.HARDWARE),
        ("dgt", "buttons", Source.AGENT),
        ("certabo", "", Source.AGENT),
        ("certabo", "buttons", Source.AGENT),
        ("certabo", "dgt3000-ble", Source.HARDWARE),
    ],
)
def test_the_clock_beside_the_board_counts(device: str, clock: str, source: Source) -> None:
    setup = Hardware(settings(device, clock), lambda: 0).setup
    assert (setup.clock, setup.apart) == (source, bool(clock))


def test_a_game_that_needs_a_larger_board_is_refused() -> None:
    with pytest.raises(SettingsError, match="draughts-international needs a board of 10x10; certabo boards are 8x8"):
        Hardware(settings("certabo", rules="draughts-international"), lambda: 0)


@pytest.mark.parametrize(
    ("device", "clock", "control", "why"),
    [
        ("dgt", "", "20m", ""),
        ("certabo", "dgt3000-ble", "20m", ""),
        ("dgt", "", "10m+5s", "adds no bonus"),
        ("certabo", "", "20m", "the clock of certabo cannot be set"),
        ("dgt", "buttons", "20m", "the clock of buttons cannot be set"),
    ],
)
def test_the_clock_is_set_only_where_that_can_work(device: str, clock: str, control: str, why: str) -> None:
    values = settings(device, clock)
    assert values.game is not None
    game = values.game.model_copy(update={"set_clock": True, "control": control})
    values = values.model_copy(update={"game": game})
    if why:
        with pytest.raises(SettingsError, match=why):
            Hardware(values, lambda: 0)
    else:
        alone = Hardware(values, lambda: 0).setup.alone
        assert alone is not None
        assert alone.set_clock


def test_a_wrong_option_of_the_clock_is_told_at_once() -> None:
    values = settings("certabo", "buttons")
    assert values.clock is not None
    wrong = values.model_copy(update={"clock": values.clock.model_copy(update={"options": {"left": "no key"}})})
    with pytest.raises(BadOptionError, match="buttons"):
        Hardware(wrong, lambda: 0)


async def test_readings_come_tagged_with_their_device() -> None:
    board, buttons = make_double("certabo"), make_double("buttons")
    assert buttons.press is not None
    heard: asyncio.Queue[Event] = asyncio.Queue()
    async with TcpPort(board.device) as port, TcpPort(buttons.device) as beside:
        hardware = Hardware(settings("certabo", "buttons", urls=(port.url, beside.url)), lambda: 0)
        running = asyncio.create_task(hardware.run(lambda _, event: heard.put_nowait(event)))
        try:
            async with asyncio.timeout(20):
                seen = [await heard.get()]
                while not {LinkUp(port.url), FromClock(LinkUp(beside.url))} <= set(seen):
                    seen.append(await heard.get())
                buttons.press(Seat.RIGHT, 0)
                while not (
                    FromClock(LeverPressed(Seat.RIGHT)) in seen and any(isinstance(each, Snapshot) for each in seen)
                ):
                    seen.append(await heard.get())
        finally:
            running.cancel()
            await asyncio.wait([running])


async def test_a_board_that_shows_times_is_told_each_second_while_they_run() -> None:
    now = 0
    shown: asyncio.Queue[ShowTimes] = asyncio.Queue()
    display = TimeDisplay(shown.put_nowait, lambda: Instant(now))
    running = asyncio.create_task(display.run())
    try:
        async with asyncio.timeout(20):
            display.follow(ClockFace(Millis(60_000), Millis(60_000), None, Instant(0)))
            assert await shown.get() == ShowTimes(60_000, 60_000)
            display.follow(ClockFace(Millis(60_000), Millis(60_000), Side.BLACK, Instant(0)))
            assert await shown.get() == ShowTimes(60_000, 60_000)
            now = 1000  # the second that it waits for is over
            assert await shown.get() == ShowTimes(60_000, 59_000)
            display.follow(None)
            display.follow(ClockFace(Millis(5000), Millis(6000), None, Instant(0)))
            while (last := await shown.get()) != ShowTimes(5000, 6000):
                assert last.white_ms == 60_000
    finally:
        running.cancel()
        await asyncio.wait([running])


def test_what_a_board_has_taught_its_driver_is_known_after_a_restart(caplog: pytest.LogCaptureFixture) -> None:
    hardware = Hardware(settings("certabo"), lambda: 0)
    taught = hardware.learned(Calibrated("tags", "K=3.0.84.252.153"))
    assert taught == Learned("certabo", "tags", "K=3.0.84.252.153")
    assert hardware.learned(LinkUp("x")) is None
    hardware.remember([taught, Learned("another", "tags", "of another board")])
    assert hardware._board is not None
    assert hardware._board.spec.chosen == {"tags": "K=3.0.84.252.153"}
    hardware.remember([Learned("certabo", "tags", "an older way to write them")])
    assert "has to be learned again" in caplog.text


def _asked(monkeypatch: pytest.MonkeyPatch, device: str, *requests: Request) -> list[Request]:
    asked: list[Request] = []
    monkeypatch.setattr(Link, "request", lambda _, request: asked.append(request))
    hardware = Hardware(settings(device), lambda: 0)
    for request in requests:
        hardware.request(request)
    return asked


def test_without_lamps_the_clock_shows_what_differs(monkeypatch: pytest.MonkeyPatch) -> None:
    differs = ShowSquares((52, 36), "E2 E4")
    pause = ShowText("PAUSE")
    assert _asked(monkeypatch, "dgt", differs, ClearSquares(), ClearSquares()) == [ShowText("E2 E4"), ClearText()]
    assert _asked(monkeypatch, "dgt", pause, differs, ClearSquares()) == [pause]
    assert _asked(monkeypatch, "dgt", differs, pause, ClearSquares()) == [ShowText("E2 E4"), pause]
    assert _asked(monkeypatch, "dgt", pause, ClearText(), differs) == [pause, ClearText(), ShowText("E2 E4")]
    assert _asked(monkeypatch, "certabo", differs, ClearSquares()) == [differs, ClearSquares()]
