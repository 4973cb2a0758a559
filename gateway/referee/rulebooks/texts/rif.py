"""The rules of the Renju International Federation, as far as our notes have them: sections 3 and 9, and its events.

Of the numbers only 9.3 and the range 9.6 to 9.8 are known to us; what each of those three says is our reading, and what
has no number is cited by name. Hold it against the official text before an event relies on it.
"""

from gateway.referee.rulebooks.book import Text, automatic, on_claim, people, proposed, recorded

__all__ = ["RIF"]

_JUDGE = "shape"

RIF = Text(
    "RIF",
    "rif",
    people("3 rows", _JUDGE),
    people("3 fours", _JUDGE),
    people("3 threes", _JUDGE),
    people("9 White", _JUDGE),
    people("9 fouls", _JUDGE),
    people("9.3"),
    on_claim("9 five first", "five_prevails"),
    on_claim("9.6"),
    on_claim("9.7"),
    on_claim("9.8"),
    automatic("opening"),
    automatic("moves"),
    proposed("irregular"),
    on_claim("resignation", "when_said"),
    on_claim("agreement"),
    automatic("passes", "record_fact"),
    automatic("full board", "position_fact"),
    automatic("time", "clock_sign"),
    automatic("both flags", "order_by_clock"),
    recorded("recording"),
    on_claim("arbiter"),
)
