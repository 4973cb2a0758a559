"""A bridge event written for other programs: its boards as PBN, its results as USEBIO."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction

from gateway.model.instants import wall_time
from gateway.tournament.bridge.compass import Partnership
from gateway.tournament.bridge.deal import Deal
from gateway.tournament.bridge.pbn import PbnGame
from gateway.tournament.bridge.usebio import UsebioBoard, UsebioEvent, UsebioMatch, UsebioParticipant

from .board_results import Artificial, Average, BoardOutcome, Played, score_of
from .bridge_event import BridgeEvent, BridgeTable, ContestantNumber, Room
from .bridge_matches import BoardImps, BridgeMatch, matches
from .bridge_places import standing_rows
from .bridge_regulations import BridgeForm, BridgeSystem, PairsScoring, ScaleKind
from .bridge_window import with_open_deals
from .pairs_scores import board_scores

__all__ = ["pbn_games", "usebio_event"]

_ROOMS = {Room.OPEN: "Open", Room.CLOSED: "Closed", Room.ONLY: ""}
_SCORING = {PairsScoring.MATCHPOINTS: "MP", PairsScoring.CROSS_IMPS: "Cross_IMP", PairsScoring.BUTLER: "Butler"}


def pbn_games(event: BridgeEvent, deals: Mapping[int, Deal] | None = None) -> tuple[PbnGame, ...]:
    """Every board at every table of which a result counts; `deals` by board, where somebody has others than the event
    tells."""
    return tuple(_pbn(with_open_deals(event), deals or {}))


def _deal(event: BridgeEvent, number: int, board: int) -> Deal | None:
    text = event.deal_of(number, board)
    return Deal.parse(text) if text else None


def _pbn(event: BridgeEvent, deals: Mapping[int, Deal]) -> Iterator[PbnGame]:
    teams = event.regulations.form.is_teams
    for a_round in event.rounds:
        for table in a_round.tables:
            sides = {side: event.contestant(table.number(side)).name for side in Partnership if table.number(side)}
            home, away = sides.get(Partnership.NORTH_SOUTH, ""), sides.get(Partnership.EAST_WEST, "")
            if table.room is Room.CLOSED:
                home, away = away, home
            for place, board in enumerate(table.boards):
                outcome, held = event.counted(table, board), table.results.get(board)
                if outcome is None:
                    continue
                seated = event.seated(table, place)
                yield PbnGame(
                    board=board,
                    deal=deals.get(board) or _deal(event, a_round.number, board),
                    played=outcome.contract if isinstance(outcome, Played) else None,
                    players={seat: person.name for seat, person in seated.items() if person is not None},
                    event=event.regulations.title,
                    date="" if held is None or held.at is None else wall_time(held.at).strftime("%Y.%m.%d"),
                    scoring="IMP" if teams else _SCORING[event.regulations.scoring],
                    score=_score(board, outcome),
                    table=table.label,
                    round=str(a_round.number),
                    room=_ROOMS[table.room],
                    home=home if teams else "",
                    away=away if teams else "",
                )


def _score(board: int, outcome: BoardOutcome) -> int | None:
    """The score of North-South, where it is one figure."""
    found = score_of(board, outcome)
    return found.parts[0].north_south if found is not None and len(found.parts) == 1 else None


def _averages(event: BridgeEvent, outcome: BoardOutcome) -> tuple[int, int] | None:
    """The two parts of a top, in per cent, where averages were given."""
    if not isinstance(outcome, Artificial):
        return None
    plus = event.regulations.average_percent
    worth = {Average.PLUS: plus, Average.EVEN: 50, Average.MINUS: 100 - plus}
    return worth[outcome.north_south], worth[outcome.east_west]


def usebio_event(event: BridgeEvent) -> UsebioEvent:
    """The results of an event, as far as they count."""
    rules = event.regulations
    teams = rules.form.is_teams
    dates = [
        held.at for a_round in event.rounds for table in a_round.tables for held in table.results.values() if held.at
    ]
    scale = rules.scale.kind is not ScaleKind.NONE
    kind = "SWISS_TEAMS" if rules.system is BridgeSystem.SWISS else "TEAMS"
    return UsebioEvent(
        title=rules.title,
        date=wall_time(min(dates)).strftime("%d/%m/%Y") if dates else "",
        kind=kind if teams else "INDIVIDUAL" if rules.form is BridgeForm.INDIVIDUALS else "PAIRS",
        scoring="IMPS" if teams else _USEBIO_SCORING[rules.scoring],
        match_scoring="VPS" if teams and scale else "",
        boards_per_round=rules.boards,
        participants=tuple(_participants(event)),
        matches=tuple(_match(event, match) for match in matches(event)) if teams else (),
        boards=() if teams else tuple(_pairs_boards(event)),
        hands=_hands(with_open_deals(event)),
    )


def _hands(event: BridgeEvent) -> tuple[dict[int, Deal], ...]:
    """The deals that may be told, those of each round together where boards are numbered anew."""
    found: dict[int, dict[int, Deal]] = {}
    for (number, board), text in sorted(event.deals.items()):
        found.setdefault(number, {})[board] = Deal.parse(text)
    return tuple(found.values())


_USEBIO_SCORING = {
    PairsScoring.MATCHPOINTS: "MATCH_POINTS",
    PairsScoring.CROSS_IMPS: "CROSS_IMPS",
    PairsScoring.BUTLER: "BUTLER_IMPS",
}


def _participants(event: BridgeEvent) -> Iterator[UsebioParticipant]:
    ranked = standing_rows(event) if event.closed else []
    counts = [(row.group, row.place) for row in ranked]
    for row in ranked:
        who = event.contestant(ContestantNumber(row.number))
        shared = "=" if counts.count((row.group, row.place)) > 1 else ""
        yield UsebioParticipant(
            number=row.number,
            name=who.name,
            line=row.group if event.regulations.form is BridgeForm.PAIRS else "",
            place=f"{row.place}{shared}",
            score=row.points,
            percent=row.percent,
            players=tuple(person.name for person in who.members),
        )


def _match(event: BridgeEvent, match: BridgeMatch) -> UsebioMatch:
    scored = match.home_vp is not None and match.away_vp is not None
    home, away = (
        (str(match.home_vp), str(match.away_vp)) if scored else (_figure(match.home_margin), _figure(match.away_margin))
    )
    imps = {each.board: each for comparison in match.comparisons for each in comparison.boards}
    boards = [line for table in match.tables for line in _table_boards(event, event.find(table)[1], imps)]
    return UsebioMatch(
        round=match.round, home=match.home, away=match.away, home_score=home, away_score=away, boards=tuple(boards)
    )


def _table_boards(event: BridgeEvent, table: BridgeTable, imps: Mapping[int, BoardImps]) -> Iterator[UsebioBoard]:
    for board in table.boards:
        outcome = event.counted(table, board)
        if outcome is None:
            continue
        gained = imps.get(board)
        shown = None
        if gained is not None:
            pair = (gained.home, gained.away) if table.room is not Room.CLOSED else (gained.away, gained.home)
            shown = (_figure(pair[0]), _figure(pair[1]))
        yield UsebioBoard(
            board=board,
            north_south=table.north_south,
            east_west=table.east_west,
            room=_ROOMS[table.room].upper(),
            played=outcome.contract if isinstance(outcome, Played) else None,
            score=_score(board, outcome),
            averages=_averages(event, outcome),
            gained=shown,
        )


def _pairs_boards(event: BridgeEvent) -> Iterator[UsebioBoard]:
    boards = sorted({board for a_round in event.rounds for table in a_round.tables for board in table.boards})
    for board in boards:
        for each in board_scores(event, board):
            outcome = event.counted(each.table, board)
            if outcome is not None:
                yield UsebioBoard(
                    board=board,
                    north_south=each.table.north_south,
                    east_west=each.table.east_west,
                    four=each.table.four,
                    played=outcome.contract if isinstance(outcome, Played) else None,
                    score=_score(board, outcome),
                    averages=_averages(event, outcome),
                    gained=(_figure(each.north_south), _figure(each.east_west)),
                )


def _figure(value: Fraction) -> str:
    """A number without more figures than it has; two decimals at the most."""
    return str(value.numerator) if value.denominator == 1 else f"{float(value):.2f}".rstrip("0").rstrip(".")
