"""The official FMJD rules for 100 squares, as far as the handbook prints them: articles 1 to 10.3."""

from gateway.referee.rulebooks.book import Text, automatic, on_claim, people, proposed, recorded

__all__ = ["FMJD"]

_DEFINES = "a definition: nothing to rule"
_SET = "checked when the game is set up; the board is recognised by its pieces"
_HAND = "sensors do not see hands or hear words"
_PLAY = "a move against it is not accepted; the arbiter is told with this article"
_CHOICE = "the opponent alone chooses correction or acceptance (5.4); his next move accepts (5.7)"
_UNSEEN = "not to be told from a lawful move by sensors; an arbiter may enter it under this article"
_SIGN = "a sign for written games: the feeds write it where they can"

FMJD = Text(
    "FMJD",
    "Official FMJD rules, 100 squares",
    "国际跳棋竞赛规则（百格）",
    people("1.1", "A mind sport for two", "两人对弈的智力运动", _DEFINES),
    people("1.2", "Who is a player", "棋手的含义", _DEFINES),
    people("1.3", "Amateurs and professionals", "业余与专业", _DEFINES),
    people("2.1", "The board of 100 squares", "百格棋盘", _DEFINES),
    people("2.2", "Only dark squares are used", "只使用深色格", _DEFINES),
    people("2.3", "Diagonals, and the long one", "斜线与大斜线", _DEFINES),
    recorded("2.4", "How the board lies", "棋盘的放置", "a turned board is recognised and noted in the set-up"),
    people("2.5", "Names of parts", "棋盘各部名称", _DEFINES),
    people("2.5.1", "Base lines", "底线", _DEFINES),
    people("2.5.2", "Side lines", "边线", _DEFINES),
    people("2.5.3", "Rows", "横线", _DEFINES),
    people("2.5.4", "Columns", "直线", _DEFINES),
    people("2.6", "Squares are numbered 1 to 50", "棋格编号1至50", _DEFINES),
    people("2.6.1", "Numbers of the base lines", "底线编号", _DEFINES),
    people("2.6.2", "Numbers of the side lines", "边线编号", _DEFINES),
    people("2.6.3", "The corners 5 and 46", "角格5与46", _DEFINES),
    people("2.7", "Twenty pieces each", "双方各二十枚棋子", _DEFINES),
    recorded("2.8", "The start position", "开局摆法", _SET),
    people("3.1", "Men and kings", "兵与王棋", _DEFINES),
    people("3.2", "What one move is", "一着的含义", _DEFINES),
    automatic("3.3", "White begins; the sides alternate", "白方先行，双方轮流走棋", _PLAY),
    automatic("3.4", "How a man moves", "兵的走法", _PLAY),
    recorded(
        "3.5", "Promotion on the far base line", "兵到底线停住升变", "the position crowns at the end of the move (D1)"
    ),
    people(
        "3.6", "Who puts the crown", "加冕由谁放置", "a crown may come late: men and kings of a colour are read alike"
    ),
    recorded("3.7", "A king without its crown is a king", "未加冕的王棋仍是王棋", "the position knows the king (D1)"),
    recorded(
        "3.8", "A new king waits for the opponent's move", "新王须待对方走后方可走动", "follows from alternating moves"
    ),
    automatic("3.9", "How a king moves", "王棋的走法", _PLAY),
    recorded(
        "3.10",
        "A move is complete when the hand lets go",
        "手离开棋子即完成一着",
        "a picture that stands still, or the press, tells",
    ),
    people("3.11", "Touch-move", "摸子走子", _HAND),
    recorded(
        "3.12",
        "The piece may be put elsewhere while held",
        "手未离子可改落点",
        "a move withdrawn before it is complete is retracted",
    ),
    people("3.13", "Adjusting pieces is announced", "整子须先声明", _HAND),
    people("3.14", "The other side touches nothing", "非轮走方不得触动棋子", _HAND),
    people("4.1", "Captures go both ways and are a move", "吃子可进可退，为完整的一着", _DEFINES),
    automatic("4.2", "A man must take", "兵的吃子", _PLAY),
    automatic("4.3", "A king must take", "王棋的吃子", _PLAY),
    people("4.4", "Captures are shown clearly, with one hand", "吃子须清楚演示，用同一只手", _HAND),
    recorded("4.5", "A man's capture goes on to the end", "兵的连续吃子", "one that stops short is refused under 4.13"),
    recorded(
        "4.6", "A king's capture goes on to the end", "王棋的连续吃子", "one that stops short is refused under 4.13"
    ),
    automatic("4.7", "Own pieces are not jumped", "不得跳越己方棋子", _PLAY),
    automatic("4.8", "No piece is jumped twice", "同一对方棋子不得跳越两次", _PLAY),
    people("4.9", "Each jump is set down", "每一跳须落在应到的格上", _HAND),
    recorded(
        "4.10",
        "A capture ends when the hand lets go",
        "手离开棋子即结束吃子",
        "a picture that stands still tells; too few is 5.4.9",
    ),
    recorded(
        "4.11",
        "Pieces come off after the whole run",
        "连吃完成后方取走被吃子",
        "any order of lifting is understood (D2)",
    ),
    recorded("4.12", "When the removal is finished", "取子完成的认定", "a picture that stands still tells"),
    automatic("4.13", "The most pieces must be taken", "有多吃多", _PLAY),
    people("4.14", "Free choice among equal captures", "吃子数相同可任选", "every such move is accepted"),
    people("4.15", "A man that only passes stays a man", "途经底线不升变", "the position knows"),
    people("4.16", "A man may take the piece off first", "兵可先取子后跳越", "any order of lifting is understood"),
    people(
        "5.1",
        "Board wrongly placed: void, play again",
        "棋盘放错则对局作废重下",
        "needs a person to see it; the arbiter voids the game",
    ),
    people(
        "5.2",
        "A wrong set-up is treated by 5.4",
        "摆法有误按5.4处理",
        "a game is only set up from the start position; later it is 5.4",
    ),
    proposed("5.3", "A piece on a light square is out of play", "浅色格上的棋子不起作用", _CHOICE),
    people("5.4", "The opponent chooses: corrected or accepted", "由对方决定更正或认可", "see 5.4.1 to 5.4.17"),
    proposed("5.4.1", "Two moves in succession", "连走两着", _CHOICE),
    proposed("5.4.2", "A move the rules do not allow", "不合规则的走法", _CHOICE),
    people("5.4.3", "Touching one piece, moving another", "摸此走彼", _HAND),
    proposed("5.4.4", "Taking back a completed move", "悔棋", _CHOICE),
    proposed("5.4.5", "Moving the opponent's piece", "走动对方棋子", _CHOICE),
    proposed("5.4.6", "Not capturing with the piece that could", "应吃不吃", _CHOICE),
    proposed("5.4.7", "Lifting pieces without cause", "无故拿起棋子", _CHOICE),
    proposed("5.4.8", "Capturing more or fewer than required", "多吃或少吃", _CHOICE),
    recorded("5.4.9", "Letting go during a capture", "连吃中途脱手", "seen as too few captured: raised under 5.4.8"),
    recorded(
        "5.4.10",
        "Lifting a piece in an unfinished capture",
        "连吃未完时不当拿子",
        "seen as a wrong capture: raised under 5.4.8",
    ),
    proposed("5.4.11", "Removing fewer than were captured", "少取被吃棋子", _CHOICE),
    proposed("5.4.12", "Removing a piece that was not jumped", "取走未被跳越的棋子", _CHOICE),
    recorded(
        "5.4.13", "Stopping the removal part-way", "中途停止取子", "looks like 5.4.11 on the board: raised under that"
    ),
    proposed("5.4.14", "Removing own pieces after a capture", "吃子后取走己方棋子", _CHOICE),
    recorded("5.4.15", "Not crowning a new king", "未给王棋加冕", "the position crowns (D1); a crown may come late"),
    proposed("5.4.16", "Moving a king that was not crowned", "走动未加冕的王棋", _CHOICE),
    people("5.4.17", "Different hands for move and removal", "走子与取子不用同一只手", _HAND),
    proposed(
        "5.5",
        "A change by accident is no offence",
        "意外变动不算犯规",
        "nobody is at fault: the arbiter decides what stands",
    ),
    recorded(
        "5.6",
        "The opponent may insist on the rules",
        "对方可要求按规则行棋",
        "the arbiter enters the demand as a warning; 7.2.4 rests on it (D8)",
    ),
    automatic("5.7", "Who moves on has accepted", "继续走棋即视为认可", "his next move closes the case"),
    people("5.8", "No partial correction", "不得部分更正", "what stands is a whole position"),
    on_claim(
        "6.1",
        "Same position, same side, third time",
        "同一局面、同一方轮走出现三次",
        "on claim over the board, checked from the record (D3); automatic where the event says so",
    ),
    on_claim(
        "6.2",
        "25 moves each by kings only",
        "连续25回合仅走王棋且无吃子",
        "as 6.1; any man's move or capture restarts it (D4)",
    ),
    on_claim(
        "6.3",
        "Three pieces against a lone king: 16 moves",
        "三子对单王，16回合",
        "as 6.1; counted from the first move in the class (D5)",
    ),
    on_claim("6.4", "Two pieces or one against a lone king: 5 moves", "两子或一子对单王，5回合", "as 6.3"),
    people("7.1", "Two outcomes", "胜负与和棋", _DEFINES),
    people("7.1.1", "One side wins", "一方胜", _DEFINES),
    people("7.1.2", "A draw", "和棋", _DEFINES),
    people("7.2", "When a player wins", "获胜的情形", _DEFINES),
    on_claim("7.2.1", "The opponent resigns", "对方认输", "ruled when the player says so"),
    automatic("7.2.2", "The opponent cannot move", "对方无棋可走", "a fact of the position"),
    automatic("7.2.3", "The opponent has no pieces left", "对方棋子被吃光", "a fact of the position"),
    proposed(
        "7.2.4",
        "The opponent refuses to play by the rules",
        "对方拒绝按规则行棋",
        "after a demand (5.6) the arbiter enters the loss (D8)",
    ),
    people("7.3", "When the game is drawn", "和棋的情形", _DEFINES),
    on_claim("7.3.1", "Both agree", "双方同意和棋", "one offers, the other accepts; an event may gate it (R3)"),
    on_claim(
        "7.3.2",
        "An article of section 6 applies",
        "符合第6条之一",
        "the draw cites the article of section 6; a wrong request is refused under this one",
    ),
    people("7.3.3", "Neither side can win", "双方均无法取胜", "only through section 6 or agreement (D9)"),
    people("8.1", "Every move can be written", "着法均可记录", "the record holds every move"),
    people(
        "8.2",
        "How a move is written",
        "着法的写法",
        "the record and the feeds write it so; the whole path is kept (D6)",
    ),
    people("8.2.1", "Start square, then target", "先写起点后写终点", "see 8.2"),
    people("8.2.2", "A hyphen for a plain move", "走子用短线", "see 8.2"),
    people("8.2.3", "A cross for a capture", "吃子用叉号", "see 8.2"),
    people("9.1", "Signs for written games", "记谱符号", _SIGN),
    *(
        people(f"9.1.{number}", f"Sign: {en}", f"符号：{zh}", _SIGN)
        for number, (en, zh) in enumerate(
            (
                ("a move", "走子"),
                ("a capture", "吃子"),
                ("good", "好着"),
                ("very good", "妙着"),
                ("bad", "劣着"),
                ("blunder", "败着"),
                ("perhaps good", "似劣实佳"),
                ("perhaps bad", "似佳实劣"),
                ("only move", "唯一着"),
                ("won", "胜势"),
                ("drawn", "和势"),
                ("pieces won", "得子数"),
                ("pieces lost", "失子数"),
                ("routes alike", "任意路线"),
            ),
            1,
        )
    ),
    automatic(
        "10.1",
        "So many moves in so much time",
        "规定时间内完成规定着数",
        "the clock counts them; too few by then is a fallen flag",
    ),
    people("10.2", "Duties under a time control", "限时对局的义务", _DEFINES),
    people("10.2.1", "A clock is used", "使用棋钟", "a table without one is shown as such"),
    people("10.2.2", "Moves are recorded", "记录着法", "the table records; the players' sheets are theirs"),
    automatic(
        "10.3",
        "Sudden death: time up loses",
        "包干制：超时判负",
        "the text breaks off; who runs out of time loses (D10)",
    ),
)
