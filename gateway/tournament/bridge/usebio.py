"""USEBIO: results of a bridge event as the XML that clubs and federations exchange."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from xml.etree import ElementTree as ET

import msgspec

from .compass import CompassSeat
from .contract import PlayedContract
from .deal import Deal

__all__ = ["UsebioBoard", "UsebioEvent", "UsebioMatch", "UsebioParticipant", "write_usebio"]

_VERSION = "1.2"


class UsebioParticipant(msgspec.Struct, frozen=True, kw_only=True):
    """A team or a pair with its place."""

    number: int
    name: str
    line: str = ""
    """`NS` or `EW`, where each has a winner of its own."""
    place: str
    """`3`, or `3=` where it is shared."""
    score: str
    percent: str = ""
    """Of what could be had, with matchpoints."""
    players: tuple[str, ...]


class UsebioBoard(msgspec.Struct, frozen=True, kw_only=True):
    """A board at one table."""

    board: int
    north_south: int
    east_west: int
    """Whose seats they are."""
    four: tuple[int, ...] = ()
    """Of individuals: who sat North, East, South and West."""
    room: str = ""
    played: PlayedContract | None = None
    score: int | None = None
    """Of North-South; None: it is none, or not one figure."""
    averages: tuple[int, int] | None = None
    """Instead of a score: the parts of a top of both sides, in per cent."""
    gained: tuple[str, str] | None = None
    """What North-South and East-West have of it: IMPs or matchpoints."""


class UsebioMatch(msgspec.Struct, frozen=True, kw_only=True):
    """Two teams who met, and their boards."""

    round: int
    home: int
    away: int
    home_score: str
    away_score: str
    boards: tuple[UsebioBoard, ...] = ()


class UsebioEvent(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that is told of an event."""

    title: str
    date: str
    """`18/11/2026`."""
    kind: str
    """`TEAMS`, `SWISS_TEAMS`, `PAIRS`, `INDIVIDUAL`."""
    scoring: str
    """`IMPS`, `MATCH_POINTS`, `CROSS_IMPS`, `BUTLER_IMPS`."""
    match_scoring: str = ""
    """`VPS` where IMPs are turned into victory points."""
    boards_per_round: int
    participants: tuple[UsebioParticipant, ...]
    matches: tuple[UsebioMatch, ...] = ()
    boards: tuple[UsebioBoard, ...] = ()
    """Of pairs, who have no matches."""
    hands: tuple[Mapping[int, Deal], ...] = ()
    """The deals by board; where boards begin with 1 in each round, those of one round after the other."""


def write_usebio(event: UsebioEvent, program: str, version: str) -> str:
    """The file."""
    root = ET.Element("USEBIO", {"Version": _VERSION})
    club = ET.SubElement(root, "CLUB")
    _text(club, "CLUB_NAME", "")
    held = ET.SubElement(root, "EVENT", {"EVENT_TYPE": event.kind})
    _text(held, "PROGRAM_NAME", program)
    _text(held, "PROGRAM_VERSION", version)
    _text(held, "EVENT_DESCRIPTION", event.title)
    _text(held, "DATE", event.date)
    _text(held, "BOARD_SCORING_METHOD", event.scoring)
    if event.match_scoring:
        _text(held, "MATCH_SCORING_METHOD", event.match_scoring)
    if event.kind == "PAIRS":
        _text(held, "WINNER_TYPE", str(len({each.line for each in event.participants})))
    _text(held, "BOARDS_PER_ROUND", str(event.boards_per_round))
    _participants(held, event)
    for match in event.matches:
        found = ET.SubElement(held, "MATCH")
        _text(found, "ROUND_NUMBER", str(match.round))
        _text(found, "TEAM", str(match.home))
        _text(found, "OPPOSING_TEAM", str(match.away))
        _text(found, "TEAM_SCORE", match.home_score)
        _text(found, "OPPOSING_TEAM_SCORE", match.away_score)
        _boards(found, match.boards, event.scoring)
    _boards(held, event.boards, event.scoring)
    for deals in event.hands:
        _hands(root, deals)
    ET.indent(root, " ")
    head = '<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE USEBIO SYSTEM "usebio_v1_2.dtd">\n'
    return head + ET.tostring(root, encoding="unicode") + "\n"


def _participants(held: ET.Element, event: UsebioEvent) -> None:
    teams = event.kind.endswith("TEAMS")
    found = ET.SubElement(held, "PARTICIPANTS")
    for each in event.participants:
        if teams:
            entry = ET.SubElement(found, "TEAM", {"TEAM_ID": str(each.number), "TEAM_NAME": _NO_XML.sub("", each.name)})
        elif event.kind == "INDIVIDUAL":
            entry = ET.SubElement(found, "PLAYER")
            _text(entry, "PLAYER_NUMBER", str(each.number))
            _text(entry, "PLAYER_NAME", each.name)
        else:
            entry = ET.SubElement(found, "PAIR")
            _text(entry, "PAIR_NUMBER", str(each.number))
            if each.line:
                _text(entry, "DIRECTION", each.line)
        _text(entry, "PLACE", each.place)
        if each.percent:
            _text(entry, "PERCENTAGE", each.percent)
        _text(entry, "TOTAL_SCORE", each.score)
        for number, name in enumerate(each.players, 1) if event.kind != "INDIVIDUAL" else ():
            player = ET.SubElement(entry, "PLAYER")
            _text(player, "PLAYER_NUMBER", str(number))
            _text(player, "PLAYER_NAME", name)


def _boards(parent: ET.Element, boards: Iterable[UsebioBoard], scoring: str) -> None:
    """The boards in order, each with a line for every table."""
    by_number: dict[int, list[UsebioBoard]] = {}
    for each in boards:
        by_number.setdefault(each.board, []).append(each)
    for number, lines in sorted(by_number.items()):
        found = ET.SubElement(parent, "BOARD")
        _text(found, "BOARD_NUMBER", str(number))
        for line in lines:
            _line(ET.SubElement(found, "TRAVELLER_LINE"), line, scoring)


def _hands(root: ET.Element, deals: Mapping[int, Deal]) -> None:
    found = ET.SubElement(root, "HANDSET")
    for number, deal in sorted(deals.items()):
        board = ET.SubElement(found, "BOARD")
        _text(board, "BOARD_NUMBER", str(number))
        for seat in CompassSeat:
            hand = ET.SubElement(board, "HAND")
            _text(hand, "DIRECTION", seat.name.capitalize())
            for name, suit in (("CLUBS", "C"), ("DIAMONDS", "D"), ("HEARTS", "H"), ("SPADES", "S")):
                _text(hand, name, deal.suit(seat, suit))


def _line(entry: ET.Element, line: UsebioBoard, scoring: str) -> None:
    if line.room:
        _text(entry, "DIRECTION", line.room)
    if line.four:
        for seat, number in zip(CompassSeat, line.four, strict=True):
            _text(entry, f"{seat}_PLAYER_NUMBER", str(number))
    else:
        _text(entry, "NS_PAIR_NUMBER", str(line.north_south))
        _text(entry, "EW_PAIR_NUMBER", str(line.east_west))
    played = line.played
    if played is not None and played.contract is None:
        _text(entry, "CONTRACT", "PASS")
    elif played is not None and played.contract is not None:
        contract, declarer = played.contract, CompassSeat(played.contract.declarer)
        trumps = "NT" if contract.denomination == "N" else contract.denomination
        _text(entry, "CONTRACT", f"{contract.level}{trumps}{contract.doubling}")
        _text(entry, "PLAYED_BY", declarer)
        _text(entry, "TRICKS", str(played.tricks))
        if played.lead:
            _text(entry, "LEAD", played.lead)
    if line.averages is not None:
        _text(entry, "SCORE", "A{}{}".format(*line.averages))
    else:
        _text(entry, "SCORE", "" if line.score is None else str(line.score))
    if line.gained is not None:
        for side, value in zip(("NS", "EW"), line.gained, strict=True):
            _text(entry, f"{side}_{_GAINED[scoring]}", value)


_GAINED = {
    "IMPS": "CROSS_IMP_POINTS",
    "CROSS_IMPS": "CROSS_IMP_POINTS",
    "BUTLER_IMPS": "BUTLER_POINTS",
    "MATCH_POINTS": "MATCH_POINTS",
}
"""What a line's points are called, by how boards are scored."""

_NO_XML = re.compile(r"[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""Signs that no XML may have, whatever somebody has pasted into a name."""


def _text(parent: ET.Element, name: str, value: str) -> None:
    ET.SubElement(parent, name).text = _NO_XML.sub("", value)
