"""The international rules of renju: decided by the Renju International Federation in 1996, corrected in 1998.

Sections 1 to 4 are known by the federation's text, 5 to 12 and the certified openings by one restatement that keeps its
numbers, 13 to 18 by one summary; each article says by which. The certified openings are cited by name.
"""

from gateway.referee.rulebooks.book import (
    ArticleSource,
    Text,
    automatic,
    known_by,
    on_claim,
    people,
    proposed,
    recorded,
)

__all__ = ["RIF"]

_OPENING = "rif_opening"

RIF = Text(
    "RIF",
    "rif",
    *known_by(
        ArticleSource.TEXT,
        people("1", "definition"),
        people("2", "equipment"),
        people("3", "shape"),
        recorded("4.1"),
        recorded("4.2"),
        people("4.3", "definition"),
    ),
    *known_by(
        ArticleSource.RESTATED,
        automatic("5", "rif_refused"),
        recorded("6"),
        people("7", "unseen"),
        proposed("8"),
        on_claim("9.1"),
        on_claim("9.2"),
        automatic("9.3"),
        on_claim("9.4"),
        on_claim("9.5", "when_said"),
        on_claim("9.6"),
        on_claim("9.7"),
        on_claim("9.8"),
        automatic("10.1", "position_fact"),
        on_claim("10.2", "offer_and_accept"),
        automatic("10.3", "record_fact"),
        automatic("10.4"),
        proposed("10 b"),
        automatic("11"),
        automatic("12", _OPENING),
        automatic("12.9"),
        automatic("Yamaguchi", _OPENING),
        automatic("Soosorv", _OPENING),
        automatic("Soosorv-8", _OPENING),
        automatic("Tarannikov"),
        automatic("Taraguchi", _OPENING),
        automatic("Taraguchi-10", _OPENING),
    ),
    *known_by(
        ArticleSource.SUMMARY,
        recorded("13.1", "players_score_sheets"),
        people("13.2", "players_score_sheets"),
        recorded("14.1", "organiser_sets_control"),
        recorded("14.2", "organiser_sets_control"),
        recorded("14.3"),
        recorded("14.4"),
        recorded("14.5"),
        recorded("14.6"),
        on_claim("14.7"),
        on_claim("14.8"),
        people("14.9"),
        proposed("15"),
        proposed("16"),
        proposed("17"),
        people("18", "event_matter"),
    ),
)
