"""What forms say of an event agrees with it: pairings, results, standings, cross tables; what cannot be is refused."""

from __future__ import annotations

import pytest

from gateway.event.event_acts import AcceptResult, PairRound, PublishRound
from gateway.event.game_scores import GameScore
from gateway.event.regulations import StageRules, System
from gateway.forms.form_event import FormEvent
from gateway.forms.form_list import FORMS, event_form
from gateway.forms.form_request import FormRefused, FormRequest, alphabetical, points
from gateway.forms.printed_form import (
    Abreast,
    CellKind,
    DrawnText,
    FormCell,
    FormDrawing,
    FormField,
    FormGrid,
    FormSheet,
    NameCard,
    Paper,
    PrintedForm,
)
from gateway.forms.recorded_event import recorded_event
from gateway.model.messages import Message
from gateway.model.pairings import RoundNumber
from gateway.tournament.crosstable import PairingNumber
from tests.english import assert_sayable, english, refused
from tests.event.test_teams import begun, rules

from .form_events import NAMES, knock_out, organised, round_robin, swiss, teams, two_games

Row = list[str]


def made(name: str, event: FormEvent, **asked: object) -> PrintedForm:
    return event_form(name, event, FormRequest(**asked))  # type: ignore[arg-type]


def text(value: str | Message) -> str:
    return english(value) if isinstance(value, Message) else value


def rows(sheet: FormSheet) -> list[Row]:
    """Every row of the tables of a sheet, cell by cell; a note stands behind a stroke."""
    grids = [part for part in sheet.parts if isinstance(part, FormGrid)]
    return [
        [text(cell.text) + (f"|{text(cell.note)}" if cell.note else "") for cell in row]
        for grid in grids
        for group in grid.groups
        for row in group
    ]


def test_pairings_stand_by_board_with_points_and_the_bye_below() -> None:
    event = swiss(tables=5)
    (sheet,) = made("pairings", event).sheets
    listed = rows(sheet)
    round_4 = event.rounds[3]
    assert [row[0] for row in listed] == ["1|T1", "2|T2", "3|T3", "4|T4", "5|T5", "–"]
    for row, game in zip(listed, round_4.pairings, strict=False):
        assert (row[1], row[5]) == (str(game.players.white), str(game.players.black))
        assert row[3] == points(event.table.points(game.players.white, 3))
        assert row[4] == "", "no result yet"
    assert listed[-1][5] == "Bye"
    assert [text(field.value or "") for field in sheet.fields] == ["City Open 2026", "4", "2026-09-22 05:13"]


def test_results_of_an_earlier_round_are_seen_from_its_points() -> None:
    event = swiss()
    listed = rows(made("results", event, round=RoundNumber(2)).sheets[0])
    for row, game in zip(listed, event.rounds[1].pairings, strict=False):
        assert row[3] == points(event.table.points(game.players.white, 1))
        assert row[4].replace(" ", "") in {"1-0", "0-1", "½-½", "+--"}


def test_names_are_in_the_order_of_letters_and_then_of_pinyin() -> None:
    listed = [row[1].partition("|")[0] for row in rows(made("entries", swiss()).sheets[0])]
    assert listed == [
        "Ann Able", "Bo Bright", "Cleo Cole", "Dirk van den Berg", "Élodie Çelik",
        "Maximiliana von Hohenberg-Sondershausen", "Øyvind Ås", "韩梅梅", "李雷", "欧阳娜娜", "王小明",
    ]  # fmt: skip
    by_name = [row[0] for row in rows(made("pairings-by-name", swiss()).sheets[0])]
    assert [name.removeprefix("GM ").removeprefix("大师 ") for name in by_name] == listed
    assert alphabetical("Øre") < alphabetical("赵")


def test_a_slip_for_each_game_or_for_one() -> None:
    event = swiss(tables=5)
    slips = made("result-slip", event, site="https://open.example").sheets
    assert [slip.codes[0].link for slip in slips] == [f"https://open.example/tables/t{n}" for n in range(1, 6)]
    (only,) = made("result-slip", event, number=3, round=RoundNumber(1)).sheets
    seated = event.rounds[0].pairings[2].players
    white, black = rows(only)
    assert white[:4] == ["3|T3", str(seated.white), event.row(seated.white).club, event.row(seated.white).name]
    assert black[:3] == [str(seated.black), event.row(seated.black).club, event.row(seated.black).name]
    assert white[5] in {"1", "½", "0", "+"}
    twice = rows(made("result-slip-two-games", event, number=3).sheets[0])
    assert [row[-6] if len(row) > 7 else row[1] for row in twice] == ["White", "Black", "Black", "White"]


def test_cards_carry_every_round() -> None:
    event = swiss()
    cards = made("pairing-card", event).sheets
    assert len(cards) == 11
    for number, card in enumerate(cards, 1):
        listed = rows(card)
        assert len(listed) == 13
        running = [row[5] for row in listed if row[5]]
        assert running[-1] == points(event.table.points(PairingNumber(number)))
        for row, each in zip(listed, event.row(PairingNumber(number)).rounds, strict=False):
            assert row[3] == ("–" if each is None or each.opponent is None else str(each.opponent)) or each is None


def test_cross_tables_hold_every_game_twice() -> None:
    event = round_robin(6)
    listed = rows(made("crosstable", event).sheets[0])
    for one in range(6):
        for other in range(6):
            mark, back = listed[one][2 + other], listed[other][2 + one]
            assert (mark, back) in {("1", "0"), ("0", "1"), ("½", "½"), ("+", "-"), ("-", "+"), ("", "")}, (one, other)
            assert (mark == "") is (one == other)
        assert listed[one][8] == points(event.table.points(PairingNumber(one + 1)))
    assert sorted(row[12] for row in listed) == ["1", "2", "3", "4", "5", "6"]
    doubled = rows(made("crosstable-two-games", two_games()).sheets[0])
    assert len(doubled) == 8
    matches = [float(row[-5].replace("½", ".5")) for row in doubled[::2]]
    assert sum(matches) == 6, "a point for each of six matches"


def test_a_large_cross_table_is_carried_on() -> None:
    event = round_robin(23)
    sheets = made("crosstable", event).sheets
    assert [len(sheet.parts[0].columns) - 8 for sheet in sheets if isinstance(sheet.parts[0], FormGrid)] == [20, 3]
    assert all(len(rows(sheet)) == 23 for sheet in sheets)


def test_standings_are_the_events() -> None:
    event = swiss()
    found = event.sections[0].standings
    assert found is not None
    listed = rows(made("standings", event).sheets[0])
    assert [(row[0], row[1]) for row in listed] == [(str(row.rank), str(row.number)) for row in found.rows]
    book = rows(made("swiss-standings", event).sheets[0])
    assert [row[0] for row in book] == [row[1] for row in listed]
    first = book[0]
    at = [text(head.head) for head in _columns(made("swiss-standings", event))]
    assert at[5:10] == ["1", "2", "3", "4", "5"]
    assert len(first) == 5 + 2 * 5 + 6


def _columns(form: PrintedForm) -> tuple:  # type: ignore[type-arg]
    grid = form.sheets[0].parts[0]
    assert isinstance(grid, FormGrid)
    return grid.columns


def test_a_chart_has_every_name_and_who_went_on() -> None:
    event = knock_out(13)
    (sheet,) = made("knock-out", event).sheets
    drawn = [shape for part in sheet.parts if isinstance(part, FormDrawing) for shape in part.shapes]
    written = [text(shape.text) for shape in drawn if isinstance(shape, DrawnText)]
    names = {row.number: f"{row.number}  {row.name}" for row in event.table.participants}
    assert len(names) == 13
    assert set(names.values()) <= set(written)
    assert written.count("Bye") == 3
    assert "Loser of 3-1" in written
    bracket = event.sections[0].bracket
    assert bracket is not None
    for state in bracket.states.values():
        if state.winner is not None:
            assert written.count(names[state.winner]) >= 2


@pytest.mark.parametrize(("entrants", "sheets"), [(2, 1), (16, 1), (32, 1), (33, 3), (128, 5)])
def test_a_chart_of_any_size_has_its_sheets(entrants: int, sheets: int) -> None:
    form = made("knock-out", FormEvent(), blank=True, rows=entrants)
    assert len(form.sheets) == sheets
    size = 1 << (entrants - 1).bit_length()
    drawn = [shape for sheet in form.sheets for part in sheet.parts for shape in part.shapes]  # type: ignore[union-attr]
    texts = [shape.text for shape in drawn if isinstance(shape, DrawnText)]
    assert [each for each in texts if isinstance(each, str) and each.isdecimal()] == [
        str(n) for n in range(1, size + 1)
    ]


def test_teams_are_printed_from_a_report() -> None:
    event = teams()
    slips = made("team-slip", event, round=RoundNumber(1)).sheets
    assert len(slips) == 3
    for slip in slips:
        listed = rows(slip)
        marks = [(row[2], row[6] if len(row) > 6 else row[5]) for row in listed]
        assert all(pair in {("1", "0"), ("0", "1"), ("½", "½")} for pair in marks), marks
    table = rows(made("team-crosstable", event).sheets[0])
    assert len(table) == 24
    assert [row[1] for row in table[::4]] == [f"Team {NAMES[at]}"[:32] for at in range(1, 7)]
    lead = [row for row in table if len(row) > 20]
    assert sorted(row[-1] for row in lead) == ["1", "2", "3", "4", "5", "6"]
    line_up = rows(made("team-line-up", event, number=2).sheets[0])
    assert [row[1] for row in line_up] == ["Regular"] * 4 + ["Reserve"] * 2


def test_teams_of_an_event_are_printed_with_who_sits_at_their_boards() -> None:
    organiser = begun(4, 3, rules(boards=2, rounds=3))
    organiser.do(PairRound(), PublishRound())
    for game in organiser.event.rounds[-1].games:
        organiser.do(AcceptResult(pairing=game.id, score=GameScore.parse("1-0" if game.board % 3 else "½-½")))
    event = recorded_event(organiser.event)
    slips = made("team-slip", event).sheets
    listed = [rows(slip) for slip in slips]
    assert [[row[1] for row in match] for match in listed] == [["A1", "A2"], ["D1", "D2"]]
    assert [match[0][2:4] for match in listed] == [["1", "1"], ["½", "½"]]
    kinds = [row[1] for row in rows(made("team-line-up", event, number=1).sheets[0])]
    assert kinds[:3] == ["Regular", "Regular", "Reserve"]
    standing = [row for row in rows(made("team-swiss-standings", event).sheets[0]) if len(row) > 12]
    assert standing[0][-1] == "1"
    assert [row[2] for row in rows(made("pairings", event).sheets[0])][:2] == ["A1|A", "C2|C"]
    by_name = [row[0] for row in rows(made("pairings-by-name", event).sheets[0])]
    assert by_name == ["A1", "A2", "B1", "B2", "C1", "C2", "D1", "D2"]
    assert rows(made("result-slip", event).sheets[0])[0][2:4] == ["A", "A1"]
    cards = [sheet.parts[0] for sheet in made("place-cards", event, round=RoundNumber(1)).sheets]
    assert [card.name for card in cards if isinstance(card, NameCard)][:2] == ["A1", "C1"]


def test_place_cards_come_by_number_or_by_board() -> None:
    event = swiss()
    cards = [sheet.parts[0] for sheet in made("place-cards", event).sheets]
    assert [text(card.corner) for card in cards if isinstance(card, NameCard)] == [str(n) for n in range(1, 12)]
    seated = [sheet.parts[0] for sheet in made("place-cards", event, round=RoundNumber(4)).sheets]
    assert [text(card.corner) for card in seated if isinstance(card, NameCard)][:4] == ["Board 1"] * 2 + ["Board 2"] * 2


def test_the_first_mover_stands_first_in_games_of_stones() -> None:
    event = recorded_event(organised(System.ROUND_ROBIN, 4, 3, 1, rules="gomoku", control="10m").event)
    heads = [text(head.head) for head in _columns(made("pairings", event))]
    assert heads.index("Black") < heads.index("White")
    score_sheet = made("score-sheet", event).sheets[0]
    assert [text(field.label) for field in score_sheet.fields][-2:] == ["Fifth moves offered", "Swaps"]
    assert any(isinstance(part, FormDrawing) for part in score_sheet.parts)
    lines = made("score-sheet", swiss()).sheets[0]
    assert any(isinstance(part, Abreast) for part in lines.parts)


def test_each_group_of_a_stage_has_its_sheet() -> None:
    plan = (
        StageRules(system=System.ROUND_ROBIN, name="Preliminaries", groups=2, qualifiers=4),
        StageRules(system=System.KNOCK_OUT, name="Final"),
    )
    event = recorded_event(organised(System.ROUND_ROBIN, 8, 5, 3, stages=plan).event)
    for name in ("crosstable", "standings", "swiss-standings"):
        sheets = made(name, event).sheets
        groups = [text(field.value or "") for sheet in sheets for field in sheet.fields if _is_group(field)]
        assert groups == ["Preliminaries A", "Preliminaries B"], name
        assert all(len(rows(sheet)) == 4 for sheet in sheets)
    listed = rows(made("pairings", event, round=RoundNumber(2)).sheets[0])
    assert sorted(row[0].partition("|")[2] for row in listed) == ["A", "A", "B", "B"]
    slips = made("result-slip", event).sheets
    assert {text(field.value or "") for slip in slips for field in slip.fields if _is_group(field)} == {"A", "B"}


def _is_group(field: FormField) -> bool:
    return text(field.label) == "Group"


def test_a_match_of_two_games_is_printed_with_both() -> None:
    plan = (StageRules(system=System.ROUND_ROBIN, rounds=3, games=2),)
    event = recorded_event(organised(System.ROUND_ROBIN, 4, 3, stages=plan).event)
    (sheet,) = made("crosstable-two-games", event).sheets
    listed = rows(sheet)
    assert len(listed) == 8
    totals = [_number(row[-7]) for row in listed[::2]]
    assert sum(totals) == 12, "a point for each of twelve games"
    assert sum(_number(row[-5]) for row in listed[::2]) == 6
    links = {
        game.id: f"https://open.example/result/{game.id}.c0de"
        for each in event.rounds[-1].pairings
        for game in each.games
    }
    linked = recorded_event(organised(System.ROUND_ROBIN, 4, 3, stages=plan).event, links=links)
    slip = made("result-slip-two-games", linked, number=1).sheets[0]
    assert [(code.label, code.link[-10:]) for code in slip.codes] == [("1", "t/3.1.c0de"), ("2", "3.1.2.c0de")]
    assert len(made("result-slip", linked).sheets) == 4
    result = rows(made("results", linked).sheets[0])[0][4]
    assert sum(_number(part) for part in result.split(" - ")) == 2


def _number(mark: str) -> float:
    return float(mark.replace("½", ".5"))


def _cells(sheet: FormSheet) -> list[FormCell]:
    return [
        cell
        for part in sheet.parts
        if isinstance(part, FormGrid)
        for group in part.groups
        for row in group
        for cell in row
    ]


def test_the_openings_are_all_there() -> None:
    parts = made("openings", FormEvent(), blank=True).sheets[0].parts
    drawn = [each for part in parts if isinstance(part, Abreast) for each in part.parts]
    assert len(drawn) == 26
    assert text(drawn[0].caption) == "D1 寒星 Kansei"  # type: ignore[union-attr]


def test_one_has_no_own_column() -> None:
    for name, event in (("crosstable", round_robin(6)), ("team-crosstable", teams())):
        grid = made(name, event).sheets[0].parts[0]
        assert isinstance(grid, FormGrid)
        void = [cell for group in grid.groups for row in group for cell in row if cell.kind is CellKind.VOID]
        assert len(void) == 6


@pytest.mark.parametrize(
    ("name", "asked", "words"),
    [
        ("pairings", {"round": RoundNumber(9)}, "Round 9 is not paired yet; the last one that is paired is round 4."),
        ("pairings", {"blank": True}, "Pairings cannot be printed blank"),
        ("result-slip", {"number": 77}, "Round 4 has no board 77."),
        ("result-slip", {"per_page": 3}, "Result slip is printed 1, 2 or 4 on a page."),
        ("crosstable", {"paper": Paper.A5}, "Cross table does not fit on this paper"),
        ("knock-out", {}, "This event is not a knock-out"),
        ("team-slip", {}, "This event has no teams"),
        ("qr", {}, "The address of the event's pages is not known"),
        ("placards", {}, "There is no form placards. There are: pairings, "),
    ],
)
def test_what_cannot_be_printed_is_a_sentence(name: str, asked: dict[str, object], words: str) -> None:
    with refused(FormRefused, words):
        made(name, swiss(), **asked)


@pytest.mark.parametrize("name", [form.name for form in FORMS if form.name not in {"openings", "qr"}])
def test_an_event_in_which_nothing_has_happened_is_a_form_or_a_sentence(name: str) -> None:
    for event in (FormEvent(), recorded_event(organised(System.DUTCH, 3, 1, 0).event)):
        try:
            sheets = made(name, event).sheets
        except FormRefused as error:
            assert_sayable(error.message)
        else:
            assert sheets
