"""The bodies of answers about an event as a whole: its rounds, their pairings, its players."""

from __future__ import annotations

from collections import Counter

import msgspec

from gateway.model.errors import SettingsError
from gateway.model.instants import Instant
from gateway.model.pairings import RoundNumber
from gateway.model.persons import Person
from gateway.model.results import Reason, Result
from gateway.model.sides import BySide, Side
from gateway.referee import rulebooks
from gateway.relay.hall.coming_pairings import coming_in
from gateway.relay.hall.game_index import GameStatus, GameSummary
from gateway.relay.hall.hall import Hall

__all__ = [
    "ComingBody",
    "EventBody",
    "OutcomeBody",
    "PairingBody",
    "PlayerBody",
    "PlayersBody",
    "RoundBody",
    "RoundCount",
]

_UNDER_WAY = frozenset({GameStatus.PLAYING, GameStatus.PAUSED})
_LEFT_OUT = frozenset({GameStatus.SET_ASIDE, GameStatus.VOID})


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


class ComingBody(msgspec.Struct, frozen=True, kw_only=True):
    """A pairing that is announced, and not on its table yet."""

    table: str
    round: RoundNumber
    players: BySide[Person]
    start: Instant | None
    """When play begins, in milliseconds since 1970, where that is known."""


class RoundCount(msgspec.Struct, frozen=True):
    """A round, and how many of its games are where."""

    round: RoundNumber
    """0 where there are no rounds."""
    games: int
    playing: int
    over: int
    coming: int = 0
    """Pairings that are announced, beside the games."""


class EventBody(msgspec.Struct, frozen=True):
    """The event at a glance: small enough to ask for again and again."""

    event: str
    title: str
    """The event's name as people write it."""
    now: int
    """The relay's clock; where the public sees a late hall, that of what it sees."""
    round: RoundNumber
    """The round that is played: the latest in which a game is under way, else the latest."""
    rounds: list[RoundCount]

    @classmethod
    def of(cls, hall: Hall) -> EventBody:
        """The event as it stands in this hall."""
        coming = Counter(pairing.round for _, pairing in coming_in(hall))
        rounds = [
            found
            for number in sorted({*hall.game_index.counts, *coming})
            if (found := _count(hall, number, coming[number])).games or found.coming
        ]
        present = [each.round for each in rounds if each.playing] or [each.round for each in rounds]
        return cls(hall.event, hall.title, hall.now(), max(present, default=RoundNumber(0)), rounds)


class RoundBody(msgspec.Struct, frozen=True):
    """The pairings of a round, by tables."""

    event: str
    now: int
    round: RoundNumber
    games: list[PairingBody]
    coming: list[ComingBody]
    """Those that are announced, and not on their tables yet."""

    @classmethod
    def of(cls, hall: Hall, number: RoundNumber) -> RoundBody:
        """The round as it stands in this hall."""
        games = [PairingBody.of(game) for game in hall.game_index.of_round(number) if _is_listed(game)]
        coming = [
            ComingBody(table=table.name, round=number, players=pairing.players, start=pairing.start)
            for table, pairing in coming_in(hall)
            if pairing.round == number
        ]
        return cls(hall.event, hall.now(), number, games, coming)


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
        games: Counter[str] = Counter()
        listed = [game.players for game in hall.game_index if _is_listed(game)]
        for players, count in [(each, 1) for each in listed] + [(each.players, 0) for _, each in coming_in(hall)]:
            for person in (players[side] for side in Side):
                if person.name or person.id:
                    key = person.id or f"\0{person.name}"
                    persons[key] = person
                    games[key] += count
        found = (PlayerBody(person, games[key]) for key, person in persons.items())
        return cls(hall.event, sorted(found, key=lambda each: each.person.name.casefold()))


def _count(hall: Hall, number: RoundNumber, coming: int) -> RoundCount:
    counts = hall.game_index.counts.get(number, {})
    games = sum(n for status, n in counts.items() if status not in _LEFT_OUT)
    playing = sum(counts.get(status, 0) for status in _UNDER_WAY)
    return RoundCount(number, games, playing, counts.get(GameStatus.OVER, 0), coming)


def _score(game: GameSummary) -> BySide[str] | None:
    """Each side's points by the rulebook; None without a result."""
    if game.result is None:
        return None
    try:
        return rulebooks.load(game.rulebook).score(game.result.result, game.result.lost)
    except SettingsError:  # of a rulebook that this relay does not know
        return None


def _is_listed(game: GameSummary) -> bool:
    """Whether it counts as a game: not set up anew before anybody moved, and not void."""
    return game.status not in _LEFT_OUT
