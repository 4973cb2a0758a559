"""The check of a broker that is there: does it let in the right ones only, and do what the hall needs of it?

It is asked as a client asks, and judged by what is delivered: a broker acknowledges what it drops.
"""

from __future__ import annotations

import asyncio
import enum
import ssl
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import NamedTuple

import aiomqtt

from .addresses import BrokerAddress, Brokers, is_loopback
from .broker_client import BrokerClient
from .refusals import objection
from .topics import COMMANDS, Address

__all__ = ["BrokerPoint", "CheckedPoint", "check_anonymous", "check_broker"]

_PATIENCE_S = 5.0
_ASKED = 3
"""How often what is retained is asked for: some keep it a moment after they have acknowledged it."""
_LARGE = 256 * 1024
"""A record's line and a table's state are smaller than this."""


class BrokerPoint(enum.StrEnum):
    """A point that is looked at."""

    CLOSED = "closed"
    LETS_IN = "lets in"
    DELIVERED = "delivered"
    LARGE = "large"
    RETAINED = "retained"


class CheckedPoint(NamedTuple):
    """One thing that was looked at."""

    kind: BrokerPoint
    good: bool
    sentence: str


async def check_broker(brokers: Brokers, event: str) -> list[CheckedPoint]:
    """Look at the first of the addresses, with the relay's certificate where the broker asks for one."""
    address = brokers.addresses[0]
    if (nobody := await _nobody_there(address)) is not None:
        return [nobody]
    findings = [await check_anonymous(address, brokers)]
    # No table has this name; commands are what a relay may write, and nobody else reads.
    where = COMMANDS.of(Address(event, "flagfall-check"))
    try:
        async with _client(address, brokers) as client:
            findings.append(CheckedPoint(BrokerPoint.LETS_IN, True, "It lets us in."))
            findings += await _carries(client, where)
    except aiomqtt.MqttError as error:
        why = address.encrypted and await objection(address, brokers.credentials)
        findings.append(
            CheckedPoint(BrokerPoint.LETS_IN, False, f"It does not let us in, or cuts us off: {why or error}.")
        )
        return findings
    findings.append(await _retains(address, brokers, where))
    return findings


async def _nobody_there(address: BrokerAddress) -> CheckedPoint | None:
    """That nothing can be said of a broker, since there is none."""
    try:
        async with asyncio.timeout(_PATIENCE_S):
            _, writer = await asyncio.open_connection(address.host, address.port)
    except (OSError, TimeoutError) as error:
        why = str(error) or "no answer"
        sentence = f"Nobody listens at {address} ({why}): does the broker run, and is that its address?"
        return CheckedPoint(BrokerPoint.LETS_IN, False, sentence)
    writer.close()
    return None


async def check_anonymous(address: BrokerAddress, brokers: Brokers) -> CheckedPoint:
    """Whether a broker lets in whoever comes."""
    stranger = brokers._replace(credentials=brokers.credentials._replace(certificate=None, key=None))
    nobody = BrokerAddress(address.host, address.port, address.encrypted)
    try:
        async with _client(nobody, stranger):
            pass
    except (aiomqtt.MqttError, ssl.SSLError):
        return CheckedPoint(BrokerPoint.CLOSED, True, "Without a certificate or a password nobody is let in.")
    if is_loopback(address.host) and not address.encrypted:
        return CheckedPoint(
            BrokerPoint.CLOSED,
            True,
            "Anonymous clients are allowed: good only while nothing but this computer reaches it.",
        )
    return CheckedPoint(
        BrokerPoint.CLOSED, False, "Anonymous clients are allowed: anybody on the network can be chief arbiter."
    )


async def _carries(client: BrokerClient, where: str) -> list[CheckedPoint]:
    await client.subscribe(where, qos=1)
    findings: list[CheckedPoint] = []
    sizes = (
        (BrokerPoint.DELIVERED, b"small", "Messages"),
        (BrokerPoint.LARGE, b"." * _LARGE, f"Messages of {_LARGE // 1024} kB"),
    )
    for kind, payload, what in sizes:
        await client.publish(where, payload, qos=1)
        if not (good := await _arrives(client, payload)):
            findings.append(
                CheckedPoint(
                    kind, False, f"{what} are acknowledged and not delivered: has this certificate the rights?"
                )
            )
        else:
            findings.append(CheckedPoint(kind, good, f"{what} are delivered."))
    return findings


async def _retains(address: BrokerAddress, brokers: Brokers, where: str) -> CheckedPoint:
    try:
        async with _client(address, brokers) as client:
            await client.publish(where, b"kept", qos=1, retain=True)
        async with _client(address, brokers) as client:
            kept = False
            for _ in range(_ASKED):
                await client.subscribe(where, qos=1)
                if kept := await _arrives(client, b"kept", _PATIENCE_S / _ASKED):
                    break
            await client.publish(where, b"", qos=1, retain=True)
    except aiomqtt.MqttError:  # some cut whoever asks for it
        kept = False
    if kept:
        return CheckedPoint(BrokerPoint.RETAINED, True, "It retains messages for newcomers.")
    return CheckedPoint(
        BrokerPoint.RETAINED,
        False,
        "It cannot retain messages: whoever comes late sees no table. Allow retained messages.",
    )


async def _arrives(client: BrokerClient, payload: bytes, patience_s: float = _PATIENCE_S) -> bool:
    try:
        async with asyncio.timeout(patience_s):
            async for message in client.messages:
                if message.payload == payload:
                    return True
    except TimeoutError:
        pass
    return False


@asynccontextmanager
async def _client(address: BrokerAddress, brokers: Brokers) -> AsyncIterator[BrokerClient]:
    client = BrokerClient.to(address, brokers.credentials, "flagfall-check", timeout=_PATIENCE_S)
    async with client:
        yield client
