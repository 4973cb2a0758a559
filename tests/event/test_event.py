"""The event from its first entry to its last standing: what may be done when, what follows, and what can be undone."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

import msgspec
import pytest

from gateway.event.event import RoundStage
from gateway.event.event_acts import (
    AcceptResult,
    AdjournGame,
    ChangeEntry,
    ChangeRegulations,
    CloseEntries,
    EnterPlayer,
    EventAct,
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
    StrikeEntry,
    Undo,
    UnpairRound,
    WithdrawPlayer,
)
from gateway.event.event_deciding import EventRefused
from gateway.event.event_entries import EventEntry
from gateway.event.event_fold import EventFold
from gateway.event.game_scores import GameScore, NotAScore
from gateway.event.regulations import NumberOrder, Points, System
from gateway.model.pairings import PairingId, RoundNumber
from gateway.model.persons import Person, PersonId
from gateway.model.results import Reason, Result
from gateway.tournament.crosstable import PairingNumber, RoundScore

from .acting import Organiser, regulations

FOUR = ("Ada", "Bob", "Cleo", "Dan")


def refusal(organiser: Organiser, act: EventAct) -> str:
    before = organiser.fold
    with pytest.raises(EventRefused) as refused:
        organiser.do(act)
    assert organiser.fold == before
    return refused.value.message.key


def points(organiser: Organiser) -> list[Fraction]:
    table = organiser.event.crosstable()
    return [table.points(PairingNumber(n)) for n in range(1, len(organiser.event.order) + 1)]


def game(text: str) -> PairingId:
    return PairingId(text)


def player(text: str) -> PersonId:
    return PersonId(text)


def test_an_event_by_hand_from_entries_to_the_ranking() -> None:
    organiser = Organiser(regulations(rounds=3))
    organiser.begin(*FOUR)
    for number, pairs in enumerate([((1, 3), (4, 2)), ((2, 1), (3, 4)), ((1, 4), (2, 3))], 1):
        organiser.pair(*pairs)
        organiser.results(**{f"_{number}_1": "1-0", f"_{number}_2": "½-½"})
        assert organiser.event.stage(organiser.event.rounds[-1]) is RoundStage.OVER
    assert points(organiser) == [2, 2, 1, 1]
    organiser.do(Rank())
    assert organiser.event.ranking == ("p1", "p2", "p3", "p4")
    assert refusal(organiser, EnterPlayer(person=Person("Eve"))) == "event.ended"
    organiser.do(Undo(n=len(organiser.fold.entries)))
    assert organiser.event.ranking is None


def test_the_same_entries_give_the_same_event() -> None:
    organiser = Organiser(regulations(points=Points(win=Decimal(3), draw=Decimal(1))))
    organiser.begin(*FOUR)
    organiser.pair((1, 3), (4, 2))
    organiser.results(_1_1="1-0", _1_2="½-½")
    organiser.do(ChangeEntry(person=Person("Dan D.", PersonId("p4"))), Undo(n=len(organiser.fold.entries) + 1))
    lines = msgspec.json.encode(organiser.fold.entries)
    assert EventFold.of(msgspec.json.decode(lines, type=list[EventEntry])) == organiser.fold
    assert points(organiser) == [3, 1, 0, 1]


def test_numbers_by_rating_then_title_then_name() -> None:
    organiser = Organiser(regulations())
    for name, title, rating in [("Zoe", "", 2100), ("Abe", "", None), ("Yan", "FM", 2100), ("Xu", "GM", 2100)]:
        organiser.do(EnterPlayer(person=Person(name, title=title, rating=rating)))
    organiser.do(CloseEntries())
    assert [organiser.event.entrants[id_].person.name for id_ in organiser.event.order] == ["Xu", "Yan", "Zoe", "Abe"]


def test_numbers_by_lots_can_be_drawn_again_by_anybody() -> None:
    organiser = Organiser(regulations(numbering=NumberOrder.LOTS))
    organiser.enter(*FOUR)
    assert refusal(organiser, CloseEntries()) == "event.seed_missing"
    organiser.do(CloseEntries(seed="8 of hearts"))
    drawn = organiser.event.order
    organiser.do(ReopenEntries(), CloseEntries(seed="8 of hearts"))
    assert organiser.event.order == drawn
    assert sorted(drawn) == ["p1", "p2", "p3", "p4"]


def test_what_cannot_be_done_before_an_event_is_open_or_twice() -> None:
    assert refusal(Organiser(), CloseEntries()) == "event.not_open"
    organiser = Organiser(regulations())
    assert refusal(organiser, OpenEvent(regulations=regulations())) == "event.already_open"
    assert refusal(organiser, CloseEntries()) == "event.too_few"
    assert refusal(organiser, PairRound()) == "event.entries_open"
    assert refusal(organiser, PublishRound()) == "event.nothing_to_publish"
    assert refusal(organiser, UnpairRound()) == "event.nothing_paired"
    assert refusal(organiser, ReopenEntries()) == "event.entries_open"
    assert refusal(organiser, EnterPlayer(person=Person("  "))) == "event.name_missing"


def test_nobody_is_entered_twice() -> None:
    organiser = Organiser(regulations())
    organiser.do(EnterPlayer(person=Person("Ada", federation_id="100")))
    assert refusal(organiser, EnterPlayer(person=Person("A. Ada", federation_id="100"))) == "event.entered_already"
    assert refusal(organiser, EnterPlayer(person=Person("Ada", PersonId("p1")))) == "event.entered_already"
    organiser.do(EnterPlayer(person=Person("Ada")))  # another of that name
    organiser.do(StrikeEntry(player=player("p1")), EnterPlayer(person=Person("Ada", federation_id="100")))
    assert list(organiser.event.entrants) == ["p2", "p3"]
    assert refusal(organiser, StrikeEntry(player=player("p9"))) == "event.unknown_player"


def test_who_comes_late_is_paired_from_the_next_round_on() -> None:
    organiser = Organiser(regulations())
    organiser.begin("Ada", "Bob")
    organiser.pair((1, 2))
    organiser.do(EnterPlayer(person=Person("Late", rating=2800)))
    assert organiser.event.entrants[player("p3")].number == 3
    organiser.results(_1_1="0-1")
    organiser.pair((3, 1), bye=2)
    table = organiser.event.crosstable()
    assert [result.score for result in table[PairingNumber(3)].rounds if result] == [RoundScore.ZERO_BYE]
    assert table[PairingNumber(2)].rounds[1] is not None
    assert points(organiser) == [0, 2, 0]
    closed = Organiser(regulations(System.KNOCK_OUT))
    closed.begin("Ada", "Bob")
    assert refusal(closed, EnterPlayer(person=Person("Late"))) == "event.no_late_entry"


def test_byes_and_withdrawals() -> None:
    organiser = Organiser(regulations())
    organiser.begin(*FOUR)
    organiser.do(GrantBye(player=player("p4"), round=RoundNumber(1), score=RoundScore.HALF_BYE))
    organiser.do(WithdrawPlayer(player=player("p3")))
    assert refusal(organiser, WithdrawPlayer(player=player("p3"))) == "event.is_withdrawn"
    pairs = (GivenPair(PairingNumber(1), PairingNumber(4)),)
    assert refusal(organiser, PairRound(pairs=pairs)) == "event.cannot_be_paired"
    organiser.pair((1, 2))
    organiser.results(_1_1="+/-")
    assert points(organiser) == [1, 0, 0, Fraction(1, 2)]
    assert refusal(organiser, GrantBye(player=player("p1"), round=RoundNumber(1))) == "event.round_past"
    wrong = GrantBye(player=player("p1"), round=RoundNumber(2), score=RoundScore.PAIRING_BYE)
    assert refusal(organiser, wrong) == "event.not_a_bye"
    organiser.do(ReturnPlayer(player=player("p3")))
    assert refusal(organiser, ReturnPlayer(player=player("p3"))) == "event.not_withdrawn"
    organiser.pair((3, 1), (2, 4))


def test_a_pairing_by_hand_has_everybody_once() -> None:
    organiser = Organiser(regulations())
    organiser.begin(*FOUR)

    def given(*pairs: tuple[int, int], why: str = "", bye: int | None = None) -> PairRound:
        found = tuple(GivenPair(PairingNumber(a), PairingNumber(b)) for a, b in pairs)
        return PairRound(pairs=found, bye=None if bye is None else PairingNumber(bye), why=why)

    assert refusal(organiser, PairRound()) == "event.paired_by_hand"
    assert refusal(organiser, given((1, 2))) == "event.left_out"
    assert refusal(organiser, given((1, 2), (2, 3))) == "event.paired_twice"
    assert refusal(organiser, given((1, 2), (3, 3))) == "event.paired_twice"
    assert refusal(organiser, given((1, 2), (3, 5))) == "event.cannot_be_paired"
    organiser.do(given((1, 2), (3, 4)), PublishRound())
    organiser.results(_1_1="1-0", _1_2="+/-")
    assert refusal(organiser, given((2, 1), (4, 3))) == "event.met_before"
    organiser.do(given((2, 3), (4, 1)), UnpairRound())
    organiser.do(given((2, 1), (4, 3), why="the last two rounds are a match"))


def test_the_next_round_waits_for_every_result_and_says_for_which() -> None:
    organiser = Organiser(regulations())
    organiser.begin(*FOUR)
    numbers = [PairingNumber(n) for n in range(5)]
    organiser.do(PairRound(pairs=(GivenPair(numbers[1], numbers[2]), GivenPair(numbers[3], numbers[4]))))
    assert refusal(organiser, PairRound(pairs=())) == "event.not_published"
    assert refusal(organiser, AcceptResult(pairing=game("1.1"), score=GameScore.parse("1-0"))) == "event.not_published"
    organiser.do(PublishRound())
    organiser.results(_1_1="1-0")
    with pytest.raises(EventRefused) as refused:
        organiser.do(PairRound(pairs=()))
    assert refused.value.message.args == {"n": 1, "games": ("1.2",)}
    organiser.do(AdjournGame(pairing=game("1.2")))
    organiser.pair((1, 3), (2, 4))
    assert points(organiser)[2:] == [Fraction(1, 2)] * 2  # until it is finished
    organiser.results(_1_2="1-0")
    assert points(organiser)[2:] == [1, 0]


def test_two_values_for_one_game_wait_for_an_arbiter() -> None:
    organiser = Organiser(regulations(confirm_results=False))
    organiser.begin("Ada", "Bob")
    organiser.pair((1, 2))
    organiser.do(ReportResult(pairing=game("1.1"), score=GameScore.parse("1-0"), source="table t1"))
    assert points(organiser) == [1, 0]
    organiser.do(ReportResult(pairing=game("1.1"), score=GameScore.parse("0-1"), source="phone"))
    assert [each.id for each in organiser.event.disputed()] == ["1.1"]
    assert [each.id for each in organiser.event.missing()] == ["1.1"]
    assert refusal(organiser, AcceptResult(pairing=game("1.1"))) == "event.nothing_reported"
    organiser.do(AcceptResult(pairing=game("1.1"), score=GameScore.parse("1-0")))
    assert list(organiser.event.disputed()) == []
    # A later word that differs opens it again, and changes nothing by itself.
    organiser.do(ReportResult(pairing=game("1.1"), score=GameScore.parse("½"), source="table t1"))
    assert [each.id for each in organiser.event.disputed()] == ["1.1"]
    assert points(organiser) == [1, 0]
    organiser.do(ReportResult(pairing=game("1.1"), score=None, source="table t1"))  # a ruling was overturned
    assert list(organiser.event.disputed()) == []


def test_a_reported_result_is_confirmed_and_a_corrected_one_needs_a_reason() -> None:
    organiser = Organiser(regulations())
    organiser.begin("Ada", "Bob")
    organiser.pair((1, 2))
    assert refusal(organiser, AcceptResult(pairing=game("1.1"))) == "event.nothing_reported"
    organiser.do(ReportResult(pairing=game("1.1"), score=GameScore.parse("1-0"), source="table t1"))
    assert [each.id for each in organiser.event.missing()] == ["1.1"]
    organiser.do(AcceptResult(pairing=game("1.1")))
    correction = AcceptResult(pairing=game("1.1"), score=GameScore.parse("0-0"))
    assert refusal(organiser, correction) == "event.reason_missing"
    organiser.do(msgspec.structs.replace(correction, why="both phones rang"))
    assert points(organiser) == [0, 0]
    assert refusal(organiser, AcceptResult(pairing=game("9.9"), score=GameScore.parse("1-0"))) == "event.unknown_game"
    odd = AcceptResult(pairing=game("1.1"), score=GameScore(RoundScore.WIN, RoundScore.FORFEIT_LOSS), why="?")
    assert refusal(organiser, odd) == "event.not_a_game_score"


def test_tables_are_given_from_the_first_board_on_and_fixed_ones_stay() -> None:
    organiser = Organiser(regulations(tables=("t1", "t2")))
    organiser.begin("Ada", "Bob", "Cleo", "Dan", "Eve", "Fay")
    organiser.do(SeatPlayer(player=player("p6"), table="t1"), SeatPlayer(player=player("p5"), table="t9"))
    organiser.pair((1, 4), (2, 6), (5, 3))
    assert [each.table for each in organiser.event.rounds[0].games] == ["t2", "t1", "t9"]
    organiser.do(Undo(n=len(organiser.fold.entries)), SeatPlayer(player=player("p6")), PublishRound())
    assert [each.table for each in organiser.event.rounds[0].games] == ["t1", "t2", "t9"]


def test_an_act_is_undone_where_nothing_was_built_upon_it() -> None:
    organiser = Organiser(regulations())
    organiser.begin(*FOUR)
    closing = len(organiser.fold.entries)
    before = organiser.event
    wrong = organiser.do(ChangeEntry(person=Person("Adda", PersonId("p1"))))
    organiser.pair((1, 2), (3, 4))
    assert refusal(organiser, Undo(n=closing)) == "event.built_upon"
    assert refusal(organiser, Undo(n=2)) == "event.built_upon"
    assert refusal(organiser, Undo(n=1)) == "event.opening_stands"
    assert refusal(organiser, Undo(n=99)) == "event.nothing_to_undo"
    organiser.do(Undo(n=closing + 3), Undo(n=closing + 2))
    organiser.do(Undo(n=wrong.n))
    assert organiser.event == before
    assert refusal(organiser, Undo(n=wrong.n)) == "event.nothing_to_undo"
    assert set(organiser.fold.undoable()) == {closing}


def test_a_result_stays_once_the_next_round_was_paired_from_it() -> None:
    organiser = Organiser(regulations())
    organiser.begin(*FOUR)
    organiser.pair((1, 2), (3, 4))
    organiser.results(_1_1="1-0", _1_2="0-1")
    accepted = len(organiser.fold.entries)
    organiser.pair((1, 4), (2, 3))
    assert refusal(organiser, Undo(n=accepted)) == "event.built_upon"
    organiser.do(AcceptResult(pairing=game("1.2"), score=GameScore.parse("1-0"), why="slip read wrongly"))
    assert points(organiser) == [1, 0, 1, 0]
    assert len(organiser.event.rounds) == 2


def test_a_round_that_is_paired_again_is_without_who_left_and_with_who_came_meanwhile() -> None:
    organiser = Organiser(regulations(System.DUTCH))
    organiser.begin(*FOUR)
    organiser.do(PairRound(), WithdrawPlayer(player=player("p1")))
    organiser.do(EnterPlayer(person=Person("Late", rating=2000)), UnpairRound(), PairRound())
    playing = {number for each in organiser.event.rounds[0].games for number in (each.white, each.black)}
    assert playing == {2, 3, 4, 5}


def test_regulations_change_only_where_nothing_rests_on_them() -> None:
    organiser = Organiser(regulations(rounds=2))
    organiser.begin(*FOUR)
    organiser.do(ChangeRegulations(regulations=regulations(rounds=5)))
    organiser.pair((1, 2), (3, 4))
    changed = ChangeRegulations(regulations=regulations(System.DUTCH, rounds=5))
    assert refusal(organiser, changed) == "event.system_fixed"
    assert refusal(organiser, ReopenEntries()) == "event.round_paired"
    organiser.do(ChangeRegulations(regulations=regulations(rounds=1, tie_breaks=("BH",))))
    organiser.results(_1_1="1-0", _1_2="0-1")
    assert refusal(organiser, PairRound()) == "event.no_round_left"
    organiser.do(ChangeRegulations(regulations=regulations(rounds=2)))
    assert refusal(organiser, Rank()) == "event.rounds_left"


def test_some_must_not_meet() -> None:
    organiser = Organiser(regulations())
    organiser.enter(*FOUR)
    organiser.do(ForbidMeeting(players=(player("p1"), player("p2"), player("p3"))))
    assert len(organiser.event.forbidden) == 3
    organiser.do(ForbidMeeting(players=(player("p1"), player("p2")), forbidden=False))
    assert organiser.event.forbidden == {frozenset({"p1", "p3"}), frozenset({"p2", "p3"})}
    assert refusal(organiser, ForbidMeeting(players=(player("p1"), player("p1")))) == "event.named_twice"


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("1-0", "1-0"),
        (" 0 – 1 ", "0-1"),
        ("1/2-1/2", "½-½"),
        ("½", "½-½"),
        ("+/-", "+/-"),
        ("---", "-/-"),
        ("0-0", "0-0"),
    ],
)
def test_results_are_read_as_people_write_them(text: str, written: str) -> None:
    assert str(GameScore.parse(text)) == written


def test_what_is_no_result_says_what_is_one() -> None:
    with pytest.raises(NotAScore) as error:
        GameScore.parse("2-0")
    assert "1-0" in error.value.message.args["known"]  # type: ignore[operator]


def test_results_of_tables_are_scores() -> None:
    assert str(GameScore.of(Result.WHITE)) == "1-0"
    assert str(GameScore.of(Result.BLACK, Reason.FORFEIT)) == "-/+"
    assert str(GameScore.of(Result.BOTH_LOSE, Reason.FORFEIT)) == "-/-"
    assert str(GameScore.of(Result.BOTH_LOSE, Reason.PENALTY)) == "0-0"
    assert str(GameScore.of(Result.DRAW)) == "½-½"
