"""What we write is read by another program to the same meaning, and what it writes by us."""

from __future__ import annotations

import pytest
import trf

from gateway.tournament.trf import LineEnd, TournamentReport, TrfDialect, read_trf, write_trf

from .test_trf_reader import FILES, TINY

TEXTS = [TINY, *(path.read_bytes().decode() for path in FILES if not path.name.startswith("team_"))]
NAMES = ["tiny", *(path.name for path in FILES if not path.name.startswith("team_"))]


def rows(report: TournamentReport) -> list[object]:
    """What the other program also knows of players."""
    return [
        (
            player.number,
            player.name,
            player.rating or 0,
            player.federation,
            float(player.points or 0),
            player.rank,
            [
                (
                    at,
                    each.opponent or 0,
                    each.side.value[0] if each.side else "-",
                    each.score.value if each.score else " ",
                )
                for at, each in enumerate(player.rounds, start=1)
                if each is not None
            ],
        )
        for player in report.players
    ]


def theirs(tournament: trf.Tournament) -> list[object]:
    return [
        (
            player.startrank,
            player.name,
            player.rating or 0,
            player.fed,
            player.points,
            player.rank,
            [(game.round, game.startrank or 0, game.color, game.result) for game in player.games],
        )
        for player in tournament.players
    ]


@pytest.mark.parametrize("dialect", [TrfDialect.TRF16, TrfDialect.TRF26])
@pytest.mark.parametrize("text", TEXTS, ids=NAMES)
def test_another_program_reads_what_we_write(text: str, dialect: TrfDialect) -> None:
    report = read_trf(text).report
    read = trf.loads(write_trf(report, dialect, LineEnd.LF))
    assert theirs(read) == rows(report)
    assert (read.name, read.city, read.chiefarbiter) == (report.name, report.city, report.chief_arbiter)


@pytest.mark.parametrize("text", TEXTS, ids=NAMES)
def test_we_read_what_another_program_writes(text: str) -> None:
    report = read_trf(text).report
    read = read_trf(trf.dumps(trf.loads(write_trf(report, TrfDialect.TRF16, LineEnd.LF))))
    assert read.problems == ()
    assert rows(read.report) == rows(report)
