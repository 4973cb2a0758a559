"""A pairing program behind the port: what it is given, what it answers, and what happens when it does not."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from gateway.runtime.pairing_program import PairingProgram
from gateway.tournament.dutch.engine import DutchEngine
from gateway.tournament.pairing_engine import Unpairable
from tests.tournament.random_swiss import Habits, play_tournament

OURS = f"""#!{sys.executable}
import sys
from pathlib import Path
from gateway.tournament.dutch.engine import DutchEngine
from gateway.tournament.trf import read_trf
from gateway.tournament.trf.pairing_request import round_request

assert sys.argv[1] == "--dutch" and sys.argv[3] == "-p"
made = DutchEngine().pair(round_request(read_trf(Path(sys.argv[2]).read_bytes()).report))
lines = [f"{{each.white}} {{each.black}}" for each in made.pairs] + ([f"{{made.bye}} 0"] if made.bye else [])
Path(sys.argv[4]).write_text("\\n".join([str(len(lines)), *lines]) + "\\n")
"""


def program(folder: Path, text: str) -> PairingProgram:
    path = folder / "pairings"
    path.write_text(text)
    path.chmod(0o755)
    return PairingProgram(str(path))


def test_a_program_is_told_all_that_the_round_needs(tmp_path: Path) -> None:
    """The stand-in reads only the file: whatever were missing there, it would pair otherwise."""
    outside = program(tmp_path, OURS)
    habits = Habits(half_bye=0.1, zero_bye=0.1, late=0.2, forfeit=0.1, forbidden=2)
    for request, answer in play_tournament(DutchEngine(), 5, 13, 4, habits):
        assert outside.pair(request) == answer


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("#!/bin/sh\nexit 1\n", "pairing.not_complete"),
        ("#!/bin/sh\necho broken >&2\nexit 3\n", "pairing.program_failed"),
        ('#!/bin/sh\nprintf "2\\n1 2\\n" > "$4"\n', "pairing.program_failed"),
        ("#!/bin/sh\nexit 0\n", "pairing.program_failed"),
    ],
)
def test_what_goes_wrong_is_said(tmp_path: Path, text: str, key: str) -> None:
    request, _ = next(play_tournament(DutchEngine(), 1, 6, 3))
    answer = program(tmp_path, text).pair(request)
    assert isinstance(answer, Unpairable)
    assert answer.reason.key == key


def test_a_program_that_is_not_there_is_said() -> None:
    request, _ = next(play_tournament(DutchEngine(), 1, 6, 3))
    answer = PairingProgram("/nowhere/pairings").pair(request)
    assert isinstance(answer, Unpairable)
    assert "/nowhere/pairings" in str(answer.reason)
