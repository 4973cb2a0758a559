from __future__ import annotations

import re
from pathlib import Path

import pytest

from gateway.model.errors import SettingsError
from gateway.runtime.settings import RelaySettings, TableSettings
from gateway.runtime.store_section import StoreSection

DEPLOY = Path(__file__).parents[2] / "deploy"
TABLE = """
event = "open"
table = "t1"
journal = "t1.journal"
[game]
control = "10m+5s"
[device]
url = "serial:///dev/ttyACM0"
"""


def written(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "settings.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_the_examples_can_be_used_but_for_the_key(tmp_path: Path) -> None:
    table = TableSettings.from_file(DEPLOY / "table.example.toml")
    with pytest.raises(SettingsError, match=r"arbiters\.1\.key: is an example that everybody can read"):
        RelaySettings.from_file(DEPLOY / "relay.example.toml")
    text = (DEPLOY / "relay.example.toml").read_text(encoding="utf-8")
    relay = RelaySettings.from_file(written(tmp_path, text.replace("replace-this-key-before-use", "a" * 20)))
    assert table.event == relay.event
    assert table.broker == relay.broker


@pytest.mark.parametrize("kind", [TableSettings, RelaySettings])
def test_the_examples_name_every_setting(kind: type[TableSettings | RelaySettings]) -> None:
    text = (DEPLOY / f"{kind.__name__.removesuffix('Settings').lower()}.example.toml").read_text(encoding="utf-8")
    for name, field in kind.model_fields.items():
        assert name in text
        for inner in getattr(field.annotation, "model_fields", {}):
            assert f"\n{inner} = " in text or f"\n# {inner} = " in text, f"{name}.{inner}"


def test_the_environment_is_over_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FLAGFALL_BROKER__URL", "mqtts://elsewhere:1884")
    monkeypatch.setenv("FLAGFALL_GAME__WHITE", "Ada")
    settings = TableSettings.from_file(written(tmp_path, TABLE))
    assert settings.broker.url == "mqtts://elsewhere:1884"
    assert settings.game is not None
    assert (settings.game.white, settings.game.control) == ("Ada", "10m+5s")


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (("event = ", "evnt = "), "evnt: is not a setting"),
        (("event = ", "evnt = "), "event: is missing"),
        (('"open"', '"Open 2026"'), "event: use 1 to 64 of a-z"),
        (('"10m+5s"', '"ten minutes"'), "game.control: "),
        (("[game]", '[game]\nrules = "chequers"'), "game.rules: There is no game chequers"),
        (("[device]", "[device]\nbaud = 9600"), "device.baud: is not a setting"),
        (("[device]", "[device"), "is not TOML"),
        (("[device]", '[device]\ndriver = "dgd"'), "device.driver: There is no driver 'dgd'"),
        (("[device]", '[device]\ndriver = "buttons"'), "device.driver: buttons reads no board: put it into [clock]"),
        (("[device]", '[device]\ndriver = "dgt3000-ble"'), "device.driver: dgt3000-ble reads no board"),
        (
            ("[device]", '[clock]\ndriver = "certabo"\nurl = "x"\n[device]'),
            "clock.driver: certabo is a board, it has no clock; a clock beside the board is one of buttons",
        ),
        (
            ("[device]", '[clock]\ndriver = "dgt"\nurl = "x"\n[device]'),
            "clock.driver: dgt is a board, its clock is read with it from [device]",
        ),
        (("[device]", '[clock]\ndriver = "buttons"\n[device]'), "clock.url: is missing"),
        (("[device]", '[clock]\nurl = "x"\nkeys = "1"\n[device]'), "clock.keys: is not a setting"),
    ],
)
def test_a_mistake_is_named_by_its_key(tmp_path: Path, change: tuple[str, str], sentence: str) -> None:
    path = written(tmp_path, TABLE.replace(*change))
    with pytest.raises(SettingsError) as caught:
        TableSettings.from_file(path)
    assert sentence in str(caught.value)
    assert str(path) in str(caught.value)


def test_a_clock_beside_the_board_is_a_section_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = written(tmp_path, TABLE + '[clock]\nurl = "serial:///dev/ttyUSB0"\n')
    clock = TableSettings.from_file(path).clock
    assert clock is not None
    assert (clock.driver, clock.url) == ("buttons", "serial:///dev/ttyUSB0")
    assert TableSettings.from_file(written(tmp_path, TABLE)).clock is None
    monkeypatch.setenv("FLAGFALL_CLOCK__URL", "tcp://10.0.0.9:7000")
    set_so = TableSettings.from_file(path).clock
    assert set_so is not None
    assert set_so.url == "tcp://10.0.0.9:7000"


def test_a_file_that_is_not_there_is_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="cannot be read: No such file"):
        TableSettings.from_file(tmp_path / "none.toml")


def test_a_short_key_is_refused_without_printing_it(tmp_path: Path) -> None:
    text = 'event = "open"\nstore = "s"\n[[arbiters]]\nname = "Anna"\nkey = "hunter2"\n'
    with pytest.raises(SettingsError, match=r"arbiters\.1\.key") as caught:
        RelaySettings.from_file(written(tmp_path, text))
    assert "hunter2" not in str(caught.value)


def test_a_store_is_a_file_or_a_database_and_the_environment_is_over_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def store(text: str) -> StoreSection:
        return RelaySettings.from_file(written(tmp_path, f'event = "open"\n{text}')).store

    assert store('store = "a.journal"') == StoreSection(file=Path("a.journal")) == store('store = {file = "a.journal"}')
    assert store('store = "postgresql://a@localhost/b"').url == "postgresql://a@localhost/b"
    (tmp_path / "secret").write_text("geheim\n")
    full = store(f'[store]\nurl = "postgresql://a@localhost/b"\npassword_file = "{tmp_path}/secret"\nfolder = "/x"')
    assert full.database().password == "geheim"
    assert "geheim" not in f"{full} {full!r} {full.database()!r}"
    assert full.beside("archive-key") == Path("/x/relay.archive-key")
    assert store('store = "y/a.journal"').beside("sessions") == Path("y/a.journal.sessions")
    monkeypatch.setenv("FLAGFALL_STORE__URL", "postgresql://c@localhost/d")
    assert store('store = "a.journal"').url == "postgresql://c@localhost/d"
    monkeypatch.delenv("FLAGFALL_STORE__URL")
    monkeypatch.setenv("FLAGFALL_STORE", "b.journal")
    assert store('[store]\nurl = "postgresql://a@localhost/b"').file == Path("b.journal")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ('store = "postgresql://a:geheim@localhost/b"', r"store\.url: .*holds no password"),
        ('store = "mysql://localhost/b"', r"store\.url: .*not a database that is known here"),
        ('[store]\nurl = "postgresql://a@far/b"', r"store\.url: .*sslmode"),
        ('[store]\nfile = "a"\nurl = "postgresql://a@localhost/b"', "store: .*name a file"),
        ('[store]\nfolder = "a"', "store: .*name a file"),
    ],
)
def test_a_store_that_cannot_be_used_is_refused_by_its_key(tmp_path: Path, text: str, sentence: str) -> None:
    with pytest.raises(SettingsError, match=sentence) as caught:
        RelaySettings.from_file(written(tmp_path, f'event = "open"\n{text}'))
    assert "geheim" not in str(caught.value)


RELAY = """
event = "open"
store = "relay.journal"
"""


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (TABLE + '[broker]\nurl = "mqtt://10.0.0.2"', r"broker\.url: .* leaves this computer without encryption"),
        (TABLE + '[broker]\nurl = ["mqtts://a", "mqtt://b"]', "leaves this computer without encryption"),
        (TABLE + '[broker]\nurl = "mqtt://me:hidden@desk"', r"'mqtt://me:\*\*\*@desk' leaves this computer"),
        (TABLE + '[broker]\nurl = "http://a"', "is not a broker's address"),
        (TABLE + "[broker]\nurl = []", r"broker\.url"),
        (RELAY + '[listen]\nhost = "0.0.0.0"', r"listen\.host 0\.0\.0\.0 is reached from the network"),
        (RELAY + '[listen]\nhost = "::"', r"listen\.host :: is reached from the network"),
        (RELAY + '[listen]\nhost = "192.168.1.4"', "is reached from the network"),
        (RELAY + '[[arbiters]]\nname = "A"\nkey = "change-me-change-me"', "is an example that everybody can read"),
    ],
)
def test_what_is_not_safe_does_not_start(tmp_path: Path, text: str, sentence: str) -> None:
    kind = TableSettings if "table" in text else RelaySettings
    with pytest.raises(SettingsError, match=sentence):
        kind.from_file(written(tmp_path, text))


def test_several_brokers_are_one_setting(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = TABLE + '[broker]\nurl = ["mqtts://a", "mqtts://b:8884"]\nca = "hall.crt"\n'
    brokers = TableSettings.from_file(written(tmp_path, text)).broker.brokers()
    assert [str(address) for address in brokers.addresses] == ["a:8883", "b:8884"]
    assert brokers.credentials.authority == Path("hall.crt")
    monkeypatch.setenv("FLAGFALL_BROKER__URL", "mqtts://c mqtt://127.0.0.1:1884")
    brokers = TableSettings.from_file(written(tmp_path, text)).broker.brokers()
    assert [str(address) for address in brokers.addresses] == ["c:8883", "127.0.0.1:1884"]


def test_a_delay_is_a_length_of_time(tmp_path: Path) -> None:
    text = 'event = "e"\nstore = "s"\n[delay]\npublic = "15m"\n'
    delays = RelaySettings.from_file(written(tmp_path, text)).delay
    assert (delays.public, delays.screens) == (900_000, 0)
    with pytest.raises(SettingsError, match=r"delay\.public: '900' is not a length of time; write 15m"):
        RelaySettings.from_file(written(tmp_path, text.replace('"15m"', "900")))


@pytest.mark.parametrize(
    ("more", "words"),
    [
        ("", ""),
        ('[clock]\nurl = "serial:///dev/ttyACM0"\n', ""),
        ('[device]\nurl = "serial:///dev/ttyACM0"\n', "take out [device]"),
        ('[game]\ncontrol = "5m"\n', "take out [game]"),
        ('[clock]\ndriver = "dgt3000-ble"\nurl = "ble://DGT3000"\n', "a bridge table has buttons"),
    ],
)
def test_a_bridge_table_has_buttons_and_nothing_else(tmp_path: Path, more: str, words: str) -> None:
    path = tmp_path / "2o.toml"
    path.write_text(f'event = "cup"\ntable = "2o"\njournal = "2o.journal"\nbridge = true\n{more}', encoding="utf-8")
    if not words:
        assert TableSettings.from_file(path).bridge
        return
    with pytest.raises(SettingsError, match=re.escape(words)):
        TableSettings.from_file(path)
