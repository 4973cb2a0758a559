"""The check of a broker that is there: does it let in the right ones only, and do what the hall needs of it?

It is asked as a client asks, and judged by what is delivered: a broker acknowledges what it drops.
"""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import NamedTuple

import aiomqtt

from .addresses import BrokerAddress, Brokers, is_loopback
from .broker_client import BrokerClient
from .refusals import objection
from .topics import COMMANDS, Address

__all__ = ["CheckedPoint", "check_broker"]

_PATIENCE_S = 3.0
_LARGE = 256 * 1024
"""A record's line and a table's state are smaller than this."""


class CheckedPoint(NamedTuple):
    """One thing that was looked at."""

    good: bool
    sentence: str


async def check_broker(brokers: Brokers, event: str) -> list[CheckedPoint]:
    """Look at the first of the addresses, with the relay's certificate where the broker asks for one."""
    address = brokers.addresses[0]
    findings = [await _anonymous(address, brokers)]
    # No table has this name; commands are what a relay may write, and nobody else reads.
    where = COMMANDS.of(Address(event, "flagfall-check"))
    try:
        async with _client(address, brokers) as client:
            findings.append(CheckedPoint(True, "It lets us in."))
            findings += await _carries(client, where)
    except aiomqtt.MqttError as error:
        why = address.encrypted and await objection(address, brokers.credentials)
        findings.append(CheckedPoint(False, f"It does not let us in, or cuts us off: {why or error}."))
        return findings
    findings.append(await _retains(address, brokers, where))
    return findings


async def _anonymous(address: BrokerAddress, brokers: Brokers) -> CheckedPoint:
    stranger = brokers._replace(credentials=brokers.credentials._replace(certificate=None, key=None))
    nobody = BrokerAddress(address.host, address.port, address.encrypted)
    try:
        async with _client(nobody, stranger):
            pass
    except (aiomqtt.MqttError, ssl.SSLError):
        return CheckedPoint(True, "Without a certificate or a password nobody is let in.")
    if is_loopback(address.host):
        return CheckedPoint(
            True, "Anonymous clients are allowed: good only while nothing but this computer reaches it."
        )
    return CheckedPoint(False, "Anonymous clients are allowed: anybody on the network can be chief arbiter.")


async def _carries(client: BrokerClient, where: str) -> list[CheckedPoint]:
    await client.subscribe(where, qos=1)
    findings: list[CheckedPoint] = []
    for payload, what in ((b"small", "Messages"), (b"." * _LARGE, f"Messages of {_LARGE // 1024} kB")):
        await client.publish(where, payload, qos=1)
        if not (good := await _arrives(client, payload)):
            findings.append(
                CheckedPoint(False, f"{what} are acknowledged and not delivered: has this certificate the rights?")
            )
        else:
            findings.append(CheckedPoint(good, f"{what} are delivered."))
    return findings


async def _retains(address: BrokerAddress, brokers: Brokers, where: str) -> CheckedPoint:
    try:
        async with _client(address, brokers) as client:
            await client.publish(where, b"kept", qos=1, retain=True)
        async with _client(address, brokers) as client:
            await client.subscribe(where, qos=1)
            kept = await _arrives(client, b"kept")
            await client.publish(where, b"", qos=1, retain=True)
    except aiomqtt.MqttError:  # some cut whoever asks for it
        kept = False
    if kept:
        return CheckedPoint(True, "It retains messages for newcomers.")
    return CheckedPoint(False, "It cannot retain messages: whoever comes late sees no table. Allow retained messages.")


async def _arrives(client: BrokerClient, payload: bytes) -> bool:
    try:
        async with asyncio.timeout(_PATIENCE_S):
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
