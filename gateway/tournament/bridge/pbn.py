"""Portable Bridge Notation (PBN 2.1): deals and results, read liberally and written strictly.

Read is whatever programs write: any order of tags, values taken over from the game before (`#`) or by all that follow
(`##Cup`), comments, tables and calls, which are passed over; a game that makes no sense is told with its line. Written
is the export form: the fifteen tags that every game has, in their order, then the others by the alphabet.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

import msgspec

from gateway.model.errors import TournamentError
from gateway.model.messages import message

from .compass import CompassSeat, Partnership, dealer, vulnerable
from .contract import ALL_TRICKS, BOOK, Contract, Denomination, Doubling, PlayedContract
from .deal import Deal

__all__ = ["PbnGame", "read_pbn", "write_pbn"]

_TAG = re.compile(r'\[\s*(\w+)\s+"((?:[^"\\]|\\.)*)"\s*\]')
_LINE_END = re.compile(r"\r\n|\r|\n")
"""What ends a line; other signs that Unicode calls so may stand in names that are written in Latin-1."""
_REPEATED = "Note"
"""A tag that a game may have several times."""
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
    inherited: dict[str, str] = {}
    for tags in _games(text):
        given: dict[str, str] = {}
        for tag in tags:
            given[tag.name] = before.get(tag.name, "") if tag.value == "#" else tag.value.removeprefix("##")
            if tag.value.startswith("##"):
                inherited[tag.name] = given[tag.name]
        fields = inherited | given
        before |= given
        if "Board" not in given and "Deal" not in given:
            continue  # a heading that only carries values for later games
        games.append(_game(fields, tags[0].line, len(games) + 1))
    return tuple(games)


def _games(text: str) -> Iterator[list[_Tag]]:
    """The tags of each game: an empty line ends one, and so does a tag that comes for the second time."""
    tags: list[_Tag] = []
    names: set[str] = set()
    comment = False
    for number, raw in enumerate(_LINE_END.split(text.lstrip("\ufeff")), 1):
        if raw.startswith("%"):
            continue
        line, comment = _without_comments(raw, comment)
        found = list(_TAG.finditer(line))
        if tags and ((not raw.strip() and not comment) or any(each[1] in names for each in found)):
            yield tags
            tags, names = [], set()
        for each in found:
            tags.append(_Tag(number, each[1], re.sub(r"\\(.)", r"\1", each[2]).strip()))
            if each[1] != _REPEATED:
                names.add(each[1])
    if tags:
        yield tags


def _without_comments(line: str, inside: bool) -> tuple[str, bool]:
    """The line without `{comments}`, which may go on for several lines, and those behind `;`, which end with it."""
    kept, quoted, escaped = [], False, False
    for letter in line:
        if inside:
            inside = letter != "}"
        elif quoted:
            kept.append(letter)
            quoted = escaped or letter != '"'
            escaped = letter == "\\" and not escaped
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
        score=_score(fields.get("Score", ""), played),
        table=text("Table"),
        round=text("Round"),
        room=text("Room"),
        home=text("HomeTeam"),
        away=text("VisitTeam"),
    )


def _played(fields: Mapping[str, str]) -> PlayedContract | None:
    contract, result = fields.get("Contract", "").strip(), fields.get("Result", "").strip()
    if contract.lower() in {"pass", "passed", "passed out", "ap", "p"}:
        return PlayedContract()
    declarer = fields.get("Declarer", "").strip().lstrip("^").upper()
    if contract in _UNKNOWN or declarer in _UNKNOWN:
        return None
    found = _CONTRACT.fullmatch(contract.replace("*", "X"))
    if found is None or declarer not in set(CompassSeat):
        raise TournamentError(message("bridge.unreadable", text=f"{contract} {declarer}"))
    made = Contract(
        int(found[1]), Denomination(found[2][0].upper()), CompassSeat(declarer), Doubling((found[3] or "").upper())
    )
    if result.lstrip("^") in _UNKNOWN:
        return None
    number = _tricks(result, made)
    if number is None:
        raise TournamentError(message("bridge.unreadable", text=f"{contract} {declarer} {result}"))
    if not 0 <= number <= ALL_TRICKS:
        most = ALL_TRICKS - BOOK - made.level
        raise TournamentError(message("bridge.impossible_tricks", text=f"{contract} {result}", most=most))
    return PlayedContract(made, number)


def _tricks(result: str, contract: Contract) -> int | None:
    """The tricks of the declarer's side: `10`, `NS 10`, `EW 3 NS 10`; or what it is over or short by."""
    text = result.lstrip("^").strip()
    if found := _SIDE.findall(text):
        sides = {side.upper(): int(number) for side, number in found}
        own = contract.declarer.partnership
        return sides[own] if own in sides else ALL_TRICKS - sides[own.opponents]
    if text.isdecimal():
        return int(text)
    over = re.fullmatch(r"([=+-])\s*(\d{0,2})", text)
    return None if over is None else BOOK + contract.level + int(f"{over[1].replace('=', '+')}{over[2] or 0}")


_SIDE = re.compile(r"\b(NS|EW)\s+([+-]?\d{1,5})\b", re.IGNORECASE)


def _score(text: str, played: PlayedContract | None) -> int | None:
    """The score of North-South: `NS 420`, `EW -420 NS 420`; without a side it is the declarer's."""
    if sides := _SIDE.match(text.strip()):
        return int(sides[2]) if sides[1].upper() == "NS" else -int(sides[2])
    found = re.fullmatch(r"([+-]?\d{1,5})(?:\s.*)?", text.strip())
    if found is None:
        return None
    contract = None if played is None else played.contract
    eastwest = contract is not None and contract.declarer.partnership is Partnership.EAST_WEST
    return -int(found[1]) if eastwest else int(found[1])


# -- written -----------------------------------------------------------------------------------------------------------


def write_pbn(games: Iterable[PbnGame]) -> str:
    """A file in export form."""
    parts = ["% PBN 2.1\n% EXPORT\n% Content-type: text/x-pbn; charset=UTF-8\n"]
    for game in games:
        lines = [f'[{name} "{_escaped(value, _LINE - len(name) - 5)}"]' for name, value in _tags(game)]
        parts.append("\n".join(lines) + "\n")
    return "\n".join(parts)


def _escaped(value: str, most: int) -> str:
    """A value as it is written, cut to a length between two of its letters."""
    letters = (f"\\{letter}" if letter in '"\\' else letter for letter in re.sub(r"\s+", " ", value))
    written = ""
    for letter in letters:
        if len(written) + len(letter) > most:
            break
        written += letter
    return written


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
    for name, value in (  # in the order of the alphabet
        ("HomeTeam", game.home),
        ("Room", game.room),
        ("Round", game.round),
        ("Score", "" if game.score is None else f"NS {game.score}"),
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
