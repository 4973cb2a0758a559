"""Pages of one player: the games of all rounds, the place and where each number comes from, why somebody was met."""

from __future__ import annotations

from collections.abc import Sequence

from gateway.event.named_numbers import with_names
from gateway.event.player_record import PlayerRecord, PlayerRound
from gateway.model.messages import Message
from gateway.relay.web.html_tags import Html, join, table_of, tag
from gateway.tournament.crosstable import PairingNumber
from gateway.tournament.standings.explained import TieBreakValue
from gateway.tournament.standings.ranking import Standings

from .tournament_writer import PageWriter, details_of, name_of, points_text

__all__ = ["player_page", "story_page"]


def player_page(page: PageWriter, record: PlayerRecord, found: Standings | None, after: int | None) -> Html:
    """One player."""
    person, number = record.entrant.person, record.entrant.number or PairingNumber(0)
    about = " · ".join(str(each) for each in details_of(person) if each)
    star = tag("span", data_star=person.name, data_person=person.id)
    head = tag("div", tag("h1", name_of(person), dir="auto"), star, class_="section-head")
    row = next((each for each in found.rows if each.number == number), None) if found is not None else None
    rank = "" if row is None or not record.rounds else str(row.rank)
    facts = [
        ("page.tournament_number", str(number)),
        ("page.tournament_place", rank),
        ("page.tournament_points", f"{points_text(record.points)} / {len(record.rounds)}" if record.rounds else ""),
        ("page.tournament_rating", str(person.rating or "")),
        ("tournament_page.performance", str(record.performance or "")),
        ("tournament_page.opponents_rating", str(record.opponents or "")),
    ]
    cells = [tag("div", tag("dt", page.text(key)), tag("dd", value)) for key, value in facts if value]
    withdrawn = (
        tag("p", page.text("tournament_page.withdrawn"), class_="trouble") if record.entrant.until is not None else None
    )
    parts: list[Html | None] = [
        tag("p", tag("a", f"‹ {page.text('page.tournament_players')}", href=page.href("players"), class_="back")),
        head,
        tag("p", about, class_="about", dir="auto") if about else None,
        withdrawn,
        tag("dl", *cells, class_="figures"),
    ]
    if record.rounds:
        parts.append(_rounds(page, record))
    if row is not None and found is not None and record.rounds:
        parts += _numbers(page, found, row.values, after)
    return join(parts)


def _rounds(page: PageWriter, record: PlayerRecord) -> Html:
    keys = ("page.tournament_rounds", "tournament_page.opponent", "page.tournament_result")
    why = tag("th", tag("span", page.text("page.tournament_pairing"), class_="aside"), scope="col")
    rows = [_round(page, each) for each in record.rounds]
    heads: list[str | Html] = [tag("th", tag("span", page.text(keys[0]), class_="aside"), scope="col")]
    heads += [page.text(key) for key in keys[1:]]
    return table_of(page.text("public.games"), [*heads, why], rows, kind="own-rounds")


def _round(page: PageWriter, played: PlayerRound) -> Html:
    number = tag("th", tag("a", str(played.number), href=page.href(f"rounds/{played.number}")), scope="row")
    if played.game is None or played.opponent is None or played.side is None:
        words = page.bye(played.score) if played.score is not None else ""
        return tag("tr", number, tag("td", words, class_="bye"), tag("td"), tag("td"))
    opponent = page.player(played.opponent, *details_of(page.event.entrant(played.opponent).person)[:2])
    disc = tag(
        "span", class_=f"side {played.side.value}", role="img", aria_label=page.text(f"side.{played.side.value}")
    )
    mark = page.mark(played.score) or page.text(
        "tournament_page.on_the_board" if played.game.id in page.games else "tournament_page.to_come"
    )
    why = page.why(played.number, played.game, played.side)
    return tag(
        "tr",
        number,
        tag("td", tag("span", disc, tag("span", opponent, class_="person"), class_="met")),
        tag("td", page.game_link(played.game.id, mark), class_="result"),
        tag("td", why),
    )


def _numbers(
    page: PageWriter, found: Standings, values: Sequence[TieBreakValue | None], after: int | None
) -> list[Html | None]:
    shown = after or len(page.event.rounds)
    title = tag("h2", page.text("tournament_page.where_from"))
    note = tag("p", page.text("tournament_page.after_round", round=shown), class_="muted")
    sections = [
        _number(page, at, tie_break.code, value)
        for at, (tie_break, value) in enumerate(zip(found.tie_breaks, values, strict=True), 1)
        if value is not None
    ]
    return [title, note, *sections] if sections else []


def _number(page: PageWriter, at: int, code: str, value: TieBreakValue) -> Html:
    lines = [
        tag("li", page.render(with_names(page.event, addend.told)), class_="cut" if addend.cut else None)
        for addend in value.addends
    ]
    formula = tag("p", page.render(value.formula), class_="muted") if value.formula is not None else None
    return tag(
        "section",
        tag("h3", f"{code} = ", tag("strong", value.text)),
        tag("ul", *lines) if lines else None,
        formula,
        id=f"tie-break-{at}",
        class_="number-story",
    )


def story_page(page: PageWriter, number: int, player: PairingNumber, story: Sequence[Message]) -> Html:
    """Why a player met this opponent in a round."""
    name = name_of(page.event.entrant(player).person)
    title = page.text("tournament_page.why_in_round", round=number, name=name)
    back = tag(
        "a", f"‹ {page.text('page.tournament_round', round=number)}", href=page.href(f"rounds/{number}"), class_="back"
    )
    lines = [tag("li", page.render(sentence)) for sentence in story]
    return join(
        (
            tag("p", back),
            tag("section", tag("h1", title, dir="auto"), tag("ul", *lines), id="story", class_="number-story"),
        )
    )
