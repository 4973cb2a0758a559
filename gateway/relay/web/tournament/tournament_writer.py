"""The parts of which the public's pages of the tournament are written: words, links that
keep to the same hall, and small parts that several of them have."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, tzinfo
from fractions import Fraction
from urllib.parse import quote, urlencode

import msgspec

from gateway.event.event import Event, EventGame
from gateway.event.event_charts import EventChart
from gateway.forms.form_request import when
from gateway.model.instants import Instant
from gateway.model.messages import Argument, Message
from gateway.model.pairings import PairingId, RoundNumber
from gateway.model.persons import Person
from gateway.model.sides import Side
from gateway.relay.web.html_tags import Html, join, tag
from gateway.texts.catalogue import Catalogue
from gateway.tournament.crosstable import PairingNumber, RoundScore
from gateway.tournament.standings.explained import written

__all__ = ["PageWriter", "details_of", "game_result", "heading", "name_of", "points_text"]

_BYES = {
    RoundScore.PAIRING_BYE: "page.tournament_bye",
    RoundScore.FULL_BYE: "page.tournament_bye_full",
    RoundScore.HALF_BYE: "page.tournament_bye_half",
    RoundScore.ZERO_BYE: "page.tournament_bye_none",
}
_MARKS = {
    RoundScore.WIN: "1",
    RoundScore.UNRATED_WIN: "1",
    RoundScore.DRAW: "½",
    RoundScore.UNRATED_DRAW: "½",
    RoundScore.LOSS: "0",
    RoundScore.UNRATED_LOSS: "0",
    RoundScore.FORFEIT_WIN: "+",
    RoundScore.FORFEIT_LOSS: "−",
}


class PageWriter(msgspec.Struct, frozen=True, kw_only=True):
    """The language, the event, and where links lead."""

    texts: Catalogue
    event: Event
    games: Mapping[PairingId, str] = {}
    """The ids of games that are or were on tables."""
    prefix: str = ""
    """Before the address of every page of the tournament: `/embed` inside another site's."""
    kept: tuple[tuple[str, str], ...] = ()
    """What every link takes along: whose hall is shown, and the language that was asked for."""
    find: str = ""
    """What the reader looks for; rows without it are hidden."""
    zone: tzinfo = UTC

    def text(self, key: str, /, **args: Argument) -> str:
        """The words of a key."""
        return self.texts.text(key, **args)

    def render(self, message: Message) -> str:
        """The words of a message."""
        return self.texts.render(message)

    def href(self, path: str, anchor: str = "", **more: str) -> str:
        """The address of a page of the tournament: `rounds/3`."""
        query = urlencode([*self.kept, *more.items()])
        whole = f"{self.prefix}/tournament/{path}".rstrip("/")
        return whole + (f"?{query}" if query else "") + (f"#{quote(anchor)}" if anchor else "")

    def outside(self, path: str) -> str:
        """The address of a page that is not of the tournament, in the same hall."""
        query = urlencode(self.kept)
        return f"{path}?{query}" if query else path

    # Small parts ----------------------------------------------------------------------------------------------------

    def player(self, number: PairingNumber, *more: str | int | None) -> Html:
        """A player's name, which leads to his page, and what else is to be known."""
        entrant = self.event.entrant(number)
        link = tag("a", name_of(entrant.person), href=self.href(f"players/{number}"), class_="name", dir="auto")
        about = " · ".join(str(each) for each in more if each not in (None, ""))
        return join((link, tag("small", about, class_="muted") if about else None))

    def game_link(self, pairing: PairingId, words: str, **attributes: str) -> Html:
        """Words that lead to the game of a pairing, where it is or was on a table."""
        game = self.games.get(pairing)
        if game is None:
            return tag("span", words, **attributes)
        target = "_blank" if self.prefix else None
        return tag("a", words, href=self.outside(f"/games/{game}"), target=target, **attributes)

    def why(self, number: RoundNumber, game: EventGame, side: Side = Side.WHITE) -> Html:
        """A sign that leads to why a game is paired so."""
        href = self.href(f"rounds/{number}/players/{game.players[side]}")
        label = self.text("page.tournament_why_of", game=game.id)
        return tag("a", "?", href=href, class_="why", data_dialog="story", aria_label=label)

    def bye(self, score: RoundScore) -> str:
        """What somebody has instead of a game."""
        return self.text(_BYES[score])

    def mark(self, score: RoundScore | None) -> str:
        """A result from one side: `1`, `½`, `0`, `+`; of a bye its words; nothing where there is none yet."""
        if score is None:
            return ""
        return _MARKS.get(score) or self.bye(score)

    def time(self, instant: Instant) -> Html:
        """A time of day at the event's place."""
        return tag("time", when(instant, self.zone))

    def searched(self, *values: str | int | None) -> dict[str, str | bool]:
        """The attributes of a row that can be looked for by these."""
        words = " ".join(str(value) for value in values if value not in (None, "")).casefold()
        return {"data_find": words, "hidden": bool(self.find) and self.find.casefold() not in words}

    def search(self, key: str, path: str, **more: str) -> Html:
        """A field to look for somebody; without scripts by its button."""
        label = self.text(key)
        hidden = [tag("input", type="hidden", name=name, value=value) for name, value in (*self.kept, *more.items())]
        field = tag("input", type="search", name="find", value=self.find, placeholder=label, aria_label=label,
                    class_="search", autocomplete="off")  # fmt: skip
        button = tag("button", self.text("tournament_page.find"), type="submit")
        nobody = tag("p", self.text("tournament_page.nobody_found"), class_="muted nobody", role="status", hidden=True)
        form = tag("form", field, *hidden, button, role="search", class_="find", action=self.href(path).split("?")[0])
        return join((form, nobody))

    def choice(self, label: str, chips: Iterable[tuple[str, str, bool]]) -> Html:
        """Links of which one is where we are: (words, address, whether we are there)."""
        links = [tag("a", words, href=href, aria_current="page" if here else None) for words, href, here in chips]
        return tag("nav", *links, class_="chips", aria_label=label)

    def downloads(self, *files: tuple[str, str]) -> Html:
        """Links to files, (name, address)."""
        links = [tag("a", name, href=self.outside(path), download=True) for name, path in files]
        return tag("p", tag("span", self.text("tournament_page.files")), *links, class_="downloads")


def game_result(page: PageWriter, game: EventGame, words: str = "") -> Html:
    """The result of a game, or how far it is; `words`: the result as it is to be written."""
    counted = page.event.counted(game)
    if game.adjourned:
        return page.game_link(game.id, page.text("page.tournament_adjourned"))
    if counted is not None:
        return page.game_link(game.id, words or str(counted), class_="score")
    return page.game_link(game.id, page.text("tournament_page.on_the_board") if game.id in page.games else "–")


def heading(page: PageWriter, charts: Sequence[EventChart], chart: EventChart) -> Html | None:
    """The name of a stage and a group, where there are several."""
    if len(charts) < 2:
        return None
    stage = chart.stage_name or (
        page.text("tournament_page.stage", n=chart.stage) if len(page.event.stages) > 1 else ""
    )
    group = page.text("tournament_page.group", name=chart.group) if chart.group else ""
    return tag("h2", " · ".join(filter(None, (stage, group))))


def name_of(person: Person) -> str:
    """A person's name with the title."""
    return " ".join(filter(None, (person.title, person.name)))


def details_of(person: Person) -> tuple[str | int | None, ...]:
    """What else the event knows of a person."""
    return person.rating, person.federation, person.club


def points_text(value: Fraction) -> str:
    """Points as people write them: `2½`."""
    whole, half = divmod(value, 1)
    return f"{whole or ''}½" if half == Fraction(1, 2) else written(value)
