"""What other programs do with the bytes of a board: each takes bytes, keeps what it believes in, and writes.

Squares are named as people do; a piece is its letter in FEN, `?` where a program only knows that something is there.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable
from functools import reduce
from operator import xor

__all__ = [
    "PROGRAMS",
    "CertaboProgram",
    "ChessLinkProgram",
    "ChessUpProgram",
    "ChessnutProgram",
    "DgtProgram",
    "IChessOneProgram",
    "NeoProgram",
    "PegasusProgram",
    "Program",
    "SquareOffProgram",
    "YihuProgram",
]

FILES, RANKS = "abcdefgh", "12345678"
FROM_A8 = [file + rank for rank in reversed(RANKS) for file in FILES]
FROM_A1 = [file + rank for rank in RANKS for file in FILES]
FROM_H1 = [file + rank for rank in RANKS for file in reversed(FILES)]


class Program(ABC):
    """One foreign program: what it believes stands on the board, and how it speaks."""

    def __init__(self, write: Callable[[bytes], object]) -> None:
        self._write = write
        self._buffer = b""
        self.squares: dict[str, str] = {}
        """What stands where, as far as this program knows."""
        self.facts: dict[str, object] = {}
        """What else it has found out."""

    def begin(self) -> None:  # noqa: B027 - some only listen
        """Greet the board."""

    @abstractmethod
    def hear(self, data: bytes, channel: str = "") -> None:
        """Take bytes as the road delivers them."""

    def light(self, squares: list[str]) -> None:  # noqa: B027 - some boards have none
        """Light these squares and no others, where the board has lamps."""

    def settle(self) -> None:  # noqa: B027 - some have none
        """Ask once more for the whole board, where the program has a way to."""

    @property
    def cells(self) -> str:
        """Its belief, from a8 to h1."""
        return "".join(self.squares.get(square, ".") for square in FROM_A8)


class DgtProgram(Program):
    """dgtdriver: reset, serial number, version, board; then updates. Every message is marked by its top bit."""

    CODES = ".PRNBKQprnbkq"

    def begin(self) -> None:
        self._write(b"\x40")
        for command in (b"\x45", b"\x4d", b"\x42", b"\x4b"):
            self._write(command)
        self._write(bytes([0x2B, 0x03, 0x03, 0x09, 0x00]))

    def hear(self, data: bytes, channel: str = "") -> None:
        self._buffer += data
        while len(self._buffer) >= 3:
            code, high, low = self._buffer[:3]
            if not code & 0x80 or high & 0x80 or low & 0x80:
                self._buffer = self._buffer[1:]
                continue
            length = high << 7 | low
            if len(self._buffer) < length:
                return
            message, self._buffer = self._buffer[3:length], self._buffer[length:]
            self._message(code & 0x7F, message)

    def _message(self, code: int, body: bytes) -> None:
        match code:
            case 0x06:
                self.squares = dict(zip(FROM_A8, (self.CODES[piece] for piece in body), strict=True))
            case 0x0E:
                self.squares[FROM_A8[body[0]]] = self.CODES[body[1]]
            case 0x11:
                self.facts["serial"] = body.decode()
            case 0x13:
                self.facts["version"] = f"{body[0]}.{body[1]}"
            case 0x0D:
                self._clock(body)

    def _clock(self, body: bytes) -> None:
        if body[0] & 0x0F == 0x0A or body[3] & 0x0F == 0x0A:
            tops = (body[3] << 3, body[3] << 2, body[0] << 3, body[0] << 2)
            acks = tuple(low | top & 0x80 for low, top in zip((*body[1:3], *body[4:6]), tops, strict=True))
            if acks[1] == 0x09:
                self.facts["clock version"] = f"{acks[2] >> 4}.{acks[2] & 15}"
            self.facts.setdefault("acks", [])
            self.facts["acks"].append(acks)  # type: ignore[attr-defined]
            return
        seconds = [
            (side[0] & 0x0F) * 3600 + (10 * (side[1] >> 4) + (side[1] & 15)) * 60 + 10 * (side[2] >> 4) + (side[2] & 15)
            for side in (body[3:6], body[0:3])
        ]
        self.facts["clock"] = {
            "left": seconds[0],
            "right": seconds[1],
            "running": bool(body[6] & 1),
            "right high": bool(body[6] & 2),
            "connected": not body[6] & 0x20,
        }

    def settle(self) -> None:
        self._write(b"\x42")

    def say(self, text: str) -> None:
        """Show eight characters, with a beep."""
        self._write(bytes([0x2B, 0x0C, 0x03, 0x0C]) + text.ljust(8).encode() + b"\x01\x00")

    def say_xl(self, text: str) -> None:
        """picochess's six letters on an XL: small ones, in the order C B A F E D."""
        shapes = dict(
            zip(
                "0123456789abcdefghijklmnopqrstuvwxyz -/|\\?@=_",
                bytes.fromhex(
                    "3f065b4f666d7d077f6f 5f7c585e7b713d74101e753855545c736750 6d783e2a7e646e5b 00405236645365 4808"
                ),
                strict=True,
            )
        )
        a, b, c, d, e, f = (shapes[letter] for letter in text.lower().ljust(6))
        self._write(bytes([0x2B, 0x0B, 0x03, 0x01, c, b, a, f, e, d, 0x00, 0x03, 0x00]))

    def set_clock(self, left: tuple[int, int, int], right: tuple[int, int, int], how: int) -> None:
        """Set both times; `how` says who runs."""
        self._write(bytes([0x2B, 0x0A, 0x03, 0x0A, *left, *right, how, 0x00]))


class PegasusProgram(DgtProgram):
    """dgtdriver again, on a Pegasus: a key first, then the same frames; anything that is not empty is a piece."""

    KEY = bytes.fromhex("beef01020304")

    def begin(self) -> None:
        self._write(bytes([0x63, 0x07, *self.KEY, 0x00]))
        for command in (b"\x40", b"\x55", b"\x4d", b"\x44", b"\x42", b"\x4c"):
            self._write(command)

    def _message(self, code: int, body: bytes) -> None:
        match code:
            case 0x06:
                self.squares = dict(zip(FROM_A8, ("?" if value else "." for value in body), strict=True))
            case 0x0E:
                self.squares[FROM_A8[body[0]]] = "?" if body[1] else "."
            case 0x22:
                self.facts["serial"] = body.decode()
            case 0x20:
                self.facts["battery"] = body[0]

    def light(self, squares: list[str]) -> None:
        fields = [FROM_A8.index(square) for square in squares]
        payload = bytes([0x05, 0x03, 0x00, 0x05, *fields]) if fields else b"\x00"
        self._write(bytes([0x60, len(payload) + 1]) + payload + b"\x00")


class ChessLinkProgram(Program):
    """chesslinkdriver: odd parity, two digits of a checksum, squares and lamps counted from h1 on."""

    def begin(self) -> None:
        for text in ("V", "W0203", "S"):
            self._send(text)

    def _send(self, text: str) -> None:
        whole = text + f"{reduce(xor, text.encode()):02X}"
        self._write(bytes(byte | (0x80 if byte.bit_count() % 2 == 0 else 0) for byte in whole.encode()))

    def hear(self, data: bytes, channel: str = "") -> None:
        assert all(byte.bit_count() % 2 for byte in data), "parity"
        self._buffer += bytes(byte & 0x7F for byte in data)
        while match := re.match(rb"[^slvwxr]*([sv]|[lx]|[wr])", self._buffer):
            start = match.start(1)
            length = {b"s": 67, b"v": 7, b"l": 3, b"x": 3, b"w": 7, b"r": 7}[match[1]]
            if len(self._buffer) < start + length:
                return
            message, self._buffer = self._buffer[start : start + length], self._buffer[start + length :]
            assert int(message[-2:], 16) == reduce(xor, message[:-2]), message
            text = message[:-2].decode()
            if text[0] == "s":
                self.squares = dict(zip(FROM_H1, text[1:], strict=True))
            elif text[0] == "v":
                self.facts["version"] = f"{int(text[1:3], 16)}.{int(text[3:5], 16)}"
            else:
                self.facts[text[0]] = text[1:]

    def settle(self) -> None:
        self._send("S")

    def light(self, squares: list[str]) -> None:
        lit = set()
        for file, rank in map(tuple, squares):
            column, row = 7 - FILES.index(file), RANKS.index(rank)
            lit |= {column * 9 + row, column * 9 + row + 1, column * 9 + 9 + row, column * 9 + 10 + row}
        self._send("L7A" + "".join("FF" if lamp in lit else "00" for lamp in range(81)))


class CertaboProgram(Program):
    """certabo-lichess and picochess: a line is what stands between colons; tags are learned on the start position."""

    SAMPLES = 7

    def __init__(self, write: Callable[[bytes], object]) -> None:
        super().__init__(write)
        self._frames: list[list[tuple[int, ...]]] = []
        self._known: dict[tuple[int, ...], str] = {}

    def hear(self, data: bytes, channel: str = "") -> None:
        self._buffer += data
        while b"\r\n" in self._buffer:
            line, _, self._buffer = self._buffer.partition(b"\r\n")
            if line in (b"L", b"D"):
                self.facts["lamps"] = line.decode()
                continue
            numbers = [int(word) for word in line.partition(b":")[2].split()]
            if len(numbers) == 320:
                self._frame([tuple(numbers[place : place + 5]) for place in range(0, 320, 5)])

    def _frame(self, tags: list[tuple[int, ...]]) -> None:
        self.facts["frames"] = int(str(self.facts.get("frames", 0))) + 1
        self._frames = [*self._frames[-self.SAMPLES + 1 :], tags]
        usual = [max(column, key=column.count) for column in zip(*self._frames, strict=True)]
        if not self._known and len(self._frames) == self.SAMPLES:
            start = "rnbqkbnrpppppppp" + "." * 32 + "PPPPPPPPRNBQKBNR"
            self._known = {tag: piece for tag, piece in zip(usual, start, strict=True) if piece != "."}
            self.facts["calibrated"] = len(self._known)
        recent = [max(column, key=column.count) for column in zip(*self._frames[-3:], strict=True)]
        self.squares = dict(zip(FROM_A8, (self._known.get(tag, ".") for tag in recent), strict=True))

    def light(self, squares: list[str]) -> None:
        self._write(bytes(sum(1 << FILES.index(at[0]) for at in squares if at[1] == rank) for rank in reversed(RANKS)))


class ChessnutProgram(Program):
    """chessnut-air and ChessnutPy: positions on one channel, all else on another, told apart by how it begins."""

    PIECES = ".qkbpnRPrBNQK"
    BOARD, MISC = "8262", "8273"

    def begin(self) -> None:
        for command in ("210100", "290100", "2b0100", "310100"):
            self._write(bytes.fromhex(command))

    def hear(self, data: bytes, channel: str = "") -> None:
        if channel[4:8] == self.BOARD:
            assert data[:2] == b"\x01\x24"
            codes = [code for byte in data[2:34] for code in (byte & 15, byte >> 4)]
            order = [file + rank for rank in reversed(RANKS) for file in reversed(FILES)]
            self.squares = dict(zip(order, (self.PIECES[code] for code in codes), strict=True))
            return
        assert channel[4:8] == self.MISC
        match data[:2]:
            case b"\x2a\x02":
                self.facts["battery"] = (data[2] & 0x7F, bool(data[2] & 0x80) or data[3] == 1)
            case b"\x2c\x0d":
                self.facts["name"] = data[2:].decode().strip()
            case b"\x32\x01":
                self.facts["stored"] = data[2]
            case b"\x0f\x01":
                self.facts["button"] = data[2]
            case b"\x23\x01":
                self.facts["acks"] = int(str(self.facts.get("acks", 0))) + 1

    def light(self, squares: list[str]) -> None:
        rows = [0] * 8
        for file, rank in map(tuple, squares):
            rows[8 - int(rank)] |= 128 >> FILES.index(file)
        self._write(bytes([0x0A, 0x08, *rows]))


class IChessOneProgram(Program):
    """picochess: `=p` and 32 bytes, rank 8 first, high nibble first; lamps mirrored, file a in the lowest bit."""

    PIECES = ".PNBRQKpnbrqk"

    def begin(self) -> None:
        for command in (b"CPIRQ", b"RP", b"RB"):
            self._write(command)

    def hear(self, data: bytes, channel: str = "") -> None:
        self._buffer += data
        while len(self._buffer) >= 2:
            length = {b"=p": 34, b"=b": 4}.get(self._buffer[:2])
            if length is None:
                self._buffer = self._buffer[1:]
                continue
            if len(self._buffer) < length:
                return
            body, self._buffer = self._buffer[2:length], self._buffer[length:]
            if length == 4:
                self.facts["battery"] = (body[1], bool(body[0]))
            else:
                codes = [code for byte in body for code in (byte >> 4, byte & 15)]
                self.squares = dict(zip(FROM_A8, (self.PIECES[code] for code in codes), strict=True))

    def light(self, squares: list[str]) -> None:
        rows = [0] * 8
        for file, rank in map(tuple, squares):
            rows[8 - int(rank)] |= 1 << FILES.index(file)
        self._write(b"EL\x80\x0f\x00" + bytes(rows) + b"\x00\x01\xff")


class SquareOffProgram(Program):
    """squareoffdriver: records that end with a star; a new game first, else nothing is told."""

    def begin(self) -> None:
        for record in (b"14#1*", b"30#R*", b"4#*"):
            self._write(record)

    def hear(self, data: bytes, channel: str = "") -> None:
        self._buffer += data
        while b"*" in self._buffer:
            record, _, self._buffer = self._buffer.partition(b"*")
            code, _, body = record.decode().partition("#")
            match code:
                case "14":
                    self.facts["game"] = body
                case "30":
                    order = [file + rank for file in FILES for rank in RANKS]
                    self.squares = {at: "?" if bit == "1" else "." for at, bit in zip(order, body, strict=True)}
                case "0":
                    self.squares[body[:2]] = "?" if body[2] == "d" else "."
                case "22":
                    self.facts["volts"] = float(body)

    def light(self, squares: list[str]) -> None:
        self._write(f"25#{''.join(squares)}*".encode())

    def settle(self) -> None:
        self._write(b"30#R*")


class NeoProgram(Program):
    """MikoNeoDriver: events and a bitmap by characteristic; the bitmap is the truth."""

    EVENTS, BITMAP = "4496994f", "777ac5a4"

    def hear(self, data: bytes, channel: str = "") -> None:
        if channel.startswith(self.BITMAP):
            order = [file + rank for file in FILES for rank in RANKS]
            bits = data.decode()
            self.squares = {square: "?" if bit == "1" else "." for square, bit in zip(order, bits, strict=True)}


class ChessUpProgram(Program):
    """chessupdriver: one byte asks for the position; moves are told until they are acknowledged."""

    PIECES = dict(zip(range(6), "PRNBQK", strict=True)) | dict(zip(range(8, 14), "prnbqk", strict=True)) | {0x40: "."}

    def begin(self) -> None:
        self._write(b"\x67")

    def hear(self, data: bytes, channel: str = "") -> None:
        self._buffer += data
        while self._buffer:
            if self._buffer.startswith(b"\x67"):
                if len(self._buffer) < 73:
                    return
                body, self._buffer = self._buffer[1:65], self._buffer[73:]
                self.squares = dict(zip(FROM_A1, (self.PIECES[code] for code in body), strict=True))
            elif self._buffer.startswith(b"\xa3\x35"):
                if len(self._buffer) < 6:
                    return
                start, end = (self._buffer[2 + i] + 8 * self._buffer[3 + i] for i in (0, 2))
                self._buffer = self._buffer[6:]
                self.facts.setdefault("moves", [])
                self.facts["moves"].append(FROM_A1[start] + FROM_A1[end])  # type: ignore[attr-defined]
                self._write(b"\x21")
            else:
                self._buffer = self._buffer[1:]

    def settle(self) -> None:
        self._write(b"\x67")


class YihuProgram(Program):
    """yihu-desktop: a placement hides its point behind the message's number; lamps go in slices of nineteen."""

    def __init__(self, write: Callable[[bytes], object]) -> None:
        super().__init__(write)
        self.stones: list[tuple[int, int]] = []
        """Columns and rows from the top left, in the order they came."""

    def hear(self, data: bytes, channel: str = "") -> None:
        if data[:2] == b"\x23\x50":
            number = data[3]
            self.stones.append(((data[7] ^ number) - 11, 19 - ((data[8] ^ number) - 9)))

    def lamp(self, x: int, y: int, colour: int) -> None:
        """Light one point; rows are counted from the bottom here."""
        payload = bytes([0x23, 0x4C, 0x0E, 0, 0, 0, 0, 1, x, 18 - y, colour, 0, (x ^ (18 - y)) << 1 & 0xFF])
        payload += bytes([reduce(xor, payload)])
        self._write(bytes([0xA5, len(payload)]) + payload[:18])


PROGRAMS: dict[str, type[Program]] = {
    "dgt": DgtProgram,
    "chesslink": ChessLinkProgram,
    "certabo": CertaboProgram,
    "chessnut": ChessnutProgram,
    "ichessone": IChessOneProgram,
    "squareoff-pro": SquareOffProgram,
    "squareoff-neo": NeoProgram,
    "chessup": ChessUpProgram,
    "pegasus": PegasusProgram,
    "yihu": YihuProgram,
}
