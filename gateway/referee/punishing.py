"""Penalties: imposed, counted for each player and game, overturned; and offences that are put to the arbiter."""

from __future__ import annotations

from typing import assert_never

from gateway.clock.adjustments import Change
from gateway.model.instants import Millis
from gateway.model.messages import Message, message
from gateway.model.results import Reason, Result
from gateway.model.sides import Side

from . import case_messages, game_messages
from .case_opening import aggravate_case, lessen_case, open_case
from .clock_times import bounded
from .judgement import Judgement
from .material import can_never_win, cannot_win, increment_ms
from .penalties import Penalty
from .rulings import Case, CaseKind, Choice, Ended, Overturned, Penalised, PositionSet, TimeChanged
from .state import Made, Play

__all__ = ["accuse", "count", "exceeds_points", "illegal_moves", "impose", "overturn", "usual"]

_TWO = 2
"""The number of violations in one game that lose it (GN 15.3)."""


def count(play: Play, side: Side, penalty: Penalty | None = None, article: str = "") -> int:
    """How often the player who holds a colour now has been punished so; what was overturned does not count."""
    return len(_numbers(play, side, penalty, article))


def _numbers(play: Play, side: Side, penalty: Penalty | None, article: str = "") -> list[int]:
    """The rulings that have punished a player so and still hold."""
    return [
        number
        for number, made in enumerate(play.made, start=1)
        if isinstance(made.ruling, Penalised)
        and not made.struck
        and made.ruling.side is (side if made.swapped is play.swapped else side.other)
        and penalty in (None, made.ruling.penalty)
        and article in ("", made.ruling.article)
    ]


def illegal_moves(play: Play, side: Side) -> list[int]:
    """The rulings that have punished an illegal move of the player who holds a colour now (FIDE 7.5.5)."""
    illegal = play.book.offences.illegal
    return sorted(number for article in illegal for number in _numbers(play, side, Penalty.TIME_GIVEN, article))


def impose(
    judgement: Judgement, side: Side, penalty: Penalty, article: str, ms: Millis = Millis(0), why: str = ""
) -> None:
    """Punish a player. Whether whoever does so may has been asked before."""
    times = count(judgement.play, side, penalty) + 1
    text = case_messages.penalised(side, penalty, times, why)
    book = judgement.play.book
    roles = book.may_impose(penalty).roles
    judgement.rule(Penalised(side=side, penalty=penalty, article=article, count=times, ms=ms, roles=roles, text=text))
    with judgement.following():
        _follow(judgement, side, penalty, article, ms, why)
    if judgement.is_open:
        _aggravate(judgement, side)


def _follow(judgement: Judgement, side: Side, penalty: Penalty, article: str, ms: Millis, why: str) -> None:
    """What a penalty leads to."""
    book = judgement.play.book
    match penalty:
        case Penalty.WARNING:
            _after_warning(judgement, side, article)
        case Penalty.TIME_GIVEN:
            judgement.change_time(side.other, Change.ADD, bounded(judgement, side.other, Change.ADD, ms), article, why)
        case Penalty.TIME_TAKEN:
            judgement.change_time(side, Change.TAKE, ms, article, why)
        case Penalty.VIOLATION:
            violations = _numbers(judgement.play, side, Penalty.VIOLATION)
            if len(violations) >= _TWO and book.offences.two_violations:
                with judgement.following(*violations):
                    _lose(judgement, side, Result.win_for(side.other), book.offences.two_violations, why)
        case Penalty.LOSS | Penalty.DISQUALIFICATION:
            # FIDE 7.5.5, I.8; other losses stand whatever the opponent has left.
            spared = book.offences.illegal | {book.offences.sealed}
            unable = cannot_win(judgement.play, side.other) or can_never_win(judgement.play, side.other)
            drawn = article in spared and unable
            _lose(judgement, side, Result.DRAW if drawn else Result.win_for(side.other), article, why)
        case Penalty.DOUBLE_LOSS:
            _lose(judgement, None, Result.BOTH_LOSE, article, why)
        case Penalty.POINTS_GIVEN | Penalty.POINTS_TAKEN | Penalty.FINE | Penalty.EXCLUSION:
            pass  # recorded here, carried out by the event
        case _:
            assert_never(penalty)


def _lose(judgement: Judgement, side: Side | None, result: Result, article: str, why: str) -> None:
    """A side loses the game, or both do. Once it is over the opponent keeps what was played (GN 15.3)."""
    if judgement.is_open:
        judgement.end(result, Reason.PENALTY, article, why)
        return
    ended, kept = judgement.play.result, judgement.play.book.offences.opponent_keeps
    if ended is None or not kept or ended.lost is side is not None:
        return
    if side is None or ended.lost is not None or ended.result is Result.win_for(side):
        if ended.result is not Result.BOTH_LOSE:
            judgement.end(Result.BOTH_LOSE, Reason.PENALTY, kept, why)
    elif ended.result is Result.DRAW:
        judgement.end(Result.DRAW, Reason.PENALTY, kept, why, lost=side)


def _after_warning(judgement: Judgement, side: Side, article: str) -> None:
    """The same offence again, or too many warnings, is put to the chief as a violation (decision G6)."""
    play = judgement.play
    if not play.book.offences.two_violations or not judgement.is_open:
        return
    same, warned = (_numbers(play, side, Penalty.WARNING, cite) for cite in (article, ""))
    again = len(same) >= _TWO
    if again or 0 < play.options.warnings <= len(warned):
        open_case(
            judgement,
            CaseKind.OFFENCE,
            article,
            side=side,
            what=message("offence.again"),
            penalty=Penalty.VIOLATION,
            rests_on=tuple(same if again else warned),
            needs=_TWO if again else play.options.warnings,
        )


def accuse(
    judgement: Judgement,
    side: Side,
    article: str,
    what: Message,
    penalty: Penalty | None = None,
    *,
    again: Penalty | None = None,
    shown: str = "",
    move: str = "",
    choices: tuple[Choice, ...] = (),
    pressed: bool = True,
) -> None:
    """Put an offence to the arbiter, with the penalty that the text names, for the first time or `again`."""
    play = judgement.play
    rules = play.book.offences
    accepted = rules.accept
    if penalty is None:
        penalty, again = Penalty.WARNING, Penalty.VIOLATION if rules.two_violations else None
    first, then, needs = penalty, again, 1
    before = _numbers(play, side, first, article)
    taken = Millis(0)
    if article in rules.illegal:  # FIDE 7.5.5: time for the opponent, then the game
        first, then, needs = Penalty.TIME_GIVEN, Penalty.LOSS, rules.illegal_limit - 1
        before = illegal_moves(play, side)
        taken = _gained(judgement, side) if pressed and len(before) < needs else Millis(0)
        if play.leaves_to_the_opponent:
            article, accepted = rules.unsupervised, rules.unsupervised
    harder = then is not None and len(before) >= needs
    charged = then if harder else first
    graver = None if harder or first is Penalty.WARNING else then  # a second warning is seen to where it is given
    open_case(
        judgement,
        CaseKind.OFFENCE,
        article,
        side=side,
        what=what,
        penalty=charged,
        rests_on=tuple(before) if harder else (),
        needs=needs if harder or graver is not None else 0,
        otherwise=first if harder else None,
        graver=graver,
        ms=play.penal_ms if charged is Penalty.TIME_GIVEN else Millis(0),
        accepted_by_move=accepted,
        shown=shown,
        move=move,
        turn=side.other,
        choices=choices,
        taken_ms=taken,
    )


def exceeds_points(play: Play, side: Side, penalty: Penalty) -> bool:
    """FIDE 10.2: whether raising the opponent's points, or lowering a player's own, leaves no normal score.

    A penalty is half a point here; more of it is imposed as often.
    """
    if play.result is None or not play.book.points_limit:
        return False
    halves = {each: _halves(play, each) for each in Side}
    if penalty is Penalty.POINTS_GIVEN:
        return sum(halves.values()) >= _TWO or halves[side.other] >= _TWO
    return penalty is Penalty.POINTS_TAKEN and halves[side] == 0


def _halves(play: Play, side: Side) -> int:
    """A player's points for the game, in halves, after all penalties."""
    ended = play.result
    won = ended is not None and ended.result is Result.win_for(side)
    drawn = ended is not None and ended.result is Result.DRAW and ended.lost is not side
    given = count(play, side.other, Penalty.POINTS_GIVEN)
    return (_TWO if won else int(drawn)) + given - count(play, side, Penalty.POINTS_TAKEN)


def usual(play: Play, side: Side, article: str) -> Penalty:
    """The penalty where the text names none: a warning, and for the same offence again a violation (decision G6)."""
    again = bool(play.book.offences.two_violations) and count(play, side, Penalty.WARNING, article)
    return Penalty.VIOLATION if again else Penalty.WARNING


def _gained(judgement: Judgement, side: Side) -> Millis:
    """What the press of an illegal move has added to a side's time (decision C6)."""
    play = judgement.play
    return increment_ms(play, side, judgement.state.face) if play.options.take_back_increment else Millis(0)


def overturn(judgement: Judgement, number: int, why: str, article: str = "", result: Result | None = None) -> None:
    """A ruling no longer holds, nor does what followed from it; what they did is undone as far as it can be."""
    target = judgement.play.made[number - 1]
    judgement.mark(number, struck=True)
    ruling, text = target.ruling, case_messages.overturned(number, judgement.by, why)
    judgement.rule(Overturned(ruling=number, was_result=isinstance(ruling, Ended), article=article, text=text))
    if isinstance(ruling, Ended):
        _reopen(judgement, number, why, article, result)
    elif isinstance(ruling, TimeChanged) and judgement.is_open:
        back = {Change.ADD: Change.TAKE, Change.TAKE: Change.ADD}.get(ruling.change)
        if back is not None:
            # What is taken back leaves the side some time, where it has used the rest.
            judgement.change_time(ruling.side, back, bounded(judgement, ruling.side, back, ruling.ms), article, why)
    elif isinstance(ruling, PositionSet) and target.before is not None and judgement.is_open:
        judgement.set_line(target.before, target.texts, article, why)
    for other, made in enumerate(judgement.play.made, start=1):
        if number in made.causes and not made.struck and not _still_due(judgement.play, made):
            overturn(judgement, other, why, article, result)
    for case in judgement.play.cases:
        if number in case.rests_on:
            _lessen(judgement, case)


def _aggravate(judgement: Judgement, side: Side) -> None:
    """What a player is charged with besides may be his second offence now, in whatever order they are decided."""
    play = judgement.play
    for case in play.cases:
        if case.graver is not None and case.side is side:
            illegal = case.article in play.book.offences.illegal
            before = illegal_moves(play, side) if illegal else _numbers(play, side, case.penalty, case.article)
            if len(before) >= case.needs:
                aggravate_case(judgement, case, tuple(before))


def _lessen(judgement: Judgement, case: Case) -> None:
    """A penalty that a case rests on no longer holds: without enough others the charge is a lesser one, or none."""
    play = judgement.play
    if sum(not play.made[number - 1].struck for number in case.rests_on) >= case.needs:
        return
    lessen_case(judgement, case, play.penal_ms if case.otherwise is Penalty.TIME_GIVEN else Millis(0))


def _still_due(play: Play, made: Made) -> bool:
    """Whether a loss for two violations is due without one of those that it followed from."""
    left = [each for each in made.causes if not play.made[each - 1].struck]
    return isinstance(made.ruling, Ended) and len(left) >= _TWO


def _reopen(judgement: Judgement, number: int, why: str, article: str, result: Result | None) -> None:
    """A result was overturned: another takes its place, or the one that it had replaced; or play can go on."""
    ended = judgement.play.result
    if ended is None or ended.no != number:
        return
    judgement.put(result=None)
    judgement.stop(game_messages.paused(judgement.by, why))
    earlier = next(
        (made.ruling for made in reversed(judgement.play.made) if isinstance(made.ruling, Ended) and not made.struck),
        None,
    )
    if result is not None:
        judgement.end(result, Reason.ARBITER, article, why)
    elif earlier is not None:
        judgement.end(earlier.result, earlier.reason, earlier.article, lost=earlier.lost)
