"""Papers of a bridge event: each says what the event says, in both languages, and fits on its paper."""

from __future__ import annotations

import io
from fractions import Fraction
from pathlib import Path
from xml.etree import ElementTree as ET

import msgspec
import pypdf
import pytest

from gateway.event.bridge.board_results import Artificial, Average, score_of
from gateway.event.bridge.bridge_files import pbn_games, usebio_event
from gateway.event.bridge.bridge_matches import matches
from gateway.event.bridge.bridge_places import standing_rows
from gateway.event.bridge.bridge_regulations import BridgeForm, BridgeSystem, PairsScoring
from gateway.event.bridge.bridge_standings import team_standings
from gateway.event.bridge.butler_ranking import butler_ranking
from gateway.forms.bridge_form_list import BRIDGE_FORMS, bridge_form, find_bridge_form
from gateway.forms.form_html import html_form
from gateway.forms.form_pdf import pdf_form
from gateway.forms.form_request import FormRefused, FormRequest
from gateway.forms.printed_form import FormGrid, FormSheet, PrintedForm
from gateway.model.pairings import RoundNumber
from gateway.tournament.bridge.imps import imps
from gateway.tournament.bridge.pbn import read_pbn, write_pbn
from gateway.tournament.bridge.usebio import write_usebio
from gateway.tournament.bridge.victory_points import PRINTED_BOARDS, PrintedScale
from tests.browsing import open_visits
from tests.english import LIBRARY
from tests.event.bridge.directing import anything, opened

from .bridge_papers import BOARDS, DEALS, pairs_event, teams_event
from .test_printed_pages import _OVERFLOWING

SECOND = FormRequest(round=RoundNumber(2))
FORMS = {form.name: form for form in BRIDGE_FORMS}


def grid(sheet: FormSheet, at: int = 0) -> list[list[str]]:
    part = sheet.parts[at]
    assert isinstance(part, FormGrid)
    return [[str(cell.text) for cell in row] for group in part.groups for row in group]


def made(name: str, request: FormRequest = SECOND) -> PrintedForm:
    return bridge_form(FORMS[name], teams_event(), request)


def test_a_pick_up_slip_has_every_board_of_its_table() -> None:
    form = made("bridge-pick-up")
    assert len(form.sheets) == 8
    rows = grid(form.sheets[0])
    assert [row[0] for row in rows] == [str(board) for board in range(1, BOARDS + 1)]
    assert rows[0][1:3] == ["N", "–"]
    assert len(grid(bridge_form(FORMS["bridge-pick-up"], None, FormRequest(blank=True, rows=5)).sheets[0])) == 5


def test_a_traveller_has_every_table_of_its_board() -> None:
    form = made("bridge-traveller")
    assert len(form.sheets) == BOARDS
    assert [row[0] for row in grid(form.sheets[3])] == [f"{match}{room}" for match in range(1, 5) for room in "oc"]


def test_a_guide_card_leads_through_all_rounds_of_a_round_robin() -> None:
    cards = made("bridge-guide", FormRequest()).sheets
    assert len(cards) == 8
    for number, card in enumerate(cards, 1):
        rows = grid(card)
        assert [row[0] for row in rows] == [str(at) for at in range(1, 8)]
        assert sorted(int(row[3].split()[0]) for row in rows) == [each for each in range(1, 9) if each != number]
    assert len(bridge_form(FORMS["bridge-guide"], pairs_event(), FormRequest()).sheets) == 8


def test_results_of_a_round_are_those_of_its_matches() -> None:
    event = teams_event()
    played = [match for match in matches(event) if match.round == 2]
    rows = grid(made("bridge-results").sheets[0])
    assert [row[5:7] for row in rows] == [[str(match.home_vp), str(match.away_vp)] for match in played]
    standings = grid(made("bridge-standings").sheets[0])
    assert [row[1] for row in standings] == [str(line.number) for line in team_standings(event, through=2)]
    pairs = grid(bridge_form(FORMS["bridge-standings"], pairs_event(), FormRequest()).sheets[0])
    assert [row[5] for row in pairs] == [row.percent for row in standing_rows(pairs_event())]
    assert float(pairs[0][5]) > 50


def test_the_printed_scale_is_the_printed_scale() -> None:
    rows = grid(bridge_form(FORMS["bridge-vp-table"], None, FormRequest(blank=True)).sheets[0])
    assert len(rows) == 16
    for row in rows:
        winner, loser = map(int, row[0].split("–"))
        for boards, margin in zip(PRINTED_BOARDS, row[1:], strict=True):
            points = PrintedScale(boards).of(int(margin.rstrip("+")))
            assert (int(points.winner), int(points.loser)) == (winner, loser)
    steps = grid(made("bridge-vp-table").sheets[0])
    assert (steps[0], steps[-1]) == (["0–1", "15 – 15"], ["51+", "25 – 0"])


def test_the_butler_ranking_by_another_reckoning() -> None:
    """Of the first round: eight scores a board, the highest and the lowest left out."""
    event = teams_event()
    gained: dict[str, list[int]] = {}
    for board in range(1, BOARDS + 1):
        scores = {}
        for table in event.rounds[0].tables:
            outcome = event.counted(table, board)
            score = None if outcome is None else score_of(board, outcome)
            if score is not None and score.parts:
                scores[table.id] = score.parts[0].north_south
        kept = sorted(scores.values())[1:-1] if len(scores) >= 5 else sorted(scores.values())
        mean = Fraction(sum(kept), len(kept))
        middle = int(abs(mean) / 10 + Fraction(1, 2)) * 10 * (1 if mean >= 0 else -1)
        for table in event.rounds[0].tables:
            if table.id not in scores:
                continue
            seats = {seat.value: person for seat, person in event.seated(table).items() if person is not None}
            for one, other, sign in (("N", "S", 1), ("E", "W", -1)):
                pair = f"{seats[one].name} – {seats[other].name}"
                gained.setdefault(pair, []).append(sign * imps(scores[table.id] - middle))
    found = {
        " – ".join(person.name for person in line.players): (line.boards, int(line.imps))
        for line in butler_ranking(event, through=1)
    }
    assert found == {pair: (len(each), sum(each)) for pair, each in gained.items()}


def test_boards_are_written_as_pbn_and_read_again() -> None:
    games = pbn_games(teams_event(), DEALS)
    again = read_pbn(write_pbn(games))
    assert len(again) == 2 * 8 * BOARDS + 3 * BOARDS
    assert [(game.board, game.score, game.room, game.home, game.deal) for game in again] == [
        (game.board, game.score, game.room, game.home, game.deal) for game in games
    ]
    assert {game.home for game in again if game.table == "1o" and game.round == "1"} == {
        game.home for game in again if game.table == "1c" and game.round == "1"
    }
    assert len(pbn_games(pairs_event())) > 0


def test_results_are_written_as_usebio() -> None:
    event = teams_event()
    root = ET.fromstring(write_usebio(usebio_event(event), "Flagfall", "1"))
    held = root.find("EVENT")
    assert held is not None
    assert held.attrib["EVENT_TYPE"] == "TEAMS"
    teams = held.findall("PARTICIPANTS/TEAM")
    standings = team_standings(event)
    assert [(each.attrib["TEAM_ID"], each.findtext("TOTAL_SCORE")) for each in teams] == [
        (str(line.number), str(line.points)) for line in standings
    ]
    assert all(len(each.findall("PLAYER/PLAYER_NAME")) == 5 for each in teams)
    found = held.findall("MATCH")
    assert [(each.findtext("TEAM"), each.findtext("TEAM_SCORE")) for each in found] == [
        (str(match.home), str(match.home_vp)) for match in matches(event)
    ]
    lines = found[0].findall("BOARD/TRAVELLER_LINE")
    assert len(lines) == 2 * BOARDS
    assert {line.findtext("DIRECTION") for line in lines} == {"OPEN", "CLOSED"}
    pairs = ET.fromstring(write_usebio(usebio_event(pairs_event()), "Flagfall", "1"))
    assert len(pairs.findall("EVENT/PARTICIPANTS/PAIR")) == 8
    assert pairs.findall("EVENT/BOARD/TRAVELLER_LINE")


@pytest.mark.parametrize(
    ("scoring", "name"),
    [("matchpoints", "MATCH_POINTS"), ("cross_imps", "CROSS_IMP_POINTS"), ("butler", "BUTLER_POINTS")],
)
def test_usebio_calls_the_points_of_pairs_by_their_names(scoring: str, name: str) -> None:
    directing = opened(BridgeSystem.HOWELL, 8, BridgeForm.PAIRS, boards=2, scoring=PairsScoring(scoring))
    directing.play_all(anything(5))
    table = directing.event.rounds[0].tables[0]
    given = Artificial(north_south=Average.PLUS, east_west=Average.MINUS)
    directing.accept(table, table.boards[0], given, "fouled")
    root = ET.fromstring(write_usebio(usebio_event(directing.event), "Flagfall", "1"))
    assert all(line.findtext(f"NS_{name}") for line in root.findall("EVENT/BOARD/TRAVELLER_LINE"))
    scores = [line.findtext("SCORE") for line in root.findall("EVENT/BOARD/TRAVELLER_LINE")]
    assert scores.count("A6040") == 1
    percent = [pair.findtext("PERCENTAGE") for pair in root.findall("EVENT/PARTICIPANTS/PAIR")]
    assert all(percent) == (scoring == "matchpoints")


@pytest.mark.parametrize(("system", "winners"), [("mitchell", "2"), ("howell", "1")])
def test_usebio_says_how_many_winners_there_are(system: str, winners: str) -> None:
    directing = opened(BridgeSystem(system), 8, BridgeForm.PAIRS, boards=1)
    directing.play_all(anything(5))
    root = ET.fromstring(write_usebio(usebio_event(directing.event), "Flagfall", "1"))
    assert root.findtext("EVENT/WINNER_TYPE") == winners
    lines = {pair.findtext("DIRECTION") for pair in root.findall("EVENT/PARTICIPANTS/PAIR")}
    assert lines == ({"NS", "EW"} if winners == "2" else {None})


def test_usebio_has_all_four_individuals_of_a_table() -> None:
    directing = opened(BridgeSystem.RAINBOW, 20, BridgeForm.INDIVIDUALS, boards=1)
    directing.play_all(anything(5))
    told = usebio_event(directing.event)
    named = msgspec.structs.replace(told, title="Cup \x0b\ufffe & <Co>")
    root = ET.fromstring(write_usebio(named, "Flagfall", "1"))
    assert root.findtext("EVENT/EVENT_DESCRIPTION") == "Cup  & <Co>"
    assert len(root.findall("EVENT/PARTICIPANTS/PLAYER")) == 20
    line = root.find("EVENT/BOARD/TRAVELLER_LINE")
    assert line is not None
    table = directing.event.rounds[0].tables[0]
    lines = [
        [line.findtext(f"{seat}_PLAYER_NUMBER") for seat in "NESW"]
        for line in root.findall("EVENT/BOARD/TRAVELLER_LINE")
    ]
    assert [str(number) for number in table.four] in lines
    assert line.find("NS_PAIR_NUMBER") is None


def test_what_cannot_be_printed_is_refused() -> None:
    for name, event, request in (
        ("bridge-results", None, FormRequest()),
        ("bridge-results", teams_event(), FormRequest(round=RoundNumber(9))),
        ("bridge-vp-table", pairs_event(), FormRequest()),
        ("bridge-line-up", pairs_event(), FormRequest()),
        ("bridge-guide", teams_event(), FormRequest(per_page=4)),
        ("bridge-boards", teams_event(), FormRequest(number=99)),
    ):
        with pytest.raises(FormRefused):
            bridge_form(FORMS[name], event, request)
    assert find_bridge_form("nothing") is None


@pytest.mark.browser
async def test_every_paper_fits(tmp_path: Path) -> None:
    async with open_visits() as visits:
        page = await visits.open("about:blank")
        for form in BRIDGE_FORMS:
            for language in ("en", "zh"):
                paper = made(form.name)
                path = tmp_path / f"{form.name}.html"
                path.write_text(html_form(paper, LIBRARY.find(language)), encoding="utf-8")
                await page.set_viewport_size({"width": 1123 if paper.landscape else 794, "height": 1123})
                await page.goto(path.as_uri())
                assert await page.evaluate(_OVERFLOWING) == [], (form.name, language)


def test_typst_prints_the_same_words() -> None:
    for name in ("bridge-pick-up", "bridge-results", "bridge-vp-table"):
        pages = pypdf.PdfReader(io.BytesIO(pdf_form(made(name), LIBRARY.find("en")))).pages
        text = "".join(page.extract_text() for page in pages)
        assert "City Teams 2026" in text
