"""The language in which a command speaks."""

from __future__ import annotations

from typing import Annotated

import typer

from gateway.texts.catalogue import Catalogue
from gateway.texts.library import LANGUAGE_VARIABLE, Library, spoken_here

__all__ = ["Language", "catalogue"]

Language = Annotated[
    str,
    typer.Option(
        "--language",
        envvar=LANGUAGE_VARIABLE,
        help="The language of the output, such as zh. The default is that of the system, or English.",
    ),
]


def catalogue(language: str = "") -> Catalogue:
    """The catalogue of a language, or of the one that the environment asks for."""
    return Library.load().find(language, *spoken_here())
