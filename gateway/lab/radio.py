"""`FLAGFALL_HCI`: Bluetooth by a chip of one's own choice, or through the air of `flagfall sim --ble air:PORT`."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator

from gateway.model.errors import SettingsError

__all__ = ["VARIABLE", "chosen_radio"]

VARIABLE = "FLAGFALL_HCI"


@contextlib.contextmanager
def chosen_radio() -> Iterator[None]:
    """Use the chip that the environment names, if it names one; otherwise the system's Bluetooth, as ever."""
    name = os.environ.get(VARIABLE, "")
    if not name:
        yield
        return
    try:
        from drivers.transport.ble import Radio, using
        from firmware_sim.antenna import Antenna
        from firmware_sim.bleak_bumble import backends
    except ImportError as error:
        raise SettingsError(f"{VARIABLE} needs bumble: pip install 'flagfall[radio]'.") from error
    with using(Radio(*backends(Antenna(name)))):
        yield
