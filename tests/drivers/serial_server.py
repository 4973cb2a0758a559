"""A serial server: a port of this computer for others, by RFC 2217, on pyserial's own side of it."""

from __future__ import annotations

import contextlib
import socket
import threading
from types import TracebackType
from typing import Self

import serial
from serial import rfc2217

__all__ = ["SerialServer"]


class Linesman(serial.Serial):
    """A port without modem lines, as a pseudo-terminal is one: what is asked of them comes to nothing."""

    cts = dsr = ri = cd = False

    def _update_dtr_state(self) -> None:
        pass

    def _update_rts_state(self) -> None:
        pass


class SerialServer:
    """Serves one port to one client at a time, on threads, while the block lasts."""

    def __init__(self, port: str) -> None:
        self._port = port
        self._listening = socket.create_server(("127.0.0.1", 0))
        self._client: socket.socket | None = None
        self._serial: serial.Serial | None = None
        self.settings: list[tuple[int, int, str, float]] = []
        """What each client asked of the line: speed, data bits, parity, stop bits."""
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._serve)

    @property
    def url(self) -> str:
        return f"rfc2217://127.0.0.1:{self._listening.getsockname()[1]}"

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._ended.set()
        with contextlib.suppress(OSError):
            self._listening.shutdown(socket.SHUT_RDWR)
        self._listening.close()
        self.cut()
        self._thread.join()

    def cut(self) -> None:
        """The network is gone for whoever is connected."""
        if self._client is not None:
            with contextlib.suppress(OSError):
                self._client.shutdown(socket.SHUT_RDWR)

    def write(self, data: bytes) -> None:
        """What pyserial's manager has to tell the client."""
        if self._client is not None:
            self._client.sendall(data)

    def _serve(self) -> None:
        while not self._ended.is_set():
            try:
                self._client, _ = self._listening.accept()
            except OSError:
                return
            with self._client, Linesman(self._port, timeout=0.02) as self._serial:
                self._client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                self._talk(self._client, self._serial)

    def _talk(self, client: socket.socket, port: serial.Serial) -> None:
        manager = rfc2217.PortManager(port, self)  # type: ignore[arg-type]  # any port and whoever writes, says its text
        gone = threading.Event()

        def to_client() -> None:
            while not gone.is_set():
                with contextlib.suppress(OSError):
                    if data := port.read(port.in_waiting or 1):
                        self.write(b"".join(manager.escape(data)))

        carrying = threading.Thread(target=to_client)
        carrying.start()
        with contextlib.suppress(OSError):
            while data := client.recv(1024):
                port.write(b"".join(manager.filter(data)))
        self.settings.append((port.baudrate, port.bytesize, port.parity, port.stopbits))
        gone.set()
        carrying.join()
