// The devices of a table: whether they are there, since when not, and how much charge they have.

import { h } from "../lib/dom.js";
import { timeOfDay } from "../lib/times.js";
import { say, t } from "../lib/words.js";
import { devices } from "../live/store.js";

const LOW = 20;

export class DeviceList {
  constructor() {
    this.body = h("tbody");
    this.element = h("div.devices", {}, h("h3", {}, t("page.devices")), h("table", {}, this.body));
  }

  update(table) {
    const rows = devices(table).map((device) =>
      row(
        t(`device.${device.name}`),
        device.online,
        lost(table, device),
        [device.battery != null && battery(device.battery), device.detail && say(device.detail), device.serial && t("page.serial", device), device.firmware && t("page.firmware", device)],
      ),
    );
    this.body.replaceChildren(row(t("page.agent"), table.online, table.online === false ? table.offlineSince : null, []), ...rows);
  }
}

const word = (online) => t(online === null || online === undefined ? "page.unknown" : online ? "page.online" : "page.offline");

function row(name, online, since, facts) {
  const lamp = h(`span.lamp.${online === true ? "on" : online === false ? "off" : "dim"}`);
  const state = h("td", {}, lamp, word(online), since == null ? "" : ` ${t("page.since", { time: timeOfDay(since) })}`);
  const shown = facts.filter(Boolean).flatMap((fact, i) => [i ? " · " : null, fact]);
  return h("tr", {}, h("th", { scope: "row" }, name), state, h("td", {}, ...shown));
}

/** Since when a device is away, in relay time, as the record tells; null while it is there. */
function lost(table, { name, online }) {
  if (online !== false) return null;
  const entry = table.entries.findLast(({ what }) => what.type === "device" && what.device === name && !what.square);
  return entry && entry.what.online === false ? entry.at + table.offset : null;
}

/** The charge as a small battery and in words. */
function battery(percent) {
  const level = Math.max(0, Math.min(100, percent));
  const drawn = h("span.battery", { "aria-hidden": "true" }, h("meter", { min: 0, max: 100, low: LOW + 1, high: 100, optimum: 100, value: level }));
  return h(`span.charge${level <= LOW ? ".low" : ""}`, {}, drawn, t(level <= LOW ? "page.battery_low" : "page.battery", { percent }));
}
