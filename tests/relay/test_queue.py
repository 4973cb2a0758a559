"""The queue: every case and alert once, whose hand is on it, and nothing lost when two act at once."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gateway.model.errors import JournalError
from gateway.model.instants import Instant
from gateway.model.irregularities import Irregularity
from gateway.model.messages import message
from gateway.model.sides import BySide, Side
from gateway.record.table_state import BOARD_AWAY, ArbitersState, OpenAlert, Status
from gateway.referee import case_messages, game_messages
from gateway.referee.attention import Concern
from gateway.referee.roles import ANY_ARBITER
from gateway.referee.rulings import AlertKind, Case, CaseKind, Choice
from gateway.relay.hall.hall_table import HallTable
from gateway.relay.hall.matters import Matter, by_need, matters_of
from gateway.relay.hall.queue_record import (
    HandedOver,
    Handling,
    HandOver,
    LetGo,
    PutAside,
    PutBack,
    QueueLine,
    QueueRecord,
    QueueRequest,
    Reopen,
    Reopened,
    Resolve,
    Take,
    Taken,
    after,
    why_not,
)
from gateway.store import SqliteStore, StoredLine
from gateway.table.known_devices import NOT_SEEN
from tests.english import english
from tests.examples import examples
from tests.table.scenario import happen, lay_out

from .conftest import JUNIOR, Relay, eventually, run_relay
from .fakes import Broker, FakeTable, wall
from .judged import JudgedTable
from .test_walk import WALKS

PEOPLE = ("Ines", "Jo", "Kim")


def alert(kind: AlertKind, since: int, subject: str = "", *, announce: bool = True) -> OpenAlert:
    return OpenAlert(kind, Instant(since), message("alert.called", side="white", why=""), "X 1", announce, subject)


def case(number: int, since: int) -> Case:
    return Case(
        id=number,
        kind=CaseKind.IRREGULARITY,
        article="FMJD 5.4",
        text=case_messages.proposed(
            CaseKind.IRREGULARITY, Side.WHITE, game_messages.what_irregular(Irregularity.NOT_JUMPED, "")
        ),
        choices=(Choice.CORRECT, Choice.ACCEPT),
        roles=ANY_ARBITER,
        side=Side.WHITE,
        since=Instant(since),
    )


def waiting(now: int) -> ArbitersState:
    """A flag an hour ago, a case half an hour ago, something to know since yesterday."""
    return ArbitersState(
        alerts=(
            alert(AlertKind.MOVE_INFERRED, now - 86_400_000, "12-18"),
            alert(AlertKind.FLAG_DOWN, now - 3_600_000, "white"),
            alert(AlertKind.FORBIDDEN_MOVE, now - 5_000_000, announce=False),
        ),
        cases=(case(1, now - 1_800_000),),
    )


# The fold, and who may -----------------------------------------------------------------------------------------------

MATTER = Matter(
    id="t1/1/alert/1/called/white",
    table="t1",
    players=BySide("Ann Able", "Bo Bright"),
    game=1,
    concern=Concern.CALL,
    urgent=True,
    kind="called",
    text=message("alert.called", side="white", why=""),
    since=1,
)
requests: st.SearchStrategy[QueueRequest] = st.integers(0, 8).flatmap(
    lambda version: st.one_of(
        st.builds(Take, matter=st.just(MATTER.id), version=st.just(version)),
        st.builds(LetGo, matter=st.just(MATTER.id), version=st.just(version)),
        st.builds(Reopen, matter=st.just(MATTER.id), version=st.just(version)),
        st.builds(Resolve, matter=st.just(MATTER.id), version=st.just(version), note=st.just("done")),
        st.builds(
            HandOver, matter=st.just(MATTER.id), version=st.just(version), to=st.sampled_from((*PEOPLE, "Nobody"))
        ),
    )
)
lines: st.SearchStrategy[QueueLine] = st.sampled_from(PEOPLE).flatmap(
    lambda who: st.sampled_from(
        [
            Taken(matter=MATTER.id, by=who, at=1),
            HandedOver(matter=MATTER.id, by=who, at=1, to="Kim"),
            PutBack(matter=MATTER.id, by=who, at=1),
            PutAside(matter=MATTER.id, by=who, at=1, note="done", what=MATTER),
            Reopened(matter=MATTER.id, by=who, at=1),
        ]
    )
)


@examples(60)
@given(st.lists(lines, min_size=1))
def test_a_hand_says_who_did_what_last(history: list[QueueLine]) -> None:
    hand: Handling | None = None
    for line in history:
        hand = after(hand, line)
    assert hand is not None
    last = history[-1]
    assert (hand.version, hand.by, hand.did) == (len(history), last.by, last.__struct_config__.tag)
    holder = last.by if isinstance(last, Taken) else last.to if isinstance(last, HandedOver) else ""
    assert hand.holder == holder
    assert hand.resolved is isinstance(last, PutAside)


@examples(80)
@given(st.lists(lines, max_size=6), requests, st.sampled_from(PEOPLE))
def test_whoever_saw_an_older_version_is_told_what_was_done(
    history: list[QueueLine], request: QueueRequest, who: str
) -> None:
    hand: Handling | None = None
    for line in history:
        hand = after(hand, line)
    found = why_not(hand, request, who, 5000, matter=MATTER, there=set(PEOPLE))
    if hand is not None and request.version != hand.version:
        assert found is not None
        assert hand.by in english(found)
    elif found is None:
        holder = hand.holder if hand is not None else ""
        assert not isinstance(request, LetGo) or holder == who
        assert not isinstance(request, Resolve | HandOver) or holder in {"", who}
        assert not isinstance(request, HandOver) or request.to in set(PEOPLE) - {who}
        assert isinstance(request, Reopen) is (hand is not None and hand.resolved)
    assert why_not(hand, request, who, 5000, matter=None, there=set(PEOPLE)) is not None


@examples(40)
@given(st.lists(st.tuples(st.booleans(), st.integers(0, 99)), unique=True))
def test_the_oldest_urgent_comes_first(found: list[tuple[bool, int]]) -> None:
    matters = [msgspec.structs.replace(MATTER, urgent=urgent, since=since) for urgent, since in found]
    ordered = sorted(matters, key=by_need)
    assert [(not each.urgent, each.since) for each in ordered] == sorted((not urgent, since) for urgent, since in found)


def test_each_matter_is_there_once_and_has_a_name_of_its_own() -> None:
    state = FakeTable("mqtt://127.0.0.1:1", "open", "t7", now=lambda: 9_000_000).make_state()
    table = HallTable("t7", 2, 0)
    table.offset.live(0, 100)
    table.state = msgspec.structs.replace(state, arbiters=waiting(9_000_000))
    found = sorted(matters_of(table), key=by_need)
    assert [each.kind for each in found] == ["flag_down", "irregularity", "move_inferred", "forbidden_move"]
    assert [each.urgent for each in found] == [True, True, False, False]
    assert found[1].id == "t7/2/case/1/1"
    assert found[1].since == 9_000_000 - 1_800_000 + 100
    assert found[0].id == f"t7/2/alert/{9_000_000 - 3_600_000}/flag_down/white"
    assert "set_result" in found[0].acts
    table.state = msgspec.structs.replace(state, arbiters=None)
    assert list(matters_of(table)) == []


def test_what_a_case_is_opened_for_is_there_once() -> None:
    state = FakeTable("mqtt://127.0.0.1:1", "open", "t7").make_state()
    table = HallTable("t7", 1, 0)
    alerts = tuple(alert(kind, since) for kind in (AlertKind.IRREGULAR, AlertKind.CALLED) for since in (1000, 2000))
    table.state = msgspec.structs.replace(state, arbiters=ArbitersState(alerts=alerts, cases=(case(1, 2000),)))
    found = [(each.kind, each.since) for each in matters_of(table)]
    assert found == [("irregularity", 2000), ("irregular", 1000), ("called", 1000), ("called", 2000)]


def test_a_clock_on_a_board_that_is_away_is_the_boards_matter() -> None:
    state = FakeTable("mqtt://127.0.0.1:1", "open", "t7").make_state()
    table = HallTable("t7", 1, 0)
    lost = [
        OpenAlert(AlertKind.DEVICE_LOST, Instant(1000), game_messages.device_lost(device, "", detail), subject=device)
        for device, detail in (("board", NOT_SEEN), ("clock", BOARD_AWAY))
    ]
    table.state = msgspec.structs.replace(state, arbiters=ArbitersState(alerts=tuple(lost)))
    assert [each.id for each in matters_of(table)] == ["t7/1/alert/1000/device_lost/board"]
    # One that is away for a reason of its own is a matter.
    lost[1] = msgspec.structs.replace(lost[1], text=game_messages.device_lost("clock", "", NOT_SEEN))
    table.state = msgspec.structs.replace(state, arbiters=ArbitersState(alerts=tuple(lost)))
    assert [each.id for each in matters_of(table)][1:] == ["t7/1/alert/1000/device_lost/clock"]


@pytest.mark.parametrize("status", Status)
def test_a_table_that_is_gone_waits_for_somebody_while_a_game_is_played(status: Status) -> None:
    state = FakeTable("mqtt://127.0.0.1:1", "open", "t7").make_state()
    table = HallTable("t7", 1, 0)
    table.state = msgspec.structs.replace(state, arbiters=ArbitersState(), status=status)
    table.online = True
    assert list(matters_of(table)) == []
    table.online, table.absent_since = False, 5000
    found = [(each.id, each.kind, each.urgent, each.since) for each in matters_of(table)]
    under_way = status in {Status.PLAYING, Status.PAUSED}
    assert found == ([("t7/1/gone/5000", "agent_gone", True, 5000)] if under_way else [])


# On disk -------------------------------------------------------------------------------------------------------------


async def test_what_was_done_outlives_the_process_and_a_line_that_cannot_be_read(tmp_path: Path) -> None:
    with SqliteStore(tmp_path / "store", skip_repeats=True) as store:
        hands = QueueRecord("open", store, wall)
        await hands.load()
        take = Take(matter=MATTER.id, version=0)
        first, second = await asyncio.gather(
            hands.act(take, "Ines", MATTER, PEOPLE), hands.act(take, "Jo", MATTER, PEOPLE), return_exceptions=True
        )
        assert isinstance(first, Handling)
        assert "Ines has taken this in hand" in english(second.message)  # type: ignore[union-attr]
        await hands.act(Resolve(matter=MATTER.id, version=1, note=" a glass of water "), "Ines", MATTER, PEOPLE)
    with SqliteStore(tmp_path / "store", skip_repeats=True) as store:
        await store.append_many([StoredLine("open:handlings", 3, b'{"type":"of a later version"}')])
        hands = QueueRecord("open", store, wall)
        await hands.load()
        (known,) = hands.known()
        assert (known.version, known.resolved, known.note) == (2, True, "a glass of water")
        assert [(each.by, each.note, each.what) for each in hands.history] == [("Ines", "a glass of water", MATTER)]
        await hands.act(Reopen(matter=MATTER.id, version=2), "Jo", MATTER, PEOPLE)
        assert not hands.known()[0].resolved


async def test_a_disk_that_fails_lets_nothing_hold_that_it_does_not_keep(tmp_path: Path) -> None:
    class Full(SqliteStore):
        async def append_many(self, lines: Iterable[StoredLine], written: Callable[[], None] | None = None) -> None:
            raise JournalError("The disk is full.")

    with Full(tmp_path / "store", skip_repeats=True) as store:
        record = QueueRecord("open", store, wall)
        await record.load()
        with pytest.raises(JournalError):
            await record.act(Take(matter=MATTER.id, version=0), "Ines", MATTER, PEOPLE)
        assert record.known() == []


# Over HTTP and WebSocket ---------------------------------------------------------------------------------------------


async def ask(client: httpx.AsyncClient, **do: Any) -> httpx.Response:
    return await client.post("/api/queue", json={"do": do}, headers={"Accept-Language": "en"})


async def test_two_arbiters_and_one_queue(broker: Broker, event: str, tmp_path: Path) -> None:
    journal = tmp_path / "relay.journal"
    async with FakeTable(broker.url, event, "t1").running() as table:
        now = wall()
        async with run_relay(broker.url, event, journal) as relay:
            await table.state(waiting(now))
            await eventually(lambda: len(relay.hall.matters()) == 4)
            async with (
                relay.watch(arbiter=True) as ines_watches,
                relay.watch(headers={"Cookie": await relay.cookie(JUNIOR)}) as jo_watches,
                relay.watch() as spectator,
                relay.client(arbiter=True) as ines,
                relay.client(arbiter=JUNIOR) as jo,
            ):
                await ines_watches.until(lambda frame: frame["type"] == "colleagues" and len(frame["people"]) == 2)
                flag, charge = (await ines.get("/api/queue")).json()["matters"][:2]
                assert "suggested" not in charge, "the opponent chooses"
                taken = await ask(ines, type="take", matter=flag["id"], version=0)
                assert taken.json()["holder"] == "Ines"
                seen = await jo_watches.until(lambda frame: frame["type"] == "handlings" and bool(frame["handlings"]))
                assert seen["handlings"][0]["holder"] == "Ines"
                # The second is told what the first did.
                late = await ask(jo, type="take", matter=flag["id"], version=0)
                assert late.status_code == 409
                assert "Ines has taken this in hand" in late.json()["why"]
                away = await ask(ines, type="hand_over", matter=flag["id"], version=1, to="Kim")
                assert away.status_code == 409
                given = await ask(ines, type="hand_over", matter=flag["id"], version=1, to="Jo")
                assert given.json()["holder"] == "Jo"
                foreign = await ask(ines, type="resolve", matter=flag["id"], version=2, note="seen")
                assert "Jo has this in hand" in foreign.json()["why"]
                assert (await ask(jo, type="resolve", matter=flag["id"], version=2, note=" ")).status_code == 422
                assert (await ask(jo, type="resolve", matter=flag["id"], version=2, note="no claim")).status_code == 200
                undecided = await ask(jo, type="resolve", matter=charge["id"], version=0, note="seen")
                assert "decision at the table" in undecided.json()["why"]
                assert (await ask(jo, type="take", matter="t1/1/case/1/9", version=0)).status_code == 409
                assert (await ask(jo, type="take", matter=charge["id"], version=0)).status_code == 200
                await table.state(waiting(now))
                await spectator.until_type("state")
                assert not {"handlings", "colleagues"} & {frame["type"] for frame in spectator.seen}
                lines = (await ines.get("/api/audit")).json()["lines"]
                done = [(line["who"], line["did"], line.get("ok", True)) for line in lines if line["kind"] == "queue"]
                assert done[-2:] == [("Jo", "take", False), ("Ines", "take", True)]
                assert ("Jo", "resolve", True) in done
                attention = (await jo.get("/api/attention")).json()
                assert attention["alerts"]["flag_down"]["concern"] == "time"
        # Whoever restarts finds hands and notes as they were.
        async with run_relay(broker.url, event, journal) as relay, relay.client(arbiter=True) as ines:
            await eventually(lambda: len(relay.hall.matters()) == 4)
            body = (await ines.get("/api/queue")).json()
            assert flag["id"] not in {each["id"] for each in body["matters"]}
            assert [(each["matter"], each["holder"]) for each in body["handlings"]] == [(charge["id"], "Jo")]
            (seen_to,) = (await ines.get("/api/queue/history")).json()["resolved"]
            assert (seen_to["by"], seen_to["note"], seen_to["what"]["table"]) == ("Jo", "no claim", "t1")
            # It opens anew: in the queue again, with nobody's hand on it.
            anew = msgspec.structs.replace(waiting(now), alerts=(alert(AlertKind.FLAG_DOWN, now, "white"),))
            await table.state(anew)
            await eventually(lambda: len(relay.hall.matters()) == 2)
            body = (await ines.get("/api/queue")).json()
            assert {each["kind"] for each in body["matters"]} == {"flag_down", "irregularity"}


async def test_who_decides_second_is_told_who_decided_what(broker: Broker, event: str, relay: Relay) -> None:
    """At a table that is judged by the rules: the refusal says what was decided, by whom and when."""
    walk = next(walk for walk in WALKS if walk.act == "decide")
    real = lay_out(walk, walk.clock or "buttons")
    real.open()
    for step in walk.steps:
        happen(real, step)
    async with (
        JudgedTable(broker.url, event, real).running() as table,
        relay.client(arbiter=True) as ines,
        relay.client(arbiter=JUNIOR) as jo,
    ):
        await table.tell()
        await eventually(relay.hall.matters)
        (matter,) = [each for each in relay.hall.matters() if each.case]
        assert 0 < real.at + relay.hall.find("t1").offset.value - matter.since < 600_000, (
            "cases say when they were opened"
        )
        body = {"act": {**walk.body, "why": "it was seen"}}
        assert (await ines.post("/api/tables/t1/commands", json=body)).status_code == 200
        late = await jo.post("/api/tables/t1/commands", json=body, headers={"Accept-Language": "en"})
        assert late.status_code == 409
        why = late.json()["why"]
        assert "0:01 ago" in why
        assert "by Ines" in why
        assert "(it was seen)" in why
