"""`flagfall delay`: how far behind the hall the public and the screens are."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.console import Console

from gateway.clock.control_notation import format_time
from gateway.model.instants import Millis
from gateway.relay.hall.late_time import parse_delay
from gateway.runtime.relay_client import RelayClient

from .relay_options import HallAuthority, SignInLink

__all__ = ["delay"]


def delay(
    relay: SignInLink,
    public: Annotated[str, typer.Option(help="For whoever has not signed in: 15m, 90s, 1h30m; 0 for none.")] = "",
    screens: Annotated[str, typer.Option(help="For the screens in the hall.")] = "",
    ca: HallAuthority = None,
) -> None:
    """Show how far behind the hall each audience is, or set it.

    Moves, clocks, results, pairings and downloads come later together. With a longer delay, what is shown stands still
    until the hall is that far ahead; a shorter one shows what is due at once, in order. It holds until it is changed.
    """
    wanted = {name: parse_delay(text) for name, text in (("public", public), ("screens", screens)) if text}
    with RelayClient(relay, ca) as client:
        found = client.set_delays(wanted) if wanted else client.delays()
    console = Console(highlight=False)
    for name, how in found.items():
        stands = " (stands still until the hall is that far ahead)" if how["stands_until"] else ""
        console.print(f"{name}: {format_time(Millis(how['delay'])) if how['delay'] else 'no delay'}{stands}")
