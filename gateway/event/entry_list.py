"""Entry lists as organisers have them: CSV with a heading, in whatever order and language the columns are."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Mapping

from gateway.model.errors import GatewayError
from gateway.model.messages import message
from gateway.model.persons import Person, PersonId

__all__ = ["BadEntryList", "entry_rows", "known_headings", "person_of", "read_entry_list", "write_entry_list"]

_COLUMNS = {
    "name": ("name", "player", "姓名", "棋手", "选手"),
    "id": ("id", "编号"),
    "title": ("title", "称号", "等级", "段位"),
    "federation": ("federation", "fed", "country", "协会", "国家"),
    "rating": ("rating", "rtg", "elo", "等级分", "分数"),
    "club": ("club", "team", "单位", "代表队", "俱乐部"),
    "federation_id": ("federation_id", "fide_id", "fideid", "fide id", "fmjd id", "fide-id", "注册号"),
}
_LONGEST = 100
"""Characters of a name, a club, a title."""


class BadEntryList(GatewayError):
    """A list that cannot be read; says in which line and what to do."""


def known_headings() -> frozenset[str]:
    """The names of columns that are understood."""
    return frozenset(name for names in _COLUMNS.values() for name in names)


def read_entry_list(text: str) -> list[Person]:
    """The persons of a list, in its order; raises `BadEntryList`."""
    return [person_of(values, line) for line, values in entry_rows(text)]


def entry_rows(text: str, more: Mapping[str, tuple[str, ...]] | None = None) -> Iterator[tuple[int, dict[str, str]]]:
    """The rows of a list, each with its line, by the names of its columns; `more`: columns that others lists have."""
    lines = text.removeprefix("\ufeff").splitlines()
    if not lines:
        raise BadEntryList(message("entry_list.empty"))
    columns = {**_COLUMNS, **(more or {})}
    known = {name: field for field, names in columns.items() for name in names}
    rows = csv.reader(lines, delimiter=_delimiter(lines[0]))
    fields = [known.get(column.strip().lower(), "") for column in next(rows)]
    if "name" not in fields:
        raise BadEntryList(message("entry_list.no_names", known=tuple(columns)))
    for line, row in enumerate(rows, 2):
        if not any(cell.strip() for cell in row):
            continue
        values = {field: cell.strip() for field, cell in zip(fields, row, strict=False) if field}
        if not values.get("name"):
            raise BadEntryList(message("entry_list.name_missing", line=line))
        if any(len(value) > _LONGEST for value in values.values()):
            raise BadEntryList(message("entry_list.too_long", line=line))
        yield line, values


def person_of(values: Mapping[str, str], line: int) -> Person:
    """The person of a row; raises `BadEntryList`."""
    return Person(
        values["name"],
        PersonId(values.get("id", "")),
        title=values.get("title", ""),
        federation=values.get("federation", ""),
        rating=_rating(values.get("rating", ""), line),
        club=values.get("club", ""),
        federation_id=values.get("federation_id", ""),
    )


def write_entry_list(persons: list[Person]) -> str:
    """The list of these persons, as it is read again."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(_COLUMNS)
    for person in persons:
        values = {field: getattr(person, field) for field in _COLUMNS}
        writer.writerow("" if value is None else value for value in values.values())
    return out.getvalue()


def _delimiter(heading: str) -> str:
    """What parts the columns: spreadsheets of some countries write semicolons, and copied tables have tabs."""
    return max(",;\t", key=heading.count)


def _rating(text: str, line: int) -> int | None:
    """A rating; nothing and nought mean that there is none."""
    if not text:
        return None
    if not text.isdecimal() or int(text) > 9999:
        raise BadEntryList(message("entry_list.no_rating", line=line, text=text))
    return int(text) or None
