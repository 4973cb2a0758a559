"""A socket that reads ahead: messages are taken whole, whatever the pieces in which they come."""

from __future__ import annotations

import socket
import ssl
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gateway.authority.authority_folder import AuthorityFolder
from gateway.authority.register import PartyKind
from gateway.bus.batched_socket import BatchedSocket, Publish
from gateway.bus.batched_socket import packet as packed


def packet(topic: str, payload: bytes, packet_id: bytes, retained: bool) -> bytes:
    name = topic.encode()
    body = len(name).to_bytes(2, "big") + name + packet_id + payload
    length, rest = b"", len(body)
    while True:
        rest, digit = divmod(rest, 128)
        length += bytes([digit | (0x80 if rest else 0)])
        if not rest:
            break
    return bytes([0x30 | (0x02 if packet_id else 0) | retained]) + length + body


publishes = st.builds(
    Publish,
    st.text("ab/", min_size=1, max_size=20),
    st.binary(max_size=300),
    st.booleans(),
    st.just(b"") | st.binary(min_size=2, max_size=2),
)


@given(st.lists(publishes, max_size=8), st.lists(st.integers(1, 400), max_size=20))
def test_messages_are_taken_whole_whatever_the_pieces(sent: list[Publish], cuts: list[int]) -> None:
    ours, theirs = socket.socketpair()
    with ours, theirs:
        ours.setblocking(False)
        batched, found = BatchedSocket(ours), list[Publish]()
        data = b"".join(packet(each.topic, each.payload, each.packet_id, each.retained) for each in sent)
        for cut in [*cuts, len(data)]:
            piece, data = data[:cut], data[cut:]
            if not piece:
                continue
            theirs.sendall(piece)
            assert batched.read_ahead()
            while (each := batched.publish()) is not None:
                found.append(each)
        assert found == sent
        assert batched.pending() == 0
        assert not batched.read_ahead()


def test_what_is_no_message_is_left_to_whoever_reads() -> None:
    ours, theirs = socket.socketpair()
    with ours, theirs:
        ours.setblocking(False)
        batched = BatchedSocket(ours)
        theirs.sendall(b"\x40\x02\x00\x07" + packet("t", b"x", b"\x00\x01", False) + b"\x34\x05\x00\x01t\x00\x01")
        assert batched.read_ahead()
        assert batched.publish() is None
        assert batched.recv(4) == b"\x40\x02\x00\x07"
        assert batched.publish() == ("t", b"x", False, b"\x00\x01")
        assert batched.publish() is None  # to be had exactly once
        assert batched.recv(100) == b"\x34\x05\x00\x01t\x00\x01"
        with pytest.raises(BlockingIOError):
            batched.recv(1)
        theirs.close()
        assert not batched.read_ahead()
        assert batched.recv(1) == b""


def test_what_is_written_is_gathered_and_the_last_word_is_said() -> None:
    ours, theirs = socket.socketpair()
    with ours, theirs:
        ours.setblocking(False)
        batched = BatchedSocket(ours)
        batched.acknowledge(b"\x00\x05")
        with batched.gathering():
            assert batched.send(b"one") == 3
            assert batched.send(b"two") == 3
            assert batched.unsent == 10
        assert (batched.unsent, theirs.recv(100)) == (0, b"\x40\x02\x00\x05onetwo")
        with batched.gathering():
            batched.send(b"x" * 3_000_000)
        assert batched.unsent > 0
        with pytest.raises(BlockingIOError):
            batched.send(b"more")
        left = 3_000_000
        while left:
            left -= len(theirs.recv(1 << 20))
            with batched.gathering():
                pass
        batched.acknowledge(b"\x00\x06")
        batched.close()
        assert theirs.recv(100) == b"\x40\x02\x00\x06"


@given(publishes.filter(lambda each: each.packet_id != b"\x00\x00") | st.just(Publish("t", bytes(70_000), True, b"ab")))
def test_what_is_packed_is_taken_out_again(sent: Publish) -> None:
    ours, theirs = socket.socketpair()
    with ours, theirs:
        ours.setblocking(False)
        batched = BatchedSocket(ours)
        data = packed(sent.topic, sent.payload, sent.packet_id, retained=sent.retained)
        assert data == packet(sent.topic, sent.payload, sent.packet_id, sent.retained)
        while data:
            data = data[theirs.send(data[:60_000]) :]
            assert batched.read_ahead()
        assert batched.publish() == sent


def test_an_acknowledgement_is_taken_when_it_is_here_in_full() -> None:
    ours, theirs = socket.socketpair()
    with ours, theirs:
        ours.setblocking(False)
        batched = BatchedSocket(ours)
        assert batched.acknowledged() is None
        for piece in (b"\x40", b"\x02\x01"):
            theirs.sendall(piece)
            assert batched.read_ahead()
            assert batched.acknowledged() is None
        theirs.sendall(b"\x07\x50\x02\x01\x08")
        assert batched.read_ahead()
        assert batched.acknowledged() == 0x0107
        assert batched.acknowledged() is None  # that is of another kind
        assert batched.recv(9) == b"\x50\x02\x01\x08"


def test_what_is_gathered_goes_with_what_is_written_next() -> None:
    ours, theirs = socket.socketpair()
    with ours, theirs:
        ours.setblocking(False)
        batched = BatchedSocket(ours)
        batched.gather(b"one")
        assert batched.unsent == 3
        with batched.gathering():
            batched.send(b"two")
        assert theirs.recv(100) == b"onetwo"


def test_messages_that_are_encrypted_one_by_one_are_read_together(tmp_path: Path) -> None:
    """A relay that rests after each reading would else hear two hundred a second, and the rest later and later."""
    authority = AuthorityFolder.create(tmp_path / "authority", "open", 60, datetime.now(UTC))
    authority.make_party("broker", PartyKind.BROKER, ["127.0.0.1"], datetime.now(UTC))
    serving, asking = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER), ssl.create_default_context(cafile=authority.certificate)
    serving.load_cert_chain(authority.certificate_of("broker"), authority.key_of("broker"))
    ours, theirs = socket.socketpair()
    with ThreadPoolExecutor(1) as pool:
        meeting = pool.submit(serving.wrap_socket, theirs, server_side=True)
        encrypted = asking.wrap_socket(ours, server_hostname="127.0.0.1")
        broker = meeting.result()
    with encrypted, broker:
        for n in range(100):
            broker.sendall(packet("a", b"%d" % n, b"", retained=False))
        encrypted.setblocking(False)
        batched = BatchedSocket(encrypted)
        assert batched.read_ahead()
        assert batched.is_drained
        found = [each.payload for each in iter(batched.publish, None)]
        assert found == [b"%d" % n for n in range(100)]
        assert not batched.read_ahead()


def test_a_socket_with_more_than_is_read_at_once_is_not_drained() -> None:
    ours, theirs = socket.socketpair()
    with ours, theirs:
        ours.setblocking(False)
        theirs.sendall(bytes(70_000))
        batched = BatchedSocket(ours)
        assert batched.read_ahead()
        assert not batched.is_drained
        assert batched.read_ahead()
        assert batched.is_drained
