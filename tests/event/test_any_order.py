"""Any order of acts leaves a defined event: an act is refused with a sentence, or its entry folds to the same event."""

from __future__ import annotations

import contextlib

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from gateway.event.event_acts import (
    AcceptResult,
    AdjournGame,
    ChangeEntry,
    CloseEntries,
    EnterPlayer,
    EventAct,
    ForbidMeeting,
    GivenPair,
    GrantBye,
    PairRound,
    PublishRound,
    Rank,
    ReopenEntries,
    ReportResult,
    ReturnPlayer,
    SeatPlayer,
    StrikeEntry,
    Undo,
    UnpairRound,
    WithdrawPlayer,
)
from gateway.event.event_deciding import EventRefused
from gateway.event.event_entries import EventEntry
from gateway.event.event_fold import EventFold
from gateway.event.game_scores import GameScore
from gateway.model.pairings import PairingId, RoundNumber
from gateway.model.persons import Person, PersonId
from gateway.tournament.crosstable import PairingNumber, RoundScore
from tests.examples import examples

from .acting import Organiser, regulations

PLAYERS = st.sampled_from([PersonId(f"p{n}") for n in range(1, 7)])
NUMBERS = st.integers(1, 6).map(PairingNumber)
GAMES = st.builds(lambda a, b: PairingId(f"{a}.{b}"), st.integers(1, 3), st.integers(1, 3))
SCORES = st.sampled_from([GameScore.parse(text) for text in ("1-0", "½-½", "0-1", "+/-", "-/-")])
PERSONS = st.builds(Person, st.sampled_from(["Ada", "Bob", "Cleo"]), rating=st.sampled_from([None, 2000, 2100]))


@st.composite
def pairings(draw: st.DrawFn) -> PairRound:
    """A permutation of some numbers, two by two: often a whole pairing, seldom a right one."""
    numbers = draw(st.permutations(range(1, draw(st.integers(2, 6)) + 1)))
    pairs = zip(numbers[::2], numbers[1::2], strict=False)
    given = tuple(GivenPair(PairingNumber(a), PairingNumber(b)) for a, b in pairs)
    bye = PairingNumber(numbers[-1]) if len(numbers) % 2 else None
    return PairRound(pairs=given, bye=bye, why=draw(st.sampled_from(["", "again"])))


ACTS: st.SearchStrategy[EventAct] = st.one_of(
    st.builds(EnterPlayer, person=PERSONS),
    st.builds(ChangeEntry, person=st.builds(Person, st.just("Eve"), PLAYERS)),
    st.builds(StrikeEntry, player=PLAYERS),
    st.just(CloseEntries()),
    st.just(ReopenEntries()),
    st.builds(GrantBye, player=PLAYERS, round=st.integers(1, 3).map(RoundNumber), score=st.sampled_from(RoundScore)),
    st.builds(WithdrawPlayer, player=PLAYERS),
    st.builds(ReturnPlayer, player=PLAYERS),
    st.builds(ForbidMeeting, players=st.tuples(PLAYERS, PLAYERS)),
    st.builds(SeatPlayer, player=PLAYERS, table=st.sampled_from(["", "t1", "t7"])),
    pairings(),
    pairings(),
    st.just(UnpairRound()),
    st.just(PublishRound()),
    st.builds(ReportResult, pairing=GAMES, score=st.none() | SCORES, source=st.sampled_from(["table t1", "phone"])),
    st.builds(AcceptResult, pairing=GAMES, score=st.none() | SCORES, why=st.sampled_from(["", "read wrongly"])),
    st.builds(AdjournGame, pairing=GAMES),
    st.just(Rank()),
    st.builds(Undo, n=st.integers(1, 30)),
)


@given(st.booleans(), st.lists(ACTS, max_size=40))
@examples(200)
def test_any_order_of_acts_leaves_a_defined_event(confirm: bool, acts: list[EventAct]) -> None:
    organiser = Organiser(regulations(rounds=2, tables=("t1", "t2"), confirm_results=confirm))
    organiser.begin("Ada", "Bob", "Cleo")
    for act in acts:
        with contextlib.suppress(EventRefused):
            organiser.do(act)
    written = msgspec.json.encode(organiser.fold.entries)
    again = EventFold.of(msgspec.json.decode(written, type=list[EventEntry]))
    assert again == organiser.fold
    event = organiser.event
    assert [event.entrants[player].number for player in event.order] == list(range(1, len(event.order) + 1))
    for a_round in event.rounds:
        named = [number for game in a_round.games for number in (game.white, game.black)] + list(a_round.byes)
        assert len(named) == len(set(named)), "somebody is in a round twice"
        tables = [game.table for game in a_round.games if game.table]
        assert len(tables) == len(set(tables)), "two games at one table"
    if event.order:
        table = event.crosstable()
        assert all(len(row.rounds) == len(event.rounds) for row in table.participants)


@given(st.lists(ACTS, max_size=25))
@examples(100)
def test_what_may_be_undone_is_undone_as_if_it_had_never_been(acts: list[EventAct]) -> None:
    organiser = Organiser(regulations(rounds=2))
    organiser.begin("Ada", "Bob", "Cleo")
    for act in acts:
        with contextlib.suppress(EventRefused):
            organiser.do(act)
    for n in organiser.fold.undoable():
        undone = organiser.fold.after(organiser.fold.decide(Undo(n=n), "Olga", organiser.fold.entries[-1].at))
        gone = {n} | {entry.act.n for entry in organiser.fold.entries if isinstance(entry.act, Undo)}
        kept = [entry for entry in organiser.fold.entries if entry.n not in gone and not isinstance(entry.act, Undo)]
        assert undone.event == EventFold.of(kept).event
        break
