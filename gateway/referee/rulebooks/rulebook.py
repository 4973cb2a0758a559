"""One rulebook: which texts a game is played by, and which of their articles decide what.

An empty citation means that the texts do not have the rule, as in its groups of rules (`rules.py`).
"""

from __future__ import annotations

from importlib import import_module

import msgspec

from gateway.clock.classes import Pace
from gateway.model.messages import Message
from gateway.model.play_rules import PlayRule
from gateway.model.results import Result
from gateway.model.sides import BySide, Side
from gateway.referee.options import Mode, Supervision
from gateway.referee.penalties import Penalty
from gateway.referee.roles import ANY_ARBITER

from .book import Article, Text
from .rules import (
    AdjournmentRules,
    AppealRules,
    Authority,
    ClockRules,
    ColourRules,
    ComplaintRules,
    DrawRules,
    OffenceRules,
    OpenPoint,
)

__all__ = ["Rulebook"]


class Rulebook(msgspec.Struct, frozen=True, kw_only=True):
    """One game and pace, by one edition of the text."""

    name: str
    games: tuple[str, ...]
    """The names of the games it is for."""
    pace: Pace
    classes: str = ""
    """The name of its pace classes in `gateway.clock.classes`; empty if its pace is not defined by the control."""
    pace_article: str = ""
    """The definition of its pace; empty to cite the class that a control is found to be of."""
    edition: str
    """Which edition of the catalogues names the printed text."""
    texts: tuple[str, ...]
    """Where its texts are, as `module:attribute`; loaded when they are asked for. The first amends the later ones."""
    amended: tuple[Article, ...] = ()
    """Articles that this book treats otherwise than its texts do."""
    draws: DrawRules
    clock: ClockRules
    offences: OffenceRules = OffenceRules()
    colours: ColourRules = ColourRules()
    complaints: ComplaintRules = ComplaintRules()
    adjournment: AdjournmentRules | None = None
    """The adjournment procedure, where the text has one."""
    resign: str
    resign_no_mate: str = ""
    """Resignation draws if the opponent could never win (FIDE 5.1.2)."""
    points_limit: str = ""
    """By which both scores together stay within a game's maximum (FIDE 10.2)."""
    points: tuple[str, str] = ("1", "½")
    """What a win and a draw count, as players write it."""
    wins: Mode = Mode.AUTOMATIC
    """Fives and forbidden moves."""
    win_claim: str = ""
    """By which a five is claimed, and a wrong claim refused."""
    foul_claim: str = ""
    """By which the claim of a forbidden move is refused where there is none, if that is another article."""
    win_claim_in_time: bool = False
    """Whose own time has run out claims nothing any more (RIF 9.6)."""
    wrong_claims: str = ""
    """By which repeated wrong claims are put to the arbiter."""
    win_prevails: str = ""
    """A five beats a forbidden shape of the same stone."""
    foul_allowed: str = ""
    """By which a double three is allowed, where that is an article of its own."""
    foul_after_five: str = ""
    """A forbidden move wins in spite of an earlier five that was not claimed, where that is an article of its own."""
    overline_later: str = ""
    """An overline is claimed after play has gone on, where that is an article of its own."""
    foul_lapsed: str = ""
    foul_lapses_by_pass: bool = False
    """Who passes plays on, and so loses the claim of a forbidden move; otherwise only the next stone does."""
    let_go: str = ""
    """When a stone is moved; by it a change before the press is put to the arbiter where the event says so."""
    pass_from: int = 0
    """How many stones lie before the first pass; 0: as the game has it."""
    supervision: Supervision = Supervision.FULL
    opening: str = ""
    """The opening protocol unless the event sets another."""
    event_penalties: bool = False
    """The text has penalties that the event carries out: points, fines, exclusion (FIDE 12.9)."""
    authority: dict[Penalty, Authority] = {}
    reserved: dict[str, Authority] = {}
    """Articles under which, or under whose paragraphs, not every arbiter sets a result or a position, and who does."""
    chief_only: str = ""
    """By which only the chief changes what stands: results of ended games, rulings of others."""
    appeals: AppealRules | None = None
    """The appeal procedure, where the text has one."""
    play: dict[PlayRule, str]
    """The article of each rule of play that the book's games name."""
    openings: dict[str, str] = {}
    """The article of each opening protocol."""
    open_points: tuple[OpenPoint, ...] = ()
    """What the texts leave to the event."""
    presets: dict[str, str] = {}
    """Citations of preset time controls, and the article that this book lists for them."""

    @property
    def title(self) -> Message:
        """What it is called."""
        return Message(f"rulebook.{self.name}")

    @property
    def printed(self) -> Message:
        """The text it follows, as printed."""
        return Message(f"edition.{self.edition}")

    @property
    def flag(self) -> str:
        """The article by which a fallen flag ends the game."""
        return self.clock.flag

    @property
    def call_arbiter(self) -> str:
        """The article that lets the clocks be stopped while the arbiter deals with something."""
        return self.clock.pause or self.clock.stop

    def score(self, result: Result, lost: Side | None = None) -> BySide[str]:
        """Each side's points for a result; a side that was ruled lost after a draw has none."""
        win, draw = self.points
        if result is Result.DRAW:
            return BySide("0" if lost is Side.WHITE else draw, "0" if lost is Side.BLACK else draw)
        return BySide(win if result is Result.WHITE else "0", win if result is Result.BLACK else "0")

    def article(self, rule: PlayRule) -> str:
        """The article of a rule of play; empty if the texts do not have it."""
        return self.play.get(rule, "")

    def may_impose(self, penalty: Penalty) -> Authority:
        """Who may impose a penalty; any arbiter where the text does not say."""
        return self.authority.get(penalty, Authority(ANY_ARBITER, ""))

    def may_rule_under(self, cite: str) -> Authority | None:
        """Who may set a result or a position under an article; None if any arbiter may."""
        direct = next((article.direct for article in self.articles() if article.cite == cite), None)
        if direct in {Penalty.LOSS, Penalty.DOUBLE_LOSS}:
            return self.authority.get(direct)
        return next(
            (authority for own, authority in self.reserved.items() if cite == own or cite.startswith(f"{own}.")), None
        )

    def load_texts(self) -> tuple[Text, ...]:
        """The texts; they are imported now."""
        found = []
        for place in self.texts:
            module, attribute = place.split(":")
            text = getattr(import_module(module), attribute)
            if not isinstance(text, Text):
                raise TypeError(f"{place} is not a Text")
            found.append(text)
        return tuple(found)

    def articles(self) -> tuple[Article, ...]:
        """Every article of its texts, as this book treats it."""
        own = {article.cite: article for article in self.amended}
        return tuple(own.get(article.cite, article) for text in self.load_texts() for article in text.articles)

    def has_article(self, cite: str) -> bool:
        """Whether its texts have the article."""
        return any(article.cite == cite for article in self.articles())
