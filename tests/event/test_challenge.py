"""A challenge series as an event (GN 27.5): players come up in turn, who loses is out, the last team standing wins."""

from __future__ import annotations

import random

import pytest

from gateway.event.event_acts import (
    ChangeEntry,
    CloseEntries,
    EnterPlayer,
    PairRound,
    PublishRound,
    Rank,
    WithdrawPlayer,
)
from gateway.event.event_deciding import EventRefused
from gateway.event.event_standings import standings
from gateway.event.regulations import NumberOrder, System
from gateway.model.persons import Person, PersonId
from tests.english import refused

from .acting import Organiser, regulations


def series(*sizes: int) -> Organiser:
    organiser = Organiser(regulations(System.CHALLENGE_SERIES, 20, numbering=NumberOrder.ENTRY))
    for team, size in zip("ABCD", sizes, strict=False):
        for at in range(1, size + 1):
            organiser.do(EnterPlayer(person=Person(f"{team}{at}", club=team)))
    organiser.do(CloseEntries())
    return organiser


def play(organiser: Organiser, winner: str) -> tuple[str, str]:
    """Pair and publish a game, and let somebody win it; empty: it is drawn, `both`: both lose."""
    organiser.do(PairRound(), PublishRound())
    event = organiser.event
    game = event.rounds[-1].games[0]
    white, black = (event.entrant(number).person.name for number in (game.white, game.black))
    assert winner in ("", "both", white, black)
    text = {"": "½-½", "both": "0-0", white: "1-0", black: "0-1"}[winner]
    organiser.results(**{f"_{len(event.rounds)}_1": text})
    return white, black


def test_who_loses_is_out_and_the_next_of_the_team_comes_up() -> None:
    organiser = series(2, 2)
    assert set(play(organiser, "A1")) == {"A1", "B1"}
    drawn = play(organiser, "")
    assert set(drawn) == {"A1", "B2"}
    assert play(organiser, "B2") == drawn[::-1], "a drawn game is played again with colours changed"
    assert set(play(organiser, "B2")) == {"A2", "B2"}
    with refused(EventRefused, "All rounds are paired"):
        organiser.do(PairRound())
    rows = standings(organiser.event).rows
    names = [(organiser.event.entrant(row.number).person.name, row.rank, float(row.points)) for row in rows]
    assert names == [("B2", 1, 2.5), ("B1", 1, 0.0), ("A1", 3, 1.5), ("A2", 3, 0.0)]
    organiser.do(Rank())
    assert organiser.event.ranking is not None
    assert organiser.event.entrants[organiser.event.ranking[0]].person.name == "B2"


def test_three_teams_come_up_in_turn_and_both_may_lose() -> None:
    organiser = series(2, 2, 2)
    assert set(play(organiser, "A1")) == {"A1", "B1"}
    assert set(play(organiser, "both")) == {"A1", "C1"}
    met = set(play(organiser, "A2"))
    assert met == {"A2", "B2"}
    assert set(play(organiser, "C2")) == {"A2", "C2"}
    rows = standings(organiser.event).rows
    clubs = [organiser.event.entrant(row.number).person.club for row in rows]
    assert clubs == ["C", "C", "A", "A", "B", "B"]


def test_who_has_withdrawn_is_passed_over() -> None:
    organiser = series(2, 2)
    play(organiser, "A1")
    organiser.do(WithdrawPlayer(player=PersonId("p4")))
    with refused(EventRefused, "All rounds are paired"):
        organiser.do(PairRound())


def test_teams_are_of_equal_size_and_stay() -> None:
    with refused(EventRefused, "A challenge series is played by teams of equal size"):
        series(2, 3)
    organiser = series(2, 2)
    with refused(EventRefused, "the clubs are the teams"):
        organiser.do(ChangeEntry(person=Person("A1", PersonId("p1"), club="B")))


@pytest.mark.parametrize("seed", range(12))
def test_every_series_ends_with_one_team(seed: int) -> None:
    dice = random.Random(seed)
    organiser = series(*[dice.randint(1, 4)] * dice.randint(2, 4))
    for _ in range(60):
        try:
            organiser.do(PairRound(), PublishRound())
        except EventRefused:
            break
        number = len(organiser.event.rounds)
        organiser.results(**{f"_{number}_1": dice.choice(("1-0", "0-1", "½-½", "0-0", "+/-"))})
    organiser.do(Rank())
    assert organiser.event.ranking is not None
    assert len(organiser.event.ranking) == len(organiser.event.order)
