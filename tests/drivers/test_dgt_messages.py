"""DGT messages by literal bytes, as the protocol text and captures have them."""

from __future__ import annotations

import pytest

from drivers.boards.dgt.messages import (
    Ack,
    BatteryStatus,
    BusAddress,
    ClockAbsent,
    ClockCommand,
    DgtMessage,
    Dump,
    FieldUpdate,
    LongSerial,
    MessageId,
    Nothing,
    Other,
    SerialNumber,
    SideDisplay,
    Times,
    Trademark,
    Version,
    clock_command,
    lamp_commands,
    parse,
    text_command,
)


def face(seconds: int, *, blocked: bool = False, flag: bool = False, per_move: bool = False) -> SideDisplay:
    return SideDisplay(seconds, blocked=blocked, flag=flag, per_move=per_move)


def times(left: SideDisplay, right: SideDisplay, *, running: bool, right_up: bool, battery_low: bool = False) -> Times:
    return Times(left, right, running=running, right_up=right_up, battery_low=battery_low)


CASES: list[tuple[str, DgtMessage]] = [
    ("8e 3400", FieldUpdate(0x34, 0)),
    ("8e 2401", FieldUpdate(0x24, 1)),
    ("8e 2411", FieldUpdate(0x24, 1)),  # only the low nibble is the piece
    ("91 3031303235", SerialNumber("01025")),
    ("a2 30303030303031303235", LongSerial("0000001025")),
    ("93 0102", Version(1, 2)),
    ("90 0801", BusAddress(1025)),
    ("92" + b"Digital Game Technology\r\nsoftware version: 1.02, serial no: 01025".hex(), Trademark("01025", "1.02")),
    ("92" + b"DGT".hex(), Trademark("", "")),
    ("a0 57 7f7f 0102 0003 04 01", BatteryStatus(87, charging=True)),
    ("a0 57 0a1e 0102 0003 04 02", BatteryStatus(87, charging=False)),
    ("a0 57 0a1e 01", BatteryStatus(87, charging=False)),
    # captured: Fischer 3+2 before the start, left on move; then running; then right on move
    ("8d 200302 200302 08", times(face(182, per_move=True), face(182, per_move=True), running=False, right_up=False)),
    ("8d 200302 200301 09", times(face(181, per_move=True), face(182, per_move=True), running=True, right_up=False)),
    ("8d 200301 200301 13", times(face(181, per_move=True), face(181, per_move=True), running=True, right_up=True)),
    # captured: the right side's flag, clock frozen
    (
        "8d 300000 200016 12",
        times(face(16, per_move=True), face(0, blocked=True, per_move=True), running=False, right_up=True),
    ),
    ("8d 095959 400000 0d", times(face(0, flag=True), face(35999), running=True, right_up=False, battery_low=True)),
    ("8d 000000 000000 20", ClockAbsent()),
    ("8d 000000 000000 00", Nothing()),
    # captured acks: version 2.0, text shown, an XL's error
    ("8d 0a1009 002000 00", Ack(0x10, 0x09, (0x20, 0x00))),
    ("8d 0a100c 000000 00", Ack(0x10, 0x0C, (0, 0))),
    ("8d 0a2000 000000 00", Ack(0x20, 0x00, (0, 0))),
    # the top bits travel in the nibbles: ack1 is 88, ack2 is 81
    ("8d 1a1008 200133 00", Ack(0x10, 0x88, (0x81, 0x33))),
    # no checksum on the line: what cannot be true is not believed
    ("8d 00030a 000302 09", Other()),
    ("8d 006000 000302 09", Other()),
    ("8d 0b0000 000302 09", Other()),
    ("8d 0a10", Other()),
    ("8e 34", Other()),
    ("86 010203", Other()),
    ("a0 7f 7f7f 0102 0003 04 01", Other()),
    ("99 0102", Other()),
]


@pytest.mark.parametrize(("text", "message"), CASES)
def test_what_a_message_says(text: str, message: DgtMessage) -> None:
    data = bytes.fromhex(text)
    assert parse(data[0], data[1:]) == message


@pytest.mark.parametrize(("code", "count"), [(0x86, 64), (0x86, 100), (0x94, 50), (0x95, 50)])
def test_a_dump_has_one_code_for_each_field(code: int, count: int) -> None:
    assert parse(code, bytes([0x17] * count)) == Dump(MessageId(code), bytes([7] * count))


def test_clock_commands_count_what_follows_the_size() -> None:
    assert clock_command(ClockCommand.VERSION) == bytes.fromhex("2b03030900")
    assert clock_command(ClockCommand.END) == bytes.fromhex("2b03030300")


def test_text_is_eight_characters_and_a_beep() -> None:
    assert text_command("PAUSE", beep=False) == b"\x2b\x0c\x03\x0cPAUSE   \x00\x00"
    assert text_command("12345678", beep=True) == b"\x2b\x0c\x03\x0c12345678\x04\x00"


def test_lamps_are_lit_two_by_two_after_all_are_out() -> None:
    assert [command.hex() for command in lamp_commands(())] == ["600400404000"]
    assert [command.hex() for command in lamp_commands((52, 36, 0, 64))] == [
        "600400404000",
        "600401002400",
        "600401343400",
    ]
