"""The regulations of a team event: boards, line-ups, points of matches, and how teams are paired. GN 26.2, C.04.6 1."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from typing import Annotated

import msgspec

from gateway.model.sides import Side
from gateway.tournament.crosstable import PointScale
from gateway.tournament.line_ups import TeamKind, board_sides
from gateway.tournament.team_swiss.team_rules import TeamSwissRules
from gateway.tournament.team_tables import MatchPointScale

__all__ = ["MatchPoints", "TeamRegulations"]


class MatchPoints(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, kw_only=True):
    """The points of a match. FIDE gives 2, 1, 0; the handbooks as much as for a game (GN 28.1)."""

    win: Decimal = Decimal(2)
    draw: Decimal = Decimal(1)
    loss: Decimal = Decimal(0)
    absence: Decimal | None = None
    """A match that a team forfeits, or a round in which it is absent; None: as a loss."""
    pairing_bye: Decimal | None = None
    """None: as a drawn match (C.04.6 1.4)."""
    bye_games: Decimal | None = None
    """Game points of the pairing's bye; None: of a drawn match, every board drawn."""

    @property
    def scale(self) -> PointScale:
        """As pairing counts."""
        return PointScale(
            win=Fraction(self.win),
            draw=Fraction(self.draw),
            loss=Fraction(self.loss),
            absence=Fraction(self.loss if self.absence is None else self.absence),
            pairing_bye=Fraction(self.draw if self.pairing_bye is None else self.pairing_bye),
        )

    @property
    def match_scale(self) -> MatchPointScale:
        """As standings count."""
        return MatchPointScale(win=Fraction(self.win), draw=Fraction(self.draw), loss=Fraction(self.loss))


class TeamRegulations(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, kw_only=True):
    """The regulations about teams. Points of games are those of the event; who has more of them has won a match."""

    boards: Annotated[int, msgspec.Meta(ge=1, le=50)]
    """Of a match."""
    kind: TeamKind = TeamKind.SUBSTITUTES
    """Who may sit where: the order of entry, with or without substitutes, or anew before each match."""
    reserves: Annotated[int, msgspec.Meta(ge=0, le=20)] = 2
    """How many a team may have at most beside those of the boards."""
    match_points: MatchPoints = MatchPoints()
    board_points: bool = False
    """A board of several games is one point, to who has more of them; otherwise every game counts."""
    forfeited_match: Decimal | None = None
    """Game points of a match that the opponents forfeit; None: every board won."""
    colours: Annotated[str, msgspec.Meta(pattern="^(W[WB]*)?$", max_length=50)] = ""
    """Of the team that has white on board 1, board by board: `WBBW`; none: white on odd boards (GN 10.1.4, C.04.6)."""
    line_up_minutes: Annotated[int, msgspec.Meta(ge=0, le=10080)] = 0
    """So long before a round starts line-ups are handed in; later changes need a reason."""
    pairing: TeamSwissRules = TeamSwissRules()
    """Of the team Swiss: the primary score, and what becomes of colours."""

    @property
    def most(self) -> int:
        """The members that a team can have."""
        return self.boards + self.reserves

    def sides(self, game: int) -> tuple[Side, ...]:
        """The sides of the team that has white on board 1, board by board; the next game turns them round."""
        if len(self.colours) < self.boards:
            return board_sides(self.boards, Side.WHITE, game)
        sides = [Side.WHITE if each == "W" else Side.BLACK for each in self.colours[: self.boards]]
        return tuple(sides if game % 2 else [side.other for side in sides])
