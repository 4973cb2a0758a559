"""Attendance: the start of a round, who has come to it, and who was not there in time (GN 14.2, 14.3, FIDE 6.6, 6.7).

It is kept where the event says so (`Options.attendance`), or where an arbiter starts the round and says who is absent.
Arrival is a fact that somebody enters; a move or a request by a side proves it as well, a press
does not: anybody starts a clock.
"""

from __future__ import annotations

from msgspec.structs import replace

from gateway.clock.adjustments import Change
from gateway.clock.arrival import Attendance, arrive, begin
from gateway.model.instants import Instant, Millis
from gateway.model.messages import message, name_of
from gateway.model.results import Reason, Result
from gateway.model.sides import BySide, Side

from . import cases
from .acts import Arrive, SetGrace, StartRound
from .case_opening import open_case
from .judgement import Judgement
from .material import has_shared_time
from .options import Mode
from .rulings import AlertKind, Arrived, CaseKind, Choice, Refusal, RoundStarted
from .state import Arrival, Phase, Play, State

__all__ = [
    "announce",
    "awaits_start",
    "come",
    "expected",
    "next_deadline",
    "prove_presence",
    "reach_moment",
    "remember_arrivals",
    "set_grace",
    "start_round",
    "why_not_attendance",
]

_AWAKE_MS = Millis(5000)
"""The delay with which a table may reach a moment that it has waited for."""
_TO_START, _BEGUN = "start", "begun"
"""Subjects of the alert that a table was not awake at the start: it is still to be started, or has begun late."""
_OF_BOTH = (Choice.FORFEIT, Choice.WHITE_WINS, Choice.BLACK_WINS, Choice.WAIT)
"""What may be decided where neither was there in time: each is late by himself (decision C10)."""
_LONGEST_MS = Millis(24 * 60 * 60 * 1000)
"""The longest time that a grace period may have, and that an arrival may lie back."""


def expected(play: Play, arrivals: tuple[Arrival, ...]) -> Attendance | None:
    """The attendance of a game that has just been set up, with what is known of arrivals; None where it is not kept."""
    options = play.options
    announced = options.grace_ms > 0 and play.book.clock.late_mode is Mode.CLAIM and play.setup.start is not None
    if not (announced if options.attendance is None else options.attendance):
        return None
    came = {arrival.who: arrival.at for arrival in arrivals}
    return replace(_attendance(play), arrived=BySide(*(came.get(play.setup.players[side]) for side in Side)))


def remember_arrivals(judgement: Judgement) -> None:
    """Keep in mind who has come, where a game only makes way to itself: it is void, or assigned anew."""
    play = judgement.play
    if play.attendance is None or play.result is not None:
        return
    came = ((play.setup.players[side], play.attendance.arrived[side]) for side in Side)
    judgement.set(arrivals=tuple(Arrival(who, at) for who, at in came if at is not None and who.name))


def _attendance(play: Play) -> Attendance:
    rules = play.book.clock
    grace = Millis(0) if rules.late_mode is Mode.AUTOMATIC else play.options.grace_ms  # GO app.6 §5
    first = play.line.last.turn
    return Attendance(first, grace, absent_runs=bool(rules.one_absent), both_owe=rules.both_absent_owe)


def next_deadline(state: State) -> Instant | None:
    """When the round is to start, or somebody will be too late."""
    play = state.play
    if play is None or play.attendance is None or state.phase in {Phase.WAITING, Phase.OVER}:
        return None
    return play.setup.start if play.attendance.start_at is None else play.attendance.next_limit


def reach_moment(judgement: Judgement) -> None:
    """The start of the round has come, or the limit of lateness has passed."""
    due, attendance = next_deadline(judgement.state), judgement.play.attendance
    if due is None or due > judgement.at or attendance is None:
        return
    if attendance.start_at is None:
        _start(judgement, attendance)
    else:
        _charge(judgement)


# The start ----------------------------------------------------------------------------------------------------------


def awaits_start(judgement: Judgement) -> None:
    """A game has been set up: where its start was announced and has passed, nothing starts it but an arbiter, who is
    told. One that only begins again is under his eyes already."""
    play, assigned = judgement.play, judgement.state.assignment
    expects = play.attendance is not None and len(play.attendance.absent) == len(Side)
    if not expects or assigned is None or assigned.n != play.setup.assignment:
        return
    if assigned.start is not None and assigned.start < judgement.at:
        late = Millis(judgement.at - assigned.start)
        judgement.alert(AlertKind.LATE_START, message("alert.late_start", late_ms=late), subject=_TO_START)


def start_round(judgement: Judgement, act: StartRound) -> None:
    """An arbiter starts the round here, before its time or where none is set."""
    play = judgement.play
    attendance = play.attendance
    if act.absent is not None:
        attendance = attendance or _attendance(play)
        for side in Side:
            came = None if side in act.absent else attendance.arrived[side] or judgement.at
            attendance = replace(attendance, arrived=attendance.arrived.replace(side, came))
    if attendance is not None:
        _start(judgement, attendance)
    else:
        _run(judgement, play.line.last.turn, (), play.book.clock.start)


def _start(judgement: Judgement, attendance: Attendance) -> None:
    play = judgement.play
    begun = begin(replace(attendance, first=play.line.last.turn), judgement.at)
    judgement.put(attendance=begun)
    if not _began_in_time(judgement.play) and judgement.role is None:
        late = Millis(judgement.at - (play.setup.start or judgement.at))
        judgement.alert(AlertKind.LATE_START, message("alert.began_late", late_ms=late), subject=_BEGUN)
    _run(judgement, begun.runs, begun.absent, _start_article(play, begun))


def _run(judgement: Judgement, side: Side | None, absent: tuple[Side, ...], article: str) -> None:
    """Let the clocks run as the book says. Where play has begun already, they do."""
    judgement.clear(AlertKind.LATE_START, message("alert.round_begun"), _TO_START)
    run = side if judgement.phase is Phase.READY else None
    names = tuple(name_of(each) for each in absent)
    text = message("ruling.round_started", side=name_of(run) if run else "", absent=names or "")
    judgement.rule(RoundStarted(run=run, absent=absent, article=article, text=text))


def _start_article(play: Play, begun: Attendance) -> str:
    """The article on whose clock runs at the start. FIDE 6.7.2 is for a default time that is not zero."""
    rules = play.book.clock
    if len(begun.absent) == len(Side) and (rules.both_absent_owe or begun.grace_ms):
        return rules.both_absent or rules.start
    return (rules.one_absent if begun.absent else "") or rules.start


# Arrivals -----------------------------------------------------------------------------------------------------------


def come(judgement: Judgement, side: Side, ago_ms: Millis = Millis(0), *, there: bool = True) -> None:
    """A player is there. An arbiter may say it later, and say otherwise than before, also that the player is not there
    after all; what the clock has counted too much or too little by then is put right, as long as no move has been
    made."""
    play, before = judgement.play, judgement.play.attendance
    if before is None:
        return
    came = Instant(judgement.at - ago_ms) if there else None
    attendance, owed = arrive(before, side, came, judgement.at)
    judgement.put(attendance=attendance)
    moves = not play.texts and attendance.start_at is not None
    run = attendance.runs if moves and attendance.runs is not before.runs else None
    late = attendance.late_ms(side, judgement.at) if there else Millis(0)
    article = play.book.clock.one_absent if late else ""
    running = name_of(run) if run else ""
    text = (
        message("ruling.arrived", side=name_of(side), late_ms=late, run=running)
        if there
        else message("ruling.not_there", side=name_of(side), run=running)
    )
    judgement.rule(Arrived(side=side, late_ms=late, run=run, article=article, text=text, there=there))
    if moves and not has_shared_time(play):
        for each in Side:
            if owed[each]:
                change = Change.TAKE if owed[each] > 0 else Change.ADD
                judgement.change_time(each, change, Millis(abs(owed[each])), play.book.clock.both_absent)
    _charge(judgement)


def prove_presence(judgement: Judgement, side: Side) -> None:
    """A side has moved or spoken: it is there, and was never said to be."""
    attendance = judgement.play.attendance
    if attendance is not None and side in attendance.absent:
        come(judgement, side)


def announce(judgement: Judgement, side: Side) -> None:
    """A player says that he is there."""
    attendance = judgement.play.attendance
    if attendance is None:
        judgement.reject(side, "", message("refusal.no_attendance"))
    elif side not in attendance.absent:
        judgement.reject(side, "", message("refusal.there_already"))
    else:
        come(judgement, side)


def set_grace(judgement: Judgement, act: SetGrace) -> None:
    """An arbiter decides how late the players of this game may come."""
    attendance = judgement.play.attendance
    if attendance is not None:
        judgement.put(attendance=replace(attendance, grace_ms=act.ms))
        _charge(judgement)


def why_not_attendance(judgement: Judgement, act: StartRound | Arrive | SetGrace) -> Refusal | None:
    """Why nothing can be said about attendance here, or not this; None if it can."""
    play = judgement.play
    attendance, rules = play.attendance, play.book.clock
    if isinstance(act, StartRound):
        begun = play.started if attendance is None else attendance.start_at
        return None if begun is None else Refusal(message("refusal.round_started"))
    if attendance is None:
        return Refusal(message("refusal.no_attendance"))
    if isinstance(act, Arrive) and not act.there:
        return _why_not_taken_back(play, attendance, act.side)
    if isinstance(act, SetGrace) and rules.late_mode is Mode.AUTOMATIC:
        return Refusal(message("refusal.no_grace"), rules.late)
    ms = act.ms if isinstance(act, SetGrace) else act.ago_ms
    return None if 0 <= ms <= _LONGEST_MS else Refusal(message("refusal.too_long_ago", longest=_LONGEST_MS))


def _why_not_taken_back(play: Play, attendance: Attendance, side: Side) -> Refusal | None:
    """Why an arrival cannot be taken back: whoever has moved was there."""
    if play.texts:
        return Refusal(message("refusal.moves_made"))
    return Refusal(message("refusal.not_there")) if side in attendance.absent else None


# Too late -----------------------------------------------------------------------------------------------------------


def _charge(judgement: Judgement) -> None:
    """Put it to the arbiter, or rule, that players were not there in time; what was charged before and does not hold
    any more is dropped."""
    play = judgement.play
    attendance = play.attendance
    if attendance is None or attendance.start_at is None:
        return
    late = attendance.too_late(judgement.at)
    if late == attendance.charged:
        return
    judgement.put(attendance=replace(attendance, charged=late))
    for case in play.cases:
        if case.kind is CaseKind.ABSENCE:
            cases.close(judgement, case, Choice.DISMISS)
    judgement.clear(AlertKind.ABSENT, message("alert.there"))
    if late:
        _not_in_time(judgement, late)


def _not_in_time(judgement: Judgement, late: tuple[Side, ...]) -> None:
    rules = judgement.play.book.clock
    side = late[0] if len(late) == 1 else None
    article = rules.both_late if side is None else rules.late
    if not article:
        text = message("alert.absent", side=name_of(side) if side else "")
        judgement.alert(AlertKind.ABSENT, text)
    elif rules.late_mode is Mode.AUTOMATIC and _began_in_time(judgement.play):
        result = Result.BOTH_LOSE if side is None else Result.win_for(side.other)
        judgement.end(result, Reason.FORFEIT, article)
    else:
        choices = () if side is not None else _OF_BOTH
        open_case(judgement, CaseKind.ABSENCE, article, side=side, choices=choices, reason=Reason.FORFEIT)


def _began_in_time(play: Play) -> bool:
    """Whether the table was awake at the start; otherwise nobody could have told it who had come."""
    planned, began = play.setup.start, play.attendance.start_at if play.attendance else None
    return planned is None or began is None or began - planned <= _AWAKE_MS
