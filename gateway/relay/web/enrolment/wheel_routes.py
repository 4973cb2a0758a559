"""Wheels for the tables of a hall without internet: a folder, as pip and uv read it.

`/wheels/` lists all (`pip install --no-index --find-links`), `/wheels/simple/` is an index by project (PEP 503).
Nothing of it is secret; that it is the hall's own, the certificate of the relay says.
"""

from __future__ import annotations

import functools
import hashlib
import html
import re
from collections.abc import Iterable
from pathlib import Path

from fastapi import APIRouter, Response
from fastapi.responses import FileResponse, HTMLResponse
from starlette.exceptions import HTTPException

__all__ = ["wheel_routes"]

_INSTALLER = "install.py"


def wheel_routes(folder: Path) -> APIRouter:
    """`/wheels/...`."""
    router = APIRouter(prefix="/wheels", include_in_schema=False)

    @router.get("/")
    def flat() -> Response:
        names = [path.name for path in _wheels(folder)]
        installer = [_INSTALLER] if (folder / _INSTALLER).is_file() else []
        return _page([*_links(folder, names, ""), *(f'<a href="{name}">{name}</a>' for name in installer)])

    @router.get("/simple/")
    def projects() -> Response:
        found = sorted({_project(path.name) for path in _wheels(folder)})
        return _page(f'<a href="{name}/">{name}</a>' for name in found)

    @router.get("/simple/{project}/")
    def project(project: str) -> Response:
        names = [path.name for path in _wheels(folder) if _project(path.name) == project]
        if not names:
            raise HTTPException(404)
        return _page(_links(folder, names, "../../"))

    @router.get("/{name}")
    def wheel(name: str) -> Response:
        if name != _INSTALLER and name not in {path.name for path in _wheels(folder)}:
            raise HTTPException(404)
        if not (folder / name).is_file():
            raise HTTPException(404)
        return FileResponse(folder / name, media_type="application/octet-stream")

    return router


def _wheels(folder: Path) -> list[Path]:
    """The wheels there are now: the folder may be filled while the relay runs."""
    return sorted(folder.glob("*.whl"))


def _links(folder: Path, names: Iterable[str], up: str) -> list[str]:
    found = []
    for name in names:
        about = (folder / name).stat()
        digest = _digest(folder / name, about.st_mtime_ns, about.st_size)
        found.append(f'<a href="{up}{html.escape(name)}#sha256={digest}">{html.escape(name)}</a>')
    return found


@functools.lru_cache(maxsize=1000)
def _digest(path: Path, written: int, size: int) -> str:  # noqa: ARG001 - a file that was written anew is another one
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _project(name: str) -> str:
    """The project of a wheel, as indexes write it."""
    return re.sub(r"[-_.]+", "-", name.partition("-")[0]).lower()


def _page(links: Iterable[str]) -> Response:
    body = "<br>\n".join(links)
    return HTMLResponse(
        f'<!DOCTYPE html>\n<html lang="en"><head><title>Wheels</title></head><body>\n{body}\n</body></html>\n'
    )
