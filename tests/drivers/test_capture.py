"""Files of captured bytes."""

from __future__ import annotations

import pytest

from drivers.boards.dgt.codec import DgtCodec
from drivers.errors import BadCaptureError
from drivers.readings import Identity, SquareChanged, Stamped
from drivers.transport.capture import Capture, Transfer, decode, format_header, format_transfer, parse_capture

DUMP = bytes([0x86, 0x00, 0x43]) + bytes(64)
TRANSFERS = (
    Transfer(100, "out", b"\x4d"),
    Transfer(120, "in", b"\x93\x00"),
    Transfer(None, "in", b"\x05\x01\x08"),
    Transfer(200, "in", DUMP),
    Transfer(900, "in", b"\x8e\x00\x05\x34\x01", channel="fff4"),
)


def test_what_is_written_is_read_again() -> None:
    lines = [format_header("dgt", game="chess"), *map(format_transfer, TRANSFERS)]
    capture = parse_capture(lines)
    assert capture == Capture("dgt", TRANSFERS, {"flagfall_capture": 1, "driver": "dgt", "game": "chess"})


def test_the_form_on_disk() -> None:
    assert format_header("dgt") == b'{"flagfall_capture":1,"driver":"dgt"}\n'
    assert format_transfer(TRANSFERS[0]) == b'{"t_ms":100,"dir":"out","hex":"4d"}\n'
    assert format_transfer(TRANSFERS[2]) == b'{"t_ms":null,"dir":"in","hex":"050108"}\n'


def test_decoding_stamps_what_the_device_said() -> None:
    readings = list(decode(Capture("dgt", TRANSFERS), DgtCodec()))
    assert readings[0] == Stamped(120, Identity("DGT board", firmware="1.08"))
    assert readings[-1] == Stamped(900, SquareChanged(52, "P"))
    assert [stamped.at for stamped in readings] == [120, 200, 900]


@pytest.mark.parametrize(
    ("lines", "number"),
    [
        ([], 1),
        (["{}"], 1),
        (['{"flagfall_capture": 2, "driver": "dgt"}'], 1),
        (["nonsense"], 1),
        (['{"flagfall_capture": 1, "driver": "dgt"}', '{"t_ms": 1, "dir": "in", "hex": "8"}'], 2),
        (['{"flagfall_capture": 1, "driver": "dgt"}', "", '{"t_ms": 1, "dir": "up", "hex": "80"}'], 3),
        (['{"flagfall_capture": 1, "driver": "dgt"}', '{"t_ms": 1, "dir": "in"}'], 2),
    ],
)
def test_a_bad_file_names_the_line(lines: list[str], number: int) -> None:
    with pytest.raises(BadCaptureError) as caught:
        parse_capture(lines)
    assert caught.value.line == number


def test_a_note_is_a_remark() -> None:
    lines: list[str | bytes] = [
        format_header("dgt"),
        '{"note": {"scenario": "opening"}}',
        format_transfer(TRANSFERS[0]),
    ]
    assert parse_capture(lines).transfers == TRANSFERS[:1]


def test_what_a_line_may_leave_out() -> None:
    lines: list[str | bytes] = [
        format_header("dgt"),
        '{"hex": "93 00"}',
        '{"t_ms": 1.6, "hex": "0501", "channel": null, "fens": [], "meaning": "version"}',
        '{"note": "then the plug was pulled", "by": "an arbiter"}',
    ]
    assert parse_capture(lines).transfers == (Transfer(None, "in", b"\x93\x00"), Transfer(2, "in", b"\x05\x01"))


def test_a_last_line_that_was_cut_short_is_left_out() -> None:
    lines = [format_header("dgt"), format_transfer(TRANSFERS[0]), format_transfer(TRANSFERS[1])[:-9]]
    assert parse_capture([*lines, b"\n"]).transfers == TRANSFERS[:1]
    with pytest.raises(BadCaptureError) as caught:
        parse_capture([*lines, format_transfer(TRANSFERS[2])])
    assert caught.value.line == 3


def test_a_part_of_a_file_wants_the_drivers_name() -> None:
    lines = [format_transfer(transfer) for transfer in TRANSFERS]
    assert parse_capture(lines, "dgt") == Capture("dgt", TRANSFERS, {"flagfall_capture": 1, "driver": "dgt"})
    with pytest.raises(BadCaptureError):
        parse_capture(lines)


def test_lines_that_were_kept_without_care() -> None:
    lines: list[str | bytes] = [
        b'\xef\xbb\xbf{"flagfall_capture": 1, "driver": "dgt"}\r\n',
        '{"dir": "in", "hex": "8e00053400", "meaning": {"lifted": "e2"}, "channel": null}\n',
        '{"scenario": "nothing is transferred here", "t_ms": 3}\n',
        '{"t_ms": 12.4, "dir": "in", "hex": "8E 00 05 24 01"}\n',
        '{"t_ms": 13, "dir": "in", "hex": "8e0',
    ]
    capture = parse_capture(lines)
    assert capture.transfers == (
        Transfer(None, "in", bytes.fromhex("8e00053400")),
        Transfer(12, "in", bytes.fromhex("8e00052401")),
    )


def test_only_the_last_line_may_be_cut_off() -> None:
    with pytest.raises(BadCaptureError) as caught:
        parse_capture([format_header("dgt"), b'{"t_ms": 13, "dir": "in", "he\n', format_transfer(TRANSFERS[0])])
    assert caught.value.line == 2
