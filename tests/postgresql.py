"""A real PostgreSQL for tests: one server that all workers of a run share, and others for tests that kill them."""

from __future__ import annotations

import contextlib
import fcntl
import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from .ports import free_port

_USER = "flagfall"
_SETTINGS = (
    "listen_addresses = '127.0.0.1'\nunix_socket_directories = ''\nmax_connections = 60\nshared_buffers = 16MB\n"
    # A process that is killed leaves its pages to the system: these matter for a power cut alone, which no test makes.
    "fsync = off\nfull_page_writes = off\nautovacuum = off\n"
)


class PostgresqlServer:
    """One server, with its files in a folder."""

    def __init__(self, folder: Path) -> None:
        """`folder` holds a cluster; the port is the same for as long as it does."""
        self.folder = folder
        self.port = int((folder / "test-port").read_text())

    @property
    def url(self) -> str:
        return f"postgresql://{_USER}@127.0.0.1:{self.port}/postgres"

    def start(self) -> None:
        """Return once it answers. It outlives whoever started it."""
        _run("pg_ctl", "-D", str(self.folder), "-w", "-t", "60", "-l", str(self.folder / "test.log"), "start")

    def stop(self) -> None:
        _run("pg_ctl", "-D", str(self.folder), "-w", "-m", "immediate", "stop")


class MortalServer(PostgresqlServer):
    """One that a test may kill, freeze and start again."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        with (self.folder / "test.log").open("ab") as log:
            self._process = subprocess.Popen(
                [_program("postgres"), "-D", str(self.folder)],
                cwd="/",
                stdin=subprocess.DEVNULL,
                stderr=log,
                **_as_user(),
            )
        while not self._ready():  # it offers no event to wait for
            assert self._process.poll() is None, (self.folder / "test.log").read_text()
            time.sleep(0.02)

    def stop(self) -> None:
        if self._process is not None:
            self.thaw()
            self.kill()

    def kill(self) -> None:
        """kill -9, all of it at once."""
        self._signal(signal.SIGKILL)
        assert self._process is not None
        self._process.wait()
        self._process = None
        (self.folder / "postmaster.pid").unlink()

    def freeze(self) -> None:
        self._signal(signal.SIGSTOP)

    def thaw(self) -> None:
        self._signal(signal.SIGCONT)

    def _ready(self) -> bool:
        with contextlib.suppress(OSError):
            return "ready" in (self.folder / "postmaster.pid").read_text()
        return False

    def _signal(self, what: signal.Signals) -> None:
        assert self._process is not None
        first = self._process.pid
        # The first before its children, or it would see to what becomes of them.
        for pid in (first, *map(int, Path(f"/proc/{first}/task/{first}/children").read_text().split())):
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, what)


@contextlib.contextmanager
def own_server(*, durable: bool = False) -> Iterator[MortalServer]:
    """A server for one test, which runs; a durable one waits for its disk, as PostgreSQL does by itself."""
    with _using_home() as home:
        folder = _cluster(home, f"own-{os.getpid()}-{os.urandom(3).hex()}")
        if durable:
            with (folder / "postgresql.conf").open("a") as file:
                file.write("fsync = on\nfull_page_writes = on\nautovacuum = on\n")
        server = MortalServer(folder)
        server.start()
        try:
            yield server
        finally:
            server.stop()
            shutil.rmtree(folder)


@contextlib.contextmanager
def shared_server() -> Iterator[PostgresqlServer]:
    """The server of this run; whoever comes first starts it."""
    with _using_home() as home:
        with _locked():
            folder = home / "shared"
            if not folder.exists():
                _cluster(home, "shared")
                PostgresqlServer(folder).start()
        yield PostgresqlServer(folder)


@contextlib.contextmanager
def _using_home() -> Iterator[Path]:
    """The folder of this run; whoever leaves last stops what is in it."""
    _binaries()
    run = os.environ.get("PYTEST_XDIST_TESTRUNUID", str(os.getpid()))
    home = Path(tempfile.gettempdir()) / f"flagfall-postgresql-{run}"
    me = home / f"user-{os.getpid()}-{os.urandom(3).hex()}"
    with _locked():
        home.mkdir(mode=0o755, exist_ok=True)
        if not os.getuid():
            shutil.chown(home, _unprivileged())
        me.touch()
        if not (home / "template").exists():
            _initialise(home / "template")
    try:
        yield home
    finally:
        with _locked():
            me.unlink()
            if not any(home.glob("user-*")):
                if (home / "shared").exists():
                    PostgresqlServer(home / "shared").stop()
                shutil.rmtree(home)


@contextlib.contextmanager
def _locked() -> Iterator[None]:
    with (Path(tempfile.gettempdir()) / f"flagfall-postgresql-{os.getuid()}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _initialise(folder: Path) -> None:
    _run("initdb", "-D", str(folder), "-U", _USER, "--auth=trust", "--no-sync", "--no-locale", "--encoding=UTF8")
    with (folder / "postgresql.conf").open("a") as file:
        file.write(_SETTINGS)
    access = folder / "pg_hba.conf"
    access.write_text(f"host all guarded 127.0.0.1/32 scram-sha-256\n{access.read_text()}")


def _cluster(home: Path, name: str) -> Path:
    folder, port = home / name, free_port()
    _run("cp", "-a", str(home / "template"), str(folder))
    (folder / "test-port").write_text(str(port))
    with (folder / "postgresql.conf").open("a") as file:
        file.write(f"port = {port}\n")
    return folder


def _run(program: str, *arguments: str) -> None:
    # No pipes: a server that was started would hold them open.
    subprocess.run(
        [_program(program), *arguments],
        cwd="/",
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        check=True,
        **_as_user(),
    )


def _program(name: str) -> str:
    own = _binaries() / name
    return str(own) if own.exists() else name


def _as_user() -> dict[str, Any]:
    """Somebody that PostgreSQL runs as: it refuses root."""
    if os.getuid():
        return {}
    known = pwd.getpwnam(_unprivileged())
    return {"user": known.pw_uid, "group": known.pw_gid, "extra_groups": []}


def _unprivileged() -> str:
    for name in ("postgres", "nobody"):
        with contextlib.suppress(KeyError):
            return pwd.getpwnam(name).pw_name
    raise RuntimeError("There is no user that PostgreSQL can run as.")


def _binaries() -> Path:
    """Where PostgreSQL's programs are; skips the test where there are none, but not in CI."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: int(path.parts[-3]))
    here = shutil.which("initdb")
    if here is not None:
        return Path(here).resolve().parent
    if found:
        return found[-1].parent
    if os.environ.get("CI"):
        pytest.fail("There is no PostgreSQL: `sh tests/need.sh postgresql` installs it.")
    pytest.skip("There is no PostgreSQL: sudo apt install postgresql")
