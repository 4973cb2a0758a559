"""The record of what audiences are shown, on a store that fails in between."""

from __future__ import annotations

from pathlib import Path

import pytest

from gateway.model.errors import DiskTrouble
from gateway.record.absence import ComputerTime
from gateway.record.visibility import Audience
from gateway.relay.hall.late_record import KeptDelay, LateRecord
from gateway.relay.hall.late_time import LateTime
from gateway.store import SqliteStore


def computer() -> ComputerTime:
    return ComputerTime("boot", 1000, 2000, synchronised=True)


def delay(ms: int) -> dict[Audience, KeptDelay]:
    return {Audience.PUBLIC: KeptDelay(LateTime(ms, 0), late=True)}


async def test_what_was_kept_is_not_numbered_again_where_only_the_trimming_failed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with SqliteStore(tmp_path / "a.journal", skip_repeats=True) as store:
        record = LateRecord("open", store, computer)
        await record.keep(delay(1000), 0, 1)

        async def fails(stream: str, upto: int) -> None:
            raise DiskTrouble("away")

        with monkeypatch.context() as patched:
            patched.setattr(store, "trim", fails)
            with pytest.raises(DiskTrouble):
                await record.keep(delay(2000), 0, 2)
        await record.keep(delay(3000), 0, 3)
        again = LateRecord("open", store, computer)
        assert await again.load(0) == 3
        assert again.delays == delay(3000)
