"""Any order of acts leaves a defined event: refused or done, and everything can be reckoned from it."""

from __future__ import annotations

import contextlib
from decimal import Decimal

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from gateway.event.bridge.board_results import Artificial, Average, NotPlayed, Played
from gateway.event.bridge.bridge_acts import (
    AcceptBoard,
    AdvanceTeam,
    AnswerCall,
    BridgeAct,
    CallDirector,
    ChangeContestant,
    ChooseSeats,
    CloseBridgeEntries,
    ContestantEntry,
    DrawBridgeRound,
    DrawSeats,
    EnterContestant,
    LineUpTeam,
    OpenBridgeEvent,
    Penalize,
    PublishBridgeRound,
    RankContestants,
    ReopenBridgeEntries,
    ReportBoard,
    ReturnContestant,
    StrikeContestant,
    StrikeResult,
    TakeBackRound,
    Undo,
    WithdrawContestant,
)
from gateway.event.bridge.bridge_entries import BridgeEntry
from gateway.event.bridge.bridge_event import ContestantId, ContestantNumber, TableId
from gateway.event.bridge.bridge_fold import BridgeFold
from gateway.event.bridge.bridge_matches import matches
from gateway.event.bridge.bridge_places import standing_rows
from gateway.event.bridge.bridge_preview import bridge_preview
from gateway.event.bridge.bridge_regulations import SYSTEMS, BridgeForm, BridgeRegulations, BridgeSystem, ScaleOfEvent
from gateway.event.bridge.bridge_window import as_public
from gateway.event.event_refusals import EventRefused
from gateway.model.persons import Person, PersonId
from gateway.tournament.bridge.compass import Partnership
from tests.event.bridge.directing import BridgeDirecting
from tests.examples import examples

WHO = st.sampled_from([ContestantId(f"c{at}") for at in range(1, 6)])
TABLES = st.sampled_from(
    [TableId(f"{number}.{at}{room}") for number in (1, 2) for at in (1, 2) for room in ("", "o", "c", "o1")]
)
BOARDS = st.integers(1, 6)
OUTCOMES = st.sampled_from(
    [Played("4S N ="), Played("3NX E -2"), Played("pass"), Played("nonsense"), NotPlayed(),
     Artificial(north_south=Average.PLUS, east_west=Average.MINUS)]
)  # fmt: skip
WHY = st.sampled_from(["", "said so"])


def entry(players: int) -> st.SearchStrategy[ContestantEntry]:
    return st.builds(
        lambda name: ContestantEntry(name=name, members=tuple(Person(f"{name}{at}") for at in range(players))),
        st.sampled_from("ABCDEF"),
    )


ACTS: st.SearchStrategy[BridgeAct] = st.one_of(
    st.builds(EnterContestant, contestant=entry(4)),
    st.builds(EnterContestant, contestant=entry(2)),
    st.builds(ChangeContestant, contestant=entry(4)),
    st.builds(StrikeContestant, contestant=WHO),
    st.builds(CloseBridgeEntries, seed=st.sampled_from(["", "x"])),
    st.just(ReopenBridgeEntries()),
    st.builds(DrawBridgeRound, seed=st.just("x")),
    st.just(TakeBackRound()),
    st.just(PublishBridgeRound()),
    st.builds(
        LineUpTeam,
        contestant=WHO,
        round=st.integers(1, 2),
        players=st.permutations(["p1", "p2", "p3", "p4"]).map(lambda ids: tuple(map(PersonId, ids))),
        board=st.integers(0, 3),
    ),
    st.builds(DrawSeats, seed=st.just("x"), match=st.integers(0, 2)),
    st.builds(ChooseSeats, match=st.integers(1, 2), home=st.integers(1, 4).map(ContestantNumber)),
    st.builds(ReportBoard, table=TABLES, board=BOARDS, outcome=OUTCOMES, side=st.sampled_from(Partnership)),
    st.builds(AcceptBoard, table=TABLES, board=BOARDS, outcome=OUTCOMES, why=WHY),
    st.builds(StrikeResult, table=TABLES, board=BOARDS, why=WHY),
    st.builds(
        Penalize, contestant=WHO, round=st.integers(1, 2), points=st.sampled_from([Decimal(1), Decimal("NaN")]), why=WHY
    ),
    st.builds(
        AdvanceTeam, round=st.integers(1, 2), match=st.integers(1, 2), number=st.integers(1, 4).map(ContestantNumber)
    ),
    st.builds(CallDirector, table=TABLES),
    st.builds(AnswerCall, n=st.integers(1, 40)),
    st.builds(WithdrawContestant, contestant=WHO),
    st.builds(ReturnContestant, contestant=WHO),
    st.builds(RankContestants, seed=st.sampled_from(["", "x"])),
    st.builds(Undo, n=st.integers(1, 40)),
)
RULES = st.sampled_from([(form, system) for form in BridgeForm for system in sorted(SYSTEMS[form])])


@examples(150)
@given(RULES, st.integers(0, 5), st.lists(ACTS, max_size=40))
def test_any_order_of_acts_leaves_a_defined_event(
    rules: tuple[BridgeForm, BridgeSystem], entered: int, acts: list[BridgeAct]
) -> None:
    form, system = rules
    directing = BridgeDirecting()
    regulations = BridgeRegulations(
        title="Any", form=form, system=system, boards=2, rounds=2, qualifiers=1, scale=ScaleOfEvent(column=8)
    )
    directing.act(OpenBridgeEvent(regulations=regulations))
    for at in range(entered):
        members = tuple(Person(f"{at}.{each}") for each in range(form.players))
        directing.act(EnterContestant(contestant=ContestantEntry(name=str(at), members=members)))
    start: list[BridgeAct] = [CloseBridgeEntries(), DrawBridgeRound(seed="x"), PublishBridgeRound()]
    for act in [*start, *acts] if entered > 1 else acts:
        with contextlib.suppress(EventRefused):
            before = directing.fold
            directing.act(act)
            at = directing.fold.entries[-1].at
            assert bridge_preview(before, act, "director", at), "whatever is done has been told before"
        event = directing.event
        if event.closed:
            standing_rows(event)
            if form.is_teams:
                matches(event)
        standing_rows(as_public(event)) if event.closed else as_public(event)
    decoder = msgspec.json.Decoder(BridgeEntry)
    again = BridgeFold.of(decoder.decode(msgspec.json.encode(each)) for each in directing.fold.entries)
    assert again == directing.fold
    for n in directing.fold.undoable():
        directing.fold.decide(Undo(n=n), "director", directing.fold.entries[-1].at)
