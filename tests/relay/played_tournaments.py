"""Tournaments that are under way, for tests and pictures: entered, paired and partly played at a relay."""

from __future__ import annotations

import random
from collections.abc import Iterable

from gateway.event.event_acts import (
    AcceptResult,
    CloseEntries,
    EnterPlayer,
    EnterTeam,
    EventAct,
    OpenEvent,
    PairRound,
    PublishRound,
    ReportResult,
    TeamEntry,
    WithdrawPlayer,
)
from gateway.event.game_scores import GameScore
from gateway.event.regulations import Regulations, StageRules, System
from gateway.event.team_regulations import TeamRegulations
from gateway.model.persons import Person, PersonId

from .conftest import Relay

__all__ = ["NAMES", "do_acts", "entered", "play_cup", "play_rounds", "play_swiss", "play_teams"]

NAMES = (
    "Agnes Abelard", "Bartholomew Featherstonehaugh", "陈伟", "Dana Dvořáková", "Emil Eriksen", "方晓燕", "Gil Gómez",
    "Hana Horváth", "Ines Ibarra", "Jonas Jürgens", "康德明", "Lena Lund", "Mira Marković", "Nils Nyberg",
    "Olga Orlova", "潘宇航", "Quentin Quayle", "Rosa Rossi", "Sven Sørensen", "Tariq Toma", "Ulla Uhl", "Vera Vargas",
    "王梓涵", "Xenia Xu",
)  # fmt: skip
_FEDERATIONS = ("NED", "CHN", "SWE", "ITA", "ESP", "CZE")
_TITLES = {1: "GM", 2: "IM", 4: "WGM", 7: "FM"}
_CLUBS = ("Hoogeveen", "棋院", "SK Lund", "")


def entered(count: int) -> list[EventAct]:
    """So many entries."""
    return [
        EnterPlayer(
            person=Person(
                NAMES[at % len(NAMES)] + (f" {at // len(NAMES) + 1}" if at >= len(NAMES) else ""),
                title=_TITLES.get(at, ""),
                rating=2480 - 17 * at - (at * at) % 13 if at % 11 != 10 else None,
                federation=_FEDERATIONS[at % len(_FEDERATIONS)],
                club=_CLUBS[at % len(_CLUBS)],
            )
        )
        for at in range(count)
    ]


async def do_acts(relay: Relay, acts: Iterable[EventAct], by: str = "Ada") -> None:
    """Do them one after the other, as an official does."""
    for act in acts:
        await relay.halls.event_tables.act(act, by)


async def play_rounds(
    relay: Relay, count: int, dice: random.Random, *, draws: bool = True, open_games: int = 0
) -> None:
    """Pair, publish and play so many rounds; of the last one some games have no result yet."""
    for number in range(count):
        await do_acts(relay, [PairRound(), PublishRound()])
        event = relay.hall.event_record.fold.event
        assert event is not None
        games = event.rounds[-1].games
        over = games[: len(games) - open_games] if number == count - 1 else games
        scores = ("1-0", "0-1", "½-½") if draws else ("1-0", "0-1")
        await do_acts(
            relay, [AcceptResult(pairing=each.id, score=GameScore.parse(dice.choice(scores))) for each in over]
        )


async def play_teams(relay: Relay) -> None:
    """Six teams in the third round of a round robin, two boards of which are still played."""
    regulations = Regulations(
        title="Team Cup 团体赛",
        system=System.ROUND_ROBIN,
        rounds=5,
        stages=(StageRules(system=System.ROUND_ROBIN),),
        teams=TeamRegulations(boards=4),
        tie_breaks=("MPvGP", "DE"),
    )
    teams = [
        EnterTeam(
            team=TeamEntry(
                name=name,
                captain=NAMES[at],
                members=tuple(
                    Person(NAMES[(5 * at + board) % len(NAMES)], rating=2400 - 20 * at - board) for board in range(5)
                ),
            )
        )
        for at, name in enumerate(("Hoogeveen", "棋院", "SK Lund", "Praha", "Torino", "上海队"))
    ]
    await do_acts(relay, [OpenEvent(regulations=regulations), *teams, CloseEntries()])
    await play_rounds(relay, 3, random.Random(4), open_games=2)


async def play_cup(relay: Relay) -> None:
    """A knock-out of thirteen before its semi-finals."""
    regulations = Regulations(title="Cup 杯赛", system=System.KNOCK_OUT, rounds=4, third_place=True)
    await do_acts(relay, [OpenEvent(regulations=regulations), *entered(13), CloseEntries()])
    await play_rounds(relay, 2, random.Random(3), draws=False)


async def play_swiss(relay: Relay, *, players: int = 24, rounds: int = 7, played: int = 4, seed: int = 7) -> None:
    """A Swiss in the middle of a round: most results are in, one waits to be confirmed, two words stand against each
    other, somebody has withdrawn."""
    dice = random.Random(seed)
    codes = ("BH/C1", "BH", "SB", "DE", "PS")
    regulations = Regulations(
        title="City Open 城市公开赛", system=System.DUTCH, rounds=rounds, control="90m+30s", tie_breaks=codes
    )
    await do_acts(relay, [OpenEvent(regulations=regulations), *entered(players), CloseEntries()])
    await play_rounds(relay, played - 1, dice)
    await do_acts(relay, [WithdrawPlayer(player=PersonId("p9"))])
    await play_rounds(relay, 1, dice, open_games=4)
    event = relay.hall.event_record.fold.event
    assert event is not None
    *_, told, disputed, _ = event.rounds[-1].games
    words = [(told, "white", "1-0"), (told, "black", "1-0"), (disputed, "white", "1-0"), (disputed, "black", "½-½")]
    for game, side, score in words:
        act = ReportResult(pairing=game.id, score=GameScore.parse(score), source=f"phone {side}")
        await do_acts(relay, [act], side)
