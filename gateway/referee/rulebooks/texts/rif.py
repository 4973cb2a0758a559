"""The rules of the Renju International Federation, as far as our notes have them: sections 3 and 9, and its events.

Of the numbers only 9.3 and the range 9.6 to 9.8 are known to us; what each of those three says is our reading, and what
has no number is cited by name. Hold it against the official text before an event relies on it.
"""

from gateway.referee.rulebooks.book import Text, automatic, on_claim, people, proposed, recorded

__all__ = ["RIF"]

_JUDGE = "the judge of shapes knows it"

RIF = Text(
    "RIF",
    "RIF renju rules",
    "国际连珠联盟规则",
    people("3 rows", "Row, five and overline", "连、五与长连", _JUDGE),
    people("3 fours", "Four and straight four", "四与活四", _JUDGE),
    people("3 threes", "Three", "三", _JUDGE),
    people("9 White", "White has no fouls and wins with five or more", "白方无禁手，五子以上均胜", _JUDGE),
    people("9 fouls", "Black's fouls: overline, double four, double three", "黑方禁手：长连、四四、三三", _JUDGE),
    people("9.3", "Which threes count", "三的认定", "asked again for every point, as deep as needed"),
    on_claim(
        "9 five first",
        "Five beats a foul of the same stone",
        "五连与禁手同时形成，五连有效",
        "the claim of a foul is refused, the five stands",
    ),
    on_claim("9.6", "A win has to be claimed", "取胜须由本人提出", "nobody tells: until then only arbiters know"),
    on_claim(
        "9.7",
        "Double three and four: before the next move",
        "三三、四四须在下一着前指出",
        "lapses with White's next move",
    ),
    on_claim(
        "9.8",
        "Overline: any time until a five is claimed",
        "长连禁手在宣布五连前均可指出",
        "an unnoticed five saves nobody",
    ),
    automatic(
        "opening",
        "The opening protocol",
        "开局方式",
        "followed step by step; what does not fit is laid before the referee",
    ),
    automatic(
        "moves",
        "A stone on an empty point; no early pass",
        "落于空点；开局阶段不得放弃行棋权",
        "anything else is not accepted",
    ),
    proposed("irregular", "What is not a move", "不合规则的行为", "the referee of the event judges"),
    on_claim("resignation", "Resignation", "认输", "ruled when the player says so"),
    on_claim(
        "agreement",
        "Draw by agreement, offered after one's move",
        "落子后提和，双方同意",
        "the moment of the offer is checked",
    ),
    automatic("passes", "Two passes in a row draw", "双方连续放弃行棋权为和棋", "a fact of the record"),
    automatic("full board", "A full board draws", "棋盘下满为和棋", "a fact of the position"),
    automatic("time", "Time up loses", "超时判负", "the clock's sign is enough"),
    automatic(
        "both flags",
        "Both overstepped, order unknown: draw",
        "双方均超时且先后不明为和棋",
        "the clock's signs tell the order, or do not",
    ),
    recorded("recording", "The game is recorded to the end", "全局记录", "the table records"),
    on_claim(
        "arbiter", "A player may call the referee", "棋手可请裁判员", "the clock stands until the matter is settled"
    ),
)
