"""PBN: what is written is read the same, by us and by another reader, and what others write is read."""

from __future__ import annotations

import contextlib
import random
import warnings
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gateway.lab.demo.bridge_players import random_deal
from gateway.model.errors import TournamentError
from gateway.tournament.bridge.compass import CompassSeat
from gateway.tournament.bridge.contract import Contract, Denomination, Doubling, PlayedContract
from gateway.tournament.bridge.contract_score import north_south_score
from gateway.tournament.bridge.deal import PACK, Deal
from gateway.tournament.bridge.pbn import PbnGame, read_pbn, write_pbn
from tests.examples import examples

with warnings.catch_warnings():  # its own, about a library that it uses
    warnings.simplefilter("ignore")
    from bridgebots.pbn import parse_pbn

names = st.text(st.characters(exclude_categories=["C", "Z"]), min_size=2, max_size=20).filter(
    lambda name: name[0] != "#"
)
contracts = st.none() | st.builds(
    Contract,
    st.integers(1, 7),
    st.sampled_from(list(Denomination)),
    st.sampled_from(list(CompassSeat)),
    st.sampled_from(list(Doubling)),
)


@st.composite
def games(draw: st.DrawFn) -> PbnGame:
    board, contract = draw(st.integers(1, 64)), draw(contracts)
    played = PlayedContract() if contract is None else PlayedContract(contract, draw(st.integers(0, 13)))
    played_or_not = draw(st.sampled_from([played, None]))
    return PbnGame(
        board=board,
        deal=draw(st.none() | st.randoms(use_true_random=False).map(random_deal)),
        played=played_or_not,
        players={seat: draw(names) for seat in CompassSeat},
        event=draw(names),
        site=draw(names),
        date="2026.11.18",
        scoring="IMP",
        score=None if played_or_not is None else north_south_score(board, played_or_not),
        room=draw(st.sampled_from(["", "Open", "Closed"])),
        table=draw(st.sampled_from(["", "3"])),
    )


@given(st.lists(games(), max_size=4))
@examples(60)
def test_what_is_written_is_read_the_same(given_games: list[PbnGame]) -> None:
    assert list(read_pbn(write_pbn(given_games))) == given_games


def test_another_reader_reads_the_same(tmp_path: Path) -> None:
    chance, made = random.Random(20), []
    for board in range(1, 33):
        contract = Contract(
            chance.randint(1, 7),
            chance.choice(list(Denomination)),
            chance.choice(list(CompassSeat)),
            chance.choice(list(Doubling)),
        )
        played = PlayedContract(contract, chance.randint(0, 13))
        made.append(
            PbnGame(
                board=board,
                deal=random_deal(chance),
                played=played,
                players={seat: f"Player {seat}{board}" for seat in CompassSeat},
                event="Cup",
                score=north_south_score(board, played),
            )
        )
    path = tmp_path / "cup.pbn"
    path.write_text(write_pbn(made), encoding="utf-8")
    found = parse_pbn(path)
    assert len(found) == len(made)
    for game, record in zip(made, found, strict=True):
        deal, (table,) = record.deal, record.board_records
        assert game.deal is not None
        assert game.played is not None
        assert game.played.contract is not None
        for direction, cards in deal.player_cards.items():
            ours = game.deal.hands[CompassSeat(direction.name[0])]
            assert {card.suit.abbreviation().upper() + card.rank.abbreviation().upper() for card in cards} == ours
        assert (table.declarer.name[0], table.tricks) == (game.played.contract.declarer, game.played.tricks)
        assert str(table.contract).replace("NT", "N") == str(game.played.contract).split(maxsplit=1)[0]
        assert deal.dealer.name[0] == CompassSeat(list(CompassSeat)[(game.board - 1) % 4])


LIBERAL = """\ufeff% PBN 1.0
; what another program writes
{ a comment
 of two lines [Board "99"] }
[Event "Club Night"][Site "#"]
[Board "1"]
[Dealer "N"]
[Deal "S:AKQJ.T98.765.432 - T987.AKQ.JT9.876 65432.765.432.JT"]
[Declarer "S"]
[Contract "4S*"]
[Result "=1"]
[Auction "N"]
1S Pass 4S AP
[Event "#"]
[Board "2"]
[Contract "3NT"]
[Declarer "^E"]
[Result "-2"]
[Score "EW -100"]

[Event ""]
[Board "3"]
[Contract "Pass"]
"""


def test_what_others_write_is_read() -> None:
    text = LIBERAL.replace('"=1"', '"+1"')
    one, two, three = read_pbn(text)
    assert (one.event, one.site, one.board, str(one.played)) == ("Club Night", "", 1, "4SX S +1")
    assert one.deal is not None
    assert one.deal.written(CompassSeat.SOUTH).split()[1].replace(".", "") != "-", "three hands give the fourth"
    assert (two.event, two.board, str(two.played), two.score) == ("Club Night", 2, "3N E -2", 100)
    assert (three.event, str(three.played)) == ("", "pass")


@pytest.mark.parametrize(
    ("declarer", "result", "score", "played", "north_south"),
    [
        ("N", "NS 10", "420", "4S N =", 420),
        ("E", "EW 10", "420", "4S E =", -420),
        ("E", "NS 4 EW 9", "-50", "4S E -1", 50),
        ("S", "EW 3", "NS 420 EW -420", "4S S =", 420),
        ("W", "^+1", "EW 450", "4S W +1", -450),
        ("W", "=", "ew -50", "4S W =", 50),
        ("", "10", "", "None", None),
        ("?", "?", "?", "None", None),
    ],
)
def test_results_and_scores_of_either_side(
    declarer: str, result: str, score: str, played: str, north_south: int | None
) -> None:
    text = f'[Board "1"]\n[Declarer "{declarer}"]\n[Contract "4S"]\n[Result "{result}"]\n[Score "{score}"]\n'
    (game,) = read_pbn(text.replace("\n", "\r\n"))
    assert (str(game.played), game.score) == (played, north_south)


def test_values_that_all_games_inherit_until_there_is_another() -> None:
    text = '[Event "##Spring Cup"][Site "##"]\n[Board "1"]\n\n[Board "2"]\n\n[Event "Final"][Board "3"]\n\n[Board "4"]'
    assert [game.event for game in read_pbn(text)] == ["Spring Cup", "Spring Cup", "Final", "Spring Cup"]


def test_notes_comments_and_signs_inside_of_names() -> None:
    text = (
        '[Event "The \\"Blue {Room};\\" Cup"] { one } ; two "\n% [Board "9"]\n'
        '[Board "1"]\n[Auction "N"]\n1S =1= AP =2=\n'
        '[Note "1:five cards"]\n[Note "2:a \\"double\\""]\n[Contract "Pass"]\n[West "Caf\x85 \u2028 Noir"]\n'
    )
    (game,) = read_pbn(text)
    assert (game.event, str(game.played), game.board) == ('The "Blue {Room};" Cup', "pass", 1)
    assert game.players[CompassSeat.WEST] == "Caf\x85 \u2028 Noir"


def test_a_long_name_is_cut_between_two_letters() -> None:
    text = write_pbn([PbnGame(board=1, event='"' * 200, home="Harbour", score=50, round="2", away="Hill")])
    assert max(map(len, text.splitlines())) <= 255
    (game,) = read_pbn(text)
    assert set(game.event) == {'"'}
    extra = [line[1:].split()[0] for line in text.splitlines() if line.startswith("[")][15:]
    assert extra == sorted(extra) == ["HomeTeam", "Round", "Score", "VisitTeam"]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ('[Board "x"]', "line=1"),
        ('[Event "a"]\n\n[Board "1"]\n[Deal "N:AKQ"]', "unreadable_deal"),
        ('[Board "1"]\n[Deal "N:AKQJT98765432... AKQJT98765432... - -"]', "no_deal"),
        ('[Board "1"]\n[Contract "8S"]\n[Declarer "N"]\n[Result "9"]', "unreadable"),
        ('[Board "1"]\n[Contract "4S"]\n[Declarer "N"]\n[Result "14"]', "impossible_tricks"),
        ('[Board "1"]\n[Contract "4S"]\n[Declarer "Q"]\n[Result "9"]', "unreadable"),
    ],
)
def test_what_cannot_be_is_told_with_its_line(text: str, why: str) -> None:
    with pytest.raises(TournamentError, match=why):
        read_pbn(text)


@given(st.text(max_size=300) | st.text('[]"Board Deal Contract 123\n{};%#', max_size=300))
@examples(120)
def test_noise_is_an_error_or_nothing(text: str) -> None:
    with contextlib.suppress(TournamentError):
        assert all(game.board for game in read_pbn(text))


@given(st.randoms(use_true_random=False))
@examples(30)
def test_a_random_deal_has_every_card_once(chance: random.Random) -> None:
    deal = random_deal(chance)
    assert sorted(card for hand in deal.hands.values() for card in hand) == sorted(PACK)
    assert Deal.parse(deal.written(CompassSeat.WEST)) == deal
