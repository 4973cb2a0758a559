"""Players' cards on paper: two for each table, each with the QR code that opens the player's page; and new ones."""

from __future__ import annotations

from html import escape
from typing import Annotated

import msgspec
from fastapi import APIRouter, Path, Query, Request, Response
from fastapi.responses import HTMLResponse

from gateway.forms.qr_codes import qr_code
from gateway.model.errors import JournalError
from gateway.model.sides import Side
from gateway.relay.access.access import RelayAccess
from gateway.relay.access.audit import AuditKind
from gateway.relay.access.player_cards import PlayerCard
from gateway.relay.access.rights import Right
from gateway.relay.hall.present_hall import PresentHall
from gateway.relay.hall.viewer_frames import written
from gateway.relay.web.openapi import NameInPath, answer
from gateway.relay.web.people.people_routes import PEOPLE_PROBLEMS
from gateway.relay.web.problems import FOR_ARBITERS, PROBLEMS, json_response, not_stored, reader_languages
from gateway.relay.web.visitors import Visitors, address_of
from gateway.texts.catalogue import Catalogue
from gateway.texts.library import Library

__all__ = ["card_routes"]

_PAGE = """<!doctype html>
<html lang="{lang}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<link rel="icon" href="/pages/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/pages/style/cards.css">
</head>
<body>
<main>
<h1>{title}</h1>
<p class="hint">{hint}</p>
{cards}
</main>
</body>
</html>
"""
_CARD = """<section class="card {side}">
<div class="words"><h2><span class="table">{table}</span> <span class="side">{side_name}</span></h2>
<p class="scan">{scan}</p>
<p class="link">{link}</p></div>
<div class="code" role="img" aria-label="{code_name}">{svg}</div>
</section>"""


class CardBody(msgspec.Struct, frozen=True):
    """A player's card."""

    table: str
    side: Side
    """The side at the start of the game."""
    link: str
    svg: str
    """The same as a QR code."""


def card_routes(hall: PresentHall, access: RelayAccess, visitors: Visitors, library: Library) -> APIRouter:
    """`/print/players`, `/api/tables/{table}/cards/{side}`."""
    router, cards = APIRouter(), access.cards

    def address(card: PlayerCard, request: Request) -> str:
        return f"{str(request.base_url).rstrip('/')}/play/{cards.link(card)}"

    @router.get(
        "/print/players",
        summary="The players' cards, to print and cut",
        responses={
            200: {"description": "The sheet.", "content": {"text/html": {"schema": {"type": "string"}}}},
            404: PROBLEMS[404],
            **FOR_ARBITERS,
        },
        response_class=Response,  # so that refusals are described as the JSON that they are
    )
    async def sheet(
        request: Request,
        table: Annotated[str, Query(pattern=r"^[a-z0-9_-]{0,64}$", description="One table; else all.")] = "",
        language: Annotated[str, Query(description="Such as `zh`; else a language of `Accept-Language`.")] = "",
    ) -> HTMLResponse:
        visitors.trusted(request, Right.CARDS)
        names = [hall.find(table).name] if table else [each.name for each in hall.tables]
        texts = library.find(language, *reader_languages(request))
        printed = [
            _card(name, side, address(cards.card(name, side), request), texts) for name in names for side in Side
        ]
        page = _PAGE.format(
            lang=escape(texts.language),
            title=escape(texts.text("form.player_cards")),
            hint=escape(texts.text("form.player_cards_hint")),
            cards="\n".join(printed),
        )
        return HTMLResponse(page, headers={"Cache-Control": "no-store"})

    @router.post(
        "/api/tables/{table}/cards/{side}",
        summary="Replace a player's card; the old one opens nothing any more",
        responses=answer(CardBody) | PEOPLE_PROBLEMS | {404: PROBLEMS[404]},
    )
    async def replace(
        table: NameInPath, side: Annotated[Side, Path(description="At the start of the game.")], request: Request
    ) -> Response:
        session = visitors.entitled(request, Right.CARDS)
        hall.find(table)
        try:
            card = await cards.replace(table, side)
        except JournalError as error:
            raise not_stored(error) from error
        await access.audit.note(AuditKind.CARD, session, table=table, about=side.value, address=address_of(request))
        link = address(card, request)
        return json_response(written(CardBody(table, side, link, qr_code(link))))

    return router


def _card(table: str, side: Side, link: str, texts: Catalogue) -> str:
    return _CARD.format(
        side=side.value,
        table=escape(table.upper()),
        side_name=escape(texts.text(f"side.{side.value}")),
        scan=escape(texts.text("form.player_card_scan")),
        link=escape(link),
        code_name=escape(texts.text("form.player_card_code")),
        svg=qr_code(link),
    )
