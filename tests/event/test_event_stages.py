"""Combined systems as events: groups, then a knock-out by the printed brackets; two groups with carry-over."""

from __future__ import annotations

from collections import Counter

import pytest

from gateway.event.event import Event
from gateway.event.event_acts import (
    AcceptResult,
    ChangeRegulations,
    CloseStage,
    EnterPlayer,
    PairRound,
    PublishRound,
    Rank,
    Undo,
    UnpairRound,
    WithdrawPlayer,
)
from gateway.event.event_deciding import EventRefused
from gateway.event.event_fold import EventFold
from gateway.event.event_preview import preview
from gateway.event.event_standings import group_order, group_standings
from gateway.event.game_scores import GameScore
from gateway.event.regulations import Regulations, StageRules, System
from gateway.event.stage_closing import rounds_left
from gateway.event.stages import StageGroup
from gateway.model.instants import Instant
from gateway.model.persons import Person, PersonId
from gateway.tournament.cross_bracket import cross_places
from gateway.tournament.crosstable import PairingNumber

from .acting import Organiser
from .test_event_systems import begun, play_round

TIE_BREAKS = ("SB", "WIN", "TPN")


def staged(*stages: StageRules, rounds: int = 20) -> Regulations:
    return Regulations(
        title="Cup", system=stages[0].system, rounds=rounds, stages=stages, tie_breaks=TIE_BREAKS, tables=("t1", "t2")
    )


def play_stage(organiser: Organiser) -> None:
    """Play what is left of the stage."""
    decisive = organiser.event.rules_of(organiser.event.current).system.is_bracket
    while rounds_left(organiser.event):
        play_round(organiser, decisive=decisive)
    assert refusal(organiser, PairRound()) == "event.no_round_left"


def refusal(organiser: Organiser, act: CloseStage | Rank | PairRound | UnpairRound | EnterPlayer) -> str:
    with pytest.raises(EventRefused) as refused:
        organiser.do(act)
    return refused.value.message.key


def groups(event: Event) -> tuple[StageGroup, ...]:
    return event.current.groups


@pytest.mark.parametrize("system", [System.ROUND_ROBIN, System.DUTCH, System.SPLIT_HALF])
@pytest.mark.parametrize(("count", "qualifiers", "players"), [(2, 4, 11), (4, 8, 18), (8, 16, 24)])
def test_groups_then_a_knock_out(system: System, count: int, qualifiers: int, players: int) -> None:
    first = StageRules(system=system, rounds=0 if system.is_scheduled else 2, groups=count, qualifiers=qualifiers)
    organiser = begun(staged(first, StageRules(system=System.KNOCK_OUT, third_place=True)), players)
    snake = [group.numbers for group in groups(organiser.event)]
    assert snake[0][:3] == (1, 2 * count, 2 * count + 1)
    assert sorted(number for group in snake for number in group) == list(range(1, players + 1))
    play_stage(organiser)
    mates = {number: at for at, group in enumerate(snake) for number in group}
    for a_round in organiser.event.rounds:
        assert all(mates[game.white] == mates[game.black] for game in a_round.games), "groups are mixed"
        assert [game.board for game in a_round.games] == list(range(1, len(a_round.games) + 1))
    assert refusal(organiser, Rank()) == "event.stages_left"
    organiser.do(CloseStage())
    before, now = organiser.event.stages
    orders = [group_order(organiser.event, before, group) for group in before.groups]
    printed = cross_places(count, qualifiers)
    assert groups(organiser.event)[0].slots == tuple(orders[place.group][place.rank - 1] for place in printed)
    assert now.first == len(organiser.event.rounds) + 1
    play_stage(organiser)
    organiser.do(Rank())
    ranking = organiser.event.ranking or ()
    assert sorted(ranking) == sorted(organiser.event.order), "everybody has a place"
    gone_on = {organiser.event.order[number - 1] for number in now.numbers}
    assert set(ranking[:qualifiers]) == gone_on
    assert EventFold.of(organiser.fold.entries) == organiser.fold


def test_two_groups_with_carry_over_are_one_round_robin() -> None:
    first = StageRules(system=System.ROUND_ROBIN, groups=2, qualifiers=6)
    organiser = begun(staged(first, StageRules(system=System.ROUND_ROBIN, carry_over=True)), 10)
    play_stage(organiser)
    organiser.do(CloseStage())
    play_stage(organiser)
    event = organiser.event
    assert len(event.rounds_of(event.current)) == 3
    (group,) = event.current.groups
    rows = group_standings(event, event.current, group).rows
    finals = set(group.numbers)
    games = [
        frozenset((game.white, game.black))
        for a_round in event.rounds
        for game in a_round.games
        if {game.white, game.black} <= finals
    ]
    assert Counter(games) == Counter({frozenset((a, b)): 1 for a in finals for b in finals if a < b})
    scored = Counter[PairingNumber]()
    scale = event.regulations.points.scale
    for a_round in event.rounds:
        for game in a_round.games:
            score = event.counted(game)
            if score is not None and {game.white, game.black} <= finals:
                scored[game.white] += scale.of(score.white)  # type: ignore[assignment]
                scored[game.black] += scale.of(score.black)  # type: ignore[assignment]
    assert {row.number: row.points for row in rows} == {number: scored[number] for number in finals}


def test_who_shares_the_decisive_place_is_parted_by_lots_or_waits() -> None:
    rules = staged(
        StageRules(system=System.ROUND_ROBIN, groups=2, qualifiers=2, tie_breaks=()),
        StageRules(system=System.KNOCK_OUT),
    )
    organiser = begun(rules, 4)
    organiser.do(PairRound())
    organiser.do(Undo(n=len(organiser.fold.entries)))
    play_round(organiser)
    shared = [group_standings(organiser.event, organiser.event.current, group) for group in groups(organiser.event)]
    is_shared = any(each.rows[0].rank == each.rows[1].rank for each in shared)
    assert is_shared, "the hat gives one drawn game here"
    assert refusal(organiser, CloseStage()) == "event.places_shared"
    organiser.do(CloseStage(seed="seven of spades"))
    assert len(groups(organiser.event)[0].slots) == 2


def test_the_next_of_the_group_goes_on_for_who_has_withdrawn() -> None:
    rules = staged(StageRules(system=System.ROUND_ROBIN, groups=2, qualifiers=4), StageRules(system=System.KNOCK_OUT))
    organiser = begun(rules, 8)
    play_stage(organiser)
    stage = organiser.event.current
    first = group_order(organiser.event, stage, stage.groups[0])
    organiser.do(WithdrawPlayer(player=organiser.event.order[first[0] - 1]), CloseStage())
    assert first[0] not in organiser.event.current.numbers
    assert {first[1], first[2]} <= organiser.event.current.numbers


def test_where_too_few_are_left_who_meets_one_who_has_gone_goes_on() -> None:
    rules = staged(StageRules(system=System.ROUND_ROBIN, groups=2, qualifiers=4), StageRules(system=System.KNOCK_OUT))
    organiser = begun(rules, 6)
    play_stage(organiser)
    stage = organiser.event.current
    orders = [group_order(organiser.event, stage, group) for group in stage.groups]
    gone = orders[0][1:]
    for number in gone:
        organiser.do(WithdrawPlayer(player=organiser.event.order[number - 1]))
    organiser.do(CloseStage(seed="lots"), PairRound())
    assert {*gone} & {*organiser.event.current.numbers} == {gone[0]}
    assert not any(gone[0] in (game.white, game.black) for game in organiser.event.rounds[-1].games)
    organiser.do(PublishRound())
    for game in organiser.event.rounds[-1].games:
        organiser.do(AcceptResult(pairing=game.id, score=GameScore.parse("1-0")))
    play_stage(organiser)
    assert len(organiser.event.rounds[-1].games) == 1
    organiser.do(Rank())


def test_what_may_be_done_to_a_stage_and_what_follows() -> None:
    rules = staged(StageRules(system=System.DUTCH, rounds=2, qualifiers=4), StageRules(system=System.KNOCK_OUT))
    organiser = begun(rules, 8)
    assert refusal(organiser, CloseStage()) == "event.rounds_left"
    play_stage(organiser)
    told = [each.key for each in preview(organiser.fold, CloseStage(), "Olga", Instant(1))]
    assert told == ["event_effect.stage_begun", "event_effect.group"]
    closing = organiser.do(CloseStage())
    assert refusal(organiser, CloseStage()) == "event.last_stage"
    assert refusal(organiser, UnpairRound()) == "event.stage_closed"
    assert refusal(organiser, EnterPlayer(person=Person("Late"))) == "event.no_late_entry"
    organiser.do(PairRound())
    with pytest.raises(EventRefused, match="built_upon"):
        organiser.do(Undo(n=closing.n))
    organiser.do(UnpairRound())
    longer = staged(rules.stages[0], StageRules(system=System.KNOCK_OUT, third_place=True))
    with pytest.raises(EventRefused, match="system_fixed"):
        organiser.do(ChangeRegulations(regulations=longer))
    organiser.do(Undo(n=len(organiser.fold.entries)), Undo(n=len(organiser.fold.entries) - 1))
    organiser.do(Undo(n=closing.n))
    assert len(organiser.event.stages) == 1
    organiser.do(ChangeRegulations(regulations=longer), CloseStage())
    play_stage(organiser)
    assert len(organiser.event.rounds[-1].games) == 2
    assert refusal(organiser, PairRound()) == "event.no_round_left"


@pytest.mark.parametrize(
    ("stages", "key"),
    [
        ((StageRules(system=System.DUTCH, qualifiers=4), StageRules(system=System.KNOCK_OUT)), "rounds"),
        ((StageRules(system=System.ROUND_ROBIN), StageRules(system=System.KNOCK_OUT)), "qualifiers"),
        ((StageRules(system=System.ROUND_ROBIN, qualifiers=4),), "qualifiers"),
        (
            (StageRules(system=System.ROUND_ROBIN, groups=3, qualifiers=4), StageRules(system=System.KNOCK_OUT)),
            "uneven",
        ),
        ((StageRules(system=System.ROUND_ROBIN, carry_over=True),), "carry_over"),
        (
            (
                StageRules(system=System.ROUND_ROBIN, groups=4, qualifiers=8),
                StageRules(system=System.ROUND_ROBIN, carry_over=True),
            ),
            "carry_over",
        ),
        (
            (
                StageRules(system=System.ROUND_ROBIN, groups=2, qualifiers=8),
                StageRules(system=System.ROUND_ROBIN, separate_mates=True),
            ),
            "separate_mates",
        ),
        ((StageRules(system=System.DUTCH, rounds=21),), "too_many_rounds"),
    ],
)
def test_stages_that_cannot_follow_each_other(stages: tuple[StageRules, ...], key: str) -> None:
    with pytest.raises(EventRefused, match=f"stage_plan.{key}"):
        Organiser(staged(*stages))


def test_who_comes_late_joins_the_smallest_group() -> None:
    rules = staged(
        StageRules(system=System.DUTCH, rounds=3, groups=2, qualifiers=2), StageRules(system=System.KNOCK_OUT)
    )
    organiser = begun(rules, 5)
    play_round(organiser)
    organiser.do(EnterPlayer(person=Person("Late", PersonId("late"))))
    assert [len(group.numbers) for group in groups(organiser.event)] == [3, 3]
    play_round(organiser)
    assert organiser.event.entrants[PersonId("late")].number == 6
