"""Every form of the handbook (DH 二) has the book's head, columns and foot, in both languages, filled and blank."""

from __future__ import annotations

import re
from html import unescape

import pytest

from gateway.forms.form_event import FormEvent
from gateway.forms.form_html import html_form
from gateway.forms.form_list import FORMS, EventForm, event_form, find_form
from gateway.forms.form_request import FormRequest
from gateway.forms.languages import FormTexts, SideBySide
from tests.english import LIBRARY

from . import form_events

_TYPED = """
# team-line-up
Event; Team; Board; Regular; Reserve; Name; Rating; Title; Captain or coach; Date
团体赛台次名单; 赛事; 队名; 台次; 正选; 替补; 姓名; 等级分; 等级称号; 领队或教练; 日期
# result-slip
Event; Group; Round; Date; Table; No.; Club; Name; White / Black; Result; Time used; Fouls; Remarks; Arbiter
个人积分表; 赛事; 组别; 轮次; 日期; 台次; 编号; 单位; 姓名; 白/黑; 结果; 用时; 犯规; 备注; 白方; 黑方; 裁判员
# result-slip-two-games
Event; Group; Round; Date; Table; No.; Club; Name; Game; White / Black; Result; Game points; Match points;
Time used; Fouls; Remarks; White; Black; Arbiter
个人积分表; 局次; 局分; 场分; 用时; 犯规; 备注; 白方; 黑方; 裁判员
# team-slip
Event; Group; Round; Date; First-moving team; Other team; Board; Name; Individual; Team; Arbiter
团体记分表; 赛事; 组别; 轮次; 日期; 先手队; 后手队; 台次; 姓名; 个人分; 队分; 裁判员
# team-slip-two-games
Event; Group; Round; Date; First-moving team; Other team; Board; Name; Game; Game points; Individual; Team;
White; Black; Arbiter
团体记分表; 局次; 局分; 个人分; 队分; 白方; 黑方; 裁判员
# pairing-card
No.; Name; Club; Final place; White; Black; Opponent no.; Points of the round; Running total; Opponent's
points; 13
抽编卡; 编号; 姓名; 单位; 最终名次; 白方; 黑方; 对手号; 本轮得分; 累计积分; 对手积分; 13
# pairing-record
Group; Event; Round; Date; Table; White; Black; No.; Name; Points before; Result; Pairing chief; Chief arbiter
抽编记录; 组别; 赛事; 轮次; 日期; 台次; 白方; 黑方; 编号; 姓名; 赛前积分; 结果; 编排长; 裁判长
# knock-out
Event; Venue; Date; Chief arbiter
淘汰赛对阵图; 赛事; 地点; 日期; 裁判长
# crosstable
Event; Venue; Date; No.; Name; 1; 2; 3; 4; Points; Sonneborn-Berger; Wins; Direct; Place; Remarks; Chief
arbiter
个人循环赛成绩表; 赛事; 地点; 日期; 编号; 姓名; 得分; 小分; 胜局; 直胜; 名次; 备注; 裁判长
# crosstable-two-games
No.; Name; Game; 1; 2; Game points; Match points; Total game points; Sonneborn-Berger; Wins; Direct; Place;
Remarks; Chief arbiter
编号; 姓名; 局次; 局分; 场分; 总局分; 小分; 胜局; 直胜; 名次; 备注; 裁判长
# team-crosstable
No.; Team; Board; Name; Rating; Title; 1; 6; game points; match points; Team Sonneborn-Berger; Direct; Fouls;
Place; Chief arbiter
团体循环赛成绩表; 编号; 队名; 台次; 姓名; 等级分; 等级称号; 局分; 场分; 伯格分; 直胜; 犯规; 名次; 裁判长
# swiss-standings
No.; Club; Name; Rating; Title; 1st; Opp.; Buchholz; Progressive; Fouls; Place; Remarks; Chief arbiter
编号; 单位; 姓名; 等级分; 等级称号; 先手; 对手; 对手分; 累进分; 犯规; 名次; 备注; 裁判长
# team-swiss-standings
No.; Team; Board; Name; Rating; Title; Opp.; Total game points; Buchholz; Match points, cumulative; Matches
won; Fouls; Place; Chief arbiter
编号; 队名; 台次; 姓名; 等级分; 等级称号; 对手; 总局分; 对手分; 累计场分; 胜场; 犯规; 名次; 裁判长
# team-slip-long
Event; Venue; Date; Board; First-moving team; Other team; Name; Points; Total; Captain; Chief arbiter
赛事; 地点; 日期; 台次; 先手队; 后手队; 姓名; 得分; 合计; 领队; 裁判长
"""
BOOK = {
    name.strip(): [field.strip() for field in re.split(r"[;\n]", fields) if field.strip()]
    for name, _, fields in (part.partition("\n") for part in _TYPED.split("# ")[1:])
}
"""The fourteen forms and their fields, typed from the digest of the handbook."""
BLANKS = {"pairing-record": ("20",), "swiss-standings": ("24", "9"), "crosstable": ("8",), "team-slip-long": ("20",)}
"""Numbers that a blank form of the handbook's size holds."""


def source(form: EventForm) -> FormEvent:
    """An event that fills the form."""
    if form.of_teams:
        return form_events.teams()
    special = {
        "crosstable": form_events.round_robin,
        "crosstable-two-games": form_events.two_games,
        "knock-out": form_events.knock_out,
    }
    return special[form.name]() if form.name in special else form_events.swiss(tables=5)


def words(form: EventForm, texts: FormTexts, *, blank: bool) -> str:
    """All words of the printed page."""
    request = FormRequest(blank=blank, site="https://open.example")
    page = html_form(event_form(form.name, FormEvent() if blank else source(form), request), texts, "x.css")
    return " " + unescape(re.sub(r"(<[^>]*>|\s)+", " ", page)).replace("\u00ad", "") + " "


def test_the_list_has_all_forms_of_the_book() -> None:
    assert {form.name for form in FORMS if form.article == "DH 二"} == set(BOOK)
    assert len(BOOK) == 14


@pytest.mark.parametrize("name", BOOK)
@pytest.mark.parametrize("blank", [False, True], ids=["filled", "blank"])
def test_the_books_fields_are_there(name: str, *, blank: bool) -> None:
    for language in ("en", "zh"):
        printed = words(find_form(name), LIBRARY[language], blank=blank)
        chinese = [field for field in BOOK[name] if not field.isascii()]
        fields = [field for field in BOOK[name] if field.isascii()] if language == "en" else chinese
        assert fields
        missing = [field for field in (*fields, *(BLANKS.get(name, ()) if blank else ())) if field not in printed]
        assert missing == [], (language, printed)
        assert "form" not in printed, "every word is in the catalogue"


@pytest.mark.parametrize("name", [form.name for form in FORMS])
def test_both_languages_stand_side_by_side(name: str) -> None:
    form = find_form(name)
    both = SideBySide(LIBRARY["zh"], LIBRARY["en"])
    english, chinese = (LIBRARY[code].render(form.title) for code in ("en", "zh"))
    if name not in {"place-cards", "qr"}:  # a card has a name and nothing else
        assert f"{chinese} / {english}".replace("\u00ad", "") in words(form, both, blank=False)
