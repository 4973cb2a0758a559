"""Evidence about each protocol, and who gives it: a statement that two independent sources make can be relied on.

Sources are independent if neither was written from the other: forks of one program count once. Nothing here is code;
`tests/drivers/scorecards.py` writes it into docs/hardware.md.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

__all__ = ["EVIDENCE", "SOURCES", "Statement"]

SOURCES: Mapping[str, str] = {
    "DGT": "DGT's own description of board and clock, 1998 to 2017, as picochess keeps it",
    "trace": "bytes captured from a real device, which our driver reads as what was played",
    "fixtures": "test data of another program, taken from a device",
    "dgtdriver": "mono424/dgtdriver and the other drivers of that author, each for one board (MIT)",
    "picochess": "picochess and its forks, counted once (GPL-3)",
    "arnsholt": "arnsholt/dgtdriver (AGPL-3)",
    "asyncdgt": "niklasf/python-asyncdgt (GPL-3)",
    "Chessnut": "texts and SDK of the maker: Chessnut_eBoards, EasyLinkSDK, chess_move_api",
    "chessnut-air": "paulvonallwoerden/chessnut-air (MIT)",
    "ChessnutPy": "staubsauger/ChessnutPy and rmarabini/chessnutair, one from the other (GPL-3)",
    "move-rs": "daymxn/chessnut-move-rs (Apache-2.0)",
    "CentaurMods": "DGTCentaurMods, which plays boards to the makers' own apps (GPL-3)",
    "Millennium": "the maker's text, as python-mchess keeps it",
    "mchess": "domschl/python-mchess (MIT)",
    "certabo-lichess": "haklein/certabo-lichess",
    "Certabo": "the maker's own program",
    "reported": "a second program that was run against our simulated board; who ran it reported what it did",
    "MikoNeo": "karlic/MikoNeoDriver (BSD-3)",
    "quincle": "mrquincle/squareoff, notes",
    "yihu-desktop": "OlivierBlanvillain/yihu-desktop (MIT)",
    "cpp-text": "the protocol's own text, vovagorodok/chess_peripheral_protocol (MIT)",
    "ArduinoBleChess": "the library of the same author for microcontrollers",
    "gateway-text": "Tortue95/DGT3000-BLE-Gateway, text and program (GPL-3)",
    "kernel": "the documentation of Linux's input events",
    "lucaschess": "diantel/lucaschess-dgt3000blegateway (MIT)",
}
"""Everybody who says something: a short name, and who that is."""


@dataclass(frozen=True, slots=True)
class Statement:
    """Something about a protocol that our driver relies on."""

    text: str
    sources: tuple[str, ...] = ()

    @property
    def support(self) -> str:
        """How many independent sources make it: two or more, one, or none."""
        return ("none", "one")[len(self.sources)] if len(self.sources) < 2 else "two"


def _said(text: str, *sources: str) -> Statement:
    return Statement(text, sources)


_DGT = (
    _said("a message is an id with bit 7, a length of two times seven bits, and seven-bit bytes", "DGT", "trace"),
    _said("chess: fields from a8 on, codes 1 to C as pawn, rook, knight, bishop, king, queen", "DGT", "trace"),
    _said("a capture may replace a piece without showing the square empty", "DGT", "trace"),
    _said("8D: right side first, minutes and seconds in BCD; bit 1 of the status is the lever", "DGT", "trace"),
    _said("bits 3 and 4 of the status: 3 is left on move, 4 is right (DGT's text has them the other way)", "trace"),
    _said("an answer of the clock has A in the low nibble of its first or fourth byte", "DGT", "dgtdriver"),
    _said("clock version: major 2 is a DGT 3000, 1 an XL", "picochess", "dgtdriver"),
    _said(
        "setting the clock: plain binary; 01 left, 02 right runs, 04 pause, 08 the lever toggles", "DGT", "dgtdriver"
    ),
    _said("setting works in option 23 of an XL, 25 of a DGT 3000", "DGT", "picochess"),
    _said("with 00 no side runs, and no command moves the lever", "picochess"),
    _said("an XL's letters are seven segments in the order C B A F E D", "DGT", "picochess"),
    _said("the battery message has nine bytes of data", "picochess"),
    _said("draughts: 103 bytes, codes 1, 4, 7, A; fields by rows", "DGT"),
    _said("the history has tags for power, start position and lever", "DGT"),
    _said("a full history is a ring"),
    _said("lamps of a Revelation II: 60 04 pattern from to 00", "DGT", "picochess"),
)

_PEGASUS = (
    _said("frames and commands of the DGT boards over a Nordic UART", "dgtdriver", "CentaurMods"),
    _said("a key of six bytes and a zero byte opens it: 63 07 key 00", "dgtdriver", "CentaurMods"),
    _said("lamps: 60 length 05 speed repeat intensity fields 00", "dgtdriver", "CentaurMods"),
    _said("dump and updates tell that something stands there, not what", "dgtdriver", "CentaurMods"),
    _said("an empty square is 00 (one note says 7F)", "dgtdriver"),
)

_CHESSNUT = (
    _said("01 24, 32 bytes from h8 on, low nibble first, codes 1 to C", "Chessnut", "chessnut-air", "picochess"),
    _said("a position is 38 bytes; the last four are uptime, or filling", "CentaurMods", "ChessnutPy"),
    _said("21 01 00 enables reports, 21 01 01 turns them off", "Chessnut", "chessnut-air"),
    _said("lamps: 0A 08 and a byte a rank, rank 8 first, file a in bit 7", "Chessnut", "chessnut-air", "CentaurMods"),
    _said("commands without an answer of their own are acknowledged by 23 01 00", "ChessnutPy"),
    _said("battery: 2A 02 percent; charging in bit 7", "Chessnut"),
    _said("battery: charging in the byte behind it", "chessnut-air", "ChessnutPy"),
    _said("a Move answers that question with zero", "picochess", "Chessnut"),
    _said("31 01 00 asks for stored games, 32 01 and a number answers", "Chessnut", "ChessnutPy"),
    _said("0F 01 and a number is a button: 1 power, 2 new game", "chessnut-air", "ChessnutPy"),
    _said("a name is advertised with a line end", "chessnut-air"),
    _said("by USB a position's second byte is another length", "Chessnut"),
    _said("Move: lamps 43 20 and a colour for each square, battery 41 01 0C", "Chessnut", "picochess"),
    _said("Move: records of its pieces have four bytes", "move-rs"),
)

_CHESSLINK = (
    _said("odd parity in bit 7, two digits of a checksum by exclusive or", "Millennium", "dgtdriver", "trace"),
    _said("s and 64 letters, capitals for white, a dot for empty", "Millennium", "mchess", "dgtdriver"),
    _said("squares and lamps are counted from the same corner", "Millennium", "dgtdriver"),
    _said("that corner is h1 (the maker's text says a8)", "mchess", "dgtdriver"),
    _said("81 lamps in columns of nine, four at the corners of a square", "Millennium", "dgtdriver"),
    _said("an eONE sends no valid parity", "dgtdriver"),
    _said("register 02: 0 every scan, 3 on change", "Millennium", "mchess"),
)

_CERTABO = (
    _said("a colon, 320 numbers, CR LF; 64 tags of five bytes from a8 on", "trace", "certabo-lichess", "dgtdriver"),
    _said("tags on empty squares are noise", "trace", "certabo-lichess"),
    _said("lamps: eight bytes, rank 8 first, file a in bit 0", "dgtdriver", "certabo-lichess"),
    _said("newer boards answer L, those with coloured lamps D, with CR LF", "picochess"),
    _said("a letter of an answer may stand inside a line", "picochess"),
    _said("coloured lamps: FF 55, 243 bytes, CR LF", "picochess"),
)

_SQUARE_OFF = (
    _said("records code#data* over a Nordic UART", "dgtdriver", "trace"),
    _said("lifts and puts as e2u and e4d", "dgtdriver", "trace"),
    _said("a bitmap of 64 characters from a1 to a8, b1 and so on", "dgtdriver", "trace"),
)

EVIDENCE: Mapping[str, tuple[Statement, ...]] = {
    "dgt": _DGT,
    "chesslink": _CHESSLINK,
    "certabo": _CERTABO,
    "tabutronic": (
        _said("a colon and eight numbers, a byte a rank from rank 8 on", "picochess", "dgtdriver"),
        _said("bit 7 is file a", "picochess", "dgtdriver"),
        _said("lamps by Certabo's command", "picochess"),
    ),
    "buttons": (
        _said("keys and GPIO pins come as key events of the kernel", "kernel"),
        _said("on a serial line: our own bytes, for whoever builds one"),
    ),
    "chessnut": _CHESSNUT,
    "squareoff-pro": (
        *_SQUARE_OFF[:2],
        _said("30#R* asks for the bitmap, 14#1* begins a game, 4#* asks for the volts", "dgtdriver"),
        _said("25#squares* lights squares", "dgtdriver"),
    ),
    "squareoff-neo": (
        *_SQUARE_OFF,
        _said("events and bitmap on characteristics of their own, the bitmap every two seconds", "trace", "MikoNeo"),
        _said("R:ISG begins a game", "trace", "MikoNeo"),
    ),
    "ichessone": (
        _said("=p and 32 bytes from a8 on, high nibble first, codes 1 to C", "fixtures", "picochess"),
        _said("CPIRQ reports changes, RP asks for the position, RB for the battery", "picochess"),
        _said("lamps: EL, colour, ten rows, how, how long; file a in bit 0", "picochess", "reported"),
        _said("a 1 before the time puts out what was lit", "picochess", "reported"),
        _said("colours by nibbles: brightness, red, green, blue", "picochess"),
    ),
    "yihu": (
        _said("23 50: a stone, its point hidden by the message's number", "trace", "yihu-desktop"),
        _said("lamps: 23 4C with a point, in slices behind A5 and A7", "trace", "yihu-desktop"),
        _said("no message tells a stone that is taken off", "trace"),
        _said("colour 0 puts a lamp out"),
    ),
    "pegasus": _PEGASUS,
    "chessup": (
        _said("67 asks for 64 squares from a1 on, with turn and castling: 73 bytes", "dgtdriver"),
        _said("A3 35 and two points is a move; 21 acknowledges it", "dgtdriver"),
        _said("B8 and BB: a piece is touched, and let go", "dgtdriver"),
    ),
    "cpp": (
        _said(
            "lines of text over BLE or a cable: feature, variant, begin, move, sync, unsync",
            "cpp-text",
            "ArduinoBleChess",
        ),
        _said("FEN letters of draughts: m, d; moves as squares", "cpp-text"),
        _said("ten files and ranks, captures of several pieces, stones: our reading"),
    ),
    "dgt3000-ble": (
        _said("commands and events as JSON on two characteristics", "gateway-text", "lucaschess"),
        _said("protocol 1.1 keeps the time of the side that stands", "gateway-text"),
    ),
}
"""What is relied on, by driver."""
