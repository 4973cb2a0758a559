"""Codes of tie-breaks as files and regulations write them: `BH/C1`, `EMGSB`, `BH:GP/M1`, `KS/L+1`, `DE/P`.

The grammar is FIDE's: NAME[:MP|:GP][/Cn][/Mn][/L+n][/Kx][/P][/F][/R]. Tie-breaks of the handbooks have the names of
their definitions, and may be written with FIDE's prefix for self-defined ones: `OTHER_BUCHHOLZ`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from fractions import Fraction

import msgspec

from gateway.model.errors import GatewayError
from gateway.model.messages import message

__all__ = ["CODES", "HANDBOOK", "BadTieBreak", "TieBreak", "parse_tie_break", "parse_tie_breaks"]

CODES: dict[str, str] = {
    "DE": "P", "WIN": "", "WON": "", "BPG": "", "BWG": "", "PS": "C", "REP": "", "STD": "", "TPN": "R",
    "BH": "CMP", "AOB": "FP", "FB": "CMP", "SB": "CMP", "KS": "L", "ARO": "CM", "TPR": "", "PTP": "", "APRO": "",
    "APPO": "", "RTNG": "R", "BC": "", "TBR": "", "BBE": "", "MPVGP": "", "EMMSB": "CM", "EMGSB": "CM", "EGMSB": "CM",
    "EGGSB": "CM", "EDE": "P", "EDEBT": "P", "EDEBB": "P", "EDET": "P", "EDEB": "P", "SSSC": "KF",
}  # fmt: skip
"""The codes of C.07, and which modifiers each takes."""
HANDBOOK: dict[str, str] = {
    "AVG_OPP_RATING": "C", "PROGRESSIVE": "C", "RATING": "", "WINS": "", "BUCHHOLZ": "C", "MEDIAN_BUCHHOLZ": "M",
    "BUCHHOLZ_CUT_DESC": "", "SONNEBORN_BERGER": "", "TEAM_SONNEBORN_BERGER": "", "DIRECT": "", "BOARD_ORDER": "",
    "MATCH_WINS": "", "GAME_POINTS": "", "MATCH_POINTS": "",
}  # fmt: skip
"""Tie-breaks by the handbooks' own definitions, and their modifiers."""
OLD_NAMES = {"GE": "REP", "MPVGP": "MPVGP", "ROUND": "REP"}
TEAM_ONLY = {
    "BC", "TBR", "BBE", "MPVGP", "EMMSB", "EMGSB", "EGMSB", "EGGSB", "EDE", "EDEBT", "EDEBB", "EDET", "EDEB", "SSSC",
    "TEAM_SONNEBORN_BERGER", "BOARD_ORDER", "MATCH_WINS", "GAME_POINTS", "MATCH_POINTS",
}  # fmt: skip
"""For teams and for matches of several games only."""
NOT_FOR_TEAMS = {"ARO", "TPR", "PTP", "APRO", "APPO", "RTNG", "AVG_OPP_RATING", "RATING"}

_CODE = re.compile(r"(?P<name>[A-Z_]+)(?P<score>:[MG]P)?(?P<rest>(?:[/-](?:[CM]\d+|L[+-]?\d+|K\d+(?:\.\d+)?|[PFR]))*)")
_PART = re.compile(r"[/-]([CMLKPFR])([+-]?[\d.]*)")


class BadTieBreak(GatewayError, ValueError):
    """A code that names no tie-break."""


class TieBreak(msgspec.Struct, frozen=True, kw_only=True):
    """One tie-break of an event's list."""

    name: str
    """In capitals, as in `CODES` or `HANDBOOK`."""
    score: str = ""
    """The reference score of teams, `MP` or `GP`; empty: the primary one."""
    cut: int = 0
    """So many of the lowest are left out."""
    median: int = 0
    """So many of the lowest, and then of the highest, are left out."""
    limit: int = 0
    """Half points by which Koya's limit is moved."""
    divisor: Fraction | None = None
    forfeits_count: bool = False
    """As games against the scheduled opponent."""
    fore: bool = False
    reverse: bool = False

    @property
    def code(self) -> str:
        """As it is written in files."""
        name = "MPvGP" if self.name == "MPVGP" else f"OTHER_{self.name}" if self.name in HANDBOOK else self.name
        parts = [name, f":{self.score}" if self.score else ""]
        parts += [f"/C{self.cut}" if self.cut else "", f"/M{self.median}" if self.median else ""]
        parts += [f"/L{self.limit:+}" if self.limit else ""]
        parts += [f"/K{float(self.divisor):g}" if self.divisor else ""]
        flags = (("P", self.forfeits_count), ("F", self.fore), ("R", self.reverse))
        return "".join(parts) + "".join(f"/{letter}" for letter, there in flags if there)


def parse_tie_break(text: str) -> TieBreak:
    """The tie-break that a code names; raises `BadTieBreak`."""
    code = text.strip().upper()
    found = _CODE.fullmatch(code)
    name = "" if found is None else found["name"].removeprefix("OTHER_")
    name = OLD_NAMES.get(name, name)
    allowed = CODES.get(name, HANDBOOK.get(name))
    if found is None or allowed is None:
        raise BadTieBreak(message("tie_break.unknown", code=text.strip(), known=(*CODES, *map(str.lower, HANDBOOK))))
    values: dict[str, str] = {}
    for letter, value in _PART.findall(found["rest"]):
        if letter not in allowed or letter in values:
            raise BadTieBreak(message("tie_break.wrong_modifier", code=text.strip(), modifier=f"/{letter}{value}"))
        values[letter] = value
    if "C" in values and "M" in values:
        raise BadTieBreak(message("tie_break.wrong_modifier", code=text.strip(), modifier=f"/M{values['M']}"))
    median = int(values.get("M", 1 if name == "MEDIAN_BUCHHOLZ" else 0))
    if values.get("K") and not Fraction(values["K"]):
        raise BadTieBreak(message("tie_break.wrong_modifier", code=text.strip(), modifier=f"/K{values['K']}"))
    return TieBreak(
        name=name,
        score=(found["score"] or "").removeprefix(":"),
        cut=int(values.get("C", 0)),
        median=median,
        limit=int(values.get("L", 0)),
        divisor=Fraction(values["K"]) if "K" in values else None,
        forfeits_count="P" in values,
        fore="F" in values,
        reverse="R" in values,
    )


def parse_tie_breaks(codes: Iterable[str]) -> tuple[TieBreak, ...]:
    """A list, without the points that may stand at its head; raises `BadTieBreak`."""
    return tuple(parse_tie_break(code) for code in codes if code.strip() and code.strip().upper() != "PTS")
