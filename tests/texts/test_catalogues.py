"""Every key that is used is in every catalogue with the same arguments, and no catalogue has keys that nobody uses."""

from __future__ import annotations

import ast
import enum
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import chess
import msgspec
import pytest

from gateway.clock.adjustments import Change
from gateway.clock.classes import Pace
from gateway.clock.facts import ClockAnomalyKind, ClockFact
from gateway.clock.orders import Ordered
from gateway.clock.round_clock_record import RoundClockAct
from gateway.event.bridge.board_results import Average
from gateway.event.bridge.bridge_acts import BridgeAct
from gateway.event.bridge.bridge_regulations import (
    BoardNumbers,
    BridgeForm,
    BridgeRegulations,
    BridgeSystem,
    BridgeTieBreak,
    EightResults,
    HomeBy,
    PairsScoring,
    PenaltyUnit,
    ScaleKind,
)
from gateway.event.event_acts import EventAct
from gateway.event.regulations import NumberOrder, System
from gateway.feeds.restored_times import TimeSource
from gateway.forms.form_list import FORMS, FormGroup
from gateway.games.registry import GAMES
from gateway.games.renju import opening_protocols
from gateway.lab.virtual.request_fields import request_fields
from gateway.model.irregularities import Irregularity
from gateway.model.messages import namespace
from gateway.model.results import Reason, Result
from gateway.model.sides import Side
from gateway.record.table_state import LackKind, Status
from gateway.record.visibility import Audience
from gateway.referee import rulebooks
from gateway.referee.acts import About, Act, Lodger
from gateway.referee.assignment import Unfit
from gateway.referee.attention import Concern
from gateway.referee.inputs import Input
from gateway.referee.penalties import Penalty
from gateway.referee.player_requests import Ground, PlayerRequest
from gateway.referee.roles import ALIASES, Role
from gateway.referee.rulebooks.book import ArticleSource, Treatment
from gateway.referee.rulings import AlertKind, CaseKind, Choice
from gateway.relay.access.audit import AuditKind
from gateway.relay.hall.bridge_buttons import BUTTONS_AWAY
from gateway.relay.hall.bridge_matters import DIRECTOR_CALLED, TWO_BOARD_RESULTS
from gateway.relay.hall.bridge_overtime import OVERTIME_KIND
from gateway.relay.hall.game_index import GameStatus
from gateway.relay.hall.matters import AGENT_GONE
from gateway.texts.template import arguments, parse
from gateway.tournament.bracket_draw import Apart, WithinTier
from gateway.tournament.bridge.compass import CompassSeat
from gateway.tournament.bridge.contract import Denomination
from gateway.tournament.bridge.mitchell import EvenTables
from gateway.tournament.double_elimination import FinalMode
from gateway.tournament.dutch.colours import ColourRule
from gateway.tournament.dutch.explanation import Criterion
from gateway.tournament.duties import DUTIES, DutyFact, DutyMoment, Officer
from gateway.tournament.handbook_swiss import swiss_reasons
from gateway.tournament.knockout_bracket import TieEnd
from gateway.tournament.line_ups import TeamKind
from gateway.tournament.standings.explained import AddendCut, AddendKind
from gateway.tournament.team_swiss.team_colours import TeamColourRule
from gateway.tournament.team_swiss.team_explanation import TeamCriterion

ROOT = Path(__file__).parents[2] / "gateway"
CATALOGUES: dict[str, dict[str, str]] = {
    path.stem: json.loads(path.read_text()) for path in sorted((ROOT / "texts" / "catalogues").glob("*.json"))
}
BRIDGE_KINDS = (DIRECTOR_CALLED, TWO_BOARD_RESULTS, OVERTIME_KIND, BUTTONS_AWAY)
OWN = {"language.name", "language.plural"}
"""Keys of a language itself; `language.plural` only where it is not the English rule."""
ENUMS: tuple[type[enum.StrEnum], ...] = (
    Side, Result, Reason, Irregularity, ClockAnomalyKind, Penalty, Role, Choice, CaseKind, Change, Pace, Status,
    Treatment, Unfit, ArticleSource, LackKind, GameStatus, Officer, DutyMoment, DutyFact, AddendKind, AddendCut,
    WithinTier, FinalMode, NumberOrder,
    Criterion, ColourRule, TeamCriterion, TeamColourRule, System, FormGroup, TieEnd, BridgeForm, BridgeSystem,
    ScaleKind, PairsScoring, PenaltyUnit, Average, BoardNumbers, BridgeTieBreak, EightResults, EvenTables, HomeBy,
)  # fmt: skip


def families() -> Iterator[str]:
    """Keys that are put together from a name and a value."""
    for kind in ENUMS:
        yield from (f"{namespace(kind)}.{value.value}" for value in kind)
    yield from (f"treatment.{how.value}.meaning" for how in Treatment)
    yield from (f"article_source.{source.value}.meaning" for source in ArticleSource)
    yield from (f"role.{alias}" for alias in ALIASES)
    yield from (f"case.{kind.value}" for kind in CaseKind)
    notation = "white black shared hourglass count-up canadian bronstein delay"
    yield from (f"control_word.{word}" for word in notation.split())
    yield from (f"ruling.time_{change.value}" for change in Change)
    yield from (f"clock_order.{what.value}" for what in Ordered)
    yield from (f"game.{name}" for name in GAMES)
    for prefix, union in (("entry", Input), ("clock_fact", ClockFact), ("act", Act), ("act_name", Act)):
        yield from (f"{prefix}.{tag(kind)}" for kind in get_args(union))
    yield from (f"act_name.{name}" for name in ("restore_times", "accept_board"))
    plain = ("pause", "resume", "put_clock", "adjourn", "seal", "void", "correct_colours")
    yield from (f"act_does.{name}" for name in plain)
    groups = ("play", "times", "board", "requests", "penalties", "result")
    yield from (f"act_group.{name}" for name in groups)
    yield from (f"time_source.{source.value}" for source in TimeSource)
    yield from (f"ground.{ground.value}" for ground in Ground)
    yield from (f"lodger.{lodger.value}" for lodger in Lodger)
    yield from (f"appeal_about.{about.value}" for about in About)
    for prefix in ("request", "ask", "request_name"):
        yield from (f"{prefix}.{tag(kind)}" for kind in get_args(PlayerRequest))
    for field in (field for fields in request_fields().values() for field in fields):
        yield f"ask_field.{field['name']}"
        yield from (f"ask_field.{field['name']}.{value}" for value in field.get("values", ()))
    yield from (f"virtual.{name}" for name in ("start", "stop", "board_out", "clock_out", "noise"))
    yield from (f"opening_step.{kind.__name__.lower()}" for kind in get_args(opening_protocols.OpeningAct))
    yield "opening_step.taken back"
    yield from (f"audit.{kind.value}" for kind in AuditKind)
    yield from (f"event_act.{tag(kind)}" for kind in get_args(EventAct))
    yield from (f"clock_act.{tag(kind)}" for kind in get_args(RoundClockAct))
    yield from (f"bridge_act.{tag(kind)}" for kind in get_args(BridgeAct))
    yield from (f"bridge_table.seat_{seat.value.lower()}" for seat in CompassSeat)
    yield from (f"bridge_table.suit_{suit.value.lower()}" for suit in Denomination)
    for room in ("open", "closed"):
        yield from (f"bridge_table.{room}_room", f"form.bridge_room_{room}")
    bridge_views = ("tables", "matches", "standings", "contestants", "times", "record")
    yield from (f"bridge_desk.{name}" for name in bridge_views)
    outcomes = ("played", "assigned", "averaged", "artificial", "not_played", "strike")
    yield from (f"bridge_desk.kind_{kind}" for kind in outcomes)
    yield from (f"bridge_rule.{name}" for name in BridgeRegulations.__struct_fields__)
    yield from (form.title.key for form in FORMS)
    yield from (f"audience.{audience.value}" for audience in Audience)
    faults = {flag.name.lower() for flag in chess.Status if flag.name}
    yield from (f"chess_fault.{fault}" for fault in faults if not fault.startswith("race"))
    yield from (f"forbidden.{shape}" for shape in ("double-three", "double-four", "overline"))
    yield from (f"piece.{letter}" for letter in "mdkqrbnps")
    yield from (f"device.{name}" for name in ("board", "clock", "sensor"))
    yield from (f"page.tournament_{name}" for name in ("rounds", "entry", "standings", "players", "record", "duties"))
    boxes = ("third_place", "contested", "separate_mates", "carry_over", "accelerated")
    yield from (f"page.stage_{name}" for name in boxes)
    yield from (f"apart.{apart.value}" for apart in Apart if apart is not Apart.NOTHING)
    kinds = (TeamKind.FIXED, TeamKind.SUBSTITUTES, TeamKind.AD_HOC)
    yield from (f"team_kind.{kind.value}" for kind in kinds)
    yield from (f"page.{name}" for name in ("view", "order", "boards", "clocks", "list", "by_need", "by_table"))
    yield from ("list", "list.or", "list.and")
    yield from (f"page.filter_{name}" for name in ("claims", "trouble", "devices", "playing", "mine"))
    yield from (f"advice.{kind}" for kind in (*(kind.value for kind in AlertKind), AGENT_GONE))
    yield from (f"page.filter_{name}" for name in ("claims", "trouble", "devices", "playing"))
    yield from (f"advice.{kind}" for kind in (*(kind.value for kind in AlertKind), AGENT_GONE, *BRIDGE_KINDS))
    yield from (f"concern.{concern.value}" for concern in Concern)
    yield from (f"duration.{unit}" for unit in ("hours", "minutes", "seconds", "milliseconds"))
    yield from (f"duty.{duty.id}" for duty in DUTIES)
    yield from (f"swiss.{name}" for name in swiss_reasons.ARTICLES)
    for name in rulebooks.NAMES:
        book = rulebooks.load(name)
        yield from (book.title.key, book.printed.key, *(text.title.key for text in book.load_texts()))
        for text in book.load_texts():
            yield from (each.key for article in text.articles for each in (article.title, article.why))
            cites = [article.cite for article in text.articles]
            yield from (f"citation.{cite}" for cite in cites if re.search("[a-z]{3}", cite.split()[-1]))
        yield from (each.key for article in book.amended for each in (article.title, article.why))


def tag(kind: Any) -> str:
    return str(msgspec.inspect.type_info(kind).tag)  # type: ignore[attr-defined]


def calls() -> Iterator[tuple[str, str, frozenset[str]]]:
    """Where Python makes a message of a key that it spells out: the place, the key and the arguments."""
    for path in sorted(ROOT.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            if not isinstance(node, ast.Call) or not node.args:
                continue
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            if name in {"message", "text"}:
                given = frozenset(word.arg for word in node.keywords if word.arg is not None)
                for key in keys_in(node.args[0]):
                    yield f"{path.name}:{node.lineno}", key, given


def keys_in(node: ast.expr) -> Iterator[str]:
    """The key that is spelled out, or the two of a choice."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.IfExp):
        yield from keys_in(node.body)
        yield from keys_in(node.orelse)


def in_scripts() -> set[str]:
    """Keys that the pages spell out."""
    known = {key.partition(".")[0] for key in CATALOGUES["en"]}
    scripts = "".join(path.read_text() for path in sorted(ROOT.rglob("*.js")))
    found = set(re.findall(r'"([a-z_]+\.[a-z_]+(?:\.[a-z_]+)*)"', scripts))
    return {key for key in found if key.partition(".")[0] in known and not key.endswith(".js")} - OWN


def spelled_out() -> set[str]:
    """Every text in the code that is a key."""
    found = set(in_scripts())
    for path in sorted(ROOT.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value in CATALOGUES["en"]:
                found.add(node.value)
    return found


@pytest.mark.parametrize("language", CATALOGUES)
def test_every_key_that_is_used_is_there(language: str) -> None:
    texts = CATALOGUES[language]
    used = {*families(), *in_scripts(), *(key for _, key, _ in calls() if "." in key)}
    assert used - set(texts) == set()
    assert "language.name" in texts


@pytest.mark.parametrize("language", CATALOGUES)
def test_no_key_is_left_over(language: str) -> None:
    assert set(CATALOGUES[language]) - OWN - set(families()) - spelled_out() == set()


@pytest.mark.parametrize("language", CATALOGUES)
def test_keys_are_in_order_and_ask_for_what_english_asks_for(language: str) -> None:
    texts = CATALOGUES[language]
    assert list(texts) == sorted(texts)
    differing = [key for key in texts.keys() - OWN if asked(texts[key]) != asked(CATALOGUES["en"][key])]
    assert differing == []


def asked(text: str) -> frozenset[str]:
    return arguments(parse(text))


def test_no_template_asks_for_more_than_the_code_gives() -> None:
    english = CATALOGUES["en"]
    lacking = [(place, key) for place, key, given in calls() if key in english and not asked(english[key]) <= given]
    assert lacking == []


SAID_BY_A_PAGE = re.compile(r'\bt\("([a-z_]+\.[a-z_.]+)"(?:, \{([^{}]*)\})?\)')
"""A key that a script spells out, and the arguments that it gives, if it gives any."""


def test_no_template_asks_for_more_than_a_page_gives() -> None:
    english = CATALOGUES["en"]
    lacking = [
        (path.name, key, missing)
        for path in sorted(ROOT.rglob("*.js"))
        for key, given in SAID_BY_A_PAGE.findall(path.read_text())
        if key in english and (missing := needed(parse(english[key])) - set(re.findall(r"\w+", given)))
    ]
    assert lacking == []


def needed(template: Any) -> frozenset[str]:
    """What a template cannot do without: a select takes what is not there for empty."""
    found: set[str] = set()
    for part in template:
        name = getattr(part, "name", None)
        if name is not None and getattr(part, "kind", "") != "select":
            found.add(name)
        for case in getattr(part, "cases", {}).values():
            found |= needed(case) - {name}
    return frozenset(found)


def test_a_chinese_sentence_is_chinese() -> None:
    """Latin letters only where notation, a citation or a name stands."""
    allowed = re.compile(
        r"(?<![A-Za-z])(?:[A-Z]{2,}|[a-zA-Z]\d*|Nf3|exd5|e2e4|supervision|full|Content-Type|application/json|api|tables"
        r"|openapi|json|lichess|renju|gomoku|white|black|canadian|pass|rotation|\d+[hmsx/][\dhms]*)(?![A-Za-z])"
    )
    for key, text in CATALOGUES["zh"].items():
        plain = "".join(part for part in words_of(parse(text)))
        rest = re.sub(r"[^A-Za-z]+", " ", allowed.sub("", plain)).strip()
        assert not rest, (key, rest)


def test_what_is_filled_into_a_chinese_sentence_stands_without_spaces() -> None:
    spaced = re.compile(r"[\u4e00-\u9fff] [{#]|[}#] [\u4e00-\u9fff]")
    assert {key: text for key, text in CATALOGUES["zh"].items() if spaced.search(text)} == {}


def words_of(template: Any) -> Iterator[str]:
    for part in template:
        if isinstance(part, str):
            yield part
        elif hasattr(part, "cases"):
            for case in part.cases.values():
                yield from words_of(case)


COUNTED = re.compile(
    r"\{[a-z_]+\} (?:(?!has )[a-z]+ )?"
    r"(?:bytes|cases|characters|games|items|lines|minutes|moves|pieces|players|seconds|squares|stones|tables)\b"
)
"""A bare number before a noun in the plural."""


def test_what_is_counted_has_a_form_for_one() -> None:
    assert {key: text for key, text in CATALOGUES["en"].items() if COUNTED.search(text)} == {}
