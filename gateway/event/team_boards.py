"""The boards of a match between teams: which games it has, and who sits there by the line-ups. GN 26.2, 10.1.4."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import msgspec

from gateway.model.pairings import PairingId, RoundNumber
from gateway.model.persons import PersonId
from gateway.model.sides import BySide, Side
from gateway.tournament.crosstable import PairingNumber

from .event_acts import GivenPair
from .event_rounds import EventGame
from .team_regulations import TeamRegulations

__all__ = ["LineUp", "default_line_up", "match_boards", "with_line_up"]

LineUp = tuple[PersonId | None, ...]
"""Who sits on board 1, 2, ...; None: nobody."""


def default_line_up(members: Sequence[PersonId], boards: int) -> LineUp:
    """The order of entry: where a team has too few, the last boards stay empty."""
    return (*members[:boards], *[None] * (boards - len(members)))


def match_boards(
    number: RoundNumber,
    pairs: Sequence[GivenPair],
    rules: TeamRegulations,
    games: int,
    line_ups: Mapping[PairingNumber, LineUp],
) -> Iterator[EventGame]:
    """The games of a round of teams: boards are numbered through the round, and each has so many games."""
    for match, pair in enumerate(pairs, 1):
        for seat in range(1, rules.boards + 1):
            board = (match - 1) * rules.boards + seat
            for game in range(1, games + 1):
                side = rules.sides(game)[seat - 1]
                white, black = (pair.white, pair.black) if side is Side.WHITE else (pair.black, pair.white)
                first = f"{number}.{board}"
                yield EventGame(
                    id=PairingId(first if game == 1 else f"{first}.{game}"),
                    board=board,
                    game=game,
                    match=match,
                    seat=seat,
                    white=white,
                    black=black,
                    seated=BySide(line_ups[white][seat - 1], line_ups[black][seat - 1]),
                )


def with_line_up(games: Sequence[EventGame], team: PairingNumber, line_up: LineUp) -> tuple[EventGame, ...]:
    """The games of a round with another line-up of one team."""
    found: list[EventGame] = []
    for game in games:
        seated = game.seated
        if seated is not None and team in (game.white, game.black):
            side = Side.WHITE if game.white == team else Side.BLACK
            found.append(msgspec.structs.replace(game, seated=seated.replace(side, line_up[game.seat - 1])))
        else:
            found.append(game)
    return tuple(found)
