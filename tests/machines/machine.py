"""A computer made of namespaces: its own processes with systemd as the first, its own network, its own disk.

The disk is a layer over a Debian root, so that making one takes no time. `cut_power` leaves on it what was written.
Needs root.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path

__all__ = ["HallNetwork", "Machine", "MachineError", "waited"]

_BOOT = r"""
set -e
group=$1 base=$2 own=$3 shared=$4 board=$5 reading=$6
mount --make-rprivate /
root=$own/root
mkdir -p $own/upper $own/work $root
if [ -z "$reading" ]; then
    mount -t overlay overlay -o lowerdir=$base,upperdir=$own/upper,workdir=$own/work $root
else
    mkdir -p $own/memory
    mount -t tmpfs tmpfs $own/memory
    mkdir $own/memory/upper $own/memory/work
    mount -t overlay overlay -o lowerdir=$own/upper:$base,upperdir=$own/memory/upper,workdir=$own/memory/work $root
    mount --bind $own/upper/var/lib/flagfall $root/var/lib/flagfall
fi
mount -t proc proc $root/proc
mount -t sysfs -o ro sysfs $root/sys
for each in run tmp dev; do mount -t tmpfs -o mode=755 tmpfs $root/$each; done
chmod 1777 $root/tmp
for each in null zero full random urandom tty; do touch $root/dev/$each; mount --bind /dev/$each $root/dev/$each; done
mkdir $root/dev/pts $root/dev/shm
mount -t devpts -o newinstance,ptmxmode=0666 devpts $root/dev/pts
ln -s pts/ptmx $root/dev/ptmx
ln -s /proc/self/fd $root/dev/fd
touch $root/dev/console
if [ -n "$board" ]; then touch $root/dev/ttyACM0; mount --bind "$board" $root/dev/ttyACM0; fi
mkdir -p $root/media/release
mount --bind -o ro $shared $root/media/release
mount -t cgroup2 cgroup2 $root/sys/fs/cgroup
ip link set lo up
exec env -i container=lxc PATH=/usr/sbin:/usr/bin chroot $root /sbin/init
"""


class MachineError(Exception):
    """Something in a computer did not come out as it should."""


def waited(what: str, so: Callable[[], object], seconds: float = 240.0) -> None:
    """Wait until it is so."""
    until = time.monotonic() + seconds
    while not so():
        if time.monotonic() > until:
            raise MachineError(f"This did not happen in {seconds:.0f} s: {what}")
        time.sleep(0.5)


def _do(*command: str | Path) -> None:
    subprocess.run(command, check=True, capture_output=True, timeout=60)


class HallNetwork:
    """A switch, in a network namespace of its own: nothing of it is in the network of this computer."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.spaces = [name]
        _do("ip", "netns", "add", name)
        self._inside("ip", "link", "add", "br0", "type", "bridge")
        self._inside("ip", "link", "set", "br0", "up")

    def plug(self, number: int) -> str:
        """A network namespace with an `eth0` on the switch: 10.77.0.number."""
        space, cable = f"{self.name}-{number}", f"port{number}"
        _do("ip", "netns", "add", space)
        self.spaces.append(space)
        self._inside("ip", "link", "add", cable, "type", "veth", "peer", "name", "eth0", "netns", space)
        self._inside("ip", "link", "set", cable, "master", "br0", "up")
        _do("ip", "netns", "exec", space, "ip", "addr", "add", f"10.77.0.{number}/24", "dev", "eth0")
        _do("ip", "netns", "exec", space, "ip", "link", "set", "eth0", "up")
        return space

    def carry(self, number: int, *, up: bool) -> None:
        """Let a cable, or the Wi-Fi, carry something or nothing."""
        self._inside("ip", "link", "set", f"port{number}", "up" if up else "down")

    def close(self) -> None:
        """Take all of it away."""
        for space in reversed(self.spaces):
            subprocess.run(["ip", "netns", "del", space], check=False, capture_output=True, timeout=60)

    def _inside(self, *command: str) -> None:
        _do("ip", "netns", "exec", self.name, *command)


class Machine:
    """One computer."""

    def __init__(self, name: str, base: Path, folder: Path, space: str, shared: Path) -> None:
        """`folder` is its disk, `space` its network; `shared` is a folder that it sees as /media/release."""
        self.name = name
        self.board: Path | None = None
        """A pseudo-terminal with a simulated board behind it: /dev/ttyACM0."""
        self.read_only = False
        """The card is only read from the next start on: what is written is gone with the power, but for the records."""
        self.space = space
        self._base, self._folder, self._shared = base, folder, shared
        self._outer: subprocess.Popen[bytes] | None = None
        self._init = 0
        folder.mkdir(parents=True, exist_ok=True)

    @property
    def disk(self) -> Path:
        """What was written onto its disk, seen from outside."""
        return self._folder / "upper"

    def put(self, path: str, content: str) -> None:
        """Write a file onto the disk, as onto a card before it is put in."""
        place = self.disk / path.lstrip("/")
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(content, encoding="utf-8")

    def start(self) -> None:
        """Switch it on; returns when systemd answers."""
        group = self._control_group()
        script = f"echo $$ > {group}/cgroup.procs; exec unshare -m -p -f -C -u -i sh -c '{_BOOT}' boot \"$@\""
        arguments = [str(group), str(self._base), str(self._folder), str(self._shared), str(self.board or "")]
        arguments.append("yes" if self.read_only else "")
        with (self._folder / "console.log").open("ab") as log:
            self._outer = subprocess.Popen(
                ["ip", "netns", "exec", self.space, "sh", "-c", script, "sh", *arguments],
                stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True,
            )  # fmt: skip
        waited(f"{self.name} starts", self._answers, 60)

    def _control_group(self) -> Path:
        """A control group of its own, where systemd finds itself alone."""
        mount = Path("/run/flagfall-machines")
        if not mount.is_mount():
            mount.mkdir(exist_ok=True)
            _do("mount", "-t", "cgroup2", "cgroup2", mount)
        group = mount / f"ff-{self.space}"
        group.mkdir(exist_ok=True)
        return group

    def _answers(self) -> bool:
        if self._outer is None or self._outer.poll() is not None:
            raise MachineError(f"{self.name} did not start: {(self._folder / 'console.log').read_text()[-500:]}")
        children = Path(f"/proc/{self._outer.pid}/task/{self._outer.pid}/children").read_text().split()
        if not children:
            return False
        self._init = int(children[0])
        said = self.call("systemctl", "is-system-running", check=False, seconds=10)
        return said.strip() in {"running", "degraded", "starting"}

    def call(self, *command: str, check: bool = True, seconds: float = 400, said: str | None = None) -> str:
        """Run a command in it as root; returns what it printed."""
        inside = ["nsenter", "-t", str(self._init), "-m", "-u", "-i", "-n", "-p", "-C", "-r", "-w"]
        clean = ["env", "-i", "PATH=/usr/local/bin:/usr/sbin:/usr/bin", "HOME=/root", "LANG=C.UTF-8"]
        try:
            done = subprocess.run(
                [*inside, *clean, *command], input=said, capture_output=True, text=True, timeout=seconds, check=False
            )
        except subprocess.TimeoutExpired as error:
            raise MachineError(f"{self.name}: {' '.join(command)} took over {seconds:.0f} s") from error
        if check and done.returncode:
            raise MachineError(f"{self.name}: {' '.join(command)} failed:\n{done.stdout[-2000:]}{done.stderr[-2000:]}")
        return done.stdout

    def cut_power(self) -> None:
        """Pull the plug."""
        if self._init:
            with contextlib.suppress(ProcessLookupError):
                os.kill(self._init, signal.SIGKILL)  # the first process of a namespace takes all others with it
            self._init = 0
        if self._outer is not None:
            self._outer.wait(30)
            self._outer = None

    def close(self) -> None:
        """Take it away, disk and all."""
        self.cut_power()
        shutil.rmtree(self._folder, ignore_errors=True)
        group = Path(f"/run/flagfall-machines/ff-{self.space}")
        for each in sorted((path for path in group.rglob("*") if path.is_dir()), reverse=True):
            with contextlib.suppress(OSError):
                each.rmdir()
        with contextlib.suppress(OSError):
            group.rmdir()


@contextlib.contextmanager
def closing_all(*things: Machine | HallNetwork) -> Iterator[None]:
    """Take everything away in the end, whatever happened."""
    try:
        yield
    finally:
        for thing in things:
            thing.close()
