"""Pages of the tournament that are charts: the cross table, and the bracket of a knock-out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from gateway.event.event import EventGame
from gateway.event.event_charts import EventChart
from gateway.event.regulations import System
from gateway.model.sides import Side
from gateway.relay.web.html_tags import Html, join, table_of, tag
from gateway.tournament.crosstable import PairingNumber, Participant, RoundResult
from gateway.tournament.knockout_bracket import KnockoutBracket, LoserOf, Tie, TieEnd, TieId, TieSeat, TieState

from .tournament_team_pages import team_meetings
from .tournament_writer import PageWriter, heading, name_of, points_text

__all__ = ["bracket_page", "crosstable_page"]

_EVERYBODY_MEETS = frozenset({System.ROUND_ROBIN, System.DOUBLE_ROUND_ROBIN})
_SIDES = {Side.WHITE: "tournament_page.side_w", Side.BLACK: "tournament_page.side_b"}
_PARTS = {
    "main": "tournament_page.bracket_main",
    "winners": "tournament_page.bracket_winners",
    "losers": "tournament_page.bracket_losers",
    "final": "tournament_page.bracket_final",
    "third": "tournament_page.bracket_third",
}
_LAST_ROUNDS = ("tournament_page.final", "tournament_page.semi_finals", "tournament_page.quarter_finals")
"""The names of the last round, the one before it, ..."""


def crosstable_page(page: PageWriter, charts: Iterable[EventChart]) -> Html:
    """Who met whom: by opponents where everybody meets everybody, else round by round."""
    title = page.text("page.tournament_crosstable")
    shown = [chart for chart in charts if chart.table.rounds_known and chart.bracket is None]
    if not shown:
        return join((tag("h1", title), tag("p", page.text("page.tournament_no_rounds"), class_="notice small")))
    tables = [
        join(
            (
                heading(page, shown, each),
                _everybody(page, each) if each.system in _EVERYBODY_MEETS else _by_rounds(page, each),
            )
        )
        for each in shown
    ]
    files = page.downloads(("CSV", "/api/tournament/crosstable.csv"), ("JSON", "/api/tournament/crosstable.json"))
    return join((tag("h1", title), *tables, files))


def _everybody(page: PageWriter, chart: EventChart) -> Html:
    order = [row.number for row in chart.standings.rows]
    heads: list[str | Html] = [page.text("page.tournament_place"), page.text("page.name")]
    heads += [
        tag("th", str(at), scope="col", class_="cell", title=_name(page, number)) for at, number in enumerate(order, 1)
    ]
    heads.append(tag("th", page.text("page.tournament_points"), scope="col", class_="number"))
    rows = []
    for at, row in enumerate(chart.standings.rows, 1):
        met = _against(chart.table[row.number])
        cells = [
            tag("td", class_="self") if other == row.number else _met(page, row.number, other, met) for other in order
        ]
        rows.append(_row(page, at, row.number, cells, points_text(row.points)))
    return table_of(page.text("page.tournament_crosstable"), heads, rows, kind="crosstable")


def _by_rounds(page: PageWriter, chart: EventChart) -> Html:
    rounds = range(chart.table.rounds_known)
    heads: list[str | Html] = [page.text("page.tournament_place"), page.text("page.name")]
    heads += [
        tag("th", page.text("tournament_page.round_short", n=at + 1), scope="col", class_="cell") for at in rounds
    ]
    heads.append(tag("th", page.text("page.tournament_points"), scope="col", class_="number"))
    rows = []
    for row in chart.standings.rows:
        results = chart.table[row.number].rounds
        cells = [_round_cell(page, row.number, results[at] if at < len(results) else None) for at in rounds]
        rows.append(_row(page, row.rank, row.number, cells, points_text(row.points)))
    hint = tag("p", page.text("tournament_page.crosstable_hint"), class_="muted hint")
    return join((table_of(page.text("page.tournament_crosstable"), heads, rows, kind="crosstable"), hint))


def _row(page: PageWriter, place: int, number: PairingNumber, cells: list[Html], points: str) -> Html:
    person = page.event.entrant(number).person
    return tag(
        "tr",
        tag("th", str(place), scope="row"),
        tag("td", page.player(number, number, person.rating)),
        *cells,
        tag("td", tag("strong", points), class_="number"),
    )


def _against(row: Participant) -> dict[PairingNumber, list[RoundResult]]:
    found: dict[PairingNumber, list[RoundResult]] = {}
    for each in row.rounds:
        if each is not None and each.opponent is not None:
            found.setdefault(each.opponent, []).append(each)
    return found


def _met(
    page: PageWriter, number: PairingNumber, other: PairingNumber, met: Mapping[PairingNumber, list[RoundResult]]
) -> Html:
    """What somebody has against another; of teams the game points."""
    if page.event.regulations.teams is None:
        return _meetings(page, met.get(other, []))
    return tag("td", team_meetings(page, number, other) if other in met else "", class_="cell")


def _meetings(page: PageWriter, results: list[RoundResult]) -> Html:
    return tag("td", " ".join(page.mark(each.score) for each in results), class_="cell")


def _round_cell(page: PageWriter, number: PairingNumber, result: RoundResult | None) -> Html:
    """`12w1`: against number 12, with white, won."""
    if result is None:
        return tag("td", "", class_="cell")
    if result.opponent is None:
        return tag("td", tag("span", "–", title=page.bye(result.score)), class_="cell muted")
    side = tag("small", page.text(_SIDES[result.side])) if result.side is not None else None
    opponent = tag("span", str(result.opponent), title=_name(page, result.opponent))
    teams = page.event.regulations.teams is not None
    mark = team_meetings(page, number, result.opponent) if teams else page.mark(result.score)
    return tag("td", opponent, side, tag("strong", mark), class_="cell")


def _name(page: PageWriter, number: PairingNumber) -> str:
    return name_of(page.event.entrant(number).person)


# Brackets -----------------------------------------------------------------------------------------------------------


def bracket_page(page: PageWriter, charts: Iterable[EventChart]) -> Html:
    """Every bracket, drawn from left to right; on a phone it is moved with the finger."""
    title = page.text("page.tournament_bracket")
    shown = [chart for chart in charts if chart.bracket is not None]
    drawn = [
        join((heading(page, shown, chart), _bracket(page, chart.bracket, chart.games)))
        for chart in shown
        if chart.bracket is not None
    ]
    if not drawn:
        return join((tag("h1", title), tag("p", page.text("tournament_page.no_bracket"), class_="notice small")))
    return join((tag("h1", title), *drawn))


def _bracket(page: PageWriter, bracket: KnockoutBracket, games: Mapping[TieId, tuple[EventGame, ...]]) -> Html:
    parts: dict[str, dict[int, list[Tie]]] = {}
    for tie in bracket.ties:
        parts.setdefault(_part(tie), {}).setdefault(tie.round, []).append(tie)
    last = max(tie.round for tie in bracket.ties)
    sections = []
    for part, rounds in parts.items():
        _, *counts = *map(len, rounds.values()), 0
        columns = [
            _column(
                page,
                [(bracket.states[tie.id], games.get(tie.id, ())) for tie in ties],
                part,
                last,
                joins=2 * following == len(ties),
            )
            for ties, following in zip(rounds.values(), counts, strict=True)
        ]
        title = page.text(_PARTS[part])
        drawn = tag("div", *columns, class_="bracket", role="group")
        region = tag("div", drawn, class_="scroll", tabindex=0, role="region", aria_label=title)
        sections.append(
            tag("section", tag("h2", title) if part != "main" else None, region, class_=f"bracket-part {part}")
        )
    return join((*sections, _places(page, bracket)))


def _part(tie: Tie) -> str:
    """The part of the drawing that a tie belongs to, by the beginning of its name."""
    if tie.id == "third":
        return "third"
    return {"W": "winners", "L": "losers", "F": "final"}.get(tie.id[:1], "main")


def _column(
    page: PageWriter, ties: list[tuple[TieState, tuple[EventGame, ...]]], part: str, last: int, *, joins: bool
) -> Html:
    """A round; `joins`: two of its ties lead to one of the next."""
    number = ties[0][0].tie.round
    is_named = part == "main" and last - number < len(_LAST_ROUNDS)
    title = page.text(_LAST_ROUNDS[last - number]) if is_named else page.text("page.tournament_round", round=number)
    drawn = [_tie(page, state, games) for state, games in ties]
    head = None if part == "third" else tag("p", title, class_="round-name")
    return tag("div", head, tag("ol", *drawn), class_="bracket-round joins" if joins else "bracket-round")


def _tie(page: PageWriter, state: TieState, games: tuple[EventGame, ...]) -> Html:
    seats = [
        _seat(page, state, seat, source, games)
        for seat, source in ((state.first, state.tie.first), (state.second, state.tie.second))
    ]
    label = tag("span", state.tie.id, class_="tie-id muted")
    links = [page.game_link(game.id, str(page.event.counted(game) or "…")) for game in games if game.id in page.games]
    foot = tag("span", *links, class_="tie-games") if links else None
    kind = "decided" if state.end is not None else "ready" if state.is_ready else "open"
    return tag("li", label, *seats, foot, class_=f"tie {kind}{' bye' if state.end is TieEnd.BYE else ''}")


def _seat(page: PageWriter, state: TieState, seat: TieSeat, source: object, games: tuple[EventGame, ...]) -> Html:
    won = seat.number is not None and seat.number == state.winner and state.end is not TieEnd.BYE
    if seat.number is not None:
        number = seat.number
        marks = []
        for game in games:
            counted = page.event.counted(game)
            side = Side.WHITE if game.white == number else Side.BLACK
            if counted is not None and not game.adjourned:
                marks.append(page.mark(counted.by_side[side]))
        name = tag("span", tag("small", str(number), class_="muted"), page.player(number), class_="person")
        return tag("span", name, tag("span", " ".join(marks), class_="marks"), class_="seat won" if won else "seat")
    if seat.waits_for is None:
        words = page.text("page.tournament_bye") if not isinstance(source, LoserOf) else "–"
    else:
        key = "tournament_page.loser_of" if isinstance(source, LoserOf) else "tournament_page.winner_of"
        words = page.text(key, tie=seat.waits_for)
    return tag("span", tag("span", words, class_="muted"), class_="seat empty")


def _places(page: PageWriter, bracket: KnockoutBracket) -> Html | None:
    """The places that are decided."""
    found = bracket.ranking()
    if not found:
        return None
    items = []
    for placing in found:
        place = str(placing.first) if placing.first == placing.last else f"{placing.first}–{placing.last}"
        names = join(tag("span", page.player(number), class_="person") for number in placing.numbers)
        items.append(tag("li", tag("span", place, class_="rank"), tag("span", names, class_="persons")))
    return join((tag("h2", page.text("tournament_page.places")), tag("ol", *items, class_="leaders places")))
