"""`rfc2217://host:port`: a serial port of another computer, with its line settings, by pyserial.

What speaks it: ser2net, pyserial's own server, most serial servers that one can buy. pyserial reads on a thread of its
own and has no other way, so there is one more thread here, which waits for bytes and hands them to the loop.
"""

from __future__ import annotations

import asyncio
import contextlib
import threading

import serial
from serial import rfc2217

from drivers.errors import BadUrlError, ConnectionLostError, PortReason, PortUnavailableError
from drivers.spec import Parity, SerialLine

from .base import WRITE_S, host_and_port

__all__ = ["Rfc2217Transport"]

_PARITY = {Parity.NONE: serial.PARITY_NONE, Parity.EVEN: serial.PARITY_EVEN, Parity.ODD: serial.PARITY_ODD}

LOOK_S = 0.2
"""How often the waiting thread looks whether it is still wanted."""

BACKLOG = 64 * 1024
"""Bytes that nobody has read; more than any board says before somebody listens."""


class Rfc2217Transport:
    """A serial port behind a network."""

    def __init__(self, url: str, port: rfc2217.Serial) -> None:
        self._url = url
        self._port = port
        self._loop = asyncio.get_running_loop()
        self._came = bytearray()
        self._news = asyncio.Event()
        self._lost = ""
        self._closed = threading.Event()
        self._thread = threading.Thread(target=self._wait, name=url, daemon=True)
        self._thread.start()

    @classmethod
    async def open(cls, url: str, line: SerialLine) -> Rfc2217Transport:
        """Connect and agree on the line; raises `PortUnavailableError`."""
        host_and_port(url)  # what cannot be an address is said at once
        opening = asyncio.ensure_future(asyncio.to_thread(_opened, url, line))
        try:
            return cls(url, await asyncio.shield(opening))
        except asyncio.CancelledError:
            opening.add_done_callback(_close_unwanted)
            raise

    async def read(self) -> bytes:
        """The next bytes, at least one."""
        while not self._came:
            if self._lost:
                raise ConnectionLostError(self._url, self._lost)
            self._news.clear()
            await self._news.wait()
        data = bytes(self._came)
        self._came.clear()
        return data

    async def write(self, data: bytes) -> None:
        """Hand over all bytes."""
        if self._lost:
            raise ConnectionLostError(self._url, self._lost)
        try:
            async with asyncio.timeout(WRITE_S):
                await asyncio.to_thread(self._port.write, data)
        except TimeoutError as error:
            raise ConnectionLostError(self._url, "it takes no more bytes") from error
        except (serial.SerialException, OSError, AttributeError) as error:  # it was closed meanwhile
            raise ConnectionLostError(self._url, str(error)) from error

    async def close(self) -> None:
        """Let go of the port; what is not yet sent is dropped."""
        if not self._closed.is_set():
            self._closed.set()
            await asyncio.to_thread(_close, self._port)
            await asyncio.to_thread(self._thread.join)

    # -- on the thread that waits ------------------------------------------------------------------------------------

    def _wait(self) -> None:
        lost = ""
        while not self._closed.is_set():
            try:
                data = self._port.read(1)
                data += self._port.read(self._port.in_waiting)
            except (serial.SerialException, OSError) as error:
                lost = "the other end closed it" if "thread died" in str(error) else str(error)
                break
            if data:
                self._tell(data)
        self._tell(b"", lost or "it is closed")

    def _tell(self, data: bytes, lost: str = "") -> None:
        with contextlib.suppress(RuntimeError):  # the loop is gone, and nobody asks any more
            self._loop.call_soon_threadsafe(self._take, data, lost)

    def _take(self, data: bytes, lost: str) -> None:
        self._came += data
        self._lost = self._lost or lost
        if len(self._came) > BACKLOG:
            self._lost = "nobody reads what it says"
        self._news.set()


def _opened(url: str, line: SerialLine) -> rfc2217.Serial:
    """Open it, which takes a while; on a thread."""
    port = rfc2217.Serial(timeout=LOOK_S)
    # Servers that cannot set the modem lines, ser2net on a pseudo-terminal among them, do not answer at all.
    port.port = f"{url}{'&' if '?' in url else '?'}ign_set_control"
    port.baudrate = line.baud
    port.bytesize = line.data_bits
    port.parity = _PARITY[line.parity]
    port.stopbits = line.stop_bits
    port.dtr = line.dtr
    try:
        port.open()
    except ValueError as error:
        raise BadUrlError(url, str(error)) from error
    except (serial.SerialException, OSError) as error:
        raise _unavailable(url, error) from error
    return port


def _unavailable(url: str, error: Exception) -> PortUnavailableError:
    reason = error.__context__
    if isinstance(reason, OSError):
        return PortUnavailableError.from_os_error(url, reason)
    if "RFC2217" in str(error):
        plain = url.replace("rfc2217://", "tcp://", 1)
        return PortUnavailableError(
            url, PortReason.OTHER, f"It does not speak RFC 2217; if it passes bytes on as they are, write {plain}."
        )
    return PortUnavailableError(url, PortReason.OTHER, f"{error}.")


def _close(port: rfc2217.Serial) -> None:
    line = getattr(port, "_socket", None)
    with contextlib.suppress(serial.SerialException, OSError):
        port.close()
    if line is not None:
        line.close()  # pyserial forgets to, where the other end is gone already


def _close_unwanted(opening: asyncio.Future[rfc2217.Serial]) -> None:
    """Whoever wanted the port has gone before it was open."""
    if not opening.cancelled() and opening.exception() is None:
        threading.Thread(target=_close, args=(opening.result(),), daemon=True).start()
