"""The challenge series of a stage (擂台赛, GN 27.5): who is up, who has lost, and the places of the teams."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from gateway.model.errors import TournamentError
from gateway.model.messages import message
from gateway.model.pairings import RoundNumber
from gateway.tournament.challenge_series import ChallengeSeries
from gateway.tournament.crosstable import PairingNumber
from gateway.tournament.standings.ranking import RankedRow, Standings

from .event import Event
from .event_rounds import EventGame
from .stages import EventStage, StageGroup

__all__ = ["Challenge", "challenge_of", "challenge_rounds", "challenge_standings", "check_sides"]

_Teams = list[tuple[str, list[PairingNumber]]]


class Challenge(NamedTuple):
    """A series as far as it is played."""

    teams: _Teams
    series: ChallengeSeries
    pair: tuple[PairingNumber, PairingNumber] | None
    """Who meet next, white first; None: it is over."""


def check_sides(ranked: Sequence[PairingNumber], clubs: Mapping[PairingNumber, str]) -> None:
    """Raise a `TournamentError` unless there are teams of equal size, two at least."""
    teams = _teams(ranked, clubs)
    sizes = {len(members) for _, members in teams}
    if len(teams) < 2 or len(sizes) != 1:
        told = tuple(f"{club or '–'}: {len(members)}" for club, members in teams)
        raise TournamentError(message("event.equal_teams", sides=told))


def _teams(numbers: Sequence[PairingNumber], clubs: Mapping[PairingNumber, str]) -> _Teams:
    found: dict[str, list[PairingNumber]] = {}
    for number in numbers:
        found.setdefault(clubs.get(number, ""), []).append(number)
    return list(found.items())


def challenge_of(
    event: Event, stage: EventStage, group: StageGroup, *, through: RoundNumber | None = None
) -> Challenge:
    """The series with all results. A drawn game is played again with colours changed: nobody has lost.

    Who has withdrawn has lost when his turn comes.
    """
    teams = _teams(group.numbers, event.clubs)
    series = ChallengeSeries(teams=len(teams), size=len(teams[0][1]))
    last: EventGame | None = None
    for a_round in event.rounds_of(stage):
        if through is not None and a_round.number > through:
            break
        for game in a_round.games:
            series = _without_the_withdrawn(event, teams, series, before=a_round.number)
            last = game if not series.is_over else last
            series = _played(event, teams, series, game)
    series = _without_the_withdrawn(event, teams, series)
    if series.is_over:
        return Challenge(teams, series, None)
    first, second = (teams[team][1][series.standing[team] - 1] for team in series.up)
    return Challenge(teams, series, _colours(last, first, second))


def _colours(
    last: EventGame | None, first: PairingNumber, second: PairingNumber
) -> tuple[PairingNumber, PairingNumber]:
    """Who has white: who has just come up, but after a draw the other way round."""
    if last is not None and {last.white, last.black} == {first, second}:
        return last.black, last.white
    return second, first


def _played(event: Event, teams: _Teams, series: ChallengeSeries, game: EventGame) -> ChallengeSeries:
    score = event.counted(game)
    if score is None or series.is_over:
        return series
    team_of = {number: at for at, (_, members) in enumerate(teams) for number in members}
    scale = event.regulations.points.scale
    white, black = scale.of(score.white), scale.of(score.black)
    if white == black and white > scale.loss:
        return series
    lost = [number for number, own, other in ((game.white, white, black), (game.black, black, white)) if own <= other]
    try:
        return series.lose(*(team_of[number] for number in lost))
    except TournamentError:  # both lost, and they were the last of all: it goes on as if they had drawn
        return series


def _without_the_withdrawn(
    event: Event, teams: _Teams, series: ChallengeSeries, before: RoundNumber | None = None
) -> ChallengeSeries:
    """The series after those whose turn has come and who have left are counted as beaten."""
    while not series.is_over:
        up = [teams[team][1][series.standing[team] - 1] for team in series.up]
        gone = [
            team
            for team, number in zip(series.up, up, strict=True)
            if (until := event.entrant(number).until) is not None and (before is None or until < before)
        ]
        if not gone:
            break
        series = series.lose(gone[0])
    return series


def challenge_rounds(event: Event, stage: EventStage, group: StageGroup) -> int:
    """The rounds that it has at most, as far as is known: everybody but one loses, and a draw costs a round."""
    beaten = len(challenge_of(event, stage, group).series.beaten)
    played = len(event.rounds_of(stage))
    return len(group.numbers) - 1 + max(0, played - beaten)


def challenge_standings(
    event: Event,
    stage: EventStage,
    group: StageGroup,
    points: Mapping[PairingNumber, Fraction],
    *,
    through: RoundNumber | None = None,
) -> Standings:
    """The places: of a team that ended later the higher ones; within a team by what each has won.

    Teams that still have a player share the first place among them.
    """
    teams, series, _ = challenge_of(event, stage, group, through=through)
    ended = series.ranking()
    order = [*(team for team in range(len(teams)) if team not in ended), *ended]
    rows: list[RankedRow] = []
    for place, team in enumerate(order):
        rank = 1 if team not in ended else sum(len(teams[each][1]) for each in order[:place]) + 1
        members = sorted(teams[team][1], key=lambda number: (-points[number], number))
        rows += [RankedRow(number, rank, points[number], ()) for number in members]
    return Standings((), tuple(rows))
