"""The authority on disk: keys that only their owner reads, and a register that several processes change."""

from __future__ import annotations

import multiprocessing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from cryptography import x509

from gateway.authority import certificates
from gateway.authority.authority_folder import AuthorityFolder
from gateway.authority.certificates import AuthorityError
from gateway.authority.claim_text import ClaimText, new_word, short_fingerprint
from gateway.authority.register import PartyKind

NOW = datetime.now(UTC)
TABLE = PartyKind.TABLE


@pytest.fixture
def hall(tmp_path: Path) -> AuthorityFolder:
    return AuthorityFolder.create(tmp_path / "authority", "spring-open", 60, NOW)


def request() -> bytes:
    return certificates.make_request(certificates.make_key(), "")


def revoked(hall: AuthorityFolder) -> set[int]:
    return {each.serial_number for each in x509.load_pem_x509_crl(hall.revoked.read_bytes())}


def test_keys_and_register_are_for_their_owner_alone(hall: AuthorityFolder) -> None:
    hall.make_party("relay", PartyKind.RELAY, ["desk.local"], NOW)
    private = {hall.path / "authority.key", hall.register_file, hall.key_of("relay")}
    for path in hall.path.rglob("*"):
        assert (path.stat().st_mode & 0o077 == 0) == (path in private), path


def test_an_authority_is_not_made_twice(hall: AuthorityFolder) -> None:
    before = hall.certificate.read_bytes()
    with pytest.raises(AuthorityError, match="already"):
        AuthorityFolder.create(hall.path, "other", 60, NOW)
    assert hall.certificate.read_bytes() == before


def test_a_folder_without_an_authority_says_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(AuthorityError, match="flagfall authority create"):
        AuthorityFolder(tmp_path)


def test_a_damaged_register_is_a_sentence(hall: AuthorityFolder) -> None:
    hall.register_file.write_bytes(b'{"event": 3')
    with pytest.raises(AuthorityError, match="damaged"):
        hall.register()


def test_a_claim_buys_one_certificate(hall: AuthorityFolder) -> None:
    word = hall.offer("t1", TABLE, 600, NOW)
    assert word not in hall.register_file.read_text()
    party, certificate = hall.redeem(word, request(), NOW)
    assert (party.name, party.kind, party.event) == ("t1", TABLE, "spring-open")
    assert certificates.verified(certificate, hall.certificate.read_bytes(), NOW) == party.subject
    assert hall.register().tables("spring-open") == {"t1"}
    assert hall.register().tables("other") == set()
    with pytest.raises(AuthorityError, match="used already"):
        hall.redeem(word, request(), NOW)


def test_a_claim_ends_by_time_and_by_a_newer_one(hall: AuthorityFolder) -> None:
    late, first, second = (hall.offer(name, TABLE, 600, NOW) for name in ("t1", "t2", "t2"))
    for word, now in ((late, NOW + timedelta(seconds=600)), (first, NOW), (new_word(), NOW)):
        with pytest.raises(AuthorityError, match="unknown"):
            hall.redeem(word, request(), now)
    hall.redeem(second, request(), NOW)


def test_a_wrong_request_does_not_cost_the_claim(hall: AuthorityFolder) -> None:
    word = hall.offer("t1", TABLE, 600, NOW)
    with pytest.raises(AuthorityError, match="not a request"):
        hall.redeem(word, b"nonsense", NOW)
    hall.redeem(word, request(), NOW)


def test_who_is_revoked_stays_revoked_when_the_name_is_used_again(hall: AuthorityFolder) -> None:
    stolen, certificate = hall.admit("t1", request(), NOW)
    hall.revoke("t1", NOW)
    assert hall.register().parties == {}
    anew, _ = hall.admit("t1", request(), NOW)
    assert anew.subject != stolen.subject
    assert revoked(hall) == {certificates.serial_of(certificate)}


def test_whoever_takes_over_a_name_ends_the_one_before(hall: AuthorityFolder) -> None:
    _, first = hall.admit("t1", request(), NOW)
    hall.admit("t1", request(), NOW)
    assert revoked(hall) == {certificates.serial_of(first)}


def test_a_name_keeps_its_place_in_the_hall(hall: AuthorityFolder) -> None:
    hall.make_party("relay", PartyKind.RELAY, (), NOW)
    with pytest.raises(AuthorityError, match="relay is a relay already"):
        hall.admit("relay", request(), NOW)


def test_a_certificate_is_renewed_by_its_key_until_it_is_revoked(hall: AuthorityFolder) -> None:
    key = certificates.make_key()
    party, certificate = hall.admit("t1", certificates.make_request(key, ""), NOW)
    later, wanted = NOW + timedelta(days=50), request()
    renewed, _ = hall.renew(certificate, wanted, certificates.sign(key, wanted), later)
    assert renewed.subject == party.subject
    assert renewed.until > party.until
    assert revoked(hall) == set(), "a device that was cut off in the middle still has the old one"
    with pytest.raises(AuthorityError, match="not signed with the key"):
        hall.renew(certificate, wanted, certificates.sign(certificates.make_key(), wanted), later)
    with pytest.raises(AuthorityError, match="expired"):
        hall.renew(certificate, wanted, certificates.sign(key, wanted), NOW + timedelta(days=61))
    hall.revoke("t1", later)
    assert len(revoked(hall)) == 2
    with pytest.raises(AuthorityError, match="revoked"):
        hall.renew(certificate, wanted, certificates.sign(key, wanted), later)


def test_a_party_whose_key_is_here_is_renewed_here(hall: AuthorityFolder) -> None:
    party = hall.make_party("broker", PartyKind.BROKER, ["desk.local"], NOW)
    renewed = hall.renew_party("broker", NOW + timedelta(days=50))
    assert (renewed.subject, renewed.hosts) == (party.subject, ("desk.local",))
    hall.admit("t1", request(), NOW)
    with pytest.raises(AuthorityError, match="made elsewhere"):
        hall.renew_party("t1", NOW)


def test_what_was_made_here_is_renewed_in_the_second_half_of_its_life(hall: AuthorityFolder) -> None:
    hall.make_party("broker", PartyKind.BROKER, ["desk.local"], NOW)
    hall.admit("t1", request(), NOW)
    assert hall.renew_due(NOW + timedelta(days=29)) == []
    later = NOW + timedelta(days=31)
    assert hall.renew_due(later) == ["broker"], "a table's key is not here"
    assert certificates.valid_until(hall.certificate_of("broker").read_bytes()) > NOW + timedelta(days=90)
    assert hall.renew_due(later) == []


def test_a_computer_whose_clock_is_years_behind_takes_what_is_issued_today(hall: AuthorityFolder) -> None:
    """A Pi has no battery clock, and a hall may have no internet to set it by."""
    past = NOW - timedelta(days=3000)
    hall.make_party("broker", PartyKind.BROKER, ["desk.local"], NOW)
    _, table = hall.admit("t1", request(), NOW)
    for certificate in (hall.certificate_of("broker").read_bytes(), table):
        certificates.verified(certificate, hall.certificate.read_bytes(), past)
    assert x509.load_pem_x509_certificate(hall.certificate.read_bytes()).not_valid_before_utc < past
    assert x509.load_pem_x509_crl(hall.revoked.read_bytes()).last_update_utc < past


def test_browsers_take_the_relays_certificate(hall: AuthorityFolder) -> None:
    hall.make_party("relay", PartyKind.RELAY, ["desk.local"], NOW)
    relay = x509.load_pem_x509_certificate(hall.certificate_of("relay").read_bytes())
    assert (relay.not_valid_after_utc - relay.not_valid_before_utc).days <= 825


@pytest.mark.parametrize("name", ["", "T1", "t 1", "a/b", "../t1", "t.1", "x" * 65])
def test_a_name_must_fit_a_topic(hall: AuthorityFolder, name: str) -> None:
    with pytest.raises(AuthorityError, match="cannot be a name"):
        hall.make_party(name, TABLE, (), NOW)
    with pytest.raises(AuthorityError, match="cannot be a name"):
        hall.offer(name, TABLE, 600, NOW)


def _admit(path: Path, names: list[str]) -> None:
    for name in names:
        AuthorityFolder(path).admit(name, request(), NOW)


def test_processes_that_enrol_at_once_lose_nobody(hall: AuthorityFolder) -> None:
    rows = [[f"{letter}{n}" for n in range(8)] for letter in "ab"]
    context = multiprocessing.get_context("spawn")
    workers = [context.Process(target=_admit, args=(hall.path, row)) for row in rows]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert hall.register().tables("spring-open") == {*rows[0], *rows[1]}


def test_a_claim_is_read_as_it_is_written() -> None:
    claim = ClaimText("https://desk.local:8443", new_word(), short_fingerprint(b"0123456789abcdef"))
    assert ClaimText.parse(f"  {claim}\n") == claim
    home, _, secret = str(claim).partition("#")
    assert ClaimText.parse(f"{home}#{secret.replace('-', '').upper()}") == claim


@pytest.mark.parametrize(
    "text", ["", "https://desk.local", "http://desk.local/enrol#aaaabbbbccccdddd.aaaabbbbccccdddd", "https://x/#a.b"]
)
def test_what_is_no_claim_is_refused_with_an_example(text: str) -> None:
    with pytest.raises(AuthorityError, match="looks like https://"):
        ClaimText.parse(text)
