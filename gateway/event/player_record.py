"""The record of one player in an event: the games of all rounds, the points, and how well it was played."""

from __future__ import annotations

from fractions import Fraction

import msgspec

from gateway.model.pairings import RoundNumber
from gateway.model.sides import Side
from gateway.tournament.crosstable import PairingNumber, RoundScore
from gateway.tournament.elo import mean_rating, performance

from .event import Entrant, Event, EventGame, EventRound

__all__ = ["PlayerRecord", "PlayerRound", "player_record"]


class PlayerRound(msgspec.Struct, frozen=True, kw_only=True):
    """One round of a player."""

    number: RoundNumber
    game: EventGame | None = None
    """None: there was no game."""
    side: Side | None = None
    opponent: PairingNumber | None = None
    score: RoundScore | None = None
    """What was had of it, a bye included; None: not known yet."""


class PlayerRecord(msgspec.Struct, frozen=True, kw_only=True):
    """A player, round by round."""

    entrant: Entrant
    rounds: tuple[PlayerRound, ...]
    points: Fraction
    played: int
    """Games over the board."""
    opponents: int | None = None
    """The mean rating of the opponents in games over the board; None: nobody rated was met."""
    performance: int | None = None
    """The rating that the points against them stand for."""


def player_record(event: Event, number: PairingNumber) -> PlayerRecord:
    """All that is known of a player; raises `LookupError`."""
    if not 0 < number <= len(event.order):
        raise LookupError(f"Nobody has the number {number}.")
    rounds = tuple(_round(event, each, number) for each in event.rounds)
    scale = event.regulations.points.scale
    over_the_board = [each for each in rounds if each.opponent is not None and each.score and each.score.is_played]
    against = [
        (rating, _rated(each.score))
        for each in over_the_board
        if each.opponent is not None and (rating := event.entrant(each.opponent).person.rating)
    ]
    ratings, score = [rating for rating, _ in against], sum((got for _, got in against), Fraction(0))
    return PlayerRecord(
        entrant=event.entrant(number),
        rounds=rounds,
        points=sum((scale.of(each.score) for each in rounds if each.score is not None), Fraction(0)),
        played=len(over_the_board),
        opponents=mean_rating(ratings) if ratings else None,
        performance=performance(ratings, score) if ratings else None,
    )


def _round(event: Event, a_round: EventRound, number: PairingNumber) -> PlayerRound:
    for game in a_round.games:
        for side in Side:
            if game.players[side] == number:
                counted = None if game.adjourned else event.counted(game)
                return PlayerRound(
                    number=a_round.number,
                    game=game,
                    side=side,
                    opponent=game.players[side.other],
                    score=None if counted is None else counted.by_side[side],
                )
    return PlayerRound(number=a_round.number, score=a_round.byes.get(number, RoundScore.ZERO_BYE))


def _rated(score: RoundScore | None) -> Fraction:
    """What a game is worth where ratings are reckoned, whatever the event gives for it."""
    if score in {RoundScore.WIN, RoundScore.UNRATED_WIN}:
        return Fraction(1)
    return Fraction(1, 2) if score in {RoundScore.DRAW, RoundScore.UNRATED_DRAW} else Fraction(0)
