"""The writer of tournament report files: strict, every field in its columns."""

from __future__ import annotations

import enum
from collections.abc import Iterable, Iterator
from fractions import Fraction

import msgspec

from gateway.model.errors import GatewayError
from gateway.model.messages import message
from gateway.model.sides import Side
from gateway.tournament.crosstable import PairingNumber, PointScale, RoundScore

from .report_tables import coming_round
from .tournament_report import (
    NationalRecord,
    PointAdjustment,
    ReportPlayer,
    ReportRound,
    ReportTeam,
    TournamentReport,
)

__all__ = ["LineEnd", "TrfDialect", "TrfUnwritable", "write_trf"]


_LAST_ROUND = 999
"""The last that has a place in the columns."""


class TrfDialect(enum.StrEnum):
    """The dialect whose records are written."""

    TRF26 = "trf26"
    TRF16 = "trf16"
    """With the XX lines that pairing programs read, in place of the records of 2026."""
    ENGINE = "engine"
    """Both sets of lines, for a pairing program of whichever kind."""


class LineEnd(enum.StrEnum):
    """The end of a line. The specification names CR; CRLF has it, and is readable everywhere."""

    CRLF = "crlf"
    CR = "cr"
    LF = "lf"

    @property
    def text(self) -> str:
        """The characters."""
        return {"crlf": "\r\n", "cr": "\r", "lf": "\n"}[self.value]


class TrfUnwritable(GatewayError):
    """A value that has no place in the columns of a file."""


def write_trf(
    report: TournamentReport, dialect: TrfDialect = TrfDialect.TRF26, line_end: LineEnd = LineEnd.CRLF
) -> str:
    """The file; raises `TrfUnwritable`. Names that are too long are cut."""
    lines = [*_header(report, dialect), *_requests(report, dialect)]
    if dialect is TrfDialect.TRF16:
        report = _with_byes(report)
    lines += [_player(player) for player in report.players]
    lines += [_national(record) for record in report.national]
    lines += [*_team_lines(report, dialect), *report.other_lines]
    return "".join(f"{line.rstrip()}{line_end.text}" for line in lines)


# -- header -----------------------------------------------------------------------------------------------------------


def _header(report: TournamentReport, dialect: TrfDialect) -> Iterator[str]:
    yield from (f"### {_plain(comment)}" for comment in report.comments)
    yield f"012 {_plain(report.name)}"
    for code, value in (
        ("022", report.city),
        ("032", report.federation),
        ("042", report.start_date),
        ("052", report.end_date),
        ("062", report.player_count),
        ("072", report.rated_count),
        ("082", report.team_count),
        ("092", report.kind),
        ("102", report.chief_arbiter),
        *(("112", deputy) for deputy in report.deputies),
        ("122", report.time_control),
    ):
        if value:
            yield f"{code} {_plain(value)}"
    if report.round_dates:
        yield f"{'132':91}" + "  ".join(f"{_plain(date):8.8}" for date in report.round_dates)
    if dialect is not TrfDialect.TRF16:
        yield from _header_of_2026(report)
    if dialect is not TrfDialect.TRF26:
        yield from _extensions(report)


def _header_of_2026(report: TournamentReport) -> Iterator[str]:
    if report.round_count is not None:
        yield f"142 {report.round_count}"
    if report.initial_colour is not None:
        yield f"152 {_letter(report.initial_colour).upper()}"
    symbols = _symbols(report)
    if symbols:
        yield "162 " + "   ".join(f" {symbol}{_points(points, 4):>4}" for symbol, points in symbols)
    for each in report.rank_methods:
        yield f"172 {each.federation:3.3} {each.method:5.5}"
    for code, value in (
        ("182", report.paired_by),
        ("192", report.system),
        ("202", ",".join(report.tie_breaks)),
        ("212", ",".join(report.rank_order)),
        ("222", report.coded_time_control),
        ("352", "".join(_letter(side).upper() for side in report.board_colours)),
    ):
        if value:
            yield f"{code} {_plain(value)}"
    if report.match_point_scale is not None:
        worth = report.match_point_scale
        named = (("TW", worth.win), ("TD", worth.draw), ("TL", worth.loss))
        yield "362 " + "   ".join(f"{symbol}{_points(points, 4):>4}" for symbol, points in named)


def _symbols(report: TournamentReport) -> list[tuple[str, Fraction]]:
    """What is worth something else than by default."""
    scale, usual = report.scale, PointScale()
    found = [("W", scale.win), ("D", scale.draw), ("L", scale.loss)]
    if found == [("W", usual.win), ("D", usual.draw), ("L", usual.loss)]:
        found = []
    if scale.absence != usual.absence:
        found.append(("A", scale.absence))
    if scale.pairing_bye is not None:
        found.append(("P", scale.pairing_bye))
    if report.unknown_points is not None:
        found.append(("X", report.unknown_points))
    return found


def _extensions(report: TournamentReport) -> Iterator[str]:
    """Lines of pairing programs for what has a record of its own since 2026."""
    if report.round_count is not None:
        yield f"XXR {report.round_count}"
    if report.initial_colour is not None:
        yield f"XXC {report.initial_colour.value}1"
    names = {"A": "ZPB", "P": "PAB"}
    symbols = [(names.get(symbol, symbol), points) for symbol, points in _symbols(report) if symbol != "X"]
    if symbols:
        yield "XXS " + " ".join(f"{symbol}={_points(points, 4)}" for symbol, points in symbols)


def _requests(report: TournamentReport, dialect: TrfDialect) -> Iterator[str]:
    """What the coming rounds must heed."""
    if report.pair_by_position:
        yield "XXC rank"
    if report.absent:
        yield "XXZ " + " ".join(map(str, report.absent))
    for virtual in report.virtual_points:
        yield f"XXA {virtual.number:>4}" + "".join(f" {_points(points, 4):>4}" for points in virtual.points)
    yield from _forbidden(report, dialect)
    if dialect is TrfDialect.TRF16:
        yield from _accelerations_by_player(report)
        return
    for bye in report.byes:
        yield f"240 {bye.score.value} {bye.round_number:03} " + _ids(bye.numbers, "04")
    for each in report.accelerations:
        points = f"{_optional(each.match_points, 4)} {_optional(each.points, 4)}"
        yield f"250 {points} {each.first_round:03} {each.last_round:03} {_ids((each.first, each.last))}"
    yield from map(_adjustment, report.adjustments)


def _forbidden(report: TournamentReport, dialect: TrfDialect) -> Iterator[str]:
    """Record 260 has rounds from and to; who must never meet has a line of pairing programs, or all rounds."""
    coming, end = coming_round(report), report.round_count or _LAST_ROUND
    for pairs in report.forbidden_pairs:
        first, last = pairs.first_round or 1, pairs.last_round or end
        is_always = pairs.first_round is None and pairs.last_round is None
        if dialect is TrfDialect.TRF26 or (dialect is TrfDialect.ENGINE and not is_always):
            yield f"260 {first:03} {last:03} " + _ids(pairs.numbers)
        elif first <= coming <= last:
            yield "XXP " + " ".join(map(str, pairs.numbers))


def _accelerations_by_player(report: TournamentReport) -> Iterator[str]:
    """XXA lines for what record 250 says; nobody has virtual points after the last round named."""
    last = max((each.last_round for each in report.accelerations), default=0)
    given: dict[PairingNumber, list[Fraction]] = {}
    for each in report.accelerations:
        for player in report.players:
            if each.points is not None and each.first <= player.number <= each.last:
                values = given.setdefault(player.number, [Fraction(0)] * last)
                values[each.first_round - 1 : each.last_round] = [each.points] * (
                    each.last_round - each.first_round + 1
                )
    for number, values in sorted(given.items()):
        yield f"XXA {number:>4}" + "".join(f" {_points(points, 4):>4}" for points in values)


def _adjustment(each: PointAdjustment) -> str:
    points = f"{_optional(each.match_points, 4)}  {_optional(each.game_points, 4)}"
    return f"299 {each.kind:1}  {points}  {each.round_number or 0:03} {_ids(each.numbers)}"


# -- players ----------------------------------------------------------------------------------------------------------


def _player(player: ReportPlayer) -> str:
    line = _person("001", player, player.fide_id)
    line += f" {_optional(player.points, 4)} {_integer(player.rank, 4)}"
    return line + "".join(f"  {_round(each)}" for each in player.rounds)


def _person(code: str, one: ReportPlayer | NationalRecord, identity: str) -> str:
    """The columns that a player and a national rating share."""
    return (
        f"{code} {_integer(one.number, 4)} {one.sex:1.1}{_plain(one.title):>3.3} {_plain(one.name):33.33} "
        f"{_integer(one.rating, 4)} {_plain(one.federation):3.3} {_plain(identity):>11.11} "
        f"{_plain(one.birth_date):10.10}"
    )


def _national(record: NationalRecord) -> str:
    return _person(record.of, record, record.national_id)


def _round(each: ReportRound | None) -> str:
    if each is None:
        return " " * 8
    opponent = _integer(each.opponent, 4) if each.opponent is not None else "0000"
    colour = "-" if each.side is None else _letter(each.side)
    return f"{opponent} {colour} {' ' if each.score is None else each.score.value}"


def _with_byes(report: TournamentReport) -> TournamentReport:
    """The byes of record 240 in the players' own lines."""
    if report.is_team_event:
        return report
    asked: dict[PairingNumber, dict[int, RoundScore]] = {}
    for bye in report.byes:
        for number in bye.numbers:
            asked.setdefault(number, {})[bye.round_number] = bye.score
    players = []
    for player in report.players:
        rounds = list(player.rounds)
        for at, score in asked.get(player.number, {}).items():
            rounds += [None] * (at - len(rounds))
            rounds[at - 1] = rounds[at - 1] or ReportRound(score)
        players.append(msgspec.structs.replace(player, rounds=tuple(rounds)))
    return msgspec.structs.replace(report, players=tuple(players))


# -- teams ------------------------------------------------------------------------------------------------------------


def _team_lines(report: TournamentReport, dialect: TrfDialect) -> Iterator[str]:
    yield from map(_old_team, report.teams or report.old_teams)
    if dialect is TrfDialect.TRF16:
        return
    for each in report.line_ups:
        players = " ".join(f"{number or 0:04}" for number in each.players)
        yield f"300 {each.round_number:>3} {_integer(each.team, 3)} {_integer(each.opponent or 0, 3)} {players}"
    yield from map(_team, report.teams)
    if report.team_bye is not None:
        bye = report.team_bye
        teams = " ".join(f"{number or 0:03}" for number in bye.teams)
        yield f"320 {_optional(bye.match_points, 4)} {_optional(bye.game_points, 4)} {teams}"
    for match in report.forfeited_matches:
        teams = f"{_integer(match.white, 3)} {_integer(match.black, 3)}"
        yield f"330 {match.winner.value} {match.round_number:>3} {teams}"


def _team(team: ReportTeam) -> str:
    points = " ".join(_optional(each, 6) for each in (team.strength, team.match_points, team.game_points))
    return (
        f"310 {_integer(team.number, 3)} {_plain(team.name):32.32} {_plain(team.nickname):5.5} {points} "
        f"{_integer(team.rank, 3)}  {_ids(team.players)}"
    )


def _old_team(team: ReportTeam) -> str:
    return f"013 {_plain(team.name):32.32}{_ids(team.players)}"


# -- fields -----------------------------------------------------------------------------------------------------------


def _plain(text: str) -> str:
    """On one line."""
    return "".join(letter if letter.isprintable() else " " for letter in text).strip()


def _letter(side: Side) -> str:
    return side.value[0]


def _ids(numbers: Iterable[PairingNumber], form: str = ">4") -> str:
    return " ".join(f"{int(_integer(number, 4)):{form}}" for number in numbers)


def _integer(number: int | None, width: int) -> str:
    text = "" if number is None else str(number)
    if len(text) > width:
        raise TrfUnwritable(message("trf.too_wide", text=text, width=width))
    return f"{text:>{width}}"


def _optional(points: Fraction | None, width: int) -> str:
    return " " * width if points is None else f"{_points(points, width):>{width}}"


def _points(points: Fraction, width: int) -> str:
    """With one decimal, exactly."""
    tenths = points * 10
    if tenths.denominator != 1:
        raise TrfUnwritable(message("trf.not_in_tenths", text=str(points)))
    whole, tenth = divmod(abs(tenths.numerator), 10)
    text = f"{'-' if points < 0 else ''}{whole}.{tenth}"
    if len(text) > width:
        raise TrfUnwritable(message("trf.too_wide", text=text, width=width))
    return text
