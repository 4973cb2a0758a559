"""`serial:///dev/ttyACM0`: a serial port, for us alone.

`serial://usb:NUMBER` is the one whose USB device has this serial number, wherever it is plugged in and however the
system names it today; where the system makes names by number itself, in /dev/serial/by-id, those hold as well.

serialx carries the bytes, since it opens a port for one program alone, fails a write to a port that is gone and never
stalls the loop; pyserial says which ports there are, as people know it.
"""

from __future__ import annotations

import serialx

from drivers.errors import ConnectionLostError, PortReason, PortUnavailableError
from drivers.spec import Parity, SerialLine

from .base import StreamTransport

__all__ = ["SerialTransport"]

_PARITY = {Parity.NONE: serialx.Parity.NONE, Parity.EVEN: serialx.Parity.EVEN, Parity.ODD: serialx.Parity.ODD}


class SerialTransport(StreamTransport):
    """A serial port, opened exclusively: two readers of one board would each get half of its bytes."""

    @classmethod
    async def open(cls, url: str, line: SerialLine) -> SerialTransport:
        """Open the port; raises `PortUnavailableError`."""
        path = _path(url)
        try:
            reader, writer = await serialx.open_serial_connection(
                path,
                baudrate=line.baud,
                byte_size=line.data_bits,
                parity=_PARITY[line.parity],
                stopbits=serialx.StopBits(line.stop_bits),
                exclusive=True,
                dtr_on_open=serialx.PinState.HIGH if line.dtr else serialx.PinState.LOW,
            )
        except OSError as error:
            raise PortUnavailableError.from_os_error(url, error) from error
        except serialx.SerialException as error:
            raise PortUnavailableError(url, PortReason.OTHER, str(error)) from error
        return cls(url, reader, writer)

    async def read(self) -> bytes:
        """The next bytes, at least one."""
        try:
            return await super().read()
        except serialx.SerialException as error:
            raise ConnectionLostError(self._url, str(error)) from error

    async def write(self, data: bytes) -> None:
        """Hand over all bytes."""
        try:
            await super().write(data)
        except serialx.SerialException as error:
            raise ConnectionLostError(self._url, str(error)) from error


def _path(url: str) -> str:
    path = url.removeprefix("serial://")
    if not path.startswith("usb:"):
        return path
    from drivers.serial_ports import serial_ports  # pyserial is loaded only by whoever asks it something

    wanted = path.removeprefix("usb:")
    for port in serial_ports() if wanted else ():  # many ports have no number
        if port.serial_number == wanted:
            return port.device
    raise PortUnavailableError(url, PortReason.NOT_THERE, "no port has this serial number")
