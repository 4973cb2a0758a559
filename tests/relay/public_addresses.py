"""Every address of a relay that anybody may ask for, by construction: a new route must say here what belongs into its
places, or why it does not count, and whether it shows anything of a round."""

from __future__ import annotations

import asyncio
import itertools
import json
import re
from collections.abc import Iterator, Sequence

import httpx
from fastapi import FastAPI
from fastapi.routing import iter_route_contexts

from gateway.forms.bridge_form_list import BRIDGE_FORMS
from gateway.forms.form_list import FORMS

__all__ = ["CLOSED", "STILL", "Answers", "addresses", "ask_everything", "closed_routes", "still_routes"]

Answers = dict[str, tuple[int, dict[str, str], str]]

_IDS, _NUMBERS = ["t1.1", "t1.2", "t2.1", "t3.1"], ["1", "2"]
_PLACES: list[tuple[str, str, list[str]]] = [
    ("table", "", ["t1", "t2", "t3"]),
    ("game", "/tables/{table}/games/", _NUMBERS),
    ("game", "/feeds/livechess/", _NUMBERS),
    ("game", "", _IDS),
    ("form", "/api/tournament/", ["csv"]),
    ("form", "", ["pdn", "pgn"]),
    ("name", "/api/rulebooks/", ["draughts-rapid"]),
    ("name", "/print/tournament/", [form.name for form in FORMS if form.public]),
    ("name", "/print/bridge/", [form.name for form in BRIDGE_FORMS if form.public]),
    ("name", "", ["entry"]),
    ("code", "", ["en"]),
    ("path", "", ["app.js"]),
    ("number", "", ["1"]),
    ("player", "", ["1"]),
    ("secret", "", ["s" * 20]),
    ("link", "", [f"t1.w.{'0' * 32}"]),
    ("slip", "", [f"1.1.{'0' * 24}"]),
    ("card", "", [f"1o.{'0' * 24}"]),
    ("match", "", ["1"]),
    ("board", "", ["1"]),
]
"""What is put into a place of an address, by what the route has in it; the first that fits counts."""
_QUERIES = {"/api/events": "?once=true"}
"""What goes on for ever is asked to end with what there is."""
_OTHERWISE = {
    "/api/round-clock": "the hall's own time, at once for everybody: when to play, and nothing of what was played",
    "/api/me": "tells who asks",
    "/sign-in/{key}": "for somebody with a link",
    "/api/invitations/{secret}": "for somebody who was invited",
    "/api/audit": "for chiefs",
    "/api/joining": "for arbiters",
    "/enrol/authority": "where tables are enrolled",
}
CLOSED = {
    "/api/bridge/links",
    "/api/bridge/record",
    "/api/bridge/times",
    "/api/bridge/table/{card}",
    "/api/delays",
    "/api/knocking",
    "/api/people",
    "/api/play/{link}",
    "/api/pushes",
    "/api/queue",
    "/api/queue/history",
    "/api/sectors",
    "/api/result/{slip}",
    "/api/round-clock/entries",
    "/api/tables/{table}/assignment",
    "/api/tables/{table}/moves",
    "/api/tables/{table}/position",
    "/api/tables/{table}/readings",
    "/api/tables/{table}/times",
    "/api/tournament/duties",
    "/api/tournament/record",
    "/api/tournament/rounds/{number}/result-links",
    "/api/withheld",
    "/print/players",
}
"""Routes that the public is refused."""
STILL = {
    "/api/attention",
    "/api/bridge/forms",
    "/api/openapi.json",
    "/api/rulebooks/{name}",
    "/api/schema/{name}.json",
    "/api/texts",
    "/api/texts/{code}.json",
    "/api/tournament/forms",
    "/clock",
    "/bridge/table/{card}",
    "/desk",
    "/invitation/{secret}",
    "/overlay/{table}",
    "/pages/{path:path}",
    "/play/{link}",
    "/print/style.css",
    "/result/{slip}",
    "/sign-in",
    "/wall",
}
"""Routes that show nothing of a round by themselves: pages that ask others, texts, the description of the rest."""


def addresses(app: FastAPI) -> Iterator[tuple[str, str]]:
    """Every route that anybody may ask for, with its addresses."""
    for path in sorted(route.path or "" for route in iter_route_contexts(app.routes) if "GET" in (route.methods or ())):
        if path in _OTHERWISE:
            continue
        places = re.findall(r"{(\w+)(?::\w+)?}", path)
        for values in itertools.product(*(_values(place, path) for place in places)):
            found = path
            for place, value in zip(places, values, strict=True):
                found = re.sub(rf"{{{place}(:\w+)?}}", value, found)
            yield path, found + _QUERIES.get(path, "")


def _values(place: str, path: str) -> list[str]:
    fitting = [values for named, within, values in _PLACES if named == place and within in path]
    assert fitting, f"What belongs into {{{place}}} of {path}?"
    return fitting[0]


async def ask_everything(app: FastAPI) -> Answers:
    """What every address answers: status, headers, text."""
    found: Answers = {}
    transport = httpx.ASGITransport(app)
    async with httpx.AsyncClient(transport=transport, base_url="http://relay") as client:
        for _, address in addresses(app):
            async with asyncio.timeout(30):  # one that never ends belongs into _QUERIES
                answer = await client.get(address)
            text, of_the_moment = answer.text, {"content-length"}
            if answer.headers.get("content-type", "").startswith("application/json"):
                body = json.loads(text)
                # How far behind somebody is, and how many look on, is of the moment.
                text = json.dumps(body | {"behind": 0, "viewers": 0} if isinstance(body, dict) else body)
                of_the_moment.add("etag")  # the digest of the text with both in it
            told = {name: value for name, value in answer.headers.items() if name not in of_the_moment}
            found[address] = (answer.status_code, told, text)
    return found


def closed_routes(app: FastAPI, answers: Sequence[Answers]) -> set[str]:
    """Routes of which no address was ever answered but by a refusal of who asks."""
    refused = {401, 403}
    open_routes = {path for path, address in addresses(app) if any(each[address][0] not in refused for each in answers)}
    return {path for path, _ in addresses(app)} - open_routes


def still_routes(app: FastAPI, answers: Sequence[Answers]) -> set[str]:
    """Open routes that never answered anything else than before, however a round went on."""
    moving = {path for path, address in addresses(app) if _was_shown([each[address] for each in answers])}
    return {path for path, _ in addresses(app)} - moving - closed_routes(app, answers)


def _was_shown(answers: Sequence[tuple[int, dict[str, str], str]]) -> bool:
    """Whether something was there, and not always the same."""
    return any(status < 400 for status, _, _ in answers) and any(each != answers[0] for each in answers)
