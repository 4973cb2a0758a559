"""Rapid and blitz draughts: the handbook's appendix, articles 1 to 9. It amends the FMJD rules."""

from gateway.referee.rulebooks.book import Text, automatic, on_claim, people, proposed, recorded

__all__ = ["DH_RAPID"]

DH_RAPID = Text(
    "DH rapid",
    "Draughts handbook, rapid and blitz",
    "国际跳棋竞赛手册：快棋与超快棋",
    people(
        "1", "What a fast game is: 30 minutes or less", "快棋的定义：每方不超过30分钟", "a definition; see 1.1 and 1.2"
    ),
    automatic(
        "1.1",
        "Rapid: over 15 to 30 minutes",
        "快棋：15分钟以上至30分钟",
        "the arbiter is told if the control is of another class (R1, R2)",
    ),
    automatic("1.2", "Blitz: 5 to 15 minutes", "超快棋：5至15分钟", "as 1.1"),
    people("2", "Otherwise the normal rules apply", "其余适用慢棋规则", "this book lists them too"),
    people("3", "Play-offs are as fast or faster", "加赛用时不得慢于原比赛", "the organiser sets the control"),
    recorded(
        "4", "Clock compulsory, score optional", "必须用钟，可不记谱", "the table records; a missing clock is shown"
    ),
    on_claim(
        "5",
        "Agreed draw with ten or fewer pieces each",
        "双方各剩十子以下方可议和",
        "an offer before that is refused; an event may set another gate (R3, R4)",
    ),
    on_claim(
        "6",
        "Stop the clock to call the arbiter; ask for a draw",
        "可停钟请裁判员；可请求判和",
        "each stop is recorded with its reason, the arbiter ends it (R5); a request is checked from the record",
    ),
    automatic(
        "7.1",
        "Time up on an electronic clock loses",
        "电子钟显示超时即判负",
        "the clock's sign is enough; the first flag loses (R6)",
    ),
    recorded("7.2", "The arbiter follows the endgame", "裁判员跟踪残局着数", "the counters of FMJD 6 run live"),
    proposed(
        "8",
        "Rule draw without Fischer clock",
        "非加秒制的规则和棋",
        "material is checked; whether a win can be shown is the arbiter's (R7)",
    ),
    proposed(
        "9",
        "Time trouble without Fischer clock",
        "非加秒制的时间恐慌",
        "time and pieces are checked; 'clearly better' is the arbiter's (R8, R9)",
    ),
)
