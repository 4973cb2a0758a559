"""The broker as a table or the relay uses it: is it there, does it let us in, does it do what the hall needs?"""

from __future__ import annotations

import asyncio
import contextlib
import socket
from collections.abc import AsyncIterator

import aiomqtt

from gateway.bus import topics
from gateway.bus.addresses import BrokerAddress, Brokers
from gateway.bus.broker_check import BrokerPoint, check_anonymous, check_broker
from gateway.bus.broker_client import BrokerClient
from gateway.bus.refusals import objection
from gateway.bus.topics import Address
from gateway.model.errors import BusError
from gateway.model.messages import message

from .diagnoses import Diagnosis

__all__ = ["check_broker_of"]

_PATIENCE_S = 4.0


async def check_broker_of(brokers: Brokers, event: str, table: str = "") -> AsyncIterator[Diagnosis]:
    """The brokers of a table; without one, of the relay of the event."""
    for address in brokers.addresses:
        async for finding in _reach(address):
            yield finding
            break
        else:
            async for finding in _use(brokers._replace(addresses=[address]), event, table):
                yield finding


async def _reach(address: BrokerAddress) -> AsyncIterator[Diagnosis]:
    where = str(address)
    try:
        async with asyncio.timeout(_PATIENCE_S):
            _, writer = await asyncio.open_connection(address.host, address.port)
    except socket.gaierror:
        yield Diagnosis.trouble(
            message("doctor.broker_unnamed", where=where, host=address.host),
            message("doctor.broker_unnamed.do", host=address.host, command=f"ping {address.host}"),
        )
    except ConnectionRefusedError:
        yield Diagnosis.trouble(
            message("doctor.broker_down", where=where),
            message("doctor.broker_down.do", command="systemctl status flagfall-broker"),
        )
    except (OSError, TimeoutError):
        yield Diagnosis.trouble(
            message("doctor.broker_unreachable", where=where),
            message("doctor.broker_unreachable.do", command="nmcli device status"),
        )
    else:
        writer.close()
        with contextlib.suppress(OSError):
            await writer.wait_closed()


async def _use(brokers: Brokers, event: str, table: str) -> AsyncIterator[Diagnosis]:
    (address,) = brokers.addresses
    where = str(address)
    if address.encrypted and (why := await objection(address, brokers.credentials)):
        yield Diagnosis.trouble(
            message("doctor.broker_distrust", where=where, why=why),
            message("doctor.broker_distrust.do", command="flagfall enrol"),
        )
        return
    if address.encrypted and not (await check_anonymous(address, brokers)).good:
        yield Diagnosis.trouble(
            message("doctor.broker_open", where=where),
            message("doctor.broker_open.do", command="flagfall broker permissions"),
        )
    try:
        allowed = await _subscribes(brokers, address, event, table)
    except (aiomqtt.MqttError, BusError):
        yield Diagnosis.trouble(
            message("doctor.broker_refuses", where=where),
            message("doctor.broker_refuses.do", command="flagfall authority list"),
        )
        return
    if not allowed:
        yield Diagnosis.trouble(
            message("doctor.broker_no_rights", where=where, event=event, table=table or "relay"),
            message("doctor.broker_no_rights.do", command="flagfall authority list"),
        )
    elif not table or not address.encrypted:  # a table of a closed hall may not write what would be needed to try it
        lacking = {point.kind for point in await check_broker(brokers, event) if not point.good}
        if BrokerPoint.RETAINED in lacking:
            yield Diagnosis.trouble(message("doctor.broker_forgets", where=where), message("doctor.broker_forgets.do"))
        if lacking & {BrokerPoint.DELIVERED, BrokerPoint.LARGE, BrokerPoint.LETS_IN}:  # we were let in, and are cut off
            yield Diagnosis.trouble(message("doctor.broker_drops", where=where), message("doctor.broker_drops.do"))


async def _subscribes(brokers: Brokers, address: BrokerAddress, event: str, table: str) -> bool:
    """Whether we may hear what we must; raises if we are not let in."""
    wanted = topics.COMMANDS.of(Address(event, table)) if table else topics.STATE.of_all(event)
    name = f"flagfall-doctor-{event}-{table or 'relay'}"
    async with BrokerClient.to(address, brokers.credentials, name, timeout=_PATIENCE_S) as client:
        granted = await client.subscribe(wanted, qos=1)
    return not any(code.is_failure for code in granted if not isinstance(code, int))
