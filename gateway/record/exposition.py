"""Metrics as Prometheus reads them: families of samples, and the text format 0.0.4.

A page of our own instead of a client library: an agent has a few numbers and 60 MB, and what is counted elsewhere
already need not be counted twice. The tests read it with Prometheus' own parser.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

import msgspec

__all__ = ["CONTENT_TYPE", "SECONDS", "Family", "Histogram", "written"]

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"
SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
"""The upper bounds of a histogram of waiting times."""

Labels = Mapping[str, str]


class Histogram(msgspec.Struct, frozen=True):
    """A histogram: how many were seen up to each bound of `SECONDS`, and above all of them, and their sum."""

    buckets: tuple[int, ...] = (0,) * (len(SECONDS) + 1)
    total: float = 0.0

    def with_one(self, seconds: float) -> Histogram:
        """One more was seen."""
        seconds = max(0.0, seconds)
        place = bisect_left(SECONDS, seconds)
        buckets = (*self.buckets[:place], self.buckets[place] + 1, *self.buckets[place + 1 :])
        # Rounded: a sum of many has more digits than a message may.
        return Histogram(buckets, round(self.total + seconds, 6))


@dataclass(frozen=True, slots=True)
class Family:
    """One metric: its name, what it means, and its samples by labels."""

    name: str
    kind: Literal["counter", "gauge", "histogram"]
    meaning: str
    samples: list[tuple[Labels, float | Histogram]] = field(default_factory=list)

    def add(self, value: float | Histogram | None, **labels: str) -> Family:
        """One more sample; nothing where there is no value."""
        if value is not None:
            self.samples.append((labels, value))
        return self


def written(families: Iterable[Family]) -> str:
    """The page that is scraped."""
    lines: list[str] = []
    for family in families:
        if not family.samples:
            continue
        lines += [f"# HELP {family.name} {_escaped(family.meaning)}", f"# TYPE {family.name} {family.kind}"]
        for labels, value in family.samples:
            if isinstance(value, Histogram):
                lines += _bucket_lines(family.name, labels, value)
            else:
                lines.append(f"{family.name}{_labels(labels)} {_number(value)}")
    return "\n".join([*lines, ""])


def _bucket_lines(name: str, labels: Labels, counts: Histogram) -> Sequence[str]:
    lines, seen = [], 0
    bounds = [*(_number(bound) for bound in SECONDS), "+Inf"]
    for bound, count in zip(bounds, counts.buckets, strict=False):
        seen += count
        lines.append(f"{name}_bucket{_labels({**labels, 'le': bound})} {seen}")
    return [*lines, f"{name}_sum{_labels(labels)} {_number(counts.total)}", f"{name}_count{_labels(labels)} {seen}"]


def _labels(labels: Labels) -> str:
    if not labels:
        return ""
    return "{" + ",".join(f'{name}="{_escaped(value, quotes=True)}"' for name, value in labels.items()) + "}"


def _escaped(text: str, *, quotes: bool = False) -> str:
    text = text.replace("\\", "\\\\").replace("\n", "\\n")
    return text.replace('"', '\\"') if quotes else text


def _number(value: float) -> str:
    return str(int(value)) if value == int(value) and abs(value) < 1e15 else repr(float(value))
