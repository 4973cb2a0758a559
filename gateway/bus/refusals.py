"""Refusals of a connection, in words: who does not trust whom, and why.

Since TLS 1.3 a broker objects to our certificate after the handshake has ended for us. The MQTT library then only knows
that the connection was closed, so one more is opened to hear the objection itself.
"""

from __future__ import annotations

import asyncio
import ssl

from gateway.model.errors import BusError

from .addresses import BrokerAddress, Credentials

__all__ = ["objection", "plain"]

_PATIENCE_S = 2.0

_THEIR_CERTIFICATE = {
    9: "it is not valid yet: is this computer's clock right?",
    10: "it has expired, or this computer's clock is wrong",
    18: "it is of another authority than ours",
    19: "it is of another authority than ours",
    20: "it is of another authority than ours",
    62: "it is for another host than the one in the address",
    64: "it is for another host than the one in the address",
}
"""By OpenSSL's number of what fails in a verification."""

_OUR_CERTIFICATE = {
    "TLSV13_ALERT_CERTIFICATE_REQUIRED": "it wants one, and the settings name none",
    "TLSV1_ALERT_UNKNOWN_CA": "it is of another authority than the broker's",
    "SSLV3_ALERT_BAD_CERTIFICATE": "it is of another authority than the broker's, or damaged",
    "SSLV3_ALERT_CERTIFICATE_EXPIRED": "it has expired: renew it",
    "SSLV3_ALERT_CERTIFICATE_REVOKED": "it is revoked: enrol again",
    "SSLV3_ALERT_CERTIFICATE_UNKNOWN": "it is not one that the broker takes",
    "SSLV3_ALERT_UNSUPPORTED_CERTIFICATE": "it is not for clients",
    "SSLV3_ALERT_HANDSHAKE_FAILURE": "it wants one, and the settings name none that it takes",
    "TLSV1_ALERT_DECRYPT_ERROR": "it does not fit its key",
}
"""By OpenSSL's name of the alert that the broker sends."""


async def objection(address: BrokerAddress, credentials: Credentials) -> str:
    """The reason why no encrypted connection stands, as its two ends give it; empty if none is found."""
    try:
        async with asyncio.timeout(_PATIENCE_S):
            reader, writer = await asyncio.open_connection(address.host, address.port, ssl=credentials.context())
            try:
                await reader.read(1)  # a broker that has no objection waits for us
            finally:
                writer.transport.abort()
    except TimeoutError:
        return ""
    except BusError as error:
        return str(error)
    except ssl.SSLError as error:
        return plain(error)
    except ConnectionResetError:
        return "it hung up when we began to encrypt: is it the port for mqtts?"
    except OSError:  # what the first attempt has met, too
        return ""
    return ""


def plain(error: ssl.SSLError) -> str:
    """What TLS objects to, in words."""
    if isinstance(error, ssl.SSLCertVerificationError):
        why = _THEIR_CERTIFICATE.get(error.verify_code, error.verify_message)
        return f"we do not trust the broker's certificate: {why}"
    if error.reason in _OUR_CERTIFICATE:
        return f"the broker refused our certificate: {_OUR_CERTIFICATE[error.reason]}"
    if error.reason in {"WRONG_VERSION_NUMBER", "RECORD_LAYER_FAILURE"}:
        return "what listens there does not speak TLS: is it the port for mqtts?"
    return f"TLS failed: {error.reason or error}"
