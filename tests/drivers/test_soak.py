"""The soak of `python -m fuzz soak`, short: no codec raises, piles up or misses what is good after garbage."""

from __future__ import annotations

import sys
from collections.abc import Sequence

import pytest

from drivers import registry
from drivers.readings import Reading
from drivers.spec import DriverSpec
from fuzz import __main__ as command
from fuzz.soak import soak


@pytest.mark.parametrize("name", registry.BUILT_IN)
def test_garbage_is_survived(name: str) -> None:
    done = soak(name, 60_000, seed=7)
    assert done.sound, done
    assert done.fed >= 60_000
    assert done.recovered == done.blocks > 2


class Fragile:
    """A codec that cannot stand a zero, and forgets nothing."""

    def __init__(self) -> None:
        self.kept: list[bytes] = []

    def connected(self, at: int) -> None:
        pass

    def receive(self, data: bytes, at: int) -> Sequence[Reading]:
        self.kept.append(data)
        if self.fragile and b"\x00" in data:
            raise ValueError("a zero")
        return []

    fragile = True

    def request(self, request: object, at: int) -> Sequence[Reading]:
        return []

    def wake(self, at: int) -> Sequence[Reading]:
        return []

    def data_to_send(self) -> Sequence[bytes]:
        return []

    def next_deadline(self) -> int | None:
        return None


class Hoarder(Fragile):
    fragile = False


@pytest.mark.parametrize("codec", [Fragile, Hoarder])
def test_a_bad_codec_is_found_out(
    codec: type[Fragile], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(registry, "find", lambda name: DriverSpec(name, "Bad", codec))
    assert not soak("bad", 60_000).sound
    assert command.main(["soak", "bad", "--megabytes", "0.06"]) == 1
    assert ("BROKEN: ValueError: a zero" in capsys.readouterr().out) is codec.fragile


def test_without_atheris_the_command_soaks(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setitem(sys.modules, "atheris", None)
    assert command.main(["yihu", "--megabytes", "0.02"]) == 0
    said = capsys.readouterr()
    assert "pip install atheris" in said.err
    assert "yihu" in said.out


def test_a_driver_that_is_none(capsys: pytest.CaptureFixture[str]) -> None:
    assert command.main(["soak", "nonsense"]) == 2
    assert "There is no driver 'nonsense'" in capsys.readouterr().err
