"""Scenarios as data: what happens at a table, step by step, and what the referee must rule.

A scenario is one `[[scenario]]` of a TOML file in `scenarios/`:

    name      what it shows
    book      the rulebook; `game` only where the book is for several
    control   the time control; `fen` the position to start from; `draws`, `options` as the event has settled them
    steps     what happens, in order; each step is one of
        moves = "32-28 19-23"           moves as they are seen, whoever is to move; `times = 5` repeats them
        run = "white"                   a clock runs; `left = { white = 60, black = 300 }` sets its seconds first
        press = "white"                 a side presses; `stop = true` stops both
        flag = "white"                  a flag falls; "both" if nobody can tell which fell first
        clock = "lost"                  also "odd", "shared_ended", "late white"
        irregular = "no_capture"        with `by`; what the board shows may be given as a `fen`
        shown = "white"                 the players show a result with their kings
        agreed = true                   the board shows the position again
        say = "claim_five", by = "black"   and what belongs to it
        act = "pause", role = "chief"   and what belongs to it
        wait = 5                        seconds pass
    expect    all that is ruled upon the step, in order; without it, nothing is asked
    state     the phase afterwards
"""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any, assert_never

import msgspec

from gateway.clock.face import ClockFace, Flag
from gateway.clock.facts import (
    ClockAnomaly,
    ClockAnomalyKind,
    ClockFact,
    ClockLost,
    ClockPressed,
    ClockStarted,
    ClockStopped,
    FlagFell,
    GraceExceeded,
    SharedTimeEnded,
)
from gateway.games import registry
from gateway.model.errors import GameError
from gateway.model.instants import Instant, Millis
from gateway.model.irregularities import Irregularity
from gateway.model.messages import message
from gateway.model.persons import named
from gateway.model.results import Result
from gateway.model.sides import Side
from gateway.referee import rulebooks
from gateway.referee.acts import Act
from gateway.referee.inputs import (
    Acted,
    BoardMatched,
    Clocked,
    Input,
    Irregular,
    MomentReached,
    Moved,
    PlayerRequested,
    ResultShown,
    SetUp,
)
from gateway.referee.machine import next_deadline, step
from gateway.referee.options import Options
from gateway.referee.player_requests import PlayerRequest
from gateway.referee.rulings import (
    Adjourned,
    Alert,
    Arrived,
    AssignmentDeferred,
    CaseDecided,
    CaseLapsed,
    CaseOpened,
    ClockPut,
    ClockRun,
    ControlChanged,
    Ended,
    NewClock,
    Offered,
    Opened,
    Overturned,
    Paused,
    Penalised,
    PositionSet,
    Refused,
    Rejected,
    Resumed,
    RoundStarted,
    Ruling,
    Sealed,
    Started,
    TimeChanged,
    Voided,
)
from gateway.referee.state import Play, State
from tests.english import assert_sayable
from tests.scenario_words import as_act

FOLDER = Path(__file__).parent / "scenarios"
_ARTICLE = re.compile(r"\(([^()]+)\)$")


class Step(msgspec.Struct, forbid_unknown_fields=True):
    """One thing that happens."""

    moves: str = ""
    times: int = 1
    run: Side | None = None
    left: dict[Side, int] = {}
    press: Side | None = None
    stop: bool = False
    flag: str = ""
    clock: str = ""
    irregular: Irregularity | None = None
    by: Side = Side.WHITE
    fen: str = ""
    article: str = ""
    base: str = ""
    agreed: bool = False
    shown: Result | None = None
    say: str = ""
    act: str = ""
    role: str = "chief"
    wait: int = 0
    using: dict[str, Any] = {}
    """What belongs to a saying or an act."""
    expect: list[str] | None = None
    state: str = ""


class Scenario(msgspec.Struct, forbid_unknown_fields=True):
    """One course of events."""

    name: str
    book: str
    steps: list[Step]
    game: str = ""
    control: str = "5m"
    fen: str = ""
    draws: str = "automatic"
    options: Options = Options()
    expect: list[str] | None = None
    """What the set-up itself leads to."""


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


class Table:
    """A table that only exists in words."""

    def __init__(self, scenario: Scenario) -> None:
        self.state = State()
        self.at = Instant(1_000_000)
        self.face = ClockFace(Millis(300_000), Millis(300_000), None, self.at)
        self.commands = 0
        book = rulebooks.load(scenario.book)
        self.game = registry.find(scenario.game or book.games[0])
        start = self.game.position(scenario.fen) if scenario.fen else self.game.start()
        self.first = self.give(
            SetUp(
                1,
                self.game.name,
                scenario.book,
                scenario.control,
                named("Ada", "Bob"),
                start.fen(),
                start.board(),
                self.game.rows,
                self.game.cols,
                draws=scenario.draws,
                options=scenario.options,
            )
        )

    @property
    def play(self) -> Play:
        assert self.state.play is not None
        return self.state.play

    def give(self, given: Input) -> list[str]:
        self.state, rulings = step(self.state, given, self.at)
        for ruling in rulings:
            assert_sayable(ruling.text)
        return [in_words(ruling) for ruling in rulings]

    def run(self, what: Step) -> list[str]:
        self.at = Instant(self.at + 1)
        for side, seconds in what.left.items():
            name = "white_ms" if side is Side.WHITE else "black_ms"
            self.face = msgspec.structs.replace(self.face, **{name: Millis(seconds * 1000)})
        if what.moves:
            return [
                line for _ in range(what.times) for text in what.moves.split() for line in self._move(text, what.base)
            ]
        for given in (self._by_the_clock, self._by_the_board, self._by_a_person):
            if (lines := given(what)) is not None:
                return lines
        self.at = Instant(self.at + what.wait * 1000)
        due = next_deadline(self.state)
        return self.give(MomentReached()) if due is not None and due <= self.at else []

    def _by_the_clock(self, what: Step) -> list[str] | None:
        if what.run is not None:
            return self._clocked(ClockStarted(what.run), what.run)
        if what.press is not None:
            return self._clocked(ClockPressed(what.press), what.press.other)
        if what.stop:
            return self._clocked(ClockStopped(), None)
        if what.flag:
            return self._flag(what.flag)
        if what.clock:
            return self._clock(what.clock)
        return None

    def _by_the_board(self, what: Step) -> list[str] | None:
        if what.irregular is not None:
            board = self.game.position(what.fen).board() if what.fen else self.play.line.last.board()
            return self.give(Irregular(self._kind(what.irregular, what.article), what.by, (), board))
        if what.shown is not None:
            return self.give(ResultShown(what.shown))
        if what.agreed:
            return self.give(BoardMatched())
        return None

    def _by_a_person(self, what: Step) -> list[str] | None:
        if what.say:
            return self.give(PlayerRequested(what.by, msgspec.convert({"type": what.say} | what.using, PlayerRequest)))
        if what.act:
            self.commands += 1
            act = msgspec.convert(as_act(what.act, what.using), Act)
            return self.give(Acted(f"c{self.commands}", "Iris", what.role, act))
        return None

    def _kind(self, kind: Irregularity, article: str) -> Irregularity:
        """The kind that a step names, or that its book has under the article that the step gives instead."""
        kinds = self.play.book.offences.kinds
        return next((each for each, offence in kinds.items() if offence.article == article), kind)

    def _move(self, text: str, base: str) -> list[str]:
        position = self.game.position(base) if base else self.play.line.last
        try:
            move = position.read(text)
        except GameError:
            return self.give(Moved(position.turn, text, text, (), (), "", "", base=base))
        then = position.play(move)
        written = position.write(move)
        return self.give(
            Moved(position.turn, move.text, written, move.path, move.taken, then.board(), then.fen(), base=base)
        )

    def _clocked(self, fact: ClockFact, running: Side | None) -> list[str]:
        self.face = msgspec.structs.replace(self.face, running=running, since=self.at)
        return self.give(Clocked(fact, self.face))

    def _flag(self, which: str) -> list[str]:
        sides = list(Side) if which == "both" else [Side(which)]
        flags = (*self.face.flags, *(Flag(side, self.at) for side in sides))
        first = None if which == "both" else flags[0].side
        self.face = msgspec.structs.replace(self.face, flags=flags, first_flag=first, running=None, since=self.at)
        return [line for side in sides for line in self.give(Clocked(FlagFell(side, self.at), self.face))]

    def _clock(self, what: str) -> list[str]:
        facts: dict[str, ClockFact] = {
            "lost": ClockLost(message("clock_lost.silent")),
            "odd": ClockAnomaly(ClockAnomalyKind.DRIFT, Side.WHITE),
            "shared_ended": SharedTimeEnded(self.at),
            "late white": GraceExceeded(Side.WHITE, self.at),
            "late black": GraceExceeded(Side.BLACK, self.at),
        }
        return self.give(Clocked(facts[what], self.face))


def in_words(ruling: Ruling) -> str:  # noqa: C901 - a list of words, one case for each kind of ruling
    """A ruling in one short line: what, whom, by which article."""
    article = f" ({ruling.article})" if ruling.article else ""
    match ruling:
        case Adjourned() | Sealed() | Started() | Paused() | Resumed() | Refused() | Voided() | PositionSet():
            what = msgspec.to_builtins(ruling)["type"]
        case RoundStarted():
            what = f"round started, {ruling.run.value} runs" if ruling.run else "round started"
        case Arrived():
            runs = f", {ruling.run.value} runs" if ruling.run else ""
            what = f"arrived {ruling.side.value} {ruling.late_ms // 1000} s late{runs}"
        case Ended():
            what = f"ended {ruling.result.value} {ruling.reason.value}"
        case Rejected():
            what = f"rejected {ruling.side.value}"
        case Offered():
            what = f"{'offered' if ruling.open else 'offer refused'} {ruling.side.value}"
        case Penalised():
            what = f"penalised {ruling.side.value} {ruling.penalty.value}"
        case NewClock():
            what = f"new clock {ruling.left_ms.white // 1000} s {ruling.left_ms.black // 1000} s"
        case ClockPut():
            what = "clock put"
        case ClockRun():
            what = f"clock runs for {ruling.side.value}"
        case TimeChanged():
            what = f"time {ruling.side.value} {ruling.change.value} {ruling.ms // 1000} s"
        case ControlChanged():
            what = f"control {ruling.control}"
        case Opened():
            what = f"opening: {ruling.stage or 'done'}"
        case CaseOpened():
            side = f" {ruling.case.side.value}" if ruling.case.side else ""
            penalty = f", {ruling.case.penalty.value}" if ruling.case.penalty else ""
            what = f"case {ruling.case.id}: {ruling.case.kind.value}{side}{penalty}"
        case CaseDecided():
            what = f"case {ruling.case} closed: {ruling.choice.value}"
        case CaseLapsed():
            what = f"case {ruling.case} lapsed"
        case AssignmentDeferred():
            what = "assignment deferred"
        case Overturned():
            what = f"overturned {ruling.ruling}"
        case Alert():
            word = ("alert" if ruling.announce else "silent") if ruling.open else "cleared"
            what = f"{word} {ruling.kind.value}"
        case _:
            assert_never(ruling)
    return f"{what}{article}"
