"""The files of a card: what turns a Raspberry Pi with a fresh card into a table, by cloud-init.

Raspberry Pi OS reads `user-data`, `network-config` and `meta-data` from its boot partition at the first start (images
since October 2025; older ones have no cloud-init and take no notice). What is tried then is tried until it is done: the
desk may be switched on later, and the network may come and go.
"""

from __future__ import annotations

import json
from pathlib import Path

from gateway.model.errors import SettingsError
from gateway.runtime.new_table import table_settings_head

from .hall_plan import HallPlan

__all__ = ["add_button_pins", "card_files", "check_card"]

USER = "hall"
"""The user for those who have a key; nobody signs in with a password."""
_INSTALLER = "/usr/local/lib/flagfall/install.py"
_CLAIM = "/etc/flagfall/claim"
_AUTHORITY = "/etc/flagfall/authority.crt"
_PINS = """
# The two buttons of a bridge table, each between its pin and ground; the kernel makes keys of them. By Flagfall.
[all]
dtoverlay=gpio-key,gpio=17,active_low=1,gpio_pull=up,keycode=105,label=left
dtoverlay=gpio-key,gpio=27,active_low=1,gpio_pull=up,keycode=106,label=right
"""

_SERVICE = """\
[Unit]
Description=Flagfall: install and enrol this table
Wants=network-online.target
After=network-online.target
# The claim is good once, and gone when it was used.
ConditionPathExists={claim}

[Service]
Type=oneshot
ExecStart=/usr/bin/python3 {installer} table --claim-file {claim}{source}
# The desk may not be there yet.
Restart=on-failure
RestartSec=15

[Install]
WantedBy=multi-user.target
"""


def card_files(table: str, plan: HallPlan, claim: str, authority: str, installer: str, now: int) -> dict[str, str]:
    """The three files, by name. `now` is in seconds since 1970: a Pi has no clock, and starts with its image's time."""
    return {
        "user-data": _user_data(table, plan, claim, authority, installer, now),
        "network-config": _network(plan),
        # Another instance than the one before, so that a card that is written again is read again.
        "meta-data": f"dsmode: local\ninstance-id: flagfall-{table}-{now}\n",
    }


def check_card(folder: Path) -> None:
    """Raise where the folder cannot be the boot partition of a card that reads these files."""
    if not folder.is_dir():
        raise SettingsError(
            f"{folder} is not a folder: name the boot partition of the card, such as /media/you/bootfs."
        )
    if (folder / "cmdline.txt").exists() and not (folder / "meta-data").exists():
        raise SettingsError(
            f"{folder} has a Raspberry Pi OS without cloud-init, from before October 2025: "
            "write the card with a newer one."
        )


def add_button_pins(folder: Path) -> bool:
    """Have a card's Pi take two of its pins for buttons; False where they are taken already, or it is no Pi's card."""
    config = folder / "config.txt"
    try:
        text = config.read_text(encoding="utf-8") if config.exists() else ""
        if not text or "gpio-key" in text:
            return False
        config.write_text(text.rstrip() + "\n" + _PINS, encoding="utf-8")
    except OSError as error:
        raise SettingsError(f"{config} cannot be written: {error.strerror}.") from error
    return True


def _user_data(table: str, plan: HallPlan, claim: str, authority: str, installer: str, now: int) -> str:
    source = f" --from {plan.home}/wheels/ --ca {_AUTHORITY}" if plan.wheels else ""
    service = _SERVICE.format(claim=_CLAIM, installer=_INSTALLER, source=source)
    lines = [
        "#cloud-config",
        f"# {table} of {plan.event}. Written by Flagfall: see its deploy/README.md.",
        f"hostname: {_text(table)}",
        "manage_etc_hosts: true",
        f"timezone: {_text(plan.time_zone)}",
        "ssh_pwauth: false",
        "users:",
        f"  - name: {_text(USER)}",
        "    shell: /bin/bash",
        "    groups: [adm, dialout, sudo]",
        "    lock_passwd: true",
        '    sudo: "ALL=(ALL) NOPASSWD:ALL"',
    ]
    if plan.ssh_keys:
        lines += ["    ssh_authorized_keys:", *(f"      - {_text(key)}" for key in plan.ssh_keys)]
    lines += ["bootcmd:", f"  - {_clock(now)}", "write_files:"]
    written = [
        (_INSTALLER, "0755", installer),
        (_AUTHORITY, "0644", authority),
        (_CLAIM, "0600", f"{claim}\n"),
        ("/etc/systemd/system/flagfall-first-boot.service", "0644", service),
    ]
    if plan.bridge:  # the enrolment adds the broker to it
        journal = Path(f"/var/lib/flagfall/{table}.journal")
        settings = table_settings_head(plan.event, table, journal, bridge=True)
        written.append((f"/etc/flagfall/{table}.toml", "0640", settings))
    for path, mode, content in written:
        lines += [f"  - path: {path}", f'    permissions: "{mode}"', "    content: |", *_indented(content)]
    lines += [
        "runcmd:",
        "  - [systemctl, daemon-reload]",
        *(["  - [systemctl, enable, --now, ssh]"] if plan.ssh_keys else []),
        "  - [systemctl, enable, flagfall-first-boot.service]",
        "  - [systemctl, start, --no-block, flagfall-first-boot.service]",
    ]
    return "\n".join(lines) + "\n"


def _clock(now: int) -> str:
    """Without a network time stands still at the image's: certificates of today would not be valid yet."""
    return json.dumps(["sh", "-c", f'test "$(date +%s)" -ge {now} || date --set=@{now}'])


def _network(plan: HallPlan) -> str:
    lines = ["network:", "  version: 2", "  ethernets:", "    eth0:", "      dhcp4: true", "      optional: true"]
    if plan.wifi.name:
        access = f"{{password: {_text(plan.wifi.password)}}}" if plan.wifi.password else "{}"
        lines += ["  wifis:", "    wlan0:", "      dhcp4: true", "      optional: true"]
        lines += [f"      regulatory-domain: {_text(plan.wifi.country)}"] if plan.wifi.country else []
        lines += ["      access-points:", f"        {_text(plan.wifi.name)}: {access}"]
    return "\n".join(lines) + "\n"


def _text(value: str) -> str:
    """A text as YAML reads it, whatever is in it."""
    return json.dumps(value, ensure_ascii=False)


def _indented(content: str) -> list[str]:
    return [f"      {line}" if line else "" for line in content.splitlines()]
