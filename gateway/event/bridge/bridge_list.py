"""Lists of teams or pairs as organisers have them, taken in as entries of a bridge event."""

from __future__ import annotations

from gateway.event.entry_list import BadEntryList
from gateway.event.team_list import read_team_list
from gateway.model.messages import message

from .bridge_acts import ContestantEntry, EnterContestant

__all__ = ["list_acts"]


def list_acts(text: str) -> list[EnterContestant]:
    """The entries of a list with columns team and name, a row for each player; raises `BadEntryList`."""
    acts = [
        EnterContestant(contestant=ContestantEntry(name=each.name, captain=each.captain, members=each.members))
        for each in read_team_list(text)
    ]
    if not acts:
        raise BadEntryList(message("entry_list.empty"))
    return acts
