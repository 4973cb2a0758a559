"""The 26 prescribed openings of GN app. 1 as the rulebook's data have them."""

from __future__ import annotations

from gateway.games.renju.prescribed_openings import OPENINGS

from .rulebook_tables import needs_tables, table


@needs_tables
def test_every_opening_has_its_name_and_its_stones() -> None:
    given = table("opening_names")
    printed = {each["code"]: each for kind in ("direct", "indirect") for each in given[kind]}
    assert len(printed) == len(OPENINGS) == 26
    for opening in OPENINGS:
        row = printed[opening.code]
        assert (opening.chinese, opening.name) == (row["name_zh"], row["name_romaji"])
        assert (opening.white_2, opening.black_3) == (row["white2"].lower(), row["black3"].lower())
