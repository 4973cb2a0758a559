"""Cases that wait for a person: laid open, decided, accepted by playing on, decided by time."""

from __future__ import annotations

from typing import assert_never

import msgspec

from gateway.clock.adjustments import Change
from gateway.games.game import Line, Position
from gateway.games.irregular_turns import led_to, mark_of, turn_of
from gateway.model.errors import GameError
from gateway.model.instants import Instant
from gateway.model.messages import Message, message
from gateway.model.results import Reason, Result
from gateway.model.sides import Side

from . import case_messages, clock_acts, game_messages, openings, punishing, quickplay
from .clock_orders import next_overdue
from .clock_times import bounded
from .judgement import Judgement
from .roles import ANY_ARBITER, Role
from .rulings import AlertKind, Case, CaseDecided, CaseKind, CaseLapsed, Choice, Voided
from .state import Phase, Play, State

__all__ = [
    "PUT_OR_STAY",
    "answered",
    "choices",
    "close",
    "decide",
    "expire",
    "lapse",
    "may_decide",
    "next_deadline",
    "play_on",
    "restored",
    "told",
    "void",
]

PUT_OR_STAY = (Choice.PUT_BACK, Choice.LET_STAY)
_WINNER = {Choice.WHITE_WINS: Result.WHITE, Choice.BLACK_WINS: Result.BLACK, Choice.DRAW: Result.DRAW}
_ENDING = {*_WINNER, Choice.FORFEIT}
"""Choices that end the game."""
_BY_THE_BOARD = {
    CaseKind.IRREGULARITY,
    CaseKind.OFFENCE,
    CaseKind.OPENING,
    CaseKind.POSITION,
    CaseKind.ILLEGAL_POSITION,
}
"""Kinds of cases to which something has led that was done on the board."""


def choices(state: State, case: Case) -> tuple[Choice, ...]:
    """What may be decided now. Once the game is over nothing ends it again, and any case may be dismissed."""
    if state.phase in {Phase.READY, Phase.PLAYING, Phase.PAUSED}:
        return case.choices
    gone = {*_ENDING, Choice.REPLACE} if state.phase is Phase.OVER else {*_ENDING, Choice.REPLACE, Choice.REPLAY}
    if case.penalty is not None and case.penalty.is_time:
        gone = {*gone, Choice.IMPOSE}
    return tuple(dict.fromkeys((*(each for each in case.choices if each not in gone), Choice.DISMISS)))


def may_decide(
    judgement: Judgement, case: Case, choice: Choice, *, agreed: bool = False
) -> tuple[tuple[Role, ...], str]:
    """Who may decide so, and by which article. What both players agree to needs no ruling on the position."""
    if choice is Choice.IMPOSE and case.penalty is not None:
        authority = judgement.play.book.may_impose(case.penalty)
        return authority.roles, authority.article
    on_position = case.kind is CaseKind.POSITION and choice in {Choice.LET_STAY, Choice.DRAW, Choice.REPLAY}
    if case.kind is CaseKind.APPEAL or (on_position and not (agreed and choice is Choice.LET_STAY)):
        return case.roles, case.article
    return ANY_ARBITER, ""


def decide(judgement: Judgement, case: Case, choice: Choice, article: str = "", why: str = "") -> None:
    """Close a case by one of its choices."""
    remaining = tuple(each for each in judgement.play.cases if each.id != case.id)
    judgement.put(cases=remaining)
    text = case_messages.decided(
        case.id, case.kind, case_messages.choice(case.kind, choice, case.penalty), judgement.by, why
    )
    cite = article or _article(judgement, case, choice)
    judgement.rule(CaseDecided(case=case.id, choice=choice, article=cite, text=text))
    _settle_board(judgement, case, text)
    if case.kind is CaseKind.APPEAL and choice is Choice.DISMISS:
        judgement.mark(len(judgement.play.made), confirms=case.ruling)
        judgement.mark(case.ruling, confirmed=judgement.role)
    if case.kind is CaseKind.APPEAL and choice is Choice.UPHOLD:
        _carry_out(judgement, case, choice, why)
        return
    with judgement.following():
        _carry_out(judgement, case, choice, why)


def _settle_board(judgement: Judgement, decided: Case, text: Message) -> None:
    """The alert to what was done on the board last has been seen to, unless another case that waits is about that."""
    if decided.kind not in _BY_THE_BOARD:
        return
    waiting = judgement.play.cases
    about_board = sorted((each for each in (*waiting, decided) if each.shown), key=lambda case: case.id)
    latest = about_board[-1].shown if about_board else ""
    if not latest or all(each.shown != latest for each in waiting):
        judgement.clear(AlertKind.IRREGULAR, text)


def _article(judgement: Judgement, case: Case, choice: Choice) -> str:
    """The article that a choice rests on, where the text has one for each."""
    if case.kind is CaseKind.NORMAL_MEANS:
        return quickplay.choice_article(judgement, case, choice)
    by_position = case.kind is CaseKind.POSITION or choice is Choice.PUT_BACK
    own = judgement.play.book.offences.by_choice if by_position else {}
    return own.get(choice.value, case.article)


def _carry_out(judgement: Judgement, case: Case, choice: Choice, why: str) -> None:
    match choice:
        case Choice.PUT_BACK | Choice.PLAY_ON | Choice.WAIT:
            pass
        case Choice.UPHOLD if case.kind is CaseKind.APPEAL:
            punishing.overturn(judgement, case.ruling, why, case.article)
        case Choice.DISMISS | Choice.UPHOLD | Choice.POSTPONE:
            quickplay.carry_out(judgement, case, choice, why)
        case Choice.CORRECT:
            _take_off(judgement, case)
            _take_back(judgement, case, why)
        case Choice.ACCEPT | Choice.LET_STAY:
            _let_stand(judgement, case, _article(judgement, case, choice))
        case Choice.IMPOSE:
            _take_off(judgement, case)
            _impose(judgement, case, why)
            _make_queen(judgement, case)
        case Choice.REPLACE | Choice.REPLAY:
            _renew(judgement, case, choice, why)
        case Choice.WHITE_WINS | Choice.BLACK_WINS | Choice.DRAW:
            judgement.end(_WINNER[choice], _reason(case, choice), _article(judgement, case, choice), why)
        case Choice.FORFEIT:
            result = Result.BOTH_LOSE if case.side is None else Result.win_for(case.side.other)
            judgement.end(result, Reason.FORFEIT, case.article, why)
        case _:
            assert_never(choice)


def _renew(judgement: Judgement, case: Case, choice: Choice, why: str) -> None:
    """Another clock, or another game; where the colours were wrong, with them exchanged."""
    if choice is Choice.REPLACE:
        clock_acts.replace_by(judgement, clock_acts.times_at_failure(judgement), why)
        return
    if case.kind is CaseKind.COMPLAINT and case.article == judgement.play.book.colours.article:
        judgement.set(exchanged=not judgement.state.exchanged)
    void(judgement, _article(judgement, case, choice), why)


def _take_back(judgement: Judgement, case: Case, why: str) -> None:
    """A complaint about how pieces were handled is right: the move that was made is taken back."""
    play = judgement.play
    if case.kind is not CaseKind.COMPLAINT or not judgement.is_open or play.line.before is None:
        return
    if case.move and play.texts[-1:] == (case.move,):
        judgement.set_line(play.line.back(), play.texts[:-1], case.article, why)


def _impose(judgement: Judgement, case: Case, why: str) -> None:
    if case.penalty is not None and case.side is not None:
        punishing.impose(judgement, case.side, case.penalty, case.article, case.ms, why)
        if case.taken_ms and judgement.is_open:
            taken = bounded(judgement, case.side, Change.TAKE, case.taken_ms)
            judgement.change_time(case.side, Change.TAKE, taken, case.article, why)


def _take_off(judgement: Judgement, case: Case) -> None:
    """The stone that an opening does not allow is taken off the board."""
    if case.kind is CaseKind.OPENING and judgement.is_open:
        openings.take_off(judgement, case.move)


def _make_queen(judgement: Judgement, case: Case) -> None:
    """FIDE 7.5.2: the pawn that was left on the last rank becomes a queen, unless the game is over."""
    play = judgement.play
    if case.kind is not CaseKind.OFFENCE or not case.move or not judgement.is_open:
        return
    try:
        move = play.line.last.read(case.move)
    except GameError:  # the position has been set meanwhile
        return
    text = play.line.last.write(move)
    judgement.set_line(play.line.play(move), (*play.texts, text), play.book.offences.unpromoted)


def _reason(case: Case, choice: Choice) -> Reason:
    """The reason for a result that was chosen in a case."""
    if case.reason is not None:
        return case.reason
    match case.kind:
        case CaseKind.RULE_DRAW:
            return Reason.FEW_PIECES
        case CaseKind.FLAGS:
            return Reason.FLAG
        case CaseKind.CLOCK_FAILURE if choice is Choice.DRAW:
            return Reason.NOT_PROVED
        case CaseKind.RESULT:
            return Reason.AGREEMENT if choice is Choice.DRAW else Reason.RESIGNATION
        case _:
            return Reason.ARBITER


def _let_stand(judgement: Judgement, case: Case, article: str) -> None:
    """What the board shows becomes the position, as far as the pieces tell it; the next move will tell otherwise."""
    play = judgement.play
    if case.kind is CaseKind.OPENING or not judgement.is_open or not case.shown or case.turn is None:
        return
    standing = play.game.standing(case.shown, case.turn, play.line.last)
    if standing is not None and standing.board() != play.line.last.board():
        judgement.set_line(*_line_to(play, standing, case.side), article, text=message("ruling.let_stand"))


def _line_to(play: Play, standing: Position, by: Side | None) -> tuple[Line, tuple[str, ...]]:
    """The line to what stands, and its moves: the last one was taken back, or is another one, or none led there."""
    line, texts, before = play.line, play.texts, play.line.before
    mark = mark_of(play.game, line.last, standing)
    listed = (*texts, mark) if mark else texts
    if before is None:
        return line.stand(standing, mark), listed
    if standing.is_same(before):
        return line.back(), texts[:-1]
    if by is standing.turn.other and standing.turn is line.last.turn:  # something besides the last move
        text = turn_of(play.game, before, standing)
        return led_to(line.back(), standing, text), (*texts[:-1], text)
    for move in before.moves():
        if before.board_after(move) == standing.board() and standing.is_same(before.play(move)):
            return line.back().play(move), (*texts[:-1], before.write(move))
    return line.stand(standing, mark), listed


def answered(judgement: Judgement, mover: Side) -> None:
    """A side has moved: what the opponent did before is accepted, and what it did itself is put right."""
    play_on(judgement)
    for case in judgement.play.cases:
        if case.side is mover.other and case.accepted_by_move:
            close(judgement, case, Choice.ACCEPT, case.accepted_by_move)
        elif case.side is mover and case.kind is CaseKind.IRREGULARITY:
            close(judgement, case, Choice.CORRECT)


def told(judgement: Judgement, by: Side) -> None:
    """A player has told the arbiter: what the opponent has done is no longer accepted by playing on (GN 17)."""
    for case in judgement.play.cases:
        if case.side is by.other and case.kind in {CaseKind.OFFENCE, CaseKind.OPENING}:
            stays = msgspec.structs.replace(case, accepted_by_move="")
            judgement.put(cases=tuple(stays if each is case else each for each in judgement.play.cases))


def restored(judgement: Judgement) -> None:
    """The board shows the position again: what waited for a correction has been corrected, and what is done from now
    on is done anew."""
    if judgement.state.play is None:
        return
    play_on(judgement)
    judgement.put(uncompleted=None, stood="")
    judgement.put(cases=tuple(_put_right(case) for case in judgement.play.cases))
    for case in judgement.play.cases:
        if case.kind in {CaseKind.IRREGULARITY, CaseKind.POSITION}:
            choice = Choice.CORRECT if Choice.CORRECT in case.choices else Choice.PUT_BACK
            close(judgement, case, choice)


def _put_right(case: Case) -> Case:
    return msgspec.structs.replace(case, put_right=True) if case.shown and not case.put_right else case


def play_on(judgement: Judgement) -> None:
    """A result that the players showed no longer holds: they play on, or show another one."""
    for case in judgement.play.cases:
        if case.kind is CaseKind.RESULT:
            close(judgement, case, Choice.PLAY_ON)


def close(judgement: Judgement, case: Case, choice: Choice, article: str = "") -> None:
    """Close a case without anybody's act: the position has changed by what happened on the board."""
    remaining = tuple(each for each in judgement.play.cases if each.id != case.id)
    judgement.put(cases=remaining)
    text = case_messages.decided(case.id, case.kind, case_messages.choice(case.kind, choice), "")
    judgement.rule(CaseDecided(case=case.id, choice=choice, article=article or case.article, text=text))
    _settle_board(judgement, case, text)


def void(judgement: Judgement, article: str, why: str, text: Message | None = None) -> None:
    """The game does not count. Its cases wait on until they are decided or another game is set up."""
    judgement.put(offer=None, pressed=None, trial=None)
    judgement.set(phase=Phase.WAITING)
    judgement.rule(Voided(article=article, by=judgement.by, text=text or case_messages.voided(judgement.by, why)))


def lapse(judgement: Judgement) -> None:
    """Another game is set up: what waits in this one is closed, each case with a line that says why."""
    play = judgement.play
    for case in play.cases:
        judgement.rule(CaseLapsed(case=case.id, text=game_messages.case_lapsed(case.id, play.setup.game)))
    judgement.put(cases=())


def expire(judgement: Judgement) -> None:
    """Decide what has reached its deadline, by the last of its choices."""
    for case in judgement.play.cases:
        if case.deadline is not None and case.deadline <= judgement.at and judgement.is_open:
            decide(judgement, case, case.choices[-1])


def next_deadline(state: State) -> Instant | None:
    """When a case is decided by itself, or a press is held to be one without a move."""
    if state.play is None or state.phase in {Phase.WAITING, Phase.OVER}:
        return None
    moments = [each.deadline for each in state.play.cases if each.deadline is not None]
    if state.play.pressed is not None:
        moments.append(state.play.pressed.until)
    if (overdue := next_overdue(state)) is not None:
        moments.append(overdue)
    return min(moments, default=None)
