"""Deciding: whether an act may be done to a bridge event as it stands, and what follows from it.

What may be changed when: entries until they are closed, corrections later; form, system and boards until a round is
drawn; a round until somebody has said a result of it; results, line-ups and penalties for as long as the ranking is
open, with a reason where another result counted.
"""

from __future__ import annotations

from decimal import Decimal

import msgspec

from gateway.event.event_refusals import EventRefused, demand
from gateway.model.errors import GatewayError
from gateway.model.messages import message
from gateway.model.persons import PersonId
from gateway.tournament.bridge.deal import Deal
from gateway.tournament.lots import shuffled

from .board_results import AssignedScore, Averaged, BoardOutcome, Played, score_of, tidied
from .bridge_acts import (
    AcceptBoard,
    AdvanceTeam,
    AnswerCall,
    BridgeAct,
    CallDirector,
    ChangeBridgeRegulations,
    ChangeContestant,
    ChooseSeats,
    CloseBridgeEntries,
    ContestantEntry,
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
    Undo,
    WithdrawContestant,
)
from .bridge_bracket import winner_of
from .bridge_drawing import demand_complete, drawn_round, round_count
from .bridge_entries import BridgeOutcome, BridgeRanked, ContestantEntered, NumbersGiven
from .bridge_event import BridgeEvent, BridgeTable, Contestant, ContestantId, ContestantNumber, TableId
from .bridge_matches import round_matches
from .bridge_ranking import final_order
from .bridge_regulations import SYSTEMS, BridgeRegulations, BridgeSystem, PenaltyUnit, ScaleKind
from .bridge_seats import check_line_up, check_seats, drawn_seats, undecided_seats
from .result_changes import with_penalty, with_result

__all__ = ["bridge_outcome_of", "check_bridge_act", "check_bridge_regulations", "checked_outcome", "contestant_of"]

_replace = msgspec.structs.replace
_MOST_POINTS = Decimal(1000)
_FIXED = (
    "form", "system", "boards", "sets", "table", "leave_out", "even", "qualifiers", "final", "third_place",
    "board_numbers",
)  # fmt: skip
"""What cannot be changed once a round is drawn."""


def bridge_outcome_of(event: BridgeEvent, act: BridgeAct) -> BridgeOutcome | None:
    """What follows from an act that may be done."""
    match act:
        case EnterContestant(contestant=entry) | ChangeContestant(contestant=entry):
            return ContestantEntered(contestant_of(event, entry))
        case CloseBridgeEntries(seed=seed):
            drawn = event.regulations.numbers_drawn
            return NumbersGiven(shuffled(event.contestants, seed) if drawn else tuple(event.contestants))
        case DrawBridgeRound(seed=seed):
            return drawn_round(event, seed)
        case DrawSeats():
            return drawn_seats(event, act)
        case RankContestants(seed=seed):
            return BridgeRanked(final_order(event, seed))
        case _:
            return None


def check_bridge_regulations(rules: BridgeRegulations) -> None:
    """Raise `EventRefused` unless the event can be played like that."""
    demand(rules.system in SYSTEMS[rules.form], "bridge_event.system", system=rules.system, form=rules.form)
    demand(rules.boards % rules.sets == 0, "bridge_event.sets", boards=rules.boards, sets=rules.sets)
    demand(rules.form.is_teams or rules.sets == 1, "bridge_event.sets_of_teams")
    if rules.form.is_teams:
        rules.scale.made(rules.boards)
    if rules.system is BridgeSystem.SWISS:
        demand(rules.rounds > 0, "bridge_event.rounds_missing")
        demand(rules.scale.kind is not ScaleKind.NONE, "bridge_event.swiss_scale")
    steps = [step.over_ms for step in rules.overtime.steps]
    points = [step.points for step in rules.overtime.steps]
    demand(steps == sorted(set(steps)), "bridge_event.overtime_steps")
    demand(all(each.is_finite() and 0 <= each <= _MOST_POINTS for each in points), "bridge_event.overtime_points")
    unit = rules.overtime.unit
    demand(not steps or unit in rules.penalty_units, "bridge_event.penalty_unit", unit=unit, system=rules.system)
    bye = rules.bye_vp
    demand(bye is None or (bye.is_finite() and 0 <= bye <= _MOST_POINTS), "bridge_event.bye_vp")
    demand(len(set(rules.tie_breaks)) == len(rules.tie_breaks), "bridge_event.tie_break_twice")


def check_bridge_act(event: BridgeEvent, act: BridgeAct) -> None:  # noqa: C901 - one case an act
    """Raise `EventRefused` unless the act may be done."""
    if isinstance(act, Undo):
        return
    demand(event.ranking is None or isinstance(act, AnswerCall | SignalTable), "bridge_event.ranked")
    match act:
        case OpenBridgeEvent():
            raise EventRefused(message("bridge_event.open_already"))
        case ChangeBridgeRegulations(regulations=rules):
            _check_change(event, rules)
        case EnterContestant(contestant=entry):
            demand(not event.closed, "bridge_event.entries_closed")
            demand(entry.id not in event.contestants, "event.entered_already", who=entry.name)
            _check_entry(event, entry)
        case ChangeContestant(contestant=entry):
            _check_changed_entry(event, entry)
        case StrikeContestant(contestant=contestant):
            _contestant(event, contestant)
            demand(not event.closed, "bridge_event.entries_closed")
        case CloseBridgeEntries():
            _check_closing(event, act)
        case ReopenBridgeEntries():
            demand(event.closed and not event.rounds, "bridge_event.drawn_already")
        case DrawBridgeRound():
            _check_drawing(event)
        case TakeBackRound():
            demand(bool(event.rounds), "bridge_event.nothing_drawn")
            begun = any(table.results for table in event.rounds[-1].tables)
            demand(not begun, "event.round_begun", round=len(event.rounds))
        case PublishBridgeRound():
            demand(bool(event.rounds) and not event.rounds[-1].published, "bridge_event.nothing_drawn")
            undecided = ", ".join(map(str, undecided_seats(event, event.rounds[-1])))
            demand(not undecided, "bridge_event.seats_open", matches=undecided)
        case DrawSeats() | ChooseSeats():
            check_seats(event, act)
        case LineUpTeam(contestant=contestant):
            check_line_up(event, _contestant(event, contestant), act)
        case ReportBoard(table=table, board=board, outcome=outcome):
            demand(isinstance(outcome, Played), "bridge_event.players_say_contracts")
            _check_result(event, table, board, outcome)
            _check_bracket(event, with_result(event, act, None))
        case AcceptBoard(table=table, board=board, outcome=outcome):
            found = _check_result(event, table, board, outcome)
            counted = event.counted(found, board)
            free = isinstance(outcome, Played) and counted in (None, tidied(outcome))
            demand(free or bool(act.why.strip()), "bridge_event.reason_missing", board=board)
            _check_bracket(event, with_result(event, act, None))
        case StrikeResult(table=table, board=board):
            _table(event, table)
            _check_bracket(event, with_result(event, act, None))
            demand(board in _table(event, table).results, "bridge_event.no_result", board=board)
            demand(bool(act.why.strip()), "bridge_event.reason_missing", board=board)
        case Penalize():
            _check_penalty(event, act)
        case AdvanceTeam():
            _check_advance(event, act)
        case LoadDeals():
            _check_deals(event, act)
        case CallDirector(table=table):
            _table(event, table)
        case AnswerCall(n=n):
            waiting = any(call.n == n and call.answered is None for call in event.calls)
            demand(waiting, "bridge_event.no_call", n=n)
        case WithdrawContestant(contestant=contestant):
            demand(event.closed, "event.entries_open")
            demand(_contestant(event, contestant).until is None, "bridge_event.withdrawn_already")
        case ReturnContestant(contestant=contestant):
            until = _contestant(event, contestant).until
            demand(until is not None, "bridge_event.not_withdrawn")
            # Somebody else has gone on instead.
            gone = event.regulations.system.is_bracket and until is not None and until < len(event.rounds)
            demand(not gone, "bridge_event.drawn_already")
        case RankContestants():
            demand(event.closed and bool(event.rounds), "bridge_event.nothing_drawn")
            demand_complete(event)


# Entries --------------------------------------------------------------------------------------------------------------


def _contestant(event: BridgeEvent, contestant: ContestantId) -> Contestant:
    found = event.contestants.get(contestant)
    if found is None:
        raise EventRefused(message("bridge_event.unknown_contestant", contestant=contestant))
    return found


def _check_change(event: BridgeEvent, rules: BridgeRegulations) -> None:
    check_bridge_regulations(rules)
    if event.rounds:
        for name in _FIXED:
            same = getattr(rules, name) == getattr(event.regulations, name)
            demand(same, "bridge_event.fixed", field=name)
    if event.closed:
        round_count(_replace(event, regulations=rules))
        _check_bracket(event, _replace(event, regulations=rules))
    elif rules.form is not event.regulations.form:
        demand(not event.contestants, "bridge_event.fixed", field="form")


def _check_entry(event: BridgeEvent, entry: ContestantEntry) -> None:
    least = event.regulations.form.players
    demand(len(entry.members) >= least, "bridge_event.too_few_members", least=least)
    most = 16 if event.regulations.form.is_teams else least
    demand(len(entry.members) <= most, "bridge_event.too_many_members", most=most)
    demand(all(each.name.strip() for each in entry.members), "bridge_event.nameless")
    given = [each.id for each in entry.members if each.id]
    others = {member.id for each in event.contestants.values() if each.id != entry.id for member in each.members}
    demand(len(set(given)) == len(given) and not others & set(given), "bridge_event.plays_twice")


def _check_changed_entry(event: BridgeEvent, entry: ContestantEntry) -> None:
    held = _contestant(event, entry.id)
    _check_entry(event, entry)
    kept = {each.id for each in entry.members}
    needed = {person for key, players in event.line_ups.items() if key[0] == held.id for person in players}
    if event.rounds:
        needed |= {each.id for each in held.members[: event.regulations.form.players]}
    demand(needed <= kept, "bridge_event.has_played")
    if event.rounds:
        first = tuple(each.id for each in held.members[: event.regulations.form.players])
        demand(first == tuple(each.id for each in entry.members[: len(first)]), "bridge_event.has_played")


def contestant_of(event: BridgeEvent, entry: ContestantEntry) -> Contestant:
    """The contestant of an entry, with ids for all who have none."""
    taken = {member.id for each in event.contestants.values() for member in each.members}
    taken |= {each.id for each in entry.members}
    free = (PersonId(f"p{at}") for at in range(1, 100_000) if f"p{at}" not in taken)
    members = tuple(each if each.id else _replace(each, id=next(free)) for each in entry.members)
    ids = (ContestantId(f"c{at}") for at in range(1, 10_000) if f"c{at}" not in event.contestants)
    held = event.contestants.get(entry.id)
    return Contestant(
        id=entry.id or next(ids),
        name=entry.name.strip() or " – ".join(each.name for each in members),
        members=members,
        captain=entry.captain,
        number=held.number if held is not None else ContestantNumber(0),
        until=held.until if held is not None else None,
    )


def _check_closing(event: BridgeEvent, act: CloseBridgeEntries) -> None:
    demand(not event.closed, "bridge_event.entries_closed")
    demand(len(event.contestants) >= 2, "bridge_event.too_few_contestants")
    demand(not event.regulations.numbers_drawn or bool(act.seed), "bridge_event.seed_missing")
    round_count(_replace(event, order=tuple(event.contestants)))  # whether the movement has a place for so many


# Rounds ---------------------------------------------------------------------------------------------------------------


def _check_drawing(event: BridgeEvent) -> None:
    demand(event.closed, "event.entries_open")
    demand(not event.rounds or event.rounds[-1].published, "bridge_event.publish_first")
    if event.regulations.system in _NEEDS_RESULTS:
        demand_complete(event)


_NEEDS_RESULTS = {BridgeSystem.SWISS, BridgeSystem.KNOCK_OUT, BridgeSystem.DOUBLE_KNOCK_OUT}
"""Systems of which no round can be drawn before the last one is complete."""


def _check_deals(event: BridgeEvent, act: LoadDeals) -> None:
    """Each is a whole deal of a board that there may be; another one than was loaded needs a reason."""
    if event.regulations.numbers_boards_anew:
        demand(act.round > 0, "bridge_event.deals_of_round")
    else:
        demand(act.round == 0, "bridge_event.deals_of_event")
    for board, text in act.deals.items():
        last = event.regulations.boards
        demand(not act.round or board <= last, "bridge_event.deal_board", board=board, last=last)
        deal = Deal.parse(text)
        demand(all(deal.hands.values()), "bridge_event.deal_not_whole", board=board)
        held = event.deals.get((act.round, board), "")
        same = not held or Deal.parse(held) == deal
        demand(same or bool(act.why.strip()), "bridge_event.deal_reason", board=board)


def _table(event: BridgeEvent, id_: TableId) -> BridgeTable:
    try:
        a_round, table = event.find(id_)
    except LookupError as error:
        raise EventRefused(message("bridge_event.unknown_table", table=id_)) from error
    demand(a_round.published, "bridge_event.not_published", round=a_round.number)
    return table


def _check_result(event: BridgeEvent, id_: TableId, board: int, outcome: BoardOutcome) -> BridgeTable:
    """The table, if the board is one of its own and the outcome is possible."""
    table = _table(event, id_)
    demand(board in table.boards, "bridge_event.not_its_board", table=id_, board=board)
    score_of(board, outcome)  # raises for what nobody can have played
    match outcome:
        case Averaged(parts=parts):
            demand(sum(part.percent for part in parts) == 100, "bridge_event.weights")
        case AssignedScore(north_south=one, east_west=other):
            demand(one % 10 == 0 and (other or 0) % 10 == 0, "bridge_event.score_tens")
        case _:
            pass
    return table


def _check_bracket(event: BridgeEvent, changed: BridgeEvent) -> None:
    """In a knock-out nobody else goes on from a match once the next round is drawn, whatever is changed."""
    if event.regulations.system.is_bracket:
        demand(_through(event) == _through(changed), "bridge_event.drawn_already")


def _through(event: BridgeEvent) -> list[ContestantNumber | None]:
    """Who went on from each match of the rounds on which others are built."""
    before = (match for a_round in event.rounds[:-1] for match in round_matches(event, a_round))
    return [winner_of(event, match) for match in before]


def _check_penalty(event: BridgeEvent, act: Penalize) -> None:
    """Raise `EventRefused` unless the penalty counts somewhere, and may."""
    contestant = _contestant(event, act.contestant)
    demand(act.round <= len(event.rounds), "bridge_event.no_round", round=act.round)
    demand(act.points.is_finite() and abs(act.points) <= _MOST_POINTS, "bridge_event.points")
    demand(bool(act.why.strip()), "bridge_event.penalty_reason")
    rules = event.regulations
    demand(act.unit in rules.penalty_units, "bridge_event.penalty_unit", unit=act.unit, system=rules.system)
    if act.unit is PenaltyUnit.IMPS and rules.form.is_teams:
        met = round_matches(event, event.rounds[act.round - 1])
        plays = any(contestant.number in (match.home, match.away) for match in met)
        demand(plays, "bridge_event.penalty_without_match", team=contestant.name, round=act.round)
    _check_bracket(event, with_penalty(event, act, 0))


def _check_advance(event: BridgeEvent, act: AdvanceTeam) -> None:
    demand(event.regulations.system.is_bracket, "bridge_event.nobody_goes_out")
    demand(act.round <= len(event.rounds), "bridge_event.no_round", round=act.round)
    found = next((each for each in round_matches(event, event.rounds[act.round - 1]) if each.number == act.match), None)
    if found is None:
        raise EventRefused(message("bridge_event.no_match", match=act.match))
    demand(found.complete and found.winner is None, "bridge_event.not_level", match=act.match)
    demand(act.number in (found.home, found.away), "bridge_event.no_match", match=act.match)
    demand(act.round == len(event.rounds) or winner_of(event, found) == act.number, "bridge_event.drawn_already")


def checked_outcome(event: BridgeEvent, act: BridgeAct) -> BridgeOutcome | None:
    """What follows from an act; raises `EventRefused` for everything that stands against it."""
    try:
        check_bridge_act(event, act)
        return bridge_outcome_of(event, act)
    except EventRefused:
        raise
    except GatewayError as error:
        raise EventRefused(error.message) from error
