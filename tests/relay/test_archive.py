"""The archive of an event, signed and the same each time; and the folder that follows a relay."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import io
import json
import re
import subprocess
import zipfile
from collections.abc import AsyncIterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from typer.testing import CliRunner

from gateway.authority.authority_folder import AuthorityFolder
from gateway.authority.certificates import AuthorityError
from gateway.authority.signatures import is_signed, new_signing_key, public_half, sign_bytes
from gateway.cli.app import app
from gateway.feeds.event_bundle import SIGNATURE, SIGNER, SUMS, ArchiveError, open_bundle, pack
from gateway.games.game_files import read_games
from gateway.model.results import Result
from gateway.record.visibility import Visibility
from gateway.referee.inputs import DiskChanged
from gateway.relay.hall.hall_table import HallTable
from gateway.relay.hall.present_hall import PresentHall
from gateway.runtime.archiving import verify_archive
from gateway.runtime.feed_folder import FeedFolder
from gateway.runtime.relay_client import RelayRefused
from gateway.runtime.relay_stores import opened_stores
from gateway.runtime.store_section import StoreSection, as_section
from gateway.store import SqliteStore
from gateway.store.port import StoredLine

from .conftest import Relay, eventually
from .fakes import Broker, FakeTable, wall
from .test_game_files import end, pgn, play

EVENT = "spring-open"


@pytest.fixture
async def hall_with_games(tmp_path: Path) -> AsyncIterator[Path]:
    """The settings of a relay whose store holds games, and is open as if it ran."""
    async with played(tmp_path, str(tmp_path / "relay.journal")) as settings:
        yield settings


@contextlib.asynccontextmanager
async def played(tmp_path: Path, where: str) -> AsyncIterator[Path]:
    async with opened_stores(StoreSection.model_validate(as_section(where))) as stores:
        store = stores.lines
        hall = await PresentHall.open(EVENT, store, wall)
        for name, rules, moves in (
            ("t1", "chess", ["e4", "e5"]),
            ("t2", "draughts-russian", ["c3-d4", "d6-c5"]),
            ("t3", "renju", ["h8", "h9"]),
        ):
            table = FakeTable("mqtt://127.0.0.1:1", EVENT, name, now=lambda: 1_700_000_000_000)
            play(table, 1, rules, moves)
            end(table, Result.WHITE)
            table.write(DiskChanged(failing=True), Visibility.ARBITERS)
            play(table, 2, rules, moves[:1], turn=2)
            stream = hall.stream(HallTable(name, 1, 0))
            await store.append_many([StoredLine(stream, n, line) for n, line in enumerate(table.lines, 1)])
        settings = tmp_path / "relay.toml"
        settings.write_text(
            f'event = "{EVENT}"\ntitle = "Spring Open"\nsite = "Hengelo NED"\ntime_zone = "Asia/Shanghai"\n'
            f'store = {{{"url" if "://" in where else "file"} = "{where}", folder = "{tmp_path}"}}\n[broker]\nurl = "mqtt://127.0.0.1:1"\n'
        )
        yield settings


def prepend(path: Path, text: str) -> None:
    path.write_text(text + path.read_text())


async def run(*arguments: str | Path) -> str:
    """The command in a thread of its own: it runs a loop."""
    done = await asyncio.to_thread(CliRunner().invoke, app, [str(each) for each in arguments])
    if done.exception is not None:
        raise done.exception
    return done.output


async def test_every_game_in_one_bundle_the_same_each_time(hall_with_games: Path, tmp_path: Path) -> None:
    one, other = tmp_path / "one.zip", tmp_path / "other.zip"
    said = await run("archive", "make", hall_with_games, "--out", one)
    assert "6 games" in said
    await run("archive", "make", hall_with_games, "--out", other)
    assert one.read_bytes() == other.read_bytes()
    bundle, fingerprint = verify_archive(one)
    assert fingerprint in said
    assert fingerprint in await run("archive", "verify", one)
    files = bundle.files
    assert {path for path in files if path.startswith("games/")} == {
        *(f"games/{game}.{form}" for game in ("t3.1", "t3.2") for form in ("sgf", "lib")),
        *("games/t1.1.pgn", "games/t1.2.pgn", "games/t2.1.pdn", "games/t2.2.pdn"),
    }
    assert [game.headers["GameId"] for game in pgn(files["event.pgn"].decode())] == ["t1.1", "t1.2"]
    tags = pgn(files["games/t1.1.pgn"].decode())[0].headers
    assert [tags[name] for name in ("Event", "Site", "Date", "UTCDate")] == [
        "Spring Open",
        "Hengelo NED",
        "2023.11.15",
        "2023.11.14",
    ]
    assert json.loads(files["livechess/tournament.json"])["name"] == "Spring Open"
    assert len(read_games(files["rounds/round-1.pdn"], "1.pdn")) == 1
    assert len(read_games(files["event.lib"], "event.lib")) == 1, "one game begins as the other goes on"
    assert json.loads(files["livechess/round-1/index.json"])["pairings"][0]["result"] == "1-0"
    assert [game["id"] for game in json.loads(files["event.json"])["games"]][:2] == ["t1.1", "t2.1"]
    lines = files["records/t1.jsonl"].splitlines()
    assert all(json.loads(line)["visibility"] == "public" for line in lines)
    assert b"disk" not in b"".join(files.values())
    assert (tmp_path / "relay.journal.archive-key").stat().st_mode & 0o777 == 0o600


async def test_an_archive_is_the_same_out_of_a_database(
    hall_with_games: Path, database_url: str, tmp_path: Path
) -> None:
    (tmp_path / "other").mkdir()
    key = tmp_path / "relay.journal.archive-key"
    await run("archive", "make", hall_with_games, "--out", tmp_path / "a.zip")
    async with played(tmp_path / "other", database_url) as settings:
        (tmp_path / "other" / "relay.archive-key").write_bytes(key.read_bytes())
        await run("archive", "make", settings, "--out", tmp_path / "b.zip")
        told = await run("journal", "show", settings, "--stream", f"{EVENT}/t1")
        assert "e4" in told
        assert told == await run("journal", "show", hall_with_games, "--stream", f"{EVENT}/t1")
    assert (tmp_path / "a.zip").read_bytes() == (tmp_path / "b.zip").read_bytes()


async def test_the_checksums_are_those_that_others_check(hall_with_games: Path, tmp_path: Path) -> None:
    await run("archive", "make", hall_with_games, "--out", tmp_path / "one.zip")
    with zipfile.ZipFile(tmp_path / "one.zip") as bundle:
        bundle.extractall(tmp_path / "out")
    done = await asyncio.to_thread(
        lambda: subprocess.run(
            ["sha256sum", "--quiet", "-c", SUMS], cwd=tmp_path / "out", capture_output=True, check=False
        )
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")


async def test_the_halls_authority_signs_where_it_is(hall_with_games: Path, tmp_path: Path) -> None:
    folder = AuthorityFolder.create(tmp_path / "authority", EVENT, 60, datetime.now(UTC))
    prepend(hall_with_games, f'authority = "{folder.path}"\n')
    out = tmp_path / "one.zip"
    assert "signed by the hall's authority" in await run("archive", "make", hall_with_games, "--out", out)
    first = out.read_bytes()
    await run("archive", "make", hall_with_games, "--out", out)
    assert out.read_bytes() == first
    assert "as it must be" in await run("archive", "verify", out, "--signer", folder.certificate)
    stranger = tmp_path / "stranger.pem"
    stranger.write_bytes(public_half(new_signing_key()))
    with pytest.raises(ArchiveError, match="another key"):
        await run("archive", "verify", out, "--signer", stranger)


async def test_what_cannot_be_archived_is_said(tmp_path: Path) -> None:
    settings = tmp_path / "relay.toml"
    settings.write_text(f'event = "open"\nstore = "{tmp_path}/none"\n[broker]\nurl = "mqtt://127.0.0.1:1"\n')
    with pytest.raises(Exception, match="has not run here"):
        await run("archive", "make", settings)
    with SqliteStore(tmp_path / "none"), pytest.raises(Exception, match="holds no game of open"):
        await run("archive", "make", settings)


KEY = new_signing_key()
FILES = {"a.txt": b"one", "b/c.txt": b"two"}


def packed(files: dict[str, bytes] = FILES) -> bytes:
    return pack(files, lambda data: sign_bytes(KEY, data), public_half(KEY))


def repacked(**changed: bytes | None) -> bytes:
    """The bundle with files changed, added or left out, as somebody would who has not the key."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(packed())) as old, zipfile.ZipFile(out, "w") as new:
        files = {name: old.read(name) for name in old.namelist()} | changed
        for name, data in files.items():
            if data is not None:
                new.writestr(name, data)
    return out.getvalue()


def test_whatever_is_changed_is_found(tmp_path: Path) -> None:
    assert open_bundle(packed()).files == FILES
    forged = f"{hashlib.sha256(b'1').hexdigest()}  a.txt\n".encode()
    for data, why in (
        (repacked(**{"a.txt": b"other"}), "a.txt is not as it was"),
        (repacked(**{"a.txt": None}), "a.txt is missing"),
        (repacked(**{"more.txt": b""}), "more.txt was added"),
        (repacked(**{SUMS: None}), "not an archive of an event"),
        (repacked(**{SUMS: b"what"}), "cannot be read"),
        (b"no zip", "not an archive that can be read"),
    ):
        with pytest.raises(ArchiveError, match=why):
            open_bundle(data)
    path = tmp_path / "forged.zip"
    for changes in ({SUMS: forged, "a.txt": b"1", "b/c.txt": None}, {SIGNATURE: b"x" * 64}):
        path.write_bytes(repacked(**changes))
        with pytest.raises(ArchiveError, match="do not trust it"):
            verify_archive(path)
    path.write_bytes(repacked(**{SIGNER: b"none"}))
    with pytest.raises(AuthorityError, match="cannot be read"):
        verify_archive(path)


@given(st.binary(max_size=300), st.integers(0, 10**6))
def test_a_bundle_of_any_bytes_is_refused_in_words(junk: bytes, at: int) -> None:
    whole = packed()
    at %= len(whole)
    for data in (junk, whole[:at], whole[:at] + junk + whole[at + len(junk) :]):
        with contextlib.suppress(ArchiveError):
            assert open_bundle(data).files == FILES


def test_a_signature_is_of_one_text_and_one_key() -> None:
    signature = sign_bytes(KEY, b"text")
    assert is_signed(public_half(KEY), b"text", signature)
    assert not is_signed(public_half(KEY), b"other", signature)
    assert not is_signed(public_half(new_signing_key()), b"text", signature)


# The folder ----------------------------------------------------------------------------------------------------------


async def test_a_folder_follows_the_relay(relay: Relay, broker: Broker, event: str, tmp_path: Path) -> None:
    async with (
        FakeTable(broker.url, event, "t1").running() as first,
        FakeTable(broker.url, event, "d1").running() as second,
    ):
        play(first, 1, "chess", ["e4", "e5"])
        play(second, 1, "draughts-international", ["32-28"])
        for table in (first, second):
            await table.state()
        await eventually(lambda: (relay.held("t1"), relay.held("d1")) == (len(first.lines), len(second.lines)))
        kept = FeedFolder(relay.url, tmp_path / "feed")
        changed = await asyncio.to_thread(kept.refresh)
        assert changed[-1] in {"tournament.json", "round-1/games.pdn"}, "lists come behind what they list"
        found = sorted(path.relative_to(tmp_path / "feed").as_posix() for path in (tmp_path / "feed").rglob("*.*"))
        assert found == sorted(changed)
        assert found == [
            "round-1/d1.1.pdn",
            "round-1/game-1.json",
            "round-1/game-1.pgn",
            "round-1/games.pdn",
            "round-1/games.pgn",
            "round-1/index.json",
            "tournament.json",
        ]
        assert await asyncio.to_thread(kept.refresh) == []
        end(first, Result.BLACK)
        await first.send(len(first.lines))
        await eventually(lambda: relay.held("t1") == len(first.lines))
        again = await asyncio.to_thread(kept.refresh)
        assert "round-1/d1.1.pdn" not in again
        assert json.loads((tmp_path / "feed/round-1/game-1.json").read_text())["result"] == "BLACKWIN"
        said = await run("feed", "folder", tmp_path / "other", "--relay", relay.url, "--once")
        assert re.search(r"other: 7 files", said.replace("\n", ""))


def test_a_folder_whose_relay_is_away_says_so(tmp_path: Path) -> None:
    with pytest.raises(RelayRefused, match="cannot be had"):
        FeedFolder("http://127.0.0.1:9", tmp_path).refresh()
