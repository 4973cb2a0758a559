"""Rating lists in each form, as streams; and what a report takes from them."""

from __future__ import annotations

import zipfile
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from typer.testing import CliRunner

from gateway.cli.app import app
from gateway.model.errors import SettingsError
from gateway.runtime.rating_files import read_rating_list
from gateway.tournament.rating_lists import RatingKind, RatingListEntry, parse_rating_list, with_ratings
from gateway.tournament.trf import read_trf
from tests.english import refused
from tests.examples import examples

from .trf.test_trf_reader import TINY

WIDTHS = (15, 61, 4, 4, 5, 5, 15, 4, 6, 4, 3, 6, 4, 3, 6, 4, 3, 6, 4)
HEADING = [
    "ID Number",
    "Name",
    "Fed",
    "Sex",
    "Tit",
    "WTit",
    "OTit",
    "FOA",
    "SRtng",
    "SGm",
    "SK",
    "RRtng",
    "RGm",
    "Rk",
    "BRtng",
    "BGm",
    "BK",
    "B-day",
    "Flag",
]


def columns(*values: str) -> str:
    """A line of FIDE's text."""
    return "".join(f"{value:{width}}" for value, width in zip(values, WIDTHS, strict=True)) + "\r\n"


ANN = (
    "1234567",
    "Able, Ann",
    "NED",
    "F",
    "",
    "WGM",
    "IA,NI",
    "",
    "2310",
    "9",
    "20",
    "2280",
    "0",
    "20",
    "",
    "",
    "",
    "1991",
    "w",
)
BO = (
    "7654321",
    "Bright, Bo",
    "CHN",
    "M",
    "IM",
    "",
    "",
    "",
    "",
    "",
    "",
    "2450",
    "3",
    "10",
    "2400",
    "0",
    "10",
    "1980",
    "i",
)
TEXT = "".join(columns(*each) for each in (tuple(HEADING), ANN, BO))
XML = """<?xml version="1.0" encoding="utf-8"?>
<playerslist>
<player>
<fideid>1234567</fideid>
<name>Able, Ann</name>
<country>NED</country>
<sex>F</sex>
<title></title>
<w_title>WGM</w_title>
<o_title>IA,NI</o_title>
<rating>2310</rating>
<games>9</games>
<k>20</k>
<rapid_rating>2280</rapid_rating>
<birthday>1991</birthday>
<flag>w</flag>
</player><player><fideid>7654321</fideid><name>Bright, Bo</name><country>CHN</country><sex>M</sex><title>IM</title>
<rating>0</rating><rapid_rating>2450</rapid_rating><blitz_rating>2400</blitz_rating><birthday>1980</birthday>
<flag>i</flag></player>
</playerslist>
"""
CSV = "Title;FMJD ID;Last name;First name;Country;Gender;Rating;Born\r\nMI;1234567;Able;Ann;NED;F;2310;1991-02-03\r\n"
FOUND = [
    RatingListEntry(
        id="1234567",
        name="Able, Ann",
        federation="NED",
        sex="w",
        title="WGM",
        standard=2310,
        rapid=2280,
        factor=20,
        birth_year=1991,
    ),
    RatingListEntry(
        id="7654321",
        name="Bright, Bo",
        federation="CHN",
        sex="m",
        title="IM",
        rapid=2450,
        blitz=2400,
        birth_year=1980,
        is_active=False,
    ),
]


@pytest.mark.parametrize(
    "text", [TEXT, XML, "\ufeff" + XML, XML.replace("\n", "")], ids=["text", "xml", "bom", "one line"]
)
def test_fides_list_in_each_form(text: str) -> None:
    assert list(parse_rating_list(text.splitlines(keepends=True))) == FOUND


def test_a_list_of_one_kind_names_its_column_by_the_month() -> None:
    lines = [f"{'ID Number':15}{'Name':20}{'Fed':4}{'JAN26':6}Gms\n", f"{'99':15}{'Cole, Cy':20}{'USA':4}{'1987':6}0\n"]
    assert list(parse_rating_list(lines)) == [
        RatingListEntry(id="99", name="Cole, Cy", federation="USA", standard=1987)
    ]


def test_a_table_is_read_by_its_heading() -> None:
    (entry,) = parse_rating_list(CSV.splitlines(keepends=True))
    assert (entry.id, entry.name, entry.federation, entry.title) == ("1234567", "Able, Ann", "NED", "MI")
    assert (entry.standard, entry.sex, entry.birth_year) == (2310, "w", 1991)


def test_a_list_is_a_stream() -> None:
    taken = 0

    def lines() -> Iterator[str]:
        nonlocal taken
        yield columns(*HEADING)
        while True:
            taken += 1
            yield columns(*ANN)

    assert next(parse_rating_list(lines())) == FOUND[0]
    assert taken == 1


@examples(60)
@given(st.lists(st.text(max_size=40), max_size=8))
def test_no_text_breaks_the_reader(lines: list[str]) -> None:
    list(parse_rating_list(lines))
    list(parse_rating_list([CSV.splitlines()[0], *lines]))


@pytest.mark.parametrize("text", [TEXT, XML], ids=["players.txt", "players.xml"])
def test_an_archive_is_read_without_unpacking(text: str, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    with zipfile.ZipFile(tmp_path / "list.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(request.node.callspec.id, text)
    assert list(read_rating_list(tmp_path / "list.zip")) == FOUND
    (tmp_path / "plain").write_text(text, encoding="utf-8")
    assert list(read_rating_list(tmp_path / "plain")) == FOUND


def test_what_cannot_be_read_is_a_sentence(tmp_path: Path) -> None:
    with refused(SettingsError, "cannot be read"):
        list(read_rating_list(tmp_path / "none"))
    with zipfile.ZipFile(tmp_path / "list.zip", "w") as archive:
        archive.writestr("picture.png", b"")
    with refused(SettingsError, "holds no rating list"):
        list(read_rating_list(tmp_path / "list.zip"))


def test_a_report_takes_ratings_by_id(tmp_path: Path) -> None:
    report = read_trf(TINY.replace(f"1905 FID {'':11}", "1905 FID     7654321")).report
    rated, found = with_ratings(report, FOUND, RatingKind.RAPID)
    egger = rated.players[4]
    assert (egger.rating, egger.title, egger.federation) == (2450, "im", "CHN")
    assert "7654321" in found
    assert rated.players[0] == report.players[0]
    assert msgspec.structs.replace(egger, rating=1905, title="", federation="FID") == report.players[4]


def test_the_commands_look_people_up(tmp_path: Path) -> None:
    (tmp_path / "list.txt").write_text(TEXT)
    runner = CliRunner()
    shown = runner.invoke(app, ["ratings", str(tmp_path / "list.txt"), "bright", "bo", "--language", "en"])
    assert [line.split() for line in shown.stdout.splitlines()][1][:5] == ["7654321", "IM", "Bright,", "Bo", "CHN"]
    assert runner.invoke(app, ["ratings", str(tmp_path / "list.txt"), "1234567"]).stdout.count("\n") == 2
    nobody = runner.invoke(app, ["ratings", str(tmp_path / "list.txt"), "nobody", "--language", "en"])
    assert (nobody.exit_code, nobody.stderr) == (1, "Nobody in this list matches.\n")
    (tmp_path / "a.trf").write_text(TINY.replace(f"1905 FID {'':11}", "1905 FID     7654321"))
    words = ["trf", "convert", str(tmp_path / "a.trf"), "--ratings", str(tmp_path / "list.txt"), "--kind", "blitz"]
    done = runner.invoke(app, [*words, "--language", "en"])
    assert "Egger, Paul                       2400 CHN     7654321" in done.stdout
    assert done.stderr == "Not in the rating list, and left as they are: 1, 2, 3, 4, 6, 7.\n"
