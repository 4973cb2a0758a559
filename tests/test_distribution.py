"""The wheel by itself: in an environment without the repository, every command is there, and pages and words are."""

from __future__ import annotations

import json
import subprocess
import sys
import sysconfig
import zipfile
from pathlib import Path

import pytest

pytestmark = pytest.mark.long

ROOT = Path(__file__).parents[1]
UV = Path(sys.executable).with_name("uv")


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("dist")
    subprocess.run([UV, "build", "--wheel", "--quiet", "--out-dir", folder, ROOT], check=True, capture_output=True)
    return next(folder.glob("*.whl"))


@pytest.fixture(scope="module")
def empty(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An environment with the wheel in it; what it depends on is lent by this one, which does not lend the working
    tree."""
    place = tmp_path_factory.mktemp("empty")
    subprocess.run([UV, "venv", "--quiet", "--python", sys.executable, place], check=True)
    python = place / "bin/python"
    subprocess.run([UV, "pip", "install", "--quiet", "--no-deps", "--python", python, wheel], check=True)
    site = next((place / "lib").glob("python3.*/site-packages"))
    (site / "lent.pth").write_text(sysconfig.get_path("purelib") + "\n")
    return place


def test_the_wheel_has_no_tests_and_all_that_is_read_at_run_time(wheel: Path) -> None:
    names = set(zipfile.ZipFile(wheel).namelist())
    packages = {name.partition("/")[0] for name in names if ".dist-info/" not in name}
    assert packages == {"gateway", "drivers", "firmware_sim"}
    here = {
        f"{package.name}/{path.relative_to(package).as_posix()}"
        for package in (ROOT / "gateway", ROOT / "drivers", ROOT / "firmware-sim/firmware_sim")
        for path in package.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    assert here - names == set()


def test_every_command_is_there_with_pages_and_words(empty: Path) -> None:
    """In one process: to start Python forty times would take longer than all the rest."""
    code = (
        "import json, gateway\n"
        "import typer\n"
        "from gateway.cli.app import COMMANDS, app\n"
        "from gateway.relay.web.static import Pages\n"
        "from gateway.texts.library import Library\n"
        "from gateway.runtime.installation.computer_setup import unit_files\n"
        "commands = typer.main.get_command(app)\n"
        "bad = [name for name in COMMANDS if commands.get_command(None, name) is None]\n"
        "found = {'bad': bad, 'at': gateway.__file__, 'pages': len(Pages()._pages), 'units': len(unit_files()),\n"
        "         'zh': Library.load()['zh'].text('side.white')}\n"
        "print(json.dumps(found))\n"
    )
    done = subprocess.run(
        [empty / "bin/python", "-I", "-c", code], capture_output=True, text=True, check=False, cwd="/"
    )
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert found["bad"] == []
    assert found["at"].startswith(str(empty))
    assert found["pages"] > 50
    assert found["units"] >= 5
    assert found["zh"] == "白方"
    said = subprocess.run([empty / "bin/flagfall", "--version"], capture_output=True, text=True, check=True, cwd="/")
    assert said.stdout.startswith("flagfall ")
