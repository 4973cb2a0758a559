"""A bridge event at a relay, by its API: opened, entered, drawn, and its tables' phones."""

from __future__ import annotations

from typing import Any

import httpx

__all__ = ["begin_bridge", "bridge_act", "bridge_links", "say_board", "team"]


def team(number: int, players: int = 5) -> dict[str, Any]:
    """A team with a reserve."""
    return {
        "name": f"Team {number}",
        "members": [{"name": f"Player {number}{letter}"} for letter in "ABCDEFGHIJ"[:players]],
    }


async def bridge_act(client: httpx.AsyncClient, **act: Any) -> dict[str, Any]:
    """Do an act; the entry."""
    answer = await client.post("/api/bridge/acts", json={"act": act})
    assert answer.status_code == 200, (act, answer.text)
    return answer.json()["entry"]  # type: ignore[no-any-return]


async def begin_bridge(client: httpx.AsyncClient, teams: int = 4, **rules: Any) -> None:
    """An event of so many teams whose first round is published."""
    regulations = {"title": "City Teams", "boards": 2, "scale": {"kind": "printed", "column": 8}} | rules
    await bridge_act(client, type="open_event", regulations=regulations)
    players = {"teams": 5, "eights": 9, "pairs": 2}[str(rules.get("form", "teams"))]
    for number in range(1, teams + 1):
        await bridge_act(client, type="enter", contestant=team(number, players))
    await bridge_act(client, type="close_entries")
    await bridge_act(client, type="draw_round")
    await bridge_act(client, type="publish_round")


async def bridge_links(client: httpx.AsyncClient) -> dict[str, str]:
    """The addresses of the tables' pages, by their labels."""
    answer = await client.get("/api/bridge/links")
    return {each["table"]: each["address"] for each in answer.json()["links"]}


async def say_board(
    client: httpx.AsyncClient, address: str, side: str, board: int, result: str, status: int = 200
) -> dict[str, Any]:
    """A side of a table says the result of a board."""
    url = address.replace("/bridge/table/", "/api/bridge/table/") + "/results"
    answer = await client.post(url, json={"side": side, "board": board, "result": result})
    assert answer.status_code == status, answer.text
    return answer.json()  # type: ignore[no-any-return]
