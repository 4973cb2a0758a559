"""Each pairing explained: by the engine that paired it, and honestly where it can no longer be."""

from __future__ import annotations

import pytest

from gateway.event.event_acts import (
    AcceptResult,
    EnterPlayer,
    GivenPair,
    GrantBye,
    PairRound,
    PublishRound,
    WithdrawPlayer,
)
from gateway.event.game_scores import GameScore
from gateway.event.pairing_story import pairing_story
from gateway.event.regulations import System
from gateway.model.pairings import RoundNumber
from gateway.model.persons import Person, PersonId
from gateway.texts.library import Library
from gateway.tournament.crosstable import PairingNumber
from tests.english import english

from .acting import Organiser, regulations
from .test_event_systems import SWISS, begun, play_round


def keys(organiser: Organiser, number: int, player: int) -> list[str]:
    return [each.key for each in pairing_story(organiser.event, RoundNumber(number), PairingNumber(player))]


def told(organiser: Organiser, number: int, player: int) -> str:
    story = pairing_story(organiser.event, RoundNumber(number), PairingNumber(player))
    return " ".join(map(english, story))


@pytest.mark.parametrize("system", SWISS)
def test_every_pairing_of_a_swiss_is_explained(system: System) -> None:
    organiser = begun(regulations(system, rounds=4), players=11)
    organiser.do(GrantBye(player=PersonId("p3"), round=RoundNumber(2)))
    for number in range(1, 5):
        play_round(organiser)
        if number == 2:
            organiser.do(WithdrawPlayer(player=PersonId("p5")), EnterPlayer(person=Person("Late")))
    in_english, in_chinese = Library.load().find("en"), Library.load().find("zh")
    for number in range(1, 5):
        for player in range(1, 13):
            story = pairing_story(organiser.event, RoundNumber(number), PairingNumber(player))
            assert story
            assert story[0].key != "pairing_story.otherwise_now", (number, player)
            for each in story:
                assert in_english.render(each) != in_chinese.render(each)
    assert keys(organiser, 2, 3) == ["pairing_story.absent"]


def test_a_story_is_not_made_up_where_a_result_has_changed() -> None:
    organiser = begun(regulations(System.DUTCH, rounds=3), players=8)
    play_round(organiser)
    play_round(organiser)
    game = organiser.event.rounds[0].games[0]
    other = "0-1" if str(game.accepted) in {"1-0", "+/-"} else "1-0"
    organiser.do(AcceptResult(pairing=game.id, score=GameScore.parse(other), why="slip read wrongly"))
    found = {key for player in range(1, 9) for key in keys(organiser, 2, player)}
    assert "pairing_story.otherwise_now" in found
    assert "pairing_story.otherwise_now" not in {key for player in range(1, 9) for key in keys(organiser, 1, player)}


def test_tables_and_other_programs_are_named() -> None:
    robin = begun(regulations(System.ROUND_ROBIN, rounds=3), players=4)
    play_round(robin)
    assert keys(robin, 1, 1) == ["pairing_story.table_row"]
    assert "in round 1 of the stage number 1 of the group meets number 4 (GN app.4)" in told(robin, 1, 1)
    cup = begun(regulations(System.KNOCK_OUT, rounds=2), players=4)
    cup.do(PairRound(), PublishRound())
    cup.results(_1_1="1-0", _1_2="0-1")
    assert keys(cup, 1, 1) == ["pairing_story.tie", "pairing_story.from_place", "pairing_story.from_place"]
    cup.do(PairRound(), PublishRound())
    assert keys(cup, 2, cup.event.rounds[1].games[0].white)[1:] == ["pairing_story.won_tie", "pairing_story.won_tie"]
    hand = begun(regulations(rounds=1), players=2)
    hand.do(PairRound(pairs=(GivenPair(PairingNumber(2), PairingNumber(1)),), engine="bbpPairings 6"))
    assert keys(hand, 1, 1) == ["pairing_story.other_program"]
    with pytest.raises(LookupError):
        keys(hand, 2, 1)
