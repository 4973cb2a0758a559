"""The field: everybody who is paired in the coming round, as the rules see them, in order of rank (C.04.3 1.2)."""

from __future__ import annotations

import math
from fractions import Fraction

import msgspec

from gateway.model.pairings import RoundNumber
from gateway.model.sides import Side
from gateway.tournament.crosstable import PairingNumber, RoundScore
from gateway.tournament.dutch.floats import Float, float_of
from gateway.tournament.dutch.preferences import Colours, Strength
from gateway.tournament.pairing_engine import RoundRequest
from gateway.tournament.tournament_pairing_numbers import entrants_of

__all__ = ["Field", "Player", "field_of"]


class Player(msgspec.Struct, frozen=True, kw_only=True):
    """A player of the coming round."""

    number: PairingNumber
    """By which the crosstable knows the player."""
    tpn: int
    """The tournament pairing number: without gaps for those who never appeared (C.04.2 2.4)."""
    score: int
    """The pairing score, in the field's units."""
    sides: tuple[Side, ...]
    difference: int
    preference: Side | None
    strength: Strength
    opponents: frozenset[PairingNumber]
    """Of games that were played: an unplayed one does not count as a meeting (C.04.2 3.5)."""
    floats: tuple[Float | None, Float | None]
    """Of the last round and of the one before it, whatever happened there."""
    bye_barred: bool
    """No pairing-allocated bye: there was one, or the points of a win without a game (C.04.1 4)."""
    unplayed: int
    """Rounds without a game."""
    is_topscorer: bool
    """More than half of what could be had, when the last round is paired (1.8)."""


class Field(msgspec.Struct, frozen=True, kw_only=True):
    """All players of the coming round, highest ranked first."""

    players: tuple[Player, ...]
    unit: int
    """Scores are whole numbers of this part of a point."""
    initial: Side
    forbidden: tuple[frozenset[PairingNumber], ...] = ()
    is_last_round: bool = False

    def points(self, score: int) -> Fraction:
        """A score, in points."""
        return Fraction(score, self.unit)


def field_of(request: RoundRequest) -> Field:
    """The field of a round."""
    table, coming = request.crosstable, request.round
    scale = table.scale
    virtual = request.virtual_points
    worth = {each: scale.of(each) for each in RoundScore}
    unit = math.lcm(
        *(value.denominator for value in worth.values()),
        *(value.denominator for values in virtual.values() for value in values),
    )
    units = {each: int(value * unit) for each, value in worth.items()}
    running: dict[PairingNumber, list[int]] = {}
    for row in table.participants:
        total, before = 0, []
        extra = virtual.get(row.number, ())
        for number in range(coming):
            before.append(total + (int(extra[number] * unit) if number < len(extra) else 0))
            result = row.rounds[number] if number < len(row.rounds) else None
            if result is not None:
                total += units[result.score]
        running[row.number] = before

    def score_before(number: PairingNumber, at: RoundNumber) -> int:
        return running[number][at - 1] if number in running else 0

    is_last = table.round_count is not None and coming >= table.round_count
    maximum = units[RoundScore.WIN] * (coming - 1)
    players: list[Player] = []
    for tpn, row in entrants_of(request):
        past = row.rounds[: coming - 1]
        played = [each for each in past if each is not None and each.is_played]
        colours = Colours(tuple(each.side for each in played if each.side is not None))
        preference, strength = colours.preference
        score = score_before(row.number, coming)
        players.append(
            Player(
                number=row.number,
                tpn=tpn,
                score=score,
                sides=colours.played,
                difference=colours.difference,
                preference=preference,
                strength=strength,
                opponents=frozenset(each.opponent for each in played if each.opponent is not None),
                floats=(
                    float_of(table, row, RoundNumber(coming - 1), score_before) if coming > 1 else None,
                    float_of(table, row, RoundNumber(coming - 2), score_before) if coming > 2 else None,
                ),
                bye_barred=any(
                    each is not None
                    and not each.is_played
                    and (each.score is RoundScore.PAIRING_BYE or worth[each.score] >= scale.win)
                    for each in past
                ),
                unplayed=coming - 1 - len(played),
                is_topscorer=is_last and 2 * score > maximum,
            )
        )
    players.sort(key=lambda player: (-player.score, player.tpn))
    return Field(
        players=tuple(players),
        unit=unit,
        initial=request.initial_side,
        forbidden=request.forbidden,
        is_last_round=is_last,
    )
