"""The event as it stands: who takes part, the rounds with their games, and what is fixed. Only entries change it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

import msgspec

from gateway.model.pairings import PairingId, RoundNumber
from gateway.model.persons import Person, PersonId
from gateway.model.sides import Side
from gateway.tournament.crosstable import Crosstable, PairingNumber, Participant, RoundResult, RoundScore
from gateway.tournament.knockout_bracket import TieResult

from .event_rounds import PHONES, EventGame, EventRound, RoundStage
from .game_scores import GameScore
from .regulations import Regulations, StageRules
from .stages import EventStage, StageGroup
from .team_match_scores import team_match_scores
from .ties import match_scores, tie_result

__all__ = ["PHONES", "Entrant", "Event", "EventGame", "EventRound", "RoundStage"]

_ADJOURNED = GameScore(RoundScore.DRAW, RoundScore.DRAW)
"""What an unfinished game counts as, until it is finished."""


class Entrant(msgspec.Struct, frozen=True, omit_defaults=True):
    """A person, or a team, who takes part."""

    person: Person
    """With an id; of a team its name, its federation and its strength."""
    number: PairingNumber | None = None
    """None until entries are closed."""
    since: RoundNumber = RoundNumber(1)
    """The first round in which the player can be paired."""
    until: RoundNumber | None = None
    """The last round in which the player can be paired; None: the event's last."""
    byes: dict[RoundNumber, RoundScore] = {}
    """Rounds that are not played, as granted."""
    table: str = ""
    """The table at which the player always sits; empty: any."""
    members: tuple[Person, ...] = ()
    """Of a team, in the order of its boards, then reserves, each with an id."""
    captain: str = ""
    tables: dict[PersonId, str] = {}
    """Of a team: the tables at which members always sit."""

    @property
    def id(self) -> PersonId:
        """The person's id in this event."""
        return self.person.id

    def bye_in(self, number: RoundNumber) -> RoundScore | None:
        """What the player has instead of a game in a round, as far as is known beforehand; None: he can be paired."""
        if number < self.since or (self.until is not None and number > self.until):
            return RoundScore.ZERO_BYE
        return self.byes.get(number)


class Event(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that is known of an event."""

    regulations: Regulations
    entrants: Mapping[PersonId, Entrant] = {}
    """In the order in which they were entered."""
    order: tuple[PersonId, ...] = ()
    """By pairing number, from 1; empty until entries are closed."""
    closed: bool = False
    """Entries are closed."""
    stages: tuple[EventStage, ...] = ()
    """Those that have begun, the last one is played; none until entries are closed."""
    rounds: tuple[EventRound, ...] = ()
    forbidden: frozenset[frozenset[PersonId]] = frozenset()
    """Pairs that are not to meet."""
    line_ups: Mapping[tuple[PersonId, RoundNumber], tuple[PersonId | None, ...]] = {}
    """Of teams: line-ups that were handed in, by team and round."""
    openings: Mapping[tuple[RoundNumber, int], str] = {}
    """Openings that were drawn, by round and board; board 0: for all boards of the round."""
    ticked: Mapping[tuple[str, int], str] = {}
    """Duties that somebody has said to be done, by name and round (0: of the event), and who said so."""
    ranking: tuple[PersonId, ...] | None = None
    """The final ranking, once it is fixed."""
    seed: str = ""
    """What lots were drawn from."""

    @property
    def next_round(self) -> RoundNumber:
        """The number of the round that is to be paired next."""
        return RoundNumber(len(self.rounds) + 1)

    @property
    def current(self) -> EventStage:
        """The stage that is played; there is one once entries are closed."""
        return self.stages[-1]

    @property
    def planned(self) -> EventStage:
        """The stage of the plan that is played, or whose places are being played off."""
        return next(stage for stage in reversed(self.stages) if not stage.is_play_off)

    def opening(self, number: RoundNumber, board: int) -> str:
        """The opening that was drawn for a board in a round; empty: none."""
        return self.openings.get((number, board)) or self.openings.get((number, 0), "")

    def stage_before(self, stage: EventStage) -> EventStage:
        """The stage of the plan from which those of a later one have come; raises `LookupError` for the first."""
        return next(each for each in self.stages if each.number == stage.number - 1 and not each.is_play_off)

    def rules_of(self, stage: EventStage) -> StageRules:
        """How a stage is played."""
        return stage.rules or self.regulations.plan[stage.number - 1]

    def rounds_of(self, stage: EventStage) -> tuple[EventRound, ...]:
        """The rounds of a stage that are paired."""
        at = self.stages.index(stage)
        return tuple(each for each in self.rounds if each.stage == at)

    def stage_of(self, a_round: EventRound) -> EventStage:
        """The stage that a round belongs to."""
        return self.stages[a_round.stage]

    @property
    def as_published(self) -> Event:
        """The event without a round that is paired and not made known: not even a bye of it counts."""
        return msgspec.structs.replace(self, rounds=tuple(each for each in self.rounds if each.published))

    def before(self, number: RoundNumber) -> Event:
        """The event before a round was paired, as it would be paired again: absent is who had no game in it."""
        byes = self.rounds[number - 1].byes
        absent = {each for each, score in byes.items() if score is not RoundScore.PAIRING_BYE}
        entrants = {
            player: msgspec.structs.replace(
                entrant, since=RoundNumber(1), until=None, byes={number: RoundScore.ZERO_BYE} if late else {}
            )
            for player, entrant in self.entrants.items()
            for late in [entrant.number in absent or entrant.since > number]
        }
        begun = tuple(stage for stage in self.stages if stage.first <= number)
        return msgspec.structs.replace(self, rounds=self.rounds[: number - 1], stages=begun, entrants=entrants)

    def entrant(self, number: PairingNumber) -> Entrant:
        """Who has this pairing number."""
        return self.entrants[self.order[number - 1]]

    @property
    def clubs(self) -> dict[PairingNumber, str]:
        """The club of each who has a number."""
        return {PairingNumber(at): self.entrants[player].person.club for at, player in enumerate(self.order, 1)}

    def person(self, game: EventGame, side: Side) -> Person | None:
        """Who plays a side of a game; None: nobody, the board of a team is empty."""
        entrant = self.entrant(game.players[side])
        if game.seated is None:
            return entrant.person
        return next((member for member in entrant.members if member.id == game.seated[side]), None)

    def counted(self, game: EventGame) -> GameScore | None:
        """The result that counts; None: there is none yet."""
        score = self.settled(game)
        return _ADJOURNED if score is None and game.adjourned else score

    def settled(self, game: EventGame) -> GameScore | None:
        """The result of a game that is over; None: there is none yet."""
        if game.accepted is not None:
            return game.accepted
        if game.walkover is not None:
            return game.walkover
        return None if self.regulations.confirm_results else game.vouched

    def stage(self, a_round: EventRound) -> RoundStage:
        """How far a round is."""
        if not a_round.published:
            return RoundStage.PAIRED
        return RoundStage.PUBLISHED if any(self._missing(a_round)) else RoundStage.OVER

    def takes_reports(self, game: EventGame) -> bool:
        """Whether players may still say what became of a game: until every result of the round is fixed."""
        if self.ranking is not None:
            return False
        stage = self.stage(self.find(game.id)[0])
        return stage is RoundStage.PUBLISHED or (stage is RoundStage.OVER and game.adjourned)

    def find(self, pairing: PairingId) -> tuple[EventRound, EventGame]:
        """A game and its round; raises `LookupError`."""
        number, _, _ = pairing.partition(".")
        if number.isdecimal() and 0 < int(number) <= len(self.rounds):
            a_round = self.rounds[int(number) - 1]
            for game in a_round.games:
                if game.id == pairing:
                    return a_round, game
        raise LookupError(f"There is no game {pairing}.")

    def missing(self) -> Iterator[EventGame]:
        """Games without a result that counts, and whose result is needed."""
        for a_round in self.rounds:
            yield from self._missing(a_round)

    def _missing(self, a_round: EventRound) -> Iterator[EventGame]:
        for game in a_round.games:
            if self.counted(game) is None and self.tie_result(a_round, game.board) is None:
                yield game

    def tie_result(self, a_round: EventRound, board: int) -> TieResult | None:
        """Who goes on from a board of a knock-out; None: that is open, or nobody goes out in this stage."""
        if not self.rules_of(self.stage_of(a_round)).system.is_bracket:
            return None
        games = a_round.meeting_at(board)
        return tie_result([(game, self.settled(game)) for game in games], self.regulations.points.scale)

    def disputed(self) -> Iterator[EventGame]:
        """Games of which two results were told."""
        for a_round in self.rounds:
            yield from (game for game in a_round.games if game.is_disputed)

    def crosstable(self, *, through: RoundNumber | None = None) -> Crosstable:
        """The rows of everybody as pairing and standings read them, up to a round or with all; without play-offs."""
        numbers = [PairingNumber(at) for at in range(1, len(self.order) + 1)]
        rounds = [each for each in self.rounds[:through] if not self.stage_of(each).is_play_off]
        return self._table(numbers, rounds, self.regulations.rounds)

    def group_table(self, stage: EventStage, group: StageGroup, *, through: RoundNumber | None = None) -> Crosstable:
        """The rows of a group of a stage, with the rounds of that stage."""
        rounds = [each for each in self.rounds_of(stage) if through is None or each.number <= through]
        return self._table(sorted(group.numbers), rounds, self.rules_of(stage).rounds or None)

    def _table(
        self, numbers: Iterable[PairingNumber], rounds: Iterable[EventRound], round_count: int | None
    ) -> Crosstable:
        rows: dict[PairingNumber, list[RoundResult | None]] = {number: [] for number in numbers}
        for a_round in rounds:
            found = self.results(a_round)
            for number, row in rows.items():
                row.append(found.get(number, RoundResult(RoundScore.ZERO_BYE)))
        return Crosstable(
            participants=tuple(_participant(number, self.entrant(number), row) for number, row in rows.items()),
            scale=self.regulations.scale,
            round_count=round_count,
        )

    def results(self, a_round: EventRound) -> dict[PairingNumber, RoundResult | None]:
        """What a round brought each participant; None: there is no result yet."""
        found: dict[PairingNumber, RoundResult | None] = {
            number: RoundResult(score) for number, score in a_round.byes.items()
        }
        boards: dict[int, list[EventGame]] = {}
        for game in a_round.games:
            if not game.extra:
                boards.setdefault(game.match or game.board, []).append(game)
        scale, teams = self.regulations.points.scale, self.regulations.teams
        for games in boards.values():
            played = [(game, self.counted(game)) for game in games]
            score = match_scores(played, scale) if teams is None else team_match_scores(played, teams, scale)
            for side in Side:
                met = games[0].players[side.other]
                found[games[0].players[side]] = None if score is None else RoundResult(score.by_side[side], met, side)
        return found


def _participant(number: PairingNumber, entrant: Entrant, rounds: list[RoundResult | None]) -> Participant:
    person = entrant.person
    return Participant(
        number=number,
        name=person.name,
        rating=person.rating,
        title=person.title,
        federation=person.federation,
        club=person.club,
        rounds=tuple(rounds),
    )
