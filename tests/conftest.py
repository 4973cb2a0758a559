"""What all tests share: properties are tried from fixed seeds, so that the verdict is the same every time.

`make explore` tries them from new seeds each time and with twenty times as many examples.
"""

from __future__ import annotations

from hypothesis import HealthCheck, settings

# A busy machine is no reason to fail, and neither is a slow example.
_PATIENT = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow], print_blob=True)

settings.register_profile("ci", _PATIENT, derandomize=True, max_examples=100)
settings.register_profile("explore", _PATIENT, max_examples=2000)
settings.load_profile("ci")
