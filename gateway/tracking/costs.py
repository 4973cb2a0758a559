"""Costs of what does not fit between a move and what the board showed of it, in bits.

A cost is the surprisal of an event, -log2 of how often it happens when a move is really played: what happens once in
sixty moves costs 6. So costs add up, among each other and with what speaks against the move itself
(`Position.move_cost`). Limits are in bits as well: by how much hypotheses may differ for something to be done.
"""

from __future__ import annotations

from .surprisal import Cost, Limit, Per

__all__ = [
    "CAPTURED_AFTER_LIFT",
    "CAPTURE_STANDING",
    "CAPTURE_UNSEEN",
    "CORRECTION_MARGIN",
    "COUNTED_OVER",
    "CREDIBLE_TURN",
    "CROWNED_LATE",
    "DOUBTFUL_MARGIN",
    "EARLY_MARGIN",
    "HELD_AFTER_PRESS",
    "LANDED_TWICE",
    "LANDING_LEFT",
    "LANDING_TAKEN_AT_ONCE",
    "LANDING_UNSEEN",
    "LANDING_VISITED",
    "LIFTED_BESIDE",
    "LIFTED_ELSEWHERE",
    "LIFTED_MEANWHILE",
    "LOOK_BACK_EXTRA",
    "MOVE_COUNT_OFF",
    "OUT_OF_ORDER",
    "PASSED_OVER",
    "PIECE_IN_HAND",
    "PIECE_MISSING",
    "PLAIN_TURN",
    "PUT_RIGHT_AFTER_PRESS",
    "SENSED_LATE",
    "START_UNSEEN",
    "TOUCHED_BESIDE",
    "TOUCHED_ELSEWHERE",
    "TOUCHED_NOT_YET_RIGHT",
    "TOUCHED_ONE_MORE",
]

COUNTED_OVER = (
    "2448 games, 231160 moves: DUTCH96H.pdn, brazilian-lidraughts.pdn, brazilian-machine.pdn, candidate95.pdn, "
    "international-lidraughts.pdn, kurnik.pdn, russian-lidraughts.pdn, windragon.pdn, renju-0001.sgf, "
    "renju-0097.sgf, renju-0193.sgf, renju-0289.sgf, renju-0385.sgf, renju-0481.sgf, renju-0577.sgf, "
    "renju-0673.sgf, renju-0769.sgf, renju-0865.sgf, renju-0961.sgf, renju-1057.sgf, renju-1153.sgf, "
    "renju-1249.sgf, renju-1345.sgf, renju-1441.sgf, renju-1537.sgf, renju-1633.sgf, renju-1729.sgf, "
    "chess-masters-60.pgn, chess-masters-400.pgn; hands blitz, bullet on boards pieces, occupancy, all games a "
    "file, seed 0"
)

# Traces of the move itself ---------------------------------------------------------------------------------------

LANDING_UNSEEN = Cost(
    13,
    "A piece was never seen where the move ends, because it was taken at once.",
    per=Per.MOVE,
    charged=21,
    occasions=231156,
)
LANDING_LEFT = Cost(
    12,
    "The piece was put where the move ends, but was gone when the clock was pressed.",
    per=Per.MOVE,
    charged=1,
    occasions=231156,
    why="A guess: simulated hands do it too rarely to be counted, and people may do it more often.",
)
LANDING_TAKEN_AT_ONCE = Cost(
    13,
    "The piece was where the move ends when the clock was pressed, and gone a scan later.",
    per=Per.MOVE,
    charged=39,
    occasions=231156,
)
LANDING_VISITED = Cost(
    8,
    "Something stood where the move ends before its piece was lifted.",
    per=Per.ARRIVAL,
    charged=0,
    occasions=192148,
    why="A guess: simulated hands do it too rarely to be counted, and people may do it more often.",
)
LANDED_TWICE = Cost(
    8,
    "The piece was put down where the move ends, lifted, and put down there again, though it is not crowned.",
    per=Per.STEP,
    charged=2,
    occasions=190144,
    why="A guess: simulated hands do it too rarely to be counted, and people who straighten a piece do it more often.",
)
CROWNED_LATE = Cost(
    10,
    "A piece came down long after the press, since it had to be crowned.",
    per=Per.CROWNING,
    charged=0,
    occasions=940,
    why="A guess: too few pieces are crowned, and too rarely late, to be counted.",
)
HELD_AFTER_PRESS = Cost(
    9,
    "A piece was held on to after the press for longer than it takes to read the board.",
    per=Per.MOVE,
    charged=476,
    occasions=231156,
)
SENSED_LATE = Cost(
    4,
    "Something was seen a scan later than it should have been.",
    per=Per.MOVE,
    charged=10875,
    occasions=231156,
)
OUT_OF_ORDER = Cost(
    12,
    "The start of a move was seen to empty more than a scan after the press, or after the piece was seen at its end.",
    per=Per.PIECE_MOVE,
    charged=68,
    occasions=229148,
)
START_UNSEEN = Cost(
    12,
    "The piece was knocked over before the turn, and lifted before it was seen to stand again.",
    per=Per.PIECE_MOVE,
    charged=2,
    occasions=229148,
    why="A guess: simulated hands do it too rarely to be counted, and people may do it more often.",
)
CAPTURE_UNSEEN = Cost(
    1,
    "A captured piece was never seen to leave: the other one took its place.",
    per=Per.LOOKALIKE,
    charged=8093,
    occasions=18500,
)
CAPTURE_STANDING = Cost(
    3,
    "A captured piece still stands, or a castled rook, but there is time.",
    per=Per.REMOVAL_AT_ONCE,
    charged=1722,
    occasions=18404,
)
CAPTURED_AFTER_LIFT = Cost(
    3,
    "A captured piece was lifted after the one that took its place.",
    per=Per.REPLACEMENT,
    charged=4724,
    occasions=37000,
)

# What was touched besides the move ---------------------------------------------------------------------------------

PASSED_OVER = Cost(
    4,
    "A piece was pushed over a free cell.",
    per=Per.PASSAGE,
    charged=4604,
    occasions=91774,
)
TOUCHED_BESIDE = Cost(
    5,
    "A free cell beside those that matter was touched: something was set down there for a moment.",
    per=Per.MOVE,
    charged=7073,
    occasions=231156,
)
TOUCHED_ELSEWHERE = Cost(
    7,
    "A free cell farther away was touched: something was set down there for a moment.",
    per=Per.MOVE,
    charged=1455,
    occasions=231156,
)
LIFTED_BESIDE = Cost(
    5,
    "A piece beside the cells that matter was lifted or knocked over, and stands there again.",
    per=Per.MOVE,
    charged=5685,
    occasions=231156,
)
LIFTED_ELSEWHERE = Cost(
    12,
    "A piece that has nothing to do with the move was lifted and put back.",
    per=Per.MOVE,
    charged=73,
    occasions=231156,
)
LIFTED_MEANWHILE = Cost(
    2,
    "It was lifted before the move's piece and put back after it, as a captured one is: twice that, if it is certain.",
    per=Per.LIFTED,
    charged=1495,
    occasions=5758,
)
TOUCHED_ONE_MORE = Cost(
    3,
    "Another cell was touched besides: who knocks over one piece knocks over three.",
    per=Per.TOUCHED,
    charged=3905,
    occasions=23405,
)
PUT_RIGHT_AFTER_PRESS = Cost(
    9,
    "Something else was touched, and put right only after the press.",
    per=Per.MOVE,
    charged=610,
    occasions=231156,
)
TOUCHED_NOT_YET_RIGHT = Cost(
    12,
    "A cell was touched, and left as the move does not leave it, but there is time to put it right.",
    per=Per.MOVE_AT_ONCE,
    charged=583,
    occasions=231156,
    why=(
        "With what was counted a move would count as plain that leaves a piece wrongly, and be noted before that is "
        "reported."
    ),
)

# The present, and turns out of sight -------------------------------------------------------------------------------

PIECE_IN_HAND = Cost(
    4,
    "A move is under way: a piece is in somebody's hand, or on its way.",
    per=Per.MOVE_AT_ONCE,
    charged=11125,
    occasions=231156,
)
PIECE_MISSING = Cost(
    5,
    "A piece is off the board that no legal move under way explains.",
    per=Per.MOVE_AT_ONCE,
    charged=6233,
    occasions=231156,
)
MOVE_COUNT_OFF = Cost(
    3,
    "In a turn out of sight there was one move more or less than the presses say.",
    why="A guess: in a rehearsal nobody knows how many moves were pressed for while the board was out of sight.",
)

# Limits ------------------------------------------------------------------------------------------------------------

CORRECTION_MARGIN = Limit(2, "The margin by which another hypothesis must be better than the game as recorded.")
DOUBTFUL_MARGIN = Limit(16, "A hypothesis that is better than the next best by less may turn out to be wrong.")
EARLY_MARGIN = Limit(4, "The margin by which a hypothesis must be better than the next best while more may yet come.")
CREDIBLE_TURN = Limit(34, "No turn of a hypothesis that can be believed costs more than that.")
PLAIN_TURN = Limit(9, "The last turn of a hypothesis that need not wait for the next move costs no more than that.")
LOOK_BACK_EXTRA = Limit(24, "If what the board shows now costs more than that, the mistake lies further back.")
