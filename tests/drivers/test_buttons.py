"""Bare buttons: lines of text, keys, a lever's contact."""

from __future__ import annotations

import asyncio
import fcntl
import os
import struct
from pathlib import Path

import pytest

from drivers.clocks.buttons.codec import BOUNCE_MS, ButtonsCodec, configure
from drivers.clocks.buttons.keys import CHANNEL
from drivers.clocks.buttons.spec import SPEC
from drivers.codec import Packet
from drivers.errors import BadOptionError, PortUnavailableError
from drivers.link import Link
from drivers.readings import LeverPressed, LinkDown, LinkUp, Noise, Reading, RequestAnswer, Seat, Stamped
from drivers.requests import ReadBoard
from drivers.transport import open_transport

LEFT, RIGHT = LeverPressed(Seat.LEFT), LeverPressed(Seat.RIGHT)


def event(code: int, value: int, at_ms: int, kind: int = 1) -> bytes:
    """One struct input_event."""
    return struct.pack("@llHHi", 1_700_000_000 + at_ms // 1000, at_ms % 1000 * 1000, kind, code, value)


def keys(*pairs: tuple[int, int], at: int = 0, apart: int = 1) -> Packet:
    """Keys from an instant on, so many milliseconds apart."""
    instants = range(at, at + apart * len(pairs), apart)
    events = [
        event(*pair, instant) + event(0, 0, instant, kind=0) for pair, instant in zip(pairs, instants, strict=True)
    ]
    return Packet(b"".join(events), CHANNEL)


def test_lines_are_presses() -> None:
    codec = ButtonsCodec()
    presses: list[Reading] = []
    for at, line in enumerate((b"left\r\n", b"right\n", b"L\n", b"R \r\n", b"1\n", b"2\n")):
        presses += codec.receive(line, at * 1000)
    assert presses == [LEFT, RIGHT] * 3


def test_other_lines_are_noise() -> None:
    assert ButtonsCodec().receive(b"hello\nleft\n", 0) == [Noise(6), LEFT]


def test_keys_left_and_right_of_a_keyboard() -> None:
    codec = ButtonsCodec()
    assert codec.receive(keys((42, 1)), 0) == [LEFT]
    assert codec.receive(keys((42, 2), (42, 0), (16, 1)), 500) == []  # held, let go, another key
    assert codec.receive(keys((54, 1)), 1000) == [RIGHT]


def test_keys_of_ones_own() -> None:
    codec = configure({"left": "16", "right": "17, 18"})
    assert codec.receive(keys((16, 1), (18, 1), (42, 1)), 0) == [LEFT, RIGHT]


def test_a_lever_tells_by_one_contact() -> None:
    codec = configure({"lever": "30"})
    assert codec.receive(keys((30, 1)), 0) == [LEFT]
    assert codec.receive(keys((30, 0), at=1000), 1000) == [RIGHT]
    assert codec.receive(keys((105, 1), at=2000), 2000) == []


def test_a_lever_that_bounces_is_turned_once() -> None:
    codec = configure({"lever": "30"})
    assert codec.receive(keys((30, 1), (30, 0), (30, 1)), 0) == [LEFT]
    assert codec.receive(keys((30, 0), (30, 1), (30, 0), at=1000), 1000) == [RIGHT]


def test_a_contact_that_bounces_is_one_press() -> None:
    codec = ButtonsCodec()
    assert codec.receive(keys((42, 1), (42, 0), (42, 1)), 0) == [LEFT]
    assert codec.receive(keys((42, 1), at=BOUNCE_MS - 1), BOUNCE_MS - 1) == []
    assert codec.receive(keys((42, 1), at=10 * BOUNCE_MS), 10 * BOUNCE_MS) == [LEFT]
    assert codec.receive(b"right\nright\n", 20 * BOUNCE_MS) == [RIGHT]


@pytest.mark.parametrize("options", [{}, {"lever": "30"}])
def test_presses_that_are_read_at_once_are_all_heard(options: dict[str, str]) -> None:
    """A computer that stood still for seconds reads all of them in one instant."""
    presses = [(30, 1), (30, 0)] * 3 if options else [(42, 1), (54, 1)] * 3
    assert configure(options).receive(keys(*presses, apart=1500), 9_000) == [LEFT, RIGHT] * 3


def test_lines_that_are_read_at_once_are_all_presses() -> None:
    assert ButtonsCodec().receive(b"left\nright\n" * 3, 9_000) == [LEFT, RIGHT] * 3


def test_events_in_any_split() -> None:
    codec = ButtonsCodec()
    stream = keys((42, 1), (54, 1))
    readings: list[Reading] = []
    for i in range(len(stream)):
        readings += codec.receive(Packet(stream[i : i + 1], CHANNEL), 0)
    assert readings == [LEFT, RIGHT]


def test_what_is_no_key_is_refused() -> None:
    with pytest.raises(BadOptionError, match="not a list of key codes"):
        SPEC.configured({"left": "shift"})


def test_buttons_do_nothing_on_request() -> None:
    (answer,) = ButtonsCodec().request(ReadBoard(), 0)
    assert isinstance(answer, RequestAnswer)
    assert not answer.ok


async def test_a_keyboard_by_url(tmp_path: Path) -> None:
    """A pipe stands for the device: both hand over whole events."""
    path = tmp_path / "event0"
    os.mkfifo(path)
    keyboard = os.open(path, os.O_RDWR)  # waits for no reader
    heard: asyncio.Queue[Stamped] = asyncio.Queue()
    link = asyncio.create_task(Link(SPEC, f"evdev://{path}", lambda: 0).run(heard.put_nowait))
    try:
        async with asyncio.timeout(30):
            assert isinstance((await heard.get()).reading, LinkUp)
            os.write(keyboard, keys((42, 1)))
            assert (await heard.get()).reading == LEFT
            os.close(keyboard)
            assert isinstance((await heard.get()).reading, LinkDown)
    finally:
        link.cancel()
        await asyncio.wait([link])


async def test_a_keyboard_that_is_not_there() -> None:
    with pytest.raises(PortUnavailableError, match="not there"):
        await open_transport("evdev:///dev/input/no-such-keyboard")


async def test_two_pins_are_one_clock(tmp_path: Path) -> None:
    paths = [tmp_path / "button@11", tmp_path / "button@1b"]
    for path in paths:
        os.mkfifo(path)
    pins = [os.open(path, os.O_RDWR) for path in paths]
    heard: asyncio.Queue[Stamped] = asyncio.Queue()
    url = "evdev://" + ",".join(map(str, paths))
    link = asyncio.create_task(Link(SPEC, url, lambda: 0).run(heard.put_nowait))
    try:
        async with asyncio.timeout(30):
            assert isinstance((await heard.get()).reading, LinkUp)
            for pin, code, press in ((0, 105, LEFT), (1, 106, RIGHT)):
                os.write(pins[pin], keys((code, 1)))
                assert (await heard.get()).reading == press
            os.close(pins[1])
            assert isinstance((await heard.get()).reading, LinkDown)
    finally:
        link.cancel()
        await asyncio.wait([link])
        os.close(pins[0])


async def test_presses_of_two_pins_keep_their_order(tmp_path: Path) -> None:
    """Both files hold several when they are read; the kernel's instants tell which came first."""
    paths = [tmp_path / "button@11", tmp_path / "button@1b"]
    for path in paths:
        os.mkfifo(path)
    pins = [os.open(path, os.O_RDWR) for path in paths]
    transport = await open_transport("evdev://" + ",".join(map(str, paths)))
    try:
        os.write(pins[0], keys((105, 1), (105, 1), apart=2000))
        os.write(pins[1], keys((106, 1), (106, 1), at=1000, apart=2000))
        codec, heard = ButtonsCodec(), list[Reading]()
        async with asyncio.timeout(30):
            while len(heard) < 4:
                heard += codec.receive(await transport.read(), 9_000)
        assert heard == [LEFT, RIGHT] * 2
    finally:
        await transport.close()
        for pin in pins:
            os.close(pin)


async def test_a_press_counts_from_when_the_kernel_saw_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A pipe stands for the device, and takes the wish for another clock."""
    monkeypatch.setattr(fcntl, "ioctl", lambda *_: 0)
    path = tmp_path / "event0"
    os.mkfifo(path)
    keyboard = os.open(path, os.O_RDWR)
    heard: asyncio.Queue[Stamped] = asyncio.Queue()
    link = asyncio.create_task(Link(SPEC, f"evdev://{path}", lambda: 100_000).run(heard.put_nowait))
    try:
        async with asyncio.timeout(10):
            assert isinstance((await heard.get()).reading, LinkUp)
            now = asyncio.get_running_loop().time()
            for code, ago_s in ((42, 5), (54, 3)):
                seconds, part = divmod(now - ago_s, 1)
                os.write(keyboard, struct.pack("@llHHi", int(seconds), int(part * 1e6), 1, code, 1))
            left, right = await heard.get(), await heard.get()
        assert (left.reading, right.reading) == (LEFT, RIGHT)
        assert right.at - left.at in range(1_999, 2_002)
        assert left.at <= 95_000
    finally:
        link.cancel()
        await asyncio.wait([link])
        os.close(keyboard)


async def test_a_pin_that_is_not_there_lets_go_of_the_other(tmp_path: Path) -> None:
    path = tmp_path / "button@11"
    os.mkfifo(path)
    with pytest.raises(PortUnavailableError, match="not there"):
        await open_transport(f"evdev://{path},{tmp_path}/none")


async def test_keys_that_one_may_not_read(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> int:
        raise PermissionError(13, "no")

    monkeypatch.setattr(os, "open", refuse)
    with pytest.raises(PortUnavailableError, match="group input"):
        await open_transport("evdev:///dev/input/event0")
