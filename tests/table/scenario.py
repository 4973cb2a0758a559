"""Scenarios of a whole table as data: what sensors, clock and people do, and what the table must rule and write down.

A scenario is one `[[scenario]]` of a TOML file in `scenarios/`. The words are those of the referee's scenarios
(`tests/referee/scenario.py`), but nothing reaches the referee that a running table would not bring before it:

    name      what it shows
    book      the rulebook; `game` only where the book is for several
    control   the time control; `draws`, `options` as the event has settled them
    clock     "mirror": a clock that keeps time; "buttons": the agent keeps it; without it, both are tried
    sees      "occupancy": the board does not tell pieces apart
    start     when the round starts, in seconds after the table was opened
    fen       a position that the chief arbiter sets before the game, with the pieces standing so
    steps     what happens, in order; each step is one of
        moves = "32-28 19-23"       moves made by hands, each pressed by its mover; `times = 5` repeats them
        made = "32-28"              a move made and not pressed
        hand = "e2-e5 d7- Q@e8"     pieces carried, taken off and put by a hand, whatever the rules say
        press = "white"             a side presses
        run = "white"               a side's clock is started; `stop = true`: both are stopped by hand
        set = { white = 307 }       hands set a clock that keeps time to so many seconds
        flag = "both"               the clock shows both flags at once
        lost = "board"              a device goes away, or "clock"; `back = "board"`
        say = "claim_five", by = "black"    a player's request, through the player's page; `using` what belongs to it
        act = "pause", role = "chief"       an arbiter's act, by command; `using` what belongs to it
        restart = true              the agent dies and comes back with nothing but its record
        wait = 5                    seconds pass
    expect    all that is ruled upon the step, in order; without it, nothing is asked
    score     the move list afterwards
    left      what the clocks show afterwards, in seconds: "white 61 black 30"
    state     the phase afterwards; `turn` whose move it is, `cases` how many cases wait for a person
    running   whose clock runs afterwards, or "none"
    absent    who has not come yet, where attendance is kept
    orders    what is asked of a clock that keeps time and does not show yet: "stand", "run white", "show white 5:07"
    wrong_today   why the table does not rule so yet; a scenario that has become right must lose it
"""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import msgspec

from gateway.model.sides import Side
from tests.scenario_words import as_act

from .virtual import START
from .whole import Options, WholeTable

FOLDER = Path(__file__).parent / "scenarios"
CLOCKS = ("mirror", "buttons")
_ARTICLE = re.compile(r"\(([^()]+)\)$")
_PRESSED_MS, _THINKING_MS, _MOMENT_MS = 300, 1500, 500


class Step(msgspec.Struct, forbid_unknown_fields=True):
    """One thing that happens."""

    moves: str = ""
    times: int = 1
    made: str = ""
    hand: str = ""
    press: Side | None = None
    run: Side | None = None
    stop: bool = False
    set: dict[Side, int] = {}
    flag: str = ""
    lost: str = ""
    back: str = ""
    say: str = ""
    by: Side = Side.WHITE
    act: str = ""
    role: str = "chief"
    using: dict[str, Any] = {}
    restart: bool = False
    wait: float = 0
    expect: list[str] | None = None
    score: str | None = None
    left: str | None = None
    state: str = ""
    turn: Side | None = None
    cases: int | None = None
    running: str = ""
    absent: str | None = None
    orders: list[str] | None = None


class Scenario(msgspec.Struct, forbid_unknown_fields=True):
    """One course of events."""

    name: str
    book: str
    steps: list[Step]
    game: str = ""
    control: str = "5m"
    clock: str = ""
    sees: str = "pieces"
    start: int | None = None
    fen: str = ""
    draws: str = "automatic"
    options: Options = Options()
    expect: list[str] | None = None
    """What the set-up itself leads to."""
    wrong_today: str = ""


def load() -> list[tuple[str, Scenario]]:
    """Every scenario, with the name of its file."""
    found = []
    for file in sorted(FOLDER.glob("*.toml")):
        content = msgspec.convert(tomllib.loads(file.read_text(encoding="utf-8")), dict[str, list[Scenario]])
        found += [(f"{file.stem}: {scenario.name}", scenario) for scenario in content["scenario"]]
    return found


def cited(scenario: Scenario) -> set[str]:
    """The articles that a scenario expects."""
    lines = [line for each in scenario.steps for line in each.expect or ()] + (scenario.expect or [])
    return {match[1] for line in lines if (match := _ARTICLE.search(line))}


def lay_out(scenario: Scenario, clock: str) -> WholeTable:
    """The table before anything happens."""
    return WholeTable(
        buttons=clock == "buttons",
        book=scenario.book,
        game=scenario.game,
        control=scenario.control,
        sees_pieces=scenario.sees == "pieces",
        draws=scenario.draws,
        options=scenario.options,
        start=None if scenario.start is None else START + scenario.start * 1000,
    )


def happen(table: WholeTable, step: Step) -> None:
    """Let one thing happen, and the table take notice of it."""
    _on_board(table, step)
    _at_clock(table, step)
    for device in step.lost.split():
        table.lose(device)
    for device in step.back.split():
        table.find(device)
    if step.say:
        table.say(step.by, {"type": step.say} | step.using)
    if step.act:
        table.command("Iris", step.role, as_act(step.act, step.using))
    if step.restart:
        table.restart()
    table.wait(round(step.wait * 1000) or _MOMENT_MS)


def _on_board(table: WholeTable, step: Step) -> None:
    for text in step.moves.split() * step.times:
        mover = table.make(text)
        table.wait(_PRESSED_MS)
        table.press(mover)
        table.wait(_THINKING_MS)
    for text in step.made.split():
        table.make(text)
        table.wait(_THINKING_MS)
    for text in step.hand.split():
        table.stroke(text)


def _at_clock(table: WholeTable, step: Step) -> None:
    if step.run is not None:
        table.run(step.run)
    if step.press is not None:
        table.press(step.press)
    if step.stop:
        table.stop()
    if step.set:
        table.set_times(step.set)
    if step.flag:
        table.both_flags()


def difference(table: WholeTable, step: Step) -> str:
    """How the table stands otherwise than a step says; empty if it does not."""
    state = table.state
    waiting = len(state.arbiters.cases) if state.arbiters is not None else 0
    face, missing = table.table.clock.face(table.at), state.attendance
    absent = " ".join(side.value for side in Side if missing is not None and missing.arrived[side] is None)
    for asked, is_so in (
        (step.score, " ".join(state.moves)),
        (step.state or None, state.status.value),
        (step.turn, state.turn),
        (step.cases, waiting),
        (step.left, " ".join(f"{side.value} {table.seconds_left(side)}" for side in Side)),
        (step.running or None, face.running.value if face.running else "none"),
        (step.absent, absent),
        (step.orders, table.orders()),
    ):
        if asked is not None and asked != is_so:
            return f"{is_so!r}, not {asked!r}"
    return ""
