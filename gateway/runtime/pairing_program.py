"""A pairing program of somebody else behind the port of pairing engines: `program --dutch in.trf -p out`.

The way in which bbpPairings and JaVaFo are called. Tournament and pairs go through files of a folder that is gone
afterwards.
"""

from __future__ import annotations

import subprocess
import tempfile
from pathlib import Path

from gateway.model.messages import message
from gateway.tournament.crosstable import PairingNumber
from gateway.tournament.pairing_engine import Meeting, RoundPairing, RoundRequest, Unpairable
from gateway.tournament.trf import LineEnd, TrfDialect, write_trf
from gateway.tournament.trf.pairing_request import request_report

__all__ = ["PairingProgram"]

_NO_PAIRING = 1
"""The exit code for a round that cannot be paired."""


class PairingProgram:
    """Pairs a round by running a program."""

    def __init__(self, program: str, *, patience: float = 60) -> None:
        self._program = program
        self._patience = patience

    def pair(self, request: RoundRequest) -> RoundPairing | Unpairable:
        """What the program answers, or why it did not."""
        with tempfile.TemporaryDirectory(prefix="flagfall-pairing-") as folder:
            given, answer = Path(folder, "in.trf"), Path(folder, "out")
            given.write_text(
                write_trf(request_report(request), TrfDialect.ENGINE, LineEnd.LF), encoding="utf-8", newline=""
            )
            try:
                done = subprocess.run(  # noqa: S603 - whoever sets up the event names the program
                    [self._program, "--dutch", str(given), "-p", str(answer)],
                    capture_output=True, text=True, errors="replace", timeout=self._patience, check=False,
                )  # fmt: skip
                if done.returncode == _NO_PAIRING:
                    return Unpairable(message("pairing.not_complete"))
                if done.returncode:
                    return self._failed((done.stderr or done.stdout).strip() or f"exit code {done.returncode}")
                return _read(answer.read_text(encoding="utf-8"))
            except subprocess.TimeoutExpired:
                return self._failed(f"no answer after {self._patience:g} s")
            except (OSError, ValueError) as error:
                return self._failed(str(error))

    def _failed(self, why: str) -> Unpairable:
        return Unpairable(message("pairing.program_failed", program=self._program, why=why))


def _read(answer: str) -> RoundPairing:
    """How many lines follow, then white and black of each pair; 0 is no opponent."""
    count, *lines = [line.split() for line in answer.split("\n") if line.strip()]
    pairs = [(int(one), int(other)) for one, other in lines]
    if len(pairs) != int(count[0]):
        raise ValueError(f"{count[0]} pairs were announced, and {len(pairs)} are there")
    byes = [PairingNumber(one) for one, other in pairs if not other]
    return RoundPairing(
        tuple(Meeting(PairingNumber(one), PairingNumber(other)) for one, other in pairs if other),
        byes[0] if byes else None,
    )
