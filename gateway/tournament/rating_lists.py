"""Rating lists: FIDE's, in fixed columns or XML, and lists with a heading, such as FMJD's. Lines in, entries out.

FIDE's list is large: nothing here holds more of it than one entry. What is no entry is passed over.
"""

from __future__ import annotations

import csv
import enum
import html
import re
from collections.abc import Container, Iterable, Iterator, Mapping
from itertools import chain

import msgspec

from .trf.tournament_report import ReportPlayer, TournamentReport

__all__ = ["RatingKind", "RatingListEntry", "parse_rating_list", "with_ratings"]


class RatingKind(enum.StrEnum):
    """The kind of a person's rating."""

    STANDARD = "standard"
    RAPID = "rapid"
    BLITZ = "blitz"


class RatingListEntry(msgspec.Struct, frozen=True, kw_only=True):
    """One person of a list."""

    id: str
    name: str
    federation: str = ""
    sex: str = ""
    """`m`, `w`, or empty."""
    title: str = ""
    standard: int | None = None
    rapid: int | None = None
    blitz: int | None = None
    factor: int | None = None
    """The development coefficient of the standard rating."""
    birth_year: int | None = None
    is_active: bool = True


_NAMES: dict[str, tuple[str, ...]] = {
    "id": ("idnumber", "fideid", "fmjdid", "playerid", "id", "code", "number", "nr", "编号", "等级分编号"),
    "name": ("name", "fullname", "player", "playername", "姓名"),
    "last": ("lastname", "surname", "familyname"),
    "first": ("firstname", "givenname", "forename"),
    "federation": ("fed", "federation", "country", "nat", "nation", "国家", "单位"),
    "sex": ("sex", "gender", "mf", "性别"),
    "title": ("tit", "title", "称号"),
    "women_title": ("wtit", "wtitle"),
    "standard": ("srtng", "rating", "rtg", "elo", "standard", "standardrating", "classic", "points", "等级分"),
    "rapid": ("rrtng", "rapid", "rapidrating"),
    "blitz": ("brtng", "blitz", "blitzrating"),
    "factor": ("sk", "k", "factor"),
    "born": ("bday", "birthday", "born", "birth", "birthyear", "yearofbirth", "dateofbirth", "出生"),
    "flag": ("flag",),
}
_FIELDS = {name: field for field, names in _NAMES.items() for name in names}
_MONTH = re.compile(r"[a-z]{3}\d\d")
"""FIDE's list of one kind of rating names the column by the month."""
_PLAYER = re.compile(r"<player>(.*?)</player>", re.DOTALL)
_TAG = re.compile(r"<(\w+)>([^<]*)</\1>")


def parse_rating_list(lines: Iterable[str]) -> Iterator[RatingListEntry]:
    """The entries of a list in whichever form it is, told by its first line."""
    rest = iter(lines)
    for line in rest:
        first = line.removeprefix("\ufeff").strip("\r\n")
        if not first.strip():
            continue
        if first.lstrip().startswith("<"):
            yield from _entries_of_xml(chain([first], rest))
        elif (delimiter := next((mark for mark in "\t;,|" if mark in first), None)) is not None:
            yield from _entries_of_table(first, rest, delimiter)
        else:
            yield from _entries_of_columns(first, rest)
        return


def _field(heading: str) -> str:
    """Which of our fields a heading names; empty if none."""
    plain = re.sub(r"[^\w]|_", "", heading).lower()
    return "standard" if _MONTH.fullmatch(plain) else _FIELDS.get(plain, "")


def _entries_of_columns(heading: str, lines: Iterable[str]) -> Iterator[RatingListEntry]:
    """Fixed columns: each begins where its heading does. `ID Number` is one heading."""
    starts = [(found.start(), found[0]) for found in re.finditer(r"ID [Nn]umber|\S+", heading)]
    ends = [start for start, _ in starts[1:]] + [None]
    columns = [(name, start, end) for (start, word), end in zip(starts, ends, strict=True) if (name := _field(word))]
    for line in lines:
        entry = _entry({name: line[start:end].strip() for name, start, end in columns})
        if entry is not None:
            yield entry


def _entries_of_table(heading: str, lines: Iterable[str], delimiter: str) -> Iterator[RatingListEntry]:
    """Values with marks between them, in the order of the heading."""
    names = [_field(word) for word in _cells(heading, delimiter)]
    for line in lines:
        values = zip(names, _cells(line, delimiter), strict=False)
        entry = _entry({name: value.strip() for name, value in values if name})
        if entry is not None:
            yield entry


def _cells(line: str, delimiter: str) -> list[str]:
    """The values of one line; where its quotes are at odds, what stands between the marks."""
    plain = re.sub(r"[\0\r\n]", " ", line)
    try:
        return next(csv.reader([plain], delimiter=delimiter), [])
    except csv.Error:
        return plain.split(delimiter)


def _entries_of_xml(lines: Iterable[str]) -> Iterator[RatingListEntry]:
    """FIDE's XML: flat elements inside of `player`."""
    kept = ""
    for line in lines:
        kept += line
        end = 0
        for found in _PLAYER.finditer(kept):
            end = found.end()
            tags = {name: html.unescape(value).strip() for name, value in _TAG.findall(found[1])}
            entry = _entry({field: value for name, value in tags.items() if (field := _field(name))})
            if entry is not None:
                yield entry
        start = kept.find("<player>", end)
        kept = kept[start:] if start >= 0 else kept[max(end, len(kept) - len("<player>")) :]


def _entry(found: Mapping[str, str]) -> RatingListEntry | None:
    name = found.get("name") or ", ".join(part for part in (found.get("last"), found.get("first")) if part)
    if not name or not found.get("id"):
        return None
    born = re.search(r"(?:19|20)\d\d", found.get("born", ""))
    return RatingListEntry(
        id=found["id"],
        name=name,
        federation=found.get("federation", ""),
        sex={"m": "m", "f": "w", "w": "w", "男": "m", "女": "w"}.get(found.get("sex", "").lower()[:1], ""),
        title=found.get("title") or found.get("women_title", ""),
        standard=_whole(found.get("standard")),
        rapid=_whole(found.get("rapid")),
        blitz=_whole(found.get("blitz")),
        factor=_whole(found.get("factor")),
        birth_year=int(born[0]) if born else None,
        is_active="i" not in found.get("flag", "").lower(),
    )


def _whole(text: str | None) -> int | None:
    """A rating; 0 is none."""
    digits = (text or "").strip().partition(".")[0]
    return int(digits) or None if digits.isascii() and digits.isdigit() and len(digits) < 6 else None


def with_ratings(
    report: TournamentReport, entries: Iterable[RatingListEntry], kind: RatingKind = RatingKind.STANDARD
) -> tuple[TournamentReport, Container[str]]:
    """The report with the ratings, titles and federations of a list, by id; and the ids that were found."""
    wanted = {player.fide_id for player in report.players if player.fide_id}
    found = {entry.id: entry for entry in entries if entry.id in wanted}

    def rated(player: ReportPlayer) -> ReportPlayer:
        entry = found.get(player.fide_id)
        if entry is None:
            return player
        rating: int | None = getattr(entry, kind.value)
        return msgspec.structs.replace(
            player,
            rating=rating or player.rating,
            title=entry.title.lower() or player.title,
            federation=entry.federation or player.federation,
        )

    return msgspec.structs.replace(report, players=tuple(map(rated, report.players))), found.keys()
