"""Ports that programs of ours listen on stay theirs while they are away."""

from __future__ import annotations

from pathlib import Path

import pytest

from gateway.runtime.free_ports import any_port

_GIVEN_TO_OUTGOING = Path("/proc/sys/net/ipv4/ip_local_port_range")


@pytest.mark.skipif(not _GIVEN_TO_OUTGOING.exists(), reason="Linux says which ports it gives to outgoing connections")
def test_no_outgoing_connection_takes_the_port_while_its_server_is_away() -> None:
    first = int(_GIVEN_TO_OUTGOING.read_text(encoding="ascii").split()[0])
    assert all(any_port() < first for _ in range(50))


def test_no_port_is_given_twice_in_a_row() -> None:
    ports = [any_port() for _ in range(50)]
    assert len(set(ports)) == len(ports)
