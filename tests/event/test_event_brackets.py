"""Knock-outs as events: drawn by lot in two hands, with contested places, double elimination; and Scheveningen."""

from __future__ import annotations

from collections import Counter

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gateway.event.event import Event
from gateway.event.event_acts import (
    AcceptResult,
    ArrangeStage,
    ChangeRegulations,
    CloseEntries,
    DrawLots,
    EnterPlayer,
    PairRound,
    PublishRound,
    Rank,
    Undo,
    WithdrawPlayer,
)
from gateway.event.event_deciding import EventRefused
from gateway.event.event_fold import EventFold
from gateway.event.event_standings import standings
from gateway.event.game_scores import GameScore
from gateway.event.knock_out import played_bracket
from gateway.event.regulations import Regulations, StageRules, System
from gateway.event.stage_closing import rounds_left
from gateway.event.stages import StageGroup
from gateway.model.pairings import PairingId
from gateway.model.persons import Person, PersonId
from gateway.tournament.crosstable import PairingNumber
from gateway.tournament.double_elimination import FinalMode
from gateway.tournament.lots import TwoHands
from gateway.tournament.seeding import seed_slots
from tests.examples import examples

from .acting import Organiser, regulations
from .test_event_stages import play_stage, staged
from .test_event_systems import begun, play_round

CLUBS = ("Anchor", "Bishop", "Castle", "Dragon")


def drawn(**rules: object) -> Regulations:
    return staged(msgspec.structs.replace(StageRules(system=System.KNOCK_OUT), **rules))


def of_clubs(rules: Regulations, players: int, clubs: int = 4) -> Organiser:
    organiser = Organiser(rules)
    for at in range(players):
        person = Person(f"Player {at + 1}", rating=2500 - at, club=CLUBS[at % clubs])
        organiser.do(EnterPlayer(person=person))
    organiser.do(CloseEntries())
    return organiser


def winners_of(event: Event) -> Counter[PairingNumber]:
    """How often each has lost."""
    lost = Counter[PairingNumber]()
    for a_round in event.rounds:
        for game in a_round.games:
            result = event.tie_result(a_round, game.board)
            if result is not None and game.game == 1:
                lost[game.black if result.winner == game.white else game.white] += 1
    return lost


@pytest.mark.parametrize("players", [4, 5, 7, 8, 11, 16])
@pytest.mark.parametrize("final", FinalMode)
def test_out_after_two_losses(players: int, final: FinalMode) -> None:
    organiser = begun(staged(StageRules(system=System.DOUBLE_ELIMINATION, final=final)), players)
    play_stage(organiser)
    organiser.do(Rank())
    event = organiser.event
    lost = winners_of(event)
    assert event.ranking is not None
    first, second = (event.entrants[player].number for player in event.ranking[:2])
    assert all(times <= 2 for times in lost.values())
    others = [PairingNumber(n) for n in range(1, players + 1) if n not in (first, second)]
    assert all(lost[number] == 2 for number in others), "who is not in the final has lost twice"
    if final is FinalMode.RESET:
        assert lost[second or PairingNumber(0)] == 2
    games = sum(len(a_round.games) for a_round in event.rounds)
    assert games in {2 * players - 2, 2 * players - 1}


def test_sixteen_play_the_rounds_that_the_book_prints() -> None:
    organiser = begun(staged(StageRules(system=System.DOUBLE_ELIMINATION)), 16)
    play_stage(organiser)
    assert [len(a_round.games) for a_round in organiser.event.rounds] == [8, 8, 6, 3, 2, 1, 1, 1]
    bracket, boards = played_bracket(organiser.event, organiser.event.current, organiser.event.current.groups[0])
    assert set(boards) == set(bracket.states)
    assert all(bracket.states[tie].tie.round == int(games[0].id.split(".")[0]) for tie, games in boards.items())


def test_who_has_a_bye_waits_for_the_others() -> None:
    organiser = begun(staged(StageRules(system=System.KNOCK_OUT)), 5)
    organiser.do(PairRound())
    assert [{game.white, game.black} for game in organiser.event.rounds[0].games] == [{4, 5}]


def test_lots_are_drawn_from_two_seeds_and_can_be_drawn_again() -> None:
    organiser = of_clubs(drawn(seeds=4), 13)
    with pytest.raises(EventRefused, match="draw_missing"):
        organiser.do(PairRound())
    entry = organiser.do(DrawLots(names="spoken by the mayor", numbers="17 23 5"))
    (group,) = organiser.event.current.groups
    draw = organiser.event.current.draw
    assert draw is not None
    slots = {number: slot for slot, number in enumerate(group.slots, 1) if number is not None}
    assert [slots[PairingNumber(n)] for n in (1, 2, 3, 4)] == list(seed_slots(16, 4))
    assert group.slots.count(None) == 3
    # Anybody can do it again with the two seeds alone.
    for what in {card.drawn for card in draw.cards if not card.drawn.startswith("halves")}:
        cards = [card for card in draw.cards if card.drawn == what]
        hands = TwoHands(draw.names, draw.numbers)
        dealt = hands.deal([card.number for card in cards], [card.slot for card in cards], what)
        assert sorted(dealt) == sorted((card.number, card.slot) for card in cards)
    organiser.do(Undo(n=entry.n))
    assert organiser.event.current.draw is None
    organiser.do(DrawLots(names="spoken by the mayor", numbers="17 23 5"))
    assert organiser.event.current.groups == (group,)
    organiser.do(Undo(n=len(organiser.fold.entries)), DrawLots(names="other", numbers="hands"))
    assert organiser.event.current.groups != (group,)
    play_stage(organiser)
    with pytest.raises(EventRefused, match="round_paired"):
        organiser.do(DrawLots(names="too", numbers="late"))
    organiser.do(Rank())


def test_mates_of_a_club_are_kept_apart() -> None:
    organiser = of_clubs(drawn(seeds=0), 16)
    organiser.do(DrawLots(names="a", numbers="b"), PairRound())
    club = organiser.event.clubs
    assert all(club[game.white] != club[game.black] for game in organiser.event.rounds[0].games)


def test_places_that_two_contest_come_first() -> None:
    organiser = of_clubs(drawn(seeds=2, contested=True), 11)
    organiser.do(DrawLots(names="a", numbers="b"), PairRound(), PublishRound())
    first = organiser.event.rounds[0]
    assert len(organiser.event.current.groups[0].slots) == 8
    assert len(first.games) == 3
    for game in first.games:
        organiser.do(AcceptResult(pairing=game.id, score=GameScore.parse("1-0")))
    play_stage(organiser)
    assert [len(a_round.games) for a_round in organiser.event.rounds] == [3, 4, 2, 1]
    organiser.do(Rank())
    assert len(organiser.event.ranking or ()) == 11


def test_places_can_be_entered_as_they_were_drawn_elsewhere() -> None:
    organiser = begun(drawn(seeds=0), 3)
    numbers = tuple(PairingNumber(n) for n in (1, 2, 3))
    slots = (PairingNumber(2), PairingNumber(1), PairingNumber(3), None)
    for wrong in (slots[:3], (*slots[:3], PairingNumber(3)), ()):
        with pytest.raises(EventRefused, match="places_unfit"):
            organiser.do(ArrangeStage(groups=(StageGroup(numbers=numbers, slots=wrong),)))
    with pytest.raises(EventRefused, match="not_everybody"):
        organiser.do(ArrangeStage(groups=(StageGroup(numbers=numbers[:2], slots=slots),)))
    organiser.do(ArrangeStage(groups=(StageGroup(numbers=numbers, slots=slots),)), PairRound())
    assert {organiser.event.rounds[0].games[0].white, organiser.event.rounds[0].games[0].black} == {1, 2}


def test_who_goes_on_stays_once_the_next_round_is_paired() -> None:
    organiser = begun(staged(StageRules(system=System.KNOCK_OUT)), 4)
    play_round(organiser, decisive=True)
    organiser.do(PairRound())
    first = organiser.event.rounds[0].games[0]
    white_won = str(first.accepted) in {"1-0", "+/-"}
    turned = GameScore.parse("0-1" if white_won else "1-0")
    with pytest.raises(EventRefused, match="tie_built_upon"):
        organiser.do(AcceptResult(pairing=first.id, score=turned, why="slip read wrongly"))
    organiser.do(Undo(n=len(organiser.fold.entries)))
    organiser.do(AcceptResult(pairing=first.id, score=turned, why="slip read wrongly"), PairRound())
    final = organiser.event.rounds[1].games[0]
    assert (first.black if white_won else first.white) in (final.white, final.black)


def test_two_teams_all_against_all() -> None:
    organiser = of_clubs(staged(StageRules(system=System.SCHEVENINGEN)), 10, clubs=2)
    (group,) = organiser.event.current.groups
    assert group.numbers == (1, 3, 5, 7, 9, 2, 4, 6, 8, 10)
    play_stage(organiser)
    games = [game for a_round in organiser.event.rounds for game in a_round.games]
    assert len(organiser.event.rounds) == 5
    assert {frozenset((game.white, game.black)) for game in games} == {
        frozenset((a, b)) for a in range(1, 11, 2) for b in range(2, 11, 2)
    }
    assert len(games) == 25
    first_moves = Counter(game.white for game in games)
    assert all(first_moves[PairingNumber(n)] in {2, 3} for n in range(1, 11))
    organiser.do(Rank())
    assert EventFold.of(organiser.fold.entries) == organiser.fold


@pytest.mark.parametrize(("players", "clubs"), [(9, 2), (9, 3), (8, 1)])
def test_it_takes_two_teams_of_equal_size(players: int, clubs: int) -> None:
    with pytest.raises(EventRefused, match="two_sides"):
        of_clubs(staged(StageRules(system=System.SCHEVENINGEN)), players, clubs=clubs)


def test_who_leaves_a_team_match_keeps_the_results_and_forfeits_the_rest() -> None:
    organiser = of_clubs(staged(StageRules(system=System.SCHEVENINGEN)), 8, clubs=2)
    play_round(organiser)
    before = {row.number: row.points for row in standings(organiser.event).rows}
    organiser.do(WithdrawPlayer(player=PersonId("p1")))  # after one of four: they stand all the same (GN 24.4.4)
    play_stage(organiser)
    rows = {row.number: row.points for row in standings(organiser.event).rows}
    assert rows[PairingNumber(1)] == before[PairingNumber(1)]
    met = {
        number
        for game in organiser.event.rounds[0].games
        if 1 in (game.white, game.black)
        for number in (game.white, game.black)
    }
    table = organiser.event.group_table(organiser.event.current, organiser.event.current.groups[0])
    for number in (2, 4, 6, 8):
        over_the_board = table.points(PairingNumber(number))
        assert rows[PairingNumber(number)] == over_the_board + (0 if number in met else 1)


def test_a_knock_out_goes_on_without_who_has_left() -> None:
    organiser = begun(staged(StageRules(system=System.KNOCK_OUT)), 4)
    organiser.do(PairRound(), PublishRound())
    for game in organiser.event.rounds[0].games:
        organiser.do(AcceptResult(pairing=PairingId(game.id), score=GameScore.parse("1-0")))
    winners = [game.white for game in organiser.event.rounds[0].games]
    organiser.do(WithdrawPlayer(player=organiser.event.order[winners[0] - 1]))
    with pytest.raises(EventRefused, match="no_round_left"):
        organiser.do(PairRound())
    organiser.do(Rank())
    assert organiser.event.ranking is not None
    assert organiser.event.ranking[0] == organiser.event.order[winners[1] - 1]


@pytest.mark.parametrize("system", [System.KNOCK_OUT, System.DOUBLE_ELIMINATION])
def test_who_went_on_because_another_had_left_is_paired_once_a_round(system: System) -> None:
    organiser = begun(staged(StageRules(system=system)), 8)
    play_round(organiser, decisive=True)
    first = organiser.event.rounds[0].games[0]
    organiser.do(WithdrawPlayer(player=organiser.event.order[first.white - 1]))
    play_stage(organiser)
    event = organiser.event
    assert len(event.rounds) == (3 if system is System.KNOCK_OUT else 6)
    bracket = played_bracket(event, event.current, event.current.groups[0]).bracket
    assert bracket.is_over
    last = event.rounds[-1].games[0]
    organiser.do(Rank())
    assert organiser.event.ranking is not None
    assert {organiser.event.entrants[player].number for player in organiser.event.ranking[:2]} == {
        last.white,
        last.black,
    }


@given(
    st.integers(2, 20),
    st.sampled_from([System.KNOCK_OUT, System.DOUBLE_ELIMINATION]),
    st.sampled_from([None, 0, 2]),
    st.booleans(),
    st.lists(st.integers(0, 60), max_size=12),
)
@examples(60)
def test_a_bracket_of_any_number_comes_to_its_end_whoever_leaves(
    players: int, system: System, seeds: int | None, fully: bool, leaving: list[int]
) -> None:
    rules = StageRules(
        system=system,
        seeds=seeds,
        final=FinalMode.RESET if fully else FinalMode.SINGLE,
        third_place=fully and system is System.KNOCK_OUT,
        contested=fully and seeds == 0 and system is System.KNOCK_OUT,
    )
    organiser = begun(staged(rules), players)
    if rules.is_drawn:
        organiser.do(DrawLots(names="spoken", numbers="17 23 5"))
    most = rounds_left(organiser.event)
    gone = list(leaving)
    while rounds_left(organiser.event):
        play_round(organiser, decisive=True)
        assert len(organiser.event.rounds) <= most
        number = gone.pop(0) if gone else players
        if number < players and organiser.event.entrants[organiser.event.order[number]].until is None:
            organiser.do(WithdrawPlayer(player=organiser.event.order[number]))
    event = organiser.event
    bracket = played_bracket(event, event.current, event.current.groups[0])
    assert bracket.bracket.is_over
    paired = {game.id for a_round in event.rounds for game in a_round.games}
    assert paired == {game.id for games in bracket.boards.values() for game in games}, "a game that counts for nothing"
    organiser.do(Rank())


def test_a_double_elimination_of_two_is_drawn_on_four_places() -> None:
    organiser = begun(drawn(system=System.DOUBLE_ELIMINATION, seeds=2), 2)
    two = StageGroup(numbers=(PairingNumber(1), PairingNumber(2)), slots=(PairingNumber(1), PairingNumber(2)))
    with pytest.raises(EventRefused, match="places_unfit"):
        organiser.do(ArrangeStage(groups=(two,)))
    organiser.do(DrawLots(names="a", numbers="b"))
    assert len(organiser.event.current.groups[0].slots) == 4
    play_stage(organiser)
    organiser.do(Rank())


def test_a_bracket_has_the_rounds_that_it_needs_whatever_was_announced() -> None:
    organiser = begun(regulations(System.KNOCK_OUT, rounds=2), players=9)
    play_stage(organiser)
    assert len(organiser.event.rounds) == 4
    organiser.do(ChangeRegulations(regulations=msgspec.structs.replace(organiser.event.regulations, title="Cup 2")))
    organiser.do(Rank())
