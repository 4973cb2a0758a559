"""Tournament report files: TRF16, TRF26, and the lines that pairing programs add (TRF(x), TRF(bx))."""

from .report_tables import crosstable, report
from .tournament_report import TournamentReport
from .trf_lines import TrfProblem
from .trf_reader import TrfReading, read_trf

__all__ = ["TournamentReport", "TrfProblem", "TrfReading", "crosstable", "read_trf", "report"]
