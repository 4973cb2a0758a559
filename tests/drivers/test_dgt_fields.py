"""Which cell and which piece: found out by watching."""

from __future__ import annotations

import pytest

from drivers.boards.dgt.fields import CODES, DARK, LIGHT, Fields, Numbering
from drivers.boards.dgt.messages import Dump, FieldUpdate, MessageId
from drivers.readings import Snapshot, SquareChanged

MEN = (".m" * 5 + "m." * 5) * 2 + "." * 20 + (".M" * 5 + "M." * 5) * 2
NOW = {".": 0, "M": 1, "m": 4, "D": 7, "d": 10}
BEFORE_2011 = {".": 0, "M": 1, "m": 7, "D": 4, "d": 10}


def dump(shown: str, codes: dict[str, int] = NOW) -> Dump:
    return Dump(MessageId.BOARD_DUMP, bytes(codes[letter] for letter in shown))


def changed(shown: str, *changes: tuple[int, str]) -> str:
    cells = list(shown)
    for cell, piece in changes:
        cells[cell] = piece
    return "".join(cells)


def test_dark_fields_are_numbered_as_in_draughts() -> None:
    assert DARK[:6] == (1, 3, 5, 7, 9, 10)
    assert DARK[49] == 98
    assert LIGHT[:6] == (0, 2, 4, 6, 8, 11)


def test_a_chess_board_counts_from_a8_and_knows_all_pieces() -> None:
    fields = Fields()
    codes = bytes.fromhex("08090a0c0b0a0908" + "07" * 8 + "00" * 32 + "01" * 8 + "0203040605040302")
    shown = "rnbqkbnr" + "p" * 8 + "." * 32 + "P" * 8 + "RNBQKBNR"
    assert fields.dump(Dump(MessageId.BOARD_DUMP, codes)) == Snapshot(8, 8, shown)
    assert fields.update(FieldUpdate(52, 0)) == SquareChanged(52, ".")
    assert fields.update(FieldUpdate(36, 1)) == SquareChanged(36, "P")
    assert fields.update(FieldUpdate(27, 0xE)) == SquareChanged(27, "?")
    assert fields.update(FieldUpdate(64, 1)) is None


@pytest.mark.parametrize("codes", [NOW, BEFORE_2011])
def test_the_start_position_tells_the_disc_codes(codes: dict[str, int]) -> None:
    fields = Fields()
    assert fields.dump(dump(MEN, codes)) == Snapshot(10, 10, MEN)
    # and they stay: a later position that would read either way is read the same
    crowned = changed("." * 100, (1, "m"), (98, "D"), (87, "M"))
    assert fields.dump(dump(crowned, codes)).cells == crowned
    lonely = changed("." * 100, (1, "m"))
    assert fields.dump(dump(lonely, codes)).cells == lonely


@pytest.mark.parametrize("codes", [NOW, BEFORE_2011])
def test_codes_that_are_known_read_a_board_on_which_only_one_side_is_left(codes: dict[str, int]) -> None:
    before = Fields()
    before.dump(dump(MEN, codes))
    ending = changed("." * 100, (9, "m"), (32, "m"), (45, "d"))
    assert Fields(before.codes).dump(dump(ending, codes)).cells == ending
    # Another board tells its own codes when its pieces stand in the start position.
    other = Fields(next(name for name in CODES if name != before.codes))
    assert other.dump(dump(MEN, codes)).cells == MEN
    assert other.codes == before.codes


def test_a_turned_board_tells_them_too() -> None:
    assert Fields().dump(dump(MEN.swapcase(), BEFORE_2011)).cells == MEN.swapcase()


@pytest.mark.parametrize("codes", [NOW, BEFORE_2011])
def test_in_mid_game_both_sides_must_have_pieces(codes: dict[str, int]) -> None:
    shown = changed("." * 100, (1, "m"), (12, "m"), (87, "M"), (98, "M"))
    assert Fields().dump(dump(shown, codes)).cells == shown


def test_half_dumps_are_spread_over_the_grid() -> None:
    codes = bytes([4] * 20 + [0] * 10 + [1] * 20)
    assert Fields().dump(Dump(MessageId.BOARD_DUMP_50B, codes)) == Snapshot(10, 10, MEN)
    light = Fields()
    snapshot = light.dump(Dump(MessageId.BOARD_DUMP_50W, codes))
    assert snapshot.cells[:11] == "m.m.m.m.m.."
    assert light.update(FieldUpdate(30, 0)) == SquareChanged(LIGHT[30], ".")


def test_updates_before_the_first_dump_ask_for_it() -> None:
    assert Fields().update(FieldUpdate(3, 1)) is None


def test_a_field_above_49_counts_all() -> None:
    fields = Fields()
    fields.dump(dump(MEN))
    assert fields.update(FieldUpdate(63, 0)) == SquareChanged(63, ".")
    assert fields.numbering is Numbering.ALL
    assert fields.update(FieldUpdate(30, 0)) == SquareChanged(30, ".")


def test_a_light_field_that_becomes_empty_again_counts_half() -> None:
    fields = Fields()
    fields.dump(dump(MEN))
    assert fields.update(FieldUpdate(31, 0)) == SquareChanged(63, ".")
    assert fields.numbering is Numbering.HALF
    assert fields.update(FieldUpdate(27, 1)) == SquareChanged(54, "M")
    assert fields.update(FieldUpdate(60, 1)) is None


def test_what_makes_sense_both_ways_is_not_guessed_but_read() -> None:
    fields = Fields()
    fields.dump(dump(MEN))
    assert fields.update(FieldUpdate(30, 0)) is None  # cell 30 (a black man) or field 31, cell 61 (a white man)
    fields.dump(dump(changed(MEN, (61, "."))))
    assert fields.numbering is Numbering.HALF

    fields = Fields()
    fields.dump(dump(MEN))
    assert fields.update(FieldUpdate(30, 0)) is None
    fields.dump(dump(changed(MEN, (30, "."))))
    assert fields.numbering is Numbering.ALL


def test_a_dump_that_fits_neither_leaves_it_open() -> None:
    fields = Fields()
    fields.dump(dump(MEN))
    assert fields.update(FieldUpdate(30, 0)) is None
    fields.dump(dump(MEN))
    assert fields.numbering is None
