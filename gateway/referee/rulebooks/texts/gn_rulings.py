"""Chinese gomoku rules of 2025, chapter 4: penalties, offences, the end of a game, appeals. Articles 15 to 22."""

from gateway.referee.penalties import Penalty
from gateway.referee.rulebooks.book import Row, automatic, on_claim, people, proposed, recorded

__all__ = ["ROWS"]

_DEFINES = "a definition: nothing to rule"
_ENTERED = "the arbiter sees it and enters the penalty under this article"
_ORDER = "who may impose it is checked at every act"
_SEALED = "done by the arbiter at the table; the pause and the times are recorded"
_BODY = "how the committee is made up"

ROWS: tuple[Row, ...] = (
    recorded("15.1", "Warning", "警告", "counted per player and game"),
    recorded("15.2", "Violation", "违例", "counted per player and game, announced"),
    automatic(
        "15.3", "Loss; two violations in a game lose it", "判负；一局两次违例判负", "the second violation ends the game"
    ),
    recorded("15.4", "Disqualification", "取消比赛资格", "entered by the organising committee; ends the game"),
    automatic("16.1", "Warnings: any arbiter", "警告由裁判员执行", _ORDER),
    automatic("16.2", "Violations: chief and deputy", "违例由裁判长、副裁判长执行", _ORDER),
    automatic("16.3", "Losses: chief arbiter", "判负由裁判长执行", _ORDER),
    automatic("16.4", "Disqualification: organising committee", "取消资格由竞赛组委会执行", _ORDER),
    automatic(
        "17",
        "Offences: punished or accepted; playing on accepts",
        "犯规：可追究可认可，续走即认可",
        "the opponent's next move closes the case (not 17.12, 17.13: G7)",
    ),
    proposed(
        "17.1",
        "Not following the opening rules",
        "不按开局规则行棋",
        "the stone waits until it is corrected or accepted; default warning (G6)",
    ),
    people(
        "17.2", "Sliding a stone", "推盘", "looks like 17.9 to sensors and is raised as that; a person tells them apart"
    ),
    proposed(
        "17.3",
        "Pressing before placing",
        "未落子先按钟",
        "a press without a stone within three seconds; default warning (G6)",
    ),
    proposed(
        "17.4", "A draw offer not as prescribed", "不按规定提和", "the offer's moment is checked; default warning (G6)"
    ),
    people("17.5", "Marking unplayed stones on the sheet", "在记录纸上预写着法", _ENTERED),
    people("17.6", "Hitting the opponent's clock", "击打对方棋钟", _ENTERED),
    people("17.7", "Upsetting the position, replay possible", "无意弄乱棋局，可复盘", _ENTERED + "; what stands is 21"),
    proposed("17.8", "Two moves in a row", "连走两着", "the second stone is taken back", Penalty.VIOLATION),
    proposed(
        "17.9",
        "Lifting a stone and putting it elsewhere",
        "拔子",
        "the stone goes back to its first point",
        Penalty.VIOLATION,
    ),
    people("17.10", "Upsetting the position on purpose", "故意弄乱棋局", _ENTERED, Penalty.LOSS),
    people("17.11", "Upsetting the position, replay impossible", "无意弄乱棋局，无法复盘", _ENTERED, Penalty.LOSS),
    people("17.12", "Refusing to record", "拒绝记录", _ENTERED, Penalty.LOSS),
    people("17.13", "Refusing to sign the result", "拒绝在成绩上签字", _ENTERED, Penalty.LOSS),
    people("18.1", "Disturbing games or order", "干扰比赛或赛场秩序", _ENTERED),
    people("18.2", "Pointing over the board", "在盘上比划", _ENTERED),
    people("18.3", "Analysing in the hall", "在赛场内讨论棋局", _ENTERED),
    people("18.4", "Leaving the seat while to move", "轮走时离席", _ENTERED),
    people("18.5", "Team members away at the same time", "同队队员同时离席", _ENTERED),
    people("18.6", "Leaving the seat without reason", "无故离席", _ENTERED),
    people("18.7", "Uncivil language", "语言不文明", _ENTERED),
    people("18.8", "Leaving the playing area", "擅自离开比赛区", _ENTERED, Penalty.LOSS),
    people("18.9", "Using aids", "借助资料或设备", _ENTERED, Penalty.LOSS),
    people("18.10", "Electronic equipment that sounds", "电子设备发声", _ENTERED, Penalty.LOSS),
    people("18.11", "Phoning, looking at a device", "使用通信工具", _ENTERED, Penalty.LOSS),
    recorded(
        "18.12",
        "Changing or stopping the clock oneself",
        "擅自调钟或停钟",
        "a stop in a normal game is refused to players; times changed by hand are told to the arbiter",
        Penalty.LOSS,
    ),
    people("19", "End by confirmation or ruling", "终局由双方确认或裁判判定", _DEFINES),
    people("19.1", "Win", "胜局", _DEFINES),
    on_claim(
        "19.1.1", "The first declared five wins", "先宣布五连者胜", "until it is declared only arbiters know (G8)"
    ),
    people("19.1.2", "Forbidden moves are pointed out by White", "白方指出禁手则白胜", "see A to C"),
    on_claim(
        "19.1.2 A",
        "Double three or four: at once",
        "三三、四四须当即指出",
        "lapses with White's next stone or pass (G8)",
    ),
    on_claim(
        "19.1.2 B",
        "Overline: any time before the end",
        "长连禁手终局前均可指出",
        "a five declared and accepted first ends the game (G9)",
    ),
    on_claim(
        "19.1.2 C",
        "Five beats a forbidden shape",
        "五连与禁手同时形成，五连有效",
        "the claim of a foul is refused, the five stands",
    ),
    on_claim("19.1.3", "A win both agree on", "双方认可的胜局", "resignation is one"),
    recorded(
        "19.1.4",
        "The opponent of a punished player wins",
        "对方受判负处罚者胜",
        "the ruling cites the offence that was punished",
    ),
    people("19.2", "Draw", "和局", _DEFINES),
    people("19.2.1", "When the game is drawn", "和局的情形", _DEFINES),
    on_claim("19.2.1 A", "By agreement", "双方同意和棋", "one offers, the other accepts"),
    automatic("19.2.1 B", "Both pass in succession", "双方连续放弃行棋权", "a fact of the record"),
    automatic("19.2.1 C", "The board is full", "棋盘下满", "a fact of the position"),
    automatic(
        "19.2.1 D",
        "Both overstepped, order unknown",
        "双方均超时且先后不明",
        "the clock's signs tell the order, or do not",
    ),
    proposed("19.2.1 E", "By a ruling on the position", "依第21条判和", "one of the choices laid before the arbiter"),
    people("19.2.2", "The draw offer", "提和", _DEFINES),
    on_claim(
        "19.2.2 A",
        "After one's move, before the press",
        "落子后按钟前提和",
        "checked against move and clock; otherwise 17.4",
    ),
    recorded(
        "19.2.2 B", "On own time; not withdrawn", "占用己方时间，不得收回", "the offer stands until it is answered"
    ),
    on_claim(
        "19.2.2 C",
        "Accepted, or refused by word or move",
        "对方可接受，或口头、落子拒绝",
        "the opponent's next stone refuses it",
    ),
    on_claim(
        "19.2.2 D",
        "No second offer before the opponent's",
        "被拒后须待对方提和方可再提",
        "refused, and an offence under 17.4",
    ),
    recorded(
        "20", "Interruption only when unavoidable", "非不得已不得中断比赛", "the arbiter's pause, with its reason"
    ),
    people("20.1", "Adjourning", "封棋", _SEALED),
    people("20.1.1", "The position is written down and confirmed", "记录局面并由双方确认", _SEALED),
    people("20.1.2", "The side not to move notes its time", "非轮走方记下用时", _SEALED),
    people("20.1.3", "The side to move seals its move", "轮走方密封下一着", _SEALED),
    people("20.1.4", "Both clocks are stopped", "停双方棋钟", _SEALED),
    people("20.1.5", "Everything goes into the envelope", "装入信封密封", _SEALED),
    proposed(
        "20.1.6",
        "An illegal sealed move loses",
        "封着不合规则判负",
        "a sealed move entered by the arbiter is checked; a forbidden move is not illegal (G10)",
    ),
    people("20.2", "Resuming", "续赛", _SEALED),
    people("20.2.1", "The envelope is opened", "启封", _SEALED),
    people("20.2.2", "Sheets are returned", "发还记录纸", _SEALED),
    people("20.2.3", "Position and times are confirmed", "确认局面与用时", _SEALED),
    recorded("20.2.4", "The sealed move is played and pressed", "走封着后按钟", "the arbiter enters the move"),
    people("21.1", "A stone is found to have moved", "发现棋子移位", "see 21.1.1 and 21.1.2"),
    proposed(
        "21.1.1",
        "Both agree: back, or let it stay",
        "双方同意：复原或保留",
        "one of the choices laid before the arbiter",
    ),
    proposed(
        "21.1.2",
        "No agreement, no record: four choices",
        "无法一致且无记录：四种判法",
        "the chief arbiter chooses: back, stay, draw, replay",
    ),
    people("21.2", "Upset by an outside accident", "因外因弄乱棋局", "see 21.2.1 and 21.2.2"),
    recorded("21.2.1", "Replayed and confirmed: go on", "复盘确认后续赛", "the arbiter sets the position"),
    proposed(
        "21.2.2",
        "Not reconstructible: draw or replay",
        "无法复盘：判和或重赛",
        "one of the choices laid before the arbiter",
    ),
    people("22.1", "The appeals committee", "技术申诉委员会", _BODY),
    people("22.1.1", "Odd number of members, three or more", "三人以上单数组成", _BODY),
    people("22.1.2", "Competent and impartial", "称职公正", _BODY),
    people("22.1.3", "One chair, equal votes", "主任一人，票权相等", _BODY),
    automatic(
        "22.1.4",
        "Majority decides; final",
        "多数决定，为最终裁决",
        "what the committee has decided is not taken up again",
    ),
    people("22.2", "Procedure", "申诉程序", _DEFINES),
    automatic(
        "22.2.1",
        "Facts are final; the rest goes to the chief",
        "事实认定为最终，其余可向裁判长申诉",
        "an appeal against facts is refused; others wait for the chief arbiter",
    ),
    recorded(
        "22.2.2",
        "The chief may replace an arbiter, not his facts",
        "裁判长可更换裁判员，不得改变其事实认定",
        "acts carry who and in which role",
    ),
    automatic(
        "22.2.3",
        "The chief's decisions go to the committee",
        "对裁判长裁决可向委员会申诉",
        "except his interpretation of what the rules cover (G11)",
    ),
    automatic(
        "22.2.4",
        "Only leader or coach appeals to the committee",
        "仅领队或教练可向委员会申诉",
        "another appellant is refused",
    ),
    people("22.2.5", "In writing, with a fee", "书面并交申诉费", "outside the table"),
    people("22.2.6", "The committee hears both sides", "委员会听取双方意见", "outside the table"),
)
