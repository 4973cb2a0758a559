"""The loop that keeps a device connected, against a simulated board on a real pseudo-terminal."""

from __future__ import annotations

import asyncio
import logging
import random
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

import pytest
import uvloop

from drivers import link as link_module
from drivers.boards.dgt.spec import SPEC
from drivers.errors import PortReason, PortUnavailableError
from drivers.link import Backoff, Link, monotonic_ms
from drivers.readings import (
    Calibrated,
    ClockTimes,
    Identity,
    LinkDown,
    LinkUp,
    Reading,
    RequestAnswer,
    Seat,
    Snapshot,
    SquareChanged,
    Stamped,
)
from drivers.requests import ClearText, ReadBoard, Request, ShowText
from drivers.transport import Transport
from firmware_sim.faults import Cut, LineNoise, one_byte_at_a_time
from firmware_sim.ports import Port, PtyPort, TcpPort
from firmware_sim.sets import DgtSet

R = TypeVar("R", bound=Reading)


def quick() -> Backoff:
    return Backoff(first_s=0.01, longest_s=0.05, permanent_s=0.01)


class Ear:
    """Takes what a link delivers; lets a test wait for a reading instead of for time."""

    def __init__(self) -> None:
        self.heard: list[Stamped] = []
        self._more = asyncio.Event()
        self._place = 0

    def __call__(self, stamped: Stamped) -> None:
        self.heard.append(stamped)
        self._more.set()

    @property
    def readings(self) -> list[Reading]:
        return [stamped.reading for stamped in self.heard]

    async def next(self, kind: type[R], like: Callable[[R], bool] = lambda _: True) -> R:
        """The next reading of that kind, after the last one returned."""
        async with asyncio.timeout(30):
            while True:
                while self._place < len(self.heard):
                    reading = self.heard[self._place].reading
                    self._place += 1
                    if isinstance(reading, kind) and like(reading):
                        return reading
                self._more.clear()
                await self._more.wait()


@asynccontextmanager
async def listening(link: Link) -> AsyncIterator[Ear]:
    ear = Ear()
    task = asyncio.create_task(link.run(ear))
    try:
        yield ear
    finally:
        task.cancel()
        await asyncio.wait([task])
        assert task.cancelled()


def a_link(port: Port) -> Link:
    return Link(SPEC, port.url, monotonic_ms, backoff=quick())


async def test_connects_and_tells_the_whole_state(tmp_path: Path) -> None:
    kit = DgtSet.draughts()
    async with PtyPort(kit.board, tmp_path / "board") as port, listening(a_link(port)) as ear:
        assert await ear.next(LinkUp) == LinkUp(f"serial://{tmp_path}/board")
        assert await ear.next(Snapshot) == Snapshot(10, 10, kit.start)
        await ear.next(Identity, lambda identity: "DGT 3000" in identity.product)
        assert ClockTimes(300_000, 300_000, running=False, up=Seat.LEFT) in ear.readings
        assert ear.readings[0] == LinkUp(port.url)
        instants = [stamped.at for stamped in ear.heard]
        assert instants == sorted(instants)


async def test_tells_what_the_hands_do(tmp_path: Path) -> None:
    kit = DgtSet.draughts()
    async with PtyPort(kit.board, tmp_path / "board") as port, listening(a_link(port)) as ear:
        await ear.next(Snapshot)
        at = 0
        kit.surface.lift(63, at)
        assert await ear.next(SquareChanged) == SquareChanged(63, ".")
        kit.surface.put(54, "M", at)
        assert await ear.next(SquareChanged) == SquareChanged(54, "M")
        snapshot = await ear.next(Snapshot)  # read again after the quiet
        assert snapshot.cells == kit.surface.cells


async def test_unplugged_in_mid_frame_and_plugged_in_again(tmp_path: Path) -> None:
    kit = DgtSet.draughts()
    port = PtyPort(kit.board, tmp_path / "board")
    async with port, listening(a_link(port)) as ear:
        await ear.next(Identity, lambda identity: "DGT 3000" in identity.product)
        port.faults = (Cut(3, port.unplug),)
        kit.surface.lift(63, 0)
        down = await ear.next(LinkDown)
        assert not down.permanent
        assert SquareChanged(63, ".") not in ear.readings
        kit.surface.put(54, "M", 0)
        port.faults = ()
        await port.plug()
        await ear.next(LinkUp)
        assert (await ear.next(Snapshot)).cells == kit.surface.cells


async def test_waits_for_a_port_that_is_not_there_yet(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    kit = DgtSet.chess()
    port = PtyPort(kit.board, tmp_path / "board")
    tries = asyncio.Semaphore(0)

    def jitter() -> float:
        tries.release()
        return 0.5

    link = Link(SPEC, port.url, monotonic_ms, backoff=Backoff(first_s=0.01, longest_s=0.01, jitter=jitter))
    caplog.set_level(logging.DEBUG, logger="drivers.link")
    async with listening(link) as ear:
        assert "not there" in (await ear.next(LinkDown)).reason
        for _ in range(3):
            await tries.acquire()
        async with port:
            await ear.next(LinkUp)
            assert (await ear.next(Snapshot)).cells == kit.start
    assert [type(reading) for reading in ear.readings[:2]] == [LinkDown, LinkUp]
    levels = [record.levelno for record in caplog.records if "not there" in record.message]
    assert levels[0] == logging.WARNING
    assert set(levels[1:]) == {logging.DEBUG}


async def test_over_tcp_with_noise_and_single_bytes() -> None:
    kit = DgtSet.draughts()
    faults = (LineNoise(random.Random(1), rate=0.5), one_byte_at_a_time)
    async with TcpPort(kit.board, faults=faults) as port, listening(a_link(port)) as ear:
        await ear.next(Snapshot, lambda snapshot: snapshot.cells == kit.start)
        kit.surface.lift(63, 0)
        await ear.next(Snapshot, lambda snapshot: snapshot.cells == kit.surface.cells)
        port.unplug()
        await ear.next(LinkDown)
        await port.plug()
        await ear.next(LinkUp)


async def test_requests_reach_the_clock(tmp_path: Path) -> None:
    kit = DgtSet.draughts()
    async with PtyPort(kit.board, tmp_path / "board") as port:
        link = a_link(port)
        async with listening(link) as ear:
            await ear.next(LinkUp)
            link.request(ShowText("PAUSE", beep=True))
            assert await ear.next(RequestAnswer) == RequestAnswer("show_text", ok=True)
            assert (kit.clock.text, kit.clock.beeps) == ("PAUSE", 1)
            link.request(ClearText())
            assert await ear.next(RequestAnswer) == RequestAnswer("clear_text", ok=True)
            assert kit.clock.text is None
            link.request(ReadBoard())
            await ear.next(Snapshot)


async def test_requests_are_refused_while_it_cannot_be_reached(tmp_path: Path) -> None:
    link = Link(SPEC, f"serial://{tmp_path}/none", monotonic_ms, backoff=quick())
    link.request(ShowText("EARLY"))
    async with listening(link) as ear:
        assert not (await ear.next(RequestAnswer)).ok
        link.request(ShowText("LATE"))
        assert await ear.next(RequestAnswer) == RequestAnswer(
            "show_text", ok=False, detail="the device is not connected"
        )


async def test_a_request_lost_with_the_connection_is_answered(tmp_path: Path) -> None:
    kit = DgtSet.draughts()
    kit.clock.deaf = True
    port = PtyPort(kit.board, tmp_path / "board")
    link = a_link(port)
    async with port, listening(link) as ear:
        await ear.next(Snapshot)
        link.request(ClearText())
        link.request(ReadBoard())
        await ear.next(Snapshot)
        port.unplug()
        answer = await ear.next(RequestAnswer)
        assert (answer.request, answer.ok) == ("clear_text", False)
        link.request(ReadBoard())
        assert (await ear.next(RequestAnswer)).request == "read_board"


async def test_raw_bytes_can_be_kept(tmp_path: Path) -> None:
    kit = DgtSet.chess()
    kept: list[tuple[int, str, bytes]] = []
    async with PtyPort(kit.board, tmp_path / "board") as port:
        link = Link(SPEC, port.url, monotonic_ms, capture=lambda at, way, data: kept.append((at, way, data)))
        async with listening(link) as ear:
            await ear.next(Snapshot)
    assert [data for _, way, data in kept if way == "out"][:3] == [b"\x4b", b"\x4d", b"\x42"]
    # the clock's times may come before it
    assert b"\x93\x00\x05\x01\x08" in b"".join(data for _, way, data in kept if way == "in")


async def test_no_permission_waits_longest(monkeypatch: pytest.MonkeyPatch) -> None:
    async def refuse(url: str, *_: object) -> Transport:
        raise PortUnavailableError(url, PortReason.NO_PERMISSION)

    monkeypatch.setattr(link_module, "open_transport", refuse)
    async with listening(Link(SPEC, "serial:///dev/ttyACM0", monotonic_ms, backoff=quick())) as ear:
        down = await ear.next(LinkDown)
    assert down.permanent
    assert "dialout" in down.reason


async def test_an_address_that_cannot_work_is_told_not_raised() -> None:
    async with listening(Link(SPEC, "nonsense", monotonic_ms, backoff=quick())) as ear:
        assert (await ear.next(LinkDown)).permanent


def test_back_off_doubles_up_to_its_limit_with_jitter() -> None:
    middle = Backoff(first_s=1, longest_s=5, permanent_s=30, jitter=lambda: 0.5)
    assert [middle.pause_s(permanent=False) for _ in range(5)] == [1, 2, 4, 5, 5]
    assert middle.pause_s(permanent=True) == 30
    middle.reset()
    assert middle.pause_s(permanent=False) == 1
    assert Backoff(first_s=1, jitter=lambda: 0.0).pause_s(permanent=False) == 0.75
    assert Backoff(first_s=1, jitter=lambda: 1.0).pause_s(permanent=False) == 1.25


class Mute:
    """The codec of a device that gives up at its first deadline."""

    def connected(self, at: int) -> None:
        self.deadline: int | None = at + 1

    def receive(self, data: bytes, at: int) -> Sequence[Reading]:
        return []

    def request(self, request: Request, at: int) -> Sequence[Reading]:
        return []

    def wake(self, at: int) -> Sequence[Reading]:
        self.deadline = None
        return [LinkDown("no answer")]

    def data_to_send(self) -> Sequence[bytes]:
        return []

    def next_deadline(self) -> int | None:
        return self.deadline


async def test_a_device_that_never_answers_was_never_up() -> None:
    async with TcpPort(DgtSet.chess().board) as port:
        link = Link(replace(SPEC, codec=Mute), port.url, monotonic_ms, backoff=quick())
        async with listening(link) as ear:
            assert await ear.next(LinkDown) == LinkDown("no answer")
    assert not any(isinstance(reading, LinkUp) for reading in ear.readings)


async def test_what_a_codec_learned_is_kept_beside_what_was_configured() -> None:
    made: list[Mapping[str, str]] = []

    class Learner(Mute):
        def wake(self, at: int) -> Sequence[Reading]:
            return [Calibrated("tags", "learned"), *super().wake(at)]

    def configure(options: Mapping[str, str]) -> Learner:
        made.append(options)
        return Learner()

    spec = replace(SPEC, codec=Learner, options={"tags": "", "key": ""}, configure=configure)
    async with TcpPort(DgtSet.chess().board) as port:
        link = Link(spec.configured({"key": "1", "tags": "old"}), port.url, monotonic_ms, backoff=quick())
        async with listening(link) as ear:
            for _ in range(2):
                await ear.next(LinkDown)
    assert made[-1] == {"key": "1", "tags": "learned"}


async def test_a_device_that_speaks_when_it_likes_is_up_when_open() -> None:
    async with TcpPort(DgtSet.chess().board) as port:
        link = Link(replace(SPEC, codec=Mute, answers=False), port.url, monotonic_ms, backoff=quick())
        async with listening(link) as ear:
            await ear.next(LinkUp)
            await ear.next(LinkDown)


def test_the_same_on_uvloop(tmp_path: Path) -> None:
    async def connect() -> None:
        kit = DgtSet.draughts()
        port = PtyPort(kit.board, tmp_path / "board")
        async with port, listening(a_link(port)) as ear:
            await ear.next(Snapshot)
            port.unplug()
            await ear.next(LinkDown)
            await port.plug()
            await ear.next(Snapshot)

    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(connect())
