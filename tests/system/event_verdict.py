"""The verdict on a played event: what the hands did, counted by hand, and what other programs read and reckon."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import trf

from tests.tournament.fide_checker import checked_rounds, checked_standings
from tests.tournament.standings import naive

from .whole_event import TIE_BREAKS, PlayedEvent

__all__ = ["faults"]

_LETTERS = {"1-0": ("1", "0"), "0-1": ("0", "1"), "1/2-1/2": ("=", "="), "-/-": ("-", "-")}
_DRAW = "1/2-1/2"


def faults(played: PlayedEvent) -> Iterator[str]:
    """Everything that is not as it should be, in words."""
    by_hand = _rows(played)
    yield from _lost_lines(played)
    yield from _unlike_rows("the event", by_hand, _rows_of_event(played))
    yield from _unlike_rows("trf", by_hand, _rows_of_trf(played))
    yield from _standings(played, by_hand)
    yield from _unprinted(played)
    for each in checked_rounds(played.report):
        if each.paired != each.reported:
            paired, reported = sorted(each.paired or ()), sorted(each.reported)
            yield f"round {each.number}: FIDE's checker pairs {paired}, and not {reported}"


def _rows(played: PlayedEvent) -> naive.Field:
    """The crosstable that the hands have made: from the pairings alone, and what was done at the boards."""
    field: naive.Field = {number: [] for number in range(1, played.plan.players + 1)}
    for a_round in played.event.rounds:
        seated = set()
        for game in a_round.games:
            slip = _DRAW if game.id == played.corrected else played.by_hand[game.id]
            one, other = _LETTERS[slip]
            field[game.white].append((one, game.black, "w"))
            field[game.black].append((other, game.white, "b"))
            seated |= {int(game.white), int(game.black)}
        for number in field.keys() - seated:
            withdrawn = number == played.withdrawn and a_round.number > played.plan.withdraws_after
            field[number].append(("Z" if withdrawn else "U", None, "-"))
    return field


def _rows_of_event(played: PlayedEvent) -> naive.Field:
    found: naive.Field = {}
    for row in played.event.crosstable().participants:
        found[row.number] = [
            (each.score.value, each.opponent, each.side.value[0] if each.side else "-")
            for each in row.rounds
            if each is not None
        ]
    return found


def _rows_of_trf(played: PlayedEvent) -> naive.Field:
    """As a program that is not ours reads the file."""
    read = trf.loads(played.report.replace("\r\n", "\n"))
    return {
        player.startrank: [(game.result, game.startrank or None, game.color) for game in player.games]
        for player in read.players
    }


def _unlike_rows(who: str, expected: naive.Field, found: naive.Field) -> Iterator[str]:
    for number in sorted(expected.keys() | found.keys()):
        if expected.get(number) != found.get(number):
            yield f"player {number}: {expected.get(number)} was played, and {who} has {found.get(number)}"


def _standings(played: PlayedEvent, field: naive.Field) -> Iterator[str]:
    """Places by a computation of our tests on plain strings, and by FIDE's checker."""
    values = {
        number: (
            naive.score(field, number),
            naive.bh(field, number, 1),
            naive.bh(field, number),
            naive.sb(field, number),
            sum(naive.worth(letter) == 1 for letter, _, _ in field[number]),
        )
        for number in field
    }
    places = {number: 1 + sum(other > mine for other in values.values()) for number, mine in values.items()}
    checked = checked_standings(played.report, TIE_BREAKS)
    for row in played.standings:
        number, shown = row["number"], (row["rank"], Fraction(row["points"].replace("½", ".5")))
        if shown != (places[number], Fraction(values[number][0])):
            yield f"player {number}: the relay shows {shown}, and it is {places[number], values[number][0]}"
        if checked[number] != (places[number], [Fraction(each) for each in values[number]]):
            yield f"player {number}: FIDE's checker has {checked[number]}, and it is {places[number], values[number]}"
    if len(played.standings) != len(field):
        yield f"{len(played.standings)} stand in the table, and {len(field)} have played"
    ranked = [played.event.entrants[player].number for player in played.event.ranking or ()]
    if [places[number] for number in ranked if number] != sorted(places.values()):
        yield f"the final ranking is {ranked}"


def _lost_lines(played: PlayedEvent) -> Iterator[str]:
    for table, (written, held) in played.journals.items():
        if not written or written != held:
            yield f"{table} has written {written} lines, and the relay has {held}"


def _unprinted(played: PlayedEvent) -> Iterator[str]:
    """The form on paper has everybody."""
    for entrant in played.event.entrants.values():
        if entrant.person.name not in played.printed:
            yield f"{entrant.person.name} is not on the form of the standings"
