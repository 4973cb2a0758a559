"""A game of a table as a file, for everybody."""

from __future__ import annotations

import msgspec
import pytest

from gateway.games import registry
from gateway.games.game_files import read_games
from gateway.referee.inputs import Moved

from .conftest import Relay, eventually
from .fakes import FakeTable, set_up


async def test_a_game_is_served_in_its_notation(relay: Relay, table: FakeTable) -> None:
    position = registry.find("draughts-international").start()
    start = set_up(table.players)
    table.write(type(start)(**{f: getattr(start, f) for f in start.__struct_fields__} | {"fen": position.fen()}))
    for text in ("32-28", "19-23", "28x19"):
        move = position.read(text)
        then = position.play(move)
        table.write(Moved(position.turn, move.text, text, move.path, move.taken, then.board(), then.fen()))
        position = then
    await table.state()
    await eventually(lambda: relay.held("t1") == 4)
    async with relay.client() as client:
        answer = await client.get("/api/tables/t1/games/1.pdn")
        assert answer.status_code == 200, answer.text
        assert answer.headers["content-type"].startswith("application/x-pdn")
        (game,) = read_games(answer.text, "1.pdn")
        assert (len(game.moves), game.tags["White"], game.tags["Event"]) == (3, "Ann Able", relay.hall.event)
        listed = (await client.get("/api/tables/t1/games")).json()["games"]
        assert [(each["game"], each["moves"], each["result"], each["form"]) for each in listed] == [
            (1, ["32-28", "19-23", "28x19"], None, "pdn")
        ]
        assert (await client.get("/api/tables/t9/games")).status_code == 404
        for path in ("t1/games/2.pdn", "t1/games/1.pgn", "t9/games/1.pdn"):
            refused = await client.get(f"/api/tables/{path}")
            assert refused.status_code == 404, path
            assert refused.json()["why"]
        assert (await client.get("/api/tables/t1/games/1.doc")).status_code == 422


@pytest.mark.parametrize("wrong", [{"rules": "go"}, {"rules": "chess"}, {"fen": ""}, {"control": "x"}, {}])
async def test_a_record_that_makes_no_sense_is_told_of(relay: Relay, table: FakeTable, wrong: dict[str, str]) -> None:
    """Whatever a table sends, asking for its games is no mistake of the relay's."""
    if not wrong:
        table.now = lambda: 999_999_999_999_999
    table.write(msgspec.structs.replace(set_up(table.players), **wrong))
    await table.state()
    await eventually(lambda: relay.held("t1") == 1)
    table.lines.append(b'{"n":2,"what":{"type":"of a later version"}}')
    await table.send(2)
    await eventually(lambda: relay.held("t1") == 2)
    async with relay.client(arbiter=True) as client:
        for path in ("api/tables/t1/games", "api/tables/t1/games/1.pdn", "print/tables/t1/games/1"):
            assert (await client.get(f"/{path}")).status_code in {200, 404}, path
