"""Two people who open by a protocol and look at the screen."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable

import pytest

from drivers.readings import Seat
from firmware_sim.stroke import Stroke
from gateway.clock.face import ClockFace
from gateway.games.renju.opening_protocols import Lay, Opening, OpeningPlayer, begin
from gateway.lab.demo.hall_screen import Screen
from gateway.lab.demo.opening_players import Opener
from gateway.model.instants import Instant, Millis
from gateway.model.persons import named
from gateway.model.sides import BySide, Side
from gateway.record.table_state import Status, TableState

NAMES = named(white="Second", black="First")


def state(opening: Opening) -> TableState:
    """What the screen shows when the table has understood this much."""
    turn = Side.BLACK if opening.actor is opening.black else Side.WHITE
    return TableState(
        event="e",
        table="t",
        at=Instant(0),
        last=1,
        first=1,
        game=1,
        rules="renju",
        rulebook="renju-rapid",
        control="5m",
        players=NAMES if opening.black is OpeningPlayer.FIRST else BySide(white=NAMES.black, black=NAMES.white),
        status=Status.PLAYING,
        turn=opening.position.turn,
        rows=15,
        cols=15,
        board=opening.position.board(),
        fen=opening.position.fen(),
        ply=opening.position.stones,
        moves=(),
        clock=ClockFace(Millis(1), Millis(1), turn, Instant(0), turn=turn),
        devices=(),
    )


class Scripted(Screen):
    """A screen that comes to show what they wait for, or does not."""

    def __init__(self, answer: Callable[[int], bool]) -> None:
        super().__init__()
        self.looks = 0
        self._answer = answer

    async def comes_to_show(self, wanted: Callable[[TableState], bool], within_s: float = 0.0) -> bool:
        del wanted, within_s
        self.looks += 1
        return self._answer(self.looks)


async def opened(screen: Screen, seed: int) -> tuple[Opening, list[Stroke]]:
    opener = Opener("taraguchi-10", Seat.RIGHT, NAMES, screen, random.Random(seed))
    strokes = [stroke async for stroke in opener.strokes(lambda choices: choices)]
    return opener.opening, strokes


@pytest.mark.parametrize("seed", range(10))
async def test_every_turn_ends_with_one_press_of_whoever_acted(seed: int) -> None:
    opening, strokes = await opened(Scripted(lambda _: True), seed)
    presses = [stroke.by for stroke in strokes if stroke.presses]
    assert opening.done
    assert presses == [Seat.RIGHT if turn % 2 == 0 else Seat.LEFT for turn in range(len(presses))]


async def test_who_was_not_heard_presses_again() -> None:
    opening, strokes = await opened(Scripted(lambda look: look != 2), 1)
    again = [number for number, stroke in enumerate(strokes) if not (stroke.path or stroke.taken) and stroke.by]
    presses = [stroke.by for stroke in strokes if stroke.presses]
    assert opening.done
    assert again
    assert presses[:3] == [Seat.RIGHT, Seat.LEFT, Seat.LEFT]


@pytest.mark.parametrize("seed", range(10))
async def test_a_swap_that_nobody_hears_of_is_given_up(seed: int) -> None:
    opening, _ = await opened(Scripted(lambda _: False), seed)
    assert opening.done
    assert opening.black is OpeningPlayer.FIRST


async def test_they_wait_for_the_stones_the_names_and_the_clock() -> None:
    screen = Screen()
    opener = Opener("taraguchi-10", Seat.RIGHT, NAMES, screen, random.Random(5))
    shown = begin("taraguchi-10")
    screen.show(state(shown))
    strokes = opener.strokes(lambda choices: choices)
    laid = await anext(strokes)
    waiting = asyncio.ensure_future(anext(strokes))
    await asyncio.sleep(0)
    assert laid.path == (112,)
    assert not waiting.done()
    screen.show(state(shown.act(Lay(112))))
    second = await waiting
    assert second.by is Seat.LEFT
