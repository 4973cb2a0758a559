"""The reader of tournament report files: liberal, and whatever it cannot read is a problem with its place."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import msgspec

from gateway.model.messages import message
from gateway.model.sides import Side

from . import player_records, team_records
from .tournament_report import RankMethod, TournamentReport
from .trf_lines import TrfLine, TrfProblem, decode_trf, split_lines
from .trf_scales import finished_scale, read_scale_line

__all__ = ["TrfReading", "read_trf"]


class TrfReading(msgspec.Struct, frozen=True):
    """The content of a file, and what of it could not be read."""

    report: TournamentReport
    problems: tuple[TrfProblem, ...] = ()
    lines: dict[int, int] = {}
    """On which line each player stands, by number."""


_TEXTS = {
    "012": "name", "022": "city", "032": "federation", "042": "start_date", "052": "end_date", "062": "player_count",
    "072": "rated_count", "082": "team_count", "092": "kind", "102": "chief_arbiter", "122": "time_control",
    "182": "paired_by", "192": "system", "222": "coded_time_control",
}  # fmt: skip
"""Records that are one text, from column 5."""

_DATES = re.compile(r"\d{4}[/.-]\d{1,2}[/.-]\d{1,2}")
_Fields = dict[str, Any]


def read_trf(source: bytes | str) -> TrfReading:
    """What a file says; it never raises."""
    text = decode_trf(source) if isinstance(source, bytes) else source
    problems: list[TrfProblem] = []
    fields: _Fields = {}
    places: dict[int, int] = {}
    for number, whole in enumerate(split_lines(text), start=1):
        line = TrfLine(number, whole.rstrip(), problems)
        if line.whole:
            _read_line(line, fields, places)
    if not fields.get("players"):
        problems.append(TrfProblem(0, 0, message("trf.no_players")))
    scale = fields.pop("scale", {})
    if fields.get("teams"):
        fields.pop("old_teams", None)  # the record of 2026 says all of it, and more
    made: _Fields = {name: tuple(value) if isinstance(value, list) else value for name, value in fields.items()}
    report = TournamentReport(**made, **finished_scale(scale))
    return TrfReading(report, tuple(problems), places)


def _read_line(line: TrfLine, fields: _Fields, places: dict[int, int]) -> None:
    code = line.code.upper()
    if code in _TEXTS:
        fields[_TEXTS[code]] = line.value
        if code in {"042", "052"} and line.value and not _DATES.fullmatch(line.value):
            line.note(5, message("trf.not_a_date", text=line.value))
    elif (reader := _RECORDS.get(code)) is not None:
        reader(line, fields)
        if code == "001" and fields.get("players"):
            places.setdefault(fields["players"][-1].number, line.number)
    elif read_scale_line(line, fields):
        pass
    elif (national := player_records.national_record(line)) is not None:
        _add(fields, "national", national)
    else:
        _add(fields, "other_lines", line.whole)


def _add(fields: _Fields, name: str, value: Any) -> None:
    if value is not None:
        fields.setdefault(name, []).append(value)


def _into(name: str, read: Callable[[TrfLine], Any]) -> Callable[[TrfLine, _Fields], None]:
    """A record that may stand there several times."""
    return lambda line, fields: _add(fields, name, read(line))


def _comment(line: TrfLine) -> str:
    return line.whole[3:].strip()


def _round_dates(line: TrfLine, fields: _Fields) -> None:
    dates = [line.text(at, at + 7) for at in range(92, line.length + 1, 10)]
    fields["round_dates"] = dates


def _round_count(line: TrfLine, fields: _Fields) -> None:
    word = line.value.split()[0] if line.value else ""
    if word.isascii() and word.isdigit() and int(word) > 0:
        fields["round_count"] = int(word)
    else:
        line.note(5, message("trf.not_rounds", text=line.value))


def _initial_colour(line: TrfLine, fields: _Fields) -> None:
    sides = {"w": Side.WHITE, "b": Side.BLACK}
    side = sides.get(line.value.lower()[:1])
    if side is None:
        line.note(5, message("trf.not_a_colour", text=line.value))
    else:
        fields["initial_colour"] = side


def _configuration(line: TrfLine, fields: _Fields) -> None:
    """XXC: several words."""
    for word in line.value.lower().split():
        match word:
            case "white1":
                fields["initial_colour"] = Side.WHITE
            case "black1":
                fields["initial_colour"] = Side.BLACK
            case "rank":
                fields["pair_by_position"] = True
            case _:
                line.note(5, message("trf.unknown_word", text=word))


def _codes(name: str) -> Callable[[TrfLine, _Fields], None]:
    def read(line: TrfLine, fields: _Fields) -> None:
        fields[name] = [code for word in line.value.split(",") if (code := word.strip())]

    return read


def _rank_method(line: TrfLine) -> RankMethod:
    return RankMethod(line.text(5, 7), line.text(9, 13) or line.value[3:].strip())


def _absent(line: TrfLine, fields: _Fields) -> None:
    numbers = [number for number in line.integers(5, 4) if number]
    fields.setdefault("absent", []).extend(numbers)


def _board_colours(line: TrfLine, fields: _Fields) -> None:
    sides = {"w": Side.WHITE, "b": Side.BLACK}
    if set(line.value.lower()) <= sides.keys():
        fields["board_colours"] = [sides[letter] for letter in line.value.lower()]
    else:
        line.note(5, message("trf.not_a_colour", text=line.value))


def _team_bye(line: TrfLine, fields: _Fields) -> None:
    fields["team_bye"] = team_records.team_bye(line)


def _match_points(line: TrfLine, fields: _Fields) -> None:
    fields["match_point_scale"] = team_records.match_point_scale(line)


_RECORDS: dict[str, Callable[[TrfLine, _Fields], None]] = {
    "001": _into("players", player_records.player_record),
    "013": _into("old_teams", team_records.old_team),
    "112": _into("deputies", lambda line: line.value or None),
    "132": _round_dates,
    "142": _round_count,
    "XXR": _round_count,
    "152": _initial_colour,
    "XXC": _configuration,
    "172": _into("rank_methods", _rank_method),
    "202": _codes("tie_breaks"),
    "212": _codes("rank_order"),
    "240": _into("byes", player_records.bye_request),
    "250": _into("accelerations", player_records.acceleration),
    "260": _into("forbidden_pairs", player_records.forbidden_pairs),
    "299": _into("adjustments", player_records.adjustment),
    "300": _into("line_ups", team_records.line_up),
    "310": _into("teams", team_records.team),
    "320": _team_bye,
    "330": _into("forfeited_matches", team_records.forfeited_match),
    "352": _board_colours,
    "362": _match_points,
    "XXA": _into("virtual_points", player_records.virtual_points),
    "XXP": _into("forbidden_pairs", player_records.forbidden_always),
    "XXZ": _absent,
    "###": _into("comments", _comment),
}
