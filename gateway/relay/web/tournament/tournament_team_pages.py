"""Pages of teams: matches with their boards, a team with its members, who entered. Line-ups are shown as published."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from gateway.event.board_prizes import MemberScore, board_prizes
from gateway.event.event import Entrant, EventRound
from gateway.event.event_rounds import EventGame
from gateway.event.team_record import TeamMatch, round_matches, team_matches
from gateway.model.persons import Person
from gateway.model.sides import Side
from gateway.relay.web.html_tags import Html, join, table_of, tag
from gateway.tournament.crosstable import PairingNumber
from gateway.tournament.standings.ranking import Standings

from .tournament_writer import PageWriter, game_result, name_of, points_text

__all__ = ["member_rows", "team_meetings", "team_page", "team_round"]


def team_round(page: PageWriter, a_round: EventRound) -> Html:
    """The matches of a round: how each stands, and below it who meets on which board."""
    keys = ("page.tournament_board", "tournament_page.player", "page.tournament_result", "tournament_page.player")
    why = tag("th", tag("span", page.text("page.tournament_pairing"), class_="aside"), scope="col")
    rows: list[Html] = []
    for number, match in enumerate(round_matches(page.event, a_round), 1):
        rows.append(_match_head(page, number, match))
        rows += [_board(page, match, game) for game in match.games]
    for number, score in sorted(a_round.byes.items()):
        rows.append(tag("tr", tag("th", "–", scope="row"), tag("td", page.player(number)),
                        tag("td", page.bye(score), class_="result bye", colspan=2), tag("td"),
                        **page.searched(page.event.entrant(number).person.name, number)))  # fmt: skip
    heads: list[str | Html] = [*(page.text(key) for key in keys), why]
    caption = page.text("page.tournament_round", round=a_round.number)
    return table_of(caption, heads, rows, kind="pairings matches")


def _match_head(page: PageWriter, number: int, match: TeamMatch) -> Html:
    white, black = match.teams
    game = match.games[0]
    return tag(
        "tr",
        tag("th", page.text("tournament_page.match", n=number), scope="row"),
        tag("td", page.player(white)),
        tag("td", tag("strong", _tally(match, white), class_="score"), class_="result"),
        tag("td", page.player(black)),
        tag("td", page.why(match.round, game)),
        **page.searched(*_words(page, match)),
        class_="match",
    )


def _tally(match: TeamMatch, team: PairingNumber) -> str:
    """How a match stands, from a team's side."""
    own, other = match.points[team], match.points[match.opponent(team)]
    return f"{points_text(own) or '0'} : {points_text(other) or '0'}"


def _words(page: PageWriter, match: TeamMatch) -> Iterator[str]:
    for team in match.teams:
        yield page.event.entrant(team).person.name
    for game in match.games:
        yield from (person.name for side in Side if (person := page.event.person(game, side)) is not None)


def _board(page: PageWriter, match: TeamMatch, game: EventGame) -> Html:
    """A board, the side of the team with white on board 1 on the left, whichever colour it has there."""
    left = Side.WHITE if game.white == match.teams[0] else Side.BLACK
    counted = page.event.counted(game)
    words = ""
    if counted is not None and left is Side.BLACK:
        words = f"{page.mark(counted.black)}-{page.mark(counted.white)}"
    label = str(game.seat) + (f".{game.game}" if game.game > 1 else "")
    table = tag("small", game.table.upper(), class_="muted") if game.table else None
    return tag(
        "tr",
        tag("th", label, table, scope="row"),
        tag("td", _seat(page, game, left)),
        tag("td", game_result(page, game, words), class_="result"),
        tag("td", _seat(page, game, left.other)),
        tag("td"),
        **page.searched(*_words(page, match), game.table),
        data_game=game.id,
    )


def _seat(page: PageWriter, game: EventGame, side: Side) -> Html:
    disc = tag("span", class_=f"side {side.value}", role="img", aria_label=page.text(f"side.{side.value}"))
    person = page.event.person(game, side)
    name = page.text("page.line_up_empty") if person is None else name_of(person)
    rating = tag("small", str(person.rating), class_="muted") if person is not None and person.rating else None
    return tag("span", disc, tag("span", tag("span", name, class_="name", dir="auto"), rating, class_="person"),
               class_="met")  # fmt: skip


# One team -----------------------------------------------------------------------------------------------------------


def team_page(page: PageWriter, entrant: Entrant, found: Standings | None) -> Html:
    """A team: its place, its members with what they did, its matches board by board."""
    person, number = entrant.person, entrant.number or PairingNumber(0)
    matches = team_matches(page.event, number)
    row = next((each for each in found.rows if each.number == number), None) if found is not None else None
    gained = sum((match.points[number] for match in matches if match.games), start=Fraction(0))
    facts = [
        ("page.tournament_number", str(number)),
        ("page.tournament_place", str(row.rank) if row is not None and matches else ""),
        ("tournament_page.match_points", points_text(row.points) if row is not None and matches else ""),
        ("tournament_page.game_points", points_text(gained) if matches else ""),
        ("page.tournament_rating", str(person.rating or "")),
        ("page.team_captain", entrant.captain),
    ]
    cells = [tag("div", tag("dt", page.text(key)), tag("dd", value, dir="auto")) for key, value in facts if value]
    back = tag("a", f"‹ {page.text('page.tournament_teams')}", href=page.href("players"), class_="back")
    parts: list[Html | None] = [
        tag("p", back),
        tag("h1", person.name, dir="auto"),
        tag("p", " · ".join(filter(None, (person.federation, person.club))), class_="about")
        if person.federation
        else None,
        tag("p", page.text("tournament_page.withdrawn"), class_="trouble") if entrant.until is not None else None,
        tag("dl", *cells, class_="figures"),
        tag("h2", page.text("tournament_page.members")),
        _members(page, entrant),
    ]
    if matches:
        parts.append(tag("h2", page.text("tournament_page.matches")))
        parts += [_own_match(page, number, match) for match in matches]
    return join(parts)


def _members(page: PageWriter, entrant: Entrant) -> Html:
    teams = page.event.regulations.teams
    boards = teams.boards if teams is not None else 0
    scores = {each.person.id: each for each in board_prizes(page.event)}
    keys = ("page.tournament_board", "page.name", "page.tournament_rating", "tournament_page.score",
            "tournament_page.performance")  # fmt: skip
    rows = [
        _member(page, place, boards, member, scores.get(member.id)) for place, member in enumerate(entrant.members, 1)
    ]
    heads: list[str | Html] = [page.text(key) for key in keys[:2]]
    heads += [tag("th", page.text(key), scope="col", class_="number") for key in keys[2:]]
    return table_of(page.text("tournament_page.members"), heads, rows, kind="members-list")


def _member(page: PageWriter, place: int, boards: int, member: Person, score: MemberScore | None) -> Html:
    label = str(place) if place <= boards else page.text("page.team_reserve", n=place - boards)
    return tag(
        "tr",
        tag("th", label, scope="row"),
        tag("td", tag("span", name_of(member), class_="name", dir="auto")),
        tag("td", str(member.rating or ""), class_="number"),
        tag("td", "" if score is None else f"{points_text(score.points) or '0'} / {score.games}", class_="number"),
        tag("td", "" if score is None else str(score.performance or ""), class_="number"),
    )


def _own_match(page: PageWriter, number: PairingNumber, match: TeamMatch) -> Html:
    """A match from the team's own side."""
    link = tag("a", page.text("page.tournament_round", round=match.round), href=page.href(f"rounds/{match.round}"))
    if not match.games:
        return tag("p", link, " – ", page.bye(match.bye) if match.bye is not None else "")
    other = match.opponent(number)
    head = tag(
        "h3",
        link,
        " · ",
        page.player(other),
        " ",
        tag("strong", _tally(match, number)),
        page.why(match.round, match.games[0]),
    )
    rows = []
    for game in match.games:
        side = Side.WHITE if game.white == number else Side.BLACK
        counted = page.event.counted(game)
        mark = "" if counted is None else page.mark(counted.by_side[side])
        label = str(game.seat) + (f".{game.game}" if game.game > 1 else "")
        rows.append(tag("tr", tag("th", label, scope="row"), tag("td", _seat(page, game, side)),
                        tag("td", game_result(page, game, mark), class_="result"),
                        tag("td", _seat(page, game, side.other))))  # fmt: skip
    keys = ("page.tournament_board", "tournament_page.player", "page.tournament_result", "tournament_page.opponent")
    heads: list[str | Html] = [page.text(key) for key in keys]
    caption = page.text("page.tournament_round", round=match.round)
    return tag("section", head, table_of(caption, heads, rows, kind="pairings"), class_="own-match")


def member_rows(entrant: Entrant) -> Html:
    """The members of a team in a line, as the start list has them."""
    words = " · ".join(f"{at} {name_of(member)}" for at, member in enumerate(entrant.members, 1))
    return tag("small", words, class_="muted", dir="auto")


def team_meetings(page: PageWriter, number: PairingNumber, opponent: PairingNumber) -> str:
    """Game points of a team in its matches against another, as a cross table has them."""
    found = [match for match in team_matches(page.event, number) if match.games and match.opponent(number) == opponent]
    return " ".join(points_text(match.points[number]) or "0" for match in found)
