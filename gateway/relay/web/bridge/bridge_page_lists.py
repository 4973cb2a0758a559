"""Pages of the bridge event that the public reads: how far it is, a round, a match board by board, standings, who met
whom, and a board at every table."""

from __future__ import annotations

from collections.abc import Iterator

from gateway.event.bridge.bridge_drawing import round_count
from gateway.event.bridge.bridge_event import BridgeRoundState, BridgeTable, Room
from gateway.event.bridge.bridge_matches import BridgeMatch, matches, round_matches
from gateway.event.bridge.bridge_places import BridgeStandingRow, fraction_text, standing_rows
from gateway.event.bridge.pairs_scores import board_scores
from gateway.relay.web.html_tags import Html, join, table_of, tag
from gateway.tournament.bridge.compass import Partnership
from gateway.tournament.bridge.deal import Deal

from .bridge_bodies import board_body
from .bridge_hands import hand_diagram
from .bridge_writer import BridgeWriter, seats_line

__all__ = [
    "bridge_board_page",
    "bridge_crosstable_page",
    "bridge_match_page",
    "bridge_overview_page",
    "bridge_round_page",
    "bridge_standings_page",
]

_LEADERS = 8


def _number(text: str) -> Html:
    return tag("td", text, class_="number")


def bridge_overview_page(page: BridgeWriter) -> Html:
    """The event in short."""
    event, rules = page.event, page.event.regulations
    about = f"{page.text(f'bridge_form.{rules.form.value}')} · {page.text(f'bridge_system.{rules.system.value}')}"
    parts = [tag("h1", rules.title), tag("p", about, class_="stage")]
    if event.ranking is not None:
        parts.append(tag("p", page.text("bridge_desk.over")))
    elif event.closed:
        parts.append(tag("p", page.text("bridge_desk.state", round=len(event.rounds), of=round_count(event))))
    else:
        parts.append(tag("p", page.text("bridge_desk.entries", n=len(event.contestants))))
    if event.rounds:
        number = event.rounds[-1].number
        link = page.link(f"rounds/{number}", page.text("page.round", n=number), class_="button primary-link")
        parts += [tag("p", link), tag("h2", page.link("standings", page.text("bridge_desk.standings")))]
        parts.append(tag("ol", *(_leader(row) for row in standing_rows(event)[:_LEADERS]), class_="leaders"))
        parts.append(_files(page, number))
    else:
        names = [tag("li", each.name, dir="auto") for each in event.contestants.values()]
        parts.append(tag("ul", *names))
    return join(parts)


def _files(page: BridgeWriter, number: int) -> Html:
    """What can be printed, and the files for other programs."""
    papers = ["bridge-results", "bridge-boards", "bridge-butler", "bridge-guide", "bridge-vp-table"]
    if page.event.deals:
        papers.insert(2, "bridge-hands")
    links = [
        tag(
            "a",
            page.text(f"form_name.{name.replace('-', '_')}"),
            href=f"/print/bridge/{name}?round={number}&language={page.texts.language}",
        )
        for name in papers
    ]
    links += [tag("a", "PBN", href="/api/bridge/boards.pbn"), tag("a", "USEBIO", href="/api/bridge/results.xml")]
    return tag("p", *(each for link in links for each in (link, " ")), class_="files")


def _leader(row: BridgeStandingRow) -> Html:
    return tag(
        "li",
        tag("span", f"{row.group}{row.place}", class_="rank"),
        tag("span", row.name, class_="person name", dir="auto"),
        tag("strong", f"{row.percent} %" if row.percent else row.points),
    )


# A round --------------------------------------------------------------------------------------------------------------


def bridge_round_page(page: BridgeWriter, a_round: BridgeRoundState) -> Html:
    """The matches of a round, or its tables."""
    event = page.event
    title = page.text("page.round", n=a_round.number)
    rounds = page.chips(
        page.text("page.tournament_rounds"),
        [(str(each.number), f"rounds/{each.number}", each is a_round) for each in event.rounds],
    )
    parts = [tag("h1", title), rounds]
    if event.regulations.form.is_teams and any(table.room is not Room.ONLY for table in a_round.tables):
        heads = [
            page.text("bridge_desk.column_match"),
            page.text("bridge_desk.home"),
            page.text("bridge_desk.away"),
            page.text("bridge_desk.imps"),
            page.text("bridge_desk.vp"),
            page.text("bridge_table.boards"),
        ]
        rows = [_match_row(page, a_round, match) for match in round_matches(event, a_round)]
        parts.append(table_of(title, heads, rows, kind="bridge-matches"))
    else:
        heads = [
            page.text("bridge_desk.column_table"),
            page.text("bridge_table.north_south"),
            page.text("bridge_table.east_west"),
            page.text("bridge_table.boards"),
        ]
        parts.append(table_of(title, heads, (_table_row(page, each) for each in a_round.tables), kind="bridge-tables"))
    if a_round.byes:
        names = ", ".join(event.contestant(number).name for number in a_round.byes)
        parts.append(tag("p", page.text("bridge_page.byes", names=names)))
    return join(parts)


def _match_row(page: BridgeWriter, a_round: BridgeRoundState, match: BridgeMatch) -> Html:
    group = a_round.group.get(match.number, "")
    played = min((len(each.boards) for each in match.comparisons), default=0)
    words = f"{fraction_text(match.home_won)} : {fraction_text(match.away_won)}"
    points = f"{match.home_vp} : {match.away_vp}" if match.complete and match.home_vp is not None else ""
    label = " ".join(filter(None, (group, str(match.number))))
    return tag(
        "tr",
        tag("th", page.link(f"matches/{match.round}/{match.number}", label), scope="row"),
        tag("td", page.name(match.home)),
        tag("td", page.name(match.away)),
        tag("td", page.link(f"matches/{match.round}/{match.number}", words), class_="number"),
        tag("td", tag("strong", points), class_="number"),
        _number(f"{played} / {page.event.regulations.boards}"),
    )


def _table_row(page: BridgeWriter, table: BridgeTable) -> Html:
    if table.four:
        north_south, east_west = seats_line(page, table), None
    else:
        north_south, east_west = page.name(table.north_south), page.name(table.east_west)
    boards = [page.link(f"boards/{board}", str(board)) for board in table.boards]
    joined = join(part for at, each in enumerate(boards) for part in ((" ", each) if at else (each,)))
    return tag(
        "tr", tag("th", table.label.upper(), scope="row"), tag("td", north_south), tag("td", east_west),
        tag("td", joined),
    )  # fmt: skip


# A match --------------------------------------------------------------------------------------------------------------


def bridge_match_page(page: BridgeWriter, a_round: BridgeRoundState, match: BridgeMatch) -> Html:
    """A match board by board, with both rooms."""
    event = page.event
    home, away = event.contestant(match.home).name, event.contestant(match.away).name
    title = f"{home} – {away}"
    score = f"{fraction_text(match.home_won)} : {fraction_text(match.away_won)} IMP"
    if match.complete and match.home_vp is not None:
        score += f" · {match.home_vp} : {match.away_vp} VP"
    tables = sorted(
        (event.find(each)[1] for each in match.tables), key=lambda table: (table.room.value == "closed", table.id)
    )
    parts = [
        tag("h1", title, dir="auto"),
        tag("p", page.link(f"rounds/{a_round.number}", page.text("page.round", n=a_round.number))),
        tag("p", tag("strong", score), class_="stage"),
        *_seats_decided(page, a_round, match),
        tag("ul", *(tag("li", page.place(table), ": ", seats_line(page, table)) for table in tables), class_="rooms"),
    ]
    gains: dict[int, list[str]] = {}
    for comparison in match.comparisons:
        for each in comparison.boards:
            gains.setdefault(each.board, []).append(fraction_text(each.home, signed=True))
    heads = [page.text("bridge_table.column_board"), *(table.label.upper() for table in tables),
             page.text("bridge_page.home_imps")]  # fmt: skip
    rows = [
        tag(
            "tr",
            tag("th", page.link(page.board_path(a_round.number, board), str(board)), scope="row"),
            *(tag("td", *_result(page, table, board)) for table in tables),
            _number(" ".join(gains.get(board, []))),
        )
        for board in tables[0].boards
    ]
    hidden = tag("p", page.text("bridge_page.both_rooms"), class_="hint muted")
    return join([*parts, table_of(title, heads, rows, kind="bridge-boards"), hidden])


def _seats_decided(page: BridgeWriter, a_round: BridgeRoundState, match: BridgeMatch) -> Iterator[Html]:
    """How home and away were decided, where that was for this match: with its seed anybody draws the lot again."""
    seed = a_round.seats.get(match.number)
    if seed is not None:
        words = page.text("bridge_page.seats_by_lot", seed=seed) if seed else page.text("bridge_page.seats_by_choice")
        yield tag("p", words, class_="hint muted", dir="auto")


def _result(page: BridgeWriter, table: BridgeTable, board: int) -> list[Html]:
    held = table.results.get(board)
    if held is None:
        return []
    body = board_body(page.event, table, board, held, officials=False)
    return [page.contract(body.result), tag("small", body.score, class_="muted")]


def bridge_board_page(page: BridgeWriter, board: int, a_round: BridgeRoundState | None = None) -> Html:
    """A board at every table that has played it, in one round or in all of them, and its deal."""
    event = page.event
    title = page.text("bridge_table.board", board=board)
    text = event.deal_of(a_round.number if a_round is not None else 0, board)
    parts = [tag("h1", title)]
    if a_round is not None:
        parts.append(tag("p", page.link(f"rounds/{a_round.number}", page.text("page.round", n=a_round.number))))
    if text:
        parts.append(hand_diagram(page, board, Deal.parse(text)))
    heads = [
        page.text("bridge_desk.column_table"),
        page.text("bridge_table.north_south"),
        page.text("bridge_table.east_west"),
        page.text("bridge_table.column_result"),
        page.text("bridge_table.column_score"),
        "N-S",
        "E-W",
    ]
    rows = []
    for found in board_scores(event, board) if not event.regulations.form.is_teams else ():
        body = board_body(event, found.table, board, found.table.results[board], officials=False)
        table = found.table
        sides = [None if table.four else page.name(table.number(side)) for side in Partnership]
        rows.append(
            tag(
                "tr",
                tag("th", table.id.upper(), scope="row"),
                tag("td", sides[0] if sides[0] is not None else seats_line(page, table)),
                tag("td", sides[1]),
                tag("td", page.contract(body.result)),
                _number(body.score),
                _number(fraction_text(found.north_south)),
                _number(fraction_text(found.east_west)),
            )
        )
    if not rows:
        rows_of_teams = [
            tag("tr", tag("th", table.id.upper(), scope="row"), tag("td", page.name(table.north_south)),
                tag("td", page.name(table.east_west)), *_team_cells(page, table, board))
            for each in ((a_round,) if a_round is not None else event.rounds)
            for table in each.tables
            if board in table.results and not table.four
        ]  # fmt: skip
        rows, heads = rows_of_teams, heads[:5]
    if not rows:
        return join([*parts, tag("p", page.text("bridge_page.both_rooms"), class_="notice small")])
    return join([*parts, table_of(title, heads, rows, kind="bridge-boards")])


def _team_cells(page: BridgeWriter, table: BridgeTable, board: int) -> list[Html]:
    body = board_body(page.event, table, board, table.results[board], officials=False)
    return [tag("td", page.contract(body.result)), _number(body.score)]


# Standings ------------------------------------------------------------------------------------------------------------


def bridge_standings_page(page: BridgeWriter, after: int | None) -> Html:
    """All places, after a round or now."""
    event = page.event
    title = page.text("bridge_desk.standings")
    teams = event.regulations.form.is_teams
    parts = [tag("h1", title)]
    if teams and not event.regulations.system.is_bracket and len(event.rounds) > 1:
        chips = [(str(each.number), f"standings/{each.number}", each.number == (after or len(event.rounds)))
                 for each in event.rounds]  # fmt: skip
        parts.append(page.chips(page.text("bridge_page.after_round"), chips))
    heads = [page.text("bridge_desk.place"), page.text("bridge_desk.column_who"), page.text("bridge_desk.points")]
    more = (
        ["bridge_desk.column_matches", "bridge_desk.imps", "bridge_page.byes_count", "bridge_desk.column_penalty"]
        if teams
        else ["bridge_desk.percent", "bridge_table.boards"]
    )
    heads += [page.text(key) for key in more]
    rows = [_standing_row(row, teams=teams) for row in standing_rows(event, after)]
    return join([*parts, table_of(title, heads, rows, kind="bridge-standings")])


def _standing_row(row: BridgeStandingRow, *, teams: bool) -> Html:
    imps = f"{row.won} : {row.lost}" if row.won or row.lost else ""
    cells = [str(row.matches), imps, str(row.byes or ""), row.penalty] if teams else [row.percent, str(row.matches)]
    return tag(
        "tr",
        tag("th", f"{row.group}{row.place}", scope="row"),
        tag("td", tag("span", f"{row.number} {row.name}", class_="name", dir="auto")),
        tag("td", tag("strong", row.points), class_="number"),
        *map(_number, cells),
    )


def bridge_crosstable_page(page: BridgeWriter) -> Html:
    """What each team has of its match with each other, in victory points or IMPs."""
    event = page.event
    title = page.text("bridge_page.crosstable")
    cells: dict[tuple[int, int], list[str]] = {}
    for match in matches(event):
        if match.complete:
            for one, other, points, margin in (
                (match.home, match.away, match.home_vp, match.home_margin),
                (match.away, match.home, match.away_vp, match.away_margin),
            ):
                worth = fraction_text(margin, signed=True) if points is None else str(points)
                cells.setdefault((one, other), []).append(worth)
    numbers = range(1, len(event.order) + 1)
    rows = [
        tag(
            "tr",
            tag("th", str(row.place), scope="row"),
            tag("td", tag("span", f"{row.number} {row.name}", class_="name", dir="auto")),
            *(
                tag(
                    "td",
                    " / ".join(cells.get((row.number, other), [])),
                    class_="cell self" if other == row.number else "cell",
                )
                for other in numbers
            ),
            tag("td", tag("strong", row.points), class_="number"),
        )
        for row in standing_rows(event)
    ]
    heads = [
        page.text("bridge_desk.place"),
        page.text("bridge_desk.column_who"),
        *map(str, numbers),
        page.text("bridge_desk.points"),
    ]
    return join([tag("h1", title), table_of(title, heads, rows, kind="crosstable")])
