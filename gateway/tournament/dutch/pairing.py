"""The pairing of a round, bracket by bracket from the top (C.04.3 article 3)."""

from __future__ import annotations

import itertools

import msgspec

from gateway.tournament.dutch.absolutes import Allowed
from gateway.tournament.dutch.bracket import Bracket, BracketGraph, Reach, graph_of
from gateway.tournament.dutch.candidate import BracketCandidate
from gateway.tournament.dutch.criteria import Failures
from gateway.tournament.dutch.field import Field
from gateway.tournament.dutch.selection import select
from gateway.tournament.graphs.completion import bits

__all__ = ["PairedBracket", "best_candidate", "pair_brackets", "scoregroups"]


class PairedBracket(msgspec.Struct, frozen=True):
    """The outcome of a bracket. Players by rank, from 0."""

    score: int
    movers: tuple[int, ...]
    residents: tuple[int, ...]
    pairs: tuple[tuple[int, int], ...]
    """The higher ranked first."""
    downfloaters: tuple[int, ...]
    failures: Failures
    """How often each criterion failed; unavoidable, or another candidate would stand here."""


def scoregroups(field: Field) -> tuple[int, ...]:
    """Those with the same score, highest first."""
    return tuple(
        sum(1 << at for at, _ in same)
        for _, same in itertools.groupby(enumerate(field.players), key=lambda item: item[1].score)
    )


def pair_brackets(field: Field, allowed: Allowed) -> tuple[PairedBracket, ...]:
    """All brackets of a round that can be completed."""
    groups = scoregroups(field)
    movers: tuple[int, ...] = ()
    found: list[PairedBracket] = []
    for at in range(len(groups)):
        paired = _pair(Bracket(field, allowed, movers, groups[at:]))
        movers = paired.downfloaters
        found.append(paired)
    return tuple(found)


def _pair(bracket: Bracket) -> PairedBracket:
    perfect = _first_candidate(bracket)
    return _paired(*best_candidate(bracket)) if perfect is None else perfect


def best_candidate(bracket: Bracket) -> tuple[BracketGraph, BracketCandidate]:
    """The first of the best candidates, and the graph that was enough to find it."""
    floating = bracket.most_pairs().deficiency
    for reach in (Reach.BRACKET, Reach.NEXT):
        graph = graph_of(bracket, reach, floating)
        if graph is not None:
            candidate = select(graph)
            if candidate is not None and _is_complete(graph, candidate):
                return graph, candidate
            if candidate is not None and reach is Reach.BRACKET:
                break
    return _pair_with_all_in_reach(bracket)


def _pair_with_all_in_reach(bracket: Bracket) -> tuple[BracketGraph, BracketCandidate]:
    graph = graph_of(bracket, Reach.ALL, 0)
    assert graph is not None  # noqa: S101 - everybody is in reach
    candidate = select(graph)
    assert candidate is not None  # noqa: S101 - the round can be completed, and each bracket kept it so
    if len(_paired(graph, candidate).downfloaters) == 1 and bracket.bye_is_here:  # C9 has a say only then
        graph = graph_of(bracket, Reach.ALL, 0, counts_unplayed=True)
        assert graph is not None  # noqa: S101 - as above
        candidate = select(graph)
        assert candidate is not None  # noqa: S101 - as above
    return graph, candidate


def _first_candidate(bracket: Bracket) -> PairedBracket | None:
    """The first candidate of all, if nothing can be said against it (3.4)."""
    if bracket.movers or len(bracket.members) % 2:
        return None
    half = len(bracket.members) // 2
    pairs = tuple(zip(bracket.members[:half], bracket.members[half:], strict=True))
    if not all(bracket.allowed.opponents[one] >> other & 1 for one, other in pairs):
        return None
    if not bracket.can_complete(bracket.below):
        return None
    criteria = bracket.criteria()
    if any(criteria.of_pair(one, other) for one, other in pairs):
        return None
    return PairedBracket(bracket.score, (), bracket.residents, pairs, (), criteria.failures(0))


def _paired(graph: BracketGraph, candidate: BracketCandidate) -> PairedBracket:
    bracket = graph.bracket
    pairs: list[tuple[int, int]] = []
    floating: list[int] = []
    for here, at in enumerate(bracket.members):
        other = candidate.mate[here]
        if other >= graph.size:
            floating.append(at)
        elif other > here:
            pairs.append((at, bracket.members[other]))
    return PairedBracket(
        bracket.score,
        bracket.movers,
        bracket.residents,
        tuple(pairs),
        tuple(floating),
        graph.criteria.failures(candidate.cost),
    )


def _is_complete(graph: BracketGraph, candidate: BracketCandidate) -> bool:
    """C4, and C8 as it was reckoned: those below can be paired as well as was supposed."""
    bracket = graph.bracket
    floating = [at for here, at in enumerate(bracket.members) if candidate.mate[here] >= graph.size]
    if not floating:
        return bracket.can_complete(bracket.below)
    if graph.reach is Reach.NEXT:
        leaving = sum(
            1 << (bracket.members[mate] if mate < graph.size else graph.others[mate - graph.size])
            for vertex, mate in enumerate(candidate.mate)
            if vertex >= graph.size
            and graph.others[vertex - graph.size] < 0
            and (mate < graph.size or graph.others[mate - graph.size] >= 0)
        )
        return bracket.can_complete(bracket.further | leaving)
    (only,) = floating
    if bracket.bye_is_here:
        return bracket.can_complete(bracket.below | 1 << only)
    return _next_is_complete(bracket, only)


def _next_is_complete(bracket: Bracket, only: int) -> bool:
    """Whether the next bracket, with this downfloater, can be paired as well as if nobody came below it."""
    together = bracket.following | 1 << only
    if not bracket.following or bracket.can_complete(together):
        return bracket.can_complete(bracket.further | (0 if bracket.following else together))
    if together.bit_count() % 2 == 0:
        return False  # two more would float: to be seen together with everybody
    again = bracket.following if bracket.allowed.opponents[only] & bracket.following else 1 << only
    return any(
        bracket.can_complete(together & ~(1 << one)) and bracket.can_complete(bracket.further | 1 << one)
        for one in bits(again)
    )
