"""Answers to tables that have started and may have lost lines: whether the record is the same, and what follows it."""

from __future__ import annotations

from collections.abc import AsyncIterator

from gateway.record.availability import Question
from gateway.record.commands import RestoreLines
from gateway.store import LineStore

__all__ = ["answers"]

_LINES = 100
_BYTES = 60_000
"""Of lines in one answer; written as texts in a message they become longer."""


async def answers(store: LineStore, stream: str, held: int, question: Question) -> AsyncIterator[RestoreLines]:
    """What to tell the table; of a record that differs, only that."""
    after = question.last
    if 0 < after <= held and await store.hash(stream, after) != question.hash:
        yield RestoreLines(question.id, after, (), held, differs=True)
        return
    if after >= held:
        yield RestoreLines(question.id, after, (), held)
    while after < held:
        lines = _fitting(await store.read(stream, after, min(_LINES, held - after)))
        if not lines:
            return
        yield RestoreLines(question.id, after, tuple(line.decode(errors="replace") for line in lines), held)
        after += len(lines)


def _fitting(lines: list[bytes]) -> list[bytes]:
    """As many as fit into one answer; at least one."""
    size = 0
    for count, line in enumerate(lines):
        size += len(line)
        if count and size > _BYTES:
            return lines[:count]
    return lines
