"""Security against other sites and other people's scripts: headers, and the origin of a request."""

from __future__ import annotations

import re

from starlette.datastructures import MutableHeaders
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

__all__ = ["SecurityHeaders", "is_own_page"]

_ORIGIN = re.compile(r"(https?)://([A-Za-z0-9._-]+(?::[0-9]{1,5})?|\[[0-9A-Fa-f:.]+\](?::[0-9]{1,5})?)")
"""An origin as browsers write it: scheme, host, port, and nothing behind them."""
_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    "manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors "
)
_HEADERS = {
    "Content-Security-Policy": f"{_POLICY}'none'",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    # The sign-in link holds a secret, which no other site is told. Without any referrer, browsers would leave out where
    # a form comes from, and nobody could sign out.
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}


_FRAMED = ("/embed/", "/overlay/")
"""Where pages are that other sites may show inside their own: nobody can act there, and no cookie is read."""
_FRAMED_HEADERS = {
    **{name: value for name, value in _HEADERS.items() if name != "X-Frame-Options"},
    "Content-Security-Policy": f"{_POLICY}*",
    "Cross-Origin-Resource-Policy": "cross-origin",
}


class SecurityHeaders:
    """Adds the headers to every response."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """The ASGI call."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        own = _FRAMED_HEADERS if scope["path"].startswith(_FRAMED) else _HEADERS

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in own.items():
                    headers.setdefault(name, value)
            await send(message)

        await self._app(scope, receive, with_headers)


def is_own_page(request: HTTPConnection) -> bool:
    """Whether the request comes from a page of this very origin, or from no page at all.

    The cookie is SameSite=Strict, but "site" forgives another port or subdomain; this does not. Browsers leave
    Sec-Fetch-Site out on plain HTTP, so Origin against Host decides there.
    """
    sites, origins = request.headers.getlist("sec-fetch-site"), request.headers.getlist("origin")
    if len(sites) > 1 or len(origins) > 1:
        return False
    if sites and sites[0] not in {"same-origin", "none"}:
        return False
    encrypted = request.scope["scheme"] in {"https", "wss"}
    return not origins or _is_of(origins[0], request.headers.get("host", ""), encrypted=encrypted)


def _is_of(origin: str, host: str, *, encrypted: bool) -> bool:
    """Whether an `Origin` names this host and nothing else.

    A page that came without encryption may be anybody's who was on the way, so it does nothing at an encrypted relay.
    The other way round a proxy stands between, which encrypts.
    """
    match = _ORIGIN.fullmatch(origin)
    return match is not None and match[2].lower() == host.lower() and (match[1] == "https" or not encrypted)
