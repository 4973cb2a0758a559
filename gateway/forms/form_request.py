"""The request for a form, and what the forms of an event share: heads, names, scores."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from datetime import UTC, tzinfo
from fractions import Fraction

import msgspec

from gateway.model.errors import GatewayError
from gateway.model.instants import Instant, wall_time
from gateway.model.messages import Message, message, name_of
from gateway.model.pairings import RoundNumber
from gateway.model.sides import Side
from gateway.tournament.crosstable import PointScale, RoundScore
from gateway.tournament.standings.explained import written

from .form_event import FormEvent, FormPairing, FormRound
from .printed_form import FormCell, FormField, FormRow, FormSheet, FormSigner, Paper, PrintedForm

__all__ = [
    "FormRefused",
    "FormRequest",
    "alphabetical",
    "arbiter",
    "bye_words",
    "chief_arbiter",
    "cut_below",
    "date_field",
    "days_field",
    "event_field",
    "group_field",
    "head_fields",
    "in_piles",
    "pen_rows",
    "place_field",
    "points",
    "result_words",
    "round_field",
    "round_of",
    "score_mark",
    "side_words",
    "when",
]


class FormRefused(GatewayError):
    """A form that cannot be made of what there is; says what to do."""


class FormRequest(msgspec.Struct, frozen=True, kw_only=True):
    """The part of an event that is printed, and the paper."""

    round: RoundNumber | None = None
    """None: the last that is paired."""
    number: int | None = None
    """One participant, one board or one match; None: all."""
    blank: bool = False
    """With the head of the event and nothing else."""
    rows: int | None = None
    """Of a blank form: rows, or participants; None: as many as the book's."""
    paper: Paper | None = None
    """None: what suits the form."""
    per_page: int | None = None
    """Sheets on a page; None: what suits the form."""
    zone: tzinfo = UTC
    site: str = ""
    """Where the event's pages are: `https://host`; empty: nowhere, and no codes are printed."""


def round_of(event: FormEvent, request: FormRequest) -> FormRound:
    """The round that is asked for, or the last; raises `FormRefused`."""
    if request.round is None and event.rounds:
        return event.rounds[-1]
    found = None if request.round is None else event.round(request.round)
    if found is None:
        raise FormRefused(message("form.no_round", round=request.round or 1, last=len(event.rounds)))
    return found


# -- the head ---------------------------------------------------------------------------------------------------------


def event_field(event: FormEvent) -> FormField:
    """The event's title."""
    return FormField(message("form.event"), event.title or None)


def group_field(group: str = "") -> FormField:
    """The group."""
    return FormField(message("form.group"), group or None)


def head_fields(event: FormEvent, request: FormRequest, group: str = "") -> tuple[FormField, ...]:
    """Event, place and days, and the group where there are several."""
    named = (group_field(group),) if group else ()
    return (event_field(event), *named, place_field(event), days_field(event, request))


def place_field(event: FormEvent) -> FormField:
    """Where it is held."""
    return FormField(message("form.place_held"), event.place or None)


def round_field(number: int | None) -> FormField:
    """The round."""
    return FormField(message("form.round"), str(number) if number else None)


def date_field(request: FormRequest, a_round: FormRound | None) -> FormField:
    """The day and the hour of a round; for a pen where nobody has said when."""
    start = None if a_round is None else a_round.start
    return FormField(message("form.date"), None if start is None else when(start, request.zone))


def days_field(event: FormEvent, request: FormRequest) -> FormField:
    """The days of the event, as far as they are known."""
    days = [_day(each.start, request.zone) for each in event.rounds if each.start is not None]
    known = event.dates or " – ".join(dict.fromkeys((days[0], days[-1]) if days else ()))
    return FormField(message("form.date"), known or None)


def when(at: Instant, zone: tzinfo) -> str:
    """The day and the minute, in the event's time zone."""
    return wall_time(at).astimezone(zone).strftime("%Y-%m-%d %H:%M")


def _day(at: Instant, zone: tzinfo) -> str:
    return wall_time(at).astimezone(zone).strftime("%Y-%m-%d")


# -- the foot ---------------------------------------------------------------------------------------------------------


def chief_arbiter(event: FormEvent) -> FormSigner:
    """The chief arbiter, who signs pairings and results (GN 25.2.2)."""
    return FormSigner(message("form.chief_arbiter"), event.chief)


def arbiter() -> FormSigner:
    """The arbiter at the table."""
    return FormSigner(message("form.arbiter"))


# -- the paper --------------------------------------------------------------------------------------------------------


def cut_below(name: str, title: Message, sheets: tuple[FormSheet, ...], request: FormRequest, most: int) -> PrintedForm:
    """Slips below each other on a page: so many on A4, half as many on A5, or as many as are asked for."""
    paper = request.paper or Paper.A4
    down = request.per_page or (most if paper is Paper.A4 else max(most // 2, 1))
    landscape = paper is Paper.A5 and down == 1
    return PrintedForm(name=name, title=title, sheets=sheets, paper=paper, landscape=landscape, down=down)


# -- cells ------------------------------------------------------------------------------------------------------------


def pen_rows(count: int, columns: int) -> list[FormRow]:
    """Numbered rows for a pen."""
    return [(FormCell(str(at)), *(FormCell() for _ in range(columns - 1))) for at in range(1, count + 1)]


def in_piles(rows: Sequence[FormRow], most: int) -> list[Sequence[FormRow]]:
    """The rows of each sheet; one sheet at least."""
    return [rows[at : at + most] for at in range(0, max(len(rows), 1), most)]


def points(value: Fraction | None) -> str:
    """Points as people write them: `3½`; nothing where there are none yet."""
    if value is None:
        return ""
    whole, rest = divmod(value, 1)
    if rest == Fraction(1, 2):
        return f"{whole or ''}½"
    return written(value)


_MARKS = {
    RoundScore.WIN: "1",
    RoundScore.UNRATED_WIN: "1",
    RoundScore.DRAW: "½",
    RoundScore.UNRATED_DRAW: "½",
    RoundScore.LOSS: "0",
    RoundScore.UNRATED_LOSS: "0",
    RoundScore.FORFEIT_WIN: "+",
    RoundScore.FORFEIT_LOSS: "-",
    RoundScore.PAIRING_BYE: "+",
    RoundScore.FULL_BYE: "+",
    RoundScore.HALF_BYE: "=",
    RoundScore.ZERO_BYE: "-",
}


def score_mark(score: RoundScore | None) -> str:
    """What one side got in a game, `+` and `-` where none was played (GN 28.3)."""
    return "" if score is None else _MARKS[score]


def result_words(pairing: FormPairing, first: Side, scale: PointScale) -> str:
    """`1 - 0`, seen from who moves first; of several games the points of both, once all of them are over."""
    scores = [game.scores for game in pairing.games]
    if scores[0] is None or None in scores:
        return ""
    if len(scores) == 1:
        return f"{score_mark(scores[0][first])} - {score_mark(scores[0][first.other])}"
    own = pairing.players[first]
    sums = [Fraction(0), Fraction(0)]
    for game in pairing.games:
        for side in Side:
            sums[game.players[side] != own] += scale.of(game.scores[side]) if game.scores is not None else 0
    return f"{points(sums[0])} - {points(sums[1])}"


def bye_words(score: RoundScore) -> Message:
    """What somebody has who has no opponent."""
    match score:
        case RoundScore.PAIRING_BYE | RoundScore.FULL_BYE:
            return message("form.bye")
        case RoundScore.HALF_BYE:
            return message("form.bye_half")
        case _:
            return message("form.not_paired")


def side_words(side: Side) -> Message:
    """White, or Black."""
    return name_of(side)


def alphabetical(name: str) -> tuple[bool, bytes, str]:
    """What names are sorted by: letters without their accents; Chinese names after them, by their sound.

    The common characters stand in GB 18030 in the order of pinyin.
    """
    plain = "".join(each for each in unicodedata.normalize("NFKD", name) if not unicodedata.combining(each)).casefold()
    chinese = bool(plain) and ord(plain[0]) > 0x2E7F
    return chinese, plain.encode("gb18030"), name
