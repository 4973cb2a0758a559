"""The bodies of answers about an event as a whole: its rounds, their pairings, its players."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

import msgspec

from gateway.model.errors import SettingsError
from gateway.model.pairings import RoundNumber
from gateway.model.persons import Person
from gateway.model.results import Reason, Result
from gateway.model.sides import BySide, Side
from gateway.referee import rulebooks
from gateway.relay.hall.game_index import GameStatus, GameSummary
from gateway.relay.hall.hall import Hall

__all__ = ["EventBody", "OutcomeBody", "PairingBody", "PlayerBody", "PlayersBody", "RoundBody", "RoundCount"]

_UNDER_WAY = frozenset({GameStatus.PLAYING, GameStatus.PAUSED})


class OutcomeBody(msgspec.Struct, frozen=True):
    """The outcome of a game, in short."""

    result: Result
    reason: Reason


class PairingBody(msgspec.Struct, frozen=True, kw_only=True):
    """One game of a round, in a line."""

    id: str
    """The page is `/games/{id}`, the whole game `/api/games/{id}`."""
    table: str
    round: RoundNumber
    players: BySide[Person]
    status: GameStatus
    result: OutcomeBody | None
    score: BySide[str] | None
    """Each side's points, once there is a result."""

    @classmethod
    def of(cls, game: GameSummary) -> PairingBody:
        """The game as it stands in the list."""
        return cls(
            id=game.id,
            table=game.table,
            round=game.round,
            players=game.players,
            status=game.status,
            result=OutcomeBody(game.result.result, game.result.reason) if game.result is not None else None,
            score=_score(game),
        )


class RoundCount(msgspec.Struct, frozen=True):
    """A round, and how many of its games are where."""

    round: RoundNumber
    """0 where there are no rounds."""
    games: int
    playing: int
    over: int


class EventBody(msgspec.Struct, frozen=True):
    """The event at a glance: small enough to ask for again and again."""

    event: str
    now: int
    """The relay's clock; where the public sees a late hall, that of what it sees."""
    round: RoundNumber
    """The round that is played: the latest in which a game is under way, else the latest."""
    rounds: list[RoundCount]

    @classmethod
    def of(cls, hall: Hall) -> EventBody:
        """The event as it stands in this hall."""
        found: dict[RoundNumber, list[GameStatus]] = defaultdict(list)
        for game in _listed(hall):
            found[game.round].append(game.status)
        rounds = [
            RoundCount(number, len(games), sum(each in _UNDER_WAY for each in games), games.count(GameStatus.OVER))
            for number, games in sorted(found.items())
        ]
        present = [each.round for each in rounds if each.playing] or [each.round for each in rounds]
        return cls(hall.event, hall.now(), max(present, default=RoundNumber(0)), rounds)


class RoundBody(msgspec.Struct, frozen=True):
    """The pairings of a round, by tables."""

    event: str
    now: int
    round: RoundNumber
    games: list[PairingBody]

    @classmethod
    def of(cls, hall: Hall, number: RoundNumber) -> RoundBody:
        """The round as it stands in this hall."""
        games = [PairingBody.of(game) for game in _listed(hall) if game.round == number]
        return cls(hall.event, hall.now(), number, games)


class PlayerBody(msgspec.Struct, frozen=True):
    """A person who plays in the event."""

    person: Person
    """As the event knew him last."""
    games: int
    """How many games he has, also those to come that are set up."""


class PlayersBody(msgspec.Struct, frozen=True):
    """Everybody who plays, in the order of their names."""

    event: str
    players: list[PlayerBody]

    @classmethod
    def of(cls, hall: Hall) -> PlayersBody:
        """The players that this hall knows."""
        persons: dict[str, Person] = {}
        games: dict[str, int] = defaultdict(int)
        for game in _listed(hall):
            for person in (game.players[side] for side in Side):
                if person.name or person.id:
                    key = person.id or f"\0{person.name}"
                    persons[key] = person
                    games[key] += 1
        players = (PlayerBody(person, games[key]) for key, person in persons.items())
        return cls(hall.event, sorted(players, key=lambda each: each.person.name.casefold()))


def _score(game: GameSummary) -> BySide[str] | None:
    """Each side's points by the rulebook; None without a result."""
    if game.result is None:
        return None
    try:
        return rulebooks.load(game.rulebook).score(game.result.result, game.result.lost)
    except SettingsError:  # of a rulebook that this relay does not know
        return None


def _listed(hall: Hall) -> Iterable[GameSummary]:
    """The games that count as games: not those that were set up anew before anybody moved, nor void ones."""
    return (game for game in hall.game_index if game.status not in {GameStatus.SET_ASIDE, GameStatus.VOID})
