"""Messages told by how they begin, and by a pattern: any split, any noise."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from drivers.framing import Dropped, MessageShape, PatternFramer, PrefixFramer

SHAPES = (
    MessageShape(b"\x01\x24", 6, lambda message: max(message[2:]) < 0x80),
    MessageShape(b"\x01\x3d", 5),
    MessageShape(b"\x2a", 3),
)
GOOD = (b"\x01\x24abcd", b"\x01\x3dxyz", b"\x2a\x01\x02")


def in_pieces(framer: PrefixFramer | PatternFramer, pieces: list[bytes]) -> list[bytes | Dropped]:
    return [item for piece in pieces for item in framer.feed(piece)]


def test_messages_by_prefix_in_every_split() -> None:
    data = b"".join(GOOD)
    for cut in range(len(data) + 1):
        assert in_pieces(PrefixFramer(SHAPES), [data[:cut], data[cut:]]) == list(GOOD)


def test_a_false_start_costs_only_its_first_byte() -> None:
    noise = b"\x01\x24\xff\x2a\x01"  # begins like a message and cannot be one
    found = in_pieces(PrefixFramer(SHAPES), [noise + GOOD[0]])
    assert GOOD[0] not in found[:1]
    assert in_pieces(PrefixFramer(SHAPES), [noise + GOOD[0] + GOOD[0]])[-1] == GOOD[0]


def test_a_whole_packet_ends_what_was_cut_off() -> None:
    framer = PrefixFramer(SHAPES)
    assert framer.feed(b"\x01\x24ab", packet=True) == []
    assert framer.feed(GOOD[0], packet=True) == [Dropped(4), GOOD[0]]
    assert framer.feed(b"\x01\x24ab", packet=True) == []
    assert framer.feed(b"cd", packet=True) == [b"\x01\x24abcd"]


TEXT = rb"[0-9]{1,2}#[a-z]{0,8}\*"


@given(st.binary(max_size=600), st.integers(1, 50))
def test_noise_neither_grows_nor_hides_and_splits_do_not_matter(noise: bytes, step: int) -> None:
    data = noise + b"\x00" * 16 + GOOD[1] + b"30#abc*"
    pieces = [data[i : i + step] for i in range(0, len(data), step)]
    for make, good, limit in (
        (lambda: PrefixFramer(SHAPES), GOOD[1], 6),
        (lambda: PatternFramer(TEXT, 12), b"30#abc*", 12),
    ):
        framer = make()
        found: list[bytes | Dropped] = []
        for piece in pieces:
            found += framer.feed(piece)
            assert len(framer) <= limit
        assert found == list(make().feed(data))
        assert good in found


def test_messages_by_pattern() -> None:
    framer = PatternFramer(TEXT, 12)
    assert framer.feed(b"xx30#r*2") == [Dropped(2), b"30#r*"]
    assert framer.feed(b"5#*") == [b"25#*"]
    assert framer.feed(b"25#ab", packet=True) == []
    assert framer.feed(b"4#*", packet=True) == [Dropped(5), b"4#*"]


def test_noise_that_begins_a_long_message_does_not_hold_up_a_short_one() -> None:
    def digits(message: bytes) -> bool:
        return message[1:].isdigit() or len(message) == 1

    shapes = (MessageShape(b"s", 60, digits, digits), MessageShape(b"v", 3))
    assert PrefixFramer(shapes).feed(b"s123v12") == [Dropped(4), b"v12"]
    framer = PrefixFramer(shapes)
    assert in_pieces(framer, [bytes([byte]) for byte in b"s123v12"]) == [Dropped(4), b"v12"]
    assert framer.feed(b"s" + b"4" * 59) == [b"s" + b"4" * 59]
