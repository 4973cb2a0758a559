"""Deciding: whether an act may be done to an event as it stands, and what follows from it.

What may be changed when: entries until they are closed, then by late entry and correction only; the system until a
round is paired; a pairing until it has a result; a result for as long as the ranking is open, with a reason once it was
accepted. Rounds that are paired already stay as they are: a corrected result counts for the next one.
"""

from __future__ import annotations

from gateway.model.errors import GatewayError
from gateway.model.messages import Message, message
from gateway.model.pairings import PairingId
from gateway.model.persons import PersonId
from gateway.tournament.crosstable import RoundScore
from gateway.tournament.standings.tie_break_codes import parse_tie_breaks

from .event import Entrant, Event, EventGame
from .event_acts import (
    AcceptResult,
    AdjournGame,
    AdvancePlayer,
    ChangeEntry,
    ChangeRegulations,
    CloseEntries,
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
from .numbering import numbered
from .regulations import NumberOrder, Regulations, System
from .round_pairing import given, paired
from .table_assignments import check_play

__all__ = ["EventRefused", "check", "check_regulations", "outcome_of"]

_FIXED_FIELD = (System.ROUND_ROBIN, System.DOUBLE_ROUND_ROBIN, System.KNOCK_OUT)
"""Systems in which nobody can come later: the table or the bracket is drawn."""
_NAMED = 5
"""Games that a refusal names."""


class EventRefused(GatewayError):
    """An act that is not carried out, and why."""


def outcome_of(event: Event, act: EventAct) -> ActOutcome | None:
    """What follows from an act that may be done."""
    match act:
        case EnterPlayer(person=person):
            return Entered(person.id or _free_id(event))
        case CloseEntries(seed=seed):
            return Numbered(numbered(event, seed))
        case PairRound(pairs=None):
            found = paired(event)
            if isinstance(found, Message):
                raise EventRefused(found)
            return found
        case PairRound():
            found = given(event, act)
            if isinstance(found, Message):
                raise EventRefused(found)
            return found
        case AcceptResult(pairing=pairing, score=score):
            told = event.find(pairing)[1].reported if score is None else score
            return None if told is None else Accepted(told)
        case Rank(seed=seed):
            return Ranked(final_order(event, seed))
        case _:
            return None


def check(event: Event, act: EventAct) -> None:  # noqa: C901 - one case an act
    """Raise `EventRefused` if the act may not be done now."""
    regulations = event.regulations
    _demand(event.ranking is None or isinstance(act, Undo), "event.ended")
    match act:
        case ChangeRegulations(regulations=wanted):
            check_regulations(wanted)
            _check_change(event, regulations, wanted)
        case EnterPlayer():
            _check_entry(event, regulations, act)
        case ChangeEntry(person=person):
            _entrant(event, person.id)
            _demand(bool(person.name.strip()), "event.name_missing")
        case StrikeEntry(player=player):
            _entrant(event, player)
            _demand(not event.closed, "event.entries_closed")
        case CloseEntries(seed=seed):
            _demand(not event.closed, "event.entries_closed")
            _demand(len(event.entrants) > 1, "event.too_few")
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
            _demand(regulations.system not in _FIXED_FIELD or not event.rounds, "event.no_late_entry")
        case ForbidMeeting(players=players):
            for player in players:
                _entrant(event, player)
            _demand(len(set(players)) == len(players), "event.named_twice")
        case SeatPlayer(player=player):
            _entrant(event, player)
        case PairRound():
            _check_pairing(event, regulations)
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
            _demand(regulations.system is System.KNOCK_OUT, "event.not_knock_out")
            game = _game(event, pairing)
            _demand(number in (game.white, game.black), "event.not_in_game", number=number, pairing=pairing)
        case Rank():
            _check_complete(event)
            left = regulations.rounds - len(event.rounds)
            _demand(not left, "event.rounds_left", n=left)
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
        check_play(regulations)
        parse_tie_breaks(regulations.tie_breaks)
    except GatewayError as error:
        raise EventRefused(error.message) from error


def _check_change(event: Event, now: Regulations, wanted: Regulations) -> None:
    if event.rounds:
        same = all(getattr(now, name) == getattr(wanted, name) for name in ("system", "first_side", "numbering"))
        _demand(same, "event.system_fixed")
        _demand(wanted.rounds >= len(event.rounds), "event.round_paired", round=len(event.rounds))
    if event.closed:
        _demand(wanted.numbering is now.numbering, "event.entries_closed")


def _check_entry(event: Event, regulations: Regulations, act: EnterPlayer) -> None:
    person = act.person
    _demand(bool(person.name.strip()), "event.name_missing")
    _demand(person.id not in event.entrants, "event.entered_already", who=person.name)
    known = {each.person.federation_id for each in event.entrants.values()} - {""}
    _demand(person.federation_id not in known, "event.entered_already", who=person.name)
    if event.closed:
        _demand(regulations.system not in _FIXED_FIELD, "event.no_late_entry")
        _demand(event.next_round <= regulations.rounds, "event.no_round_left")


def _check_bye(event: Event, regulations: Regulations, act: GrantBye) -> None:
    _entrant(event, act.player)
    _demand(event.next_round <= act.round <= regulations.rounds, "event.round_past", round=act.round)
    is_granted = act.score is None or (act.score.is_bye and act.score is not RoundScore.PAIRING_BYE)
    _demand(is_granted, "event.not_a_bye")


def _check_pairing(event: Event, regulations: Regulations) -> None:
    _demand(event.closed, "event.entries_open")
    _demand(event.next_round <= regulations.rounds, "event.no_round_left")
    _check_complete(event)


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
