"""The protocol of a game, for the arbiter: all that the record tells of it, on as many pages as it needs."""

from __future__ import annotations

from datetime import UTC, tzinfo
from html import escape

from gateway.model.instants import Instant, wall_time
from gateway.model.messages import name_of
from gateway.model.sides import Side

from .form_parts import page, rows_of, signatures, times_of, when, zone_words
from .languages import FormTexts
from .score_sheet import ScoreSheet, SheetMove

__all__ = ["html_protocol"]


def html_protocol(sheet: ScoreSheet, texts: FormTexts, style: str = "", zone: tzinfo = UTC) -> str:
    """The protocol as a page of its own; it tells what the sheet was made from, be it the public part only."""
    parts = (
        _head(sheet, texts, zone),
        _players(sheet, texts),
        _moves(sheet, texts),
        _envelopes(sheet, texts, zone),
        _course(sheet, texts, zone),
        signatures(sheet, texts),
    )
    return page("form.protocol", sheet, texts, style, parts)


def _head(sheet: ScoreSheet, texts: FormTexts, zone: tzinfo) -> str:
    setup = sheet.setup
    rows = (
        ("form.event", sheet.event),
        ("form.round", str(setup.round or "")),
        ("form.pairing", setup.pairing),
        ("form.table", sheet.table.upper()),
        ("form.game", str(setup.game)),
        ("form.begun", when(sheet.begun, zone)),
        ("form.ended", "" if sheet.ended is None else when(sheet.ended, zone)),
        ("form.zone", zone_words(zone, sheet.begun)),
        ("form.rules", texts.text(f"game.{setup.rules}")),
        ("form.rulebook", texts.text(f"rulebook.{setup.rulebook}")),
        ("form.control", setup.control),
        ("form.fifths", ", ".join(sheet.fifths)),
        ("form.swaps", str(sheet.swaps or "")),
    )
    return rows_of(rows, texts)


def _players(sheet: ScoreSheet, texts: FormTexts) -> str:
    """What the event knows of both, their times and points; what it knows of neither has no column."""
    left, score = sheet.left_ms, sheet.score
    used = None if sheet.face is None else sheet.face.used_ms
    sides = (sheet.first, sheet.first.other)
    persons = [sheet.players[side] for side in sides]
    columns: list[tuple[str, str, list[str]]] = [
        ("form.title", "", [person.title for person in persons]),
        ("form.name", "", [person.name for person in persons]),
        ("form.id", "", [person.id for person in persons]),
        ("form.federation", "", [person.federation for person in persons]),
        ("form.rating", "", [str(person.rating or "") for person in persons]),
        ("form.club", "", [person.club for person in persons]),
        ("form.used", "time", [texts.text("form.time", ms=used[side]) if used else "" for side in sides]),
        ("form.left", "time", [texts.text("form.time", ms=left[side]) if left else "" for side in sides]),
        ("form.points", "points", [score[side] if score else "" for side in sides]),
    ]
    known = [column for column in columns if any(column[2])]
    rows = [
        f'<th scope="row">{escape(texts.render(name_of(side)))}</th>'
        + "".join(f'<td class="{kind}">{escape(values[n])}</td>' for _, kind, values in known)
        for n, side in enumerate(sides)
    ]
    return _table("players", [texts.text("form.side"), *(texts.text(key) for key, *_ in known)], rows)


def _moves(sheet: ScoreSheet, texts: FormTexts) -> str:
    """Every move with the time that was used for it and the time that was left after it."""
    if not sheet.moves:
        return ""
    sides = [escape(texts.render(name_of(side))) for side in (sheet.first, sheet.first.other)]
    times = "".join(f'<th scope="col">{escape(texts.text(key))}</th>' for key in ("form.spent", "form.left"))
    heads = "".join(f'<th scope="col">{side}</th>{times}' for side in sides)
    rows = "".join(
        f'<tr><td class="n">{n + 1}</td>{_move(sheet, one, 2 * n, texts)}{_move(sheet, two, 2 * n + 1, texts)}</tr>\n'
        for n, (one, two) in enumerate(sheet.pairs())
    )
    title = f"<h2>{escape(texts.text('form.moves'))}</h2>"
    return f'{title}\n<table class="timed">\n<thead><tr><td></td>{heads}</tr></thead>\n<tbody>\n{rows}</tbody></table>'


def _move(sheet: ScoreSheet, move: SheetMove | None, ply: int, texts: FormTexts) -> str:
    if move is None:
        return "<td></td><td></td><td></td>"
    text = texts.text("form.pass") if move.text == "pass" else move.text
    spent = sheet.spent_ms(ply)
    times = (("" if ms is None else times_of(ms, texts)) for ms in (spent, move.left_ms))
    return f"<td>{escape(f'{text} {move.mark}'.strip())}</td>" + "".join(f'<td class="time">{ms}</td>' for ms in times)


def _envelopes(sheet: ScoreSheet, texts: FormTexts, zone: tzinfo) -> str:
    """Adjournments, with what has to be written on the envelope (GN 20.1)."""
    if not sheet.envelopes:
        return ""
    rows = [
        f"<td>{when(each.at, zone)}</td><td>{escape(texts.render(name_of(each.sealer)))}</td>"
        + "".join(
            f'<td class="time">{"" if ms is None else times_of(ms[side], texts)}</td>'
            for side in Side
            for ms in (each.used_ms, each.left_ms)
        )
        for each in sheet.envelopes
    ]
    both = [f"{texts.render(name_of(side))}: {texts.text(key)}" for side in Side for key in ("form.used", "form.left")]
    table = _table("", [texts.text("form.time_of_day"), texts.text("form.sealer"), *both], rows)
    return f"<h2>{escape(texts.text('form.adjournment'))}</h2>\n{table}"


def _course(sheet: ScoreSheet, texts: FormTexts, zone: tzinfo) -> str:
    """Every ruling with its article and who made it."""
    if not sheet.rulings:
        return ""
    rows = [
        f'<td class="time">{_time(each.at, zone)}</td><td>{escape(texts.render(each.text))}</td>'
        f"<td>{escape(each.article)}</td><td>{escape(_who(each.by, texts))}</td>"
        for each in sheet.rulings
    ]
    keys = ("form.time_of_day", "form.ruling", "form.article", "form.by")
    title = f"<h2>{escape(texts.text('form.rulings'))}</h2>"
    return f"{title}\n{_table('course', [texts.text(key) for key in keys], rows)}"


def _table(kind: str, heads: list[str], rows: list[str]) -> str:
    names = "".join(f'<th scope="col">{escape(head)}</th>' for head in heads)
    cells = "".join(f"<tr>{row}</tr>\n" for row in rows)
    return f'<table class="{kind}">\n<thead><tr>{names}</tr></thead>\n<tbody>\n{cells}</tbody></table>'


def _who(by: str, texts: FormTexts) -> str:
    """A person, or the side that stopped the clock."""
    return texts.render(name_of(Side(by))) if by in set(Side) else by


def _time(at: Instant, zone: tzinfo) -> str:
    return wall_time(at).astimezone(zone).strftime("%H:%M:%S")
