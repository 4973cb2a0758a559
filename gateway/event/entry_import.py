"""The import of an entry list: a file as an organiser's spreadsheet or another pairing program wrote it, as acts."""

from __future__ import annotations

import codecs

from gateway.model.messages import message
from gateway.model.persons import Person
from gateway.tournament.trf.trf_reader import read_trf

from .entry_list import BadEntryList, known_headings, read_entry_list
from .event_acts import EnterPlayer, EnterTeam
from .regulations import Regulations
from .team_list import read_team_list

__all__ = ["entry_acts", "entry_text"]

_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)


def entry_text(data: bytes) -> str:
    """The text of a list, however a spreadsheet has encoded it; raises `BadEntryList`.

    What is not UTF-8 is Chinese if its heading then reads as one, and Western otherwise: in both any bytes mean
    something, so the heading is the only thing to go by.
    """
    encoding = next((name for mark, name in _MARKS if data.startswith(mark)), "utf-8")
    try:
        return data.decode(encoding)
    except UnicodeDecodeError as error:
        if encoding != "utf-8" or b"\0" in data:
            raise BadEntryList(message("entry_list.no_text")) from error
    chinese = data.decode("gb18030", errors="replace")
    heading = chinese.splitlines()[0].lower()
    is_chinese = any(name in heading for name in known_headings() if not name.isascii())
    return chinese if is_chinese else data.decode("cp1252", errors="replace")


def entry_acts(regulations: Regulations, data: bytes) -> tuple[EnterPlayer | EnterTeam, ...]:
    """The entries of a list, of teams where teams take part; raises `BadEntryList`."""
    text = entry_text(data)
    if _is_report(text):
        if regulations.teams is not None:
            raise BadEntryList(message("entry_list.report_of_persons"))
        return tuple(EnterPlayer(person=person) for person in _from_report(data))
    if regulations.teams is not None:
        return tuple(EnterTeam(team=team) for team in read_team_list(text))
    return tuple(EnterPlayer(person=person) for person in read_entry_list(text))


def _is_report(text: str) -> bool:
    """Whether it is a tournament report: lines begin with the number of a record."""
    return any(line.startswith(("001 ", "012 ")) for line in text.splitlines()[:200])


def _from_report(data: bytes) -> list[Person]:
    report = read_trf(data).report
    if not report.players:
        raise BadEntryList(message("entry_list.empty"))
    return [
        Person(
            player.name or str(player.number),
            title=player.title,
            federation=player.federation,
            rating=player.rating,
            federation_id=player.fide_id,
        )
        for player in report.players
    ]
