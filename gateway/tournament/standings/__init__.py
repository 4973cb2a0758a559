"""Standings: the tie-breaks of FIDE C.07 and of the handbooks, each number explained."""

from .explained import Addend, TieBreakValue, written
from .ledger import UnplayedRule
from .ranking import RankedRow, Standings, rank, tie_break_value
from .team_events import team_event
from .tie_break_codes import BadTieBreak, TieBreak, parse_tie_break, parse_tie_breaks
from .tie_break_event import TieBreakEvent, person_event

__all__ = [
    "Addend",
    "BadTieBreak",
    "RankedRow",
    "Standings",
    "TieBreak",
    "TieBreakEvent",
    "TieBreakValue",
    "UnplayedRule",
    "parse_tie_break",
    "parse_tie_breaks",
    "person_event",
    "rank",
    "team_event",
    "tie_break_value",
    "written",
]
