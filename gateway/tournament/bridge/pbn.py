"""Portable Bridge Notation (PBN 2.1): deals and results, read liberally and written strictly.

Read is whatever programs write: any order of tags, values taken over from the game before (`#`), comments, tables and
calls, which are passed over; a game that makes no sense is told with its line. Written is the export form: the fifteen
tags that every game has, in their order, then the score.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

import msgspec

from gateway.model.errors import TournamentError
from gateway.model.messages import message

from .compass import CompassSeat, Partnership, dealer, vulnerable
from .contract import BOOK, Contract, Denomination, Doubling, PlayedContract
from .deal import Deal

__all__ = ["PbnGame", "read_pbn", "write_pbn"]

_TAG = re.compile(r'\[\s*(\w+)\s+"((?:[^"\\]|\\.)*)"\s*\]')
_SEATS = {CompassSeat.WEST: "West", CompassSeat.NORTH: "North", CompassSeat.EAST: "East", CompassSeat.SOUTH: "South"}
_CONTRACT = re.compile(r"([1-7])\s*(NT|[CDHSN])\s*(XX|X)?", re.IGNORECASE)
_UNKNOWN = frozenset({"", "?", "-"})
_LINE = 255
"""Characters that a line may have."""


class PbnGame(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A board, and what became of it at one table where that is known."""

    board: int
    deal: Deal | None = None
    played: PlayedContract | None = None
    players: Mapping[CompassSeat, str] = {}
    event: str = ""
    site: str = ""
    date: str = ""
    """`2026.11.18`."""
    scoring: str = ""
    score: int | None = None
    """Of North-South; what Law 77 makes of the contract, unless a director has decided otherwise."""
    table: str = ""
    round: str = ""
    room: str = ""
    """`Open` or `Closed`."""
    home: str = ""
    away: str = ""
    """The two teams."""


class _Tag(NamedTuple):
    line: int
    name: str
    value: str


def read_pbn(text: str) -> tuple[PbnGame, ...]:
    """Every game of a file, in order; raises `TournamentError` with the line of what cannot be read."""
    games: list[PbnGame] = []
    before: dict[str, str] = {}
    for tags in _games(text):
        fields = dict(before) if any(tag.value == "##" for tag in tags) else {}
        fields |= {tag.name: before.get(tag.name, "") if tag.value == "#" else tag.value for tag in tags}
        fields = {name: value for name, value in fields.items() if value != "##"}
        before = before | fields
        if "Board" not in fields and "Deal" not in fields:
            continue  # a heading that only carries values for later games
        games.append(_game(fields, tags[0].line, len(games) + 1))
    return tuple(games)


def _games(text: str) -> Iterator[list[_Tag]]:
    """The tags of each game: an empty line ends one, and so does a tag that comes for the second time."""
    tags: list[_Tag] = []
    names: set[str] = set()
    comment = False
    for number, raw in enumerate(text.lstrip("\ufeff").splitlines(), 1):
        if raw.startswith("%"):
            continue
        line, comment = _without_comments(raw, comment)
        found = list(_TAG.finditer(line))
        if tags and ((not raw.strip() and not comment) or any(each[1] in names for each in found)):
            yield tags
            tags, names = [], set()
        for each in found:
            tags.append(_Tag(number, each[1], re.sub(r"\\(.)", r"\1", each[2]).strip()))
            names.add(each[1])
    if tags:
        yield tags


def _without_comments(line: str, inside: bool) -> tuple[str, bool]:
    """The line without `{comments}`, which may go on for several lines, and those behind `;`, which end with it."""
    kept, quoted = [], False
    for letter in line:
        if inside:
            inside = letter != "}"
        elif quoted:
            kept.append(letter)
            quoted = letter != '"'
        elif letter == "{":
            inside = True
        elif letter == ";":
            break
        else:
            kept.append(letter)
            quoted = letter == '"'
    return "".join(kept), inside


def _game(fields: Mapping[str, str], line: int, count: int) -> PbnGame:
    def text(name: str) -> str:
        value = fields.get(name, "")
        return "" if value in {"?", "-"} else value

    board = fields.get("Board", "")
    if board not in _UNKNOWN and not board.isdecimal():
        raise TournamentError(message("bridge.pbn_line", line=line, text=f'[Board "{board}"]'))
    try:
        deal = Deal.parse(fields["Deal"]) if text("Deal") else None
        played = _played(fields)
    except TournamentError as error:
        raise TournamentError(message("bridge.pbn_game", line=line, why=error.message)) from error
    return PbnGame(
        board=int(board) if board.isdecimal() and int(board) else count,
        deal=deal,
        played=played,
        players={seat: text(name) for seat, name in _SEATS.items() if text(name)},
        event=text("Event"),
        site=text("Site"),
        date=text("Date"),
        scoring=text("Scoring"),
        score=_score(fields.get("Score", "")),
        table=text("Table"),
        round=text("Round"),
        room=text("Room"),
        home=text("HomeTeam"),
        away=text("VisitTeam"),
    )


def _played(fields: Mapping[str, str]) -> PlayedContract | None:
    contract, result = fields.get("Contract", "").strip(), fields.get("Result", "").strip()
    if contract.lower() in {"pass", "passed", "passed out", "ap"}:
        return PlayedContract()
    if contract in _UNKNOWN:
        return None
    found = _CONTRACT.fullmatch(contract.replace("*", "X"))
    declarer = fields.get("Declarer", "").lstrip("^").upper()
    if found is None or declarer not in set(CompassSeat):
        raise TournamentError(message("bridge.unreadable", text=f"{contract} {declarer}"))
    made = Contract(
        int(found[1]), Denomination(found[2][0].upper()), CompassSeat(declarer), Doubling((found[3] or "").upper())
    )
    if result.lstrip("^") in _UNKNOWN:
        return None
    tricks = re.fullmatch(r"\^?(\d{1,2})|([=+-])(\d{0,2})", result)
    if tricks is None:
        raise TournamentError(message("bridge.unreadable", text=f"{contract} {declarer} {result}"))
    # Some programs write what a contract is over or short by.
    number = int(tricks[1]) if tricks[1] else BOOK + made.level + int(f"{tricks[2].replace('=', '+')}{tricks[3] or 0}")
    if not 0 <= number <= 13:
        raise TournamentError(message("bridge.impossible_tricks", text=f"{contract} {result}", most=7 - made.level))
    return PlayedContract(made, number)


def _score(text: str) -> int | None:
    """`NS 420`, `EW 50`, `420`: the score of North-South."""
    found = re.fullmatch(r"(?:(NS|EW)\s+)?([+-]?\d+)(?:\s.*)?", text.strip())
    if found is None:
        return None
    return -int(found[2]) if found[1] == "EW" else int(found[2])


# -- written -----------------------------------------------------------------------------------------------------------


def write_pbn(games: Iterable[PbnGame]) -> str:
    """A file in export form."""
    parts = ["% PBN 2.1\n% EXPORT\n% Content-type: text/x-pbn; charset=UTF-8\n"]
    for game in games:
        lines = [f'[{name} "{_escaped(value)}"]' for name, value in _tags(game)]
        parts.append("\n".join(line[: _LINE - 2] + '"]' if len(line) > _LINE else line for line in lines) + "\n")
    return "\n".join(parts)


def _escaped(value: str) -> str:
    return re.sub(r"\s+", " ", value).replace("\\", "\\\\").replace('"', '\\"')


def _tags(game: PbnGame) -> Iterator[tuple[str, str]]:
    played = game.played
    contract = None if played is None else played.contract
    yield "Event", game.event
    yield "Site", game.site
    yield "Date", game.date or "????.??.??"
    yield "Board", str(game.board)
    for seat, name in _SEATS.items():
        yield name, game.players.get(seat, "?")
    yield "Dealer", dealer(game.board)
    yield "Vulnerable", _vulnerable(game.board)
    yield "Deal", "?" if game.deal is None else game.deal.written(dealer(game.board))
    yield "Scoring", game.scoring or "?"
    yield "Declarer", "?" if played is None else "" if contract is None else contract.declarer
    yield "Contract", "?" if played is None else "Pass" if contract is None else _contract(contract)
    yield "Result", "?" if played is None else "" if contract is None else str(played.tricks)
    if game.score is not None:
        yield "Score", f"NS {game.score}"
    for name, value in (
        ("HomeTeam", game.home),
        ("Room", game.room),
        ("Round", game.round),
        ("Table", game.table),
        ("VisitTeam", game.away),
    ):
        if value:
            yield name, value


def _contract(contract: Contract) -> str:
    trumps = "NT" if contract.denomination is Denomination.NO_TRUMP else contract.denomination
    return f"{contract.level}{trumps}{contract.doubling}"


def _vulnerable(board: int) -> str:
    sides = vulnerable(board)
    if not sides:
        return "None"
    return "All" if sides == set(Partnership) else next(iter(sides)).value
