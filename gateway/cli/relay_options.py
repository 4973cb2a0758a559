"""Options of commands that speak to a relay: the link by which somebody signs in, and the authority of the hall."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

__all__ = ["HallAuthority", "SignInLink"]

SignInLink = Annotated[
    str,
    typer.Option("--relay", "-r", envvar="FLAGFALL_LINK", help="Your sign-in link: https://host:8443/sign-in/KEY."),
]
HallAuthority = Annotated[
    Path | None, typer.Option("--ca", help="The certificate of the hall's authority, for a link with https://.")
]
