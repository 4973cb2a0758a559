"""Citing a rule of play: a game names the rule, and the book that it is played by has the article."""

from __future__ import annotations

from gateway.model.errors import GameError, IllegalMove
from gateway.model.messages import Argument, Message, message
from gateway.model.play_rules import PlayRule

from .rulebook import Rulebook

__all__ = ["cite_rules", "refusal_article"]


def cite_rules(told: Message, book: Rulebook) -> Message:
    """The message with the book's article wherever it names a rule of play."""
    args = {name: _cited(value, book) for name, value in told.args.items()}
    if told.key == IllegalMove.KEY:
        article = book.article(PlayRule(str(args.pop("rule"))))
        if article:
            return Message("illegal.by_article", {"article": article, **args})
        return message("illegal.by_rule", rule=str(told.args["rule"]), why=args["why"])
    return Message(told.key, args)


def _cited(value: Argument, book: Rulebook) -> Argument:
    if isinstance(value, Message):
        return cite_rules(value, book)
    if isinstance(value, tuple):
        return tuple(cite_rules(each, book) if isinstance(each, Message) else each for each in value)
    return value


def refusal_article(error: GameError, book: Rulebook) -> str:
    """The article that a refused move goes against; empty where it is no move at all."""
    return book.article(error.rule) if isinstance(error, IllegalMove) else ""
