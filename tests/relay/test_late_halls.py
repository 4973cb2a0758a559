"""What audiences are shown, later: any changes, delays, restarts and failures of the disk in any order."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from unittest import mock

import pytest
from hypothesis import example, given, note
from hypothesis import strategies as st

from gateway.model.errors import SettingsError
from gateway.record.visibility import Audience
from gateway.relay.hall import halls as halls_module
from gateway.relay.hall.late_time import DELAY_MAX, LateTime, parse_delay
from tests.examples import examples

from .late_world import START, World

Step = tuple[object, ...]

KINDS = ("state", "clock", "line", "secret", "gone", "back", "journal", "unshown")
STEPS: st.SearchStrategy[Step] = st.one_of(
    st.tuples(st.just("happen"), st.sampled_from(["t1", "t2"]), st.sampled_from(KINDS)),
    st.tuples(st.just("pass"), st.sampled_from([1, 400, 1000, 5000, 60_000])),
    st.tuples(st.just("delay"), st.sampled_from(list(Audience)), st.sampled_from([0, 0, 1000, 5000, 60_000])),
    st.tuples(st.sampled_from(["hold", "release"]), st.sampled_from(["t1", "t2"])),
    st.tuples(st.just("advance")),
    st.tuples(st.just("restart"), st.sampled_from([0, 700, 30_000]), st.booleans()),
    st.tuples(st.just("disk"), st.booleans()),
)


async def _take(world: World, step: Step) -> None:
    match step:
        case ("happen", str(name), str(kind)):
            await world.happen(name, kind)
        case ("pass", int(ms)):
            world.pass_time(ms)
        case ("delay", Audience() as audience, int(delay)):
            await world.set_delay(audience, delay)
        case ("hold", str(name)):
            await world.withhold(name)
        case ("release", str(name)):
            await world.release(name)
        case ("advance",):
            await world.advance()
        case ("restart", int(away), bool(switched_off)):
            await world.restart(away, switched_off=switched_off)
        case ("disk", bool(fails)):
            world.store.fails = fails


async def _live_through(steps: Sequence[Step]) -> World:
    world = World()
    await world.start()
    for step in steps:
        await _take(world, step)
        world.check()
    await world.see_it_through()
    return world


PUBLIC, SCREENS = Audience.PUBLIC, Audience.SCREENS


_BACK_AND_FORTH: list[Step] = [
    ("delay", PUBLIC, 5000),
    ("happen", "t1", "state"),
    ("delay", PUBLIC, 0),
    ("happen", "t1", "state"),
    ("pass", 1),
]
_HELD: list[Step] = [
    ("happen", "t1", "line"),
    ("happen", "t1", "state"),
    ("hold", "t1"),
    *(("happen", "t1", kind) for kind in ("line", "clock", "state", "gone", "journal", "line", "secret")),
    ("happen", "t2", "line"),
]
_LINES: list[Step] = [("happen", "t1", "line"), ("pass", 1000), ("advance",)] * 12


@given(st.lists(STEPS, max_size=40))
@example([("delay", PUBLIC, 5000), ("happen", "t1", "state"), ("restart", 0, False), ("pass", 5000), ("advance",)])
@example([("happen", "t1", "line"), ("delay", PUBLIC, 5000), ("happen", "t1", "unshown"), ("pass", 5000)])
@example([*_BACK_AND_FORTH, ("pass", 1), *_BACK_AND_FORTH])
@example([("delay", SCREENS, 1000), ("delay", PUBLIC, 60_000), *_LINES, ("restart", 0, False)])
@example([*_HELD, ("pass", 1000), ("release", "t1")])
@example([("delay", PUBLIC, 1000), *_HELD, ("pass", 5000), ("advance",), ("restart", 700, False), ("release", "t1")])
@example([*_HELD, ("restart", 700, False), ("happen", "t1", "line"), ("delay", SCREENS, 5000), ("restart", 0, True)])
@examples(300)
def test_nothing_is_early_nothing_is_taken_back_and_all_comes(steps: list[Step]) -> None:
    note(str(steps))
    # Small, so that a few changes are enough for all of it to happen.
    with mock.patch.object(halls_module, "SNAPSHOT_EVERY", 3), mock.patch.object(halls_module, "READ_AHEAD", 2):
        asyncio.run(_live_through(steps))


def _happenings(count: int) -> list[Step]:
    kinds = ("line", "state", "clock", "secret")
    return [("happen", f"t{n % 2 + 1}", kinds[n % 4]) for n in range(count)]


async def test_what_was_shown_is_not_kept_for_ever() -> None:
    with mock.patch.object(halls_module, "SNAPSHOT_EVERY", 10):
        steps: list[Step] = [("delay", PUBLIC, 1000)]
        for happening in _happenings(200):
            steps += [happening, ("pass", 400), ("advance",)]
        world = await _live_through(steps)
    kept = {stream: len(lines) for stream, lines in world.store.lines.items()}
    assert kept.pop("open/t1") + kept.pop("open/t2") == 100
    assert sum(kept.values()) < 40


async def test_switched_off_in_the_middle_all_is_caught_up_on_at_once_and_nothing_more_is_kept() -> None:
    world = World()
    await world.start()
    await world.set_delay(PUBLIC, 60_000)
    for step in _happenings(40):
        await _take(world, step)
    assert not world.halls.of(PUBLIC).tables, "it begins with nothing"
    await world.set_delay(PUBLIC, 0)
    assert world.fields(world.halls.of(PUBLIC)) == world.fields(world.halls.present)
    kept = sum(map(len, world.store.lines.values()))
    await _take(world, ("happen", "t1", "state"))
    await world.advance()
    assert world.fields(world.halls.of(PUBLIC)) == world.fields(world.halls.present)
    assert sum(map(len, world.store.lines.values())) == kept


async def test_a_longer_delay_has_time_stand_and_a_shorter_one_leaps() -> None:
    world = World()
    await world.start()
    hall = world.halls.of(PUBLIC)
    assert (hall.now(), hall.behind, hall.still) == (START, 0, False)
    await world.set_delay(PUBLIC, 5000)
    assert (hall.now(), hall.behind, hall.still) == (START, 0, True)
    world.pass_time(3000)
    assert (hall.now(), hall.behind, hall.still) == (START, 3000, True)
    world.pass_time(4000)
    assert (hall.now(), hall.behind, hall.still) == (START + 2000, 5000, False)
    await world.set_delay(PUBLIC, 60_000)
    world.pass_time(10_000)
    assert (hall.now(), hall.behind, hall.still) == (START + 2000, 15_000, True)
    await world.restart(1000)
    hall = world.halls.of(PUBLIC)
    assert (hall.now(), hall.behind, hall.still) == (START + 2000, 16_000, True)
    await world.set_delay(PUBLIC, 1000)
    assert (hall.now(), hall.behind, hall.still) == (world.now - 1000, 1000, False)


async def test_the_settings_count_when_they_say_something_else_than_at_the_last_start() -> None:
    world = World()
    for configured, then_set, found in ((5000, None, 5000), (5000, 1000, 5000), (5000, None, 1000), (0, None, 0)):
        await world.start({PUBLIC: configured})
        assert world.halls.delays().audiences[PUBLIC].delay == found
        if then_set is not None:
            await world.set_delay(PUBLIC, then_set)


def test_each_audience_has_a_delay_of_its_own() -> None:
    async def live() -> None:
        world = World()
        await world.start()
        await world.set_delay(PUBLIC, 5000)
        await world.set_delay(SCREENS, 1000)
        await _take(world, ("happen", "t1", "state"))
        world.pass_time(1001)
        await world.advance()
        assert [len(world.halls.of(each).tables) for each in (None, SCREENS, PUBLIC)] == [1, 1, 0]
        await world.see_it_through()

    asyncio.run(live())


@given(st.lists(st.tuples(st.integers(0, 10_000), st.none() | st.integers(0, 10_000)), max_size=30))
def test_the_time_that_is_shown_never_goes_back_and_is_never_too_late_for_its_delay(
    steps: list[tuple[int, int | None]],
) -> None:
    now, time = 0, LateTime()
    for passed, delay in steps:
        before, now = time.shown(now), now + passed
        assert before <= time.shown(now) <= now
        if delay is not None:
            shown = time.shown(now)
            time = time.with_delay(delay, now)
            assert time.shown(now) == max(shown, now - delay)
        assert time.stands(now) == (time.behind(now) < time.delay)


@pytest.mark.parametrize(
    ("text", "delay"), [("0", 0), ("90s", 90_000), ("15m", 900_000), ("1h30m", 5_400_000), (" 6h ", DELAY_MAX)]
)
def test_a_delay_as_people_write_it(text: str, delay: int) -> None:
    assert parse_delay(text) == delay


@pytest.mark.parametrize("text", ["", "15", "-5m", "m", "1d", "5m1h", "7h", "1.5m", "٣m"])
def test_what_is_no_delay_is_refused_in_words(text: str) -> None:
    with pytest.raises(SettingsError):
        parse_delay(text)
