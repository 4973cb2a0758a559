"""`flagfall forms`: every form of an event or of a game, as a page to print or as a PDF."""

from __future__ import annotations

from collections.abc import Callable
from datetime import tzinfo
from pathlib import Path
from typing import Annotated
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import typer
from rich.console import Console
from rich.table import Table

from gateway.event.event import Event
from gateway.event.event_deciding import EventRefused
from gateway.forms.bridge_form_list import BRIDGE_FORMS, bridge_form, find_bridge_form
from gateway.forms.form_event import FormEvent
from gateway.forms.form_html import html_form
from gateway.forms.form_list import FORMS, event_form, find_form
from gateway.forms.form_pdf import pdf_form
from gateway.forms.form_request import FormRefused, FormRequest
from gateway.forms.game_sheets import score_sheet_form
from gateway.forms.languages import FormTexts, SideBySide
from gateway.forms.printed_form import Paper, PrintedForm
from gateway.forms.protocol import protocol_form
from gateway.forms.recorded_event import recorded_event
from gateway.forms.reported_event import reported_event
from gateway.forms.score_sheet import ScoreSheet, score_sheet
from gateway.model.errors import SettingsError
from gateway.model.messages import message
from gateway.model.pairings import RoundNumber
from gateway.runtime.kept_tournament import FileTournament, RelayTournament
from gateway.runtime.relay_client import RelayClient

from .bridge_file_commands import kept_bridge_event
from .judge_journal import read_entries
from .language import Language, catalogue
from .report_files import read_report

__all__ = ["forms"]

_OF_A_GAME: dict[str, Callable[[ScoreSheet, tzinfo], PrintedForm]] = {
    "score-sheet": score_sheet_form,
    "protocol": protocol_form,
}
"""Forms that are made of a table's journal."""
_REPORTS = (".trf", ".trfx", ".txt")
"""Endings of tournament report files."""


def forms(
    name: Annotated[str, typer.Argument(help="Which form; without one, all are listed.")] = "",
    journal: Annotated[
        Path | None,
        typer.Argument(
            help="For score-sheet and protocol: the journal of a table, or its entries line by line.",
            exists=True,
            dir_okay=False,
        ),
    ] = None,
    file: Annotated[
        Path | None,
        typer.Option(
            "--file", "-f", help="The tournament's own file, or a report (.trf).", exists=True, dir_okay=False
        ),
    ] = None,
    relay: Annotated[
        str, typer.Option("--relay", "-r", envvar="FLAGFALL_LINK", help="Your sign-in link, for the relay's event.")
    ] = "",
    ca: Annotated[Path | None, typer.Option(help="The certificate of the hall's authority.")] = None,
    round_: Annotated[
        int, typer.Option("--round", min=0, max=99, help="The round; without it, the last that is paired.")
    ] = 0,
    number: Annotated[int, typer.Option(min=0, help="One board, player, team or match; without it, all.")] = 0,
    blank: Annotated[
        bool, typer.Option("--blank", help="Empty, for a pen; so is every form without an event.")
    ] = False,
    rows: Annotated[int, typer.Option(min=0, max=200, help="Of a blank form: rows, boards or participants.")] = 0,
    paper: Annotated[Paper | None, typer.Option(help="What it is printed on.")] = None,
    per_page: Annotated[int, typer.Option(min=0, help="Slips or cards on a page, to be cut apart: 1, 2 or 4.")] = 0,
    pdf: Annotated[bool, typer.Option("--pdf", help="As a PDF, by typst: pip install 'flagfall\\[pdf]'.")] = False,
    font: Annotated[
        Path | None, typer.Option(help="A font file for the PDF, where none has the characters.", exists=True)
    ] = None,
    site: Annotated[str, typer.Option(help="Where the event's pages are, for QR codes: https://host.")] = "",
    game: Annotated[int, typer.Option(help="The number of the game in the journal.", min=1)] = 1,
    event: Annotated[str, typer.Option(help="The name of the event, for the head of the form.")] = "",
    table: Annotated[str, typer.Option(help="The name of the table; without one, the journal's file name.")] = "",
    output: Annotated[
        Path | None, typer.Option("--output", "-o", help="The file to write; else it is printed.")
    ] = None,
    zone: Annotated[str, typer.Option(help="The time zone of the event, such as Asia/Shanghai.")] = "UTC",
    both: Annotated[bool, typer.Option("--both", help="English and Chinese beside each other.")] = False,
    language: Language = "",
) -> None:
    """Print a form: slips, pairings, cross tables, standings, cards, score sheets; English and Chinese, A4 and A5."""
    if not name:
        _list(language)
        return
    place = _zone(zone)
    if journal is not None:
        made = _of_game(name, journal, game, event, table, place)
    elif name == "protocol":
        raise FormRefused(message("command.form.needs_journal"))
    else:
        of_bridge = find_bridge_form(name)
        if of_bridge is None:
            find_form(name)
        known = None if of_bridge is not None else _event(file, relay, ca, round_)
        played = None if of_bridge is None else kept_bridge_event(file, relay, ca)
        request = FormRequest(
            round=RoundNumber(round_) if round_ else None,
            number=number or None,
            blank=blank or (known is None and played is None),
            rows=rows or None,
            paper=paper,
            per_page=per_page or None,
            zone=place,
            site=(site or _host(relay)).rstrip("/"),
        )
        if of_bridge is not None:
            made = bridge_form(of_bridge, played, request)
        else:
            made = event_form(name, known or FormEvent(title=event), request)
    words: FormTexts = SideBySide(catalogue("zh"), catalogue("en")) if both else catalogue(language)
    _write(made, words, output, pdf=pdf, font=font)


def _list(language: str) -> None:
    texts = catalogue(language)
    table = Table(box=None, pad_edge=False, show_header=False)
    for form in FORMS:
        table.add_row(form.name, texts.render(form.title), form.article)
    for paper in BRIDGE_FORMS:
        table.add_row(paper.name, texts.render(paper.title), paper.article)
    table.add_row("protocol", texts.render(message("form.protocol")), "")
    Console(highlight=False).print(table)


def _zone(name: str) -> ZoneInfo:
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError) as error:
        raise FormRefused(message("command.form.no_zone", zone=name)) from error


def _of_game(name: str, journal: Path, game: int, event: str, table: str, zone: tzinfo) -> PrintedForm:
    """The form of a game that a journal holds."""
    if name not in _OF_A_GAME:
        raise FormRefused(message("command.form.not_of_game", name=name, known=tuple(_OF_A_GAME)))
    sheet = score_sheet(read_entries(journal), game, event, table or journal.stem)
    if sheet is None:
        raise FormRefused(message("command.form.no_game", file=journal.name, game=game))
    return _OF_A_GAME[name](sheet, zone)


def _event(file: Path | None, relay: str, ca: Path | None, round_: int) -> FormEvent | None:
    """The event that the form is filled from; None: from nothing."""
    through = RoundNumber(round_) if round_ else None
    if file is not None and file.suffix.lower() in _REPORTS:
        return reported_event(read_report(str(file)).report, through=through)
    if file is not None:
        return recorded_event(_opened(FileTournament(file, "").fold().event), through=through)
    if relay:
        with RelayClient(relay, ca) as client:
            found = _opened(RelayTournament(client).fold().event)
            printed = through or RoundNumber(len(found.rounds))
            return recorded_event(found, through=through, links=client.result_links(printed) if printed else {})
    return None


def _opened(event: Event | None) -> Event:
    if event is None:
        raise EventRefused(message("event.not_open"))
    return event


def _host(link: str) -> str:
    """The relay's address without the secret of a sign-in link."""
    return link.partition("/sign-in/")[0]


def _write(form: PrintedForm, texts: FormTexts, output: Path | None, *, pdf: bool, font: Path | None) -> None:
    if not pdf:
        page = html_form(form, texts)
        if output is None:
            typer.echo(page, nl=False)
        else:
            _save(output, page.encode())
        return
    if output is None:
        raise FormRefused(message("command.form.no_output"))
    _save(output, pdf_form(form, texts, font))


def _save(path: Path, content: bytes) -> None:
    try:
        path.write_bytes(content)
    except OSError as error:
        raise SettingsError(f"{path} cannot be written: {error.strerror}.") from error
