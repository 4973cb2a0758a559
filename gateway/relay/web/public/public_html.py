"""The public's pages as the relay writes them: readable without scripts, and what search engines and previews take.

The scripts draw the same anew, and go on from the data that a page brings with it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from html import escape

import msgspec

from gateway.model.persons import Person
from gateway.model.sides import BySide, Side
from gateway.relay.web.event.round_bodies import ComingBody, EventBody, PairingBody, RoundBody
from gateway.relay.web.feeds.game_bodies import MoveBody, WholeGameBody
from gateway.texts.catalogue import Catalogue

__all__ = ["PageParts", "event_page", "game_page", "names_of", "overlay_page", "public_document"]

_STYLES = ("base", "parts", "public")
_TABS = {"bridge": "bridge_desk.section"}
"""Names of tabs that no page of the tournament has."""
_MORE_STYLES = {"overlay": ("overlay",), "tournament": ("tournament", "bridge")}
"""Of some pages."""
_SCHEMES = """<meta name="color-scheme" content="light dark">
<meta name="theme-color" content="#f5f4f0" media="(prefers-color-scheme: light)">
<meta name="theme-color" content="#141413" media="(prefers-color-scheme: dark)">"""
"""Not for what is laid over something else: a page of one scheme is opaque on a page of the other."""


class PageParts(msgspec.Struct, frozen=True, kw_only=True):
    """The parts of a page beside its own words."""

    texts: Catalogue
    languages: Mapping[str, str]
    """Codes and the languages' names for themselves."""
    chosen: str = ""
    """The language that the address asks for."""
    modules: Sequence[str] = ()
    """The scripts that the page will need, so that they are fetched at once."""
    files: str = "/pages"
    """Where scripts and styles are."""
    site: str = ""
    """The relay's own address, without a slash at the end."""
    sees: str = ""
    """Whose hall it shows, where that is not the public's."""

    @property
    def home(self) -> str:
        """The event's page."""
        return f"/?sees={self.sees}" if self.sees else "/"


def event_page(
    parts: PageParts, event: EventBody, games: RoundBody, form: str = "", tabs: Sequence[tuple[str, str]] = ()
) -> str:
    """The event: its present round; `form` is how its games are written, `tabs` names and leads to other pages."""
    texts = parts.texts
    heading = texts.text("page.round", n=event.round) if event.round else texts.text("public.pairings")
    pairings = [_pairing(texts, game) for game in games.games] + [_coming(texts, pairing) for pairing in games.coming]
    lines = "".join(f"<li>{pairing}</li>" for pairing in pairings)
    listed = f'<ol class="plain-list">{lines}</ol>' if lines else f"<p>{escape(texts.text('public.no_games'))}</p>"
    title = f'<h1 class="aside">{escape(event.title)}</h1>'
    links = "".join(
        f'<a href="{address}">{escape(texts.text(_TABS.get(name, f"page.tournament_{name}")))}</a>'
        for name, address in tabs
    )
    nav = f'<nav class="tabs">{links}</nav>' if links else ""
    main = f"{title}{nav}<h2>{escape(heading)}</h2>{listed}"
    data = {
        "event": event.event,
        "title": event.title,
        "round": event.round,
        "rounds": event.rounds,
        "games": games.games,
        "coming": games.coming,
        "tabs": tabs,
    }
    return public_document(
        parts,
        page="event",
        title=event.title,
        description=texts.text("public.event_about", event=event.title),
        path="/",
        main=main + _data("event-data", data),
        card=_card(form),
        home=event.title,
    )


def game_page(parts: PageParts, game: WholeGameBody, *, embedded: bool = False, table: str = "") -> str:
    """A game: who plays, how it stands or ended and why, and its moves. With `table`, whatever is on that table."""
    texts = parts.texts
    title = names_of(texts, game.players)
    attributes = {"table": table} if table else {"game": game.id}
    return public_document(
        parts,
        page="embed" if embedded else "game",
        title=" · ".join(filter(None, (title, _round(texts, game.round), game.title))),
        description=". ".join(filter(None, (_about(texts, game), _result(texts, game)))),
        path=f"/games/{game.id}",
        main=_game(texts, game, title) + _data("game", _stable(game)),
        attributes=attributes,
        card=_card(game.form),
        home=game.title,
        bare=embedded,
    )


def overlay_page(parts: PageParts, event: str, table: str) -> str:
    """A table on a transparent ground."""
    return public_document(
        parts,
        page="overlay",
        title=f"{table.upper()} · {event}",
        description="",
        path=f"/overlay/{table}",
        main=f'<h1 class="aside">{escape(table.upper())}</h1>',
        attributes={"table": table},
        home=event,
        bare=True,
    )


def public_document(
    parts: PageParts,
    *,
    page: str,
    title: str,
    description: str,
    path: str,
    main: str,
    home: str,
    attributes: Mapping[str, str] | None = None,
    card: str = "chess",
    bare: bool = False,
) -> str:
    """A whole page. A bare one stands inside another site's, and leads nowhere else; chats show its `card`."""
    texts = parts.texts
    lang = "zh-Hans" if texts.language == "zh" else texts.language
    own = {"page": page, "texts": "public", "languages": msgspec.json.encode(parts.languages).decode()}
    own |= {"language": parts.chosen} if parts.chosen else {}
    own |= {"sees": parts.sees} if parts.sees else {}
    data = "".join(f' data-{name}="{escape(value)}"' for name, value in (own | dict(attributes or {})).items())
    styles = [*_STYLES, *_MORE_STYLES.get(page, ())]
    top = "" if bare else _top(parts, home)
    foot = "" if bare else _foot(parts)
    return f"""<!doctype html>
<html lang="{lang}"{data}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
{"" if page == "overlay" else _SCHEMES}
<title>{escape(title)}</title>
{_previews(parts, title, description, path, home, card=card, hidden=bare)}
<link rel="icon" href="/pages/icon.svg" type="image/svg+xml">
{"".join(f'<link rel="stylesheet" href="{parts.files}/style/{name}.css">' for name in styles)}
<link rel="preload" as="fetch" crossorigin href="/api/texts/{texts.language}.json?part=public">
{"".join(f'<link rel="modulepreload" href="{parts.files}/{path}">' for path in parts.modules)}
<script type="module" src="{parts.files}/public/boot.js"></script>
</head>
<body class="public {page}-page">
{top}<div class="banners" id="banners" role="status"></div>
<main id="main" tabindex="-1">{main}</main>
{foot}</body>
</html>
"""


def names_of(texts: Catalogue, players: BySide[Person]) -> str:
    """Both players: `GM Ann Able – Bo Bright`."""
    return " – ".join(_name(texts, players[side], side) for side in Side)


def _top(parts: PageParts, event: str) -> str:
    texts = parts.texts
    return f"""<a class="skip" href="#main" id="skip">{escape(texts.text("page.skip"))}</a>
<header class="top"><p class="event"><a href="{parts.home}" id="event">{escape(event)}</a></p>
<nav class="tools" id="tools"></nav></header>
"""


def _foot(parts: PageParts) -> str:
    texts = parts.texts
    return f"""<footer class="foot"><a href="{parts.home}" id="home">{escape(texts.text("public.all_games"))}</a>
<a href="/sign-in" id="sign-in">{escape(texts.text("page.sign_in"))}</a></footer>
"""


def _previews(parts: PageParts, title: str, description: str, path: str, home: str, *, card: str, hidden: bool) -> str:
    """What a search engine and a chat show of a link."""
    canonical = f'<link rel="canonical" href="{escape(parts.site + path)}">'
    if hidden:
        return f'<meta name="robots" content="noindex">{canonical}'
    properties = {
        "og:type": "website",
        "og:site_name": home,
        "og:title": title,
        "og:description": description,
        "og:url": parts.site + path,
        "og:image": f"{parts.site}/pages/cards/{card}.png",
        "og:image:width": "1200",
        "og:image:height": "630",
    }
    tags = "".join(f'<meta property="{name}" content="{escape(value)}">' for name, value in properties.items())
    about = f'<meta name="description" content="{escape(description)}">'
    return f'{about}{tags}<meta name="twitter:card" content="summary_large_image">{canonical}'


def _game(texts: Catalogue, game: WholeGameBody, title: str) -> str:
    facts = [_about(texts, game)]
    if game.result is not None:
        words = texts.render(game.result.text)
        article = game.result.article
        key = f"article.{article}"
        cited = " · ".join(
            filter(
                None,
                (article and texts.text("citation.of", article=article), texts.text(key) if key in texts.texts else ""),
            )
        )
        facts += [_result(texts, game), words, cited]
    elif not any(stretch.moves for stretch in game.stretches):
        facts.append(texts.text("page.no_moves"))
    paragraphs = "".join(f"<p>{escape(fact)}</p>" for fact in filter(None, facts))
    moves = f'<ol class="plain-moves">{"".join(_moves(game))}</ol>'
    return f'<h1 class="game-title">{escape(title)}</h1>{paragraphs}{moves}'


def _moves(game: WholeGameBody) -> Iterable[str]:
    """The moves in pairs, with what the mover had left."""
    turns: list[str] = []
    for stretch in game.stretches:
        turns += [f"<b>{escape(mark)}</b>" for mark in stretch.marks]
        turns += [_move(move) for move in stretch.moves]
    return (f"<li>{' '.join(turns[at : at + 2])}</li>" for at in range(0, len(turns), 2))


def _move(move: MoveBody) -> str:
    left = f" <small>{_time(move.left[move.side])}</small>" if move.left is not None else ""
    return f"<b>{escape(move.text)}</b>{left}"


def _time(ms: int) -> str:
    minutes, seconds = divmod(-(-ms // 1000), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"


def _pairing(texts: Catalogue, game: PairingBody) -> str:
    outcome = (
        f"{game.score[Side.WHITE]} – {game.score[Side.BLACK]}"
        if game.score is not None
        else texts.text(f"game_status.{game.status.value}")
    )
    link = f'<a href="/games/{escape(game.id)}">{escape(names_of(texts, game.players))}</a>'
    return f"{escape(game.table.upper())} {link} {escape(outcome)}"


def _card(form: str) -> str:
    """The picture of a game that is written so."""
    return {"pdn": "draughts", "sgf": "stones"}.get(form, "chess")


def _coming(texts: Catalogue, pairing: ComingBody) -> str:
    names = names_of(texts, pairing.players)
    return f"{escape(pairing.table.upper())} {escape(names)} {escape(texts.text('public.still_to_come'))}"


def _name(texts: Catalogue, person: Person, side: Side) -> str:
    return " ".join(filter(None, (person.title, person.name or texts.text(f"side.{side.value}"))))


def _about(texts: Catalogue, game: WholeGameBody) -> str:
    table = texts.text("page.table", table=game.table.upper())
    rules = texts.text(f"game.{game.rules}")
    control = texts.text("control.notation", control=game.control)
    return " · ".join(filter(None, (game.title, _round(texts, game.round), table, rules, control)))


def _round(texts: Catalogue, number: int) -> str:
    return texts.text("page.round", n=number) if number else ""


def _result(texts: Catalogue, game: WholeGameBody) -> str:
    if game.result is None:
        return texts.text(f"game_status.{game.status.value}")
    return texts.text("page.result", result=game.result.result.value, reason=game.result.reason.value)


def _stable(game: WholeGameBody) -> WholeGameBody:
    """The game without what differs each time it is asked for: the same game is the same page, and not sent twice."""
    return msgspec.structs.replace(game, now=0, offset=0)


def _data(name: str, value: object) -> str:
    """Data that the scripts go on from; nothing in it ends the element early."""
    written = msgspec.json.encode(value).decode().replace("<", "\\u003c")
    return f'<script type="application/json" id="{name}">{written}</script>'
