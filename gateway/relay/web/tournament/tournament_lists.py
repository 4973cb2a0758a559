"""Pages of the tournament that are lists: what it is, who takes part, a round, the standings."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from gateway.event.event import Entrant, EventGame, EventRound, RoundStage
from gateway.event.event_charts import EventChart
from gateway.event.stage_closing import rounds_planned
from gateway.model.pairings import RoundNumber
from gateway.model.sides import Side
from gateway.relay.web.html_tags import Html, join, table_of, tag
from gateway.tournament.crosstable import Crosstable, PairingNumber, RoundScore
from gateway.tournament.standings.ranking import RankedRow

from .tournament_team_pages import member_rows, team_round
from .tournament_writer import PageWriter, details_of, game_result, heading, name_of, points_text

__all__ = ["overview_page", "players_page", "round_page", "stage_words", "standings_page"]

_LEADERS = 8
"""Places that the overview shows."""
_GROUP_LEADERS = 3


def stage_words(page: PageWriter) -> str:
    """How far the tournament is."""
    event = page.event
    if event.ranking is not None:
        return page.text("page.tournament_over", n=len(event.entrants))
    if not event.closed:
        key = "page.tournament_entries" if event.regulations.teams is None else "page.tournament_entries_teams"
        return page.text(key, n=len(event.entrants))
    if not event.rounds:
        return page.text("tournament_page.first_round_waits", n=len(event.entrants))
    missing = sum(1 for _ in event.missing())
    return page.text("page.tournament_stage", round=len(event.rounds), of=rounds_planned(event), n=missing)


# What it is ---------------------------------------------------------------------------------------------------------


def overview_page(page: PageWriter, charts: Sequence[EventChart]) -> Html:
    """The tournament in short: how far it is, who leads, by which rules."""
    event = page.event
    parts: list[Html] = [tag("h1", event.regulations.title), tag("p", stage_words(page), class_="stage")]
    if event.rounds:
        number = event.rounds[-1].number
        words = page.text("page.tournament_round", round=number)
        parts.append(tag("p", tag("a", words, href=page.href(f"rounds/{number}"), class_="button primary-link")))
    else:
        words = page.text("page.tournament_players")
        parts.append(tag("p", tag("a", words, href=page.href("players"), class_="button primary-link")))
    if charts and event.rounds:
        title = page.text("page.tournament_standings")
        parts.append(tag("h2", tag("a", title, href=page.href("standings"))))
        for chart in charts:
            rows = [
                _leader(page, row) for row in chart.standings.rows[: _LEADERS if len(charts) == 1 else _GROUP_LEADERS]
            ]
            parts.append(join((heading(page, charts, chart), tag("ol", *rows, class_="leaders"))))
    return join([*parts, _facts(page)])


def _leader(page: PageWriter, row: RankedRow) -> Html:
    rank = tag("span", str(row.rank), class_="rank")
    person = page.event.entrant(row.number).person
    points = tag("strong", points_text(row.points))
    return tag("li", rank, tag("span", page.player(row.number, *details_of(person)), class_="person"), points)


def _facts(page: PageWriter) -> Html:
    regulations = page.event.regulations
    # In an all-round event every table has its own; a table may also be told nothing but another control.
    tables = [regulations.at_tables.get(table) for table in regulations.tables]
    games = dict.fromkeys((each and each.rules) or regulations.rules for each in tables) or {regulations.rules: None}
    controls = dict.fromkeys((each and each.control) or regulations.control for each in tables)
    paces = (page.text("control.notation", control=each) for each in controls if each)
    facts = [
        ("page.tournament_system", page.text(f"system.{regulations.system.value}")),
        ("page.tournament_rounds", str(rounds_planned(page.event))),
        ("page.tournament_game", ", ".join(page.text(f"game.{game}") for game in games)),
        ("page.tournament_control", ", ".join(paces)),
        ("page.tournament_tie_breaks", ", ".join(regulations.tie_breaks)),
        ("page.tournament_players", str(len(page.event.entrants))),
        ("tournament_page.seed", page.event.seed),
    ]
    rows = [tag("div", tag("dt", page.text(key)), tag("dd", value, dir="auto")) for key, value in facts if value]
    return tag("dl", *rows, class_="facts")


# Who takes part -----------------------------------------------------------------------------------------------------


def players_page(page: PageWriter) -> Html:
    """The start list: by number, or as entered while there are none."""
    event = page.event
    entrants = [event.entrants[player] for player in event.order or tuple(event.entrants)]
    title = page.text("page.tournament_players" if event.regulations.teams is None else "page.tournament_teams")
    if not entrants:
        return join((tag("h1", title), tag("p", page.text("tournament_page.no_entries"), class_="notice small")))
    wide = [
        tag("th", page.text(key), scope="col", class_="wide")
        for key in ("tournament_page.federation", "page.tournament_club")
    ]
    rating = tag("th", page.text("page.tournament_rating"), scope="col", class_="number")
    heads = [page.text("page.tournament_number"), page.text("page.name"), rating, *wide]
    rows = [_entry(page, entrant) for entrant in entrants]
    table = table_of(title, heads, rows, kind="start-list")
    files = page.downloads(("CSV", "/api/tournament/players.csv"), ("JSON", "/api/tournament/players.json"))
    search = page.search("tournament_page.find_player", "players") if len(entrants) > 1 else None
    return join((tag("h1", title), tag("p", stage_words(page), class_="muted"), search, table, files))


def _entry(page: PageWriter, entrant: Entrant) -> Html:
    person, number = entrant.person, entrant.number
    about = " · ".join(filter(None, (person.federation, person.club)))
    name = tag("span", name_of(person), class_="name", dir="auto") if number is None else page.player(number)
    withdrawn = (
        tag("small", page.text("tournament_page.withdrawn"), class_="muted") if entrant.until is not None else None
    )
    return tag(
        "tr",
        tag("th", "–" if number is None else str(number), scope="row"),
        tag(
            "td",
            name,
            tag("small", about, class_="muted narrow", dir="auto") if about else None,
            member_rows(entrant) if entrant.members else None,
            withdrawn,
        ),
        tag("td", str(person.rating or ""), class_="number"),
        tag("td", person.federation, class_="wide"),
        tag("td", person.club, dir="auto", class_="wide"),
        **page.searched(
            number, name_of(person), person.federation, person.club, *(member.name for member in entrant.members)
        ),
        class_="off" if withdrawn else None,
    )


# A round ------------------------------------------------------------------------------------------------------------


def round_page(page: PageWriter, a_round: EventRound, *, by_name: bool) -> Html:
    """The pairings of a round with results as they come, by board or by name."""
    event, number = page.event, a_round.number
    path = f"rounds/{number}"
    title = page.text("page.tournament_round", round=number)
    rounds = [(str(each.number), page.href(f"rounds/{each.number}"), each is a_round) for each in event.rounds]
    orders = [
        (page.text("tournament_page.by_board"), page.href(path), not by_name),
        (page.text("tournament_page.by_name"), page.href(path, by="name"), by_name),
    ]
    done = sum(1 for game in a_round.games if event.counted(game) is not None)
    over = event.stage(a_round) is RoundStage.OVER
    words = page.text(
        "tournament_page.round_over" if over else "tournament_page.results_in", n=done, of=len(a_round.games)
    )
    start = tag("span", page.text("tournament_page.begins"), " ", page.time(a_round.start)) if a_round.start else None
    kept = {"by": "name"} if by_name else {}
    drawn = {event.opening(number, game.board) for game in a_round.games}
    if event.regulations.teams is not None and not by_name:
        shown = team_round(page, a_round)
    else:
        shown = _by_name(page, a_round) if by_name else _by_board(page, a_round)
    files = page.downloads(
        ("CSV", f"/api/tournament/rounds/{number}.csv"), ("JSON", f"/api/tournament/rounds/{number}.json")
    )
    return join(
        (
            tag("h1", title),
            page.choice(page.text("page.tournament_rounds"), rounds),
            tag("p", tag("span", words), start, class_="muted round-state"),
            tag("p", page.text("page.opening_drawn", opening=drawn.pop())) if len(drawn) == 1 and all(drawn) else None,
            tag("div", page.choice(page.text("tournament_page.order"), orders),
                page.search("tournament_page.find_pairing", path, **kept), class_="tools-line"),
            shown,
            files,
        )
    )  # fmt: skip


def _by_board(page: PageWriter, a_round: EventRound) -> Html:
    keys = ("page.tournament_board", "side.white", "page.tournament_result", "side.black")
    why = tag("th", tag("span", page.text("page.tournament_pairing"), class_="aside"), scope="col")
    heads: list[str | Html] = [*(page.text(key) for key in keys), why]
    before = page.event.crosstable(through=RoundNumber(a_round.number - 1))
    rows = [_game(page, a_round, game, before) for game in a_round.games]
    rows += [_bye(page, number, score) for number, score in sorted(a_round.byes.items())]
    return table_of(page.text("page.tournament_round", round=a_round.number), heads, rows, kind="pairings")


def _game(page: PageWriter, a_round: EventRound, game: EventGame, before: Crosstable) -> Html:
    event, table = page.event, game.table.upper()
    people = [event.entrant(game.players[side]) for side in Side]
    points = [f"({points_text(before.points(game.players[side]))})" if a_round.number > 1 else "" for side in Side]
    cells = [
        tag("td", page.player(game.players[side], " ".join(filter(None, (str(entrant.person.rating or ""), had)))))
        for side, entrant, had in zip(Side, people, points, strict=True)
    ]
    why = page.why(a_round.number, game)
    own = event.openings.get((a_round.number, game.board), "")
    opening = tag("small", own, class_="muted") if own else None
    return tag(
        "tr",
        tag("th", str(game.board), tag("small", table, class_="muted") if table else None, opening, scope="row"),
        cells[0],
        tag("td", game_result(page, game), class_="result"),
        cells[1],
        tag("td", why),
        **page.searched(
            *(name_of(each.person) for each in people), table, game.board, *(each.number for each in people)
        ),
        data_game=game.id,
    )


def _bye(page: PageWriter, number: PairingNumber, score: RoundScore) -> Html:
    person = page.event.entrant(number).person
    return tag(
        "tr",
        tag("th", "–", scope="row"),
        tag("td", page.player(number, person.rating)),
        tag("td", page.bye(score), class_="result bye", colspan=2),
        tag("td"),
        **page.searched(name_of(person), number),
    )


def _by_name(page: PageWriter, a_round: EventRound) -> Html:
    keys = ("page.name", "page.tournament_board", "tournament_page.colour", "tournament_page.opponent",
            "page.tournament_result")  # fmt: skip
    rows = [row for _, row in sorted(_named_rows(page, a_round), key=lambda each: each[0])]
    return table_of(page.text("tournament_page.by_name"), [page.text(key) for key in keys], rows, kind="by-name")


def _named_rows(page: PageWriter, a_round: EventRound) -> Iterator[tuple[tuple[str, int], Html]]:
    event = page.event
    for game in a_round.games:
        for side in Side:
            number, other = game.players[side], game.players[side.other]
            person, met = (
                event.person(game, each) or event.entrant(game.players[each]).person for each in (side, side.other)
            )
            team = page.player(number) if event.regulations.teams is not None else None
            counted = None if game.adjourned else event.counted(game)
            mark = page.mark(None if counted is None else counted.by_side[side])
            row = tag(
                "tr",
                tag(
                    "th",
                    page.player(number) if team is None else join((name_of(person), tag("small", team))),
                    scope="row",
                ),
                tag("td", str(game.board), tag("small", game.table.upper(), class_="muted") if game.table else None),
                tag("td", _disc(page, side)),
                tag(
                    "td", page.player(other) if team is None else join((name_of(met), tag("small", page.player(other))))
                ),
                tag("td", page.game_link(game.id, mark) if mark else None, class_="result"),
                **page.searched(name_of(person), name_of(met), game.table, game.board, number),
            )
            yield (person.name.casefold(), number), row
    for number, score in a_round.byes.items():
        person = event.entrant(number).person
        row = tag(
            "tr",
            tag("th", page.player(number), scope="row"),
            tag("td", "–"),
            tag("td"),
            tag("td", page.bye(score), class_="bye", colspan=2),
            **page.searched(name_of(person), number),
        )
        yield (person.name.casefold(), number), row


def _disc(page: PageWriter, side: Side) -> Html:
    name = page.text(f"side.{side.value}")
    return join((tag("span", class_=f"side {side.value}", aria_hidden="true"), tag("span", name, class_="aside")))


# Standings ----------------------------------------------------------------------------------------------------------


def standings_page(page: PageWriter, charts: Sequence[EventChart], after: int | None) -> Html:
    """All places with every tie-break; each number leads to where it comes from."""
    title = page.text("page.tournament_standings")
    if not charts or not page.event.rounds:
        words = page.text("page.tournament_no_rounds" if charts else "page.tournament_no_standings")
        return join((tag("h1", title), tag("p", words, class_="notice small")))
    shown = after or len(page.event.rounds)
    rounds = [
        (str(each.number), page.href("standings", round=str(each.number)), each.number == shown)
        for each in page.event.rounds
    ]
    query = f"?round={after}" if after else ""
    files = page.downloads(
        ("CSV", f"/api/tournament/standings.csv{query}"),
        ("JSON", f"/api/tournament/standings.json{query}"),
        ("TRF", "/api/tournament/report.trf"),
    )
    remarks = dict.fromkeys(page.render(remark) for chart in charts for remark in chart.standings.remarks)
    search = page.search("tournament_page.find_player", "standings", **({"round": str(after)} if after else {}))
    over = page.event.ranking is not None and after is None
    words = stage_words(page) if over else page.text("tournament_page.after_round", round=shown)
    return join(
        (
            tag("h1", title),
            tag("div", page.choice(page.text("page.tournament_rounds"), rounds), search, class_="tools-line"),
            tag("p", words, class_="muted"),
            *(join((heading(page, charts, chart), _places(page, chart, after))) for chart in charts),
            *(tag("p", remark, class_="muted") for remark in remarks),
            tag("p", page.text("tournament_page.tap_a_number"), class_="muted hint"),
            files,
        )
    )


def _places(page: PageWriter, chart: EventChart, after: int | None) -> Html:
    """The table of a group."""
    codes = [tie_break.code for tie_break in chart.standings.tie_breaks]
    heads: list[str | Html] = [
        page.text("page.tournament_place"),
        page.text("page.name"),
        *(tag("th", each, scope="col", class_="number") for each in (page.text("page.tournament_points"), *codes)),
    ]
    rows = [_standing(page, row, codes, after) for row in chart.standings.rows]
    caption = " ".join(filter(None, (page.text("page.tournament_standings"), chart.group)))
    return table_of(caption, heads, rows, kind="standings")


def _standing(page: PageWriter, row: RankedRow, codes: list[str], after: int | None) -> Html:
    person = page.event.entrant(row.number).person
    more = {"round": str(after)} if after else {}

    def cell(at: int, value: str) -> Html:
        if value == "-":
            return tag("td", "–", class_="number muted")
        href = page.href(f"players/{row.number}", f"tie-break-{at + 1}", **more)
        label = page.text("tournament_page.number_of", code=codes[at], name=person.name, value=value)
        return tag(
            "td", tag("a", value, href=href, data_dialog=f"tie-break-{at + 1}", aria_label=label), class_="number"
        )

    values = ["-" if value is None else value.text for value in row.values]
    how = "tournament_page.by_lot" if row.by_lot else "tournament_page.by_play_off" if row.by_play_off else ""
    lots = tag("small", page.text(how), class_="muted") if how else None
    return tag(
        "tr",
        tag("th", str(row.rank), lots, scope="row"),
        tag("td", page.player(row.number, row.number, *details_of(person)[:2])),
        tag("td", tag("strong", points_text(row.points)), class_="number"),
        *(cell(at, value) for at, value in enumerate(values)),
        **page.searched(name_of(person), row.number, person.federation, person.club),
    )
