"""Rapid and blitz draughts: the handbook's appendix, articles 1 to 9. It amends the FMJD rules."""

from gateway.referee.rulebooks.book import Text, automatic, on_claim, people, proposed, recorded

__all__ = ["DH_RAPID"]

DH_RAPID = Text(
    "DH rapid",
    "dh_rapid",
    people("1"),
    automatic("1.1"),
    automatic("1.2"),
    people("2", "listed_too"),
    people("3", "organiser_sets_control"),
    recorded("4"),
    on_claim("5"),
    on_claim("6"),
    automatic("7.1"),
    recorded("7.2"),
    proposed("8"),
    proposed("9"),
)
