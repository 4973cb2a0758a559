"""What a proxy may keep of the API, and what nobody may."""

from __future__ import annotations

from .conftest import Relay, eventually
from .fakes import FakeTable


async def test_what_everybody_sees_is_packed_and_kept_for_a_second(relay: Relay, table: FakeTable) -> None:
    table.write_game(4)
    await table.state()
    await eventually(lambda: relay.held("t1") == 9)
    async with relay.client() as client:
        for path in ("/api/tables/t1/entries", "/api/tables/t1/games"):
            plain = await client.get(path, headers={"Accept-Encoding": "identity"})
            packed = await client.get(path)
            assert plain.headers["cache-control"] == packed.headers["cache-control"] == "public, max-age=1", path
            assert "cookie" in plain.headers["vary"].lower()
            assert plain.json() == packed.json()
            if len(plain.content) > 1000:
                assert packed.headers["content-encoding"] == "gzip"
            again = await client.get(path, headers={"If-None-Match": packed.headers["etag"]})
            assert (again.status_code, again.content) == (304, b"")
        missing = await client.get("/api/tables/t9")
        assert (missing.status_code, missing.headers["cache-control"]) == (404, "no-store")


async def test_what_an_arbiter_is_answered_nobody_keeps(relay: Relay, table: FakeTable) -> None:
    table.write_game(4)
    await table.state()
    await eventually(lambda: relay.held("t1") == 9)
    async with relay.client(arbiter=True) as client:
        for path in ("/api/tables", "/api/tables/t1", "/api/tables/t1/entries", "/api/games", "/api/health"):
            answer = await client.get(path)
            assert answer.headers["cache-control"] == "no-store", path
            assert "content-encoding" not in answer.headers
