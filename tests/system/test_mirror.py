"""The public mirror on the bus, as Home Assistant and other programs use it."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import aiomqtt
import pytest

from tests.system.hall import HOST, OPENING, Board, Hall, viewer

pytestmark = pytest.mark.system
PATIENCE_S = 60
PLATFORMS = {"sensor", "binary_sensor"}
DEVICE = {"identifiers", "name", "manufacturer", "model", "sw_version"}
SHARED = {"device", "origin", "components", "state_topic", "qos"}
ENTITY = {
    "platform", "unique_id", "name", "value_template", "expire_after", "icon", "device_class", "unit_of_measurement",
}  # fmt: skip
"""Keys of Home Assistant's own schemas (mqtt/schemas.py, mqtt/sensor.py, mqtt/binary_sensor.py), as far as we use them:
it refuses a message with a key of the device's that it does not know."""


class Listener:
    """Whoever reads the mirror."""

    def __init__(self, client: aiomqtt.Client) -> None:
        self._client = client
        self.heard: dict[str, dict[str, Any]] = {}

    async def until(self, true: Callable[[], bool]) -> None:
        async with asyncio.timeout(PATIENCE_S):
            while not true():
                message = await anext(aiter(self._client.messages))
                self.heard[str(message.topic)] = json.loads(bytes(message.payload))


async def test_a_table_in_home_assistant(tmp_path: Path) -> None:
    board = Board(tmp_path / "board")
    mirror = "flagfall/v1/test/t1/public"
    async with Hall(tmp_path, "[mirror]") as hall, board.port, viewer(hall) as seen:
        await hall.start_table("t1", board.port.url)
        await seen.until(lambda: seen.status("t1") == "ready")
        async with aiomqtt.Client(HOST, hall.broker_port) as client:
            await client.subscribe("flagfall/v1/test/+/public", qos=1)
            await client.subscribe("homeassistant/#", qos=1)
            listener = Listener(client)
            await board.play(OPENING[:2])
            await listener.until(lambda: listener.heard.get(mirror, {}).get("ply") == 2)
            shown = listener.heard[mirror]
            assert (shown["white"], shown["black"], shown["online"]) == ("Ada", "Bob", True)
            assert (shown["last_move"], shown["turn"], shown["running"]) == (OPENING[1], "white", "white")
            assert shown["white_ms"] > 290_000
            assert abs(shown["since"] - shown["at"]) < 3_600_000
            assert "arbiters" not in shown
            await hall.kill("t1")
            await listener.until(lambda: not listener.heard[mirror]["online"])
            (config,) = (told for topic, told in listener.heard.items() if topic.startswith("homeassistant"))
            assert "homeassistant/device/flagfall_test_t1/config" in listener.heard
            check_discovery(config, mirror, shown)


def check_discovery(config: dict[str, Any], mirror: str, shown: dict[str, Any]) -> None:
    assert set(config) == SHARED
    assert set(config["device"]) <= DEVICE
    assert config["device"]["identifiers"]
    assert config["origin"]["name"] == "flagfall"
    assert config["state_topic"] == mirror
    ids = [entity["unique_id"] for entity in config["components"].values()]
    assert len(ids) == len(set(ids))
    for entity in config["components"].values():
        assert set(entity) <= ENTITY
        assert entity["platform"] in PLATFORMS
        fields = [word.split(" ")[0].rstrip("_") for word in entity["value_template"].split("value_json.")[1:]]
        assert fields
        assert set(fields) <= set(shown)
