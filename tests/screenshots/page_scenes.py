"""Scenes to take pictures of: every page, in the state that is worth seeing. A new page is a line here."""

from __future__ import annotations

from typing import NamedTuple

__all__ = ["DOCS", "SCENES", "SIZES", "Scene", "Size"]


class Size(NamedTuple):
    """A screen."""

    width: int
    height: int
    mobile: bool = False


SIZES = {
    "phone": Size(390, 844, mobile=True),
    "laptop": Size(1440, 900),
    "1920": Size(1920, 1080),
    "4k": Size(3840, 2160),
}


class Scene(NamedTuple):
    """A page, and what is done on it before the picture is taken."""

    name: str
    hall: str
    """`8`, `60`, `400` tables, `games` with a table for each game, `round` before a round, `event` in its second, or no
    tables: a tournament played (`swiss`, `cup`, `teams`), one whose results wait (`tournament`), the round clock
    (`clock`), a bridge event (`bridge`), or nothing yet (`empty`)."""
    path: str
    see: str
    """What must be there first."""
    arbiter: bool = True
    click: tuple[str, ...] = ()
    press: str = ""
    sizes: tuple[str, ...] = tuple(SIZES)


_DESKS = ("laptop", "1920", "4k")
_SMALL = ("phone", "laptop")
_MORE = "[data-key='page.tournament_more']"
_LAST_OF_MENU = ".menu button:last-child"
_OPEN = "[data-key='bridge_desk.open']"
_TEAMS = "[data-key=contestants]"
_OVERLAY = "/overlay/t1?language={language}&theme={theme}"
_WALL = "/wall?language={language}&theme={theme}&seconds=3600"

SCENES = (
    Scene("hall-8", "8", "/", ".card"),
    Scene("hall-spectator", "8", "/desk", ".card", arbiter=False, sizes=("phone", "laptop")),
    Scene("hall-60", "60", "/", ".card"),
    Scene("hall-400", "400", "/", ".card"),
    Scene("queue-8", "8", "/#/queue", "#section-queue"),
    Scene("sectors", "8", "/#/queue", "#section-queue", click=(".sector-tools button",), sizes=_SMALL),
    Scene("queue-400", "400", "/#/queue", "#section-queue", sizes=("laptop",)),
    Scene("table-alert", "8", "/#t2", "#detail .stage svg"),
    Scene("table-differs", "8", "/#t7", "#detail .stage svg", sizes=_SMALL),
    Scene("table-over", "8", "/#t4", "#detail .stage svg", sizes=_SMALL),
    Scene("table-chess", "games", "/#t1", "#detail .stage svg"),
    Scene("table-russian", "games", "/#t2", "#detail .stage svg", sizes=_SMALL),
    Scene("table-renju", "games", "/#t3", "#detail .stage svg"),
    Scene("table-unknown", "8", "/#t99", "#detail", sizes=_SMALL),
    Scene("acts", "8", "/#t1", "#detail .stage svg", click=("[data-act=penalise]",)),
    Scene(
        "editor", "8", "/#t1", "#detail .stage svg",
        click=(".fold[data-group=board] summary", "[data-control=set_position]"), sizes=_SMALL,
    ),
    Scene("round", "round", "/#/round", ".round-row"),
    Scene("round-400", "400", "/#/round", ".round-row", sizes=("laptop",)),
    Scene("round-question", "round", "/#/round", ".round-row", click=("#section-round .primary",), sizes=_SMALL),
    Scene("people", "8", "/#/people", "#section-people"),
    Scene("desk-tournament", "tournament", "/#/tournament", ".tournament-round table"),
    Scene(
        "desk-tournament-standings", "tournament", "/#/tournament", ".tournament-round table",
        click=("label:has([name=tournament-view][value=standings])",), sizes=_SMALL,
    ),
    Scene(
        "desk-tournament-result", "tournament", "/#/tournament", ".tournament-round table",
        click=("tr.disputed button",), sizes=_SMALL,
    ),
    Scene(
        "desk-tournament-print", "tournament", "/#/tournament", ".tournament-round table",
        click=(".people-head .buttons button",), sizes=_SMALL,
    ),
    Scene(
        "desk-tournament-players", "tournament", "/#/tournament", ".tournament-round table",
        click=("label:has([name=tournament-view][value=players])",), sizes=_SMALL,
    ),
    Scene(
        "desk-tournament-record", "tournament", "/#/tournament", ".tournament-round table",
        click=("label:has([name=tournament-view][value=record])",), sizes=_SMALL,
    ),
    Scene(
        "desk-tournament-duties", "tournament", "/#/tournament", ".tournament-round table",
        click=("label:has([name=tournament-view][value=duties])",), sizes=_SMALL,
    ),
    Scene(
        "desk-tournament-more", "tournament", "/#/tournament", ".tournament-round table",
        click=(".people-head .buttons button:nth-child(2)",), sizes=_SMALL,
    ),
    Scene(
        "desk-tournament-open", "empty", "/#/tournament", ".people-head",
        click=(".people-head .primary",), sizes=_SMALL,
    ),
    Scene(
        "desk-teams", "teams", "/#/tournament", ".tournament-round table",
        click=("label:has([name=tournament-view][value=players])",), sizes=_SMALL,
    ),
    Scene(
        "desk-team", "teams", "/#/tournament", ".tournament-round table",
        click=("label:has([name=tournament-view][value=players])", "td .buttons button"), sizes=_SMALL,
    ),
    Scene("desk-tournament-none", "empty", "/#/tournament", ".people-head", sizes=_SMALL),
    Scene("hall-empty", "empty", "/", "#hall .notice", sizes=_SMALL),
    Scene("pushes", "event", "/#/pushes", ".push-card", sizes=_SMALL),
    Scene("audit", "8", "/#/audit", "#section-audit", sizes=_SMALL),
    Scene("keys", "8", "/", ".card", press="?", sizes=_SMALL),
    Scene("sign-in", "8", "/sign-in", "main", arbiter=False, sizes=_SMALL),
    Scene("not-found", "8", "/no/such/page", "body", arbiter=False, sizes=_SMALL),
    Scene("player", "round", "{player}", "main", arbiter=False, sizes=_SMALL),
    Scene("player-cards", "8", "/print/players?language={language}", ".card", sizes=_SMALL),
    Scene("event", "event", "/", ".live-card", arbiter=False),
    Scene("event-round", "event", "/#/round/1", ".pairing", arbiter=False, click=(".pairing .star",), sizes=_SMALL),
    Scene("event-players", "event", "/#/players", ".player-line", arbiter=False, sizes=_SMALL),
    Scene("event-player", "event", "/#/player/%23p4", ".players .pairing", arbiter=False, sizes=_SMALL),
    Scene("tournament", "swiss", "/tournament", ".leaders", arbiter=False, sizes=_SMALL),
    Scene("tournament-round", "swiss", "/tournament/rounds/4", ".pairings", arbiter=False, sizes=_SMALL),
    Scene("tournament-names", "swiss", "/tournament/rounds/4?by=name", ".by-name", arbiter=False, sizes=_SMALL),
    Scene("tournament-standings", "swiss", "/tournament/standings", ".standings", arbiter=False, sizes=_SMALL),
    Scene(
        "tournament-number", "swiss", "/tournament/standings", ".standings", arbiter=False,
        click=(".standings .number a",), sizes=_SMALL,
    ),
    Scene("tournament-crosstable", "swiss", "/tournament/crosstable", ".crosstable", arbiter=False, sizes=_SMALL),
    Scene("tournament-players", "swiss", "/tournament/players", ".start-list", arbiter=False, sizes=_SMALL),
    Scene("tournament-player", "swiss", "/tournament/players/4", ".own-rounds", arbiter=False, sizes=_SMALL),
    Scene("tournament-bracket", "cup", "/tournament/bracket", ".bracket", arbiter=False, sizes=_SMALL),
    Scene("teams-round", "teams", "/tournament/rounds/3", ".matches", arbiter=False, sizes=_SMALL),
    Scene("team", "teams", "/tournament/players/2", ".own-match", arbiter=False, sizes=_SMALL),
    Scene("teams-crosstable", "teams", "/tournament/crosstable", ".crosstable", arbiter=False, sizes=_SMALL),
    Scene("tournament-none", "8", "/tournament", "h1.notice", arbiter=False, sizes=_SMALL),
    Scene("game", "event", "/games/t1.2", ".moves-list", arbiter=False),
    Scene("game-over", "event", "/games/t3.1", ".outcome", arbiter=False, sizes=_SMALL),
    Scene("game-past", "event", "/games/t2.1#9", ".ply", arbiter=False, click=(".graph-table summary",), sizes=_SMALL),
    Scene("game-renju", "event", "/games/t4.2", ".ply", arbiter=False, sizes=_SMALL),
    Scene("game-share", "event", "/games/t1.1", ".ply", arbiter=False, click=(".embed-code summary",), sizes=_SMALL),
    Scene("game-coming", "event", "/games/t1.9", ".notice", arbiter=False, sizes=_SMALL),
    Scene("embed", "event", "/embed/games/t3.1?language={language}", ".where", arbiter=False, sizes=("phone",)),
    Scene("overlay", "event", f"{_OVERLAY}&size=960x140", ".overlay .name", arbiter=False, sizes=("laptop",)),
    Scene(
        "overlay-board", "event", f"{_OVERLAY}&show=names,clocks,board,move,result,lead", ".overlay .name",
        arbiter=False, sizes=("laptop",),
    ),
    Scene("round-clock", "clock", "/clock?language={language}&theme={theme}", ".clock-table li", arbiter=False),
    Scene("desk-clock", "clock", "/#/clock", ".clock-timetable li"),
    Scene("bridge", "bridge", "/bridge", ".leaders", arbiter=False, sizes=_SMALL),
    Scene("bridge-round", "bridge", "/bridge/rounds/1", ".bridge-matches", arbiter=False, sizes=_SMALL),
    Scene("bridge-match", "bridge", "/bridge/matches/1/1", ".bridge-boards", arbiter=False, sizes=_SMALL),
    Scene("bridge-standings", "bridge", "/bridge/standings", ".bridge-standings", arbiter=False, sizes=_SMALL),
    Scene("bridge-crosstable", "bridge", "/bridge/crosstable", ".crosstable", arbiter=False, sizes=_SMALL),
    Scene("bridge-table", "bridge", "{player}", ".contract-pad, .board-panel", arbiter=False, sizes=("phone",)),
    Scene("desk-bridge", "bridge", "/#/bridge", ".bridge-tables", sizes=_SMALL),
    Scene("desk-bridge-matches", "bridge", "/#/bridge", ".bridge-tables", click=("[data-key=matches]",), sizes=_SMALL),
    Scene("desk-bridge-record", "bridge", "/#/bridge", ".bridge-tables", click=("[data-key=record]",), sizes=_SMALL),
    Scene("desk-bridge-board", "bridge", "/#/bridge", ".bridge-tables", click=(".board-chip",), sizes=_SMALL),
    Scene("desk-bridge-teams", "bridge", "/#/bridge", ".bridge-tables", click=(_TEAMS,), sizes=_SMALL),
    Scene("desk-bridge-times", "bridge", "/#/bridge", ".bridge-tables", click=("[data-key=times]",), sizes=_SMALL),
    Scene("desk-bridge-more", "bridge", "/#/bridge", ".bridge-tables", click=(_MORE,), sizes=_SMALL),
    Scene("desk-bridge-rules", "bridge", "/#/bridge", ".bridge-tables", click=(_MORE, ".menu button"), sizes=_SMALL),
    Scene("desk-bridge-clock", "bridge", "/#/bridge", ".bridge-tables", click=(_MORE, _LAST_OF_MENU), sizes=_SMALL),
    Scene(
        "desk-bridge-line-up", "bridge", "/#/bridge", ".bridge-tables",
        click=(_TEAMS, "[data-key='bridge_desk.line_up-c1']"), sizes=_SMALL,
    ),
    Scene(
        "desk-bridge-penalty-wrong", "bridge", "/#/bridge", ".bridge-tables",
        click=(_TEAMS, "[data-key='bridge_desk.penalize-c1']", "dialog .primary"), sizes=_SMALL,
    ),
    Scene(
        "desk-bridge-undo", "bridge", "/#/bridge", ".bridge-tables",
        click=("[data-key=record]", ".bridge-record tbody button"), sizes=_SMALL,
    ),
    Scene("desk-bridge-open", "empty", "/#/bridge", _OPEN, click=(_OPEN,), sizes=_SMALL),
    Scene("queue-bridge", "bridge", "/#/queue", ".result-alerts .matter", sizes=_SMALL),
    Scene("bridge-deal", "bridge", "/bridge/rounds/1/boards/1", ".hands", arbiter=False, sizes=_SMALL),
    Scene(
        "bridge-embed", "bridge", "/embed/bridge/rounds/1?language={language}", ".bridge-matches", arbiter=False,
        sizes=_SMALL,
    ),
    Scene("wall-bridge", "bridge", f"{_WALL}&show=pairings", ".bridge-list", arbiter=False, sizes=("1920", "4k")),
    Scene(
        "wall-bridge-standings", "bridge", f"{_WALL}&show=standings", ".bridge-list", arbiter=False, sizes=("1920",)
    ),
    Scene("wall-boards", "8", _WALL, ".wall-card", arbiter=False, sizes=_DESKS),
    Scene("wall-clocks", "60", f"{_WALL}&show=clocks", ".wall-card", arbiter=False, sizes=("1920", "4k")),
    Scene("wall-results", "8", f"{_WALL}&show=results", ".result-list", arbiter=False, sizes=("1920",)),
    Scene("wall-pairings", "swiss", f"{_WALL}&show=pairings", ".result-list", arbiter=False, sizes=("1920",)),
    Scene("wall-standings", "swiss", f"{_WALL}&show=standings", ".result-list", arbiter=False, sizes=("1920",)),
    Scene("score-sheet", "games", "/print/tables/t3/games/1?language={language}", "h1", sizes=_SMALL),
    Scene("protocol", "8", "/print/tables/t2/games/1/protocol?language={language}", "h1", sizes=_SMALL),
)  # fmt: skip

DOCS = {
    "hall-8 en laptop light": "hall.png",
    "table-alert en laptop light": "table.png",
    "queue-8 en laptop light": "screens/queue.png",
    "round en laptop light": "screens/round.png",
    "round zh phone dark": "screens/round-phone-zh.png",
    "hall-60 zh laptop dark": "screens/hall-60-zh-dark.png",
    "wall-boards en 1920 dark": "screens/wall.png",
    "player zh phone light": "screens/player-phone-zh.png",
    "protocol en laptop light": "screens/protocol.png",
    "game en phone light": "screens/game-phone.png",
    "event en laptop light": "screens/event.png",
    "tournament-standings en phone light": "screens/standings-phone.png",
}
"""The pictures that are kept: scene, language, size and theme, and the file in `docs`."""
