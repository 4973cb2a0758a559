"""Changes of a bridge event: how each entry changes it. What may be done is decided elsewhere; here it has been."""

from __future__ import annotations

import msgspec

from gateway.model.bridge_signals import BridgeSignal
from gateway.model.errors import JournalDamaged

from .bridge_acts import (
    AcceptBoard,
    AdvanceTeam,
    AnswerCall,
    CallDirector,
    ChangeBridgeRegulations,
    ChangeContestant,
    ChooseSeats,
    CloseBridgeEntries,
    DrawBridgeRound,
    DrawSeats,
    EnterContestant,
    LineUpTeam,
    LoadDeals,
    OpenBridgeEvent,
    Penalize,
    PublishBridgeRound,
    RankContestants,
    ReopenBridgeEntries,
    ReportBoard,
    ReturnContestant,
    SignalTable,
    StrikeContestant,
    StrikeResult,
    TakeBackRound,
    WithdrawContestant,
)
from .bridge_entries import BridgeEntry, BridgeRanked, ContestantEntered, NumbersGiven, RoundDrawn, SeatsDrawn
from .bridge_event import (
    BridgeEvent,
    BridgeRoundState,
    Contestant,
    ContestantNumber,
    DirectorCall,
    TableId,
)
from .bridge_seats import with_line_up, with_seats
from .result_changes import with_penalty, with_result, with_round

__all__ = ["SAME_CALL_MS", "bridge_changed", "bridge_opened"]

SAME_CALL_MS = 5000
"""A call is not taken back by a press that comes so soon after it."""

_replace = msgspec.structs.replace


def bridge_opened(entry: BridgeEntry) -> BridgeEvent:
    """The event after the first entry of its record."""
    if isinstance(entry.act, OpenBridgeEvent):
        return BridgeEvent(regulations=entry.act.regulations)
    raise JournalDamaged(f"Entry {entry.n} of a bridge event is not its opening, and nothing comes before that.")


def bridge_changed(event: BridgeEvent, entry: BridgeEntry) -> BridgeEvent:
    """The event after a later entry."""
    return _done(event, entry) if entry.outcome is None else _decided(event, entry)


def _decided(event: BridgeEvent, entry: BridgeEntry) -> BridgeEvent:
    """The event after an act from which something followed."""
    match entry.act, entry.outcome:
        case ((EnterContestant() | ChangeContestant()), ContestantEntered(contestant=contestant)):
            return _with_contestant(event, contestant)
        case CloseBridgeEntries(seed=seed), NumbersGiven(order=order):
            numbers = {contestant: ContestantNumber(at) for at, contestant in enumerate(order, 1)}
            numbered = {key: _replace(each, number=numbers[key]) for key, each in event.contestants.items()}
            return _replace(event, contestants=numbered, order=order, closed=True, seed=seed)
        case DrawBridgeRound(), RoundDrawn() as drawn:
            a_round = BridgeRoundState(
                number=event.next_round,
                tables=drawn.tables,
                byes=drawn.byes,
                stage=drawn.stage,
                group=drawn.group,
                first_of_stage=bool(drawn.ranks),
            )
            return _replace(event, rounds=(*event.rounds, a_round), ranks=drawn.ranks or event.ranks)
        case DrawSeats(seed=seed), SeatsDrawn(home=home):
            return with_seats(event, home, seed)
        case RankContestants(), BridgeRanked(order=order):
            return _replace(event, ranking=order)
        case _:
            raise JournalDamaged(f"Entry {entry.n} of a bridge event says that something followed which cannot.")


def _done(event: BridgeEvent, entry: BridgeEntry) -> BridgeEvent:  # noqa: C901 - a line or two an act
    """The event after an act that says all."""
    match entry.act:
        case ChangeBridgeRegulations(regulations=regulations):
            return _replace(event, regulations=regulations)
        case StrikeContestant(contestant=contestant):
            others = {key: each for key, each in event.contestants.items() if key != contestant}
            return _replace(event, contestants=others)
        case ReopenBridgeEntries():
            freed = {key: _replace(each, number=ContestantNumber(0)) for key, each in event.contestants.items()}
            return _replace(event, contestants=freed, order=(), closed=False, seed="")
        case TakeBackRound():
            last = event.rounds[-1]
            return _replace(event, rounds=event.rounds[:-1], ranks=() if last.first_of_stage else event.ranks)
        case PublishBridgeRound():
            return with_round(event, _replace(event.rounds[-1], published=True))
        case ChooseSeats(match=match, home=home):
            return with_seats(event, {match: home}, "")
        case LineUpTeam() as act:
            return with_line_up(event, act)
        case LoadDeals(round=number, deals=deals):
            return _replace(event, deals={**event.deals, **{(number, board): deal for board, deal in deals.items()}})
        case (ReportBoard() | AcceptBoard() | StrikeResult()) as act:
            return with_result(event, act, entry.at)
        case Penalize() as act:
            return with_penalty(event, act, entry.n)
        case AdvanceTeam() as act:
            return _replace(event, advanced={**event.advanced, (act.round, act.match): act.number})
        case CallDirector() as act:
            call = DirectorCall(
                n=entry.n, table=act.table, at=entry.at, board=act.board, side=act.side, text=act.text or act.why
            )
            return _replace(event, calls=(*event.calls, call))
        case SignalTable(signal=BridgeSignal.DIRECTOR) as act:
            return _called_by_button(event, entry.n, act)
        case SignalTable():
            return event  # a fact for the times, which are reckoned from the record
        case AnswerCall(n=n, why=why):
            calls = tuple(_replace(each, answered=why) if each.n == n else each for each in event.calls)
            return _replace(event, calls=calls)
        case WithdrawContestant(contestant=contestant):
            return _with_contestant(event, _replace(event.contestants[contestant], until=len(event.rounds)))
        case ReturnContestant(contestant=contestant):
            return _with_contestant(event, _replace(event.contestants[contestant], until=None))
        case _:
            raise JournalDamaged(f"Entry {entry.n} of a bridge event does not say what followed from it.")


def _called_by_button(event: BridgeEvent, n: int, act: SignalTable) -> BridgeEvent:
    """A call by the button, or the end of one; pressed twice at once it is one call: people do when nothing answers."""
    waiting = next((each for each in event.calls if _is_open(each, act.place)), None)
    if waiting is None:
        table = event.at_place(act.place)
        call = DirectorCall(
            n=n,
            table=table.id if table is not None else TableId(f"0.{act.place}"),
            at=act.pressed,
            board=(event.current_board(table) or 0) if table is not None else 0,
            button=True,
        )
        return _replace(event, calls=(*event.calls, call))
    if act.pressed - waiting.at < SAME_CALL_MS:
        return event
    taken = _replace(waiting, answered="", taken_back=True)
    return _replace(event, calls=tuple(taken if each is waiting else each for each in event.calls))


def _is_open(call: DirectorCall, place: str) -> bool:
    return call.button and call.answered is None and call.table.partition(".")[2] == place


def _with_contestant(event: BridgeEvent, contestant: Contestant) -> BridgeEvent:
    return _replace(event, contestants={**event.contestants, contestant.id: contestant})
