"""All forms of an event, by name: those of the handbook (DH 二), and what a hall needs every day."""

from __future__ import annotations

import enum
from collections.abc import Callable

import msgspec

from gateway.model.messages import Message, message

from .bracket_chart import knock_out_chart
from .cross_tables import cross_table, cross_table_two_games
from .event_posters import qr_sheet
from .form_event import FormEvent
from .form_request import FormRefused, FormRequest
from .game_sheets import opening_sheet, round_score_sheets
from .pairing_cards import pairing_cards
from .player_lists import check_in_list, entry_list, place_cards, start_list
from .printed_form import Paper, PrintedForm
from .result_slips import result_slips, result_slips_two_games
from .round_lists import pairing_record, pairings_by_board, pairings_by_name, round_results
from .swiss_tables import standings_list, swiss_standings
from .team_slips import team_line_ups, team_slips, team_slips_long, team_slips_two_games
from .team_standings import team_cross_table, team_swiss_standings

__all__ = ["FORMS", "EventForm", "FormGroup", "event_form", "find_form"]


class FormGroup(enum.StrEnum):
    """The use of a form."""

    ROUND = "round"
    PLAYERS = "players"
    TABLES = "tables"
    TEAMS = "teams"
    BOARDS = "boards"


class EventForm(msgspec.Struct, frozen=True, kw_only=True):
    """A form that is made of an event."""

    name: str
    make: Callable[[FormEvent, FormRequest], PrintedForm]
    group: FormGroup
    article: str = ""
    """The book that prints it."""
    public: bool = False
    """Everybody may have it: it says no more than the event's page."""
    of_round: bool = False
    """It is about one round."""
    of_teams: bool = False
    blank: bool = True
    """It can be printed for a pen."""
    per_page: tuple[int, ...] = ()
    """How many there may be on a page; nothing: as many as it needs pages."""
    papers: tuple[Paper, ...] = (Paper.A4, Paper.A5)

    def counts(self, paper: Paper) -> tuple[int, ...]:
        """How many there may be on a page: on the smaller paper half of them."""
        most = max(self.per_page, default=1)
        return tuple(count for count in self.per_page if paper is Paper.A4 or 2 * count <= most) or (1,)

    @property
    def title(self) -> Message:
        """Its name for people."""
        return Message(f"form_name.{self.name.replace('-', '_')}")


_WIDE = (Paper.A4,)
_BOOK = "DH 二"

FORMS: tuple[EventForm, ...] = (
    EventForm(
        name="pairings", make=pairings_by_board, group=FormGroup.ROUND, public=True, of_round=True, blank=False
    ),
    EventForm(
        name="pairings-by-name", make=pairings_by_name, group=FormGroup.ROUND, public=True, of_round=True, blank=False
    ),
    EventForm(
        name="result-slip", make=result_slips, group=FormGroup.ROUND, article=_BOOK, of_round=True, per_page=(1, 2, 4)
    ),
    EventForm(
        name="result-slip-two-games", make=result_slips_two_games, group=FormGroup.ROUND, article=_BOOK,
        of_round=True, per_page=(1, 2),
    ),
    EventForm(name="results", make=round_results, group=FormGroup.ROUND, public=True, of_round=True, blank=False),
    EventForm(name="pairing-record", make=pairing_record, group=FormGroup.ROUND, article=_BOOK, of_round=True),
    EventForm(name="standings", make=standings_list, group=FormGroup.TABLES, public=True, of_round=True, blank=False),
    EventForm(
        name="swiss-standings", make=swiss_standings, group=FormGroup.TABLES, article=_BOOK, public=True, papers=_WIDE
    ),
    EventForm(name="crosstable", make=cross_table, group=FormGroup.TABLES, article=_BOOK, public=True, papers=_WIDE),
    EventForm(
        name="crosstable-two-games", make=cross_table_two_games, group=FormGroup.TABLES, article=_BOOK, public=True,
        papers=_WIDE,
    ),
    EventForm(name="knock-out", make=knock_out_chart, group=FormGroup.TABLES, article=_BOOK, public=True, papers=_WIDE),
    EventForm(name="entries", make=entry_list, group=FormGroup.PLAYERS, public=True),
    EventForm(name="start-list", make=start_list, group=FormGroup.PLAYERS, public=True),
    EventForm(name="check-in", make=check_in_list, group=FormGroup.PLAYERS),
    EventForm(name="pairing-card", make=pairing_cards, group=FormGroup.PLAYERS, article=_BOOK, per_page=(1, 2, 4)),
    EventForm(name="place-cards", make=place_cards, group=FormGroup.PLAYERS, per_page=(1, 2, 4)),
    EventForm(
        name="team-line-up", make=team_line_ups, group=FormGroup.TEAMS, article=_BOOK, of_teams=True, per_page=(1, 2)
    ),
    EventForm(
        name="team-slip", make=team_slips, group=FormGroup.TEAMS, article=_BOOK, of_round=True, of_teams=True,
        per_page=(1, 2),
    ),
    EventForm(
        name="team-slip-two-games", make=team_slips_two_games, group=FormGroup.TEAMS, article=_BOOK, of_round=True,
        of_teams=True, per_page=(1, 2),
    ),
    EventForm(
        name="team-slip-long", make=team_slips_long, group=FormGroup.TEAMS, article=_BOOK, of_round=True,
        of_teams=True, papers=_WIDE,
    ),
    EventForm(
        name="team-crosstable", make=team_cross_table, group=FormGroup.TEAMS, article=_BOOK, public=True,
        of_teams=True, papers=_WIDE,
    ),
    EventForm(
        name="team-swiss-standings", make=team_swiss_standings, group=FormGroup.TEAMS, article=_BOOK, public=True,
        of_teams=True, papers=_WIDE,
    ),
    EventForm(
        name="score-sheet", make=round_score_sheets, group=FormGroup.BOARDS, article="GN 4.2", of_round=True,
        papers=_WIDE,
    ),
    EventForm(
        name="openings", make=opening_sheet, group=FormGroup.BOARDS, article="GN app. 1", public=True, papers=_WIDE
    ),
    EventForm(name="qr", make=qr_sheet, group=FormGroup.BOARDS, public=True, blank=False),
)  # fmt: skip


def find_form(name: str) -> EventForm:
    """The form of that name; raises `FormRefused`."""
    for form in FORMS:
        if form.name == name:
            return form
    raise FormRefused(message("form.unknown", name=name, known=tuple(form.name for form in FORMS)))


def event_form(name: str, event: FormEvent, request: FormRequest) -> PrintedForm:
    """A form of the event; raises `FormRefused` where it cannot be made, or not as it is asked for."""
    form = find_form(name)
    if request.blank and not form.blank:
        raise FormRefused(message("form.never_blank", form=form.title))
    if request.paper is not None and request.paper not in form.papers:
        raise FormRefused(message("form.wrong_paper", form=form.title))
    counts = form.counts(request.paper or Paper.A4)
    if request.per_page is not None and request.per_page not in counts:
        known = tuple(map(str, counts))
        raise FormRefused(message("form.wrong_per_page", form=form.title, known=known))
    return form.make(event, request)
