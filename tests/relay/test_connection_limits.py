"""Connections that send slowly, nothing, or without end are dropped; a right request beside them is answered."""

from __future__ import annotations

import asyncio
import contextlib
import errno
from datetime import UTC, datetime
from pathlib import Path

import pytest
from fastapi import FastAPI
from starlette.requests import HTTPConnection
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from gateway.authority.authority_folder import AuthorityFolder
from gateway.authority.register import PartyKind
from gateway.relay.web import connection_limits
from gateway.relay.web.connection_limits import HEAD_MAX, TooManyFiles
from gateway.relay.web.security import is_own_page
from gateway.relay.web.server import make_server

from .conftest import Relay, eventually


async def _connect(relay: Relay) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    return await asyncio.open_connection("127.0.0.1", int(relay.url.rpartition(":")[2]))


async def _is_dropped(reader: asyncio.StreamReader) -> bytes:
    """What came before the other side let go."""
    async with asyncio.timeout(30):
        try:
            return await reader.read()
        except ConnectionResetError:
            return b""


@pytest.mark.parametrize(
    "sent",
    [
        b"",
        b"GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ",
        b"POST /api/tables/t1/commands HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\n{",
    ],
    ids=["nothing", "half a head", "half a body"],
)
async def test_what_does_not_arrive_in_time_is_dropped(
    sent: bytes, relay: Relay, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection_limits, "REQUEST_S", 0.3)
    reader, writer = await _connect(relay)
    writer.write(sent)
    dropped = asyncio.create_task(_is_dropped(reader))
    for _ in range(3):  # a byte now and then does not help
        await asyncio.wait({dropped}, timeout=0.05)
        writer.write(b" ")
    await dropped
    writer.close()


async def test_whoever_does_not_take_his_answers_is_dropped(relay: Relay, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection_limits, "ANSWER_S", 0.3)
    _, writer = await _connect(relay)
    writer.transport.pause_reading()  # type: ignore[attr-defined]
    writer.write(b"GET /api/openapi.json HTTP/1.1\r\nHost: x\r\n\r\n" * 200)

    def gone() -> bool:
        writer.write(b" ")  # fails once the other side has let go
        return writer.transport.is_closing()

    await eventually(gone)
    writer.close()


async def test_headers_without_end_are_refused(relay: Relay) -> None:
    reader, writer = await _connect(relay)
    writer.write(b"GET / HTTP/1.1\r\nHost: x\r\n")
    for n in range(HEAD_MAX // 1000 + 2):
        writer.write(f"X-{n}: {'y' * 1000}\r\n".encode())
    assert (await _is_dropped(reader)).partition(b"\r\n")[0] in {b"HTTP/1.1 400 Bad Request", b""}
    writer.close()


@pytest.mark.parametrize("where", ["header", "address"])
async def test_headers_that_come_in_one_piece_are_bounded_too(where: str, relay: Relay) -> None:
    long = b"y" * (HEAD_MAX + 1)
    head = b"X-Long: " + long if where == "header" else b"X: y"
    address = b"/api/tables" + (b"?" + long if where == "address" else b"")
    reader, writer = await _connect(relay)
    writer.write(b"GET " + address + b" HTTP/1.1\r\nHost: x\r\n" + head + b"\r\n\r\n")
    assert (await _is_dropped(reader)).partition(b"\r\n")[0] in {b"HTTP/1.1 400 Bad Request", b""}
    writer.close()


@pytest.mark.parametrize("trailer", [b"X: y\r\n", b"y"], ids=["many", "one"])
async def test_what_stands_behind_a_body_in_chunks_is_bounded_too(
    trailer: bytes, relay: Relay, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection_limits, "REQUEST_S", 60)
    reader, writer = await _connect(relay)
    writer.write(b"POST /api/sign-in HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n")
    writer.write(b"Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\nX: ")
    with contextlib.suppress(ConnectionError):
        for _ in range(64):  # more than is read at once
            writer.write(trailer * (HEAD_MAX // len(trailer)))
            await writer.drain()
    assert (await _is_dropped(reader)).partition(b"\r\n")[0] in {b"HTTP/1.1 400 Bad Request", b""}
    writer.close()


async def test_a_header_behind_a_body_says_nothing_to_anybody(relay: Relay) -> None:
    cookie = await relay.cookie()
    reader, writer = await _connect(relay)
    head = f"POST /api/tables/nowhere/commands HTTP/1.1\r\nHost: x\r\nCookie: {cookie}\r\n"
    head += "Content-Type: application/json\r\n"
    body = b'{"act":{"type":"pause"}}'
    rest = b"%x\r\n%s\r\n0\r\nOrigin: http://elsewhere.example\r\nConnection: close\r\n\r\n" % (len(body), body)
    writer.write(f"{head}Connection: close\r\nTransfer-Encoding: chunked\r\n\r\n".encode() + rest)
    assert (await _is_dropped(reader)).partition(b"\r\n")[0] == b"HTTP/1.1 404 Not Found"
    writer.close()


@pytest.mark.parametrize("encrypted", [True, False])
def test_what_a_proxy_says_is_believed_only_where_one_may_stand(tmp_path: Path, *, encrypted: bool) -> None:
    """A relay with a certificate of its own is reached by everybody himself."""
    certificate = key = None
    if encrypted:
        authority = AuthorityFolder.create(tmp_path / "authority", "open", 60, datetime.now(UTC))
        authority.make_party("relay", PartyKind.RELAY, ["127.0.0.1"], datetime.now(UTC))
        certificate, key = authority.certificate_of("relay"), authority.key_of("relay")
    server = make_server(FastAPI(), "127.0.0.1", 0, certificate, key)
    server.config.load()
    assert isinstance(server.config.loaded_app, ProxyHeadersMiddleware) is not encrypted


def _is_answering() -> bool:
    return any("run_asgi" in repr(task) for task in asyncio.all_tasks())


async def test_whoever_leaves_in_the_middle_of_a_body_makes_no_failure(
    relay: Relay, caplog: pytest.LogCaptureFixture
) -> None:
    cookie = await relay.cookie()
    _, writer = await _connect(relay)
    head = f"POST /api/tables/t1/commands HTTP/1.1\r\nHost: x\r\nCookie: {cookie}\r\nContent-Type: application/json\r\n"
    writer.write(f"{head}Content-Length: 100\r\n\r\n{{".encode())
    await writer.drain()
    await eventually(_is_answering)
    writer.close()
    await eventually(lambda: not _is_answering())
    assert [record.getMessage() for record in caplog.records if record.exc_info] == []


async def test_text_that_is_none_ends_a_websocket_and_makes_no_failure(
    relay: Relay, caplog: pytest.LogCaptureFixture
) -> None:
    async with relay.watch() as watch:
        await watch.until_type("hello")
        await watch.connection.send(b"\xff\xfe", text=True)
        await watch.connection.wait_closed()
        assert watch.connection.close_code == 1007
    assert [record.getMessage() for record in caplog.records if record.exc_info] == []


async def test_several_requests_on_one_connection_each_have_their_own_limits(relay: Relay) -> None:
    async with relay.client() as client:
        for _ in range(4):
            answer = await client.get("/api/tables", headers={"X-Long": "y" * (HEAD_MAX // 2)})
            assert answer.status_code == 200


async def test_a_body_beyond_the_limit_of_the_head_is_judged_by_whoever_reads_it(relay: Relay) -> None:
    async with relay.client(arbiter=True) as client:
        answer = await client.post(
            "/api/tables/t1/commands", content=b"x" * 4 * HEAD_MAX, headers={"Content-Type": "application/json"}
        )
    assert answer.status_code == 413


@pytest.mark.parametrize(
    "origin",
    [
        "null",
        "http://[",
        "http://",
        "//{host}",
        "http://{host}/",
        "http://{host}.evil.example",
        "http://user@{host}",
        "é",
    ],
)
async def test_an_origin_that_is_not_ours_acts_for_nobody(origin: str, relay: Relay) -> None:
    host = relay.url.removeprefix("http://")
    async with relay.client(arbiter=True) as client:
        headers = {b"Origin": origin.replace("{host}", host).encode()}
        answer = await client.post("/api/tables/t1/commands", json={"act": {"type": "pause"}}, headers=headers)
        assert answer.status_code == 403
        twice = [("Origin", relay.url), ("Origin", "http://elsewhere.example")]
        assert (await client.post("/sign-out", headers=twice)).status_code == 403
        own = await client.post(
            "/api/tables/nowhere/commands", json={"act": {"type": "pause"}}, headers={"Origin": relay.url}
        )
        assert own.status_code == 404


@pytest.mark.parametrize(
    ("scheme", "origin", "ours"),
    [
        ("https", "https://desk.local", True),
        ("wss", "https://desk.local", True),
        ("http", "http://desk.local", True),
        ("http", "https://desk.local", True),  # a proxy encrypts
        ("https", "http://desk.local", False),
        ("wss", "http://desk.local", False),
        ("http", "ws://desk.local", False),
    ],
)
def test_a_page_that_came_without_encryption_is_not_an_encrypted_relays(
    scheme: str, origin: str, *, ours: bool
) -> None:
    headers = [(b"host", b"desk.local"), (b"origin", origin.encode())]
    kind = "websocket" if scheme == "wss" else "http"
    assert is_own_page(HTTPConnection({"type": kind, "scheme": scheme, "headers": headers})) is ours


async def test_that_no_more_connections_can_be_taken_is_said_once(caplog: pytest.LogCaptureFixture) -> None:
    handler, loop = TooManyFiles(), asyncio.get_running_loop()
    for _ in range(1000):
        handler(loop, {"message": "accept", "exception": OSError(errno.EMFILE, "Too many open files")})
    ours = [record for record in caplog.records if record.name.startswith("gateway")]
    assert [record.getMessage().partition(":")[0] for record in ours] == [
        "No more connections can be taken (Too many open files)"
    ]
    handler(loop, {"message": "another mistake", "exception": ValueError()})
    assert "another mistake" in caplog.text
