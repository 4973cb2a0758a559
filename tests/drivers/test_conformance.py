"""One suite for every driver in the registry: whatever the bytes, and however they are cut.

The good bytes come from the driver's double, which was written without it; captured bytes are in each driver's own
tests.
"""

from __future__ import annotations

import functools
import random
from collections.abc import Callable, Iterable, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drivers import registry
from drivers.codec import Codec, Packet, channel_of
from drivers.readings import LeverPressed, Noise, Reading, Seat, Snapshot, SquareChanged
from drivers.requests import ClearSquares, ClearText, ReadBoard, ReadPast, SetClock, ShowSquares, ShowText, ShowTimes
from drivers.spec import Capability, DriverSpec
from firmware_sim.doubles import DOUBLES, Double, make_double
from firmware_sim.faults import Burst, Fault, LineNoise, Loss, Stump, one_byte_at_a_time
from firmware_sim.habits import CLUB, Habits
from firmware_sim.scenes import DeviceScene, SceneReading
from firmware_sim.stroke import Stroke
from fuzz.weight import HEAVIEST, weight
from tests.drivers.shown import shown_by
from tests.examples import examples

OURS = tuple(registry.BUILT_IN)
DOUBLED = tuple(name for name in OURS if name in DOUBLES)

Sent = tuple[int, bytes]
"""Bytes of a device, and when it sent them."""

GAMES = {
    "chess": [
        Stroke((52, 36)),
        Stroke((11, 27)),
        Stroke((36, 27), taken=(27,)),
        Stroke((3, 27), taken=(27,)),
        Stroke((57, 42)),
    ],
    "draughts": [
        Stroke((63, 54)),
        Stroke((36, 45)),
        Stroke((54, 36), taken=(45,)),
        Stroke((27, 45), taken=(36,)),
    ],
    "go": [Stroke((point,), piece="sS"[number % 2]) for number, point in enumerate((180, 181, 200, 160, 199))],
    "": [],
}
BLIND_TO_LIFTING = {"yihu"}
"""Boards that tell a stone put down and nothing else: what a hand does by mistake stays, what gets lost is lost."""


@functools.cache
def spec_of(name: str) -> DriverSpec:
    return registry.find(name)


def game_of(name: str) -> Sequence[Stroke]:
    boards = DOUBLES[name].boards
    return GAMES[boards[0] if boards else ""]


def scene_of(name: str, double: Double, codec: Codec, **more: object) -> DeviceScene[Reading]:
    habits = Habits(slides=0) if name in BLIND_TO_LIFTING else CLUB
    scene: DeviceScene[Reading] = DeviceScene(
        double.surface,
        double.device,
        codec,
        habits,
        random.Random(name),
        lever=double.press,
        **more,  # type: ignore[arg-type]  # faults or tap
    )
    return scene


@functools.cache
def good_bytes(name: str) -> tuple[Sent, ...]:
    """What a device of this kind sends while a short game is played."""
    double = make_double(name)
    kept: list[Sent] = []

    def keep(at: int, way: str, data: bytes) -> None:
        if way == "in":
            kept.append((at, data))

    for _ in scene_of(name, double, spec_of(name).codec(), tap=keep).talk(game_of(name), rest_ms=12_000):
        pass
    if not DOUBLES[name].boards:
        assert double.press is not None
        for number in range(6):
            double.press(Seat.LEFT if number % 2 else Seat.RIGHT, number * 1000)
            kept += [(number * 1000, data) for data in double.device.data_to_send()]
    return tuple(kept)


def read(name: str, pieces: Iterable[Sent]) -> list[Reading]:
    codec = spec_of(name).codec()
    codec.connected(0)
    readings: list[Reading] = []
    for at, piece in pieces:
        readings += codec.receive(piece, at)
        codec.data_to_send()
    return readings


def seen(readings: Iterable[Reading]) -> tuple[str, dict[int, str]]:
    """The board as the readings leave it: a whole one if there was one, and single cells since."""
    cells = ""
    single: dict[int, str] = {}
    for reading in readings:
        match reading:
            case Snapshot(cells=cells):
                single = {}
            case SquareChanged(cell, piece):
                single[cell] = piece
    return cells, single


def like(piece: bytes, whole: bytes) -> bytes:
    """The piece, on the channel that the whole came by."""
    channel = channel_of(whole)
    return Packet(piece, channel) if channel else piece


def split(pieces: Iterable[Sent], rng: random.Random, most: int) -> list[Sent]:
    out = []
    for at, whole in pieces:
        start = 0
        while start < len(whole):
            size = rng.randint(1, most)
            out.append((at, like(whole[start : start + size], whole)))
            start += size
    return out


@pytest.mark.parametrize("name", OURS)
def test_a_driver_says_who_it_is(name: str) -> None:
    spec = spec_of(name)
    assert spec.name == name
    assert spec.title
    assert spec.scorecard is not None
    assert spec.serial is not None or spec.ble is not None
    assert bool(spec.scorecard.lamps) == (Capability.LAMPS in {*spec.capabilities, *spec.gains.values()})
    assert spec.gains.keys() <= spec.options.keys()
    if spec.options:
        assert spec.configure is not None


@pytest.mark.parametrize("name", OURS)
def test_a_fresh_codec_is_silent_and_waits_for_nothing(name: str) -> None:
    codec = spec_of(name).codec()
    assert codec.next_deadline() is None
    assert list(codec.data_to_send()) == []


@pytest.mark.parametrize("name", OURS)
def test_every_request_is_answered_or_sent(name: str) -> None:
    requests = (
        ReadBoard(),
        ReadPast(),
        SetClock(1000, 1000),
        ShowText("HELLO"),
        ClearText(),
        ShowSquares((0, 1, 63)),
        ClearSquares(),
        ShowTimes(1000, 1000),
    )
    for request in requests:
        codec = spec_of(name).codec()
        codec.connected(0)
        codec.data_to_send()
        answered = [*codec.request(request, 0)]
        sent = [*codec.data_to_send()]
        assert answered or sent or codec.next_deadline() is not None


@pytest.mark.parametrize("name", DOUBLED)
def test_any_split_of_the_stream_says_the_same(name: str) -> None:
    stream = good_bytes(name)
    whole = read(name, stream)
    assert whole
    assert not any(isinstance(reading, Noise) for reading in whole)
    assert read(name, split(stream, random.Random(1), 1)) == whole
    for seed in range(10):
        assert read(name, split(stream, random.Random(seed), 1 + 3 * seed)) == whole


STREAMS = [
    name for name in DOUBLED if DOUBLES[name].boards and not any(channel_of(data) for _, data in good_bytes(name))
]
"""Packets of different channels do not come in one piece, and presses at one moment are one press."""


@pytest.mark.parametrize("name", STREAMS)
def test_a_stream_in_one_piece_says_the_same(name: str) -> None:
    stream = good_bytes(name)
    whole = b"".join(piece for _, piece in stream)
    assert read(name, [(0, whole)]) == read(name, stream)


@pytest.mark.parametrize("name", OURS)
@examples(100)
@given(pieces=st.lists(st.binary(max_size=200), max_size=10))
def test_any_bytes_can_be_received(name: str, pieces: list[bytes]) -> None:
    codec = spec_of(name).codec()
    codec.connected(0)
    for at, piece in enumerate(pieces):
        codec.receive(piece, at * 100)
        codec.data_to_send()
        deadline = codec.next_deadline()
        if deadline is not None and deadline <= at * 100:
            codec.wake(at * 100)


@pytest.mark.parametrize("name", OURS)
def test_noise_does_not_fill_the_memory(name: str) -> None:
    rng = random.Random(name)
    spec = spec_of(name)
    channels = ("", *(spec.ble.notify + spec.ble.extra if spec.ble else ()))
    alphabet = sorted({byte for _, piece in (good_bytes(name) if name in DOUBLED else ()) for byte in piece} or {0})
    codec = spec.codec()
    codec.connected(0)
    for at in range(600):
        channel = rng.choice(channels)
        data = rng.randbytes(500) if at % 2 else bytes(rng.choices(alphabet, k=500))
        codec.receive(Packet(data, channel) if channel else data, at * 10)
        codec.data_to_send()
        if at % 20 == 0:
            assert weight(codec) < HEAVIEST


@pytest.mark.parametrize("name", DOUBLED)
def test_mutated_bytes_never_raise(name: str) -> None:
    rng = random.Random(name)
    stream = good_bytes(name)
    for _ in range(10):
        codec = spec_of(name).codec()
        codec.connected(0)
        for at, whole in stream:
            piece = bytearray(whole)
            for _ in range(rng.choice((0, 0, 0, 1, 1, 3))):
                if piece:
                    place = rng.randrange(len(piece))
                    match rng.randrange(3):
                        case 0:
                            piece[place] = rng.randrange(256)
                        case 1:
                            del piece[place]
                        case _:
                            piece[place:place] = rng.randbytes(rng.randint(1, 8))
            codec.receive(like(bytes(piece), whole), at)
            codec.data_to_send()


@pytest.mark.parametrize("name", DOUBLED)
def test_good_messages_after_garbage_are_read(name: str) -> None:
    stream = good_bytes(name)
    truth = seen(read(name, stream))
    presses = [reading for reading in read(name, stream) if isinstance(reading, LeverPressed)]
    for seed in range(20):
        rng = random.Random(seed)
        garbage = [(0, like(rng.randbytes(rng.randint(1, 700)), stream[0][1])) for _ in range(3)]
        again = [(at + 100_000, data) for at, data in stream]
        readings = read(name, [*garbage, *stream, *again])
        if name in BLIND_TO_LIFTING:
            assert truth[1].items() <= seen(readings)[1].items()
        else:
            assert seen(readings)[0] == truth[0]
        assert [reading for reading in readings if isinstance(reading, LeverPressed)][-1:] == presses[-1:]


LINES: dict[str, Callable[[], tuple[Fault, ...]]] = {
    "clean": lambda: (),
    "single bytes": lambda: (one_byte_at_a_time,),
    "noisy": lambda: (LineNoise(random.Random(2), rate=0.2),),
    "lossy": lambda: (Loss(random.Random(3), rate=0.2),),
    "cutting": lambda: (Stump(random.Random(4), rate=0.2),),
    "bursting": lambda: (Burst(2),),
}


HASTY = [
    (name, line)
    for name in DOUBLED
    for line in LINES
    if DOUBLES[name].boards and (name not in BLIND_TO_LIFTING or line not in ("lossy", "cutting", "bursting"))
]
"""A board that does not show itself again is left out where its messages get lost: see `test_whole_games`."""


@pytest.mark.parametrize(("name", "line"), HASTY)
def test_a_hasty_game_against_the_double(name: str, line: str) -> None:
    double = make_double(name)
    scene = scene_of(name, double, spec_of(name).codec(), faults=LINES[line]())
    readings = [heard.reading for heard in scene.talk(game_of(name), rest_ms=60_000) if isinstance(heard, SceneReading)]
    whole, single = seen(readings)
    cells = list(whole or double.start)
    for cell, piece in single.items():
        cells[cell] = piece
    assert "".join(cells) == shown_by(spec_of(name), double.surface.cells)
