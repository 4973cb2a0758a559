"""`flagfall archive`: every game of an event in one signed bundle, and whether a bundle is as it was signed."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from gateway.runtime.archiving import make_archive, verify_archive
from gateway.runtime.settings import RelaySettings

__all__ = ["archive"]

archive = typer.Typer(
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    help="Make the archive of an event (records, game files, checksums, signed), or verify one.",
)


@archive.command()
def make(
    settings: Annotated[Path, typer.Argument(help="The relay's settings.", exists=True, dir_okay=False)],
    out: Annotated[Path | None, typer.Option("--out", "-o", help="The file to write; else EVENT.zip here.")] = None,
) -> None:
    """Write what was public of every game into one signed bundle, while the relay runs or after it."""
    relay = RelaySettings.from_file(settings)
    out = out or Path(f"{relay.event}.zip")
    made = make_archive(relay, out)
    whose = "the hall's authority" if made.by_authority else "a key made for archives of this relay"
    print(f"{out}: {made.games} games in {made.files} files, signed by {whose}.")
    print(f"Publish the key's fingerprint beside it: {made.signer}")


@archive.command()
def verify(
    file: Annotated[Path, typer.Argument(help="An archive.", exists=True, dir_okay=False)],
    signer: Annotated[
        Path | None, typer.Option(help="The authority's certificate or the public key that must have signed it.")
    ] = None,
) -> None:
    """Check every file of an archive by its checksum, and the signature over these."""
    bundle, fingerprint = verify_archive(file, signer)
    print(f"{file} is whole: {len(bundle.files)} files as they were signed.")
    told = "as it must be" if signer is not None else "compare it with what the organiser has published"
    print(f"The key: {fingerprint} ({told}).")
