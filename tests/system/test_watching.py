"""A hall that is watched: metrics of the relay and its tables, read by Prometheus' own parser and by Prometheus."""

from __future__ import annotations

import asyncio
import json
import re
import shutil
import subprocess
import urllib.error
import urllib.parse
import urllib.request
from pathlib import Path
from typing import Any

import pytest
from prometheus_client.parser import text_string_to_metric_families

from tests.ports import free_port
from tests.system.hall import HOST, OPENING, Board, Hall, viewer

DEPLOY = Path(__file__).parents[2] / "deploy"
RULES = DEPLOY / "prometheus/flagfall.rules.yml"
TOKEN = "a-token-for-the-tests-only"
PATIENCE_S = 60

pytestmark = pytest.mark.system


async def get(url: str, token: str = "", method: str = "GET") -> tuple[int, str]:
    def ask() -> tuple[int, str]:
        request = urllib.request.Request(
            url, headers={"Authorization": f"Bearer {token}"} if token else {}, method=method
        )
        try:
            with urllib.request.urlopen(request, timeout=20) as answer:
                return answer.status, answer.read().decode()
        except urllib.error.HTTPError as error:
            return error.code, error.read().decode()

    return await asyncio.to_thread(ask)


def samples(text: str) -> dict[str, list[tuple[dict[str, str], float]]]:
    found: dict[str, list[tuple[dict[str, str], float]]] = {}
    for family in text_string_to_metric_families(text):
        assert family.documentation
        for sample in family.samples:
            found.setdefault(sample.name, []).append((sample.labels, sample.value))
    return found


async def read(relay: str) -> dict[str, list[tuple[dict[str, str], float]]]:
    status, text = await get(f"{relay}/metrics", TOKEN)
    assert status == 200
    return samples(text)


def named(text: str) -> set[str]:
    """The metrics that an expression asks for."""
    return set(re.findall(r"flagfall_[a-z_]+", text))


async def test_a_hall_is_watched(tmp_path: Path) -> None:
    port, own = free_port(), free_port()
    token = tmp_path / "token"
    token.write_text(TOKEN, encoding="utf-8")
    board = Board(tmp_path / "board")
    watch = f'[watch]\nport = {port}\ntoken_file = "{token}"'
    relay = f"http://{HOST}:{port}"
    async with Hall(tmp_path, watch) as hall, board.port, viewer(hall, arbiter=True) as seen:
        sections = f'[device]\ndriver = "dgt"\nurl = "{board.port.url}"\n[watch]\nport = {own}'
        await hall.start_kit("t1", sections, 'control = "5m+3s"\nrulebook = "draughts-blitz"')
        await seen.until(lambda: seen.status("t1") == "ready")
        await board.play(OPENING[:4])
        await seen.until(lambda: seen.ply("t1") == 4)
        # The agent's own page.
        status, text = await get(f"http://{HOST}:{own}/metrics")
        assert status == 200
        table = samples(text)
        assert table["flagfall_table_entries"][0][0] == {"table": "t1"}
        assert table["flagfall_table_sensor_to_broker_seconds_count"][0][1] >= 4
        assert table["flagfall_table_journal_commits_total"][0][1] >= 4
        assert 1e7 < table["flagfall_table_memory_bytes"][0][1] < 2e8
        assert (await get(f"http://{HOST}:{own}/healthz"))[0] == 200
        assert (await get(f"http://{HOST}:{own}/readyz")) == (200, "playing; all connected\n")
        assert (await get(f"http://{HOST}:{own}/"))[0] == 404
        assert (await get(f"http://{HOST}:{own}/metrics", method="POST"))[0] == 405
        # The relay's page is closed, and has the table's own numbers once it has told them.
        assert (await get(f"{relay}/metrics"))[0] == 401
        assert (await get(f"{relay}/metrics", "another-token-of-somebody"))[0] == 401
        assert (await get(f"{relay}/readyz", TOKEN)) == (200, "1 of 1 tables online\n")
        async with asyncio.timeout(PATIENCE_S):
            while "flagfall_table_memory_bytes" not in (found := await read(relay)):  # noqa: ASYNC110
                await asyncio.sleep(0.2)
        assert found["flagfall_relay_tables_online"] == [({}, 1)]
        assert found["flagfall_table_online"] == [({"table": "t1"}, 1)]
        assert found["flagfall_relay_sensor_to_screen_seconds_count"][0][1] >= 4
        assert found["flagfall_table_missing_lines"] == [({"table": "t1"}, 0)]
        assert ({"table": "t1", "device": "board"}, 1) in found["flagfall_table_device_connected"]
        assert TOKEN not in json.dumps(found)
        for labels in (labels for all_of_it in found.values() for labels, _ in all_of_it):
            assert labels.keys() <= {"table", "device", "le", "version", "event"}
        exists = {name.removesuffix("_bucket") for name in found} | set(found) | CONDITIONAL
        for name, expression in expressions():
            assert named(expression) <= exists, name
        if shutil.which("prometheus"):
            await scraped(tmp_path, port, token)


CONDITIONAL = {
    "flagfall_table_battery_ratio",
    "flagfall_table_clock_drift_ratio",
    "flagfall_table_certificate_expiry_seconds",
    "flagfall_relay_certificate_expiry_seconds",
}
"""What a table with a cable, a game of a few seconds and no certificates does not have."""


def expressions() -> list[tuple[str, str]]:
    """All that the board and the rules ask for."""
    board = json.loads((DEPLOY / "grafana/flagfall.json").read_text(encoding="utf-8"))
    asked = [(panel["title"], target["expr"]) for panel in board["panels"] for target in panel["targets"]]
    rules = RULES.read_text(encoding="utf-8")
    return [*asked, *((line, line) for line in rules.splitlines() if "expr:" in line)]


async def scraped(folder: Path, port: int, token: Path) -> None:
    """A real Prometheus, with the configuration that we hand out, scrapes the relay."""
    here = free_port()
    config = (DEPLOY / "prometheus/prometheus.yml").read_text(encoding="utf-8")
    config = config.replace("127.0.0.1:9464", f"127.0.0.1:{port}").replace("15s", "1s")
    config = re.sub(
        r"# authorization: \{ credentials_file: \S+ \}.*", f"authorization: {{ credentials_file: {token} }}", config
    )
    (folder / "prometheus.yml").write_text(config, encoding="utf-8")
    shutil.copy(RULES, folder)
    process = await asyncio.create_subprocess_exec(
        "prometheus",
        f"--config.file={folder}/prometheus.yml",
        f"--storage.tsdb.path={folder}/tsdb",
        f"--web.listen-address=127.0.0.1:{here}",
        stdout=asyncio.subprocess.DEVNULL,
        stderr=asyncio.subprocess.DEVNULL,
    )
    try:
        async with asyncio.timeout(PATIENCE_S):
            while not (found := await query(here, 'flagfall_table_online{table="t1"}')):  # noqa: ASYNC110
                await asyncio.sleep(0.2)
        assert found[0]["value"][1] == "1"
        assert (await query(here, "up"))[0]["value"][1] == "1"
    finally:
        process.terminate()
        await process.wait()


async def query(port: int, expression: str) -> list[dict[str, Any]]:
    try:
        status, text = await get(f"http://127.0.0.1:{port}/api/v1/query?query={urllib.parse.quote(expression)}")
    except OSError:
        return []
    return json.loads(text)["data"]["result"] if status == 200 else []


@pytest.mark.skipif(shutil.which("promtool") is None, reason="promtool is not installed: sudo apt install prometheus")
def test_the_rules_are_rules() -> None:
    checked = subprocess.run(["promtool", "check", "rules", RULES], capture_output=True, text=True, check=False)
    assert checked.returncode == 0, checked.stderr
    assert "12 rules found" in checked.stdout
