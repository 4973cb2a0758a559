"""Enrolment over https: a claim, an old certificate, or a word that two people compare."""

from __future__ import annotations

import asyncio
import contextlib
import ssl
from asyncio import constants
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import httpx
import pytest
import uvicorn

from gateway.authority import certificates
from gateway.authority.authority_folder import AuthorityFolder
from gateway.authority.certificates import AuthorityError
from gateway.authority.claim_text import ClaimText, short_fingerprint
from gateway.authority.compare_word import commitment_to, new_nonce
from gateway.authority.register import PartyKind
from gateway.model.errors import SettingsError
from gateway.relay.access.access import RelayAccess
from gateway.relay.access.arbiters import Arbiter, Arbiters
from gateway.relay.access.enrolment import Enrolment
from gateway.relay.access.joining import APPLICANTS_MAX, Joining, JoiningRefused
from gateway.relay.access.rate_limit import FAILURES_MAX
from gateway.relay.hall.halls import Halls
from gateway.relay.hall.present_hall import PresentHall
from gateway.relay.web import connection_limits
from gateway.relay.web.application import create_app
from gateway.relay.web.server import make_server, take_up_certificate
from gateway.runtime import enrolling
from gateway.store import SqliteStore

from .conftest import ARBITER, JUNIOR, eventually
from .fakes import wall

NOW = datetime.now(UTC)
COMMITTEE = Arbiter("Com", "committee", "key-of-com-0123456789")


class Desk:
    """A relay over https that can enrol, without a broker."""

    def __init__(self, authority: AuthorityFolder, hall: PresentHall, server: uvicorn.Server) -> None:
        self.authority = authority
        self.hall = hall
        self.server = server
        self.port: int = server.servers[0].sockets[0].getsockname()[1]
        self.url = f"https://127.0.0.1:{self.port}"

    @contextlib.asynccontextmanager
    async def client(self, who: Arbiter | None = None) -> AsyncIterator[httpx.AsyncClient]:
        trust = ssl.create_default_context(cafile=self.authority.certificate)
        async with httpx.AsyncClient(base_url=self.url, verify=trust, trust_env=False, timeout=20) as client:
            if who is not None:
                assert (await client.get(f"/sign-in/{who.key}")).status_code == 303
            yield client

    def claim(self, name: str) -> ClaimText:
        word = self.authority.offer(name, PartyKind.TABLE, 600, NOW)
        found = certificates.fingerprint(self.authority.certificate.read_bytes())
        return ClaimText(self.url, word, short_fingerprint(found))


@pytest.fixture
async def desk(tmp_path: Path) -> AsyncIterator[Desk]:
    authority = AuthorityFolder.create(tmp_path / "authority", "open", 60, NOW)
    authority.make_party("relay", PartyKind.RELAY, ["127.0.0.1"], NOW)
    with SqliteStore(tmp_path / "store", skip_repeats=True) as store, SqliteStore(tmp_path / "sessions") as kept:
        hall = await PresentHall.open("open", store, wall)
        enrolment = Enrolment(authority, ("mqtts://127.0.0.1:8883", "mqtts://b.local"), wall)
        access = RelayAccess(Arbiters([ARBITER, JUNIOR, COMMITTEE]), wall, kept)
        app = create_app(await Halls.open(hall), access, enrolment=enrolment)
        server = make_server(app, "127.0.0.1", 0, authority.certificate_of("relay"), authority.key_of("relay"))
        server.install_signal_handlers = lambda: None  # type: ignore[attr-defined]
        serving = asyncio.create_task(server.serve())
        await eventually(lambda: server.started)
        yield Desk(authority, hall, server)
        server.should_exit = True
        await serving


async def test_a_claim_buys_a_certificate_for_a_key_that_stays_on_the_device(desk: Desk, tmp_path: Path) -> None:
    claim = desk.claim("t1")
    new = await asyncio.to_thread(enrolling.enrol_by_claim, claim)
    assert (new.name, new.event, new.relay) == ("t1", "open", desk.url)
    assert new.brokers == ("mqtts://127.0.0.1:8883", "mqtts://b.local")
    section = enrolling.keep(new, tmp_path / "device")
    assert 'url = ["mqtts://127.0.0.1:8883", "mqtts://b.local"]' in section
    ssl.create_default_context().load_cert_chain(tmp_path / "device" / "t1.crt", tmp_path / "device" / "t1.key")
    assert (tmp_path / "device" / "t1.key").stat().st_mode & 0o077 == 0
    assert not desk.authority.key_of("t1").exists(), "the authority never had it"
    with pytest.raises(AuthorityError, match="used already"):
        await asyncio.to_thread(enrolling.enrol_by_claim, claim)


async def test_a_claim_of_another_hall_is_not_spent_here(desk: Desk, tmp_path: Path) -> None:
    claim = desk.claim("t1")
    wrong = ClaimText(claim.relay, claim.word, "a" * 16)
    with pytest.raises(AuthorityError, match="another authority than the claim"):
        await asyncio.to_thread(enrolling.enrol_by_claim, wrong)
    await asyncio.to_thread(enrolling.enrol_by_claim, claim)


async def test_a_relay_without_a_certificate_of_the_hall_is_not_told_the_claim(tmp_path: Path, desk: Desk) -> None:
    """The host in the claim must be one that the relay's certificate names."""
    claim = desk.claim("t1")
    elsewhere = ClaimText(claim.relay.replace("127.0.0.1", "localhost"), claim.word, claim.fingerprint)
    with pytest.raises(AuthorityError, match="does not prove that it is of this hall"):
        await asyncio.to_thread(enrolling.enrol_by_claim, elsewhere)


async def test_a_certificate_is_renewed_by_the_old_one_until_it_is_revoked(desk: Desk, tmp_path: Path) -> None:
    folder = tmp_path / "device"
    enrolling.keep(await asyncio.to_thread(enrolling.enrol_by_claim, desk.claim("t1")), folder)
    file = folder / "t1.crt"
    assert await asyncio.to_thread(enrolling.renew, file) is None, "it is good for 60 days"
    new = await asyncio.to_thread(lambda: enrolling.renew(file, at_once=True))
    assert new is not None
    before = certificates.subject_of(file.read_bytes())
    assert certificates.subject_of(new.certificate) == before
    enrolling.keep(new, folder)
    desk.authority.revoke("t1", NOW)
    with pytest.raises(AuthorityError, match="revoked"):
        await asyncio.to_thread(lambda: enrolling.renew(file, at_once=True))


async def test_the_relay_serves_with_a_renewed_certificate_without_a_restart(desk: Desk) -> None:
    async def served() -> bytes:
        pem = await asyncio.to_thread(ssl.get_server_certificate, ("127.0.0.1", desk.port))
        return certificates.fingerprint(pem.encode())

    files = desk.authority.certificate_of("relay"), desk.authority.key_of("relay")
    before = await served()
    desk.authority.renew_party("relay", NOW)
    assert await served() == before
    take_up_certificate(desk.server, *files)
    assert await served() == certificates.fingerprint(files[0].read_bytes()) != before
    files[0].write_bytes(b"half written")
    with pytest.raises(SettingsError, match="no certificate and its key"):
        take_up_certificate(desk.server, *files)
    assert await served() != before, "and goes on with what it had"


async def test_whoever_connects_and_does_not_encrypt_is_dropped(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(constants, "SSL_HANDSHAKE_TIMEOUT", constants.SSL_HANDSHAKE_TIMEOUT)  # put back in the end
    monkeypatch.setattr(connection_limits, "REQUEST_S", 0.3)
    connection_limits.limit_encryption()
    reader, writer = await asyncio.open_connection("127.0.0.1", desk.port)
    async with asyncio.timeout(30):
        assert await reader.read() == b""
    writer.close()


async def test_a_table_joins_when_the_desk_sees_its_word(desk: Desk) -> None:
    words: list[str] = []
    confirmed: list[str] = []

    def confirm(word: str) -> bool:
        confirmed.append(word)
        return True

    def joined() -> enrolling.NewCertificate:
        return enrolling.join(desk.url, "t7", words.append, confirm)

    with pytest.raises(AuthorityError, match="cannot join now"):
        await asyncio.to_thread(joined)
    async with desk.client(ARBITER) as chief, desk.client(JUNIOR) as junior:
        assert (await junior.put("/api/joining", json={"minutes": 5})).status_code == 403
        opened = (await chief.put("/api/joining", json={"minutes": 5})).json()
        assert opened["until"] > wall()
        assert opened["waiting"] == []
        joining = asyncio.create_task(asyncio.to_thread(joined))
        async with asyncio.timeout(20):
            while not (waiting := (await junior.get("/api/joining")).json()["waiting"]):  # noqa: ASYNC110
                await asyncio.sleep(0.05)
        assert waiting == [{"ticket": waiting[0]["ticket"], "name": "t7", "word": words[0], "replaces": False}]
        path = f"/api/joining/{waiting[0]['ticket']}"
        assert (await junior.post(path, json={"admit": True})).status_code == 403
        assert (await chief.post(path, json={"admit": True})).json()["waiting"] == []
        new = await joining
        assert (new.name, confirmed) == ("t7", words)
        assert desk.authority.register().tables("open") == {"t7"}
        assert (await chief.post(path, json={"admit": True})).status_code == 403, "answered already"


async def test_who_is_refused_or_finds_the_words_unlike_has_nothing(desk: Desk) -> None:
    async with desk.client(COMMITTEE) as committee:
        await committee.put("/api/joining", json={"minutes": 5})
        for admit, why in ((False, "did not let us in"), (True, "not alike")):
            joining = asyncio.create_task(
                asyncio.to_thread(enrolling.join, desk.url, "t7", lambda _: None, lambda _: False)
            )
            async with asyncio.timeout(20):
                while not (waiting := (await committee.get("/api/joining")).json()["waiting"]):  # noqa: ASYNC110
                    await asyncio.sleep(0.05)
            await committee.post(f"/api/joining/{waiting[0]['ticket']}", json={"admit": admit})
            with pytest.raises(AuthorityError, match=why):
                await joining
        assert (await committee.put("/api/joining", json={"minutes": 0})).json()["until"] == 0


async def test_a_claim_from_the_desk_is_one_that_works(desk: Desk) -> None:
    async with desk.client(ARBITER) as chief, desk.client(JUNIOR) as junior, desk.client() as public:
        assert (await public.post("/api/claims", json={"name": "t1"})).status_code == 401
        assert (await junior.post("/api/claims", json={"name": "t1"})).status_code == 403
        assert (await chief.post("/api/claims", json={"name": "../t1"})).status_code == 422
        made = (await chief.post("/api/claims", json={"name": "t1"})).json()
    assert made["svg"].startswith("<svg")
    new = await asyncio.to_thread(enrolling.enrol_by_claim, ClaimText.parse(made["claim"]))
    assert new.name == "t1"


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/enrol", {"word": "a" * 16, "request": "nonsense"}),
        ("/enrol", {"word": "short", "request": ""}),
        ("/enrol", {"word": "a" * 16, "request": "x" * 5000}),
        ("/enrol", {"word": "a" * 16, "request": "x" * 50_000}),
        ("/enrol", []),
        ("/enrol/renewals", {"certificate": "x", "request": "y", "signature": "zz"}),
        ("/enrol/renewals", {"certificate": "x", "request": "y", "signature": "0" * 64}),
        ("/enrol/renewals", {"certificate": "x", "request": "y", "signature": "0" * 65}),
        ("/enrol/applications", {"name": "T 1", "request": "", "commitment": "0" * 64}),
        ("/enrol/applications", {"name": "t1", "request": "", "commitment": "0" * 64}),
        ("/enrol/applications/nothing", {"nonce": "0" * 32}),
        ("/enrol/applications/nothing", {"nonce": "0" * 33}),
    ],
)
async def test_nonsense_is_refused_in_a_sentence(desk: Desk, path: str, body: object) -> None:
    async with desk.client() as client:
        answer = await client.post(path, json=body)
    assert answer.status_code in {403, 413, 422}
    assert answer.json()["why"]


async def test_whoever_guesses_is_not_heard_for_a_while(desk: Desk) -> None:
    request = certificates.make_request(certificates.make_key(), "").decode()
    async with desk.client() as client:
        codes = [
            (await client.post("/enrol", json={"word": "a" * 16, "request": request})).status_code
            for _ in range(FAILURES_MAX + 2)
        ]
    assert codes == [403] * FAILURES_MAX + [429] * 2


def test_whoever_stands_between_cannot_change_what_he_has_committed_himself_to() -> None:
    joining = Joining(b"authority")
    joining.open_until(1000)
    nonce = new_nonce()
    applicant = joining.begin("t1", b"request", commitment_to(nonce, b"request"), 0)
    with pytest.raises(JoiningRefused):
        joining.tell(applicant.ticket, new_nonce(), 1)
    assert joining.waiting(1) == [], "without a number there is no word, and nobody to let in"
    joining.tell(applicant.ticket, nonce, 1)
    assert [each.name for each in joining.waiting(1)] == ["t1"]
    assert joining.waiting(1000) == [], "the door is closed"
    assert joining.tell(applicant.ticket, nonce, 1000).state == "refused"


def test_a_crowd_at_the_door_is_bounded_and_goes_away() -> None:
    joining = Joining(b"authority")
    joining.open_until(10_000_000)
    for n in range(APPLICANTS_MAX):
        joining.begin(f"t{n}", b"request", "0" * 64, 0)
    with pytest.raises(JoiningRefused):
        joining.begin("one", b"request", "0" * 64, 0)
    joining.begin("late", b"request", "0" * 64, int(timedelta(minutes=11).total_seconds() * 1000))
