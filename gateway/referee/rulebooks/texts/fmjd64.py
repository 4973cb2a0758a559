"""64-square draughts: the draw articles 7.2.3 to 7.2.8 as servers quote them; the other chapters by name."""

from gateway.referee.rulebooks.book import Text, automatic, on_claim, proposed

__all__ = ["FMJD64"]

_ON_CLAIM = "as in the 100-square game: on claim over the board, automatic where the event says so"

FMJD64 = Text(
    "FMJD64",
    "FMJD-64 rules, 64 squares",
    "64格国际跳棋规则",
    automatic(
        "moves", "How men and kings move", "兵与王棋的走法", "a move against it is not accepted; the arbiter is told"
    ),
    automatic(
        "captures", "How men and kings take", "兵与王棋的吃子", "as moves; Russian: free choice, Brazilian: the most"
    ),
    proposed(
        "irregularities",
        "What is not a move",
        "不合规则的行为",
        "the opponent chooses correction or acceptance, as FMJD 5.4",
    ),
    automatic("result", "No pieces or no move loses", "无子或无棋可走判负", "a fact of the position"),
    on_claim("resignation", "Resignation", "认输", "ruled when the player says so"),
    on_claim("agreement", "Draw by agreement", "双方议和", "one offers, the other accepts; an event may gate it"),
    automatic("time", "Time up loses", "超时判负", "the clock's sign is enough"),
    on_claim("7.2.3", "Same position for the third time", "同一局面出现三次", _ON_CLAIM),
    on_claim("7.2.4", "Three or more kings against one: 15 moves", "三王以上对单王，15回合", _ON_CLAIM),
    on_claim("7.2.5", "15 moves each by kings only", "连续15回合仅走王棋且无吃子", _ON_CLAIM),
    on_claim("7.2.6", "Balance unchanged: 30 or 60 moves", "子力不变：30或60回合", _ON_CLAIM),
    on_claim("7.2.7", "Three against a king on the long diagonal: 5", "三子对占大斜线的单王，5回合", _ON_CLAIM),
    on_claim("7.2.8", "Two or fewer against a king: 5 moves", "两子以下对单王，5回合", _ON_CLAIM),
)
