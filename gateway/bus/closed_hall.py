"""A closed hall: what a broker must know to let in nobody but the parties of the hall's authority."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from gateway.authority.authority_folder import AuthorityFolder
from gateway.authority.register import Party, PartyKind
from gateway.model.errors import BusError

__all__ = ["BROKER", "ClosedHall"]

BROKER = "broker"
"""The name of the broker of a hall that has one."""


class ClosedHall(NamedTuple):
    """The files of a broker, and its users."""

    authority: Path
    certificate: Path
    key: Path
    revoked: Path
    parties: tuple[Party, ...]
    cluster_key: str

    @classmethod
    def of(cls, folder: AuthorityFolder, name: str = BROKER) -> ClosedHall:
        """As the authority has it now; `name` is the broker's."""
        register, folder_path = folder.register(), folder.path.absolute()
        if register.find(name).kind is not PartyKind.BROKER or not folder.key_of(name).exists():
            raise BusError(f"{name} has no certificate of a broker: flagfall authority issue {name} --kind broker ...")
        here = AuthorityFolder(folder_path)
        users = tuple(party for _, party in sorted(register.parties.items()) if party.kind is not PartyKind.BROKER)
        return cls(
            here.certificate, here.certificate_of(name), here.key_of(name), here.revoked, users, register.cluster_key
        )
