"""Tournament report files: TRF16, TRF26, and the lines that pairing programs add (TRF(x), TRF(bx))."""

from .report_tables import coming_round, crosstable, report
from .report_teams import team_table
from .tournament_report import TournamentReport
from .trf_check import check_trf
from .trf_lines import TrfProblem
from .trf_reader import TrfReading, read_trf
from .trf_writer import LineEnd, TrfDialect, TrfUnwritable, write_trf

__all__ = [
    "LineEnd",
    "TournamentReport",
    "TrfDialect",
    "TrfProblem",
    "TrfReading",
    "TrfUnwritable",
    "check_trf",
    "coming_round",
    "crosstable",
    "read_trf",
    "report",
    "team_table",
    "write_trf",
]
