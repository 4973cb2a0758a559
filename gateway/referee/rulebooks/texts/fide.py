"""The FIDE Laws of Chess of 2023: articles 1 to 12, appendices A and B, and guideline III. In our words.

Listed to the depth that the referee needs; hold the numbers against the official text before an event relies on them.
"""

from gateway.referee.penalties import Penalty
from gateway.referee.rulebooks.book import Row, Text, automatic, on_claim, people, proposed, recorded

__all__ = ["FIDE", "FIDE_A", "FIDE_B"]

_DEFINES = "definition"
_PLAY = "rules_of_play"
_HAND = "unseen"
_SHEET = "players_score_sheets"
_CONDUCT = "conduct"
_DUTY = "arbiter_duty"

_PLAY_ROWS: tuple[Row, ...] = (
    people("1.1", _DEFINES),
    people("1.2", _DEFINES),
    people("1.3", _DEFINES),
    people("1.4", _DEFINES),
    people("1.5", "as_FIDE_5_2_2"),
    people("2.1", _DEFINES),
    people("2.2", _DEFINES),
    recorded("2.3"),
    people("2.4", _DEFINES),
    people("3.1", _PLAY),
    people("3.2", _PLAY),
    people("3.3", _PLAY),
    people("3.4", _PLAY),
    people("3.5", _PLAY),
    people("3.6", _PLAY),
    people("3.7", _PLAY),
    people("3.8", _PLAY),
    people("3.9", _PLAY),
    people("3.10", _DEFINES),
    people("4.1", _HAND),
    people("4.2", _HAND),
    people("4.3", _HAND),
    people("4.4", _HAND),
    people("4.5", _HAND),
    people("4.6", _HAND),
    recorded("4.7", "complete"),
    people("4.8", _HAND),
    people("4.9", _HAND),
    automatic("5.1.1", "position_fact"),
    on_claim("5.1.2", "when_said"),
    automatic("5.2.1", "position_fact"),
    automatic("5.2.2"),
    on_claim("5.2.3", "offer_and_accept"),
)
_CLOCK_ROWS: tuple[Row, ...] = (
    people("6.1", _DEFINES),
    recorded("6.2"),
    automatic("6.3"),
    recorded("6.4"),
    people("6.5", _DUTY),
    recorded("6.6"),
    proposed("6.7.1"),
    recorded("6.7.2"),
    recorded("6.8"),
    automatic("6.9"),
    recorded("6.10"),
    on_claim("6.11", "stop_recorded"),
    people("6.12"),
    recorded("7.1"),
    people("7.2", _DUTY),
    people("7.3", _DUTY),
    people("7.4", _HAND),
    people("7.5"),
    recorded("7.5.1"),
    recorded("7.5.2", "arbiter_enters_move"),
    proposed("7.5.3"),
    people("7.5.4", _HAND),
    proposed("7.5.5", direct=Penalty.LOSS),
    people("7.6", _DUTY),
    people("8.1", _SHEET),
    people("8.2", _SHEET),
    people("8.3", _SHEET),
    people("8.4", _SHEET),
    people("8.5", _SHEET),
    people("8.6", _SHEET),
    people("8.7", _SHEET),
)
_DRAW_ROWS: tuple[Row, ...] = (
    recorded("9.1"),
    automatic("9.1.2.3"),
    on_claim("9.2", "claimed_by_mover"),
    on_claim("9.3", "claimed_by_mover"),
    people("9.4", _HAND),
    on_claim("9.5"),
    on_claim("9.5.3"),
    automatic("9.6.1", "record_fact"),
    automatic("9.6.2"),
    people("9.7", "as_FIDE_5_2_2"),
    people("10.1"),
    people("11.1", _CONDUCT),
    people("11.2", _CONDUCT),
    people("11.3", _CONDUCT),
    people("11.3.2.2", _CONDUCT, Penalty.LOSS),
    people("11.4", _CONDUCT),
    people("11.5", _CONDUCT),
    people("11.6", _DEFINES),
    proposed("11.7"),
    people("11.8", _CONDUCT),
    recorded("11.9"),
    recorded("11.10"),
    people("11.11", _HAND),
    people("11.12", _CONDUCT),
    people("12.1", _DUTY),
    people("12.2", _DUTY),
    people("12.3", _DUTY),
    people("12.4", _DUTY),
    people("12.5", _DUTY),
    people("12.6", _DUTY),
    people("12.7", _DUTY),
    people("12.8", _CONDUCT),
    recorded("12.9"),
    people("III.1", _DEFINES),
    people("III.2", _DEFINES),
    proposed("III.3"),
    people("III.4"),
    people("III.5"),
    people("III.6"),
)

FIDE = Text("FIDE", "fide", *_PLAY_ROWS, *_CLOCK_ROWS, *_DRAW_ROWS)

_FAST: tuple[Row, ...] = (
    recorded("A.2"),
    automatic("A.3"),
    recorded("A.4", "full_supervision"),
    people("A.5"),
    proposed("A.5.2"),
    recorded("A.5.4"),
    automatic("A.5.5", "clock_sign"),
    people("A.6", "supervision"),
)

FIDE_A = Text(
    "FIDE",
    "fide_a",
    automatic("A.1", "other_class"),
    *_FAST,
)
FIDE_B = Text(
    "FIDE",
    "fide_b",
    automatic("B.1", "other_class"),
    recorded("B.2", "full_supervision"),
    people("B.3"),
    people("B.4", "supervision"),
    *_FAST,
)
