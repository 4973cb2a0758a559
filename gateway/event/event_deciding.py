"""Deciding: whether an act may be done to an event as it stands, and what follows from it.

What may be changed when: entries until they are closed, then by late entry and correction only; the system until a
round is paired; a pairing until it has a result; a result for as long as the ranking is open, with a reason once it was
accepted. Rounds that are paired already stay as they are: a corrected result counts for the next one.
"""

from __future__ import annotations

import msgspec

from gateway.model.errors import GatewayError
from gateway.model.messages import Message, message
from gateway.model.pairings import PairingId
from gateway.model.persons import PersonId
from gateway.tournament.crosstable import PairingNumber, RoundScore
from gateway.tournament.duties import DUTIES
from gateway.tournament.standings.tie_break_codes import parse_tie_breaks

from .drawn_openings import check_opening, check_opening_table, found_opening
from .event import Entrant, Event, EventGame
from .event_acts import (
    AcceptResult,
    AdjournGame,
    AdvancePlayer,
    ArrangeStage,
    BeginPlayOff,
    ChangeEntry,
    ChangeRegulations,
    ChangeTeam,
    CloseEntries,
    CloseStage,
    DrawLots,
    EnterPlayer,
    EnterTeam,
    EventAct,
    ForbidMeeting,
    GrantBye,
    OpenEvent,
    PairRound,
    PublishRound,
    Rank,
    ReopenEntries,
    ReportResult,
    ReturnPlayer,
    SeatPlayer,
    SetLineUp,
    SetOpening,
    StrikeEntry,
    TickDuty,
    Undo,
    UnpairRound,
    WithdrawPlayer,
)
from .event_entries import Accepted, ActOutcome, Entered, Numbered, Ranked
from .event_refusals import EventRefused, demand
from .event_standings import final_order
from .game_scores import GameScore
from .numbering import numbered
from .play_off_pace import slow_play_off
from .regulations import NumberOrder, Regulations, System
from .round_pairing import given, paired
from .stage_closing import last_round, next_stage, rounds_left
from .stage_deciding import (
    check_arranging,
    check_complete,
    check_drawing,
    check_over,
    check_play_off,
    check_stage_change,
    check_tie_change,
    is_fixed_field,
)
from .stage_drawing import drawn
from .stage_making import first_groups
from .stage_plan import check_plan
from .table_assignments import check_play
from .team_changes import team_member
from .team_deciding import check_line_up_act, check_team, check_team_change
from .team_plan import check_teams

__all__ = ["EventRefused", "check", "check_regulations", "outcome_of"]


_OF_CLUBS = {System.SCHEVENINGEN, System.CHALLENGE_SERIES}


def outcome_of(event: Event, act: EventAct) -> ActOutcome | None:  # noqa: C901 - one case an act
    """What follows from an act that may be done; raises `EventRefused` where that cannot be said."""
    match act:
        case EnterPlayer(person=person):
            return Entered(person.id or _free_id(event, "p"))
        case EnterTeam(team=team):
            return Entered(team.id or _free_id(event, "team"))
        case CloseEntries(seed=seed):
            return _numbered(event, seed)
        case PairRound(pairs=None):
            return _unless_refused(paired(event))
        case PairRound():
            return _unless_refused(given(event, act))
        case AcceptResult(pairing=pairing, score=score):
            told = event.find(pairing)[1].reported if score is None else score
            return None if told is None else Accepted(told)
        case DrawLots():
            return drawn(event, act)
        case CloseStage(seed=seed):
            return _unless_refused(next_stage(event, seed))
        case SetOpening():
            return found_opening(event, act)
        case Rank(seed=seed):
            return Ranked(final_order(event, seed))
        case _:
            return None


def _unless_refused(found: ActOutcome | Message) -> ActOutcome:
    if isinstance(found, Message):
        raise EventRefused(found)
    return found


def _numbered(event: Event, seed: str) -> Numbered:
    order = numbered(event, seed)
    rules = event.regulations.plan[0]
    if rules.groups == 1 and not rules.system.is_bracket and rules.system not in _OF_CLUBS:
        return Numbered(order)
    clubs = {PairingNumber(at): event.entrants[player].person.club for at, player in enumerate(order, 1)}
    return Numbered(order, first_groups(rules, list(clubs), clubs))


def check(event: Event, act: EventAct) -> None:  # noqa: C901 - one case an act
    """Raise `EventRefused` if the act may not be done now."""
    regulations = event.regulations
    demand(event.ranking is None or isinstance(act, Undo), "event.ended")
    match act:
        case ChangeRegulations(regulations=wanted):
            check_regulations(wanted)
            _check_change(event, regulations, wanted)
        case EnterPlayer():
            _check_entry(event, act)
        case EnterTeam() | ChangeTeam() | SetLineUp():
            _check_team_act(event, act)
        case ChangeEntry(person=person):
            demand(not _entrant(event, person.id).members, "event.teams_enter")
            demand(bool(person.name.strip()), "event.name_missing")
            same_team = person.club == event.entrants[person.id].person.club
            of_clubs = any(rules.system is System.CHALLENGE_SERIES for rules in regulations.plan)
            demand(same_team or not event.closed or not of_clubs, "event.teams_are_clubs")
        case StrikeEntry(player=player):
            _entrant(event, player)
            demand(not event.closed, "event.entries_closed")
        case CloseEntries(seed=seed):
            demand(not event.closed, "event.entries_closed")
            least = max(2, 2 * regulations.plan[0].groups, regulations.plan[0].qualifiers)
            demand(len(event.entrants) >= least, "event.too_few", n=least)
            demand(bool(seed.strip()) or regulations.numbering is not NumberOrder.LOTS, "event.seed_missing")
        case ReopenEntries():
            demand(event.closed, "event.entries_open")
            demand(not event.rounds, "event.round_paired", round=len(event.rounds))
        case GrantBye():
            _check_bye(event, act)
        case WithdrawPlayer(player=player):
            demand(_entrant(event, player).until is None, "event.is_withdrawn", who=_name(event, player))
        case ReturnPlayer(player=player):
            demand(_entrant(event, player).until is not None, "event.not_withdrawn", who=_name(event, player))
            demand(not event.rounds or not is_fixed_field(event), "event.no_late_entry")
        case ForbidMeeting(players=players):
            for player in players:
                _entrant(event, player)
            demand(len(set(players)) == len(players), "event.named_twice")
        case SeatPlayer(player=player):
            if team_member(event, player) is None:
                demand(not _entrant(event, player).members, "event.seat_a_member")
        case PairRound():
            _check_pairing(event)
        case UnpairRound():
            _check_unpairing(event)
        case PublishRound():
            demand(bool(event.rounds) and not event.rounds[-1].published, "event.nothing_to_publish")
        case ReportResult(pairing=pairing, score=score, source=source):
            game = _game(event, pairing)
            if score is not None:
                _check_score(score)
            check_tie_change(event, game.with_report(source, score))
        case AcceptResult():
            _check_result(event, act)
        case AdjournGame(pairing=pairing):
            demand(_game(event, pairing).accepted is None, "event.has_result", pairing=pairing)
        case AdvancePlayer(pairing=pairing, number=number):
            game = _game(event, pairing)
            system = event.rules_of(event.stage_of(event.find(pairing)[0])).system
            demand(system.is_bracket, "event.not_knock_out")
            demand(number in (game.white, game.black), "event.not_in_game", number=number, pairing=pairing)
            check_tie_change(event, msgspec.structs.replace(game, advanced=number))
        case DrawLots():
            check_drawing(event)
        case ArrangeStage():
            check_arranging(event, act)
        case BeginPlayOff():
            check_play_off(event, act)
        case SetOpening():
            check_opening(event, act)
        case TickDuty(duty=duty):
            demand(any(each.id == duty for each in DUTIES), "event.unknown_duty", duty=duty)
        case CloseStage():
            demand(bool(event.stages), "event.entries_open")
            demand(event.current.number < len(regulations.plan), "event.last_stage")
            check_over(event)
        case Rank():
            demand(bool(event.stages), "event.entries_open")
            left = len(regulations.plan) - event.current.number
            demand(not left, "event.stages_left", n=left)
            check_over(event)
        case OpenEvent():
            raise EventRefused(message("event.already_open"))
        case Undo():
            pass  # whether it may be is seen when the record is folded without what it names


def _entrant(event: Event, player: PersonId) -> Entrant:
    demand(player in event.entrants, "event.unknown_player", player=player)
    return event.entrants[player]


def _name(event: Event, player: PersonId) -> str:
    return event.entrants[player].person.name


def _game(event: Event, pairing: PairingId) -> EventGame:
    try:
        a_round, game = event.find(pairing)
    except LookupError as error:
        raise EventRefused(message("event.unknown_game", pairing=pairing)) from error
    demand(a_round.published, "event.not_published", round=a_round.number)
    return game


def check_regulations(regulations: Regulations) -> None:
    """Raise `EventRefused` where nothing could be played by them."""
    try:
        check_plan(regulations)
        check_teams(regulations)
        check_play(regulations)
        check_opening_table(regulations)
        for codes in (regulations.tie_breaks, *(rules.tie_breaks or () for rules in regulations.stages)):
            parse_tie_breaks(codes)
    except GatewayError as error:
        raise EventRefused(error.message) from error
    slow = slow_play_off(regulations)
    if slow is not None:
        raise EventRefused(slow)


def _check_change(event: Event, now: Regulations, wanted: Regulations) -> None:
    if event.rounds:
        fixed = ("system", "first_side", "numbering", "teams")
        same = all(getattr(now, name) == getattr(wanted, name) for name in fixed)
        demand(same, "event.system_fixed")
    if event.closed:
        demand(wanted.numbering is now.numbering, "event.entries_closed")
    check_stage_change(event, now, wanted)


def _check_entry(event: Event, act: EnterPlayer) -> None:
    person = act.person
    demand(event.regulations.teams is None, "event.teams_enter")
    demand(bool(person.name.strip()), "event.name_missing")
    demand(person.id not in event.entrants, "event.entered_already", who=person.name)
    known = {each.person.federation_id for each in event.entrants.values()} - {""}
    demand(person.federation_id not in known, "event.entered_already", who=person.name)
    _check_late(event)


def _check_late(event: Event) -> None:
    if event.closed:
        demand(not is_fixed_field(event), "event.no_late_entry")
        demand(rounds_left(event) > 0, "event.no_round_left")


def _check_team_act(event: Event, act: EnterTeam | ChangeTeam | SetLineUp) -> None:
    rules = event.regulations.teams
    if rules is None:
        raise EventRefused(message("event.no_teams"))
    match act:
        case EnterTeam(team=team):
            demand(team.id not in event.entrants, "event.entered_already", who=team.name)
            check_team(event, rules, team)
            _check_late(event)
        case ChangeTeam(team=team):
            check_team_change(event, rules, team)
        case SetLineUp():
            check_line_up_act(event, rules, act)


def _check_bye(event: Event, act: GrantBye) -> None:
    _entrant(event, act.player)
    demand(event.next_round <= act.round <= last_round(event), "event.round_past", round=act.round)
    is_granted = act.score is None or (act.score.is_bye and act.score is not RoundScore.PAIRING_BYE)
    demand(is_granted, "event.not_a_bye")


def _check_pairing(event: Event) -> None:
    demand(event.closed, "event.entries_open")
    demand(rounds_left(event) > 0, "event.no_round_left")
    check_complete(event)


def _check_unpairing(event: Event) -> None:
    demand(bool(event.rounds), "event.nothing_paired")
    last = event.rounds[-1]
    demand(last.stage == len(event.stages) - 1, "event.stage_closed", round=last.number)
    begun = any(game.reports or game.accepted is not None or game.adjourned for game in last.games)
    demand(not begun, "event.round_begun", round=last.number)


def _check_score(score: GameScore) -> None:
    both = (score.white, score.black)
    one_kind = all(each.is_played for each in both) or all(each.is_forfeit for each in both)
    demand(one_kind, "event.not_a_game_score")


def _check_result(event: Event, act: AcceptResult) -> None:
    game = _game(event, act.pairing)
    score = game.reported if act.score is None else act.score
    if score is None:
        raise EventRefused(message("event.nothing_reported", pairing=act.pairing))
    check_tie_change(event, msgspec.structs.replace(game, accepted=score))
    if act.score is None:
        return
    _check_score(act.score)
    is_correction = game.accepted is not None and game.accepted != act.score
    demand(not is_correction or bool(act.why.strip()), "event.reason_missing", pairing=act.pairing)


def _free_id(event: Event, letters: str) -> PersonId:
    numbers = (player.removeprefix(letters) for player in event.entrants if player.startswith(letters))
    return PersonId(f"{letters}{max((int(each) for each in numbers if each.isdecimal()), default=0) + 1}")
