"""Explanations (C.04.1 9): what could not be avoided in each bracket, and why a player meets this opponent."""

from __future__ import annotations

import enum
from fractions import Fraction

import msgspec

from gateway.model.messages import Message, message, name_of
from gateway.model.sides import Side
from gateway.tournament.crosstable import PairingNumber
from gateway.tournament.dutch.absolutes import Allowed, allowed_of, may_meet
from gateway.tournament.dutch.bracket import Bracket, BracketGraph
from gateway.tournament.dutch.colours import allocate
from gateway.tournament.dutch.criteria import Failures
from gateway.tournament.dutch.field import Field, field_of
from gateway.tournament.dutch.pairing import PairedBracket, best_candidate, pair_brackets, scoregroups
from gateway.tournament.graphs.matching import cheapest_matching, with_pairs
from gateway.tournament.pairing_engine import RoundRequest, Unpairable
from gateway.tournament.pairing_explanation import OpponentExplanation, RejectedOpponent, Unavoidable

__all__ = ["BracketExplanation", "Criterion", "RoundExplanation", "explain_round"]


class Criterion(enum.StrEnum):
    """The criteria of C.04.3 article 2."""

    C1 = "C1"
    C2 = "C2"
    C3 = "C3"
    C4 = "C4"
    C5 = "C5"
    C6 = "C6"
    C7 = "C7"
    C8 = "C8"
    C9 = "C9"
    C10 = "C10"
    C11 = "C11"
    C12 = "C12"
    C13 = "C13"
    C14 = "C14"
    C15 = "C15"
    C16 = "C16"
    C17 = "C17"
    C18 = "C18"
    C19 = "C19"
    C20 = "C20"
    C21 = "C21"

    @property
    def article(self) -> str:
        """Where it stands."""
        number = int(self.value[1:])
        if number > _LAST_BEFORE_QUALITY:
            return f"C.04.3 2.4.{number - _LAST_BEFORE_QUALITY}"
        return {"C1": "C.04.3 2.1.1", "C2": "C.04.3 2.1.2", "C3": "C.04.3 2.1.3", "C4": "C.04.3 2.2.1"}.get(
            self.value, "C.04.3 2.3.1"
        )


_LAST_BEFORE_QUALITY = 5


class BracketExplanation(msgspec.Struct, frozen=True, kw_only=True):
    """A scoregroup and those who came down to it."""

    points: Fraction
    moved_down: tuple[PairingNumber, ...]
    residents: tuple[PairingNumber, ...]
    pairs: tuple[tuple[PairingNumber, PairingNumber], ...]
    downfloaters: tuple[PairingNumber, ...]
    unavoidable: tuple[Unavoidable, ...]
    summary: Message
    passed_over: tuple[RejectedOpponent, ...] = ()
    """Nobody: who floats is decided with the pairs."""


def explain_round(request: RoundRequest) -> RoundExplanation | Unpairable:
    """The explanation of a round, as the engine pairs it."""
    field = field_of(request)
    allowed = allowed_of(field)
    if allowed is None:
        return Unpairable(message("pairing.not_complete"))
    return RoundExplanation(field, allowed)


class RoundExplanation:
    """A round that can be asked about: its brackets, and each player's opponent."""

    def __init__(self, field: Field, allowed: Allowed) -> None:
        self._field = field
        self._allowed = allowed
        self._paired = pair_brackets(field, allowed)
        self._rank = {player.number: at for at, player in enumerate(field.players)}

    @property
    def brackets(self) -> tuple[BracketExplanation, ...]:
        """From the top."""
        return tuple(self._bracket(each) for each in self._paired)

    def opponent(self, number: PairingNumber) -> OpponentExplanation | None:
        """Why a player meets the one that it meets; None: nobody of that number is paired in this round."""
        at = self._rank.get(number)
        if at is None:
            return None
        for index, bracket in enumerate(self._paired):
            for pair in bracket.pairs:
                if at in pair:
                    return self._pair(index, at, pair)
        last = len(self._paired) - 1
        return OpponentExplanation(
            number=number,
            opponent=None,
            points=self._points(self._paired[last]),
            place=message("pairing_place.bye"),
            rejected=self._other_byes(at),
            colour=None,
            colour_rule=None,
        )

    def why_not(self, number: PairingNumber, other: PairingNumber) -> RejectedOpponent | None:
        """Why a player does not meet a certain other one; None where it does, or where one of them is not paired."""
        one, two = sorted((self._rank.get(number, -1), self._rank.get(other, -1)))
        if one < 0 or one == two:
            return None
        for index, paired in enumerate(self._paired):
            pair = next((each for each in paired.pairs if one in each), None)
            if pair is None:
                continue
            if two in pair:
                return None
            if two not in (*paired.movers, *paired.residents):
                break
            (found,) = self._reject_all(index, (one, pair[1] if pair[0] == one else pair[0]), [two])
            return msgspec.structs.replace(found, number=other)
        return RejectedOpponent(other, message("pairing_reason.elsewhere"), "C.04.3 1.3.2")

    # --------------------------------------------------------------------------------------------------------- brackets
    def _number(self, at: int) -> PairingNumber:
        return self._field.players[at].number

    def _points(self, paired: PairedBracket) -> Fraction:
        return self._field.points(paired.score)

    def _bracket(self, paired: PairedBracket) -> BracketExplanation:
        unavoidable = tuple(
            Unavoidable(criterion, sum(paired.failures[criterion.value]), criterion.article)
            for criterion in Criterion
            if any(paired.failures.get(criterion.value, ())) and criterion not in {Criterion.C7, Criterion.C8}
        )
        return BracketExplanation(
            points=self._points(paired),
            moved_down=tuple(map(self._number, paired.movers)),
            residents=tuple(map(self._number, paired.residents)),
            pairs=tuple((self._number(one), self._number(other)) for one, other in paired.pairs),
            downfloaters=tuple(map(self._number, paired.downfloaters)),
            unavoidable=unavoidable,
            summary=message(
                "pairing_bracket.summary",
                players=len(paired.movers) + len(paired.residents),
                moved=len(paired.movers),
                pairs=len(paired.pairs),
                floating=len(paired.downfloaters),
                against=tuple(name_of(each.criterion) for each in unavoidable),
            ),
        )

    # ------------------------------------------------------------------------------------------------------------ pairs
    def _pair(self, index: int, asked: int, pair: tuple[int, int]) -> OpponentExplanation:
        paired = self._paired[index]
        higher, lower = pair
        players = self._field.players
        side, rule = allocate(players[higher], players[lower], self._field.initial)
        white, black = (higher, lower) if side is Side.WHITE else (lower, higher)
        moved = higher in paired.movers
        return OpponentExplanation(
            number=self._number(asked),
            opponent=self._number(lower if asked == higher else higher),
            points=self._points(paired),
            place=message(
                "pairing_place.moved_down" if moved else "pairing_place.resident",
                higher=str(self._number(higher)),
                lower=str(self._number(lower)),
            ),
            rejected=self._rejected(index, pair),
            colour=message(
                "pairing_place.colours",
                white=str(self._number(white)),
                black=str(self._number(black)),
                rule=name_of(rule),
            ),
            colour_rule=rule,
        )

    def _rejected(self, index: int, pair: tuple[int, int]) -> tuple[RejectedOpponent, ...]:
        paired = self._paired[index]
        higher, lower = pair
        before = self._before(paired, higher, lower)
        taken = {each for met in _chosen_before(paired, pair) for each in met}
        before = [each for each in before if each not in taken]
        return self._reject_all(index, pair, before) if before else ()

    def _reject_all(self, index: int, pair: tuple[int, int], others: list[int]) -> tuple[RejectedOpponent, ...]:
        graph, candidate = best_candidate(self._as_it_was(index))
        best = graph.criteria.failures(candidate.cost)
        earlier = _chosen_before(self._paired[index], pair)
        return tuple(self._reject(graph, best, earlier, pair[0], other) for other in others)

    def _as_it_was(self, index: int) -> Bracket:
        movers = self._paired[index - 1].downfloaters if index else ()
        return Bracket(self._field, self._allowed, movers, scoregroups(self._field)[index:])

    def _before(self, paired: PairedBracket, higher: int, lower: int) -> list[int]:
        """The opponents that come before this one in the order of transpositions."""
        if higher in paired.movers:
            return [each for each in paired.residents if each < lower]
        taken = {other for one, other in paired.pairs if one in paired.movers}
        remainder = [each for each in paired.residents if each not in taken]
        half = sum(one not in paired.movers for one, _ in paired.pairs)
        below = remainder[half:]
        return [each for each in below if each > higher and (each < lower or lower not in below)]

    def _reject(
        self, graph: BracketGraph, best: Failures, earlier: list[tuple[int, int]], higher: int, other: int
    ) -> RejectedOpponent:
        number = self._number(other)
        one, two = self._field.players[higher], self._field.players[other]
        if two.number in one.opponents:
            return RejectedOpponent(number, message("pairing_reason.met"), Criterion.C1.article)
        if not may_meet(one, two):
            return RejectedOpponent(number, message("pairing_reason.colours"), Criterion.C3.article)
        if not self._allowed.opponents[higher] >> other & 1:
            return RejectedOpponent(number, message("pairing_reason.forbidden"), Criterion.C1.article)
        for first, second in earlier:
            if other in (first, second):
                taker = first if other == second else second
                return RejectedOpponent(
                    number, message("pairing_reason.taken", by=str(self._number(taker))), "C.04.3 4.2"
                )
        found = _best_with(graph, [*earlier, (higher, other)])
        if found is None:
            return RejectedOpponent(number, message("pairing_reason.not_complete"), Criterion.C4.article)
        worse = next((code for code in best if found[code] > best[code]), None)
        if worse is None:
            return RejectedOpponent(number, message("pairing_reason.later"), "C.04.3 4.3")
        criterion = Criterion(worse)
        return RejectedOpponent(
            number, message("pairing_reason.criterion", criterion=name_of(criterion)), criterion.article
        )

    # -------------------------------------------------------------------------------------------------------------- bye
    def _other_byes(self, taker: int) -> tuple[RejectedOpponent, ...]:
        """Why nobody ranked lower has the bye."""
        players = self._field.players
        found: list[RejectedOpponent] = []
        for at in range(taker + 1, len(players)):
            if players[at].bye_barred:
                found.append(
                    RejectedOpponent(players[at].number, message("pairing_reason.barred"), Criterion.C2.article)
                )
            elif players[at].score < players[taker].score:
                found.append(
                    RejectedOpponent(players[at].number, message("pairing_reason.not_complete"), Criterion.C4.article)
                )
            else:
                found.append(RejectedOpponent(players[at].number, message("pairing_reason.better_bye"), "C.04.3 3.8"))
        return tuple(found)


def _chosen_before(paired: PairedBracket, pair: tuple[int, int]) -> list[tuple[int, int]]:
    """The pairs whose opponents are chosen before: those who moved down come first, then the upper half."""
    return [
        each
        for each in paired.pairs
        if (each[0] not in paired.movers, each[0]) < (pair[0] not in paired.movers, pair[0])
    ]


def _best_with(graph: BracketGraph, pairs: list[tuple[int, int]]) -> Failures | None:
    """What would have failed in the best candidate with these pairs; None where there is none."""
    rows = with_pairs(graph.rows, [(graph.local[one], graph.local[other]) for one, other in pairs])
    solved = None if rows is None else cheapest_matching(rows)
    return None if solved is None else graph.criteria.failures(solved.cost)
