"""One codec under the fuzzer. Run by `fuzz`, as a process of its own: `python -m fuzz.harness DRIVER [libFuzzer's]`."""

from __future__ import annotations

import sys

import atheris

with atheris.instrument_imports(include=["drivers"]):
    from drivers import registry
    from drivers.codec import Heir, Packet
    from drivers.spec import DriverSpec

from .seeds import REQUESTS, channels
from .weight import HEAVIEST, weight

__all__ = ["main"]


def main() -> None:
    """Fuzz until libFuzzer has enough."""
    name = sys.argv.pop(1)
    with atheris.instrument_imports(include=["drivers"]):
        spec = registry.find(name)  # imports the driver
    ways = channels(spec)

    def one(data: bytes) -> None:
        _feed(spec, ways, data)

    atheris.Setup(sys.argv, one)
    atheris.Fuzz()


def _feed(spec: DriverSpec, channels: tuple[str, ...], data: bytes) -> None:
    """The input's first byte chooses how it is cut: as one stream, or in pieces with other calls between them."""
    codec = spec.codec()
    at = 0
    codec.connected(at)
    codec.data_to_send()
    if data and data[0] < 0x40:
        codec.receive(data[1:], at)
    else:
        script = atheris.FuzzedDataProvider(data[1:])
        while script.remaining_bytes() > 0:
            match script.ConsumeIntInRange(0, 9):
                case 0:
                    codec.request(REQUESTS[script.ConsumeIntInRange(0, len(REQUESTS) - 1)], at)
                case 1 if script.ConsumeBool() and isinstance(codec, Heir):
                    before, codec = codec, spec.codec()
                    if isinstance(codec, Heir):
                        codec.follows(before)
                    codec.connected(at)
                case 1:
                    at += script.ConsumeIntInRange(0, 5000)
                case _:
                    channel = channels[script.ConsumeIntInRange(0, len(channels) - 1)]
                    piece = script.ConsumeBytes(script.ConsumeIntInRange(1, 200))
                    codec.receive(Packet(piece, channel) if channel else piece, at)
            deadline = codec.next_deadline()
            if deadline is not None and deadline <= at:
                codec.wake(at)
            codec.data_to_send()
    if weight(codec) > HEAVIEST:
        msg = f"{spec.name} holds {weight(codec)} bytes and elements"
        raise AssertionError(msg)


if __name__ == "__main__":
    main()
