"""The FIDE Laws of Chess of 2023: articles 1 to 12, appendices A and B, and guideline III. In our words.

Listed to the depth that the referee needs; hold the numbers against the official text before an event relies on them.
"""

from gateway.referee.penalties import Penalty
from gateway.referee.rulebooks.book import Row, Text, automatic, on_claim, people, proposed, recorded

__all__ = ["FIDE", "FIDE_A", "FIDE_B"]

_DEFINES = "a definition: nothing to rule"
_PLAY = "rules of play: a move against them is an illegal move (7.5)"
_HAND = "sensors do not see hands or hear words"
_SHEET = "score sheets are the players'; the table keeps its own record"
_CONDUCT = "conduct: the arbiter sees it and may enter a penalty under this article"
_DUTY = "a duty of the arbiter"

_PLAY_ROWS: tuple[Row, ...] = (
    people("1.1", "Two opponents move alternately", "双方轮流走子", _DEFINES),
    people("1.2", "White moves first", "白方先走", _DEFINES),
    people("1.3", "Having the move", "轮走", _DEFINES),
    people("1.4", "The object: checkmate", "目标：将死", _DEFINES),
    people("1.5", "No possible checkmate: drawn", "双方均不可能将死为和棋", "see 5.2.2"),
    people("2.1", "The board", "棋盘", _DEFINES),
    people("2.2", "The pieces", "棋子", _DEFINES),
    recorded("2.3", "The initial position", "初始局面", "a game is set up when the board shows it"),
    people("2.4", "Files, ranks, diagonals", "直线、横线、斜线", _DEFINES),
    people("3.1", "Moves and attacks", "走子与攻击", _PLAY),
    people("3.2", "Bishop", "象", _PLAY),
    people("3.3", "Rook", "车", _PLAY),
    people("3.4", "Queen", "后", _PLAY),
    people("3.5", "No jumping", "不得越子", _PLAY),
    people("3.6", "Knight", "马", _PLAY),
    people("3.7", "Pawn", "兵", _PLAY),
    people("3.8", "King and castling", "王与王车易位", _PLAY),
    people("3.9", "Check; no king may be left in it", "将军，不得使己方王被将", _PLAY),
    people("3.10", "Legal and illegal moves and positions", "合法与不合法的着法和局面", _DEFINES),
    people("4.1", "One hand only", "只用一只手", _HAND),
    people("4.2", "Adjusting pieces", "摆正棋子", _HAND),
    people("4.3", "Touched pieces are moved or taken", "摸子走子", _HAND),
    people("4.4", "Touching king and rook", "触摸王与车", _HAND),
    people("4.5", "No legal move with the touched piece", "所摸棋子无合法着法", _HAND),
    people("4.6", "When promotion is made", "升变的完成", _HAND),
    recorded("4.7", "When a move is made", "着法的完成", "a picture that stands still, or the press, tells"),
    people("4.8", "Claim before touching", "触子前提出", _HAND),
    people("4.9", "Help with the pieces", "代为走子", _HAND),
    automatic("5.1.1", "Checkmate wins", "将死为胜", "a fact of the position"),
    on_claim("5.1.2", "Resignation", "认输", "ruled when the player says so"),
    automatic("5.2.1", "Stalemate draws", "逼和", "a fact of the position"),
    automatic("5.2.2", "Dead position draws", "死局为和棋", "a fact of the position, as far as material shows it"),
    on_claim("5.2.3", "Draw by agreement", "双方同意和棋", "one offers, the other accepts"),
)
_CLOCK_ROWS: tuple[Row, ...] = (
    people("6.1", "What a clock is", "棋钟", _DEFINES),
    recorded("6.2", "Handling the clock", "棋钟的使用", "presses are recorded"),
    automatic("6.3", "So many moves in so much time", "规定时间内完成规定着数", "the clock counts them"),
    recorded("6.4", "After a flag the moves are checked", "旗落后核对着数", "the record holds the count"),
    people("6.5", "Where the clock stands", "棋钟的位置", _DUTY),
    recorded("6.6", "White's clock is started", "启动白方棋钟", "starts are recorded"),
    proposed(
        "6.7.1",
        "Default time: zero unless stated",
        "迟到判负时限：未规定则为零",
        "a loss, unless the arbiter decides otherwise",
    ),
    recorded("6.7.2", "Nobody there: White loses the time", "双方未到由白方承担时间", "the clock runs for White"),
    recorded(
        "6.8",
        "When a flag has fallen",
        "旗落的认定",
        "observed from the clock's sign; on claim where the event says so",
    ),
    automatic(
        "6.9",
        "Time up loses, or draws if no mate is possible",
        "超时判负；对方不可能将死则和棋",
        "the clock's sign is enough; material is checked",
    ),
    recorded(
        "6.10",
        "The clock's indication is conclusive",
        "棋钟显示为准",
        "faults are told to the arbiter, who sets the times",
    ),
    on_claim("6.11", "Stopping the clock to seek the arbiter", "停钟请裁判员", "each stop is recorded with its reason"),
    people("6.12", "Screens in the hall", "赛场显示屏", "what a claim may not rest on is not shown"),
    recorded("7.1", "An irregularity: back to before it", "出现违规应复原局面", "the arbiter sets position and times"),
    people("7.2", "Wrong start position: cancelled", "开局摆法错误对局取消", _DUTY),
    people("7.3", "Reversed colours", "执色颠倒", _DUTY),
    people("7.4", "Displaced pieces", "碰移棋子", _HAND),
    people("7.5", "Illegal moves", "违例着法", "see 7.5.1 to 7.5.5"),
    recorded("7.5.1", "An illegal move is undone", "违例着法须复原", "put to the arbiter under 7.5.5 or A.5.2"),
    recorded(
        "7.5.2", "A pawn left on the last rank becomes a queen", "兵到底线未升变改为后", "the arbiter enters the move"
    ),
    proposed(
        "7.5.3",
        "Pressing without a move is an illegal move",
        "未走子按钟视为违例",
        "a press without a move within three seconds",
    ),
    people("7.5.4", "Two hands are an illegal move", "双手走子视为违例", _HAND),
    proposed(
        "7.5.5",
        "First: time for the opponent; second: loss",
        "首次对方加时，再次判负",
        "the arbiter confirms, because sensors may err; a draw if no mate is possible",
        Penalty.LOSS,
    ),
    people("7.6", "Displaced pieces found later", "事后发现棋子移位", _DUTY),
    people("8.1", "Recording", "记谱", _SHEET),
    people("8.2", "Sheet in sight", "记录纸置于明处", _SHEET),
    people("8.3", "Sheets belong to the organiser", "记录纸归主办方", _SHEET),
    people("8.4", "Under five minutes", "不足五分钟", _SHEET),
    people("8.5", "When neither records", "双方均不记谱时", _SHEET),
    people("8.6", "Sheets that differ", "记录不符", _SHEET),
    people("8.7", "Signing the result", "签字确认", _SHEET),
)
_DRAW_ROWS: tuple[Row, ...] = (
    recorded(
        "9.1", "Draw offers: how and when", "提和的方式", "the offer stands until it is answered, in word or by a move"
    ),
    on_claim("9.2", "Threefold repetition", "三次重复局面", "claimed by the player to move, checked from the record"),
    on_claim("9.3", "Fifty moves", "五十回合", "claimed by the player to move, checked from the record"),
    people("9.4", "Touching a piece loses the right", "触子即失去提出权", _HAND),
    on_claim(
        "9.5", "How a claim is judged; wrong: time for the opponent", "提和申请的审查；不成立则对方加时", "two minutes"
    ),
    automatic("9.6.1", "Fivefold repetition", "五次重复局面", "a fact of the record"),
    automatic("9.6.2", "Seventy-five moves", "七十五回合", "a fact of the record; mate comes first"),
    people("9.7", "Dead position", "死局", "see 5.2.2"),
    people("10.1", "Points", "记分", "a matter of the event"),
    people("11.1", "No disrepute", "不得有损棋界声誉", _CONDUCT),
    people("11.2", "The playing venue", "比赛场所", _CONDUCT),
    people("11.3", "No notes, sources, devices", "禁用资料与电子设备", _CONDUCT, Penalty.LOSS),
    people("11.4", "Spectators' areas", "观众区", _CONDUCT),
    people("11.5", "No distraction", "不得干扰对方", _CONDUCT),
    people("11.6", "Infractions are penalised by 12.9", "违规按12.9处罚", _DEFINES),
    proposed(
        "11.7", "Persistent refusal to comply: loss", "屡次拒不遵守规则判负", "the arbiter enters it after a warning"
    ),
    people("11.8", "Both guilty: both lose", "双方均有错均判负", _CONDUCT),
    recorded("11.9", "Asking for an explanation", "要求解释规则", "a call for the arbiter is recorded"),
    recorded("11.10", "Appeals", "申诉", "by the regulations of the event"),
    people("11.11", "Help with reconstruction", "协助复原局面", _HAND),
    people("11.12", "Examining devices", "检查电子设备", _CONDUCT),
    people("12.1", "The arbiter sees that the Laws are observed", "裁判员监督规则执行", _DUTY),
    people("12.2", "The arbiter's duties", "裁判员职责", _DUTY),
    people("12.3", "The arbiter observes the games", "裁判员观察对局", _DUTY),
    people("12.4", "Assistants", "助理裁判员", _DUTY),
    people("12.5", "Inspection", "检查", _DUTY),
    people("12.6", "No advice", "不得提示", _DUTY),
    people("12.7", "Irregularities seen by others", "旁人发现违规", _DUTY),
    people("12.8", "No phones in the hall", "赛场禁用手机", _CONDUCT),
    recorded("12.9", "The ladder of penalties", "处罚种类", "entered by the arbiter: warning, time, loss, exclusion"),
    people("III.1", "Quick play finish: when it applies", "快速决胜阶段的适用", _DEFINES),
    people("III.2", "Announced beforehand", "须事先公布", _DEFINES),
    proposed(
        "III.3",
        "Both flags, order unknown, last period: draw",
        "双方旗落先后不明，末阶段为和棋",
        "the arbiter confirms",
    ),
    people("III.4", "Asking for an increment", "请求改为加秒", "the arbiter sets the clock"),
    people("III.5", "No effort to win by normal means", "无意以正常手段取胜", "needs a person throughout"),
    people("III.6", "The opponent's extra time", "对方加时", "entered by the arbiter"),
)

FIDE = Text("FIDE", "FIDE Laws of Chess, 2023", "国际棋联国际象棋规则（2023）", *_PLAY_ROWS, *_CLOCK_ROWS, *_DRAW_ROWS)

_FAST: tuple[Row, ...] = (
    recorded("A.2", "No recording needed", "不要求记谱", "the table records; claims are checked from it"),
    automatic("A.3", "One minute instead of two", "罚时由两分钟改为一分钟", "for illegal moves and wrong claims"),
    recorded("A.4", "When the normal rules apply in full", "完全适用慢棋规则的条件", "the option supervision = full"),
    people("A.5", "Otherwise", "其他情形", "see A.5.2 to A.5.5"),
    proposed(
        "A.5.2",
        "An illegal move stands once it is answered",
        "违例着法一经应着即有效",
        "before that on the opponent's claim or the arbiter's act",
    ),
    recorded(
        "A.5.4",
        "Illegal positions, after one more move: draw",
        "不合法局面续走一着后判和",
        "the arbiter sets the result",
    ),
    automatic("A.5.5", "The arbiter calls a flag he sees", "裁判员见旗落应即宣布", "the clock's sign is enough"),
    people("A.6", "The regulations say which applies", "规程须载明适用条款", "the option supervision"),
)

FIDE_A = Text(
    "FIDE",
    "FIDE appendix A, rapid",
    "国际棋联规则附录A：快棋",
    automatic(
        "A.1",
        "Rapid: more than 10, less than 60 minutes",
        "快棋：多于10分钟少于60分钟",
        "the arbiter is told if the control is of another class",
    ),
    *_FAST,
)
FIDE_B = Text(
    "FIDE",
    "FIDE appendix B, blitz",
    "国际棋联规则附录B：超快棋",
    automatic(
        "B.1",
        "Blitz: 10 minutes or less",
        "超快棋：10分钟以内",
        "the arbiter is told if the control is of another class",
    ),
    recorded("B.2", "When the normal rules apply in full", "完全适用慢棋规则的条件", "the option supervision = full"),
    people("B.3", "Otherwise as rapid", "其余按快棋", "see the articles A"),
    people("B.4", "The regulations say which applies", "规程须载明适用条款", "the option supervision"),
    *_FAST,
)
