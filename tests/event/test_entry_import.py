"""Entry lists as files: encodings of spreadsheets, teams, and reports of other programs."""

from __future__ import annotations

import codecs

import pytest

from gateway.event.entry_import import entry_acts, entry_text
from gateway.event.entry_list import BadEntryList
from gateway.event.event_acts import EnterPlayer, EnterTeam
from gateway.event.regulations import System
from gateway.event.team_regulations import TeamRegulations
from tests.english import refused

from .acting import regulations

CHINESE = "姓名,等级分,单位\n王梓涵,2100,北京队\n李明,,上海队\n"
WESTERN = "Name;Rating;Club\nJürgen Müller;2100;Köln\n"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "gb18030"])
def test_chinese_lists_are_read_in_every_encoding_that_spreadsheets_write(encoding: str) -> None:
    assert entry_text(CHINESE.encode(encoding)) == CHINESE


@pytest.mark.parametrize("encoding", ["utf-8", "cp1252"])
def test_western_lists_too(encoding: str) -> None:
    assert entry_text(WESTERN.encode(encoding)) == WESTERN


def test_what_is_no_text_is_refused() -> None:
    for data in (b"PK\x03\x04\x00\x00\xff\xfe", codecs.BOM_UTF16_LE + b"a"):
        with refused(BadEntryList, "save the list as CSV"):
            entry_text(data)


def test_persons_and_teams() -> None:
    [first, second] = entry_acts(regulations(System.DUTCH), CHINESE.encode())
    assert isinstance(first, EnterPlayer)
    assert (first.person.name, first.person.rating, first.person.club) == ("王梓涵", 2100, "北京队")
    assert isinstance(second, EnterPlayer)
    assert second.person.rating is None
    teams = regulations(System.TEAM_SWISS, teams=TeamRegulations(boards=1))
    acts = entry_acts(teams, CHINESE.encode())
    assert [act.team.name for act in acts if isinstance(act, EnterTeam)] == ["北京队", "上海队"]


def test_a_report_of_another_program_is_an_entry_list() -> None:
    line = "001    1 m GM Carlsen,Magnus                    2840 NOR     1503014 1990/11/30  0.0    1"
    [act] = entry_acts(regulations(System.DUTCH), f"012 Open\r\n{line}\r\n".encode())
    assert isinstance(act, EnterPlayer)
    person = act.person
    assert (person.name, person.rating, person.title, person.federation) == ("Carlsen,Magnus", 2840, "GM", "NOR")
    assert person.federation_id == "1503014"
    teams = regulations(System.TEAM_SWISS, teams=TeamRegulations(boards=1))
    with refused(BadEntryList, "give their list as CSV"):
        entry_acts(teams, f"012 Open\r\n{line}\r\n".encode())
