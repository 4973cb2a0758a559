from __future__ import annotations

from gateway.record.exposition import Histogram
from gateway.record.wire import Form


def test_the_sum_of_many_can_be_read_by_whoever_receives_it() -> None:
    seen, form = Histogram(), Form(Histogram)
    for _ in range(1000):
        seen = seen.with_one(0.1)
        assert form.receive(form.encode(seen)) == seen
    assert seen.total == 100.0
