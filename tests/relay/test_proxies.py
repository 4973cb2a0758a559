"""A relay behind nginx and behind Caddy, as deploy/proxy has them: pages, WebSocket and events over https."""

from __future__ import annotations

import asyncio
import contextlib
import json
import shutil
import ssl
from collections.abc import AsyncIterator
from datetime import UTC, datetime
from pathlib import Path

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.typing import Origin

from gateway.authority.authority_folder import AuthorityFolder
from gateway.authority.register import PartyKind
from tests.ports import free_port

from .conftest import ARBITER, Relay
from .fakes import FakeTable

PROXIES = Path(__file__).parents[2] / "deploy/proxy"
NAME = "live.example.org"


class Certificate:
    """A certificate for the proxy, and how a browser knows it."""

    def __init__(self, folder: Path) -> None:
        authority = AuthorityFolder.create(folder, "proxies", 60, datetime.now(UTC))
        authority.make_party("proxy", PartyKind.RELAY, [NAME, "127.0.0.1"], datetime.now(UTC))
        self.file, self.key = authority.certificate_of("proxy"), authority.key_of("proxy")
        self.context = ssl.create_default_context(cafile=str(authority.certificate))


def nginx(folder: Path, relay: Relay, port: int, certificate: Certificate) -> list[str]:
    """The command of nginx with our example; only addresses and files are other ones."""
    site = (PROXIES / "nginx.conf").read_text()
    for given, ours in (
        ("127.0.0.1:8000", relay.url.removeprefix("http://")),
        ("listen 80;", f"listen 127.0.0.1:{free_port()};"),
        ("    listen [::]:80;\n", ""),
        ("listen 443 ssl", f"listen 127.0.0.1:{port} ssl"),
        ("    listen [::]:443 ssl http2;\n", ""),
        ("/etc/letsencrypt/live/live.example.org/fullchain.pem", str(certificate.file)),
        ("/etc/letsencrypt/live/live.example.org/privkey.pem", str(certificate.key)),
    ):
        assert given in site, given
        site = site.replace(given, ours)
    (folder / "site.conf").write_text(site)
    kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    temporary = "".join(f"{kind}_temp_path {folder}/{kind};\n" for kind in kinds)
    (folder / "nginx.conf").write_text(
        f"daemon off;\npid {folder}/pid;\nerror_log {folder}/error.log;\nevents {{}}\n"
        f"http {{ access_log off;\n{temporary}include {folder}/site.conf; }}\n"
    )
    return ["nginx", "-c", str(folder / "nginx.conf"), "-e", str(folder / "error.log")]


def caddy(folder: Path, relay: Relay, port: int, certificate: Certificate) -> list[str]:
    """The command of Caddy with our example, with a certificate that is there instead of one to be fetched."""
    text = (PROXIES / "Caddyfile").read_text()
    for given, ours in (
        ("127.0.0.1:8000", relay.url.removeprefix("http://")),
        (f"\n{NAME} {{", f"\nhttps://127.0.0.1:{port} {{\n\ttls {certificate.file} {certificate.key}"),
    ):
        assert given in text, given
        text = text.replace(given, ours)
    # Nobody here staples answers about certificates, and nobody waits for connections that are left open.
    options = ("admin off", "ocsp_stapling off", "grace_period 1s", "auto_https disable_redirects")
    head = "\n\t".join(("{", *options, f"storage file_system {folder}/kept")) + "\n}\n"
    (folder / "Caddyfile").write_text(head + text)
    return ["caddy", "run", "--config", str(folder / "Caddyfile"), "--adapter", "caddyfile"]


@contextlib.asynccontextmanager
async def running(command: list[str], port: int) -> AsyncIterator[None]:
    process = await asyncio.create_subprocess_exec(
        *command, stdout=asyncio.subprocess.DEVNULL, stderr=asyncio.subprocess.DEVNULL
    )

    async def listens() -> bool:
        try:
            _, writer = await asyncio.open_connection("127.0.0.1", port)
        except OSError:
            return False
        writer.close()
        return True

    try:
        async with asyncio.timeout(30):
            while not await listens():
                assert process.returncode is None, f"{command[0]} has ended"
                await asyncio.sleep(0.05)
        yield
    finally:
        process.terminate()
        await process.wait()


@pytest.mark.parametrize("proxy", ["nginx", "caddy"])
async def test_pages_sockets_events_and_signing_in_pass_a_proxy(
    proxy: str, relay: Relay, table: FakeTable, tmp_path: Path
) -> None:
    if shutil.which(proxy) is None:
        pytest.skip(f"{proxy} is not installed")
    make = {"nginx": nginx, "caddy": caddy}[proxy]
    port, certificate = free_port(), Certificate(tmp_path / "authority")
    home = f"https://127.0.0.1:{port}"
    async with running(make(tmp_path, relay, port, certificate), port):
        async with httpx.AsyncClient(base_url=home, verify=certificate.context, timeout=30) as client:
            assert (await client.get("/api/health")).status_code == 200
            await _events_come_at_once(client, table)
            signed_in = await client.get("/sign-in/" + ARBITER.key)
            assert signed_in.status_code in {200, 302, 303}, signed_in.text
            cookie = signed_in.headers["set-cookie"]
            assert "Secure" in cookie, "the relay was not told that the way to the browser is encrypted"
        address = home.replace("https", "wss") + "/ws"
        async with connect(address, ssl=certificate.context, origin=Origin(home)) as socket, asyncio.timeout(30):
            assert json.loads(await socket.recv())["type"]


async def _events_come_at_once(client: httpx.AsyncClient, table: FakeTable) -> None:
    """The stream's first event is here while the stream is open: nobody waits for it to end."""
    async with asyncio.timeout(30), client.stream("GET", "/api/events") as answer:
        assert answer.headers["content-type"].startswith("text/event-stream")
        async for line in answer.aiter_lines():
            if line.startswith("data:"):
                break
