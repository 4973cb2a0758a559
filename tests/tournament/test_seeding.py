"""Places of seeds and byes: the printed rows, and what they are for."""

from __future__ import annotations

import pytest

from gateway.tournament.seeding import (
    bracket_order,
    bye_slots,
    contested_slots,
    draw_size,
    neighbour,
    seed_slots,
    tiers,
)

from .rulebook_tables import needs_tables, table

SEEDS = {
    16: "1 16 9 8",
    32: "1 32 17 16 9 24 25 8",
    64: "1 64 33 32 17 48 49 16 9 56 41 24 25 40 57 8",
    128: "1 128 65 64 33 96 97 32 17 112 81 48 49 80 113 16",
}
BYES = {
    16: "2 15 10 7",
    32: "2 31 18 15 10 23 26 7",
    64: "2 63 34 31 18 47 50 15 10 55 42 23 26 39 58 7",
    128: "2 127 66 63 34 95 98 31 18 111 82 47 50 79 114 15",
}


@pytest.mark.parametrize("size", SEEDS)
def test_the_printed_rows(size: int) -> None:
    row = [int(slot) for slot in SEEDS[size].split()]
    assert list(seed_slots(size, len(row))) == row
    assert list(seed_slots(size, size)[: len(row)]) == row
    assert list(bye_slots(size)[: len(row)]) == [int(slot) for slot in BYES[size].split()]


@needs_tables
def test_every_row_of_the_rulebook() -> None:
    seeding, byes = table("seeding"), table("byes")
    for size, row in seeding["printed"].items():
        assert list(seed_slots(int(size), len(row))) == row
    for size, row in seeding["full"].items():
        assert list(seed_slots(int(size), int(size))) == row
    for size, row in seeding["bracket_order"].items():
        assert list(bracket_order(int(size))) == row
    for kind in ("printed", "full"):
        for size, row in byes[kind].items():
            assert list(bye_slots(int(size))[: len(row)]) == row
    assert [[tier[0], tier[-1]] for tier in tiers(64)] == seeding["tiers"]


def test_63_teams_and_8_seeds() -> None:
    """BR: the numbers of the table for 256 that are not above the number of places, from the left."""
    assert draw_size(63) == 64
    assert seed_slots(64, 8) == (1, 64, 33, 32, 17, 48, 49, 16)
    large = seed_slots(256, 64)
    assert tuple(slot for slot in large if slot <= 64)[:8] == seed_slots(64, 8)


@pytest.mark.parametrize("size", [2, 4, 8, 16, 32, 64])
def test_sections_of_one_size_are_equally_strong(size: int) -> None:
    order = bracket_order(size)
    width = 2
    while width <= size:
        assert len({sum(order[at : at + width]) for at in range(0, size, width)}) == 1
        width *= 2


def test_no_tie_has_two_byes_and_contested_places_spare_the_seeds() -> None:
    assert len({frozenset((slot, neighbour(slot))) for slot in bye_slots(64)}) == 32
    assert contested_slots(16)[:8] == bye_slots(16)
    assert contested_slots(16)[-1] == 1
    assert sorted(contested_slots(16)) == list(range(1, 17))


def test_tiers() -> None:
    assert [list(tier) for tier in tiers(8)] == [[1, 2], [3, 4], [5, 6, 7, 8]]
    assert list(tiers(0)) == []
