"""Accounts: a fold that a restart repeats, invitations that work once, names that tell people apart."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from argon2 import Type, extract_parameters
from hypothesis import given
from hypothesis import strategies as st

from gateway.model.errors import GatewayError
from gateway.relay.access.access import RelayAccess
from gateway.relay.access.accounts import Accounts
from gateway.relay.access.arbiters import Arbiter, Arbiters
from gateway.relay.access.officials import clean_name, same_name
from gateway.relay.access.passwords import PASSWORD_MAX, PASSWORD_MIN, BadPassword, check_password
from gateway.store import SqliteStore, StoredLine
from tests.examples import examples

DAY_MS = 86_400_000
ROLES = ("arbiter", "chief", "clerk", "screen")
NAMES = ("Ann", "ann ", "Bo", "Čapek", "江")


class MemoryStore:
    """Lines in memory, read back as a restart reads them."""

    def __init__(self) -> None:
        self.lines: list[StoredLine] = []

    async def append_many(self, lines: list[StoredLine]) -> None:
        self.lines += lines

    async def read(self, stream: str, after: int = 0, limit: int = -1) -> list[bytes]:
        return [line.data for line in self.lines if line.stream == stream and line.n > after]

    async def last(self, stream: str) -> int:
        return max((line.n for line in self.lines if line.stream == stream), default=0)


steps = st.lists(
    st.tuples(
        st.sampled_from(("invite", "again", "accept", "withdraw", "role", "disable", "enable", "password", "wait")),
        st.sampled_from(NAMES),
        st.sampled_from(ROLES),
        st.integers(0, 5),
    ),
    max_size=40,
)


@given(steps)
@examples(80)
def test_a_restart_finds_what_was_done(given_steps: list[tuple[str, str, str, int]]) -> None:
    asyncio.run(_walk(given_steps))


async def _walk(given_steps: list[tuple[str, str, str, int]]) -> None:  # noqa: C901 - one case for each step
    store, now = MemoryStore(), 1_000_000
    accounts = Accounts(["Ines"], lambda: now, store)  # type: ignore[arg-type]
    links: list[str] = []
    used: set[str] = set()
    for what, name, role, number in given_steps:
        link = links[number % len(links)] if links else "none"
        before = {each.name: each for each in accounts.all}
        try:
            match what:
                case "invite" | "again":
                    links.append((await accounts.invite(role, "Ines", 1 + number, name if what == "again" else ""))[0])
                case "accept":
                    await accounts.accept(link, name, f"hash {number}")
                    assert link not in used, "an invitation works once"
                    used.add(link)
                case "withdraw" if (found := accounts.invitation(link)) is not None:
                    await accounts.withdraw(found.id, "Ines")
                    assert accounts.invitation(link) is None
                case "role":
                    await accounts.change_role(name, role, "Ines")
                case "disable" | "enable":
                    await accounts.disable(name, "Ines", disabled=what == "disable")
                case "password":
                    await accounts.change_password(name, f"hash {number}")
                case "wait":
                    now += number * DAY_MS
        except GatewayError:
            assert {each.name: each for each in accounts.all} == before, "what is refused changes nothing"
        for each in accounts.all:
            known = accounts.named(each.name)
            assert (known is None) is each.disabled
    keys = [same_name(each.name) for each in accounts.all]
    assert len(set(keys)) == len(keys)
    again = Accounts(["Ines"], lambda: now, store)  # type: ignore[arg-type]
    await again.load()
    assert again.all == accounts.all
    assert again.invitations == accounts.invitations


async def test_an_invitation_is_accepted_once_however_many_try_at_the_same_time(tmp_path: Path) -> None:
    with SqliteStore(tmp_path / "people") as store:
        accounts = Accounts([], lambda: 5, store)
        secret, _ = await accounts.invite("arbiter", "Ines", 1)
        tries = [accounts.accept(secret, name, "hash") for name in ("Ann", "Bo", "Cy")]
        made = await asyncio.gather(*tries, return_exceptions=True)
    assert [account.name for account in accounts.all] == ["Ann"]
    assert sum(isinstance(each, GatewayError) for each in made) == 2


@pytest.mark.parametrize("name", ["", "  ", "--", "x" * 61, "Ann\u200bBo", "Ann\x07"])
def test_a_name_is_a_name(name: str) -> None:
    with pytest.raises(GatewayError):
        clean_name(name)


def test_names_that_look_alike_are_the_same() -> None:
    assert clean_name("  Ann   Able ") == "Ann Able"
    assert same_name("ANN  able") == same_name("Ann Able") == same_name("\uff21nn able")


@pytest.mark.parametrize("password", ["short", "x" * (PASSWORD_MAX + 1), "a" * PASSWORD_MIN, "Spring-Open", "ANN ABLE"])
def test_a_password_is_not_what_everybody_knows(password: str) -> None:
    with pytest.raises(BadPassword):
        check_password(password, "spring-open", "Ann Able")


async def test_a_password_is_kept_at_a_price() -> None:
    """Whoever steals what is kept pays for every guess: 64 MiB and three rounds."""
    kept = await RelayAccess(Arbiters(()), lambda: 0).passwords.hash("correct horse")
    price = extract_parameters(kept)
    assert (price.type, price.memory_cost >= 65_536, price.time_cost >= 3) == (Type.ID, True, True)


async def test_what_signing_in_rests_on_ends_its_sessions(tmp_path: Path) -> None:
    arbiters = Arbiters([Arbiter("Ines", "chief", "key-of-ines-0123456789")])
    with SqliteStore(tmp_path / "people") as store:
        access = RelayAccess(arbiters, lambda: 1000, store)
        await access.load()

        async def account(name: str) -> str:
            secret, _ = await access.accounts.invite("arbiter", "Ines", 1)
            made = await access.accounts.accept(secret, name, await access.passwords.hash("correct horse"))
            return await access.sessions.begin(made.official)

        tokens = {name: await account(name) for name in ("Ann", "Bo", "Cy", "Di")}
        assert await access.signing_in("ann", "correct horse") == access.accounts.named("Ann")
        assert await access.signing_in("Ann", "wrong horse") is None
        assert await access.signing_in("nobody", "correct horse") is None
        ends = {name: access.sessions.find(token) for name, token in tokens.items()}
        await access.accounts.change_role("Ann", "clerk", "Ines")
        await access.accounts.disable("Bo", "Ines", disabled=True)
        await access.accounts.change_password("Cy", "hash")
        assert [each is not None and each.ended.is_set() for each in ends.values()] == [True, True, True, False]
        assert await access.signing_in("Bo", "correct horse") is None, "whoever is disabled stays out"
        await access.accounts.disable("Bo", "Ines", disabled=False)
        again = RelayAccess(arbiters, lambda: 1000, store)
        await again.load()
        for each in (access, again):
            found = {name: each.sessions.find(token) is not None for name, token in tokens.items()}
            assert found == {"Ann": False, "Bo": False, "Cy": False, "Di": True}
