"""The tables of scorecards in docs/drivers.md and docs/hardware.md. `python -m tests.drivers.scorecards` writes them
anew."""

from __future__ import annotations

from pathlib import Path

from drivers import registry
from drivers.evidence import EVIDENCE, SOURCES
from drivers.spec import Capability, DriverSpec, Scorecard

__all__ = ["EVIDENCE_PAGE", "PAGE", "render", "render_evidence", "updated"]

PAGE = Path(__file__).resolve().parents[2] / "docs" / "drivers.md"
EVIDENCE_PAGE = PAGE.with_name("hardware.md")
BEGIN = "<!-- scorecards: python -m tests.drivers.scorecards writes what follows -->\n"
END = "<!-- end of scorecards -->\n"


def render() -> str:
    """The tables, from the specs of our own drivers."""
    specs = [registry.find(name) for name in registry.BUILT_IN]
    lines = [
        "| driver | device | board | transport | judged by | tried on hardware |",
        "|---|---|---|---|---|---|",
        *(_first(spec, _card(spec)) for spec in specs),
        "",
        "| driver | tells pieces | clock | lamps | after a reconnect | lost with a message on a bad line |",
        "|---|---|---|---|---|---|",
        *(_second(spec, _card(spec)) for spec in specs),
        "",
        'Options, as `options = { name = "value" }` in a table\'s settings or `--option name=value`:',
        *(
            f"- `{spec.name}`: {'; '.join(f'`{name}`, {what}' for name, what in spec.options.items())}"
            for spec in specs
            if spec.options
        ),
        "",
        "Not confirmed:",
        *(f"- `{spec.name}`: {'; '.join(_card(spec).unconfirmed)}" for spec in specs if _card(spec).unconfirmed),
    ]
    return "\n".join(lines) + "\n"


def render_evidence() -> str:
    """What each driver relies on, and who says so."""
    counted = dict.fromkeys(("two", "one", "none"), 0)
    lines = []
    for name in registry.BUILT_IN:
        lines += ["", f"### `{name}`: {registry.find(name).title}", "", "| statement | sources | by |", "|---|---|---|"]
        for statement in EVIDENCE[name]:
            counted[statement.support] += 1
            support = {"two": "two or more", "one": "**one**", "none": "**none**"}[statement.support]
            lines.append(f"| {statement.text} | {support} | {', '.join(statement.sources) or '-'} |")
    total = (
        f"Of {sum(counted.values())} statements two or more independent sources make {counted['two']}, one makes "
        f"{counted['one']}, and none {counted['none']}."
    )
    sources = ["", "## Who says it", "", "| source | what it is |", "|---|---|"]
    sources += [f"| {name} | {what} |" for name, what in SOURCES.items()]
    return "\n".join([total, *lines, *sources]) + "\n"


def updated(page: str, tables: str | None = None) -> str:
    """The page with the tables as they should be."""
    before, _, rest = page.partition(BEGIN)
    _, _, after = rest.partition(END)
    return before + BEGIN + (tables or render()) + END + after


def _card(spec: DriverSpec) -> Scorecard:
    if spec.scorecard is None:
        msg = f"{spec.name} has no scorecard"
        raise ValueError(msg)
    return spec.scorecard


def _first(spec: DriverSpec, card: Scorecard) -> str:
    boards = ", ".join(f"{rows}x{cols}" for rows, cols in spec.geometries) or "-"
    transports = ", ".join(name for name, way in (("serial", spec.serial), ("BLE", spec.ble), ("USB", spec.hid)) if way)
    return f"| `{spec.name}` | {spec.title} | {boards} | {transports} | {card.judged_by} | {card.tried_on or 'no'} |"


def _second(spec: DriverSpec, card: Scorecard) -> str:
    pieces = "yes" if Capability.PIECES in spec.capabilities else "no" if spec.geometries else "-"
    remarks = (card.clock or "-", card.lamps or "-", card.reconnect or "-", card.unrepaired or "nothing")
    return f"| `{spec.name}` | {pieces} | {' | '.join(remarks)} |"


if __name__ == "__main__":
    PAGE.write_text(updated(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
    EVIDENCE_PAGE.write_text(updated(EVIDENCE_PAGE.read_text(encoding="utf-8"), render_evidence()), encoding="utf-8")
