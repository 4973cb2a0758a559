"""Whole games in time that costs nothing."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from drivers.boards.dgt.codec import DgtCodec
from drivers.readings import ClockTimes, Reading, Seat
from firmware_sim.devices.dgt_clock import SuddenDeathMode
from firmware_sim.faults import LineNoise, Loss
from firmware_sim.habits import PROFILES, Habits
from firmware_sim.scenes import DeviceScene, Scene, SceneChange, ScenePress, SceneReading
from firmware_sim.sensor_flaws import Bounce, Chatter, Flaw, Stuck, dead, parse_flaws
from firmware_sim.sets import DgtSet
from firmware_sim.stroke import Stroke, without_press
from firmware_sim.surface import DRAUGHTS_START
from tests.drivers.shown import ShownBoard

# 32-28 19-23 28x19 14x23, and back again
GAME = [Stroke((63, 54)), Stroke((36, 45)), Stroke((54, 36), taken=(45,)), Stroke((27, 45), taken=(36,))]
BACK = [Stroke((45, 27), presses=False), Stroke((63,), piece="M", presses=False), Stroke((36,), piece="m")]
PLAIN = Habits(slides=0, takes_first=0)


def follow(shown: str, seen: list[SceneChange]) -> str:
    cells = list(shown)
    for look in seen:
        cells[look.cell] = look.letter
    return "".join(cells)


@pytest.mark.parametrize("profile", sorted(PROFILES))
@pytest.mark.parametrize("vision", ["pieces", "occupancy"])
def test_the_sensors_end_with_what_stands_there(profile: str, vision: str) -> None:
    scene = Scene(
        10,
        10,
        DRAUGHTS_START,
        PROFILES[profile],
        random.Random(profile),
        vision="pieces" if vision == "pieces" else "occupancy",
    )
    first = scene.shown
    observed = list(scene.play((GAME + BACK) * 20))
    assert [press.seat for press in observed if isinstance(press, ScenePress)][:3] == [Seat.LEFT, Seat.RIGHT, Seat.LEFT]
    assert sum(isinstance(press, ScenePress) for press in observed) == 100
    instants = [look.at_ms for look in observed]
    assert instants == sorted(instants)
    assert scene.surface.cells == DRAUGHTS_START
    assert scene.shown == first == follow(first, [look for look in observed if isinstance(look, SceneChange)])
    if vision == "occupancy":
        assert {look.letter for look in observed if isinstance(look, SceneChange)} == {".", "?"}


def test_the_same_seed_gives_the_same_scene() -> None:
    scenes = [Scene(10, 10, DRAUGHTS_START, PROFILES["bullet"], random.Random(5)) for _ in range(2)]
    assert list(scenes[0].play(GAME)) == list(scenes[1].play(GAME))


def test_observations_carry_the_number_of_the_stroke() -> None:
    scene = Scene(10, 10, DRAUGHTS_START, PLAIN, random.Random(1))
    assert [press.stroke for press in scene.play(GAME) if isinstance(press, ScenePress)] == [0, 1, 2, 3]
    assert [press.stroke for press in scene.play(BACK) if isinstance(press, ScenePress)] == [6]


def test_the_other_side_replies_while_a_captured_piece_still_stands() -> None:
    late = replace(PLAIN, takes_late=1, late_ms=(3000, 3000), think_ms=(0, 0))
    scene = Scene(10, 10, DRAUGHTS_START, late, random.Random(1))
    strokes = [*GAME[:3], Stroke((38, 47)), Stroke((61, 52))]
    seen = [look for look in scene.play(strokes) if isinstance(look, SceneChange)]
    assert follow(scene.surface.cells, seen) == scene.surface.cells
    removed = next(look for look in seen if (look.cell, look.letter) == (45, "."))
    replied = next(look for look in seen if look.cell == 47)
    assert replied.at_ms < removed.at_ms


def test_a_hand_waits_where_another_needs_the_cell() -> None:
    late = replace(PLAIN, takes_late=1, late_ms=(3000, 3000), think_ms=(0, 0))
    scene = Scene(10, 10, DRAUGHTS_START, late, random.Random(1))
    seen = [look for look in scene.play(GAME) if isinstance(look, SceneChange)]
    assert [look.letter for look in seen if look.cell == 45] == ["m", ".", "m"]
    assert scene.surface.cells.count("M") == scene.surface.cells.count("m") == 19


def test_who_does_not_press_moves_again() -> None:
    scene = Scene(10, 10, DRAUGHTS_START, PLAIN, random.Random(1))
    presses = [
        press
        for press in scene.play([without_press(GAME[0]), Stroke((61, 52)), Stroke((36, 45)), Stroke((34, 43))])
        if isinstance(press, ScenePress)
    ]
    assert [(press.seat, press.stroke) for press in presses] == [(Seat.LEFT, 1), (Seat.RIGHT, 2), (Seat.LEFT, 3)]


def test_flaws_are_what_they_say() -> None:
    flaws: list[Flaw] = [dead(63), Stuck(55, "M")]
    scene = Scene(10, 10, DRAUGHTS_START, PLAIN, random.Random(1), faults=flaws)
    assert (scene.shown[63], scene.shown[55]) == (".", "M")
    seen = [look for look in scene.play(GAME) if isinstance(look, SceneChange)]
    assert not {63, 55} & {look.cell for look in seen}


def test_a_chattering_cell_comes_and_goes() -> None:
    scene = Scene(10, 10, DRAUGHTS_START, PLAIN, random.Random(1), faults=[Chatter(90, random.Random(2))])
    seen = [look for look in scene.play(GAME, rest_ms=120_000) if isinstance(look, SceneChange)]
    letters = [look.letter for look in seen if look.cell == 90]
    assert len(letters) > 10
    assert letters == [".", "M"] * (len(letters) // 2)


def test_contacts_bounce_and_come_to_rest() -> None:
    scene = Scene(10, 10, DRAUGHTS_START, PLAIN, random.Random(1), faults=[Bounce(random.Random(2), 1.0)])
    seen = [look for look in scene.play(GAME) if isinstance(look, SceneChange)]
    assert [look.letter for look in seen if look.cell == 54][:3] == ["M", ".", "M"]
    assert scene.shown == scene.surface.cells


def test_flaws_are_read_from_text() -> None:
    flaws = list(parse_flaws("dead:44, stuck:20=M,chatter:12,bounce:0.5", random.Random(1)))
    assert flaws[:2] == [dead(44), Stuck(20, "M")]
    assert isinstance(flaws[2], Chatter)
    assert isinstance(flaws[3], Bounce)
    assert list(parse_flaws("stuck:3", random.Random(1), ghost="?")) == [Stuck(3, "?")]
    for bad in ("dead", "dead:x", "stuck:3", "worn:4"):
        with pytest.raises(ValueError, match="is not a flaw"):
            list(parse_flaws(bad, random.Random(1)))


def look_on(scene: DeviceScene[Reading], strokes: list[Stroke]) -> tuple[str, list[Reading]]:
    """The cells that the readings end with, and all of them."""
    readings = []
    for heard in scene.talk(strokes, rest_ms=20_000):
        assert isinstance(heard, SceneReading)
        readings.append(heard.reading)
    shown = ShownBoard()
    shown.take(readings)
    return shown.cells, readings


@pytest.mark.parametrize("profile", sorted(PROFILES))
@pytest.mark.parametrize("line", ["good", "bad"])
def test_a_board_tells_its_codec_what_stands_there(profile: str, line: str) -> None:
    kit = DgtSet.draughts(SuddenDeathMode(7_200_000))
    kit.clock.run_stop(0)
    rng = random.Random(profile)
    faults = (LineNoise(rng), Loss(rng)) if line == "bad" else ()
    kept: list[tuple[int, str, bytes]] = []
    scene = DeviceScene(
        kit.surface,
        kit.board,
        DgtCodec(),
        PROFILES[profile],
        rng,
        lever=kit.clock.press,
        faults=faults,
        tap=lambda at, way, data: kept.append((at, way, data)),
    )
    cells, readings = look_on(scene, (GAME + BACK) * 5)
    assert cells == kit.surface.cells == DRAUGHTS_START
    assert any(isinstance(reading, ClockTimes) and reading.up is Seat.RIGHT for reading in readings)
    assert {way for _, way, _ in kept} == {"in", "out"}


def test_a_press_is_told_as_such_where_there_is_no_clock() -> None:
    kit = DgtSet.draughts()
    kit.board.plug_clock(None)
    scene = DeviceScene(kit.surface, kit.board, DgtCodec(), PLAIN, random.Random(1))
    assert [heard.seat for heard in scene.talk(GAME) if isinstance(heard, ScenePress)] == [Seat.LEFT, Seat.RIGHT] * 2
