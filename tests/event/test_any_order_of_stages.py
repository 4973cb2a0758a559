"""Any order of acts leaves a defined event, whatever the plan: stages, brackets, series, teams with line-ups.

Acts are chosen as the event stands, so that it gets far: rounds are played, stages closed, places played off. What may
not be done is refused with a sentence that both languages can say; what is done folds to the same event again, and
everything that is shown of it can be reckoned.
"""

from __future__ import annotations

from collections.abc import Callable

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from gateway.event.event import Event
from gateway.event.event_acts import (
    AcceptResult,
    AdjournGame,
    AdvancePlayer,
    ArrangeStage,
    BeginPlayOff,
    ChangeTeam,
    CloseEntries,
    CloseStage,
    DrawLots,
    EnterPlayer,
    EnterTeam,
    EventAct,
    GrantBye,
    PairRound,
    PublishRound,
    Rank,
    ReopenEntries,
    ReportResult,
    ReturnPlayer,
    SetLineUp,
    TeamEntry,
    Undo,
    UnpairRound,
    WithdrawPlayer,
)
from gateway.event.event_charts import event_charts
from gateway.event.event_deciding import EventRefused
from gateway.event.event_duties import duty_states, event_facts
from gateway.event.event_entries import EventEntry
from gateway.event.event_fold import EventFold
from gateway.event.event_preview import preview
from gateway.event.event_standings import shared_places
from gateway.event.game_scores import GameScore
from gateway.event.pairing_story import pairing_story
from gateway.event.regulations import Regulations, StageRules, System
from gateway.event.stage_closing import rounds_planned
from gateway.event.stages import StageGroup
from gateway.event.table_assignments import assignments
from gateway.event.team_regulations import TeamRegulations
from gateway.model.instants import Instant
from gateway.model.pairings import PairingId, RoundNumber
from gateway.model.persons import Person, PersonId
from tests.english import assert_sayable
from tests.examples import examples

from .acting import Organiser, regulations

KNOCK_OUT = StageRules(system=System.KNOCK_OUT, third_place=True, play_off=("5m", "3m"))
TEAMS = TeamRegulations(boards=2, reserves=1)
PLANS: dict[str, Regulations] = {
    "groups": regulations(
        System.ROUND_ROBIN, 20, stages=(StageRules(system=System.ROUND_ROBIN, groups=2, qualifiers=4), KNOCK_OUT)
    ),
    "carry over": regulations(
        System.ROUND_ROBIN,
        20,
        stages=(
            StageRules(system=System.ROUND_ROBIN, groups=2, qualifiers=4),
            StageRules(system=System.ROUND_ROBIN, carry_over=True),
        ),
    ),
    "swiss": regulations(
        System.DUTCH, 20, stages=(StageRules(system=System.DUTCH, rounds=2, qualifiers=2, accelerated=True), KNOCK_OUT)
    ),
    "split": regulations(
        System.SPLIT_HALF,
        20,
        stages=(
            StageRules(system=System.SPLIT_HALF, rounds=2, groups=2, qualifiers=4, games=2),
            StageRules(system=System.DOUBLE_ELIMINATION, seeds=0),
        ),
    ),
    "drawn": regulations(System.KNOCK_OUT, 9, stages=(StageRules(system=System.KNOCK_OUT, seeds=2, contested=True),)),
    "double": regulations(System.DOUBLE_ELIMINATION, 9),
    "series": regulations(System.CHALLENGE_SERIES, 20),
    "scheveningen": regulations(System.SCHEVENINGEN, 9),
    "team swiss": regulations(System.TEAM_SWISS, 3, teams=TEAMS),
    "team groups": regulations(
        System.ROUND_ROBIN,
        20,
        teams=msgspec.structs.replace(TEAMS, board_points=True),
        stages=(StageRules(system=System.ROUND_ROBIN, games=2, qualifiers=2), StageRules(system=System.KNOCK_OUT)),
    ),
}
SCORES = [GameScore.parse(text) for text in ("1-0", "0-1", "½-½", "+/-", "-/-", "0-0")]


def a_team(at: int, size: int = 3) -> TeamEntry:
    members = tuple(Person(f"T{at}.{n}", PersonId(f"m{at}{n}"), rating=2000 + 10 * at - n) for n in range(size))
    return TeamEntry(name=f"Team {at}", id=PersonId(f"team{at}"), members=members)


def entered(rules: Regulations) -> list[EventAct]:
    if rules.teams is not None:
        return [EnterTeam(team=a_team(at)) for at in range(1, 5)]
    return [EnterPlayer(person=Person(f"P{at}", rating=2000 - at, club="AB"[at % 2])) for at in range(1, 7)]


def _game(event: Event, n: int) -> PairingId:
    games = event.rounds[-1].games if event.rounds else ()
    return games[n % len(games)].id if games else PairingId("1.1")


def _player(event: Event, n: int) -> PersonId:
    return list(event.entrants)[n % len(event.entrants)]


def _line_up(event: Event, n: int) -> EventAct:
    team = event.entrants[_player(event, n)]
    ids = [member.id for member in team.members]
    picked = tuple(ids[(n + at) % len(ids)] if ids and (n + at) % 5 else None for at in range(2))
    return SetLineUp(
        team=team.id, round=RoundNumber(max(1, len(event.rounds) + n % 2)), players=picked, why="ill" * (n % 2)
    )


def _arranged(event: Event, n: int) -> EventAct:
    groups = event.current.groups if event.stages else (StageGroup(numbers=()),)
    turned = [
        msgspec.structs.replace(group, slots=(*group.slots[n % 3 :], *group.slots[: n % 3]), contested={})
        for group in groups
    ]
    return ArrangeStage(groups=tuple(turned))


def _play_off(event: Event, n: int) -> EventAct:
    shared = shared_places(event, event.planned) if event.stages else []
    return BeginPlayOff(numbers=shared[n % len(shared)] if shared else (1, 2), games=1 + n % 2)  # type: ignore[arg-type]


CHOICES: list[Callable[[Event, int], EventAct]] = [
    lambda _, __: PairRound(),
    lambda _, __: PublishRound(),
    lambda event, n: AcceptResult(pairing=_game(event, n), score=SCORES[n % len(SCORES)], why="read wrongly" * (n % 2)),
    lambda event, n: ReportResult(pairing=_game(event, n), score=SCORES[n % 3], source=f"table t{n % 2}"),
    lambda event, n: AdjournGame(pairing=_game(event, n)),
    lambda event, n: AdvancePlayer(pairing=_game(event, n), number=1 + n % 6),  # type: ignore[arg-type]
    lambda event, n: WithdrawPlayer(player=_player(event, n)),
    lambda event, n: ReturnPlayer(player=_player(event, n)),
    lambda event, n: GrantBye(player=_player(event, n), round=event.next_round),
    lambda _, n: CloseStage(seed="lots" * (n % 3)),
    lambda _, n: DrawLots(names=f"a{n}", numbers="b"),
    _arranged,
    _play_off,
    _line_up,
    lambda _, n: ChangeTeam(team=a_team(1 + n % 5, 1 + n % 4)),
    lambda _, n: EnterTeam(team=a_team(1 + n % 7)),
    lambda _, __: UnpairRound(),
    lambda _, __: ReopenEntries(),
    lambda _, __: CloseEntries(),
    lambda _, n: Undo(n=1 + n),
    lambda _, n: Rank(seed="lots" * (n % 2)),
]
PLAYED = len(CHOICES)
"""Stands for: the round is paired, published and played."""


def do(organiser: Organiser, act: EventAct) -> bool:
    try:
        effects = preview(organiser.fold, act, "Olga", Instant(organiser.at + 1000))
        organiser.do(act)
    except EventRefused as error:
        assert_sayable(error.message)
        return False
    for effect in effects:
        assert_sayable(effect)
    return True


def play(organiser: Organiser, n: int) -> None:
    do(organiser, PairRound())
    do(organiser, PublishRound())
    if not organiser.event.rounds:
        return
    for at, game in enumerate(organiser.event.rounds[-1].games):
        do(organiser, AcceptResult(pairing=game.id, score=SCORES[(n + at * (n % 4)) % 3]))


@given(
    st.sampled_from(sorted(PLANS)),
    st.lists(st.tuples(st.integers(0, PLAYED + 6), st.integers(0, 40)), min_size=5, max_size=30),
)
@examples(150)
def test_any_order_of_acts_leaves_a_defined_event(plan: str, chosen: list[tuple[int, int]]) -> None:
    organiser = Organiser(PLANS[plan])
    for act in (*entered(PLANS[plan]), CloseEntries()):
        organiser.do(act)
    for kind, n in chosen:
        if kind >= PLAYED:
            play(organiser, n)
        else:
            do(organiser, CHOICES[kind](organiser.event, n))
    written = msgspec.json.encode(organiser.fold.entries)
    assert EventFold.of(msgspec.json.decode(written, type=list[EventEntry])) == organiser.fold
    assert_defined(organiser.event)
    for undone in organiser.fold.undoable():
        organiser.do(Undo(n=undone))
        break


def assert_defined(event: Event) -> None:
    """Everything that is shown of it can be reckoned, and nobody is where he cannot be."""
    for a_round in event.rounds:
        boards: dict[int, set[int]] = {}
        for game in a_round.games:
            boards.setdefault(game.match or game.board, set()).update((game.white, game.black))
        named = [number for pair in boards.values() for number in pair] + list(a_round.byes)
        assert len(named) == len(set(named)), "somebody is in a round twice"
        assert len({game.id for game in a_round.games}) == len(a_round.games), "two games of one name"
        assert set(named) <= event.stage_of(a_round).numbers, "somebody plays who is not in the stage"
        assignments(event, a_round)
        for number in sorted(boards.get(1, ())):
            for sentence in pairing_story(event, a_round.number, number):  # type: ignore[arg-type]
                assert_sayable(sentence)
    for chart in event_charts(event):
        assert len(chart.standings.rows) == len(chart.table.participants)
    assert duty_states(event, event_facts(event))
    assert rounds_planned(event) >= 0
    if event.ranking is not None:
        assert sorted(event.ranking) == sorted(event.order)
