"""Chinese as an arbiter says it: one thing has one name, and words that mean something else are not used for it."""

from __future__ import annotations

import re

import pytest

from gateway.model.messages import message, name_of
from gateway.model.sides import Side
from gateway.texts.library import Library

CHINESE = Library.load()["zh"]

WORDS = {
    r"弃权": "放弃行棋权",  # 弃权 is a forfeit
    r"停一手|虚着|过一手|让一手": "放弃行棋权",
    r"落旗|旗落|旗子|时间到(?!场)|时间用尽|逾时负": "超时",
    r"将死|绝杀": "将杀",
    r"违规|违纪": "犯规、违例",
    r"快速棋|快速比赛": "快速对局",
    r"封手|暗着|密封着": "封棋着法",
    r"布局|开盘": "开局",
    r"颜色错误|执色错误|黑白错误": "先后手错误",
    r"横行|纵行|直行": "排、列",
    r"校正棋子|调整棋子|扶正": "摆正棋子",
    r"复原位|恢复原位|放回原位": "挪回原位",
    r"双方缺席|双方未到": "双方均未按时到场",
    r"不处罚|免予处罚": "不予处罚",
    r"国王|皇后": "王、后",
    r"裁判(?![员长人台])": "裁判员",
    r"中继": "服务器",
    r"申述|上诉": "申诉",
}
"""Words that are not used, and what is said instead."""

FORFEITS = {
    "article.GN 14.3.3", "article.GN 14.3.4", "article.GN 28.3", "article.GO app.6 §5", "choice.forfeit",
    "page.type_hint", "swiss.bye_had", "tie_end.both_forfeit", "tie_end.forfeit",
}  # fmt: skip
"""What is about a player who does not come."""

NAMES = {
    "choice.put_back": "挪回原位",
    "choice.let_stay": "移子有效",
    "choice.correct": "纠正",
    "reason.checkmate": "将杀",
    "reason.flag": "超时",
    "refusal.ten_pieces": "每方等于或少于10枚方可言和",
    "offence.pressed_first": "先按钟后落子",
    "article.GN 10.2": "先后手错误",
    "article.FMJD 2.5.3": "排",
    "article.FMJD 2.5.4": "列",
    "case_kind.rule_draw": "规则和棋",
    "request.pass": "放弃行棋权",
    "pace.fast": "快速对局",
}
"""What has a name in the Chinese texts."""


@pytest.mark.parametrize("word", WORDS)
def test_a_thing_has_the_name_that_arbiters_use(word: str) -> None:
    allowed = FORFEITS if word == "弃权" else set()
    found = {key: text for key, text in CHINESE.texts.items() if re.search(word, text) and key not in allowed}
    assert not found, f"{WORDS[word]}: {found}"


@pytest.mark.parametrize("key", NAMES)
def test_the_names_of_the_texts(key: str) -> None:
    assert CHINESE.texts[key] == NAMES[key]


def test_a_pass_is_a_pass_in_the_log() -> None:
    passed = CHINESE.render(message("ruling.passed", side=name_of(Side.WHITE)))
    entered = CHINESE.text("ruling.move_entered", by="李明", move="pass", why="")
    acted = CHINESE.text("act.enter_move", type="enter_move", move="pass", sealed="", why="")
    assert [passed, entered, acted] == ["白方放弃行棋权。", "李明录入：放弃行棋权。", "录入着法：放弃行棋权"]


def test_what_is_dismissed_depends_on_what_it_is() -> None:
    assert CHINESE.text("choice.dismiss", kind="appeal") == "驳回"
    assert CHINESE.text("choice.dismiss", kind="offence") == "不予处罚"


def test_whoever_may_is_listed_as_people_do() -> None:
    roles = tuple(CHINESE.text(f"role.{role}") for role in ("deputy", "chief", "acting-chief"))
    assert CHINESE.text("refusal.wrong_role", roles=roles) == "须由副裁判长、裁判长或代理裁判长作出"
