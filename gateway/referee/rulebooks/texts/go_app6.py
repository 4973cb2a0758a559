"""The older gomoku rules, appendix 6: rapid and blitz. They amend the normal rules, here those of 2025."""

from gateway.referee.penalties import Penalty
from gateway.referee.rulebooks.book import Text, automatic, on_claim, people, proposed

__all__ = ["GO_APP6"]

GO_APP6 = Text(
    "GO app.6",
    "Gomoku rules, older edition, appendix 6",
    "五子棋规则（旧版）附录6",
    automatic(
        "§1",
        "Rapid: 15 to 30 min; blitz: up to 15 min",
        "快棋15至30分钟；超快棋15分钟以内",
        "the arbiter is told if the control is of another class (O1 to O3)",
    ),
    people("§2", "Otherwise the normal rules", "其余适用慢棋规则", "this book lists them too"),
    people("§3", "No recording", "不记录", "the table records all the same"),
    proposed(
        "§4",
        "Move only after the press; hand off the clock",
        "对方按钟后方可落子，手离棋钟",
        "seen from clock and board; first a violation, then a loss",
        Penalty.VIOLATION,
    ),
    automatic("§5", "Absent at the start: forfeit", "开赛时缺席判弃权", "no grace period in any round"),
    proposed(
        "§6",
        "Displaced stones, then the press: loss",
        "碰移棋子未复原即按钟判负",
        "a person must see who displaced them",
        Penalty.LOSS,
    ),
    on_claim(
        "§7", "A player may stop the clock in a dispute", "有争议可随时停钟", "each stop is recorded with its reason"
    ),
    on_claim(
        "§8",
        "Clock failure: win within five rounds, or draw",
        "棋钟故障：声明五回合内取胜，否则和棋",
        "proved by play without clock (O5, O6)",
    ),
    people("§9", "Play-offs are faster", "加赛用时更短", "the organiser sets the control"),
)
