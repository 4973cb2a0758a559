"""A small HTTP server for stubs of those to whom something is sent: it reads requests, and answers as it is told."""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from typing import Self

__all__ = ["HttpStub"]


class HttpStub(ABC):
    """The server; who takes it says in `answer` what is answered."""

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        self.home = f"http://127.0.0.1:{self._server.sockets[0].getsockname()[1]}"
        return self

    async def __aexit__(self, *_: object) -> None:
        self._server.close()
        await self._server.wait_closed()

    @abstractmethod
    def answer(self, request: str, headers: dict[str, str], body: bytes) -> tuple[int, bytes] | None:
        """Status and body; None: the connection is cut."""

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while head := await reader.readuntil(b"\r\n\r\n"):
                request, *lines = head.decode().strip().split("\r\n")
                headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)}
                body = await reader.readexactly(int(headers.get("content-length", 0)))
                answer = self.answer(request, headers, body)
                if answer is None:
                    break
                status, content = answer
                writer.write(f"HTTP/1.1 {status} X\r\nContent-Length: {len(content)}\r\n\r\n".encode() + content)
                await writer.drain()
        except (asyncio.IncompleteReadError, ConnectionError):
            pass
        finally:
            writer.close()
