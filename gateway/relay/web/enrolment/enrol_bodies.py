"""The bodies of enrolment: what a device sends and is given, and what arbiters see of those who want to join."""

from __future__ import annotations

from typing import Annotated

import msgspec

__all__ = [
    "AdmissionBody",
    "ClaimBody",
    "ClaimForBody",
    "DecisionBody",
    "EnrolBody",
    "EnrolledBody",
    "JoinBody",
    "JoinTicketBody",
    "JoiningBody",
    "OpenDoorBody",
    "RenewBody",
    "TellBody",
]

_Pem = Annotated[str, msgspec.Meta(max_length=4000)]
_Name = Annotated[str, msgspec.Meta(pattern=r"^[a-z0-9_-]{1,64}$")]
_Hex = Annotated[str, msgspec.Meta(pattern=r"^([0-9a-f]{2}){16,100}$", max_length=200)]


class EnrolBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A claim, and the request for the certificate that it buys."""

    word: Annotated[str, msgspec.Meta(min_length=16, max_length=16)]
    request: _Pem


class RenewBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An old certificate, the request for a new one, and that request signed with the key of the old one."""

    certificate: _Pem
    request: _Pem
    signature: _Hex


class EnrolledBody(msgspec.Struct, frozen=True):
    """The certificate of a party, and what it must know to use it."""

    name: str
    event: str
    certificate: str
    authority: str
    brokers: list[str]


class JoinBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A device that asks to be let in without a claim; it commits itself to a number."""

    name: _Name
    request: _Pem
    commitment: _Hex


class JoinTicketBody(msgspec.Struct, frozen=True):
    """The relay's number, and the authority: with these the device knows the word to compare."""

    ticket: str
    nonce: str
    authority: str


class TellBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The number that the device has committed itself to."""

    nonce: _Hex


class AdmissionBody(msgspec.Struct, frozen=True):
    """The state of an application; the certificate once the device is let in."""

    state: str
    enrolled: EnrolledBody | None = None


class JoiningBody(msgspec.Struct, frozen=True):
    """The door for tables without a claim, as arbiters see it."""

    until: int
    """When it closes, in milliseconds since 1970; 0 while it is closed."""
    waiting: list[dict[str, str | bool]]
    """`ticket`, `name`, `word` to compare, and whether it `replaces` a table that is enrolled already."""


class OpenDoorBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The time for which tables may ask to be let in; 0 closes the door."""

    minutes: Annotated[int, msgspec.Meta(ge=0, le=15)]


class DecisionBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Whether the words were alike."""

    admit: bool


class ClaimForBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The table that a claim is for."""

    name: _Name


class ClaimBody(msgspec.Struct, frozen=True):
    """A claim: for one certificate, within an hour."""

    claim: str
    """For `flagfall enrol CLAIM`."""
    svg: str
    """The same as a QR code."""
