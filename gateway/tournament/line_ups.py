"""Teams at the boards: who may sit where, who moves first, and what two games on a board are worth. GN 26.2, 10.1.4."""

from __future__ import annotations

import enum
from collections.abc import Sequence
from fractions import Fraction

import msgspec

from gateway.model.messages import Message, message
from gateway.model.sides import Side

from .crosstable import PairingNumber, PointScale, RoundScore
from .round_robin import round_robin

__all__ = [
    "BoardGame",
    "TeamKind",
    "TeamSheet",
    "board_sides",
    "check_line_up",
    "match_games",
    "points_of_board",
    "team_round_robin",
]


class TeamKind(enum.StrEnum):
    """The kinds of team events."""

    FIXED = "fixed"
    """GN 26.2.1: the order is fixed at entry."""
    SUBSTITUTES = "substitutes"
    """GN 26.2.2: the order is fixed; a substitute may sit on any board, any number of times, the others unmoved."""
    AD_HOC = "ad_hoc"
    """GN 26.2.3: the order is set anew before each match."""
    ALL_AGAINST_ALL = "all_against_all"
    """GN 26.2.4: Scheveningen."""
    SUM = "sum"
    """GN 26.2.5: the members' points in the individual event."""


class TeamSheet(msgspec.Struct, frozen=True, kw_only=True):
    """The members of a team as entered (团体赛台次名单): regular ones by board, then reserves."""

    name: str
    regulars: tuple[str, ...]
    reserves: tuple[str, ...] = ()


def check_line_up(sheet: TeamSheet, seated: Sequence[str | None], kind: TeamKind) -> tuple[Message, ...]:
    """What is wrong with a line-up, board by board; None: a board that the team leaves empty."""
    found: list[Message] = []
    members = {*sheet.regulars, *sheet.reserves}
    taken: set[str] = set()
    if len(seated) != len(sheet.regulars):
        found.append(message("line_up.boards", team=sheet.name, boards=len(sheet.regulars)))
    for board, name in enumerate(seated, 1):
        if name is None:
            continue
        if name not in members:
            found.append(message("line_up.stranger", team=sheet.name, name=name))
        elif name in taken:
            found.append(message("line_up.twice", team=sheet.name, name=name))
        elif not _may_sit(sheet, name, board, kind):
            found.append(message("line_up.out_of_order", team=sheet.name, name=name, board=board))
        taken.add(name)
    return tuple(found)


def _may_sit(sheet: TeamSheet, name: str, board: int, kind: TeamKind) -> bool:
    if kind is TeamKind.AD_HOC:
        return True
    if name in sheet.reserves:
        return kind is TeamKind.SUBSTITUTES
    return sheet.regulars.index(name) + 1 == board


def board_sides(boards: int, first_side: Side, game: int = 1) -> tuple[Side, ...]:
    """The first-named team's side on each board: first move on odd ones (GN 10.1.4); the next game turns them round."""
    turned = game % 2 == 0
    return tuple(first_side if (board % 2 == 1) != turned else first_side.other for board in range(1, boards + 1))


class BoardGame(msgspec.Struct, frozen=True):
    """A game of a match between teams."""

    board: int
    game: int
    white: PairingNumber
    """The team."""
    black: PairingNumber


def match_games(
    first: PairingNumber, second: PairingNumber, boards: int, first_side: Side, games: int = 1
) -> tuple[BoardGame, ...]:
    """The games of a match, board by board and game by game; the team named first moves first on odd boards."""
    return tuple(
        BoardGame(board, game, *((first, second) if side is Side.WHITE else (second, first)))
        for game in range(1, games + 1)
        for board, side in enumerate(board_sides(boards, first_side, game), 1)
    )


def team_round_robin(
    teams: int, boards: int, first_side: Side, games: int = 1
) -> tuple[tuple[tuple[BoardGame, ...], ...], ...]:
    """A round robin of teams: round by round the matches, each with its games."""
    return tuple(
        tuple(match_games(first, second, boards, first_side, games) for first, second in each.pairs)
        for each in round_robin(teams)
    )


def points_of_board(
    own: Sequence[RoundScore], theirs: Sequence[RoundScore], scale: PointScale | None = None
) -> tuple[Fraction, Fraction]:
    """Game points of a board's games, and its own point: a board of two games is won by who has more of them.

    The second is what the slips for two games call individual points (个人分); a team that counts boards adds these up.
    """
    worth = scale or PointScale()
    ours, other = (sum(map(worth.of, each), Fraction(0)) for each in (own, theirs))
    if ours == other:
        nobody = all(score in {RoundScore.FORFEIT_LOSS, RoundScore.ZERO_BYE} for score in (*own, *theirs))
        return ours, worth.absence if nobody else worth.draw
    return ours, worth.win if ours > other else worth.loss
