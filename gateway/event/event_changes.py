"""Changes of an event: how each entry changes it. What may be done is decided elsewhere; here it has been."""

from __future__ import annotations

from itertools import combinations

import msgspec

from gateway.model.errors import JournalDamaged
from gateway.model.pairings import PairingId, RoundNumber
from gateway.model.persons import Person
from gateway.tournament.crosstable import PairingNumber

from .event import Entrant, Event
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
    ForbidMeeting,
    GivenPair,
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
    UnpairRound,
    WithdrawPlayer,
)
from .event_entries import Accepted, Drawn, Entered, EventEntry, Numbered, OpeningFound, Paired, Ranked, StageBegun
from .event_rounds import EventGame, EventRound
from .play_off_stage import play_off_stage
from .regulations import Regulations
from .seating import seated
from .stage_making import first_groups
from .stages import EventStage, StageDraw, StageGroup, group_name
from .team_changes import changed_team, lined_up, member_seated, team_games, team_member
from .ties import next_part

__all__ = ["changed", "opened", "pairing_id"]

_replace = msgspec.structs.replace


def pairing_id(number: RoundNumber, board: int) -> PairingId:
    """The id of the first game of a board: `3.12`."""
    return PairingId(f"{number}.{board}")


def opened(entry: EventEntry) -> Event:
    """The event after the first entry of its record."""
    if isinstance(entry.act, OpenEvent):
        return Event(regulations=entry.act.regulations)
    raise JournalDamaged(f"Entry {entry.n} of an event is not its opening, and nothing comes before that.")


def changed(event: Event, entry: EventEntry) -> Event:
    """The event after a later entry."""
    if entry.outcome is not None:
        return _decided(event, entry)
    return _done(event, entry)


def _decided(event: Event, entry: EventEntry) -> Event:
    """The event after an act from which something followed."""
    match entry.act, entry.outcome:
        case EnterPlayer() as act, Entered(player=player):
            return _entered(event, Entrant(_replace(act.person, id=player)))
        case EnterTeam(team=team), Entered(player=player) if event.regulations.teams is not None:
            return _entered(event, changed_team(Entrant(Person(team.name, player)), team, event.regulations.teams))
        case CloseEntries(seed=seed), Numbered() as numbered:
            return _numbered(event, numbered, seed)
        case PairRound(engine=engine), Paired() as pairing:
            return _replace(event, rounds=(*event.rounds, _paired(event, pairing, engine)))
        case AcceptResult(pairing=pairing_of), Accepted(score=score):
            _, game = event.find(pairing_of)
            agreeing = {who: told for who, told in game.reports.items() if told == score}
            return _with_game(event, _replace(game, accepted=score, reports=agreeing, adjourned=False))
        case CloseStage(), StageBegun(groups=groups):
            return _begun(event, groups)
        case DrawLots(names=names, numbers=numbers), Drawn(groups=groups, cards=cards):
            draw = StageDraw(names, numbers, cards)
            return _with_stage(event, _replace(event.current, groups=groups, draw=draw, arranged=False))
        case SetOpening(round=number, board=board), OpeningFound(moves=moves, name=name):
            others = {key: kept for key, kept in event.openings.items() if key != (number, board)}
            drawn = " ".join(filter(None, (name, moves)))
            return _replace(event, openings={**others, (number, board): drawn} if drawn else others)
        case Rank(), Ranked(order=order):
            return _replace(event, ranking=order)
        case _:
            raise JournalDamaged(f"Entry {entry.n} of an event says that something followed which cannot.")


def _done(event: Event, entry: EventEntry) -> Event:  # noqa: C901 - a line or two an act
    """The event after an act that says all."""
    match entry.act:
        case ChangeRegulations(regulations=regulations):
            return _with_regulations(event, regulations)
        case ChangeEntry(person=person):
            return _with_entrant(event, _replace(event.entrants[person.id], person=person))
        case ChangeTeam(team=team) if event.regulations.teams is not None:
            return _with_entrant(event, changed_team(event.entrants[team.id], team, event.regulations.teams))
        case SetLineUp() as act:
            return lined_up(event, act)
        case StrikeEntry(player=player):
            return _replace(event, entrants={id_: each for id_, each in event.entrants.items() if id_ != player})
        case ReopenEntries():
            return _reopened(event)
        case GrantBye() as act:
            return _with_bye(event, act)
        case WithdrawPlayer(player=player):
            until = RoundNumber(len(event.rounds))
            return _with_entrant(event, _replace(event.entrants[player], until=until))
        case ReturnPlayer(player=player):
            return _with_entrant(event, _replace(event.entrants[player], until=None))
        case ForbidMeeting(players=players, forbidden=forbidden):
            pairs = frozenset(map(frozenset, combinations(players, 2)))
            return _replace(event, forbidden=event.forbidden | pairs if forbidden else event.forbidden - pairs)
        case SeatPlayer(player=player, table=table):
            of = team_member(event, player)
            seat = _replace(event.entrants[player], table=table) if of is None else member_seated(of, player, table)
            return _with_entrant(event, seat)
        case UnpairRound():
            return _unpaired(event)
        case PublishRound(start=start):
            last = event.rounds[-1]
            return _with_round(event, _replace(last, published=True, start=start, games=seated(event, last)))
        case ReportResult(pairing=pairing, score=score, source=source):
            return _with_game(event, event.find(pairing)[1].with_report(source, score))
        case AdjournGame(pairing=pairing):
            return _with_game(event, _replace(event.find(pairing)[1], adjourned=True))
        case ArrangeStage(groups=groups):
            return _with_stage(event, _replace(event.current, groups=_named_groups(groups), draw=None, arranged=True))
        case BeginPlayOff() as act:
            return _replace(event, stages=(*event.stages, play_off_stage(event, act)))
        case TickDuty(duty=duty, round=number, done=done):
            open_ones = {key: who for key, who in event.ticked.items() if key != (duty, number)}
            return _replace(event, ticked={**open_ones, (duty, number): entry.by} if done else open_ones)
        case AdvancePlayer(pairing=pairing, number=number):
            return _with_game(event, _replace(event.find(pairing)[1], advanced=number))
        case _:
            raise JournalDamaged(f"Entry {entry.n} of an event does not say what followed from it.")


def _unpaired(event: Event) -> Event:
    """The event before its last round was paired: who has left or come since is no more, or already, in that round."""
    before = _replace(event, rounds=event.rounds[:-1])
    last = RoundNumber(len(before.rounds))
    entrants = {
        player: _replace(
            each,
            since=min(each.since, before.next_round),
            until=None if each.until is None else min(each.until, last),
        )
        for player, each in event.entrants.items()
    }
    return _replace(before, entrants=entrants)


def _with_stage(event: Event, stage: EventStage) -> Event:
    """The event with the stage that is played as it is now."""
    return _replace(event, stages=(*event.stages[:-1], stage))


def _named_groups(groups: tuple[StageGroup, ...]) -> tuple[StageGroup, ...]:
    return tuple(_replace(group, name=group_name(at, len(groups))) for at, group in enumerate(groups))


def _with_regulations(event: Event, regulations: Regulations) -> Event:
    """The event by other regulations; who is in which group follows from them until a round is paired."""
    changed_now = _replace(event, regulations=regulations)
    if not event.closed or event.rounds or regulations.plan[0] == event.regulations.plan[0]:
        return changed_now
    groups = first_groups(regulations.plan[0], sorted(event.current.numbers), event.clubs)
    return _begun(_replace(changed_now, stages=()), groups)


def _entered(event: Event, entrant: Entrant) -> Event:
    if not event.closed:
        return _with_entrant(event, entrant)
    late = _replace(entrant, number=PairingNumber(len(event.order) + 1), since=event.next_round)
    stage = _joined(event.current, PairingNumber(len(event.order) + 1))
    return _with_stage(_replace(_with_entrant(event, late), order=(*event.order, entrant.id)), stage)


def _joined(stage: EventStage, number: PairingNumber) -> EventStage:
    """The stage with one more, who comes into the smallest of its groups, the last of these."""
    smallest = min(reversed(stage.groups), key=lambda group: len(group.numbers))
    groups = tuple(
        _replace(group, numbers=(*group.numbers, number)) if group is smallest else group for group in stage.groups
    )
    return _replace(stage, groups=groups)


def _numbered(event: Event, outcome: Numbered, seed: str) -> Event:
    numbers = {player: PairingNumber(at) for at, player in enumerate(outcome.order, 1)}
    entrants = {player: _replace(each, number=numbers[player]) for player, each in event.entrants.items()}
    numbered = _replace(event, entrants=entrants, order=outcome.order, closed=True, seed=seed)
    groups = outcome.groups or first_groups(event.regulations.plan[0], tuple(numbers.values()), numbered.clubs)
    return _begun(numbered, groups)


def _begun(event: Event, groups: tuple[StageGroup, ...]) -> Event:
    number = event.current.number + 1 if event.stages else 1
    stage = EventStage(number=number, first=event.next_round, groups=groups)
    return _replace(event, stages=(*event.stages, stage))


def _reopened(event: Event) -> Event:
    entrants = {player: _replace(each, number=None) for player, each in event.entrants.items()}
    return _replace(event, entrants=entrants, order=(), closed=False, seed="", stages=())


def _with_bye(event: Event, act: GrantBye) -> Event:
    entrant = event.entrants[act.player]
    others = {number: score for number, score in entrant.byes.items() if number != act.round}
    byes = others if act.score is None else {**others, act.round: act.score}
    return _with_entrant(event, _replace(entrant, byes=byes))


def _paired(event: Event, outcome: Paired, engine: str) -> EventRound:
    number, teams = event.next_round, event.regulations.teams
    games = tuple(
        _game(number, board, each, pair)
        for board, pair in enumerate(outcome.games, 1)
        for each in range(1, event.rules_of(event.current).games + 1)
    )
    if teams is not None:
        games = team_games(event, teams, outcome)
    return EventRound(number=number, games=games, byes=outcome.byes, engine=engine, stage=len(event.stages) - 1)


def _game(number: RoundNumber, board: int, game: int, pair: GivenPair) -> EventGame:
    """A game of a board; each next one has the colours changed."""
    first = pairing_id(number, board)
    white, black = (pair.white, pair.black) if game % 2 else (pair.black, pair.white)
    return EventGame(
        id=first if game == 1 else PairingId(f"{first}.{game}"), board=board, game=game, white=white, black=black
    )


def _with_entrant(event: Event, entrant: Entrant) -> Event:
    return _replace(event, entrants={**event.entrants, entrant.id: entrant})


def _with_round(event: Event, a_round: EventRound) -> Event:
    at = a_round.number - 1
    return _replace(event, rounds=(*event.rounds[:at], a_round, *event.rounds[at + 1 :]))


def _with_game(event: Event, game: EventGame) -> Event:
    a_round, _ = event.find(game.id)
    games = tuple(game if each.id == game.id else each for each in a_round.games)
    return _with_play_off(event, _replace(a_round, games=games), game.board)


def _with_play_off(event: Event, a_round: EventRound, board: int) -> Event:
    """The round with the games that two play who are level in a knock-out, and without those they need not play."""
    rules = event.rules_of(event.stage_of(a_round))
    if not rules.system.is_bracket or not rules.play_off:
        return _with_round(event, a_round)
    played = [(game, event.settled(game)) for game in a_round.meeting_at(board)]
    needed = next_part(played, event.regulations.points.scale, rules.play_off)
    before = tuple(game for game in a_round.games if game.board < board)
    after = tuple(game for game in a_round.games if game.board > board)
    return _with_round(event, _replace(a_round, games=(*before, *needed, *after)))
