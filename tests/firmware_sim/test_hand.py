"""A person's hand, in time that the test moves."""

from __future__ import annotations

import asyncio
import random

import pytest

from firmware_sim.hand import Habits, Hand, Stroke
from firmware_sim.surface import CHESS_START, DRAUGHTS_START, Surface
from firmware_sim.timebase import VirtualTime

CAREFUL = Habits(slides=0, takes_on_the_way=0)


def with_pieces(**pieces: int) -> Surface:
    cells = ["."] * 100
    for name, cell in pieces.items():
        cells[cell] = name[0]
    return Surface(10, 10, "".join(cells))


class Table:
    """A surface, a hand, and everything that was touched."""

    def __init__(self, surface: Surface, habits: Habits = CAREFUL, seed: int = 0, speed: float = 1.0) -> None:
        self.time = VirtualTime()
        self.surface = surface
        self.hand = Hand(surface, self.time, random.Random(seed), habits=habits, speed=speed)
        self.touches: list[tuple[int, str]] = []
        surface.watch(lambda cell, _: self.touches.append((cell, surface[cell])))

    async def play(self, stroke: Stroke, ms: int = 20_000) -> None:
        task = asyncio.create_task(self.hand.play(stroke))
        await self.time.advance(ms)
        await task


async def test_a_quiet_move() -> None:
    table = Table(Surface(10, 10, DRAUGHTS_START))
    await table.play(Stroke((63, 54)))
    assert table.touches == [(63, "."), (54, "M")]


async def test_a_capture_touches_every_landing_and_takes_one_by_one() -> None:
    table = Table(with_pieces(M=63, m1=54, m2=34))
    await table.play(Stroke((63, 45, 23), taken=(54, 34)))
    assert table.touches == [(63, "."), (45, "M"), (45, "."), (23, "M"), (54, "."), (34, ".")]


async def test_a_crown_replaces_the_man() -> None:
    table = Table(with_pieces(M=12))
    await table.play(Stroke((12, 1), crown=True))
    assert table.touches == [(12, "."), (1, "M"), (1, "."), (1, "D")]


async def test_castling_moves_two_pieces() -> None:
    table = Table(Surface(8, 8, CHESS_START))
    await table.play(Stroke((60, 62), second=(63, 61)))
    assert table.touches == [(60, "."), (62, "K"), (63, "."), (61, "R")]


async def test_a_slide_shows_on_the_way() -> None:
    table = Table(with_pieces(D=98, m=76), Habits(slides=1))
    await table.play(Stroke((98, 54)))
    assert table.touches == [(98, "."), (87, "D"), (87, "."), (65, "D"), (65, "."), (54, "D")]


async def test_some_take_captured_pieces_on_the_way() -> None:
    table = Table(with_pieces(M=63, m1=54, m2=34), Habits(slides=0, takes_on_the_way=1))
    await table.play(Stroke((63, 45, 23), taken=(54, 34)))
    assert table.touches.index((54, ".")) < table.touches.index((23, "M"))
    assert table.surface.cells.replace(".", "") == "M"


@pytest.mark.parametrize("seed", range(6))
async def test_a_capture_by_replacement(seed: int) -> None:
    table = Table(Surface(8, 8, CHESS_START), seed=seed)
    await table.play(Stroke((52, 12), taken=(12,)))
    assert table.touches in ([(12, "."), (52, "."), (12, "P")], [(52, "."), (12, "P")])


async def test_a_hand_that_is_held_stops_before_its_next_movement() -> None:
    table = Table(Surface(10, 10, DRAUGHTS_START))
    task = asyncio.create_task(table.hand.play(Stroke((63, 54))))
    await table.time.advance(300)
    assert table.touches == [(63, ".")]
    table.hand.free.clear()
    await table.time.advance(60_000)
    assert table.touches == [(63, ".")]
    table.hand.free.set()
    await table.time.settle()
    await task
    assert table.touches == [(63, "."), (54, "M")]


async def test_speed() -> None:
    table = Table(Surface(10, 10, DRAUGHTS_START), speed=10)
    await table.play(Stroke((63, 54)), ms=100)


async def test_nothing_can_be_played_from_an_empty_cell() -> None:
    table = Table(Surface(10, 10, DRAUGHTS_START))
    with pytest.raises(ValueError, match="cell 62"):
        await table.hand.play(Stroke((62, 53)))


async def test_the_same_seed_makes_the_same_movements() -> None:
    pasts = []
    for _ in range(2):
        table = Table(Surface(10, 10, "." * 100), seed=5)
        task = asyncio.create_task(table.hand.arrange(DRAUGHTS_START))
        await table.time.advance(60_000)
        await task
        assert table.surface.cells == DRAUGHTS_START
        pasts.append(table.touches)
    assert pasts[0] == pasts[1]
