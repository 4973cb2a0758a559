"""What is held of a database in memory: never anything but what is there."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from gateway.store.recent_lines import RecentLines
from tests.examples import examples

_STEP = st.tuples(st.sampled_from(["append", "read", "trim", "forget"]), st.integers(0, 30), st.integers(0, 30))


@examples(300)
@given(steps=st.lists(_STEP, max_size=40), room=st.integers(0, 60))
def test_what_is_found_is_what_is_there(steps: list[tuple[str, int, int]], room: int) -> None:
    held = RecentLines(room)
    there: dict[str, dict[int, bytes]] = {"a": {}, "b": {}}
    for what, one, two in steps:
        stream = "ab"[one % 2]
        lines = there[stream]
        if what == "append":
            after = max(lines, default=0) + (two % 7 == 0)  # sometimes a gap
            new = [(after + n, b"%d" % (after + n)) for n in range(1, two % 4 + 1)]
            lines |= dict(new)
            held.add(stream, new)
        elif what == "read":
            held.add(stream, [(n, data) for n, data in sorted(lines.items()) if n > one][: two or None])
        elif what == "trim":
            for n in [n for n in lines if n <= min(two, max(lines) - 1)]:
                del lines[n]
            held.trim(stream, min(two, max(lines, default=1) - 1))
        else:
            held.forget(stream)
        for name, all_of_it in there.items():
            check(held, name, all_of_it)


def check(held: RecentLines, stream: str, lines: dict[int, bytes]) -> None:
    last = max(lines, default=None)
    for after in range(last or 1):
        behind = [data for n, data in sorted(lines.items()) if n > after]
        for limit in (-1, 1, 3):
            found = held.find(stream, after, limit, last)
            assert found is None or found == (behind if limit < 0 else behind[:limit])
            if limit < 0:
                assert held.find(stream, after, limit, (last or 0) + 1) is None  # more was written since
