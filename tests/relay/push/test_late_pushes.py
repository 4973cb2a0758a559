"""With a delay, what is sent to others waits as long as the public does: games, webhooks, boards."""

from __future__ import annotations

import asyncio
import contextlib
import random
from pathlib import Path

from gateway.record.visibility import Audience
from gateway.relay.hall.halls import Halls
from gateway.relay.hall.present_hall import PresentHall
from gateway.relay.hall.push_reports import PushReport
from gateway.relay.push.accepted_games import AcceptedGames
from gateway.relay.push.hall_boards import HallBoards
from gateway.relay.push.lichess import LichessPush, LichessRound
from gateway.relay.push.round_games import HallRound
from gateway.relay.push.webhook import Webhook, WebhookCursor, WebhookTarget
from gateway.store import SqliteStore
from tests.relay.conftest import eventually

from .lichess_stub import LichessStub
from .rounds import ChessTable
from .test_lichess import FastTime
from .test_webhook import NOW_MS, SECRET, Receiver, fast

DELAY_MS = 15 * 60_000


async def test_nothing_is_sent_before_the_public_sees_it(tmp_path: Path) -> None:
    now = NOW_MS
    with SqliteStore(tmp_path / "relay.journal", skip_repeats=True) as store:
        present = await PresentHall.open("open", store, lambda: now)
        halls = await Halls.open(present)
        await halls.set_delay(Audience.PUBLIC, DELAY_MS)
        public = halls.of(Audience.PUBLIC)
        time, boards = FastTime(), HallBoards(public)
        async with LichessStub(0, lambda: time.now, faults=0) as stub, Receiver() as receiver:

            async def push() -> None:
                target = LichessRound("aBcDeFgH", "lip_secret", stub.url)
                report, accepted = PushReport(kind="lichess", target=""), AcceptedGames(tmp_path / "accepted")
                games = HallRound(public, 3)
                await LichessPush(target, games, accepted, report, lambda: now, time.pause).run(once=True)
                hook = WebhookTarget(receiver.url, SECRET)
                cursor = WebhookCursor(tmp_path / "cursor")
                await Webhook(hook, public, cursor, report, lambda: NOW_MS, fast, random.Random(0)).run(once=True)

            following = asyncio.create_task(boards.run(lambda: None))
            await push()
            table = ChessTable(present, "t1")
            for san in ("", "e4", "e5"):
                await (table.move(san) if san else table.set_up("r3b1"))
                table.tell()
            await halls.advance()
            now += DELAY_MS - 1
            await halls.advance()
            await push()
            assert (stub.games, receiver.events, boards.all()) == ({}, {}, [])
            now += 1000
            await halls.advance()
            await push()
            assert stub.games == {"open/r3b1": (["e4", "e5"], "*")}
            assert [event["kind"] for event in receiver.events.values()] == ["game", "move", "move"]
            await eventually(lambda: [board.moves for board in boards.all()] == [("e4", "e5")])
            following.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await following
