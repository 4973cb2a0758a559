"""The referee as a fold: `step(state, input, at) -> (state, rulings)`.

**Phases.** A table waits until a game is set up. A game is ready until the first clock runs or the first move is seen,
then it is being played. An arbiter may pause and resume it, and so may a player who calls the arbiter, where the book
lets him. It is over once a ruling has ended it; a new set-up leads on, or the ruling is overturned.

    waiting ──set up──> ready ──clock runs, move──> playing <──pause, resume──> paused <─┐
       ^                  ^                           │                           │      │ overturned
       └─void             └────────set up──────────  over <──flag, rules, result──┘ ─────┘

**Inputs.** Every phase takes every input, so nothing that happens at a table can stop the referee:

| input           | waiting  | ready          | playing              | paused          | over           |
|-----------------|----------|----------------|----------------------|-----------------|----------------|
| assigned        | taken    | set up anew    | for the next game    | for the next    | taken          |
| set up          | ready    | ready          | ready                | ready           | ready          |
| moved           | alert    | starts, judged | judged               | alert           | alert          |
| irregular       | alert    | a case opens   | a case opens         | alert           | alert          |
| withdrawn       | -        | -              | taken back           | -               | -              |
| clocked         | shown    | a run starts   | a fallen flag ends   | shown           | shown          |
| board differs   | alert    | alert          | alert                | alert           | alert          |
| board agrees    | closes alerts in every phase                                                        |
| touched         | -        | -              | an offer is refused  | -               | -              |
| result shown    | -        | a case opens   | a case opens         | a case opens    | -              |
| device, disk    | alert    | alert          | alert                | alert           | alert          |
| signalled       | on record only, in every phase                                                      |
| player's request| rejected | judged         | judged               | judged          | rejected       |
| moment reached  | -        | cases decided  | cases decided        | cases decided   | -              |
| start, arrivals | refused  | attendance     | attendance           | attendance      | refused        |
| pause           | refused  | refused        | paused               | refused         | refused        |
| resume          | refused  | refused        | refused              | playing         | refused        |
| adjourn         | refused  | refused        | announced            | announced       | refused        |
| set result      | refused  | over           | over                 | over            | a new result   |

**Who does what.** `moving` takes what happens on the board, `timing` the clock, `request_handling` what players ask
for, `acting` what arbiters do, `attendance` the start of a round and who comes late, `adjournment` how a game is
interrupted and goes on. What a person must decide is opened by `case_opening` and closed by `cases`; `punishing`
counts. Which articles decide is in the rulebook of the game.

**Conflicts.** Inputs are judged in the order in which they arrive. A move that ends the game and a flag are two inputs:
whichever the table saw first decides, and the other comes when the game is over and changes nothing. An arbiter's
result stands above what the referee decided; the record keeps both.

**Silence.** What the rules leave to the players to notice is told to arbiters only, as an alert that says so.

The state is never changed in place, `at` is the only time there is, and the same inputs give the same rulings on any
machine.
"""

from __future__ import annotations

from typing import assert_never

from msgspec.structs import replace

from gateway.clock.classes import classify
from gateway.clock.control_notation import parse_control
from gateway.games import registry
from gateway.games.game import Line
from gateway.model.errors import GatewayError
from gateway.model.instants import Instant
from gateway.model.messages import message, name_of

from . import (
    acting,
    assigning,
    attendance,
    cases,
    clock_faults,
    clock_orders,
    drawn_material,
    game_messages,
    moving,
    openings,
    request_handling,
    rulebooks,
    shown_results,
    timing,
)
from .game_change import leave_game
from .inputs import (
    Acted,
    Assigned,
    BoardMatched,
    BoardMismatched,
    Clocked,
    DeviceChanged,
    DiskChanged,
    Input,
    Irregular,
    MomentReached,
    Moved,
    PlayerRequested,
    ResultShown,
    Retracted,
    SetUp,
    Signalled,
    Touched,
)
from .judgement import Judgement
from .rulings import BOARD, AlertKind, Ruling
from .state import Phase, Play, State

__all__ = ["next_deadline", "step"]


def step(state: State, given: Input, at: Instant) -> tuple[State, tuple[Ruling, ...]]:
    """Judge one input."""
    judgement = Judgement(state, at)
    _judge(judgement, given)
    moving.look_again(judgement, state.play)
    drawn_material.look_for_drawn_material(judgement, state.play)
    return judgement.state, tuple(judgement.rulings)


def next_deadline(state: State) -> Instant | None:
    """When the referee wants to be woken with `MomentReached`."""
    moments = (cases.next_deadline(state), attendance.next_deadline(state))
    return min((moment for moment in moments if moment is not None), default=None)


def _judge(judgement: Judgement, given: Input) -> None:  # noqa: C901 - one case for each kind of input
    match given:
        case Assigned():
            assigning.assigned(judgement, given)
        case SetUp():
            _set_up(judgement, given)
        case Moved():
            moving.moved(judgement, given)
        case Retracted():
            moving.retracted(judgement, given)
        case Irregular():
            moving.irregular(judgement, given)
        case Clocked():
            timing.clocked(judgement, given)
        case BoardMismatched():
            judgement.alert(AlertKind.BOARD_DIFFERS, game_messages.board_differs(len(given.cells)), subject=BOARD)
        case BoardMatched():
            cases.restored(judgement)
            judgement.clear(AlertKind.BOARD_DIFFERS, game_messages.board_agrees())
            judgement.clear(AlertKind.IRREGULAR, game_messages.board_agrees())
            if given.unseen:
                moving.led_back(judgement)
        case Touched():
            moving.touched(judgement, given)
        case ResultShown():
            shown_results.result_shown(judgement, given)
        case DeviceChanged():
            clock_faults.note_device(judgement, given)
        case DiskChanged():
            _disk(judgement, given)
        case Signalled():
            pass  # there is no game: the bridge event is told by the record itself
        case Acted():
            acting.acted(judgement, given)
        case PlayerRequested():
            request_handling.handle_request(judgement, given.side, given.request)
        case MomentReached():
            if judgement.state.play is not None:
                attendance.reach_moment(judgement)
                cases.expire(judgement)
                timing.expire_press(judgement, unsettled=given.unsettled)
                clock_orders.raise_overdue(judgement)
        case _:
            assert_never(given)


def _set_up(judgement: Judgement, given: SetUp) -> None:
    try:
        game = registry.find(given.rules)
        book = rulebooks.find(given.rulebook, given.rules)
        line = Line((game.position(given.fen),))
        opening = openings.begin(given.options.opening or book.opening, line.last)
    except GatewayError as error:
        judgement.alert(AlertKind.SETUP, message("alert.setup", why=error.message))
        return
    leave_game(judgement)
    play = Play(given, game, book, line, opening=opening)
    play = replace(play, attendance=attendance.expected(play, judgement.state.arrivals))
    judgement.set(phase=Phase.READY, play=play, arrivals=())
    attendance.awaits_start(judgement)
    _check_pace(judgement, play)


def _check_pace(judgement: Judgement, play: Play) -> None:
    """DH rapid 1, GN 30, GO app.6 §1, FIDE A.1, B.1: the arbiter should know of a control of another class."""
    if not play.book.classes:
        return
    try:
        classes = classify(parse_control(play.setup.control))
    except GatewayError:
        return
    for found in classes:
        if found.rulebook == play.book.classes and found.pace is not play.book.pace:
            text = message(
                "alert.control",
                control=play.setup.control,
                pace=name_of(found.pace),
                book=name_of(play.book.pace),
                why=found.why,
            )
            judgement.alert(
                AlertKind.CONTROL, text, play.book.pace_article or play.book.presets.get(found.article, found.article)
            )


def _disk(judgement: Judgement, given: DiskChanged) -> None:
    if given.failing:
        judgement.alert(AlertKind.DISK, message("alert.disk_failing"))
    else:
        judgement.clear(AlertKind.DISK, message("alert.disk_back"))
