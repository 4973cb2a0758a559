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
from gateway.tournament.standings.tie_break_codes import parse_tie_breaks

from .event import Entrant, Event, EventGame
from .event_acts import (
    AcceptResult,
    AdjournGame,
    AdvancePlayer,
    ChangeEntry,
    ChangeRegulations,
    CloseEntries,
    CloseStage,
    EnterPlayer,
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
    StrikeEntry,
    Undo,
    UnpairRound,
    WithdrawPlayer,
)
from .event_entries import Accepted, ActOutcome, Entered, Numbered, Ranked
from .event_standings import final_order
from .game_scores import GameScore
from .knock_out import undecided
from .numbering import numbered
from .play_off_pace import slow_play_off
from .regulations import NumberOrder, Regulations
from .round_pairing import given, paired
from .stage_closing import next_stage, rounds_left
from .stage_making import first_groups
from .stage_plan import check_plan
from .table_assignments import check_play

__all__ = ["EventRefused", "check", "check_regulations", "outcome_of"]

_NAMED = 5
"""Games that a refusal names."""


class EventRefused(GatewayError):
    """An act that is not carried out, and why."""


def outcome_of(event: Event, act: EventAct) -> ActOutcome | None:
    """What follows from an act that may be done; raises `EventRefused` where that cannot be said."""
    match act:
        case EnterPlayer(person=person):
            return Entered(person.id or _free_id(event))
        case CloseEntries(seed=seed):
            return _numbered(event, seed)
        case PairRound(pairs=None):
            return _unless_refused(paired(event))
        case PairRound():
            return _unless_refused(given(event, act))
        case AcceptResult(pairing=pairing, score=score):
            told = event.find(pairing)[1].reported if score is None else score
            return None if told is None else Accepted(told)
        case CloseStage(seed=seed):
            return _unless_refused(next_stage(event, seed))
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
    if rules.groups == 1 and not rules.system.is_bracket:
        return Numbered(order)
    return Numbered(order, first_groups(rules, [PairingNumber(at) for at in range(1, len(order) + 1)]))


def check(event: Event, act: EventAct) -> None:  # noqa: C901 - one case an act
    """Raise `EventRefused` if the act may not be done now."""
    regulations = event.regulations
    _demand(event.ranking is None or isinstance(act, Undo), "event.ended")
    match act:
        case ChangeRegulations(regulations=wanted):
            check_regulations(wanted)
            _check_change(event, regulations, wanted)
        case EnterPlayer():
            _check_entry(event, act)
        case ChangeEntry(person=person):
            _entrant(event, person.id)
            _demand(bool(person.name.strip()), "event.name_missing")
        case StrikeEntry(player=player):
            _entrant(event, player)
            _demand(not event.closed, "event.entries_closed")
        case CloseEntries(seed=seed):
            _demand(not event.closed, "event.entries_closed")
            least = max(2, 2 * regulations.plan[0].groups, regulations.plan[0].qualifiers)
            _demand(len(event.entrants) >= least, "event.too_few", n=least)
            _demand(bool(seed.strip()) or regulations.numbering is not NumberOrder.LOTS, "event.seed_missing")
        case ReopenEntries():
            _demand(event.closed, "event.entries_open")
            _demand(not event.rounds, "event.round_paired", round=len(event.rounds))
        case GrantBye():
            _check_bye(event, regulations, act)
        case WithdrawPlayer(player=player):
            _demand(_entrant(event, player).until is None, "event.is_withdrawn", who=_name(event, player))
        case ReturnPlayer(player=player):
            _demand(_entrant(event, player).until is not None, "event.not_withdrawn", who=_name(event, player))
            _demand(not event.rounds or not _is_fixed_field(event), "event.no_late_entry")
        case ForbidMeeting(players=players):
            for player in players:
                _entrant(event, player)
            _demand(len(set(players)) == len(players), "event.named_twice")
        case SeatPlayer(player=player):
            _entrant(event, player)
        case PairRound():
            _check_pairing(event)
        case UnpairRound():
            _check_unpairing(event)
        case PublishRound():
            _demand(bool(event.rounds) and not event.rounds[-1].published, "event.nothing_to_publish")
        case ReportResult(pairing=pairing, score=score):
            _game(event, pairing)
            if score is not None:
                _check_score(score)
        case AcceptResult():
            _check_result(event, act)
        case AdjournGame(pairing=pairing):
            _demand(_game(event, pairing).accepted is None, "event.has_result", pairing=pairing)
        case AdvancePlayer(pairing=pairing, number=number):
            game = _game(event, pairing)
            system = event.rules_of(event.stage_of(event.find(pairing)[0])).system
            _demand(system.is_bracket, "event.not_knock_out")
            _demand(number in (game.white, game.black), "event.not_in_game", number=number, pairing=pairing)
        case CloseStage():
            _demand(bool(event.stages), "event.entries_open")
            _demand(event.current.number < len(regulations.plan), "event.last_stage")
            _check_over(event)
        case Rank():
            _demand(bool(event.stages), "event.entries_open")
            left = len(regulations.plan) - event.current.number
            _demand(not left, "event.stages_left", n=left)
            _check_over(event)
        case OpenEvent():
            raise EventRefused(message("event.already_open"))
        case Undo():
            pass  # whether it may be is seen when the record is folded without what it names


def _demand(fulfilled: bool, key: str, /, **args: str | int) -> None:
    if not fulfilled:
        raise EventRefused(message(key, **args))


def _entrant(event: Event, player: PersonId) -> Entrant:
    _demand(player in event.entrants, "event.unknown_player", player=player)
    return event.entrants[player]


def _name(event: Event, player: PersonId) -> str:
    return event.entrants[player].person.name


def _game(event: Event, pairing: PairingId) -> EventGame:
    try:
        a_round, game = event.find(pairing)
    except LookupError as error:
        raise EventRefused(message("event.unknown_game", pairing=pairing)) from error
    _demand(a_round.published, "event.not_published", round=a_round.number)
    return game


def check_regulations(regulations: Regulations) -> None:
    """Raise `EventRefused` where nothing could be played by them."""
    try:
        check_plan(regulations)
        check_play(regulations)
        for codes in (regulations.tie_breaks, *(rules.tie_breaks or () for rules in regulations.stages)):
            parse_tie_breaks(codes)
    except GatewayError as error:
        raise EventRefused(error.message) from error
    slow = slow_play_off(regulations)
    if slow is not None:
        raise EventRefused(slow)


def _check_change(event: Event, now: Regulations, wanted: Regulations) -> None:
    if event.rounds:
        same = all(getattr(now, name) == getattr(wanted, name) for name in ("system", "first_side", "numbering"))
        _demand(same and _same_stages(event, now, wanted), "event.system_fixed")
        _demand(wanted.rounds >= len(event.rounds), "event.round_paired", round=len(event.rounds))
    if event.closed:
        _demand(wanted.numbering is now.numbering, "event.entries_closed")


def _same_stages(event: Event, now: Regulations, wanted: Regulations) -> bool:
    """Whether the stages that have begun stay as they are, but for their names, tie-breaks and number of rounds."""
    begun = event.current.number
    if len(wanted.plan) < begun:
        return False
    kept = [
        (was, msgspec.structs.replace(will, name=was.name, tie_breaks=was.tie_breaks, rounds=was.rounds))
        for was, will in zip(now.plan[:begun], wanted.plan, strict=False)
    ]
    played = len(event.rounds_of(event.current))
    return all(was == will for was, will in kept) and (
        not wanted.plan[begun - 1].rounds or wanted.plan[begun - 1].rounds >= played
    )


def _is_fixed_field(event: Event) -> bool:
    """Whether nobody can come any more: the table or the bracket is drawn, or the first stage is over."""
    system = event.rules_of(event.current).system
    return system.is_scheduled or system.is_bracket or event.current.number > 1


def _check_entry(event: Event, act: EnterPlayer) -> None:
    person = act.person
    _demand(bool(person.name.strip()), "event.name_missing")
    _demand(person.id not in event.entrants, "event.entered_already", who=person.name)
    known = {each.person.federation_id for each in event.entrants.values()} - {""}
    _demand(person.federation_id not in known, "event.entered_already", who=person.name)
    if event.closed:
        _demand(not _is_fixed_field(event), "event.no_late_entry")
        _demand(rounds_left(event) > 0, "event.no_round_left")


def _check_bye(event: Event, regulations: Regulations, act: GrantBye) -> None:
    _entrant(event, act.player)
    _demand(event.next_round <= act.round <= regulations.rounds, "event.round_past", round=act.round)
    is_granted = act.score is None or (act.score.is_bye and act.score is not RoundScore.PAIRING_BYE)
    _demand(is_granted, "event.not_a_bye")


def _check_pairing(event: Event) -> None:
    _demand(event.closed, "event.entries_open")
    _demand(rounds_left(event) > 0, "event.no_round_left")
    _check_complete(event)


def _check_over(event: Event) -> None:
    """Nothing is left to be played in the stage."""
    _check_complete(event)
    stage = event.current
    if event.rules_of(stage).system.is_bracket:
        for group in stage.groups:
            open_tie = undecided(event, stage, group)
            if open_tie is not None:
                raise EventRefused(open_tie)
    left = rounds_left(event)
    _demand(not left, "event.rounds_left", n=left)


def _check_complete(event: Event) -> None:
    """Everything that is paired has been published and has its result."""
    if event.rounds:
        _demand(event.rounds[-1].published, "event.not_published", round=len(event.rounds))
    missing = [game.id for game in event.missing()]
    if missing:
        named = tuple(map(str, missing[:_NAMED]))
        raise EventRefused(message("event.results_missing", n=len(missing), games=named))


def _check_unpairing(event: Event) -> None:
    _demand(bool(event.rounds), "event.nothing_paired")
    last = event.rounds[-1]
    _demand(last.stage == len(event.stages) - 1, "event.stage_closed", round=last.number)
    begun = any(game.reports or game.accepted is not None or game.adjourned for game in last.games)
    _demand(not begun, "event.round_begun", round=last.number)


def _check_score(score: GameScore) -> None:
    both = (score.white, score.black)
    one_kind = all(each.is_played for each in both) or all(each.is_forfeit for each in both)
    _demand(one_kind, "event.not_a_game_score")


def _check_result(event: Event, act: AcceptResult) -> None:
    game = _game(event, act.pairing)
    if act.score is None:
        _demand(game.reported is not None, "event.nothing_reported", pairing=act.pairing)
        return
    _check_score(act.score)
    is_correction = game.accepted is not None and game.accepted != act.score
    _demand(not is_correction or bool(act.why.strip()), "event.reason_missing", pairing=act.pairing)


def _free_id(event: Event) -> PersonId:
    taken = (int(player[1:]) for player in event.entrants if player[:1] == "p" and player[1:].isdecimal())
    return PersonId(f"p{max(taken, default=0) + 1}")
