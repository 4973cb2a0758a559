"""The board's own memory, by literal bytes of the protocol text."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from drivers.boards.dgt.memory import StoredChange, StoredMark, StoredPress, StoredUnknown, parse_memory


def test_a_game_that_nobody_listened_to() -> None:
    data = bytes.fromhex("6a 7f 6f 40 34 51 24 62 59 58 72 59 59 00 6b 41 41")
    assert parse_memory(data) == (
        StoredMark.POWER_UP,
        StoredMark.BEGIN,
        StoredChange(0x34, 0, quick=False),
        StoredChange(0x24, 1, quick=True),
        StoredPress(left=False, seconds=2 * 3600 + 59 * 60 + 58),
        StoredPress(left=True, seconds=2 * 3600 + 59 * 60 + 59),
    )


def test_the_start_of_draughts() -> None:
    assert parse_memory(b"\x6c") == (StoredMark.FOUR_ROWS,)


def test_what_is_not_understood_is_kept() -> None:
    assert parse_memory(bytes.fromhex("01 60 0a 00 7a 40")) == (
        StoredUnknown(0x01),
        StoredUnknown(0x60),
        StoredMark.BEGIN_ROTATED,
    )


@given(st.binary(max_size=300))
def test_any_bytes_can_be_read(data: bytes) -> None:
    assert len(parse_memory(data)) <= len(data)
