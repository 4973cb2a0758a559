"""The journal of a table as its agent takes it up: the record, folded; what is kept beside it; and whether to believe
it."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Self

from gateway.clock.face import Source
from gateway.model.errors import GatewayError, JournalError
from gateway.model.instants import Instant
from gateway.record.absence import ComputerTime, absence
from gateway.record.fold import Folded, fold
from gateway.record.learned_options import LEARNED, Learned
from gateway.record.raw import RAW, Unobserved
from gateway.record.start_marks import START, StartMark
from gateway.record.wire import ENTRY
from gateway.store import SteadyStore, StoredLine

from .publisher import ENTRIES

__all__ = ["LEARNED_STREAM", "RAW_STREAM", "STARTS_STREAM", "TableJournal"]

RAW_STREAM, LEARNED_STREAM, STARTS_STREAM = "raw", "learned", "starts"


class TableJournal:
    """A journal that has been opened, verified and folded."""

    @classmethod
    async def open(cls, path: Path) -> Self:
        """Open it; raises `JournalError` for one that somebody must look at."""
        store = await SteadyStore.open(path, ENTRIES, LEARNED_STREAM, STARTS_STREAM)
        journal = cls(store, path)
        try:
            await journal._read()
        except GatewayError as error:
            store.close()
            if isinstance(error, JournalError):
                raise
            raise JournalError(
                f"The journal {path} cannot be taken up: {error} Was it written by a later version of Flagfall? "
                "Start that one; or move the file away, and what a relay holds is fetched back."
            ) from error
        except BaseException:
            store.close()
            raise
        return journal

    def __init__(self, store: SteadyStore, path: Path) -> None:
        self.store = store
        self.path = path
        self.record: Folded = fold(())
        self.learned: list[Learned] = []
        self.counts: dict[str, int] = {}
        """The last numbers of the streams that are kept beside the record."""
        self.last: Instant | None = None
        """The last instant at which an agent was there."""
        self._mark: StartMark | None = None

    async def restore(self, lines: Iterable[bytes]) -> None:
        """Take back lines that were lost."""
        new = [StoredLine(ENTRIES, n, line) for n, line in enumerate(lines, self.record.last + 1)]
        await self.store.append_many(new)
        await self._read()

    def is_doubtful(self, now: ComputerTime) -> bool:
        """Whether lines may be missing that were told once."""
        return self.store.damaged or self._mark is None or self._mark.boot != now.boot or not self.record.last

    def unobserved(self, now: ComputerTime) -> Unobserved | None:
        """For how long nobody was there, if a clock ran that only an agent keeps."""
        face = self.record.state.face
        kept = self._clock_runs and face is not None and face.source is Source.AGENT
        return absence(self._mark, self.last, now) if kept and self.last is not None else None

    def instant(self, now: ComputerTime) -> Instant:
        """This moment on the table's time line: where a clock runs, as far from the last one as time has passed."""
        if self._clock_runs and self.last is not None:
            gap = absence(self._mark, self.last, now)
            return Instant(gap.since + gap.least_ms)
        return Instant(max(now.wall_ms, self.last or 0))

    @property
    def _clock_runs(self) -> bool:
        face = self.record.state.face
        return face is not None and (face.running is not None or face.common_runs)

    async def _read(self) -> None:
        entries = [ENTRY.decode(line) for line in await self.store.read(ENTRIES)]
        self.record = fold(entries)
        for stream in (RAW_STREAM, LEARNED_STREAM, STARTS_STREAM):
            self.counts[stream] = await self.store.last(stream)
        self.learned = [LEARNED.decode(line) for line in await self.store.read(LEARNED_STREAM)]
        marks = await self.store.read(STARTS_STREAM, max(0, self.counts[STARTS_STREAM] - 1))
        self._mark = START.decode(marks[-1]) if marks else None
        raw = await self.store.read(RAW_STREAM, max(0, self.counts[RAW_STREAM] - 1))
        instants = [entries[-1].at] if entries else []
        instants += [RAW.decode(line).at for line in raw[-1:]]
        self.last = max(instants, default=None)
