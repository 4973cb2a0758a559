"""What several tests of board codecs need."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from drivers.codec import Codec
from drivers.readings import Reading
from drivers.transport.capture import Capture, parse_capture

TRACES = Path(__file__).parents[2].parent / "shared" / "traces"
"""Captures belong to their sources and lie outside the project."""

CHESS_START = "rnbqkbnr" + "p" * 8 + "." * 32 + "P" * 8 + "RNBQKBNR"


def capture(name: str) -> Capture:
    return parse_capture((TRACES / f"{name}.jsonl").read_bytes().splitlines())


def hear(codec: Codec, *pieces: bytes, at: int = 0) -> list[Reading]:
    return [reading for piece in pieces for reading in codec.receive(piece, at)]


def cells(fen: str) -> str:
    """The squares of a FEN, row by row."""
    for number in "87654321":
        fen = fen.replace(number, "." * int(number))
    return fen.split()[0].replace("/", "")


def cell(square: str) -> int:
    return (8 - int(square[1])) * 8 + "abcdefgh".index(square[0])


def splits(data: bytes, steps: Iterable[int] = (1, 2, 3, 7, 20, 1000)) -> list[list[bytes]]:
    """The bytes, cut in several ways."""
    return [[data[i : i + step] for i in range(0, len(data), step)] for step in steps]
